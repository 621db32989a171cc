"""A round as the page sends it: who went out, what every other seat still held, and what more."""

import json
import re
from dataclasses import dataclass

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.forms.fields import NUMBER, WholeNumberField, sent_key
from scoreboard.forms.hands import HAND_FIELDS, KNOCKED, HandFields, entered, read_on_side
from scoreboard.forms.taken_away import taken_away, without
from scoreboard.models import Round, new_key
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.standing import marks_of
from scoreboard.queries.words import language, spoken

SIDES = {"light": _("Light"), "dark": _("Dark")}
# Filled in by the pad as the cards are tapped.
SUMS = {
    "winner-collects": _("{name} gets {points} so far"),
    "everyone-keeps": _("Together {points} so far"),
    "knockout": _("Together {points} so far"),
    "round-wins": _("{name} wins this round"),
}
TOO_OLD = _("This page is too old or incomplete. Go to the board and open the round again.")
EXAMPLE = {"7", "3", "draw-two", "wild"}


@dataclass(frozen=True)
class KeySet:
    """The pad's keys, on one side of the cards where they have two."""

    side: str
    keys: list[dict]

    @property
    def layout(self) -> str:
        """Five columns of three, six of three, five of four, then six of as many as it takes."""
        sizes = ((15, ""), (18, "six"), (20, "many"))
        return next((name for most, name in sizes if len(self.keys) <= most), "six many")


