"""A recorded round: what is wrong with it, and what it brings to whom."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.cards import Card
from rules.deck_check import Deck, deck_problems
from rules.hands import Hand, hand_points, hand_problems, unknown_card
from rules.house_rules import HOUSE_RULES
from rules.problems import MOST_CARDS, MOST_POINTS, Problem, as_entered, whole
from rules.setup import Setup


@dataclass(frozen=True)
class Round:
    """One deal, until one seat went out.

    `winner` and `dealer` are seat keys, `dealer` None where it is whose turn it was. `hands` by
    seat as they were when the round ended. `side` is the one on which it ended, where the cards
    have two. `knocked_out` seats had too many cards. `gained`, by seat, stands for hands that
    nobody remembers. `deck_differs`: stored although impossible.
    """

    winner: str | None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    last_card: Card | None = None
    dealer: str | None = None
    deck_differs: bool = False
    side: str | None = None
    knocked_out: tuple[str, ...] = ()
    gained: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "knocked_out", tuple(self.knocked_out))
        gained = {seat: as_entered(points) for seat, points in self.gained.items()}
        object.__setattr__(self, "gained", gained)


@dataclass(frozen=True)
class AtTable:
    """Who plays a round, in the order of the seats.

    `over`: the session had ended before, so that nobody need play or have a hand, and whoever
    took part is taken as they come (History is the truth).
    """

    playing: tuple[str, ...]
    over: bool = False


def is_told_as_gained(setup: Setup, round: Round) -> bool:
    """Whether what the winner gained stands in for the hands (Unknown is never 0)."""
    return setup.scoring == "winner-collects" and round.winner in round.gained


def _is_last_one_left(round: Round, table: AtTable) -> bool:
    """Whether all others who played were knocked out: then nobody had to finish."""
    if not round.knocked_out:
        return False
    others = {seat for seat in table.playing if seat != round.winner}
    return bool(others) and others <= {*round.knocked_out}


def _is_opponent(setup: Setup, round: Round, seat: str) -> bool:
    """Whether the seat played against the winner to the end; nobody did while there is none."""
    parties, winner = setup.party_of, round.winner
    if winner is None or winner not in parties or seat in round.knocked_out:
        return False
    return parties[seat] != parties[winner]


# --- what makes no sense --------------------------------------------------------------------------


def broken_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    """Why the round makes no sense in itself: all `broken` problems.

    Cheap, since every fold asks it of every round.
    """
    problems = [] if table.over else _too_few_problems(setup, table)
    problems += _winner_problems(setup, round, table)
    for seat in setup.players:
        problems += _seat_problems(setup, round, seat, table)
    for seat in round.hands:
        if seat not in setup.party_of:
            problems.append(Problem("unknown-seat", f"hands.{seat}", {"seat": seat}))
    card = round.last_card
    if _is_last_one_left(round, table):
        card = None
    if card is not None and not setup.edition.has_card(card, round.side):
        problems.append(unknown_card(card, "last_card", setup.edition))
    if round.dealer is not None:
        problems += _presence_problems(setup, round.dealer, "dealer", table)
    return [
        *problems,
        *_side_problems(setup, round),
        *_knock_out_problems(setup, round, table),
        *_gained_problems(setup, round),
    ]


def _too_few_problems(setup: Setup, table: AtTable) -> list[Problem]:
    if len(setup.parties(table.playing)) > 1:
        return []
    return [Problem("too-few-playing", "", {"case": "teams" if setup.has_teams else ""})]


def _presence_problems(setup: Setup, seat: str, where: str, table: AtTable) -> list[Problem]:
    """Whether somebody who takes part has a seat, and plays this round."""
    if seat not in setup.party_of:
        return [Problem("unknown-seat", where, {"seat": seat})]
    if seat not in table.playing and not table.over:
        return [Problem("seat-not-playing", where, {"seat": seat})]
    return []


def _winner_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    if round.winner is None or round.winner == "":
        return [Problem("no-winner", "winner")]
    return _presence_problems(setup, round.winner, "winner", table)


def _seat_problems(setup: Setup, round: Round, seat: str, table: AtTable) -> list[Problem]:
    hand = round.hands.get(seat)
    where = f"hands.{seat}"
    problems = [] if hand is None else hand_problems(seat, hand, setup, round.side)
    if seat in round.knocked_out or _is_last_one_left(round, table):
        # It takes part in no check, but its cards must still be readable.
        problems = [problem for problem in problems if problem.code == "unknown-card"]
    if seat not in table.playing and not table.over:
        if hand is not None:
            problems.append(Problem("seat-not-playing", where, {"seat": seat}))
    elif is_told_as_gained(setup, round) or _is_last_one_left(round, table):
        pass  # hands are checked for their shape only; the last one left still holds some
    elif seat == round.winner:
        if hand is not None and hand.holds_something:
            problems.append(Problem("winner-holds-cards", where, {"seat": seat}))
    elif _is_opponent(setup, round, seat):
        problems += _loser_problems(setup, seat, hand, table)
    return problems


def _loser_problems(setup: Setup, seat: str, hand: Hand | None, table: AtTable) -> list[Problem]:
    """Of a seat that did not go out and was not knocked out: it holds at least a card."""
    where = f"hands.{seat}"
    if hand is None or not hand.is_known:
        if setup.system.counts_cards and not table.over:
            return [Problem("hand-missing", where, {"seat": seat})]
        if hand is None or hand.size != 0:
            return []
    elif hand.size != 0:
        return []
    # Tables that play on for second and third place.
    if setup.system.loser_may_hold_nothing and hand == Hand(points=0, cards_left=0):
        return []
    return [Problem("empty-hand", where, {"seat": seat})]


def _side_problems(setup: Setup, round: Round) -> list[Problem]:
    if round.side is None:
        return [Problem("side-missing", "side")] if setup.edition.sides else []
    if round.side not in setup.edition.sides:
        return [Problem("unknown-side", "side", {"text": str(round.side)})]
    return []


def _knock_out_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    if not round.knocked_out:
        return []
    if setup.edition.knock_out_bonus is None:
        return [Problem("bad-knock-out", "knocked_out")]
    problems = []
    for place, seat in enumerate(round.knocked_out):
        where = f"knocked_out[{place}]"
        problems += _presence_problems(setup, seat, where, table)
        if seat == round.winner:
            problems.append(Problem("bad-knock-out", where, {"case": "winner", "seat": seat}))
        elif seat in round.knocked_out[:place]:
            problems.append(Problem("bad-knock-out", where, {"case": "twice", "seat": seat}))
    return problems


def _gained_problems(setup: Setup, round: Round) -> list[Problem]:
    if round.gained and setup.scoring != "winner-collects":
        return [Problem("bad-number", "gained", {"case": "gained-system"})]
    problems = []
    for seat, points in round.gained.items():
        where = f"gained.{seat}"
        if seat not in setup.party_of:
            problems.append(Problem("unknown-seat", where, {"seat": seat}))
        elif seat != round.winner:
            problems.append(Problem("bad-number", where, {"case": "gained-loser", "seat": seat}))
        elif whole(points, 0, MOST_POINTS) is None:
            facts = {"case": "gained", "seat": seat, "least": 0, "most": MOST_POINTS}
            problems.append(Problem("bad-number", where, facts))
    return problems


# --- what this deck under these rules cannot do, and what is odd ----------------------------------


def table_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    """What could not happen at a table, or hardly: the deck check and the last card.

    The setup must be sound. Hands that make no sense are left out, so that the others are judged
    all the same; what is reported here never happens at a table.
    """
    if _is_last_one_left(round, table):
        return []
    problems = _finish_problems(setup, round)
    if not is_told_as_gained(setup, round):
        problems += _deck_problems(setup, round, table)
    return problems


def _known_last_card(setup: Setup, round: Round) -> Card | None:
    card = round.last_card
    return card if card is not None and setup.edition.has_card(card, round.side) else None


def _finish_problems(setup: Setup, round: Round) -> list[Problem]:
    card = _known_last_card(setup, round)
    if card is None or card.face in setup.finishing_faces(round.side):
        return []
    rule = next(HOUSE_RULES[key] for key in setup.house_rules if HOUSE_RULES[key].number_card_last)
    facts = {"card": setup.edition.call(card, round.side), "rule": rule.names}
    return [Problem("finish-not-allowed", "last_card", facts)]


def _deck_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    edition, side = setup.edition, round.side
    if edition.composition == "unknown" or _side_problems(setup, round):
        return []
    deck = Deck(
        edition.faces_on(side),
        setup.decks,
        setup.values_on(side),
        setup.finishing_faces(side),
        tuple(card for card in setup.missing_cards if edition.has_card(card, side)),
    )
    winner = round.winner if round.winner in setup.party_of else None
    hands = {}
    for seat in _held_to_the_end(setup, round, table):
        held = _cards_out(setup, round.hands.get(seat), side)
        # As long as nobody is named, whoever holds nothing may be the winner.
        if held is not None and (winner is not None or held.holds_something):
            hands[seat] = held
    return deck_problems(deck, hands, _known_last_card(setup, round), winner)


def _held_to_the_end(setup: Setup, round: Round, table: AtTable) -> list[str]:
    """The seats whose cards were out when the round ended, the winner's aside."""
    seats = setup.players if table.over else table.playing
    return [seat for seat in seats if seat != round.winner and seat not in round.knocked_out]


