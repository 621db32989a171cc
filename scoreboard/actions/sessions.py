"""Starting a session, closing it, taking it up again."""

import datetime
from dataclasses import dataclass, field, replace

from django.db import transaction

import rules
from scoreboard.actions.history import locked, remember
from scoreboard.actions.players import players_named
from scoreboard.models import (
    Change,
    GameSession,
    Keeper,
    Member,
    Player,
    Playgroup,
    Seat,
    name_key,
    new_key,
)
from scoreboard.queries.score_sheet import ScoreSheet


class SetupRefused(Exception):
    """Nothing was stored: `problems` has every reason, from the rules."""

    def __init__(self, problems: list[rules.Problem]) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


def reasons_against(setup: rules.Setup) -> list[rules.Problem]:
    """Why it cannot be played so; what is only unlikely is none."""
    problems = rules.setup_problems(setup)
    return [problem for problem in problems if problem.severity != "unlikely"]


DEFAULT_EDITION = "classic-108"


@dataclass(frozen=True)
class NewSession:
    """What was agreed before the deal; people by their names, in the order of their seats.

    `edition_table` is that of an edition of the playgroup's own, `edition` then its frozen key.
    `teams` and `start_points` are by name.
    """

    names: list[str]
    first_dealer: str = ""
    edition: str = DEFAULT_EDITION
    edition_table: dict | None = None
    decks: int = 1
    missing_cards: tuple[str, ...] = ()
    card_points: dict[str, int] = field(default_factory=dict)
    scoring: str = "winner-collects"
    target: int | None = rules.find_edition(DEFAULT_EDITION).target
    max_rounds: int | None = None
    ties: str = "shared"
    house_rules: tuple[str, ...] = ()
    teams: dict[str, str] = field(default_factory=dict)
    start_points: dict[str, int] = field(default_factory=dict)
    name: str = ""

    def problems(self) -> list[rules.Problem]:
        """Why it cannot be played so; seats go by the keys of their names."""
        return reasons_against(self.setup())

    def unlikely(self) -> list[rules.Problem]:
        found = rules.setup_problems(self.setup())
        return [problem for problem in found if problem.severity == "unlikely"]

    def setup(self) -> rules.Setup:
        players = [Player(key=name_key(name), name=name) for name in self.names]
        setup = self.game().in_rules(self.seats(players))
        dealer = name_key(self.first_dealer)
        dealers = [player.key for player in players if player.key == dealer]
        return replace(setup, first_dealer=dealers[0] if dealers else None)

    def named_as(self, players: list[Player]) -> "NewSession":
        """The same by the names that these people have now, in the same order."""
        now = {old: player.name for old, player in zip(self.names, players, strict=True)}
        key = name_key(self.first_dealer)
        dealers = [now[name] for name in self.names if name_key(name) == key]
        return replace(
            self,
            names=[*now.values()],
            first_dealer=dealers[0] if dealers else "",
            teams={now.get(name, name): team for name, team in self.teams.items()},
            start_points={now.get(name, name): n for name, n in self.start_points.items()},
        )

    def is_of(self, sheet: ScoreSheet) -> bool:
        seats = [Seat(player=seat.player) for seat in sheet.seats]
        theirs = [seat.player.name_key for seat in sheet.seats]
        if theirs != [name_key(name) for name in self.names]:
            return False
        agreed = self.game().in_rules(self.seats([seat.player for seat in seats]))
        return agreed == replace(sheet.setup, first_dealer=None)

    def game(self, **columns) -> GameSession:
        """The session's row, not stored."""
        return GameSession(
            name=self.name,
            edition=self.edition,
            edition_table=self.edition_table,
            decks=self.decks,
            missing_cards=list(self.missing_cards),
            card_points=self.card_points,
            scoring=self.scoring,
            target=self.target,
            max_rounds=self.max_rounds,
            ties=self.ties,
            house_rules=list(self.house_rules),
            **columns,
        )

    def seats(self, players: list[Player], game: GameSession | None = None) -> list[Seat]:
        """The rows of the seats, not stored, for these players in the order of the names."""
        return [
            Seat(
                game=game,
                player=player,
                position=position,
                team=self.teams.get(name, ""),
                start_points=self.start_points.get(name, 0),
            )
            for position, (name, player) in enumerate(zip(self.names, players, strict=True))
        ]


