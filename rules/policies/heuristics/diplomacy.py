"""Ratings of diplomatic relations: offering, accepting, and what an attack on a partner costs."""

from __future__ import annotations

from rules.orders import Accept, Move, Propose
from rules.policies.heuristics.situation import Situation
from rules.steps.aggression import attacked_partners
from rules.steps.reputation_track import tiles_in_the_way

_PEACE = 0.5
"""Points that a quiet border is worth."""


def relations(situation: Situation, order: Propose | Accept) -> float:
    """The ambassador's point, what the cube on it produces, and a quiet border, less the tiles
    that make room."""
    setup, table = situation.setup, situation.table
    gain = situation.income_gain(order.track) * situation.unit_worth(order.track)
    lost = sorted(table.seat(situation.seat).reputation)[: tiles_in_the_way(table, situation.seat)]
    return setup.ambassador_vp + _PEACE + gain - sum(lost)


def breaking(situation: Situation, order: Move) -> float:
    """Points lost by attacking partners: their ambassadors, peace, the traitor card."""
    table, seat = situation.table, situation.seat
    attacked = attacked_partners(table, seat, order)
    if not attacked:
        return 0.0
    traitor = 0 if table.seat(seat).traitor else -situation.setup.traitor_vp
    return len(attacked) * (situation.setup.ambassador_vp + _PEACE) + traitor
