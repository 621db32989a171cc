"""What must always hold, the database itself holds, whatever code writes to it."""

import unicodedata

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import RestrictedError

from scoreboard.actions.sharing import share_session
from scoreboard.models import (
    MARKS,
    Change,
    GameSession,
    Hand,
    Member,
    Player,
    Right,
    Round,
    Seat,
    ShareLink,
    name_key,
)
from tests.scoreboard.people import EVENING, later, member_beside, own_playgroup, play, start

SAME = [
    ("Anna", "anna"),
    ("Anna", "ANNA"),
    ("Anna", "  Anna "),
    ("Zoë", "ZOË"),
    ("Zoë", unicodedata.normalize("NFD", "Zoë")),
    ("Weiß", "WEISS"),
    ("Weiß", "weiss"),
    ("ΣΟΦΟΣ", "σοφος"),
    ("İpek", unicodedata.normalize("NFD", "İpek")),
    ("Ǆenan", "ǆenan"),
    ("Åsa", "\u212bsa"),
    ("ᾳ", unicodedata.normalize("NFD", "ᾼ")),
]
DIFFERENT = [("Anna", "Ana"), ("Anna", "Anna B"), ("Zoe", "Zoë"), ("Jan Piet", "Janpiet")]


@pytest.fixture
def row(game) -> Round:
    return play(game, "Anna", Bram=20, Cees="7 7")


def refused(save, *args, **kwargs) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        save(*args, **kwargs)


def person(playgroup, name: str, **columns) -> Player:
    return playgroup.players.create(name=name, created_at=EVENING, **columns)


@pytest.mark.parametrize(("first", "second"), SAME)
def test_two_spellings_of_one_name_are_one_person(owner, first, second):
    person(owner.playgroup, first)
    refused(person, owner.playgroup, second)


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_two_names_are_two_people(owner, first, second):
    person(owner.playgroup, first)
    person(owner.playgroup, second)
    assert owner.playgroup.players.count() == 2


def test_another_playgroup_may_have_the_same_names(owner):
    person(owner.playgroup, "Anna")
    person(own_playgroup().playgroup, "Anna")
    assert Player.objects.count() == 2


def test_a_name_key_is_stable():
    for first, second in SAME:
        assert name_key(first) == name_key(second)
        assert name_key(name_key(first)) == name_key(first)


def test_the_longest_names_fit_whatever_folding_makes_of_them(owner):
    for letter in "ﬃΐ\U0001d160שּׁ😀":
        longest = person(owner.playgroup, letter * 60)
        assert Player.objects.get(name=letter * 60).name_key == longest.name_key


def test_a_person_has_a_name(owner):
    refused(person, owner.playgroup, "   ")


def test_renaming_folds_the_name_again(owner):
    anna = person(owner.playgroup, "Anna")
    anna.name = " Änne "
    anna.save(update_fields=["name"])
    anna.refresh_from_db()
    assert (anna.name, anna.name_key) == ("Änne", name_key("ÄNNE"))


def test_a_person_s_key_is_there_once(owner):
    anna = person(owner.playgroup, "Anna")
    refused(person, owner.playgroup, "Bram", key=anna.key)


def test_a_person_has_one_of_the_marks(owner):
    refused(person, owner.playgroup, "Anna", mark=MARKS)


@pytest.mark.parametrize("right", [0, 4])
def test_a_right_is_one_of_the_three(owner, right):
    refused(owner.playgroup.members.create, right=right, created_at=EVENING)


def test_a_right_is_not_negative(owner):
    refused(Member.objects.filter(pk=owner.pk).update, right=-1)


def test_a_session_s_key_is_there_once(owner, game):
    refused(
        GameSession.objects.create,
        playgroup=owner.playgroup,
        key=game.key,
        started_at=EVENING,
        edition="classic-108",
    )


@pytest.mark.parametrize("target", [0, -500])
def test_a_target_is_above_zero(game, target):
    refused(GameSession.objects.filter(pk=game.pk).update, target=target)


def test_without_a_target_there_is_none(game):
    assert GameSession.objects.filter(pk=game.pk).update(target=None) == 1


