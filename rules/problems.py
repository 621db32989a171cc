"""What can be wrong with a setup, a round or a typed hand: codes and severities.

A problem carries facts, not sentences: seat keys, numbers, card names in both languages. The
sentence is made when somebody reads it, in that person's language and with the names as that
person may see them. Nothing here looks anything up, so a problem reads the same everywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from rules.messages import Language, sentence

Severity = Literal["broken", "impossible", "unlikely"]

MOST_POINTS = 1_000_000
MOST_CARDS = 1_000

BROKEN_ROUND = (
    "no-winner",
    "unknown-seat",
    "seat-not-playing",
    "too-few-playing",
    "winner-holds-cards",
    "hand-missing",
    "empty-hand",
    "unknown-card",
    "bad-number",
    "side-missing",
    "unknown-side",
    "bad-knock-out",
)
BROKEN_SETUP = (
    "unknown-edition",
    "unknown-scoring",
    "unknown-house-rule",
    "bad-ties",
    "too-few-seats",
    "duplicate-seat",
    "bad-target",
    "bad-teams",
    "bad-start-points",
    "card-value-missing",
    "bad-missing-cards",
    "duplicate-name",
)
IMPOSSIBLE = (
    "too-many-copies",
    "nothing-left-to-finish-with",
    "finish-not-allowed",
    "points-impossible",
)
UNLIKELY = ("draw-not-taken", "over-hand-limit", "after-the-end", "too-many-seats")

SEVERITIES: Mapping[str, Severity] = {
    **dict.fromkeys(BROKEN_ROUND + BROKEN_SETUP, "broken"),
    **dict.fromkeys(IMPOSSIBLE, "impossible"),
    **dict.fromkeys(UNLIKELY, "unlikely"),
}

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def whole(value: object, least: int, most: int | None = None) -> int | None:
    """`value` as a whole number from `least` to `most` (None: no limit), or None if it is none.

    5.0 is whole, 5.5 is not, and neither are truth values, texts, infinities (Problems,
    `bad-number`).
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float):
        if not value.is_integer():
            return None
        value = int(value)
    return value if least <= value and (most is None or value <= most) else None


def as_entered(value: object) -> object:
    """A whole float as the int it stands for; everything else as it is, to be judged later."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, as a value.

    `code` is a key of SEVERITIES; `where` is the path inside the round or the setup
    (`hands.bram.cards[1]`, `last_card`, `seats[2]`), "hands" for what hands do together and ""
    for the round as a whole; `facts` fills the message.
    """

    code: str
    where: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def severity(self) -> Severity:
        """broken: never stored; impossible: stored on demand; unlikely: shown only (Problems)."""
        return SEVERITIES[self.code]

    @property
    def holders(self) -> tuple[str, ...]:
        """The seats whose hands do it together, where it is about several (`where` is "hands")."""
        listed = tuple(seat for seat, _ in self.facts.get("holders", ()) if seat is not None)
        return listed or tuple(self.facts.get("seats", ()))

    def message(self, language: Language, names: Mapping[str, str] = NO_NAMES) -> str:
        """A sentence or two for people at the table.

        `names` maps seat keys to names as the reader may see them; a seat that is not in it is
        called by its key. The answer depends on the problem and these two alone.
        """
        return sentence(self.code, self.facts, language, names)
