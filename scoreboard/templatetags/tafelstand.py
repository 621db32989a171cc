"""What pages draw again and again: marks, icons, the faces of cards."""

import datetime

from django import template
from django.utils import dateformat, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoreboard.queries.chart import Point
from scoreboard.queries.words import agreed

register = template.Library()
register.filter(agreed)

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


@register.simple_tag
def icon(name: str) -> SafeString:
    return format_html('<svg class="icon" aria-hidden="true"><use href="#{}"/></svg>', name)


FOUR = mark_safe(
    '<svg class="four" viewBox="0 0 30 30" aria-hidden="true"><use href="#four"/></svg>'
)
ROW = mark_safe(
    '<svg class="four" viewBox="0 0 43 10" aria-hidden="true"><use href="#row4"/></svg>'
)
DRAWN = {
    "skip": icon("skip"),
    "reverse": icon("turn"),
    "draw-two": mark_safe("+2"),
    "wild": FOUR,
    "wild-draw-four": format_html('<span class="plus">+4{}</span>', ROW),
}


@register.simple_tag
def face(name: str) -> SafeString | str:
    """Our own drawing of a card's face; a numeral is its own drawing."""
    return DRAWN.get(name, name)


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
