"""Who plays and what was agreed: typed names, the page that sets a session up, renaming."""

import time

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoreboard.forms.fields import WholeNumberField, tidy
from scoreboard.models import GameSession, Player, Playgroup
from scoreboard.queries.score_sheet import ScoreSheet
from tests.scoreboard.people import a_key, browser_of, own_playgroup, start
from tests.scoreboard.readback import Page, everything_stored

DUTCH = {"Accept-Language": "nl"}
HTMX = {"HX-Request": "true"}
NEW = "/sessions/new/"
NAMES = {
    "emoji": "🦊 Vos 🎉",
    "a family of emoji": "👨‍👩‍👧‍👦",
    "right to left": "يوسف",
    "right to left and a number": "דוד 2",
    "sixty letters": "Ä" * 60,
    "a tag": "<b>x</b>",
    "quotes": 'O\'Neil "Q"',
    "a backslash": "C:\\x\\",
    "a template": "{{ x }} {% y %}",
    "per cent": "100 %(number)s %s",
    "one letter": "Z",
    "a digit": "0",
}
NO_NAMES = {
    "only spaces": ("   \u00a0\u2003 ", None),
    "zero width only": ("\u200b\u200d\u2060", "that can be seen"),
    "bidi marks only": ("\u202e\u200f", "that can be seen"),
    "sixty-one letters": ("a" * 61, "A name has at most 60 letters."),
    "NUL": ("An\x00na", "Null characters are not allowed."),
}


def quick_start(client, names: str, headers=None, **more):
    return client.post("/", {"names": names, **more}, headers=headers)


def at_the_table() -> list[str]:
    game = GameSession.objects.get()
    return [seat.player.name for seat in game.seats.select_related("player")]


def setting_up(*seats: str, **more) -> dict:
    return {"start": "1", "plays": list(seats), "seat": list(seats), "target": "500"} | more


# --- the names, and go ----------------------------------------------------------------------------


def test_from_nothing_to_a_session_in_one_post(client, db):
    response = quick_start(client, "Anna, Bram\nCees ,,\n", time_zone="America/Los_Angeles")
    assert response.url == GameSession.objects.get().get_absolute_url()
    assert at_the_table() == ["Anna", "Bram", "Cees"]
    assert Playgroup.objects.get().time_zone == "America/Los_Angeles"
    assert client.get(response.url).status_code == 200


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_kept_as_it_was_written(client, db, name):
    assert quick_start(client, f"{name}, Bram").status_code == 302
    assert at_the_table() == [name, "Bram"]


def test_spaces_within_a_name_are_one_space(client, db):
    quick_start(client, " Jan \t  Piet ,Bram")
    assert at_the_table() == ["Jan Piet", "Bram"]


@pytest.mark.parametrize(("name", "told"), NO_NAMES.values(), ids=NO_NAMES)
def test_what_is_no_name_starts_nothing(client, db, name, told):
    response = quick_start(client, f"{name}, Bram")
    assert response.status_code == 422
    assert (told or "A session needs at least two players.") in Page(response).words
    assert Playgroup.objects.count() == 0


@pytest.mark.parametrize(
    ("names", "headers", "told"),
    [
        ("Anna", {}, "A session needs at least two players."),
        ("Anna", DUTCH, "Voor een sessie zijn minstens twee spelers nodig."),
        ("Anna, bram, ANNA", {}, "is at the table twice."),
        ("Anna, bram, ANNA", DUTCH, "zit twee keer aan tafel."),
        ("Weiß, WEISS", {}, "is at the table twice."),
    ],
)
def test_why_it_does_not_start_is_said_and_the_names_are_still_there(
    client, db, names, headers, told
):
    response = quick_start(client, names, headers)
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    assert page.fields["names"] == [names]
    assert Playgroup.objects.count() == 0


