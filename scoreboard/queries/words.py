"""What the rules say, in the language of the page."""

from django.utils.translation import get_language

import rules


def language() -> rules.Language:
    return "nl" if (get_language() or "").startswith("nl") else "en"


def spoken(card: rules.Card, edition: rules.Edition) -> str:
    """The card as it is said at the table."""
    return edition.call(card)[language()]
