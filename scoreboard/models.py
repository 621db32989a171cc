"""Tables, constraints, filters on one table, and facts of one row.

Columns that begin with `cached_` can be made anew from the rounds at any time. They exist because
the pages that look at many sessions were measured too slow without; only `actions/history.py`
writes them, in the transaction of the round, and `manage.py verify` proves them equal.
"""

import datetime
import hashlib
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

import rules

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


class OwnEdition(models.Model):
    """A deck that the people of a playgroup described themselves.

    `table` is in the form of the rules' own tables. The revision rises with every change: a
    session takes the table with it when it starts, as `key@revision`, so that no later change
    scores an old night anew.
    """

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="editions")
    key = models.CharField(max_length=200, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH)
    name_key = models.CharField(max_length=3 * NAME_LENGTH, editable=False)
    revision = models.PositiveIntegerField(default=1)
    # The rules' own edition that it is a copy of: what its cards do is told there.
    based_on = models.CharField(max_length=200, blank=True)
    table = models.JSONField()
    is_hidden = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["playgroup", "key"], name="edition_key_once"),
            models.UniqueConstraint(fields=["playgroup", "name_key"], name="edition_name_once"),
            models.CheckConstraint(condition=~Q(name_key=""), name="edition_has_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs) -> None:
        self.name_key = name_key(self.name)
        super().save(**kwargs)

    def get_absolute_url(self) -> str:
        return reverse("edition", args=[self.key])

    @property
    def frozen_key(self) -> str:
        return f"{self.key}@{self.revision}"

    def in_rules(self) -> rules.Edition:
        return rules.edition_from(self.table)

    def frozen(self) -> rules.Edition:
        """As a session that starts now takes it with it."""
        return rules.edition_from({**self.table, "key": self.frozen_key})


class GameSession(models.Model):
    """A session: rounds under one setup. Who won is folded from the rounds, never stored here."""

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="sessions")
    key = models.CharField(max_length=200, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    started_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    edition = models.CharField(max_length=220)
    # The table of an edition of the playgroup's own, as it was when the session started.
    edition_table = models.JSONField(null=True)
    decks = models.PositiveSmallIntegerField(default=1)
    missing_cards = models.JSONField(default=list)
    card_points = models.JSONField(default=dict)
    scoring = models.CharField(max_length=20, default="winner-collects")
    target = models.PositiveIntegerField(null=True)
    max_rounds = models.PositiveIntegerField(null=True)
    ties = models.CharField(max_length=10, default="shared")
    house_rules = models.JSONField(default=list)
    first_dealer = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    cached_rounds = models.PositiveIntegerField(default=0)
    cached_ended_at = models.DateTimeField(null=True)
    cached_competitors = models.PositiveSmallIntegerField(default=0)
    cached_winners = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["playgroup", "key"], name="session_key_once"),
            models.CheckConstraint(
                condition=Q(target__isnull=True) | Q(target__gt=0), name="session_target_positive"
            ),
            models.CheckConstraint(
                condition=Q(max_rounds__isnull=True) | Q(max_rounds__gt=0),
                name="session_max_rounds_positive",
            ),
            models.CheckConstraint(
                condition=Q(scoring__in=list(rules.SCORING_SYSTEMS)), name="session_scoring_known"
            ),
            models.CheckConstraint(condition=Q(ties__in=rules.TIES), name="session_ties_known"),
        ]
        indexes = [
            models.Index(fields=["playgroup", "-started_at", "-id"], name="session_latest"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("board", args=[self.pk])

    @property
    def day(self) -> datetime.date:
        """The day of the table on which the evening began, also when it ended after midnight."""
        return self.started_at.astimezone(self.playgroup.zone).date()

    @property
    def box(self) -> rules.Edition:
        """The edition: one of the rules' own, or the table that came with the session."""
        if self.edition_table is None:
            return rules.find_edition(self.edition)
        return rules.edition_from({**self.edition_table, "key": self.edition})

    def in_rules(self, seats: Sequence["Seat"]) -> rules.Setup:
        """What the rules need to know; `seats` in their order, each with its player."""
        key_of = {seat.player_id: seat.player.key for seat in seats}
        return rules.Setup(
            edition=self.box,
            seats=tuple(seat.in_rules() for seat in seats),
            scoring=self.scoring,
            target=self.target,
            max_rounds=self.max_rounds,
            decks=self.decks,
            card_points=self.card_points,
            ties=self.ties,
            house_rules=tuple(self.house_rules),
            first_dealer=key_of.get(self.first_dealer_id),
            missing_cards=tuple(rules.Card.parse(card) for card in self.missing_cards),
        )


class Seat(models.Model):
    """A player's place in one session."""

    game = models.ForeignKey(GameSession, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    team = models.CharField(max_length=NAME_LENGTH, blank=True)
    start_points = models.PositiveIntegerField(default=0)
    from_round = models.PositiveIntegerField(default=1)
    to_round = models.PositiveIntegerField(null=True)
    # None until the seat has joined.
    cached_rank = models.PositiveSmallIntegerField(null=True)
    cached_has_left = models.BooleanField(default=False)
    cached_rounds = models.PositiveIntegerField(default=0)
    cached_total = models.PositiveBigIntegerField(default=0)
    cached_rounds_won = models.PositiveIntegerField(default=0)
    cached_best_round = models.PositiveBigIntegerField(null=True)
    cached_hands = models.PositiveIntegerField(default=0)
    cached_points_left = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
            models.UniqueConstraint(fields=["game", "position"], name="seat_position_once"),
            models.CheckConstraint(
                condition=Q(from_round__gt=0)
                & (Q(to_round__isnull=True) | Q(to_round__gte=F("from_round"))),
                name="seat_leaves_after_joining",
            ),
        ]

    def in_rules(self) -> rules.Seat:
        return rules.Seat(
            player=self.player.key,
            team=self.team or None,
            start_points=self.start_points,
            from_round=self.from_round,
            to_round=self.to_round,
        )


class Round(models.Model):
    game = models.ForeignKey(GameSession, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    winner = models.ForeignKey(Seat, models.RESTRICT, related_name="+")
    # Only where the table said so: otherwise it is whose turn it was.
    dealer = models.ForeignKey(Seat, models.RESTRICT, null=True, related_name="+")
    side = models.CharField(max_length=10, blank=True)
    last_card = models.CharField(max_length=120, blank=True)
    # The rows of the seats that were knocked out of the round.
    knocked_out = models.JSONField(default=list)
    # What the winner gained, in place of hands that nobody remembers.
    gained = models.PositiveIntegerField(null=True)
    deck_differs = models.BooleanField(default=False)
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gt=0), name="round_number_positive"),
        ]

    def in_rules(self, key_of: dict[int, str], hands: dict[str, rules.Hand]) -> rules.Round:
        """`key_of` gives the player's key of each seat's row, so that no seat is looked up."""
        winner = key_of[self.winner_id]
        return rules.Round(
            winner=winner,
            hands=hands,
            last_card=rules.Card.parse(self.last_card) if self.last_card else None,
            dealer=key_of.get(self.dealer_id),
            deck_differs=self.deck_differs,
            side=self.side or None,
            knocked_out=tuple(key_of[seat] for seat in self.knocked_out),
            gained={} if self.gained is None else {winner: self.gained},
        )


