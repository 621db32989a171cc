"""Who stands where: one row for each who plays for a place of their own, a player or a team."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

import rules
from scoreboard.models import MARKS, Seat
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import team_told

MOST_NAMED = 3
LONG_NAME = 12  # letters; more do not fit in the largest type on a phone


@dataclass(frozen=True)
class Person:
    """Somebody in a row; `aside` says that they do not play yet, or no more."""

    name: str
    mark: int
    total: int | None = None
    aside: str = ""
    deals: bool = False
    key: str = ""


@dataclass(frozen=True)
class StandingRow:
    """A player, or a team with all its people; without rank and total until they have joined.

    `way` is how far it is to the end, in words; `is_out` whether they cannot win any more; `seat`
    the place at the table of the first of them, by which a row is known again.
    """

    people: tuple[Person, ...]
    rank: int | None
    total: int | None
    team: str = ""
    to_go: int | None = None
    way: str = ""
    gained: int = 0
    aside: str = ""
    is_out: bool = False
    wins: bool = False
    seat: int | None = None

    @property
    def mark(self) -> int:
        return self.people[0].mark

    @property
    def names(self) -> list[str]:
        """What to call it: by its people, and a large team by its own name."""
        is_large = self.team and len(self.people) > MOST_NAMED
        return [self.team] if is_large else [person.name for person in self.people]

    @property
    def name(self) -> str:
        return " & ".join(self.names)

    @property
    def deals(self) -> bool:
        return any(person.deals for person in self.people)

    @property
    def fills(self) -> bool:
        """Whether its bar says anything."""
        return self.to_go is not None and not self.is_out


def parties(sheet: ScoreSheet, marks: tuple[int, ...]) -> dict[Hashable, list[tuple[Seat, int]]]:
    """The seats of each player or team, with their marks, in the order of the seats."""
    found: dict[Hashable, list[tuple[Seat, int]]] = {}
    for seat, mark in zip(sheet.seats, marks, strict=True):
        found.setdefault(sheet.setup.party_of[seat.player.key], []).append((seat, mark))
    return found


def standing_rows(sheet: ScoreSheet, marks: tuple[int, ...]) -> list[StandingRow]:
    """By rank, in the order of the seats where ranks are equal; who has not joined comes last."""
    rows = [row_of(sheet, seats) for seats in parties(sheet, marks).values()]
    return sorted(
        [row for row in rows if row.people], key=lambda row: (row.rank is None, row.rank or 0)
    )


def row_of(sheet: ScoreSheet, seats: list[tuple[Seat, int]]) -> StandingRow:
    standings = sheet.standings
    # Who never came to a session that is over has no place in it.
    seats = [each for each in seats if has_joined(sheet, each[0]) or not standings.finished]
    people = tuple(person_of(sheet, *each) for each in seats)
    keys = [seat.player.key for seat, _mark in seats if has_joined(sheet, seat)]
    is_out = bool(keys) and all(is_gone(sheet, seat) for seat, _mark in seats)
    team = seats[0][0].team if seats else ""
    asides = [person.aside for person in people if is_out or not keys or not team]
    total = sum(standings.totals[key] for key in keys) if keys else None
    last = next((scored for scored in reversed(standings.rounds) if scored.counts), None)
    return StandingRow(
        people=people,
        rank=standings.ranks[keys[0]] if keys else None,
        total=total,
        team=team_told(team),
        to_go=left_to_go(sheet.setup, total),
        way="" if is_out else way_told(sheet.setup, total),
        gained=sum(last.gained.get(key, 0) for key in keys) if last else 0,
        aside=asides[-1] if asides else "",
        is_out=is_out,
        wins=any(key in standings.winners for key in keys),
        seat=seats[0][0].position if seats else None,
    )


def person_of(sheet: ScoreSheet, seat: Seat, mark: int) -> Person:
    key, standings = seat.player.key, sheet.standings
    return Person(
        name=seat.player.name,
        mark=mark,
        total=standings.totals.get(key),
        aside=aside_of(sheet, seat),
        deals=key == standings.next_dealer,
        key=key,
    )


def has_joined(sheet: ScoreSheet, seat: Seat) -> bool:
    return seat.player.key in sheet.standings.ranks


def is_gone(sheet: ScoreSheet, seat: Seat) -> bool:
    """Whether the seat is out of a knockout, or left the table."""
    key, standings = seat.player.key, sheet.standings
    return key in standings.knocked_out or key in standings.left


def aside_of(sheet: ScoreSheet, seat: Seat) -> str:
    """Why the seat is not in the next round; nothing where it is."""
    key, standings = seat.player.key, sheet.standings
    if not has_joined(sheet, seat):
        return gettext("joins in round %(number)s") % {"number": seat.from_round}
    if key in standings.knocked_out:
        return gettext("out in round %(number)s") % {"number": out_in(sheet, key)}
    if key in standings.left:
        return gettext("left after round %(number)s") % {"number": seat.to_round}
    return ""


def out_in(sheet: ScoreSheet, key: str) -> int | None:
    """The round in which the seat dropped out of a knockout."""
    rounds = sheet.standings.rounds
    return next((scored.number for scored in rounds if key in scored.dropped_out), None)


def left_to_go(setup: rules.Setup, total: int | None) -> int | None:
    if setup.target is None or total is None:
        return None
    return max(setup.target - total, 0)


def way_told(setup: rules.Setup, total: int | None) -> str:
    """How far it is: to the target, or to the limit that nobody wants to reach."""
    points = left_to_go(setup, total)
    if total is not None and not setup.system.counts_cards:
        return rounds_told(total, setup.target)
    if not points:
        return ""
    if setup.system.lowest_wins:
        return gettext("%(points)s left") % {"points": points}
    return gettext("%(points)s to go") % {"points": points}


def rounds_told(won: int, target: int | None) -> str:
    if target is None:
        return ngettext("round won", "rounds won", won)
    text = ngettext("%(won)s of %(target)s round", "%(won)s of %(target)s rounds", target)
    return text % {"won": won, "target": target}


def marks_of(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Each player's own mark; where two have the same, the later seat gets the next free one."""
    taken: list[int] = []
    for seat in seats:
        after = [(seat.player.mark + step) % MARKS for step in range(MARKS)]
        free = [mark for mark in after if mark not in taken]
        taken.append(free[0] if free else seat.player.mark)
    return tuple(taken)
