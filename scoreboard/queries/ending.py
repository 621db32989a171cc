"""How a session ended, in a sentence or two: right for every way of scoring."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

import rules
from scoreboard.queries.last_round import how_it_went, listed
from scoreboard.queries.score_sheet import ScoreSheet
from scoreboard.queries.standing import StandingRow


def counted(sheet: ScoreSheet) -> list[rules.ScoredRound]:
    return [scored for scored in sheet.standings.rounds if scored.counts]


def victory(sheet: ScoreSheet, winners: Sequence[StandingRow]) -> str:
    """What stands under the names of the winners."""
    if len(winners) > 1:
        return gettext("win together")
    (winner,) = winners
    people, system, standings = len(winner.names), sheet.setup.system, sheet.standings
    if system.knocks_out and not standings.closed:
        return gettext("is the last one left")
    if system.lowest_wins:
        return gettext("wins with the fewest: %(points)s") % {"points": winner.total}
    if not system.counts_cards:
        rounds = ngettext("%(number)s round", "%(number)s rounds", winner.total)
        text = ngettext("wins with %(rounds)s", "win with %(rounds)s", people)
        return text % {"rounds": rounds % {"number": winner.total}}
    last = counted(sheet)[-1]
    if standings.closed or last.winner not in standings.winners:
        text = ngettext("wins with %(points)s in all", "win with %(points)s in all", people)
        return text % {"points": winner.total}
    return ngettext(
        "wins, with +%(gained)s in round %(number)s",
        "win, with +%(gained)s in round %(number)s",
        people,
    ) % {"gained": last.gained[last.winner], "number": last.number}


def decided(sheet: ScoreSheet, rows: Sequence[StandingRow]) -> list[str]:
    """What brought the end, sentence by sentence; nothing where there was no round."""
    rounds = counted(sheet)
    if not rounds:
        return []
    winners = [row for row in rows if row.wins]
    if sheet.standings.closed:
        told = [closed_told(sheet)]
    elif sheet.setup.system.knocks_out:
        told = last_one_left(sheet, rounds[-1])
    else:
        told = ruled(sheet, rows, rounds)
    if len(winners) > 1:
        names = listed([row.name for row in winners])
        shared = gettext("%(names)s are equal with %(points)s and share the win.")
        told.append(shared % {"names": names, "points": winners[0].total})
    elif winners and (sheet.standings.closed or not sheet.setup.system.knocks_out):
        told.append(how_near(sheet.setup, rows))
    return [*filter(None, told)]


def closed_told(sheet: ScoreSheet) -> str:
    system, number = sheet.setup.system, {"number": counted(sheet)[-1].number}
    if system.knocks_out:
        text = gettext("Closed after round %(number)s; the lowest total of those still in wins.")
    elif system.lowest_wins:
        text = gettext("Closed after round %(number)s; the lowest total wins.")
    elif not system.counts_cards:
        text = gettext("Closed after round %(number)s; the most rounds won win.")
    else:
        text = gettext("Closed after round %(number)s; the best total wins.")
    return text % number


def ruled(
    sheet: ScoreSheet, rows: Sequence[StandingRow], rounds: list[rules.ScoredRound]
) -> list[str]:
    """The sentences about an end that a target or a number of rounds brought."""
    target, last = sheet.setup.target, rounds[-1]
    reached = [row for row in rows if target and (row.total or 0) >= target]
    is_played_on = len(rounds) > 1 and rounds[-2].plays_on
    if is_played_on:
        told = [gettext("It was equal at the top, so you played on.")]
    elif not reached:
        told = [gettext("Round %(number)s was the last one agreed.") % {"number": last.number}]
    else:
        told = [decisive(last)]
    if reached or is_played_on:
        told.append(how_it_went(sheet, last))
    if reached and sheet.setup.system.lowest_wins:
        told.append(reached_told(max(reached, key=lambda row: row.total or 0)))
    return told


def decisive(last: rules.ScoredRound) -> str:
    return gettext("Round %(number)s decided it.") % {"number": last.number}


def last_one_left(sheet: ScoreSheet, last: rules.ScoredRound) -> list[str]:
    """A knockout is over when one is left: the others dropped out, or left the table."""
    dropped = [sheet.names[key] for key in last.dropped_out]
    left = [
        seat.player.name
        for seat in sheet.seats
        if seat.player.key in sheet.standings.left and seat.to_round == last.number
    ]
    told = []
    if dropped:
        text = ngettext("%(names)s dropped out.", "%(names)s dropped out.", len(dropped))
        told = [decisive(last), how_it_went(sheet, last), text % {"names": listed(dropped)}]
    if left:
        text = ngettext(
            "After round %(number)s too few were left to play: %(names)s went home.",
            "After round %(number)s too few were left to play: %(names)s went home.",
            len(left),
        )
        told.append(text % {"number": last.number, "names": listed(left)})
    return told


def reached_told(row: StandingRow) -> str:
    return gettext("%(name)s reached %(points)s.") % {"name": row.name, "points": row.total}


def how_near(setup: rules.Setup, rows: Sequence[StandingRow]) -> str:
    """How near the second was, where one is second alone and still there."""
    second = alone(rows)
    if second is None or second.is_out:
        return ""
    (winner,) = (row for row in rows if row.wins)
    if not setup.system.counts_cards:
        if not second.total:
            return ""
        text = ngettext("%(name)s won %(points)s.", "%(name)s won %(points)s.", len(second.names))
        return text % {"name": second.name, "points": second.total}
    if setup.system.lowest_wins:
        text = ngettext(
            "%(name)s had %(points)s fewer than %(other)s.",
            "%(name)s had %(points)s fewer than %(other)s.",
            len(winner.names),
        )
    elif second.to_go and not winner.to_go:
        return short_of(second, setup.target)
    else:
        text = ngettext(
            "%(name)s was %(points)s ahead of %(other)s.",
            "%(name)s were %(points)s ahead of %(other)s.",
            len(winner.names),
        )
    points = abs((winner.total or 0) - (second.total or 0))
    return text % {"name": winner.name, "points": points, "other": second.name}


def short_of(second: StandingRow, target: int | None) -> str:
    text = ngettext(
        "%(name)s was %(points)s short of %(target)s.",
        "%(name)s were %(points)s short of %(target)s.",
        len(second.names),
    )
    return text % {"name": second.name, "points": second.to_go, "target": target}


def alone(rows: Sequence[StandingRow]) -> StandingRow | None:
    """Who is second, unless several are."""
    beaten = [row for row in rows if not row.wins]
    if not beaten or sum(row.rank == beaten[0].rank for row in beaten) > 1:
        return None
    return beaten[0]
