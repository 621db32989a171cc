"""What can be looked up at the table: everything is there, in both languages, and reads well."""

import re
from collections.abc import Iterator

import pytest

from rules import HOUSE_RULES, LANGUAGES, editions, find_edition
from rules.rule_sheet import (
    ANSWERS,
    ENDING_TEXTS,
    SCORING_TEXTS,
    WHAT_FACES_DO,
    scoring_in_short,
    what_it_does,
)
from tests.rules.generators import face

LONGEST_SENTENCE = 220
SYSTEMS = ("winner-collects", "everyone-keeps", "knockout", "round-wins")
BUILT_IN = {edition.key for edition in editions()}


def every_text() -> Iterator[tuple[str, dict[str, str]]]:
    yield from WHAT_FACES_DO.items()
    for edition in editions():
        for each in edition.faces:
            yield f"{each.face} of {edition.key}", what_it_does(each, edition.key)
    yield "draws one", what_it_does(face("hug", "red", 1, 5, draws=1), "made-up")
    yield "draws three", what_it_does(face("hug", "red", 1, 5, draws=3), "made-up")
    for key, texts in SCORING_TEXTS.items():
        yield f"{key} in short", texts.in_short
        yield f"{key} without a target", texts.without_target
        yield f"{key} explained", texts.explained
    for key, paragraph in ENDING_TEXTS.items():
        yield f"{key} title", paragraph.title
        yield f"{key} text", paragraph.text
    for each in ANSWERS:
        yield f"{each.key} question", each.question
        yield f"{each.key} answer", each.answer
        yield f"{each.key} where", each.where
    for key, rule in HOUSE_RULES.items():
        yield f"{key} explained", rule.explanation


# Each text once, by the last thing that has it.
TEXTS = tuple({str(texts): (name, texts) for name, texts in every_text()}.values())


@pytest.mark.parametrize(("name", "texts"), TEXTS)
def test_every_text_is_there_in_both_languages(name, texts):
    assert set(texts) == set(LANGUAGES)
    assert texts["en"] != texts["nl"] or name.endswith("title")
    for text in texts.values():
        assert text == text.strip() != ""
        assert "  " not in text
        assert re.sub(r"\{target\}", "", text).isprintable()
        assert name.endswith("title") or text.endswith((".", "?"))


@pytest.mark.parametrize(("name", "texts"), TEXTS)
def test_no_sentence_is_long(name, texts):
    for text in texts.values():
        for sentence in re.split(r"(?<=[.?!]) ", text):
            assert len(sentence) <= LONGEST_SENTENCE, sentence


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.key)
def test_every_face_of_every_edition_is_explained(edition):
    for each in edition.faces:
        assert what_it_does(each, edition.key), each.face
        assert each.is_number or each.face in WHAT_FACES_DO


def test_no_face_is_explained_that_no_edition_has():
    assert set(WHAT_FACES_DO) <= {each.face for edition in editions() for each in edition.faces}


def test_number_cards_do_nothing_but_where_the_edition_says_so():
    def text(key, edition_key):
        return what_it_does(find_edition(edition_key).face(key), edition_key)["en"]

    assert text("7", "classic-108") == text("0", "classic-108") == text("3", "no-mercy-168")
    assert "swap hands" in text("7", "no-mercy-168")
    assert "passes" in text("0", "no-mercy-168")
    assert "add up" in text("7", "dos-108")
    assert "no card of the colour" in text("wild-draw-four", "classic-108")
    assert "no card of the colour" not in text("wild-draw-four", "all-wild-112")
    assert "stacks" not in text("draw-two", "classic-108")
    assert "stacks" in text("draw-two", "no-mercy-168")


def test_what_is_known_of_a_made_up_card():
    assert what_it_does(face("hug", "red", 1, 5), "made-up") is None
    assert what_it_does(face("hug", "red", 1, 5, draws=1), "made-up") == {
        "en": "The next player draws 1 card and misses a turn.",
        "nl": "De volgende speler pakt 1 kaart en slaat een beurt over.",
    }
    assert "draws 3 cards" in what_it_does(face("hug", "", 1, 5, draws=3), "made-up")["en"]
    common = what_it_does(face("12", "red", 1, 12), "made-up")
    assert common == what_it_does(face("7", "red", 1, 7), "classic-108")
    assert what_it_does(face("skip", "red", 1, 5), "made-up") == WHAT_FACES_DO["skip"]


def test_every_scoring_system_is_explained():
    assert tuple(SCORING_TEXTS) == SYSTEMS
    for key, texts in SCORING_TEXTS.items():
        assert texts.key == key
        for language in LANGUAGES:
            assert 3 <= len(re.findall(r"[.](?: |$)", texts.explained[language])) <= 5
            assert texts.in_short[language].count("{target}") == 1
            assert "{" not in texts.without_target[language] + texts.explained[language]
            assert "No Mercy" in texts.explained[language]
            assert "team" in texts.explained[language].casefold()


def test_a_scoring_system_in_short():
    assert scoring_in_short("winner-collects", 500) == {
        "en": "Whoever goes out gets the points the others still hold. First to 500 wins.",
        "nl": "Wie uitgaat krijgt de punten die de anderen nog in de hand hebben. Wie het eerst"
        " 500 haalt, wint.",
    }
    in_thousands = scoring_in_short("knockout", 1000)
    assert "1,000" in in_thousands["en"]
    assert "1.000" in in_thousands["nl"]
    for key, texts in SCORING_TEXTS.items():
        assert scoring_in_short(key, None) == texts.without_target
    with pytest.raises(KeyError):
        scoring_in_short("roulette", 500)


def test_endings_are_explained():
    assert set(ENDING_TEXTS) >= {
        *("target", "max-rounds", "closed", "ties", "start-points", "joining", "leaving"),
        *("teams", "dealer", "deck-check"),
    }
    assert all(paragraph.key == key for key, paragraph in ENDING_TEXTS.items())


def test_answers_are_about_what_there_is():
    keys = [each.key for each in ANSWERS]
    assert len(keys) == len(set(keys))
    assert all(each.question["en"].endswith("?") for each in ANSWERS)
    assert all(each.question["nl"].endswith("?") for each in ANSWERS)
    for each in ANSWERS:
        assert set(each.house_rules) <= set(HOUSE_RULES)
        assert set(each.editions) <= BUILT_IN


def test_every_house_rule_is_in_an_answer():
    assert {key for each in ANSWERS for key in each.house_rules} == set(HOUSE_RULES)
