"""Twice the same person: made one, and made two again exactly as before."""

import random
from io import StringIO

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.urls import reverse

from scoreboard.actions import merging
from scoreboard.actions.agreement import change_agreement
from scoreboard.actions.members import delete_playgroup
from scoreboard.actions.players import (
    NameTaken,
    NotThere,
    add_player,
    give_back,
    remove_player,
    rename_player,
    take_as_oneself,
)
from scoreboard.actions.sessions import SessionChanged, SetupRefused
from scoreboard.forms.agreement import AgreementForm
from scoreboard.models import GameSession, Member, Merge, Player
from scoreboard.queries.history import history_lines
from scoreboard.queries.known import known_to
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.statistics import figures
from tests.scoreboard.people import a_key, account_of, close, correct, later, play, sits, start
from tests.scoreboard.readback import (
    Page,
    assert_caches_true,
    everything_stored,
    fresh,
    totals,
)
from tests.scoreboard.round_page import next_round, stored_round, typed


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def merge(kept: str, gone: str, by: Member) -> Merge:
    return merging.merge_players(kept=person(kept), gone=person(gone), by=by, at=later(600))


def undo(made: Merge) -> None:
    merging.undo_merge(merge=made, at=later(700))


def what_moves() -> dict[str, list]:
    """All that is stored, but for the row that remembers the merge and the version of names."""
    stored = everything_stored()
    del stored["Merge"]
    for row in stored["Playgroup"]:
        del row["names_version"]
    return stored


@pytest.fixture
def twins(owner) -> tuple[GameSession, GameSession]:
    """Anna played the first evening; on the second somebody typed Anne, who dealt first."""
    first = start(owner, "Anna Bram Cees")
    play(first, "Anna", Bram=20, Cees="7 wild")
    second = start(owner, "Bram Anne Dirk", first_dealer="Anne")
    play(second, "Anne", Bram=(30, 3), Dirk=5)
    play(second, "Bram", Anne="red 3 +2", Dirk=5, dealer="Anne")
    close(second)
    return first, second


def test_every_seat_is_the_kept_one_s_and_the_other_is_shown_nowhere(owner, twins, phone):
    merge("Anna", "Anne", owner)
    _first, second = twins
    assert totals(second) == {"Bram": 28, "Anna": 35, "Dirk": 0}
    assert fresh(second).first_dealer == person("Anna")
    assert figures(person("Anna")).sessions == 2
    addresses = ("/players/", "/sessions/new/", "/sessions/", second.get_absolute_url())
    for address in (
        *addresses,
        person("Bram").get_absolute_url(),
        person("Anna").get_absolute_url(),
    ):
        # Where it is taken back the name stands among those that the kept one is known by.
        page = phone.get(address).content.decode().partition("Also known as")[0]
        assert ">Anne<" not in page
    gone = person("Anne").get_absolute_url()
    assert phone.get(gone).url == person("Anna").get_absolute_url()


def test_boards_that_are_kept_show_the_name_that_stays_at_once(owner, twins, phone):
    board = twins[1].get_absolute_url()
    assert "Anne" in Page(phone.get(board)).words
    made = merge("Anna", "Anne", owner)
    words = Page(phone.get(board)).words
    assert ("Anna" in words, "Anne" in words) == (True, False)
    undo(made)
    assert "Anne" in Page(phone.get(board)).words


def test_undone_everything_is_as_it_was(owner, twins):
    before = what_moves()
    made = merge("Anna", "Anne", owner)
    assert what_moves() != before
    undo(made)
    assert what_moves() == before
    undo(made)
    assert what_moves() == before


def test_the_caches_are_proved_after_a_merge_and_after_its_undo(owner, twins):
    made = merge("Anna", "Anne", owner)
    for game in twins:
        assert_caches_true(game)
    call_command("verify", stdout=StringIO())
    undo(made)
    call_command("verify", stdout=StringIO())


def test_two_who_sat_in_one_session_stay_two(owner, twins):
    before = everything_stored()
    with pytest.raises(merging.SatTogether):
        merge("Anna", "Bram", owner)
    assert everything_stored() == before


def test_nobody_is_merged_into_themselves_or_twice(owner, twins):
    with pytest.raises(NotThere):
        merge("Anna", "Anna", owner)
    merge("Anna", "Anne", owner)
    before = everything_stored()
    for kept, gone in (("Anna", "Anne"), ("Anne", "Cees")):
        with pytest.raises(NotThere):
            merge(kept, gone, owner)
    assert everything_stored() == before


