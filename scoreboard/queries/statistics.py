"""A player's figures, from the cached results of the sessions; a figure without basis is None."""

import datetime
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext, ngettext

import rules
from scoreboard.models import Player, Playgroup


class Result(NamedTuple):
    """One session of one player."""

    game_id: int
    started_at: datetime.datetime
    ended_at: datetime.datetime | None
    rounds: int
    rank: int
    has_left: bool
    total: int
    rounds_won: int
    best_round: int | None
    hands: int
    points_left: int
    competitors: int
    winners: int
    scoring: str

    @property
    def unit(self) -> str:
        """What the total needs to be said of it; points that one wants many of need nothing."""
        system = rules.SCORING_SYSTEMS[self.scoring]
        if not system.counts_cards:
            return ngettext("round won", "rounds won", self.total)
        return gettext("lowest wins") if system.lowest_wins else ""

    @property
    def won(self) -> bool:
        return self.ended_at is not None and self.rank == 1 and not self.has_left

    @property
    def expected(self) -> float:
        """What luck alone would give; nothing to whoever left before the end."""
        return 0 if self.has_left else 1 / self.competitors


@dataclass(frozen=True)
class Figures:
    """The words are those of the statistics' definitions; rates are between 0 and 1."""

    sessions: int
    sessions_finished: int
    wins: int
    shared_wins: int
    win_rate: float | None
    expected_rate: float | None
    rounds: int
    round_wins: int
    average_left: float | None
    best: Result | None
    current_win_streak: int
    longest_win_streak: int
    first_day: datetime.date | None
    latest: tuple[Result, ...]


LATEST = 5


def everybody(playgroup: Playgroup) -> QuerySet[Player]:
    """The people by name, each with the number of their sessions; the hidden ones too."""
    played = Count("seats", filter=Q(seats__cached_rounds__gt=0))
    people = playgroup.players.filter(merged_into=None)
    return people.annotate(sessions=played).order_by("name_key")


def results(player: Player) -> list[Result]:
    """Sessions in which a counted round was played, in order of ending, open ones last."""
    seats = player.seats.filter(cached_rounds__gt=0).order_by(
        F("game__cached_ended_at").asc(nulls_last=True), "game__key"
    )
    rows = seats.values_list(
        "game_id",
        "game__started_at",
        "game__cached_ended_at",
        "cached_rounds",
        "cached_rank",
        "cached_has_left",
        "cached_total",
        "cached_rounds_won",
        "cached_best_round",
        "cached_hands",
        "cached_points_left",
        "game__cached_competitors",
        "game__cached_winners",
        "game__scoring",
    )
    return [Result._make(row) for row in rows]


def figures(player: Player) -> Figures:
    played = results(player)
    finished = [result for result in played if result.ended_at]
    wins = [result for result in finished if result.won]
    hands = sum(result.hands for result in played)
    streaks = [len(list(run)) for won, run in groupby(finished, lambda r: r.won) if won]
    by_start = sorted(played, key=lambda result: result.started_at, reverse=True)
    expected = sum(result.expected for result in finished)
    return Figures(
        sessions=len(played),
        sessions_finished=len(finished),
        wins=len(wins),
        shared_wins=sum(result.winners > 1 for result in wins),
        win_rate=ratio(len(wins), len(finished)),
        expected_rate=ratio(expected, len(finished)),
        rounds=sum(result.rounds for result in played),
        round_wins=sum(result.rounds_won for result in played),
        average_left=ratio(sum(result.points_left for result in played), hands),
        best=max(
            (result for result in played if result.best_round is not None),
            key=lambda result: result.best_round,
            default=None,
        ),
        current_win_streak=streaks[-1] if finished and finished[-1].won else 0,
        longest_win_streak=max(streaks, default=0),
        first_day=by_start[-1].started_at.astimezone(player.playgroup.zone).date()
        if by_start
        else None,
        latest=tuple(by_start[:LATEST]),
    )


def ratio(part: float, whole: int) -> float | None:
    """Unknown is not 0."""
    return part / whole if whole else None
