"""The way of a playgroup: begun without an account, kept, shared with others, handed over."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import first_round, store, totals
from tests.browser.test_group import enter_round, invite, join
from tests.browser.test_sign_in import keep


@pytest.fixture
def another(open_page: Callable[..., Page], here: str) -> Callable[[], Page]:
    return lambda: open_page(base_url=here)


def test_from_the_first_round_of_a_guest_to_another_owner(
    another: Callable[[], Page],
    code: Callable[[], str],
) -> None:
    phone, scorer, watcher, late = another(), another(), another(), another()
    board = first_round(phone)
    keep(phone, code)
    phone.goto(board)
    assert totals(phone) == {"Anna": 15, "Bram": 0, "Cees": 0}

    join(scorer, invite(phone, "Keep score"), "Bram")
    scorer.goto(board)
    enter_round(scorer, 2)
    store(scorer)
    expect(scorer).to_have_url(board)

    to_watch = invite(phone, "Look on", for_whom="everybody who has the link", lasts="a month")
    join(watcher, to_watch, "Oma")
    watcher.goto(board)
    assert totals(watcher) == {"Anna": 30, "Bram": 0, "Cees": 0}
    expect(watcher.get_by_role("link", name=re.compile("Record|Correct"))).to_have_count(0)

    phone.goto("/group/")
    phone.get_by_role("link", name=re.compile("everybody who has the link")).click()
    phone.get_by_role("button", name="Take the invitation back").click()
    assert late.goto(to_watch).status == 404
    assert watcher.goto(board).status == 200  # who is in stays in

    phone.goto("/group/")
    phone.get_by_role("link", name="Bram").click()
    phone.get_by_role("link", name="Hand the playgroup over").click()
    phone.get_by_role("button", name="Hand over").click()
    expect(phone.get_by_text("The playgroup is theirs now")).to_be_visible()
    assert phone.goto(f"{board}share/").status == 404
    assert scorer.goto(f"{board}share/").status == 200
    phone.goto(board)
    enter_round(phone, 3)
    store(phone)
    expect(phone).to_have_url(board)
    assert totals(phone) == {"Anna": 45, "Bram": 0, "Cees": 0}
