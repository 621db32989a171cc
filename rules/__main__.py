"""The rules at the command line, with nothing but Python: `python -m rules`.

`editions` lists the decks, `score` counts a hand, `check` goes through a session file. The exit
status is 0 where all is well, 1 where a card or a round is wrong, 2 where the question or the
file is. Output is UTF-8 wherever it goes. Source: the session file, `python -m rules`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, TextIO

from rules.cards import UnreadableCards, card_names, read_cards
from rules.editions import Edition, UnknownEdition, editions, find_edition
from rules.file_shape import NotThisFormat, one_line
from rules.hands import Hand, hand_points
from rules.house_rules import HOUSE_RULES
from rules.messages import LANGUAGES, Language
from rules.problems import MOST_POINTS, Problem
from rules.session_file import FileSession, Judged, SessionFile, judged, read_session_file
from rules.setup import SCORING_SYSTEMS, Setup
from rules.standings import ScoredRound, Standings

FINE, WRONG, REFUSED, STOPPED = 0, 1, 2, 130

to_json = json.JSONEncoder(ensure_ascii=False).encode


class Refusal(Exception):
    """The question cannot be answered; the text says why, in one line."""


class Arguments(argparse.ArgumentParser):
    """Says in one line what is wrong with a call, instead of explaining them all."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Answers one call; `argv` without the program's name. The answer is the exit status."""
    try:
        options = arguments().parse_args(argv)
        status, lines = options.answer(options)
        say(sys.stdout, lines)
    except Refusal as refusal:
        return refused(str(refusal))
    except KeyboardInterrupt:
        return STOPPED
    except OSError as wrong:
        # What could not be written must not be tried again at the end.
        with suppress(OSError):
            sys.stdout.close()
        # Whoever read may have seen enough.
        return int(status) if isinstance(wrong, BrokenPipeError) else refused(str(wrong))
    return int(status)


def refused(reason: str) -> int:
    with suppress(OSError):
        say(sys.stderr, [one_line(reason)])
    return REFUSED


def say(stream: TextIO | None, lines: Iterable[str]) -> None:
    """Writes lines as UTF-8, whatever the stream was opened for; None is a closed one."""
    if stream is not None:
        text = "".join(f"{line}\n" for line in lines)
        stream.flush()
        stream.buffer.write(text.encode("utf-8", "backslashreplace"))
        stream.flush()


def arguments() -> argparse.ArgumentParser:
    parser = Arguments(prog="python -m rules", description=__doc__, allow_abbrev=False)
    calls = parser.add_subparsers(required=True, metavar="editions | score | check")

    def call(name: str, answer: Callable[..., Answer], about: str) -> argparse.ArgumentParser:
        added = calls.add_parser(name, help=about, description=about, allow_abbrev=False)
        added.set_defaults(answer=answer)
        added.add_argument("--json", action="store_true", help="for programs")
        return added

    call("editions", tell_editions, "the decks, their cards and points")
    score = call("score", score_hand, "the points of a hand")
    score.add_argument("edition", metavar="EDITION")
    score.add_argument("cards", metavar="CARDS", help='as people write them: "7, red 5, +4"')
    score.add_argument("--side", help="light or dark, where the cards have two sides")
    score.add_argument("--worth", metavar="FACE=POINTS", action="append", default=[])
    check = call("check", check_file, "every round's points and problems, and the standings")
    check.add_argument("file", metavar="FILE")
    check.add_argument("--lang", choices=LANGUAGES, default="en")
    return parser


# What a call answers: the exit status, and lines to print.
Answer = tuple[int, Iterable[str]]


# --- editions -------------------------------------------------------------------------------------


def tell_editions(options: argparse.Namespace) -> Answer:
    if options.json:
        return FINE, [to_json({"editions": [edition_row(edition) for edition in editions()]})]
    rows = [("key", "cards", "points", "name")]
    for edition in editions():
        sides = tuple(edition.sides) or (None,)
        cards = " / ".join(known(edition.deck_size(side)) for side in sides)
        points = " / ".join(known(edition.deck_points(side=side)) for side in sides)
        rows.append((edition.key, cards, points, edition.names["en"]))
    return FINE, in_columns(rows, "<>><")


