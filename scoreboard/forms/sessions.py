"""Starting a session: who plays, and what was agreed before the deal."""

import re

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import rules
from rules.rule_sheet import scoring_in_short
from scoreboard.actions.sessions import DEFAULT_EDITION, NewSession
from scoreboard.forms.boxes import Box, Boxes
from scoreboard.forms.fields import (
    MOST_ROUNDS,
    MOST_SEATS,
    NUMBER,
    WholeNumberField,
    clean_name,
    clean_names,
    named,
    sent_key,
    too_many_seats,
    typed_number,
)
from scoreboard.forms.last_time import as_last_time
from scoreboard.forms.seating import Seating, by_names_of_today
from scoreboard.models import NAME_LENGTH, name_key, new_key
from scoreboard.queries.known import Known
from scoreboard.queries.words import language


class QuickStartForm(forms.Form):
    """The names, and go: everything else is the official game."""

    names = forms.CharField(
        label=_("Names, with a comma between them"),
        max_length=2000,
        error_messages={"required": _("Who is playing? Type the names.")},
    )

    def __init__(self, data=None) -> None:
        super().__init__(data)
        self.key = new_key() if data is None else sent_key(data)

    def clean_names(self) -> list[str]:
        names = clean_names(self.cleaned_data["names"])
        if len(names) > MOST_SEATS:
            raise too_many_seats()
        return names

    def clean(self) -> dict:
        if "names" in self.cleaned_data:
            self.add_problems(self.agreed().problems())
        return self.cleaned_data

    def add_problems(self, problems: list[rules.Problem]) -> None:
        for problem in problems:
            self.add_error("names", problem.message(language(), named(self.agreed().names)))

    def agreed(self) -> NewSession:
        return NewSession(names=self.cleaned_data["names"])


def brought(data: QueryDict, first: dict) -> QueryDict:
    """Names typed on the welcome page come along, as if typed here where nothing was chosen yet."""
    sent = QueryDict(mutable=True)
    for name, value in first.items():
        sent.setlist(name, value if isinstance(value, list) else [] if value is None else [value])
    sent.update({"new": data["names"], "key": data.get("key", "")})
    return sent


OFFICIAL = rules.SCORING_SYSTEMS["winner-collects"]
SCORINGS = [(key, key) for key in rules.SCORING_SYSTEMS]
TEAMS = [("each", _("Each for themselves")), ("teams", _("In teams"))]
TIES = {
    "shared": _("They win together"),
    "play-on": _("Play on until one is ahead"),
}


