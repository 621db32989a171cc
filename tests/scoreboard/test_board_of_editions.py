"""The board and the shared page of every edition, way of scoring and ending."""

import pytest
from django.test import Client
from django.urls import reverse

import rules
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession
from scoreboard.queries.board import Board
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    close,
    correct,
    play,
    reopen,
    sits,
    someone,
    start,
)
from tests.scoreboard.readback import Page, fresh

FOUR = "Anna Bram Cees Dirk"
PAIRS = {"Anna": "Team 1", "Cees": "Team 1", "Bram": "Team 2", "Dirk": "Team 2"}


def board(game: GameSession) -> Board:
    return Board(ScoreSheet(fresh(game)))


def standing(game: GameSession) -> list[tuple]:
    """Rank, name, total, and what stands under the name."""
    return [(row.rank, row.name, row.total, row.aside or row.way) for row in board(game).rows]


def cells(game: GameSession, number: int) -> list:
    row = next(row for row in board(game).rounds if row.number == number)
    return [cell.points if cell.played else "" for cell in row.cells]


def pages(game: GameSession) -> list[str]:
    """The board as its owner sees it, and the page behind a link to it."""
    link = share_session(game=game, by=someone(game), at=EVENING)
    own = browser_of(someone(game)).get(game.get_absolute_url())
    theirs = Client().get(link.get_absolute_url())
    assert (own.status_code, theirs.status_code) == (200, 200)
    return [Page(own).words, Page(theirs).words]


def says(game: GameSession, *told: str) -> None:
    for page in pages(game):
        for words in told:
            assert words in page


def agreed_values(edition: rules.Edition) -> dict[str, int]:
    """A value for every card on which none is printed."""
    return {face.face: 40 for face in edition.unvalued}


# --- every edition --------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
@pytest.mark.parametrize("edition", rules.editions(), ids=lambda edition: edition.key)
def test_every_edition_has_a_board_under_every_way_of_scoring(owner, edition, scoring):
    game = start(
        owner,
        edition=edition.key,
        card_points=agreed_values(edition),
        scoring=scoring,
        target=rules.default_target(edition, scoring),
    )
    play(game, "Anna", side=next(iter(edition.sides), None), Bram=20, Cees=1, deck_differs=True)
    says(game, edition.names["en"], rules.SCORING_SYSTEMS[scoring].names["en"], "Anna", "Bram")


def test_flip_says_on_which_side_each_round_ended(owner):
    game = start(owner, edition="flip-112")
    play(game, "Anna", side="light", Bram="skip", Cees=7)
    play(game, "Bram", side="dark", Anna="skip-everyone", Cees=7)
    says(game, "1 light", "2 dark")
    assert (cells(game, 1), cells(game, 2)) == ([27, 20, 7], [30, 37, 7])


def test_a_late_hand_counts_the_values_of_its_side(owner):
    game = start(owner, edition="flip-112")
    first = play(game, "Anna", side="light", Bram=20, Cees=7)
    play(game, "Bram", side="dark", Anna="reverse", Cees="flip")
    correct(first, "Anna", side="light", Bram=400, Cees=107)
    values = fresh(game).box.faces_on("dark")
    worth = {face.face: face.points for face in values}
    assert cells(game, 2) == [worth["reverse"], None, worth["flip"]]


@pytest.mark.parametrize(
    ("scoring", "told"),
    [
        ("winner-collects", [294, 250, 44]),
        ("everyone-keeps", [0, 250, 44]),
        ("knockout", [0, 250, 44]),
        ("round-wins", [1, None, 44]),
    ],
)
def test_no_mercy_shows_what_a_knock_out_brought(owner, scoring, told):
    game = start(owner, edition="no-mercy-168", scoring=scoring, target=1000)
    play(game, "Anna", knocked_out=("Bram",), Cees=44)
    assert cells(game, 1) == told
    says(game, "knocked out", "“Knocked out”: too many cards in the hand")


def test_a_partner_who_is_knocked_out_brings_nothing(owner):
    game = start(owner, FOUR, edition="no-mercy-168", target=1000, teams=PAIRS)
    play(game, "Anna", knocked_out=("Bram", "Cees"), Dirk=30)
    assert cells(game, 1) == [280, 250, None, 30]


def test_a_round_of_which_only_the_gain_is_known(owner):
    game = start(owner)
    play(game, "Anna", gained=77)
    assert cells(game, 1) == [77, None, None]
    says(game, "+77 – –")


