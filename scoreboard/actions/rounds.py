"""Recording a round, correcting it, removing it."""

import datetime
from dataclasses import replace

from django.db import transaction
from django.db.models import F

import rules
from scoreboard.actions.history import locked, remember
from scoreboard.models import Change, Hand, Member, Round
from scoreboard.queries.history import as_plain
from scoreboard.queries.score_sheet import ScoreSheet

FAR_AWAY = 1_000_000


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
    """Nothing was stored: somebody else changed this round since the page was made."""


class SessionOver(Exception):
    """Nothing was stored: the session has ended."""


@transaction.atomic
def record_round(
    *,
    sheet: ScoreSheet,
    number: int,
    played: rules.Round,
    by: Member,
    entry_key: str,
    at: datetime.datetime,
) -> list[rules.Problem]:
    """Store the next round; gives what is unlikely about it. Sent twice it stores once.

    `number` is the round that the sender meant. It stands in for the version that was seen: a
    page is too old for a new round exactly when that round is there by now.
    """
    sheet = locked(sheet)
    if sheet.game.changes.filter(entry_key=entry_key).exists():
        return []
    if number < sheet.next_number:
        raise RoundTaken
    if sheet.standings.finished:
        raise SessionOver
    played, unlikely = judged(sheet, sheet.played, played)
    row = Round(game=sheet.game, number=sheet.next_number)
    write_round(sheet, row, played, ended_at=at)
    remember(
        sheet.told_anew((*sheet.rounds, row), (*sheet.played, played)),
        what=Change.What.RECORDED,
        by=by,
        at=at,
        row=row,
        entry_key=entry_key,
        after=as_plain(played),
    )
    return unlikely


@transaction.atomic
def correct_round(
    *,
    sheet: ScoreSheet,
    row: Round,
    played: rules.Round,
    by: Member,
    seen_version: int,
    at: datetime.datetime,
) -> list[rules.Problem]:
    """Put the round right; whatever follows from it is folded anew."""
    sheet, row = locked_round(sheet, row, seen_version)
    before, after = sheet.played_before(row.number), sheet.played[row.number :]
    played, unlikely = judged(sheet, before, played)
    corrected = sheet.told_anew(sheet.rounds, (*before, played, *after))
    refuse_if_broken(corrected)
    write_round(sheet, row, played, ended_at=row.ended_at)
    remember(
        corrected,
        what=Change.What.CORRECTED,
        by=by,
        at=at,
        row=row,
        before=as_plain(sheet.played[row.number - 1]),
        after=as_plain(played),
    )
    return unlikely


@transaction.atomic
def remove_round(
    *, sheet: ScoreSheet, row: Round, by: Member, seen_version: int, at: datetime.datetime
) -> None:
    sheet, row = locked_round(sheet, row, seen_version)
    number, removed = row.number, sheet.played[row.number - 1]
    later = sheet.rounds[number:]
    played = (*sheet.played_before(number), *sheet.played[number:])
    without = sheet.told_anew((*sheet.rounds[: number - 1], *later), played)
    refuse_if_broken(without)
    row.delete()
    # In two steps: one row at a time would meet the number of the row that has yet to move.
    sheet.game.rounds.filter(number__gt=number).update(number=F("number") + FAR_AWAY)
    sheet.game.rounds.filter(number__gt=FAR_AWAY).update(number=F("number") - FAR_AWAY - 1)
    remember(
        without,
        what=Change.What.REMOVED,
        by=by,
        at=at,
        number=number,
        before=as_plain(removed),
    )


def locked_round(sheet: ScoreSheet, row: Round, seen_version: int) -> tuple[ScoreSheet, Round]:
    """The round as it is now, refused when it is not the one that was seen."""
    sheet = locked(sheet)
    fresh = next((other for other in sheet.rounds if other.pk == row.pk), None)
    changed = sheet.game.changes.filter(version__gt=seen_version, round=row.pk)
    if fresh is None or changed.exists():
        raise RoundTaken
    return sheet, fresh


def judged(
    sheet: ScoreSheet, before: tuple[rules.Round, ...], played: rules.Round
) -> tuple[rules.Round, list[rules.Problem]]:
    """The round as it is to be stored, and what is unlikely about it; or refused."""
    problems = rules.round_problems(sheet.setup, before, played)
    found = {problem.severity for problem in problems}
    if "broken" in found or ("impossible" in found and not played.deck_differs):
        raise RoundRefused(problems)
    # What is left of the winner's hand here is an empty entry.
    hands = {key: hand for key, hand in played.hands.items() if key != played.winner}
    unlikely = [problem for problem in problems if problem.severity == "unlikely"]
    return replace(played, hands=hands, deck_differs="impossible" in found), unlikely


def refuse_if_broken(sheet: ScoreSheet) -> None:
    """A round after the end is looked at less strictly, until a correction brings it back."""
    numbers = [
        scored.number
        for scored in sheet.standings.rounds
        if any(problem.severity == "broken" for problem in scored.problems)
    ]
    if numbers:
        raise LaterRoundsBroken(numbers)


def write_round(
    sheet: ScoreSheet, row: Round, played: rules.Round, *, ended_at: datetime.datetime
) -> None:
    is_new = row.pk is None
    row.winner = sheet.seat_of(played.winner)
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