@pytest.mark.parametrize("names", ["", ",", " , ,\n", "a" * 2001])
def test_without_names_there_is_no_session(client, db, names):
    assert quick_start(client, names).status_code == 422
    assert Playgroup.objects.count() == 0


def test_more_people_than_the_box_is_meant_for_may_play(client, db):
    assert quick_start(client, ", ".join(f"P{n}" for n in range(14))).status_code == 302
    assert client.get(GameSession.objects.get().get_absolute_url()).status_code == 200


def test_two_taps_on_start_make_one_session(phone, owner):
    for _ in range(2):
        quick_start(phone, "Dirk, Els", key="k" * 12)
    assert GameSession.objects.count() == 1


# --- the page that sets a session up --------------------------------------------------------------


def test_the_people_of_last_time_sit_there_already(phone, game):
    page = Page(phone.get(NEW))
    assert page.fields["plays"] == page.fields["seat"] == ["Anna", "Bram", "Cees"]
    assert page.sent["target"] == "500"


def test_everything_that_can_be_agreed_is_stored(phone, owner):
    sent = setting_up(
        "Anna", "Bram", first_dealer="Bram", target="300", options="wild-20", name="Friday"
    )
    game = GameSession.objects.get(pk=phone.post(NEW, sent).url.split("/")[2])
    assert (game.target, game.card_points, game.name) == (300, {"wild": 20}, "Friday")
    assert game.first_dealer.name == "Bram"


def test_somebody_new_takes_the_last_seat(phone, game):
    sent = {"plays": ["Anna", "Bram"], "seat": ["Anna", "Bram"], "new": " Dirk ", "target": "500"}
    response = phone.post(NEW, sent | {"add": "1"})
    assert Page(response).fields["seat"] == ["Anna", "Bram", "Dirk"]
    assert Page(response).sent["new"] == ""
    assert Player.objects.count() == 3


def test_a_known_name_is_spelled_as_it_is_known(phone, game):
    sent = {"plays": ["Anna"], "seat": ["Anna"], "new": "CEES", "add": "1"}
    assert Page(phone.post(NEW, sent)).fields["seat"] == ["Anna", "Cees"]


@pytest.mark.parametrize("name", ["Anna", "anna", " ANNA "])
def test_somebody_who_sits_there_already_is_told_so(phone, game, name):
    response = phone.post(NEW, setting_up("Anna", "Bram", new=name))
    assert response.status_code == 422
    assert "Anna is already at the table." in Page(response).words


@pytest.mark.parametrize(
    ("pressed", "seats"),
    [
        ({"earlier": "2"}, ["Anna", "Cees", "Bram"]),
        ({"later": "0"}, ["Bram", "Anna", "Cees"]),
        ({"earlier": "0"}, ["Anna", "Bram", "Cees"]),
        ({"later": "2"}, ["Anna", "Bram", "Cees"]),
        ({"later": "9"}, ["Anna", "Bram", "Cees"]),
        ({"later": "x"}, ["Anna", "Bram", "Cees"]),
    ],
)
def test_seats_are_moved_by_buttons(phone, game, pressed, seats):
    sent = setting_up("Anna", "Bram", "Cees") | pressed
    del sent["start"]
    before = everything_stored()
    assert Page(phone.post(NEW, sent)).fields["seat"] == seats
    assert everything_stored() == before


def test_who_is_not_ticked_does_not_play(phone, game):
    phone.post(NEW, setting_up("Anna", "Cees") | {"seat": ["Anna", "Bram", "Cees"]})
    assert GameSession.objects.order_by("pk").last().seats.count() == 2


