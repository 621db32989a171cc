"""A recorded round: what is wrong with it, and what it brings to whom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.cards import Card
from rules.deck_check import Deck, deck_problems
from rules.hands import MOST_CARDS, MOST_POINTS, Hand, hand_points, hand_problems, whole
from rules.problems import Problem
from rules.setup import HOUSE_RULES, Setup


@dataclass(frozen=True)
class Round:
    """One deal, until one seat went out.

    `winner` and `dealer` are seat keys, `dealer` None where it is whose turn it was. `hands` by
    seat as they were when the round ended. `deck_differs`: stored although impossible.
    """

    winner: str | None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    last_card: Card | None = None
    dealer: str | None = None
    deck_differs: bool = False


# --- what makes no sense --------------------------------------------------------------------------


def broken_problems(setup: Setup, round: Round, over: bool = False) -> list[Problem]:
    """Why the round makes no sense in itself: all `broken` problems, in the order of its fields.

    Cheap, since every fold asks it of every round. `over`: the session had ended before, so that
    nobody need play or have a hand (History is the truth).
    """
    problems = [] if over else _too_few_problems(setup)
    problems += _winner_problems(setup, round)
    for seat in setup.players:
        problems += _seat_problems(setup, round, seat, over)
    problems += [
        Problem("unknown-seat", f"hands.{seat}", {"seat": seat})
        for seat in round.hands
        if seat not in setup.side_of
    ]
    if round.last_card is not None and not setup.edition.has_card(round.last_card):
        card = setup.edition.call(round.last_card)
        problems.append(Problem("unknown-card", "last_card", {"card": card}))
    if round.dealer is not None and round.dealer not in setup.side_of:
        problems.append(Problem("unknown-seat", "dealer", {"seat": round.dealer}))
    return problems


def _too_few_problems(setup: Setup) -> list[Problem]:
    if len(set(setup.side_of.values())) > 1:
        return []
    return [Problem("too-few-playing", "", {"case": "teams" if setup.has_teams else ""})]


def _winner_problems(setup: Setup, round: Round) -> list[Problem]:
    if round.winner is None or round.winner == "":
        return [Problem("no-winner", "winner")]
    if round.winner not in setup.side_of:
        return [Problem("unknown-seat", "winner", {"seat": round.winner})]
    return []


def _seat_problems(setup: Setup, round: Round, seat: str, over: bool) -> list[Problem]:
    hand = round.hands.get(seat)
    where = f"hands.{seat}"
    problems = [] if hand is None else hand_problems(seat, hand, setup)
    if seat == round.winner:
        if hand is not None and hand.holds_something:
            problems.append(Problem("winner-holds-cards", where, {"seat": seat}))
    elif _is_loser(setup, round, seat):
        if hand is None or not hand.is_known:
            if not over:
                problems.append(Problem("hand-missing", where, {"seat": seat}))
        elif hand.size == 0:
            problems.append(Problem("empty-hand", where, {"seat": seat}))
    return problems


def _is_loser(setup: Setup, round: Round, seat: str) -> bool:
    """Whether the seat played against the winner; nobody did while there is no winner."""
    sides, winner = setup.side_of, round.winner
    return winner is not None and winner in sides and sides[seat] != sides[winner]


# --- what this deck under these rules cannot do, and what is odd ----------------------------------


def table_problems(setup: Setup, round: Round) -> list[Problem]:
    """What could not happen at a table, or hardly: the deck check and the last card.

    The setup must be sound. Hands that make no sense are left out, so that the others are judged
    all the same; what is reported here never happens at a table.
    """
    return [*_finish_problems(setup, round), *_deck_problems(setup, round)]


def _known_last_card(setup: Setup, round: Round) -> Card | None:
    card = round.last_card
    return card if card is not None and setup.edition.has_card(card) else None


def _finish_problems(setup: Setup, round: Round) -> list[Problem]:
    card = _known_last_card(setup, round)
    if card is None or card.face in setup.finishing_faces:
        return []
    rule = next(HOUSE_RULES[key] for key in setup.house_rules if HOUSE_RULES[key].number_card_last)
    facts = {"card": setup.edition.call(card), "rule": rule.names}
    return [Problem("finish-not-allowed", "last_card", facts)]


def _deck_problems(setup: Setup, round: Round) -> list[Problem]:
    edition = setup.edition
    if edition.composition == "unknown":
        return []
    deck = Deck(edition.faces, setup.decks, setup.values, setup.finishing_faces)
    hands = {}
    for seat in setup.players:
        held = _cards_out(setup, round.hands.get(seat)) if seat != round.winner else None
        if held is not None:
            hands[seat] = held
    winner = round.winner if round.winner in setup.side_of else None
    return deck_problems(deck, hands, _known_last_card(setup, round), winner)


def _cards_out(setup: Setup, hand: Hand | None) -> Hand | None:
    """What is sure to be held: cards of this deck, or points; None where nothing is."""
    if hand is None:
        return None
    if hand.cards is not None:
        cards = tuple(card for card in hand.cards[:MOST_CARDS] if setup.edition.has_card(card))
        return Hand(cards=cards) if cards else None
    points = whole(hand.points, 0, MOST_POINTS)
    if points is None or hand.cards_left == 0:
        return None
    return Hand(points=points, cards_left=whole(hand.cards_left, 1, MOST_CARDS))


def draw_problems(setup: Setup, round: Round) -> list[Problem]:
    """Whether the cards that the last card made the next seat draw seem to be missing.

    Asked of rounds that make sense. With partners it may be a partner who drew, so all hands
    but the winner's are looked at (Problems, `draw-not-taken`; A hand and its points, last card).
    """
    card = _known_last_card(setup, round)
    if card is None or not setup.edition.last_card_draws:
        return []
    draws = next(face.draws for face in setup.edition.faces if face.face == card.face)
    if draws is None:
        return []
    hands = [round.hands.get(seat) for seat in setup.players if seat != round.winner]
    sizes = [None if hand is None else hand.size for hand in hands]
    if any(size is None or size == 0 or size > draws for size in sizes):
        return []
    facts = {"card": setup.edition.call(card), "cards_left": draws}
    return [Problem("draw-not-taken", "last_card", facts)]


# --- what a round brings --------------------------------------------------------------------------


def counted_points(setup: Setup, round: Round) -> dict[str, int]:
    """The points of each recorded hand that counts, by seat: not the winner's, not a partner's."""
    counted = {}
    for seat in setup.players:
        hand = round.hands.get(seat)
        if hand is not None and _is_loser(setup, round, seat):
            counted[seat] = hand_points(hand, setup)
    # Unknown is never 0.
    return {seat: points for seat, points in counted.items() if points is not None}


def _winner_collects(round: Round, points: Mapping[str, int]) -> dict[str, int]:
    return {str(round.winner): sum(points.values())}


# What a round brings under each scoring system, from the hands that count; a seat that is not
# in the answer gains 0 (Scoring systems).
GAINS: Mapping[str, Callable[[Round, Mapping[str, int]], dict[str, int]]] = {
    "winner-collects": _winner_collects,
}


def gains(setup: Setup, round: Round, points: Mapping[str, int]) -> dict[str, int]:
    """What each playing seat gains in a round that makes sense, given the hands that count."""
    return dict.fromkeys(setup.players, 0) | GAINS[setup.scoring](round, points)
