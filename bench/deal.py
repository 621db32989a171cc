"""Evenings as they could have been: hands drawn from a real deck, the same ones for each seed."""

from collections.abc import Mapping, Sequence
from random import Random

import rules

CLASSIC = rules.find_edition("classic-108")
DECK = [
    rules.Card(face.face)  # as the pad records it, which asks nobody for the colour
    for face in CLASSIC.cards
    for _ in range(face.in_deck)
]
# How many cards somebody still holds when another goes out: often a few, seldom many.
SIZES, OFTEN = range(1, 11), (14, 17, 17, 15, 12, 9, 6, 4, 3, 3)
TARGETS = (200, 250, 300, 400, 500, 600, 750, *range(1000, 10_000, 500))
ROOM_TO_PLAY_ON = 500


def deal_round(chance: Random, seats: Sequence[str], winner: str) -> rules.Round:
    losers = [seat for seat in seats if seat != winner]
    sizes = chance.choices(SIZES, OFTEN, k=len(losers))
    drawn = iter(chance.sample(DECK, sum(sizes)))
    hands = {}
    for seat, size in zip(losers, sizes, strict=True):
        cards = [next(drawn) for _ in range(size)]
        hands[seat] = rules.Hand(cards=rules.sort_cards(cards, CLASSIC))
    return rules.Round(winner=winner, hands=hands)


def deal_evening(chance: Random, seats: Sequence[str], rounds: int) -> list[rules.Round]:
    return [deal_round(chance, seats, chance.choice(seats)) for _ in range(rounds)]


def target_of_finished(tops: Sequence[int]) -> int:
    """What the last round reached, or else the next one up, for a session that is then closed.

    `tops` are the leader's totals after each round. People agree a target beforehand; here it is
    found afterwards, so that no round comes after the end.
    """
    return next(target for target in TARGETS if target > tops[-2])


def target_of_open(tops: Sequence[int]) -> int:
    return next(target for target in TARGETS if target > tops[-1] + ROOM_TO_PLAY_ON)


def rounds_to_come(
    chance: Random, setup: rules.Setup, totals: Mapping[str, int], most: int
) -> list[rules.Round]:
    """What can still be recorded without ending the session: whoever is last wins."""
    totals, coming = dict(totals), []
    for _ in range(most):
        winner = min(setup.players, key=totals.__getitem__)
        played = deal_round(chance, setup.players, winner)
        totals[winner] += sum(rules.hand_points(hand, setup) for hand in played.hands.values())
        if totals[winner] >= setup.target:
            break
        coming.append(played)
    return coming
