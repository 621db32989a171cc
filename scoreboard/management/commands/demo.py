"""Fills a playgroup with a few evenings, so that a newcomer has something to look at."""

import datetime
import json

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

import rules
from scoreboard.actions.playgroups import start_playgroup
from scoreboard.actions.rounds import record_round
from scoreboard.actions.sessions import NewSession, close_session, start_session
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member, Playgroup
from scoreboard.queries.score_sheet import ScoreSheet

NIGHTS = settings.BASE_DIR / "fixtures" / "demo-nights.json"
Time = datetime.datetime.fromisoformat


class Command(BaseCommand):
    help = "Makes the demo playgroup, unless it is there already."

    @transaction.atomic
    def handle(self, **options) -> None:
        if Playgroup.objects.filter(is_demo=True).exists():
            self.stdout.write("The demo is there already.")
            return
        told = json.loads(NIGHTS.read_text(encoding="utf-8"))
        member = start_playgroup(
            time_zone="Europe/Amsterdam", at=Time(told["sessions"][0]["started_at"])
        )
        Playgroup.objects.filter(pk=member.playgroup_id).update(is_demo=True)
        names = {player["key"]: player["name"] for player in told["players"]}
        for night in told["sessions"]:
            play(night, names, member)
        self.stdout.write(f"Made the demo: {len(told['sessions'])} sessions.")


def play(night: dict, names: dict[str, str], member: Member) -> None:
    setup = night["setup"]
    agreed = NewSession(
        names=[names[seat["player"]] for seat in setup["seats"]],
        first_dealer=names[setup["first_dealer"]],
        edition=setup["edition"],
        card_points=setup["card_points"],
        target=setup["target"],
        name=night["name"],
    )
    game = start_session(
        playgroup=member.playgroup,
        agreed=agreed,
        key=night["key"],
        by=member,
        at=Time(night["started_at"]),
    )
    for number, told in enumerate(night["rounds"], start=1):
        play_round(game, number, told, names, member)
    if night["closed_at"]:
        game.refresh_from_db()
        close_session(game=game, by=member, seen_version=game.version, at=Time(night["closed_at"]))
    share_session(game=game, by=member, at=Time(night["started_at"]))


def play_round(
    game: GameSession, number: int, told: dict, names: dict[str, str], member: Member
) -> None:
    keys = {seat.player.name: seat.player.key for seat in game.seats.select_related("player")}
    game.refresh_from_db()
    record_round(
        sheet=ScoreSheet(game),
        played=rules.Round(
            winner=keys[names[told["winner"]]],
            hands={keys[names[key]]: hand(plain) for key, plain in told["hands"].items()},
        ),
        by=member,
        entry_key=f"demo-{number}",
        seen_version=game.version,
        at=Time(told["ended_at"]),
    )


def hand(plain: dict) -> rules.Hand:
    cards = plain.get("cards")
    return rules.Hand(
        cards=None if cards is None else tuple(rules.Card.parse(card) for card in cards),
        points=plain.get("points"),
        cards_left=plain.get("cards_left"),
    )
