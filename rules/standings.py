"""The fold: round by round into totals, ranks, ties, the end and the winners.

Nothing about the outcome is kept between calls. Correct a round and fold again: a session that
was over may be open, or have ended earlier.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.problems import MOST_POINTS, Problem, whole
from rules.rounds import (
    AtTable,
    Round,
    broken_problems,
    counted_points,
    gains,
    odd_problems,
    table_problems,
)
from rules.setup import Setup, setup_problems


@dataclass(frozen=True)
class ScoredRound:
    """A round with what it brought.

    `points`: the hands that count, by seat; `gained`: by playing seat; `totals`: after it, of
    those who have joined. `dropped_out`: the seats that are out of the session since. `counts`
    False for a round that is broken or came after the end: it brings nothing, and its `problems`
    say why. `plays_on`: the end was reached, but the best place is tied. Everything is in points.
    """

    number: int
    winner: str | None
    points: Mapping[str, int]
    gained: Mapping[str, int]
    totals: Mapping[str, int]
    dealer: str | None
    counts: bool
    problems: tuple[Problem, ...]
    dropped_out: tuple[str, ...] = ()
    plays_on: bool = False


@dataclass(frozen=True)
class State:
    """Between two rounds: all that the next step must know.

    `number` rounds were recorded and `counted` of them count, the last of those being number
    `last_counted`. `totals` of all seats, joined or not. `deals` is whose turn it is, at the
    table or not. `out` says in which round a seat was knocked out of the session. `ended_by` is
    the round that ended the session by rule; `left_by` the last `to_round` that means having
    left by then.
    """

    totals: Mapping[str, int]
    deals: str
    number: int = 0
    counted: int = 0
    last_counted: int = 0
    out: Mapping[str, int] = field(default_factory=dict)
    ended_by: int | None = None
    left_by: int = 0
    plays_on: bool = False


@dataclass(frozen=True)
class Standings:
    """How things stand, derived from the rounds and never stored.

    `totals` and `ranks` by seat that has joined; `winners` in seat order, empty while not
    `finished`; `knocked_out` of the session, in the order in which they went; `left` the seats
    that left the table; `playing` those who play the next round; `next_dealer` None when
    finished or too few are left to play; `closed` when it is the closing that ended the session,
    False when it had ended by rule before. `state` is where the fold stands, to go on from.
    """

    totals: Mapping[str, int]
    ranks: Mapping[str, int]
    finished: bool
    winners: tuple[str, ...]
    ended_by_round: int | None
    next_dealer: str | None
    rounds: tuple[ScoredRound, ...]
    closed: bool
    knocked_out: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    playing: tuple[str, ...] = ()
    state: State | None = field(default=None, compare=False, repr=False)


NOTHING = Standings({}, {}, False, (), None, None, (), False)


def standings(setup: Setup, rounds: Sequence[Round], closed: bool = False) -> Standings:
    """Folds the rounds, in the order they were played, into how things stand.

    `closed`: the session was closed by choice. No deck check is run: impossible rounds count
    like others, and the `problems` of the rounds are those that keep them from counting. Under a
    setup with broken problems nothing can be said and everything is empty. Source: Scoring
    systems, Ties, Ranks, History is the truth.
    """
    if not setup.is_sound:
        return NOTHING
    state = first_state(setup)
    scored = []
    for round in rounds:
        state, scored_round = step(setup, state, round)
        scored.append(scored_round)
    return told(setup, state, scored, closed)


def told(
    setup: Setup, state: State, scored: Sequence[ScoredRound], closed: bool = False
) -> Standings:
    """The standings of a state, with the rounds that led to it."""
    reached, by_choice = state, closed and state.ended_by is None
    finished = closed or state.ended_by is not None
    if by_choice:
        # Closed right after it, a round was not left by those who would have gone.
        state = replace(state, left_by=state.last_counted - 1)
    playing = () if finished else playing_in(setup, state, state.number + 1)
    too_few = len(setup.parties(playing)) < 2
    totals = _joined_totals(setup, state)
    return Standings(
        totals=totals,
        ranks=_ranks(setup, state),
        finished=finished,
        winners=_leaders(setup, state) if finished and state.counted else (),
        ended_by_round=(state.last_counted or None) if finished else None,
        next_dealer=None if too_few else _from(setup, state.deals, playing),
        rounds=tuple(scored),
        closed=by_choice,
        knocked_out=tuple(sorted(state.out, key=lambda seat: state.out[seat])),
        left=tuple(seat for seat in totals if _has_left(setup, state, seat)),
        playing=playing,
        state=reached,
    )


def one_more(setup: Setup, before: Standings, round: Round) -> tuple[Standings, list[Problem]]:
    """The standings with one round more, and everything wrong with it, by a single step.

    `before` are the standings of a session that is not closed, under this very setup, which must
    be sound. The same as `standings` and `round_problems` of all its rounds, folded but once.
    """
    state = before.state or first_state(setup)
    after, scored = step(setup, state, round)
    problems = problems_of(setup, state, round, scored)
    return told(setup, after, (*before.rounds, scored)), problems


def first_state(setup: Setup) -> State:
    """Before the first round."""
    return State(
        totals={seat: setup.seat_of[seat].start_points for seat in setup.players},
        deals=setup.players[0] if setup.first_dealer is None else setup.first_dealer,
    )


def playing_in(setup: Setup, state: State, number: int) -> tuple[str, ...]:
    """The seats that play round `number`, in order: joined, not left, not knocked out."""
    return tuple(
        seat
        for seat in setup.players
        if seat not in state.out and setup.seat_of[seat].is_at_table(number)
    )


def step(setup: Setup, state: State, round: Round) -> tuple[State, ScoredRound]:
    """One round on: the only place where a round changes anything.

    A round that is broken or came after the end keeps its number and changes nothing else, not
    even the deal (Who deals).
    """
    number = state.number + 1
    table = _table(setup, state)
    problems = tuple(_after_the_end(state) + broken_problems(setup, round, table))
    if problems:
        left_by = state.left_by if table.over else number
        idle = replace(state, number=number, left_by=left_by)
        totals = _joined_totals(setup, state)
        return idle, ScoredRound(number, round.winner, {}, {}, totals, None, False, problems)
    points = counted_points(setup, round, table.playing)
    gained = gains(setup, round, points, table.playing)
    dealer = _from(setup, state.deals, table.playing) if round.dealer is None else round.dealer
    after = State(
        totals={seat: total + gained.get(seat, 0) for seat, total in state.totals.items()},
        deals=_next_seat(setup, dealer),
        number=number,
        counted=state.counted + 1,
        last_counted=number,
        out=state.out,
        left_by=number - 1,
    )
    if dropped_out := _out_now(setup, after, table.playing):
        after = replace(after, out={**state.out, **dict.fromkeys(dropped_out, number)})
    after = _with_end(setup, after)
    scored = ScoredRound(
        number,
        round.winner,
        points,
        gained,
        _joined_totals(setup, after),
        dealer,
        True,
        (),
        dropped_out,
        after.plays_on,
    )
    return after, scored


def _table(setup: Setup, state: State) -> AtTable:
    over = state.ended_by is not None
    return AtTable(playing_in(setup, state, state.number + 1), over)


def _after_the_end(state: State) -> list[Problem]:
    if state.ended_by is None:
        return []
    return [Problem("after-the-end", "", {"number": state.ended_by})]


def round_problems(setup: Setup, rounds_before: Sequence[Round], round: Round) -> list[Problem]:
    """Everything wrong with the round at once, as it would stand after `rounds_before`.

    With the deck check. Under a setup with broken problems those come too, and the deck, of which
    nothing is known then, is not checked. Source: Problems.
    """
    if not setup.is_sound:
        unsound = [problem for problem in setup_problems(setup) if problem.severity == "broken"]
        everybody = AtTable(setup.players)
        return unsound + (broken_problems(setup, round, everybody) if setup.is_playable else [])
    state = first_state(setup)
    for before in rounds_before:
        state, _ = step(setup, state, before)
    return problems_of(setup, state, round, step(setup, state, round)[1])


def problems_by_round(setup: Setup, rounds: Sequence[Round]) -> Iterator[list[Problem]]:
    """What `round_problems` says of each round after those before it, folded but once.

    The setup must be sound.
    """
    state = first_state(setup)
    for round in rounds:
        after, scored = step(setup, state, round)
        yield problems_of(setup, state, round, scored)
        state = after


def problems_of(setup: Setup, state: State, round: Round, scored: ScoredRound) -> list[Problem]:
    """Everything wrong with a round that `step` has scored from that state, the deck check too."""
    table = _table(setup, state)
    problems = [*scored.problems, *table_problems(setup, round, table)]
    if all(problem.severity != "broken" for problem in problems):
        problems += odd_problems(setup, round, table)
    return problems


# --- a session of which only the end is known -----------------------------------------------------


def result_problems(setup: Setup, result: Mapping[str, int]) -> list[Problem]:
    """Why these final totals cannot be: somebody without one, without a seat, or no number."""
    problems = [
        Problem("hand-missing", f"result.{seat}", {"case": "result", "seat": seat})
        for seat in setup.players
        if seat not in result
    ]
    for seat, total in result.items():
        where = f"result.{seat}"
        if seat not in setup.seat_of:
            problems.append(Problem("unknown-seat", where, {"seat": seat}))
        elif whole(total, 0, MOST_POINTS) is None:
            facts = {"case": "gained", "seat": seat, "least": 0, "most": MOST_POINTS}
            problems.append(Problem("bad-number", where, facts))
    return problems


def result_standings(setup: Setup, result: Mapping[str, int]) -> Standings:
    """How a session ended of which only the final totals are known: the best of them wins.

    Empty under a broken setup or with a result that makes no sense (Unknown is never 0).
    """
    if not setup.is_sound or result_problems(setup, result):
        return NOTHING
    seats = tuple(replace(seat, from_round=1, to_round=None) for seat in setup.seats)
    everybody = replace(setup, seats=seats)
    totals = {seat: int(result[seat]) for seat in setup.players}
    state = replace(first_state(everybody), totals=totals)
    return replace(told(everybody, state, (), True), winners=_leaders(everybody, state))


# --- who deals ------------------------------------------------------------------------------------


def _next_seat(setup: Setup, seat: str) -> str:
    players = setup.players
    return players[(players.index(seat) + 1) % len(players)]


def _from(setup: Setup, seat: str, playing: Sequence[str]) -> str:
    """The first seat from this one on that plays."""
    start = setup.players.index(seat)
    in_order = setup.players[start:] + setup.players[:start]
    return next(each for each in in_order if each in playing)


def next_dealer(setup: Setup, rounds: Sequence[Round]) -> str | None:
    """Whose turn to deal comes after these rounds, also when they ended the session.

    A rematch goes on from there. None under a setup with broken problems. Source: Who deals.
    """
    if not setup.is_sound:
        return None
    state = first_state(setup)
    for round in rounds:
        state, _ = step(setup, state, round)
    return state.deals


# --- who is ahead ---------------------------------------------------------------------------------


def _has_joined(setup: Setup, state: State, seat: str) -> bool:
    from_round = setup.seat_of[seat].from_round
    return from_round == 1 or from_round <= state.last_counted


def _has_left(setup: Setup, state: State, seat: str) -> bool:
    """Whether the seat is gone; one that is out of a knockout cannot leave (Leavers)."""
    to_round = setup.seat_of[seat].to_round
    return to_round is not None and to_round <= state.left_by and seat not in state.out


def _joined_totals(setup: Setup, state: State) -> dict[str, int]:
    if setup.is_seated_from_the_start:
        return dict(state.totals)
    joined = {seat for seat in setup.players if _has_joined(setup, state, seat)}
    return {seat: total for seat, total in state.totals.items() if seat in joined}


@dataclass(frozen=True)
class Party:
    """A team, or a seat that plays for itself: those who joined, and what they have together.

    `left` is the round after which the last of them left, `out` the one that knocked it out.
    """

    key: Hashable
    total: int
    left: int | None
    out: int | None

    @property
    def is_in(self) -> bool:
        """Whether it can still win."""
        return self.left is None and self.out is None


def _parties(setup: Setup, state: State) -> list[Party]:
    """The parties of which anybody has joined, in seat order."""
    joined = _joined_totals(setup, state)
    return [
        Party(
            party,
            sum(joined.get(seat, 0) for seat in seats),
            max(int(setup.seat_of[seat].to_round or 0) for seat in seats)
            if all(_has_left(setup, state, seat) for seat in seats)
            else None,
            max((state.out[seat] for seat in seats if seat in state.out), default=None),
        )
        for party, seats in setup.members.items()
        if any(seat in joined for seat in seats)
    ]


def _out_now(setup: Setup, state: State, playing: Sequence[str]) -> tuple[str, ...]:
    """Who has reached the target of a knockout; at or above it."""
    target = setup.target
    if not setup.system.knocks_out or target is None:
        return ()
    return tuple(seat for seat in playing if state.totals[seat] >= target)


def _with_end(setup: Setup, state: State) -> State:
    """Whether the round that was just counted ended the session by rule, and who then left.

    First it is asked with all who played it; only if it goes on have those left whose last round
    it was. A knockout that too few would then go on with has ended all the same.
    """
    number = state.last_counted
    if not setup.system.knocks_out and not _reaches_the_end(setup, state):
        return replace(state, left_by=number)
    in_play = [party for party in _parties(setup, state) if party.is_in]
    if setup.system.knocks_out:
        if len(in_play) < 2:
            return replace(state, ended_by=number)
        gone = replace(state, left_by=number)
        too_few = len(playing_in(setup, gone, number + 1)) < 2
        return replace(gone, ended_by=number) if too_few else gone
    best = _best(setup, in_play)
    if setup.ties == "play-on" and [party.total for party in in_play].count(best) > 1:
        return replace(state, left_by=number, plays_on=True)
    return replace(state, ended_by=number)


def _reaches_the_end(setup: Setup, state: State) -> bool:
    """Reaching the target means at or above it, and every total counts, also of who left."""
    if setup.max_rounds is not None and state.counted >= setup.max_rounds:
        return True
    target = setup.target
    if target is None:
        return False
    joined = _joined_totals(setup, state)
    return any(
        sum(joined.get(seat, 0) for seat in seats) >= target for seats in setup.members.values()
    )


def _best(setup: Setup, parties: Sequence[Party]) -> int:
    pick = min if setup.system.lowest_wins else max
    return pick(party.total for party in parties)


def _leaders(setup: Setup, state: State) -> tuple[str, ...]:
    """The seats of the best parties among those that can still win."""
    in_play = [party for party in _parties(setup, state) if party.is_in]
    if not in_play:
        return ()
    best = _best(setup, in_play)
    ahead = {party.key for party in in_play if party.total == best}
    joined = _joined_totals(setup, state)
    return tuple(seat for seat in setup.players if seat in joined and setup.party_of[seat] in ahead)


def _ranks(setup: Setup, state: State) -> dict[str, int]:
    """Standard competition ranking of the parties, 1, 1, 3; members share their team's rank.

    Those still in first; then those out of a knockout, the later the better; then those who
    left, the later the better (Ranks, Leavers).
    """
    sign = 1 if setup.system.lowest_wins else -1

    def place(party: Party) -> tuple[int, int, int]:
        if party.out is not None:
            return (1, -party.out, sign * party.total)
        if party.left is not None:
            return (2, -party.left, sign * party.total)
        return (0, 0, sign * party.total)

    places = {party.key: place(party) for party in _parties(setup, state)}
    in_order = sorted(places.values())
    return {
        seat: in_order.index(places[setup.party_of[seat]]) + 1
        for seat in _joined_totals(setup, state)
    }
