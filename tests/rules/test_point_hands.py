"""Hands known by points: exact against brute force, never a false alarm, within the budget."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Card, Hand, deck_check, find_edition, point_hands
from rules.deck_check import Deck, Judge, deck_problems
from rules.point_hands import Pile, Plans, Steps, Sums
from tests.rules.generators import CLASSIC, examples, face

VALUES = {f.face: f.points for f in CLASSIC.faces}
FACES = frozenset(VALUES)
BY_POINTS = ("points", "points and number")
EVERY_WAY = ("cards", "colourless", *BY_POINTS)


# --- decks and rounds -----------------------------------------------------------------------------


def cards_of(deck):
    return [
        Card(f.face, colour)
        for f in deck.faces
        for colour in f.colours or (None,)
        for _ in range(f.copies * deck.decks)
    ]


def recorded(cards, way, values):
    points = sum(values[card.face] for card in cards)
    return {
        "cards": Hand(tuple(cards)),
        "colourless": Hand(tuple(Card(card.face) for card in cards)),
        "points": Hand(points=points),
        "points and number": Hand(points=points, cards_left=len(cards)),
    }[way]


def half_told(chance, card):
    return card if chance.random() < 0.5 else Card(card.face)


def small_deck(chance):
    """Of at most 14 cards, some of them missing, and not every face may be the last."""
    values = chance.choice([(0, 1, 2, 3, 5), (0, 1, 20, 50), (1, 7, 11, 13), (3, 6, 9), (11, 25)])
    while True:
        keys = chance.sample(["1", "2", "3", "skip", "wild"], chance.randint(1, 5))
        faces = tuple(
            face(key, " ".join(["red", "blue"][: chance.randint(0, 2)]), chance.randint(1, 2), 1)
            for key in keys
        )
        deck = Deck(
            faces,
            chance.choice([1, 1, 2]),
            {key: chance.choice(values) for key in keys},
            frozenset(chance.sample(keys, chance.randint(1, len(keys)))),
        )
        if len(cards_of(deck)) <= 14:
            return deck


def dealt(chance, deck, sizes, ways, most_missing=0):
    """A round that happened: the deck with cards missing, hands of these sizes, the last card."""
    cards = cards_of(deck)
    chance.shuffle(cards)
    last = next(card for card in cards if card.face in deck.finishing)
    cards.remove(last)
    number = min(chance.randint(0, most_missing), len(cards))
    missing = tuple(half_told(chance, cards.pop()) for _ in range(number))
    hands = {}
    for seat, size in enumerate(sizes):
        held, cards = cards[:size], cards[size:]
        if held:
            hands[f"seat {seat}"] = recorded(held, chance.choice(ways), deck.values)
    deck = Deck(deck.faces, deck.decks, deck.values, deck.finishing, missing)
    return deck, hands, chance.choice([None, half_told(chance, last)])


def changed(chance, deck, hands):
    """Some points other than they were, perhaps by the difference of two cards."""
    hands = dict(hands)
    for seat, hand in hands.items():
        if hand.points is not None and chance.random() < 0.4:
            values = list(deck.values.values())
            more = chance.choice([1, -1, chance.choice(values) - chance.choice(values)])
            hands[seat] = Hand(points=max(0, hand.points + more), cards_left=hand.cards_left)
    return hands


def small_round(chance):
    """At least three hands by points where there are cards enough, possible or not."""
    deck, sizes = small_deck(chance), [chance.choice([1, 1, 2, 3]) for _ in range(5)]
    ways = (*BY_POINTS, *BY_POINTS, "colourless")
    deck, hands, last = dealt(chance, deck, sizes[: chance.randint(3, 5)], ways, most_missing=2)
    return deck, changed(chance, deck, hands) if chance.random() < 0.7 else hands, last


def dealt_from_classic(chance, seats, decks, ways, many=False):
    deck = Deck(CLASSIC.faces, decks, VALUES, FACES)
    if many:
        sizes = [1] * seats
        for _ in range(108 * decks - 1 - chance.randint(0, 8) - seats):
            sizes[chance.randrange(seats)] += 1
    else:
        sizes = [chance.randint(1, 10) for _ in range(seats)]
    return dealt(chance, deck, sizes, ways)


# --- brute force ----------------------------------------------------------------------------------


def fits(deck, hands, last_card):
    """Whether real cards can be found for the whole round: every deck that can be left, listed."""
    left = {tuple(sorted(Counter(cards_of(deck)).items(), key=lambda item: str(item[0])))}
    listed = [card for hand in hands.values() for card in hand.cards or ()]
    for card in [*deck.missing, *listed, *([] if last_card is None else [last_card])]:
        left = {rest for cards in left for rest in without(cards, card)}
    keys = [f.face for f in deck.faces]
    left = {
        tuple(sum(n for card, n in cards if card.face == key) for key in keys) for cards in left
    }
    values = [deck.values[key] for key in keys]
    for hand in hands.values():
        if hand.cards is None:
            left = {rest for counts in left for rest in without_points(counts, values, hand)}
    if last_card is not None:
        return bool(left)
    return any(n for counts in left for key, n in zip(keys, counts, strict=True)
               if key in deck.finishing)  # fmt: skip


def without(cards, wanted):
    for place, (card, number) in enumerate(cards):
        if number and card.face == wanted.face and wanted.colour in (None, card.colour):
            yield (*cards[:place], (card, number - 1), *cards[place + 1 :])


def without_points(counts, values, hand):
    for taken in itertools.product(*(range(count + 1) for count in counts)):
        size = sum(taken)
        points = sum(number * value for number, value in zip(taken, values, strict=True))
        if size and points == hand.points and hand.cards_left in (None, size):
            yield tuple(count - number for count, number in zip(counts, taken, strict=True))


seeds = st.integers(0, 2**32).map(random.Random)


def test_every_verdict_is_that_of_brute_force():
    verdicts = Counter()

    @given(seeds)
    @examples
    def against_brute_force(chance):
        for _ in range(5):
            deck, hands, last = small_round(chance)
            possible = fits(deck, hands, last)
            told = deck_problems(deck, hands, last, "w")
            assert (told == []) == possible
            verdicts[possible] += 1
            verdicts.update((problem.code, problem.where == "hands") for problem in told)

    against_brute_force()
    assert verdicts[True] > 20
    assert verdicts[False] > 20
    assert verdicts["points-impossible", True]
    assert verdicts["nothing-left-to-finish-with", True]


def test_so_are_those_of_the_same_rounds_every_time():
    """So that no branch of the search depends on what was dealt this time."""
    for seed in range(1_000):
        deck, hands, last = small_round(random.Random(seed))
        assert (deck_problems(deck, hands, last, "w") == []) == fits(deck, hands, last)


@given(seeds)
@examples
def test_each_is_blamed_for_what_it_cannot_be_alone(chance):
    deck, hands, last = small_round(chance)
    blamed = {problem.where for problem in deck_problems(deck, hands, last, "w")}
    listed = {seat: hand for seat, hand in hands.items() if hand.cards}
    if not fits(deck, listed, last):
        return
    for seat, hand in hands.items():
        if hand.cards is None:
            possible = fits(deck, listed | {seat: hand}, last)
            assert possible != any(where.startswith(f"hands.{seat}.") for where in blamed)


@given(seeds)
@examples
def test_the_order_of_seats_changes_no_verdict(chance):
    for deck, hands, last in (small_round(chance), dealt_from_classic(chance, 9, 1, EVERY_WAY)):
        hands = changed(chance, deck, hands)
        seats = list(hands)
        chance.shuffle(seats)
        shuffled = {seat: hands[seat] for seat in seats}
        told, again = (deck_problems(deck, h, last, "w") for h in (hands, shuffled))
        assert Counter((p.code, p.where) for p in told) == Counter((p.code, p.where) for p in again)


# --- really dealt ---------------------------------------------------------------------------------


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("ways", [EVERY_WAY, BY_POINTS, ("points",), ("points and number",)])
def test_what_was_dealt_is_never_called_impossible(ways, many):
    @given(seeds, st.integers(1, 9), st.integers(1, 3))
    @examples
    def really_dealt(chance, seats, decks):
        deck, hands, last = dealt_from_classic(chance, seats, decks, ways, many)
        assert deck_problems(deck, hands, last, "w") == []

    really_dealt()


@pytest.mark.parametrize("edition", ["no-mercy-168", "dos-108", "express-56", "attack-112"])
def test_nor_with_other_cards(edition):
    faces = find_edition(edition).faces
    deck = Deck(faces, 1, {f.face: f.points for f in faces}, frozenset(f.face for f in faces))

    @given(seeds)
    @examples
    def really_dealt(chance):
        sizes = [chance.randint(1, 12) for _ in range(chance.randint(2, 9))]
        played, hands, last = dealt(chance, deck, sizes, EVERY_WAY, most_missing=3)
        assert deck_problems(played, hands, last, "w") == []

    really_dealt()


def judge_of(deck, hands):
    """Asks about all hands by points at once, of a whole deck; answers it with its verdict."""
    counts = Counter(deck.values[card.face] for card in cards_of(deck))
    piles = [Pile(value, counts[value], True) for value in sorted(counts)]
    wanted = [(-1 if h.cards_left is None else h.cards_left, h.points) for h in hands.values()]
    judge = Judge(piles, wanted)
    return judge, judge.together(wanted)


def test_rounds_are_settled_within_the_budget():
    chance = random.Random(1)
    out = 0
    for many in [False] * 50 + [True] * 50:
        deck, hands, _ = dealt_from_classic(chance, 9, 1, BY_POINTS, many)
        judge, verdict = judge_of(deck, hands)
        assert verdict == (True, True)
        out += judge.ran_out
    assert out <= 1


# --- the parts of the search ----------------------------------------------------------------------


@st.composite
def some_piles(draw):
    values = sorted(draw(st.sets(st.sampled_from([0, 1, 2, 5, 9, 13]), min_size=1, max_size=4)))
    return [Pile(value, draw(st.integers(1, 3)), draw(st.booleans())) for value in values]


def sums_of(piles):
    """Number and points of every set of the cards, and whether it leaves one to finish with."""
    for taken in itertools.product(*(range(pile.count + 1) for pile in piles)):
        held = list(zip(piles, taken, strict=True))
        last = any(pile.can_finish and number < pile.count for pile, number in held)
        yield sum(taken), sum(pile.value * number for pile, number in held), last


@given(some_piles(), st.integers(0, 8), st.integers(0, 40))
@examples
def test_tables_say_which_sums_can_be_made(piles, cards, points):
    made = list(sums_of(piles))
    tables = Sums(piles, cards, points, Steps(10_000))
    no_tables = Sums(piles, cards, points, Steps(0))
    assert tables.are_exact
    for last, more in itertools.product((False, True), repeat=2):
        possible = any(
            (number == cards or (more and number > cards))
            and worth == points
            and (left or not last)
            for number, worth, left in made
        )
        assert tables.fit(len(piles), cards, points, more, last) == possible
        assert no_tables.fit(len(piles), cards, points, more, last) or not possible


def test_without_tables_only_the_least_and_the_most_count():
    sums = Sums([Pile(3, 2, True), Pile(8, 1, False)], 3, 14, Steps(0))
    asked = [(2, 6), (2, 7), (2, 11), (2, 12), (3, 14), (4, 14)]
    assert [sums.fit(2, *hand, False, False) for hand in asked] == [
        *(True, True, True, False, True, False)
    ]
    assert not sums.fit(2, 3, 14, False, True)


def test_a_plan_gives_a_hand_no_more_cards_than_it_has():
    """70 points in two cards are not three times 20 and some small cards."""
    piles = [Pile(1, 8, True), Pile(5, 8, True), Pile(20, 6, True), Pile(50, 2, True)]
    steps = Steps(10_000)
    sums = Sums(piles, 4, 110, steps)
    plans = list(Plans(sums, steps).best([(2, 70), (2, 40)], False, 100))
    assert plans == [((0, 0), (0, 0))]


def test_where_few_plans_find_no_way_more_of_them_do(monkeypatch):
    deck, hands, _ = dealt_from_classic(random.Random(1), 9, 1, BY_POINTS)
    monkeypatch.setattr(deck_check, "WIDTHS", (0, 12))
    judge, verdict = judge_of(deck, hands)
    assert (verdict, judge.ran_out) == ((True, True), False)


def test_decks_with_many_dear_cards_are_settled_too(monkeypatch):
    monkeypatch.setattr(deck_check, "MOST_STEPS", 8_000)
    faces = find_edition("no-mercy-168").faces
    values = {f.face: f.points for f in faces} | {"skip": 11, "reverse": 25, "draw-two": 70}
    deck = Deck(faces, 1, values, frozenset(values))
    chance = random.Random(2)
    for _ in range(5):
        _, hands, _ = dealt(chance, deck, [12] * 9, BY_POINTS)
        judge, verdict = judge_of(deck, hands)
        assert (verdict, judge.ran_out) == ((True, True), False)


# --- past the budget ------------------------------------------------------------------------------

# No two of these hands stand in each other's way, and their sums can be made; but 4 and 2 need
# three 2s, and each 7 another.
ONLY_BY_TRYING = {
    "a": Hand(points=4),
    "b": Hand(points=7),
    "c": Hand(points=2),
    "d": Hand(points=7),
}
ALONE = {"e": Hand(points=1), "f": Hand(points=4, cards_left=1), "g": Hand(points=99)}


def few_values():
    faces = (face("0", "", 1, 0), face("2", "red", 2, 2), face("3", "", 2, 3), face("5", "", 2, 5))
    return Deck(faces, 2, {f.face: f.points for f in faces}, frozenset("0235"))


def told(deck, hands):
    return [(problem.code, problem.where) for problem in deck_problems(deck, hands, None, "w")]


def test_what_only_trying_all_ways_can_tell():
    deck = few_values()
    assert not fits(deck, ONLY_BY_TRYING, None)
    (together,) = deck_problems(deck, ONLY_BY_TRYING, None, "w")
    assert (together.code, together.where) == ("points-impossible", "hands")
    assert together.facts["seats"] == tuple("abcd")


@pytest.mark.parametrize("budget", [50, 100, 250])
def test_past_the_budget_hands_pass_but_not_what_is_impossible_alone(monkeypatch, budget):
    monkeypatch.setattr(deck_check, "MOST_STEPS", budget)
    assert told(few_values(), ONLY_BY_TRYING) == []
    assert told(few_values(), ONLY_BY_TRYING | ALONE) == [
        ("points-impossible", "hands.e.points"),
        ("points-impossible", "hands.f.points"),
        ("points-impossible", "hands.g.points"),
    ]


def test_a_budget_that_ends_between_the_two_questions(monkeypatch):
    """It is proved that they cannot be with a last card; without one nobody knows."""
    monkeypatch.setattr(deck_check, "MOST_STEPS", 320)
    assert told(few_values(), ONLY_BY_TRYING) == [("points-impossible", "hands")]


def test_twelve_ones_are_more_than_the_deck_has():
    deck = Deck(CLASSIC.faces, 1, VALUES, FACES)
    hands = {f"s{seat}": Hand(points=1) for seat in range(12)}
    found = [(problem.code, problem.where) for problem in deck_problems(deck, hands, None, "w")]
    assert found == [("points-impossible", "hands")]


def test_a_real_round_passes_whatever_the_budget(monkeypatch):
    chance = random.Random(7)
    rounds = [dealt_from_classic(chance, 9, 1, BY_POINTS, many=True) for _ in range(10)]
    for budget in (0, 500, 1_000, 1_500, 2_500):
        monkeypatch.setattr(deck_check, "MOST_STEPS", budget)
        for deck, hands, last in rounds:
            assert deck_problems(deck, hands, last, "w") == []


# --- huge values ----------------------------------------------------------------------------------


@pytest.fixture
def steps_taken(monkeypatch):
    """A list of all the steps taken within budgets."""
    taken = []

    def take(self, number=1):
        before(self, number)
        taken.append(number)

    before = Steps.take
    monkeypatch.setattr(Steps, "take", take)
    return taken


def huge_deck(chance, decks):
    choices = (range(100_000, 999_999), range(0, 300_000, 1_000), range(10_000), (5,))
    values = {key: chance.choice(chance.choice(choices)) for key in VALUES}
    return Deck(CLASSIC.faces, decks, values, FACES)


@pytest.mark.parametrize("decks", [1, 20])
def test_huge_values_stay_within_the_budget(steps_taken, decks):
    @given(seeds)
    @settings(examples, max_examples=20)
    def really_dealt(chance):
        steps_taken.clear()
        sizes = [chance.randint(1, 8) for _ in range(9)]
        deck, hands, last = dealt(chance, huge_deck(chance, decks), sizes, BY_POINTS)
        assert deck_problems(deck, hands, last, "w") == []
        told(deck, changed(chance, deck, hands))
        assert sum(steps_taken) <= 2 * deck_check.MOST_STEPS

    really_dealt()


def test_many_cards_of_twenty_decks(steps_taken):
    deck = Deck(CLASSIC.faces, 20, VALUES | {"9": 999_983, "wild": 77_777}, FACES)
    hands = {"a": Hand(points=900_000, cards_left=900), "b": Hand(points=12_000, cards_left=1_000)}
    assert told(deck, hands) == [("points-impossible", "hands.a.points")]
    hands = {"a": Hand(points=900_000, cards_left=20), "b": Hand(points=77_977, cards_left=5)}
    assert told(deck, hands) == [("points-impossible", "hands.a.points")]
    assert sum(steps_taken) <= 2 * deck_check.MOST_STEPS


def test_what_all_values_have_in_common_is_taken_out():
    faces = (face("1", "red", 4, 300_000), face("2", "red", 4, 500_000))
    deck = Deck(faces, 20, {"1": 300_000, "2": 500_000}, frozenset("12"))
    hands = {"a": Hand(points=800_000), "b": Hand(points=700_000), "c": Hand(points=600_001)}
    assert told(deck, hands) == [
        ("points-impossible", "hands.b.points"),
        ("points-impossible", "hands.c.points"),
    ]


def test_more_hands_and_piles_than_can_be_tried_out(monkeypatch):
    monkeypatch.setattr(point_hands, "DEEPEST", 19)
    assert told(few_values(), ONLY_BY_TRYING) == []
    monkeypatch.setattr(point_hands, "DEEPEST", 20)
    assert told(few_values(), ONLY_BY_TRYING) != []
