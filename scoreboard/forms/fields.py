"""What all forms have in common: names, whole numbers, cards, and the key that a page brings."""

import re
import unicodedata
from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import rules
from scoreboard.models import NAME_LENGTH, name_key, new_key
from scoreboard.queries.words import language

MOST_SEATS = 40
MOST_ROUNDS = 10_000
KEY = re.compile(r"[a-z0-9]{12,64}")
# A number that may be left out.
NUMBER = {"required": False, "widget": forms.TextInput({"inputmode": "numeric"})}


# Embeddings, overrides, isolates and marks of text that runs both ways.
TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C)
# To be seen nowhere and of no use in a name, by which one could seem to be two; or nobody.
UNSEEN = (
    *(0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x2060, 0x3164, 0xFEFF),
    *(0xFFA0, *range(0x206A, 0x2070), *range(0xFFF9, 0xFFFC), *range(0x1D173, 0x1D17B)),
)
LEFT_OUT = dict.fromkeys((*TURNING, *UNSEEN)) | {0x2800: " "}
# What says how the sign before it looks, and is nothing where there is none.
AFTER_A_SIGN = "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080))))
JOINERS = "\u200c\u200d"  # of use between two signs


def too_many_seats() -> forms.ValidationError:
    """The rules find many seats only unlikely; a page has to end somewhere."""
    text = _("At most %(number)s people fit in one session.")
    return forms.ValidationError(text, params={"number": MOST_SEATS})


def tidy(name: str) -> str:
    """With single spaces, without signs of no width or that turn the direction of what follows.

    Those would turn the sentences around a name too; what is written from right to left needs
    none of them.
    """
    words = name.translate(LEFT_OUT).split()
    seen = (word.rstrip(JOINERS).lstrip(JOINERS + AFTER_A_SIGN) for word in words)
    return " ".join(filter(None, seen))


def clean_name(name: str) -> str:
    """A name is anything with something to see in it."""
    name = tidy(name)
    if not any(unicodedata.category(letter)[0] in "LMNPS" for letter in name):
        raise forms.ValidationError(_("A name needs at least one letter or sign that can be seen."))
    if "\x00" in name or any(unicodedata.category(letter) == "Cs" for letter in name):
        raise forms.ValidationError(_("This name has a character that cannot be stored."))
    if len(name) > NAME_LENGTH:
        raise forms.ValidationError(
            ngettext(
                "A name has at most %(number)s letter.",
                "A name has at most %(number)s letters.",
                NAME_LENGTH,
            )
            % {"number": NAME_LENGTH}
        )
    return name


def clean_names(typed: str) -> list[str]:
    """Several with a comma or a new line between them; every wrong one is told."""
    names, wrong = [], []
    for name in filter(str.strip, re.split(r"[,\n]", typed)):
        try:
            names.append(clean_name(name))
        except forms.ValidationError as error:
            wrong.append(error)
    if wrong:
        raise forms.ValidationError(wrong)
    return names


class WholeNumberField(forms.IntegerField):
    """Digits. Django's own would take "1.000", which is a thousand here, for a 1."""

    def to_python(self, value):
        # Stripped first: a pattern with the spaces in it takes hours over many of them.
        if isinstance(value, str) and not re.fullmatch(r"-?[0-9]*", value.strip()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


def typed_number(value: object) -> int | None:
    """None where there is none to be read."""
    try:
        return WholeNumberField(required=False).clean(value)
    except forms.ValidationError:
        return None


def understood(text: str, faces: Iterable[rules.Face]) -> tuple[tuple[rules.Card, ...], list[str]]:
    """The cards that are meant, and what could not be read, as sentences."""
    try:
        return rules.read_cards(text, faces), []
    except rules.UnreadableCards as unreadable:
        return unreadable.read, [problem.message(language()) for problem in unreadable.problems]


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=200)

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


class SeenForm(forms.Form):
    """The version that the page showed on which somebody pressed a button."""

    seen_version = WholeNumberField(min_value=0)


def sent_key(data) -> str:
    """The key that the page brought, under which what it sends twice is stored once."""
    key = data.get("key", "")
    return key if KEY.fullmatch(key) else new_key()


def named(names: list[str]) -> dict[str, str]:
    """Names as people wrote them, by the keys under which the rules were asked."""
    return {name_key(name): name for name in names}
