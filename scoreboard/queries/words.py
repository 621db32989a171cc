"""What the rules say, in the language of the page."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import get_language, gettext, ngettext

import rules
from scoreboard.models import GameSession

SHORT_TEAM = 2  # letters; "A" and "2" say nothing by themselves


def language() -> rules.Language:
    return "nl" if (get_language() or "").startswith("nl") else "en"


def spoken(card: rules.Card, edition: rules.Edition, side: str | None = None) -> str:
    """The card as it is said at the table; one that the edition does not have as it was entered."""
    names = edition.call(card, side)
    return names if isinstance(names, str) else names[language()]


def with_counts(names: Iterable[str]) -> list[str]:
    """Each name once, and before it how often it is there where that is more."""
    counts = Counter(names).items()
    return [f"{count}× {name}" if count > 1 else name for name, count in counts]


def team_told(team: str) -> str:
    if len(team) > SHORT_TEAM or not team:
        return team
    return gettext("Team %(team)s") % {"team": team}


def agreed_in_short(game: GameSession) -> str:
    """What the session is played to, with which box and which of its options."""
    edition = game.box
    words = endings(game)
    # The options before the box: they are what people argue about, and the line may be cut.
    words += [option.names[language()] for option in chosen_options(edition, game.card_points)]
    words.append(edition.names[language()])
    if game.decks > 1:
        words.append(decks_told(game.decks))
    return " · ".join(words)


def endings(game: GameSession) -> list[str]:
    """What ends the session, and who has won it then."""
    system, limit = rules.SCORING_SYSTEMS[game.scoring], limit_told(game)
    if game.target:
        words = target_told(system, game.target)
    elif system.lowest_wins:
        words = gettext("Lowest total wins")
    elif not system.counts_cards:
        words = gettext("Most rounds won")
    else:
        words = gettext("Highest total wins")
    return [words, limit] if limit else [words]


def limit_told(game: GameSession) -> str:
    """What ends the session beside the target, or in its place."""
    if game.max_rounds:
        text = ngettext("at most %(number)s round", "at most %(number)s rounds", game.max_rounds)
        return text % {"number": game.max_rounds}
    return "" if game.target else gettext("until you stop")


def target_told(system: rules.ScoringSystem, target: int) -> str:
    if system.knocks_out:
        return gettext("Out at %(target)s") % {"target": target}
    if system.lowest_wins:
        return gettext("Lowest when someone reaches %(target)s") % {"target": target}
    if not system.counts_cards:
        text = ngettext("First to win %(target)s round", "First to win %(target)s rounds", target)
        return text % {"target": target}
    return gettext("First to %(target)s") % {"target": target}


def chosen_options(edition: rules.Edition, card_points: Mapping[str, int]) -> list[rules.Option]:
    chosen = card_points.items()
    return [option for option in edition.options if option.card_points.items() <= chosen]


def decks_told(decks: int) -> str:
    return ngettext("%(number)s deck", "%(number)s decks", decks) % {"number": decks}