# --- names ----------------------------------------------------------------------------------------


def test_the_name_that_is_gone_means_the_kept_person(owner, twins):
    merge("Anna", "Anne", owner)
    game = start(owner, "anne Bram", first_dealer="Anne")
    assert [seat.player.name for seat in game.seats.all()] == ["Anna", "Bram"]
    assert game.first_dealer == person("Anna")
    assert Player.objects.filter(name_key="anne").count() == 1


def test_sent_twice_under_the_name_that_is_gone_it_is_one_session(owner, twins):
    merge("Anna", "Anne", owner)
    key = a_key()
    assert start(owner, "Anne Bram", key=key) == start(owner, "Anne Bram", key=key)


def test_both_names_in_one_session_are_one_person_twice(owner, twins, phone):
    merge("Anna", "Anne", owner)
    before = everything_stored()
    with pytest.raises(SetupRefused) as refused:
        start(owner, "Anna Anne Bram")
    assert [problem.code for problem in refused.value.problems] == ["duplicate-seat"]
    response = phone.post("/", {"names": "Anna, Anne, Bram", "key": a_key()})
    assert response.status_code == 422
    response = phone.post(
        "/sessions/new/", {"start": "1", "plays": ["Anna", "Bram"], "new": "Anne", "key": a_key()}
    )
    assert response.status_code == 422
    assert "Anna is already at the table" in Page(response).words
    assert everything_stored() == before


def test_a_set_up_page_from_before_the_merge_seats_the_kept_person(owner, twins, phone):
    merge("Anna", "Anne", owner)
    sent = {"plays": ["Anne", "Bram"], "seat": ["Anne", "Bram"], "start-Anne": "25"}
    response = phone.post("/sessions/new/", sent | {"start": "1", "target": "500", "key": a_key()})
    assert response.status_code == 302
    game = GameSession.objects.latest("pk")
    assert [(s.player.name, s.start_points) for s in game.seats.all()] == [
        ("Anna", 25),
        ("Bram", 0),
    ]


def test_somebody_may_be_renamed_to_the_name_that_is_gone_and_then_it_is_theirs(owner, twins):
    made = merge("Anna", "Anne", owner)
    rename_player(player=person("Cees"), name="ANNE")
    game = start(owner, "Anne Bram")
    assert game.seats.first().player.name == "ANNE"
    before = everything_stored()
    with pytest.raises(NameTaken) as taken:
        undo(made)
    assert taken.value.by.name == "ANNE"
    assert everything_stored() == before


# --- several merges -------------------------------------------------------------------------------


def test_merged_over_two_steps_all_of_it_goes_back(owner, twins):
    start(owner, "Annie Dirk")
    before = what_moves()
    first = merge("Anne", "Annie", owner)
    between = what_moves()
    second = merge("Anna", "Anne", owner)
    assert person("Annie").merged_into == person("Anna")
    assert start(owner, "Annie Fay").seats.first().player == person("Anna")
    GameSession.objects.latest("pk").delete()
    person("Fay").delete()
    with pytest.raises(merging.MergedFurther) as further:
        undo(first)
    assert further.value.into == person("Anna")
    undo(second)
    assert what_moves() == between
    undo(first)
    assert what_moves() == before


def test_two_merged_into_one_go_back_in_any_order(owner, twins):
    start(owner, "Annie Dirk")
    before = what_moves()
    made = [merge("Anna", "Anne", owner), merge("Anna", "Annie", owner)]
    for each in made:
        undo(each)
    assert what_moves() == before


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_merged_and_undone_last_first_leaves_everything_as_it_was(owner, seed):
    chance = random.Random(seed)
    names = [f"P{number}" for number in range(8)]
    for _ in range(6):
        table = chance.sample(names, 3)
        game = start(owner, " ".join(table), first_dealer=chance.choice([*table, ""]), target=100)
        for _ in range(chance.randrange(4)):
            winner = chance.choice(table)
            play(game, winner, **{name: chance.randrange(20) for name in table if name != winner})
    states, made = [], []
    for _ in range(12):
        living = list(Player.objects.filter(merged_into=None))
        kept, gone = chance.sample(living, 2)
        states.append(what_moves())
        try:
            made.append(merging.merge_players(kept=kept, gone=gone, by=owner, at=later(600)))
        except merging.SatTogether:
            assert what_moves() == states.pop()
        call_command("verify", stdout=StringIO())
    assert made
    for merge_made, state in zip(reversed(made), reversed(states), strict=True):
        undo(merge_made)
        assert what_moves() == state


