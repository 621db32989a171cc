"""Session files for tests, as small as they can be, and places in them."""

import copy
import json
import re
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from tests.rules.generators import junk

ROOT = Path(__file__).parents[2]
GONE = object()
NAMES = {"a": "Anna", "b": "Bram", "c": "Cees", "d": "Daan", "w": "Willem"}


def players_of(keys: str) -> list[dict]:
    return [{"key": key, "name": NAMES.get(key, key.upper())} for key in keys]


def setup_row(keys: str = "abc", /, **agreed) -> dict:
    row = {"edition": "classic-108", "scoring": "winner-collects"}
    return {**row, "seats": [{"player": seat} for seat in keys], **agreed}


def session_row(*rounds: dict, key: str = "night", setup: dict | None = None, **more) -> dict:
    return {"key": key, "setup": setup or setup_row(), "rounds": list(rounds), **more}


def round_row(winner: str, **hands) -> dict:
    """round_row("a", b=["7"], c=37): b holds a seven, c 37 points."""
    return {"winner": winner, "hands": {seat: hand_row(hand) for seat, hand in hands.items()}}


def hand_row(hand) -> dict:
    if isinstance(hand, dict):
        return hand
    return {"points": hand} if isinstance(hand, int) else {"cards": hand}


def file_row(*sessions: dict, players: str = "abc", **more) -> dict:
    row = {"format": "tafelstand", "version": 1, "players": players_of(players)}
    return {**row, "sessions": list(sessions), **more}


def small_file() -> dict:
    """One session with a round, which has nothing wrong."""
    return file_row(session_row(round_row("a", b=["7", "red 5", "wild-draw-four"], c=37)))


FACES = [
    {
        "face": "1",
        "names": {"en": "1", "nl": "1"},
        "colours": ["red", "blue"],
        "copies": 3,
        "points": 1,
    },
    {
        "face": "boom",
        "names": {"en": "Boom", "nl": "Knal"},
        "colours": [],
        "copies": 2,
        "points": None,
        "draws": 3,
        "short": {"en": ["boom", "b"], "nl": ["knal"]},
    },
]


def edition_row(key: str = "ours@1", **more) -> dict:
    """A small deck of one's own, with all that an edition may have."""
    row = {
        "key": key,
        "names": {"en": "Ours", "nl": "Die van ons"},
        "players": [2, 4],
        "dealt": 3,
        "target": 50,
        "composition": "known",
        "cards": copy.deepcopy(FACES),
        "options": [
            {"key": "loud", "names": {"en": "Loud", "nl": "Luid"}, "card_points": {"boom": 9}}
        ],
        "knock_out_bonus": 10,
        "hand_limit": 12,
        "note": "Made on a rainy day.",
        "sources": ["the kitchen"],
        "last_card_draws": False,
    }
    return {**row, **more}


def two_sided_row(key: str = "sided@2") -> dict:
    row = edition_row(key, options=[])
    one, boom = row.pop("cards")
    light = {"colours": ["red", "blue"], "cards": [one]}
    row["sides"] = {"light": light, "dark": {"colours": [], "cards": [boom]}}
    order = ("key", "names", "players", "dealt", "target", "composition", "sides")
    return {key: row[key] for key in order} | row


STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


def changed(row: dict, where: str, value) -> dict:
    """The file with another value at a place such as `players[0].name`; GONE takes it away."""
    tree = copy.deepcopy(row)
    steps = [int(place) if place else key for place, key in STEP.findall(where)]
    at = tree
    for step in steps[:-1]:
        at = at[step]
    if value is GONE:
        del at[steps[-1]]
    elif steps[-1:] == [len(at)] and isinstance(at, list):
        at.append(value)
    else:
        at[steps[-1]] = value
    return tree


def text_of(row: object) -> str:
    return json.dumps(row, ensure_ascii=False)


def canonical(row: object) -> str:
    """The text as the format lays it out, when the rows are in canonical order."""
    return json.dumps(row, ensure_ascii=False, indent=2) + "\n"


