"""What the page of a round says of seats that are not there any more."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoreboard.forms.hands import HAND_FIELDS, KNOCKED
from scoreboard.queries.people import sat_there
from scoreboard.queries.score_sheet import ScoreSheet

OF_SEAT = re.compile(r"(cards|points|left|knocked)-([0-9]{1,5})")
PLACE = re.compile(r"[0-9]{1,5}")
ASKED = ("winner", "dealer")


@dataclass(frozen=True)
class TakenAway:
    """A seat of which the page says something and which was taken away meanwhile.

    `asked` are the questions to which it was the answer, `held` is what was entered as its hand.
    """

    place: str
    name: str
    asked: tuple[str, ...]
    held: str

    @property
    def reasons(self) -> dict[str | None, str]:
        """A sentence for each field, None for what has none any more."""
        facts = {"name": self.name, "hand": self.held}
        sentences = {
            "winner": _("The seat of %(name)s was taken away meanwhile. Who went out?"),
            "dealer": _("The seat of %(name)s was taken away meanwhile. Who dealt?"),
            None: _(
                "The seat of %(name)s was taken away meanwhile, so this is not stored – %(hand)s"
            ),
        }
        of = (*self.asked, None) if self.held else self.asked
        return {field: str(sentences[field]) % facts for field in of}


def taken_away(data: QueryDict, sheet: ScoreSheet) -> list[TakenAway]:
    """What the page says of seats in which nobody, or somebody else, sits by now.

    A seat keeps its position, but the last one's may be given out anew after it was taken away;
    so the page says with each position who sits there.
    """
    sits = {str(seat.position): seat.player.key for seat in sheet.seats}
    asked = {field: place for field in ASKED if PLACE.fullmatch(place := data.get(field, ""))}
    held: dict[str, dict[str, str]] = {}
    for name, value in data.items():
        if (found := OF_SEAT.fullmatch(name)) and value.strip():
            held.setdefault(found[2], {})[found[1]] = value.strip()
    said = {place: data.get(f"seat-{place}", "") for place in (*asked.values(), *held)}
    gone = {
        place: key
        for place, key in said.items()
        if place not in sits or (key and key != sits[place])
    }
    if gone:
        chairs = {str(seat.position): seat.pk for seat in sheet.seats}
        same = sat_there(sheet, {*gone.values()})
        gone = {place: key for place, key in gone.items() if (chairs.get(place), key) not in same}
    names = names_of(sheet, gone.values()) if gone else {}
    return [
        TakenAway(
            place=place,
            name=names.get(key, gettext("somebody")),
            asked=tuple(field for field in asked if asked[field] == place),
            held=told_entry(held.get(place, {})),
        )
        for place, key in gone.items()
    ]


def names_of(sheet: ScoreSheet, keys: Iterable[str]) -> dict[str, str]:
    if sheet.game.by_link:  # which shows nobody but those at the table, and calls them its own way
        return sheet.names
    can_be = [key for key in keys if key.isprintable()]
    people = sheet.game.playgroup.players.filter(key__in=can_be)
    return dict(people.values_list("key", "name"))


def told_entry(held: dict[str, str]) -> str:
    labels = {part: field.label for part, field in HAND_FIELDS.items()}
    values = {part: value for part, value in held.items() if part != "knocked"}
    told = [f"{labels[part]}: {value}" for part, value in values.items()]
    return " · ".join([*told, str(KNOCKED.label)] if "knocked" in held else told)


def without(data: QueryDict, gone: list[TakenAway]) -> QueryDict:
    """What else was sent: whoever sits there now did not answer for the seat before."""
    data = data.copy()
    for seat in gone:
        for part in (*HAND_FIELDS, "knocked"):
            data.pop(f"{part}-{seat.place}", None)
        for field in seat.asked:
            data[field] = ""
    return data