def known(number: int | None) -> str:
    return "–" if number is None else str(number)


def edition_row(edition: Edition) -> dict[str, Any]:
    sides = {
        side: {"cards": edition.deck_size(side), "points": edition.deck_points(side=side)}
        for side in edition.sides
    }
    return {
        "key": edition.key,
        "names": edition.names,
        "cards": None if sides else edition.deck_size(),
        "points": edition.deck_points(),
        "sides": sides or None,
    }


def in_columns(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Rows of equal length as lines; `alignment` has < or > for each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{entry:{side}{width}}"
            for entry, side, width in zip(row, alignment, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


# --- score ----------------------------------------------------------------------------------------


def score_hand(options: argparse.Namespace) -> Answer:
    edition = edition_called(options.edition)
    side = side_called(options.side, edition)
    worth = dict(worth_of(text, edition) for text in options.worth)
    setup = Setup(edition, (), card_points=worth)
    try:
        cards = read_cards(options.cards, edition.faces_on(side))
    except UnreadableCards as wrong:
        return refused_hand(wrong.problems, options.json)
    values = setup.values_on(side)
    face_of = {face.face: face for face in edition.faces_on(side)}
    unvalued = [
        Problem("card-value-missing", f"cards[{place}]", {"card": face_of[card.face].spoken})
        for place, card in enumerate(cards)
        if card.face not in values
    ]
    if unvalued:
        return refused_hand(unvalued, options.json)
    points = hand_points(Hand(cards), setup, side)
    if options.json:
        return FINE, [to_json({"points": points, "cards": [str(card) for card in cards]})]
    names = [card_names(card, face_of[card.face])["en"] for card in cards]
    worths = [str(values[card.face]) for card in cards]
    if not cards:
        return FINE, [str(points)]
    rows = list(zip(names, worths, strict=True))
    return FINE, [*in_columns(rows, "<>"), f"{' + '.join(worths)} = {points}"]


def refused_hand(problems: Sequence[Problem], as_json: bool) -> Answer:
    if as_json:
        return WRONG, [to_json({"problems": [problem_row(each, "en", {}) for each in problems]})]
    return WRONG, [one_line(problem.message("en")) for problem in problems]


def edition_called(key: str) -> Edition:
    try:
        return find_edition(key)
    except UnknownEdition:
        keys = ", ".join(edition.key for edition in editions())
        raise Refusal(f"there is no edition “{key}”; there are {keys}") from None


def side_called(side: str | None, edition: Edition) -> str | None:
    sides = " or ".join(edition.sides)
    if side is None and edition.sides:
        raise Refusal(f"{edition.key} counts by side: give --side {sides}")
    if side is not None and side not in edition.sides:
        there_are = f"give {sides}" if edition.sides else "it has none"
        raise Refusal(f"{edition.key} has no side “{side}”; {there_are}")
    return side


def worth_of(text: str, edition: Edition) -> tuple[str, int]:
    """Reads wild=20."""
    face, _, points = text.rpartition("=")
    if edition.face(face) is None:
        raise Refusal(f"--worth {text}: {edition.key} has no card “{face}”; write wild=20")
    if (
        not (points.isascii() and points.isdigit())
        or int(points.lstrip("0")[:9] or "0") > MOST_POINTS
    ):
        raise Refusal(f"--worth {text}: points are a whole number from 0 to {MOST_POINTS}")
    return face, int(points.lstrip("0")[:9] or "0")


# --- check ----------------------------------------------------------------------------------------


def check_file(options: argparse.Namespace) -> Answer:
    language: Language = options.lang
    file = file_from(options.file, language)
    sessions = [(session, judged(session)) for session in file.sessions]
    is_wrong = bool(file.problems) or any(found.is_wrong for _, found in sessions)
    if options.json:
        lines = json_lines(file, sessions, language)
    else:
        report = Report(language, file.names)
        lines = map(one_line, report.lines(file, sessions, is_wrong))
    return WRONG if is_wrong else FINE, lines


def file_from(path: str, language: Language) -> SessionFile:
    try:
        with open(path, "rb") as file:
            return read_session_file(file.read())
    except (OSError, ValueError, MemoryError) as wrong:
        if isinstance(wrong, NotThisFormat):
            reason = wrong.message(language)
        else:
            cannot = {"en": "this cannot be read", "nl": "dit kan niet gelezen worden"}[language]
            reason = f"{cannot} ({getattr(wrong, 'strerror', None) or type(wrong).__name__})"
        raise Refusal(f"{path}: {reason}") from None


Names = Mapping[str, str]
Sessions = Sequence[tuple[FileSession, Judged]]


def json_lines(file: SessionFile, sessions: Sessions, language: Language) -> Iterator[str]:
    """One object, with a line for each session; the file's own problems where it has any."""
    rows = [to_json(session_row(*each, language, file.names)) for each in sessions]
    problems = [problem_row(problem, language, file.names) for problem in file.problems]
    beside = f', "problems": {to_json(problems)}' if problems else ""
    yield '{"sessions": ['
    if rows:
        yield ",\n".join(rows)
    yield f"]{beside}}}"


def problem_row(problem: Problem, language: Language, names: Names) -> dict[str, str]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "where": problem.where,
        "message": problem.message(language, names),
    }


def session_row(
    session: FileSession, found: Judged, language: Language, names: Names
) -> dict[str, Any]:
    stand = found.standings
    rounds = zip(stand.rounds, found.by_round, strict=True) if stand else ()
    return {
        "key": session.key,
        "problems": [problem_row(problem, language, names) for problem in found.problems],
        "rounds": [
            {
                "number": scored.number,
                "points": scored.points,
                "gained": scored.gained,
                "problems": [problem_row(problem, language, names) for problem in problems],
            }
            for scored, problems in rounds
        ],
        "standings": stand and standings_row(stand),
    }


def standings_row(stand: Standings) -> dict[str, Any]:
    return {
        "totals": stand.totals,
        "ranks": stand.ranks,
        "finished": stand.finished,
        "winners": stand.winners,
        "ended_by_round": stand.ended_by_round,
        "knocked_out": stand.knocked_out,
        "next_dealer": stand.next_dealer,
    }


# --- check, for people ----------------------------------------------------------------------------

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "decks": "{} decks",
        "target": "to {} points",
        "target-rounds": "to {} rounds won",
        "max_rounds": "at most {} rounds",
        "no-end": "until closed",
        "unchecked": "How many there are of each card is not known: nothing is checked.",
        "went-out": "Round {}: {} went out",
        "no-winner": "Round {}: no winner",
        "does-not-count": "does not count",
        "held": "left in hand: {}",
        "gained": "gained: {}",
        "broken": "broken",
        "impossible": "impossible",
        "unlikely": "unlikely",
        "stored": "stored all the same",
        "result": "Only the end is known",
        "won": "Won: {}",
        "won-in-round": "Won in round {}: {}",
        "nobody": "Over, without a winner",
        "open": "Not finished",
        "next": "Not finished; {} deals next",
        "fine": "Nothing is broken or impossible.",
        "wrong": "Something is broken or impossible.",
    },
    "nl": {
        "decks": "{} spellen",
        "target": "tot {} punten",
        "target-rounds": "tot {} gewonnen rondes",
        "max_rounds": "hoogstens {} rondes",
        "no-end": "tot er gesloten wordt",
        "unchecked": "Hoeveel er van elke kaart zijn is niet bekend: er wordt niets gecontroleerd.",
        "went-out": "Ronde {}: {} ging uit",
        "no-winner": "Ronde {}: geen winnaar",
        "does-not-count": "telt niet mee",
        "held": "nog in de hand: {}",
        "gained": "gekregen: {}",
        "broken": "klopt niet",
        "impossible": "onmogelijk",
        "unlikely": "onwaarschijnlijk",
        "stored": "toch bewaard",
        "result": "Alleen het einde is bekend",
        "won": "Gewonnen: {}",
        "won-in-round": "Gewonnen in ronde {}: {}",
        "nobody": "Afgelopen, zonder winnaar",
        "open": "Niet afgelopen",
        "next": "Niet afgelopen; {} deelt nu",
        "fine": "Alles klopt en alles kan.",
        "wrong": "Er is iets dat niet klopt of niet kan.",
    },
}


