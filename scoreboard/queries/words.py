"""What the rules say, in the language of the page."""

from django.utils.translation import get_language, gettext

import rules
from scoreboard.models import GameSession


def language() -> rules.Language:
    return "nl" if (get_language() or "").startswith("nl") else "en"


def spoken(card: rules.Card, edition: rules.Edition) -> str:
    """The card as it is said at the table."""
    return edition.call(card)[language()]


def agreed(game: GameSession) -> str:
    """What the session is played to, with which box and which of its options."""
    edition = game.box
    chosen = game.card_points.items()
    words = [gettext("First to %(target)s") % {"target": game.target}] if game.target else []
    # The options before the box: they are what people argue about, and the line may be cut.
    words += [
        option.names[language()]
        for option in edition.options
        if option.card_points.items() <= chosen
    ]
    words.append(edition.names[language()])
    return " · ".join(words)
