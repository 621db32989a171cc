"""What one seat still held, as the page of a round sends it; and typed cards, shown back."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import rules
from scoreboard.forms.fields import NUMBER, WholeNumberField, understood
from scoreboard.models import Seat
from scoreboard.queries.words import language, spoken, with_counts

if TYPE_CHECKING:
    from scoreboard.forms.rounds import RoundForm

WAYS = ("cards", "type", "points")
LONGEST = 2000
# Made once for all forms: nothing about them differs from seat to seat.
HAND_FIELDS = {
    "way": forms.Field(required=False),
    "cards": forms.CharField(label=_("Cards"), required=False, max_length=LONGEST),
    "points": WholeNumberField(label=_("Points"), **NUMBER),
    "left": WholeNumberField(label=_("Number of cards"), **NUMBER),
}
KNOCKED = forms.BooleanField(label=_("KO"), required=False)


@dataclass(frozen=True)
class Reading:
    """Typed cards, as they were understood; what could not be read as sentences."""

    text: str
    side: str
    held: str
    names: list[str]
    points: int | None
    problems: list[str]

    @classmethod
    def of(cls, text: str, setup: rules.Setup, side: str | None = None) -> "Reading":
        """On a side of the cards where they have two, or else what could be on either."""
        cards, problems = read_on_side(text, setup.edition, side)
        return cls(
            text=text,
            side=side or "",
            held=json.dumps([str(card) for card in cards]),
            names=[spoken(card, setup.edition) for card in cards],
            points=rules.hand_points(rules.Hand(cards=cards), setup, side),
            problems=problems,
        )


def read_on_side(
    text: str, edition: rules.Edition, side: str | None
) -> tuple[tuple[rules.Card, ...], list[str]]:
    """As `understood`; cards of the other side are called so, and not words that mean nothing."""
    cards, problems = understood(text, edition.faces_on(side))
    if not problems or not edition.sides:
        return cards, problems
    everywhere, unread = understood(text, edition.faces)
    if unread:
        return cards, problems
    elsewhere = [card for card in everywhere if not edition.has_card(card, side)]
    told = [rules.unknown_card(card, "", edition).message(language()) for card in elsewhere]
    here = tuple(card for card in everywhere if card not in elsewhere)
    return here, list(dict.fromkeys(told))


class HandFields:
    """The inputs of one seat on the page of a round."""

    def __init__(self, form: "RoundForm", seat: Seat, mark: int) -> None:
        self.form = form
        self.mark = mark
        self.place = str(seat.position)
        self.key = seat.player.key
        self.name = seat.player.name
        self.way, self.cards, self.points, self.left = (
            form[self.field(part)] for part in ("way", "cards", "points", "left")
        )
        knocked = self.field("knocked")
        self.knocked = form[knocked] if knocked in form.fields else None
        said = (self.cards, self.points, self.left, self.knocked)
        self.said = [field for field in said if field is not None]

    @property
    def party(self) -> int:
        """A number that partners have in common."""
        party_of = self.form.sheet.setup.party_of
        return list(party_of.values()).index(party_of[self.key])

    def reason(self, error: str) -> str:
        """With the name, where the sentence has none: it is read away from its hand."""
        return error if self.name in error else f"{self.name}: {error}"

    @property
    def is_blamed(self) -> bool:
        """Whether something is wrong with this hand, or with it together with others."""
        return bool(self.errors) or self.key in self.form.blamed

    @property
    def is_winner(self) -> bool:
        return self.form["winner"].value() == self.place

    def field(self, part: str) -> str:
        return f"{part}-{self.place}"

    @property
    def is_entered(self) -> bool:
        """Whether anything is said of this seat."""
        return self.is_winner or any(field.value() for field in self.said)

    @property
    def errors(self) -> list[str]:
        return [error for field in self.said for error in field.errors]

    @cached_property
    def reading(self) -> Reading:
        """What the pad shows: as far as what was typed could be read."""
        return Reading.of(self.cards.value() or "", self.form.setup, self.form.chosen_side)

    @property
    def held(self) -> str:
        return "[]" if self.form.side_is_open else self.reading.held

    @property
    def is_unread(self) -> bool:
        """Whether there is more in what was typed than the pad can show."""
        return bool(self.reading.text if self.form.side_is_open else self.reading.problems)

    @property
    def chosen_way(self) -> str:
        """In which of the ways it was entered; empty where that is not said."""
        way = self.way.value()
        return way if way in WAYS else ""

    def hand(self) -> rules.Hand | None:
        """What was entered; None when nothing was. Adds an error where it cannot be read."""
        sent, way = self.form.cleaned_data, self.chosen_way
        text = "" if way == "points" else sent.get(self.field("cards"), "")
        points, left = sent.get(self.field("points")), sent.get(self.field("left"))
        if way in ("cards", "type"):
            points = left = None
        cards = self.form.read(self.field("cards"), text) if text.strip() else None
        if cards is None and points is None:
            return self.of_number_alone(left)
        return rules.Hand(cards=cards, points=points, cards_left=left)

    def of_number_alone(self, left: int | None) -> rules.Hand | None:
        """How many cards it was does not say what they were: that is asked.

        Not of whoever was knocked out, where everybody would say 25 and nothing follows from it.
        None at all are 0 points; and what the rules have against it, they say themselves.
        """
        if left is None or self.form.cleaned_data.get(self.field("knocked")):
            return None
        if left == 0:
            return rules.Hand(points=0, cards_left=0)
        could_be = 0 < left <= rules.MOST_CARDS and self.form.is_playing(self)
        if could_be and not self.is_winner and not self.errors:
            text = ngettext(
                "How many points is this %(number)s card?",
                "How many points are these %(number)s cards?",
                left,
            )
            self.form.add_error(self.field("points"), text % {"number": left})
        return rules.Hand(cards_left=left)


def entered(hand: rules.Hand, position: int, edition: rules.Edition) -> dict[str, str]:
    """A stored hand as its inputs had it."""
    if hand.cards is None:
        return {
            f"way-{position}": "points",
            f"points-{position}": hand.points,
            f"left-{position}": hand.cards_left,
        }
    names = [spoken(card, edition) for card in hand.cards]
    text = ", ".join(names)
    if len(text) > LONGEST:
        text = ", ".join(with_counts(names))
    return {f"way-{position}": "cards", f"cards-{position}": text}
