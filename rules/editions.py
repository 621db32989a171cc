"""What an edition is: the deck in the box. Finds and reads the tables beside this file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from rules.cards import Card, Face, card_names

# The order in which people are offered them. A table is never changed once released: sessions
# of years ago are folded from it again.
ORDER = ("classic-108",)

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
    card played last is still drawn and counted.
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

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every face, in the edition's order."""
        return self.cards

    @cached_property
    def _by_key(self) -> Mapping[str, Face]:
        return {face.face: face for face in self.cards}

    def face(self, key: str) -> Face | None:
        """The face with this key, None if the edition has none."""
        return self._by_key.get(key)

    def has_card(self, card: Card) -> bool:
        """Whether there is such a card: the face, and the colour if one is named."""
        if not isinstance(card, Card):
            return False
        face = self._by_key.get(card.face)
        return face is not None and (card.colour is None or card.colour in face.colours)

    def call(self, card: Card) -> Mapping[str, str] | str:
        """How the card is called in both languages; one of an unknown face as it was entered."""
        face = self._by_key.get(card.face) if isinstance(card, Card) else None
        return str(card) if face is None else card_names(card, face)

    def place_of(self, card: Card) -> tuple[int, int, int, str]:
        """Where the card stands among others: numbers, actions, wilds, then what is unknown."""
        face = self._by_key.get(card.face)
        if face is None:
            return (3, 0, 0, str(card))
        kind = 0 if face.is_number else 1 if face.colours else 2
        known = card.colour in face.colours
        colour = face.colours.index(str(card.colour)) + 1 if known else 0
        return (kind, self.cards.index(face), colour, str(card))

    @property
    def deck_size(self) -> int | None:
        """How many cards one deck has; None where that is not known."""
        if self.composition == "unknown":
            return None
        return sum(face.in_deck for face in self.cards)

    def deck_points(self, card_points: Mapping[str, int] = NO_POINTS) -> int | None:
        """What all cards of one deck count together, `card_points` laid over the printed values.

        Cards without a value count nothing here. None where the composition is not known.
        """
        if self.composition == "unknown":
            return None
        values = {face.face: face.points or 0 for face in self.cards} | dict(card_points)
        return sum(values[face.face] * face.in_deck for face in self.cards)


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


def edition_from(table: Mapping[str, Any]) -> Edition:
    """The edition a table describes; `table` is one of the JSON files, already parsed."""
    return Edition(
        key=table["key"],
        names=table["names"],
        players=(table["players"][0], table["players"][1]),
        dealt=table["dealt"],
        target=table["target"],
        cards=tuple(_face_from(row) for row in table["cards"]),
        options=tuple(Option(**row) for row in table["options"]),
        sources=tuple(table["sources"]),
        last_card_draws=table["last_card_draws"],
        composition=table["composition"],
    )


def _face_from(row: Mapping[str, Any]) -> Face:
    return Face(
        face=row["face"],
        names=row["names"],
        colours=tuple(row["colours"]),
        copies=row["copies"],
        points=row["points"],
        draws=row.get("draws"),
        short={language: tuple(names) for language, names in row.get("short", {}).items()},
    )
