"""A battle to come in a stored game of two: ships of both beside the home of seat 0."""

from __future__ import annotations

from django.db import transaction

from games.ledger import ledger_of
from games.models import Game
from games.statements import lock
from rules.effects.base import Effect
from rules.effects.galaxy import SectorPlaced, ShipPlaced

FIELD = "105"
"""Joined to the home of seat 0 by a wormhole; seat 1 has nothing beside it."""
HOME = "221"


def battlefield(game: Game, *ships: tuple[int, str], sector: str = FIELD) -> None:
    """Put ships into a sector, which is laid if it is not on the map, as a position would."""
    with transaction.atomic():
        locked = lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        facts: list[Effect] = []
        if sector not in ledger.state.sectors:
            facts.append(SectorPlaced(sector, "1.0", 0, False))
        first = ledger.state.next_ship
        facts += [
            ShipPlaced(first + number, owner, kind, sector)
            for number, (owner, kind) in enumerate(ships)
        ]
        ledger.record(facts, actor="moderator")
        ledger.save()
    game.refresh_from_db()
