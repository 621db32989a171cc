"""What may be sent about a playgroup's members and invitations."""

import datetime

from django import forms
from django.utils.translation import gettext_lazy as _

from scoreboard.forms.fields import NameForm, clean_name
from scoreboard.models import Right

CHOOSE = {"required": _("Choose one of these."), "invalid_choice": _("Choose one of these.")}
RIGHTS = (
    (Right.SEE, _("look on"), _("Sees every session and every person, and changes nothing.")),
    (Right.SCORE, _("keep score"), _("Starts sessions, records and corrects rounds as well.")),
    (Right.OWN, _("own the playgroup"), _("Decides as well who is in it, and what is shared.")),
)
USES = (("once", _("one person")), ("often", _("everybody who has the link")))
LASTS = (
    ("day", _("a day")),
    ("week", _("a week")),
    ("month", _("a month")),
    ("always", _("until I take it back")),
)
DAYS = {"day": 1, "week": 7, "month": 30}


class PlaygroupNameForm(forms.Form):
    """Without a name of its own it is called after its people."""

    name = forms.CharField(label=_("Name of the playgroup"), max_length=200, required=False)

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        return clean_name(name) if name else ""


class OwnNameForm(NameForm):
    name = forms.CharField(
        label=_("Your name"),
        max_length=200,
        error_messages={"required": _("What do the others call you?")},
    )


class RightForm(forms.Form):
    right = forms.TypedChoiceField(
        choices=Right.choices, coerce=lambda value: Right(int(value)), error_messages=CHOOSE
    )

    @property
    def rights(self) -> list[tuple[Right, str, str, bool]]:
        """Each with what it is called and lets one do, and whether it is chosen."""
        chosen = str(self["right"].value())
        return [(*told, chosen == str(int(told[0]))) for told in RIGHTS]


class InvitationForm(RightForm):
    uses = forms.ChoiceField(label=_("For whom"), choices=USES, error_messages=CHOOSE)
    lasts = forms.ChoiceField(label=_("It works for"), choices=LASTS, error_messages=CHOOSE)
    # Asked for where the others do not know yet whom they are invited by.
    name = forms.CharField(label=_("Your name"), max_length=200, required=False)

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        return clean_name(name) if name else ""

    @property
    def is_single_use(self) -> bool:
        return self.cleaned_data["uses"] == "once"

    def ends_at(self, at: datetime.datetime) -> datetime.datetime | None:
        days = DAYS.get(self.cleaned_data["lasts"])
        return at + datetime.timedelta(days=days) if days else None


NEW_INVITATION = {"right": int(Right.SCORE), "uses": "once", "lasts": "week"}


class DeletePlaygroupForm(forms.Form):
    sure = forms.BooleanField(
        label=_("I am sure: delete all of it"),
        error_messages={"required": _("Tick this box, if you are sure.")},
    )
