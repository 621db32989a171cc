"""The winner's card in front of the others: where each of them lies, for the template to draw."""

from collections.abc import Sequence
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
    """`total` None where another card of the same team has it."""

    mark: int
    lies: str
    total: int | None = None
    in_front: bool = False

    @property
    def text_width(self) -> int:
        """Any number of digits stays inside the card."""
        return min(108, 36 * len(str(self.total)))


def fan(winners: Sequence[tuple[Sequence[int], int]], others: list[int]) -> list[FanCard]:
    """`winners` as marks and their total, `others` as marks by rank; drawn first to last.

    A team that wins alone lies there with all its cards, the total on the last of them; of each
    team that shares a win lies one.
    """
    if len(winners) == 1:
        ((marks, total),) = winners
        *partners, last = marks[-MOST_IN_FRONT:]
        front: list[tuple[int, int | None]] = [*((mark, None) for mark in partners), (last, total)]
    else:
        front = [(marks[0], total) for marks, total in winners[:MOST_IN_FRONT]]
    if len(front) == 1:
        behind = [FanCard(mark, lies) for mark, lies in zip(others, BEHIND, strict=False)]
        return [*reversed(behind), FanCard(front[0][0], ALONE, total, in_front=True)]
    # Those who share a win lie side by side, a team's cards on each other.
    step = 190 / (len(front) - 1) if len(winners) > 1 else min(190 / (len(front) - 1), 88)
    first = (190 - step * (len(front) - 1)) / 2
    return [
        FanCard(
            mark,
            f"translate({round(first + step * place)} {8 + 6 * place}) rotate({4 * place - 6})",
            total,
            in_front=True,
        )
        for place, (mark, total) in enumerate(front)
    ]
