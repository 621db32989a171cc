"""Fills an empty, migrated database with the years of one busy playgroup, in bulk.

The rows are those that the actions would have written one by one, cached columns and history
included; `bench/check.py` holds a sample of them against the fold.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from django.db import models, transaction

import rules
from bench.deal import deal_evening, target_of_finished, target_of_open
from scoreboard.actions.history import cached_of_game, cached_of_seat, put
from scoreboard.actions.players import next_mark
from scoreboard.actions.playgroups import start_playgroup
from scoreboard.models import Change, GameSession, Hand, Member, Player, Round, Seat, ShareLink
from scoreboard.models import name_key as key_of_name
from scoreboard.queries.history import as_plain
from scoreboard.queries.score_sheet import ScoreSheet

SEED = 108
SEATS = 4
ROUNDS = 10
FIRST_NAMES = (
    *("Anna", "Bram", "Chloé", "Daan", "Emma", "Finn", "Guusje", "Hugo", "Isa", "Jesse"),
    *("Kim", "Lotte", "Max", "Noor", "Olaf", "Puck", "Ravi", "Sofie", "Tijn", "Zoë"),
)
FIRST_EVENING = datetime.datetime(2023, 1, 6, 19, 30, tzinfo=datetime.UTC)
UNTIL_THE_NEXT = datetime.timedelta(hours=13)
A_ROUND = datetime.timedelta(minutes=8)


@dataclass(frozen=True)
class Amounts:
    players: int
    sessions: int
    still_open: int

    @property
    def rounds(self) -> int:
        return self.sessions * ROUNDS

    @property
    def hands(self) -> int:
        return self.rounds * (SEATS - 1)


FULL = Amounts(players=100, sessions=2000, still_open=400)
QUICK = Amounts(players=12, sessions=200, still_open=20)


@dataclass(frozen=True)
class Evening:
    """A session with all its rows, not stored yet."""

    sheet: ScoreSheet
    changes: list[Change]

    @property
    def hands(self) -> list[Hand]:
        return [
            Hand(
                round=row,
                seat=self.sheet.seat_of(key),
                cards=[str(card) for card in hand.cards],
            )
            for row, played in zip(self.sheet.rounds, self.sheet.played, strict=True)
            for key, hand in played.hands.items()
        ]


@transaction.atomic
def fill(amounts: Amounts) -> Member:
    """Gives the owner of all of it."""
    chance = Random(SEED)
    member = start_playgroup(time_zone="Europe/Amsterdam", at=FIRST_EVENING)
    players = Player.objects.bulk_create(people(chance, member, amounts.players))
    first_open = amounts.sessions - amounts.still_open
    evenings = []
    for place in range(amounts.sessions):
        guests = chance.sample(players, SEATS)
        game = new_game(chance, member, place, guests)
        evenings.append(evening(chance, game, guests, member, place >= first_open))
    store(evenings)
    ShareLink.objects.bulk_create(link(chance, evening.sheet.game, member) for evening in evenings)
    return member


def people(chance: Random, member: Member, number: int) -> Iterable[Player]:
    for place in range(number):
        name = f"{FIRST_NAMES[place % 20]} {'ABCDE'[place // 20]}"
        yield Player(
            playgroup=member.playgroup,
            key=key(chance),
            name=name,
            name_key=key_of_name(name),
            mark=next_mark(place),
            created_at=FIRST_EVENING,
        )


def new_game(chance: Random, member: Member, place: int, guests: list[Player]) -> GameSession:
    return GameSession(
        playgroup=member.playgroup,
        key=key(chance),
        name=f"Evening {place}" if place % 4 == 0 else "",
        started_at=FIRST_EVENING + place * UNTIL_THE_NEXT,
        edition="classic-108",
        first_dealer=chance.choice(guests),
    )


def evening(
    chance: Random, game: GameSession, guests: list[Player], member: Member, still_open: bool
) -> Evening:
    seats = tuple(
        Seat(game=game, player=player, position=position) for position, player in enumerate(guests)
    )
    played = tuple(deal_evening(chance, [player.key for player in guests], ROUNDS))
    agree(game, seats, played, still_open)
    sheet = unstored_sheet(game, seats, played)
    changes = history(chance, sheet, member)
    game.version = changes[-1].version
    write_caches(sheet)
    return Evening(sheet, changes)


def agree(
    game: GameSession, seats: tuple[Seat, ...], played: tuple[rules.Round, ...], still_open: bool
) -> None:
    scored = rules.standings(replace(game.in_rules(seats), target=None), played).rounds
    tops = [max(round.totals.values()) for round in scored]
    game.target = target_of_open(tops) if still_open else target_of_finished(tops)
    if not still_open and game.target > tops[-1]:
        game.closed_at = game.started_at + (ROUNDS + 1) * A_ROUND


def unstored_sheet(
    game: GameSession, seats: tuple[Seat, ...], played: tuple[rules.Round, ...]
) -> ScoreSheet:
    seat_of = {seat.player.key: seat for seat in seats}
    rows = tuple(
        Round(
            game=game,
            number=number,
            winner=seat_of[round.winner],
            ended_at=game.started_at + number * A_ROUND,
        )
        for number, round in enumerate(played, start=1)
    )
    sheet = ScoreSheet(game)
    sheet.seats, sheet.rounds, sheet.played = seats, rows, played
    return sheet


def history(chance: Random, sheet: ScoreSheet, member: Member) -> list[Change]:
    game = sheet.game
    lines = [Change(at=game.started_at, what=Change.What.STARTED)]
    lines += [
        Change(
            at=row.ended_at,
            what=Change.What.RECORDED,
            round=row,
            round_number=row.number,
            entry_key=key(chance),
            after=as_plain(played),
        )
        for row, played in zip(sheet.rounds, sheet.played, strict=True)
    ]
    if game.closed_at:
        lines.append(Change(at=game.closed_at, what=Change.What.CLOSED))
    for version, line in enumerate(lines, start=1):
        line.game, line.by, line.version = game, member, version
    return lines


def write_caches(sheet: ScoreSheet) -> None:
    put(sheet.game, cached_of_game(sheet))
    for seat in sheet.seats:
        put(seat, cached_of_seat(sheet, seat.player.key))


def link(chance: Random, game: GameSession, member: Member) -> ShareLink:
    link = ShareLink(
        playgroup_id=game.playgroup_id,
        game=game,
        seed=key(chance),
        by=member,
        created_at=game.started_at,
    )
    link.token_hash = ShareLink.hash_of(link.token)
    return link


def key(chance: Random) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=12))


def store(evenings: list[Evening]) -> None:
    """Table by table, each row after those that it refers to."""
    store_all(GameSession, [evening.sheet.game for evening in evenings])
    store_all(Seat, [seat for evening in evenings for seat in evening.sheet.seats])
    store_all(Round, [row for evening in evenings for row in evening.sheet.rounds])
    store_all(Hand, [hand for evening in evenings for hand in evening.hands])
    store_all(Change, [line for evening in evenings for line in evening.changes])


def store_all(model: type[models.Model], rows: list[models.Model]) -> None:
    model.objects.bulk_create(rows, batch_size=2000)