@transaction.atomic
def start_session(
    *, playgroup: Playgroup, agreed: NewSession, key: str, by: Member, at: datetime.datetime
) -> GameSession:
    """`key` comes with the page that asks: sent twice it starts one session.

    Sent again with something else agreed (back, and one more player) it starts another one.
    """
    Playgroup.objects.select_for_update(no_key=True).get(pk=playgroup.pk)
    refuse_problems(agreed)
    players = players_named(playgroup=playgroup, names=agreed.names, at=at)
    agreed = agreed.named_as(players)
    # Two names may mean one person by now: nobody has two seats.
    refuse_problems(agreed)
    if started := playgroup.sessions.filter(key=key).first():
        if agreed.is_of(ScoreSheet(started)):
            return started
        key = new_key()
    dealer = name_key(agreed.first_dealer)
    dealers = [player for player in players if player.name_key == dealer]
    game = agreed.game(
        playgroup=playgroup,
        key=key,
        started_at=at,
        first_dealer=dealers[0] if dealers else None,
    )
    game.save()
    Seat.objects.bulk_create(agreed.seats(players, game))
    remember(ScoreSheet(game), what=Change.What.STARTED, by=by, at=at)
    return game


def refuse_problems(agreed: NewSession) -> None:
    if problems := agreed.problems():
        raise SetupRefused(problems)


def rematch(*, sheet: ScoreSheet, key: str, by: Member, at: datetime.datetime) -> GameSession:
    """The same people under the same setup; the deal goes on where it was."""
    agreed = again(sheet)
    game = sheet.game
    # Pressed on two phones it is one rematch: an empty session of the same people is that.
    latest = game.playgroup.sessions.latest("started_at", "pk")
    is_empty = not latest.cached_rounds and not latest.cached_ended_at
    if latest != game and is_empty and agreed.is_of(ScoreSheet(latest)):
        return latest
    return start_session(playgroup=game.playgroup, agreed=agreed, key=key, by=by, at=at)


def again(sheet: ScoreSheet) -> NewSession:
    """What was agreed, for another session with those who are still there.

    Whoever left went home, also with the round that was the last of all, unless a team or the
    session would fall apart without them. Start points that let somebody join late are not given
    again.
    """
    game, played = sheet.game, len(sheet.rounds)
    staying = [seat for seat in sheet.seats if seat.to_round is None or seat.to_round > played]
    if len(staying) < 2 or sheet.setup.has_teams:
        staying = list(sheet.seats)
    return NewSession(
        names=[seat.player.name for seat in staying],
        first_dealer=deals_next(sheet, staying),
        edition=game.edition,
        edition_table=game.edition_table,
        decks=game.decks,
        missing_cards=tuple(game.missing_cards),
        card_points=game.card_points,
        scoring=game.scoring,
        target=game.target,
        max_rounds=game.max_rounds,
        ties=game.ties,
        house_rules=tuple(game.house_rules),
        teams={seat.player.name: seat.team for seat in staying},
        start_points={
            seat.player.name: seat.start_points for seat in staying if seat.from_round == 1
        },
        name=game.name,
    )


def deals_next(sheet: ScoreSheet, staying: list[Seat]) -> str:
    """The name of whoever is next in turn of those who stay."""
    dealer = rules.next_dealer(sheet.setup, sheet.played)
    keys = [seat.player.key for seat in sheet.seats]
    start = keys.index(dealer) if dealer else 0
    in_turn = (*sheet.seats[start:], *sheet.seats[:start])
    return next(seat.player.name for seat in in_turn if seat in staying)


class SessionChanged(Exception):
    """Nothing was stored: there is more in the session than the page showed."""


@transaction.atomic
def close_session(
    *, game: GameSession, by: Keeper, seen_version: int, at: datetime.datetime
) -> None:
    """Closing a session that has already ended, or was closed, changes nothing."""
    sheet = locked(ScoreSheet(game))
    if sheet.standings.finished:
        return
    if sheet.game.version != seen_version:
        raise SessionChanged
    sheet.game.closed_at = at
    remember(ScoreSheet(sheet.game), what=Change.What.CLOSED, by=by, at=at)


@transaction.atomic
def reopen_session(*, game: GameSession, by: Keeper, at: datetime.datetime) -> None:
    sheet = locked(ScoreSheet(game))
    if sheet.game.closed_at is None:
        return
    sheet.game.closed_at = None
    remember(ScoreSheet(sheet.game), what=Change.What.REOPENED, by=by, at=at)
