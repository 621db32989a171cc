"""What the table agrees before the first deal: edition, scoring, ending, house rules, seats."""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rules.cards import Card
from rules.editions import Edition
from rules.hands import MOST_POINTS, as_entered, whole
from rules.problems import Problem

MOST_DECKS = 20
TIES = ("shared", "play-on")


@dataclass(frozen=True)
class ScoringSystem:
    """How rounds become totals, as far as the setup and the standings must know.

    What a round brings to whom is in `rounds`, under the same key.
    """

    key: str
    names: Mapping[str, str]
    lowest_wins: bool
    loser_may_hold_nothing: bool


SCORING_SYSTEMS: Mapping[str, ScoringSystem] = {
    system.key: system
    for system in (
        ScoringSystem(
            "winner-collects",
            {"en": "The winner collects", "nl": "De winnaar krijgt de punten"},
            lowest_wins=False,
            loser_may_hold_nothing=False,
        ),
    )
}


@dataclass(frozen=True)
class HouseRule:
    """A rule agreed before the deal; `explanation` is one sentence in each language.

    `number_card_last`: the winner may only finish with a number card. The other rules change
    how a round is played, not which cards can lie on the table when it ends.
    """

    key: str
    names: Mapping[str, str]
    explanation: Mapping[str, str]
    number_card_last: bool = False


def _house_rule(
    key: str, names: tuple[str, str], explanation: tuple[str, str], number_card_last: bool = False
) -> HouseRule:
    return HouseRule(
        key,
        {"en": names[0], "nl": names[1]},
        {"en": explanation[0], "nl": explanation[1]},
        number_card_last,
    )


HOUSE_RULES: Mapping[str, HouseRule] = {
    rule.key: rule
    for rule in (
        _house_rule(
            "stack-draw-two",
            ("Stack +2 on +2 (Progressive)", "Stapelen: neem twee op neem twee"),
            (
                "Who must draw two may put a Draw Two on it instead; the next player then draws"
                " for all of them.",
                "Wie twee kaarten moet pakken mag er een neem twee op leggen; de volgende speler"
                " pakt dan voor allemaal samen.",
            ),
        ),
        _house_rule(
            "stack-draw-four",
            ("Stack +4 on +4", "Neem vier op neem vier"),
            (
                "Who must draw four may put a Wild Draw Four on it instead; the next player then"
                " draws for all of them.",
                "Wie vier kaarten moet pakken mag er een neem vier op leggen; de volgende speler"
                " pakt dan voor allemaal samen.",
            ),
        ),
        _house_rule(
            "stack-mixed",
            ("+2 on +4 and the other way round", "Neem twee op neem vier, en andersom"),
            (
                "A Draw Two may be put on a Wild Draw Four and a Wild Draw Four on a Draw Two;"
                " what must be drawn adds up.",
                "Op een neem vier mag een neem twee en op een neem twee een neem vier; wat er"
                " gepakt moet worden telt op.",
            ),
        ),
        _house_rule(
            "challenge-draw-four",
            ("A +4 may be challenged", "Neem vier mag uitgedaagd worden"),
            (
                "Who must draw four may ask to see the other hand: with a card of the colour in"
                " it the player of the card draws four, otherwise the challenger draws six.",
                "Wie vier moet pakken mag de hand van de ander willen zien: zit de kleur erin,"
                " dan pakt die zelf vier, anders pakt de uitdager er zes.",
            ),
        ),
        _house_rule(
            "seven-zero",
            ("7-0: a 7 swaps hands, a 0 passes all hands on", "7-0-regel"),
            (
                "Who plays a 7 swaps hands with a player of choice; on a 0 everybody passes the"
                " hand on in the direction of play.",
                "Wie een 7 speelt ruilt van hand met een speler naar keuze; bij een 0 geeft"
                " iedereen de hand door in de speelrichting.",
            ),
        ),
        _house_rule(
            "jump-in",
            ("Jump in with an identical card", "Inspringen"),
            (
                "Who holds exactly the card that was just played may put it down out of turn;"
                " play goes on from there.",
                "Wie precies dezelfde kaart heeft als er net gespeeld is mag die buiten de beurt"
                " opleggen; het spel gaat vanaf daar verder.",
            ),
        ),
        _house_rule(
            "forced-play",
            (
                "A drawn card that fits must be played",
                "Een gepakte kaart die past moet gespeeld worden",
            ),
            (
                "Who draws a card that fits must play it at once and may not keep it.",
                "Wie een kaart pakt die past moet die meteen spelen en mag hem niet houden.",
            ),
        ),
        _house_rule(
            "draw-until-playable",
            ("Keep drawing until you can play", "Blijf pakken tot je kunt spelen"),
            (
                "Who cannot play goes on drawing until a card comes that fits.",
                "Wie niet kan spelen blijft kaarten pakken tot er een past.",
            ),
        ),
        _house_rule(
            "no-action-finish",
            ("No finishing on an action or wild card", "Niet uitgaan met een actiekaart"),
            (
                "The last card you play must be a number card.",
                "De laatste kaart die je speelt moet een getalkaart zijn.",
            ),
            number_card_last=True,
        ),
        _house_rule(
            "play-equal-cards",
            ("Several equal numbers at once", "Meerdere gelijke getallen tegelijk"),
            (
                "Number cards with the same number may be played together in one turn.",
                "Getalkaarten met hetzelfde getal mogen in één beurt samen gespeeld worden.",
            ),
        ),
        _house_rule(
            "play-after-drawing",
            ("After drawing a penalty you may still play", "Na straf pakken mag je nog spelen"),
            (
                "Who has drawn for a draw card does not lose the turn and may still play.",
                "Wie straf heeft gepakt verliest de beurt niet en mag daarna nog spelen.",
            ),
        ),
        _house_rule(
            "no-wild-on-wild",
            ("No wild on a wild", "Geen keuzekaart op een keuzekaart"),
            (
                "On a wild card no other wild card may be played.",
                "Op een keuzekaart mag geen andere keuzekaart gespeeld worden.",
            ),
        ),
    )
}


