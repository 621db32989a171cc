"""What people do to sign up and in, and every page that they meet then."""

import hashlib
import re
import secrets

from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
    RegistrationResponse,
)

from scoreboard.models import Account
from tests.scoreboard.people import EVENING, account_of
from tests.scoreboard.readback import Page

PASSWORD = "oma riet wint altijd"
ANNA = "anna@example.org"


def anna_s_account() -> Account:
    account = account_of("anna")
    account.set_password(PASSWORD)
    account.save()
    return account


def code() -> str:
    """The one in the latest e-mail."""
    return re.search(r"\d{4}-\d{4}", mail.outbox[-1].body)[0]


def another(code: str) -> str:
    return code[:-1] + str((int(code[-1]) + 1) % 10)


def sign_up(phone: Client, email: str = ANNA, password: str = PASSWORD):
    return phone.post("/account/keep/", {"email": email, "password1": password})


def sign_in(phone: Client, email: str = ANNA, password: str = PASSWORD, **more):
    return phone.post("/account/sign-in/", {"login": email, "password": password}, **more)


def enter(phone: Client, address: str, text: str, **more):
    return phone.post(f"/account/{address}/enter/", {"code": text} | more)


def a_credential() -> dict:
    """What a phone answers when it has made a passkey; nobody has the other half of the key."""
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    raw_id = secrets.token_bytes(16)
    made = AttestedCredentialData.create(Aaguid.NONE, raw_id, public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    about = AuthenticatorData.create(hashlib.sha256(b"testserver").digest(), flags, 0, made)
    client = CollectedClientData.create(
        type="webauthn.create", challenge=b"once", origin="https://testserver"
    )
    answer = {
        "id": websafe_encode(raw_id),
        "rawId": websafe_encode(raw_id),
        "type": "public-key",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", about, {})),
        },
    }
    RegistrationResponse.from_dict(answer)
    return answer


def passkey_of(account: Account, name: str = "Anna's phone") -> Authenticator:
    data = {"name": name, "credential": a_credential()}
    return Authenticator.objects.create(user=account, type="webauthn", data=data)


def every_page(**browser) -> dict[str, HttpResponse]:
    """One of each, as far as it has a page of its own; those that refuse say so in their name."""
    anna, nobody, phone = anna_s_account(), Client(**browser), Client(**browser)
    key = passkey_of(anna)
    sign_in(phone)
    sign_in(Client(**browser))
    pages = {f"/{name}/": nobody.get(f"/account/{name}/") for name in OPEN}
    pages |= {f"{name} refused": nobody.post(f"/account/{name}/", {}) for name in OPEN[:-1]}
    signed_in = [*SIGNED_IN, f"passkeys/{key.pk}", f"passkeys/{key.pk}/remove"]
    pages |= {f"/{name}/": phone.get(f"/account/{name}/") for name in signed_in}
    pages["email refused"] = phone.post("/account/email/", {"email": "anna", "action_add": ""})
    pages["password refused"] = phone.post("/account/password/", {"password1": "kort"})
    pages["wrong password refused"] = sign_in(nobody, password="no")
    return pages | of_codes(nobody, phone)


OPEN = ("sign-in", "sign-in/code", "keep", "keep/passkey", "password/forgotten", "signed-out")
SIGNED_IN = (
    *("email", "password", "passkeys", "passkeys/add", "phones", "sign-out"),
    *("again", "again/code", "again/passkey"),
)


def of_codes(nobody: Client, phone: Client) -> dict[str, HttpResponse]:
    pages = {}
    asked = {
        "email": lambda: phone.post(
            "/account/email/", {"email": "b@example.org", "action_add": ""}
        ),
        "again": lambda: phone.post("/account/again/code/", {"recipient": ANNA}),
        "password": lambda: nobody.post("/account/password/forgotten/", {"email": ANNA}),
        "sign-in": lambda: nobody.post("/account/sign-in/code/", {"email": ANNA}),
    }
    for name, ask in asked.items():
        ask()
        browser = phone if name in ("email", "again") else nobody
        pages[f"code, {name}"] = browser.get(f"/account/{name}/enter/")
        pages[f"code, {name} refused"] = enter(browser, name, another(code()))
    enter(nobody, "password", code_of_password())
    pages["new password"] = nobody.get("/account/password/new/")
    nobody.post("/account/sign-out/")
    nobody.post("/account/keep/passkey/", {"email": "new@example.org"})
    pages["code, keep"] = nobody.get("/account/email/enter/")
    enter(nobody, "email", code())
    pages["make a passkey"] = nobody.get("/account/keep/passkey/make/")
    return pages


def code_of_password() -> str:
    return next(
        re.search(r"\d{4}-\d{4}", sent.body)[0]
        for sent in reversed(mail.outbox)
        if "choose a new password" in sent.body or "nieuw wachtwoord" in sent.body
    )


def is_in(phone: Client) -> bool:
    return "_auth_user_id" in phone.session


def some_time_later() -> None:
    """Nothing is a second tap any more, and another code may be sent."""
    Account.objects.update(created_at=EVENING)
    cache.clear()


def wrong_at(response, field: str) -> str:
    """What is said at that field; it points there."""
    page = Page(response)
    given = page.tag_with(name=field)
    assert given["aria-invalid"] == "true"
    assert f"id_{field}_error" in given["aria-describedby"]
    return response.context["form"][field].errors[0]
