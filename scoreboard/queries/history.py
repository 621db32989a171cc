"""A session's history as people read it: what was done when, and how it stood before."""

import datetime
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from scoreboard.models import Change, GameSession, Player
from scoreboard.queries.members import called, named_members
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import spoken, with_counts

OF_AGREEMENT = {
    *(Change.What.TARGET, Change.What.LIMIT, Change.What.DEALER),
    *(Change.What.JOINED, Change.What.SEAT, Change.What.TOOK_BACK),
}
NONE = "–"


@dataclass(frozen=True)
class HistoryLine:
    """`before` and `after` are those of a round; what was agreed is told in the sentence.

    `who` is empty where nobody can say it any more.
    """

    at: datetime.datetime
    who: str
    what: str
    before: list[tuple[str, str]]
    after: list[tuple[str, str]]


def history_lines(
    sheet: ScoreSheet, changes: Iterable[Change], asker: int | None = None
) -> list[HistoryLine]:
    """`asker` is the row of the member who reads it, and may be the one who did it."""
    changes = list(changes)
    if not changes:
        return []
    prefetch_related_objects(changes, Prefetch("by", named_members()))
    names = names_in(sheet, changes)
    return [told_change(change, who_did(change, asker), names, sheet.setup) for change in changes]


def who_did(change: Change, asker: int | None) -> str:
    return _("somebody with a link") if change.by_link_id else called(change.by, asker)


def told_change(change: Change, who: str, names: dict[str, str], setup: rules.Setup) -> HistoryLine:
    if change.what in OF_AGREEMENT:
        return HistoryLine(change.at, who, told_agreement(change, names), [], [])
    return HistoryLine(
        at=change.at,
        who=who,
        what=change.get_what_display() % {"number": change.round_number},
        before=told(change.before, names, setup),
        after=told(change.after, names, setup),
    )


def names_in(sheet: ScoreSheet, changes: list[Change]) -> dict[str, str]:
    """In seat order; after them whoever is in the history, but has no seat any more."""
    plains = [plain for line in changes for plain in (line.before, line.after) if plain]
    gone = {key for plain in plains for key in people_in(plain)} - {*sheet.names}
    people = Player.objects.filter(playgroup=sheet.game.playgroup_id, key__in=gone)
    return sheet.names | dict(people.values_list("key", "name"))


def people_in(plain: dict) -> set[str]:
    found = {plain.get(word) for word in ("winner", "dealer", "player", "first_dealer")}
    return {*found, *plain.get("hands", ()), *plain.get("knocked_out", ())} - {None}


def was_removed_since(game: GameSession, version: int) -> bool:
    """Whether a page of that version may show a round that is not there any more."""
    return game.changes.filter(what=Change.What.REMOVED, version__gt=version).exists()


# --- what was agreed ------------------------------------------------------------------------------


def told_agreement(change: Change, names: dict[str, str]) -> str:
    """Such a change in one sentence, with what was and what is."""
    before, after = change.before or {}, change.after or {}
    seat = before | after
    facts = {
        "name": names.get(seat.get("player"), _("somebody")),
        "number": seat.get("from_round"),
        "facts": told_seat(before, after),
        "before": told_fact(before, names),
        "after": told_fact(after, names),
    }
    if change.what == Change.What.JOINED and seat["start_points"]:
        sentence = ngettext(
            "%(name)s joined from round %(number)s with %(points)s start point",
            "%(name)s joined from round %(number)s with %(points)s start points",
            seat["start_points"],
        )
        return sentence % (facts | {"points": seat["start_points"]})
    return change.get_what_display() % facts


def told_fact(plain: dict, names: dict[str, str]) -> str:
    """The only thing in it: a number, nothing, or who deals first."""
    value = next(iter(plain.values()), None)
    if "first_dealer" in plain:
        return names.get(value, _("somebody"))
    return NONE if value is None else str(value)


def told_seat(before: dict, after: dict) -> str:
    sentences = {
        "start_points": _("start points %(before)s → %(after)s"),
        "from_round": _("plays from round %(before)s → %(after)s"),
        "to_round": _("last round %(before)s → %(after)s"),
    }
    changed = [word for word in sentences if before.get(word) != after.get(word)]
    return ", ".join(
        sentences[word] % {"before": shown(before.get(word)), "after": shown(after.get(word))}
        for word in changed
    )


def shown(number: int | None) -> str:
    return NONE if number is None else str(number)


def plain_seat(seat: rules.Seat) -> dict:
    """A seat in the words of the session file, as the history keeps it."""
    return asdict(seat)


# --- a round --------------------------------------------------------------------------------------


def told_round(sheet: ScoreSheet, number: int) -> list[tuple[str, str]]:
    return told(as_plain(sheet.played[number - 1]), sheet.names, sheet.setup)


def told(plain: dict | None, names: dict[str, str], setup: rules.Setup) -> list[tuple[str, str]]:
    """Who had what, in the order of the names; nothing where there was no round."""
    if plain is None:
        return []
    side = plain.get("side")
    sides = {"light": _("light"), "dark": _("dark")}
    lines = [(_("Side"), sides.get(side, side))] if side else []
    parts = [(name, parts_of(plain, key, setup)) for key, name in names.items()]
    return lines + [(name, " · ".join(words)) for name, words in parts if words]


def parts_of(plain: dict, key: str, setup: rules.Setup) -> list[str]:
    """What the round says of one person, each in a word or two."""
    parts = []
    if key == plain["winner"]:
        parts.append(told_winner(plain, setup))
    if key in plain.get("gained", {}):
        parts.append(_("gained %(points)s") % {"points": plain["gained"][key]})
    if key in plain.get("knocked_out", ()):
        parts.append(_("knocked out"))
    if key in plain["hands"]:
        parts.append(told_hand(plain["hands"][key], setup, plain.get("side")))
    if key == plain.get("dealer"):
        parts.append(_("dealt"))
    return parts


def told_winner(plain: dict, setup: rules.Setup) -> str:
    if "last_card" not in plain:
        return _("went out")
    card = rules.Card.parse(plain["last_card"])
    return _("went out with %(card)s") % {"card": spoken(card, setup.edition, plain.get("side"))}


def told_hand(plain: dict, setup: rules.Setup, side: str | None) -> str:
    if "cards" in plain:
        cards = tuple(rules.Card.parse(card) for card in plain["cards"])
        names = with_counts(spoken(card, setup.edition, side) for card in cards)
        return f"{', '.join(names)} ({rules.hand_points(rules.Hand(cards=cards), setup, side)})"
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