@dataclass(frozen=True)
class Report:
    """A checked file as lines for people, with the players' names."""

    language: Language
    names: Names

    def words(self, key: str, *facts: object) -> str:
        return WORDS[self.language][key].format(*facts)

    def name(self, seat: str | None) -> str:
        return self.names.get(seat or "", seat or "")

    def lines(self, file: SessionFile, sessions: Sessions, is_wrong: bool) -> Iterator[str]:
        for session, found in sessions:
            yield f"{session.name} ({session.key})"
            yield f"  {self.agreed(session.setup)}"
            if session.setup.edition.exists and session.setup.edition.composition == "unknown":
                yield f"  {self.words('unchecked')}"
            yield from self.problems(found.problems, "  ")
            if session.result is not None:
                yield f"  {self.words('result')}"
            if found.standings is not None:
                yield from self.rounds(session, found, found.standings)
                yield from self.standings(found.standings)
            yield ""
        yield from self.problems(file.problems, "")
        yield self.words("wrong" if is_wrong else "fine")

    def agreed(self, setup: Setup) -> str:
        """The setup in a line, also one that makes no sense."""
        system = SCORING_SYSTEMS.get(setup.scoring)
        counts_rounds = system is not None and not system.counts_cards
        parts = [setup.edition.names[self.language]]
        if setup.decks != 1:
            parts.append(self.words("decks", setup.decks))
        parts.append(setup.scoring if system is None else system.names[self.language])
        if setup.target is not None:
            parts.append(self.words("target-rounds" if counts_rounds else "target", setup.target))
        if setup.max_rounds is not None:
            parts.append(self.words("max_rounds", setup.max_rounds))
        if setup.target is None and setup.max_rounds is None:
            parts.append(self.words("no-end"))
        rules = [HOUSE_RULES[key] for key in setup.house_rules if key in HOUSE_RULES]
        parts += [rule.names[self.language] for rule in rules]
        parts.append(", ".join(map(self.name, setup.players)))
        return " · ".join(parts)

    def rounds(self, session: FileSession, found: Judged, stand: Standings) -> Iterator[str]:
        for round, scored, problems in zip(
            session.rounds, stand.rounds, found.by_round, strict=True
        ):
            yield f"  {self.round(scored)}"
            yield from self.problems(problems, "    ", round.played.deck_differs)

    def round(self, scored: ScoredRound) -> str:
        went_out = "went-out" if scored.winner else "no-winner"
        parts = [self.words(went_out, scored.number, self.name(scored.winner))]
        if not scored.counts:
            parts.append(self.words("does-not-count"))
        gained = {seat: points for seat, points in scored.gained.items() if points}
        for what, by_seat in (("held", scored.points), ("gained", gained)):
            if by_seat:
                each = [f"{self.name(seat)} {points}" for seat, points in by_seat.items()]
                parts.append(self.words(what, ", ".join(each)))
        return "; ".join(parts)

    def problems(
        self, problems: Iterable[Problem], indent: str, is_marked: bool = False
    ) -> Iterator[str]:
        for problem in problems:
            severity = self.words(problem.severity)
            if is_marked and problem.severity == "impossible":
                severity += f", {self.words('stored')}"
            yield f"{indent}! {problem.message(self.language, self.names)} ({severity})"

    def standings(self, stand: Standings) -> Iterator[str]:
        in_order = sorted(stand.totals, key=lambda seat: stand.ranks[seat])
        rows = [
            (f"{stand.ranks[seat]}.", self.name(seat), str(stand.totals[seat])) for seat in in_order
        ]
        yield from (f"  {line}" for line in in_columns(rows, "><>"))
        yield f"  {self.end(stand)}"

    def end(self, stand: Standings) -> str:
        winners = ", ".join(map(self.name, stand.winners))
        if winners and stand.ended_by_round:
            return self.words("won-in-round", stand.ended_by_round, winners)
        if winners:
            return self.words("won", winners)
        if stand.finished:
            return self.words("nobody")
        if stand.next_dealer is None:
            return self.words("open")
        return self.words("next", self.name(stand.next_dealer))


if __name__ == "__main__":
    sys.exit(main())
