"""The session file: evenings as JSON, for backup, moving house, and other programs.

`read_session_file` gives values, or says where the text is not of this format; what makes no
sense at a table is not its business but that of `judged`. `write_session_file` gives the
canonical text. Places are counted as they stand in the file, so nothing is sorted by reading.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar
from unicodedata import normalize

from rules.editions import (
    Edition,
    UnknownEdition,
    edition_problems,
    find_edition,
    unknown_edition,
)
from rules.file_shape import (
    NotThisFormat,
    Shape,
    a_card,
    a_key,
    a_number,
    a_text,
    a_time,
    a_time_or_day,
    a_truth,
    an_edition,
    by_key,
    edition_row,
    instant,
    list_of,
    or_null,
    parsed,
    quoted,
    unique,
)
from rules.hands import Hand
from rules.problems import Problem
from rules.rounds import Round
from rules.setup import Seat, Setup, default_target, setup_problems
from rules.standings import (
    Standings,
    first_state,
    problems_of,
    result_problems,
    result_standings,
    step,
    told,
)

__all__ = [
    "FilePlayer",
    "FileRound",
    "FileSession",
    "Judged",
    "NotThisFormat",
    "SessionFile",
    "instant",
    "judged",
    "read_session_file",
    "write_session_file",
]

Value = TypeVar("Value")

FORMAT, VERSION = "tafelstand", 1


@dataclass(frozen=True)
class FilePlayer:
    """A person; `key` is what the seats of the file say."""

    key: str
    name: str


@dataclass(frozen=True)
class FileRound:
    """A round with what the rules do not ask for: when it ended, and a note ("" for none)."""

    played: Round
    ended_at: str | None = None
    note: str = ""


@dataclass(frozen=True)
class FileSession:
    """A session. Times are the text of the file; `instant` makes datetimes of them.

    `started_at` may be a date alone. `counts` False: it is in no statistics. `result` has the
    final totals by seat where nothing else is known; then there are no rounds.
    """

    key: str
    name: str
    setup: Setup
    rounds: tuple[FileRound, ...] = ()
    started_at: str | None = None
    closed_at: str | None = None
    counts: bool = True
    note: str = ""
    result: Mapping[str, int] | None = None


@dataclass(frozen=True)
class SessionFile:
    """All that a file holds: people, custom editions, sessions, in the order of the file."""

    players: tuple[FilePlayer, ...] = ()
    editions: tuple[Edition, ...] = ()
    sessions: tuple[FileSession, ...] = ()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Name by player key, as `Problem.message` wants them."""
        return {player.key: player.name for player in self.players}

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the file as a whole: its editions, two people with one name."""
        problems = [
            replace(problem, where=f"editions[{place}].{problem.where}")
            for place, edition in enumerate(self.editions)
            for problem in edition_problems(edition)
        ]
        seen = set()
        for place, player in enumerate(self.players):
            name = _name_key(player.name)
            if name in seen:
                facts = {"text": player.name}
                problems.append(Problem("duplicate-name", f"players[{place}].name", facts))
            seen.add(name)
        return problems


def _name_key(name: str) -> str:
    """Equal for names that people would call the same, whatever the capitals and outer spaces."""
    return normalize("NFC", normalize("NFC", name).casefold()).strip()


# --- reading --------------------------------------------------------------------------------------

SEAT = Shape(
    {"player": a_text},
    {
        "team": or_null(a_text),
        "start_points": a_number,
        "from_round": a_number,
        "to_round": or_null(a_number),
    },
)

SETUP = Shape(
    {"edition": a_text, "scoring": a_text, "seats": list_of(SEAT)},
    {
        "decks": a_number,
        "missing_cards": list_of(a_card),
        "card_points": by_key(a_number),
        "target": or_null(a_number),
        "max_rounds": or_null(a_number),
        "ties": a_text,
        "house_rules": list_of(a_text),
        "first_dealer": a_text,
    },
)

HAND = Shape({}, {"cards": list_of(a_card), "points": a_number, "cards_left": a_number})


def _a_hand(value: object) -> Hand:
    return Hand(**HAND(value))


ROUND = Shape(
    {},
    {
        "winner": or_null(a_text),
        "hands": by_key(_a_hand),
        "last_card": a_card,
        "ended_at": a_time,
        "note": a_text,
        "dealer": a_text,
        "side": a_text,
        "knocked_out": list_of(a_text),
        "gained": by_key(a_number),
        "deck_differs": a_truth,
    },
)


def _a_round(value: object) -> FileRound:
    row = ROUND(value)
    ended_at, note = row.pop("ended_at", None), row.pop("note", "")
    return FileRound(Round(**{"winner": None, **row}), ended_at, note)


SESSION = Shape(
    {"key": a_key, "setup": SETUP},
    {
        "name": a_text,
        "started_at": or_null(a_time_or_day),
        "closed_at": or_null(a_time),
        "counts": a_truth,
        "note": a_text,
        "rounds": list_of(_a_round),
        "result": by_key(a_number),
    },
)

FILE = Shape(
    {
        "format": a_text,
        "version": a_number,
        "players": list_of(Shape({"key": a_key, "name": a_text}, {})),
        "sessions": list_of(SESSION),
    },
    {"editions": list_of(an_edition)},
)


def read_session_file(data: bytes | str) -> SessionFile:
    """The values of a session file: its text, or its bytes, which are UTF-8.

    Absent entries have their defaults, `target` and `first_dealer` too. Nothing is judged: an
    unknown edition is one that does not `exist`, and numbers are as they were written. Raises
    NotThisFormat with the first mistake in the order of the file. Source: the session file.
    """
    tree = parsed(data)
    _refuse_others(tree)
    rows = FILE(tree)
    players = tuple(FilePlayer(**row) for row in rows["players"])
    own: tuple[Edition, ...] = rows.get("editions", ())
    unique((player.key for player in players), "players")
    unique((edition.key for edition in own), "editions")
    unique((row["key"] for row in rows["sessions"]), "sessions")
    people = frozenset(player.key for player in players)
    by_name = {edition.key: edition for edition in own}
    sessions = []
    for place, row in enumerate(rows["sessions"]):
        try:
            sessions.append(_session(row, people, by_name))
        except NotThisFormat as wrong:
            raise wrong.inside(f"sessions[{place}]") from None
    return SessionFile(players, own, tuple(sessions))


def _refuse_others(tree: object) -> None:
    """Says of files of another kind what they are not, rather than which key is strange."""
    if not isinstance(tree, dict):
        return
    form, version = tree.get("format"), tree.get("version")
    if isinstance(form, str) and form != FORMAT:
        raise NotThisFormat("format", f"this is not “{FORMAT}”", f"dit is niet “{FORMAT}”")
    if isinstance(version, int | float) and version != VERSION:
        raise NotThisFormat(
            "version",
            f"only version {VERSION} can be read here",
            f"alleen versie {VERSION} kan hier gelezen worden",
        )


def _session(
    row: dict[str, Any], people: frozenset[str], own: Mapping[str, Edition]
) -> FileSession:
    if "result" not in row and "rounds" not in row:
        raise NotThisFormat("rounds", "this is missing", "dit ontbreekt")
    if "result" in row and row.get("rounds"):
        raise NotThisFormat(
            "rounds",
            "rounds cannot stand beside a result",
            "rondes kunnen niet naast een uitslag staan",
        )
    for place, seat in enumerate(row["setup"]["seats"]):
        if seat["player"] not in people:
            raise NotThisFormat(
                f"setup.seats[{place}].player",
                f"the file has no player “{quoted(seat['player'])}”",
                f"het bestand heeft geen speler “{quoted(seat['player'])}”",
            )
    setup = _setup(row["setup"], own)
    return FileSession(**{"name": row["key"], **row, "setup": setup})


def _setup(row: Mapping[str, Any], own: Mapping[str, Edition]) -> Setup:
    edition = _edition(row["edition"], own)
    seats = tuple(Seat(**seat) for seat in row["seats"])
    agreed = {
        "target": default_target(edition, row["scoring"]),
        "first_dealer": seats[0].player if seats else None,
        **row,
        "edition": edition,
        "seats": seats,
    }
    return Setup(**agreed)


def _edition(key: str, own: Mapping[str, Edition]) -> Edition:
    if key in own:
        return own[key]
    try:
        return find_edition(key)
    except UnknownEdition:
        return unknown_edition(key)


# --- writing --------------------------------------------------------------------------------------


def write_session_file(file: SessionFile) -> str:
    """The canonical text: players and editions by key, sessions by start, all defaults written.

    What was read comes back as it was, the offsets of times too; written and read again it is
    the same, byte for byte. Source: In and out.
    """
    rows = {
        "format": FORMAT,
        "version": VERSION,
        "players": [
            {"key": player.key, "name": player.name}
            for player in sorted(file.players, key=lambda player: player.key)
        ],
        "editions": [
            edition_row(edition) for edition in sorted(file.editions, key=lambda each: each.key)
        ],
        "sessions": [_session_row(session) for session in sorted(file.sessions, key=_place)],
    }
    return json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _place(session: FileSession) -> tuple[float, str]:
    """By start, those without one first; equal instants by key."""
    start = session.started_at
    return (float("-inf") if start is None else instant(start).timestamp(), session.key)


def _session_row(session: FileSession) -> dict[str, Any]:
    row = {
        "key": session.key,
        "name": session.name,
        "started_at": session.started_at,
        "closed_at": session.closed_at,
        "counts": session.counts,
        "note": session.note,
        "setup": _setup_row(session.setup),
        "rounds": [_round_row(round, session.setup) for round in session.rounds],
    }
    if session.result is not None:
        row["result"] = _in_seat_order(session.result, session.setup)
    return row


def _setup_row(setup: Setup) -> dict[str, Any]:
    row = {
        "edition": setup.edition.key,
        "decks": setup.decks,
        "missing_cards": [str(card) for card in setup.missing_cards],
        "card_points": dict(setup.card_points),
        "scoring": setup.scoring,
        "target": setup.target,
        "max_rounds": setup.max_rounds,
        "ties": setup.ties,
        "house_rules": list(setup.house_rules),
        "first_dealer": setup.first_dealer,
        "seats": [_seat_row(seat) for seat in setup.seats],
    }
    if setup.first_dealer is None and setup.seats:
        row["first_dealer"] = setup.seats[0].player
    elif setup.first_dealer is None:
        del row["first_dealer"]
    return row


def _seat_row(seat: Seat) -> dict[str, Any]:
    return {
        "player": seat.player,
        "team": seat.team,
        "start_points": seat.start_points,
        "from_round": seat.from_round,
        "to_round": seat.to_round,
    }


def _round_row(round: FileRound, setup: Setup) -> dict[str, Any]:
    """Hands and extras only where there are any, in the order of the format."""
    played = round.played
    hands = _in_seat_order(played.hands, setup)
    extras = {
        "hands": {seat: _hand_row(hand) for seat, hand in hands.items()},
        "last_card": None if played.last_card is None else str(played.last_card),
        "ended_at": round.ended_at,
        "note": round.note or None,
        "dealer": played.dealer,
        "side": played.side,
        "knocked_out": list(played.knocked_out),
        "gained": _in_seat_order(played.gained, setup),
        "deck_differs": played.deck_differs,
    }
    there = {key: value for key, value in extras.items() if value not in (None, False, [], {})}
    return {"winner": played.winner, **there}


def _hand_row(hand: Hand) -> dict[str, Any]:
    row: dict[str, Any] = {}
    if hand.cards is not None:
        row["cards"] = [str(card) for card in hand.cards]
    if hand.points is not None:
        row["points"] = hand.points
    if hand.cards_left is not None:
        row["cards_left"] = hand.cards_left
    return row


def _in_seat_order(by_seat: Mapping[str, Value], setup: Setup) -> dict[str, Value]:
    """Those of the seats in their order; then whoever else was entered."""
    in_order = [seat for seat in setup.players if seat in by_seat]
    return {seat: by_seat[seat] for seat in dict.fromkeys([*in_order, *by_seat])}


# --- judging --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """A session as the rules see it.

    `problems` of the setup and the result; `by_round` those of each round, none where the setup
    is broken, for nothing is known of them then. `standings` None where setup or result are
    broken. `is_wrong`: something is broken, or impossible and not marked `deck_differs`.
    """

    problems: tuple[Problem, ...]
    by_round: tuple[tuple[Problem, ...], ...]
    standings: Standings | None
    is_wrong: bool


def judged(session: FileSession) -> Judged:
    """All problems of a session at once, and how it stands (Problems; `check`)."""
    setup = session.setup
    problems = setup_problems(setup)
    if session.result is not None:
        problems += result_problems(setup, session.result)
    if any(problem.severity == "broken" for problem in problems):
        return Judged(tuple(problems), (), None, True)
    if session.result is not None:
        return Judged(tuple(problems), (), result_standings(setup, session.result), False)
    by_round, stand = _folded(session)
    rounds = [round.played for round in session.rounds]
    is_wrong = any(map(_is_wrong, rounds, by_round))
    return Judged(tuple(problems), by_round, stand, is_wrong)


def _folded(session: FileSession) -> tuple[tuple[tuple[Problem, ...], ...], Standings]:
    """What `problems_by_round` and `standings` say, in one fold, since files may be long."""
    setup, scored, by_round = session.setup, [], []
    state = first_state(setup)
    for round in session.rounds:
        after, scored_round = step(setup, state, round.played)
        by_round.append(tuple(problems_of(setup, state, round.played, scored_round)))
        scored.append(scored_round)
        state = after
    stand = told(setup, state, scored, closed=session.closed_at is not None)
    return tuple(by_round), stand


def _is_wrong(round: Round, problems: Iterable[Problem]) -> bool:
    severities = {problem.severity for problem in problems}
    return "broken" in severities or ("impossible" in severities and not round.deck_differs)
