"""The people at the table: adding, renaming, putting away, and whose person somebody is."""

import datetime

from django.db import transaction

from scoreboard import live
from scoreboard.models import MARKS, Account, Merge, Player, Playgroup, name_key, new_key
from scoreboard.queries.known import by_name
from scoreboard.queries.people import is_in_history


class NameTaken(Exception):
    """Somebody else in the playgroup has that name, ignoring case and outer spaces.

    `by` is that person, who may have it from a row that was merged into theirs.
    """

    def __init__(self, by: Player) -> None:
        super().__init__(by.name)
        self.by = by


class NotThere(Exception):
    """Nothing was stored: the person was made one with another, or removed, meanwhile."""


class SomebodyElse(Exception):
    """Nothing was stored: another account has said that this is them."""


def alone(player: Player) -> tuple[Playgroup, Player]:
    """The person as they are now, and nobody else changes anybody until this transaction ends."""
    # Whoever locks the playgroup looks alone, so that two phones cannot take one name.
    playgroup = Playgroup.objects.select_for_update(no_key=True).get(pk=player.playgroup_id)
    fresh = playgroup.players.filter(pk=player.pk, merged_into=None).first()
    if fresh is None:
        raise NotThere
    return playgroup, fresh


def show_new_names(playgroup: Playgroup) -> None:
    """Pages that are kept show names too."""
    playgroup.names_version += 1
    playgroup.save(update_fields=["names_version"])
    live.tell()


def next_mark(people: int) -> int:
    """The first twelve people of a playgroup have twelve different marks."""
    return people % MARKS


def players_named(*, playgroup: Playgroup, names: list[str], at: datetime.datetime) -> list[Player]:
    """The people of these names in their order; those who are not known yet are added.

    Whoever was hidden plays again, and is shown again.
    """
    rows = list(playgroup.players.select_related("merged_into"))
    known, people, found = by_name(rows), len(rows), []
    for name in names:
        key = name_key(name)
        if key not in known:
            known[key] = playgroup.players.create(name=name, mark=next_mark(people), created_at=at)
            people += 1
        found.append(known[key])
    hidden = [player.pk for player in found if player.is_hidden]
    if hidden:
        playgroup.players.filter(pk__in=hidden).update(is_hidden=False)
    return found


@transaction.atomic
def add_player(*, playgroup: Playgroup, name: str, key: str, at: datetime.datetime) -> Player:
    """`key` comes with the page that asks: sent twice it adds one."""
    Playgroup.objects.select_for_update(no_key=True).get(pk=playgroup.pk)
    rows = list(playgroup.players.select_related("merged_into"))
    if made := next((row for row in rows if row.key == key), None):
        if made.name_key == name_key(name):
            return made
        key = new_key()
    if by := by_name(rows).get(name_key(name)):
        raise NameTaken(by)
    mark = next_mark(len(rows))
    return playgroup.players.create(key=key, name=name, mark=mark, created_at=at)


@transaction.atomic
def rename_player(*, player: Player, name: str) -> None:
    playgroup, player = alone(player)
    others = playgroup.players.filter(merged_into=None).exclude(pk=player.pk)
    if by := others.filter(name_key=name_key(name)).first():
        raise NameTaken(by)
    player.name = name
    player.save(update_fields=["name"])
    show_new_names(playgroup)


def hide_player(*, player: Player, hidden: bool) -> None:
    """They are offered no more; nothing that they played changes."""
    Player.objects.filter(pk=player.pk, merged_into=None).update(is_hidden=hidden)


@transaction.atomic
def remove_player(*, player: Player) -> bool:
    """Whether they are gone for good: of whom anything is recorded is only hidden."""
    _playgroup, player = alone(player)
    if is_in_history(player):
        hide_player(player=player, hidden=True)
        return False
    player.delete()
    return True


# --- “that's me” ----------------------------------------------------------------------------------


@transaction.atomic
def take_as_oneself(*, player: Player, account: Account) -> None:
    """One person in each playgroup: whoever they said they were before they are no more."""
    playgroup, player = alone(player)
    if player.account_id == account.pk:
        return
    if player.account_id:
        raise SomebodyElse
    if before := playgroup.players.filter(account=account).first():
        write_account(before, None)
    write_account(player, account)


@transaction.atomic
def give_back(*, player: Player) -> None:
    _playgroup, player = alone(player)
    write_account(player, None)


def write_account(player: Player, account: Account | None) -> None:
    """Said anew, it belongs to this person; undoing a merge takes it nowhere else."""
    player.account = account
    player.save(update_fields=["account"])
    Merge.objects.filter(gone__merged_into=player, undone_at=None).update(moved_account=False)
