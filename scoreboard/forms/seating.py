"""Who plays, in which order, in which team, and from how many points."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from scoreboard.actions.players import next_mark
from scoreboard.forms.fields import MOST_SEATS, NUMBER, WholeNumberField, tidy, typed_number
from scoreboard.models import name_key
from scoreboard.queries.known import Known

# From so many known people on only the usual ones lie there, the others one step further.
MANY = 17
USUAL = 12
# What is sent by the names of people.
BY_NAME = ("plays", "seat", "paired", "first_dealer")


@dataclass(frozen=True)
class Chip:
    """Somebody to tick; `id` is that of the input."""

    id: str
    name: str
    mark: int


@dataclass(frozen=True)
class Place:
    """A seat as the page shows it; `id` is that of its inputs."""

    id: str
    name: str
    mark: int
    team: int
    start: forms.BoundField


class Seating:
    """The seats are plain repeated inputs.

    `plays` has the names that are ticked, `seat` the order they have on the page; `team-…` and
    `start-…` carry the name. Names do, since a playgroup has each only once. `paired` is the order
    for which teams were last offered: a script moves seats before the server knows.
    """

    def __init__(self, form: forms.Form, data, known: Known) -> None:
        self.form = form
        self.known = known
        self.names = known.usual if data is None else arranged(data)
        self.paired = list(known.usual) if data is None else paired(data)
        for name in self.names:
            self.add_field(name)

    def add_field(self, name: str) -> None:
        self.form.fields[f"start-{name}"] = WholeNumberField(label=name, **NUMBER)

    def add(self, name: str) -> None:
        self.names.append(name)
        self.add_field(name)

    def move(self, position: int, by: int) -> None:
        if 0 <= position < len(self.names) and 0 <= position + by < len(self.names):
            self.names.insert(position + by, self.names.pop(position))

    @property
    def marks(self) -> dict[str, int]:
        """Everybody's mark by name; new people get the ones that come next."""
        known = self.known.marks | self.known.hidden
        new = [name for name in self.names if name not in known]
        first = self.known.people
        return known | {name: next_mark(first + place) for place, name in enumerate(new)}

    @property
    def chips(self) -> tuple[list[Chip], list[Chip]]:
        """Those of last time, the usual ones, whoever sits at the table; then everybody else."""
        marks, known = self.marks, [*self.known.marks]
        usual = [*dict.fromkeys([*self.known.usual, *known])]
        most = len(known) if len(known) < MANY else max(USUAL, len(self.known.usual))
        shown = [*dict.fromkeys([*usual[:most], *self.names])]
        others = sorted({*known} - {*shown}, key=name_key)
        chips = {name: Chip(str(n), name, marks[name]) for n, name in enumerate([*shown, *others])}
        return [chips[name] for name in shown], [chips[name] for name in others]

    @property
    def away(self) -> list[str]:
        """Known people who are not at the table, as somebody begins to type their names."""
        return [name for name in self.known.marks if name not in self.names]

    @property
    def places(self) -> list[Place]:
        marks, teams = self.marks, self.team_of
        return [
            Place(str(place), name, marks[name], teams[name], self.form[f"start-{name}"])
            for place, name in enumerate(self.names)
        ]

    # --- teams ------------------------------------------------------------------------------------

    @property
    def can_be_teams(self) -> bool:
        """Whether teams of equal size, of two at least, come out of so many people."""
        seats = len(self.names)
        return any(seats % teams == 0 for teams in range(2, seats // 2 + 1))

    @property
    def teams(self) -> range:
        """The teams on offer: as many as there can be of two, and those that are in use."""
        return range(1, max(2, len(self.names) // 2, *self.team_of.values()) + 1)

    @property
    def team_of(self) -> dict[str, int]:
        """As it was chosen; as long as nothing was, partners sit opposite each other."""
        opposite = facing(self.names)
        sent = self.sent_teams
        if not sent or sent == {name: facing(self.paired)[name] for name in sent}:
            return opposite
        found: dict[str, int] = {name: sent[name] for name in self.names if name in sent}
        for name in self.names:
            if name not in found:
                sizes = Counter(found.values())
                found[name] = min(sorted(set(opposite.values())), key=lambda team: sizes[team])
        return found

    @cached_property
    def sent_teams(self) -> dict[str, int]:
        values = self.form.data if self.form.is_bound else self.form.initial
        sent = {name: typed_number(values.get(f"team-{name}")) for name in self.paired}
        most = range(1, max(3, len(self.paired)))
        return {name: team for name, team in sent.items() if team in most}

    @property
    def agreed_teams(self) -> dict[str, str]:
        return {name: str(team) for name, team in self.team_of.items()}

    # --- start points -----------------------------------------------------------------------------

    @property
    def starts(self) -> dict[str, int]:
        """Who does not start from nothing."""
        typed = {name: typed_number(self.form[f"start-{name}"].value()) for name in self.names}
        return {name: points for name, points in typed.items() if points}

    @property
    def starts_say(self) -> str:
        told = [f"{name} {points}" for name, points in self.starts.items()]
        return ", ".join(told) or gettext("Everybody starts at 0")


def by_names_of_today(data: QueryDict, known: Known) -> QueryDict:
    """As if the page had known which people were made one since."""
    sent = {name for word in BY_NAME for name in data.getlist(word)}
    found = {name: known.called.get(name_key(name), name) for name in sent}
    now = {name: other for name, other in found.items() if name_key(name) != name_key(other)}
    if not now:
        return data
    data = data.copy()
    for word in BY_NAME:
        data.setlist(word, [now.get(name, name) for name in data.getlist(word)])
    for name, of_today in now.items():
        for part in ("team", "start"):
            if f"{part}-{name}" in data:
                data.setdefault(f"{part}-{of_today}", data[f"{part}-{name}"])
    return data


def names_in(data, word: str) -> list[str]:
    return [tidy(name) for name in data.getlist(word)]


def paired(data) -> list[str]:
    return names_in(data, "paired") or names_in(data, "seat")


def arranged(data) -> list[str]:
    ticked, seated = (dict.fromkeys(names_in(data, word), True) for word in ("plays", "seat"))
    seats = [*(name for name in seated if name in ticked), *ticked]
    # One more than there may be, so that it is told; a page of hundreds takes seconds.
    return list(dict.fromkeys(seats))[: MOST_SEATS + 1]


def facing(names: list[str]) -> dict[str, int]:
    """Two teams, or as few as there can be of equal size, in turn round the table."""
    fewest = (teams for teams in range(2, len(names) // 2 + 1) if len(names) % teams == 0)
    teams = next(fewest, 2)
    return {name: place % teams + 1 for place, name in enumerate(names)}
