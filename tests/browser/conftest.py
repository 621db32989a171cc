"""Real browsers against the real server.

A test asks for `phone` or `desktop`, a page of one person; `open_page` gives another person's,
which shares nothing with it. What a browser complains of fails the test (see `complaints`).
"""

import re
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Response,
    WebError,
)

from tests.browser.browsers import AT_THE_TABLE, DESKTOP, PHONE, chromium, flags
from tests.browser.wire import Wire
from tests.conftest import ServerProcess
from tests.databases import url_of_test_database


def pytest_configure(config: pytest.Config) -> None:
    # pytest-playwright 0.10 has such a fixture itself; all other warnings stay errors.
    warning = "Session-scoped fixtures defined as instance methods:pytest.PytestRemovedIn10Warning"
    config.addinivalue_line("filterwarnings", f"ignore:{warning}")


@pytest.fixture(autouse=True)
def _committed_rows(transactional_db: None) -> None:
    """What a test writes the server must see, so all tables are emptied after each test instead."""


@pytest.fixture(scope="session")
def server(
    django_db_setup: None, start_server: Callable[..., ServerProcess]
) -> Iterator[ServerProcess]:
    """One for all browser tests; it stops before the database goes."""
    server = start_server("--workers", "2", DATABASE_URL=url_of_test_database())
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": flags()}


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser]) -> Iterator[Browser]:
    try:
        browser = launch_browser()
    except Error as error:
        browser, reason = None, str(error).splitlines()[0]
    if browser is None:  # told outside of the except block, or Playwright's long story comes along
        pytest.fail(
            f"no Chromium starts ({reason}): install chromium, or set CHROMIUM to the path of one",
            pytrace=False,
        )
    yield browser
    browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What went wrong in any browser of the test: it fails if something is left here.

    A test that provokes a complaint asserts that it came and then clears the list.
    """
    return []


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], complaints: list[str], server: ServerProcess
) -> Iterator[Callable[..., BrowserContext]]:
    contexts = []

    def listened_to(**options) -> BrowserContext:
        context = new_context(**{"base_url": server.url, **AT_THE_TABLE, **options})
        listen(context, complaints)
        contexts.append(context)
        return context

    log_so_far = server.log.stat().st_size
    yield listened_to
    for context in contexts:
        if context.pages:
            context.cookies()  # an answer from the browser: whatever it said before has arrived
    if complaints:
        said = server.log.read_bytes()[log_so_far:].decode()
        pytest.fail("\n".join([*complaints, f"the server's log: {said or '-'}"]), pytrace=False)


def listen(context: BrowserContext, complaints: list[str]) -> None:
    def on_console(message: ConsoleMessage) -> None:
        # Violations of the content security policy come this way too. A failed load comes as a
        # response as well, where a page that was meant to be a 404 can be told from a lost file.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            complaints.append(f"console: {message.text} ({message.location['url']})")

    def on_error(error: WebError) -> None:
        complaints.append(f"script: {error.error}")

    def on_response(response: Response) -> None:
        asked_for = response.request.resource_type in ("document", "fetch", "xhr")
        if response.status >= 500 or (response.status >= 400 and not asked_for):
            complaints.append(f"{response.status} {response.url}")

    context.on("console", on_console)
    context.on("weberror", on_error)
    context.on("response", on_response)


@pytest.fixture
def open_page(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Another person with a device of their own: `open_page(DESKTOP)`, by default a phone.

    Keyword arguments are those of Playwright's new_context, such as `locale="nl"`.
    """

    def open_page(device: dict = PHONE, **options) -> Page:
        return new_context(**{**device, **options}).new_page()

    return open_page


@pytest.fixture
def wire(server: ServerProcess) -> Iterator[Wire]:
    wire = Wire(server.url)
    yield wire
    wire.shut()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    return open_page(PHONE)


@pytest.fixture
def desktop(open_page: Callable[..., Page]) -> Page:
    return open_page(DESKTOP)


# --- signing in ----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def nothing_counted_from_the_test_before(_committed_rows: None) -> None:
    cache.clear()


@pytest.fixture
def here(server: ServerProcess) -> str:
    """The address under which a browser makes passkeys: without HTTPS it must be localhost."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def code(server: ServerProcess) -> Callable[[], str]:
    """The one in the e-mail that came since the last time; the server prints them."""
    read = server.log.stat().st_size

    def latest() -> str:
        nonlocal read
        printed = server.log.read_bytes()[read:].decode()
        read += len(printed.encode())
        return re.findall(r"\d{4}-\d{4}", printed)[-1]

    return latest
