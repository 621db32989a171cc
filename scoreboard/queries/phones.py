"""Where an account is signed in: the phones and computers that would be let in now."""

from dataclasses import dataclass

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from scoreboard.models import Account

# In the order in which they are looked for: most browsers name others too.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class Phone:
    row: UserSession
    is_this: bool

    @property
    def name(self) -> str:
        return phone_in_words(self.row.user_agent)


def phone_in_words(user_agent: str) -> str:
    """What a browser says of itself, as its owner would: Chrome on Android."""
    browser = first_in(user_agent, BROWSERS)
    system = first_in(user_agent, SYSTEMS)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Another browser")


def first_in(user_agent: str, words: dict[str, str]) -> str:
    return next((name for word, name in words.items() if word in user_agent), "")


def phones_of(account: Account, this: str | None) -> list[Phone]:
    """This one first, the latest next; `this` is the key of the login that asks."""
    rows = UserSession.objects.filter(user=account).order_by("-created_at", "-pk")
    known = {row.session_key: row for row in rows}
    logins = Session.objects.filter(pk__in=known, expire_date__gt=timezone.now())
    let_in = {login.pk for login in logins if is_let_in(login, account)}
    phones = [Phone(row, key == this) for key, row in known.items() if key in let_in]
    return sorted(phones, key=lambda phone: not phone.is_this)


def is_let_in(login: Session, account: Account) -> bool:
    """A new password shuts out all phones but that on which it was chosen."""
    told = login.get_decoded().get(HASH_SESSION_KEY, "")
    return constant_time_compare(told, account.get_session_auth_hash())