# --- one file with everything ---------------------------------------------------------------------

FULL_SETUP = {
    "edition": "no-mercy-168",
    "decks": 2,
    "missing_cards": ["red 7", "skip"],
    "card_points": {"skip": 25},
    "scoring": "everyone-keeps",
    "target": None,
    "max_rounds": 3,
    "ties": "play-on",
    "house_rules": ["jump-in", "no-action-finish"],
    "first_dealer": "b",
    "seats": [
        {"player": "c", "team": None, "start_points": 5, "from_round": 1, "to_round": 2},
        {"player": "a", "team": None, "start_points": 0, "from_round": 2, "to_round": None},
        {"player": "b", "team": "x", "start_points": 0, "from_round": 1, "to_round": None},
    ],
}

FULL_AGREED = {key: FULL_SETUP[key] for key in ("missing_cards", "card_points", "house_rules")}

FULL_ROUND = {
    "winner": "a",
    "hands": {
        "c": {"cards": ["7", "red 5"], "points": 12, "cards_left": 2},
        "b": {"points": 37, "cards_left": 4},
        "nobody": {},
    },
    "last_card": "red 7",
    "ended_at": "2026-11-27T19:48:00Z",
    "note": "Ties,\n“quotes” and 🃏",
    "dealer": "c",
    "side": "light",
    "knocked_out": ["b"],
    "gained": {"c": 1, "a": 99},
    "deck_differs": True,
}

FULL = {
    "format": "tafelstand",
    "version": 1,
    "players": players_of("abc"),
    "editions": [edition_row(), two_sided_row()],
    "sessions": [
        {
            "key": "undated",
            "name": "undated",
            "started_at": None,
            "closed_at": None,
            "counts": True,
            "note": "",
            "setup": {**FULL_SETUP, "edition": "unheard-of", "seats": FULL_SETUP["seats"][1:]},
            "rounds": [],
            "result": {"a": 512, "b": 340, "someone": 1},
        },
        {
            "key": "kitchen",
            "name": "Kitchen table",
            "started_at": "2026-11-27",
            "closed_at": "2026-11-27T23:59:59-11:30",
            "counts": False,
            "note": "Rain",
            "setup": FULL_SETUP,
            "rounds": [FULL_ROUND, {"winner": None}, {"winner": ""}],
        },
        {
            "key": "ours",
            "name": "",
            "started_at": "2026-11-27T00:00:01+00:00",
            "closed_at": None,
            "counts": True,
            "note": "",
            "setup": {**FULL_SETUP, "edition": "sided@2"},
            "rounds": [{"winner": "a", "side": ""}],
        },
    ],
}


# --- files that are not of the format, and where --------------------------------------------------

EDITIONS = file_row(editions=[edition_row(), two_sided_row()])
ROUNDS = file_row(session_row(FULL_ROUND, setup=setup_row(**FULL_AGREED)))
TIMED = file_row(session_row(started_at="2026-11-27", closed_at=None))


def with_type(where: str, *wrong):
    base = EDITIONS if where.startswith("editions[") else ROUNDS
    return [(base, where, value) for value in wrong]