def test_points_only_has_neither_target_nor_bar(owner):
    game = start(owner, edition="points-only", target=None)
    play(game, "Anna", Bram=20, Cees=7)
    says(game, "Highest total wins · until you stop · Just type the points")
    page = browser_of(owner).get(game.get_absolute_url()).content.decode()
    assert "<progress" not in page


# --- every way of scoring -------------------------------------------------------------------------


def test_to_the_target_it_is_so_much_to_go(owner):
    game = start(owner)
    play(game, "Anna", Bram=20, Cees=7)
    assert standing(game)[0] == (1, "Anna", 27, "473 to go")


def test_where_the_lowest_wins_the_lowest_is_first_and_the_limit_so_far_away(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=7)
    assert standing(game) == [
        (1, "Anna", 0, "100 left"),
        (2, "Cees", 7, "93 left"),
        (3, "Bram", 20, "80 left"),
    ]
    says(game, "Lowest when someone reaches 100", "Staying below 100", "the shape shows who went")


def test_who_is_out_of_a_knockout_comes_last_and_says_when(owner):
    game = start(owner, FOUR, scoring="knockout", target=100)
    play(game, "Anna", Bram=20, Cees=70, Dirk=100)
    play(game, "Bram", Anna=99, Cees=30)
    assert standing(game) == [
        (1, "Bram", 20, "80 left"),
        (2, "Anna", 99, "1 left"),
        (3, "Cees", 100, "out in round 2"),
        (4, "Dirk", 100, "out in round 1"),
    ]
    assert [row.is_out for row in board(game).rows] == [False, False, True, True]
    assert [row.fills for row in board(game).rows] == [True, True, False, False]
    assert cells(game, 2) == [99, 0, 30, ""]
    says(game, "Out at 100", "100 out", "did not play")


def test_rounds_won_are_counted_of_those_to_win(owner):
    game = start(owner, scoring="round-wins", target=3)
    play(game, "Anna")
    play(game, "Anna", Bram=20)
    assert standing(game)[0] == (1, "Anna", 2, "2 of 3 rounds")
    assert cells(game, 2) == [1, 20, None]
    says(game, "First to win 3 rounds", "The plus shows who won the round.")


def test_rounds_won_without_a_target_are_just_that(owner):
    game = start(owner, scoring="round-wins", target=None, max_rounds=5)
    play(game, "Anna")
    assert [row[3] for row in standing(game)] == ["round won", "rounds won", "rounds won"]
    says(game, "Most rounds won · at most 5 rounds")


# --- teams ----------------------------------------------------------------------------------------


def test_a_team_is_one_row_with_its_people_and_their_own_totals(owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=20, Dirk=7)
    play(game, "Cees", Bram=20, Dirk=3, Anna=50)
    first, second = board(game).rows
    assert (first.rank, first.name, first.total, first.way) == (
        1,
        "Anna & Cees",
        50,
        "450 to go",
    )
    assert [(person.name, person.total) for person in first.people] == [("Anna", 27), ("Cees", 23)]
    assert (first.gained, second.gained, second.total) == (23, 0, 0)
    assert cells(game, 2) == [None, 20, 23, 3]
    says(game, "Team 1 · 450 to go +23", "Bram & Dirk")


