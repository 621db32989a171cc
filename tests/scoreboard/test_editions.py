"""The boxes to look up, and editions of one's own: made, changed, put away, frozen."""

import pytest
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

import rules
from scoreboard.models import OwnEdition
from scoreboard.queries.editions import card_tables
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.editions import edition_fields, own_edition, table_of
from tests.scoreboard.people import a_key, play, start
from tests.scoreboard.readback import fresh

EDITIONS = [edition.key for edition in rules.editions()]


def page(client, name, *args, language="en") -> str:
    response = client.get(reverse(name, args=args), headers={"Accept-Language": language})
    assert response.status_code == 200
    return response.content.decode()


# --- to look up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("key", EDITIONS)
def test_a_stranger_looks_up_every_card_of_every_box(client, db, key, language):
    edition = rules.find_edition(key)
    text = page(client, "edition", key, language=language)
    assert escape(edition.names[language]) in text
    for face in edition.faces:
        if not face.is_number:
            assert escape(face.names[language]) in text, face
    assert text.count('class="worth"') == sum(
        len(table.rows) for table in card_tables(edition, key)
    )


@override("en")
def test_number_cards_that_differ_in_nothing_but_their_number_are_one_row():
    (table,) = card_tables(rules.find_edition("classic-108"), "classic-108")
    assert [(row.names, row.worth, row.there_are) for row in table.rows][:3] == [
        ("0", "0 points", "1 of each colour"),
        ("1–9", "its number", "2 of each colour"),
        ("Skip", "20 points", "2 of each colour"),
    ]
    (table,) = card_tables(rules.find_edition("dos-108"), "dos-108")
    assert [row.names for row in table.rows[:2]] == ["1, 3, 4, 5", "6–10"]


def test_the_two_sides_of_flip_are_told_apart(client, db):
    light, dark = card_tables(rules.find_edition("flip-112"), "flip-112")
    assert (light.cards, light.points, dark.cards, dark.points) == (112, 1280, 112, 1480)
    text = page(client, "edition", "flip-112")
    assert text.index("The light side") < text.index("Draw One") < text.index("The dark side")


@pytest.mark.parametrize("language", ["en", "nl"])
def test_scoring_house_rules_and_answers_can_be_looked_up(client, db, language):
    text = page(client, "rules", language=language)
    for rule in rules.HOUSE_RULES.values():
        assert escape(rule.explanation[language]) in text
    for system in rules.SCORING_SYSTEMS.values():
        assert system.names[language] in text
    assert text.count('class="answer"') >= 27 + 4 + 12


def test_a_box_shows_the_answers_that_are_about_it(client, db):
    flip = page(client, "edition", "flip-112")
    assert "Which side counts in Flip?" in flip
    assert "Which side counts in Flip?" not in page(client, "edition", "classic-108")
    assert 'class="answer"' not in page(client, "edition", "dos-108")


def test_an_unknown_edition_is_not_there(client, db):
    assert client.get(reverse("edition", args=["nonsense"])).status_code == 404


# --- one's own ------------------------------------------------------------------------------------


def test_a_copy_of_a_box_is_that_box_with_what_was_changed(phone, owner):
    for key in EDITIONS:
        fields = edition_fields(table_of(key), name=f"Ours {key}") | {"key": a_key()}
        sent = phone.post(reverse("new-edition") + f"?from={key}", fields)
        assert sent.status_code == 302, key
        made, box = OwnEdition.objects.latest("pk").in_rules(), rules.find_edition(key)
        assert made.names == {"en": f"Ours {key}", "nl": f"Ours {key}"}
        assert (made.cards, made.sides, made.options) == (box.cards, box.sides, box.options)
        assert (made.target, made.dealt, made.composition) == (
            box.target,
            box.dealt,
            box.composition,
        )
        assert (made.hand_limit, made.knock_out_bonus) == (box.hand_limit, box.knock_out_bonus)


def test_counts_values_names_and_new_cards(phone, owner):
    fields = edition_fields(table_of(), name="Oma’s doos", target="300", cards_13_points="20")
    fields |= {
        "cards-TOTAL_FORMS": "17",
        "cards-10-copies": "3",
        "cards-11-name": "",
        "cards-15-name": "Joker  van opa",
        "cards-15-copies": "2",
        "cards-15-points": "",
        "cards-16-name": "10",
        "cards-16-coloured": "on",
        "cards-16-copies": "1",
        "cards-16-points": "10",
        "key": a_key(),
    }
    for part in ("copies", "points", "draws", "coloured", "face"):
        fields.pop(f"cards-11-{part}", None)
    assert phone.post(reverse("new-edition"), fields).status_code == 302
    made = OwnEdition.objects.get()
    edition = made.in_rules()
    assert (made.name, edition.target, edition.face("wild").points) == ("Oma’s doos", 300, 20)
    assert edition.face("skip").copies == 3
    assert edition.face("reverse") is None
    joker = edition.face("joker-van-opa")
    assert (joker.names["nl"], joker.copies, joker.points, joker.colours) == (
        "Joker van opa",
        2,
        None,
        (),
    )
    assert edition.face("10").is_number
    assert edition.face("10").colours == ("red", "yellow", "green", "blue")


