"""What hypothesis may deal: decks, hands, rounds and setups, made up and real."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules import (
    SCORING_SYSTEMS,
    Card,
    Edition,
    Face,
    Hand,
    Round,
    Seat,
    Setup,
    find_edition,
    standings,
)

CLASSIC = find_edition("classic-108")

examples = settings(
    deadline=None,
    max_examples=100,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def made_up_edition(faces: Sequence[Face]) -> Edition:
    return Edition("made-up", {"en": "Made up", "nl": "Verzonnen"}, (2, 10), 2, 100, tuple(faces))


def face(key: str, colours: str, copies: int, points: int | None, draws: int | None = None) -> Face:
    """A face of a made-up deck; colours as one word, "red blue"."""
    return Face(key, {"en": key, "nl": key}, tuple(colours.split()), copies, points, draws)


def seats_of(keys: str, teams: str = "") -> tuple[Seat, ...]:
    """seats_of("abcd", "xyxy"): a and c play in team x."""
    if not teams:
        return tuple(Seat(key) for key in keys)
    return tuple(Seat(key, team) for key, team in zip(keys, teams, strict=True))


def setup_of(keys: str = "abc", edition: Edition = CLASSIC, teams: str = "", **agreed) -> Setup:
    return Setup(edition, seats_of(keys, teams), **agreed)


def hand_of(text: str) -> Hand:
    """A hand of canonical cards, "red 7, wild"."""
    return Hand(tuple(Card.parse(card) for card in text.split(", ")))


def lost(winner: str | None, **points) -> Round:
    """A round as the losers' points."""
    return Round(winner, {seat: Hand(points=n) for seat, n in points.items()})


def codes(problems) -> list[str]:
    return [problem.code for problem in problems]


# --- made-up decks and hands ----------------------------------------------------------------------


@st.composite
def small_editions(draw) -> Edition:
    """One to four faces of a few cards each, some of them number cards, some without colours."""
    keys = draw(st.lists(st.sampled_from(["1", "2", "skip", "wild"]), min_size=1, unique=True))
    faces = []
    for key in keys:
        colours = draw(st.sampled_from(["", "red", "red blue", "red blue green"]))
        copies = draw(st.integers(1, 2))
        faces.append(face(key, colours, copies, draw(st.sampled_from([0, 1, 2, 3, 5]))))
    return made_up_edition(faces)


def cards_of(edition: Edition) -> st.SearchStrategy[Card]:
    """Any card the edition has, with or without its colour."""
    known = [Card(f.face) for f in edition.faces]
    known += [Card(f.face, colour) for f in edition.faces for colour in f.colours]
    return st.sampled_from(known)


def listed_hands(edition: Edition, most: int = 4) -> st.SearchStrategy[Hand]:
    return st.lists(cards_of(edition), min_size=1, max_size=most).map(lambda c: Hand(tuple(c)))


def point_hands(most_points: int = 14, most_cards: int = 6) -> st.SearchStrategy[Hand]:
    return st.builds(
        Hand,
        points=st.integers(0, most_points),
        cards_left=st.none() | st.integers(1, most_cards),
    )


@st.composite
def small_tables(draw, listed: int, counted: int) -> tuple[Setup, Round]:
    """A made-up deck and a round with up to so many listed and point hands, possible or not."""
    edition = draw(small_editions())
    hands = [draw(listed_hands(edition)) for _ in range(draw(st.integers(0, listed)))]
    hands += [draw(point_hands()) for _ in range(counted)]
    rules = ("no-action-finish",) if any(f.is_number for f in edition.faces) else ()
    setup = Setup(
        edition,
        seats_of("wabcdefgh"[: max(2, 1 + len(hands))]),
        decks=draw(st.integers(1, 2)),
        house_rules=draw(st.sampled_from([(), rules])),
    )
    last_card = draw(st.none() | cards_of(edition))
    return setup, Round("w", dict(zip("abcdefgh", hands, strict=False)), last_card)


# --- real deals -----------------------------------------------------------------------------------


def real_deck(edition: Edition, decks: int, side: str | None = None) -> list[Card]:
    return [
        Card(f.face, colour)
        for f in edition.faces_on(side)
        for colour in f.colours or (None,)
        for _ in range((f.copies or 0) * decks)
    ]


@dataclass(frozen=True)
class Deal:
    """A setup and a round that really happened: dealt from a shuffled deck."""

    setup: Setup
    round: Round


def _as_recorded(cards: Sequence[Card], way: str, setup: Setup) -> Hand:
    points = sum(setup.values_on()[card.face] for card in cards)
    return {
        "coloured": Hand(tuple(cards)),
        "colourless": Hand(tuple(Card(card.face) for card in cards)),
        "points": Hand(points=points),
        "points and number": Hand(points=points, cards_left=len(cards)),
    }[way]


WAYS = ("coloured", "colourless", "points", "points and number")


