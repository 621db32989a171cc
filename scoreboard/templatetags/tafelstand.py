"""What pages draw again and again: marks, icons, the faces of cards."""

import datetime
import json
import re
from collections.abc import Mapping

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import dateformat, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

import rules
from scoreboard.queries.chart import Point
from scoreboard.queries.words import agreed_in_short, language

register = template.Library()
register.filter(agreed_in_short)


@register.filter
def as_json(value: object) -> str:
    """For a script, in an attribute: a page carries no script of its own."""
    return json.dumps(value, cls=DjangoJSONEncoder)


COLOURS = (("red", "heart"), ("yellow", "star"), ("green", "leaf"), ("blue", "drop"))
STOCKS = ("", " white", " black")
DASHES = ("", " d1", " d2")


def drawn(index: int) -> SafeString:
    colour, shape = COLOURS[index % 4]
    return format_html(
        '<svg class="mark {}{}" viewBox="0 0 20 28" aria-hidden="true">'
        '<rect x="1" y="1" width="18" height="26" rx="4"/>'
        '<use href="#{}" x="3.5" y="7.5" width="13" height="13"/></svg>',
        colour,
        STOCKS[index // 4],
        shape,
    )


MARKS = tuple(drawn(index) for index in range(12))


@register.simple_tag
def mark(index: int) -> SafeString:
    """A person's small card; always beside the name, never instead of it."""
    return MARKS[index]


@register.filter
def colour(index: int) -> str:
    return COLOURS[index % 4][0]


@register.filter
def shape(index: int) -> str:
    return COLOURS[index % 4][1]


@register.filter
def dash(index: int) -> str:
    return DASHES[index // 4]


@register.simple_tag
def small_mark(index: int, y: float) -> SafeString:
    """A person's mark at the end of their line in a chart."""
    colour, shape = COLOURS[index % 4]
    return format_html(
        '<svg class="mark {}{}" x="266" y="{}" width="12" height="16" viewBox="0 0 20 28">'
        '<rect x="1" y="1" width="18" height="26" rx="4"/>'
        '<use href="#{}" x="3" y="7" width="14" height="14"/></svg>',
        colour,
        STOCKS[index // 4],
        round(y - 8, 1),
        shape,
    )


@register.simple_tag
def pip(index: int, point: Point) -> SafeString:
    """The shape on a line where a round was won."""
    colour, shape = COLOURS[index % 4]
    return format_html(
        '<g class="{}"><use class="shape" href="#{}" x="{}" y="{}" width="12" height="12"/></g>',
        colour,
        shape,
        round(point.x - 6, 1),
        round(point.y - 6, 1),
    )


@register.simple_tag(takes_context=True)
def here(context: template.Context) -> SafeString | str:
    """In a form of a page that has no row in its address: of which playgroup it is."""
    member = context["request"].session.get("playing")
    if not member:
        return ""
    return format_html('<input type="hidden" name="here" value="{}">', member)


@register.simple_tag
def icon(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>', name)


FOUR = mark_safe(
    '<svg class="four" viewBox="0 0 30 30" aria-hidden="true"><use href="#four"/></svg>'
)
WHEEL = mark_safe(
    '<svg class="four" viewBox="0 0 30 30" aria-hidden="true"><use href="#wheel"/></svg>'
)
ROW = mark_safe(
    '<svg class="four" viewBox="0 0 43 10" aria-hidden="true"><use href="#row4"/></svg>'
)


def over(below: SafeString, *above: SafeString | str) -> SafeString:
    """Two small drawings, one over the other: what a wild card does, and that it is one."""
    top = format_html_join("", "{}", ((part,) for part in above))
    return format_html('<span class="plus"><span>{}</span>{}</span>', top, below)


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DRAWN = {
    **{f"draw-{word}": f"+{number}" for number, word in enumerate(NUMBERS, 1)},
    **{f"wild-draw-{word}": over(ROW, f"+{number}") for number, word in enumerate(NUMBERS, 1)},
    "skip": icon("skip"),
    "skip-everyone": icon("skip-all"),
    "reverse": icon("turn"),
    "flip": icon("flip"),
    "discard-all": icon("discard"),
    "trade-hands": icon("swap"),
    "hit-two": over(icon("press"), "2×"),
    "blank": icon("blank"),
    "wild": FOUR,
    "wild-number": "#",
    "wild-dos": over(ROW, "2"),
    "wild-customizable": over(ROW, icon("pen")),
    "wild-swap-hands": over(ROW, icon("swap")),
    "wild-forced-swap": over(ROW, icon("swap")),
    "wild-shuffle-hands": over(ROW, icon("shuffle")),
    "wild-reverse": over(ROW, icon("turn")),
    "wild-reverse-draw-four": over(ROW, icon("turn"), "+4"),
    "wild-skip": over(ROW, icon("skip")),
    "wild-skip-two": over(ROW, icon("skip"), "2"),
    "wild-targeted-draw-two": over(ROW, icon("aim"), "+2"),
    "wild-draw-colour": over(ROW, "+…"),
    "wild-colour-roulette": WHEEL,
    "wild-all-hit": over(ROW, icon("press")),
    "wild-hit-fire": over(ROW, icon("flame")),
    "special": over(ROW, icon("spark")),
}
MOST_LETTERS = 4


WORDS = re.compile(r"\w+")


@register.simple_tag
def face(name: str, called: str = "") -> SafeString | str:
    """Our own drawing of a card's face; a numeral is its own drawing.

    A face that only an edition of their own has is drawn by the first letters of what it is
    `called`.
    """
    if name in DRAWN or name.isdecimal():
        return DRAWN.get(name, name)
    called = called or name.replace("-", " ")
    words = WORDS.findall(called) or called.split()
    first = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)
    return format_html('<span class="letters">{}</span>', first[:MOST_LETTERS])


@register.filter
def called(thing: rules.Edition | rules.Face | rules.HouseRule | rules.ScoringSystem) -> str:
    """The name that the rules give it, in the language of the page."""
    return thing.names[language()]


@register.filter
def told(text: Mapping[str, str]) -> str:
    """What the rules say of it, in the language of the page."""
    return text[language()]


@register.filter
def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{round(100 * rate)}%"


@register.filter
def stock(index: int) -> str:
    return STOCKS[index // 4]


@register.filter
def day(value: datetime.date) -> str:
    """A day as people say it: the year only when it is another one."""
    this_year = value.year == timezone.now().year
    return dateformat.format(value, "j F" if this_year else "j F Y")