# --- what happened since --------------------------------------------------------------------------


def test_what_was_played_since_stays_with_who_was_kept(owner, twins):
    made = merge("Anna", "Anne", owner)
    since = start(owner, "Anna Dirk")
    undo(made)
    assert since.seats.first().player == person("Anna")
    assert twins[1].seats.filter(player=person("Anne")).exists()
    assert_caches_true(since)


def test_whoever_was_made_first_dealer_since_is_so_under_their_own_name(owner, twins):
    GameSession.objects.filter(pk=twins[1].pk).update(first_dealer=person("Bram"))
    made = merge("Anna", "Anne", owner)
    GameSession.objects.filter(pk=twins[1].pk).update(first_dealer=person("Anna"))
    undo(made)
    assert fresh(twins[1]).first_dealer == person("Anne")


def test_a_seat_that_was_taken_back_since_does_not_come_back(owner, twins):
    game = start(owner, "Anne Dirk Els")
    made = merge("Anna", "Anne", owner)
    game.seats.get(player=person("Anna")).delete()
    undo(made)
    assert [seat.player.name for seat in game.seats.all()] == ["Dirk", "Els"]


def test_lines_of_history_from_before_still_name_the_person(owner, twins):
    second = twins[1]
    row = second.rounds.first()
    made = merge("Anna", "Anne", owner)
    correct(row, "Anna", Bram=31, Dirk=5)
    lines = history_lines(ScoreSheet(fresh(second)), second.changes.all())
    told = {name for line in lines for name, _words in (*line.before, *line.after)}
    assert told <= {"Anna", "Anne", "Bram", "Dirk"}
    assert ("Anna", "went out") in lines[0].after
    recorded = [line for line in lines if "recorded round 1" in line.what]
    assert dict(recorded[0].after).keys() & {"Anna", "Anne"}
    undo(made)
    lines = history_lines(ScoreSheet(fresh(second)), second.changes.all())
    assert dict(lines[0].after).keys() & {"Anna", "Anne"}


# --- pages that were open meanwhile ---------------------------------------------------------------


@pytest.fixture
def running(owner, twins) -> GameSession:
    """Anne sits between Dirk and Els."""
    return start(owner, "Dirk Anne Els")


@pytest.mark.parametrize("steps", ["merge", "merge undo", "undo", "two"])
def test_a_round_s_page_from_before_stores_the_right_hands(owner, running, phone, steps):
    made = merge("Anna", "Anne", owner) if steps == "undo" else None
    sent = typed(phone, next_round(running), winner="0", points_1="33", points_2="4")
    if made:
        undo(made)
    else:
        made = merge("Anna", "Anne", owner)
        if steps == "merge undo":
            undo(made)
        elif steps == "two":
            start(owner, "Annie Fay")
            merge("Annie", "Anna", owner)
    response = phone.post(next_round(running), sent)
    assert response.status_code == 302, Page(response).words
    seat = running.seats.get(position=1)
    assert running.rounds.get().hands.get(seat=seat).points == 33
    assert totals(running)["Dirk"] == 37
    assert_caches_true(running)


def test_a_page_to_correct_from_before_changes_the_right_hand(owner, running, phone):
    row = play(running, "Anne", Dirk=20, Els=7)
    sent = typed(phone, stored_round(row), points_2="8")
    merge("Anna", "Anne", owner)
    assert phone.post(stored_round(row), sent).status_code == 302
    assert totals(running) == {"Dirk": 0, "Anna": 28, "Els": 0}


def test_a_seat_that_was_taken_away_is_still_told_where_others_were_merged(owner, running, phone):
    sent = typed(phone, next_round(running), winner="0", points_1="33", points_2="4")
    merge("Anna", "Anne", owner)
    running.seats.get(position=2).delete()
    response = phone.post(next_round(running), sent)
    assert response.status_code == 422
    assert "The seat of Els was taken away meanwhile" in Page(response).words


