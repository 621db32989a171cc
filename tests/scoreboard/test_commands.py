"""`manage.py verify` and `manage.py demo`, and what `/health/` tells whoever watches the server."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from scoreboard.models import GameSession, Playgroup, Seat
from tests.scoreboard.people import play, start


def verified() -> str:
    said = StringIO()
    call_command("verify", stdout=said, stderr=said)
    return said.getvalue()


def test_verify_finds_nothing_in_what_the_actions_wrote(owner):
    play(start(owner, "Anna Bram"), "Anna", Bram=20)
    assert verified() == "1 sessions: every cached number is what the rounds say.\n"


def test_verify_names_every_number_that_is_wrong(owner):
    game = start(owner, "Anna Bram")
    play(game, "Anna", Bram=20)
    Seat.objects.filter(game=game, position=1).update(cached_points_left=19)
    GameSession.objects.filter(pk=game.pk).update(cached_rounds=2)
    said = StringIO()
    with pytest.raises(CommandError, match="2 cached numbers"):
        call_command("verify", stderr=said)
    assert f"session {game.pk}, seat 1: cached_points_left is 19, should be 20" in said.getvalue()
    assert f"session {game.pk}, session: cached_rounds is 2, should be 1" in said.getvalue()


def test_the_demo_is_made_once_and_is_true(db):
    for _ in range(2):
        call_command("demo", verbosity=0, stdout=StringIO())
    assert Playgroup.objects.filter(is_demo=True).count() == 1
    assert GameSession.objects.filter(cached_ended_at=None).count() == 1
    assert GameSession.objects.exclude(cached_ended_at=None).count() == 9
    assert "10 sessions" in verified()


def test_health_tells_when_migrations_are_missing(client, db):
    assert client.get("/health/").content == b"ok"
    MigrationRecorder.Migration.objects.filter(app="scoreboard").delete()
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (503, b"migrations are missing")
