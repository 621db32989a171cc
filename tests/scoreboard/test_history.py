"""A session's history as people read it: what was agreed in a sentence, rounds before and after."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from scoreboard.models import Change, Player
from scoreboard.queries.history import history_lines, told_round
from tests.scoreboard.people import correct, later, play, remove, start
from tests.scoreboard.readback import Page
from tests.scoreboard.test_agreement import change, joiner, seat, sheet_of


def sentences(game) -> list[str]:
    """Of what was agreed, oldest first."""
    changes = game.changes.exclude(what__in=["started", "recorded", "corrected", "removed"])
    return [line.what for line in history_lines(sheet_of(game), changes.order_by("version"))]


def told(game, number: int = 1) -> dict[str, str]:
    return dict(told_round(sheet_of(game), number))


# --- what was agreed ------------------------------------------------------------------------------


def test_every_change_of_the_agreement_is_a_sentence(game):
    play(game, "Anna", Bram=20, Cees=7)
    change(game, target=300)
    change(game, target=None, max_rounds=10)
    change(game, first_dealer="Cees")
    change(game, joining=(joiner("Daan", from_round=2, start_points=120),))
    change(game, joining=(joiner("Els", from_round=2),))
    change(game, joining=(joiner("Fay", from_round=3, start_points=1),))
    change(game, seats=(seat(game, "Cees", to_round=1),))
    change(game, seats=(seat(game, "Cees", to_round=None, start_points=5),))
    change(game, seats=(seat(game, "Daan", from_round=3),))
    change(game, taken_back=["Els"])
    assert sentences(game) == [
        "Play to: 500 → 300",
        "Play to: 300 → –",
        "Number of rounds: – → 10",
        "Deals first: Anna → Cees",
        "Daan joined from round 2 with 120 start points",
        "Els joined from round 2",
        "Fay joined from round 3 with 1 start point",
        "Cees: last round – → 1",
        "Cees: start points 0 → 5, last round 1 → –",
        "Daan: plays from round 2 → 3",
        "took the seat of Els back",
    ]


def test_such_a_line_has_no_round_before_and_after(game):
    change(game, target=300)
    line = history_lines(sheet_of(game), game.changes.filter(what="target"))[0]
    assert (line.before, line.after, line.at) == ([], [], later(200))


def test_whoever_was_renamed_has_the_new_name_and_whoever_is_gone_is_somebody(game):
    change(game, joining=(joiner("Daan"),))
    change(game, taken_back=["Daan"])
    daan = Player.objects.get(name="Daan")
    daan.name = "Daniel"
    daan.save()
    assert sentences(game) == ["Daniel joined from round 1", "took the seat of Daniel back"]
    daan.delete()
    assert sentences(game) == ["somebody joined from round 1", "took the seat of somebody back"]


def test_a_name_with_a_percent_sign_is_only_a_name(game):
    change(game, joining=(joiner("%(name)s 100%"),))
    assert sentences(game) == ["%(name)s 100% joined from round 1"]


def test_the_page_shows_the_sentences(phone, game):
    change(game, target=300, joining=(joiner("Daan", start_points=20),))
    page = Page(phone.get(reverse("history", args=[game.pk])))
    assert "Play to: 500 → 300" in page.words
    assert "Daan joined from round 1 with 20 start points" in page.words


@pytest.mark.parametrize("changes", [1, 3, 9])
def test_the_history_takes_as_few_statements_however_much_was_changed(game, changes):
    for number in range(changes):
        change(game, target=300 + number, joining=(joiner(f"P{number}"),))
        change(game, taken_back=[f"P{number}"])
    sheet = sheet_of(game)
    with CaptureQueriesContext(connection) as captured:
        history_lines(sheet, game.changes.all())
    # The lines, who did it, the seats, and those who have no seat any more.
    assert len(captured) == 4


# --- rounds ---------------------------------------------------------------------------------------


def test_a_correction_shows_the_round_before_and_after(game):
    row = play(game, "Anna", Bram="7 wild wild", Cees=(37, 4))
    correct(row, "Bram", Anna=3, Cees="red 5")
    line = history_lines(sheet_of(game), game.changes.filter(what="corrected"))[0]
    assert line.what == "corrected round 1"
    before = [("Anna", "went out"), ("Bram", "7, 2× Wild (107)"), ("Cees", "37 in 4 cards")]
    assert line.before == before
    assert line.after == [("Anna", "3"), ("Bram", "went out"), ("Cees", "red 5 (5)")]


def test_the_last_card_and_who_dealt_are_told(game):
    play(game, "Anna", last_card="red draw-two", dealer="Cees", Bram=40, Cees="7 3")
    with override("en"):
        assert told(game) == {
            "Anna": "went out with red Draw Two",
            "Bram": "40",
            "Cees": "7, 3 (10) · dealt",
        }


def test_a_round_told_as_what_was_gained(game):
    play(game, "Anna", gained=120)
    assert told(game) == {"Anna": "went out · gained 120"}


def test_cards_of_two_sides_are_called_and_counted_as_of_theirs(owner):
    game = start(owner, "Anna Bram", edition="flip-112")
    play(game, "Anna", side="dark", Bram="skip-everyone draw-five")
    names = told(game)
    assert names["Side"] == "dark"
    assert names["Bram"].endswith("(50)")


def test_whoever_was_knocked_out_is_told(owner):
    game = start(owner, edition="no-mercy-168", target=1000)
    play(game, "Anna", knocked_out=("Cees",), Bram=20)
    assert told(game) == {"Anna": "went out", "Bram": "20", "Cees": "knocked out"}


def test_a_partner_s_hand_is_told_where_it_was_recorded(owner):
    teams = {"Anna": "A", "Bram": "B", "Cees": "A", "Daan": "B"}
    game = start(owner, "Anna Bram Cees Daan", teams=teams)
    play(game, "Anna", Bram=20, Cees=7, Daan=3)
    play(game, "Anna", Bram=20, Daan=3)
    assert told(game)["Cees"] == "7"
    assert "Cees" not in told(game, 2)


def test_cards_are_called_in_the_language_of_the_reader(game):
    play(game, "Anna", last_card="wild", Bram=40, Cees="wild")
    with override("nl"):
        assert told(game)["Cees"] == "keuzekaart (50)"


def test_a_removed_round_of_somebody_whose_seat_is_gone_still_has_the_name(game):
    change(game, joining=(joiner("Daan"),))
    remove(play(game, "Daan", Anna=1, Bram=2, Cees=3))
    change(game, taken_back=["Daan"])
    line = history_lines(sheet_of(game), game.changes.filter(what=Change.What.REMOVED))[0]
    assert ("Daan", "went out") in line.before


def test_a_removed_round_tells_whose_seat_it_moved(owner):
    game = start(owner, "Anna Bram Cees")
    for number in range(3):
        play(game, "Anna", Bram=number + 1, Cees=1)
    game.seats.filter(player__name="Cees").update(to_round=3)
    play(game, "Anna", Bram=9)
    remove(game.rounds.first())
    lines = list(game.changes.values_list("what", "before", "after"))[:2]
    assert [what for what, _, _ in lines] == ["seat", "removed"]
    assert [lines[0][1]["to_round"], lines[0][2]["to_round"]] == [3, 2]


def test_the_page_of_a_round_tells_who_corrected_it(game, owner, phone):
    row = correct(play(game, "Anna", Bram=20, Cees=7), "Bram", Anna=3, Cees=7)
    page = Page(phone.get(reverse("correct", args=[game.pk, row.pk])))
    assert ", you corrected round 1" in page.words
