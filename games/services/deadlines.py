"""What happens when time runs out: the decision's default is played."""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils import timezone

from games.ledger import ledger_of
from games.models import Game, PendingDecision
from games.services.standing_orders import finish
from games.statements import lock
from games.tenants import tenants
from rules.engine import decision_for
from rules.table import Table

log = logging.getLogger(__name__)

MOST_DEFAULTS = 500
"""Defaults that one expiry may play; a turn needs a handful."""


def games_with_due_decisions() -> list[str]:
    """Ids of running games in which a deadline has passed."""
    due = PendingDecision.objects.filter(
        closed_at=None,
        deadline_at__lte=timezone.now(),
        game__status=Game.Status.RUNNING,
        game__paused=False,
    )
    return list(due.order_by("game").values_list("game", flat=True).distinct())


def expire_game(game_id: str) -> int:
    """Play the default of every decision whose deadline has passed; returns how many.

    What the seat had not sealed is sealed by it, and the rest of its turn takes its defaults too.
    A game that somebody else holds at this moment is left to the next sweep.
    """
    with transaction.atomic():
        locked = lock(game_id, skip_locked=True)
        if locked is None or not locked.game.running or locked.game.paused:
            return 0
        ledger = ledger_of(locked)
        played = 0
        while (due := ledger.clocks.due()) and played < MOST_DEFAULTS:
            row = due[0]
            decision = decision_for(Table(ledger.state), row.seat, row.decision_id)
            ledger.play(row.seat, decision.default, "deadline", decision.id)
            played += 1
        finish(ledger, locked.standing, tenants(locked.game))
    log.info("game %s: %d defaults played after a deadline", game_id, played)
    return played
