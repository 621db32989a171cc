"""What a session file is made of: JSON of this shape, and the place where it is not.

A reader takes what JSON gave and answers with a value, or raises `NotThisFormat` with the place
as seen from there; every list and object that it stands in adds its own step on the way out. So
nothing is spent on places while all is well.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from typing import Any, TypeVar

from rules.cards import Card, Face
from rules.editions import ORDER as BUILT_IN
from rules.editions import Edition, edition_from
from rules.messages import LANGUAGES, Language

Value = TypeVar("Value")

MOST_QUOTED = 40
# Longer numbers are all the same: far beyond every limit. Python refuses to read the longest.
MOST_DIGITS = 309
HUGE = int(sys.float_info.max)


class NotThisFormat(ValueError):
    """The text is no session file, and is refused as a whole.

    `where` is the place of the mistake (`sessions[0].rounds[3].hands.bram.cards[1]`), "" for the
    file itself.
    """

    def __init__(self, where: str, reason_en: str, reason_nl: str) -> None:
        super().__init__(where, reason_en, reason_nl)
        self.where = where
        self.reasons: Mapping[Language, str] = {"en": reason_en, "nl": reason_nl}

    def inside(self, step: str) -> "NotThisFormat":
        """The same mistake, seen from one step further out."""
        dot = "." if self.where and not self.where.startswith("[") else ""
        return NotThisFormat(f"{step}{dot}{self.where}", self.reasons["en"], self.reasons["nl"])

    def message(self, language: Language = "en") -> str:
        """One line: the place, and why."""
        reason = self.reasons[language]
        return one_line(f"{self.where}: {reason}" if self.where else reason)

    def __str__(self) -> str:
        return self.message()


# What would break a line, steer a terminal, or be no text at all.
NOT_SHOWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(text: str) -> str:
    """The text with such characters written out, as \\n is."""
    return NOT_SHOWN.sub(lambda sign: ascii(sign[0])[1:-1], text)


def quoted(text: str) -> str:
    """A text out of the file, to be seen and short enough for a line."""
    return (text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…") or '""'


# --- JSON -----------------------------------------------------------------------------------------


class _Twice(dict[str, Any]):
    """An object that gives a key twice; refused where it is read, for only there is its place."""

    key = ""


@dataclass(frozen=True)
class _NoNumber:
    """What Python would read as NaN or Infinity, which JSON does not have."""

    name: str


def parsed(data: bytes | str) -> Any:
    """What the JSON says, for the readers below. Raises NotThisFormat.

    Numbers with a zero fraction are whole. A byte order mark is passed over.
    """
    text = _unicode(data)
    try:
        tree = json.loads(
            text,
            object_pairs_hook=_object_of,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_NoNumber,
        )
    except json.JSONDecodeError as wrong:
        line, column = wrong.lineno, wrong.colno
        raise NotThisFormat(
            "",
            f"line {line}, column {column}: this is not JSON",
            f"regel {line}, kolom {column}: dit is geen JSON",
        ) from None
    except RecursionError:
        raise NotThisFormat("", "nested too deeply", "te diep genest") from None
    if MAY_BE_HALF.search(text):
        _refuse_half_signs(tree)
    return tree


def _unicode(data: bytes | str) -> str:
    try:
        text = (data if isinstance(data, bytes) else data.encode("utf-8")).decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError) as wrong:
        raise NotThisFormat(
            "",
            f"position {wrong.start}: this is not UTF-8",
            f"positie {wrong.start}: dit is geen UTF-8",
        ) from None
    return text.removeprefix("\ufeff")


def _object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice = _Twice(found)
    times = Counter(key for key, _ in pairs)
    twice.key = next(key for key in times if times[key] > 1)
    return twice


def _whole_number(text: str) -> int:
    if len(text) <= MOST_DIGITS:
        return int(text)
    return -HUGE if text.startswith("-") else HUGE


def _number(text: str) -> int | float:
    number = float(text)
    if number.is_integer():
        return int(number)
    # 1e999 is a whole number too, only too large for Python to say so.
    return _whole_number(f"{text[:1]}{'9' * MOST_DIGITS}") if abs(number) > HUGE else number


# Half of a pair of escapes can be written in JSON; in Unicode it is no text.
MAY_BE_HALF = re.compile(r"\\u[dD][89a-fA-F]")
HALF_A_SIGN = re.compile(r"[\ud800-\udfff]")


def _refuse_half_signs(tree: object) -> None:
    """Looks through everything, without recursion, since the nesting may be deep."""
    to_see: list[tuple[str, object]] = [("", tree)]
    while to_see:
        where, value = to_see.pop()
        if isinstance(value, str):
            if HALF_A_SIGN.search(value):
                raise NotThisFormat(where, "this text is not Unicode", "deze tekst is geen Unicode")
        elif isinstance(value, dict):
            for key, entry in value.items():
                place = f"{where}.{quoted(key)}" if where else quoted(key)
                to_see += [(place, key), (place, entry)]
        elif isinstance(value, list):
            to_see += [(f"{where}[{place}]", entry) for place, entry in enumerate(value)]


# --- readers --------------------------------------------------------------------------------------

OBJECT, LIST, TEXT = ("an object", "een object"), ("a list", "een lijst"), ("a text", "een tekst")
NUMBER, TRUTH = ("a number", "een getal"), ("true or false", "true of false")

KINDS: Mapping[type, tuple[str, str]] = {
    dict: OBJECT,
    _Twice: OBJECT,
    list: LIST,
    str: TEXT,
    int: NUMBER,
    float: NUMBER,
    bool: TRUTH,
    type(None): ("null", "null"),
}


def _not_a(wanted: tuple[str, str], value: object) -> NotThisFormat:
    found = (value.name,) * 2 if isinstance(value, _NoNumber) else KINDS[type(value)]
    return NotThisFormat(
        "",
        f"{wanted[0]} belongs here, not {found[0]}",
        f"hier hoort {wanted[1]}, niet {found[1]}",
    )


def a_text(value: object) -> str:
    """Reads any text, also an empty one."""
    if not isinstance(value, str):
        raise _not_a(TEXT, value)
    return value


EMPTY = ("this may not be empty", "dit mag niet leeg zijn")


def a_key(value: object) -> str:
    """Reads a text that is not empty."""
    text = a_text(value)
    if not text:
        raise NotThisFormat("", *EMPTY)
    return text


def a_name(value: object) -> str:
    """Reads a text of which something can be seen."""
    if not a_text(value).strip():
        raise NotThisFormat("", *EMPTY)
    return a_text(value)


def a_word(value: object) -> str:
    """Reads a face or a colour: not empty and without spaces, so that cards can be written."""
    word = a_key(value)
    if word.split() != [word]:
        raise NotThisFormat("", "this may not have spaces", "hier mogen geen spaties in")
    return word


def a_number(value: object) -> int | float:
    """Reads any number; one that is negative or fractional is judged by the rules."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _not_a(NUMBER, value)
    return value


