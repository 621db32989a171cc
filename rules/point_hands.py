"""How hands of which only points are known are made of cards, all of them at once.

Cards of equal value are one pile, and the winner's last card is one more hand of one card.
`Sums` are tables that prove most of what is impossible. A way is found by dealing out the dear
cards so that small ones remain in about the deck's average (`Plans`), then the small ones
(`Filling`); without that plan half of the rounds with many cards out found no end. Where neither
settles it `AllWays` are tried. All is counted in steps, for the same verdict on every machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import sub

# What tables of sums may take at most of a budget, and how many bits of a table are one step.
TABLE_STEPS = 5_000
BITS_A_STEP = 1 << 14

# Cards worth more are dear: they are dealt out first, small ones make up what is missing.
MOST_SMALL = 10

# Of the ways of a hand to take dear cards so many are kept in mind, the most usual ones.
MOST_CHOICES = 60

# Trying all ways goes a call deeper with every hand, and a few with every pile.
DEEPEST = 400

ANY = -1
Wanted = tuple[int, int]
"""A hand to be made: its number of cards, ANY where not told, and its points."""
Hands = Sequence[Wanted]


@dataclass(frozen=True)
class Pile:
    """Cards of equal value, at least one, which are all the same to a sum.

    `can_finish` when the winner's last card may be one of them.
    """

    value: int
    count: int
    can_finish: bool


class OutOfSteps(Exception):
    """The budget is used up: nothing has been proved."""


class Steps:
    """What is left of a budget. A step takes 2 to 5 microseconds on modest hardware."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, number: int = 1) -> None:
        """Raises OutOfSteps when that is more than is left."""
        self.left -= number
        if self.left < 0:
            raise OutOfSteps


# --- what sums can be made ------------------------------------------------------------------------