class RoundForm(forms.Form):
    """A round as the page sends it; the seats' fields carry the position of the seat.

    `number` is the round's, None for the next one. Of the seats those are shown that play it, and
    those of whom something was entered all the same: nothing is lost when somebody left meanwhile.
    """

    winner = forms.ChoiceField(label=_("Who went out?"), required=False)
    side = forms.CharField(label=_("Which side is up?"), required=False, max_length=10)
    last_card = forms.CharField(label=_("Last card"), required=False, max_length=200)
    dealer = forms.ChoiceField(label=_("Who dealt"), required=False)
    gained = WholeNumberField(label=_("What the winner gained"), **NUMBER)
    seen_version = WholeNumberField(min_value=0)
    deck_differs = forms.BooleanField(required=False)
    # The pad hides the hand of whoever went out; what was entered there before is kept, not meant.
    is_pad = forms.BooleanField(required=False)

    def __init__(
        self, data=None, *, sheet: ScoreSheet, number: int | None = None, initial=None
    ) -> None:
        self.sheet = sheet
        self.number = number or sheet.next_number
        self.sent = data
        self.taken_away = [] if data is None else taken_away(data, sheet)
        data = without(data, self.taken_away) if self.taken_away else data
        super().__init__(data, initial=initial)
        self.key = new_key() if data is None else sent_key(data)
        self.played = rules.Round(winner=None)
        self.only_impossible = self.is_against_agreed = False
        self.blamed: set[str] = set()
        self.make_fields()
        seats = zip(sheet.seats, marks_of(sheet.seats), strict=True)
        self.hands = [HandFields(self, seat, mark) for seat, mark in seats]

    def make_fields(self) -> None:
        """Those of the seats; and none for what this edition and this scoring know nothing of."""
        seats = self.sheet.seats
        names = [(str(seat.position), seat.player.name) for seat in seats]
        self.fields["winner"].choices = names
        self.fields["dealer"].choices = names
        of_hand = dict(HAND_FIELDS)
        if self.edition.knock_out_bonus is not None:
            of_hand["knocked"] = KNOCKED
        for seat in seats:
            self.fields |= {f"{part}-{seat.position}": field for part, field in of_hand.items()}
        is_known = {
            "side": self.edition.sides,
            "last_card": self.edition.faces,
            "gained": self.setup.scoring == "winner-collects",
        }
        for name, known in is_known.items():
            if not known:
                del self.fields[name]

    def __getitem__(self, name: str) -> forms.BoundField:
        """A template asks for a field first, whatever it wants; Django would list all there are."""
        if name not in self.fields:
            raise KeyError(name)
        return super().__getitem__(name)

    # --- for the page -----------------------------------------------------------------------------

    @property
    def setup(self) -> rules.Setup:
        return self.sheet.setup

    @property
    def edition(self) -> rules.Edition:
        return self.setup.edition

    @cached_property
    def before(self) -> rules.Standings:
        """How it stood before this round; closing it took nobody's place at the table."""
        if self.number == self.sheet.next_number and not self.sheet.standings.closed:
            return self.sheet.standings
        return rules.standings(self.setup, self.sheet.played_before(self.number))

    def is_playing(self, hand: HandFields) -> bool:
        """All of them do where the session was over by then."""
        return hand.key in (self.before.playing or self.setup.players)

    @cached_property
    def shown(self) -> list[HandFields]:
        """The seats that play, and those of which something is said."""
        return [hand for hand in self.hands if self.is_playing(hand) or hand.is_entered]

    @cached_property
    def sets(self) -> list[KeySet]:
        """1 to 9, then 0, then actions, then wilds, each in the edition's order."""
        sides = tuple(self.edition.sides) or ("",)
        return [KeySet(side, self.keys_on(side)) for side in sides if self.edition.faces]

    def keys_on(self, side: str) -> list[dict]:
        def place(face: rules.Face) -> tuple[int, int]:
            if face.is_number:
                return (int(face.face) == 0, int(face.face))
            return (2 if face.colours else 3, 0)

        values = self.setup.values_on(side)
        return [
            {
                "face": face.face,
                "name": face.spoken[language()],
                "points": values.get(face.face),
                "colours": face.colours,
                "is_number": face.is_number,
            }
            for face in sorted(self.edition.faces_on(side), key=place)
        ]

    @property
    def sides(self) -> list[tuple[str, str]]:
        return [(side, str(SIDES.get(side, side))) for side in self.edition.sides]

    @property
    def chosen_side(self) -> str | None:
        value = self["side"].value() if "side" in self.fields else None
        return value if value in self.edition.sides else None

    @property
    def side_is_open(self) -> bool:
        """Whether it is not known yet which cards there are."""
        return bool(self.edition.sides) and self.chosen_side is None

    @property
    def example(self) -> str:
        """Some cards as people type them."""
        faces = self.edition.faces
        if {face.face for face in faces} >= EXAMPLE:
            return gettext("7 3 +2 wild")
        return ", ".join(face.spoken[language()] for face in (*faces[:1], *faces[-1:]))

    @property
    def cannot_be_checked(self) -> bool:
        return bool(self.edition.faces) and self.edition.composition == "unknown"

    @property
    def hands_are_optional(self) -> bool:
        return not self.setup.system.counts_cards

    @property
    def hands_are_open(self) -> bool:
        """Whether what need not be given is shown all the same."""
        return any(
            hand.is_blamed or (hand.is_entered and not hand.is_winner) for hand in self.shown
        )

    @property
    def knock_out_gain(self) -> int:
        counts = self.setup.system.counts_cards
        return (self.edition.knock_out_bonus or 0) if counts else 0

    @property
    def sum_text(self) -> str:
        return str(SUMS[self.setup.scoring])

    @property
    def colours(self) -> str:
        """What they are called before a card's name."""
        names = {colour: rules.colour_names(colour) for colour in rules.COLOUR_NAMES}
        return json.dumps({colour: named[language()] for colour, named in names.items()})

    @property
    def colour_words(self) -> str:
        """What they are called by themselves."""
        names = rules.COLOUR_NAMES.items()
        return json.dumps({colour: named[language()] for colour, named in names})

    @property
    def has_colours(self) -> bool:
        return any(face.colours for face in self.edition.faces)

    @property
    def dealers(self) -> list[tuple[str, str]]:
        """Whose turn it was stands for saying nothing, unless it was said all the same."""
        turn = self.before.next_dealer
        others = [hand for hand in self.shown if hand.key != turn]
        said = [hand for hand in self.shown if hand.place == self["dealer"].value()]
        name = self.sheet.names.get(turn, "–")
        usual = gettext("%(name)s (in turn)") % {"name": name}
        named = {hand.place: hand.name for hand in (*others, *said)}
        return [("", usual), *named.items()]

    @property
    def more(self) -> list[forms.BoundField]:
        """What is folded away."""
        return [self[name] for name in ("last_card", "dealer", "gained") if name in self.fields]

    @property
    def tells_more(self) -> bool:
        return any(field.errors or field.value() not in (None, "") for field in self.more)

    @property
    def reasons(self) -> list[str]:
        """Every reason once, the joint ones first."""
        asked = [self[name] for name in ("winner", "side") if name in self.fields]
        reasons = [
            *self.non_field_errors(),
            *(error for field in asked for error in field.errors),
            *(hand.reason(error) for hand in self.hands for error in hand.errors),
            *(in_place(field, error) for field in self.more for error in field.errors),
        ]
        return list(dict.fromkeys(reasons))

    # --- from what is stored ----------------------------------------------------------------------

    @classmethod
    def for_next(cls, sheet: ScoreSheet) -> "RoundForm":
        return cls(sheet=sheet, initial={"seen_version": sheet.game.version})

    @classmethod
    def for_stored(cls, sheet: ScoreSheet, row: Round) -> "RoundForm":
        played = sheet.played[row.number - 1]
        initial = {
            "seen_version": sheet.game.version,
            "side": played.side,
            "last_card": spoken(played.last_card, sheet.setup.edition) if played.last_card else "",
            "gained": played.gained.get(played.winner),
        }
        for seat in sheet.seats:
            key, position = seat.player.key, seat.position
            if key == played.dealer:
                initial["dealer"] = str(position)
            if key in played.knocked_out:
                initial[f"knocked-{position}"] = True
            if key == played.winner:
                initial["winner"] = str(position)
            elif hand := played.hands.get(key):
                initial |= entered(hand, position, sheet.setup.edition)
        return cls(sheet=sheet, number=row.number, initial=initial)

    def for_another_try(self, sheet: ScoreSheet, number: int | None = None) -> "RoundForm":
        """All that was typed, on top of what others stored meanwhile."""
        data = self.sent.copy()
        data["seen_version"] = sheet.game.version
        data["key"] = new_key()
        return RoundForm(data, sheet=sheet, number=number)

    # --- from what was sent -----------------------------------------------------------------------

    def read(self, field: str, text: str) -> tuple[rules.Card, ...]:
        """The cards typed into a field; adds an error there for what cannot be read."""
        cards, wrong = read_on_side(text, self.edition, self.chosen_side)
        for sentence in wrong:
            self.add_error(field, sentence)
        return cards

    def read_last_card(self) -> rules.Card | None:
        text = self.cleaned_data.get("last_card", "")
        cards = self.read("last_card", text) if text else ()
        if text and len(cards) != 1 and not self.has_error("last_card"):
            self.add_error("last_card", _("Give one card: the last one that was played."))
        return cards[0] if cards else None

    def clean(self) -> dict:
        sent = self.cleaned_data
        if self.has_error("seen_version"):
            self.add_error(None, TOO_OLD)
        for seat in self.taken_away:
            for field, reason in seat.reasons.items():
                self.add_error(field, reason)
        hidden = sent.get("winner") if sent.get("is_pad") else None
        meant = [fields for fields in self.hands if fields.place != hidden]
        hands = {fields.key: fields.hand() for fields in meant}
        winner, gained = self.key_at(sent.get("winner")), sent.get("gained")
        self.played = rules.Round(
            winner=winner,
            hands={key: hand for key, hand in hands.items() if hand is not None},
            last_card=self.read_last_card(),
            dealer=self.key_at(sent.get("dealer")),
            deck_differs=sent.get("deck_differs", False),
            side=sent.get("side") or None,
            knocked_out=tuple(each.key for each in meant if sent.get(each.field("knocked"))),
            gained={} if winner is None or gained is None else {winner: gained},
        )
        return self.cleaned_data

    def key_at(self, place: str | None) -> str | None:
        return next((hand.key for hand in self.hands if hand.place == place), None)

    def add_problems(self, problems: list[rules.Problem]) -> None:
        """Every reason at the place where it belongs; what concerns several hands on top."""
        severities = {problem.severity for problem in problems}
        self.only_impossible = not self.errors and "broken" not in severities
        # The cards are in the deck, but the table agreed not to finish with such a one.
        impossible = {p.code for p in problems if p.severity == "impossible"}
        self.is_against_agreed = impossible == {"finish-not-allowed"}
        # Where an entry could not be read, what follows from that is no news.
        unread = [f"hands.{hand.key}" for hand in self.hands if hand.errors]
        unread += ["winner"] if self.has_error("winner") else []
        for problem in problems:
            field = self.field_of(problem.where)
            self.blamed |= {*problem.holders}
            if not any(is_within(problem.where, place) for place in unread):
                self.add_error(field, problem.message(language(), self.sheet.names))

    def add_all_problems(self) -> None:
        """What the rules say of it, beside what could not be read."""
        before = self.sheet.played_before(self.number)
        self.add_problems(rules.round_problems(self.setup, before, self.played))

    def field_of(self, where: str) -> str | None:
        """The field for a place in the round; none for what hands do together."""
        first = re.split(r"[.\[]", where, maxsplit=1)[0]
        if first == "knocked_out" and "[" in where:
            knocked = self.played.knocked_out[int(where.partition("[")[2].rstrip("]"))]
            return next(hand.field("knocked") for hand in self.hands if hand.key == knocked)
        for hand in self.hands:
            place = f"hands.{hand.key}"
            if is_within(where, place):
                parts = {".cards_left": "left", ".points": "points"}
                return hand.field(parts.get(where.removeprefix(place), "cards"))
        return first if first in self.fields else None


def in_place(field: forms.BoundField, error: str) -> str:
    """With the field's name, where the sentence has none."""
    return error if str(field.label).lower() in error.lower() else f"{field.label}: {error}"


def is_within(where: str, place: str) -> bool:
    return where == place or where.startswith((f"{place}.", f"{place}["))
