"""The page of a round, filled in and sent, for any edition and any way of scoring."""

from django.urls import reverse

import rules
from scoreboard.models import GameSession, Member, Round
from tests.scoreboard.people import start
from tests.scoreboard.readback import Page

LOST = {"points-1": "20", "points-2": "7"}


def start_with(owner: Member, names: str = "Anna Bram Cees", **agreed) -> GameSession:
    """To the target that goes with what was agreed."""
    edition = rules.find_edition(agreed.get("edition", "classic-108"))
    target = rules.default_target(edition, agreed.get("scoring", "winner-collects"))
    return start(owner, names, **{"target": target} | agreed)


def next_round(game) -> str:
    return reverse("record", args=[game.pk])


def stored_round(row: Round) -> str:
    return reverse("correct", args=[row.game_id, row.pk])


def typed(phone, address: str, **sent: str) -> dict[str, str]:
    """The page as it came, with what somebody entered; `cards_1` is the field cards-1."""
    return Page(phone.get(address)).sent | {of_seat(name): value for name, value in sent.items()}


def send(phone, address: str, **sent: str):
    return phone.post(address, typed(phone, address, **sent))


def kept(response, sent: dict[str, str]) -> bool:
    """Everything entered is still in the form."""
    there = Page(response).sent
    entered = ("cards-", "points-", "left-", "way-", "winner")
    words = {name: value for name, value in sent.items() if name.startswith(entered) and value}
    return words.items() <= there.items()


def of_seat(name: str) -> str:
    return name.replace("_", "-") if name[-1].isdigit() else name


def record(phone, game, winner: str = "0", **sent: str) -> Round:
    before = game.rounds.count()
    response = send(phone, next_round(game), winner=winner, **sent)
    assert response.status_code == 302, Page(response).words
    assert game.rounds.count() == before + 1
    return game.rounds.last()


def at_the_field(response, field: str) -> str:
    """What is said there, and nothing stored."""
    assert response.status_code == 422
    page = Page(response)
    described = page.tag_with(id=field)
    assert described["aria-invalid"] == "true"
    assert page.tag_with(id=described["aria-describedby"])
    return page.words


def faces_on(page: Page) -> list[str]:
    return page.having("data-face")


def seats_on(page: Page) -> list[str]:
    return [given["data-name"] for _tag, given in page.tags if "data-party" in given]


def folded(response) -> list[bool]:
    return ["open" not in given for tag, given in Page(response).tags if tag == "details"]


def chosen(response) -> dict[str, str]:
    """What the page sends, with what is chosen in its lists."""
    page = Page(response)
    options = [given for tag, given in page.tags if tag == "option"]
    selected = [given["value"] for given in options if "selected" in given]
    return page.sent | {"dealer": (selected or [options[0]["value"]])[-1]}
