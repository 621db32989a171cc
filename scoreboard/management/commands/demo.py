"""Fills a playgroup with a few evenings, so that a newcomer has something to look at."""

from collections.abc import Mapping
from dataclasses import replace

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

import rules
from rules.session_file import FileRound, FileSession, instant, read_session_file
from scoreboard.actions.playgroups import start_playgroup
from scoreboard.actions.rounds import record_round
from scoreboard.actions.sessions import NewSession, close_session, start_session
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member, Playgroup
from scoreboard.queries.score_sheet import ScoreSheet

NIGHTS = settings.BASE_DIR / "fixtures" / "demo-nights.json"


class Command(BaseCommand):
    help = "Makes the demo playgroup, unless it is there already."

    @transaction.atomic
    def handle(self, **options) -> None:
        if Playgroup.objects.filter(is_demo=True).exists():
            self.stdout.write("The demo is there already.")
            return
        told = read_session_file(NIGHTS.read_bytes())
        first = instant(told.sessions[0].started_at)
        member = start_playgroup(time_zone="Europe/Amsterdam", at=first)
        Playgroup.objects.filter(pk=member.playgroup_id).update(is_demo=True)
        for night in told.sessions:
            play(night, told.names, member)
        self.stdout.write(f"Made the demo: {len(told.sessions)} sessions.")


def play(night: FileSession, names: Mapping[str, str], member: Member) -> None:
    started_at = instant(night.started_at)
    game = start_session(
        playgroup=member.playgroup,
        agreed=agreed(night, names),
        key=night.key,
        by=member,
        at=started_at,
    )
    for number, told in enumerate(night.rounds, start=1):
        play_round(game, number, told, names, member)
    if night.closed_at:
        game.refresh_from_db()
        seen = game.version
        close_session(game=game, by=member, seen_version=seen, at=instant(night.closed_at))
    share_session(game=game, by=member, at=started_at)


def agreed(night: FileSession, names: Mapping[str, str]) -> NewSession:
    setup = night.setup
    return NewSession(
        names=[names[seat.player] for seat in setup.seats],
        first_dealer=names[setup.first_dealer or setup.seats[0].player],
        edition=setup.edition.key,
        card_points=dict(setup.card_points),
        scoring=setup.scoring,
        target=setup.target,
        house_rules=setup.house_rules,
        teams={names[seat.player]: seat.team or "" for seat in setup.seats},
        name=night.name,
    )


def play_round(
    game: GameSession, number: int, told: FileRound, names: Mapping[str, str], member: Member
) -> None:
    game.refresh_from_db()
    sheet = ScoreSheet(game)
    key_of = {name: key for key, name in sheet.names.items()}
    record_round(
        sheet=sheet,
        played=with_keys(told.played, {key: key_of.get(name, "") for key, name in names.items()}),
        by=member,
        entry_key=f"demo-{number}",
        seen_version=game.version,
        at=instant(told.ended_at),
    )


def with_keys(played: rules.Round, key_of: Mapping[str, str]) -> rules.Round:
    """The round with the keys that the players have here."""
    return replace(
        played,
        winner=key_of[played.winner],
        hands={key_of[key]: hand for key, hand in played.hands.items()},
        dealer=key_of.get(played.dealer),
        knocked_out=tuple(key_of[key] for key in played.knocked_out),
        gained={key_of[key]: points for key, points in played.gained.items()},
    )
