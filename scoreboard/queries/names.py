"""What people are called for those who only have a link."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

from scoreboard.models import NamesShown, Seat, ShareLink, name_key

FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
# Joiners, tones of skin, and the tags that tell the flag of Wales from that of Scotland.
PART_OF_EMOJI = re.compile("[\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
JOINER, VIRAMA = "\u200d", 9  # a sign goes on after them: with an emoji, in Indian letters


def call(seats: Sequence[Seat], link: ShareLink | None) -> None:
    """Rename them in memory, as that link calls them; members see the names as they are.

    Those who would be called the same are numbered: as they sit, and where the link is to all
    sessions, alike in each of them.
    """
    if link is None or link.names == NamesShown.FULL:
        return
    at_the_table = [(seat.player_id, seat.player.name) for seat in seats]
    short = SHORT[link.names]
    called = numbered(at_the_table if link.game_id else link.playgroup.people, short)
    for seat in seats:  # one of them may have come in since the others were read
        seat.player.name = called.get(seat.player_id) or short(seat.player.name)


def numbered(people: Sequence[tuple[int, str]], short: Callable[[str], str]) -> dict[int, str]:
    """What each is called, by their rows. The same is what is one name elsewhere too."""
    called = [(pk, short(name)) for pk, name in people]
    often, met = Counter(name_key(name) for _pk, name in called), Counter[str]()
    found = {}
    for pk, name in called:
        key = name_key(name)
        met[key] += 1
        found[pk] = f"{name} {met[key]}" if often[key] > 1 else name
    return found


def first_name(name: str) -> str:
    return name.split(maxsplit=1)[0]


def initials(name: str) -> str:
    """Of each word the first letter or digit: "(Jan) 'de' Vries" is J.D.V., and "123 Go" is 1.G.

    A word with neither gives its first sign, without the dot that stands for the rest of a word:
    "Jo & Bo" are J.&B., and whoever is called by an emoji or "-" keeps it.
    """
    return "".join(initial(word) for word in unicodedata.normalize("NFC", name).split())


def initial(word: str) -> str:
    start = next((place for place, sign in enumerate(word) if sign.isalnum()), None)
    return first_sign(word) if start is None else f"{first_sign(word[start:]).upper()}."


def first_sign(text: str) -> str:
    """What a reader takes for one: a letter with its accents, a whole flag or family.

    Near enough to what Unicode says of it (UAX 29), which would take another package.
    """
    if flag := FLAG.match(text):
        return flag[0]
    end = 1
    while end < len(text) and goes_on(text[end - 1], text[end]):
        end += 1
    return text[:end]


def goes_on(before: str, sign: str) -> bool:
    if unicodedata.category(sign).startswith("M") or PART_OF_EMOJI.match(sign):
        return True
    if sign.isalnum():
        return unicodedata.combining(before) == VIRAMA
    return before == JOINER


SHORT = {NamesShown.FIRST.value: first_name, NamesShown.INITIALS.value: initials}
