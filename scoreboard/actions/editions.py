"""Making an edition of one's own, changing it, putting it away."""

import datetime

from django.db import transaction

import rules
from scoreboard.models import OwnEdition, Playgroup, name_key, new_key


class EditionRefused(Exception):
    """Nothing was stored: `problems` has every reason, from the rules."""

    def __init__(self, problems: list[rules.Problem]) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


class EditionNameTaken(Exception):
    """Nothing was stored: another edition of this playgroup has that name."""


class EditionChanged(Exception):
    """Nothing was stored: somebody changed the edition since the page was made.

    It is at `revision` now.
    """

    def __init__(self, revision: int) -> None:
        super().__init__(revision)
        self.revision = revision


@transaction.atomic
def make_edition(
    *,
    playgroup: Playgroup,
    name: str,
    table: dict,
    based_on: str = "",
    key: str,
    at: datetime.datetime,
) -> OwnEdition:
    """`key` comes with the page that asks: sent twice it makes one.

    Sent again with something else in it (back, and another name) it makes another one.
    """
    # Whoever locks the playgroup looks alone, so that two phones cannot take one name.
    Playgroup.objects.select_for_update(no_key=True).get(pk=playgroup.pk)
    if made := playgroup.editions.filter(key=key).first():
        if (made.name, made.table) == (name, table | {"key": key}):
            return made
        key = new_key()
    table = table | {"key": key}
    refuse_what_makes_no_sense(table)
    refuse_taken(playgroup, name)
    return playgroup.editions.create(
        key=key, name=name, table=table, based_on=based_on, created_at=at, changed_at=at
    )


@transaction.atomic
def change_edition(
    *, edition: OwnEdition, name: str, table: dict, seen_revision: int, at: datetime.datetime
) -> OwnEdition:
    """Sessions that have started keep the table that they took with them."""
    Playgroup.objects.select_for_update(no_key=True).get(pk=edition.playgroup_id)
    edition = OwnEdition.objects.select_related("playgroup").get(pk=edition.pk)
    table = table | {"key": edition.key}
    if (edition.name, edition.table) == (name, table):
        return edition
    if edition.revision != seen_revision:
        raise EditionChanged(edition.revision)
    refuse_what_makes_no_sense(table)
    refuse_taken(edition.playgroup, name, but=edition)
    edition.name, edition.table, edition.changed_at = name, table, at
    edition.revision += 1
    edition.save()
    return edition


def hide_edition(*, edition: OwnEdition, hidden: bool) -> None:
    """It is offered no more; nothing that was played with it changes."""
    OwnEdition.objects.filter(pk=edition.pk).update(is_hidden=hidden)


def refuse_what_makes_no_sense(table: dict) -> None:
    edition = rules.edition_from(table)
    if problems := rules.edition_problems(edition) or rules.misread_problems(edition):
        raise EditionRefused(problems)


def refuse_taken(playgroup: Playgroup, name: str, but: OwnEdition | None = None) -> None:
    others = playgroup.editions.exclude(pk=but.pk if but else None)
    if others.filter(name_key=name_key(name)).exists():
        raise EditionNameTaken
