"""Two rows that are one person made one, and made two again.

Whoever is gone points at whoever stays, also when that one is merged in turn: nobody need follow
more than one step. No line of history is written, since nothing in a session changes but a name.
"""

import datetime

from django.db import transaction
from django.db.models import Q

from scoreboard.actions.players import NameTaken, NotThere, alone, show_new_names
from scoreboard.models import GameSession, Member, Merge, Player, Playgroup, Seat
from scoreboard.queries.people import Pair


class SatTogether(Exception):
    """Nothing was stored: both sat in one session, so they are two people."""


class TwoAccounts(Exception):
    """Nothing was stored: two accounts said that these are them."""


class MergedFurther(Exception):
    """Nothing was stored: whoever was kept is part of somebody else by now, `into`."""

    def __init__(self, into: Player) -> None:
        super().__init__(into.name)
        self.into = into


@transaction.atomic
def merge_players(*, kept: Player, gone: Player, by: Member, at: datetime.datetime) -> Merge:
    playgroup, kept = alone(kept)
    gone = playgroup.players.filter(pk=gone.pk, merged_into=None).first()
    if gone is None or gone == kept:
        raise NotThere
    lock_sessions(Q(seats__player=gone) | Q(first_dealer=gone))
    refuse_two_people(Pair((kept, gone)))
    seats = list(gone.seats.order_by("pk").values_list("pk", flat=True))
    dealt = GameSession.objects.filter(first_dealer=gone).order_by("pk")
    merge = Merge.objects.create(
        kept=kept,
        gone=gone,
        seats=seats,
        dealt_first=list(dealt.values_list("pk", flat=True)),
        moved_account=gone.account_id is not None,
        by=by,
        at=at,
    )
    dealt.update(first_dealer=kept)
    Seat.objects.filter(pk__in=seats).update(player=kept)
    playgroup.players.filter(Q(pk=gone.pk) | Q(merged_into=gone)).update(merged_into=kept)
    if merge.moved_account:
        move_account(gone, kept)
    show_new_names(playgroup)
    return merge


def refuse_two_people(pair: Pair) -> None:
    if pair.together:
        raise SatTogether
    if pair.are_two_accounts:
        raise TwoAccounts


@transaction.atomic
def undo_merge(*, merge: Merge, at: datetime.datetime) -> None:
    """What moved goes back. Undone twice, it is undone."""
    playgroup = Playgroup.objects.select_for_update(no_key=True).get(pk=merge.kept.playgroup_id)
    merge = Merge.objects.select_related("kept__merged_into", "gone").get(pk=merge.pk)
    kept, gone = merge.kept, merge.gone
    if merge.undone_at:
        return
    if kept.merged_into:
        raise MergedFurther(kept.merged_into)
    if by := playgroup.players.filter(merged_into=None, name_key=gone.name_key).first():
        raise NameTaken(by)
    lock_sessions(Q(seats__in=merge.seats) | Q(pk__in=merge.dealt_first))
    Seat.objects.filter(pk__in=merge.seats, player=kept).update(player=gone)
    give_deal_back(merge)
    beneath = playgroup.players.filter(pk__in=merged_beneath(gone))
    beneath.update(merged_into=gone)
    playgroup.players.filter(pk=gone.pk).update(merged_into=None)
    if merge.moved_account and kept.account_id:
        move_account(kept, gone)
    merge.undone_at = at
    merge.save(update_fields=["undone_at"])
    show_new_names(playgroup)


def lock_sessions(which: Q) -> None:
    """Before their seats, as whoever records a round does; in an order in which none wait."""
    found = GameSession.objects.filter(which).values("pk")
    games = GameSession.objects.filter(pk__in=found).order_by("pk")
    list(games.select_for_update(no_key=True).values_list("pk", flat=True))


def give_deal_back(merge: Merge) -> None:
    """Where the one who stays has no seat any more, it was the other one who dealt first."""
    games = GameSession.objects.filter(
        Q(pk__in=merge.dealt_first) | Q(seats__in=merge.seats), first_dealer=merge.kept
    )
    theirs = games.exclude(seats__player=merge.kept).values_list("pk", flat=True)
    GameSession.objects.filter(pk__in=list(theirs)).update(first_dealer=merge.gone)


def move_account(giver: Player, taker: Player) -> None:
    """In two steps: an account has one person in each playgroup."""
    Player.objects.filter(pk=giver.pk).update(account=None)
    Player.objects.filter(pk=taker.pk).update(account=giver.account_id)


def merged_beneath(player: Player) -> set[int]:
    """Who was merged into them before they were merged themselves, over any number of steps."""
    found: set[int] = set()
    level = {player.pk}
    while level:
        merges = Merge.objects.filter(kept__in=level, undone_at=None)
        level = {*merges.values_list("gone", flat=True)}
        found |= level
    return found
