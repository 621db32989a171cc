"""An edition of one's own: a copy of a box, with other counts, values, names or target."""

import re
import unicodedata
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.forms.fields import NUMBER, WholeNumberField, clean_name, sent_key
from scoreboard.models import new_key
from scoreboard.queries.words import language

COLOURS = ("red", "yellow", "green", "blue")
NEW_ROWS = 3
MOST_FACES = 60
MOST_LETTERS = 40  # of the word for a new card


class FaceForm(forms.Form):
    """One card of the box; a row without a name is no card."""

    face = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Card"), required=False, max_length=200)
    coloured = forms.BooleanField(label=_("In each colour"), required=False)
    copies = WholeNumberField(label=_("How many"), **NUMBER)
    points = WholeNumberField(label=_("Points"), **NUMBER)
    draws = WholeNumberField(label=_("Next player draws"), **NUMBER)

    @property
    def numbers(self) -> list[forms.BoundField]:
        return [self["copies"], self["points"], self["draws"]]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"].strip()
        return clean_name(name) if name else ""

    def clean(self) -> dict:
        sent = self.cleaned_data
        numbers = [sent.get(part) for part in ("copies", "points", "draws")]
        is_new = not sent.get("face")
        if is_new and not sent.get("name") and any(number is not None for number in numbers):
            self.add_error("name", gettext("What is this card called?"))
        return sent


FaceForms = forms.formset_factory(FaceForm, extra=0, max_num=MOST_FACES, validate_max=True)


class EditionForm(forms.Form):
    name = forms.CharField(
        label=_("Name of your edition"),
        max_length=200,
        error_messages={"required": _("What do you call this edition?")},
    )
    target = WholeNumberField(label=_("Usually played to"))
    most_players = WholeNumberField(label=_("For at most so many players"))
    dealt = WholeNumberField(label=_("Cards dealt to each"), **NUMBER)
    hand_limit = WholeNumberField(label=_("Knocked out of the round with so many cards"), **NUMBER)
    knock_out_bonus = WholeNumberField(label=_("Points for each who is knocked out"), **NUMBER)
    last_card_draws = forms.BooleanField(
        label=_("A draw card played last is still drawn and counted"), required=False
    )
    seen_revision = WholeNumberField(required=False, widget=forms.HiddenInput)

    def __init__(self, data=None, *, start: dict, revision: int = 0) -> None:
        """`start` is the table to begin with, in the form of the rules' own tables."""
        self.start = start
        values = first_values(start) | {"seen_revision": revision}
        # A copy gets a name of its own.
        super().__init__(data, initial=values if revision else values | {"name": ""})
        self.key = new_key() if data is None else sent_key(data)
        self.faces = {
            side: FaceForms(data, initial=face_values(cards), prefix=f"cards{side}")
            for side, cards in cards_by_side(start).items()
        }

    def for_another_try(self, revision: int) -> "EditionForm":
        """All that was typed, on top of what others stored meanwhile."""
        data = self.data.copy()
        data["seen_revision"] = revision
        form = EditionForm(data, start=self.start, revision=revision)
        form.is_valid()
        return form

    @property
    def first_wrong(self) -> str:
        """The name of the first input that is wrong, to begin with."""
        rows = [row for side in self.faces.values() for row in side]
        fields = [field for form in (self, *rows) for field in form.visible_fields()]
        return next((field.html_name for field in fields if field.errors), "")

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(rows.is_valid() for rows in self.faces.values())])

    def table(self) -> dict:
        """What was sent, as a table; its key comes with the row."""
        sent, start = self.cleaned_data, self.start
        cards = {
            side: list(cards_from(rows, cards_by_side(start)[side]))
            for side, rows in self.faces.items()
        }
        counted = [card["copies"] is not None for side in cards.values() for card in side]
        table = {
            "names": names_from(sent["name"], start.get("names", {})),
            "players": [2, sent["most_players"]],
            "dealt": sent["dealt"],
            "target": sent["target"],
            "composition": "known" if counted and all(counted) else "unknown",
            "options": options_for(start, cards),
            "sources": start["sources"],
            "last_card_draws": sent["last_card_draws"],
        }
        optional = ("hand_limit", "knock_out_bonus")
        table |= {word: sent[word] for word in optional if sent[word] is not None}
        if "sides" in start:
            sides = start["sides"]
            return table | {"sides": {side: sides[side] | {"cards": cards[side]} for side in cards}}
        return table | {"cards": cards[""]}

    def add_problems(self, problems: Iterable[rules.Problem]) -> None:
        """Every reason at the field where it belongs."""
        # Found first: a row whose name gets an error has none any more.
        named = {
            side: [row for row in rows if row.cleaned_data.get("name")]
            for side, rows in self.faces.items()
        }
        for problem in problems:
            field = {"players[1]": "most_players"}.get(problem.where, problem.where)
            place = re.fullmatch(r"(?:sides\.(\w+)\.)?cards\[(\d+)\]\.(\w+)", field)
            text = problem.message(language())
            if place:
                row = named[place[1] or ""][int(place[2])]
                row.add_error(FIELD_OF.get(place[3]), text)
            else:
                self.add_error(field if field in self.fields else None, text)


