"""Recording a round, correcting it, removing it."""

import datetime
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import F

import rules
from scoreboard.actions.history import lines_between, locked, remember, remember_all
from scoreboard.models import Change, Hand, Keeper, Round, Seat
from scoreboard.queries.history import as_plain
from scoreboard.queries.score_sheet import ScoreSheet

FAR_AWAY = 1_000_000


class Stored(NamedTuple):
    """The session's version right after the round was stored, and what is unlikely about it."""

    version: int
    unlikely: list[rules.Problem]


class RoundRefused(Exception):
    """Nothing was stored: `problems` has every reason, from the rules."""

    def __init__(self, problems: list[rules.Problem]) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


class LaterRoundsBroken(Exception):
    """Nothing was stored: the rounds of these `numbers` would make no sense any more."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.numbers = numbers


class RoundTaken(Exception):
    """Nothing was stored: it is there already in another form, or not there any more.

    `row_id` is the round that stands in its place, None where there is none.
    """

    def __init__(self, row_id: int | None) -> None:
        super().__init__(row_id)
        self.row_id = row_id


class SessionOver(Exception):
    """Nothing was stored: the session has ended."""


@transaction.atomic
def record_round(
    *,
    sheet: ScoreSheet,
    played: rules.Round,
    by: Keeper,
    entry_key: str,
    seen_version: int,
    at: datetime.datetime,
) -> Stored:
    """Store the next round. Sent twice it stores once."""
    sheet = locked(sheet)
    if sent := sheet.game.changes.filter(entry_key=entry_key).first():
        if sent.round_id and says_the_same(sent.after, played):
            return Stored(sent.version, [])
        raise RoundTaken(sent.round_id)
    refuse_if_late(sheet, seen_version)
    if sheet.standings.finished:
        raise SessionOver
    after, problems = rules.one_more(sheet.setup, sheet.standings, played)
    played, unlikely = judged(problems, played)
    row = Round(game=sheet.game, number=sheet.next_number)
    write_round(sheet, row, played, ended_at=at)
    recorded = sheet.told_anew((*sheet.rounds, row), (*sheet.played, played))
    recorded.standings = after  # by one step on, not by a fold of everything again
    remember(
        recorded,
        what=Change.What.RECORDED,
        by=by,
        at=at,
        row=row,
        entry_key=entry_key,
        after=as_plain(played),
    )
    return Stored(sheet.game.version, unlikely)


@transaction.atomic
def correct_round(
    *,
    sheet: ScoreSheet,
    row: Round,
    played: rules.Round,
    by: Keeper,
    seen_version: int,
    at: datetime.datetime,
) -> Stored:
    """Put the round right; whatever follows from it is folded anew."""
    sheet = locked(sheet)
    row, stored = round_as_it_is(sheet, row)
    if says_the_same(as_plain(stored), played):
        return Stored(sheet.game.version, [])
    refuse_if_changed(sheet, row, seen_version)
    before, after = sheet.played_before(row.number), sheet.played[row.number :]
    problems = rules.round_problems(sheet.setup, before, played)
    played, unlikely = judged(problems, played)
    corrected = sheet.told_anew(sheet.rounds, (*before, played, *after))
    refuse_if_broken(corrected)
    write_round(sheet, row, played, ended_at=row.ended_at)
    remember(
        corrected,
        what=Change.What.CORRECTED,
        by=by,
        at=at,
        row=row,
        before=as_plain(stored),
        after=as_plain(played),
    )
    return Stored(sheet.game.version, unlikely)


@transaction.atomic
def remove_round(
    *, sheet: ScoreSheet, row: Round, by: Keeper, seen_version: int, at: datetime.datetime
) -> None:
    sheet = locked(sheet)
    row, removed = round_as_it_is(sheet, row)
    refuse_if_changed(sheet, row, seen_version)
    number = row.number
    later = sheet.rounds[number:]
    played = (*sheet.played_before(number), *sheet.played[number:])
    agreed = sheet.setup
    without = sheet.told_anew((*sheet.rounds[: number - 1], *later), played)
    moved = move_seats(without, rules.without_round(agreed, number, len(sheet.rounds)))
    refuse_if_broken(without)
    row.delete()
    if moved:
        Seat.objects.bulk_update(moved, ["from_round", "to_round"])
    # In two steps: one row at a time would meet the number of the row that has yet to move.
    sheet.game.rounds.filter(number__gt=number).update(number=F("number") + FAR_AWAY)
    sheet.game.rounds.filter(number__gt=FAR_AWAY).update(number=F("number") - FAR_AWAY - 1)
    line = Change(what=Change.What.REMOVED, round_number=number, before=as_plain(removed))
    remember_all(without, [line, *lines_between(agreed, without.setup)], by=by, at=at)


def move_seats(sheet: ScoreSheet, setup: rules.Setup) -> list[Seat]:
    """Take over when the seats join and leave under this setup; gives the rows to store."""
    moved = []
    for seat in sheet.seats:
        told = setup.seat_of[seat.player.key]
        if (seat.from_round, seat.to_round) != (told.from_round, told.to_round):
            seat.from_round, seat.to_round = told.from_round, told.to_round
            moved.append(seat)
    sheet.setup = setup
    return moved


def round_as_it_is(sheet: ScoreSheet, row: Round) -> tuple[Round, rules.Round]:
    for fresh, played in zip(sheet.rounds, sheet.played, strict=True):
        if fresh.pk == row.pk:
            return fresh, played
    raise RoundTaken(None)


def says_the_same(stored: dict, played: rules.Round) -> bool:
    """Whether it is the same round; the mark of a different deck is not what people typed."""
    sent = as_plain(as_stored(played))
    return stored | {"deck_differs": True} == sent | {"deck_differs": True}


def refuse_if_stale(sheet: ScoreSheet, row: Round | None, seen_version: int | None) -> None:
    """Whether another phone was there first, before anything else is said of the page."""
    if seen_version is None:
        return
    if row is None:
        refuse_if_late(sheet, seen_version)
    else:
        refuse_if_changed(sheet, row, seen_version)


def refuse_if_late(sheet: ScoreSheet, seen_version: int) -> None:
    """Another phone recorded a round since: it may be this one, also under another number."""
    if sheet.game.version == seen_version:
        return
    since = sheet.game.changes.filter(version__gt=seen_version, what=Change.What.RECORDED)
    if other := since.exclude(round=None).last():
        raise RoundTaken(other.round_id)


def refuse_if_changed(sheet: ScoreSheet, row: Round, seen_version: int) -> None:
    if sheet.game.changes.filter(version__gt=seen_version, round=row.pk).exists():
        raise RoundTaken(row.pk)


def as_stored(played: rules.Round) -> rules.Round:
    """Without what the rules accept and that says nothing.

    That is an empty entry of the winner, and a hand without cards or points where none is needed.
    """
    hands = {
        key: hand for key, hand in played.hands.items() if key != played.winner and hand.is_known
    }
    return replace(played, hands=hands)


def judged(
    problems: list[rules.Problem], played: rules.Round
) -> tuple[rules.Round, list[rules.Problem]]:
    """The round as it is to be stored, and what is unlikely about it; or refused."""
    found = {problem.severity for problem in problems}
    if "broken" in found or ("impossible" in found and not played.deck_differs):
        raise RoundRefused(problems)
    unlikely = [problem for problem in problems if problem.severity == "unlikely"]
    return replace(as_stored(played), deck_differs="impossible" in found), unlikely


def refuse_if_broken(sheet: ScoreSheet) -> None:
    """A round after the end is looked at less strictly, until a correction brings it back."""
    if numbers := broken_in(sheet.standings):
        raise LaterRoundsBroken(sorted(numbers))


def broken_in(standings: rules.Standings) -> set[int]:
    """The numbers of the rounds that make no sense."""
    return {
        scored.number
        for scored in standings.rounds
        if any(problem.severity == "broken" for problem in scored.problems)
    }


def write_round(
    sheet: ScoreSheet, row: Round, played: rules.Round, *, ended_at: datetime.datetime
) -> None:
    is_new = row.pk is None
    row.winner = sheet.seat_of(played.winner)
    row.dealer = sheet.seat_of(played.dealer) if played.dealer else None
    row.side = played.side or ""
    row.last_card = str(played.last_card or "")
    row.knocked_out = [sheet.seat_of(key).pk for key in played.knocked_out]
    row.gained = played.gained.get(played.winner)
    row.deck_differs = played.deck_differs
    row.ended_at = ended_at
    row.save()
    if not is_new:
        Hand.objects.filter(round=row).delete()
    Hand.objects.bulk_create(
        Hand(
            round=row,
            seat=sheet.seat_of(key),
            cards=None if hand.cards is None else [str(card) for card in hand.cards],
            points=hand.points,
            cards_left=hand.cards_left,
        )
        for key, hand in played.hands.items()
    )
