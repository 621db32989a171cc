"""The page that sets a session up, as a browser reads and sends it."""

import rules
from scoreboard.models import GameSession
from tests.scoreboard.people import a_key
from tests.scoreboard.readback import Page

NEW = "/sessions/new/"
DUTCH = {"Accept-Language": "nl"}
HTMX = {"HX-Request": "true"}
EDITIONS = [edition.key for edition in rules.editions()]


class SetUp(Page):
    """The page with its choices: what a browser would send of it."""

    def __init__(self, response) -> None:
        self.select = ""
        self.offered: dict[str, list[str]] = {}
        super().__init__(response)

    def handle_starttag(self, tag, attrs) -> None:
        super().handle_starttag(tag, attrs)
        given = dict(attrs)
        if tag in ("select", "datalist"):
            self.select = given.get("name") or given["id"]
            self.offered[self.select] = []
        if tag == "option" and "value" in given:
            self.offered[self.select].append(given["value"])
            if "selected" in given:
                self.fields[self.select] = [given["value"]]

    def form(self, *left_out: str, **changed) -> dict[str, list[str]]:
        """What the page sends once `changed` was typed or ticked."""
        fields = {name: values for name, values in self.fields.items() if name not in left_out}
        fields.pop("csrfmiddlewaretoken", None)
        return fields | {name: as_list(value) for name, value in changed.items()}


def as_list(value) -> list[str]:
    return list(value) if isinstance(value, list | tuple) else [value]


def sent(*seats: str, **more) -> dict:
    seats = seats or ("Anna", "Bram", "Cees", "Dirk")
    basics = {"start": "1", "plays": list(seats), "seat": list(seats), "target": "500"}
    return basics | {"key": a_key()} | more


def choosing(*seats: str, **more) -> dict:
    """The same before anybody pressed Start."""
    return {name: value for name, value in sent(*seats, **more).items() if name != "start"}


def started(client, data: dict, **kwargs) -> GameSession:
    response = client.post(NEW, data, **kwargs)
    assert response.status_code == 302, Page(response).words
    return GameSession.objects.get(pk=response.url.split("/")[2])


def stored(game: GameSession, column: str):
    if column in ("team", "start_points"):
        return list(game.seats.values_list(column, flat=True))
    return getattr(game, column)
