"""What was agreed, as the page sends it when it changes: the end, who deals first, the seats."""

import re
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.actions.agreement import Agreement, people_by_round
from scoreboard.actions.history import first_dealer
from scoreboard.actions.sessions import reasons_against
from scoreboard.forms.fields import (
    MOST_ROUNDS,
    MOST_SEATS,
    WholeNumberField,
    clean_name,
    named,
    tidy,
    too_many_seats,
)
from scoreboard.models import Seat, name_key
from scoreboard.queries.known import Known
from scoreboard.queries.people import sat_there
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.standing import marks_of
from scoreboard.queries.words import language

MOST_CHIPS = 12
# With what the page showed beside it: a page that came too late keeps only what was changed on it.
A_NUMBER = {
    "required": False,
    "show_hidden_initial": True,
    "widget": forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
}
A_ROUND = A_NUMBER | {"max_value": MOST_ROUNDS}
PLACE = re.compile(r"seats\[(\d+)\](?:\.(\w+))?")
PARTS = {"start_points": "start", "from_round": "from", "to_round": "to"}


def number_or(otherwise: int, number: int | None) -> int:
    """Left empty it is what everybody has; a 0 is a 0."""
    return otherwise if number is None else number


def dealt_by_who_sits_there(data: QueryDict, sheet: ScoreSheet) -> QueryDict:
    """The page may know the one who deals first under a key from before a merge."""
    key = data.get("first_dealer", "")
    if not key or key in sheet.names:
        return data
    chairs = {seat for seat, _key in sat_there(sheet, {key})}
    now = [seat.player.key for seat in sheet.seats if seat.pk in chairs]
    if now:
        data = data.copy()
        data["first_dealer"] = now[0]
        if data.get("initial-first_dealer") == key:
            data["initial-first_dealer"] = now[0]
    return data


class SeatFields:
    """The inputs of one seat, and what is true of it now."""

    def __init__(self, form: "AgreementForm", seat: Seat, mark: int) -> None:
        self.form, self.seat, self.mark = form, seat, mark
        self.key, self.name = seat.player.key, seat.player.name

    def field(self, part: str) -> str:
        return f"{part}-{self.seat.pk}"

    def add_fields(self) -> None:
        self.form.fields |= {
            self.field("start"): WholeNumberField(label=_("Start points"), **A_NUMBER),
            self.field("from"): WholeNumberField(label=_("Plays from round"), **A_ROUND),
            self.field("to"): WholeNumberField(label=_("Last round"), **A_ROUND),
            self.field("goes"): forms.BooleanField(required=False),
            self.field("back"): forms.BooleanField(required=False),
            self.field("away"): forms.BooleanField(required=False),
        }
        self.form.initial |= {
            self.field("start"): self.seat.start_points,
            self.field("from"): self.seat.from_round,
            self.field("to"): self.seat.to_round,
        }

    @property
    def start(self) -> forms.BoundField:
        return self.form[self.field("start")]

    @property
    def joins(self) -> forms.BoundField:
        return self.form[self.field("from")]

    @property
    def leaves(self) -> forms.BoundField:
        return self.form[self.field("to")]

    @property
    def goes_home(self) -> forms.BoundField:
        return self.form[self.field("goes")]

    @property
    def is_back(self) -> forms.BoundField:
        return self.form[self.field("back")]

    @property
    def taken_back(self) -> forms.BoundField:
        return self.form[self.field("away")]

    @property
    def errors(self) -> list[str]:
        return [*self.start.errors, *self.joins.errors, *self.leaves.errors]

    @property
    def is_open(self) -> bool:
        """Unfolded where something is wrong, or was changed and is not stored yet."""
        return bool(self.form.is_bound and self.changed)

    @property
    def changed(self) -> bool:
        parts = ("start", "from", "to", "goes", "back", "away")
        return bool(self.errors) or any(self.field(p) in self.form.changed_data for p in parts)

    # --- how it is now ----------------------------------------------------------------------------

    @property
    def may_be_taken_back(self) -> bool:
        return self.key not in self.form.have_played and len(self.form.seats) > 2

    @property
    def may_go_home(self) -> bool:
        is_out = self.key in self.form.sheet.standings.knocked_out
        stays = self.seat.to_round is None and not is_out
        return stays and self.seat.from_round <= self.form.last_number

    @property
    def may_be_back(self) -> bool:
        return self.seat.to_round is not None and self.seat.to_round >= self.form.last_number

    @property
    def has_left(self) -> bool:
        return self.key in self.form.sheet.standings.left

    @property
    def was_missed(self) -> bool:
        """Whether rounds were played since it left: a seat cannot leave a gap."""
        return self.seat.to_round is not None and not self.may_be_back

    @property
    def told(self) -> str:
        """In a few words, beside the name."""
        first, last, words = self.seat.from_round, self.seat.to_round, []
        if first > 1:
            words.append(gettext("from round %(number)s") % {"number": first})
        if self.seat.start_points:
            words.append(gettext("start points %(points)s") % {"points": self.seat.start_points})
        if last is not None:
            words.append(gettext("until round %(number)s") % {"number": last})
        return ", ".join(words)

    # --- how it is to be --------------------------------------------------------------------------

    def agreed(self) -> rules.Seat:
        sent = self.form.sent
        last = sent(self.field("to"))
        if self.form.cleaned_data.get(self.field("back")):
            last = None
        if self.form.cleaned_data.get(self.field("goes")):
            last = self.form.last_number
        return rules.Seat(
            player=self.key,
            team=self.seat.team or None,
            start_points=number_or(0, sent(self.field("start"))),
            from_round=number_or(1, sent(self.field("from"))),
            to_round=last,
        )


