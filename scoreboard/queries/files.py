"""All sessions of a playgroup at once, for a file."""

from scoreboard.models import Playgroup, Round
from scoreboard.queries.score_sheet import ScoreSheet


def all_sheets(playgroup: Playgroup) -> list[ScoreSheet]:
    """Oldest first, in five statements however many there are."""
    games = playgroup.sessions.order_by("started_at", "key")
    found = []
    for game in games.prefetch_related("seats__player", "rounds__hands"):
        game.playgroup = playgroup
        sheet = ScoreSheet(game)
        sheet.seats = tuple(game.seats.all())
        sheet.stored = {row: held_in(row) for row in game.rounds.all()}
        found.append(sheet)
    return found


def held_in(row: Round) -> dict:
    hands = sorted(row.hands.all(), key=lambda hand: hand.pk)
    return {
        hand.seat_id: type(hand).in_rules(hand.cards, hand.points, hand.cards_left)
        for hand in hands
    }
