"""What players decided beforehand, and what came of it: rows that can be erased."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class StandingOrder(models.Model):
    """A standing order of one tenancy; whoever takes over the seat does not get it.

    ``body`` is JSON as ``rules.policies.standing`` writes it. It holds up to the end of
    ``until_round``, up to ``until``, or ``once``: ``used_for`` names the battle (or the turn) it
    was used in. ``key``: of the form or request that set it, behind a fingerprint of what it asked
    for; sent twice, it is set once. ``ended`` says why it does not hold any more, ``text`` and
    ``reason`` the order at fault and the rule, for a plan that could not be carried out.
    """

    class End(models.TextChoices):
        """Why a standing order does not hold any more."""

        REMOVED = "removed", _("removed")
        REPLACED = "replaced", _("replaced by another one")
        USED = "used", _("used")
        EXPIRED = "expired", _("its time is over")
        IMPOSSIBLE = "impossible", _("it was not possible any more")
        CHANCE = "chance", _("dice or draws came first")
        TAKEN_BACK = "taken_back", _("you took back an order")

    tenancy = models.ForeignKey(
        "games.Tenancy", on_delete=models.CASCADE, related_name="standing_orders"
    )
    body = models.TextField(_("order"))
    until_round = models.PositiveSmallIntegerField(_("until the end of round"), null=True)
    until = models.DateTimeField(_("until"), null=True)
    once = models.BooleanField(_("once"), default=False)
    key = models.CharField(max_length=200, blank=True)
    used_for = models.CharField(max_length=30, blank=True)
    created_at = models.DateTimeField(_("created"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    ended = models.CharField(max_length=12, choices=End.choices, blank=True)
    text = models.TextField(blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        ordering: ClassVar[list[Any]] = ["pk"]
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(
                fields=["tenancy", "key"], condition=~Q(key=""), name="one_standing_order_per_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tenancy_id} {self.pk}"


class StandingUse(models.Model):
    """Which standing order made an event, and why. Not part of the log: it can be erased.

    ``body`` and ``reason`` are JSON as ``rules.policies.standing`` writes it.
    """

    event = models.OneToOneField(
        "games.GameEvent", on_delete=models.CASCADE, primary_key=True, related_name="standing"
    )
    standing = models.ForeignKey(
        StandingOrder, on_delete=models.SET_NULL, null=True, related_name="uses"
    )
    body = models.TextField()
    reason = models.TextField()

    class Meta:
        verbose_name = _("use of a standing order")
        verbose_name_plural = _("uses of standing orders")

    def __str__(self) -> str:
        return f"{self.event_id}"
