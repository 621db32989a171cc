"""What every page tells the browser, and that none of them carries a script or style within."""

import gzip

import pytest
from django.contrib.staticfiles import finders

from scoreboard.models import Playgroup
from tests.scoreboard.addresses import Evening
from tests.scoreboard.people import EVENING, browser_of, close, play
from tests.scoreboard.readback import Page, fresh
from tests.scoreboard.signing_in import every_page

PAGES = (
    *("home", "sessions", "new-session", "players", "player", "board", "history", "record"),
    *(
        "correct",
        "remove",
        "close",
        "agreement",
        "share",
        "links",
        "link",
        "shared",
        "tv",
        "read-cards",
    ),
)


@pytest.fixture
def evening(game) -> Evening:
    play(game, "Anna", Bram="7 3 wild", Cees=7)
    return Evening.of(fresh(game))


@pytest.fixture
def pages(evening, phone) -> dict:
    """Every page and every kind of answer that has a page."""
    nobody = browser_of(None)
    found = {name: phone.get(evening.address(name)) for name in PAGES}
    found["welcome"] = nobody.get("/")
    found["keep score"] = nobody.get(evening.address("keep-score"))
    found["results"] = nobody.get(evening.link_to_all.get_absolute_url())
    found["not found"] = nobody.get(evening.address("board"))
    found["no such address"] = nobody.get("/nowhere/")
    found["health"] = nobody.get("/health/")
    found["offline"] = nobody.get("/offline/")
    record = evening.sent_to("record")
    found["refused"] = phone.post(evening.address("record"), record | {"points-1": "x"})
    found["taken"] = phone.post(
        evening.address("record"), record | {"seen_version": "1", "key": ""}
    )
    found["stored"] = phone.post(evening.address("record"), record)
    found["setup refused"] = phone.post("/sessions/new/", {"start": "1"})
    found["moved"] = phone.post("/sessions/new/", {"plays": "Anna", "seat": "Anna"})
    strict = browser_of(None, enforce_csrf_checks=True)
    found["forged"] = strict.post("/", {"names": "Anna, Bram"})
    found["bad request"] = nobody.get("/", headers={"Host": "example.org"})
    found |= every_page()
    close(evening.game)
    found["closed"] = phone.get(evening.address("board"))
    return found


def test_every_page_was_asked_for(pages):
    statuses = {name: response.status_code for name, response in pages.items()}
    others = {
        **{"not found": 404, "no such address": 404, "refused": 422, "taken": 409, "stored": 302},
        **{"setup refused": 422, "forged": 403, "bad request": 400},
    }
    others |= {name: 422 for name in statuses if name.endswith(" refused")}
    assert statuses == dict.fromkeys(statuses, 200) | others


def test_no_page_carries_a_script_or_a_style_within(pages):
    for name, response in pages.items():
        for tag, given in Page(response).tags:
            assert tag != "style", name
            assert tag != "script" or given.get("src"), name
            assert "style" not in given, (name, tag)
            assert not [word for word in given if word.startswith(("on", "hx-on"))], (name, tag)
            assert not (given.get("href") or "").startswith("javascript:"), name


