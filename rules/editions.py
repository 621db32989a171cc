"""What an edition is: the deck in the box. Finds and reads the tables beside this file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from rules.cards import Card, Face, UnreadableCards, card_names, read_cards
from rules.problems import MOST_CARDS, MOST_POINTS, Problem, as_entered, whole

# The order in which people are offered them. A table is never changed once released: sessions
# of years ago are folded from it again.
ORDER = (
    "classic-108",
    "classic-112-swap",
    "classic-112-shuffle",
    "classic-112-blanks",
    "dutch-109-swap",
    "flip-112",
    "no-mercy-168",
    "attack-112",
    "express-56",
    "themed-112",
    "dos-108",
    "all-wild-112",
    "points-only",
)

TABLES = Path(__file__).with_name("editions")

NO_POINTS: Mapping[str, int] = MappingProxyType({})


class UnknownEdition(KeyError):
    """No edition has this key."""


@dataclass(frozen=True)
class Option:
    """A known variant of an edition's values, such as "Wild counts 20"."""

    key: str
    names: Mapping[str, str]
    card_points: Mapping[str, int]


@dataclass(frozen=True)
class Edition:
    """One deck: its faces, how many of each, what each is worth, and where that was read.

    `players` is (fewest, most) for one deck; `dealt` cards each, None where nothing is dealt;
    `target` in points; `composition` "unknown" where the counts could not be confirmed, so that
    points are counted but nothing is checked against the deck; `last_card_draws` whether a draw
    card played last is still drawn and counted. An edition whose cards have two faces has its
    faces in `sides` instead of `cards`, by the name of the side. Whoever gets `hand_limit` cards
    is knocked out of the round, for `knock_out_bonus` points. `exists` False stands for an
    edition that nobody knows.
    """

    key: str
    names: Mapping[str, str]
    players: tuple[int, int]
    dealt: int | None
    target: int
    cards: tuple[Face, ...]
    options: tuple[Option, ...] = ()
    sources: tuple[str, ...] = ()
    last_card_draws: bool = True
    composition: Literal["known", "unknown"] = "known"
    sides: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    hand_limit: int | None = None
    knock_out_bonus: int | None = None
    note: str = ""
    exists: bool = True

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """Every face, in the edition's order; side by side where there are two."""
        return self.cards + tuple(face for faces in self.sides.values() for face in faces)

    def faces_on(self, side: str | None) -> tuple[Face, ...]:
        """The faces in play on that side; all of them where the side is not known or is none."""
        return self.sides.get(side or "", self.faces)

    @cached_property
    def unvalued(self) -> tuple[Face, ...]:
        """The faces without a printed value, each once: the table agrees one."""
        return tuple({face.face: face for face in self.faces if face.points is None}.values())

    @property
    def has_numbers(self) -> bool:
        """Whether there are number cards, to finish with under every house rule."""
        return any(face.is_number for face in self.faces)

    @cached_property
    def _by_key(self) -> Mapping[str | None, Mapping[str, Face]]:
        sides: tuple[str | None, ...] = (None, *self.sides)
        return {side: {face.face: face for face in self.faces_on(side)[::-1]} for side in sides}

    def face(self, key: str, side: str | None = None) -> Face | None:
        """The face with this key, of that side if one is named; None if there is none."""
        return self._by_key[side if side in self.sides else None].get(key)

    def has_card(self, card: Card, side: str | None = None) -> bool:
        """Whether there is such a card: the face, and the colour if one is named."""
        if not isinstance(card, Card):
            return False
        if self.sides and side not in self.sides:
            return any(self.has_card(card, each) for each in self.sides)
        face = self.face(card.face, side)
        return face is not None and (card.colour is None or card.colour in face.colours)

    def call(self, card: Card, side: str | None = None) -> Mapping[str, str] | str:
        """How the card is called in both languages; one of an unknown face as it was entered."""
        face = self.face(card.face, side) if isinstance(card, Card) else None
        return str(card) if face is None else card_names(card, face)

    def place_of(self, card: Card, side: str | None = None) -> tuple[int, int, int, str]:
        """Where the card stands among others: numbers, actions, wilds, then what is unknown."""
        face = self.face(card.face, side)
        if face is None:
            return (3, 0, 0, str(card))
        kind = 0 if face.is_number else 1 if face.colours else 2
        known = card.colour in face.colours
        colour = face.colours.index(str(card.colour)) + 1 if known else 0
        return (kind, self.faces_on(side).index(face), colour, str(card))

    def deck_size(self, side: str | None = None) -> int | None:
        """How many cards one deck has; None where that is not known."""
        faces = self._countable(side)
        return None if faces is None else sum(face.in_deck for face in faces)

    def deck_points(
        self, card_points: Mapping[str, int] = NO_POINTS, side: str | None = None
    ) -> int | None:
        """What all cards of one deck count together, `card_points` laid over the printed values.

        Cards without a value count nothing here. None where the composition is not known, or
        where it depends on the side and none is named.
        """
        faces = self._countable(side)
        if faces is None or (self.sides and side is None):
            return None
        values = {face.face: face.points or 0 for face in faces} | dict(card_points)
        return sum(values[face.face] * face.in_deck for face in faces)

    def _countable(self, side: str | None) -> tuple[Face, ...] | None:
        """The faces of a whole deck: of the first side where none is named, as all have as many."""
        if self.composition == "unknown":
            return None
        return self.faces_on(side or next(iter(self.sides), None))


