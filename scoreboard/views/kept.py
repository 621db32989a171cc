"""What many people look at is made once for each version of it, and kept by each process.

The key has all that can change what is seen: the session's version, the names of its people, the
language, and what the one who looks may do. So nothing need ever be thrown away; the
process forgets it after five minutes, or sooner when it needs the room.
"""

import gzip
import hashlib
from dataclasses import dataclass
from html import unescape

from django.core.cache import caches
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoreboard.models import GameSession, Playgroup, ShareLink
from scoreboard.pictures.standing import picture_of
from scoreboard.queries.board import Board
from scoreboard.queries.home import entries, sessions_of
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.told import told_in_a_sentence

cache = caches["pages"]
LATEST_RESULTS = 50


@dataclass(frozen=True)
class KeptBoard:
    """The board without its forms, which carry a token of whoever looks."""

    content: SafeString
    headline: str
    is_finished: bool
    is_closed: bool
    has_too_few: bool
    next_number: int
    last_round_pk: int | None


def key_of(what: str, game: GameSession) -> str:
    names = f"{game.playgroup.names_version}-{game.names_shown}"
    return f"{what}-{game.pk}-{game.version}-{names}-{get_language()}"


def kept_board(game: GameSession, *, may_score: bool) -> KeptBoard:
    key = key_of(f"board-{may_score:d}", game)
    kept = cache.get(key)
    if kept is None:
        board = Board(ScoreSheet(game))
        kept = KeptBoard(
            content=render_to_string(
                "board/_content.html",
                {"board": board, "may_score": may_score, "cards": reverse("cards", args=[game.pk])},
            ),
            headline=board.headline,
            is_finished=board.standings.finished,
            is_closed=board.standings.closed,
            has_too_few=board.has_too_few,
            next_number=board.next_number,
            last_round_pk=board.rounds[0].row.pk if board.rounds else None,
        )
        cache.set(key, kept)
    return kept


@dataclass(frozen=True)
class SharedBoard:
    """What a shared page shows of the session, and what those who watch it are sent."""

    mark: str
    content: SafeString
    title: str
    name: str
    sentence: str


def kept_shared_board(game: GameSession) -> SharedBoard:
    key = key_of("shared-board", game)
    kept = cache.get(key)
    if kept is None:
        board = Board(ScoreSheet(game))
        context = {"board": board, "game": game, "cards": cards_of(game)}
        name = name_of(game)
        kept = SharedBoard(
            mark=mark_of(game),
            content=render_to_string("board/_content.html", context),
            title=" · ".join(filter(None, [board.headline, name])),
            name=name,
            sentence=told_in_a_sentence(board),
        )
        cache.set(key, kept)
    return kept


def name_of(game: GameSession) -> str:
    """What the session is called, by its day where nobody called it anything."""
    return unescape(render_to_string("_session_name.html", {"game": game}).strip())


def mark_of(game: GameSession) -> str:
    """Tells a shared page from what it showed before."""
    seen = f"{game.pk} {game.version} {game.playgroup.names_version} {game.names_shown}"
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def cards_of(game: GameSession) -> str:
    """A box of their own only the playgroup can look up."""
    return "" if game.edition_table else reverse("edition", args=[game.edition])


def kept_shared_page(game: GameSession, address: str) -> bytes:
    """The whole page, compressed: it has no form, so it is the same for everybody.

    Its address stands in its head, for chats that show what a link leads to.
    """
    key = key_of(f"shared-{hashlib.sha256(address.encode()).hexdigest()}", game)
    page = cache.get(key)
    if page is None:
        context = {
            "board": kept_shared_board(game),
            "game": game,
            "cards": cards_of(game),
            "link": game.by_link,
            "address": address,
        }
        page = gzip.compress(render_to_string("shared.html", context).encode())
        cache.set(key, page)
    return page


def kept_picture(game: GameSession) -> bytes:
    key = key_of("picture", game)
    picture = cache.get(key)
    if picture is None:
        picture = picture_of(Board(ScoreSheet(game)), name_of(game))
        cache.set(key, picture)
    return picture


# --- a link to all sessions -----------------------------------------------------------------------


@dataclass(frozen=True)
class Results:
    """The newest sessions, and what tells this list from what it was before."""

    mark: str
    content: SafeString


def kept_results(link: ShareLink) -> Results:
    mark = mark_of_results(link, latest_of(link.playgroup))
    key = f"results-{link.token_hash}-{mark}-{get_language()}"
    kept = cache.get(key)
    if kept is None:
        games = sessions_of(link.playgroup)[:LATEST_RESULTS]
        context = {"entries": entries(link.playgroup, games, link)}
        kept = Results(mark, render_to_string("_results.html", context))
        cache.set(key, kept)
    return kept


Latest = list[dict[str, int]]


def latest_of(playgroup: Playgroup) -> Latest:
    """Row and version of the newest alone: what it costs is not to grow with the years."""
    return [*playgroup.newest_sessions.values("pk", "version")[:LATEST_RESULTS]]


def mark_of_results(link: ShareLink, latest: Latest) -> str:
    seen = f"{latest} {link.playgroup.names_version} {link.names_shown} {link.playgroup.name}"
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def results_name(link: ShareLink) -> str:
    """Not after the people, as elsewhere: the link may not say what they are called."""
    return link.playgroup.name or gettext("All sessions")