def test_a_team_wins_together(owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Bram", Anna=20, Cees=7)
    play(game, "Anna", Bram=300, Dirk=207)
    says(
        game,
        "Anna & Cees win, with +507 in round 2",
        "Round 2 decided it: +507 for Anna. Bram & Dirk were 473 short of 500.",
    )
    assert [card.total for card in board(game).fan] == [None, 507]
    assert all(card.in_front for card in board(game).fan)


def test_two_teams_that_share_a_win_lay_one_card_each(owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=20, Dirk=7)
    play(game, "Bram", Anna=20, Cees=7)
    close(game)
    assert [card.total for card in board(game).fan] == [27, 27]
    says(game, "Anna & Cees and Bram & Dirk are equal with 27 and share the win.", "win together")


def test_a_large_team_goes_by_its_own_name(owner):
    names = [f"P{place}" for place in range(8)]
    teams = {name: f"Team {place % 2 + 1}" for place, name in enumerate(names)}
    game = start(owner, " ".join(names), teams=teams)
    play(game, "P0", P1=500, P3=1, P5=1, P7=1, deck_differs=True)
    assert board(game).winner_names == [["Team 1"]]
    says(game, "Team 1 wins, with +503 in round 1", "Team 2 was 500 short of 500.")


def test_a_team_s_short_name_is_said_in_full(owner):
    game = start(owner, FOUR, teams={name: team[-1] for name, team in PAIRS.items()})
    assert [row.team for row in board(game).rows] == ["Team 1", "Team 2"]


def test_teams_that_count_rounds(owner):
    game = start(owner, FOUR, teams=PAIRS, scoring="round-wins", target=2)
    play(game, "Anna")
    play(game, "Cees")
    says(game, "Anna & Cees win with 2 rounds", "Round 2 decided it: that makes 2 for Anna & Cees.")


def test_a_member_who_left_is_named_and_the_team_goes_on(owner):
    game = start(owner, FOUR, teams=PAIRS)
    play(game, "Anna", Bram=20, Dirk=7)
    sits(game, "Cees", to_round=1)
    play(game, "Bram", Anna=20)
    team = board(game).rows[0]
    assert (team.name, team.is_out) == ("Anna & Cees", False)
    assert [person.aside for person in team.people] == ["", "left after round 1"]
    assert cells(game, 2) == [20, 20, "", None]


# --- who came late, who left ----------------------------------------------------------------------


def test_who_joins_later_stands_there_without_rank_and_total(owner):
    game = start(owner)
    sits(game, "Cees", from_round=3, start_points=50)
    play(game, "Anna", Bram=20)
    assert standing(game)[2] == (None, "Cees", None, "joins in round 3")
    assert cells(game, 1) == [20, 20, ""]
    play(game, "Anna", Bram=20)
    play(game, "Bram", Anna=10, Cees=7)
    assert standing(game)[0] == (1, "Cees", 50, "450 to go")
    lines = {line.name: line.begins for line in board(game).courses}
    assert lines == {"Anna": 0, "Bram": 0, "Cees": 2}
    assert board(game).course[1:] == [(2, [40, 0, 50]), (3, [40, 17, 50])]


def test_who_never_came_is_not_in_the_final_standing(owner):
    game = start(owner)
    sits(game, "Cees", from_round=5)
    play(game, "Anna", Bram=500)
    assert [row.name for row in board(game).rows] == ["Anna", "Bram"]


def test_who_left_says_so_comes_last_and_has_a_shorter_line(owner):
    game = start(owner)
    play(game, "Bram", Anna=20, Cees=7)
    sits(game, "Bram", to_round=1)
    play(game, "Anna", Cees=7)
    assert standing(game)[2] == (3, "Bram", 27, "left after round 1")
    assert cells(game, 2) == [7, "", 7]
    lines = {line.name: line.ends for line in board(game).courses}
    assert lines == {"Anna": 2, "Bram": 1, "Cees": 2}
    says(game, "left after round 1", "not in the session")


def test_when_too_few_are_left_the_next_thing_to_do_is_to_close(owner):
    game = start(owner)
    play(game, "Bram", Anna=20, Cees=7)
    sits(game, "Bram", to_round=1)
    sits(game, "Cees", to_round=1)
    says(game, "Too few are left to play another round.")
    page = browser_of(owner).get(game.get_absolute_url()).content.decode()
    assert "Record round" not in page
    assert "deals" not in page


# --- how it ended ---------------------------------------------------------------------------------


def test_the_target_was_reached(owner):
    game = start(owner)
    play(game, "Bram", Anna=20, Cees=7)
    play(game, "Anna", Bram=400, Cees=107)
    says(
        game,
        "Anna wins, with +507 in round 2",
        "Round 2 decided it: +507 for Anna. Bram was 473 short of 500.",
    )


def test_the_last_round_agreed_was_played(owner):
    game = start(owner, max_rounds=2)
    play(game, "Bram", Anna=60, Cees=7)
    play(game, "Anna", Bram=10, Cees=7)
    says(
        game,
        "Bram wins with 67 in all",
        "Round 2 was the last one agreed. Bram was 50 ahead of Anna.",
    )


def test_the_lowest_wins_when_somebody_reaches_the_target(owner):
    game = start(owner, scoring="everyone-keeps")
    play(game, "Bram", Anna=60, Cees=520)
    says(game, "Bram wins with the fewest: 0", "Bram wins with the fewest: 0; Cees reached 520.")
    assert board(game).fan[-1].total == 0


def test_the_lowest_wins_after_the_last_round_agreed(owner):
    game = start(owner, scoring="everyone-keeps", max_rounds=1)
    play(game, "Bram", Anna=60, Cees=52)
    says(game, "Round 1 was the last one agreed. Bram wins with the fewest: 0.")


def test_the_lowest_share_the_win(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=70)
    play(game, "Bram", Anna=20, Cees=70)
    says(game, "Cees reached 140. Anna and Bram are equal with 20 and share the win.")
    assert [card.total for card in board(game).fan] == [20, 20]


def test_equal_at_the_top_they_play_on_and_another_round_decides(owner):
    game = start(owner, scoring="everyone-keeps", target=100, ties="play-on")
    play(game, "Anna", Bram=20, Cees=70)
    play(game, "Bram", Anna=20, Cees=70)
    assert board(game).plays_on
    says(game, "Equal at the top: playing on.", "2 playing on", "“Playing on”: it was equal")
    play(game, "Bram", Anna=20, Cees=1)
    says(
        game,
        "It was equal at the top, so you played on. Bram wins with the fewest: 20; Cees reached",
    )


def test_played_on_beyond_the_last_round_agreed(owner):
    game = start(owner, "Anna Bram", max_rounds=2, ties="play-on")
    play(game, "Anna", Bram=20)
    play(game, "Bram", Anna=20)
    play(game, "Bram", Anna=30)
    says(game, "It was equal at the top, so you played on. Bram was 30 ahead of Anna.")


def test_in_a_knockout_the_last_one_left_wins(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=120, Cees=70)
    play(game, "Anna", Cees=30)
    says(game, "Anna is the last one left", "Round 2 decided it: Cees dropped out.", "out in round")


def test_several_drop_out_at_once(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=120, Cees=170)
    says(game, "Round 1 decided it: Bram and Cees dropped out.")


def test_a_knockout_is_over_when_the_others_left(owner):
    game = start(owner, scoring="knockout", target=100)
    sits(game, "Cees", to_round=1)
    play(game, "Anna", Bram=120, Cees=70)
    says(
        game,
        "Anna is the last one left",
        "Round 1 decided it: Bram dropped out. "
        "After round 1 too few were left to play: Cees went home.",
    )


def test_a_knockout_that_everybody_left_has_no_winner(owner):
    game = start(owner, "Anna Bram", scoring="knockout", target=100)
    for name in ("Anna", "Bram"):
        sits(game, name, to_round=1)
    play(game, "Anna", Bram=50)
    says(game, "Everybody has left: nobody has won.", "Anna and Bram went home.")


def test_the_rounds_won_decide(owner):
    game = start(owner, scoring="round-wins", target=1)
    play(game, "Anna")
    says(game, "Anna wins with 1 round", "Round 1 decided it: that makes 1 for Anna.")


CLOSED = {
    "winner-collects": "Closed after round 1; the best total wins.",
    "everyone-keeps": "Closed after round 1; the lowest total wins.",
    "knockout": "Closed after round 1; the lowest total of those still in wins.",
    "round-wins": "Closed after round 1; the most rounds won win.",
}
ABOUT_TO = {
    "winner-collects": "The best total so far wins.",
    "everyone-keeps": "The lowest total so far wins.",
    "knockout": "Of those still in, the lowest total wins.",
    "round-wins": "Whoever has won the most rounds wins.",
}


@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
def test_closing_says_before_and_after_who_wins(owner, scoring):
    game = start(owner, scoring=scoring, target=100)
    play(game, "Anna", Bram=20, Cees=30)
    asked = Page(browser_of(owner).get(reverse("close", args=[game.pk]))).words
    assert ABOUT_TO[scoring] + " A tie is shared." in asked
    close(game)
    says(game, CLOSED[scoring], "Anna wins")
    reopen(game)
    says(game, "deals")


def test_rounds_after_the_end_are_marked_and_in_no_chart(owner):
    game = start(owner, scoring="knockout", target=100)
    first = play(game, "Anna", Bram=50, Cees=70)
    play(game, "Bram", Anna=30, Cees=31)
    play(game, "Bram", Anna=30)
    correct(first, "Anna", Bram=150, Cees=170)
    assert cells(game, 2) == [30, None, 31]
    assert [number for number, _totals in board(game).course] == [1]
    says(game, "2 after the end", "3 after the end")


# --- what was agreed ------------------------------------------------------------------------------


def test_all_that_was_agreed_is_told_with_what_it_means(owner):
    game = start(
        owner,
        FOUR,
        decks=2,
        target=300,
        max_rounds=9,
        ties="play-on",
        teams=PAIRS,
        start_points={"Bram": 30},
        card_points={"wild": 20, "skip": 25},
        missing_cards=("red 7", "red 7", "wild"),
        house_rules=("seven-zero", "no-action-finish"),
    )
    told = [(line.about, line.word) for line in board(game).agreed]
    assert told == [
        ("Box", "UNO classic, 108 cards"),
        ("Shuffled together", "2 decks"),
        ("Card values", "Wild counts 20, Skip: 25"),
        ("Missing from the box", "2× red 7, Wild"),
        ("Points", "The winner collects"),
        ("The end", "At most 9 rounds"),
        ("Ties", "Play on"),
        ("Team 1", "Anna & Cees"),
        ("Team 2", "Bram & Dirk"),
        ("Start points", "Bram: 30"),
        ("House rule", rules.HOUSE_RULES["seven-zero"].names["en"]),
        ("House rule", rules.HOUSE_RULES["no-action-finish"].names["en"]),
    ]
    says(
        game,
        "First to 300 · at most 9 rounds · Wild counts 20 · UNO classic, 108 cards · 2 decks",
        "First to 300 wins.",
        "If it is equal at the top, you play on until a round decides it.",
        rules.HOUSE_RULES["seven-zero"].explanation["en"],
    )


def test_the_official_game_has_little_to_tell(owner):
    assert [line.about for line in board(start(owner)).agreed] == ["Box", "Points"]


@pytest.mark.parametrize("key", rules.HOUSE_RULES)
def test_every_house_rule_is_explained(owner, key):
    rule = rules.HOUSE_RULES[key]
    says(start(owner, house_rules=(key,)), rule.names["en"], rule.explanation["en"])


def test_it_is_told_in_the_language_of_whoever_looks(owner):
    game = start(owner, house_rules=("seven-zero",))
    link = share_session(game=game, by=owner, at=EVENING)
    page = Page(Client().get(link.get_absolute_url(), {"language": "nl"})).words
    assert rules.HOUSE_RULES["seven-zero"].explanation["nl"] in page
    assert "UNO klassiek, 108 kaarten" in page


def own_edition(owner) -> dict:
    return {
        "key": "ours",
        "names": {"en": "Our own box", "nl": "Onze eigen doos"},
        "players": [2, 10],
        "dealt": 7,
        "target": 200,
        "composition": "unknown",
        "cards": [
            {
                "face": "dragon",
                "names": {"en": "Dragon", "nl": "Draak"},
                "colours": [],
                "copies": None,
                "points": 33,
            }
        ],
        "options": [],
        "sources": [],
        "last_card_draws": False,
    }


def test_an_edition_of_their_own_is_looked_up_by_themselves_only(owner):
    table = own_edition(owner)
    game = start(owner, edition="ours@1", edition_table=table, target=200)
    play(game, "Anna", Bram="dragon", Cees=7)
    says(game, "Our own box", "160 to go")
    link = share_session(game=game, by=owner, at=EVENING)
    look_up = reverse("cards", args=[game.pk])
    assert look_up in Page(browser_of(owner).get(game.get_absolute_url())).having("href")
    shared = Page(Client().get(link.get_absolute_url())).having("href")
    assert look_up not in shared
    assert reverse("rules") in shared


def test_the_rules_are_one_tap_away_for_who_has_the_link(owner):
    link = share_session(game=start(owner), by=owner, at=EVENING)
    page = Page(Client().get(link.get_absolute_url()))
    look_up = page.tag_with(**{"aria-label": "Rules and cards"})["href"]
    assert Client().get(look_up).status_code == 200


def test_who_keeps_the_score_can_change_what_was_agreed(owner, watcher):
    game = start(owner)
    address = reverse("agreement", args=[game.pk])
    for asks, may in ((owner, True), (watcher, False)):
        page = Page(browser_of(asks).get(game.get_absolute_url()))
        assert (address in page.having("href")) is may


# --- overfull -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", rules.SCORING_SYSTEMS)
def test_twelve_people_with_names_of_forty_letters(owner, scoring):
    names = [f"{place:02}-{'Wilhelmina-van-Oranje-' * 2}"[:40] for place in range(12)]
    game = start(owner, " ".join(names), scoring=scoring, target=100, decks=2)
    hands = {name: 10 * place for place, name in enumerate(names[1:], start=1)}
    play(game, names[0], **hands, deck_differs=True)
    says(game, *names)