@cache
def editions() -> tuple[Edition, ...]:
    """All editions that come with the rules, always in the same order."""
    return tuple(
        edition_from(json.loads((TABLES / f"{key}.json").read_text(encoding="utf-8")))
        for key in ORDER
    )


def find_edition(key: str) -> Edition:
    """The edition with this key. Raises UnknownEdition (a KeyError) when there is none."""
    for edition in editions():
        if edition.key == key:
            return edition
    raise UnknownEdition(key)


# Where it stands, what it is called, the number, and the least and most that it may be.
Number = tuple[str, Mapping[str, str], object, int, int]

WORDS: Mapping[str, Mapping[str, str]] = {
    "target": {"en": "the target", "nl": "het doel"},
    "players": {"en": "the number of players", "nl": "het aantal spelers"},
    "dealt": {"en": "the cards dealt to each", "nl": "het aantal kaarten dat ieder krijgt"},
    "hand_limit": {"en": "the most cards in a hand", "nl": "het hoogste aantal kaarten"},
    "bonus": {"en": "the points for a knock-out", "nl": "de punten voor wie afvalt"},
}


def edition_problems(edition: Edition) -> list[Problem]:
    """What makes no sense in a deck that people made themselves, all at once (Problems).

    Numbers that are none (`bad-number`); a face that stands there twice, or a colour of one
    (`duplicate-name`).
    """
    fewest = whole(edition.players[0], 1, MOST_CARDS) or 1
    numbers: list[Number] = [
        ("target", WORDS["target"], edition.target, 1, MOST_POINTS),
        ("players[0]", WORDS["players"], edition.players[0], 1, MOST_CARDS),
        ("players[1]", WORDS["players"], edition.players[1], fewest, MOST_CARDS),
        ("dealt", WORDS["dealt"], edition.dealt, 1, MOST_CARDS),
        ("hand_limit", WORDS["hand_limit"], edition.hand_limit, 1, MOST_CARDS),
        ("knock_out_bonus", WORDS["bonus"], edition.knock_out_bonus, 0, MOST_POINTS),
    ]
    problems = _number_problems([number for number in numbers if number[2] is not None])
    for place, option in enumerate(edition.options):
        problems += _option_problems(edition, f"options[{place}].card_points", option)
    for where, faces in (("cards", edition.cards), *_by_side(edition)):
        seen: set[str] = set()
        for place, face in enumerate(faces):
            problems += _face_problems(face, f"{where}[{place}]", edition.composition == "known")
            if face.face in seen:
                facts = {"case": "face", "card": face.names}
                problems.append(Problem("duplicate-name", f"{where}[{place}].face", facts))
            seen.add(face.face)
    return problems


