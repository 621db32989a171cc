"""A player's figures, by evenings small enough to count by hand."""

import datetime

import pytest

from scoreboard.actions.players import rename_player
from scoreboard.models import Player
from scoreboard.queries.statistics import Figures, figures
from tests.scoreboard.people import (
    browser_of,
    close,
    correct,
    later,
    own_playgroup,
    play,
    remove,
    sits,
    start,
)
from tests.scoreboard.readback import Page

DAY = 24 * 60


def of(name: str) -> Figures:
    return figures(Player.objects.select_related("playgroup").get(name=name))


def won_by(owner, name: str, *, day: int, names: str = "Anna Bram", ends: int = 15):
    """One round of 500 points on that day; `ends` minutes after the start it is over."""
    game = start(owner, names, at=later(day * DAY))
    loser = next(other for other in names.split() if other != name)
    others = {other: 0 for other in names.split() if other not in (name, loser)}
    play(game, name, at=later(day * DAY + ends), **{loser: 500}, **others)
    return game


def test_who_never_played_has_no_figures(game):
    nothing = of("Anna")
    assert (nothing.sessions, nothing.sessions_finished, nothing.wins) == (0, 0, 0)
    unknown = ("win_rate", "expected_rate", "average_left", "best", "first_day")
    assert [getattr(nothing, word) for word in unknown] == [None] * 5
    assert nothing.latest == ()


def test_while_none_is_finished_there_is_no_rate(game):
    play(game, "Anna", Bram=20, Cees=7)
    assert (of("Anna").sessions, of("Anna").sessions_finished) == (1, 0)
    assert (of("Anna").win_rate, of("Anna").expected_rate) == (None, None)
    assert (of("Anna").rounds, of("Anna").round_wins) == (1, 1)


def test_a_session_of_three_counted_by_hand(game):
    play(game, "Anna", Bram=30, Cees=11)
    play(game, "Bram", Anna=7, Cees=(50, 2))
    play(game, "Anna", Bram="7 wild", Cees=403)
    anna, bram, cees = of("Anna"), of("Bram"), of("Cees")
    assert (anna.wins, bram.wins, anna.win_rate, bram.win_rate) == (1, 0, 1, 0)
    assert (anna.rounds, anna.round_wins, bram.round_wins, cees.round_wins) == (3, 2, 1, 0)
    assert (anna.average_left, bram.average_left) == (7, (30 + 57) / 2)
    assert cees.average_left == (11 + 50 + 403) / 3
    assert (anna.best.best_round, bram.best.best_round, cees.best) == (460, 57, None)
    assert anna.expected_rate == 1 / 3


def test_luck_is_one_by_the_number_of_competitors(owner):
    won_by(owner, "Anna", day=0)
    won_by(owner, "Bram", day=1, names="Anna Bram Cees Dirk")
    assert of("Anna").expected_rate == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert (of("Anna").win_rate, of("Cees").expected_rate) == (1 / 2, 1 / 4)


def test_a_shared_win_is_a_win_and_shared(game):
    play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=20, Cees=7)
    close(game)
    assert (of("Anna").wins, of("Anna").shared_wins, of("Anna").win_rate) == (1, 1, 1)
    assert (of("Cees").wins, of("Cees").shared_wins) == (0, 0)


def test_a_win_alone_is_not_shared(owner):
    won_by(owner, "Anna", day=0)
    assert (of("Anna").wins, of("Anna").shared_wins) == (1, 0)


def test_streaks_go_by_when_sessions_ended(owner):
    """The second began before the first and was over after the third."""
    won_by(owner, "Anna", day=1)
    won_by(owner, "Bram", day=0, ends=3 * DAY)
    won_by(owner, "Anna", day=2)
    assert (of("Anna").longest_win_streak, of("Anna").current_win_streak) == (2, 0)
    assert (of("Bram").longest_win_streak, of("Bram").current_win_streak) == (1, 1)


def test_a_streak_goes_on_over_an_open_session_and_breaks_at_a_lost_one(owner):
    for day, winner in enumerate(["Anna", "Anna", "Bram", "Anna"]):
        won_by(owner, winner, day=day)
    play(start(owner, "Anna Bram", at=later(9 * DAY)), "Bram", Anna=20)
    assert (of("Anna").longest_win_streak, of("Anna").current_win_streak) == (2, 1)


def test_a_session_one_did_not_play_does_not_break_a_streak(owner):
    won_by(owner, "Anna", day=0)
    won_by(owner, "Cees", day=1, names="Bram Cees")
    won_by(owner, "Anna", day=2)
    assert of("Anna").current_win_streak == 2


