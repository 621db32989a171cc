"""Signing up, in and out: what allauth asks us, and its views by our customs.

Passkeys are a way to sign in and no second factor; whoever has one still gets in by password.
"""

import logging
import time
from collections.abc import Callable
from functools import wraps
from smtplib import SMTPException

from allauth.account import app_settings as account_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoreboard import access
from scoreboard.actions import accounts
from scoreboard.actions.signing import of_the_phone, sign_out_there
from scoreboard.models import Account
from scoreboard.queries.phones import phone_in_words, phones_of
from scoreboard.views.keeping import began

logger = logging.getLogger(__name__)

WRONG = {
    "duplicate_email": _("That is your address already."),
    "email_password_mismatch": _("This address and this password do not go together."),
    "email_taken": _("There is another account with this address."),
    "enter_current_password": _("This is not the password that you have now."),
    "incorrect_code": _("This is not the code in the e-mail."),
    "incorrect_password": _("This is not your password."),
    "too_many_login_attempts": _("Too many tries. Wait a few minutes, then try again."),
    "rate_limited": _("That went too fast. Wait a moment, then try again."),
}
WEAK = {
    "password_too_short": _("This password is too short: take eight characters or more."),
    "password_too_common": _("Many people use this password: take another one."),
    "password_too_similar": _("This password is almost your address: take another one."),
}
# All that allauth has to say, as far as a page does not say it by itself.
SAID = {
    "account/messages/email_confirmed.txt": _("Your e-mail address is changed."),
    "account/messages/password_changed.txt": _("Your password is changed."),
    "account/messages/password_set.txt": _("You have a password now."),
    "mfa/messages/webauthn_added.txt": _("You can sign in with this passkey now."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
}
OF_SIGNING_UP = ("account/messages/email_confirmed.txt", "mfa/messages/webauthn_added.txt")
# Told by e-mail as well, since it may not have been the owner.
NOTICES = {
    "account/email/email_changed": _("Your account has another e-mail address now."),
    "account/email/password_changed": _("The password of your account was changed."),
    "account/email/password_reset": _("The password of your account was changed."),
    "account/email/password_set": _("Your account has a password now."),
    "mfa/email/webauthn_added": _("A passkey was added to your account."),
    "mfa/email/webauthn_removed": _("A passkey was removed from your account."),
}
WAYS = {
    "reauthenticate": _("With my password"),
    "reauthenticate_by_code": _("With a code by e-mail"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}
KEPT = _("It is kept, and yours on every phone on which you sign in with %(email)s.")
READY = _("Your account is ready.")


class Adapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | WRONG

    # --- who comes and goes -------------------------------------------------------------------

    def get_login_stages(self) -> list[str]:
        second_factor = ("AuthenticateStage", "TrustStage")
        return [stage for stage in super().get_login_stages() if not stage.endswith(second_factor)]

    def login(self, request: HttpRequest, user: Account) -> None:
        """Django empties the login of another account; the guest is the phone's."""
        kept = of_the_phone(request.session)
        super().login(request, user)
        request.session.update(kept | {"signed_in_at": time.time()})

    def post_login(
        self, request: HttpRequest, user: Account, *, signup: bool, **how
    ) -> HttpResponse:
        response = super().post_login(request, user, signup=signup, **how)
        if signup:
            self.keep(request, user)
        return response

    def keep(self, request: HttpRequest, account: Account) -> None:
        """What the guest of this phone began is the new account's."""
        guest = access.guest_or_none(request)
        had_something = guest is not None and bool(began(guest))
        if guest:
            accounts.keep(guest=guest, account=account)
            access.forget_guest(request)
        said = KEPT if had_something else READY
        messages.success(request, said % {"email": account.email})

    def logout(self, request: HttpRequest) -> None:
        kept = of_the_phone(request.session)
        super().logout(request)
        request.session.update(kept)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The server has looked at X-Forwarded-For already, if it comes from a proxy of ours."""
        return request.META["REMOTE_ADDR"]

    def set_password(self, user: Account, password: str) -> None:
        """Elsewhere Django would empty the logins that know the old one, their guests and all."""
        with transaction.atomic():
            sign_out_there(logins=others_of(self.request, user))
            super().set_password(user, password)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials) -> str:
        """Whoever tries passwords shuts out themselves, and not the owner somewhere else."""
        key = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key} {ratelimit.get_ip(request)}"

    # --- who is it really ---------------------------------------------------------------------

    def is_reauthentication_required(self, **kwargs) -> bool:
        """Not right after signing in, nor (as allauth knows) after it was asked already."""
        since = time.time() - self.request.session.get("signed_in_at", 0)
        return since > account_settings.REAUTHENTICATION_TIMEOUT

    def get_reauthentication_methods(self, user: Account) -> list[dict]:
        ways = super().get_reauthentication_methods(user)
        return [way | {"description": WAYS[way["id"]]} for way in ways]

    def clean_password(self, password: str, user: Account | None = None) -> str:
        try:
            validate_password(password, user)
        except ValidationError as refused:
            reasons = [WEAK.get(error.code, error) for error in refused.error_list]
            raise ValidationError(reasons) from None
        return password

    # --- what is said -------------------------------------------------------------------------

    def add_message(
        self, request, level, message_template=None, message_context=None, extra_tags="", message=""
    ) -> None:
        if message_template in OF_SIGNING_UP and not request.user.is_authenticated:
            return  # that the account is there is enough
        if text := message or SAID.get(message_template):
            messages.add_message(request, level, text, extra_tags)

    def send_mail(self, template_prefix: str, email: str, context: dict) -> None:
        if not self.was_sent(template_prefix, email, context):
            page = render(self.request, "account/no_mail.html", status=503)
            raise ImmediateHttpResponse(page)

    def send_notification_mail(self, template_prefix, user, context=None, email=None) -> None:
        """Done is done, whether it can be told or not."""
        told = {"what": NOTICES[template_prefix]} | (context or {})
        self.was_sent("account/email/notice", email or user.email, told)

    def was_sent(self, template_prefix: str, email: str, context: dict) -> bool:
        sign_in = self.request.build_absolute_uri(reverse("account_login"))
        try:
            super().send_mail(template_prefix, email, {"sign_in_url": sign_in} | context)
        except (OSError, SMTPException):
            logger.exception("An e-mail could not be sent: see EMAIL_URL")
            return False
        return True

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")


class PasskeyAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That passkey did not work. Try once more, or another way.")
    }

    def generate_authenticator_name(self, user: Account, type: str) -> str:
        return phone_in_words(self.request.headers.get("User-Agent", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": "Tafelstand"}


# --- allauth's views ------------------------------------------------------------------------------

View = Callable[..., HttpResponse]


def ours(view: View) -> View:
    """By our customs: only asked for and sent to, kept nowhere, and 422 where it is refused."""

    @wraps(view)
    def answer(request: HttpRequest, **kwargs) -> HttpResponse:
        try:
            response = view(request, **kwargs)
        except ImmediateHttpResponse as instead:
            response = instead.response
        if request.method == "POST" and response.status_code == 200:
            response.status_code = 422
        if response.status_code == 429 and request.POST.get("action") == "resend":
            # The code that came before is still good, so they stay where it is entered.
            messages.warning(request, WRONG["rate_limited"])
            return redirect(request.get_full_path())
        return response

    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(answer))


def of_own_passkey(view: View) -> View:
    """Before anybody is asked who they are: a passkey of somebody else is not there."""

    @wraps(view)
    def answer(request: HttpRequest, pk: int) -> HttpResponse:
        get_object_or_404(Authenticator, user=access.account_here(request), pk=pk)
        return view(request, pk=pk)

    return ours(answer)


class AddPasskeyView(AddWebAuthnView):
    def get_success_url(self) -> str:
        return reverse("mfa_list_webauthn")


# --- phones ---------------------------------------------------------------------------------------


@require_safe
@never_cache
def signed_out(request: HttpRequest) -> HttpResponse:
    """On its own, and not the start: this page has the phone forget what it keeps of others."""
    if access.account_or_none(request):
        return redirect("home")
    return render(request, "signed_out.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def phones(request: HttpRequest) -> HttpResponse:
    """Where the account is signed in; sent to, all but this phone are signed out."""
    others = others_of(request, request.user)
    if request.method == "POST":
        sign_out_there(logins=others)
        messages.success(request, gettext("You are signed out everywhere but here."))
        return redirect("usersessions_list")
    signed_in = phones_of(request.user, request.session.session_key)
    return render(request, "account/phones.html", {"phones": signed_in})


@require_POST
def end_phone(request: HttpRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(others_of(request, access.account_here(request)), pk=pk)
    sign_out_there(logins=UserSession.objects.filter(pk=row.pk))
    messages.success(request, gettext("You are signed out there."))
    return redirect("usersessions_list")


def others_of(request: HttpRequest, account: Account) -> QuerySet[UserSession]:
    own = UserSession.objects.filter(user=account)
    return own.exclude(session_key=request.session.session_key)