def misread_problems(edition: Edition) -> list[Problem]:
    """Faces that, said at the table, would be read as something else (How typed cards are read).

    Asked of editions that people describe themselves: a pad says its cards, and reads them again.
    """
    problems = []
    for where, faces in (("cards", edition.cards), *_by_side(edition)):
        for place, face in enumerate(faces):
            if not all(
                _reads_back(Card(face.face, colour), face, faces)
                for colour in (None, *face.colours)
            ):
                facts = {"case": "misread", "card": face.names}
                problems.append(Problem("duplicate-name", f"{where}[{place}].face", facts))
    return problems


def _reads_back(card: Card, face: Face, faces: tuple[Face, ...]) -> bool:
    try:
        return all(read_cards(name, faces) == (card,) for name in card_names(card, face).values())
    except UnreadableCards:
        return False


def _by_side(edition: Edition) -> list[tuple[str, tuple[Face, ...]]]:
    return [(f"sides.{side}.cards", faces) for side, faces in edition.sides.items()]


def _face_problems(face: Face, where: str, is_counted: bool) -> list[Problem]:
    numbers: list[Number] = [
        (f"{where}.copies", face.names, face.copies, 0, MOST_CARDS),
        (f"{where}.points", face.names, face.points, 0, MOST_POINTS),
        (f"{where}.draws", face.names, face.draws, 1, MOST_CARDS),
    ]
    # A number that may be unknown is None; where the deck is known its counts are.
    copies, *others = numbers
    given = [number for number in others if number[2] is not None]
    problems = _number_problems(([copies] if is_counted else []) + given)
    if len({*face.colours}) < len(face.colours):
        facts = {"case": "colour", "card": face.names}
        problems.append(Problem("duplicate-name", f"{where}.colours", facts))
    return problems


def _option_problems(edition: Edition, where: str, option: Option) -> list[Problem]:
    unknown = [
        Problem("unknown-card", f"{where}.{key}", {"card": edition.call(Card(key))})
        for key in option.card_points
        if edition.face(key) is None
    ]
    numbers: list[Number] = [
        (f"{where}.{key}", option.names, points, 0, MOST_POINTS)
        for key, points in option.card_points.items()
    ]
    return unknown + _number_problems(numbers)


def _number_problems(numbers: Sequence[Number]) -> list[Problem]:
    return [
        Problem("bad-number", where, {"case": "setup", "what": what, "least": least, "most": most})
        for where, what, number, least, most in numbers
        if whole(number, least, most) is None
    ]


def unknown_edition(key: str) -> Edition:
    """Stands in for an edition that nobody knows, so that all else can still be judged."""
    names = {"en": key, "nl": key}
    return Edition(key, names, (2, 2), None, 1, (), composition="unknown", exists=False)


def edition_from(table: Mapping[str, Any]) -> Edition:
    """The edition a table describes; `table` is one of the JSON files, already parsed."""
    table = _entered(table)
    sides = {
        side: tuple(_face_from(row) for row in of_side["cards"])
        for side, of_side in table.get("sides", {}).items()
    }
    return Edition(
        key=table["key"],
        names=table["names"],
        players=(table["players"][0], table["players"][1]),
        dealt=table["dealt"],
        target=table["target"],
        cards=tuple(_face_from(row) for row in table.get("cards", ())),
        options=tuple(Option(**row) for row in table["options"]),
        sources=tuple(table["sources"]),
        last_card_draws=table["last_card_draws"],
        composition=table["composition"],
        sides=sides,
        hand_limit=table.get("hand_limit"),
        knock_out_bonus=table.get("knock_out_bonus"),
        note=table.get("note", ""),
    )


def _entered(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table with whole floats as the ints they stand for, as far as its numbers go."""
    entered: dict[str, Any] = {key: as_entered(value) for key, value in table.items()}
    if "players" in entered:
        entered["players"] = tuple(map(as_entered, entered["players"]))
    return entered


def _face_from(row: Mapping[str, Any]) -> Face:
    row = _entered(row)
    return Face(
        face=row["face"],
        names=row["names"],
        colours=tuple(row["colours"]),
        copies=row["copies"],
        points=row["points"],
        draws=row.get("draws"),
        short={language: tuple(names) for language, names in row.get("short", {}).items()},
    )
