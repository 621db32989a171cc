"""A round as the page sends it: who went out, and what every other seat still held."""

import json
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.forms.fields import WholeNumberField, sent_key
from scoreboard.models import Round, new_key
from scoreboard.queries.board import marks_of
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import language, spoken

WAYS = ("cards", "type", "points")
NUMBER = {"required": False, "widget": forms.TextInput({"inputmode": "numeric"})}
# Made once for all forms: nothing about them differs from seat to seat.
HAND_FIELDS = {
    "way": forms.ChoiceField(choices=[(way, way) for way in WAYS], required=False),
    "cards": forms.CharField(label=_("Cards"), required=False, max_length=2000),
    "points": WholeNumberField(label=_("Points"), **NUMBER),
    "left": WholeNumberField(label=_("Number of cards"), **NUMBER),
}


@dataclass(frozen=True)
class Reading:
    """Typed cards, as they were understood; what could not be read as sentences."""

    text: str
    held: str
    names: list[str]
    points: int | None
    problems: list[str]

    @classmethod
    def of(cls, text: str, setup: rules.Setup) -> "Reading":
        try:
            cards, problems = rules.read_cards(text, setup.edition.cards), []
        except rules.UnreadableCards as unreadable:
            cards, problems = unreadable.read, unreadable.problems
        return cls(
            text=text,
            held=json.dumps([str(card) for card in cards]),
            names=[spoken(card, setup.edition) for card in cards],
            points=rules.hand_points(rules.Hand(cards=cards), setup),
            problems=[problem.message(language()) for problem in problems],
        )


class HandFields:
    """The inputs of one seat on the page of a round."""

    def __init__(self, form: "RoundForm", position: int) -> None:
        self.form = form
        self.position = position
        self.seat = form.sheet.seats[position]
        self.key = self.seat.player.key

    def __getitem__(self, part: str) -> forms.BoundField:
        return self.form[self.field(part)]

    @property
    def place(self) -> str:
        return str(self.position)

    @property
    def mark(self) -> int:
        return self.form.marks[self.position]

    def reason(self, error: str) -> str:
        """With the name, where the sentence has none: it is read away from its hand."""
        name = self.seat.player.name
        return error if name in error else f"{name}: {error}"

    @property
    def is_blamed(self) -> bool:
        """Whether something is wrong with this hand, or with it together with others."""
        return bool(self.errors) or self.key in self.form.blamed

    @property
    def went_out(self) -> bool:
        return self.form["winner"].value() == str(self.position)

    def field(self, part: str) -> str:
        return f"{part}-{self.position}"

    @property
    def errors(self) -> list[str]:
        parts = ("cards", "points", "left")
        return [error for part in parts for error in self[part].errors]

    @property
    def held(self) -> str:
        """The cards that the pad shows, as JSON: as far as what was typed could be read."""
        return Reading.of(self["cards"].value() or "", self.form.sheet.setup).held

    def hand(self) -> rules.Hand | None:
        """What was entered; None when nothing was. Adds an error where cards cannot be read."""
        sent = self.form.cleaned_data
        way = sent.get(self.field("way"))
        text = "" if way == "points" else sent.get(self.field("cards"), "")
        points, left = sent.get(self.field("points")), sent.get(self.field("left"))
        if way in ("cards", "type"):
            points = left = None
        cards = self.cards(text) if text.strip() else None
        if cards is None and points is None and left is None:
            return None
        return rules.Hand(cards=cards, points=points, cards_left=left)

    def cards(self, text: str) -> tuple[rules.Card, ...]:
        try:
            return self.form.read(text)
        except rules.UnreadableCards as unreadable:
            for problem in unreadable.problems:
                self.form.add_error(self.field("cards"), problem.message(language()))
            return unreadable.read