def _cards_out(setup: Setup, hand: Hand | None, side: str | None) -> Hand | None:
    """What is sure to be held: cards of this deck, or points; None where nothing is."""
    if hand is None:
        return None
    if hand.cards is not None:
        has_card = setup.edition.has_card
        cards = tuple(card for card in hand.cards[:MOST_CARDS] if has_card(card, side))
        return Hand(cards=cards) if cards else None
    points = whole(hand.points, 0, MOST_POINTS)
    if points is None or hand.cards_left == 0:
        return None
    return Hand(points=points, cards_left=whole(hand.cards_left, 1, MOST_CARDS))


def odd_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    """What is `unlikely` about a round that makes sense (Problems)."""
    if is_told_as_gained(setup, round) or _is_last_one_left(round, table):
        return []
    return [*_draw_problems(setup, round, table), *_limit_problems(setup, round, table)]


def _draw_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    """Whether the cards that the last card made the next seat draw seem to be missing.

    A partner with more cards may be the one who drew.
    """
    card = _known_last_card(setup, round)
    if card is None or not setup.edition.last_card_draws:
        return []
    face = setup.edition.face(card.face, round.side)
    draws = None if face is None else face.draws
    sizes = {seat: hand.size for seat, hand in round.hands.items() if hand is not None}
    losers = [seat for seat in table.playing if _is_opponent(setup, round, seat)]
    if draws is None or not all(sizes.get(seat) for seat in losers):
        return []
    if any((sizes.get(seat) or 0) > draws for seat in _held_to_the_end(setup, round, table)):
        return []
    facts = {"card": setup.edition.call(card, round.side), "cards_left": draws}
    return [Problem("draw-not-taken", "last_card", facts)]