class Hand(models.Model):
    """What a seat still held: cards, or points, or points and the number of cards."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="hands")
    seat = models.ForeignKey(Seat, models.RESTRICT, related_name="+")
    cards = models.JSONField(null=True)
    points = models.PositiveIntegerField(null=True)
    cards_left = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="hand_seat_once"),
            models.CheckConstraint(
                condition=Q(cards__isnull=False) | Q(points__isnull=False), name="hand_known"
            ),
            # Said again beside the column's type, which SQLite alone does not hold to.
            models.CheckConstraint(
                condition=Q(points__isnull=True) | Q(points__gte=0), name="hand_points_positive"
            ),
        ]

    @staticmethod
    def in_rules(cards: list[str] | None, points: int | None, cards_left: int | None) -> rules.Hand:
        listed = None if cards is None else tuple(rules.Card.parse(card) for card in cards)
        return rules.Hand(cards=listed, points=points, cards_left=cards_left)


class Change(models.Model):
    """A line in a session's history: who did what when, and how it stood before and after."""

    class What(models.TextChoices):
        STARTED = "started", _("started the session")
        RECORDED = "recorded", _("recorded round %(number)s")
        CORRECTED = "corrected", _("corrected round %(number)s")
        REMOVED = "removed", _("removed round %(number)s")
        CLOSED = "closed", _("closed the session")
        TARGET = "target", _("Play to: %(before)s → %(after)s")
        LIMIT = "limit", _("Number of rounds: %(before)s → %(after)s")
        DEALER = "dealer", _("Deals first: %(before)s → %(after)s")
        JOINED = "joined", _("%(name)s joined from round %(number)s")
        SEAT = "seat", "%(name)s: %(facts)s"
        TOOK_BACK = "took-back", _("took the seat of %(name)s back")
        REOPENED = "reopened", _("took the session up again")

    game = models.ForeignKey(GameSession, models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=20, choices=What.choices)
    round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="changes")
    round_number = models.PositiveIntegerField(null=True)
    # Kept here and not on the round: sent again after the round was removed, it is still known.
    entry_key = models.CharField(max_length=64, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="change_version_once"),
            models.UniqueConstraint(
                fields=["game", "entry_key"], condition=~Q(entry_key=""), name="change_entry_once"
            ),
        ]


class ShareLink(Secret):
    """A link to one session for anyone who has it."""

    game = models.ForeignKey(GameSession, models.CASCADE, related_name="links")
    by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True) | Q(revoked_at__gte=F("created_at")),
                name="link_revoked_later",
            )
        ]

    def get_absolute_url(self) -> str:
        return reverse("shared", args=[self.token])


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