def test_a_shared_win_goes_on_with_a_streak(owner):
    won_by(owner, "Anna", day=0)
    tied = start(owner, "Anna Bram", at=later(DAY))
    play(tied, "Anna", Bram=20)
    play(tied, "Bram", Anna=20)
    close(tied, at=later(DAY + 60))
    assert of("Anna").current_win_streak == 2
    assert of("Bram").current_win_streak == 1


def test_an_abandoned_session_without_rounds_counts_nowhere(owner):
    won_by(owner, "Anna", day=0)
    close(start(owner, "Anna Bram", at=later(-DAY)), at=later(DAY))
    start(owner, "Anna Bram", at=later(-2 * DAY))
    anna = of("Anna")
    assert (anna.sessions, anna.sessions_finished, anna.win_rate) == (1, 1, 1)
    assert (len(anna.latest), anna.current_win_streak) == (1, 1)
    assert anna.first_day == datetime.date(2026, 3, 14)


def test_rounds_after_the_end_count_nowhere(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=450, Cees=7)
    correct(first, "Anna", Bram=400, Cees=100)
    assert (of("Anna").rounds, of("Bram").rounds, of("Bram").round_wins) == (1, 1, 0)
    assert (of("Anna").average_left, of("Bram").best) == (None, None)
    assert of("Cees").average_left == 100


def test_a_removed_round_counts_nowhere(game):
    play(game, "Anna", Bram=20, Cees=7)
    remove(play(game, "Bram", Anna=50, Cees=7))
    assert (of("Bram").rounds, of("Bram").round_wins, of("Anna").average_left) == (1, 0, None)


def test_when_its_only_round_is_removed_a_session_counts_nowhere(game):
    remove(play(game, "Anna", Bram=20, Cees=7))
    assert of("Anna").sessions == 0


def test_a_hand_of_zero_points_is_known(game):
    play(game, "Anna", Bram="0", Cees=30)
    play(game, "Anna", Bram=10, Cees=30)
    assert of("Bram").average_left == 5


def test_the_best_round_is_that_of_all_sessions(owner):
    low = start(owner, "Anna Bram", at=later(DAY))
    play(low, "Anna", Bram=90)
    high = start(owner, "Anna Bram", at=later(0))
    play(high, "Anna", Bram=120)
    assert (of("Anna").best.best_round, of("Anna").best.game_id) == (120, high.pk)


def test_a_best_round_of_nothing_is_a_round(owner):
    play(start(owner, "Anna Bram"), "Anna", Bram=0)
    assert of("Anna").best.best_round == 0


def test_the_latest_five_come_newest_first(owner):
    for day in range(12):
        won_by(owner, "Anna", day=day)
    latest = of("Anna").latest
    assert [result.started_at for result in latest] == [later(d * DAY) for d in range(11, 6, -1)]
    assert of("Anna").sessions == 12


def test_the_first_day_is_the_table_s(db):
    owner = own_playgroup("America/Los_Angeles")
    late = datetime.datetime(2026, 3, 15, 6, 30, tzinfo=datetime.UTC)
    play(start(owner, "Anna Bram", at=late), "Anna", Bram=20)
    assert of("Anna").first_day == datetime.date(2026, 3, 14)


def test_figures_are_a_person_s_not_a_name_s(owner):
    won_by(owner, "Anna", day=0)
    won_by(own_playgroup(), "Anna", day=0)
    assert figures(owner.playgroup.players.get(name="Anna")).sessions == 1
    rename_player(player=owner.playgroup.players.get(name="Anna"), name="Annelies")
    assert of("Annelies").wins == 1


def test_a_correction_changes_who_has_won(owner):
    game = won_by(owner, "Anna", day=0)
    correct(game.rounds.get(), "Bram", Anna=500)
    assert (of("Anna").wins, of("Bram").wins) == (0, 1)


def test_the_page_says_nothing_where_nothing_is_known(owner, game):
    phone = browser_of(owner)
    page = Page(phone.get(game.seats.first().player.get_absolute_url())).words
    assert "none is finished yet" in page
    assert "No session yet" in page


def test_the_page_says_the_figures(owner):
    won_by(owner, "Anna", day=0)
    won_by(owner, "Bram", day=1, names="Anna Bram Cees")
    phone = browser_of(owner)
    page = Page(phone.get(Player.objects.get(name="Anna").get_absolute_url())).words
    assert "1 of 2. Luck alone would give 42%." in page
    assert "50%" in page
    assert "+500" in page


# --- teams, who came late or left, other ways of scoring ------------------------------------------

PAIRS = {"Anna": "Team 1", "Cees": "Team 1", "Bram": "Team 2", "Dirk": "Team 2"}


def four(owner, **agreed):
    return start(owner, "Anna Bram Cees Dirk", **agreed)


