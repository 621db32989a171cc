"""A database of the first version becomes one of this version, with every night in it."""

import datetime

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from scoreboard.models import GameSession, Member, Right, ShareLink
from scoreboard.queries.score_sheet import ScoreSheet

FIRST = [("scoreboard", "0001_first_night")]
BEFORE_ACCOUNTS = [("scoreboard", "0002_the_rules_whole")]
BEFORE_LINKS_KEPT_SCORE = [("scoreboard", "0004_links_that_end")]
AT = datetime.datetime(2026, 3, 14, 19, 30, tzinfo=datetime.UTC)


@pytest.fixture
def apps_of(transactional_db):
    """The tables as they were with those migrations; this version's again after the test."""
    executor = MigrationExecutor(connection)

    def go_back(to: list[tuple[str, str]]):
        executor.migrate(to)
        return executor.loader.project_state(to).apps

    yield go_back
    call_command("migrate", verbosity=0)


def a_night(apps) -> int:
    """Anna goes out, Bram holds 37 points and Cees a 7: as the first version stored it."""
    model = {name: apps.get_model("scoreboard", name) for name in ("Playgroup", "GameSession")}
    playgroup = model["Playgroup"].objects.create(time_zone="Europe/Amsterdam", created_at=AT)
    game = model["GameSession"].objects.create(
        playgroup=playgroup,
        started_at=AT,
        edition="classic-108",
        target=500,
        version=1,
        cached_rounds=1,
        cached_competitors=3,
    )
    seats = []
    for position, name in enumerate(("Anna", "Bram", "Cees")):
        player = apps.get_model("scoreboard", "Player").objects.create(
            playgroup=playgroup, key=name, name=name, name_key=name.lower(), created_at=AT
        )
        cached = {
            "Anna": {"cached_total": 44, "cached_rounds_won": 1, "cached_best_round": 44},
            "Bram": {"cached_rank": 2, "cached_hands": 1, "cached_points_left": 37},
            "Cees": {"cached_rank": 2, "cached_hands": 1, "cached_points_left": 7},
        }[name]
        seats.append(
            apps.get_model("scoreboard", "Seat").objects.create(
                game=game, player=player, position=position, **cached
            )
        )
    row = apps.get_model("scoreboard", "Round").objects.create(
        game=game, number=1, winner=seats[0], ended_at=AT
    )
    hand = apps.get_model("scoreboard", "Hand").objects
    hand.create(round=row, seat=seats[1], points=37, cards_left=4)
    hand.create(round=row, seat=seats[2], cards=["red 7"])
    return game.pk


def test_a_night_of_the_first_version_is_the_same_in_this_one(apps_of):
    pk = a_night(apps_of(FIRST))
    call_command("migrate", verbosity=0)
    sheet = ScoreSheet(GameSession.objects.select_related("playgroup").get(pk=pk))
    assert sheet.standings.totals == {"Anna": 44, "Bram": 0, "Cees": 0}
    assert (sheet.setup.scoring, sheet.setup.decks, sheet.setup.ties) == (
        "winner-collects",
        1,
        "shared",
    )
    call_command("verify", verbosity=0)


def test_whoever_recorded_before_there_were_accounts_is_a_guest(apps_of):
    playgroup = (
        apps_of(BEFORE_ACCOUNTS)
        .get_model("scoreboard", "Playgroup")
        .objects.create(time_zone="UTC", created_at=AT)
    )
    for right in (3, 2):
        playgroup.members.create(right=right, created_at=AT)
    call_command("migrate", verbosity=0)
    members = Member.objects.select_related("guest").order_by("pk")
    assert [member.right for member in members] == [Right.OWN, Right.SCORE]
    assert len({member.guest for member in members}) == 2
    for member in members:
        browser = Client()
        assert browser.post(member.guest.get_absolute_url()).status_code == 302
        assert browser.session["guest"] == member.guest_id


def test_a_link_of_before_looks_on_as_ever_and_knows_its_playgroup(apps_of):
    model = apps_of(BEFORE_LINKS_KEPT_SCORE).get_model
    for zone in ("UTC", "Europe/Amsterdam"):
        playgroup = model("scoreboard", "Playgroup").objects.create(time_zone=zone, created_at=AT)
        game = model("scoreboard", "GameSession").objects.create(
            playgroup=playgroup, started_at=AT, edition="classic-108", target=500
        )
        secret = ShareLink()
        secret.renew()
        model("scoreboard", "ShareLink").objects.create(
            game=game, seed=secret.seed, token_hash=secret.token_hash, created_at=AT
        )
    call_command("migrate", verbosity=0)
    for link in ShareLink.objects.select_related("game"):
        assert link.playgroup_id == link.game.playgroup_id
        assert link.right == Right.SEE
        assert Client().get(link.get_absolute_url()).status_code == 200
