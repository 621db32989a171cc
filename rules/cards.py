"""Faces, colours and cards; how they are called, and reading them as people write them."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, total_ordering
from itertools import pairwise

from rules.messages import NUMBER_WORDS
from rules.problems import Problem

COLOUR_NAMES: Mapping[str, Mapping[str, str]] = {
    "red": {"en": "red", "nl": "rood"},
    "yellow": {"en": "yellow", "nl": "geel"},
    "green": {"en": "green", "nl": "groen"},
    "blue": {"en": "blue", "nl": "blauw"},
    "pink": {"en": "pink", "nl": "roze"},
    "teal": {"en": "teal", "nl": "turquoise"},
    "orange": {"en": "orange", "nl": "oranje"},
    "purple": {"en": "purple", "nl": "paars"},
}

# Dutch bends a colour before a noun: rood, but "een rode 7". The others stay as they are.
BENT_DUTCH = {
    "red": "rode",
    "yellow": "gele",
    "green": "groene",
    "blue": "blauwe",
    "purple": "paarse",
}


@total_ordering
@dataclass(frozen=True)
class Card:
    """One card: a face, and a colour where one is known. `7` is some seven, `red 7` that one.

    Its text is the canonical form of session files. Cards order by face, then colour, as texts:
    a fixed order, not the one to show (that is `sort_cards`).
    """

    face: str
    colour: str | None = None

    def __str__(self) -> str:
        return f"{self.face}" if self.colour is None else f"{self.colour} {self.face}"

    def __lt__(self, other: "Card") -> bool:
        return (self.face, self.colour or "") < (other.face, other.colour or "")

    @staticmethod
    def parse(text: str) -> "Card":
        """The card of a canonical text, "<face>" or "<colour> <face>"; str() gives it back.

        Takes any text: whether an edition has such a card is asked of the edition, so that a
        wrong one becomes a problem with a place and not an exception.
        """
        return _common_card(text) if len(text) <= LONGEST_COMMON else _parsed(text)


def _parsed(text: str) -> Card:
    colour, space, face = text.partition(" ")
    return Card(face, colour) if space else Card(text)


# A few different cards come again and again, and each is a value. What is long is no card.
LONGEST_COMMON = 40
_common_card = lru_cache(maxsize=1_000)(_parsed)


@dataclass(frozen=True)
class Face:
    """What a card shows apart from its colour, as one edition has it.

    `copies` are per colour, or in all where there are no `colours`; None where the composition
    is not known. `points` None: no printed value, the table agrees one. `draws`: how many cards
    it makes the next player draw. `short`: more names by language, the first of them the one to
    say at the table.
    """

    face: str
    names: Mapping[str, str] = field(hash=False)
    colours: tuple[str, ...]
    copies: int | None
    points: int | None
    draws: int | None = None
    short: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def is_number(self) -> bool:
        """A number card is one whose face is only digits (Words)."""
        return self.face.isascii() and self.face.isdigit()

    @property
    def in_deck(self) -> int:
        """How many cards of this face one deck has; 0 where that is not known."""
        return (self.copies or 0) * max(1, len(self.colours))

    @property
    def spoken(self) -> Mapping[str, str]:
        """The face as it is said within a sentence: Wild Draw Four, neem vier."""
        dutch = self.short.get("nl", ()) or (self.names["nl"],)
        english = self.short.get("en", ()) or (self.names["en"],)
        return {"en": english[0], "nl": _as_noun(dutch[0])}


def _as_noun(name: str) -> str:
    """Dutch nouns are small within a sentence, except for abbreviations such as DOS."""
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


def colour_names(colour: str) -> Mapping[str, str]:
    """The colour as it is said before a card in each language: red, rode."""
    names = COLOUR_NAMES.get(colour, {"en": colour, "nl": colour})
    return {"en": names["en"], "nl": BENT_DUTCH.get(colour, names["nl"])}


def card_names(card: Card, face: Face) -> Mapping[str, str]:
    """The card as it is said in each language: red 7, rode 7."""
    if card.colour is None:
        return face.spoken
    names = colour_names(card.colour)
    return {language: f"{names[language]} {face.spoken[language]}" for language in names}


def several_names(card: Card, face: Face) -> Mapping[str, str]:
    """As `card_names`, to stand behind a number: Wild Draw Fours; Dutch says "vijf keer"."""
    names = card_names(card, face)
    many = names["en"] if names["en"].casefold().endswith("s") else f"{names['en']}s"
    return {"en": many, "nl": names["nl"]}


# How people write the faces that most editions share, English and Dutch together. An edition's
# own names come first; what its other faces are called for short stands in its table.
TYPED_NAMES: Mapping[str, tuple[str, ...]] = {
    "skip": (
        *("skip", "s", "miss a turn"),
        *("sla over", "sla beurt over", "beurt overslaan", "overslaan", "so"),
    ),
    "reverse": ("reverse", "rev", "r", "turn", "keer om", "omkeren", "keerom", "ko"),
    "wild": ("wild", "w", "colour card", "joker", "keuze", "keuzekaart", "kleurkeuze", "k"),
    "wild-swap-hands": ("swap", "swap hands", "ruil", "ruilkaart"),
    "wild-shuffle-hands": ("shuffle", "shuffle hands", "schud", "schudkaart"),
    "blank": ("blank", "blanco", "blanco kaart"),
}

# For draw cards of every size: en and nl stand for the number word, n for the digits.
TYPED_DRAW_NAMES = (
    *("draw {en}", "draw {n}", "d{n}", "take {en}"),
    *("neem {nl}", "neem {n}", "trek {nl}", "trek {n}"),
)
TYPED_WILD_DRAW_NAMES = (
    *("wild draw {en}", "wild draw {n}", "draw {en}", "draw {n}", "wd{n}", "w{n}"),
    *("neem {nl}", "neem {n}", "trek {n}", "joker trek {n}", "neem {nl} keuzekaart"),
)

# A colour's short forms count only directly before a face: alone, r is Reverse.
COLOUR_SHORT = {
    "red": ("r", "ro"),
    "yellow": ("y", "ge"),
    "green": ("g", "gr"),
    "blue": ("b", "bl"),
}

MOST_READ = 1_000
MOST_UNREAD = 20
MOST_QUOTED = 40

COUNT_BEFORE = re.compile(r"([0-9]+)x")
COUNT_AFTER = re.compile(r"x([0-9]+)")
GLUED_BEFORE = re.compile(r"([0-9]+)x(.+)")
GLUED_AFTER = re.compile(r"(.+)x([0-9]+)")


class UnreadableCards(ValueError):
    """Typed cards that could not all be understood.

    `problems` has all of them, up to a sensible number; `read` the cards that were understood.
    """

    def __init__(self, problems: Sequence[Problem], read: Sequence[Card]) -> None:
        super().__init__("; ".join(problem.message("en") for problem in problems))
        self.problems = list(problems)
        self.read = tuple(read)


def read_cards(text: str, faces: Iterable[Face]) -> tuple[Card, ...]:
    """The cards of a hand as people write them, English and Dutch mixed, in the order written.

    `faces` are those of the edition (or of one side of it). Between cards stand commas, new
    lines or spaces; `3x 7` and `7 x3` are three sevens; colours may stand before a face or be
    left out; capitals, accents, hyphens and spaces within a name do not matter. The longest
    name wins, an edition's own names win over the common ones. What is unclear is refused, not
    guessed. Raises UnreadableCards. Source: the facts behind the editions, "How typed cards
    are read".
    """
    reading = _Reading(_vocabulary(tuple(faces)))
    reading.read(text)
    if reading.problems:
        raise UnreadableCards(reading.problems, reading.cards)
    return tuple(reading.cards)


def _plain(text: str) -> str:
    """Without capitals, accents, hyphens, spaces: what does not matter in a name."""
    text = unicodedata.normalize("NFKD", text.casefold()).replace("×", "x")
    return "".join(
        sign
        for sign in text
        if not sign.isspace() and unicodedata.category(sign) not in ("Mn", "Pd") and sign != "_"
    )


def _typed_names(face: Face) -> Iterator[str]:
    yield from TYPED_NAMES.get(face.face, ())
    if face.draws is not None:
        yield f"+{face.draws}"
    wild, draw, word = face.face.rpartition("draw-")
    if draw and word in NUMBER_WORDS["en"] and wild in ("", "wild-"):
        n = NUMBER_WORDS["en"].index(word)
        for name in TYPED_WILD_DRAW_NAMES if wild else TYPED_DRAW_NAMES:
            yield name.format(n=n, en=word, nl=NUMBER_WORDS["nl"][n])


@dataclass(frozen=True)
class _Vocabulary:
    """All words with which the cards of one edition can be written, without what is dropped."""

    own: Mapping[str, tuple[Face, ...]]
    common: Mapping[str, tuple[Face, ...]]
    colours: tuple[tuple[str, str], ...]
    full_colours: Mapping[str, str]
    most_words: int

    def faces(self, name: str) -> tuple[Face, ...]:
        return self.own.get(name) or self.common.get(name) or ()

    def cards(self, name: str, first_word: str) -> tuple[tuple[Card, Face], ...]:
        """The card with this name, several where the name does not decide, none if unknown.

        A colour must stand within the first word, or "g r 7" would become a green seven.
        """
        faces = self.faces(name)
        if faces:
            # Both sides of an edition may have the face: that is one card to say.
            return tuple({Card(face.face): face for face in faces[::-1]}.items())[::-1]
        for word, colour in self.colours:
            if first_word.startswith(word):
                faces = self.faces(name[len(word) :])
                coloured = [face for face in faces if colour in face.colours]
                if coloured:
                    return tuple((Card(face.face, colour), face) for face in coloured)
        return ()


Key = tuple[str, tuple[str, ...]]


@lru_cache(maxsize=32)
def _vocabulary(faces: tuple[Face, ...]) -> _Vocabulary:
    own: dict[str, dict[Key, Face]] = defaultdict(dict)
    common: dict[str, dict[Key, Face]] = defaultdict(dict)
    most_words = 1
    for face in faces:
        short = [name for names in face.short.values() for name in names]
        for name in (face.face, *face.names.values(), *short):
            own[_plain(name)][face.face, face.colours] = face
            most_words = max(most_words, len(re.split(r"[\s-]+", name)))
        for name in _typed_names(face):
            common[_plain(name)][face.face, face.colours] = face
            most_words = max(most_words, len(name.split()))
    full: dict[str, str] = {}
    words: dict[str, str] = {}
    for colour in dict.fromkeys(colour for face in faces for colour in face.colours):
        names = {colour, *COLOUR_NAMES.get(colour, {}).values(), BENT_DUTCH.get(colour, colour)}
        full |= {_plain(name): colour for name in names}
        words |= dict.fromkeys(COLOUR_SHORT.get(colour, ()), colour)
    words |= full
    return _Vocabulary(
        {name: tuple(found.values()) for name, found in own.items()},
        {name: tuple(found.values()) for name, found in common.items()},
        # Longest first: "ro" must not take the beginning of "rood".
        tuple(sorted(words.items(), key=lambda pair: -len(pair[0]))),
        full,
        most_words + 2,  # a colour, and a hyphen that stands alone
    )


def _quoted(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


class _Words:
    """The words of one piece of text, as written and as they are looked up."""

    def __init__(self, piece: str) -> None:
        self._written = [word for word in piece.split() if word.strip("-–—")]
        self._plain: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._written)

    def plain(self, place: int) -> str:
        if place >= len(self._written):
            return ""
        if place not in self._plain:
            self._plain[place] = _plain(self._written[place])
        return self._plain[place]

    def joined(self, start: int, end: int) -> str:
        """The words as one name; "" where that would make one number out of two."""
        words = [self.plain(place) for place in range(start, end)]
        for left, right in pairwise(words):
            if left[-1:].isdigit() and right[:1].isdigit():
                return ""
        return "".join(words)

    def written(self, start: int, end: int) -> str:
        """As it was written, to be quoted."""
        return _quoted(" ".join(self._written[start:end]))


@dataclass(frozen=True)
class _Found:
    """Words that name a card: which it can be, and where they begin and end."""

    choices: tuple[tuple[Card, Face], ...]
    start: int
    end: int


@dataclass
class _Reading:
    """One text being read. Stops at so many cards or problems: nobody reads further either."""

    vocabulary: _Vocabulary
    cards: list[Card] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def read(self, text: str) -> None:
        for piece in re.split(r"[,\r\n]+", text):
            words = _Words(piece)
            place = 0
            while place < len(words):
                if len(self.problems) >= MOST_UNREAD or len(self.cards) >= MOST_READ:
                    self._stop(words.written(place, len(words)))
                    return
                place = self._entry(words, place)

    def _stop(self, text: str) -> None:
        if not self.problems:
            self._refuse_number(text)

    def _entry(self, words: _Words, place: int) -> int:
        """Reads a card with its count from `place` on; answers where the next entry begins."""
        word = words.plain(place)
        if not word:
            return place + 1
        before = COUNT_BEFORE.fullmatch(word)
        start = place + 1 if before else place
        if word == "x" or COUNT_AFTER.fullmatch(word) or start == len(words):
            return self._refuse("count-alone", words.written(place, place + 1), place + 1)
        found = self._longest(words, start)
        if found is None:
            return self._not_found(words, start)
        return self._counted(words, found, before)

    def _longest(self, words: _Words, start: int) -> _Found | None:
        most = min(self.vocabulary.most_words, len(words) - start)
        for size in range(most, 0, -1):
            name = words.joined(start, start + size)
            choices = self.vocabulary.cards(name, words.plain(start))
            if choices:
                return _Found(choices, start, start + size)
        return None

    def _counted(self, words: _Words, found: _Found, before: re.Match[str] | None) -> int:
        name = words.written(found.start, found.end)
        next_word = words.plain(found.end)
        after = COUNT_AFTER.fullmatch(next_word)
        if before and after:
            text = words.written(found.start - 1, found.end + 1)
            ways = (f"{before[1]}x {name}", f"{after[1]}x {name}")
            return self._refuse_unclear(text, ways, found.end + 1)
        plain_name = words.joined(found.start, found.end)
        if after and self._reads_both_ways(plain_name, after[1]):
            text = words.written(found.start, found.end + 1)
            return self._refuse_unclear(text, _two_ways(name, after[1]), found.end + 1)
        right = words.written(found.end + 1, found.end + 2)
        if next_word == "x" and (right.isdigit() or (right and name.isdigit())):
            text = words.written(found.start, found.end + 2)
            return self._refuse_unclear(text, _two_ways(name, right), found.end + 2)
        count = before or after
        start, end = found.start - bool(before), found.end + bool(after)
        self._take(found, count[1] if count else "1", words.written(start, end))
        return end

    def _reads_both_ways(self, name: str, count: str) -> bool:
        """Whether "3 x7" may have been meant as "3x 7".

        "7 x3" is three sevens. With the larger number behind the x that reading gives the hand
        nobody holds, seven threes, so the writer is asked. With a colour or a word before the
        x, or when no card has the second number, there is but one reading.
        """
        is_card = bool(self.vocabulary.faces(count))
        return name.isdigit() and is_card and 1 <= _few_digits(name) < _few_digits(count)

    def _take(self, found: _Found, count: str, text: str) -> None:
        if len(found.choices) > 1:
            choices = [card_names(card, face) for card, face in found.choices]
            self._refuse("choices", text, found.end, choices=choices)
            return
        copies = _few_digits(count)
        if copies < 1 or len(self.cards) + copies > MOST_READ:
            self._refuse_number(text)
            return
        self.cards += [found.choices[0][0]] * copies

    def _not_found(self, words: _Words, place: int) -> int:
        word = words.plain(place)
        text = words.written(place, place + 1)
        glued = GLUED_BEFORE.fullmatch(word) or GLUED_AFTER.fullmatch(word)
        if glued:
            return self._refuse_unclear(text, _two_ways(*glued.groups()), place + 1)
        colour = self.vocabulary.full_colours.get(word)
        if colour is None:
            return self._refuse("", text, place + 1, card=text)
        found = self._longest(words, place + 1)
        if found is None or found.choices[0][0].colour is not None:
            return self._refuse("colour-alone", text, place + 1)
        face = found.choices[0][1]
        return self._refuse("", text, found.end, card=card_names(Card(face.face, colour), face))

    def _refuse_unclear(self, text: str, ways: tuple[str, str], end: int) -> int:
        return self._refuse("unclear", text, end, one=_quoted(ways[0]), other=_quoted(ways[1]))

    def _refuse(self, case: str, text: str, end: int, **facts: object) -> int:
        facts |= {"case": case, "text": text}
        self.problems.append(Problem("unknown-card", "cards", facts))
        return end

    def _refuse_number(self, text: str) -> None:
        facts = {"case": "typed", "text": text, "least": 1, "most": MOST_READ}
        self.problems.append(Problem("bad-number", "cards", facts))


def _few_digits(digits: str) -> int:
    """The number, as far as it matters: one of more than five digits is too large anyway."""
    return int(digits.lstrip("0")[:6] or "0")


def _two_ways(left: str, right: str) -> tuple[str, str]:
    """How to write what stands around an x so that it can be read in one way only."""
    if not left.isdigit():
        return f"{right}x {left}", f"{left} x{right}"
    if not right.isdigit():
        return f"{left}x {right}", f"{right} x{left}"
    return f"{left}x {right}", f"{right}x {left}"
