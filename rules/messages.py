"""What problems say to people, in both languages, and how facts are written in it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

Language = Literal["en", "nl"]

LANGUAGES: tuple[Language, ...] = ("en", "nl")

# Code, then the case of that code ("" where there is but one), then the language.
# What stands in braces is a fact; WRITERS below says how each is written.
TEXTS: dict[str, dict[str, dict[str, str]]] = {
    "no-winner": {
        "": {
            "en": "Who went out? This round has no winner yet.",
            "nl": "Wie ging er uit? Deze ronde heeft nog geen winnaar.",
        },
    },
    "unknown-seat": {
        "": {
            "en": "{seat} does not play in this session.",
            "nl": "{seat} speelt niet mee in deze sessie.",
        },
        "nobody": {
            "en": "Seat {number} has no player.",
            "nl": "Plaats {number} heeft geen speler.",
        },
    },
    "seat-not-playing": {
        "": {
            "en": "{seat} does not play this round.",
            "nl": "{seat} speelt deze ronde niet mee.",
        },
    },
    "too-few-playing": {
        "": {
            "en": "A round needs at least two players.",
            "nl": "Voor een ronde zijn minstens twee spelers nodig.",
        },
        "teams": {
            "en": "A round needs at least two teams.",
            "nl": "Voor een ronde zijn minstens twee teams nodig.",
        },
    },
    "winner-holds-cards": {
        "": {
            "en": "{seat} went out, so {seat} has no cards or points left.",
            "nl": "{seat} ging uit en heeft dus geen kaarten of punten over.",
        },
    },
    "hand-missing": {
        "": {
            "en": "What did {seat} still hold? Give the cards or the points.",
            "nl": "Wat had {seat} nog in de hand? Vul de kaarten of de punten in.",
        },
        "result": {
            "en": "With how many points did {seat} end?",
            "nl": "Met hoeveel punten eindigde {seat}?",
        },
    },
    "empty-hand": {
        "": {
            "en": "{seat} did not go out, so {seat} still held at least one card.",
            "nl": "{seat} ging niet uit en had dus nog minstens één kaart.",
        },
    },
    "unknown-card": {
        "": {
            "en": "There is no “{card}” in this deck.",
            "nl": "“{card}” zit niet in dit spel.",
        },
        "side": {
            "en": "“{card}” is not on this side of the cards.",
            "nl": "“{card}” staat niet op deze kant van de kaarten.",
        },
        "unclear": {
            "en": "“{text}” is unclear. Write “{one}” or “{other}”: the x goes with the count.",
            "nl": "“{text}” is onduidelijk. Schrijf “{one}” of “{other}”: de x hoort bij het"
            " aantal.",
        },
        "count-alone": {
            "en": "“{text}” says how many, but not of which card.",
            "nl": "“{text}” zegt hoeveel, maar niet van welke kaart.",
        },
        "colour-alone": {
            "en": "“{text}” is a colour, but of which card?",
            "nl": "“{text}” is een kleur, maar van welke kaart?",
        },
        "choices": {
            "en": "“{text}” can be more than one card: {choices}.",
            "nl": "“{text}” kan meer dan één kaart zijn: {choices}.",
        },
    },
    "bad-number": {
        "hand": {
            "en": "{seat}: {what} must be a whole number from {least} to {most}.",
            "nl": "{seat}: {what} moet een heel getal van {least} tot en met {most} zijn.",
        },
        "setup": {
            "en": "For {what} give a whole number from {least} to {most}.",
            "nl": "Geef voor {what} een heel getal van {least} tot en met {most}.",
        },
        "typed": {
            "en": "“{text}”: a hand has from {least} to {most} cards.",
            "nl": "“{text}”: een hand heeft {least} tot en met {most} kaarten.",
        },
        "points-disagree": {
            "en": "{seat}: these cards make {sum}, not {points}.",
            "nl": "{seat}: deze kaarten zijn samen {sum}, niet {points}.",
        },
        "cards-disagree": {
            "en": "{seat}: {listed} on the list, not {cards_left}.",
            "nl": "{seat}: {listed} op de lijst, niet {cards_left}.",
        },
        "gained": {
            "en": "{seat}: the points must be a whole number from {least} to {most}.",
            "nl": "{seat}: het aantal punten moet een heel getal van {least} tot en met {most}"
            " zijn.",
        },
        "gained-loser": {
            "en": "{seat} did not go out and gains nothing.",
            "nl": "{seat} ging niet uit en krijgt niets.",
        },
        "gained-system": {
            "en": "Only where the winner collects can a round be told by what the winner gained.",
            "nl": "Alleen als de winnaar de punten krijgt, kun je een ronde invullen met wat de"
            " winnaar kreeg.",
        },
        "from-round": {
            "en": "{seat} can join from round 1 on, not before.",
            "nl": "{seat} kan vanaf ronde 1 meedoen, niet eerder.",
        },
        "to-round": {
            "en": "{seat} cannot leave before joining.",
            "nl": "{seat} kan niet weggaan voor het meedoen.",
        },
    },
    "side-missing": {
        "": {
            "en": "On which side did the round end, light or dark?",
            "nl": "Aan welke kant eindigde de ronde, licht of donker?",
        },
    },
    "unknown-side": {
        "": {
            "en": "The cards have no side “{text}”.",
            "nl": "De kaarten hebben geen kant “{text}”.",
        },
    },
    "bad-knock-out": {
        "": {
            "en": "With these cards nobody is knocked out of a round.",
            "nl": "Met deze kaarten valt niemand tijdens een ronde af.",
        },
        "winner": {
            "en": "{seat} went out, so {seat} was not knocked out.",
            "nl": "{seat} ging uit en is dus niet afgevallen.",
        },
        "twice": {
            "en": "{seat} was knocked out twice.",
            "nl": "{seat} is twee keer afgevallen.",
        },
    },
    "too-many-copies": {
        "": {
            "en": "{held} {cards}: {holders}; the deck has {deck}.",
            "nl": "{held} keer {cards}: {holders}; in het spel {sit_in} er {deck}.",
        },
        "decks": {
            "en": "{held} {cards}: {holders}; the {decks} decks have {deck}.",
            "nl": "{held} keer {cards}: {holders}; in de {decks} spellen {sit_in} er {deck}.",
        },
    },
    "nothing-left-to-finish-with": {
        "": {
            "en": "No card is left that {seat} could have finished with.",
            "nl": "Er is geen kaart meer over waarmee {seat} kon uitgaan.",
        },
        "number": {
            "en": "No number card is left that {seat} could have finished with.",
            "nl": "Er is geen getalkaart meer over waarmee {seat} kon uitgaan.",
        },
        "points": {
            "en": "{seats}: {hand} would leave no card that {seat} could have finished with.",
            "nl": "{seats}: {hand} zou geen kaart overlaten waarmee {seat} kon uitgaan.",
        },
        "last-card": {
            "en": "{seats}: {hand} cannot be made without the last card, “{card}”.",
            "nl": "{seats}: {hand} kan niet zonder de laatste kaart, “{card}”.",
        },
    },
    "finish-not-allowed": {
        "": {
            "en": "The last card cannot be “{card}”. You agreed: {rule}.",
            "nl": "De laatste kaart kan niet “{card}” zijn. Afgesproken is: {rule}.",
        },
    },
    "points-impossible": {
        "": {
            "en": "{seats}: {hand} cannot be made from the cards that are left.",
            "nl": "{seats}: {hand} is niet te maken met de kaarten die over zijn.",
        },
        "side-by-side": {
            "en": "{seats}: {hand}, shared out like this, cannot be made from the cards that are"
            " left.",
            "nl": "{seats}: {hand}, zo verdeeld, is niet te maken met de kaarten die over zijn.",
        },
        "most": {
            "en": "{seats}: {hand} is too much; more than {points} cannot be.",
            "nl": "{seats}: {hand} is te veel; meer dan {points} kan niet.",
        },
        "least": {
            "en": "{seats}: {hand} is too little; less than {points} cannot be.",
            "nl": "{seats}: {hand} is te weinig; minder dan {points} kan niet.",
        },
        "size": {
            "en": "{seats}: {hand}; for that the deck has only {cards_left}.",
            "nl": "{seats}: {hand}; daarvoor heeft het spel nog maar {cards_left}.",
        },
    },
    "over-hand-limit": {
        "": {
            "en": "With {cards_left} in hand {seat} would have been knocked out.",
            "nl": "Met {cards_left} in de hand zou {seat} zijn afgevallen.",
        },
    },
    "draw-not-taken": {
        "": {
            "en": "After “{card}” as the last card the next player draws {cards_left}, but nobody"
            " holds more than that. Were they drawn and counted?",
            "nl": "Na “{card}” als laatste kaart pakt de volgende speler {cards_left}, maar niemand"
            " heeft er meer. Zijn die gepakt en meegeteld?",
        },
    },
    "after-the-end": {
        "": {
            "en": "The session was over after round {number}; this round does not count.",
            "nl": "De sessie was na ronde {number} afgelopen; deze ronde telt niet mee.",
        },
    },
    "unknown-edition": {
        "": {
            "en": "There is no edition “{text}”.",
            "nl": "De editie “{text}” bestaat niet.",
        },
    },
    "unknown-scoring": {
        "": {
            "en": "There is no scoring system “{text}”.",
            "nl": "De puntentelling “{text}” bestaat niet.",
        },
    },
    "unknown-house-rule": {
        "": {
            "en": "There is no house rule “{text}”.",
            "nl": "De huisregel “{text}” bestaat niet.",
        },
        "no-numbers": {
            "en": "This deck has no number cards, so this cannot be agreed: {rule}.",
            "nl": "Dit spel heeft geen getalkaarten, dus dit kan niet: {rule}.",
        },
    },
    "bad-ties": {
        "": {
            "en": "With equal totals the win is shared or you play on; “{text}” is neither.",
            "nl": "Bij gelijke stand deel je de winst of speel je door; “{text}” is geen van"
            " beide.",
        },
    },
    "too-few-seats": {
        "": {
            "en": "A session needs at least two players.",
            "nl": "Voor een sessie zijn minstens twee spelers nodig.",
        },
    },
    "duplicate-seat": {
        "": {
            "en": "{seat} is at the table twice.",
            "nl": "{seat} zit twee keer aan tafel.",
        },
    },
    "bad-target": {
        "": {
            "en": "The target must be a whole number from 1 to {most}, or none.",
            "nl": "Het doel moet een heel getal van 1 tot en met {most} zijn, of leeg.",
        },
        "rounds": {
            "en": "The number of rounds must be a whole number above 0, or none.",
            "nl": "Het aantal rondes moet een heel getal boven 0 zijn, of leeg.",
        },
        "knockout": {
            "en": "A knockout needs a target: whoever reaches it is out.",
            "nl": "Afvallen kan niet zonder doel: wie het haalt, ligt eruit.",
        },
        "knockout-rounds": {
            "en": "A knockout goes on until one player is left, not for a number of rounds.",
            "nl": "Afvallen gaat door tot er één speler over is, niet een aantal rondes.",
        },
    },
    "bad-teams": {
        "": {
            "en": "Teams: at least two, all of the same size, and every player in one.",
            "nl": "Teams: minstens twee, allemaal even groot, en elke speler in een team.",
        },
        "system": {
            "en": "Teams cannot be had with: {rule}.",
            "nl": "Teams gaan niet samen met: {rule}.",
        },
    },
    "bad-start-points": {
        "": {
            "en": "{seat}: start points are a whole number from 0 to below {most}.",
            "nl": "{seat}: startpunten zijn een heel getal van 0 tot onder {most}.",
        },
        "no-target": {
            "en": "{seat}: start points are a whole number from 0 to {most}.",
            "nl": "{seat}: startpunten zijn een heel getal van 0 tot en met {most}.",
        },
        "teams": {
            "en": "The start points of a team together must stay below the target.",
            "nl": "De startpunten van een team samen moeten onder het doel blijven.",
        },
    },
    "card-value-missing": {
        "": {
            "en": "“{card}” has no printed value. Agree on its points before you deal.",
            "nl": "“{card}” heeft geen vaste waarde. Spreek de punten af voor je deelt.",
        },
    },
    "bad-missing-cards": {
        "": {
            "en": "More of “{card}” are missing than the box ever had; there were {deck}.",
            "nl": "Er mist meer “{card}” dan er ooit in het spel zat; het waren er {deck}.",
        },
    },
    "duplicate-name": {
        "": {
            "en": "Two players are called “{text}”.",
            "nl": "Twee spelers heten “{text}”.",
        },
        "face": {
            "en": "“{card}” stands in the deck twice.",
            "nl": "“{card}” staat twee keer in het spel.",
        },
        "misread": {
            "en": "Typed, “{card}” would be read as something else. Give it another name.",
            "nl": "Ingetikt zou “{card}” als iets anders gelezen worden. Kies een andere naam.",
        },
        "colour": {
            "en": "“{card}” has one colour twice.",
            "nl": "“{card}” heeft één kleur twee keer.",
        },
    },
    "too-many-seats": {
        "": {
            "en": "This deck is meant for at most {most} players; you are {number}.",
            "nl": "Dit spel is voor hoogstens {most} spelers; jullie zijn met {number}.",
        },
        "decks": {
            "en": "{decks} decks are meant for at most {most} players; you are {number}.",
            "nl": "{decks} spellen zijn voor hoogstens {most} spelers; jullie zijn met {number}.",
        },
    },
}

# fmt: off
NUMBER_WORDS: dict[Language, tuple[str, ...]] = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve"),
    "nl": ("nul", "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien",
           "elf", "twaalf"),
}
# fmt: on


def _number(value: int, language: Language) -> str:
    return f"{value:,}" if language == "en" else f"{value:,}".replace(",", ".")


def _plain(value: Any, language: Language, names: Mapping[str, str]) -> str:
    return _number(value, language) if isinstance(value, int) else str(value)


def _seat(value: str | None, language: Language, names: Mapping[str, str]) -> str:
    if value is None:
        return {"en": "the winner", "nl": "de winnaar"}[language]
    return str(names.get(value, value))


def _listed(parts: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _seats(value: Sequence[str], language: Language, names: Mapping[str, str]) -> str:
    parts = [_seat(seat, language, names) for seat in value]
    together = {"en": " together", "nl": " samen"}[language] if len(parts) > 1 else ""
    return _listed(parts, {"en": "and", "nl": "en"}[language]) + together


def _holders(
    value: Sequence[tuple[str | None, int]], language: Language, names: Mapping[str, str]
) -> str:
    pile = {"en": "the last card", "nl": "de laatste kaart"}[language]
    return ", ".join(
        f"{pile if seat is None else _seat(seat, language, names)} {_number(count, language)}"
        for seat, count in value
    )


def _held(value: int, language: Language, names: Mapping[str, str]) -> str:
    words = NUMBER_WORDS[language]
    return words[value].capitalize() if value < len(words) else _number(value, language)


def _sit_in(value: int, language: Language, names: Mapping[str, str]) -> str:
    return "zit" if value == 1 else "zitten"


def _points(value: int, language: Language, names: Mapping[str, str]) -> str:
    one, more = {"en": ("point", "points"), "nl": ("punt", "punten")}[language]
    return f"{_number(value, language)} {one if value == 1 else more}"


def _cards_left(value: int, language: Language, names: Mapping[str, str]) -> str:
    one, more = {"en": ("card", "cards"), "nl": ("kaart", "kaarten")}[language]
    return f"{_number(value, language)} {one if value == 1 else more}"


def _hand(value: tuple[int, int | None], language: Language, names: Mapping[str, str]) -> str:
    points, cards_left = value
    written = _points(points, language, names)
    if cards_left is None:
        return written
    return f"{written} in {_cards_left(cards_left, language, names)}"


def _named(value: Mapping[str, str] | str, language: Language, names: Mapping[str, str]) -> str:
    return value if isinstance(value, str) else value[language]


def _choices(
    value: Sequence[Mapping[str, str]], language: Language, names: Mapping[str, str]
) -> str:
    parts = [choice[language] for choice in value]
    return _listed(parts, {"en": "or", "nl": "of"}[language])


WRITERS: dict[str, Callable[[Any, Language, Mapping[str, str]], str]] = {
    "seat": _seat,
    "seats": _seats,
    "holders": _holders,
    "held": _held,
    "sit_in": _sit_in,
    "points": _points,
    "sum": _points,
    "cards_left": _cards_left,
    "listed": _cards_left,
    "hand": _hand,
    "card": _named,
    "cards": _named,
    "rule": _named,
    "what": _named,
    "choices": _choices,
}


class _Written:
    """The facts of a problem as words of one language, for str.format_map."""

    def __init__(
        self, facts: Mapping[str, Any], language: Language, names: Mapping[str, str]
    ) -> None:
        self._facts = facts
        self._language: Language = language
        self._names = names

    def __getitem__(self, key: str) -> str:
        value = self._facts["deck" if key == "sit_in" else key]
        return WRITERS.get(key, _plain)(value, self._language, self._names)


def sentence(
    code: str, facts: Mapping[str, Any], language: Language, names: Mapping[str, str]
) -> str:
    """What is to be said of a problem with these facts, with the names as the reader knows them."""
    return TEXTS[code][facts.get("case", "")][language].format_map(_Written(facts, language, names))
