"""What is stored of games: the log and its seals, who sits where, what is waited for.

The log (``GameEvent``) is the truth. Everything else here either can be computed from it
(``CurrentState``, ``Snapshot``), or concerns people and clocks and can be erased.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from rules.state.model import RulesetSpec

# A foreign key without an index of its own belongs to a table whose unique index begins with it.

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for each other."""


def new_game_id() -> str:
    """A public id that cannot be guessed (about 50 bits)."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(10))


def empty_ruleset() -> dict[str, Any]:
    """The ruleset of a game about which nothing else was said."""
    return {"edition": "new_dawn"}


class Game(models.Model):
    """One game. ``newest_seq`` is -1 until it starts.

    ``sealed_seq``: the newest event that everybody may see; later events belong to
    ``unsealed_seat``, which may still take them back. ``options`` hold fixed words only.
    """

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("abandoned")

    id = models.CharField(primary_key=True, max_length=12, default=new_game_id, editable=False)
    name = models.CharField(_("name"), max_length=60)
    ruleset = models.JSONField(_("rules"), default=empty_ruleset)
    seats = models.PositiveSmallIntegerField(_("number of seats"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.LOBBY
    )
    paused = models.BooleanField(_("paused"), default=False)
    private = models.BooleanField(
        _("private"),
        default=False,
        help_text=_("Only its players see it; others join by its address."),
    )
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("creator"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="created_games",
    )
    deadline_hours = models.PositiveIntegerField(_("hours for each decision"), default=48)
    options = models.JSONField(_("options"), default=dict, blank=True)
    commitment = models.CharField(_("commitment to the seed"), max_length=64)
    revealed_seed = models.CharField(_("seed, once published"), max_length=64, blank=True)
    newest_seq = models.IntegerField(_("newest event"), default=-1)
    sealed_seq = models.IntegerField(_("newest sealed event"), default=-1)
    unsealed_seat = models.SmallIntegerField(null=True, blank=True)
    head = models.CharField(_("hash of the newest event"), max_length=64, blank=True)
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    phase = models.CharField(_("phase"), max_length=20, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    updated_at = models.DateTimeField(_("last event"), auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [("moderate_game", _("Can moderate games"))]
        indexes = [models.Index(fields=["status", "-updated_at"], name="games_by_status")]

    def __str__(self) -> str:
        return self.name

    @property
    def spec(self) -> RulesetSpec:
        """The ruleset as the rules know it."""
        return msgspec.convert(self.ruleset, RulesetSpec)

    @property
    def running(self) -> bool:
        """Whether orders may come in, pauses aside."""
        return self.status == self.Status.RUNNING

    @property
    def over(self) -> bool:
        """Whether nothing is secret any more."""
        return self.status == self.Status.FINISHED


class GameSeed(models.Model):
    """The secret of every die and draw of a game, encrypted with SEED_KEY."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)
    sealed = models.BinaryField()

    class Meta:
        verbose_name = _("seed")
        verbose_name_plural = _("seeds")

    def __str__(self) -> str:
        return f"seed of {self.game_id}"


