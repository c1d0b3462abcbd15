"""Bots: seats that a policy plays."""

from __future__ import annotations

from django.db import transaction

from games import seeds
from games.ledger import Ledger, ledger_of
from games.models import Game, Tenancy
from games.services.standing_orders import finish
from games.tenants import lock_game, tenants, waiting_bots
from rules.policies import policy_named
from rules.views import player_view

BATCH = 25
"""Orders that bots play in one transaction; others wait for the game's lock meanwhile."""


def games_with_waiting_bots() -> list[str]:
    """Ids of running games in which a bot owes a decision."""
    found = Game.objects.raw(
        """
        SELECT DISTINCT g.id FROM games_game g
        JOIN games_tenancy t ON t.game_id = g.id AND t.closed_at IS NULL AND t.policy <> ''
        JOIN games_pendingdecision d
            ON d.game_id = g.id AND d.seat = t.seat AND d.closed_at IS NULL
        WHERE g.status = 'running' AND NOT g.paused
        """
    )
    return [game.pk for game in found]


def play_bots(game_id: str, most: int = BATCH) -> int:
    """Let the bots of a game answer what they owe, at most ``most`` orders; returns how many.

    If they owe more, they are woken again after the transaction.
    """
    with transaction.atomic():
        locked = lock_game(game_id)
        if not locked.game.running or locked.game.paused:
            return 0
        seated = tenants(locked.game)
        ledger = ledger_of(locked)
        played = 0
        while played < most and (seats := waiting_bots(ledger.state, seated)):
            _answer(ledger, seated[seats[0]])
            played += 1
        finish(ledger, locked.standing, seated)
    return played


def _answer(ledger: Ledger, tenancy: Tenancy) -> None:
    view = player_view(ledger.state, tenancy.seat)
    decision = view.decisions[0]
    salt = seeds.salt(ledger.seed, ledger.next_seq, tenancy.seat)
    order = policy_named(tenancy.policy).choose(view, decision, salt)
    ledger.play(tenancy.seat, order, "bot", decision.id)
