"""Words in a picture: in Inter, as large as fits, cut where nothing fits."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import fontpkg_inter
from PIL import ImageFont

FILE = Path(fontpkg_inter.ROOT) / "files" / "Inter[opsz,wght].ttf"
NOT_THERE = "\U0010fffe"  # no font has it: drawn as its box for missing letters
AND = " & "
MOST_OPTICAL, LEAST_OPTICAL = 32, 14


@lru_cache
def font(size: int, weight: int = 400) -> ImageFont.FreeTypeFont:
    made = ImageFont.truetype(str(FILE), size, layout_engine=ImageFont.Layout.BASIC)
    made.set_variation_by_axes([min(max(size, LEAST_OPTICAL), MOST_OPTICAL), weight])
    return made


@lru_cache(maxsize=4096)
def has_letter(letter: str) -> bool:
    """Emoji and scripts that the font lacks would all be the same empty box."""
    if unicodedata.category(letter)[0] in "CM":
        return False
    return bytes(font(40).getmask(letter)) != missing()


@lru_cache
def missing() -> bytes:
    return bytes(font(40).getmask(NOT_THERE))


def readable(text: str) -> str:
    """What of it can be drawn; nothing where that is no letter and no digit."""
    letters = unicodedata.normalize("NFC", text)
    kept = "".join(letter for letter in letters if letter == " " or has_letter(letter))
    kept = " ".join(kept.split())
    return kept if any(letter.isalnum() for letter in kept) else ""


def fitted(
    text: str, width: float, sizes: tuple[int, ...], weight: int = 700
) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text in the largest of the sizes that it fits in, or cut in the smallest."""
    for size in sizes:
        if font(size, weight).getlength(text) <= width:
            return text, font(size, weight)
    smallest = font(sizes[-1], weight)
    return cut(text, width, smallest), smallest


def fitted_names(
    names: Sequence[str], width: float, sizes: tuple[int, ...], weight: int = 700
) -> tuple[str, ImageFont.FreeTypeFont]:
    """The same for people who are named together: of each of them something is left."""
    text, face = fitted(AND.join(names), width, sizes, weight)
    if text == AND.join(names):
        return text, face
    left, room = len(names), width - face.getlength(AND) * (len(names) - 1)
    shown = dict.fromkeys(names, "")
    for name in sorted(names, key=face.getlength):
        shown[name] = cut(name, room / left, face)
        left, room = left - 1, room - face.getlength(shown[name])
    return AND.join(shown[name] for name in names), face


def cut(text: str, width: float, face: ImageFont.FreeTypeFont) -> str:
    if face.getlength(text) <= width:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if face.getlength(text[:middle].rstrip() + "…") <= width:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + "…"
