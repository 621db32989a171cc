"""What a seat still holds when a round ends, and what it is worth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.cards import Card
from rules.editions import Edition
from rules.problems import Problem

MOST_POINTS = 1_000_000
MOST_CARDS = 1_000


class Worth(Protocol):
    """What a hand needs to know of a setup to be counted."""

    @property
    def edition(self) -> Edition: ...

    @property
    def values(self) -> Mapping[str, int]: ...


def whole(value: object, least: int, most: int | None = None) -> int | None:
    """`value` as a whole number from `least` to `most` (None: no limit), or None if it is none.

    5.0 is whole, 5.5 is not, and neither are truth values, texts, infinities (Problems,
    `bad-number`).
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float):
        if not value.is_integer():
            return None
        value = int(value)
    return value if least <= value and (most is None or value <= most) else None


def as_entered(value: object) -> object:
    """A whole float as the int it stands for; everything else as it is, to be judged later."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


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


def hand_points(hand: Hand, setup: Worth) -> int | None:
    """The points of a hand under the setup's card values; None where they cannot be told.

    Listed cards count the edition's values with the setup's `card_points` laid over them;
    otherwise the points are those that were typed (A hand and its points).
    """
    if hand.cards is None:
        return whole(hand.points, 0, MOST_POINTS)
    total = 0
    for card in hand.cards:
        value = setup.values.get(card.face) if setup.edition.has_card(card) else None
        if value is None:
            return None
        total += value
    return total


def hand_problems(seat: str, hand: Hand, setup: Worth) -> list[Problem]:
    """What is wrong with the hand in itself: unknown cards, numbers that are none or disagree.

    Whether it may be empty or missing is a matter of the round.
    """
    at = f"hands.{seat}"
    if hand.cards is None:
        return _number_problems(seat, hand)
    if len(hand.cards) > MOST_CARDS:
        return [_bad_number(seat, f"{at}.cards", CARDS, MOST_CARDS), *_number_problems(seat, hand)]
    problems = [
        Problem("unknown-card", f"{at}.cards[{place}]", {"card": setup.edition.call(card)})
        for place, card in enumerate(hand.cards)
        if not setup.edition.has_card(card)
    ]
    problems += _number_problems(seat, hand)
    if not problems:
        problems = _disagreements(seat, hand, setup)
    return problems


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


def _disagreements(seat: str, hand: Hand, setup: Worth) -> list[Problem]:
    problems = []
    total = hand_points(hand, setup)
    if hand.points is not None and total is not None and hand.points != total:
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


def sort_cards(cards: Iterable[Card], edition: Edition) -> tuple[Card, ...]:
    """The cards as a hand is best shown: numbers, actions, wilds, each in edition order.

    Within a face by colour, those without a colour first. Cards the edition does not have come
    last, so that a mistake can still be shown.
    """
    return tuple(sorted(cards, key=edition.place_of))