FIELD_OF = {"face": "name", "copies": "copies", "points": "points", "draws": "draws"}


def cards_by_side(table: dict) -> dict[str, list[dict]]:
    if "sides" in table:
        return {side: of_side["cards"] for side, of_side in table["sides"].items()}
    return {"": table["cards"]}


def first_values(table: dict) -> dict:
    words = ("target", "dealt", "hand_limit", "knock_out_bonus", "last_card_draws")
    return {word: table.get(word) for word in words} | {
        "name": table["names"][language()],
        "most_players": table["players"][1],
    }


def face_values(cards: list[dict]) -> list[dict]:
    values = [
        {
            "face": card["face"],
            "name": card["names"][language()],
            "coloured": bool(card["colours"]),
            "copies": card["copies"],
            "points": card["points"],
            "draws": card.get("draws"),
        }
        for card in cards
    ]
    return values + [{"coloured": False}] * NEW_ROWS


def names_from(name: str, before: dict[str, str]) -> dict[str, str]:
    """Both languages stay as long as the name that was shown does."""
    if before.get(language()) == name:
        return before
    return {"en": name, "nl": name}


def cards_from(rows: Iterable[FaceForm], before: list[dict]) -> Iterable[dict]:
    of_before = {card["face"]: card for card in before}
    colours = next((card["colours"] for card in before if card["colours"]), COLOURS)
    taken: set[str] = set()
    for row in rows:
        sent = row.cleaned_data
        if not sent.get("name"):
            continue
        was = of_before.get(sent["face"], {})
        key = was.get("face") or face_key(sent["name"], taken | {*of_before})
        taken.add(key)
        card = {
            "face": key,
            "names": names_from(sent["name"], was.get("names", {})),
            "colours": (was.get("colours") or [*colours]) if sent["coloured"] else [],
            "copies": sent["copies"],
            "points": sent["points"],
        }
        if sent["draws"]:
            card["draws"] = sent["draws"]
        if "short" in was and card["names"] == was["names"]:
            card["short"] = was["short"]
        yield card


def face_key(name: str, taken: set[str]) -> str:
    """A word of the file for a new card: a name of digits makes a number card.

    One that is there already is the maker's mistake, and the rules say so.
    """
    if re.fullmatch(r"[0-9]+", name):
        return name
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    word = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS]
    word = f"card-{word}".strip("-") if not word or word.isdigit() else word
    number = 2
    key = word
    while key in taken:
        key, number = f"{word}-{number}", number + 1
    return key


def options_for(start: dict, cards: dict[str, list[dict]]) -> list[dict]:
    """The options of the box that still have their cards."""
    faces = {card["face"] for side in cards.values() for card in side}
    return [option for option in start["options"] if faces >= {*option["card_points"]}]
