"""Can these hands come out of this deck?

A round is possible when real cards can be found for all of it at once: for every hand and for
the card with which the winner went out. That is the only bound, since a reshuffle brings
discards back. Listed hands are a counting problem and judged exactly. A hand of which only
points are known is judged exactly on its own against what the listed hands leave, and all such
hands by their total. What passes here may still be impossible for point hands together; what is
reported never is possible.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards import Card, Face, card_names, several_names
from rules.hands import Hand
from rules.problems import Problem

# A table of sums has this many bits at most, 4 MB: enough for 1,000 cards out of twenty decks of
# any edition in print. Beyond it, with card values of thousands, only the sum is judged and not
# the number of cards, so that a mistyped value costs no seconds.
MOST_TABLE_BITS = 32_000_000


@dataclass(frozen=True)
class Deck:
    """What lies on the table: `decks` times the faces, with their `values` in points by face.

    `finishing` are the faces with which the house rules let a player go out.
    """

    faces: tuple[Face, ...]
    decks: int
    values: Mapping[str, int]
    finishing: frozenset[str]

    def copies(self, face: Face) -> int:
        """How many there are of a face in one colour, or in all where it has no colours."""
        return (face.copies or 0) * self.decks

    def total(self, face: Face) -> int:
        """How many there are of a face in all colours."""
        return face.in_deck * self.decks


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
    finishing = deck.finishing if last_card is None else frozenset({last_card.face})
    if last_card is None and not any(left[face] for face in finishing):
        problems.append(_nothing_left(deck, winner))
    # Where no card is left to finish with that has been told; the point hands are then judged
    # without it, so that each is blamed only for itself.
    remains = Remains.of(left, deck.values, finishing)
    faults = _point_faults(remains, counted)
    return problems + [_told(fault, deck, last_card, winner) for fault in faults]


# --- listed hands ---------------------------------------------------------------------------------

Held = dict[str | None, dict[str | None, int]]
"""Of one face: colour (None: not told), then who holds it (None: the last card), how many."""


def _held(listed: Mapping[str, Sequence[Card]], last_card: Card | None) -> Mapping[str, Held]:
    held: dict[str, Held] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
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
        problem
        for face in deck.faces
        if face.face in held
        for problem in _face_problems(deck, face, held[face.face])
    ]


def _face_problems(deck: Deck, face: Face, held: Held) -> list[Problem]:
    """Per colour, and for those without a colour what the coloured ones leave them.

    That is exact: cards without a colour fit wherever there is room, so they only need room
    enough in all colours together.
    """
    problems = []
    for colour in face.colours:
        if sum(held.get(colour, {}).values()) > deck.copies(face):
            card = Card(face.face, colour)
            problems.append(_too_many(deck, face, card, held[colour], deck.copies(face)))
    if sum(held.get(None, {}).values()) > _room(deck, face, held):
        holders: dict[str | None, int] = defaultdict(int)
        for seats in held.values():
            for seat, count in seats.items():
                holders[seat] += count
        problems.append(_too_many(deck, face, Card(face.face), holders, deck.total(face)))
    return problems


def _room(deck: Deck, face: Face, held: Held) -> int:
    """How many cards of the face there are beside those whose colour is told."""
    copies = deck.copies(face)
    if not face.colours:
        return copies
    return sum(max(0, copies - sum(held.get(colour, {}).values())) for colour in face.colours)


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


def _left(deck: Deck, listed: Mapping[str, Sequence[Card]]) -> Mapping[str, int]:
    """How many of each face the listed hands leave, the last card still among them."""
    held = _held(listed, None)
    left = {}
    for face in deck.faces:
        of_face = held.get(face.face, {})
        colourless = sum(of_face.get(None, {}).values())
        left[face.face] = max(0, _room(deck, face, of_face) - colourless)
    return left


def _nothing_left(deck: Deck, winner: str | None) -> Problem:
    numbers_only = len(deck.finishing) < len(deck.faces)
    facts = {"case": "number" if numbers_only else "", "seat": winner}
    return Problem("nothing-left-to-finish-with", "last_card", facts)


# --- hands known by points ------------------------------------------------------------------------

Rows = list[int]
"""A table of sums: bit s of row n is set when n cards can make s points; the last row stands for
that many cards or more."""


@dataclass(frozen=True)
class Pile:
    """Cards of equal value, which are all the same to a sum.

    `can_finish` when the winner's last card may be one of them.
    """

    value: int
    count: int
    can_finish: bool


@dataclass(frozen=True)
class Remains:
    """What the listed hands leave, in piles by rising value, and the sums to be made of it."""

    piles: tuple[Pile, ...]

    @classmethod
    def of(
        cls, left: Mapping[str, int], values: Mapping[str, int], finishing: frozenset[str]
    ) -> "Remains":
        counts: dict[int, int] = defaultdict(int)
        for face, count in left.items():
            counts[values[face]] += count
        last = {values[face] for face, count in left.items() if count and face in finishing}
        return cls(tuple(Pile(value, counts[value], value in last) for value in sorted(counts)))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(pile.count for pile in self.piles)

    @property
    def keeps_one(self) -> bool:
        """Whether a card must stay for the winner to have finished with."""
        return any(pile.can_finish for pile in self.piles)

    def bounds(self, cards: int) -> tuple[int, int]:
        """The least and the most points that so many of the cards make."""
        return self._greedy(self.piles, cards), self._greedy(self.piles[::-1], cards)

    def _greedy(self, piles: Sequence[Pile], cards: int) -> int:
        points = 0
        for pile in piles:
            taken = min(cards, pile.count)
            points += taken * pile.value
            cards -= taken
        return points

    def allows(self, hand: PointHand) -> tuple[bool, bool]:
        """Whether some cards make the hand, and whether one is then left to finish with."""
        row, rows = hand.fewest, hand.fewest + hand.exact + 1
        if rows * (hand.points + 1) > MOST_TABLE_BITS:
            row, rows = 1, 2
        made, leaving = self._tables(rows, hand.points)
        wanted = 1 << hand.points
        makes_it = bool(made[row] & wanted)
        return makes_it, bool(leaving[row] & wanted) if self.keeps_one else makes_it

    def _tables(self, rows: int, most: int) -> tuple[Rows, Rows]:
        """The sums up to `most`: of any cards, and of those that leave one to finish with."""
        made = [1] + [0] * (rows - 1)
        leaving = [0] * rows
        for pile in self.piles:
            grown = _with_up_to(leaving, pile.count, pile.value, most)
            if pile.can_finish:
                kept_one = _with_up_to(made, pile.count - 1, pile.value, most)
                grown = [a | b for a, b in zip(grown, kept_one, strict=True)]
            leaving = grown
            made = _with_up_to(made, pile.count, pile.value, most)
        return made, leaving


def _with_up_to(rows: Rows, count: int, value: int, most: int) -> Rows:
    """The table after 0 to `count` more cards of that value.

    In lots of 1, 2, 4 … and the rest, which together make every number up to `count`.
    """
    lot = 1
    while count > 0:
        lot = min(lot, count)
        rows = _with_lot(rows, lot, lot * value, most)
        count -= lot
        lot *= 2
    return rows


def _with_lot(rows: Rows, cards: int, points: int, most: int) -> Rows:
    if points > most:
        return rows
    grown = rows.copy()
    inside = (1 << (most - points + 1)) - 1
    for number, sums in enumerate(rows):
        if sums:
            grown[min(number + cards, len(rows) - 1)] |= (sums & inside) << points
    return grown


@dataclass(frozen=True)
class Fault:
    """Why point hands cannot be: a code and case of `problems`, with the number that tells it."""

    hand: PointHand
    code: str
    case: str
    limit: int = 0


def _point_faults(remains: Remains, hands: Sequence[PointHand]) -> list[Fault]:
    """Each hand for itself; then those that can be for themselves, by what they are together.

    The total is a necessary condition only. A search for real cards for all of them at once
    belongs here, after it.
    """
    alone = {hand: _fault(remains, hand) for hand in hands}
    faults = [fault for fault in alone.values() if fault is not None]
    fine = [hand for hand, fault in alone.items() if fault is None]
    if len(fine) > 1:
        together = _fault(remains, _total(fine))
        faults += [] if together is None else [together]
    return faults


def _total(hands: Sequence[PointHand]) -> PointHand:
    return PointHand(
        seats=tuple(seat for hand in hands for seat in hand.seats),
        points=sum(hand.points for hand in hands),
        fewest=sum(hand.fewest for hand in hands),
        exact=all(hand.exact for hand in hands),
    )


def _fault(remains: Remains, hand: PointHand) -> Fault | None:
    """What is wrong with the hand on its own; the bounds first, since they say it best."""
    if hand.fewest > remains.size:
        return Fault(hand, "points-impossible", "size", remains.size)
    least = remains.bounds(hand.fewest)[0]
    most = remains.bounds(hand.fewest if hand.exact else remains.size)[1]
    if hand.points > most:
        return Fault(hand, "points-impossible", "most", most)
    if hand.points < least:
        return Fault(hand, "points-impossible", "least", least)
    makes_it, can_finish = remains.allows(hand)
    if not makes_it:
        return Fault(hand, "points-impossible", "")
    return None if can_finish else Fault(hand, "nothing-left-to-finish-with", "points")


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
