"""The rules that a table may agree on beside the official game."""

from collections.abc import Mapping
from dataclasses import dataclass


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
