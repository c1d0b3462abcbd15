"""Background work of games. Every task may run twice or late without harm."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from celery import shared_task

from games.services import bots, deadlines, standing_orders

log = logging.getLogger(__name__)


@shared_task
def expire_deadlines() -> int:
    """Play the defaults of all decisions whose deadline has passed."""
    return _each(deadlines.games_with_due_decisions(), deadlines.expire_game)


@shared_task
def play_policies(game_id: str | None = None) -> int:
    """Let bots play in one game, or wherever they owe a decision."""
    if game_id is not None:
        return bots.play_bots(game_id)
    return _each(bots.games_with_waiting_bots(), bots.play_bots)


@shared_task
def play_standing_orders(game_id: str | None = None) -> int:
    """Answer what standing orders have left over in one game, or wherever there is something."""
    if game_id is not None:
        return standing_orders.play_standing(game_id)
    return _each(standing_orders.games_with_standing_orders(), standing_orders.play_standing)


def _each(game_ids: Iterable[str], work: Callable[[str], int]) -> int:
    """Do ``work`` for every game; one that fails is logged and does not hold up the others."""
    done = 0
    for game_id in game_ids:
        try:
            done += work(game_id)
        except Exception:
            log.exception("game %s: %s failed", game_id, work.__name__)
    return done
