"""The winner's card in front of the others: where each of them lies, for the template to draw."""

from dataclasses import dataclass

BEHIND = (
    "translate(42 42) rotate(-17)",
    "translate(224 36) rotate(26)",
    "translate(-2 98) rotate(-34)",
)
ALONE = "translate(102 8) rotate(5)"
MOST_IN_FRONT = 4


@dataclass(frozen=True)
class FanCard:
    mark: int
    lies: str
    total: int | None = None

    @property
    def text_width(self) -> int:
        """Any number of digits stays inside the card."""
        return min(108, 36 * len(str(self.total)))


def fan(winners: list[tuple[int, int]], others: list[int]) -> list[FanCard]:
    """`winners` as mark and total, `others` as marks in order of rank; drawn first to last."""
    behind = [FanCard(mark, lies) for mark, lies in zip(others, BEHIND, strict=False)]
    if len(winners) == 1:
        ((mark, total),) = winners
        return [*reversed(behind), FanCard(mark, ALONE, total)]
    front = winners[:MOST_IN_FRONT]
    step = 190 / (len(front) - 1)
    return [
        FanCard(
            mark, f"translate({round(step * place)} {8 + 6 * place}) rotate({4 * place - 6})", total
        )
        for place, (mark, total) in enumerate(front)
    ]