WRONG_TYPES = [
    *with_type("players", None, {}, "a", 5),
    *with_type("players[0]", None, [], "a"),
    *with_type("players[0].key", None, 5, "", True),
    *with_type("players[0].name", None, 5),
    *with_type("editions", None, {}),
    *with_type("sessions", None, {}, 5),
    *with_type("sessions[0]", None, [], 5.5),
    *with_type("sessions[0].key", None, 5, ""),
    *with_type("sessions[0].name", None, 5),
    *with_type("sessions[0].counts", None, 1, "true"),
    *with_type("sessions[0].note", None, 5),
    *with_type("sessions[0].setup", None, [], "classic-108"),
    *with_type("sessions[0].setup.edition", None, 5, {}),
    *with_type("sessions[0].setup.decks", None, "1", True, False),
    *with_type("sessions[0].setup.missing_cards", None, "7", {}),
    *with_type("sessions[0].setup.missing_cards[0]", None, 7),
    *with_type("sessions[0].setup.card_points", None, []),
    *with_type("sessions[0].setup.card_points.skip", None, "20", True),
    *with_type("sessions[0].setup.scoring", None, 5),
    *with_type("sessions[0].setup.target", True, "500", []),
    *with_type("sessions[0].setup.max_rounds", False, "3"),
    *with_type("sessions[0].setup.ties", None, 5),
    *with_type("sessions[0].setup.house_rules", None, "jump-in"),
    *with_type("sessions[0].setup.house_rules[0]", None, 5),
    *with_type("sessions[0].setup.first_dealer", None, 1),
    *with_type("sessions[0].setup.seats", None, {}),
    *with_type("sessions[0].setup.seats[1]", None, "a"),
    *with_type("sessions[0].setup.seats[1].player", None, 5, "nobody", ""),
    *with_type("sessions[0].setup.seats[1].team", 5, False),
    *with_type("sessions[0].setup.seats[1].start_points", None, "5", True),
    *with_type("sessions[0].setup.seats[1].from_round", None, "1", True),
    *with_type("sessions[0].setup.seats[1].to_round", "1", True),
    *with_type("sessions[0].rounds", None, {}),
    *with_type("sessions[0].rounds[0]", None, [], "a"),
    *with_type("sessions[0].rounds[0].winner", 5, ["a"], True),
    *with_type("sessions[0].rounds[0].hands", None, []),
    *with_type("sessions[0].rounds[0].hands.b", None, ["7"], 37),
    *with_type("sessions[0].rounds[0].hands.c.cards", None, "7", {}),
    *with_type("sessions[0].rounds[0].hands.c.cards[1]", None, 7, ["7"]),
    *with_type("sessions[0].rounds[0].hands.c.points", None, "12", True, []),
    *with_type("sessions[0].rounds[0].hands.c.cards_left", None, "2", False),
    *with_type("sessions[0].rounds[0].last_card", None, 7),
    *with_type("sessions[0].rounds[0].ended_at", None, 5),
    *with_type("sessions[0].rounds[0].note", None, 5),
    *with_type("sessions[0].rounds[0].dealer", None, 5),
    *with_type("sessions[0].rounds[0].side", None, 5),
    *with_type("sessions[0].rounds[0].knocked_out", None, "b", {}),
    *with_type("sessions[0].rounds[0].knocked_out[0]", None, 5),
    *with_type("sessions[0].rounds[0].gained", None, 99, []),
    *with_type("sessions[0].rounds[0].gained.a", None, "99", True),
    *with_type("sessions[0].rounds[0].deck_differs", None, 1),
    *with_type("editions[0]", None, [], "classic-108"),
    *with_type("editions[0].key", None, "", "classic-108", "points-only"),
    *with_type("editions[0].names", None, "Ours"),
    *with_type("editions[0].names.nl", None, "", " "),
    *with_type("editions[0].players", None, 2, [2], [2, 3, 4]),
    *with_type("editions[0].players[1]", None, "4", True),
    *with_type("editions[0].dealt", "7", True),
    *with_type("editions[0].target", None, "500"),
    *with_type("editions[0].composition", None, "guessed"),
    *with_type("editions[0].cards", None, {}),
    *with_type("editions[0].cards[0].face", None, 7, "", "red 7", "\t"),
    *with_type("editions[0].cards[0].colours", None, "red"),
    *with_type("editions[0].cards[0].colours[0]", None, "", "dark red"),
    *with_type("editions[0].cards[0].copies", "2", True),
    *with_type("editions[0].cards[0].points", "2", True),
    *with_type("editions[0].cards[1].draws", None, "2"),
    *with_type("editions[0].cards[1].short", None, []),
    *with_type("editions[0].cards[1].short.nl", None, "knal"),
    *with_type("editions[0].cards[1].short.nl[0]", None, ""),
    *with_type("editions[0].options", None, {}),
    *with_type("editions[0].options[0].key", None, ""),
    *with_type("editions[0].options[0].card_points", None, []),
    *with_type("editions[0].options[0].card_points.boom", None, True),
    *with_type("editions[0].knock_out_bonus", None, "250"),
    *with_type("editions[0].hand_limit", None, "25"),
    *with_type("editions[0].note", None, 5),
    *with_type("editions[0].sources", None, "here"),
    *with_type("editions[0].last_card_draws", None, 1),
    *with_type("editions[1].sides", None, []),
    *with_type("editions[1].sides.light", None, []),
    *with_type("editions[1].sides.light.colours", None, ["light red", "red"][0]),
    *with_type("editions[1].sides.light.cards", None, {}),
]

