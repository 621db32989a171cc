"""Every address of the URL configuration, collected from it, and one of each to ask for."""

from dataclasses import dataclass

from django.urls import URLPattern, get_resolver, reverse

from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, OwnEdition, Round, ShareLink
from tests.scoreboard.editions import edition_fields, own_edition
from tests.scoreboard.people import EVENING, a_key, someone


def all_patterns(resolver=None) -> list[URLPattern]:
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        found += [pattern] if isinstance(pattern, URLPattern) else all_patterns(pattern)
    return found


def parameters() -> dict[str, set[str]]:
    """The numbers and texts in each address, by its name; the outer `pk` among them."""
    resolver = get_resolver()
    names = [pattern.name for pattern in all_patterns()]
    return {name: set(resolver.reverse_dict.getlist(name)[0][0][0][1]) for name in names}


@dataclass(frozen=True)
class Evening:
    """A session with a round and a link: a row behind every kind of address."""

    game: GameSession
    round: Round
    link: ShareLink
    edition: OwnEdition

    @classmethod
    def of(cls, game: GameSession) -> "Evening":
        link = share_session(game=game, by=someone(game), at=EVENING)
        return cls(game, game.rounds.first(), link, own_edition(game.playgroup))

    def address(self, name: str, **other) -> str:
        of_player = name in ("player", "rename")
        known = {
            "pk": self.game.seats.first().player_id if of_player else self.game.pk,
            "round_pk": self.round.pk,
            "link_pk": self.link.pk,
            "token": self.link.token,
            "key": self.edition.key,
        } | other
        return reverse(name, kwargs={word: known[word] for word in parameters()[name]})

    def sent_to(self, name: str) -> dict[str, str]:
        """What the page of that address sends; each changes something."""
        version = self.game.version
        a_hand = {"winner": "0", "points-1": "20", "points-2": "31", "seen_version": version}
        return {
            "home": {"names": "Dirk, Els", "key": a_key()},
            "new-session": {
                **{"start": "1", "plays": ["Dirk", "Els"], "seat": ["Dirk", "Els"]},
                **{"target": "500", "key": a_key()},
            },
            "rename": {"name": "Annelies"},
            "new-edition": edition_fields(self.edition.table) | {"key": a_key(), "name": "Ours"},
            "change-edition": edition_fields(self.edition.table)
            | {"seen_revision": 1, "target": "300"},
            "hide-edition": {"hide": "1"},
            "language": {"language": "nl"},
            "record": a_hand | {"key": a_key()},
            "correct": a_hand | {"key": a_key()},
            "remove": {"seen_version": version},
            "close": {"seen_version": version},
            "agreement": {"target": "700", "new": "Dirk", "seen_version": version},
            "rematch": {"key": a_key()},
        }.get(name, {})