def a_truth(value: object) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise _not_a(TRUTH, value)
    return value


def a_card(value: object) -> Card:
    """Reads a card in canonical form; whether there is such a card is judged by the rules."""
    if not isinstance(value, str):
        raise _not_a(TEXT, value)
    return Card.parse(value)


DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
TIME = re.compile(
    f"{DAY.pattern}T([01][0-9]|2[0-3])(:[0-5][0-9]){{2}}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)


def a_time(value: object) -> str:
    """Reads a time with its offset, in whole seconds; kept as the text it is."""
    text = a_text(value)
    if not TIME.fullmatch(text) or not _exists(text):
        raise NotThisFormat(
            "",
            "a time with its offset belongs here, such as 2026-11-27T19:30:00+01:00",
            "hier hoort een tijd met tijdzone, zoals 2026-11-27T19:30:00+01:00",
        )
    return text


def a_time_or_day(value: object) -> str:
    """Reads a time, or a date alone."""
    if isinstance(value, str) and DAY.fullmatch(value) and _exists(value):
        return value
    return a_time(value)


def _exists(time: str) -> bool:
    try:
        datetime.fromisoformat(time)
    except ValueError:
        return False
    return True


def instant(time: str, zone: tzinfo = UTC) -> datetime:
    """The aware datetime of a time out of a file; a date alone begins at midnight in `zone`."""
    moment = datetime.fromisoformat(time)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def or_null(read: Callable[[object], Value]) -> Callable[[object], Value | None]:
    """A reader that also takes null, as None."""
    return lambda value: None if value is None else read(value)


def list_of(read: Callable[[object], Value]) -> Callable[[object], tuple[Value, ...]]:
    """A reader of lists."""

    def read_list(value: object) -> tuple[Value, ...]:
        if not isinstance(value, list):
            raise _not_a(LIST, value)
        entries: list[Value] = []
        try:
            for entry in value:
                entries.append(read(entry))
        except NotThisFormat as wrong:
            raise wrong.inside(f"[{len(entries)}]") from None
        return tuple(entries)

    return read_list


def _entries(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _not_a(OBJECT, value)
    if isinstance(value, _Twice):
        raise NotThisFormat(
            quoted(value.key), "this key is given twice", "deze sleutel staat er twee keer"
        )
    return value


def by_key(read: Callable[[object], Value]) -> Callable[[object], dict[str, Value]]:
    """A reader of objects with keys of the file's own, such as hands by player."""

    def read_object(value: object) -> dict[str, Value]:
        entries: dict[str, Value] = {}
        for key, entry in _entries(value).items():
            try:
                entries[key] = read(entry)
            except NotThisFormat as wrong:
                raise wrong.inside(quoted(key)) from None
        return entries

    return read_object


@dataclass(frozen=True)
class Shape:
    """A reader of objects whose keys the format knows: each has a reader of its own."""

    required: Mapping[str, Callable[[object], Any]]
    optional: Mapping[str, Callable[[object], Any]]

    @cached_property
    def _readers(self) -> Mapping[str, Callable[[object], Any]]:
        return {**self.required, **self.optional}

    def __call__(self, value: object) -> dict[str, Any]:
        """What stands in the object, read, by key; what is absent is not in it."""
        read, readers = {}, self._readers
        for key, entry in _entries(value).items():
            if key not in readers:
                raise NotThisFormat(quoted(key), "there is no such key", "deze sleutel is er niet")
            try:
                read[key] = readers[key](entry)
            except NotThisFormat as wrong:
                raise wrong.inside(key) from None
        for key in self.required:
            if key not in read:
                raise NotThisFormat(key, "this is missing", "dit ontbreekt")
        return read


def unique(keys: Iterable[str], where: str) -> None:
    """Refuses the second of two rows with one key."""
    seen: set[str] = set()
    for place, key in enumerate(keys):
        if key in seen:
            shown = f"“{quoted(key)}”"
            raise NotThisFormat(
                f"{where}[{place}].key", f"{shown} is here already", f"{shown} staat er al"
            )
        seen.add(key)


# --- custom editions, in the form of editions.json ------------------------------------------------


def _composition(value: object) -> str:
    if a_text(value) not in ("known", "unknown"):
        raise NotThisFormat("", "this is “known” or “unknown”", "dit is “known” of “unknown”")
    return a_text(value)


def _fewest_and_most(value: object) -> tuple[int | float, ...]:
    numbers = list_of(a_number)(value)
    if len(numbers) != 2:
        raise NotThisFormat(
            "", "this is a list of two numbers", "dit is een lijst van twee getallen"
        )
    return numbers


NAMES = Shape({"en": a_name, "nl": a_name}, {})

FACE = Shape(
    {
        "face": a_word,
        "names": NAMES,
        "colours": list_of(a_word),
        "copies": or_null(a_number),
        "points": or_null(a_number),
    },
    {"draws": a_number, "short": Shape({}, {"en": list_of(a_name), "nl": list_of(a_name)})},
)

OPTION = Shape({"key": a_key, "names": NAMES, "card_points": by_key(a_number)}, {})

SIDE = Shape({"cards": list_of(FACE)}, {"colours": list_of(a_word)})

EDITION = Shape(
    {
        "key": a_key,
        "names": NAMES,
        "players": _fewest_and_most,
        "target": a_number,
        "composition": _composition,
    },
    {
        "dealt": or_null(a_number),
        "cards": list_of(FACE),
        "sides": by_key(SIDE),
        "options": list_of(OPTION),
        "knock_out_bonus": a_number,
        "hand_limit": a_number,
        "note": a_text,
        "sources": list_of(a_text),
        "last_card_draws": a_truth,
    },
)


def an_edition(value: object) -> Edition:
    """Reads a custom edition; whether its numbers make sense is judged by the rules."""
    table = EDITION(value)
    if table["key"] in BUILT_IN:
        shown = f"“{table['key']}”"
        raise NotThisFormat("key", f"{shown} comes with the rules", f"{shown} hoort bij de regels")
    if ("cards" in table) == ("sides" in table):
        where = "sides" if "sides" in table else "cards"
        raise NotThisFormat(
            where, "an edition has either cards or sides", "een editie heeft kaarten of kanten"
        )
    defaults = {"dealt": None, "options": (), "sources": (), "last_card_draws": True}
    return edition_from({**defaults, **table})


def edition_row(edition: Edition) -> dict[str, Any]:
    """The custom edition as `an_edition` reads it, in the order of editions.json."""
    row: dict[str, Any] = {
        "key": edition.key,
        "names": _names(edition.names),
        "players": list(edition.players),
        "dealt": edition.dealt,
        "target": edition.target,
        "composition": edition.composition,
    }
    if edition.sides:
        row["sides"] = {side: _side_row(faces) for side, faces in edition.sides.items()}
    else:
        row["cards"] = [_face_row(face) for face in edition.cards]
    row["options"] = [
        {"key": option.key, "names": _names(option.names), "card_points": dict(option.card_points)}
        for option in edition.options
    ]
    for key in ("knock_out_bonus", "hand_limit", "note"):
        if getattr(edition, key) not in (None, ""):
            row[key] = getattr(edition, key)
    return row | {"sources": list(edition.sources), "last_card_draws": edition.last_card_draws}


def _names(names: Mapping[str, str]) -> dict[str, str]:
    return {language: names[language] for language in LANGUAGES}


def _side_row(faces: Sequence[Face]) -> dict[str, Any]:
    colours = dict.fromkeys(colour for face in faces for colour in face.colours)
    return {"colours": list(colours), "cards": [_face_row(face) for face in faces]}


def _face_row(face: Face) -> dict[str, Any]:
    row: dict[str, Any] = {
        "face": face.face,
        "names": _names(face.names),
        "colours": list(face.colours),
        "copies": face.copies,
        "points": face.points,
    }
    if face.draws is not None:
        row["draws"] = face.draws
    if face.short:
        row["short"] = {language: list(names) for language, names in sorted(face.short.items())}
    return row
