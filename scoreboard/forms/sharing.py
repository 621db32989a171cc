import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from scoreboard.forms.group import CHOOSE, DAYS, LASTS
from scoreboard.models import NamesShown, Right

RIGHTS = (("see", "see"), ("score", "score"))


class ShareForm(forms.Form):
    """Without a choice it works until it is taken back; the right is said by the button."""

    right = forms.TypedChoiceField(
        choices=RIGHTS,
        coerce=lambda word: Right[word.upper()],
        empty_value=Right.SEE,
        required=False,
        error_messages=CHOOSE,
    )
    names = forms.TypedChoiceField(
        label=_("Names"),
        choices=NamesShown.choices,
        empty_value=NamesShown.FULL.value,
        required=False,
        error_messages=CHOOSE,
    )
    lasts = forms.ChoiceField(
        label=_("It works for"), choices=LASTS, required=False, error_messages=CHOOSE
    )

    @property
    def choices(self) -> list[forms.BoundField]:
        return [self["names"], self["lasts"]]

    def ends_at(self, at: datetime.datetime) -> datetime.datetime | None:
        days = DAYS.get(self.cleaned_data["lasts"])
        return at + datetime.timedelta(days=days) if days else None


NEW_LINK = {"names": NamesShown.FULL.value, "lasts": "always"}
