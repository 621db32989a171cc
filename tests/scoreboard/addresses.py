"""Every address of the URL configuration, collected from it, and one of each to ask for."""

from dataclasses import dataclass

from django.urls import URLPattern, get_resolver, reverse

from scoreboard.actions.invitations import invite
from scoreboard.actions.merging import merge_players
from scoreboard.actions.players import add_player
from scoreboard.actions.playgroups import new_guest
from scoreboard.actions.sharing import share_session
from scoreboard.models import (
    GameSession,
    Guest,
    Invitation,
    Member,
    Merge,
    OwnEdition,
    Player,
    Right,
    Round,
    ShareLink,
)
from scoreboard.urls import sign_in_patterns
from tests.scoreboard.editions import edition_fields, own_edition
from tests.scoreboard.people import EVENING, a_key, member_beside, someone

# What is about signing in and nothing of a playgroup; the tests of that know what it does.
OF_SIGNING_IN = {pattern.name for pattern in sign_in_patterns}


def all_patterns(resolver=None) -> list[URLPattern]:
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        found += [pattern] if isinstance(pattern, URLPattern) else all_patterns(pattern)
    return found


def parameters() -> dict[str, set[str]]:
    """The numbers and texts in each address, by its name; the outer `pk` among them."""
    resolver = get_resolver()
    names = [pattern.name for pattern in all_patterns()]
    ways = {name: resolver.reverse_dict.getlist(name) for name in names}
    # Of those with two the shorter one: a link to all sessions has a number more.
    return {
        name: min((set(way[0][0][1]) for way in found), key=len) for name, found in ways.items()
    }


OF_PLAYER = {"player", "rename", "hide", "remove-player", "me", "merge", "undo-merge"}


def one_more_player(game: GameSession, name: str) -> Player:
    """Somebody who has never played."""
    return add_player(playgroup=game.playgroup, name=name, key=a_key(), at=EVENING)


@dataclass(frozen=True)
class Evening:
    """A session with a round and a link: a row behind every kind of address."""

    game: GameSession
    round: Round
    link: ShareLink
    link_to_score: ShareLink
    link_to_all: ShareLink
    edition: OwnEdition
    guest: Guest
    invitation: Invitation
    owner: Member
    other: Member
    twin: Player
    merge: Merge

    @classmethod
    def of(cls, game: GameSession) -> "Evening":
        by = someone(game)
        return cls(
            game=game,
            round=game.rounds.first(),
            link=share_session(game=game, by=by, at=EVENING),
            link_to_all=share_session(game=None, by=by, at=EVENING),
            link_to_score=share_session(game=game, by=by, at=EVENING, right=Right.SCORE),
            edition=own_edition(game.playgroup),
            guest=new_guest(at=EVENING),
            invitation=invite(
                by=by, right=Right.SCORE, is_single_use=False, ends_at=None, at=EVENING
            ),
            owner=by,
            other=member_beside(by, Right.SCORE, "Other"),
            twin=one_more_player(game, "Twin"),
            merge=merge_players(
                kept=game.seats.first().player,
                gone=one_more_player(game, "Same"),
                by=by,
                at=EVENING,
            ),
        )

    def address(self, name: str, **other) -> str:
        known = {
            "pk": self.pk_of(name),
            "round_pk": self.round.pk,
            "token": self.token_of(name),
            "member_pk": self.owner.pk,
            "merge_pk": self.merge.pk,
            "key": self.edition.key,
        } | other
        return reverse(name, kwargs={word: known[word] for word in parameters()[name]})

    def pk_of(self, name: str) -> int:
        if name in OF_PLAYER:
            return self.game.seats.first().player_id
        if name in ("member", "remove-member", "hand-over"):
            return self.other.pk
        if name in ("invitation", "revoke-invitation"):
            return self.invitation.pk
        if name in ("link", "revoke", "renew-link"):
            return self.link.pk
        return self.game.pk

    def token_of(self, name: str) -> str:
        if name == "join":
            return self.invitation.token
        if name == "come-back":
            return self.guest.token
        if name in ("keep-score", "give-up"):
            return self.link_to_score.token
        return self.link.token

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
            "players": {"name": "Fay", "key": a_key()},
            "hide": {"hide": "1"},
            "me": {"mine": "1"},
            "merge": {"other": self.twin.pk, "stays": self.twin.pk},
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
            "delete-account": {"sure": "on"},
            "name-group": {"name": "Thursdays"},
            "call-me": {"name": "Oma"},
            "member": {"right": Right.OWN.value},
            "invite": {"right": Right.SEE.value, "uses": "often", "lasts": "week"},
            "delete-group": {"sure": "on"},
            "join": {"name": "Els", "key": a_key()},
        }.get(name, {})
