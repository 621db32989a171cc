"""Every word that people see is Dutch for those who ask for Dutch."""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template.base import Lexer, TokenType
from django.test import Client
from django.urls import reverse
from django.utils.translation.template import templatize

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member, Right
from tests.scoreboard.people import EVENING, browser_of, close, correct, play, someone, start

PO = settings.BASE_DIR / "scoreboard" / "locale" / "nl" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")
HEADER = {
    "Project-Id-Version": "Tafelstand",
    "Language": "nl",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
CALL = re.compile(r"_|n?gettext(_lazy|_noop)?")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")
VARIES = re.compile(rf"{PLACEHOLDER.pattern}|</?\w+>")
WORD = re.compile(r"[^\W\d_]+")
# The script shows the words that it finds in data-….
SEEN_ATTRIBUTE = re.compile(r"placeholder|title|alt|aria-(label|description|valuetext)|data-.*")
# The product and the people of the example; what is in another language says so itself.
SAME_IN_EVERY_LANGUAGE = {"Tafelstand", "Anna", "Bram"}
# Shown when nothing works any more, so it says everything in both languages.
BILINGUAL = {"500.html"}
# Shorter ones can be part of a name, or mean something in Dutch.
LONG = 7


def name(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()


def catalogue() -> polib.POFile:
    return polib.pofile(str(PO))


def templates() -> list[Path]:
    """Of pages, and of e-mails."""
    folder = settings.BASE_DIR / "templates"
    return sorted([*folder.rglob("*.html"), *folder.rglob("*.txt")])


def sources() -> Iterator[tuple[str, str]]:
    """File by file its name and its text as Python, as far as translating goes."""
    for path in templates():
        yield name(path), templatize(path.read_text(encoding="utf-8"), origin=name(path))
    for folder in ("rules", "scoreboard"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            yield name(path), path.read_text(encoding="utf-8")


def marked(source: str) -> Iterator[tuple[str, ...]]:
    """The strings of every call that asks for a translation: one, or singular and plural."""
    # In brackets nothing is an indent: what templatize leaves of a template may be anything.
    tokens = list(tokenize.generate_tokens(io.StringIO(f"({source}\n)").readline))
    for place, (word, bracket) in enumerate(pairwise(tokens), start=2):
        if word.type == tokenize.NAME and CALL.fullmatch(word.string) and bracket.string == "(":
            yield tuple(strings(tokens[place:]))


def strings(tokens: list[tokenize.TokenInfo]) -> Iterator[str]:
    """The leading arguments, as far as they are strings."""
    parts = []
    for token in tokens:
        if token.type == tokenize.STRING:
            parts.append(ast.literal_eval(token.string))
        elif token.type not in (tokenize.NL, tokenize.COMMENT):
            if parts:
                yield "".join(parts)
            parts = []
            if token.string != ",":
                return


def wanted() -> dict[tuple[str, ...], str]:
    """Every string that is marked, and the first file that has it."""
    found: dict[tuple[str, ...], str] = {}
    for file, source in sources():
        for marked_strings in marked(source):
            found.setdefault(marked_strings, file)
    return found


def english(entry: polib.POEntry) -> tuple[str, ...]:
    return tuple(filter(None, (entry.msgid, entry.msgid_plural)))


def dutch(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def is_ready(entry: polib.POEntry) -> bool:
    filled = [text for text in dutch(entry) if text.strip()]
    return not entry.fuzzy and not entry.obsolete and len(filled) == len(english(entry))


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def lines(reasons: list[str]) -> str:
    return "\n" + "\n".join(reasons)


def test_every_marked_string_has_a_dutch_translation():
    ready = {english(entry) for entry in catalogue() if is_ready(entry)}
    # A singular that is asked for alone shares the entry of its plural, as gettext has it.
    ready |= {forms[:1] for forms in ready}
    missing = [
        f"{file}: no Dutch for {asked}" for asked, file in wanted().items() if asked not in ready
    ]
    assert not missing, lines(missing)


def test_every_translation_is_asked_for_and_finished():
    asked = wanted()
    left = [
        f"{name(PO)}: {english(entry)} is not asked for, empty, or still fuzzy"
        for entry in catalogue()
        if english(entry) not in asked or not is_ready(entry)
    ]
    assert not left, lines(left)


def test_translations_have_the_same_placeholders():
    wrong = [
        f"{name(PO)}: {text!r} has other placeholders than {entry.msgid!r}"
        for entry in catalogue()
        for text in dutch(entry)
        if placeholders(text) != placeholders(entry.msgid)
    ]
    assert not wrong, lines(wrong)


def test_the_compiled_file_is_that_of_the_translations():
    assert MO.read_bytes() == catalogue().to_binary(), f"{name(MO)} is old; run `make messages`"


def test_the_catalogue_tells_no_person_tool_or_time():
    assert catalogue().metadata == HEADER, "run `make messages`"


class Seen(HTMLParser):
    """What a page shows and tells: its text and the attributes that people meet, with lines."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        # What is not for readers of this language: its tag, once for every level.
        self.aside: list[str] = []
        self.feed(page)
        self.close()
        assert not self.aside, f"<{self.aside[0]}> is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.aside:
            self.aside += [tag] * (tag == self.aside[0])
        elif tag in ("script", "style") or (tag != "html" and "lang" in dict(attrs)):
            self.aside = [tag]
        else:
            for word, value in attrs:
                if value and SEEN_ATTRIBUTE.fullmatch(word):
                    self.found.append((self.getpos()[0], value))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.aside:
            self.aside.pop()

    def handle_data(self, data: str) -> None:
        if not self.aside:
            self.found.append((self.getpos()[0], data))


def bare(source: str) -> str:
    """The template without its tags and what they translate; every line stays where it was."""
    parts, inside = [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            tag = token.split_contents()
            # The block named layout has names of styles for base.html.
            starts = tag[0] in ("blocktranslate", "comment") or tag == ["block", "layout"]
            inside = starts or (inside and not tag[0].startswith("end"))
        keep = token.token_type == TokenType.TEXT and not inside
        parts.append(token.contents if keep else "\n" * token.contents.count("\n"))
    return "".join(parts)


def test_templates_have_no_words_of_their_own():
    wrong = [
        f"{name(path)}:{line}: {' '.join(text.split())!r} is not marked for translation"
        for path in templates()
        if path.name not in BILINGUAL
        for line, text in Seen(bare(path.read_text(encoding="utf-8"))).found
        if not SAME_IN_EVERY_LANGUAGE.issuperset(WORD.findall(text))
    ]
    assert not wrong, lines(wrong)


@pytest.fixture
def playing(owner: Member) -> GameSession:
    """Open, with all kinds of hand, one round that the deck cannot have, and a link."""
    game = start(owner)
    play(game, "Anna", Bram="7 3 +2", Cees=(37, 4))
    play(game, "Cees", Anna="+4 +4 +4", Bram="+4 +4", deck_differs=True)
    share_session(game=game, by=owner, at=EVENING)
    return game


@pytest.fixture
def over(owner: Member) -> GameSession:
    """Won, with a round after the end, which a correction of the first made it."""
    game = start(owner, target=100)
    first = play(game, "Anna", Bram=10, Cees=12)
    play(game, "Bram", Anna=10, Cees=20)
    correct(first, "Anna", Bram=60, Cees=50)
    return game


@pytest.fixture
def ask(owner: Member) -> Callable[..., HttpResponse]:
    """The page of that address, with what is sent there, for the owner, in Dutch."""
    phone = browser_of(owner, headers={"accept-language": "nl"})

    def page(address: str, *of: object, **sent: object) -> HttpResponse:
        place = reverse(address, args=of)
        return phone.post(place, sent) if sent else phone.get(place)

    return page


def english_in(response: HttpResponse) -> list[str]:
    """The strings of which a part stands on the page, long enough to be sure that it is that."""
    shown = " ".join(" ".join(text.split()) for _line, text in Seen(response.text).found)
    return [
        entry.msgid
        for entry in catalogue()
        if any(stands_in(shown, part) for part in parts_of(entry))
    ]


def parts_of(entry: polib.POEntry) -> list[str]:
    parts = [part.strip() for form in english(entry) for part in VARIES.split(form)]
    same = " ".join(dutch(entry))
    return [part for part in parts if len(part) >= LONG and part not in same]


def stands_in(shown: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", shown) is not None


def check(*statuses: int, **pages: HttpResponse) -> None:
    """Each is a page in Dutch, and none of them is answered with another page."""
    wrong = [
        f"{word}: answered {page.status_code}"
        for word, page in pages.items()
        if page.status_code not in statuses
    ]
    wrong += [f"{word}: {text!r}" for word, page in pages.items() for text in english_in(page)]
    assert not wrong, lines(wrong)


def test_pages_of_a_session_are_dutch(ask, playing: GameSession, over: GameSession):
    pk, first = playing.pk, playing.rounds.first().pk
    shown = playing.links.get()
    to_all, to_score = (
        share_session(game=game, by=someone(playing), at=EVENING, right=Right.SCORE)
        for game in (None, playing)
    )
    check(
        200,
        board=ask("board", pk),
        record=ask("record", pk),
        correct=ask("correct", pk, first),
        remove=ask("remove", pk, first),
        history=ask("history", pk),
        share=ask("share", pk),
        link=ask("link", shown.pk),
        nothing_shared=ask("share", over.pk),
        shared=ask("shared", shown.token),
        keep_score=Client(headers={"accept-language": "nl"}).get(
            reverse("keep-score", args=[to_score.token])
        ),
        links=ask("links"),
        link_to_score=ask("link", to_score.pk),
        link_to_all=ask("link", to_all.pk),
        results=ask("shared", to_all.token),
        close=ask("close", pk),
        winner=ask("board", over.pk),
    )
    check(404, missing=ask("board", 0))


def test_pages_of_a_playgroup_are_dutch(ask, playing: GameSession, over: GameSession):
    check(
        200,
        home=ask("home"),
        setup=ask("new-session"),
        players=ask("players"),
        player=ask("player", playing.seats.first().player_id),
        welcome=Client(headers={"accept-language": "nl"}).get("/"),
    )


def test_what_is_said_about_mistakes_is_dutch(ask, playing: GameSession):
    pk, person = playing.pk, playing.seats.first().player_id
    hands = {"winner": "0", "seen_version": "0", "points-1": "20", "points-2": "30"}
    check(
        *(409, 422),
        one_name=ask("home", names="Anna"),
        twice=ask("new-session", plays=["Anna", "Bram"], new="Anna", target="x", start="1"),
        nobody=ask("rename", person, name="\u200b"),
        taken=ask("rename", person, name="bram"),
        no_winner=ask("record", pk, seen_version="0"),
        impossible=ask("record", pk, **hands | {"points-1": "9999"}),
        too_late=ask("record", pk, **hands),
        changed=ask("correct", pk, playing.rounds.first().pk, **hands),
    )
    close(playing)
    check(200, closed=ask("board", pk))
    check(409, over=ask("record", pk, **hands))
    refused = Client(enforce_csrf_checks=True, headers={"accept-language": "nl"})
    check(403, old_page=refused.post("/", {"names": "Anna, Bram"}))
