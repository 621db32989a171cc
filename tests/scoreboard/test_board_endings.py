"""How a session ended and what was agreed, on the board and on the shared page."""

import pytest
from django.test import Client
from django.urls import reverse

import rules
from scoreboard.actions.sharing import share_session
from tests.scoreboard.boards import (
    FOUR,
    PAIRS,
    board,
    cells,
    pages,
    says,
)
from tests.scoreboard.people import (
    EVENING,
    browser_of,
    close,
    correct,
    play,
    reopen,
    sits,
    start,
)
from tests.scoreboard.readback import Page

# --- how it ended ---------------------------------------------------------------------------------


def test_the_target_was_reached(owner):
    game = start(owner)
    play(game, "Bram", Anna=20, Cees=7)
    play(game, "Anna", Bram=400, Cees=107)
    says(
        game,
        "Anna wins, with +507 in round 2",
        "Round 2 decided it. Anna went out; Bram was left with 400 points. "
        "Bram was 473 short of 500.",
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
    says(
        game,
        "Bram wins with the fewest: 0",
        "Round 1 decided it. Bram went out; Cees was left with 520 points. Cees reached 520. "
        "Bram had 60 fewer than Anna.",
    )
    assert board(game).fan[-1].total == 0


def test_the_lowest_wins_after_the_last_round_agreed(owner):
    game = start(owner, scoring="everyone-keeps", max_rounds=1)
    play(game, "Bram", Anna=60, Cees=52)
    says(game, "Round 1 was the last one agreed. Bram had 52 fewer than Cees.")


def test_the_lowest_share_the_win(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=70)
    play(game, "Bram", Anna=20, Cees=70)
    says(
        game,
        "Round 2 decided it. Bram went out; Cees was left with 70 points. Cees reached 140. "
        "Anna and Bram are equal with 20 and share the win.",
    )
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
        "It was equal at the top, so you played on. Bram went out; Anna was left with 20 points. "
        "Cees reached 141. Bram had 20 fewer than Anna.",
    )


def test_played_on_beyond_the_last_round_agreed(owner):
    game = start(owner, "Anna Bram", max_rounds=2, ties="play-on")
    play(game, "Anna", Bram=20)
    play(game, "Bram", Anna=20)
    play(game, "Bram", Anna=30)
    says(
        game,
        "It was equal at the top, so you played on. Bram went out; Anna was left with 30 points. "
        "Bram was 30 ahead of Anna.",
    )


def test_in_a_knockout_the_last_one_left_wins(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=120, Cees=70)
    play(game, "Anna", Cees=30)
    says(
        game,
        "Anna is the last one left",
        "Round 2 decided it. Anna went out; Cees was left with 30 points. Cees dropped out.",
        "out in round",
    )


def test_several_drop_out_at_once(owner):
    game = start(owner, scoring="knockout", target=100)
    play(game, "Anna", Bram=120, Cees=170)
    says(
        game,
        "Round 1 decided it. Anna went out; Cees was left with 170 points. "
        "Bram and Cees dropped out.",
    )


def test_a_knockout_is_over_when_the_others_left(owner):
    game = start(owner, scoring="knockout", target=100)
    sits(game, "Cees", to_round=1)
    play(game, "Anna", Bram=120, Cees=70)
    says(
        game,
        "Anna is the last one left",
        "Round 1 decided it. Anna went out; Bram was left with 120 points. Bram dropped out. "
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
    says(game, "Anna wins with 1 round", "Round 1 decided it. Anna went out.")


def test_the_second_is_told_where_rounds_are_counted(owner):
    game = start(owner, scoring="round-wins", target=2)
    play(game, "Bram", Anna=3, Cees=3)
    play(game, "Anna")
    play(game, "Anna", Bram=1, Cees=1)
    says(
        game,
        "Round 3 decided it. Anna went out; Bram and Cees were each left with 1 point. Bram won 1.",
    )


def test_the_title_of_the_page_says_who_has_won(owner):
    game = start(owner, scoring="everyone-keeps", target=100)
    play(game, "Anna", Bram=20, Cees=70)
    assert all(page.startswith("14 March, 20:30") for page in pages(game))
    play(game, "Bram", Anna=20, Cees=70)
    assert all(page.startswith("Anna and Bram win together · 14 March") for page in pages(game))


# A hand of the round that decided it, and what is said of it.
HANDS = {
    "wild 9 +2": "was left with 79 points, a wild card among them",
    "wild +4 9": "was left with 109 points, 2 wild cards among them",
    "+4 +4": "was left with 100 points.",
    "9 9 9": "was left with 27 points.",
    37: "was left with 37 points.",
}


@pytest.mark.parametrize("hand", HANDS)
def test_the_hand_that_decided_it_is_told(owner, hand):
    game = start(owner, "Anna Bram", target=20)
    play(game, "Anna", Bram=hand)
    says(game, f"Round 1 decided it. Anna went out; Bram {HANDS[hand]}")


def test_where_all_cards_are_wild_it_is_not_said_of_one(owner):
    game = start(owner, "Anna Bram", edition="all-wild-112", target=20)
    play(game, "Anna", Bram="wild wild-skip")
    says(game, "Anna went out; Bram was left with")
    assert not any("among them" in page for page in pages(game))


def test_what_nobody_remembers_of_the_last_round_is_not_made_up(owner):
    game = start(owner, target=50)
    play(game, "Anna", gained=70)
    says(game, "Anna wins, with +70 in round 1", "Round 1 decided it. It brought 70 to Anna.")


def test_too_many_cards_decided_it(owner):
    game = start(owner, FOUR, edition="no-mercy-168", target=500)
    row = play(game, "Anna", knocked_out=("Bram", "Dirk"), Cees=44)
    says(game, "Round 1 decided it. Anna went out; Bram and Dirk were knocked out.")
    correct(row, "Anna", knocked_out=("Bram", "Cees", "Dirk"))
    says(game, "Round 1 decided it. Bram, Cees and Dirk were knocked out, and Anna was left.")


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
