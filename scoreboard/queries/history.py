"""A session's history as people read it: what was done when, and how a round stood before."""

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoreboard.models import Change, GameSession
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import spoken


@dataclass(frozen=True)
class HistoryLine:
    at: datetime.datetime
    what: str
    before: list[tuple[str, str]]
    after: list[tuple[str, str]]


def history_lines(sheet: ScoreSheet, changes: Iterable[Change]) -> list[HistoryLine]:
    return [
        HistoryLine(
            at=change.at,
            what=change.get_what_display() % {"number": change.round_number},
            before=told(change.before, sheet),
            after=told(change.after, sheet),
        )
        for change in changes
    ]


def told_round(sheet: ScoreSheet, number: int) -> list[tuple[str, str]]:
    return told(as_plain(sheet.played[number - 1]), sheet)


def was_removed_since(game: GameSession, version: int) -> bool:
    """Whether a page of that version may show a round that is not there any more."""
    return game.changes.filter(what=Change.What.REMOVED, version__gt=version).exists()


def told(plain: dict | None, sheet: ScoreSheet) -> list[tuple[str, str]]:
    """Who had what, in seat order; nothing where there was no round."""
    if plain is None:
        return []
    lines = []
    for seat in sheet.seats:
        key, name = seat.player.key, seat.player.name
        if key == plain["winner"]:
            lines.append((name, _("went out")))
        elif key in plain["hands"]:
            lines.append((name, told_hand(plain["hands"][key], sheet.setup)))
    return lines


def told_hand(plain: dict, setup: rules.Setup) -> str:
    if "cards" in plain:
        cards = tuple(rules.Card.parse(card) for card in plain["cards"])
        counts = Counter(spoken(card, setup.edition) for card in cards)
        names = [f"{count}× {name}" if count > 1 else name for name, count in counts.items()]
        return f"{', '.join(names)} ({rules.hand_points(rules.Hand(cards=cards), setup)})"
    if "cards_left" in plain:
        cards = plain["cards_left"]
        text = ngettext("%(points)s in %(cards)s card", "%(points)s in %(cards)s cards", cards)
        return text % {"points": plain["points"], "cards": cards}
    return str(plain["points"])


def as_plain(played: rules.Round) -> dict:
    """A round in the words of the session file, as the history keeps it."""
    extras = {
        "side": played.side,
        "knocked_out": list(played.knocked_out),
        "dealer": played.dealer,
        "last_card": str(played.last_card or ""),
        "gained": dict(played.gained),
        "deck_differs": played.deck_differs,
    }
    return {
        "winner": played.winner,
        "hands": {key: plain_hand(hand) for key, hand in played.hands.items()},
    } | {word: value for word, value in extras.items() if value}


def plain_hand(hand: rules.Hand) -> dict:
    plain = {
        "cards": None if hand.cards is None else [str(card) for card in hand.cards],
        "points": hand.points,
        "cards_left": hand.cards_left,
    }
    return {word: value for word, value in plain.items() if value is not None}