def made_from(phone, key: str, **changed) -> OwnEdition:
    fields = edition_fields(table_of(key), name=f"Ours {key}", **changed) | {"key": a_key()}
    assert phone.post(reverse("new-edition") + f"?from={key}", fields).status_code == 302
    return OwnEdition.objects.latest("pk")


def test_a_copy_is_told_what_its_box_is_told(phone, owner):
    assert "You must swap hands with a player" in page(
        phone, "edition", made_from(phone, "no-mercy-168").key
    )
    assert 'class="answer"' not in page(phone, "edition", made_from(phone, "dos-108").key)
    copy = made_from(phone, "flip-112")
    fields = edition_fields(copy.table, name="A copy of a copy") | {"key": a_key()}
    phone.post(reverse("new-edition") + f"?from={copy.key}", fields)
    again = OwnEdition.objects.latest("pk")
    assert (again.based_on, again.table["sides"]) == ("flip-112", copy.table["sides"])


def test_a_new_card_has_the_colours_of_its_side(phone, owner):
    new = {"name": "Black hole", "coloured": "on", "copies": "1", "points": "5"}
    fields = {f"cardsdark-15-{part}": value for part, value in new.items()}
    fields |= {"cardsdark-TOTAL_FORMS": "16"}
    sent = edition_fields(table_of("flip-112"), name="Space") | {"key": a_key()} | fields
    assert phone.post(reverse("new-edition") + "?from=flip-112", sent).status_code == 302
    face = OwnEdition.objects.get().in_rules().face("black-hole", "dark")
    assert face.colours == ("pink", "teal", "orange", "purple")


def test_sent_twice_it_is_one_edition(phone, owner):
    fields = edition_fields(table_of()) | {"key": a_key()}
    answers = [phone.post(reverse("new-edition"), fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert OwnEdition.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"name": " "}, "What do you call this edition?"),
        ({"name": "\u200b"}, "A name needs at least one letter"),
        ({"target": "0"}, "give a whole number from 1"),
        ({"target": "many"}, "Enter a whole number."),
        ({"target": ""}, "This field is required."),
        ({"most_players": "1"}, "give a whole number from 2"),
        ({"cards-0-copies": "-1"}, "give a whole number from 0"),
        ({"cards-0-copies": "1001"}, "give a whole number from 0"),
        ({"cards-0-points": "1000001"}, "give a whole number from 0"),
        ({"cards-0-draws": "1001"}, "give a whole number from 1"),
        ({"cards-15-points": "5"}, "What is this card called?"),
        ({"cards-15-name": "²", "cards-15-copies": "1"}, "would be read as something else"),
        ({"cards-14-name": "2x Skip"}, "would be read as something else"),
        ({"cards-14-name": "Wild, draw 6"}, "would be read as something else"),
        ({"cards-0-name": "x" * 61}, "A name has at most 60 letters."),
        ({"knock_out_bonus": "-5"}, "give a whole number from 0"),
        ({"cards-2-name": "1", "cards-2-face": ""}, "stands in the deck twice"),
        ({"cards-TOTAL_FORMS": "999"}, "at most"),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(phone, owner, changed, reason):
    fields = edition_fields(table_of(), cards_14_points="77") | {"key": a_key()}
    fields |= {"cards-TOTAL_FORMS": "16"} | changed
    answer = phone.post(reverse("new-edition"), fields)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert 'value="77"' in answer.content.decode()
    assert not OwnEdition.objects.exists()


def test_all_problems_come_at_once(phone, owner):
    fields = edition_fields(table_of(), target="0", cards_0_points="-3", cards_4_copies="-1")
    text = phone.post(reverse("new-edition"), fields | {"key": a_key()}).content.decode()
    assert text.count('class="wrong"') == 3


def test_a_name_is_taken_once_ignoring_case(phone, owner):
    own_edition(owner.playgroup)
    fields = edition_fields(table_of(), name="uno CLASSIC, 108 cards") | {"key": a_key()}
    answer = phone.post(reverse("new-edition"), fields)
    assert answer.status_code == 422
    assert "You have another edition of that name." in answer.content.decode()


