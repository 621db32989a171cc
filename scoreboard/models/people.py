"""Who there is: accounts and guests, playgroups and their members, the people at the table."""

import datetime
import hashlib
import unicodedata
from base64 import urlsafe_b64encode
from functools import cached_property
from zoneinfo import ZoneInfo

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 60
MARKS = 12


def new_key() -> str:
    return get_random_string(12, "abcdefghijklmnopqrstuvwxyz0123456789")


def name_key(name: str) -> str:
    """Two names with one key are the same name: case and outer spaces do not count."""
    # Folded here, not in the database: SQLite's own lower-casing knows only ASCII.
    folded = unicodedata.normalize("NFC", name.strip()).casefold()
    return unicodedata.normalize("NFC", folded)


class Right(models.IntegerChoices):
    SEE = 1, _("see")
    SCORE = 2, _("keep score")
    OWN = 3, _("own")


class Account(AbstractBaseUser):
    """Somebody who signs in: by password, by a code sent to the address, or with a passkey.

    Whether the address was confirmed, passkeys and the like are in allauth's own tables.
    """

    email = models.EmailField(_("e-mail address"), unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = EMAIL_FIELD = "email"
    objects = BaseUserManager["Account"]()

    def __str__(self) -> str:
        return self.email


class Secret(models.Model):
    """A link whose address is its key.

    The table holds neither the token nor anything it can be made from without SECRET_KEY: the
    token is made from the seed each time it is shown, and found by its hash.
    """

    seed = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        salt = f"scoreboard.{type(self).__name__}"
        digest = salted_hmac(salt, self.seed, algorithm="sha256").digest()
        return urlsafe_b64encode(digest[:24]).decode()

    def renew(self) -> None:
        """Another token, to be saved; the one before is worth nothing then."""
        self.seed = get_random_string(32)
        self.token_hash = self.hash_of(self.token)

    @staticmethod
    def hash_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()


class Guest(Secret):
    """Somebody who recorded something without an account, known by the browser that did.

    The secret link brings them back on another phone.
    """

    created_at = models.DateTimeField()
    # At most a week old while somebody comes back: see access.renew.
    seen_at = models.DateTimeField()

    def get_absolute_url(self) -> str:
        return reverse("come-back", args=[self.token])


class Playgroup(models.Model):
    """The people who play together, and all that they recorded."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    time_zone = models.CharField(max_length=60)
    is_demo = models.BooleanField(default=False)
    # Rises when somebody is renamed: pages that are kept by a session's version show names too.
    names_version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()

    @cached_property
    def people(self) -> list[tuple[int, str]]:
        """Row and name of everybody, in the order in which they came in."""
        people = self.players.filter(merged_into=None).order_by("pk")
        return [*people.values_list("pk", "name")]

    @property
    def newest_sessions(self) -> models.QuerySet:
        return self.sessions.order_by("-started_at", "-id")

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Member(models.Model):
    """Who may do what in a playgroup, and who did it in the history: an account or a guest."""

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="members")
    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="memberships")
    guest = models.ForeignKey(Guest, models.CASCADE, null=True, related_name="memberships")
    # What the others call them here.
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    right = models.PositiveSmallIntegerField(choices=Right.choices)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(right__in=Right.values), name="member_right_known"),
            models.CheckConstraint(
                condition=Q(account__isnull=True) ^ Q(guest__isnull=True), name="member_is_somebody"
            ),
            models.UniqueConstraint(fields=["playgroup", "account"], name="member_account_once"),
            models.UniqueConstraint(fields=["playgroup", "guest"], name="member_guest_once"),
        ]

    def may(self, right: Right) -> bool:
        return self.right >= right


class Player(models.Model):
    """A person at the table. The mark (colour, shape and stock) stays theirs."""

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="players")
    key = models.CharField(max_length=200, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=3 * NAME_LENGTH, editable=False)
    mark = models.PositiveSmallIntegerField(default=0)
    is_hidden = models.BooleanField(default=False)
    # Whose person this is, by their own word.
    account = models.ForeignKey(Account, models.SET_NULL, null=True, related_name="players")
    # Twice the same person: this row is not shown any more, and its seats are the other one's.
    merged_into = models.ForeignKey("self", models.RESTRICT, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["playgroup", "key"], name="player_key_once"),
            models.UniqueConstraint(
                fields=["playgroup", "name_key"],
                condition=Q(merged_into__isnull=True),
                name="player_name_once",
            ),
            models.UniqueConstraint(fields=["playgroup", "account"], name="player_account_once"),
            models.CheckConstraint(condition=~Q(name_key=""), name="player_has_name"),
            models.CheckConstraint(condition=Q(mark__lt=MARKS), name="player_mark_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs) -> None:
        self.name = self.name.strip()
        self.name_key = name_key(self.name)
        if kwargs.get("update_fields") is not None:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(**kwargs)

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.pk])


class Merge(models.Model):
    """Two rows of one person made one: what moved, so that it can be taken back."""

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, models.CASCADE, related_name="+")
    # The rows of the seats, and of the sessions that the person deals first in.
    seats = models.JSONField()
    dealt_first = models.JSONField()
    moved_account = models.BooleanField(default=False)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)


class Invitation(Secret):
    """A link that makes whoever accepts it a member of the playgroup."""

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="invitations")
    right = models.PositiveSmallIntegerField(choices=Right.choices)
    is_single_use = models.BooleanField(default=True)
    ends_at = models.DateTimeField(null=True)
    uses = models.PositiveIntegerField(default=0)
    last_used_at = models.DateTimeField(null=True)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(right__in=Right.values), name="invitation_right_known"
            ),
            models.CheckConstraint(
                condition=Q(is_single_use=False) | Q(uses__lte=1), name="invitation_used_once"
            ),
        ]

    def get_absolute_url(self) -> str:
        return reverse("join", args=[self.token])

    @staticmethod
    def open_at(at: datetime.datetime) -> Q:
        """Not taken back, not over, not used up."""
        is_left = Q(is_single_use=False) | Q(uses=0)
        return Q(revoked_at=None) & is_left & (Q(ends_at=None) | Q(ends_at__gt=at))


class Tries(models.Model):
    """How often something was tried under a key in a stretch of time: see limits.py."""

    key = models.CharField(max_length=100)
    stretch = models.BigIntegerField()
    number = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "stretch"], name="tries_key_once"),
        ]
