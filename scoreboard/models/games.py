"""What is played: editions of one's own, sessions with their rounds, and links to them."""

import datetime
from collections.abc import Sequence

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import rules
from scoreboard.models.people import (
    NAME_LENGTH,
    Member,
    Player,
    Playgroup,
    Right,
    Secret,
    name_key,
    new_key,
)


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

    # Not stored: the link by which somebody came here, who is no member then.
    by_link: "ShareLink | None" = None

    def get_absolute_url(self) -> str:
        return reverse("board", args=[self.pk])

    @property
    def names_shown(self) -> str:
        """How the people are called for whoever looks: what is kept for one is not for another."""
        return self.by_link.names_shown if self.by_link else NamesShown.FULL

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
    # In place of a member: with the link anybody may have done it.
    by_link = models.ForeignKey("ShareLink", models.SET_NULL, null=True, related_name="+")
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


class NamesShown(models.TextChoices):
    """How the people are called for those who only have a link."""

    FULL = "full", _("as they are")
    FIRST = "first", _("first names")
    INITIALS = "initials", _("initials")


class ShareLink(Secret):
    """A link to one session, or to all of the playgroup, for anyone who has it."""

    playgroup = models.ForeignKey(Playgroup, models.CASCADE, related_name="links")
    # None: to every session, also those that are still to come.
    game = models.ForeignKey(GameSession, models.CASCADE, null=True, related_name="links")
    right = models.PositiveSmallIntegerField(choices=Right.choices, default=Right.SEE)
    names = models.CharField(max_length=10, choices=NamesShown.choices, default=NamesShown.FULL)
    ends_at = models.DateTimeField(null=True)
    # To five minutes by those who look, see live.Hub.note_use; and by what was done with it.
    last_used_at = models.DateTimeField(null=True)
    by = models.ForeignKey(Member, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True) | Q(revoked_at__gte=F("created_at")),
                name="link_revoked_later",
            ),
            models.CheckConstraint(
                condition=Q(names__in=NamesShown.values), name="link_names_known"
            ),
            # Nobody owns by a link: that takes an invitation.
            models.CheckConstraint(
                condition=Q(right__in=[Right.SEE, Right.SCORE]), name="link_right_known"
            ),
        ]

    def may(self, right: Right) -> bool:
        return self.right >= right

    @property
    def names_shown(self) -> str:
        """In sessions of a link to all they are numbered alike, so all who are there count."""
        if self.game_id or self.names == NamesShown.FULL:
            return self.names
        people = self.playgroup.people
        return f"{self.names}-{len(people)}-{people[-1][0] if people else 0}"

    @property
    def keeps_score(self) -> bool:
        return self.may(Right.SCORE)

    def shown(self, game: GameSession) -> GameSession:
        """A session behind it, as it shows it."""
        game.by_link, game.playgroup = self, self.playgroup
        return game

    @staticmethod
    def out_at(at: datetime.datetime) -> Q:
        """Not taken back, and not over."""
        return Q(revoked_at=None) & (Q(ends_at=None) | Q(ends_at__gt=at))

    def get_absolute_url(self) -> str:
        return reverse("shared", args=[self.token])

    def address_of(self, game: GameSession) -> str:
        """Where it shows this session."""
        return reverse("shared", args=[self.token] if self.game_id else [self.token, game.pk])


# Whoever does something to a session.
Keeper = Member | ShareLink
