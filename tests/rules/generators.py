"""What hypothesis may deal: decks, hands, rounds and setups, made up and real."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules import Card, Edition, Face, Hand, Round, Seat, Setup, find_edition

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


def real_deck(edition: Edition, decks: int) -> list[Card]:
    return [
        Card(f.face, colour)
        for f in edition.faces
        for colour in f.colours or (None,)
        for _ in range((f.copies or 0) * decks)
    ]


@dataclass(frozen=True)
class Deal:
    """A setup and a round that really happened: dealt from a shuffled deck."""

    setup: Setup
    round: Round


def _as_recorded(cards: Sequence[Card], way: str, setup: Setup) -> Hand:
    points = sum(setup.values[card.face] for card in cards)
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


# Whatever may come out of a form or a file in place of a text or a number.
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["a", "7", "red", "wild", "shared", "no-action-finish", 5.0, 5.5, 0, 10**9]),
)
