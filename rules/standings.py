"""The fold: round by round into totals, ranks, ties, the end and the winners.

Nothing about the outcome is kept between calls. Correct a round and fold again: a session that
was over may be open, or have ended earlier.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.problems import Problem
from rules.rounds import (
    Round,
    broken_problems,
    counted_points,
    draw_problems,
    gains,
    table_problems,
)
from rules.setup import SCORING_SYSTEMS, Setup, setup_problems


@dataclass(frozen=True)
class ScoredRound:
    """A round with what it brought.

    `points`: the hands that count, by seat; `gained`: by playing seat; `totals`: after it.
    `counts` False for a round that is broken or came after the end: it brings nothing, and its
    `problems` say why. Everything is in points.
    """

    number: int
    winner: str | None
    points: Mapping[str, int]
    gained: Mapping[str, int]
    totals: Mapping[str, int]
    dealer: str | None
    counts: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Standings:
    """How things stand, derived from the rounds and never stored.

    `totals` and `ranks` by seat; `winners` in seat order, empty while not `finished`;
    `next_dealer` None when finished; `closed` when it is the closing that ended the session,
    False when it had ended by rule before.
    """

    totals: Mapping[str, int]
    ranks: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]
    ended_by_round: int | None
    next_dealer: str | None
    rounds: tuple[ScoredRound, ...]
    closed: bool


@dataclass(frozen=True)
class State:
    """Between two rounds: all that the next step must know.

    `number` rounds were recorded and `counted` of them count, the last of those being number
    `last_counted`. `dealer` deals next. `ended_by` is the round that ended the session by rule.
    """

    totals: Mapping[str, int]
    dealer: str
    number: int = 0
    counted: int = 0
    last_counted: int | None = None
    ended_by: int | None = None


def standings(setup: Setup, rounds: Sequence[Round], closed: bool = False) -> Standings:
    """Folds the rounds, in the order they were played, into how things stand.

    `closed`: the session was closed by choice. No deck check is run: impossible rounds count
    like others, and the `problems` of the rounds are those that keep them from counting. Under a
    setup with broken problems nothing can be said and everything is empty. Source: Scoring
    systems, Ties, Ranks, History is the truth.
    """
    if not setup.is_sound:
        return Standings({}, {}, False, (), None, None, (), False)
    state = first_state(setup)
    scored = []
    for round in rounds:
        state, scored_round = step(setup, state, round)
        scored.append(scored_round)
    by_choice = closed and state.ended_by is None
    finished = closed or state.ended_by is not None
    return Standings(
        totals=state.totals,
        ranks=_ranks(setup, state.totals),
        finished=finished,
        winners=_leaders(setup, state.totals) if finished and state.counted else (),
        ended_by_round=state.last_counted if finished else None,
        next_dealer=None if finished else state.dealer,
        rounds=tuple(scored),
        closed=by_choice,
    )


def first_state(setup: Setup) -> State:
    """Before the first round."""
    return State(
        totals=dict.fromkeys(setup.players, 0),
        dealer=setup.players[0] if setup.first_dealer is None else setup.first_dealer,
    )


def step(setup: Setup, state: State, round: Round) -> tuple[State, ScoredRound]:
    """One round on: the only place where a round changes anything.

    A round that is broken or came after the end keeps its number and changes nothing else, not
    even the deal (Who deals).
    """
    number = state.number + 1
    over = state.ended_by is not None
    problems = tuple(_after_the_end(state) + broken_problems(setup, round, over))
    if problems:
        idle = replace(state, number=number)
        return idle, ScoredRound(number, round.winner, {}, {}, state.totals, None, False, problems)
    points = counted_points(setup, round)
    gained = gains(setup, round, points)
    totals = {seat: total + gained[seat] for seat, total in state.totals.items()}
    dealer = state.dealer if round.dealer is None else round.dealer
    counted = state.counted + 1
    ended_by = number if _ends(setup, totals, counted) else None
    after = State(totals, _next_dealer(setup, dealer), number, counted, number, ended_by)
    return after, ScoredRound(number, round.winner, points, gained, totals, dealer, True, ())


def _after_the_end(state: State) -> list[Problem]:
    if state.ended_by is None:
        return []
    return [Problem("after-the-end", "", {"number": state.ended_by})]


def _next_dealer(setup: Setup, dealer: str) -> str:
    players = setup.players
    return players[(players.index(dealer) + 1) % len(players)]


def next_dealer(setup: Setup, rounds: Sequence[Round]) -> str | None:
    """Whose turn to deal comes after these rounds, also when they ended the session.

    A rematch goes on from there. None under a setup with broken problems. Source: Who deals.
    """
    state = _state_after(setup, rounds)
    return None if state is None else state.dealer


def round_problems(setup: Setup, rounds_before: Sequence[Round], round: Round) -> list[Problem]:
    """Everything wrong with the round at once, as it would stand after `rounds_before`.

    With the deck check. Under a setup with broken problems those come too, and the deck, of which
    nothing is known then, is not checked. Source: Problems.
    """
    state = _state_after(setup, rounds_before)
    problems = _after_the_end(state) if state else []
    broken = broken_problems(setup, round, bool(problems))
    problems += broken
    if state is None:
        unsound = [problem for problem in setup_problems(setup) if problem.severity == "broken"]
        return unsound + problems
    problems += table_problems(setup, round)
    if not broken:
        problems += draw_problems(setup, round)
    return problems


def _state_after(setup: Setup, rounds: Sequence[Round]) -> State | None:
    if not setup.is_sound:
        return None
    state = first_state(setup)
    for round in rounds:
        state, _ = step(setup, state, round)
    return state


# --- who is ahead ---------------------------------------------------------------------------------


def _side_totals(setup: Setup, totals: Mapping[str, int]) -> dict[Hashable, int]:
    """Points by side: the sum of a team's seats decides."""
    sides: dict[Hashable, int] = {}
    for seat, total in totals.items():
        side = setup.side_of[seat]
        sides[side] = sides.get(side, 0) + total
    return sides


def _ends(setup: Setup, totals: Mapping[str, int], counted: int) -> bool:
    """Whether the session ends here by rule; reaching the target means at or above it."""
    sides = _side_totals(setup, totals)
    reached = setup.target is not None and max(sides.values()) >= setup.target
    if not reached and (setup.max_rounds is None or counted < setup.max_rounds):
        return False
    return setup.ties == "shared" or list(sides.values()).count(_best(setup, sides)) == 1


def _best(setup: Setup, sides: Mapping[Hashable, int]) -> int:
    pick = min if SCORING_SYSTEMS[setup.scoring].lowest_wins else max
    return pick(sides.values())


def _leaders(setup: Setup, totals: Mapping[str, int]) -> tuple[str, ...]:
    sides = _side_totals(setup, totals)
    best = _best(setup, sides)
    return tuple(seat for seat in setup.players if sides[setup.side_of[seat]] == best)


def _ranks(setup: Setup, totals: Mapping[str, int]) -> dict[str, int]:
    """Standard competition ranking of the sides, 1, 1, 3; members share their team's rank."""
    sides = _side_totals(setup, totals)
    in_order = sorted(sides.values(), reverse=not SCORING_SYSTEMS[setup.scoring].lowest_wins)
    return {seat: in_order.index(sides[setup.side_of[seat]]) + 1 for seat in totals}