MISSING = [
    *((ROUNDS, key, GONE) for key in ("format", "version", "players", "sessions")),
    *((ROUNDS, f"players[1].{key}", GONE) for key in ("key", "name")),
    *((ROUNDS, f"sessions[0].{key}", GONE) for key in ("key", "setup", "rounds")),
    *((ROUNDS, f"sessions[0].setup.{key}", GONE) for key in ("edition", "scoring", "seats")),
    (ROUNDS, "sessions[0].setup.seats[2].player", GONE),
    *((EDITIONS, f"editions[0].{key}", GONE) for key in ("key", "names", "players", "target")),
    *((EDITIONS, f"editions[0].{key}", GONE) for key in ("composition", "cards")),
    *(
        (EDITIONS, f"editions[0].cards[1].{key}", GONE)
        for key in ("face", "names", "colours", "copies", "points")
    ),
    *((EDITIONS, f"editions[0].options[0].{key}", GONE) for key in ("key", "names")),
    (EDITIONS, "editions[0].names.en", GONE),
    (EDITIONS, "editions[1].sides.dark.cards", GONE),
]

UNKNOWN_KEYS = [
    *((ROUNDS, key, 1) for key in ("Version", "made_by")),
    (ROUNDS, "players[0].colour", "red"),
    (ROUNDS, "sessions[0].target", 500),
    (ROUNDS, "sessions[0].setup.sets", 1),
    (ROUNDS, "sessions[0].setup.seats[0].name", "Anna"),
    (ROUNDS, "sessions[0].rounds[0].number", 1),
    (ROUNDS, "sessions[0].rounds[0].hands.b.card", ["7"]),
    (EDITIONS, "editions[0].format", 1),
    (EDITIONS, "editions[0].cards[0].value", 1),
    (EDITIONS, "editions[0].names.de", "Unsere"),
    (EDITIONS, "editions[0].options[0].note", ""),
    (EDITIONS, "editions[1].sides.light.name", "light"),
    (EDITIONS, "editions[0].cards[1].short.fr", []),
]

NO_TIMES = [
    (TIMED, f"sessions[0].{key}", time)
    for key in ("started_at", "closed_at")
    for time in (
        *("", "today", "2026-11-27T19:30:00", "2026-11-27T19:30+01:00", "2026-11-27 19:30:00Z"),
        *("2026-11-27T19:30:00.5Z", "2026-11-27T19:30:00.000Z", "2026-11-27T19:30:00z"),
        *("2026-02-30", "2026-02-30T19:30:00Z", "2026-11-27T24:00:00Z", "2026-11-27T19:60:00Z"),
        *("2026-11-27T19:30:60Z", "0000-01-01T00:00:00Z", "2026-11-27T19:30:00+01:75"),
        *("2026-11-27T19:30:00+24:00", "2026-11-27T19:30:00+0100", "20261127T193000Z"),
        *("२०२६-11-27T19:30:00Z", "2026-11-27T19:30:00Z\n", "2026-W48-5", 1795804200, True, []),
    )
]

