"""The benchmark measures real evenings: what it fills a database with is as the app would do it."""

import pytest

from bench.check import check_a_sample
from bench.fill import QUICK, fill
from scoreboard.models import GameSession, Hand, Player, Round


@pytest.mark.django_db
def test_the_bench_is_filled_as_the_actions_would():
    fill(QUICK)
    check_a_sample()
    assert Player.objects.count() == QUICK.players
    assert GameSession.objects.filter(cached_ended_at=None).count() == QUICK.still_open
    assert (Round.objects.count(), Hand.objects.count()) == (QUICK.rounds, QUICK.hands)
