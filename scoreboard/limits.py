"""How often somebody at one address may try what costs or harms, counted in the database.

All processes count together, on both databases, and a restart forgets nothing. What allauth does
(signing in, signing up, codes) it counts itself.
"""

import time
from ipaddress import ip_address, ip_network

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest

from scoreboard.models import Tries

HOUR = 3600
OF_A_HOUSE = 64  # bits
# How many in an hour from one address. A family shares one, a club evening too.
MOST = {
    "token": 300,  # addresses of links that do not exist
    "guest": 200,  # playgroups that are begun without an account, and visits to the demo
    "join": 300,  # invitations accepted
    "invite": 60,  # invitations made
}
# Done by the database in one step, so that of two at once none is lost.
COUNT = f"""
    INSERT INTO {Tries._meta.db_table} (key, stretch, number) VALUES (%s, %s, 1)
    ON CONFLICT (key, stretch) DO UPDATE SET number = {Tries._meta.db_table}.number + 1
    RETURNING number
"""


class TooMany(PermissionDenied):
    """Tried too often from this address; it is answered 429."""


def count(request: HttpRequest, what: str) -> None:
    """Count a try; the one too many is refused."""
    key = f"{what} {household(request.META.get('REMOTE_ADDR', ''))}"
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [key[:100], int(time.time()) // HOUR])
        (number,) = cursor.fetchone()
    if number > MOST[what]:
        raise TooMany


def household(address: str) -> str:
    """With IPv6 each house has 2⁶⁴ addresses."""
    try:
        number = ip_address(address)
    except ValueError:
        return address
    if number.version == 4:
        return address
    return str(ip_network((number, OF_A_HOUSE), strict=False))


def forget_old() -> None:
    Tries.objects.filter(stretch__lt=int(time.time()) // HOUR).delete()
