"""What many people look at is made once for each version of it, and kept by each process.

The key has all that can change what is seen: the session's version, the names of its people, the
language, and what the one who looks may do. So nothing need ever be thrown away; the
process forgets it after five minutes, or sooner when it needs the room.
"""

import gzip
from dataclasses import dataclass

from django.core.cache import caches
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoreboard.models import GameSession
from scoreboard.queries.board import Board
from scoreboard.queries.score_sheet import ScoreSheet

cache = caches["pages"]


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
    names = game.playgroup.names_version
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


def kept_shared_page(game: GameSession) -> bytes:
    """The whole page, compressed: it has no form, so it is the same for everybody."""
    key = key_of("shared", game)
    page = cache.get(key)
    if page is None:
        context = {
            "board": Board(ScoreSheet(game)),
            "game": game,
            # A box of their own only the playgroup can look up.
            "cards": "" if game.edition_table else reverse("edition", args=[game.edition]),
        }
        page = gzip.compress(render_to_string("shared.html", context).encode())
        cache.set(key, page)
    return page