class Sums:
    """Whether the first so many of the piles can make a sum, and whether a last card remains.

    Exact within tables for up to so many cards and points; beyond them, by the least and the
    most that is possible, which may say yes wrongly but never no.
    """

    def __init__(self, piles: Sequence[Pile], cards: int, points: int, steps: Steps) -> None:
        self.piles = piles
        # How many cards the first so many piles are, and their points.
        self.sizes = [0, *accumulate(pile.count for pile in piles)]
        self.totals = [0, *accumulate(pile.count * pile.value for pile in piles)]
        self.top, self.most = cards + 1, points
        # Whole bytes, so that the rows can be cut apart quickly.
        self._width = (points + 8) // 8 * 8
        self._inside: dict[int, int] = {}
        self._rows: dict[tuple[int, bool, bool], list[int]] = {}
        self._bounds: dict[tuple[int, int], tuple[int, int]] = {}
        self._tables: list[tuple[int, int]] = []
        if self._cost() <= min(steps.left, TABLE_STEPS):
            steps.take(self._cost())
            self._build()
        else:
            self.top, self.most = 0, -1

    @property
    def are_exact(self) -> bool:
        """Whether tables could be afforded."""
        return self.most >= 0

    def _cost(self) -> int:
        lots = sum(3 * self._useful(pile, pile.count).bit_length() for pile in self.piles)
        return lots * (1 + self._width * (self.top + 1) // BITS_A_STEP)

    def _useful(self, pile: Pile, count: int) -> int:
        """How many of the cards can matter within the table."""
        return min(count, self.most // pile.value if pile.value else self.top)

    def _build(self) -> None:
        """Both sets of sums after each pile; all rows of a table in one number."""
        made, leaving = 1, 0
        self._tables.append((made, leaving))
        for pile in self.piles:
            leaving = self._grown(leaving, pile, pile.count)
            if pile.can_finish:
                leaving |= self._grown(made, pile, pile.count - 1)
            made = self._grown(made, pile, pile.count)
            self._tables.append((made, leaving))
        self._inside.clear()

    def _grown(self, sums: int, pile: Pile, count: int) -> int:
        """After 0 to `count` more cards, in lots of 1, 2, 4 … and the rest."""
        count, lot = self._useful(pile, count), 1
        while count > 0 and sums:
            lot = min(lot, count)
            sums |= self._moved(sums, lot, lot * pile.value)
            count -= lot
            lot *= 2
        return sums

    def _moved(self, sums: int, cards: int, points: int) -> int:
        """The sums with so many cards more; what passes the last row is gathered in it."""
        width, top = self._width, self._width * self.top
        moved = (sums & self._staying_inside(points)) << (min(cards, self.top) * width + points)
        over = moved >> top
        while over.bit_length() > width:
            half = (over.bit_length() // width + 1) // 2 * width
            over = over >> half | over & ((1 << half) - 1)
        return moved & ((1 << top) - 1) | over << top

    def _staying_inside(self, points: int) -> int:
        """In every row the sums that stay within it with so many more points."""
        if points not in self._inside:
            mask, rows = (1 << (self.most + 1 - points)) - 1, 1
            while rows <= self.top:
                mask |= mask << rows * self._width
                rows *= 2
            self._inside[points] = mask
        return self._inside[points]

    def _table(self, piles: int, last: bool, at_least: bool) -> list[int]:
        """Bit s of row n: whether n cards make s points; in the last row, so many or more."""
        key = piles, last, at_least
        if key not in self._rows:
            size = self._width // 8
            data = self._tables[piles][last].to_bytes(size * (self.top + 1), "little")
            starts = range(0, len(data), size)
            rows = [int.from_bytes(data[start : start + size], "little") for start in starts]
            if at_least:
                for row in range(self.top - 1, -1, -1):
                    rows[row] |= rows[row + 1]
            self._rows[key] = rows
        return self._rows[key]

    def fit(self, piles: int, cards: int, points: int, more: bool, last: bool) -> bool:
        """Whether `cards` cards, or `more` too, of the first `piles` piles make the points.

        `last`: so that one is left to finish with.
        """
        if points <= self.most and cards < self.top + more:
            return bool(self._table(piles, last, more)[cards] >> points & 1)
        if cards + last > self.sizes[piles]:
            return False
        least, most = self._least_and_most(piles, cards)
        return least <= points <= (self.totals[piles] if more else most)

    def makes(self, piles: int, hand: Wanted) -> bool:
        """Whether the first piles can make that hand, which may have come to need none."""
        cards, points = hand
        return self.fit(piles, max(0, cards), points, cards == ANY, False)

    def make_all(self, piles: int, hands: Hands, last: bool) -> bool:
        """Whether the hands put together can be made. Each of them needs a card at least."""
        cards = sum(1 if number == ANY else number for number, _ in hands)
        more = any(number == ANY for number, _ in hands)
        return self.fit(piles, cards, sum(points for _, points in hands), more, last)

    def _least_and_most(self, piles: int, cards: int) -> tuple[int, int]:
        if (piles, cards) not in self._bounds:
            first = self.piles[:piles]
            self._bounds[piles, cards] = greedy(first, cards), greedy(first[::-1], cards)
        return self._bounds[piles, cards]


def greedy(piles: Sequence[Pile], cards: int) -> int:
    """The points of so many cards, as many as there are of each pile in turn."""
    points = 0
    for pile in piles:
        if not cards:
            break
        taken = min(cards, pile.count)
        points += taken * pile.value
        cards -= taken
    return points


# --- trying all ways ------------------------------------------------------------------------------


class AllWays:
    """Deals out pile by pile, the dearest first, and remembers what cannot be finished."""

    def __init__(self, sums: Sums, steps: Steps) -> None:
        self._sums, self._steps = sums, steps
        self._failed: set[tuple[int, tuple[Wanted, ...], bool]] = set()

    def fit(self, hands: Hands, last: bool) -> bool:
        """Whether the cards make all hands, and a last card too if asked. Raises OutOfSteps."""
        piles = len(self._sums.piles)
        if 4 * piles + len(hands) > DEEPEST:
            raise OutOfSteps
        return self._fit(piles, hands, last)

    def _fit(self, piles: int, hands: Hands, last: bool) -> bool:
        hands = tuple(sorted(_held(hands)))
        if not hands and not last:
            return True
        key = piles, hands, last
        if piles == 0 or key in self._failed:
            return False
        self._steps.take(1 + len(hands) // 4)
        if self._sums.make_all(piles, hands, last):
            for takes_last in (False, True) if last else (False,):
                if self._fits_with(piles - 1, hands, last, takes_last):
                    return True
        self._failed.add(key)
        return False

    def _fits_with(self, lower: int, hands: Hands, last: bool, takes_last: bool) -> bool:
        pile = self._sums.piles[lower]
        if takes_last and not pile.can_finish:
            return False
        choices = [self._choices(lower, hand) for hand in hands]
        if not all(choices):
            return False
        needs = list(accumulate((min(choice) for choice in reversed(choices)), initial=0))
        dealing = _Dealing(pile, hands, choices, needs[::-1], self._steps)
        return any(
            self._fit(lower, rests, last and not takes_last)
            for rests in dealing.ways(0, pile.count - takes_last, ())
        )

    def _choices(self, lower: int, hand: Wanted) -> list[int]:
        """How many of the pile the hand may take, what is in proportion first."""
        pile = self._sums.piles[lower]
        most = _most(pile, hand)
        self._steps.take(1 + most // 4)
        found = [n for n in range(most + 1) if self._sums.makes(lower, _without(hand, n, pile))]
        fair = hand[1] * pile.count // max(1, self._sums.totals[lower + 1])
        return sorted(found, key=lambda number: abs(number - fair))


def _held(hands: Hands) -> Hands:
    """Those that need cards still."""
    return [hand for hand in hands if hand[1] or hand[0] > 0]


def _most(pile: Pile, hand: Wanted) -> int:
    """How many cards of the pile the hand has room for."""
    cards, points = hand
    most = pile.count if cards == ANY else min(pile.count, cards)
    return min(most, points // pile.value) if pile.value else most


def _without(hand: Wanted, number: int, pile: Pile) -> Wanted:
    cards, points = hand
    return cards if cards == ANY else cards - number, points - number * pile.value


@dataclass(frozen=True)
class _Dealing:
    """One pile dealt to hands that may take so many each; from each on they need so many."""

    pile: Pile
    hands: Hands
    choices: Sequence[Sequence[int]]
    needs: Sequence[int]
    steps: Steps

    def ways(self, place: int, left: int, taken: tuple[int, ...]) -> Iterator[Hands]:
        """What the hands still need after it, for every way."""
        if left < self.needs[place]:
            return
        self.steps.take(1)
        if place == len(self.hands):
            self.steps.take(place // 4)
            yield [_without(h, n, self.pile) for h, n in zip(self.hands, taken, strict=True)]
            return
        # Equal hands are interchangeable.
        again = place > 0 and self.hands[place] == self.hands[place - 1]
        most = min(left, taken[-1]) if again else left
        for number in self.choices[place]:
            if number <= most:
                yield from self.ways(place + 1, left - number, (*taken, number))


# --- looking for one way --------------------------------------------------------------------------

Choice = tuple[int, tuple[int, ...], Wanted]
"""How far from the average it is, the dear cards taken of each pile, what small ones must make."""

Way = tuple[int, tuple[int, ...], tuple[Wanted, ...]]
"""What choices cost in all, the dear cards they leave of each pile, their small rests."""


class Plans:
    """Ways to deal out the dear cards so that the `small` piles seem likely to do the rest.

    Hand by hand, with a number of ways kept in mind; two that leave the same dear cards are one.
    """

    def __init__(self, sums: Sums, steps: Steps) -> None:
        self._sums, self._steps, self._piles = sums, steps, sums.piles
        self.small = sum(pile.value <= MOST_SMALL for pile in sums.piles)
        self._total = sums.totals[-1]

    def best(self, hands: Hands, last: bool, width: int) -> Iterator[Hands]:
        """What the small cards must make of each hand, the likeliest ways first.

        `width` ways are kept in mind. A small last card is one more hand. Raises OutOfSteps.
        """
        ways: list[Way] = [(0, tuple(pile.count for pile in self._piles[self.small :]), ())]
        left = self._total
        for hand in sorted(hands, key=_by_points):
            left -= hand[1]
            ways = self._on_course(self._with(ways, hand), left)[:width]
        for _, _, rests in self._with_last(ways) if last else ways:
            self._steps.take()
            if self._sums.make_all(self.small, _held(rests), False):
                yield rests

    def _with(self, ways: Sequence[Way], hand: Wanted) -> list[Way]:
        """The best way for each number of dear cards left, when the hand has taken its own."""
        choices = self._choices(hand)
        self._steps.take(1 + len(ways) * len(choices) // 4)
        grown: dict[tuple[int, ...], Way] = {}
        for cost, room, rests in ways:
            for more, taken, rest in choices:
                left = tuple(map(sub, room, taken))
                if min(left, default=0) < 0:
                    continue
                if left not in grown or cost + more < grown[left][0]:
                    grown[left] = cost + more, left, (*rests, rest)
        return list(grown.values())

    def _on_course(self, ways: Sequence[Way], left: int) -> list[Way]:
        """By what they cost, and by how far small cards in all are from their average.

        The fewer points are left, the less can be made good later.
        """
        usual = (self._total - left) * self._sums.totals[self.small] // max(1, self._total)
        rated = []
        for way in ways:
            off = sum(points for _, points in way[2]) - usual
            rated.append((way[0] + 1000 * off**2 // (1 + 40 * left), way))
        return [way for _, way in sorted(rated)]

    def _with_last(self, ways: Sequence[Way]) -> list[Way]:
        """Every way with every card that the last one may have been."""
        found: list[Way] = []
        for place, pile in enumerate(self._piles):
            dear = place - self.small
            for cost, room, rests in ways if pile.can_finish else ():
                if dear < 0:
                    hand = (1, pile.value)
                    more = self._oddness(hand, hand, self.small)
                    found.append((cost + more, room, (*rests, hand)))
                elif room[dear]:
                    found.append((cost, room, rests))
        return sorted(found)

    def _choices(self, hand: Wanted) -> list[Choice]:
        """What the hand may take of the dear cards, the most usual first."""
        found: list[tuple[tuple[int, ...], Wanted]] = [((), hand)]
        for lower in range(len(self._piles) - 1, self.small - 1, -1):
            pile = self._piles[lower]
            grown = []
            for taken, left in found:
                most = _most(pile, left)
                self._steps.take(1 + most // 4)
                for number in range(most + 1):
                    rest = _without(left, number, pile)
                    if self._sums.makes(lower, rest):
                        grown.append(((number, *taken), rest))
            found = grown
            if len(grown) > MOST_CHOICES:
                found.sort(key=lambda choice: self._oddness(hand, choice[1], lower))
                del found[MOST_CHOICES:]
        return sorted((self._oddness(hand, rest, self.small), taken, rest) for taken, rest in found)

    def _oddness(self, hand: Wanted, rest: Wanted, lower: int) -> int:
        """How far what the lower piles must make is from their average: squared, by the usual.

        About 8 a card is usual among small ones, and 40 a point where the number is not told.
        """
        cards, points = rest
        size, total = self._sums.sizes[lower], self._sums.totals[lower]
        if cards == ANY:
            usual = hand[1] * total // max(1, self._total)
            return 1000 * (points - usual) ** 2 // (40 * hand[1])
        if cards == 0:
            return 0
        return 1000 * (points * size - cards * total) ** 2 // (8 * cards * size**2)


class Filling:
    """The small cards dealt out in proportion, then exchanged until every hand is right.

    A holder is a hand or, as the last, what nobody holds. Where both in an exchange are free in
    their number of cards, one of them may give nothing for something.
    """

    def __init__(self, piles: Sequence[Pile], hands: Hands, steps: Steps) -> None:
        self._steps = steps
        # Exact numbers first: hands that are free in it make do with what is left.
        self._hands = sorted(hands, key=_by_points)
        rest = [0] * (MOST_SMALL + 1)
        for pile in piles:
            rest[pile.value] = pile.count
        self._free = [cards == ANY for cards, _ in self._hands] + [True]
        self._cards = [_proportional(rest, hand) for hand in self._hands] + [rest]
        self._off = [
            sum(value * count for value, count in enumerate(held)) - points
            for held, (_, points) in zip(self._cards, self._hands, strict=False)
        ] + [0]

    def succeeds(self) -> bool:
        """Whether every hand came out right. Raises OutOfSteps."""
        for turn in range(10 + 8 * len(self._hands)):
            worst = max(range(len(self._off)), key=lambda holder: abs(self._off[holder]))
            if self._off[worst] == 0:
                return True
            if not self._exchange(worst, turn):
                break
        return False

    def _exchange(self, one: int, turn: int) -> bool:
        """The best exchange for a hand that is off; one that does not help yet may help later."""
        self._steps.take(2 + len(self._off) // 2)
        off, rest = self._off[one], len(self._off) - 1
        sign = 1 if off > 0 else -1
        best = (-1, 0, 0, 0)
        for step in range(rest + 1):
            # With another holder first every time, so that no two exchange to and fro.
            other = rest if step == 0 else (step + turn) % rest
            for size in range(min(abs(off), MOST_SMALL) if other != one else 0, 0, -1):
                harm = abs(self._off[other] + sign * size) - abs(self._off[other])
                gain = size if other == rest else size - harm
                if gain > best[0]:
                    given = self._pair(one, other, sign * size)
                    if given >= 0:
                        best = (gain, given, other, sign * size)
        gain, given, other, size = best
        if gain >= 0:
            self._swap(one, other, given, size)
        return gain >= 0

    def _pair(self, one: int, other: int, size: int) -> int:
        """The value of a card of `one` that is worth `size` more than one of `other`; else -1."""
        free = self._free[one] and self._free[other]
        mine, theirs = self._cards[one], self._cards[other]
        for value in range(max(0, size), MOST_SMALL + 1 + min(0, size)):
            if (mine[value] or (free and not value)) and (
                theirs[value - size] or (free and value == size)
            ):
                return value
        return -1

    def _swap(self, one: int, other: int, given: int, size: int) -> None:
        free = self._free[one] and self._free[other]
        for giver, taker, value in ((one, other, given), (other, one, given - size)):
            if value or not free:  # between free holders nothing takes the place of a 0
                self._cards[giver][value] -= 1
                self._cards[taker][value] += 1
        self._off[one] -= size
        if other < len(self._off) - 1:
            self._off[other] += size


def _by_points(hand: Wanted) -> tuple[bool, int, int]:
    """Hands free in their number of cards last, the largest first."""
    return hand[0] == ANY, -hand[1], hand[0]


def _proportional(rest: list[int], hand: Wanted) -> list[int]:
    """Cards for a hand, taken out of the rest, of every value in proportion."""
    cards, points = hand
    total = sum(rest)
    if cards == ANY:
        worth = sum(value * count for value, count in enumerate(rest))
        cards = points * total // max(1, worth)
    share = [so_far * min(cards, total) // max(1, total) for so_far in accumulate(rest)]
    taken = [share[0], *(after - before for before, after in pairwise(share))]
    rest[:] = map(sub, rest, taken)
    return taken
