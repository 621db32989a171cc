"""Evenings for tests, told as at the table: who started, who went out, what the others held."""

import datetime
import time
from itertools import count

from django.test import Client
from django.utils import timezone

import rules
from scoreboard.actions.playgroups import new_guest, start_playgroup
from scoreboard.actions.rounds import correct_round, record_round, remove_round
from scoreboard.actions.sessions import NewSession, close_session, reopen_session, start_session
from scoreboard.models import Account, GameSession, Member, Right, Round
from scoreboard.queries.score_sheet import ScoreSheet

EVENING = datetime.datetime(2026, 3, 14, 19, 30, tzinfo=datetime.UTC)
FACES = rules.find_edition("classic-108").cards
keys = count()


def later(minutes: int) -> datetime.datetime:
    return EVENING + datetime.timedelta(minutes=minutes)


def a_key() -> str:
    """Another one each time, as pages bring them."""
    return f"testkey{next(keys):012}"


def own_playgroup(time_zone: str = "Europe/Amsterdam") -> Member:
    return start_playgroup(time_zone=time_zone, at=EVENING)


def account_of(name: str) -> Account:
    """Somebody who signs in, with a confirmed address."""
    account = Account(email=f"{name}@example.org")
    account.set_unusable_password()
    account.save()
    account.emailaddress_set.create(email=account.email, verified=True, primary=True)
    return account


def with_account(member: Member, name: str = "") -> Member:
    """The same member, no longer a guest."""
    guest = member.guest
    member.account, member.guest = account_of(name or f"member{member.pk}"), None
    member.save()
    guest.delete()
    return member


def member_beside(owner: Member, right: Right, name: str = "") -> Member:
    guest = new_guest(at=EVENING)
    return owner.playgroup.members.create(guest=guest, right=right, name=name, created_at=EVENING)


def browser_of(member: Member | None, **kwargs) -> Client:
    """A browser of that guest or of that account, signed in; nobody's when None."""
    client = Client(**kwargs)
    if member and member.account:
        client.force_login(member.account)
    if member:
        login = client.session
        login["playing"] = member.pk
        login["signed_in_at"] = time.time()
        if member.guest:
            login["guest"] = member.guest.pk
        login["seen"] = timezone.now().date().isoformat()
        login.save()
    return client


def start(
    by: Member, names: str = "Anna Bram Cees", *, at=EVENING, key: str = "", **agreed
) -> GameSession:
    return start_session(
        playgroup=by.playgroup,
        agreed=NewSession(names=names.split(), **agreed),
        key=key or a_key(),
        by=by,
        at=at,
    )


def keys_of(game: GameSession) -> dict[str, str]:
    return dict(game.seats.values_list("player__name", "player__key"))


def held(hand, faces=FACES) -> rules.Hand:
    """`"7 3 wild"` are cards, 37 points, (37, 4) points in so many cards."""
    if isinstance(hand, str):
        return rules.Hand(cards=rules.read_cards(hand, faces))
    if isinstance(hand, tuple):
        return rules.Hand(points=hand[0], cards_left=hand[1])
    return rules.Hand(points=hand)


def a_round(
    game: GameSession,
    winner: str | None,
    *,
    deck_differs: bool = False,
    side: str | None = None,
    knocked_out: tuple[str, ...] = (),
    gained: int | None = None,
    last_card: str = "",
    dealer: str | None = None,
    **hands,
) -> rules.Round:
    """`gained` is what the winner got, where nobody remembers the hands."""
    keys, faces = keys_of(game), game.box.faces_on(side)
    return rules.Round(
        winner=keys[winner] if winner else None,
        hands={keys[name]: held(hand, faces) for name, hand in hands.items()},
        deck_differs=deck_differs,
        side=side,
        knocked_out=tuple(keys[name] for name in knocked_out),
        gained={} if gained is None else {keys[winner]: gained},
        last_card=rules.Card.parse(last_card) if last_card else None,
        dealer=keys[dealer] if dealer else None,
    )


def sits(game: GameSession, name: str, **columns) -> None:
    """Give a seat its `from_round`, `to_round` or `start_points`, as if agreed from the start."""
    game.seats.filter(player__name=name).update(**columns)


def someone(game: GameSession) -> Member:
    return game.playgroup.members.first()


def play(
    game: GameSession,
    winner: str,
    *,
    number: int | None = None,
    seen_version: int | None = None,
    at=None,
    entry_key: str = "",
    **told,
) -> Round:
    """Record the next round, a quarter of an hour after the one before; gives its row.

    `number` is that of the round for which the page was made, which may be an old page; `told`
    is all that `a_round` takes.
    """
    game = GameSession.objects.select_related("playgroup").get(pk=game.pk)
    taken = game.changes.filter(what="recorded", round_number=number).last()
    record_round(
        sheet=ScoreSheet(game),
        seen_version=seen_version or (taken.version - 1 if taken else game.version),
        played=a_round(game, winner, **told),
        by=someone(game),
        entry_key=entry_key or a_key(),
        at=at or game.started_at + datetime.timedelta(minutes=15 * (game.rounds.count() + 1)),
    )
    return game.rounds.last()


def correct(row: Round, winner: str, *, seen_version: int | None = None, **hands) -> Round:
    game = GameSession.objects.get(pk=row.game_id)
    correct_round(
        sheet=ScoreSheet(game),
        row=row,
        played=a_round(game, winner, **hands),
        by=someone(game),
        seen_version=game.version if seen_version is None else seen_version,
        at=later(300),
    )
    return Round.objects.get(pk=row.pk)


def remove(row: Round, *, seen_version: int | None = None) -> None:
    game = GameSession.objects.get(pk=row.game_id)
    seen = game.version if seen_version is None else seen_version
    sheet = ScoreSheet(game)
    remove_round(sheet=sheet, row=row, by=someone(game), seen_version=seen, at=later(300))


def close(game: GameSession, *, at=None) -> None:
    seen = GameSession.objects.get(pk=game.pk).version
    close_session(game=game, by=someone(game), seen_version=seen, at=at or later(240))


def reopen(game: GameSession) -> None:
    reopen_session(game=game, by=someone(game), at=later(250))