def test_only_what_comes_from_here_is_loaded(pages):
    del pages["bad request"]  # refused before anything but its sentence is made
    for name, response in pages.items():
        policy = response["Content-Security-Policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert "unsafe" not in policy, name
        assert rules["default-src"] == "'self'"
        assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
        assert rules["form-action"] == "'self'"


def test_nothing_is_loaded_from_elsewhere_and_all_of_it_is_there(pages, evening, client):
    for name, response in pages.items():
        page = Page(response)
        loaded = page.having("src")
        loaded += [given["href"] for tag, given in page.tags if tag == "link"]
        loaded = [address for address in loaded if address != "/app.webmanifest"]
        assert loaded or name in ("stored", "health", "read-cards", "bad request")
        for address in loaded:
            if address.startswith(evening.address("shared")):
                assert client.get(address).status_code == 200
                continue
            assert address.startswith("/static/"), name
            assert finders.find(address.removeprefix("/static/")), address


def test_no_page_tells_others_where_one_came_from(pages):
    for response in pages.values():
        assert response["Referrer-Policy"] == "same-origin"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_no_page_asks_for_camera_or_place(pages):
    for response in pages.values():
        assert "camera=(), geolocation=(), microphone=()" in response["Permissions-Policy"]


def test_a_page_says_by_a_word_whose_it_is(pages, evening, stranger):
    """The phone forgets what it kept for another one; a page for everybody is nobody's."""
    words = {name: response.get("X-Whose") for name, response in pages.items()}
    assert words["shared"] is None
    assert words["home"] == words["board"] == words["record"]
    assert words["not found"] not in (None, words["home"])
    theirs = browser_of(stranger).get("/")["X-Whose"]
    assert len({words["home"], words["not found"], theirs}) == 3


def test_no_page_is_shown_within_another(pages):
    del pages["bad request"]
    for response in pages.values():
        assert response["X-Frame-Options"] == "DENY"


def test_search_engines_leave_shared_pages_alone(pages):
    assert pages["shared"]["X-Robots-Tag"] == "noindex"
    assert Page(pages["shared"]).tag_with(name="robots")["content"] == "noindex"


def test_what_belongs_to_a_login_is_kept_by_no_cache_between(pages):
    for name in PAGES:
        if name not in ("shared", "tv"):
            assert "Cookie" in pages[name]["Vary"], name


def test_a_page_in_another_language_is_another_page(pages):
    for name in (*PAGES, "welcome"):
        assert "Accept-Language" in pages[name]["Vary"], name


def test_pages_travel_at_a_third_of_their_size_to_whoever_takes_it(evening, phone):
    for name in ("board", "record", "shared"):
        plain = phone.get(evening.address(name))
        packed = phone.get(evening.address(name), headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain, name
        assert packed["Content-Encoding"] == "gzip", name
        assert "Accept-Encoding" in packed["Vary"], name
        assert len(packed.content) * 3 < len(plain.content), name
        assert gzip.decompress(packed.content).endswith(b"</html>\n"), name
    assert gzip.decompress(packed.content) == plain.content


def test_no_script_reads_a_cookie(db):
    phone = browser_of(None)
    phone.post("/", {"names": "Anna, Bram"})
    phone.post("/language/", {"language": "nl"})
    phone.get("/sessions/new/")
    assert {"tafelstand", "csrftoken", "django_language"} <= set(phone.cookies)
    for name, cookie in phone.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name


def test_every_form_that_is_sent_carries_its_token(pages):
    for name, response in pages.items():
        forms = response.content.decode().split("<form")[1:]
        for form in forms:
            if 'method="post"' in form.split(">")[0]:
                assert "csrfmiddlewaretoken" in form.split("</form")[0], name


def test_every_id_is_there_once_and_every_label_has_its_field(pages):
    for name, response in pages.items():
        page = Page(response)
        ids = page.having("id")
        assert len(ids) == len(set(ids)), name
        pointed_at = " ".join(page.having("for") + page.having("aria-describedby"))
        assert set(pointed_at.split()) <= set(ids), name


def test_every_page_has_its_language_a_title_and_one_heading(pages):
    for name, response in pages.items():
        tags = [tag for tag, _given in Page(response).tags]
        if tags and tags[0] == "html":
            assert Page(response).tag_with(lang="en"), name
            assert tags.count("h1") == tags.count("title") == tags.count("main") == 1, name


def test_the_demo_page_too(client, owner, game):
    Playgroup.objects.update(is_demo=True)
    game.changes.update(at=EVENING)
    for tag, given in Page(browser_of(owner).get("/")).tags:
        assert "style" not in given
        assert tag != "style"