def _limit_problems(setup: Setup, round: Round, table: AtTable) -> list[Problem]:
    """Hands that should have been knocked out."""
    limit = setup.edition.hand_limit
    if limit is None:
        return []
    seats = [seat for seat in table.playing if _is_opponent(setup, round, seat)]
    sizes = {seat: hand.size for seat in seats if (hand := round.hands.get(seat)) is not None}
    return [
        Problem("over-hand-limit", f"hands.{seat}", {"seat": seat, "cards_left": limit})
        for seat, size in sizes.items()
        if size is not None and size >= limit
    ]


# --- what a round brings --------------------------------------------------------------------------


def counted_points(setup: Setup, round: Round, playing: Sequence[str]) -> dict[str, int]:
    """The points of each recorded hand that counts, by seat.

    Not the winner's, a partner's, or that of a seat that was knocked out.
    """
    if is_told_as_gained(setup, round):
        return {}
    counted = {
        seat: hand_points(hand, setup, round.side)
        for seat in playing
        if (hand := round.hands.get(seat)) is not None and _is_opponent(setup, round, seat)
    }
    # Unknown is never 0.
    return {seat: points for seat, points in counted.items() if points is not None}


def knock_out_points(setup: Setup, round: Round) -> dict[str, int]:
    """The bonus for each seat that was knocked out against the winner, by seat; in points.

    None for a partner, where only rounds are counted, or where it is within what was `gained`.
    """
    if is_told_as_gained(setup, round) or not setup.system.counts_cards:
        return {}
    parties, bonus = setup.party_of, setup.edition.knock_out_bonus or 0
    own = parties[str(round.winner)]
    return {seat: bonus for seat in round.knocked_out if parties[seat] != own}


def _winner_collects(setup: Setup, round: Round, points: Mapping[str, int]) -> dict[str, int]:
    winner = str(round.winner)
    if is_told_as_gained(setup, round):
        return {winner: round.gained[winner]}
    return {winner: sum(points.values()) + sum(knock_out_points(setup, round).values())}


def _everyone_keeps(setup: Setup, round: Round, points: Mapping[str, int]) -> dict[str, int]:
    return dict(points) | knock_out_points(setup, round)


def _round_wins(setup: Setup, round: Round, points: Mapping[str, int]) -> dict[str, int]:
    return {str(round.winner): 1}


# What a round brings under each scoring system, from the hands that count; a seat that is not
# in the answer gains 0 (Scoring systems).
GAINS: Mapping[str, Callable[[Setup, Round, Mapping[str, int]], dict[str, int]]] = {
    "winner-collects": _winner_collects,
    "everyone-keeps": _everyone_keeps,
    "knockout": _everyone_keeps,
    "round-wins": _round_wins,
}


def gains(
    setup: Setup, round: Round, points: Mapping[str, int], playing: Sequence[str]
) -> dict[str, int]:
    """What each playing seat gains in a round that makes sense, given the hands that count."""
    return dict.fromkeys(playing, 0) | GAINS[setup.scoring](setup, round, points)
