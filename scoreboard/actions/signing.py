"""Signing up and out, beyond what allauth does."""

import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoreboard.models import Account

# The same form again so soon is a second tap: the code of the first is under way.
SENT_TWICE = datetime.timedelta(seconds=10)
OF_THE_PHONE = ("guest", "seen", "links")


@transaction.atomic
def forget_unconfirmed(*, email: str) -> None:
    """Whoever signed up with an address that is not theirs keeps it from nobody.

    Nor do they know the password of the account that its owner makes.
    """
    unconfirmed = Account.objects.filter(
        email=email, last_login=None, memberships=None, created_at__lt=timezone.now() - SENT_TWICE
    )
    unconfirmed.exclude(emailaddress__verified=True).delete()


def of_the_phone(login: SessionBase) -> dict[str, object]:
    """What a login holds that is not the account's: the guest who was here before, and after."""
    return {word: login[word] for word in OF_THE_PHONE if login.get(word)}


@transaction.atomic
def sign_out_there(*, logins: QuerySet[UserSession]) -> None:
    """Those phones are out from their next page on; what they had as guests is theirs again."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    for row in logins.select_for_update():
        login = store(row.session_key)
        if kept := of_the_phone(login):
            login.clear()
            login.update(kept)
            login.save()
        else:
            login.delete()
        row.delete()
