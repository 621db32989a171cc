"""Recording a round, putting it right, taking it out again."""

import pytest

from scoreboard.actions.rounds import (
    LaterRoundsBroken,
    RoundRefused,
    RoundTaken,
    SessionOver,
    record_round,
)
from scoreboard.models import Change, GameSession, Hand, Round
from scoreboard.queries.history import as_plain
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import (
    a_key,
    a_round,
    close,
    correct,
    later,
    play,
    remove,
    reopen,
    start,
)
from tests.scoreboard.readback import (
    assert_caches_true,
    everything_stored,
    folded,
    fresh,
    totals,
    winners,
)

FIVE_WILD_FOURS = {"Bram": "+4 +4 +4", "Cees": "+4 +4"}


def codes(refused: pytest.ExceptionInfo[RoundRefused]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_an_evening_from_the_first_round_to_the_last(game):
    play(game, "Anna", Bram="7 3 wild", Cees=120)
    play(game, "Bram", Anna=200, Cees=(55, 3))
    assert_caches_true(game)
    assert not folded(game).finished
    play(game, "Anna", Bram=200, Cees=120)
    assert totals(game) == {"Anna": 500, "Bram": 255, "Cees": 0}
    assert winners(game) == ["Anna"]
    assert fresh(game).cached_ended_at == game.rounds.last().ended_at
    assert_caches_true(game)


def test_a_round_is_stored_as_it_was_entered(game):
    play(game, "Anna", Bram="red 7 3 wild", Cees=(37, 4))
    bram, cees = Hand.objects.order_by("seat__position")
    assert (sorted(bram.cards), bram.points, bram.cards_left) == (
        ["3", "red 7", "wild"],
        None,
        None,
    )
    assert (cees.cards, cees.points, cees.cards_left) == (None, 37, 4)


def test_every_change_is_a_line_of_history_and_a_version(game, owner):
    row = play(game, "Anna", Bram=20, Cees=7)
    correct(row, "Bram", Anna=5, Cees=7)
    remove(row)
    close(game)
    reopen(game)
    lines = [
        ("started", 1, None),
        ("recorded", 2, 1),
        ("corrected", 3, 1),
        ("removed", 4, 1),
        ("closed", 5, None),
        ("reopened", 6, None),
    ]
    told = Change.objects.order_by("version").values_list("what", "version", "round_number")
    assert list(told) == lines
    assert set(Change.objects.values_list("by", flat=True)) == {owner.pk}
    assert fresh(game).version == 6


def test_the_history_keeps_the_round_that_was_recorded(game):
    played = a_round(game, "Anna", Bram="7 red skip", Cees=(37, 4))
    row = play(game, "Anna", Bram="7 red skip", Cees=(37, 4))
    change = Change.objects.get(round=row)
    assert (change.before, change.after) == (None, as_plain(played))
    assert change.at == row.ended_at


def test_sent_twice_it_is_stored_once(game):
    key = a_key()
    play(game, "Anna", number=1, entry_key=key, Bram=20, Cees=7)
    before = everything_stored()
    play(game, "Anna", number=1, entry_key=key, Bram=20, Cees=7)
    assert everything_stored() == before


def test_sent_again_after_it_was_removed_it_stays_removed_and_that_is_told(game):
    key = a_key()
    row = play(game, "Anna", number=1, entry_key=key, Bram=20, Cees=7)
    remove(row)
    before = everything_stored()
    with pytest.raises(RoundTaken) as taken:
        play(game, "Anna", number=1, entry_key=key, Bram=20, Cees=7)
    assert taken.value.row_id is None
    assert everything_stored() == before


def test_sent_again_with_other_cards_it_is_not_taken_for_the_same(game):
    """Back, put right and stored again; or changed while the answer did not come."""
    key = a_key()
    row = play(game, "Anna", entry_key=key, Bram=20, Cees=7)
    before = everything_stored()
    for winner, hands in (("Anna", {"Bram": 21, "Cees": 7}), ("Bram", {"Anna": 20, "Cees": 7})):
        with pytest.raises(RoundTaken) as taken:
            play(game, winner, entry_key=key, **hands)
        assert taken.value.row_id == row.pk
    assert everything_stored() == before


def test_a_round_of_another_phone_is_met_also_under_another_number(game):
    """Both have the third round; one stores it and removes the first: there is no third now."""
    first = play(game, "Anna", Bram=20, Cees=7)
    play(game, "Bram", Anna=20, Cees=7)
    seen = fresh(game).version
    third = play(game, "Cees", Anna=70, Bram=80)
    remove(first)
    before = everything_stored()
    with pytest.raises(RoundTaken) as taken:
        play(game, "Cees", seen_version=seen, Anna=70, Bram=80)
    assert taken.value.row_id == third.pk
    assert everything_stored() == before


def test_a_correction_that_was_stored_already_is_no_conflict(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    seen = fresh(game).version
    correct(row, "Anna", seen_version=seen, Bram=21, Cees=7)
    before = everything_stored()
    correct(row, "Anna", seen_version=seen, Bram=21, Cees=7)
    assert everything_stored() == before


def test_sent_again_after_the_session_ended_it_is_no_mistake(game):
    key = a_key()
    play(game, "Anna", number=1, entry_key=key, Bram=400, Cees=100)
    close(game)
    play(game, "Anna", number=1, entry_key=key, Bram=400, Cees=100)
    assert game.rounds.count() == 1


def test_a_round_that_is_there_is_not_stored_over(game):
    play(game, "Anna", Bram=20, Cees=7)
    before = everything_stored()
    with pytest.raises(RoundTaken):
        play(game, "Bram", number=1, Anna=50, Cees=7)
    assert everything_stored() == before


def test_another_phone_s_correction_does_not_stand_in_the_way_of_the_next_round(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    correct(first, "Anna", Bram=21, Cees=7)
    play(game, "Bram", number=2, Anna=50, Cees=7)
    assert totals(game) == {"Anna": 28, "Bram": 57, "Cees": 0}


def test_a_round_meant_for_a_number_beyond_the_next_becomes_the_next(game):
    play(game, "Anna", number=3, Bram=20, Cees=7)
    assert game.rounds.get().number == 1
    assert_caches_true(game)


@pytest.mark.parametrize("end", ["won", "closed"])
def test_after_the_end_nothing_is_recorded(game, end):
    play(game, "Anna", Bram=400 if end == "won" else 20, Cees=100)
    if end == "closed":
        close(game)
    before = everything_stored()
    with pytest.raises(SessionOver):
        play(game, "Bram", Anna=50, Cees=7)
    assert everything_stored() == before


def test_an_impossible_round_is_refused_with_every_reason(game):
    before = everything_stored()
    with pytest.raises(RoundRefused) as refused:
        play(game, "Anna", Bram="+4 +4 +4 0 0 0", Cees="+4 +4 0 0")
    assert codes(refused) == ["too-many-copies", "too-many-copies"]
    assert everything_stored() == before


def test_an_impossible_round_is_stored_when_the_deck_is_different(game):
    row = play(game, "Anna", deck_differs=True, **FIVE_WILD_FOURS)
    assert row.deck_differs
    assert Change.objects.get(round=row).after["deck_differs"] is True
    assert totals(game)["Anna"] == 250
    assert_caches_true(game)


def test_a_possible_round_gets_no_mark_also_when_the_deck_is_different(game):
    row = play(game, "Anna", deck_differs=True, Bram=20, Cees=7)
    assert not row.deck_differs
    assert "deck_differs" not in Change.objects.get(round=row).after


def test_the_mark_goes_when_the_round_is_corrected_into_a_possible_one(game):
    row = play(game, "Anna", deck_differs=True, **FIVE_WILD_FOURS)
    assert not correct(row, "Anna", Bram="+4 +4 +4", Cees="+4").deck_differs


@pytest.mark.parametrize(
    ("winner", "hands", "code"),
    [
        (None, {"Anna": 3, "Bram": 20, "Cees": 7}, "no-winner"),
        ("Anna", {"Bram": 20}, "hand-missing"),
        ("Anna", {"Anna": 3, "Bram": 20, "Cees": 7}, "winner-holds-cards"),
        ("Anna", {"Bram": 20, "Cees": (0, 0)}, "empty-hand"),
        ("Anna", {"Bram": 20, "Cees": -7}, "bad-number"),
        ("Anna", {"Bram": 20, "Cees": 1_000_001}, "bad-number"),
        ("Anna", {"Bram": 20, "Cees": 12.5}, "bad-number"),
    ],
)
def test_what_makes_no_sense_is_never_stored(game, winner, hands, code):
    before = everything_stored()
    with pytest.raises(RoundRefused) as refused:
        play(game, winner, deck_differs=True, **hands)
    assert code in codes(refused)
    assert everything_stored() == before


@pytest.mark.parametrize("how", [{"gained": 120}, {"scoring": "round-wins"}])
def test_a_hand_that_says_nothing_and_is_not_needed_is_not_stored(owner, how):
    agreed = {word: how[word] for word in how if word == "scoring"}
    told = {word: how[word] for word in how if word == "gained"}
    game = start(owner, target=500, **agreed)
    row = play(game, "Anna", Bram=(None, 7), Cees=(None, None), **told)
    assert Hand.objects.count() == 0
    assert Change.objects.get(round=row).after["hands"] == {}
    correct(row, "Anna", Bram=(None, 8), Cees=20, **told)
    assert Hand.objects.get().points == 20
    assert_caches_true(game)


def test_a_seat_taken_away_between_reading_and_storing_is_refused(game, owner):
    sheet, played = ScoreSheet(fresh(game)), a_round(game, "Cees", Anna=3, Bram=20)
    game.seats.get(player__name="Cees").delete()
    GameSession.objects.filter(pk=game.pk).update(version=5)
    with pytest.raises(RoundRefused) as refused:
        record_round(
            sheet=sheet, played=played, by=owner, entry_key=a_key(), seen_version=5, at=later(5)
        )
    assert codes(refused) == ["unknown-seat"]
    assert Round.objects.count() == 0


def test_what_makes_no_sense_is_no_correction_either(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    before = everything_stored()
    with pytest.raises(RoundRefused):
        correct(row, "Anna", Bram=20)
    with pytest.raises(RoundRefused):
        correct(row, "Anna", **FIVE_WILD_FOURS)
    assert everything_stored() == before


def test_any_round_can_be_corrected(game):
    rows = [play(game, "Anna", Bram=20, Cees=7) for _ in range(4)]
    correct(rows[1], "Cees", Anna=3, Bram="7 wild")
    assert totals(game) == {"Anna": 81, "Bram": 0, "Cees": 60}
    assert_caches_true(game)


def test_a_correction_keeps_the_time_of_the_round_and_the_row(game):
    row = play(game, "Anna", at=later(15), Bram=20, Cees=7)
    corrected = correct(row, "Bram", Anna=3, Cees=7)
    assert (corrected.pk, corrected.number, corrected.ended_at) == (row.pk, 1, later(15))


def test_the_history_keeps_how_it_was_and_how_it_became(game):
    row = play(game, "Anna", Bram=20, Cees="7 wild")
    correct(row, "Bram", Anna="3", Cees=(7, 1))
    change = Change.objects.get(what=Change.What.CORRECTED)
    assert change.before == as_plain(a_round(game, "Anna", Bram=20, Cees="7 wild"))
    assert change.after == as_plain(a_round(game, "Bram", Anna="3", Cees=(7, 1)))


def test_a_winner_who_had_no_500_after_all_reopens_the_session(game):
    play(game, "Bram", Anna=100, Cees=100)
    won = play(game, "Anna", Bram=400, Cees=100)
    assert winners(game) == ["Anna"]
    correct(won, "Anna", Bram=380, Cees=100)
    assert not folded(game).finished
    assert fresh(game).cached_ended_at is None
    play(game, "Bram", Anna=300, Cees=1)
    assert winners(game) == ["Bram"]
    assert_caches_true(game)


def test_a_correction_that_ends_it_earlier_leaves_the_later_rounds_without_effect(game):
    first = play(game, "Anna", Bram=50, Cees=50)
    play(game, "Bram", Anna=200, Cees=200)
    play(game, "Cees", Anna=20, Bram=20)
    correct(first, "Anna", Bram=400, Cees=100)
    assert [scored.counts for scored in folded(game).rounds] == [True, False, False]
    assert totals(game) == {"Anna": 500, "Bram": 0, "Cees": 0}
    assert fresh(game).cached_rounds == 1
    assert_caches_true(game)


def test_rounds_after_the_end_count_again_when_the_end_is_put_right(game):
    first = play(game, "Anna", Bram=50, Cees=50)
    play(game, "Bram", Anna=200, Cees=200)
    correct(first, "Anna", Bram=400, Cees=100)
    correct(first, "Anna", Bram=40, Cees=40)
    assert totals(game) == {"Anna": 80, "Bram": 400, "Cees": 0}
    assert_caches_true(game)


def test_no_correction_leaves_a_later_round_that_makes_no_sense(game):
    """After the end hands may be missing; when that round counts again they may not."""
    first = play(game, "Anna", Bram=50, Cees=50)
    second = play(game, "Bram", Anna=200, Cees=200)
    correct(first, "Anna", Bram=400, Cees=100)
    correct(second, "Bram", Anna=200)
    before = everything_stored()
    with pytest.raises(LaterRoundsBroken) as refused:
        correct(first, "Anna", Bram=40, Cees=40)
    assert refused.value.numbers == [2]
    with pytest.raises(LaterRoundsBroken) as refused:
        remove(first)
    assert refused.value.numbers == [1]
    assert everything_stored() == before


def test_a_stale_page_changes_nothing(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    seen = fresh(game).version
    correct(row, "Anna", Bram=21, Cees=7)
    before = everything_stored()
    with pytest.raises(RoundTaken):
        correct(row, "Anna", seen_version=seen, Bram=22, Cees=7)
    with pytest.raises(RoundTaken):
        remove(row, seen_version=seen)
    assert everything_stored() == before


def test_another_round_s_change_does_not_block_a_correction(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    seen = fresh(game).version
    second = play(game, "Anna", Bram=20, Cees=7)
    correct(second, "Bram", Anna=3, Cees=7)
    correct(first, "Cees", seen_version=seen, Anna=3, Bram=8)
    assert totals(game) == {"Anna": 0, "Bram": 10, "Cees": 11}


def test_a_round_that_was_removed_meanwhile_is_not_corrected(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    remove(row)
    before = everything_stored()
    with pytest.raises(RoundTaken):
        correct(row, "Anna", Bram=21, Cees=7)
    with pytest.raises(RoundTaken):
        remove(row)
    assert everything_stored() == before


def test_removing_a_round_moves_the_later_ones_up(game):
    rows = [play(game, "Anna", Bram=points, Cees=7) for points in (10, 20, 30, 40)]
    remove(rows[1])
    left = Round.objects.order_by("number").values_list("number", "pk")
    assert list(left) == [(1, rows[0].pk), (2, rows[2].pk), (3, rows[3].pk)]
    assert totals(game)["Anna"] == 80 + 21
    assert_caches_true(game)


def test_the_history_keeps_what_was_removed(game):
    row = play(game, "Anna", Bram=20, Cees=7)
    remove(row)
    change = Change.objects.get(what=Change.What.REMOVED)
    assert (change.round, change.round_number, change.after) == (None, 1, None)
    assert change.before == as_plain(a_round(game, "Anna", Bram=20, Cees=7))
    assert Change.objects.get(what=Change.What.RECORDED).round_number == 1


def test_a_round_that_moved_up_can_still_be_corrected_from_a_page_of_before(game):
    first = play(game, "Anna", Bram=20, Cees=7)
    second = play(game, "Anna", Bram=30, Cees=7)
    seen = fresh(game).version
    remove(first)
    correct(second, "Bram", seen_version=seen, Anna=3, Cees=7)
    assert totals(game) == {"Anna": 0, "Bram": 10, "Cees": 0}


@pytest.mark.parametrize("points", [20, 500])
def test_undo_is_the_inverse_of_record(game, points):
    play(game, "Bram", Anna=33, Cees=(8, 2))
    before, columns = folded(game), everything_stored()["Seat"]
    remove(play(game, "Anna", Bram=points, Cees=7))
    assert folded(game) == before
    assert everything_stored()["Seat"] == columns
    assert fresh(game).cached_ended_at is None


def test_undoing_the_winning_round_opens_the_session(game):
    remove(play(game, "Anna", Bram=400, Cees=100))
    play(game, "Bram", Anna=33, Cees=8)
    assert totals(game) == {"Anna": 0, "Bram": 41, "Cees": 0}


def test_twelve_people_and_many_rounds(owner):
    names = [f"P{number}" for number in range(12)]
    game = start(owner, " ".join(names), target=100_000)
    for number in range(40):
        winner = names[number % 12]
        play(game, winner, **{name: 20 for name in names if name != winner})
    assert fresh(game).cached_rounds == 40
    assert totals(game)["P0"] == 4 * 220
    assert_caches_true(game)
