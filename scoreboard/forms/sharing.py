import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from scoreboard.forms.group import CHOOSE, DAYS, LASTS
from scoreboard.models import NamesShown


class ShareForm(forms.Form):
    """Pressed without choosing, the link shows the names as they are until it is taken back."""

    names = forms.ChoiceField(
        label=_("Names"), choices=NamesShown.choices, required=False, error_messages=CHOOSE
    )
    lasts = forms.ChoiceField(
        label=_("It works for"), choices=LASTS, required=False, error_messages=CHOOSE
    )

    def ends_at(self, at: datetime.datetime) -> datetime.datetime | None:
        days = DAYS.get(self.cleaned_data["lasts"])
        return at + datetime.timedelta(days=days) if days else None


NEW_LINK = {"names": NamesShown.FULL.value, "lasts": "always"}