@st.composite
def real_deals(draw, ways: Sequence[str] = WAYS) -> Deal:
    """Two to ten seats, one to three decks, every hand recorded in a way of its own."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    seats = "abcdefghij"[: draw(st.integers(2, 10))]
    numbers_only = draw(st.booleans())
    setup = Setup(
        CLASSIC,
        seats_of(seats),
        decks=draw(st.integers(1, 3)),
        card_points=draw(st.sampled_from([{}, {"wild": 20}, {"skip": 0}])),
        house_rules=("no-action-finish",) if numbers_only else (),
    )
    deck = real_deck(CLASSIC, setup.decks)
    chance.shuffle(deck)
    last = next(c for c in deck if not numbers_only or c.face.isdigit())
    deck.remove(last)
    most = len(deck) // (len(seats) - 1)
    hands = {}
    for seat in seats[1:]:
        size = chance.choice([1, 2, 5, 8, min(20, most), most])
        dealt, deck = deck[:size], deck[size:]
        hands[seat] = _as_recorded(dealt, draw(st.sampled_from(ways)), setup)
    shown = draw(st.sampled_from([None, last, Card(last.face)]))
    return Deal(setup, Round(seats[0], hands, shown))


# --- sessions -------------------------------------------------------------------------------------


@st.composite
def rounds_for(draw, seats: str) -> Round:
    """A round that counts: a winner, and points for everybody else."""
    winner = draw(st.sampled_from(seats))
    hands = {seat: Hand(points=draw(st.integers(0, 120))) for seat in seats if seat != winner}
    dealer = draw(st.none() | st.sampled_from(seats))
    return Round(winner, hands, dealer=dealer)


@st.composite
def sessions(draw) -> tuple[Setup, list[Round]]:
    """A setup for two to five seats and up to eight rounds, some of them after the end."""
    seats = "abcde"[: draw(st.integers(2, 5))]
    teams = draw(st.sampled_from(["", "xyxy"])) if len(seats) == 4 else ""
    setup = setup_of(
        seats,
        teams=teams,
        target=draw(st.none() | st.integers(1, 600)),
        max_rounds=draw(st.none() | st.integers(1, 6)),
        ties=draw(st.sampled_from(["shared", "play-on"])),
        first_dealer=draw(st.none() | st.sampled_from(seats)),
    )
    return setup, draw(st.lists(rounds_for(seats), max_size=8))


# --- sessions of every kind -----------------------------------------------------------------------

FLIP = find_edition("flip-112")
MERCY = find_edition("no-mercy-168")
EVERY_SYSTEM = tuple(SCORING_SYSTEMS)


@dataclass(frozen=True)
class Session:
    """A session as somebody may have recorded it, whether or not it makes sense throughout."""

    setup: Setup
    rounds: tuple[Round, ...]
    closed: bool


def _by_chance(chance: random.Random, likely: object, *others: object, odds: float = 0.5) -> object:
    return likely if chance.random() < odds else chance.choice(others)


def any_setup(chance: random.Random, scoring: str | None = None, plans: bool = True) -> Setup:
    """Two to six seats that agreed on anything that can be agreed; `plans`: they come and go."""
    scoring = scoring or chance.choice(EVERY_SYSTEM)
    system = SCORING_SYSTEMS[scoring]
    target = (
        chance.randint(1, 4) if scoring == "round-wins" else chance.choice([30, 60, 150, 400, 1000])
    )
    if not system.knocks_out and chance.random() < 0.3:
        target = None
    teams = chance.choice(["", "", "xyxy", "xyzxyz", "xyyx"]) if system.has_teams else ""
    keys = "abcdef"[: len(teams) or chance.randint(2, 6)]
    return Setup(
        chance.choice([CLASSIC, CLASSIC, CLASSIC, FLIP, MERCY]),
        tuple(_any_seat(chance, key, teams, target, plans) for key in keys),
        scoring,
        target,
        None if system.knocks_out else _by_chance(chance, None, 1, 2, 2, 3, 4, 6, odds=0.6),
        ties=chance.choice(["shared", "play-on", "play-on"]),
        first_dealer=_by_chance(chance, None, *keys),
        house_rules=_by_chance(chance, (), ("no-action-finish",)),
        missing_cards=_by_chance(chance, (), (Card("7"), Card("reverse"))),
        card_points=_by_chance(chance, {}, {"skip": 5, "reverse": 10}),
    )


def _any_seat(chance, key: str, teams: str, target: int | None, plans: bool) -> Seat:
    most = ((target or 60) - 1) // max(1, teams.count("x"))
    first = _by_chance(chance, 1, 2, 2, 3, 4, odds=0.75) if plans else 1
    last = _by_chance(chance, None, 0, 0, 1, 2, 3, odds=0.65) if plans else None
    return Seat(
        key,
        teams["abcdef".index(key)] if teams else None,
        _by_chance(chance, 0, chance.randint(0, most), most, odds=0.8),
        first,
        None if last is None else first + last,
    )


def any_hand(chance: random.Random, setup: Setup, side: str | None) -> Hand:
    """A loser's hand of a few cards, in one of the ways to record it; mostly the same, for ties."""
    if chance.random() < 0.5:
        return Hand(points=10)
    faces = chance.choices(setup.edition.faces_on(side), k=chance.randint(1, 3))
    cards = tuple(
        Card(each.face, chance.choice([None, *each.colours][: chance.randint(1, 5)]))
        for each in faces
    )
    points = chance.choice([0, 1, 10, 10, 10, 20, 30, 60])
    ways = [Hand(points=points), Hand(points=points, cards_left=4), Hand(points=float(points))]
    ways += [Hand(cards), Hand(cards, cards_left=len(cards))]
    if setup.scoring != "winner-collects":
        ways.append(Hand(points=0, cards_left=0))
    return chance.choice(ways)