@pytest.mark.parametrize(
    ("sent", "headers", "told", "field"),
    [
        (setting_up("Anna"), {}, "A session needs at least two players.", "id_new"),
        (setting_up("Anna", "ANNA"), {}, "is at the table twice.", "id_new"),
        (setting_up("Anna", "x" * 61), {}, "at most 60 letters", "id_new"),
        (setting_up("Anna", "Bram", new="\u200b"), {}, "that can be seen", "id_new"),
        (setting_up("Anna", "Bram", target="0"), {}, "from 1 to 1,000,000", "id_target"),
        (setting_up("Anna", "Bram", target="-5"), DUTCH, "van 1 tot en met 1.000.000", "id_target"),
        (setting_up("Anna", "Bram", target="1000001"), {}, "from 1 to", "id_target"),
        (setting_up("Anna", "Bram", target="9" * 4000), {}, "from 1 to", "id_target"),
        (setting_up("Anna", "Bram", target="9" * 5000), {}, "Enter a whole number.", "id_target"),
        (setting_up("Anna", "Bram", target="12,5"), {}, "Enter a whole number.", "id_target"),
        (setting_up("Anna", "Bram", target="1.000"), {}, "Enter a whole number.", "id_target"),
        (setting_up("Anna", "Bram", name="x" * 61), {}, "at most 60 characters", "id_name"),
    ],
)
def test_what_cannot_be_agreed_is_said_and_nothing_typed_is_lost(
    phone, game, sent, headers, told, field
):
    before = everything_stored()
    response = phone.post(NEW, sent, headers=headers)
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    assert page.fields["seat"] == list(dict.fromkeys(sent["seat"]))
    for name in ("target", "name", "new"):
        assert page.sent[name] == sent.get(name, "")
    assert page.tag_with(id=field)
    assert everything_stored() == before


@pytest.mark.parametrize(
    "sent",
    [
        setting_up("Anna", "Bram", options="gratis"),
        setting_up("Anna", "An\x00na"),
        setting_up("Anna", "Bram", first_dealer="x" * 201),
    ],
)
def test_what_no_page_sends_starts_nothing(phone, game, sent):
    before = everything_stored()
    assert phone.post(NEW, sent).status_code == 422
    assert everything_stored() == before


def test_who_does_not_sit_at_the_table_does_not_deal_first(phone, owner):
    phone.post(NEW, setting_up("Anna", "Bram", first_dealer="Zoë"))
    assert GameSession.objects.get().first_dealer is None


def test_whoever_deals_first_may_be_typed_in_another_case(phone, game):
    sent = setting_up("anna", "Bram", first_dealer="Anna")
    phone.post(NEW, sent)
    sheet = ScoreSheet(GameSession.objects.order_by("pk").last())
    assert sheet.names[sheet.standings.next_dealer] == "Anna"


@pytest.mark.parametrize("status", [200, 422])
def test_with_htmx_the_form_comes_alone(phone, game, status):
    sent = setting_up("Anna") if status == 422 else {"plays": ["Anna"], "seat": ["Anna"]}
    response = phone.post(NEW, sent, headers=HTMX)
    assert response.status_code == status
    assert Page(response).tags[0] == ("form", Page(response).tag_with(id="setup"))


def test_without_htmx_it_comes_as_a_whole_page(phone, game):
    assert Page(phone.post(NEW, setting_up("Anna"))).tags[0][0] == "html"


def test_the_marks_on_the_page_are_those_that_people_get(phone, game):
    response = phone.post(NEW, {"plays": ["Dirk", "Bram"], "seat": ["Dirk", "Bram"]})
    assert response.context["form"].seating.marks["Dirk"] == 3
    phone.post(NEW, setting_up("Dirk", "Bram"))
    assert Player.objects.get(name="Dirk").mark == 3


def test_people_of_others_are_never_offered(game):
    other = own_playgroup()
    start(other, "Xavier Yvonne")
    assert "Anna" not in Page(browser_of(other).get(NEW)).words


# --- renaming -------------------------------------------------------------------------------------


