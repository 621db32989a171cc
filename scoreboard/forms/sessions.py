"""Starting a session: who plays, and what was agreed before the deal."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.actions.players import next_mark
from scoreboard.actions.sessions import DEFAULT_EDITION, NewSession
from scoreboard.forms.fields import WholeNumberField, clean_name, named, sent_key
from scoreboard.models import NAME_LENGTH, name_key, new_key
from scoreboard.queries.words import language

MOST_SEATS = 40


def too_many_seats() -> forms.ValidationError:
    """The rules find many seats only unlikely; a page has to end somewhere."""
    text = _("At most %(number)s people fit in one session.")
    return forms.ValidationError(text, params={"number": MOST_SEATS})


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
        typed = self.cleaned_data["names"].replace("\n", ",").split(",")
        names, wrong = [], []
        for name in filter(str.strip, typed):
            try:
                names.append(clean_name(name))
            except forms.ValidationError as error:
                wrong.append(error)
        if len(names) > MOST_SEATS:
            wrong.append(too_many_seats())
        if wrong:
            raise forms.ValidationError(wrong)
        return names

    def clean(self) -> dict:
        if "names" in self.cleaned_data:
            for problem in self.agreed().problems():
                self.add_error("names", problem.message(language(), named(self.agreed().names)))
        return self.cleaned_data

    def agreed(self) -> NewSession:
        return NewSession(names=self.cleaned_data["names"])


class SetupForm(forms.Form):
    """Who plays, in which order, and what was agreed.

    The seats are plain repeated inputs: `plays` has the names that are ticked, `seat` the order
    they had on the page, `new` one more name. Names do, since a playgroup has each only once.
    """

    new = forms.CharField(label=_("Someone new"), required=False, max_length=200)
    first_dealer = forms.CharField(required=False, max_length=200)
    name = forms.CharField(
        label=_("A name for the evening"), required=False, max_length=NAME_LENGTH
    )
    target = WholeNumberField(label=_("Play to"), required=False)
    options = forms.MultipleChoiceField(required=False)

    def __init__(self, data=None, *, known: dict[str, int], usual: Sequence[str] = ()) -> None:
        self.edition = rules.find_edition(DEFAULT_EDITION)
        super().__init__(data, initial={"target": self.edition.target})
        self.key = new_key() if data is None else sent_key(data)
        self.fields["options"].choices = [
            (option.key, option.names[language()]) for option in self.edition.options
        ]
        self.seats = list(usual) if data is None else self.arranged(data)
        self.known = known

    @property
    def edition_name(self) -> str:
        return self.edition.names[language()]

    @staticmethod
    def arranged(data) -> list[str]:
        ticked, seated = (
            [" ".join(name.split()) for name in data.getlist(word)] for word in ("plays", "seat")
        )
        seats = [name for name in seated if name in ticked]
        seats += [name for name in ticked if name not in seats]
        return list(dict.fromkeys(seats))

    def clean_new(self) -> str:
        if not self.cleaned_data["new"].strip():
            return ""
        return clean_name(self.cleaned_data["new"])

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"]) if self.cleaned_data["name"] else ""

    def clean(self) -> dict:
        for seat in self.seats:
            try:
                clean_name(seat)
            except forms.ValidationError as error:
                self.add_error("new", error)
        if len(self.seats) > MOST_SEATS:
            self.add_error("new", too_many_seats())
        return self.cleaned_data

    def seat_the_new(self) -> None:
        """The typed name takes the last seat, in the spelling under which it is known."""
        name = self.cleaned_data.get("new", "")
        if not name:
            return
        spelled = {name_key(other): other for other in [*self.seats, *self.known]}
        name = spelled.get(name_key(name), name)
        if name in self.seats:
            self.add_error("new", gettext("%(name)s is already at the table.") % {"name": name})
            return
        self.seats.append(name)
        self.data = self.data.copy()
        self.data["new"] = ""

    @property
    def marks(self) -> dict[str, int]:
        """Everybody's mark by name; new people get the ones that come next."""
        new = [name for name in self.seats if name not in self.known]
        coming = {name: next_mark(len(self.known) + place) for place, name in enumerate(new)}
        return self.known | coming

    @property
    def chips(self) -> list[tuple[str, int]]:
        """Name and mark: who is at the table first."""
        marks = self.marks
        order = [*self.seats, *(name for name in marks if name not in self.seats)]
        return [(name, marks[name]) for name in order]

    @property
    def places(self) -> list[tuple[str, int]]:
        return [(name, self.marks[name]) for name in self.seats]

    def move(self, position: int, by: int) -> None:
        if 0 <= position < len(self.seats) and 0 <= position + by < len(self.seats):
            self.seats.insert(position + by, self.seats.pop(position))

    def agreed(self) -> NewSession:
        chosen = self.cleaned_data["options"]
        points = [option.card_points for option in self.edition.options if option.key in chosen]
        return NewSession(
            names=self.seats,
            first_dealer=self.cleaned_data["first_dealer"],
            edition=self.edition.key,
            card_points={face: value for part in points for face, value in part.items()},
            target=self.cleaned_data["target"],
            name=self.cleaned_data["name"],
        )

    def add_problems(self) -> None:
        for problem in self.agreed().problems():
            field = "target" if problem.where == "target" else "new"
            self.add_error(field, problem.message(language(), named(self.seats)))
