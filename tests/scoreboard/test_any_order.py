"""Whatever people do in whatever order: the caches are what the rounds say, and nothing is lost."""

import random

import pytest

from scoreboard.actions.rounds import SessionOver
from tests.scoreboard.people import close, correct, play, remove, reopen, start
from tests.scoreboard.readback import assert_caches_true, fresh

NAMES = ("Anna", "Bram", "Cees")


def dealt(chance: random.Random) -> tuple[str, dict[str, object]]:
    winner = chance.choice(NAMES)
    losers = [name for name in NAMES if name != winner]
    hands = [
        chance.choice([chance.randint(0, 150), (20, 1), "wild 7", "red 3 +2", "0"]) for _ in losers
    ]
    return winner, dict(zip(losers, hands, strict=True))


def stored(game) -> list[str]:
    return [row.winner.player.name for row in game.rounds.order_by("number")]


@pytest.mark.parametrize("seed", range(8))
def test_the_caches_are_always_what_the_rounds_say(owner, seed):
    chance = random.Random(seed)
    game = start(owner, " ".join(NAMES), target=400)
    told: list[str] = []
    for _ in range(25):
        action = chance.choice(["record"] * 4 + ["correct", "correct", "remove", "close", "reopen"])
        rows = list(game.rounds.order_by("number"))
        winner, hands = dealt(chance)
        try:
            if action == "record":
                play(game, winner, **hands)
                told.append(winner)
            elif action == "correct" and rows:
                place = chance.randrange(len(rows))
                correct(rows[place], winner, **hands)
                told[place] = winner
            elif action == "remove" and rows:
                place = chance.randrange(len(rows))
                remove(rows[place])
                del told[place]
            elif action == "close":
                close(game)
            elif action == "reopen":
                reopen(game)
        except SessionOver:
            assert fresh(game).cached_ended_at
        assert stored(game) == told
        assert_caches_true(game)
