"""Tables, constraints, filters on one table, and facts of one row.

Columns that begin with `cached_` can be made anew from the rounds at any time. They exist because
the pages that look at many sessions were measured too slow without; only `actions/history.py`
writes them, in the transaction of the round, and `manage.py verify` proves them equal.
"""

from scoreboard.models.games import (
    Change,
    GameSession,
    Hand,
    Keeper,
    NamesShown,
    OwnEdition,
    Round,
    Seat,
    ShareLink,
)
from scoreboard.models.people import (
    MARKS,
    NAME_LENGTH,
    Account,
    Guest,
    Invitation,
    Member,
    Merge,
    Player,
    Playgroup,
    Right,
    Secret,
    Tries,
    name_key,
    new_key,
)

__all__ = [
    "MARKS",
    "NAME_LENGTH",
    "Account",
    "Change",
    "GameSession",
    "Guest",
    "Hand",
    "Invitation",
    "Keeper",
    "Member",
    "Merge",
    "NamesShown",
    "OwnEdition",
    "Player",
    "Playgroup",
    "Right",
    "Round",
    "Seat",
    "Secret",
    "ShareLink",
    "Tries",
    "name_key",
    "new_key",
]
