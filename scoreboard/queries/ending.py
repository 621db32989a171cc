"""How a session ended, in a sentence or two: right for every way of scoring."""

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

import rules
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
    if system.knocks_out:
        if not standings.closed:
            return gettext("is the last one left")
    elif system.lowest_wins:
        return gettext("wins with the fewest: %(points)s") % {"points": winner.total}
    elif not system.counts_cards:
        rounds = ngettext("%(number)s round", "%(number)s rounds", winner.total)
        text = ngettext("wins with %(rounds)s", "win with %(rounds)s", people)
        return text % {"rounds": rounds % {"number": winner.total}}
    elif not standings.closed:
        return collected(sheet, winner)
    return ngettext("wins", "win", people)


def collected(sheet: ScoreSheet, winner: StandingRow) -> str:
    last, people = counted(sheet)[-1], len(winner.names)
    if last.winner not in sheet.standings.winners:
        text = ngettext("wins with %(points)s in all", "win with %(points)s in all", people)
        return text % {"points": winner.total}
    return ngettext(
        "wins, with +%(gained)s in round %(number)s",
        "win, with +%(gained)s in round %(number)s",
        people,
    ) % {"gained": last.gained[last.winner], "number": last.number}


def decided(sheet: ScoreSheet, rows: Sequence[StandingRow]) -> str:
    """What brought the end; nothing where there was no round."""
    rounds = counted(sheet)
    if not rounds:
        return ""
    winners = [row for row in rows if row.wins]
    told = [closed_told(sheet)] if sheet.standings.closed else ruled(sheet, rows, rounds)
    if len(winners) > 1:
        names = listed([row.name for row in winners])
        shared = gettext("%(names)s are equal with %(points)s and share the win.")
        told.append(shared % {"names": names, "points": winners[0].total})
    return " ".join(filter(None, told))


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
    """The sentences about an end that the rules brought."""
    setup, last = sheet.setup, rounds[-1]
    if setup.system.knocks_out:
        return last_one_left(sheet, last)
    winners = [row for row in rows if row.wins]
    reached = [row for row in rows if setup.target and (row.total or 0) >= setup.target]
    told = [what_came_first(rounds, bool(reached))]
    if len(winners) != 1:
        return [*told, *map(reached_told, reached[-1:])]
    if setup.system.lowest_wins:
        return [*told, fewest(winners[0], reached)]
    if not reached:
        return [*told, margin(winners[0], rows)]
    return [*told, one_more(sheet, last, winners[0]), runner_up(setup, rows)]


def what_came_first(rounds: list[rules.ScoredRound], is_reached: bool) -> str:
    if len(rounds) > 1 and rounds[-2].plays_on:
        return gettext("It was equal at the top, so you played on.")
    if is_reached:
        return ""
    return gettext("Round %(number)s was the last one agreed.") % {"number": rounds[-1].number}


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
        text = ngettext(
            "Round %(number)s decided it: %(names)s dropped out.",
            "Round %(number)s decided it: %(names)s dropped out.",
            len(dropped),
        )
        told.append(text % {"number": last.number, "names": listed(dropped)})
    if left:
        text = ngettext(
            "After round %(number)s too few were left to play: %(names)s went home.",
            "After round %(number)s too few were left to play: %(names)s went home.",
            len(left),
        )
        told.append(text % {"number": last.number, "names": listed(left)})
    return told


def listed(names: Sequence[str]) -> str:
    return get_text_list(names, gettext("and"))


def reached_told(row: StandingRow) -> str:
    return gettext("%(name)s reached %(points)s.") % {"name": row.name, "points": row.total}


def fewest(winner: StandingRow, reached: Sequence[StandingRow]) -> str:
    facts = {"name": winner.name, "points": winner.total}
    if not reached:
        return gettext("%(name)s wins with the fewest: %(points)s.") % facts
    highest = max(reached, key=lambda row: row.total or 0)
    text = gettext("%(name)s wins with the fewest: %(points)s; %(other)s reached %(most)s.")
    return text % {**facts, "other": highest.name, "most": highest.total}


def one_more(sheet: ScoreSheet, last: rules.ScoredRound, winner: StandingRow) -> str:
    """The round with which the target was reached."""
    name = sheet.names[last.winner]
    if not sheet.setup.system.counts_cards:
        text = gettext("Round %(number)s decided it: that makes %(won)s for %(name)s.")
        return text % {"number": last.number, "won": winner.total, "name": winner.name}
    text = gettext("Round %(number)s decided it: +%(points)s for %(name)s.")
    return text % {"number": last.number, "points": last.gained[last.winner], "name": name}


def runner_up(setup: rules.Setup, rows: Sequence[StandingRow]) -> str:
    """How near the second was, where one is second alone and still there."""
    second = alone(rows)
    if second is None or second.is_out or not second.to_go or not setup.system.counts_cards:
        return ""
    return ngettext(
        "%(name)s was %(points)s short of %(target)s.",
        "%(name)s were %(points)s short of %(target)s.",
        len(second.names),
    ) % {"name": second.name, "points": second.to_go, "target": setup.target}


def margin(winner: StandingRow, rows: Sequence[StandingRow]) -> str:
    second = alone(rows)
    if second is None or second.is_out:
        return ""
    return ngettext(
        "%(name)s was %(points)s ahead of %(other)s.",
        "%(name)s were %(points)s ahead of %(other)s.",
        len(winner.names),
    ) % {
        "name": winner.name,
        "points": (winner.total or 0) - (second.total or 0),
        "other": second.name,
    }


def alone(rows: Sequence[StandingRow]) -> StandingRow | None:
    """Who is second, unless several are."""
    beaten = [row for row in rows if not row.wins]
    if not beaten or sum(row.rank == beaten[0].rank for row in beaten) > 1:
        return None
    return beaten[0]
