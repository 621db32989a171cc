"""What a seat still holds when a round ends, and what it is worth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.cards import Card
from rules.editions import Edition
from rules.problems import MOST_CARDS, MOST_POINTS, Problem, as_entered, whole


class Worth(Protocol):
    """What a hand needs to know of a setup to be counted."""

    @property
    def edition(self) -> Edition: ...

    def values_on(self, side: str | None = None) -> Mapping[str, int]: ...


@dataclass(frozen=True)
class Hand:
    """A hand in one of three ways: cards; points and the number of cards; points only.

    `cards` beside `points` or `cards_left` must agree with them. Nothing is refused here: a
    form's half-filled hand is a value too, and all its problems are told at once.
    """

    cards: tuple[Card, ...] | None = None
    points: int | None = None
    cards_left: int | None = None

    def __post_init__(self) -> None:
        if self.cards is not None and not isinstance(self.cards, tuple):
            object.__setattr__(self, "cards", tuple(self.cards))
        object.__setattr__(self, "points", as_entered(self.points))
        object.__setattr__(self, "cards_left", as_entered(self.cards_left))

    @property
    def holds_something(self) -> bool:
        """Whether it has a card, points or a number of cards above 0."""
        numbers = (whole(self.points, 1), whole(self.cards_left, 1))
        return bool(self.cards) or any(numbers)

    @property
    def is_known(self) -> bool:
        """Whether points can be counted from it: cards, if only an empty list, or points."""
        return self.cards is not None or self.points is not None

    @property
    def size(self) -> int | None:
        """How many cards it is, where that is known."""
        return self.cards_left if self.cards is None else len(self.cards)


def hand_points(hand: Hand, setup: Worth, side: str | None = None) -> int | None:
    """The points of a hand under the setup's card values; None where they cannot be told.

    Listed cards count the edition's values on that `side` with the setup's `card_points` laid
    over them; otherwise the points are those that were typed (A hand and its points).
    """
    if hand.cards is None:
        return whole(hand.points, 0, MOST_POINTS)
    values, total = setup.values_on(side), 0
    for card in hand.cards:
        value = values.get(card.face) if setup.edition.has_card(card, side) else None
        if value is None:
            return None
        total += value
    return total


def hand_problems(seat: str, hand: Hand, setup: Worth, side: str | None = None) -> list[Problem]:
    """What is wrong with the hand in itself: unknown cards, numbers that are none or disagree.

    Whether it may be empty or missing is a matter of the round.
    """
    at = f"hands.{seat}"
    if hand.cards is None:
        return _number_problems(seat, hand)
    if len(hand.cards) > MOST_CARDS:
        return [_bad_number(seat, f"{at}.cards", CARDS, MOST_CARDS), *_number_problems(seat, hand)]
    edition = setup.edition
    problems = [
        unknown_card(card, f"{at}.cards[{place}]", edition)
        for place, card in enumerate(hand.cards)
        if not edition.has_card(card, side)
    ]
    problems += _number_problems(seat, hand)
    if not problems:
        problems = _disagreements(seat, hand, setup, side)
    return problems


def unknown_card(card: Card, where: str, edition: Edition) -> Problem:
    """A card that this edition does not have, or not on this side."""
    facts = {"case": "side" if edition.has_card(card) else "", "card": edition.call(card)}
    return Problem("unknown-card", where, facts)


POINTS = {"en": "the points", "nl": "het aantal punten"}
CARDS = {"en": "the number of cards", "nl": "het aantal kaarten"}


def _bad_number(seat: str, where: str, what: Mapping[str, str], most: int) -> Problem:
    facts = {"case": "hand", "seat": seat, "what": what, "least": 0, "most": most}
    return Problem("bad-number", where, facts)


def _number_problems(seat: str, hand: Hand) -> list[Problem]:
    problems = []
    if hand.points is not None and whole(hand.points, 0, MOST_POINTS) is None:
        problems.append(_bad_number(seat, f"hands.{seat}.points", POINTS, MOST_POINTS))
    if hand.cards_left is not None and whole(hand.cards_left, 0, MOST_CARDS) is None:
        problems.append(_bad_number(seat, f"hands.{seat}.cards_left", CARDS, MOST_CARDS))
    return problems


def _disagreements(seat: str, hand: Hand, setup: Worth, side: str | None) -> list[Problem]:
    problems = []
    # Which value counts is not known without the side.
    side_is_known = not setup.edition.sides or side in setup.edition.sides
    is_compared = hand.points is not None and side_is_known
    total = hand_points(hand, setup, side) if is_compared else None
    if total is not None and hand.points != total:
        facts = {"case": "points-disagree", "seat": seat, "sum": total, "points": hand.points}
        problems.append(Problem("bad-number", f"hands.{seat}.points", facts))
    if hand.cards_left is not None and hand.cards_left != hand.size:
        facts = {
            "case": "cards-disagree",
            "seat": seat,
            "listed": hand.size,
            "cards_left": hand.cards_left,
        }
        problems.append(Problem("bad-number", f"hands.{seat}.cards_left", facts))
    return problems


def sort_cards(
    cards: Iterable[Card], edition: Edition, side: str | None = None
) -> tuple[Card, ...]:
    """The cards as a hand is best shown: numbers, actions, wilds, each in edition order.

    Within a face by colour, those without a colour first. Cards the edition does not have come
    last, so that a mistake can still be shown.
    """
    return tuple(sorted(cards, key=lambda card: edition.place_of(card, side)))