@pytest.fixture
def anna(game) -> Player:
    return Player.objects.get(name="Anna")


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_anybody_may_be_renamed_to_any_name(phone, anna, name):
    address = reverse("rename", args=[anna.pk])
    assert phone.post(address, {"name": name}).url == anna.get_absolute_url()
    anna.refresh_from_db()
    assert anna.name == name


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bram", "Somebody here has that name already."),
        ("", "This field is required."),
        ("  \u2003", "This field is required."),
        ("\u200b", "that can be seen"),
        ("a" * 61, "A name has at most 60 letters."),
        ("a" * 201, "at most 200 characters"),
        ("An\x00na", "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_a_new_name_is_said_beside_what_was_typed(phone, anna, name, told):
    before = everything_stored()
    response = phone.post(reverse("rename", args=[anna.pk]), {"name": name})
    assert response.status_code == 422
    page = Page(response)
    assert told in page.words
    assert page.tag_with(id="id_name")["value"] == name
    assert page.tag_with(id="id_name")["aria-invalid"] == "true"
    assert "Anna" in page.words
    assert everything_stored() == before


def test_more_people_than_fit_in_a_session_are_refused(phone, client):
    many = [f"P{number}" for number in range(41)]
    for answer in (
        client.post("/", {"names": ", ".join(many), "key": a_key()}),
        phone.post(NEW, setting_up(*many)),
    ):
        assert answer.status_code == 422
        assert "At most 40 people fit in one session." in Page(answer).words


def test_a_name_on_the_set_up_page_is_stored_as_a_name_is_cleaned(phone):
    sent = setting_up("A \n\t  B", "C" + " " * 100 + "D")
    assert phone.post(NEW, sent).status_code == 302
    assert {player.name for player in Player.objects.all()} == {"A B", "C D"}


@pytest.mark.parametrize("typed", ["1.000", "1,5", "1_0", "\u0663\u0667", "1e3", "+5"])
def test_a_number_is_never_read_for_another_one(typed):
    with pytest.raises(ValidationError):
        WholeNumberField().clean(typed)
    assert WholeNumberField().clean(" 1000 ") == 1000


def test_a_number_of_nothing_but_spaces_takes_no_time():
    begun = time.monotonic()
    with pytest.raises(ValidationError):
        WholeNumberField().clean(" " * 200_000 + "x")
    assert time.monotonic() - begun < 1


def test_signs_that_turn_the_text_around_a_name_are_dropped(owner):
    turned = "\u202eAnna\u202c, \u2067Bram\u2069, \u05d3\u05d5\u05d3 2"
    browser_of(owner).post("/", {"names": turned, "key": a_key()})
    assert set(Player.objects.values_list("name", flat=True)) == {
        "Anna",
        "Bram",
        "\u05d3\u05d5\u05d3 2",
    }


@pytest.mark.parametrize(
    "unseen",
    [
        "\u200b",
        "\ufeff",
        "\u2060",
        "\u00ad",
        "\u200e",
        "\u200f",
        "\u3164",
        "\u115f",
        "\u034f",
        "\u206a",
        "\ufff9",
    ],
)
def test_no_two_names_look_the_same_by_a_sign_of_no_width(unseen):
    assert tidy(f"Br{unseen}am{unseen}") == "Bram"
    assert tidy("👩\u200d🌾") == "👩\u200d🌾"
    # A joiner that joins nothing.
    assert tidy("Anna\u200d \u200c\u200d Bram\u200c") == "Anna Bram"
    assert tidy("\u2800Anna\u2800") == "Anna"
    # What says how a sign looks, where there is none; and where there is one.
    assert tidy("\ufe0f Anna \U000e0061") == "Anna"
    assert tidy("❤\ufe0f Jo") == "❤\ufe0f Jo"


@pytest.mark.parametrize("nobody", ["\u3164", "\u2800", "\u200d", "\uffa0\u1160 \u200c"])
def test_nobody_is_called_by_what_cannot_be_seen(owner, nobody):
    answer = browser_of(owner).post("/", {"names": f"{nobody}, Anna, Bram", "key": a_key()})
    assert answer.status_code == 422
    assert "can be seen" in Page(answer).words
    assert not Player.objects.exists()
