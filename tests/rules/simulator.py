"""Classic UNO played from the shuffle to the last card, as a source of rounds that really happened.

Players choose by chance among what they may play, and some of them hoard, so that all kinds of
hands are left at the end. Every house rule that is agreed in the setup is played by. Where the
rules leave something open this table has agreed:

- Who goes out on a 7 or a 0 is out: nobody swaps any more.
- A stack may be put on whatever the colour is, and +4 on +4 also where no wild goes on a wild.
- Several equal numbers at once are one play: one swap for three sevens.
- Who jumps in on a draw card adds to what must be drawn.
- Only a +4 that is alone can be challenged, not one that lies on a stack.
- Nobody answers the last card of the round; the next seat draws for all that is stacked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from rules import Card, Hand, Round, Setup
from tests.rules.generators import real_deck

DEALT = 7
DRAWS = {"draw-two": 2, "wild-draw-four": 4}
STACKED_BY = {"draw-two": "stack-draw-two", "wild-draw-four": "stack-draw-four"}

# How many times round the table a player hoards: draws, and seldom plays.
PATIENCE = (0, 0, 0, 4, 12, 40)
HOARDER_PLAYS = 0.1

# Who holds back, answers, challenges, jumps in or forgets to call does so by chance.
PLAYER_PLAYS = 0.95
STACKS = 0.8
CHALLENGES = 0.5
JUMPS_IN = 0.7
FORGETS_TO_CALL = 0.1

# Both piles can be empty while nobody can play; such a round would never end.
MOST_TURNS = 4_000

WAYS = ("coloured", "colourless", "mixed", "points", "points and number")


@dataclass(frozen=True)
class Play:
    """Cards put down at once, and how things lay just before: all that a referee must know.

    `how` is "turn", "drawn" (the card just drawn), "stack" or "jump-in". `pending` is what the
    seat would have to draw.
    """

    seat: str
    how: str
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]
    top: Card
    colour: str | None
    pending: int


def is_number(card: Card) -> bool:
    return card.face.isdigit()


class Game:
    """One round: `play()` it, then `record()` it as a table may write it down.

    `plays` tell the course of it, and `seen` counts what else happened.
    """

    def __init__(self, setup: Setup, chance: Random, dealer: str | None = None) -> None:
        self.setup = setup
        self.chance = chance
        self.seats = setup.players
        self.dealer = self.seats[0] if dealer is None else dealer
        self.draw_pile = real_deck(setup.edition, setup.decks)
        self.discard_pile: list[Card] = []
        self.hands: dict[str, list[Card]] = {seat: [] for seat in self.seats}
        self.patience = {seat: chance.choice(PATIENCE) for seat in self.seats}
        self.at_turn = self.dealer
        self.turns = 0
        self.direction = 1
        self.colour: str | None = None
        self.pending = 0
        self.skips_next = False
        self.winner: str | None = None
        self.plays: list[Play] = []
        self.seen: Counter[str] = Counter()

    def agreed(self, rule: str) -> bool:
        return rule in self.setup.house_rules

    @property
    def top(self) -> Card:
        return self.discard_pile[-1]

    # --- from the deal to the end -----------------------------------------------------------------

    def play(self) -> bool:
        """Until somebody goes out; False for a round that would never end."""
        self.deal()
        self.turn_up()
        while self.winner is None and self.turns < MOST_TURNS:
            self.pass_turn()
            self.take_turn(self.at_turn)
        if self.winner is not None and self.pending:
            self.draw_for_last_card()
        return self.winner is not None

    def deal(self) -> None:
        self.chance.shuffle(self.draw_pile)
        for seat in self.seats * DEALT:
            self.hands[seat].append(self.draw_pile.pop())

    def turn_up(self) -> None:
        """The first card counts for the seat after the dealer, as if the dealer had played it."""
        while self.draw_pile[-1].face == "wild-draw-four":
            self.chance.shuffle(self.draw_pile)
        self.discard_pile.append(self.draw_pile.pop())
        if self.top.face == "reverse" and len(self.seats) > 2:
            # The dealer begins then, and it goes the other way round.
            self.at_turn = self.seat_after(self.dealer)
        self.take_effect(self.top, self.seat_after(self.dealer))
        self.seen[f"turned up {self.top.face}"] += 1

    def seat_after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + self.direction) % len(self.seats)]

    def pass_turn(self) -> None:
        self.turns += 1
        self.at_turn = self.seat_after(self.at_turn)
        if self.skips_next:
            self.skips_next = False
            self.seen["skip"] += 1
            self.at_turn = self.seat_after(self.at_turn)

    def draw_for_last_card(self) -> None:
        seat = self.seat_after(self.at_turn)
        self.challenge(seat)
        self.seen["drawn for the last card"] += len(self.draw(seat, self.pending))

    # --- one turn ---------------------------------------------------------------------------------

    def take_turn(self, seat: str) -> None:
        if self.pending and self.answer_draw_card(seat):
            return
        playable = [card for card in self.hands[seat] if self.fits(seat, card)]
        if playable and self.wants_to_play(seat):
            self.put_down(seat, "turn", self.chance.choice(playable))
        else:
            self.draw_and_play(seat, cannot_play=not playable)

    def wants_to_play(self, seat: str) -> bool:
        hoards = self.turns < self.patience[seat] * len(self.seats)
        return self.chance.random() < (HOARDER_PLAYS if hoards else PLAYER_PLAYS)

    def fits(self, seat: str, card: Card) -> bool:
        """Whether the seat may play this card of its hand now."""
        if not self.may_put_down(seat, card):
            return False
        if card.colour is not None:
            return card.colour == self.colour or card.face == self.top.face
        if self.agreed("no-wild-on-wild") and self.top.colour is None:
            return False
        # Where it may be challenged it may be a bluff.
        return (
            card.face == "wild"
            or self.agreed("challenge-draw-four")
            or all(other.colour != self.colour for other in self.hands[seat])
        )

    def may_put_down(self, seat: str, card: Card) -> bool:
        """Whatever lies there: not as the last card, where that must be a number."""
        is_last = len(self.hands[seat]) == 1
        return not is_last or not self.agreed("no-action-finish") or is_number(card)

    def draw_and_play(self, seat: str, cannot_play: bool) -> None:
        """Draws, and may play what was drawn. Who draws by choice never goes on drawing."""
        goes_on = cannot_play and self.agreed("draw-until-playable")
        drawn = self.draw(seat, 1)
        while drawn and goes_on and not self.fits(seat, drawn[0]):
            self.seen["drew on"] += 1
            drawn = self.draw(seat, 1)
        if not drawn or not self.fits(seat, drawn[0]):
            return
        if self.agreed("forced-play") or self.wants_to_play(seat):
            self.put_down(seat, "drawn", drawn[0])
        else:
            self.seen["drawn card kept"] += 1

    # --- putting down -----------------------------------------------------------------------------

    def put_down(self, seat: str, how: str, card: Card) -> None:
        hand = self.hands[seat]
        cards = (card, *(self.equal_cards(seat, card) if how in ("turn", "drawn") else ()))
        before = (tuple(hand), self.top, self.colour, self.pending)
        self.plays.append(Play(seat, how, cards, *before))
        for put in cards:
            hand.remove(put)
            self.discard_pile.append(put)
        self.take_effect(self.top, seat)
        if not hand:
            self.winner = seat
            return
        if len(hand) == 1 and self.chance.random() < FORGETS_TO_CALL:
            self.seen["forgot to call"] += 1
            self.draw(seat, 2)
        if self.agreed("seven-zero"):
            self.swap_hands(seat)
        if self.agreed("jump-in"):
            self.let_jump_in(seat)

    def equal_cards(self, seat: str, card: Card) -> Sequence[Card]:
        """Others with the same number, some or all, to go down with it."""
        if not self.agreed("play-equal-cards") or not is_number(card):
            return ()
        rest = list(self.hands[seat])
        rest.remove(card)
        equal = [other for other in rest if other.face == card.face]
        return self.chance.sample(equal, self.chance.randint(0, len(equal)))

    def take_effect(self, card: Card, chooser: str) -> None:
        """What the card does to the order of play; `chooser` names the colour after a wild."""
        if card.face == "reverse":
            self.direction = -self.direction
        acts_as_skip = card.face == "reverse" and len(self.seats) == 2
        self.skips_next = card.face == "skip" or acts_as_skip
        self.pending += DRAWS.get(card.face, 0)
        self.colour = card.colour or self.chosen_colour(chooser)

    def chosen_colour(self, seat: str) -> str:
        held = [card.colour for card in self.hands[seat] if card.colour is not None]
        return self.chance.choice(held or ["red", "yellow", "green", "blue"])

    def swap_hands(self, seat: str) -> None:
        if self.top.face == "7":
            other = self.chance.choice([other for other in self.seats if other != seat])
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
            self.seen["hands swapped"] += 1
        if self.top.face == "0":
            passed = {self.seat_after(giver): hand for giver, hand in self.hands.items()}
            self.hands = {receiver: passed[receiver] for receiver in self.seats}
            self.seen["hands passed on"] += 1

    def let_jump_in(self, seat: str) -> None:
        """The first who wants to; play goes on from there."""
        for other in self.chance.sample(self.seats, len(self.seats)):
            if other == seat or self.top not in self.hands[other]:
                continue
            if self.fits(other, self.top) and self.chance.random() < JUMPS_IN:
                self.at_turn = other
                self.put_down(other, "jump-in", self.top)
                return

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, seat: str, number: int) -> list[Card]:
        """So many cards, or as many as there are."""
        drawn: list[Card] = []
        while len(drawn) < number and self.something_to_draw():
            drawn.append(self.draw_pile.pop())
        self.hands[seat] += drawn
        return drawn

    def something_to_draw(self) -> bool:
        """Reshuffles all discards but the top one when the draw pile is empty."""
        if not self.draw_pile and len(self.discard_pile) > 1:
            self.draw_pile, self.discard_pile = self.discard_pile[:-1], [self.top]
            self.chance.shuffle(self.draw_pile)
            self.seen["reshuffle"] += 1
        if not self.draw_pile:
            self.seen["nothing to draw"] += 1
        return bool(self.draw_pile)

    def answer_draw_card(self, seat: str) -> bool:
        """Stacks, challenges or draws; whether the turn is over with that."""
        stackable = [card for card in self.hands[seat] if self.stacks(seat, card)]
        if stackable and self.chance.random() < STACKS:
            self.put_down(seat, "stack", self.chance.choice(stackable))
            return True
        if self.challenge(seat):
            return False
        self.draw(seat, self.pending)
        self.pending = 0
        return not self.agreed("play-after-drawing")

    def stacks(self, seat: str, card: Card) -> bool:
        if card.face not in DRAWS or not self.may_put_down(seat, card):
            return False
        same = card.face == self.top.face
        return self.agreed(STACKED_BY[card.face] if same else "stack-mixed")

    def challenge(self, seat: str) -> bool:
        """Whether a +4 was shown to be a bluff, so that the other draws; it may cost two more."""
        is_alone = self.top.face == "wild-draw-four" and self.pending == 4
        if not is_alone or not self.agreed("challenge-draw-four"):
            return False
        if self.chance.random() >= CHALLENGES:
            return False
        challenged = self.plays[-1]
        if all(card.colour != challenged.colour for card in challenged.hand):
            self.seen["challenge lost"] += 1
            self.pending += 2
            return False
        self.seen["challenge won"] += 1
        self.draw(challenged.seat, self.pending)
        self.pending = 0
        return True

    # --- writing it down --------------------------------------------------------------------------

    def points(self, seat: str) -> int:
        return sum(self.worth(card) for card in self.hands[seat])

    def worth(self, card: Card) -> int:
        """As the sheet in the box says, and not as the edition's table does."""
        printed = int(card.face) if is_number(card) else 20 if card.colour else 50
        return self.setup.card_points.get(card.face, printed)

    def gained(self) -> int:
        """What the winner collects. The winner's own hand is empty."""
        return sum(self.points(seat) for seat in self.seats)

    def record(self, ways: Sequence[str] = WAYS) -> Round:
        """Every hand in a way of its own, the last card with colour, without or not at all."""
        hands = {seat: self.written(seat, self.chance.choice(ways)) for seat in self.seats}
        if self.winner is not None and self.chance.random() < 0.8:
            # Sometimes somebody writes down an empty hand for the winner, too.
            del hands[self.winner]
        last_card = self.chance.choice([self.top, Card(self.top.face), None])
        dealer = self.chance.choice([self.dealer, None])
        return Round(self.winner, hands, last_card=last_card, dealer=dealer)

    def written(self, seat: str, way: str) -> Hand:
        cards = self.hands[seat]
        if way == "points":
            return Hand(points=self.points(seat))
        if way == "points and number":
            return Hand(points=self.points(seat), cards_left=len(cards))
        told = {"coloured": 1.0, "colourless": 0.0, "mixed": 0.5}[way]
        return Hand(
            tuple(c if self.chance.random() < told else Card(c.face) for c in cards),
        )


# --- games and sessions -------------------------------------------------------------------------


def play_round(setup: Setup, chance: Random, dealer: str | None = None) -> Game:
    """A round that came to an end; one that never would is dealt again."""
    while True:
        game = Game(setup, chance, dealer)
        if game.play():
            return game


def play_session(setup: Setup, chance: Random) -> list[Game]:
    """Rounds until somebody has collected the target; the deal passes from seat to seat."""
    assert setup.target is not None
    totals = dict.fromkeys(setup.players, 0)
    games: list[Game] = []
    while max(totals.values()) < setup.target:
        dealer = setup.players[len(games) % len(setup.players)]
        games.append(play_round(setup, chance, dealer))
        totals[games[-1].winner] += games[-1].gained()
    return games