def any_round(chance: random.Random, setup: Setup, playing: Sequence[str]) -> Round:
    """A round among these seats; it makes sense if two of them play against each other."""
    sides = tuple(setup.edition.sides)
    side = chance.choice(sides) if sides else None
    winner = chance.choice(playing)
    losers = [seat for seat in playing if seat != winner]
    out = []
    if setup.edition.knock_out_bonus is not None:
        out = [seat for seat in losers if chance.random() < chance.choice([0, 0.1, 0.3, 1])]
    partners = [seat for seat in losers if setup.party_of[seat] == setup.party_of[winner]]
    may_lack = {*out, *partners, *(losers if setup.scoring == "round-wins" else ())}
    hands = {
        seat: any_hand(chance, setup, side)
        for seat in losers
        if seat not in may_lack or chance.random() < 0.3
    }
    gained = {}
    if setup.scoring == "winner-collects" and chance.random() < 0.15:
        gained = {winner: chance.choice([0, 10, 10.0, 30, 99])}
        hands = {seat: hand for seat, hand in hands.items() if chance.random() < 0.3}
    elif chance.random() < 0.2:
        hands[winner] = chance.choice([Hand(), Hand(cards=()), Hand(points=0, cards_left=0)])
    if len(out) == len(losers) > 0 and chance.random() < 0.5:
        hands[winner] = any_hand(chance, setup, side)
    last = Card(chance.choice(setup.edition.faces_on(side)).face)
    dealer = _by_chance(chance, None, *playing, odds=0.8)
    return Round(winner, hands, _by_chance(chance, None, last), dealer, False, side, out, gained)


def spoilt(chance: random.Random, setup: Setup, round_: Round) -> Round:
    """The round with one thing in it that may make no sense."""
    somebody = chance.choice([*setup.players, "z"])
    odd = chance.choice(
        [Hand(points=-1), Hand(points=5.5), Hand(), Hand(cards=()), Hand(points=0, cards_left=0),
         Hand((Card("77"),)), Hand((Card("9"),), points=8), Hand((Card("9"),), cards_left=3),
         Hand(points=1_000_001), Hand(points=0, cards_left=1_001), Hand(points=7), None]
    )  # fmt: skip
    hands = dict(round_.hands)
    changes = [
        {"winner": chance.choice([None, "", "z", *setup.players])},
        {"dealer": somebody},
        {"hands": {**hands, somebody: odd}},
        {"hands": {seat: hand for seat, hand in hands.items() if seat != somebody}},
        {"side": chance.choice([None, "light", "inside"])},
        {"last_card": Card("77")},
        {"knocked_out": (*round_.knocked_out, somebody)},
        {"gained": {somebody: chance.choice([5, 5.5, -1, True])}},
    ]
    return replace(round_, **chance.choice(changes))


def any_session(
    chance: random.Random, scoring: str | None = None, plans: bool = True, spoil: float = 0.1
) -> Session:
    """A session of any kind, with rounds that cannot be and rounds after its end among others."""
    setup = any_setup(chance, scoring, plans)
    rounds: list[Round] = []
    for _ in range(chance.randint(0, 9)):
        playing = standings(setup, rounds).playing
        if not playing or chance.random() < spoil / 4:
            playing = setup.players
        round_ = any_round(chance, setup, playing)
        if chance.random() < spoil:
            round_ = spoilt(chance, setup, round_)
        rounds.append(round_)
    return Session(setup, tuple(rounds), chance.random() < 0.3)


def every_session(**kind) -> st.SearchStrategy[Session]:
    """From a seed, which is many times as fast as letting hypothesis draw every card."""
    return st.integers(0, 2**64).map(lambda seed: any_session(random.Random(seed), **kind))


# Whatever may come out of a form or a file in place of a text or a number.
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["a", "7", "red", "wild", "shared", "no-action-finish", 5.0, 5.5, 0, 10**9]),
)