class Tenancy(models.Model):
    """Who plays a seat from one event to another: an account, or a policy (a bot).

    ``opened_seq`` is the first event whose secrets belong to this tenancy; ``closed_seq`` the
    last.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tenancies")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tenancies",
    )
    policy = models.CharField(_("policy"), max_length=20, blank=True)
    opened_at = models.DateTimeField(_("from"), auto_now_add=True)
    closed_at = models.DateTimeField(_("to"), null=True, blank=True)
    opened_seq = models.IntegerField(default=0)
    closed_seq = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("tenancy")
        verbose_name_plural = _("tenancies")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=Q(closed_at=None), name="one_tenant_per_seat"
            ),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=Q(closed_at=None, user__isnull=False),
                name="one_seat_per_account",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"

    @property
    def is_bot(self) -> bool:
        """Whether a policy plays the seat."""
        return bool(self.policy)


class GameEvent(models.Model):
    """One entry of the log. A trigger refuses to change or delete it.

    ``order`` and ``effects`` are JSON as ``rules.codec`` writes it. ``rewound_to``: copied out of
    the effects, so that the branches of a log are known without decoding it. ``round``: the one
    that runs after the event. ``hash`` covers all columns and the hash before, keyed with the
    game's seed.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="events")
    seq = models.IntegerField()
    seat = models.SmallIntegerField(null=True)
    actor = models.CharField(max_length=20)
    decision = models.CharField(max_length=20, blank=True)
    order = models.TextField(null=True)  # noqa: DJ001 - an event without order has none, not ""
    effects = models.TextField()
    engine = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    rewound_to = models.IntegerField(null=True)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_event_per_seq")]
        indexes = [
            models.Index(
                fields=["game", "seq"],
                condition=Q(rewound_to__isnull=False),
                name="games_rewinds",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq}"


class EventReason(models.Model):
    """Why a moderator did something, in words. Not part of the log: it can be erased."""

    event = models.OneToOneField(
        GameEvent, on_delete=models.CASCADE, primary_key=True, related_name="reason"
    )
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    text = models.TextField(_("reason"))

    class Meta:
        verbose_name = _("reason")
        verbose_name_plural = _("reasons")

    def __str__(self) -> str:
        return self.text


class CurrentState(models.Model):
    """The newest state of a game, written in the transaction of its newest event.

    ``sealed_state`` is what everybody else may build on while a seat's events are unsealed; empty
    when the newest state is the sealed one.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="current"
    )
    seq = models.IntegerField()
    codec = models.PositiveIntegerField()
    state = models.BinaryField()
    sealed_state = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("current state")
        verbose_name_plural = _("current states")

    def __str__(self) -> str:
        return f"{self.game_id} at {self.seq}"


class Snapshot(models.Model):
    """The state after one event, kept for every round so that history is quickly shown."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="snapshots"
    )
    seq = models.IntegerField()
    codec = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_snapshot_per_seq")]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.seq}"


class PendingDecision(models.Model):
    """A decision that is or was open, with its clock.

    ``deadline_at`` is empty while the game is paused; ``time_left`` then holds the rest. A closed
    row stays, so that an undo finds the old deadline. ``reminded_at``: for whoever reminds.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="decisions"
    )
    decision_id = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=40, blank=True)
    opened_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    time_left = models.DurationField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pending decision")
        verbose_name_plural = _("pending decisions")
        constraints = [
            models.UniqueConstraint(fields=["game", "decision_id"], name="one_row_per_decision")
        ]
        indexes = [
            models.Index(
                F("deadline_at"), condition=Q(closed_at=None), name="games_open_deadlines"
            ),
            models.Index(
                fields=["game", "seat"], condition=Q(closed_at=None), name="games_open_decisions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.decision_id}"


class Submission(models.Model):
    """A submission that was played, by its key: sent twice, it is played once."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, db_index=False, related_name="submissions"
    )
    key = models.CharField(max_length=200)
    seat = models.PositiveSmallIntegerField()
    asked = models.CharField(max_length=64)
    result = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="one_play_per_key")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.key}"


class Audit(models.Model):
    """A moderator looked at a seat's secrets."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="audits")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("moderator"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    seq = models.IntegerField(_("event"))
    reason = models.TextField(_("reason"))
    read_at = models.DateTimeField(_("read"), auto_now_add=True)

    class Meta:
        verbose_name = _("reading of secrets")
        verbose_name_plural = _("readings of secrets")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"


class Profile(models.Model):
    """How an account wants its pages and mails. Its name is ``user.display_name``."""

    class Theme(models.TextChoices):
        AUTO = "auto", _("like the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="profile"
    )
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    language = models.CharField(_("language"), max_length=10, blank=True)
    theme = models.CharField(_("theme"), max_length=5, choices=Theme.choices, default=Theme.AUTO)

    class Meta:
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return str(self.user)


from games.models_standing import StandingOrder, StandingUse  # noqa: E402 - they name games and events

__all__ = [
    "Audit",
    "CurrentState",
    "EventReason",
    "Game",
    "GameEvent",
    "GameSeed",
    "PendingDecision",
    "Profile",
    "Snapshot",
    "StandingOrder",
    "StandingUse",
    "Submission",
    "Tenancy",
    "empty_ruleset",
    "new_game_id",
]
