import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import translation

from scoreboard.models import GameSession, Member, Right
from tests.scoreboard.people import browser_of, member_beside, own_playgroup, start


@pytest.fixture(autouse=True)
def static_files_as_they_lie(settings) -> None:
    """No collectstatic before a test run."""
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def nothing_kept_from_the_test_before() -> None:
    caches["pages"].clear()


@pytest.fixture(autouse=True)
def no_language_left_from_the_test_before() -> None:
    translation.deactivate()


@pytest.fixture(autouse=True)
def passwords_that_are_quick_to_check(settings) -> None:
    """The real ones are slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def owner(db) -> Member:
    return own_playgroup()


@pytest.fixture
def scorer(owner: Member) -> Member:
    return member_beside(owner, Right.SCORE)


@pytest.fixture
def watcher(owner: Member) -> Member:
    return member_beside(owner, Right.SEE)


@pytest.fixture
def stranger(db) -> Member:
    """Owner of another playgroup."""
    return own_playgroup()


@pytest.fixture
def game(owner: Member) -> GameSession:
    """Anna, Bram and Cees, to 500; nothing played yet."""
    return start(owner)


@pytest.fixture
def phone(owner: Member) -> Client:
    """The owner's."""
    return browser_of(owner)
