"""allauth's forms in our words: short labels, and a sentence at the field for each mistake."""

import struct

from allauth.account import forms as account
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkeys
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, MaxLengthValidator
from django.forms import CharField
from django.http import HttpRequest
from django.utils.encoding import punycode
from django.utils.translation import gettext_lazy as _

from scoreboard.actions.signing import forget_unconfirmed
from scoreboard.models import NAME_LENGTH, Account

LABELS = {
    "login": _("E-mail address"),
    "email": _("E-mail address"),
    "password": _("Password"),
    "password1": _("Password"),
    "oldpassword": _("The password that you have now"),
    "code": _("The code"),
    "name": _("Name of the passkey"),
}
MISSING = {
    "login": _("Type your e-mail address."),
    "email": _("Type an e-mail address."),
    "password": _("Type your password."),
    "password1": _("Type a password."),
    "oldpassword": _("Type the password that you have now."),
    "code": _("Type the code from the e-mail."),
    "name": _("Give it a name."),
}
NO_ADDRESS = _("This is no e-mail address; one looks like anna@example.org.")
AT_LEAST = _("Eight characters or more.")
NO_KEY = _("No passkey was made. Try once more.")
TOO_LONG = _("A name has at most 60 letters.")
ADDRESS_LENGTH = Account._meta.get_field("email").max_length
ADDRESS_TOO_LONG = _("An e-mail address has at most 254 letters.")


class AddressForMail(EmailValidator):
    """One that fits its column, and that a server can be asked for."""

    def __call__(self, address: str) -> None:
        if len(address.lower()) > ADDRESS_LENGTH:  # as it is stored: İ becomes two letters
            raise ValidationError(ADDRESS_TOO_LONG)
        super().__call__(address)
        try:
            punycode(address.rpartition("@")[2])
        except UnicodeError:
            raise ValidationError(NO_ADDRESS) from None


class InOurWords:
    use_required_attribute = False  # the browser would say it in words of its own

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)  # typed once: whoever mistypes can reset it
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.error_messages["required"] = MISSING.get(name, field.error_messages["required"])
            field.widget.attrs.pop("placeholder", None)
            field.help_text = AT_LEAST if name == "password1" else ""
            if name in ("login", "email"):
                self.expect_an_address(field)
            if name == "code":
                field.widget.attrs |= {"inputmode": "numeric", "maxlength": 20}

    def expect_an_address(self, field) -> None:
        field.validators = [AddressForMail(NO_ADDRESS)]
        field.error_messages["invalid"] = NO_ADDRESS
        field.widget.attrs.pop("maxlength", None)  # the browser would cut off what is pasted
        field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}

    def full_clean(self) -> None:
        """The cursor is in the first field, or in the first that is not right."""
        super().full_clean()
        shown = [name for name, field in self.fields.items() if not field.widget.is_hidden]
        wrong = [name for name in shown if name in self.errors]
        for name in (wrong or shown)[:1]:
            self.fields[name].widget.attrs["autofocus"] = True


class AtItsField(InOurWords):
    """What allauth says of a whole form stands at the field that it is about."""

    says_it_at = ""

    def clean(self):
        try:
            return super().clean()
        except ValidationError as error:
            self.add_error(self.says_it_at, error)
            return self.cleaned_data


# --- an account -----------------------------------------------------------------------------------


class SignInForm(AtItsField, account.LoginForm):
    says_it_at = "password"


class KeepForm(InOurWords, account.SignupForm):
    def clean_email(self) -> str:
        forget_unconfirmed(email=self.cleaned_data["email"])
        return super().clean_email()

    def try_save(self, request: HttpRequest):
        if self.account_already_exists and "password1" in self.cleaned_data:
            # As slow as for a new account, or the time it takes would tell that there is one.
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)


class OtherAddressForm(InOurWords, account.AddEmailForm):
    pass


class ChangePasswordForm(InOurWords, account.ChangePasswordForm):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")


class SetPasswordForm(InOurWords, account.SetPasswordForm):
    pass


def is_confirmed(who: Account) -> bool:
    """Else somebody may have signed up with an address of another, and know the password."""
    return who.emailaddress_set.filter(verified=True).exists()


class ForgottenForm(InOurWords, account.ResetPasswordForm):
    def clean_email(self) -> str:
        email = super().clean_email()
        self.users = [who for who in self.users if is_confirmed(who)]
        return email


class NewPasswordForm(InOurWords, account.ResetPasswordKeyForm):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")


class SendCodeForm(InOurWords, account.RequestLoginCodeForm):
    def clean_email(self) -> str:
        email = super().clean_email()
        if self._user and not is_confirmed(self._user):
            self._user = None
        return email


class CodeForm(InOurWords, account.BaseConfirmCodeForm):
    pass


class AddressCodeForm(InOurWords, account.ConfirmEmailVerificationCodeForm):
    pass


class AgainForm(InOurWords, account.ReauthenticateForm):
    pass


# --- passkeys -------------------------------------------------------------------------------------


# What a browser never sends: fido2 looks into it, and stumbles.
NONSENSE = (AttributeError, LookupError, TypeError, ValueError, struct.error)


def not_understood() -> ValidationError:
    return get_adapter().validation_error("incorrect_code")


class MakesPasskey(InOurWords):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        limit_name(self.fields["name"])
        self.fields["credential"].error_messages |= {"required": NO_KEY, "invalid": NO_KEY}
        # Every key is one to sign in with: there is no second factor that it could be.
        self.fields.pop("passwordless", None)

    def clean(self) -> dict:
        self.cleaned_data["passwordless"] = True
        try:
            return super().clean()
        except NONSENSE:
            raise not_understood() from None


class UsesPasskey(InOurWords):
    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except NONSENSE:
            raise not_understood() from None


def limit_name(field: CharField) -> None:
    field.validators.append(MaxLengthValidator(NAME_LENGTH, TOO_LONG))
    field.widget.attrs["autocomplete"] = "off"


class AddPasskeyForm(MakesPasskey, passkeys.AddWebAuthnForm):
    pass


class SignupPasskeyForm(MakesPasskey, passkeys.SignupWebAuthnForm):
    pass


class SignInPasskeyForm(UsesPasskey, passkeys.LoginWebAuthnForm):
    pass


class AgainPasskeyForm(UsesPasskey, passkeys.ReauthenticateWebAuthnForm):
    pass


class RenamePasskeyForm(InOurWords, passkeys.EditWebAuthnForm):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        limit_name(self.fields["name"])
