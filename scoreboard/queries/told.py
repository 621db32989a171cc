"""How a session stands in one sentence that can be sent to a chat as it is."""

import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from scoreboard.queries.board import Board
from scoreboard.queries.last_round import listed
from scoreboard.queries.standing import StandingRow

# What is between them has a direction of its own, in a chat as on a page.
FROM_HERE, TO_HERE = "\u2068", "\u2069"
FEW = 3  # others, each of whom is named; of more only the first two are


def told_in_a_sentence(board: Board) -> str:
    if board.winners:
        return won(board)
    if not board.counted:
        return nothing_played(board)
    if board.standings.finished:
        return gettext("Everybody has left: nobody has won.")
    return running(board)


def nothing_played(board: Board) -> str:
    if board.standings.finished:
        return gettext("Closed without a round: nobody has won.")
    rows = board.ranked
    text = ngettext("%(names)s is about to play.", "%(names)s are about to play.", len(rows))
    return text % {"names": names_of(rows)}


def won(board: Board) -> str:
    first, rest = board.winners, [row for row in still_there(board) if not row.wins]
    facts = {"names": names_of(first), "round": board.counted[-1].number}
    if board.system.knocks_out and not board.standings.closed:
        text = ngettext(
            "%(names)s has won, the last one left after %(round)s round.",
            "%(names)s has won, the last one left after %(round)s rounds.",
            facts["round"],
        )
        return text % facts
    if are_all_equal(first, rest):
        text = gettext("%(names)s are equal with %(score)s and share the win.")
    elif len(first) > 1:
        text = gettext("%(names)s have won together with %(score)s.")
    else:
        text = ngettext(
            "%(names)s won with %(score)s.", "%(names)s won with %(score)s.", people_in(first)
        )
    return text % (facts | {"score": scores(board, first, rest)})


def running(board: Board) -> str:
    number, there = len(board.counted), still_there(board)
    if not there:
        text = ngettext(
            "After %(number)s round everybody has left.",
            "After %(number)s rounds everybody has left.",
            number,
        )
        return text % {"number": number}
    first = [row for row in there if row.rank == there[0].rank]
    rest = there[len(first) :]
    facts = {"number": number, "names": names_of(first), "score": scores(board, first, rest)}
    return " ".join([ahead(first, rest, number) % facts, *out_told(board)])


def ahead(first: Sequence[StandingRow], rest: Sequence[StandingRow], number: int) -> str:
    if are_all_equal(first, rest):
        return ngettext(
            "After %(number)s round %(names)s are equal with %(score)s.",
            "After %(number)s rounds %(names)s are equal with %(score)s.",
            number,
        )
    if len(first) > 1:
        return ngettext(
            "After %(number)s round %(names)s lead together with %(score)s.",
            "After %(number)s rounds %(names)s lead together with %(score)s.",
            number,
        )
    if people_in(first) > 1:
        return ngettext(
            "After %(number)s round %(names)s lead with %(score)s.",
            "After %(number)s rounds %(names)s lead with %(score)s.",
            number,
        )
    return ngettext(
        "After %(number)s round %(names)s leads with %(score)s.",
        "After %(number)s rounds %(names)s leads with %(score)s.",
        number,
    )


def out_told(board: Board) -> list[str]:
    out = [isolated(row) for row in board.ranked if is_knocked_out(board, row)]
    if not out:
        return []
    if len(out) > FEW:
        text = ngettext("%(number)s is out.", "%(number)s are out.", len(out))
        return [text % {"number": len(out)}]
    text = ngettext("%(names)s is out.", "%(names)s are out.", len(out))
    return [text % {"names": listed(out)}]


def scores(board: Board, first: Sequence[StandingRow], rest: Sequence[StandingRow]) -> str:
    """What the first have, and the others after them; alone nobody has the fewest."""
    best = score(board, first[0].total or 0)
    if len(first) > 1:
        best = gettext("%(points)s each") % {"points": best}
    if board.system.lowest_wins and rest:
        best = gettext("the fewest points: %(points)s") % {"points": best}
    if not rest:
        return best
    if len(rest) > FEW:
        text = gettext("%(name)s with %(points)s")
        named = [text % {"name": isolated(row), "points": row.total} for row in rest[: FEW - 1]]
        others = listed([*named, others_told(len(rest) - len(named))])
        return gettext("%(points)s, ahead of %(others)s") % {"points": best, "others": others}
    text = gettext("%(points)s for %(name)s")
    if rest[0].total == rest[-1].total:
        names = listed([isolated(row) for row in rest])
        others = text % {"name": names, "points": rest[0].total}
    else:
        others = listed([text % {"name": isolated(row), "points": row.total} for row in rest])
    return gettext("%(points)s to %(others)s") % {"points": best, "others": others}


def score(board: Board, total: int) -> str:
    if board.system.counts_cards:
        return str(total)
    text = ngettext("%(number)s round", "%(number)s rounds", total)
    return text % {"number": total}


def others_told(number: int) -> str:
    return ngettext("%(number)s other", "%(number)s others", number) % {"number": number}


def names_of(rows: Sequence[StandingRow]) -> str:
    names = [isolated(row) for row in rows]
    if len(names) > FEW + 1:
        names = [*names[:FEW], others_told(len(names) - FEW)]
    return listed(names)


def isolated(row: StandingRow) -> str:
    """Numbers beside a name that runs from right to left would seem to be another one's."""
    return " & ".join(
        f"{FROM_HERE}{name}{TO_HERE}" if any(map(runs_left, name)) else name for name in row.names
    )


def runs_left(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in ("R", "AL")


def still_there(board: Board) -> list[StandingRow]:
    """Who left or is out of a knockout leads nobody and is no rival, whatever they have."""
    return [row for row in board.ranked if not row.is_out]


def are_all_equal(first: Sequence[StandingRow], rest: Sequence[StandingRow]) -> bool:
    """Nobody leads where nobody is behind."""
    return len(first) > 1 and not rest


def people_in(rows: Sequence[StandingRow]) -> int:
    return sum(len(row.names) for row in rows)


def is_knocked_out(board: Board, row: StandingRow) -> bool:
    out = board.standings.knocked_out
    return bool(out) and all(person.key in out for person in row.people)
