"""Rounds that were really played are never called broken, impossible or odd.

First the simulator is held to what it claims, by a referee and by counting, since the rest is
worth nothing if it plays a toy.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import HOUSE_RULES, Card, Hand, round_problems, setup_problems, standings
from tests.rules.generators import codes, examples, real_deck, setup_of
from tests.rules.simulator import WAYS, Game, Play, play_round, play_session

SEATS = "abcdefghijklmnopqrst"
ALL_RULES = tuple(HOUSE_RULES)
RULE_SETS = [(), *((rule,) for rule in ALL_RULES), ALL_RULES]


def table(seats, rules=(), **agreed):
    return setup_of(SEATS[:seats], house_rules=rules, **agreed)


def cards(text):
    return [Card.parse(card) for card in text.split(", ")]


def sizes(game):
    return tuple(len(hand) for hand in game.hands.values())


# --- a referee ------------------------------------------------------------------------------------

STACKING = {
    ("draw-two", "draw-two"): "stack-draw-two",
    ("wild-draw-four", "wild-draw-four"): "stack-draw-four",
    ("draw-two", "wild-draw-four"): "stack-mixed",
    ("wild-draw-four", "draw-two"): "stack-mixed",
}


def foul(play: Play, rules) -> str:
    """What is wrong with the play under these rules, in a word; nothing if it is fair."""
    card, last = play.cards[0], play.cards[-1]
    if Counter(play.cards) - Counter(play.hand):
        return "does not hold it"
    if len(play.cards) > 1 and not (
        "play-equal-cards" in rules
        and card.face in "0123456789"
        and {other.face for other in play.cards} == {card.face}
    ):
        return "several at once"
    goes_out = len(play.cards) == len(play.hand)
    if goes_out and "no-action-finish" in rules and last.face not in "0123456789":
        return "goes out on an action card"
    if play.how == "stack":
        fair = play.pending and STACKING.get((play.top.face, card.face)) in rules
        return "" if fair else "stacks"
    if play.how == "jump-in":
        return "" if "jump-in" in rules and card == play.top else "jumps in"
    return "must draw" if play.pending else wrong_card(play, card, rules)


def wrong_card(play: Play, card: Card, rules) -> str:
    if card.colour is None:
        if play.top.colour is None and "no-wild-on-wild" in rules:
            return "wild on wild"
        bluff = play.colour in {other.colour for other in play.hand}
        if card.face == "wild-draw-four" and bluff and "challenge-draw-four" not in rules:
            return "holds the colour"
        return ""
    return "" if card.colour == play.colour or card.face == play.top.face else "does not fit"


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_play_is_fair(rules):
    for seed in range(20):
        game = play_round(table(2 + seed % 9, rules), Random(seed))
        assert [foul(play, rules) for play in game.plays if foul(play, rules)] == []
        assert game.plays[-1].seat == game.winner
        assert [seat for seat in game.seats if not game.hands[seat]] == [game.winner]


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (5, 1), (10, 1), (11, 2), (20, 2)])
@pytest.mark.parametrize("rules", [(), ALL_RULES])
def test_no_card_gets_lost(seats, decks, rules):
    for seed in range(10):
        game = play_round(table(seats, rules, decks=decks), Random(seed))
        held = [card for hand in game.hands.values() for card in hand]
        everywhere = [*held, *game.draw_pile, *game.discard_pile]
        assert Counter(everywhere) == Counter(real_deck(game.setup.edition, decks))


def test_the_deal():
    turned_up = Counter()
    for seed in range(300):
        game = Game(table(2 + seed % 9), Random(seed))
        game.deal()
        assert sizes(game) == (7,) * len(game.seats)
        game.turn_up()
        turned_up[game.top.face] += 1
    faces = {card.face for card in real_deck(game.setup.edition, 1)}
    assert set(turned_up) == faces - {"wild-draw-four"}


# --- one play at a time ---------------------------------------------------------------------------


class Always(Random):
    """Whoever may do something out of the ordinary does it."""

    def random(self):
        return 0.0


class Never(Random):
    def random(self):
        return 0.999


def laid_out(hands, top, *rules, chance=Always):
    """A table in the middle of a round: hands, discard pile, a draw pile, nobody who hoards."""
    setup = table(len(hands), rules)
    game = Game(setup, chance())
    game.hands = dict(zip(setup.players, map(cards, hands), strict=True))
    game.discard_pile, game.colour = cards(top), cards(top)[-1].colour
    game.draw_pile = [Card("5", "yellow")] * 11
    game.patience = dict.fromkeys(game.seats, 0)
    return game


def after(game, seat, card):
    """Puts the card down; whose turn it is then."""
    game.at_turn = seat
    game.put_down(seat, "turn", Card.parse(card))
    game.pass_turn()
    return game.at_turn


@pytest.mark.parametrize(
    ("seats", "card", "next_seat"),
    [
        *((3, "red 5", "b"), (3, "red skip", "c"), (3, "red reverse", "c"), (3, "wild", "b")),
        *((2, "red 5", "b"), (2, "red skip", "a"), (2, "red reverse", "a")),
    ],
)
def test_whose_turn_it_is(seats, card, next_seat):
    hands = [f"{card}, blue 1, blue 2", "blue 3", "blue 4"][:seats]
    assert after(laid_out(hands, "red 9"), "a", card) == next_seat


@pytest.mark.parametrize(
    ("seats", "first", "begins", "then"),
    [
        *((4, "red 5", "b", "c"), (4, "red skip", "c", "d"), (4, "red reverse", "a", "d")),
        *((2, "red 5", "b", "a"), (2, "red skip", "a", "b"), (2, "red reverse", "a", "b")),
    ],
)
def test_the_card_turned_up(seats, first, begins, then):
    game = laid_out(["blue 1"] * seats, "red 9")
    game.discard_pile, game.draw_pile = [], cards(first)
    game.turn_up()
    game.pass_turn()
    assert game.at_turn == begins
    game.pass_turn()
    assert game.at_turn == then


@pytest.mark.parametrize(
    ("card", "rules", "drawn", "play_of_b", "pending"),
    [
        ("red draw-two", (), 2, None, 0),
        ("wild-draw-four", (), 4, None, 0),
        ("red draw-two", ("play-after-drawing",), 2, "turn", 2),
        ("red draw-two", ("stack-draw-four",), 2, None, 0),
        ("red draw-two", ("stack-draw-two",), 0, "stack", 4),
        ("wild-draw-four", ("stack-draw-two",), 4, None, 0),
        ("wild-draw-four", ("stack-mixed",), 0, "stack", 6),
        ("wild-draw-four", ("challenge-draw-four",), 6, None, 0),
    ],
)
def test_an_answer_to_a_draw_card(card, rules, drawn, play_of_b, pending):
    hands = [f"{card}, blue 2, blue 3", "green draw-two, blue 8, blue 9", "red 8, red 9"]
    game = laid_out(hands, "red 9", *rules)
    after(game, "a", card)
    game.take_turn("b")
    assert [play.how for play in game.plays[1:]] == ([play_of_b] if play_of_b else [])
    assert sizes(game) == (2, 3 + drawn - len(game.plays[1:]), 2)
    assert game.pending == pending


def test_a_bluff_that_is_challenged():
    hands = ["wild-draw-four, red 1, red 2", "red 3, red 4, red 5", "red 8"]
    game = laid_out(hands, "red 9", "challenge-draw-four")
    after(game, "a", "wild-draw-four")
    game.take_turn("b")
    assert sizes(game) == (2 + 4, 2, 1)


@pytest.mark.parametrize(
    ("card", "hands"),
    [
        ("red 0", ["green 1", "red 7, red 1", "blue 1, blue 2"]),
        ("red 7", ["blue 1, blue 2", "red 0, red 1", "green 1"]),
        ("red 1", ["red 7, red 0", "blue 1, blue 2", "green 1"]),
    ],
)
def test_a_seven_swaps_and_a_zero_passes_on(card, hands):
    dealt = ["red 7, red 0, red 1", "blue 1, blue 2", "green 1"]
    game = laid_out(dealt, "red 9", "seven-zero")
    after(game, "a", card)
    assert [game.hands[seat] for seat in "abc"] == [cards(hand) for hand in hands]


def test_jumping_in():
    hands = ["red 7, red 1, red 2", "blue 1, blue 2", "red 7, blue 3, blue 4", "red 3"]
    game = laid_out(hands, "red 9", "jump-in")
    assert after(game, "a", "red 7") == "d"
    assert [(play.seat, play.how) for play in game.plays] == [("a", "turn"), ("c", "jump-in")]


@pytest.mark.parametrize(
    ("rules", "held", "plays"),
    [
        ((), 3, 0),
        (("forced-play",), 2, 1),
        (("draw-until-playable",), 5, 0),
        (("draw-until-playable", "forced-play"), 4, 1),
    ],
)
def test_drawing(rules, held, plays):
    game = laid_out(["blue 1, blue 2", "red 9"], "green 9", *rules, chance=Never)
    pile = "red 3, red 4, green 5" if "draw-until-playable" in rules else "green 3"
    game.draw_pile = cards(pile)[::-1]
    game.take_turn("a")
    assert (len(game.hands["a"]), len(game.plays)) == (held, plays)


@pytest.mark.parametrize(
    ("card", "number"), [("red draw-two", 2), ("wild-draw-four", 4), ("red 9", 0)]
)
def test_the_last_card_draws(card, number):
    game = laid_out([card, "blue 1", "blue 2"], "red 9")
    after(game, "a", card)
    game.at_turn = "a"
    game.draw_for_last_card()
    assert sizes(game) == (0, 1 + number, 1)
    assert game.winner == "a"
    assert game.seen["drawn for the last card"] == number


def test_the_next_seat_has_drawn_for_the_last_card():
    ended_so = 0
    for seed in range(200):
        game = play_round(table(2 + seed % 9, RULE_SETS[seed % len(RULE_SETS)]), Random(seed))
        draws = {"draw-two": 2, "wild-draw-four": 4}.get(game.top.face, 0)
        step = game.seats.index(game.winner) + game.direction
        following = game.hands[game.seats[step % len(game.seats)]]
        if draws and len(game.draw_pile) + len(game.discard_pile) > 1:
            ended_so += 1
            assert len(following) > draws
    assert ended_so > 10


def test_the_reshuffle_leaves_the_top_card():
    game = laid_out(["blue 1", "blue 2"], "red 1, red 2, red 3, red 9")
    game.draw_pile = []
    assert len(game.draw("a", 2)) == 2
    assert (len(game.draw_pile), game.discard_pile) == (1, cards("red 9"))
    assert len(game.draw("a", 4)) == 1


# --- no toy ---------------------------------------------------------------------------------------


def count_plays(game):
    """What happened in the game, by what can be seen from outside."""
    happened = Counter(game.seen)
    happened["games"] += 1
    happened["turns"] += game.turns
    for play in game.plays:
        happened[play.how] += 1
        happened["equal cards"] += len(play.cards) > 1
        happened["wild on wild"] += play.top.colour is None is play.cards[0].colour
        happened["long stack"] += play.how == "stack" and play.pending > 4
    last = game.plays[-1]
    happened["out on a number"] += last.cards[-1].face.isdigit()
    happened["out on a draw card"] += "draw" in last.cards[-1].face
    happened["out by jumping in"] += last.how == "jump-in"
    happened["out on several"] += len(last.cards) > 1
    happened["hundred cards out"] += sum(map(len, game.hands.values())) >= 100
    happened["thirty in a hand"] += max(map(len, game.hands.values())) >= 30
    return happened


def course_of(rules, seeds=range(120)):
    happened = Counter()
    for seed in seeds:
        happened += count_plays(play_round(table(2 + seed % 9, rules), Random(seed)))
    return happened


ALWAYS = ("turn", "drawn", "skip", "reshuffle", "forgot to call", "out on a draw card")


@pytest.mark.parametrize(
    ("rules", "seen"),
    [
        ((), ["drawn for the last card", "wild on wild", "nothing to draw"]),
        ((), ["hundred cards out", "thirty in a hand"]),
        (("stack-draw-two",), ["stack", "long stack"]),
        (("stack-draw-four",), ["stack"]),
        (("stack-mixed",), ["stack", "long stack"]),
        (("challenge-draw-four",), ["challenge won", "challenge lost"]),
        (("seven-zero",), ["hands swapped", "hands passed on"]),
        (("jump-in",), ["jump-in", "out by jumping in"]),
        (("draw-until-playable",), ["drew on"]),
        (("play-equal-cards",), ["equal cards", "out on several"]),
    ],
)
def test_everything_happens(rules, seen):
    happened = course_of(rules)
    assert {what: happened[what] for what in (*ALWAYS, *seen) if happened[what] < 3} == {}


def test_all_rules_at_once_happen():
    happened = course_of(ALL_RULES)
    wanted = (
        *("turn", "drawn", "stack", "long stack", "jump-in", "equal cards", "skip", "reshuffle"),
        *("challenge won", "challenge lost", "hands swapped", "hands passed on", "drew on"),
        *("forgot to call", "out on several", "out by jumping in"),
    )
    assert {what: happened[what] for what in wanted if happened[what] < 3} == {}
    assert happened["out on a number"] == happened["games"]
    assert happened["out on a draw card"] == happened["drawn card kept"] == 0


def test_without_house_rules_none_is_played_by():
    happened = course_of(())
    unheard_of = ("stack", "jump-in", "equal cards", "hands swapped", "challenge won", "drew on")
    assert [what for what in unheard_of if happened[what]] == []
    assert happened["out on a number"] < happened["games"]
    assert happened["turns"] > 30 * happened["games"]


def test_hardly_any_round_never_ends():
    endless = 0
    for seed in range(300):
        endless += not Game(
            table(2 + seed % 9, RULE_SETS[seed % len(RULE_SETS)]), Random(seed)
        ).play()
    assert endless <= 1


# --- what was played is never called wrong --------------------------------------------------------


def no_fault_found(game, ways=WAYS):
    """Writes the round down; nothing is found to be wrong with it."""
    played = game.record(ways)
    assert round_problems(game.setup, [], played) == [], (game.setup, played)
    return played


def holds(setup, seed, ways=WAYS):
    assert setup_problems(setup) == []
    game = play_round(setup, Random(seed))
    return game, no_fault_found(game, ways)


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_table_size(seats):
    for seed in range(10):
        holds(table(seats), seed)


@pytest.mark.parametrize("seats", [2, 8, 11, 14, 17, 20])
def test_two_decks(seats):
    for seed in range(4):
        holds(table(seats, decks=2), seed)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_house_rule(rules):
    for seed in range(9):
        holds(table(2 + seed, rules), seed)


@pytest.mark.parametrize("way", WAYS)
def test_all_hands_written_down_in_one_way(way):
    for seed in range(9):
        holds(table(2 + seed), 100 + seed, (way,))


def test_small_hands_after_a_draw_card():
    """One card left and two drawn for the last card are three: the fewest there can be."""
    fewest = Counter()
    for seed in range(150):
        game = play_round(table(2), Random(seed))
        if "draw" in game.top.face:
            no_fault_found(game, ("coloured", "points and number"))
            fewest[game.top.face, sum(sizes(game))] += 1
    assert fewest["draw-two", 3] > 1


@pytest.mark.parametrize("rules", [(), ("draw-until-playable",), ("no-action-finish",)])
@pytest.mark.parametrize("seats", [4, 10])
def test_hardly_a_card_left_on_the_table(seats, rules):
    """All but one of them hoard, so that the deck check has next to nothing to spare."""
    on_the_table = Counter()
    for seed in range(40):
        game = Game(table(seats, rules), Random(seed))
        game.patience = dict.fromkeys(game.seats, 100) | {"b": 3 * seats}
        if game.play():
            on_the_table[len(game.draw_pile) + len(game.discard_pile)] += 1
            no_fault_found(game, WAYS if seed % 2 else (WAYS[seed // 2 % len(WAYS)],))
    assert on_the_table[1] + on_the_table[2] > 1, on_the_table


@st.composite
def agreed_tables(draw):
    """Any table the simulator can play: seats, decks, house rules, values."""
    seats = draw(st.integers(2, 20))
    return table(
        seats,
        tuple(draw(st.lists(st.sampled_from(ALL_RULES), unique=True))),
        decks=draw(st.integers(1 if seats <= 10 else 2, 3)),
        card_points=draw(st.sampled_from([{}, {"wild": 20}, {"wild": 40, "wild-draw-four": 40}])),
    )


@given(agreed_tables(), st.integers(0, 2**32))
@examples
def test_whatever_is_agreed(setup, seed):
    holds(setup, seed)


@pytest.mark.parametrize("seed", range(8))
def test_in_teams_a_partner_may_be_left_out(seed):
    setup = setup_of("abcdef", teams="xyxyxy" if seed % 2 else "xyzxyz", house_rules=ALL_RULES)
    game, played = holds(setup, seed)
    team = {seat.player: seat.team for seat in setup.seats}
    others = {seat: hand for seat, hand in played.hands.items() if team[seat] != team[game.winner]}
    alone = replace(played, hands=others)
    assert round_problems(setup, [], alone) == []
    (scored,) = standings(setup, [alone]).rounds
    assert scored.gained[game.winner] == sum(game.points(seat) for seat in others)


def test_a_card_too_many_is_noticed():
    """That nothing is found above is not because nothing is looked for."""
    for seed in range(10):
        setup = table(3 + seed % 8)
        game, played = holds(setup, seed, ("coloured",))
        loser = next(seat for seat in game.seats if seat != game.winner)
        extra = played.hands[loser].cards[0]
        copies = real_deck(setup.edition, 1).count(extra)
        more = Hand((*played.hands[loser].cards, *[extra] * copies))
        worse = replace(played, hands={**played.hands, loser: more})
        assert "too-many-copies" in codes(round_problems(setup, [], worse))


# --- whole sessions -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(9))
def test_a_session_to_five_hundred(seed):
    setup = table(2 + seed, RULE_SETS[seed] if seed else ALL_RULES, target=500)
    games = play_session(setup, Random(seed))
    rounds = []
    totals = dict.fromkeys(setup.players, 0)
    for number, game in enumerate(games):
        before = standings(setup, rounds)
        assert (before.finished, before.next_dealer) == (False, game.dealer)
        played = game.record()
        assert round_problems(setup, rounds, played) == [], (seed, number, played)
        rounds.append(played)
        totals[game.winner] += sum(game.points(seat) for seat in setup.players)
        assert standings(setup, rounds).totals == totals
    stand = standings(setup, rounds)
    assert (stand.finished, stand.ended_by_round) == (True, len(games))
    assert stand.winners == (games[-1].winner,)
    assert stand.ranks[games[-1].winner] == 1
    assert 500 <= totals[games[-1].winner] == max(totals.values())
    for game, scored in zip(games, stand.rounds, strict=True):
        losers = [seat for seat in setup.players if seat != game.winner]
        assert scored.points == {seat: game.points(seat) for seat in losers}
