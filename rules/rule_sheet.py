"""The rules to look up at the table: what cards do, how points count, what people argue about.

All of it in our own words and in both languages; the texts are in the tables in `texts`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.cards import Face

TABLES = Path(__file__).with_name("texts")

# One text by language: "en" and "nl".
Text = Mapping[str, str]


@dataclass(frozen=True)
class ScoringText:
    """How a scoring system is told; its name is in `setup.SCORING_SYSTEMS`, under the same key.

    `in_short` is what to choose by, with {target} in it: ask `scoring_in_short`. `explained` is
    a paragraph that holds for any target.
    """

    key: str
    in_short: Text
    without_target: Text
    explained: Text


@dataclass(frozen=True)
class Paragraph:
    """A short paragraph with a title."""

    key: str
    title: Text
    text: Text


@dataclass(frozen=True)
class Answer:
    """A question that tables argue about, and what is right.

    `where` says in a sentence where that stands: on the maker's sheet, differently on several,
    or nowhere. `house_rules` are the keys of those that change it; `editions` the only ones it
    is about, none for all.
    """

    key: str
    question: Text
    answer: Text
    where: Text
    house_rules: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


def _table(name: str) -> Any:
    return json.loads((TABLES / f"{name}.json").read_text(encoding="utf-8"))


def _answer(row: Mapping[str, Any], where: Mapping[str, Text]) -> Answer:
    return Answer(
        key=row["key"],
        question=row["question"],
        answer=row["answer"],
        where=where[row["where"]],
        house_rules=tuple(row.get("house_rules", ())),
        editions=tuple(row.get("editions", ())),
    )


_FACES = _table("faces")
_SCORING = _table("scoring")
_ANSWERS = _table("answers")

# By face, as most editions have it; number cards and exceptions are in `what_it_does`.
WHAT_FACES_DO: Mapping[str, Text] = _FACES["faces"]

SCORING_TEXTS: Mapping[str, ScoringText] = {
    key: ScoringText(key, **texts) for key, texts in _SCORING["scoring"].items()
}

# How a session ends, who takes part in it, and what is checked, in the order to read it.
ENDING_TEXTS: Mapping[str, Paragraph] = {
    key: Paragraph(key, **texts) for key, texts in _SCORING["endings"].items()
}

ANSWERS: tuple[Answer, ...] = tuple(_answer(row, _ANSWERS["where"]) for row in _ANSWERS["answers"])


def what_it_does(face: Face, edition_key: str) -> Text | None:
    """What the card does when it is played, in a sentence or two.

    Where an edition has a rule of its own, such as the 7 and the 0 of No Mercy, that is told.
    None for a face that only a made-up edition has, unless it is known how many it draws.
    """
    kind = "number" if face.is_number else face.face
    of_edition: Mapping[str, Text] = _FACES["editions"].get(edition_key, {})
    common: Mapping[str, Text] = {"number": _FACES["number"], **WHAT_FACES_DO}
    found = of_edition.get(face.face) or of_edition.get(kind) or common.get(kind)
    if found is not None or not face.draws:
        return found
    sentence: Text = _FACES["draws one" if face.draws == 1 else "draws"]
    return {language: text.format(draws=face.draws) for language, text in sentence.items()}


def scoring_in_short(scoring: str, target: int | None) -> Text:
    """A scoring system in a line or two, as offered when a session is set up.

    `target` in points, or in rounds for `round-wins`; None where none is agreed. Raises KeyError
    for a scoring system that does not exist.
    """
    texts = SCORING_TEXTS[scoring]
    if target is None:
        return texts.without_target
    written = {"en": f"{target:,}", "nl": f"{target:,}".replace(",", ".")}
    return {
        language: text.format(target=written[language]) for language, text in texts.in_short.items()
    }
