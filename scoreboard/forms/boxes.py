"""The boxes on offer, and what the one on the table asks of those who play with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.forms.fields import NUMBER, WholeNumberField, typed_number, understood
from scoreboard.models import OwnEdition
from scoreboard.queries.words import decks_told, language, spoken

# What an option means, where there is more to it than "so many instead of so many".
OPTIONS = {
    "wild-20": _("Some rule sheets say 20 instead of 50. A +4 stays 50."),
    "wild-50": _("The sheet in this box says 20, that of most boxes 50."),
}
# Only what is not said by the fields themselves; the rules have all notes, for those who look up.
NOTES = {
    "themed-112": _("The leaflet in your box has the last word on what its special cards count."),
}


@dataclass(frozen=True)
class Boxes:
    """The editions that a playgroup may choose from: those of the rules, then its own."""

    own: Sequence[OwnEdition] = ()

    @property
    def official(self) -> list[tuple[str, str]]:
        return [(edition.key, edition.names[language()]) for edition in rules.editions()]

    @property
    def made(self) -> list[tuple[str, str]]:
        return [(edition.key, edition.name) for edition in self.own]

    def __contains__(self, key: object) -> bool:
        return any(key == known for known, _name in [*self.official, *self.made])

    @property
    def option_keys(self) -> list[str]:
        every = [*rules.editions(), *(edition.in_rules() for edition in self.own)]
        return list(dict.fromkeys(option.key for box in every for option in box.options))


@dataclass(frozen=True)
class OptionRow:
    key: str
    name: str
    means: str
    is_chosen: bool


@dataclass(frozen=True)
class CardRow:
    """What a card counts, to be filled in; `printed` stands there as long as nothing is."""

    face: str
    field: forms.BoundField
    id: str
    printed: str


class Box:
    """The inputs that depend on the edition. Those for points carry its key and the face's.

    So what was typed for one box never counts in another, and is still there on the way back.
    """

    def __init__(self, form: forms.Form, boxes: Boxes, key: str) -> None:
        own = next((edition for edition in boxes.own if edition.key == key), None)
        self.form = form
        self.key = key
        self.table = own.table if own else None
        self.frozen_key = own.frozen_key if own else key
        self.edition = own.frozen() if own else rules.find_edition(key)
        for face in self.with_value:
            label = face.names[language()]
            form.fields[self.field_of(face.face)] = WholeNumberField(label=label, **NUMBER)

    def field_of(self, face: str) -> str:
        return f"points-{self.key}-{face}"

    @cached_property
    def with_value(self) -> tuple[rules.Face, ...]:
        """The cards of which the table may say what they count: numbers do that themselves."""
        faces = {face.face: face for face in self.edition.faces}.values()
        return tuple(face for face in faces if not face.is_number or face.points is None)

    @property
    def note(self) -> str:
        return str(NOTES.get(self.key, "")) or (self.edition.note if self.table else "")

    @property
    def is_checked(self) -> bool:
        return self.edition.composition == "known"

    # --- named options and values -----------------------------------------------------------------

    @property
    def chosen(self) -> list[rules.Option]:
        ticked = self.form["options"].value() or []
        return [option for option in self.edition.options if option.key in ticked]

    @property
    def options(self) -> list[OptionRow]:
        chosen = self.chosen
        return [
            OptionRow(option.key, option.names[language()], self.means(option), option in chosen)
            for option in self.edition.options
        ]

    @property
    def other_options(self) -> list[str]:
        """Ticked for another box: kept, as people may come back to it."""
        here = [option.key for option in self.edition.options]
        return [key for key in self.form["options"].value() or [] if key not in here]

    def means(self, option: rules.Option) -> str:
        if option.key in OPTIONS:
            return str(OPTIONS[option.key])
        return ", ".join(
            gettext("%(card)s: %(points)s instead of %(printed)s")
            % {
                "card": self.edition.face(key).names[language()],
                "points": points,
                "printed": self.edition.face(key).points,
            }
            for key, points in option.card_points.items()
        )

    @property
    def agreed_by_options(self) -> dict[str, int]:
        return {face: value for option in self.chosen for face, value in option.card_points.items()}

    @property
    def asked(self) -> list[CardRow]:
        """Cards without a printed value: the table has to say what they count."""
        return [row for row in self.rows if row.printed == ""]

    @property
    def values(self) -> list[CardRow]:
        return [row for row in self.rows if row.printed != ""]

    @property
    def folded(self) -> list[str]:
        """The inputs that are folded away, by name."""
        return ["decks", "missing", *(row.field.name for row in self.values)]

    @cached_property
    def rows(self) -> list[CardRow]:
        of_options = self.agreed_by_options
        rows = []
        for place, face in enumerate(self.with_value):
            name = self.field_of(face.face)
            printed = of_options.get(face.face, face.points)
            shown = "" if face.points is None else str(printed)
            rows.append(CardRow(face.face, self.form[name], f"card-{place}", shown))
        return rows

    @property
    def other_points(self) -> list[tuple[str, str]]:
        """Typed for another box: kept, as people may come back to it."""
        return [
            (name, value)
            for name, value in self.form.data.items()
            if name.startswith("points-") and name not in self.form.fields and value
        ]

    def card_points(self, typed: Mapping[str, object]) -> dict[str, int]:
        """What was agreed, as far as it differs from what is printed; a typed value goes first."""
        found = self.agreed_by_options
        for face in self.with_value:
            value = typed.get(self.field_of(face.face))
            if value is not None:
                found[face.face] = value
        return {face: n for face, n in found.items() if n != self.edition.face(face).points}

    # --- missing cards ----------------------------------------------------------------------------

    def read(self, text: str) -> tuple[tuple[rules.Card, ...], list[str]]:
        """The cards that are meant, and what could not be read, as sentences."""
        return understood(text, self.edition.faces)

    @property
    def missing(self) -> tuple[rules.Card, ...]:
        """As far as they can be read; none where nothing is checked against the deck."""
        return self.read(self.form["missing"].value() or "")[0] if self.is_checked else ()

    @property
    def missing_told(self) -> str:
        told = ", ".join(spoken(card, self.edition) for card in self.missing)
        return gettext("Not in the box: %(cards)s.") % {"cards": told} if told else ""

    @property
    def says(self) -> str:
        """What stands on the folded part: what is out of the ordinary."""
        decks, missing = typed_number(self.form["decks"].value()), len(self.missing)
        typed = {row.field.name: typed_number(row.field.value()) for row in self.rows}
        changed = len(self.card_points(typed)) if self.form.system.counts_cards else 0
        words = []
        if self.is_checked and decks not in (None, 1):
            words.append(decks_told(decks))
        if missing:
            told = ngettext("%(number)s card missing", "%(number)s cards missing", missing)
            words.append(told % {"number": missing})
        if changed:
            told = ngettext("%(number)s value agreed", "%(number)s values agreed", changed)
            words.append(told % {"number": changed})
        return ", ".join(words) or gettext("As it comes out of the box")
