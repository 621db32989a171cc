"""Whatever an installation may change comes from the environment; README.md lists it."""

import os
import sys
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import available_timezones

import psycopg
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent


def stop(sentence: str) -> None:
    """What is wrong and what to set, in one line: a traceback helps nobody here."""
    sys.exit(f"tafelstand: {sentence}")


def env(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_flag(name: str) -> bool:
    value = env(name, "0")
    if value not in ("0", "1"):
        stop(f"{name} is {value!r}; set it to 0 or 1")
    return value == "1"


def env_list(name: str) -> list[str]:
    return [part.strip() for part in env(name).split(",") if part.strip()]


def database(url: str) -> dict:
    """Django's description of the database that DATABASE_URL names."""
    if url.startswith("sqlite:////"):
        return sqlite(Path(url.removeprefix("sqlite:///")))
    if url.startswith(("postgresql://", "postgres://")):
        return postgresql(url)
    form = "postgresql://user:password@host/name or sqlite:////absolute/path"
    stop(f"DATABASE_URL is not understood; set it to {form}")


def sqlite(path: Path) -> dict:
    if not path.parent.is_dir():
        stop(f"DATABASE_URL names a folder that is not there ({path.parent}); make it first")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # A writer that starts as a reader cannot wait for another one: it fails at once.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def postgresql(url: str) -> dict:
    try:
        parts = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        reason = " ".join(str(error).split())
        stop(f"DATABASE_URL is not understood ({reason}); set it to postgresql://user@host/name")
    known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST"}
    if not parts.get("dbname"):
        stop("DATABASE_URL names no database; set it to postgresql://user:password@host/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        **{django: parts.pop(theirs, "") for theirs, django in known.items()},
        "PORT": str(parts.pop("port", "")),
        "OPTIONS": parts,
        # Persistent connections were measured faster here than psycopg's pool.
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def mail(url: str) -> dict:
    """Django's settings for the way that EMAIL_URL names."""
    try:
        parts = urlsplit(url)
        if parts.scheme in ("smtp", "smtps") and parts.hostname:
            return smtp(parts, parts.port)
        if url == "console:":
            return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    except ValueError:
        pass  # no port that can be, or half an IPv6 address
    stop(
        "EMAIL_URL is not understood; set it to smtp://user:password@host:587 (STARTTLS),"
        " smtps://user:password@host:465, or console:"
    )


def smtp(parts: SplitResult, port: int | None) -> dict:
    begins_with_tls = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if begins_with_tls else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": begins_with_tls,
        "EMAIL_USE_TLS": not begins_with_tls,
        # Somebody waits for their page until the mail is handed over.
        "EMAIL_TIMEOUT": 10,
    }


DEBUG = env_flag("DEBUG")
PLAIN_HTTP = env_flag("PLAIN_HTTP") or DEBUG

SECRET_KEY = env("SECRET_KEY") or ("only-for-debugging" if DEBUG else "")
if not SECRET_KEY:
    stop("SECRET_KEY is missing; set it to fifty or more random characters, and keep it")

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
if any("://" not in origin for origin in CSRF_TRUSTED_ORIGINS):
    stop(
        "CSRF_TRUSTED_ORIGINS has a name without its scheme; set it to https://name, https://other"
    )

VAR_DIR = BASE_DIR / "var"
if not env("DATABASE_URL"):
    VAR_DIR.mkdir(exist_ok=True)
DATABASES = {"default": database(env("DATABASE_URL") or f"sqlite:///{VAR_DIR}/tafelstand.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "scoreboard",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages travel at a quarter of their size. Guessing a secret from the length (BREACH) is out of
    # reach: another site cannot ask with somebody's cookie (SameSite), the CSRF token is masked
    # anew each time, and this lengthens each answer by a random number of bytes.
    "django.middleware.gzip.GZipMiddleware",
    # Above those that answer themselves, so that their answers carry these headers too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "scoreboard.views.headers.permissions_policy",
    "scoreboard.views.headers.whose",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "scoreboard.urls"
WSGI_APPLICATION = "scoreboard.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.l10n",
                "django.templatetags.static",
                "django.templatetags.tz",
                "scoreboard.templatetags.tafelstand",
            ],
        },
    }
]

