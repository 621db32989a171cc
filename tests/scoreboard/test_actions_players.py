"""Who is who: the same people again, new ones, and other names for them."""

import pytest

from scoreboard.actions.players import NameTaken, next_mark, players_named, rename_player
from scoreboard.models import MARKS, Player, name_key
from tests.scoreboard.people import EVENING, own_playgroup, play, start
from tests.scoreboard.readback import everything_stored, totals


@pytest.fixture
def anna(game) -> Player:
    return Player.objects.get(name="Anna")


def test_known_people_are_found_and_new_ones_added_in_the_order_of_the_table(game):
    names = ["Dirk", "CEES", " anna ", "Els"]
    people = players_named(playgroup=game.playgroup, names=names, at=EVENING)
    assert [player.name for player in people] == ["Dirk", "Cees", "Anna", "Els"]
    assert game.playgroup.players.count() == 5


def test_people_of_another_playgroup_are_not_known_here(game):
    other = own_playgroup().playgroup
    (anna,) = players_named(playgroup=other, names=["Anna"], at=EVENING)
    assert anna.playgroup == other


def test_the_thirteenth_person_has_the_first_mark_again():
    assert [next_mark(people) for people in (0, 11, 12, 13)] == [0, MARKS - 1, 0, 1]


def test_a_renamed_person_keeps_key_mark_and_score(anna, game):
    play(game, "Anna", Bram=20, Cees=7)
    before = (anna.key, anna.mark)
    rename_player(player=anna, name="Annelies")
    anna.refresh_from_db()
    assert (anna.name, anna.name_key) == ("Annelies", "annelies")
    assert (anna.key, anna.mark) == before
    assert totals(game)["Annelies"] == 27


@pytest.mark.parametrize("name", ["Bram", "bram", " BRAM "])
def test_somebody_else_s_name_is_taken(anna, name):
    before = everything_stored()
    with pytest.raises(NameTaken):
        rename_player(player=anna, name=name)
    assert everything_stored() == before


@pytest.mark.parametrize("name", ["Anna", "ANNA", " anna "])
def test_one_s_own_name_may_be_spelled_anew(anna, name):
    rename_player(player=anna, name=name)
    anna.refresh_from_db()
    assert anna.name == name.strip()


def test_a_name_of_another_playgroup_is_free_here(anna):
    start(own_playgroup(), "Xavier Yvonne")
    rename_player(player=anna, name="Xavier")
    assert Player.objects.filter(name_key=name_key("xavier")).count() == 2
