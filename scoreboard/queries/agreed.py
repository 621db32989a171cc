"""What was agreed before the deal, told in full: on the board and on the shared page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext

import rules
from rules.rule_sheet import scoring_in_short
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.words import (
    chosen_options,
    decks_told,
    language,
    limit_told,
    spoken,
    team_told,
    with_counts,
)


@dataclass(frozen=True)
class Agreed:
    """A line of it: what it is about, the word for it, and what that means where it needs saying.

    `is_box` for the line that names the edition, where its cards can be looked up.
    """

    about: str
    word: str
    meaning: str = ""
    is_box: bool = False


def agreed_lines(sheet: ScoreSheet) -> list[Agreed]:
    """In the order in which people ask: the box, the points, the end, the seats, house rules."""
    return [
        *box_lines(sheet),
        *scoring_lines(sheet),
        *seat_lines(sheet),
        *house_rule_lines(sheet.setup),
    ]


def house_rule_lines(setup: rules.Setup) -> Iterator[Agreed]:
    for key in setup.house_rules:
        rule = rules.HOUSE_RULES[key]
        about, said = gettext("House rule"), language()
        yield Agreed(about, rule.names[said], rule.explanation[said])


def box_lines(sheet: ScoreSheet) -> Iterator[Agreed]:
    setup, edition = sheet.setup, sheet.setup.edition
    yield Agreed(gettext("Box"), edition.names[language()], is_box=True)
    if setup.decks > 1:
        yield Agreed(gettext("Shuffled together"), decks_told(setup.decks))
    if values := ", ".join(values_told(setup)):
        yield Agreed(gettext("Card values"), values)
    if setup.missing_cards:
        cards = with_counts(spoken(card, edition) for card in setup.missing_cards)
        yield Agreed(gettext("Missing from the box"), ", ".join(cards))


def values_told(setup: rules.Setup) -> list[str]:
    """The edition's options that were chosen, and every other value that is not the printed one."""
    edition, points = setup.edition, setup.card_points
    options = chosen_options(edition, points)
    told = {face for option in options for face in option.card_points}
    printed = {face.face: face.points for face in edition.faces}
    others = [
        f"{spoken(rules.Card(face), edition)}: {value}"
        for face, value in points.items()
        if face not in told and value != printed.get(face)
    ]
    return [option.names[language()] for option in options] + others


def scoring_lines(sheet: ScoreSheet) -> Iterator[Agreed]:
    setup, said = sheet.setup, language()
    in_short = scoring_in_short(setup.scoring, setup.target)
    yield Agreed(gettext("Points"), setup.system.names[said], in_short[said])
    if limit := limit_told(sheet.game):
        yield Agreed(gettext("The end"), capfirst(limit))
    if setup.ties == "play-on":
        meaning = gettext("If it is equal at the top, you play on until a round decides it.")
        yield Agreed(gettext("Ties"), gettext("Play on"), meaning)


def seat_lines(sheet: ScoreSheet) -> Iterator[Agreed]:
    teams: dict[str, list[str]] = {}
    for seat in sheet.seats:
        teams.setdefault(seat.team, []).append(seat.player.name)
    if sheet.setup.has_teams:
        for team, names in teams.items():
            yield Agreed(team_told(team), " & ".join(names))
    starts = [
        f"{seat.player.name}: {seat.start_points}" for seat in sheet.seats if seat.start_points
    ]
    if starts:
        yield Agreed(gettext("Start points"), ", ".join(starts))
