"""Starting a session, closing it, taking it up again."""

import datetime
from dataclasses import dataclass, field

from django.db import transaction

import rules
from scoreboard.actions.history import locked, remember
from scoreboard.actions.players import players_named
from scoreboard.models import Change, GameSession, Member, Playgroup, Seat, name_key
from scoreboard.queries.score_sheet import ScoreSheet


class SetupRefused(Exception):
    """Nothing was stored: `problems` has every reason, from the rules."""

    def __init__(self, problems: list[rules.Problem]) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


@dataclass(frozen=True)
class NewSession:
    """What was agreed before the deal; people by their names, in the order of their seats."""

    names: list[str]
    first_dealer: str = ""
    edition: str = "classic-108"
    card_points: dict[str, int] = field(default_factory=dict)
    target: int | None = 500
    name: str = ""

    def problems(self) -> list[rules.Problem]:
        setup = rules.Setup(
            edition=rules.find_edition(self.edition),
            seats=tuple(rules.Seat(name_key(name)) for name in self.names),
            card_points=self.card_points,
            target=self.target,
        )
        found = rules.setup_problems(setup)
        return [problem for problem in found if problem.severity != "unlikely"]


@transaction.atomic
def start_session(
    *, playgroup: Playgroup, agreed: NewSession, key: str, by: Member, at: datetime.datetime
) -> GameSession:
    """`key` comes with the page that asks: sent twice it starts one session."""
    Playgroup.objects.select_for_update().get(pk=playgroup.pk)
    if started := playgroup.sessions.filter(key=key).first():
        return started
    if problems := agreed.problems():
        raise SetupRefused(problems)
    players = players_named(playgroup=playgroup, names=agreed.names, at=at)
    dealer = name_key(agreed.first_dealer)
    dealers = [player for player in players if player.name_key == dealer]
    game = playgroup.sessions.create(
        key=key,
        name=agreed.name,
        started_at=at,
        edition=agreed.edition,
        card_points=agreed.card_points,
        target=agreed.target,
        first_dealer=dealers[0] if dealers else None,
    )
    Seat.objects.bulk_create(
        Seat(game=game, player=player, position=position) for position, player in enumerate(players)
    )
    remember(ScoreSheet(game), what=Change.What.STARTED, by=by, at=at)
    return game


def rematch(*, sheet: ScoreSheet, key: str, by: Member, at: datetime.datetime) -> GameSession:
    """The same people under the same setup; the deal goes on where it was."""
    game = sheet.game
    names = [seat.player.name for seat in sheet.seats]
    agreed = NewSession(
        names=names,
        first_dealer=sheet.names[next_dealer(sheet)],
        edition=game.edition,
        card_points=game.card_points,
        target=game.target,
        name=game.name,
    )
    return start_session(playgroup=game.playgroup, agreed=agreed, key=key, by=by, at=at)


def next_dealer(sheet: ScoreSheet) -> str:
    """Whose turn it is after the last round that counts, also when the session is over."""
    order = sheet.setup.players
    dealers = [scored.dealer for scored in sheet.standings.rounds if scored.counts]
    if not dealers:
        return sheet.setup.first_dealer or order[0]
    return order[(order.index(dealers[-1]) + 1) % len(order)]


@transaction.atomic
def close_session(*, game: GameSession, by: Member, at: datetime.datetime) -> None:
    """Closing a session that has already ended, or was closed, changes nothing."""
    sheet = locked(ScoreSheet(game))
    if sheet.standings.finished:
        return
    sheet.game.closed_at = at
    remember(ScoreSheet(sheet.game), what=Change.What.CLOSED, by=by, at=at)


@transaction.atomic
def reopen_session(*, game: GameSession, by: Member, at: datetime.datetime) -> None:
    sheet = locked(ScoreSheet(game))
    if sheet.game.closed_at is None:
        return
    sheet.game.closed_at = None
    remember(ScoreSheet(sheet.game), what=Change.What.REOPENED, by=by, at=at)