def test_sent_again_with_something_else_it_is_another_one(phone, owner):
    fields = edition_fields(table_of(), name="First") | {"key": a_key()}
    phone.post(reverse("new-edition"), fields)
    phone.post(reverse("new-edition"), fields | {"name": "Second"})
    assert set(OwnEdition.objects.values_list("name", flat=True)) == {"First", "Second"}


def test_an_emptied_name_leaves_a_card_out(phone, owner):
    made = made_from(phone, "classic-108", cards_0_name="")
    assert made.in_rules().face("0") is None


@pytest.mark.parametrize(
    ("name", "key"),
    [("+10", "card-10"), ("ß" * 60, "s" * 40), ("🎴", "card"), ("12", "12")],
)
def test_only_digits_make_a_number_card_and_keys_are_short(phone, owner, name, key):
    new = {"cards-15-name": name, "cards-15-copies": "1", "cards-15-points": "5"}
    fields = edition_fields(table_of(), name="Odd") | new | {"cards-TOTAL_FORMS": "16"}
    assert phone.post(reverse("new-edition"), fields | {"key": a_key()}).status_code == 302
    (face,) = OwnEdition.objects.get().in_rules().cards[15:]
    assert (face.face, face.is_number) == (key, key.isdigit())
    changed = edition_fields(OwnEdition.objects.get().table, name="Odd again")
    own = OwnEdition.objects.get()
    address = reverse("change-edition", args=[own.key])
    assert phone.post(address, changed | {"seen_revision": "1"}).status_code == 302


def test_an_address_with_a_sign_that_cannot_be_stored_is_not_there(phone, owner):
    for address in ("/editions/%00/", "/editions/a%00b/change/", "/editions/new/?from=%00"):
        assert phone.get(address).status_code == 404


def test_an_old_page_overwrites_nothing(phone, owner):
    own = own_edition(owner.playgroup)
    address = reverse("change-edition", args=[own.key])
    first = edition_fields(own.table, target="300") | {"seen_revision": "1"}
    second = edition_fields(own.table, target="400") | {"seen_revision": "1"}
    assert phone.post(address, first).status_code == 302
    assert phone.post(address, first).status_code == 302
    answer = phone.post(address, second)
    assert answer.status_code == 409
    assert 'value="400"' in answer.content.decode()
    own.refresh_from_db()
    assert (own.table["target"], own.revision) == (300, 2)
    assert phone.post(address, second | {"seen_revision": "2"}).status_code == 302


def test_a_session_keeps_the_cards_that_it_started_with(phone, owner):
    own = own_edition(owner.playgroup)
    game = start(owner, "Anna Bram", edition=own.frozen_key, edition_table=own.table)
    play(game, "Anna", Bram="wild skip")
    fields = edition_fields(own.table, cards_13_points="5", cards_10_points="1")
    phone.post(reverse("change-edition", args=[own.key]), fields | {"seen_revision": "1"})
    own.refresh_from_db()
    assert own.in_rules().face("wild").points == 5
    sheet = ScoreSheet(fresh(game))
    assert sheet.setup.edition.key == f"{own.key}@1" != own.frozen_key
    assert sorted(sheet.standings.totals.values()) == [0, 70]
    play(game, "Anna", Bram="wild")
    assert sorted(ScoreSheet(fresh(game)).standings.totals.values()) == [0, 120]
    assert "50 points" in page(phone, "cards", game.pk)
    assert "5 points" in page(phone, "edition", own.key)
    assert reverse("cards", args=[game.pk]) in page(phone, "board", game.pk)


def test_put_away_and_offered_again(phone, owner):
    own = own_edition(owner.playgroup)
    phone.post(reverse("hide-edition", args=[own.key]), {"hide": "1"})
    own.refresh_from_db()
    assert own.is_hidden
    assert "put away" in page(phone, "editions")
    phone.post(reverse("hide-edition", args=[own.key]), {"show": "1"})
    own.refresh_from_db()
    assert not own.is_hidden


def test_names_of_all_kinds(phone, owner):
    for name in ("<b>Doos</b>", "🎴", "אונו", "N" * 60, '"quotes" & more'):
        fields = edition_fields(table_of(), name=name, cards_13_name=name) | {"key": a_key()}
        assert phone.post(reverse("new-edition"), fields).status_code == 302, name
        own = OwnEdition.objects.latest("pk")
        assert escape(name) in page(phone, "edition", own.key)
        assert "<b>Doos" not in page(phone, "editions")


def test_the_boxes_are_one_tap_from_every_first_page(client, phone, owner):
    assert reverse("editions") in page(client, "home")
    game = start(owner, "Anna Bram")
    assert reverse("editions") in page(phone, "home")
    assert reverse("cards", args=[game.pk]) in page(phone, "board", game.pk)
    assert reverse("editions") in page(phone, "cards", game.pk)
