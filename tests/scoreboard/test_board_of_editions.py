"""The board and the shared page of every edition and way of scoring, and who came and went."""

import pytest

import rules
from tests.scoreboard.boards import (
    FOUR,
    PAIRS,
    agreed_values,
    board,
    cells,
    says,
    standing,
)
from tests.scoreboard.people import (
    browser_of,
    close,
    correct,
    play,
    sits,
    start,
)
from tests.scoreboard.readback import fresh

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
        "Round 2 decided it. Anna went out; Bram was left with 300 points. "
        "Bram & Dirk were 473 short of 500.",
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
    says(game, "Anna & Cees win with 2 rounds", "Round 2 decided it. Cees went out.")


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
