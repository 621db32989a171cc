"""How long the deck check takes over rounds of ten hands, really dealt and made impossible.

    python -m bench.deck

Processor time of this process alone, so that a busy machine changes little. The rounds are always
the same.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from unittest.mock import patch

from rules import Card, Hand, deck_check, find_edition
from rules.deck_check import Deck, Judge, deck_problems
from rules.point_hands import Pile, Wanted

MEDIAN_GOAL, WORST_GOAL = 0.005, 0.060
ROUNDS = 1_000
HANDS = 10
WAYS = ("cards", "colourless", "points", "points and number")
CLASSIC = find_edition("classic-108")
DECK = Deck(
    CLASSIC.faces,
    1,
    {face.face: face.points or 0 for face in CLASSIC.faces},
    frozenset(face.face for face in CLASSIC.faces),
)
Hands = dict[str, Hand]


@dataclass(frozen=True)
class Figures:
    """Of one kind of rounds; times in seconds. `out`: how often the budget of steps was used up."""

    kind: str
    rounds: int
    median: float
    p99: float
    worst: float
    impossible: int
    out: int

    @property
    def reached(self) -> bool:
        return self.median < MEDIAN_GOAL and self.worst < WORST_GOAL


# --- the rounds -----------------------------------------------------------------------------------


def dealt(chance: Random, sizes: list[int], ways: tuple[str, ...]) -> Hands:
    """Hands of these sizes out of one shuffled deck, each told in one of these ways."""
    deck = [
        Card(face.face, colour)
        for face in CLASSIC.faces
        for colour in face.colours or (None,)
        for _ in range(face.copies or 0)
    ]
    chance.shuffle(deck)
    hands = {}
    for seat, size in enumerate(sizes):
        cards, deck = deck[:size], deck[size:]
        hands[f"seat {seat}"] = recorded(cards, chance.choice(ways))
    return hands


def recorded(cards: list[Card], way: str) -> Hand:
    points = sum(DECK.values[card.face] for card in cards)
    if way == "cards":
        return Hand(tuple(cards))
    if way == "colourless":
        return Hand(tuple(Card(card.face) for card in cards))
    return Hand(points=points, cards_left=None if way == "points" else len(cards))


def ordinary(chance: Random) -> Hands:
    return dealt(chance, [chance.randint(1, 10) for _ in range(HANDS)], WAYS)


def points_only(chance: Random) -> Hands:
    """Every hand by points, with or without the number of cards."""
    return dealt(chance, [chance.randint(1, 10) for _ in range(HANDS)], WAYS[2:])


def nearly_all(chance: Random, ways: tuple[str, ...] = WAYS) -> Hands:
    """From 100 to 107 cards out, so that there is hardly any choice."""
    sizes = [1] * HANDS
    for _ in range(chance.randint(100, 107) - HANDS):
        sizes[chance.randrange(HANDS)] += 1
    return dealt(chance, sizes, ways)


def nearly_all_by_points(chance: Random) -> Hands:
    return nearly_all(chance, WAYS[2:])


def one_more(chance: Random) -> Hands:
    """A point too many or too few somewhere; with so many cards out that is often impossible."""
    hands = nearly_all(chance, ("points and number", "points", "colourless"))
    by_points = [seat for seat, hand in hands.items() if hand.points is not None]
    if by_points:
        seat = chance.choice(by_points)
        hand = hands[seat]
        points = max(0, (hand.points or 0) + chance.choice((-1, 1)))
        hands[seat] = Hand(points=points, cards_left=hand.cards_left)
    return hands


def all_out(chance: Random) -> Hands:
    """All cards but the last one out, all numbers told, and a few points moved or added."""
    sizes = [1] * HANDS
    for _ in range(107 - HANDS):
        sizes[chance.randrange(HANDS)] += 1
    hands = dealt(chance, sizes, WAYS[3:])
    for seat in chance.sample(sorted(hands), 2):
        hand = hands[seat]
        points = max(0, (hand.points or 0) + chance.randint(-9, 9))
        hands[seat] = Hand(points=points, cards_left=hand.cards_left)
    return hands


KINDS: dict[str, Callable[[Random], Hands]] = {
    "ordinary": ordinary,
    "all by points": points_only,
    "100 and more cards out": nearly_all,
    "  all by points": nearly_all_by_points,
    "  one point more or less": one_more,
    "  all out, points moved": all_out,
}


# --- measuring ------------------------------------------------------------------------------------


def measure(rounds: int = ROUNDS) -> list[Figures]:
    """The figures of every kind of rounds."""
    return [measured(kind, deal, rounds) for kind, deal in KINDS.items()]


def measured(kind: str, deal: Callable[[Random], Hands], rounds: int) -> Figures:
    chance = Random(kind)
    times, impossible, out = [], 0, 0
    with watched() as judges:
        for hands in [deal(chance) for _ in range(rounds)]:
            judges.clear()
            start = time.process_time()
            problems = deck_problems(DECK, hands, None, None)
            times.append(time.process_time() - start)
            impossible += bool(problems)
            out += any(judge.ran_out for judge in judges)
    times.sort()
    median, p99 = times[rounds // 2], times[rounds * 99 // 100]
    return Figures(kind, rounds, median, p99, times[-1], impossible, out)


@contextmanager
def watched() -> Iterator[list[Judge]]:
    """The judges of point hands that the deck check asks, to see whether their budgets held."""
    judges: list[Judge] = []

    class Watched(Judge):
        def __init__(self, piles: Sequence[Pile], hands: Sequence[Wanted]) -> None:
            super().__init__(piles, hands)
            judges.append(self)

    with patch.object(deck_check, "Judge", Watched):
        yield judges


def table(figures: list[Figures]) -> str:
    head = (
        f"{'deck check, ten hands':26}{'rounds':>7}{'median ms':>11}{'99 % ms':>9}{'worst ms':>10}"
        f"{'impossible':>12}{'past the budget':>17}"
    )
    return "\n".join([head, *(row(each) for each in figures)])


def row(each: Figures) -> str:
    return (
        f"{each.kind:26}{each.rounds:7}{1000 * each.median:11.2f}{1000 * each.p99:9.2f}"
        f"{1000 * each.worst:10.2f}{each.impossible:12}{each.out:17}"
        f"  {'reached' if each.reached else 'MISSED'}"
    )


if __name__ == "__main__":
    print(table(measure()))