NOT_TOGETHER = [
    (ROUNDS, "players[3]", {"key": "a", "name": "Another"}, "players[3].key"),
    (ROUNDS, "sessions[1]", session_row(), "sessions[1].key"),
    (EDITIONS, "editions[2]", edition_row(), "editions[2].key"),
    (EDITIONS, "editions[0].sides", {}, "editions[0].sides"),
    (ROUNDS, "sessions[0].result", {"a": 1, "b": 2, "c": 3}, "sessions[0].rounds"),
    (ROUNDS, "sessions[0].result", {}, "sessions[0].rounds"),
    (TIMED, "sessions[0].closed_at", "2026-11-27", "sessions[0].closed_at"),
    (ROUNDS, "sessions[0].rounds[0].ended_at", "2026-11-27", "sessions[0].rounds[0].ended_at"),
    (TIMED, "sessions[0].result", None, "sessions[0].result"),
    (TIMED, "sessions[0].result", {"a": None}, "sessions[0].result.a"),
    (ROUNDS, "format", "tafelstand-editions", "format"),
    (ROUNDS, "format", None, "format"),
    *((ROUNDS, "version", version, "version") for version in (2, 0, 1.5, True, "1", None)),
]

# What is no JSON, or no UTF-8, and what is told of it.
NOT_JSON = [
    ("", "line 1, column 1"),
    ("{", "line 1, column 2"),
    ("{}\n{}", "line 2, column 1"),
    ('{"format": "tafelstand",\n "version": 01}', "line 2, column 14"),
    ("{'format': 1}", "line 1, column 2"),
    ('{"format": "a\nb"}', "line 1, column 14"),
    ("[1,]", "line 1, column 4"),
    ("tafelstand", "line 1, column 1"),
    (b"\xff\xfe{\x00}\x00", "position 0"),
    (b'{"format": "\xc3\x28"}', "position 12"),
    (b'{"format": "\xed\xa0\x80"}', "position 12"),
    ('{"format": "\ud800"}', "position 12"),
    ("[" * 100_000, "nested"),
    ('{"a":' * 100_000, "nested"),
]


# --- files with something spoilt ------------------------------------------------------------------

keys_and_places = st.integers(0, 10**9)
json_junk = st.recursive(
    junk, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner)
)

# Of the right type, so that it is the rules that must cope with it.
ALIKE = {
    int: st.integers(-2, 30) | st.sampled_from([5.5, 10**6, 10**9, -(10**30), 10**400]),
    bool: st.booleans(),
    str: st.sampled_from(
        [
            *("a", "b", "c", "", "x", "7", "red 5", "wild", "boom", "light", "dark", "ours@1"),
            *("no-mercy-168", "flip-112", "points-only", "knockout", "everyone-keeps"),
        ]
    ),
}

WAYS = ("alike", "change", "remove", "double", "swap")


def spots(tree, path=()):
    yield path
    for key in (
        tree if isinstance(tree, dict) else range(len(tree) if isinstance(tree, list) else 0)
    ):
        yield from spots(tree[key], (*path, key))


@st.composite
def spoilt_files(draw, ways: Sequence[str] = WAYS) -> str:
    """A good file in which one to three places were changed, taken away or doubled."""
    tree = copy.deepcopy(draw(st.sampled_from([FULL, ROUNDS, small_file(), EDITIONS])))
    for _ in range(draw(st.integers(1, 3))):
        all_spots = [path for path in spots(tree) if path]
        if not all_spots:
            break
        *path, last = all_spots[draw(keys_and_places) % len(all_spots)]
        at = tree
        for step in path:
            at = at[step]
        way = draw(st.sampled_from(ways))
        if way == "alike":
            at[last] = draw(ALIKE.get(type(at[last]), st.just(at[last])))
        elif way == "change":
            at[last] = draw(json_junk)
        elif way == "remove":
            del at[last]
        elif way == "double" and isinstance(at, list):
            at.append(copy.deepcopy(at[last]))
        else:
            other = all_spots[draw(keys_and_places) % len(all_spots)]
            value = tree
            for step in other[: draw(st.integers(1, len(other)))]:
                value = value[step] if _has(value, step) else value
            at[last] = copy.deepcopy(value)
    return json.dumps(tree)


def _has(value, step) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


def one_line_of(err: str) -> str:
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.strip()
