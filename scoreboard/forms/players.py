"""What may be sent about the people at the table."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from scoreboard.forms.fields import NameForm, sent_key
from scoreboard.models import Player, new_key


class NewPlayerForm(NameForm):
    name = forms.CharField(
        label=_("Name"), max_length=200, error_messages={"required": _("What are they called?")}
    )

    def __init__(self, data=None) -> None:
        super().__init__(data)
        self.key = new_key() if data is None else sent_key(data)


CHOOSE = _("Choose who it is.")


class MergeForm(forms.Form):
    """Who else a person is, and under which of both names; that one is who has played more."""

    other = forms.ChoiceField(
        error_messages={
            "required": CHOOSE,
            "invalid_choice": _("This person is not there any more. Choose again."),
        },
    )
    stays = forms.ChoiceField(
        required=False, error_messages={"invalid_choice": _("Choose one of both names.")}
    )

    def __init__(self, data=None, *, player: Player, others: Iterable[Player]) -> None:
        super().__init__(data)
        self.player, self.others = player, {str(other.pk): other for other in others}
        self.fields["other"].choices = [(pk, other.name) for pk, other in self.others.items()]
        both = (str(player.pk), self["other"].value())
        self.fields["stays"].choices = [(pk, pk) for pk in both if pk]

    @property
    def chosen(self) -> Player | None:
        """The other one, also while it is not yet said whose name stays."""
        return self.others.get(self["other"].value() or "")

    def kept_and_gone(self, usual: Player) -> tuple[Player, Player]:
        both = {str(self.player.pk): self.player, str(self.chosen.pk): self.chosen}
        kept = both.pop(self.cleaned_data["stays"] or str(usual.pk))
        return kept, *both.values()