class SetupForm(forms.Form):
    """Who plays, and what was agreed; whatever is not sent is the official game.

    What the chosen box asks is in `box`, the people are in `seating`. Inputs that the chosen way
    of winning has no use for are not shown, keep what was typed, and are not looked at.
    """

    new = forms.CharField(label=_("Someone new"), required=False, max_length=2000)
    first_dealer = forms.CharField(required=False, max_length=200)
    edition = forms.CharField(label=_("Which box?"), required=False, max_length=220)
    options = forms.MultipleChoiceField(required=False)
    decks = WholeNumberField(label=_("How many decks?"), **NUMBER)
    missing = forms.CharField(label=_("Which cards are missing?"), required=False, max_length=2000)
    scoring = forms.ChoiceField(choices=SCORINGS, required=False)
    target = WholeNumberField(label=_("Play to"), **NUMBER)
    wins = WholeNumberField(label=_("Rounds to win"), **NUMBER)
    max_rounds = WholeNumberField(
        label=_("Or after so many rounds"), max_value=MOST_ROUNDS, **NUMBER
    )
    ties = forms.ChoiceField(choices=list(TIES.items()), required=False)
    teams = forms.ChoiceField(choices=TEAMS, required=False)
    house_rules = forms.MultipleChoiceField(
        choices=[(key, key) for key in rules.HOUSE_RULES], required=False
    )
    name = forms.CharField(
        label=_("A name for the evening"), required=False, max_length=NAME_LENGTH
    )

    def __init__(self, data=None, *, known: Known | None = None) -> None:
        known = known or Known()
        self.boxes = Boxes(known.own)
        is_new = data is None or "names" in data
        first = as_last_time(known, self.boxes) if is_new else {}
        if data is not None:
            data = by_names_of_today(brought(data, first) if is_new else data, known)
        super().__init__(data, initial=first)
        self.key = new_key() if data is None else sent_key(data)
        self.fields["options"].choices = [(key, key) for key in self.boxes.option_keys]
        chosen = self["edition"].value()
        self.box = Box(self, self.boxes, chosen if chosen in self.boxes else DEFAULT_EDITION)
        self.seating = Seating(self, data, known)
        self.target_follows = False
        if data is not None:
            self.let_target_follow()

    def let_target_follow(self) -> None:
        """The page says which target it offered: one that was left so is that of the new box."""
        offered, usual = self.data.get("usual_target"), str(self.usual_target)
        if offered and offered != usual and self.data.get("target", "").strip() == offered:
            self.target_follows = True
            self.data = self.data.copy()
            self.data["target"] = usual

    @property
    def usual_target(self) -> int:
        return self.box.edition.target

    # --- what is chosen, also while something else is wrong ---------------------------------------

    @property
    def system(self) -> rules.ScoringSystem:
        return rules.SCORING_SYSTEMS.get(self["scoring"].value(), OFFICIAL)

    @property
    def target_field(self) -> str:
        """Points and rounds won are two numbers: nobody wants to win 500 rounds."""
        return "target" if self.system.target is None else "wins"

    @property
    def chosen_ties(self) -> str:
        chosen = self["ties"].value()
        return chosen if chosen in TIES else rules.TIES[0]

    @property
    def is_teams(self) -> bool:
        return self.system.has_teams and self["teams"].value() == "teams"

    @property
    def can_tie(self) -> bool:
        target, most = (typed_number(self[name].value()) for name in ("target", "max_rounds"))
        return rules.can_tie(self.system, target, most)

    @property
    def idle(self) -> set[str]:
        """The inputs that are not asked for as things are chosen."""
        system = self.system
        idle = {"wins" if self.target_field == "target" else "target"}
        if system.knocks_out:
            idle.add("max_rounds")
        if not system.counts_cards:
            idle |= {row.field.name for row in self.box.rows}
        if not self.box.is_checked:
            idle |= {"decks", "missing"}
        return idle

    # --- what the page shows ----------------------------------------------------------------------

    @property
    def scorings(self) -> list[dict]:
        return [
            {
                "key": key,
                "system": system,
                "name": system.names[language()],
                "in_short": scoring_in_short(key, self.told_target(system))[language()],
                "is_official": system == OFFICIAL,
                "is_chosen": system == self.system,
            }
            for key, system in rules.SCORING_SYSTEMS.items()
        ]

    def told_target(self, system: rules.ScoringSystem) -> int | None:
        """The target of one that is not chosen too: what was typed counts for all alike."""
        typed = self["target" if system.target is None else "wins"].value()
        found = typed_number(typed)
        return found if found is not None and 0 < found <= rules.MOST_POINTS else None

    @property
    def tie_choices(self) -> list[tuple[str, str, bool]]:
        return [(key, name, key == self.chosen_ties) for key, name in TIES.items()]

    @property
    def every_rule(self) -> list[rules.HouseRule]:
        return list(rules.HOUSE_RULES.values())

    @property
    def chosen_rules(self) -> list[str]:
        """Without number cards nobody can be made to finish with one: that is not shown then."""
        ticked, has_numbers = self["house_rules"].value() or [], self.box.edition.has_numbers
        return [
            rule.key
            for rule in self.every_rule
            if rule.key in ticked and (has_numbers or not rule.number_card_last)
        ]

    @property
    def rules_say(self) -> str:
        chosen = len(self.chosen_rules)
        if not chosen:
            return gettext("None agreed")
        return ngettext("%(number)s agreed", "%(number)s agreed", chosen) % {"number": chosen}

    @property
    def teams_say(self) -> str:
        teams = len({*self.seating.team_of.values()})
        if not self.is_teams:
            return str(TEAMS[0][1])
        return ngettext("%(number)s team", "%(number)s teams", teams) % {"number": teams}

    @property
    def first_wrong(self) -> str:
        return next((name for name in self.fields if name in self.errors), "")

    @property
    def more_is_wrong(self) -> bool:
        """Whether something folded away about the box has an error."""
        return any(self[name].errors for name in self.box.folded)

    @property
    def starts_are_wrong(self) -> bool:
        return any(place.start.errors for place in self.seating.places)

    # --- what was sent ----------------------------------------------------------------------------

    def clean_new(self) -> list[str]:
        return clean_names(self.cleaned_data["new"])

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"]) if self.cleaned_data["name"] else ""

    def clean_edition(self) -> str:
        edition = self.cleaned_data["edition"]
        if edition and edition not in self.boxes:
            raise forms.ValidationError(_("This box is not there any more. Choose another one."))
        return edition

    def clean_missing(self) -> str:
        _cards, wrong = self.box.read(self.cleaned_data["missing"])
        if wrong:
            raise forms.ValidationError(wrong)
        return self.cleaned_data["missing"]

    def clean(self) -> dict:
        for seat in self.seating.names:
            try:
                clean_name(seat)
            except forms.ValidationError as error:
                self.add_error("new", error)
        if len(self.seating.names) > MOST_SEATS:
            self.add_error("new", too_many_seats())
        for name in self.idle:
            self._errors.pop(name, None)
            self.cleaned_data[name] = None
        return self.cleaned_data

    def seat_the_new(self) -> None:
        """The typed names take the last seats, in the spelling under which they are known."""
        names = [] if "new" in self.errors else self.cleaned_data["new"]
        if not names:
            return
        self.data = self.data.copy()
        self.data["new"] = ", ".join(name for name in names if not self.seat(name))

    def seat(self, name: str) -> bool:
        """Whether the name has a seat by now; if not, the reason stands at the input."""
        seats = self.seating.names
        spelled = {name_key(other): other for other in seats} | self.seating.known.called
        name = spelled.get(name_key(name), name)
        if name in seats:
            self.add_error("new", gettext("%(name)s is already at the table.") % {"name": name})
        elif len(seats) == MOST_SEATS:
            self.add_error("new", too_many_seats())
        else:
            self.seating.add(name)
            return True
        return False

    def agreed(self) -> NewSession:
        """What was sent as far as it could be read; all of it where nothing is wrong."""
        sent, seating, box = self.cleaned_data, self.seating, self.box
        starts = {name: sent.get(f"start-{name}") for name in seating.names}
        decks = sent.get("decks")
        return NewSession(
            names=seating.names,
            first_dealer=sent.get("first_dealer", ""),
            edition=box.frozen_key,
            edition_table=box.table,
            decks=1 if decks is None else decks,
            missing_cards=tuple(str(card) for card in box.missing),
            card_points=box.card_points(sent) if self.system.counts_cards else {},
            scoring=self.system.key,
            target=sent.get(self.target_field),
            max_rounds=sent.get("max_rounds"),
            ties=self.chosen_ties if self.can_tie else rules.TIES[0],
            house_rules=tuple(self.chosen_rules),
            teams=seating.agreed_teams if self.is_teams else {},
            start_points={name: points for name, points in starts.items() if points},
            name=sent.get("name", ""),
        )

    def add_problems(self, problems: list[rules.Problem] | None = None) -> None:
        """What the rules have against it, beside what could not be read in the first place."""
        unread = {*self.errors}
        for problem in self.agreed().problems() if problems is None else problems:
            field = self.field_of(problem)
            if field not in unread:
                self.add_error(field, problem.message(language(), named(self.seating.names)))

    def field_of(self, problem: rules.Problem) -> str:
        """The input at which a problem of the rules is said."""
        where, _dot, rest = problem.where.partition(".")
        seat = re.fullmatch(r"seats\[(\d+)\]", where)
        if seat and rest == "start_points":
            return f"start-{self.seating.names[int(seat[1])]}"
        if problem.code == "bad-start-points":
            return f"start-{next(iter(self.seating.starts))}"
        if where == "card_points":
            return self.box.field_of(rest)
        if where == "target":
            return self.target_field
        if problem.code == "bad-teams":
            return "teams"
        word = where.partition("[")[0].replace("missing_cards", "missing")
        return word if word in self.fields else "new"