CACHES = {
    # What allauth counts, in a table, so that all processes count together.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "scoreboard_counted",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # Each process keeps the pages that many people open, by the version of what they show.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# Signing in: by password, by a code that is sent, or with a passkey. No second factor.
AUTH_USER_MODEL = "scoreboard.Account"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "UserAttributeSimilarityValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "length": 8, "dashed": True}
ACCOUNT_ADAPTER = "scoreboard.views.sign_in.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    name: f"scoreboard.forms.sign_in.{form}"
    for name, form in {
        "login": "SignInForm",
        "signup": "KeepForm",
        "add_email": "OtherAddressForm",
        "change_password": "ChangePasswordForm",
        "set_password": "SetPasswordForm",
        "reset_password": "ForgottenForm",
        "reset_password_from_key": "NewPasswordForm",
        "request_login_code": "SendCodeForm",
        "confirm_login_code": "CodeForm",
        "confirm_email_verification_code": "AddressCodeForm",
        "confirm_password_reset_code": "CodeForm",
        "confirm_reauthentication_code": "CodeForm",
        "reauthenticate": "AgainForm",
    }.items()
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_CHANGE_EMAIL = True  # an account has one address
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_REDIRECT_URL = "signed-out"
ACCOUNT_SESSION_REMEMBER = True
# A code may be late, and typed by somebody who plays meanwhile; it has eight digits.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_PASSWORD_RESET_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_TIMEOUT = 30 * 60
# What would let another one in for good is changed only by who signed in just now.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
# "key" is the e-mail address; a family, or a club, has one "ip". Anybody can use up what is counted
# by the address alone, so passwords are not: see Adapter. Eight digits are not guessed in a hundred
# tries an hour, which is what the others leave.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "30/m/ip,10/10m/key",
    "signup": "60/h/ip",
    "request_login_code": "60/h/ip,20/h/key",
    "reset_password": "60/h/ip,20/h/key",
    "confirm_email": "1/10s/key,20/h/key",
}
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_ADAPTER = "scoreboard.views.sign_in.PasskeyAdapter"
MFA_FORMS = {
    name: f"scoreboard.forms.sign_in.{form}"
    for name, form in {
        "add_webauthn": "AddPasskeyForm",
        "signup_webauthn": "SignupPasskeyForm",
        "edit_webauthn": "RenamePasskeyForm",
        "login_webauthn": "SignInPasskeyForm",
        "reauthenticate_webauthn": "AgainPasskeyForm",
    }.items()
}
MFA_ALLOW_UNVERIFIED_EMAIL = True  # nobody is signed in who has not confirmed it
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}

EMAIL_URL = env("EMAIL_URL")
globals().update(mail(EMAIL_URL or "console:"))
DEFAULT_FROM_EMAIL = env("EMAIL_FROM", "Tafelstand <tafelstand@localhost>")

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "staticfiles": {"BACKEND": "scoreboard.storage.StaticFiles"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "scoreboard" / "locale"]
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600

# Times are stored in UTC; days are those of the playgroup, whose browser tells where it is.
TIME_ZONE = "UTC"
DEFAULT_TIME_ZONE = env("DEFAULT_TIME_ZONE", "Europe/Amsterdam")
if DEFAULT_TIME_ZONE not in available_timezones():
    stop(f"DEFAULT_TIME_ZONE is {DEFAULT_TIME_ZONE!r}; set it to a name such as Europe/Amsterdam")

# 400 days is the longest that browsers keep a cookie; access.py renews it as people come back.
SESSION_COOKIE_AGE = 400 * 24 * 3600
SESSION_COOKIE_NAME = "tafelstand"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not PLAIN_HTTP
# The address of a shared page is its key, so it is told to nobody.
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "scoreboard.logs.WithoutTokens"}},
    "filters": {"not_again": {"()": "scoreboard.logs.NotAgainAtOnce"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["not_again"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A refused round or a wrong address is an answer, and a foreign host name somebody's try.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
