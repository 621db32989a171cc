import datetime

from django.db import transaction

from scoreboard.models import MARKS, Player, Playgroup, name_key


class NameTaken(Exception):
    """Somebody else in the playgroup has that name, ignoring case and outer spaces."""


def next_mark(people: int) -> int:
    """The first twelve people of a playgroup have twelve different marks."""
    return people % MARKS


def players_named(*, playgroup: Playgroup, names: list[str], at: datetime.datetime) -> list[Player]:
    """The people of these names in their order; those who are not known yet are added."""
    known = {player.name_key: player for player in playgroup.players.all()}
    found = []
    for name in names:
        key = name_key(name)
        if key not in known:
            mark = next_mark(len(known))
            known[key] = playgroup.players.create(name=name, mark=mark, created_at=at)
        found.append(known[key])
    return found


@transaction.atomic
def rename_player(*, player: Player, name: str) -> None:
    # Whoever locks the playgroup looks alone, so that two phones cannot take one name.
    playgroup = Playgroup.objects.select_for_update(no_key=True).get(pk=player.playgroup_id)
    others = playgroup.players.exclude(pk=player.pk)
    if others.filter(name_key=name_key(name)).exists():
        raise NameTaken
    player.name = name
    player.save(update_fields=["name"])
    playgroup.names_version += 1
    playgroup.save(update_fields=["names_version"])
