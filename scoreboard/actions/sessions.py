"""Starting a session, closing it, taking it up again."""

import datetime
from dataclasses import dataclass, field

from django.db import transaction

import rules
from scoreboard.actions.history import locked, remember
from scoreboard.actions.players import players_named
from scoreboard.models import Change, GameSession, Member, Playgroup, Seat, name_key, new_key
from scoreboard.queries.score_sheet import ScoreSheet


class SetupRefused(Exception):
    """Nothing was stored: `problems` has every reason, from the rules."""

    def __init__(self, problems: list[rules.Problem]) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


DEFAULT_EDITION = "classic-108"


@dataclass(frozen=True)
class NewSession:
    """What was agreed before the deal; people by their names, in the order of their seats."""

    names: list[str]
    first_dealer: str = ""
    edition: str = DEFAULT_EDITION
    card_points: dict[str, int] = field(default_factory=dict)
    target: int | None = rules.find_edition(DEFAULT_EDITION).target
    name: str = ""

    def problems(self) -> list[rules.Problem]:
        """Why it cannot be played so."""
        return [problem for problem in self.found() if problem.severity != "unlikely"]

    def unlikely(self) -> list[rules.Problem]:
        return [problem for problem in self.found() if problem.severity == "unlikely"]

    def is_of(self, sheet: ScoreSheet) -> bool:
        game = sheet.game
        theirs = [seat.player.name_key for seat in sheet.seats]
        same_people = theirs == [name_key(name) for name in self.names]
        same_box = (game.edition, game.card_points) == (self.edition, self.card_points)
        return same_people and same_box and game.target == self.target

    def found(self) -> list[rules.Problem]:
        setup = rules.Setup(
            edition=rules.find_edition(self.edition),
            seats=tuple(rules.Seat(name_key(name)) for name in self.names),
            card_points=self.card_points,
            target=self.target,
        )
        return rules.setup_problems(setup)


@transaction.atomic
def start_session(
    *, playgroup: Playgroup, agreed: NewSession, key: str, by: Member, at: datetime.datetime
) -> GameSession:
    """`key` comes with the page that asks: sent twice it starts one session.

    Sent again with something else agreed (back, and one more player) it starts another one.
    """
    Playgroup.objects.select_for_update().get(pk=playgroup.pk)
    if started := playgroup.sessions.filter(key=key).first():
        if agreed.is_of(ScoreSheet(started)):
            return started
        key = new_key()
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
    agreed = NewSession(
        names=[seat.player.name for seat in sheet.seats],
        first_dealer=sheet.names[rules.next_dealer(sheet.setup, sheet.played)],
        edition=game.edition,
        card_points=game.card_points,
        target=game.target,
        name=game.name,
    )
    # Pressed on two phones it is one rematch: an empty session of the same people is that.
    latest = game.playgroup.sessions.latest("started_at", "pk")
    is_empty = not latest.cached_rounds and not latest.cached_ended_at
    if latest != game and is_empty and agreed.is_of(ScoreSheet(latest)):
        return latest
    return start_session(playgroup=game.playgroup, agreed=agreed, key=key, by=by, at=at)


class SessionChanged(Exception):
    """Nothing was stored: there is more in the session than the page showed."""


@transaction.atomic
def close_session(
    *, game: GameSession, by: Member, seen_version: int, at: datetime.datetime
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
def reopen_session(*, game: GameSession, by: Member, at: datetime.datetime) -> None:
    sheet = locked(ScoreSheet(game))
    if sheet.game.closed_at is None:
        return
    sheet.game.closed_at = None
    remember(ScoreSheet(sheet.game), what=Change.What.REOPENED, by=by, at=at)
