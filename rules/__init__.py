"""Keeping the score of physical UNO, in plain Python.

What is promised: everything here is a value or a function of values, with no clock, no chance,
no file but the edition tables, and nothing outside Python's own library. The same input gives
the same answer everywhere.

- An `Edition` is the deck in the box; `editions()` lists them, `find_edition(key)` finds one.
- A `Setup` is what the table agreed: ask `setup_problems(setup)` before use.
- A `Round` has a winner and a `Hand` for everybody else: ask `round_problems(setup,
  rounds_before, round)` before it is kept. All problems come at once, with the deck check.
- `standings(setup, rounds, closed)` folds the rounds into totals, ranks, the end and the
  winners. It runs no deck check and keeps nothing: fold again after every correction.
- `read_cards(text, faces)` reads cards as people type them.
- A `Problem` is a value; `.severity` is "broken", "impossible" or "unlikely", and
  `.message("en" | "nl", names)` tells it to people. Seats go by opaque keys throughout; names
  are only put in there.

Numbers are whole; points are in points. No function here raises on a wrong number or an unknown
name within these values: that is a problem with a code and a place.
"""

from rules.cards import (
    COLOUR_NAMES,
    Card,
    Face,
    UnreadableCards,
    card_names,
    colour_names,
    read_cards,
)
from rules.editions import (
    Edition,
    Option,
    UnknownEdition,
    edition_from,
    edition_problems,
    editions,
    find_edition,
    misread_problems,
    unknown_edition,
)
from rules.hands import Hand, hand_points, sort_cards, unknown_card
from rules.house_rules import HOUSE_RULES, HouseRule
from rules.messages import LANGUAGES, Language
from rules.problems import MOST_CARDS, MOST_POINTS, SEVERITIES, Problem, Severity
from rules.rounds import Round, is_told_as_gained, knock_out_points
from rules.setup import (
    MOST_DECKS,
    SCORING_SYSTEMS,
    TIES,
    ScoringSystem,
    Seat,
    Setup,
    can_tie,
    default_target,
    setup_problems,
    without_round,
)
from rules.standings import (
    ScoredRound,
    Standings,
    next_dealer,
    one_more,
    problems_by_round,
    result_problems,
    result_standings,
    round_problems,
    standings,
)

__all__ = [
    "COLOUR_NAMES",
    "HOUSE_RULES",
    "LANGUAGES",
    "MOST_CARDS",
    "MOST_DECKS",
    "MOST_POINTS",
    "SCORING_SYSTEMS",
    "SEVERITIES",
    "TIES",
    "Card",
    "Edition",
    "Face",
    "Hand",
    "HouseRule",
    "Language",
    "Option",
    "Problem",
    "Round",
    "ScoredRound",
    "ScoringSystem",
    "Seat",
    "Setup",
    "Severity",
    "Standings",
    "UnknownEdition",
    "UnreadableCards",
    "can_tie",
    "card_names",
    "colour_names",
    "default_target",
    "edition_from",
    "edition_problems",
    "editions",
    "find_edition",
    "hand_points",
    "is_told_as_gained",
    "knock_out_points",
    "misread_problems",
    "next_dealer",
    "one_more",
    "problems_by_round",
    "read_cards",
    "result_problems",
    "result_standings",
    "round_problems",
    "setup_problems",
    "sort_cards",
    "standings",
    "unknown_card",
    "unknown_edition",
    "without_round",
]