def test_nobody_sits_twice(game):
    anna = game.seats.first().player
    refused(Seat.objects.create, game=game, player=anna, position=9)


def test_nobody_sits_on_anybody_s_lap(owner, game):
    dirk = person(owner.playgroup, "Dirk")
    refused(Seat.objects.create, game=game, player=dirk, position=0)


def test_a_round_number_is_there_once(game, row):
    refused(game.rounds.create, number=1, winner=row.winner, ended_at=EVENING)


def test_other_sessions_have_a_round_1_too(owner, row):
    play(start(owner), "Anna", Bram=20, Cees=7)
    assert Round.objects.filter(number=1).count() == 2


@pytest.mark.parametrize("number", [0, -1])
def test_rounds_count_from_one(row, number):
    refused(Round.objects.filter(pk=row.pk).update, number=number)


def test_a_seat_has_one_hand_in_a_round(row):
    refused(Hand.objects.create, round=row, seat=row.hands.first().seat, points=3)


@pytest.mark.parametrize("column", ["points", "cards_left"])
def test_no_hand_is_less_than_nothing(row, column):
    refused(row.hands.filter(points=20).update, **{column: -1})


def test_a_hand_is_known_by_its_cards_or_its_points(game, row):
    winner = row.winner
    refused(Hand.objects.create, round=row, seat=winner)
    refused(Hand.objects.create, round=row, seat=winner, cards_left=3)


def test_a_version_is_there_once(owner, game):
    refused(game.changes.create, version=1, at=EVENING, what=Change.What.CLOSED)


def test_an_entry_key_is_there_once(owner, game):
    game.changes.create(version=2, at=EVENING, what="recorded", entry_key="k" * 12)
    refused(game.changes.create, version=3, at=EVENING, what="recorded", entry_key="k" * 12)


def test_the_same_entry_key_in_another_session_is_another_entry(owner, game):
    game.changes.create(version=2, at=EVENING, what="recorded", entry_key="k" * 12)
    start(owner).changes.create(version=2, at=EVENING, what="recorded", entry_key="k" * 12)
    assert Change.objects.filter(entry_key="k" * 12).count() == 2


def test_many_changes_have_no_entry_key(game):
    game.changes.create(version=2, at=EVENING, what=Change.What.CLOSED)
    game.changes.create(version=3, at=EVENING, what=Change.What.REOPENED)
    assert game.changes.filter(entry_key="").count() == 3


def test_a_link_is_not_taken_back_before_it_was_made(owner, game):
    link = share_session(game=game, by=owner, at=EVENING)
    refused(ShareLink.objects.filter(pk=link.pk).update, revoked_at=later(-1))


def test_two_links_never_have_one_token(owner, game):
    link = share_session(game=game, by=owner, at=EVENING)
    refused(
        game.links.create,
        playgroup=game.playgroup,
        seed="other",
        token_hash=link.token_hash,
        by=owner,
        created_at=EVENING,
    )


def test_people_who_have_played_cannot_be_deleted(row):
    with pytest.raises(RestrictedError):
        row.winner.player.delete()


def test_foreign_keys_are_held(game):
    def save_without_a_winner() -> None:
        Round.objects.create(game=game, number=1, winner_id=10**6, ended_at=EVENING)
        connection.check_constraints()

    refused(save_without_a_winner)


def test_a_member_who_goes_leaves_the_history_and_the_links(owner, game):
    other = member_beside(owner, Right.OWN)
    game.changes.update(by=other)
    link = share_session(game=game, by=other, at=EVENING)
    other.delete()
    link.refresh_from_db()
    assert link.by is None
    assert game.changes.get().by is None


def test_a_link_s_token_is_not_in_the_database(owner, game):
    link = share_session(game=game, by=owner, at=EVENING)
    stored = str(ShareLink.objects.values().get())
    assert link.token not in stored
    assert len(link.token) == 32
    assert ShareLink.hash_of(link.token) == link.token_hash


def test_another_secret_key_makes_another_token(owner, game, settings):
    link = share_session(game=game, by=owner, at=EVENING)
    token = link.token
    settings.SECRET_KEY = "another"
    assert link.token != token
