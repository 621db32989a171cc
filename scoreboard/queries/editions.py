"""The boxes as people look them up: what each card does, what it is worth, how many there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext, ngettext

import rules
from rules.rule_sheet import ANSWERS, Answer, what_it_does
from scoreboard.queries.words import language


@dataclass(frozen=True)
class CardRow:
    """A card, or number cards that differ in nothing but their number.

    `faces` are the first and the last of them, each with its name, to be drawn.
    """

    faces: tuple[tuple[str, str], ...]
    names: str
    does: str
    worth: str
    there_are: str


@dataclass(frozen=True)
class CardTable:
    """The cards of a box, of one side of it where the cards have two."""

    side: str
    rows: tuple[CardRow, ...]
    cards: int | None
    points: int | None


OTHER_GAMES = ("dos-108", "points-only")


def card_tables(
    edition: rules.Edition, based_on: str, agreed: Mapping[str, int] | None = None
) -> list[CardTable]:
    """`based_on` is the rules' own edition that says what the cards do.

    `agreed` are the values that a session lays over the printed ones.
    """
    agreed = agreed or {}
    return [
        CardTable(
            side=side or "",
            rows=tuple(card_rows(valued(edition.faces_on(side), agreed), based_on)),
            cards=edition.deck_size(side),
            points=edition.deck_points(agreed, side),
        )
        for side in (tuple(edition.sides) or (None,))
    ]


def valued(faces: Iterable[rules.Face], agreed: Mapping[str, int]) -> list[rules.Face]:
    return [replace(face, points=agreed.get(face.face, face.points)) for face in faces]


def card_rows(faces: Iterable[rules.Face], based_on: str) -> Iterable[CardRow]:
    for _, alike in groupby(faces, lambda face: what_counts(face, based_on)):
        yield card_row(tuple(alike), based_on)


def what_counts(face: rules.Face, based_on: str) -> tuple:
    """Number cards with one answer stand in one row; every other face has its own."""
    if not face.is_number or face.points != int(face.face):
        return (face.face,)
    does = what_it_does(face, based_on)
    return (does and does["en"], face.copies, face.colours)


def card_row(faces: tuple[rules.Face, ...], based_on: str) -> CardRow:
    first, last = faces[0], faces[-1]
    does = what_it_does(first, based_on)
    names = [face.names[language()] for face in faces]
    is_run = len(faces) > 1 and int(last.face) - int(first.face) == len(faces) - 1
    return CardRow(
        faces=tuple((face.face, face.names[language()]) for face in dict.fromkeys((first, last))),
        names=f"{names[0]}–{names[-1]}" if is_run else ", ".join(names),
        does=does[language()] if does else "",
        worth=worth(first) if len(faces) == 1 else gettext("its number"),
        there_are=there_are(first),
    )


def worth(face: rules.Face) -> str:
    if face.points is None:
        return gettext("as agreed")
    points = ngettext("%(number)s point", "%(number)s points", face.points)
    return points % {"number": face.points}


def there_are(face: rules.Face) -> str:
    if face.copies is None:
        return gettext("how many is not known")
    if face.colours:
        return gettext("%(number)s of each colour") % {"number": face.copies}
    return gettext("%(number)s in the deck") % {"number": face.copies}


@dataclass(frozen=True)
class AnswerRow:
    key: str
    question: str
    answer: str
    where: str
    house_rules: tuple[str, ...]


def answers(edition: str | None = None) -> list[AnswerRow]:
    """What tables argue about: all of it, or what is about this edition of the rules' own."""
    is_uno = edition not in OTHER_GAMES
    return [
        told(answer)
        for answer in ANSWERS
        if edition is None or (edition in answer.editions if answer.editions else is_uno)
    ]


def told(answer: Answer) -> AnswerRow:
    words = language()
    return AnswerRow(
        key=answer.key,
        question=answer.question[words],
        answer=answer.answer[words],
        where=answer.where[words],
        house_rules=tuple(rules.HOUSE_RULES[key].names[words] for key in answer.house_rules),
    )