class RoundForm(forms.Form):
    """A round as the page sends it; the seats' fields carry the number of the seat."""

    winner = forms.ChoiceField(label=_("Who went out?"), required=False)
    seen_version = WholeNumberField(min_value=0)
    deck_differs = forms.BooleanField(required=False)
    # The pad hides the hand of whoever went out; what was entered there before is kept, not meant.
    is_pad = forms.BooleanField(required=False)

    def __init__(self, data=None, *, sheet: ScoreSheet, initial: dict | None = None) -> None:
        self.sheet = sheet
        super().__init__(data, initial=initial)
        self.key = new_key() if data is None else sent_key(data)
        self.played = rules.Round(winner=None)
        self.fields["winner"].choices = [
            (str(position), seat.player.name) for position, seat in enumerate(sheet.seats)
        ]
        for position in range(len(sheet.seats)):
            self.fields |= {f"{part}-{position}": field for part, field in HAND_FIELDS.items()}
        self.hands = [HandFields(self, position) for position in range(len(sheet.seats))]
        self.marks = marks_of(sheet.seats)
        self.only_impossible = False
        self.blamed: set[str] = set()

    @property
    def keys(self) -> list[dict]:
        """The pad: 1 to 9, then 0, then the others in the edition's order."""
        faces = self.sheet.setup.edition.cards
        ordered = sorted(faces, key=lambda face: face.face == "0" or 2 * (not face.is_number))
        return [
            {
                "face": face.face,
                "name": face.spoken[language()],
                "points": self.sheet.setup.values_on()[face.face],
                "colours": face.colours,
                "is_number": face.is_number,
            }
            for face in ordered
        ]

    @property
    def colours(self) -> str:
        names = {colour: names[language()] for colour, names in rules.COLOUR_NAMES.items()}
        return json.dumps(names)

    @property
    def reasons(self) -> list[str]:
        """Every reason once, the joint ones first."""
        of_hands = [hand.reason(error) for hand in self.hands for error in hand.errors]
        reasons = [*self.non_field_errors(), *self["winner"].errors, *of_hands]
        return list(dict.fromkeys(reasons))

    @classmethod
    def for_next(cls, sheet: ScoreSheet) -> "RoundForm":
        return cls(sheet=sheet, initial={"seen_version": sheet.game.version})

    @classmethod
    def for_stored(cls, sheet: ScoreSheet, row: Round) -> "RoundForm":
        played = sheet.played[row.number - 1]
        initial = {"seen_version": sheet.game.version}
        for position, seat in enumerate(sheet.seats):
            if seat.player.key == played.winner:
                initial["winner"] = str(position)
            elif hand := played.hands.get(seat.player.key):
                initial |= entered(hand, position, sheet.setup.edition)
        return cls(sheet=sheet, initial=initial)

    def for_another_try(self, sheet: ScoreSheet) -> "RoundForm":
        """All that was typed, on top of what others stored meanwhile."""
        data = self.data.copy()
        data["seen_version"] = sheet.game.version
        data["key"] = new_key()
        return RoundForm(data, sheet=sheet)

    def read(self, text: str) -> tuple[rules.Card, ...]:
        return rules.read_cards(text, self.sheet.setup.edition.cards)

    def clean(self) -> dict:
        winner = self.cleaned_data.get("winner")
        hidden = winner if self.cleaned_data.get("is_pad") else None
        shown = [fields for fields in self.hands if fields.place != hidden]
        hands = {fields.key: fields.hand() for fields in shown}
        self.played = rules.Round(
            winner=self.hands[int(winner)].key if winner else None,
            hands={key: hand for key, hand in hands.items() if hand is not None},
            deck_differs=self.cleaned_data.get("deck_differs", False),
        )
        return self.cleaned_data

    def add_problems(self, problems: list[rules.Problem]) -> None:
        """Every reason at the place where it belongs; what concerns several hands on top."""
        severities = {problem.severity for problem in problems}
        self.only_impossible = not self.errors and "broken" not in severities
        # Where an entry could not be read, what follows for the rest of the hand is no news.
        unread = {hand.key for hand in self.hands if hand.errors}
        for problem in problems:
            field = self.field_of(problem.where)
            self.blamed |= {*problem.holders}
            if not any(is_within(problem.where, f"hands.{key}") for key in unread):
                self.add_error(field, problem.message(language(), self.sheet.names))

    def add_all_problems(self, number: int) -> None:
        """What the rules say of it as round `number`, beside what could not be read."""
        before = self.sheet.played_before(number)
        self.add_problems(rules.round_problems(self.sheet.setup, before, self.played))

    def field_of(self, where: str) -> str | None:
        if where == "winner":
            return "winner"
        for fields in self.hands:
            place = f"hands.{fields.key}"
            if is_within(where, place):
                part = where.removeprefix(place)
                if part == ".cards_left":
                    return fields.field("left")
                return fields.field("points" if part == ".points" else "cards")
        return None


def is_within(where: str, place: str) -> bool:
    return where == place or where.startswith((f"{place}.", f"{place}["))


def entered(hand: rules.Hand, position: int, edition: rules.Edition) -> dict[str, str]:
    """A stored hand as its inputs had it."""
    if hand.cards is None:
        return {
            f"way-{position}": "points",
            f"points-{position}": hand.points,
            f"left-{position}": hand.cards_left,
        }
    names = [spoken(card, edition) for card in hand.cards]
    return {f"way-{position}": "cards", f"cards-{position}": ", ".join(names)}
