from django import forms
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class DeleteAccountForm(forms.Form):
    sure = forms.BooleanField(
        label=_("I am sure: delete my account"),
        error_messages={"required": _("Tick this box, if you are sure.")},
    )
    forget_name = forms.BooleanField(
        label=_("Where I am a person at the table, call me “somebody” from now on"), required=False
    )

    def add_needed(self, names: list[str]) -> None:
        text = gettext(
            "Others play on in %(names)s, and you are the only owner. Hand over first, or delete"
            " the playgroup."
        )
        self.add_error("sure", text % {"names": get_text_list(names, gettext("and"))})
