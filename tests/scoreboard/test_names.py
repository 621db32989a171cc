"""What people are called by links that do not show their names in full."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.session_file import read_session_file
from scoreboard.actions.sessions import NewSession, start_session
from scoreboard.actions.sharing import share_session
from scoreboard.queries.names import first_sign, initials
from tests.scoreboard.people import EVENING, a_key
from tests.scoreboard.readback import Page

FARMER = "👩\u200d🌾"
FAMILY = "👨\u200d👩\u200d👧\u200d👦"
WALES = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Anna de Vries", "A.D.V."),
        ("(Jan) 'de' Vries", "J.D.V."),
        ("«Bo»", "B."),
        ("'s-Gravenhage", "S."),
        ("123 Go", "1.G."),
        ("😀Jo", "J."),
        ("Jo & Bo", "J.&B."),
        ("-", "-"),
        ("?! …", "?…"),
        ("😀", "😀"),
        ("😀🎉", "😀"),
        (f"{FARMER} Jo", f"{FARMER}J."),
        (f"{FAMILY}{FAMILY}", FAMILY),
        ("👍🏽👍🏿", "👍🏽"),
        ("❤️‍🔥❤️", "❤️‍🔥"),
        ("🇳🇱🇧🇪 Bo", "🇳🇱B."),
        (f"{WALES}🏴", WALES),
        ("1️⃣ Jo", "1️⃣.J."),
        ("e\u0301mile z\u0323\u0302oe", "É.Ẓ̂."),
        ("क्षिति शर्मा", "क्षि.श."),
        ("محمد علي", "م.ع."),
        ("李 雷", "李.雷."),
        ("ßeta ﬁn", "SS.FI."),
    ],
)
def test_initials(name: str, called: str) -> None:
    assert initials(name) == unicodedata.normalize("NFC", called)


def test_the_half_of_a_flag_is_a_sign_of_its_own() -> None:
    assert first_sign("🇳") == "🇳"
    assert first_sign("🇳a") == "🇳"


@given(st.text(min_size=1, max_size=40).filter(str.strip))
def test_everybody_has_initials(name: str) -> None:
    called = initials(name)
    assert called
    assert not any(sign.isspace() for sign in called)


def test_who_come_out_the_same_are_numbered(client, owner) -> None:
    agreed = NewSession(names=["😀🎉", "😀", "Jan", "(Jo)"])
    game = start_session(
        playgroup=owner.playgroup, agreed=agreed, key=a_key(), by=owner, at=EVENING
    )
    link = share_session(game=game, by=owner, at=EVENING, names="initials")
    words = Page(client.get(link.get_absolute_url())).words
    assert all(called in words for called in ("😀 1", "😀 2", "J. 1", "J. 2"))


@pytest.mark.parametrize("names", ["first", "initials"])
def test_two_of_one_name_in_two_cases_are_numbered_too(client, owner, names) -> None:
    agreed = NewSession(names=["anna de vries", "Anna Bakker", "ANNA D Visser"])
    game = start_session(
        playgroup=owner.playgroup, agreed=agreed, key=a_key(), by=owner, at=EVENING
    )
    link = share_session(game=game, by=owner, at=EVENING, names=names)
    text = client.get(f"{link.get_absolute_url()}session.json").content.decode()
    assert read_session_file(text).problems == []
