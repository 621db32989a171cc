"""A new session begins as the last one of the playgroup did: nobody chooses the same box twice."""

import rules
from scoreboard.actions.sessions import DEFAULT_EDITION, NewSession
from scoreboard.forms.boxes import Boxes
from scoreboard.models import GameSession
from scoreboard.queries.known import Known
from scoreboard.queries.words import chosen_options, spoken

WINS = rules.SCORING_SYSTEMS["round-wins"].target


def as_last_time(known: Known, boxes: Boxes) -> dict:
    """The form's first values; the official game where nothing was played yet.

    Its name and the points that somebody started from belonged to that evening, not to the next.
    """
    last = known.last or NewSession(names=[]).game()
    by_points = rules.SCORING_SYSTEMS[last.scoring].target is None
    return {
        "scoring": last.scoring,
        "wins": WINS if by_points else last.target,
        "max_rounds": last.max_rounds,
        "ties": last.ties,
        "teams": "teams" if any(seat.team for seat in known.seats) else "",
        "house_rules": last.house_rules,
        **same_teams(known),
        **same_box(last, boxes, by_points),
    }


def same_box(last: GameSession, boxes: Boxes, by_points: bool) -> dict:
    """The box with what was agreed about it, in the revision that it has by now."""
    key = last.edition.partition("@")[0]
    if key not in boxes:
        usual = rules.find_edition(DEFAULT_EDITION).target
        return {"edition": DEFAULT_EDITION, "target": last.target if by_points else usual}
    own = next((edition for edition in boxes.own if edition.key == key), None)
    edition = own.frozen() if own else rules.find_edition(key)
    agreed = dict(last.card_points)
    options = chosen_options(edition, agreed)
    for option in options:
        agreed = {face: n for face, n in agreed.items() if face not in option.card_points}
    missing = [rules.Card.parse(card) for card in last.missing_cards]
    return {
        "edition": key,
        "target": last.target if by_points else edition.target,
        "options": [option.key for option in options],
        "decks": last.decks if last.decks > 1 else None,
        "missing": ", ".join(spoken(card, edition) for card in missing if edition.has_card(card)),
        **{f"points-{key}-{face}": points for face, points in agreed.items()},
    }


def same_teams(known: Known) -> dict:
    """Whoever sat together does so again; teams keep their numbers."""
    teams = sorted(
        {seat.team for seat in known.seats if seat.team}, key=lambda team: (len(team), team)
    )
    return {
        f"team-{seat.player.name}": teams.index(seat.team) + 1 for seat in known.seats if seat.team
    }