def test_somebody_else_in_the_place_of_who_was_merged_does_not_get_the_hand(owner, running, phone):
    sent = typed(phone, next_round(running), winner="0", points_1="33", points_2="4")
    merge("Anna", "Anne", owner)
    running.seats.filter(position=1).delete()
    running.seats.create(player=person("Cees"), position=1)
    assert phone.post(next_round(running), sent).status_code == 422
    assert not running.rounds.exists()


@pytest.mark.parametrize("dealer", ["Anne", "Els"])
def test_the_agreement_s_page_from_before_stores_what_was_meant(owner, running, phone, dealer):
    address = reverse("agreement", args=[running.pk])
    sent = Page(phone.get(address)).sent | {"target": "700"}
    sent["first_dealer"] = person(dealer).key
    merge("Anna", "Anne", owner)
    response = phone.post(address, sent)
    assert response.status_code == 302, Page(response).words
    running.refresh_from_db()
    assert running.first_dealer == person({"Anne": "Anna"}.get(dealer, dealer))
    assert running.target == 700


def test_who_is_at_the_table_does_not_join_it_under_the_other_name(owner, running, phone):
    merge("Anna", "Anne", owner)
    address = reverse("agreement", args=[running.pk])
    before = everything_stored()
    response = phone.post(address, Page(phone.get(address)).sent | {"new": "Anne"})
    assert response.status_code == 422
    assert everything_stored() == before


def test_a_change_of_rows_read_before_the_merge_is_told_and_not_stored(owner, running):
    sheet = ScoreSheet(fresh(running))
    form = AgreementForm(
        QueryDict(f"seen_version=1&target=700&first_dealer={person('Anne').key}"),
        sheet=sheet,
        people=known_to(owner.playgroup),
    )
    assert form.is_valid()
    merge("Anna", "Anne", owner)
    before = everything_stored()
    with pytest.raises(SessionChanged):
        change_agreement(sheet=sheet, agreed=form.agreed(), by=owner, seen_version=1, at=later(800))
    assert everything_stored() == before


# --- accounts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["Anna", "Anne"])
def test_the_account_is_the_kept_one_s_and_goes_back(owner, twins, whose):
    account = account_of("anna")
    take_as_oneself(player=person(whose), account=account)
    before = what_moves()
    made = merge("Anna", "Anne", owner)
    assert account.players.get() == person("Anna")
    undo(made)
    assert what_moves() == before


def test_two_accounts_are_two_people(owner, twins):
    for name in ("Anna", "Anne"):
        take_as_oneself(player=person(name), account=account_of(name.lower()))
    before = everything_stored()
    with pytest.raises(merging.TwoAccounts):
        merge("Anna", "Anne", owner)
    assert everything_stored() == before


def test_what_an_account_said_since_stays_as_it_said_it(owner, twins):
    anna, somebody = account_of("anna"), account_of("somebody")
    take_as_oneself(player=person("Anne"), account=anna)
    made = merge("Anna", "Anne", owner)
    give_back(player=person("Anna"))
    take_as_oneself(player=person("Anna"), account=somebody)
    undo(made)
    assert somebody.players.get() == person("Anna")
    assert not anna.players.exists()


# --- what else points at them ---------------------------------------------------------------------


def test_whoever_was_part_of_a_merge_is_never_deleted(owner, twins):
    for name in ("Zus", "Mies"):
        add_player(playgroup=owner.playgroup, name=name, key=a_key(), at=later(1))
    made = merge("Zus", "Mies", owner)
    assert not remove_player(player=person("Zus"))
    undo(made)
    assert not remove_player(player=person("Mies"))
    assert Player.objects.filter(name__in=["Zus", "Mies"], is_hidden=True).count() == 2


def test_a_playgroup_with_merges_can_be_deleted(owner, twins):
    merge("Anna", "Anne", owner)
    delete_playgroup(by=owner)
    assert not Player.objects.exists()
    assert not Merge.objects.exists()


def test_a_rematch_of_an_evening_from_before_is_played_by_the_kept_person(owner, twins, phone):
    merge("Anna", "Anne", owner)
    phone.post(reverse("rematch", args=[twins[1].pk]), {"key": a_key()})
    again = GameSession.objects.latest("pk")
    assert {seat.player.name for seat in again.seats.all()} == {"Anna", "Bram", "Dirk"}


def test_a_late_joiner_keeps_their_rounds(owner, twins):
    sits(twins[1], "Anne", start_points=10)
    before = totals(twins[1])["Anne"]
    merge("Anna", "Anne", owner)
    assert totals(twins[1])["Anna"] == before