class AgreementForm(forms.Form):
    """Whatever the page did not have stays as it is; people are told by the row of their seat."""

    seen_version = WholeNumberField(min_value=0)
    target = WholeNumberField(label=_("Play to"), **A_NUMBER)
    max_rounds = WholeNumberField(label=_("Number of rounds"), **A_ROUND)
    first_dealer = forms.ChoiceField(
        label=_("Deals first"), required=False, show_hidden_initial=True
    )
    new = forms.CharField(label=_("Someone new"), required=False, max_length=2000)
    join_from = WholeNumberField(label=_("Plays from round"), **A_ROUND)
    join_start = WholeNumberField(label=_("Start points"), **A_NUMBER)

    def __init__(self, data=None, *, sheet: ScoreSheet, people: Known) -> None:
        self.sheet, self.people = sheet, people
        data = data if data is None else dealt_by_who_sits_there(data, sheet)
        initial = {
            "seen_version": sheet.game.version,
            "target": sheet.game.target,
            "max_rounds": sheet.game.max_rounds,
            "first_dealer": first_dealer(sheet.setup),
            "join_from": sheet.next_number,
            "join_start": 0,
        }
        super().__init__(data, initial=initial)
        self.fields["first_dealer"].choices = list(sheet.names.items())
        marks = marks_of(sheet.seats)
        self.seats = [SeatFields(self, *seat) for seat in zip(sheet.seats, marks, strict=True)]
        for seat in self.seats:
            seat.add_fields()
        at_table = {*sheet.names.values()}
        self.known = {name: mark for name, mark in people.marks.items() if name not in at_table}
        self.ticked = [] if data is None else data.getlist("joins")
        self.of_rules: set[str] = set()

    @property
    def last_number(self) -> int:
        return len(self.sheet.rounds)

    @cached_property
    def have_played(self) -> set[str]:
        return set().union(*people_by_round(self.sheet).values())

    @property
    def chips(self) -> list[tuple[str, int]]:
        """Who could join: those who played last, and whoever is ticked."""
        shown = [*self.known][:MOST_CHIPS]
        return [(name, mark) for name, mark in self.known.items() if name in {*shown, *self.ticked}]

    @property
    def totals(self) -> dict[str, int] | None:
        """What those at the table have, to find fair start points; None while nobody has any."""
        standings = self.sheet.standings
        had = [standings.totals[key] for key in standings.totals if key not in standings.left]
        if not self.last_number or not had:
            return None
        return {"low": min(had), "high": max(had), "mean": round(sum(had) / len(had))}

    @property
    def reasons(self) -> list[str]:
        """Every reason once, with what it is about where the sentence does not say so."""
        name_of = {seat.field(part): seat.name for seat in self.seats for part in PARTS.values()}
        reasons = [*self.non_field_errors()]
        for field, errors in self.errors.items():
            label = self.fields[field].label if field in self.fields else None
            about = name_of.get(field) or str(label or "")
            says_it = {error for error in errors if about in error or error in self.of_rules}
            reasons += [error if error in says_it else f"{about}: {error}" for error in errors]
        return list(dict.fromkeys(reasons))

    # --- what came --------------------------------------------------------------------------------

    def sent(self, name: str) -> int | str | None:
        """What was sent there; what is, where nothing was, or nothing that can be read."""
        if name not in self.data or name not in self.cleaned_data:
            return self.get_initial_for_field(self.fields[name], name)
        return self.cleaned_data[name]

    def clean(self) -> dict:
        for name in self.joining:
            try:
                clean_name(name)
            except forms.ValidationError as error:
                self.add_error("new", error)
        if self.joining and len(self.seats) + len(self.joining) > MOST_SEATS:
            self.add_error("new", too_many_seats())
        return self.cleaned_data

    @property
    def joining(self) -> list[str]:
        """Those who are ticked, and those who are typed, in the spelling that is known."""
        typed = self.data.get("new", "").replace("\n", ",").split(",")
        names = [tidy(name) for name in (*self.ticked, *typed)]
        return [self.people.called.get(name_key(name), name) for name in names if name]

    def agreed(self) -> Agreement:
        taken_back = [seat.key for seat in self.seats if self.cleaned_data.get(seat.field("away"))]
        start, first = number_or(0, self.sent("join_start")), number_or(1, self.sent("join_from"))
        return Agreement(
            target=self.sent("target"),
            max_rounds=self.sent("max_rounds"),
            first_dealer=self.sent("first_dealer") or first_dealer(self.sheet.setup),
            seats=tuple(seat.agreed() for seat in self.seats),
            taken_back=frozenset(taken_back),
            joining=tuple(
                rules.Seat(player=name, start_points=start, from_round=first)
                for name in self.joining
            ),
        )

    # --- what cannot be ---------------------------------------------------------------------------

    def add_problems(self, problems: list[rules.Problem]) -> None:
        names = named(self.joining) | self.sheet.names
        for problem in problems:
            field = self.field_of(problem.where)
            # Where a number could not be read, the one that is judged is not what was meant.
            if field is None or not self.errors.get(field):
                message = problem.message(language(), names)
                self.of_rules.add(message)
                self.add_error(field, message)

    def add_all_problems(self) -> None:
        """What the rules say, beside what could not be read."""
        self.add_problems(reasons_against(self.agreed().setup(self.sheet)))

    def field_of(self, where: str) -> str | None:
        if where in ("target", "max_rounds", "first_dealer"):
            return where
        place = PLACE.fullmatch(where)
        staying = [seat for seat in self.seats if seat.key not in self.agreed().taken_back]
        if place and int(place[1]) < len(staying):
            return staying[int(place[1])].field(PARTS.get(place[2], "start"))
        if place:
            return {"start_points": "join_start", "from_round": "join_from"}.get(place[2], "new")
        return "new" if where == "seats" and self.joining else None

    def for_another_try(self, sheet: ScoreSheet, people: Known) -> "AgreementForm":
        """What was changed on the page, on top of what others stored meanwhile."""
        fresh = AgreementForm(sheet=sheet, people=people)
        data = self.data.copy()
        for name, field in fresh.fields.items():
            if field.show_hidden_initial:
                was = fresh.get_initial_for_field(field, name)
                data[f"initial-{name}"] = "" if was is None else was
                if name not in self.changed_data:
                    data[name] = data[f"initial-{name}"]
        data["seen_version"] = sheet.game.version
        return AgreementForm(data, sheet=sheet, people=people)