@dataclass(frozen=True)
class Seat:
    """A player's place at the table. `player` is a key, `team` one too or None."""

    player: str
    team: str | None = None


@dataclass(frozen=True)
class Setup:
    """Everything agreed before the deal, as a value.

    `target` in points and `max_rounds` in rounds, None for no such end: with neither the session
    goes on until it is closed. `card_points` lies over the edition's values, by face.
    `first_dealer` is a seat, the first one when None. Ask `setup_problems` before use.
    """

    edition: Edition
    seats: tuple[Seat, ...]
    scoring: str = "winner-collects"
    target: int | None = None
    max_rounds: int | None = None
    decks: int = 1
    card_points: Mapping[str, int] = field(default_factory=dict)
    ties: str = "shared"
    house_rules: tuple[str, ...] = ()
    first_dealer: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", tuple(self.seats))
        object.__setattr__(self, "house_rules", tuple(self.house_rules))
        for name in ("target", "max_rounds", "decks"):
            object.__setattr__(self, name, as_entered(getattr(self, name)))

    @cached_property
    def values(self) -> Mapping[str, int]:
        """Points by face; a face without an agreed value is not in it."""
        laid_over = {
            face.face: whole(self.card_points.get(face.face, face.points), 0, MOST_POINTS)
            for face in self.edition.faces
        }
        return {face: points for face, points in laid_over.items() if points is not None}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The seats' keys in table order, each once."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats))

    @cached_property
    def side_of(self) -> Mapping[str, Hashable]:
        """Seat to the side it plays for: its team, or itself where there are no teams."""
        return {seat.player: seat.team or seat.player for seat in self.seats}

    @property
    def has_teams(self) -> bool:
        """Whether anybody sits in a team."""
        return any(seat.team for seat in self.seats)

    @cached_property
    def finishing_faces(self) -> frozenset[str]:
        """The faces with which the house rules let a player finish (The deck check)."""
        numbers_only = any(
            rule.number_card_last for key, rule in HOUSE_RULES.items() if key in self.house_rules
        )
        return frozenset(
            face.face for face in self.edition.faces if face.is_number or not numbers_only
        )

    @cached_property
    def is_sound(self) -> bool:
        """Whether nothing in it is broken, so that rounds can be scored under it."""
        return all(problem.severity != "broken" for problem in setup_problems(self))


