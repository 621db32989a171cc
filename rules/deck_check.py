"""Can these hands come out of this deck?

A round is possible when real cards can be found for all of it at once: for every hand and for
the card with which the winner went out. That is the only bound, since a reshuffle brings
discards back. Listed hands are a counting problem and judged exactly. Hands of which only points
are known are judged against what the listed hands leave: each on its own, and all together as
far as a fixed budget of search steps goes. Past it they pass; what is reported never is possible.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards import Card, Face, card_names, several_names
from rules.hands import Hand
from rules.point_hands import ANY, Judge, Pile, Wanted, greedy
from rules.problems import Problem


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

    def copies(self, face: Face, colour: str | None) -> int:
        """How many there are of a face in one of its colours, or in all where it has none.

        A missing card whose colour is not told may be one of another colour, so it stays in.
        """
        missing = self.missing.count(Card(face.face, colour))
        return max(0, (face.copies or 0) * self.decks - missing)

    def unplaced(self, face: Face) -> int:
        """How many are missing of a face that has colours, without its colour being told."""
        return self.missing.count(Card(face.face)) if face.colours else 0

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
    problems = _copies_problems(deck, listed, last_card)
    left = _left(deck, listed)
    if last_card is not None:
        finishing = frozenset({last_card.face})
    elif any(left[face] for face in deck.finishing):
        finishing = deck.finishing
    else:
        problems.append(_nothing_left(deck, winner))
        finishing = frozenset()
    # What has been told bounds no point hand, so that each is blamed only for itself: where no
    # card is left to finish with none need be, and of a face that is held too often nobody knows
    # which hand is wrong.
    for face in deck.faces:
        if _face_problems(deck, face, _held(listed, last_card)[face.face]):
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


def _copies_problems(
    deck: Deck, listed: Mapping[str, Sequence[Card]], last_card: Card | None
) -> list[Problem]:
    held = _held(listed, last_card)
    return [
        problem for face in deck.faces for problem in _face_problems(deck, face, held[face.face])
    ]


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
    facts = {
        "case": "" if deck.decks == 1 else "decks",
        "held": sum(holders.values()),
        "cards": several_names(card, face),
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

    @property
    def wanted(self) -> Wanted:
        """As it is searched for."""
        return self.fewest if self.exact else ANY, self.points


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
        cards, points = hand.wanted
        return cards, points if self.valued else 0

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
