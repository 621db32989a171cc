"""Whatever an installation may change comes from the environment; README.md lists it."""

import os
import sys
from pathlib import Path
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
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
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
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
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

# Each process keeps the pages that many people open, by the version of what they show.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 500},
    }
}

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
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A refused round or a wrong address is an answer, and a foreign host name somebody's try.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
