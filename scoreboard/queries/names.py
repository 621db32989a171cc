"""What people are called for those who only have a link."""

from collections import Counter
from collections.abc import Sequence

from scoreboard.models import NamesShown, Seat


def call(seats: Sequence[Seat], how: str) -> None:
    """Rename them in memory; two who would be called the same are numbered by their seats."""
    if how == NamesShown.FULL:
        return
    short = [SHORT[how](seat.player.name) for seat in seats]
    often, met = Counter(short), Counter[str]()
    for seat, name in zip(seats, short, strict=True):
        met[name] += 1
        seat.player.name = f"{name} {met[name]}" if often[name] > 1 else name


def first_name(name: str) -> str:
    return name.split(maxsplit=1)[0]


def initials(name: str) -> str:
    """Of each word the first letter; a sign that is no letter stands for itself."""
    return "".join(f"{word[0].upper()}." for word in name.split())


SHORT = {NamesShown.FIRST.value: first_name, NamesShown.INITIALS.value: initials}