def page_of(owner, name: str) -> str:
    player = Player.objects.get(name=name)
    return Page(browser_of(owner).get(player.get_absolute_url())).words


def test_a_team_s_rounds_and_wins_are_those_of_each_member(owner):
    game = four(owner, teams=PAIRS)
    play(game, "Anna", Bram=60, Dirk=40, Cees=99)
    play(game, "Bram", Anna=30, Cees=70)
    play(game, "Cees", Bram=400, Dirk=40)
    anna, cees, bram = of("Anna"), of("Cees"), of("Bram")
    assert [person.round_wins for person in (anna, cees, bram)] == [2, 2, 1]
    assert [person.wins for person in (anna, cees, bram)] == [1, 1, 0]
    assert (anna.shared_wins, anna.expected_rate) == (0, 1 / 2)
    # The gain is that of whoever went out, and a partner's hand is nobody's loss.
    assert (anna.best.best_round, cees.best.best_round) == (100, 440)
    assert (anna.average_left, cees.average_left) == (30, 70)


def test_whoever_went_home_before_the_partner_wins_with_them(owner):
    game = four(owner, teams=PAIRS)
    sits(game, "Cees", to_round=1)
    play(game, "Anna", Bram=60, Dirk=40)
    play(game, "Anna", Bram=400, Dirk=40)
    assert (of("Cees").wins, of("Cees").rounds, of("Cees").expected_rate) == (1, 1, 1 / 2)
    assert "1 / 2" in page_of(owner, "Cees")


def test_of_a_team_that_left_nobody_is_expected_to_win(owner):
    teams = PAIRS | {"Els": "Team 3", "Fien": "Team 3"}
    game = start(owner, "Anna Bram Cees Dirk Els Fien", teams=teams)
    for name in ("Els", "Fien"):
        sits(game, name, to_round=1)
    play(game, "Els", Anna=60, Bram=40, Cees=1, Dirk=1)
    play(game, "Anna", Bram=500, Dirk=1)
    assert (of("Els").wins, of("Els").expected_rate, of("Anna").expected_rate) == (0, 0, 1 / 2)
    assert "went home" in page_of(owner, "Els")


def test_who_leaves_never_wins_and_luck_gives_the_others_more(game):
    sits(game, "Cees", to_round=1)
    play(game, "Cees", Anna=400, Bram=50)
    play(game, "Anna", Bram=500)
    assert (of("Cees").wins, of("Cees").win_rate, of("Cees").expected_rate) == (0, 0, 0)
    assert (of("Anna").wins, of("Anna").expected_rate) == (1, 1 / 2)


def test_who_joins_later_has_played_the_rounds_since(game):
    sits(game, "Cees", from_round=2)
    play(game, "Anna", Bram=50)
    play(game, "Bram", Anna=40, Cees=7)
    assert (of("Cees").rounds, of("Cees").average_left, of("Anna").rounds) == (1, 7, 2)


def test_who_never_came_has_played_nothing(game):
    sits(game, "Cees", from_round=9)
    play(game, "Anna", Bram=500)
    assert (of("Cees").sessions, of("Anna").expected_rate) == (0, 1 / 2)


def test_where_everybody_keeps_points_there_is_no_best_round(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=120)
    assert (of("Anna").best, of("Anna").wins, of("Anna").average_left) == (None, 1, None)
    assert of("Cees").average_left == 120
    assert "1 / 3 0 lowest wins" in page_of(owner, "Anna")


def test_the_last_one_left_of_a_knockout_has_won(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=20, Cees=120)
    play(game, "Bram", Anna=130)
    bram, cees = of("Bram"), of("Cees")
    assert (bram.wins, bram.rounds, cees.rounds, cees.wins) == (1, 2, 1, 0)
    assert (bram.expected_rate, cees.expected_rate) == (1 / 3, 1 / 3)


def test_where_rounds_are_counted_no_hand_is(owner):
    game = start(owner, scoring="round-wins", target=1)
    play(game, "Anna", Bram=20)
    assert (of("Anna").best, of("Bram").average_left) == (None, None)
    assert "1 / 3 1 round won" in page_of(owner, "Anna")


def test_a_gain_without_hands_counts_for_the_gain_only(game):
    play(game, "Anna", gained=70)
    assert (of("Anna").best.best_round, of("Bram").average_left) == (70, None)


def test_a_hand_that_was_knocked_out_is_in_no_average(owner):
    game = start(owner, edition="no-mercy-168", scoring="everyone-keeps", target=1000)
    play(game, "Anna", knocked_out=("Bram",), Cees=44)
    assert (of("Bram").average_left, of("Cees").average_left) == (None, 44)
