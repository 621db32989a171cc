"""The round that decided a session, told as the table would: who went out, and who was caught."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

import rules
from scoreboard.queries.score_sheet import ScoreSheet


def listed(names: Sequence[str]) -> str:
    return get_text_list(names, gettext("and"))


def how_it_went(sheet: ScoreSheet, last: rules.ScoredRound) -> str:
    """Who went out, and what the largest hand was; or who had too many cards."""
    played, name = sheet.played[last.number - 1], sheet.names[last.winner]
    knocked_out = [key for key in sheet.names if key in played.knocked_out]
    if knocked_out:
        names = [sheet.names[key] for key in knocked_out]
        return too_many_cards(name, names, is_left=len(names) == len(last.gained) - 1)
    most = max(last.points.values(), default=0)
    caught = [key for key in sheet.names if most and last.points.get(key) == most]
    if len(caught) == 1:
        wilds = wilds_among(sheet.setup.edition, played.hands[caught[0]], played.side)
        return largest_hand(name, sheet.names[caught[0]], most, wilds)
    if caught:
        text = ngettext(
            "%(name)s went out; %(others)s were each left with %(points)s point.",
            "%(name)s went out; %(others)s were each left with %(points)s points.",
            most,
        )
        others = listed([sheet.names[key] for key in caught])
        return text % {"name": name, "others": others, "points": most}
    if last.winner in played.gained:
        text = gettext("It brought %(points)s to %(name)s.")
        return text % {"name": name, "points": last.gained[last.winner]}
    return gettext("%(name)s went out.") % {"name": name}


def largest_hand(name: str, other: str, points: int, wilds: int) -> str:
    facts = {"name": name, "other": other, "points": points, "wilds": wilds}
    if wilds == 1:
        text = gettext(
            "%(name)s went out; %(other)s was left with %(points)s points, a wild card among them."
        )
    elif wilds:
        text = gettext(
            "%(name)s went out; %(other)s was left with %(points)s points, "
            "%(wilds)s wild cards among them."
        )
    else:
        text = ngettext(
            "%(name)s went out; %(other)s was left with %(points)s point.",
            "%(name)s went out; %(other)s was left with %(points)s points.",
            points,
        )
    return text % facts


def too_many_cards(name: str, names: Sequence[str], *, is_left: bool) -> str:
    if is_left:
        text = ngettext(
            "%(others)s was knocked out, and %(name)s was left.",
            "%(others)s were knocked out, and %(name)s was left.",
            len(names),
        )
    else:
        text = ngettext(
            "%(name)s went out; %(others)s was knocked out.",
            "%(name)s went out; %(others)s were knocked out.",
            len(names),
        )
    return text % {"name": name, "others": listed(names)}


def wilds_among(edition: rules.Edition, hand: rules.Hand, side: str | None) -> int:
    """How many wild cards lie among others in the hand; where all are wild it says nothing."""
    wild = {face.face for face in edition.faces_on(side) if not face.colours}
    cards = hand.cards or ()
    found = sum(card.face in wild for card in cards)
    return found if found < len(cards) else 0
