"""What the table agrees before the first deal: edition, scoring, ending, house rules, seats."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rules.cards import Card
from rules.editions import ORDER as BUILT_IN
from rules.editions import Edition, edition_problems
from rules.house_rules import HOUSE_RULES
from rules.problems import MOST_POINTS, Problem, as_entered, whole

MOST_DECKS = 20
TIES = ("shared", "play-on")


@dataclass(frozen=True)
class ScoringSystem:
    """How rounds become totals, as far as the setup and the standings must know.

    What a round brings to whom is in `rounds`, under the same key. `target` stands where the
    edition's would be wrong. `counts_cards`: a round needs the hands of those who play against
    the winner. `knocks_out`: whoever reaches the target plays no further rounds.
    """

    key: str
    names: Mapping[str, str]
    lowest_wins: bool = False
    loser_may_hold_nothing: bool = True
    has_teams: bool = False
    counts_cards: bool = True
    knocks_out: bool = False
    target: int | None = None


SCORING_SYSTEMS: Mapping[str, ScoringSystem] = {
    system.key: system
    for system in (
        ScoringSystem(
            "winner-collects",
            {"en": "The winner collects", "nl": "De winnaar krijgt de punten"},
            loser_may_hold_nothing=False,
            has_teams=True,
        ),
        ScoringSystem(
            "everyone-keeps",
            {"en": "Everyone keeps their own points", "nl": "Iedereen houdt de eigen punten"},
            lowest_wins=True,
        ),
        ScoringSystem(
            "knockout",
            {"en": "Knockout", "nl": "Afvallen"},
            lowest_wins=True,
            knocks_out=True,
        ),
        ScoringSystem(
            "round-wins",
            {"en": "Count the rounds won", "nl": "Gewonnen rondes tellen"},
            has_teams=True,
            counts_cards=False,
            target=3,
        ),
    )
}


@dataclass(frozen=True)
class Seat:
    """A player's place at the table. `player` is a key, `team` one too or None.

    `start_points` count from the round on in which the seat joins, `from_round`; `to_round` is
    the last round it plays, None where it stays.
    """

    player: str
    team: str | None = None
    start_points: int = 0
    from_round: int = 1
    to_round: int | None = None

    def __post_init__(self) -> None:
        for name in ("start_points", "from_round", "to_round"):
            object.__setattr__(self, name, as_entered(getattr(self, name)))

    def is_at_table(self, number: int) -> bool:
        """Whether the seat has joined and not left when that round is played."""
        return self.from_round <= number and (self.to_round is None or number <= self.to_round)


@dataclass(frozen=True)
class Setup:
    """Everything agreed before the deal, as a value.

    `target` in points and `max_rounds` in rounds, None for no such end: with neither the session
    goes on until it is closed. `card_points` lies over the edition's values, by face.
    `missing_cards` are not in the box any more; one without a colour may be of any.
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
    missing_cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        for name in ("seats", "house_rules", "missing_cards"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for name in ("target", "max_rounds", "decks"):
            object.__setattr__(self, name, as_entered(getattr(self, name)))

    @property
    def system(self) -> ScoringSystem:
        """The scoring system; the setup must name one that exists."""
        return SCORING_SYSTEMS[self.scoring]

    @cached_property
    def _values(self) -> Mapping[str | None, Mapping[str, int]]:
        return {side: self._values_of(side) for side in (None, *self.edition.sides)}

    def _values_of(self, side: str | None) -> Mapping[str, int]:
        laid_over = {
            face.face: whole(self.card_points.get(face.face, face.points), 0, MOST_POINTS)
            for face in self.edition.faces_on(side)
        }
        return {face: points for face, points in laid_over.items() if points is not None}

    def values_on(self, side: str | None = None) -> Mapping[str, int]:
        """Points by face on that side; a face without an agreed value is not in it."""
        return self._values[side if side in self.edition.sides else None]

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The seats' keys in table order, each once."""
        return tuple(dict.fromkeys(seat.player for seat in self.seats))

    @cached_property
    def seat_of(self) -> Mapping[str, Seat]:
        """The seat of each player."""
        return {seat.player: seat for seat in self.seats}

    @cached_property
    def party_of(self) -> Mapping[str, Hashable]:
        """Seat to the party it plays for: its team, or itself where there are no teams."""
        return {seat.player: seat.team or seat.player for seat in self.seats}

    @cached_property
    def members(self) -> Mapping[Hashable, tuple[str, ...]]:
        """The seats of each party, in table order."""
        members: dict[Hashable, tuple[str, ...]] = {}
        for seat, party in self.party_of.items():
            members[party] = (*members.get(party, ()), seat)
        return members

    @cached_property
    def is_seated_from_the_start(self) -> bool:
        """Whether nobody joins later."""
        return all(seat.from_round == 1 for seat in self.seats)

    @property
    def has_teams(self) -> bool:
        """Whether anybody sits in a team."""
        return any(seat.team for seat in self.seats)

    def parties(self, seats: Iterable[str]) -> frozenset[Hashable]:
        """The parties of these seats: their teams, or the seats themselves."""
        return frozenset(self.party_of[seat] for seat in seats)

    @cached_property
    def numbers_only_last(self) -> bool:
        """Whether the winner may only finish with a number card."""
        return any(HOUSE_RULES[key].number_card_last for key in self.house_rules)

    def finishing_faces(self, side: str | None = None) -> frozenset[str]:
        """The faces with which the house rules let a player finish (The deck check)."""
        return frozenset(
            face.face
            for face in self.edition.faces_on(side)
            if face.is_number or not self.numbers_only_last
        )

    @property
    def is_playable(self) -> bool:
        """Whether a round can be looked at at all: the edition and the scoring system exist."""
        return self.edition.exists and self.scoring in SCORING_SYSTEMS

    @cached_property
    def is_sound(self) -> bool:
        """Whether nothing in it is broken, so that rounds can be scored under it."""
        return all(problem.severity != "broken" for problem in setup_problems(self))


def default_target(edition: Edition, scoring: str) -> int | None:
    """The target where the table says nothing: the edition's, or 3 rounds won.

    None where nobody knows the edition.
    """
    if not edition.exists:
        return None
    system = SCORING_SYSTEMS.get(scoring)
    return edition.target if system is None or system.target is None else system.target


def can_tie(system: ScoringSystem, target: int | None, max_rounds: int | None) -> bool:
    """Whether the best place can be tied when the session ends by rule (Ties).

    Not at a target where only the winner of the round gains, and not in a knockout.
    """
    if system.knocks_out:
        return False
    return max_rounds is not None or (system.lowest_wins and target is not None)


# --- what cannot be agreed ------------------------------------------------------------------------


def setup_problems(setup: Setup) -> list[Problem]:
    """Everything wrong with the setup at once, in the order of its fields (Problems)."""
    return [
        *_edition_problems(setup),
        *_scoring_problems(setup),
        *_ending_problems(setup),
        *_deck_problems(setup),
        *_value_problems(setup),
        *_missing_problems(setup),
        *_house_rule_problems(setup),
        *_dealer_problems(setup),
        *_seat_problems(setup),
        *_team_problems(setup),
        *_time_problems(setup),
        *_start_problems(setup),
    ]


def _edition_problems(setup: Setup) -> list[Problem]:
    if not setup.edition.exists:
        return [Problem("unknown-edition", "edition", {"text": setup.edition.key})]
    if setup.edition.key in BUILT_IN:
        return []
    return [
        replace(problem, where=f"edition.{problem.where}")
        for problem in edition_problems(setup.edition)
    ]


def _system(setup: Setup) -> ScoringSystem | None:
    return SCORING_SYSTEMS.get(setup.scoring)


def _scoring_problems(setup: Setup) -> list[Problem]:
    if _system(setup):
        return []
    return [Problem("unknown-scoring", "scoring", {"text": str(setup.scoring)})]


def _ending_problems(setup: Setup) -> list[Problem]:
    problems = []
    system = _system(setup)
    knocks_out = system is not None and system.knocks_out
    if setup.target is not None and whole(setup.target, 1, MOST_POINTS) is None:
        problems.append(Problem("bad-target", "target", {"most": MOST_POINTS}))
    elif setup.target is None and knocks_out and setup.edition.exists:
        problems.append(Problem("bad-target", "target", {"case": "knockout"}))
    if setup.max_rounds is not None and knocks_out:
        problems.append(Problem("bad-target", "max_rounds", {"case": "knockout-rounds"}))
    elif setup.max_rounds is not None and whole(setup.max_rounds, 1) is None:
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
    if not setup.edition.exists:
        return []
    problems = []
    for key, points in setup.card_points.items():
        where = f"card_points.{key}"
        card = setup.edition.call(Card(key))
        if setup.edition.face(key) is None:
            problems.append(Problem("unknown-card", where, {"card": card}))
        elif whole(points, 0, MOST_POINTS) is None:
            facts = {"case": "setup", "what": card, "least": 0, "most": MOST_POINTS}
            problems.append(Problem("bad-number", where, facts))
    system = _system(setup)
    if system is None or system.counts_cards:
        problems += [
            Problem("card-value-missing", f"card_points.{face.face}", {"card": face.spoken})
            for face in setup.edition.unvalued
            if face.face not in setup.card_points
        ]
    return problems


def _missing_problems(setup: Setup) -> list[Problem]:
    """Cards that the box does not have, and more of them gone than there were."""
    edition, decks = setup.edition, whole(setup.decks, 1, MOST_DECKS) or 1
    if not edition.exists or not setup.missing_cards:
        return []
    problems = [
        Problem("unknown-card", f"missing_cards[{place}]", {"card": edition.call(card)})
        for place, card in enumerate(setup.missing_cards)
        if not edition.has_card(card)
    ]
    too_many: dict[str, Problem] = {}
    for side in tuple(edition.sides) or (None,):
        gone = Counter(card for card in setup.missing_cards if edition.has_card(card, side))
        for face in edition.faces_on(side) if edition.composition == "known" else ():
            of_face = Counter({c.colour: n for c, n in gone.items() if c.face == face.face})
            crowded = [
                colour for colour in face.colours if of_face[colour] > (face.copies or 0) * decks
            ]
            if of_face and (crowded or of_face.total() > face.in_deck * decks):
                facts = {"card": face.spoken, "deck": face.in_deck * decks}
                too_many[face.face] = Problem("bad-missing-cards", "missing_cards", facts)
    return problems + list(too_many.values())


def _house_rule_problems(setup: Setup) -> list[Problem]:
    problems = []
    for place, key in enumerate(setup.house_rules):
        rule = HOUSE_RULES.get(key)
        facts: Mapping[str, object] | None = None
        if rule is None:
            facts = {"text": str(key)}
        elif rule.number_card_last and setup.edition.exists and not setup.edition.has_numbers:
            facts = {"case": "no-numbers", "rule": rule.names}
        if facts is not None:
            problems.append(Problem("unknown-house-rule", f"house_rules[{place}]", facts))
    return problems


def _dealer_problems(setup: Setup) -> list[Problem]:
    if setup.first_dealer is None or setup.first_dealer in setup.seat_of:
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
    if decks is None or not setup.edition.exists:
        return []
    if len(setup.seats) <= setup.edition.players[1] * decks:
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
    system = _system(setup)
    if system is not None and not system.has_teams:
        return [Problem("bad-teams", "seats", {"case": "system", "rule": system.names})]
    sizes = Counter(seat.team or None for seat in setup.seats)
    if None in sizes or len(sizes) < 2 or len(set(sizes.values())) > 1:
        return [Problem("bad-teams", "seats")]
    return []


def _time_problems(setup: Setup) -> list[Problem]:
    """When seats join and leave: from round 1 on, and not before they came."""
    problems = []
    for place, seat in enumerate(setup.seats):
        first = whole(seat.from_round, 1)
        if first is None:
            facts = {"case": "from-round", "seat": seat.player}
            problems.append(Problem("bad-number", f"seats[{place}].from_round", facts))
        if seat.to_round is not None and whole(seat.to_round, first or 1) is None:
            facts = {"case": "to-round", "seat": seat.player}
            problems.append(Problem("bad-number", f"seats[{place}].to_round", facts))
    return problems


def _start_problems(setup: Setup) -> list[Problem]:
    """Start points are from 0 to below the target, if there is one, also their sum in a team."""
    below = whole(setup.target, 1, MOST_POINTS) or MOST_POINTS + 1
    problems = [
        Problem("bad-start-points", f"seats[{place}].start_points", _start_facts(setup, seat))
        for place, seat in enumerate(setup.seats)
        if whole(seat.start_points, 0, below - 1) is None
    ]
    if not problems and setup.has_teams and whole(setup.target, 1, MOST_POINTS) is not None:
        sums: Counter[Hashable] = Counter()
        for seat in setup.seats:
            sums[seat.team] += seat.start_points
        if any(total >= below for total in sums.values()):
            problems.append(Problem("bad-start-points", "seats", {"case": "teams"}))
    return problems


def _start_facts(setup: Setup, seat: Seat) -> Mapping[str, object]:
    if whole(setup.target, 1, MOST_POINTS) is None:
        return {"case": "no-target", "seat": seat.player, "most": MOST_POINTS}
    return {"seat": seat.player, "most": setup.target}


def without_round(setup: Setup, number: int, recorded: int) -> Setup:
    """The setup once round `number` of `recorded` is removed: later rounds move one down.

    So does whoever joins or leaves after it. Who left with that very round left with the one
    before, if there are later ones; if it was the last, it may be played again with them.
    Source: History is the truth.
    """

    def moved(seat: Seat) -> Seat:
        from_round, to_round = seat.from_round, seat.to_round
        if to_round is not None and (to_round > number or number == to_round < recorded):
            to_round = max(to_round - 1, 1)
        if from_round > number:
            from_round -= 1
        if to_round is not None and to_round < from_round:
            to_round = from_round
        return replace(seat, from_round=from_round, to_round=to_round)

    return replace(setup, seats=tuple(moved(seat) for seat in setup.seats))
