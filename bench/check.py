"""Is what is stored what the rules say, and is all of it there?"""

from random import Random

import rules
from scoreboard.actions.history import cached_of_game, cached_of_seat
from scoreboard.models import GameSession, Hand, Player, Round
from scoreboard.queries.score_sheet import ScoreSheet

SAMPLE = 50


class NotAsItShouldBe(Exception):
    """What was found where, against what the project's own functions say."""


def amounts() -> dict[str, int]:
    return {
        "players": Player.objects.count(),
        "sessions": GameSession.objects.count(),
        "rounds": Round.objects.count(),
        "hands": Hand.objects.count(),
    }


def check_a_sample() -> None:
    """Every statement of the fold about some finished and some open sessions."""
    games = GameSession.objects.select_related("playgroup").order_by("pk")
    chance = Random(0)
    for kind in (games.filter(cached_ended_at=None), games.exclude(cached_ended_at=None)):
        found = list(kind)
        for game in chance.sample(found, min(SAMPLE, len(found))):
            check(ScoreSheet(game))


def check(sheet: ScoreSheet) -> None:
    game, where = sheet.game, f"session {sheet.game.pk}"
    for seat in sheet.seats:
        right = cached_of_seat(sheet, seat.player.key)
        same(where, {column: getattr(seat, column) for column in right}, right)
    right = cached_of_game(sheet)
    same(where, {column: getattr(game, column) for column in right}, right)
    same(where, game.cached_rounds, len(sheet.rounds))
    lines = list(game.changes.order_by("version"))
    same(where, [line.version for line in lines], list(range(1, game.version + 1)))
    recorded = [line.round_number for line in lines if line.what == "recorded"]
    same(where, recorded, [scored.number for scored in sheet.standings.rounds if scored.counts])
    for number, played in enumerate(sheet.played, start=1):
        problems = rules.round_problems(sheet.setup, sheet.played_before(number), played)
        same(where, [problem.code for problem in problems], [])


def same(where: str, stored: object, right: object) -> None:
    if stored != right:
        raise NotAsItShouldBe(f"{where}: {stored!r} is stored, {right!r} is right")
