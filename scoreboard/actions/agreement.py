"""Changing what was agreed while a session runs, or to take it up again.

Nothing about the outcome is decided here: the rounds are folded anew under the new agreement, and
so a session may have ended earlier, or go on.
"""

import datetime
from dataclasses import dataclass, replace

from django.db import transaction

import rules
from scoreboard.actions.history import first_dealer, lines_between, locked, remember_all
from scoreboard.actions.players import players_named
from scoreboard.actions.rounds import LaterRoundsBroken, broken_in
from scoreboard.actions.sessions import SessionChanged, SetupRefused, reasons_against
from scoreboard.models import Member, Playgroup, Seat, name_key
from scoreboard.queries.score_sheet import ScoreSheet

OF_SEAT = ["start_points", "from_round", "to_round"]


@dataclass(frozen=True)
class Agreement:
    """What is to hold from now on; people by their keys, who joins by name.

    A seat that is neither in `seats` nor in `taken_back` stays as it is: the page may not have
    known of it.
    """

    target: int | None
    max_rounds: int | None
    first_dealer: str
    seats: tuple[rules.Seat, ...] = ()
    taken_back: frozenset[str] = frozenset()
    joining: tuple[rules.Seat, ...] = ()

    def setup(self, sheet: ScoreSheet) -> rules.Setup:
        """The session's setup with all of it; who joins goes last, under the key of the name."""
        before = sheet.setup
        stays = first_dealer(before) == self.first_dealer
        told = {seat.player: seat for seat in self.seats}
        staying = [seat for seat in before.seats if seat.player not in self.taken_back]
        return replace(
            before,
            target=self.target,
            max_rounds=self.max_rounds,
            # Nobody in particular stays nobody in particular: the first seat may be taken back.
            first_dealer=before.first_dealer if stays else self.first_dealer,
            seats=(*(told.get(seat.player, seat) for seat in staying), *self.joining_keys(sheet)),
        )

    def joining_keys(self, sheet: ScoreSheet) -> list[rules.Seat]:
        """A name that sits at the table already is a second seat of that person."""
        at_table = {
            seat.player.name_key: seat.player.key
            for seat in sheet.seats
            if seat.player.key not in self.taken_back
        }
        keys = [(name_key(seat.player), seat) for seat in self.joining]
        return [replace(seat, player=at_table.get(key, key)) for key, seat in keys]

    def without_who_joined(self, sheet: ScoreSheet) -> "Agreement":
        """Less those who have exactly that seat by now: it was sent twice."""
        seated = {seat.player.name_key: replace(seat.in_rules(), player="") for seat in sheet.seats}
        still = [
            seat
            for seat in self.joining
            if seated.get(name_key(seat.player)) != replace(seat, player="")
        ]
        return replace(self, joining=tuple(still))


@transaction.atomic
def change_agreement(
    *,
    sheet: ScoreSheet,
    agreed: Agreement,
    by: Member,
    seen_version: int,
    at: datetime.datetime,
) -> ScoreSheet:
    """Gives the sheet as it is then. Sent twice, the second finds nothing to change."""
    # Before the session, as everywhere, so that two phones do not add one person twice.
    playgroup = Playgroup.objects.select_for_update(no_key=True).get(pk=sheet.game.playgroup_id)
    if playgroup.names_version != sheet.game.playgroup.names_version:
        # Two people were made one since the page's rows were read: its keys and names may be gone.
        raise SessionChanged
    sheet = locked(sheet)
    if sheet.game.version != seen_version:
        agreed = agreed.without_who_joined(sheet)
    setup = agreed.setup(sheet)
    if setup == sheet.setup:
        return sheet
    if sheet.game.version != seen_version:
        raise SessionChanged
    refuse_what_cannot_be(setup)
    refuse_broken_rounds(sheet, setup)
    before = sheet.setup
    write_game(sheet, setup)
    write_seats(sheet, setup, agreed, at)
    after = ScoreSheet(sheet.game)
    after.rounds, after.played = sheet.rounds, sheet.played
    remember_all(after, lines_between(before, after.setup), by=by, at=at)
    return after


def refuse_what_cannot_be(setup: rules.Setup) -> None:
    if problems := reasons_against(setup):
        raise SetupRefused(problems)


def refuse_broken_rounds(sheet: ScoreSheet, setup: rules.Setup) -> None:
    """Rounds that made sense so far, and those of somebody whose seat would be gone."""
    gone = {*sheet.setup.players} - {*setup.players}
    theirs = {number for number, people in people_by_round(sheet).items() if gone & people}
    closed = sheet.game.closed_at is not None
    after = rules.standings(setup, sheet.played, closed=closed)
    if numbers := broken_in(after) - broken_in(sheet.standings) | theirs:
        raise LaterRoundsBroken(sorted(numbers))


def people_by_round(sheet: ScoreSheet) -> dict[int, set[str]]:
    """Everybody whom a round names, or who was at the table when it counted."""
    return {
        scored.number: {
            *(played.winner, played.dealer, *played.hands, *played.knocked_out, *played.gained),
            *scored.gained,
        }
        - {None}
        for scored, played in zip(sheet.standings.rounds, sheet.played, strict=True)
    }


def write_game(sheet: ScoreSheet, setup: rules.Setup) -> None:
    game = sheet.game
    game.target, game.max_rounds = setup.target, setup.max_rounds
    if setup.first_dealer != sheet.setup.first_dealer:
        game.first_dealer = sheet.seat_of(setup.first_dealer).player
    game.save(update_fields=["target", "max_rounds", "first_dealer"])


def write_seats(
    sheet: ScoreSheet, setup: rules.Setup, agreed: Agreement, at: datetime.datetime
) -> None:
    moved = []
    for seat in sheet.seats:
        told = setup.seat_of.get(seat.player.key)
        if told is None:
            seat.delete()
        elif told != seat.in_rules():
            take_over(seat, told)
            moved.append(seat)
    if moved:
        Seat.objects.bulk_update(moved, OF_SEAT)
    names = [seat.player for seat in agreed.joining]
    people = players_named(playgroup=sheet.game.playgroup, names=names, at=at) if names else []
    last = max(seat.position for seat in sheet.seats)
    joined = zip(people, agreed.joining, strict=True)
    for place, (player, told) in enumerate(joined, start=last + 1):
        seat = Seat(game=sheet.game, player=player, position=place)
        take_over(seat, told)
        seat.save()


def take_over(seat: Seat, told: rules.Seat) -> None:
    for column in OF_SEAT:
        setattr(seat, column, getattr(told, column))
