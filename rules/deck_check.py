"""Can these hands come out of this deck?

A round is possible when real cards can be found for all of it at once: for every hand and for
the card with which the winner went out. That is the only bound, since a reshuffle brings
discards back. Listed hands are a counting problem and judged exactly. Hands of which only points
are known are judged against what the listed hands leave: each on its own, and all together as
far as a fixed budget of search steps goes. Past it they pass; what is reported never is possible.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import gcd

from rules.cards import Card, Face, card_names, several_names
from rules.hands import Hand
from rules.point_hands import (
    ANY,
    AllWays,
    Filling,
    Hands,
    OutOfSteps,
    Pile,
    Plans,
    Steps,
    Sums,
    Wanted,
    greedy,
)
from rules.problems import Problem

# The budget of search steps for one round; past it hands known by points pass.
MOST_STEPS = 7_000

# Of so many hands known by points all subsets are looked at.
MOST_IN_SUBSETS = 10

# How many ways to deal out dear cards are kept in mind, at first and when that was not enough;
# and for how many of them small cards are dealt out.
WIDTHS = (12, 250)
PLANS_TRIED = 12


@dataclass(frozen=True)
class Deck:
    """What lies on the table: `decks` times the faces, less the `missing` cards.

    `values` in points by face; what has none may be worth anything. `finishing` are the faces
    with which the house rules let a player go out. A missing card without a colour may be of any
    colour, whichever makes the round possible.
    """

    faces: tuple[Face, ...]
    decks: int
    values: Mapping[str, int]
    finishing: frozenset[str]
    missing: tuple[Card, ...] = ()

    @cached_property
    def _gone(self) -> Counter[Card]:
        return Counter(self.missing)

    def copies(self, face: Face, colour: str | None) -> int:
        """How many there are of a face in one of its colours, or in all where it has none.

        A missing card whose colour is not told may be one of another colour, so it stays in.
        """
        missing = self._gone[Card(face.face, colour)]
        return max(0, (face.copies or 0) * self.decks - missing)

    def unplaced(self, face: Face) -> int:
        """How many are missing of a face that has colours, without its colour being told."""
        return self._gone[Card(face.face)] if face.colours else 0

    def total(self, face: Face) -> int:
        """How many there are of a face in all colours."""
        of_colour = sum(self.copies(face, colour) for colour in face.colours or (None,))
        return max(0, of_colour - self.unplaced(face))


def deck_problems(
    deck: Deck, hands: Mapping[str, Hand], last_card: Card | None, winner: str | None
) -> list[Problem]:
    """Every reason why these hands cannot come out of this deck, in words of the table.

    `hands` by seat, without the winner's: either cards of this deck or points, with a number of
    cards above 0 or none. `last_card` is the card the winner went out with, None if nobody
    remembers. Never a false alarm; exact for listed hands (The deck check).
    """
    listed = {seat: hand.cards for seat, hand in hands.items() if hand.cards}
    counted = [
        PointHand((seat,), hand.points, hand.cards_left or 1, hand.cards_left is not None)
        for seat, hand in hands.items()
        if not hand.cards and hand.points is not None
    ]
    if not counted and _surely_fits(deck, listed, last_card):
        return []
    held = _held(listed, last_card)
    crowded = {face.face: _face_problems(deck, face, held[face.face]) for face in deck.faces}
    problems = [problem for of_face in crowded.values() for problem in of_face]
    left = _left(deck, listed)
    if last_card is not None:
        finishing = frozenset({last_card.face})
    elif any(left.get(face) for face in deck.finishing):
        finishing = deck.finishing
    else:
        problems.append(_nothing_left(deck, winner))
        finishing = frozenset()
    # What has been told bounds no point hand, so that each is blamed only for itself: where no
    # card is left to finish with none need be, and of a face that is held too often nobody knows
    # which hand is wrong.
    for face in deck.faces:
        if crowded[face.face]:
            left[face.face] = deck.total(face)
            finishing -= {face.face} if last_card is not None else set()
    faults = Remains.of(left, deck.values, finishing).faults(counted)
    return problems + [_told(fault, deck, last_card, winner) for fault in faults]


# --- listed hands ---------------------------------------------------------------------------------

Held = Mapping[str | None, Mapping[str | None, int]]
"""Of one face: colour (None: not told), then who holds it (None: the last card), how many."""


def _held(listed: Mapping[str, Sequence[Card]], last_card: Card | None) -> Mapping[str, Held]:
    held: dict[str, dict[str | None, dict[str | None, int]]]
    held = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for seat, cards in listed.items():
        for card in cards:
            held[card.face][card.colour][seat] += 1
    if last_card is not None:
        held[last_card.face][last_card.colour][None] += 1
    return held


def _surely_fits(deck: Deck, listed: Mapping[str, Sequence[Card]], last_card: Card | None) -> bool:
    """The quick answer for nearly every real round: a whole deck has all of these cards.

    Without it a file of a thousand listed evenings took three times as long to check.
    """
    if deck.missing:
        return False
    cards = [card for cards in listed.values() for card in cards]
    cards += [] if last_card is None else [last_card]
    of_face = Counter([card.face for card in cards])
    of_card = Counter([card for card in cards if card.colour is not None])
    there_are = {face.face: face.in_deck * deck.decks for face in deck.faces}
    of_colour = {face.face: (face.copies or 0) * deck.decks for face in deck.faces}
    return (
        all(count <= there_are[face] for face, count in of_face.items())
        and all(count <= of_colour[card.face] for card, count in of_card.items())
        and (last_card is not None or any(of_face[f] < there_are[f] for f in deck.finishing))
    )


def _face_problems(deck: Deck, face: Face, held: Held) -> list[Problem]:
    """Per colour, and for those without a colour what the coloured ones leave them.

    That is exact: cards without a colour fit wherever there is room, so they only need room
    enough in all colours together.
    """
    problems = []
    for colour in face.colours:
        there_are = deck.copies(face, colour)
        if _count(held, colour) > there_are:
            card = Card(face.face, colour)
            problems.append(_too_many(deck, face, card, held[colour], there_are))
    if held and _room(deck, face, held) < _count(held, None):
        holders: dict[str | None, int] = defaultdict(int)
        for seats in held.values():
            for seat, count in seats.items():
                holders[seat] += count
        problems.append(_too_many(deck, face, Card(face.face), holders, deck.total(face)))
    return problems


def _count(held: Held, colour: str | None) -> int:
    return sum(held.get(colour, {}).values())


def _room(deck: Deck, face: Face, held: Held) -> int:
    """How many there are for cards without a colour, beside those whose colour is told."""
    if not face.colours:
        return deck.copies(face, None)
    in_colours = (max(0, deck.copies(face, c) - _count(held, c)) for c in face.colours)
    return sum(in_colours) - deck.unplaced(face)


def _too_many(
    deck: Deck, face: Face, card: Card, holders: Mapping[str | None, int], there_are: int
) -> Problem:
    seats = [seat for seat in holders if seat is not None]
    alone = len(holders) == 1 and len(seats) == 1
    held = sum(holders.values())
    facts = {
        "case": "" if deck.decks == 1 else "decks",
        "held": held,
        "cards": card_names(card, face) if held == 1 else several_names(card, face),
        "holders": tuple(holders.items()),
        "deck": there_are,
        "decks": deck.decks,
    }
    return Problem("too-many-copies", f"hands.{seats[0]}" if alone else "hands", facts)


def _left(deck: Deck, listed: Mapping[str, Sequence[Card]]) -> dict[str, int]:
    """How many of each face the listed hands leave, the last card still among them."""
    held = _held(listed, None)
    return {
        face.face: max(0, _room(deck, face, held[face.face]) - _count(held[face.face], None))
        for face in deck.faces
    }


def _nothing_left(deck: Deck, winner: str | None) -> Problem:
    numbers_only = len(deck.finishing) < len(deck.faces)
    facts = {"case": "number" if numbers_only else "", "seat": winner}
    return Problem("nothing-left-to-finish-with", "last_card", facts)


# --- hands known by points ------------------------------------------------------------------------


@dataclass(frozen=True)
class PointHand:
    """A hand, or several together, known by points and perhaps by the number of cards.

    `fewest` is how many cards it is at least; exactly so many where `exact`.
    """

    seats: tuple[str, ...]
    points: int
    fewest: int
    exact: bool

    @property
    def shown(self) -> tuple[int, int | None]:
        """Points and number of cards as they are told."""
        return self.points, self.fewest if self.exact else None


Fit = Callable[[Hands, bool, Steps], bool]
"""Whether the hands fit, and a last card too if that is asked. Raises OutOfSteps."""


class Judge:
    """What some piles of cards can make of hands known by points, within one budget.

    `piles` by rising value; `hands` all that will be asked about. `ran_out`: some question was
    answered with yes because the budget came to its end.
    """

    def __init__(self, piles: Sequence[Pile], hands: Hands) -> None:
        self._steps = Steps(MOST_STEPS)
        self._scale = gcd(*(pile.value for pile in piles)) or 1
        self._piles = [Pile(p.value // self._scale, p.count, p.can_finish) for p in piles]
        self._keeps_one = any(pile.can_finish for pile in piles)
        self.ran_out = False
        self._sums = self._tables([self._own(hand) for hand in hands])
        self._share = self._steps.left // (len(hands) + 1)

    def _own(self, hand: Wanted) -> Wanted:
        """As it is searched for. Of a hand of 0 points one card is the least and the best."""
        cards, points = hand
        return (1, 0) if hand == (ANY, 0) else (cards, points // self._scale)

    def _tables(self, hands: Hands) -> Sums:
        """For all hands together where that is cheap enough, else for the largest."""
        size = sum(pile.count for pile in self._piles)
        total = sum(pile.count * pile.value for pile in self._piles)
        numbers = [max(1, cards) for cards, _ in hands]
        points = [points for _, points in hands]
        cards, most = min(size, sum(numbers)), min(total, sum(points))
        sums = Sums(self._piles, cards, most, self._steps)
        if sums.are_exact:
            return sums
        cards, most = min(size, max(numbers)), min(total, max(points))
        return Sums(self._piles, cards, most, self._steps)

    def alone(self, hand: Wanted) -> tuple[bool, bool]:
        """Whether some cards make the hand, and whether one is then left to finish with.

        Exact, unless values are so large that no tables can be made and the search finds no end
        within the hand's share of the budget.
        """
        if hand[1] % self._scale:
            return False, False
        steps = Steps(self._share)
        self._steps.left -= self._share
        verdict = self._made_and_leaving(self._alone_fits, [self._own(hand)], steps)
        self._steps.left += max(0, steps.left)
        return verdict

    def _alone_fits(self, hands: Hands, last: bool, steps: Steps) -> bool:
        if self._sums.are_exact:
            return self._sums.make_all(len(self._piles), hands, last)
        return AllWays(self._sums, steps).fit(hands, last)

    def together(self, hands: Hands) -> tuple[bool, bool]:
        """As `alone`, for hands each of which is possible: True where the budget ends first."""
        own = sorted(self._own(hand) for hand in hands)
        return self._made_and_leaving(self._all_fit, own, self._steps)

    def _made_and_leaving(self, fit: Fit, hands: Hands, steps: Steps) -> tuple[bool, bool]:
        leaves = self._unless_out(fit, hands, self._keeps_one, steps, otherwise=True)
        if leaves or not self._keeps_one:
            return leaves, leaves
        # That it cannot be is proved by now; that it is for want of a last card has to be too.
        return self._unless_out(fit, hands, False, steps, otherwise=False), False

    def _unless_out(
        self, fit: Fit, hands: Hands, last: bool, steps: Steps, *, otherwise: bool
    ) -> bool:
        try:
            return fit(hands, last, steps)
        except OutOfSteps:
            self.ran_out = True
            return otherwise

    def _all_fit(self, hands: Hands, last: bool, steps: Steps) -> bool:
        """The cheapest first: most rounds are possible, and a way is soon found."""
        if not self._sums.make_all(len(self._piles), hands, last):
            return False
        if self._is_found(hands, last, WIDTHS[0]):
            return True
        if not self._subsets_fit(hands, last):
            return False
        if self._is_found(hands, last, WIDTHS[1]):
            return True
        return AllWays(self._sums, steps).fit(hands, last)

    def _subsets_fit(self, hands: Hands, last: bool) -> bool:
        """Whether each subset of the hands, put together as one, can be made."""
        subsets: set[tuple[int, int, bool]] = {(0, 0, False)}
        for cards, points in hands[-MOST_IN_SUBSETS:]:
            more, fewest = cards == ANY, max(1, cards)
            subsets |= {(n + fewest, p + points, m or more) for n, p, m in subsets}
        self._steps.take(len(subsets) // 2)
        piles = len(self._piles)
        return all(self._sums.fit(piles, n, p, m, last) for n, p, m in sorted(subsets))

    def _is_found(self, hands: Hands, last: bool, width: int) -> bool:
        """Whether a way is found with half of what is left of the budget."""
        steps = Steps(self._steps.left // 2)
        self._steps.left -= steps.left
        plans = Plans(self._sums, steps)
        small = self._piles[: plans.small]
        try:
            found = islice(plans.best(hands, last, width), PLANS_TRIED)
            return any(Filling(small, rests, steps).succeeds() for rests in found)
        except OutOfSteps:
            return False
        finally:
            self._steps.left += max(0, steps.left)


@dataclass(frozen=True)
class Fault:
    """Why point hands cannot be: a code and case of `problems`, with the number that tells it."""

    hand: PointHand
    code: str
    case: str
    limit: int = 0


@dataclass(frozen=True)
class Remains:
    """What the listed hands leave, in piles by rising value.

    Not `valued` where a card is among it whose value nobody agreed: it may be worth anything, so
    that only numbers of cards can be judged, with every card and every hand at 0 points.
    """

    piles: tuple[Pile, ...]
    valued: bool

    @classmethod
    def of(
        cls, left: Mapping[str, int], values: Mapping[str, int], finishing: frozenset[str]
    ) -> "Remains":
        there = {face: count for face, count in left.items() if count}
        valued = all(face in values for face in there)
        counts: dict[int, int] = defaultdict(int)
        last = set()
        for face, count in there.items():
            value = values[face] if valued else 0
            counts[value] += count
            if face in finishing:
                last.add(value)
        piles = (Pile(value, counts[value], value in last) for value in sorted(counts))
        return cls(tuple(piles), valued)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(pile.count for pile in self.piles)

    def wanted(self, hand: PointHand) -> Wanted:
        """The hand as far as it can be judged."""
        return hand.fewest if hand.exact else ANY, hand.points if self.valued else 0

    def limits(self, hand: PointHand) -> Fault | None:
        """What least and most say against a hand, which explains it best."""
        points = self.wanted(hand)[1]
        if hand.fewest > self.size:
            return Fault(hand, "points-impossible", "size", self.size)
        most = greedy(self.piles[::-1], hand.fewest if hand.exact else self.size)
        if points > most:
            return Fault(hand, "points-impossible", "most", most)
        least = greedy(self.piles, hand.fewest)
        if points < least:
            return Fault(hand, "points-impossible", "least", least)
        return None

    def faults(self, hands: Sequence[PointHand]) -> list[Fault]:
        """Each hand for itself; then those that can be for themselves, all at once."""
        alone = {hand: self.limits(hand) for hand in hands}
        within = [hand for hand, fault in alone.items() if fault is None]
        if within:
            judge = Judge(self.piles, [self.wanted(hand) for hand in within])
            for hand in within:
                alone[hand] = _fault(hand, judge.alone(self.wanted(hand)))
        faults = [fault for fault in alone.values() if fault is not None]
        fine = [hand for hand, fault in alone.items() if fault is None]
        if len(fine) > 1:
            total = _total(fine)
            verdict = judge.together([self.wanted(hand) for hand in fine])
            together = self.limits(total) or _fault(total, verdict)
            if together is not None and not together.case:
                # Their sum may well be makeable, and yet not these hands out of it.
                together = replace(together, case="side-by-side")
            faults += [] if together is None else [together]
        return faults


def _total(hands: Sequence[PointHand]) -> PointHand:
    return PointHand(
        seats=tuple(seat for hand in hands for seat in hand.seats),
        points=sum(hand.points for hand in hands),
        fewest=sum(hand.fewest for hand in hands),
        exact=all(hand.exact for hand in hands),
    )


def _fault(hand: PointHand, verdict: tuple[bool, bool]) -> Fault | None:
    is_made, leaves_one = verdict
    if not is_made:
        return Fault(hand, "points-impossible", "")
    return None if leaves_one else Fault(hand, "nothing-left-to-finish-with", "points")


def _told(fault: Fault, deck: Deck, last_card: Card | None, winner: str | None) -> Problem:
    seats = fault.hand.seats
    facts: dict[str, object] = {"case": fault.case, "seats": seats, "hand": fault.hand.shown}
    if fault.case == "points":
        facts["seat"] = winner
        if last_card is not None:
            facts |= {"case": "last-card", "card": _name(deck, last_card)}
    else:
        facts["cards_left" if fault.case == "size" else "points"] = fault.limit
    entry = "cards_left" if fault.case == "size" and fault.hand.exact else "points"
    where = f"hands.{seats[0]}.{entry}" if len(seats) == 1 else "hands"
    return Problem(fault.code, where, facts)


def _name(deck: Deck, card: Card) -> Mapping[str, str]:
    return next(card_names(card, face) for face in deck.faces if face.face == card.face)
