"""Proves that the cached columns say what the rounds say."""

from django.core.management.base import BaseCommand, CommandError

import rules
from scoreboard.actions.history import cached_of_game, cached_of_seat
from scoreboard.models import GameSession
from scoreboard.queries.score_sheet import ScoreSheet


class Command(BaseCommand):
    help = "Folds every session anew and compares the result with what is cached."

    def handle(self, **options) -> None:
        games = GameSession.objects.select_related("playgroup").order_by("pk")
        wrong = [line for game in games.iterator(500) for line in differences(game)]
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            raise CommandError(f"{len(wrong)} cached numbers differ from the rounds")
        self.stdout.write(f"{games.count()} sessions: every cached number is what the rounds say.")


def differences(game: GameSession) -> list[str]:
    sheet = ScoreSheet(game)
    try:
        rows = [("session", game, cached_of_game(sheet))]
    except rules.UnknownEdition:
        return [f"session {game.pk}: its edition {game.edition} is not known"]
    rows += [
        (f"seat {seat.position}", seat, cached_of_seat(sheet, seat.player.key))
        for seat in sheet.seats
    ]
    return [
        f"session {game.pk}, {what}: {column} is {getattr(row, column)}, should be {value}"
        for what, row, columns in rows
        for column, value in columns.items()
        if getattr(row, column) != value
    ]