def setup_problems(setup: Setup) -> list[Problem]:
    """Everything wrong with the setup at once, in the order of its fields (Problems)."""
    return [
        *_scoring_problems(setup),
        *_ending_problems(setup),
        *_deck_problems(setup),
        *_value_problems(setup),
        *_house_rule_problems(setup),
        *_dealer_problems(setup),
        *_seat_problems(setup),
        *_team_problems(setup),
    ]


def _scoring_problems(setup: Setup) -> list[Problem]:
    if setup.scoring in SCORING_SYSTEMS:
        return []
    return [Problem("unknown-scoring", "scoring", {"text": str(setup.scoring)})]


def _ending_problems(setup: Setup) -> list[Problem]:
    problems = []
    if setup.target is not None and whole(setup.target, 1, MOST_POINTS) is None:
        problems.append(Problem("bad-target", "target", {"most": MOST_POINTS}))
    if setup.max_rounds is not None and whole(setup.max_rounds, 1) is None:
        problems.append(Problem("bad-target", "max_rounds", {"case": "rounds"}))
    if setup.ties not in TIES:
        problems.append(Problem("bad-ties", "ties", {"text": str(setup.ties)}))
    return problems


def _deck_problems(setup: Setup) -> list[Problem]:
    if whole(setup.decks, 1, MOST_DECKS) is not None:
        return []
    what = {"en": "the number of decks", "nl": "het aantal spellen"}
    facts = {"case": "setup", "what": what, "least": 1, "most": MOST_DECKS}
    return [Problem("bad-number", "decks", facts)]


def _value_problems(setup: Setup) -> list[Problem]:
    problems = []
    for key, points in setup.card_points.items():
        where = f"card_points.{key}"
        card = setup.edition.call(Card(key))
        if setup.edition.face(key) is None:
            problems.append(Problem("unknown-card", where, {"card": card}))
        elif whole(points, 0, MOST_POINTS) is None:
            facts = {"case": "setup", "what": card, "least": 0, "most": MOST_POINTS}
            problems.append(Problem("bad-number", where, facts))
    problems += [
        Problem("card-value-missing", f"card_points.{face.face}", {"card": face.spoken})
        for face in setup.edition.faces
        if face.points is None and face.face not in setup.card_points
    ]
    return problems


def _house_rule_problems(setup: Setup) -> list[Problem]:
    problems = []
    for place, key in enumerate(setup.house_rules):
        rule = HOUSE_RULES.get(key)
        facts: Mapping[str, object] | None = None
        if rule is None:
            facts = {"text": str(key)}
        elif rule.number_card_last and not any(face.is_number for face in setup.edition.faces):
            facts = {"case": "no-numbers", "rule": rule.names}
        if facts is not None:
            problems.append(Problem("unknown-house-rule", f"house_rules[{place}]", facts))
    return problems


def _dealer_problems(setup: Setup) -> list[Problem]:
    if setup.first_dealer is None or setup.first_dealer in setup.side_of:
        return []
    return [Problem("unknown-seat", "first_dealer", {"seat": setup.first_dealer})]


def _seat_problems(setup: Setup) -> list[Problem]:
    problems = []
    if len(setup.seats) < 2:
        problems.append(Problem("too-few-seats", "seats"))
    seen: set[str] = set()
    for place, seat in enumerate(setup.seats):
        where = f"seats[{place}]"
        if not isinstance(seat.player, str) or not seat.player:
            facts = {"case": "nobody", "number": place + 1}
            problems.append(Problem("unknown-seat", where, facts))
        elif seat.player in seen:
            problems.append(Problem("duplicate-seat", where, {"seat": seat.player}))
        seen.add(seat.player)
    return problems + _crowd_problems(setup)


def _crowd_problems(setup: Setup) -> list[Problem]:
    decks = whole(setup.decks, 1, MOST_DECKS)
    if decks is None or len(setup.seats) <= setup.edition.players[1] * decks:
        return []
    facts = {
        "case": "" if decks == 1 else "decks",
        "decks": decks,
        "most": setup.edition.players[1] * decks,
        "number": len(setup.seats),
    }
    return [Problem("too-many-seats", "seats", facts)]


def _team_problems(setup: Setup) -> list[Problem]:
    if not setup.has_teams:
        return []
    sizes = Counter(seat.team or None for seat in setup.seats)
    if None in sizes or len(sizes) < 2 or len(set(sizes.values())) > 1:
        return [Problem("bad-teams", "seats")]
    return []
