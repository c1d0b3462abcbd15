"""Standing orders: what a player decided beforehand, as a policy.

``answer`` says what a standing order does about a decision, from a ``PlayerView`` alone and without
chance, so that the same position always gets the same answer; it declines whatever it was not made
for. ``checked`` refuses orders that mean nothing.
"""

from __future__ import annotations

from rules.decisions import Decision
from rules.policies.standing.answers import Answer, Stop, Verdict
from rules.policies.standing.battle import fight
from rules.policies.standing.checking import StandingError, checked, ship_kinds
from rules.policies.standing.orders import (
    BattleOrders,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
    decode_reason,
    decode_standing,
    encode_reason,
    encode_standing,
    standing_from_builtins,
)
from rules.policies.standing.turns import next_turn, react
from rules.views import PlayerView


def answer(orders: StandingOrders, view: PlayerView, decision: Decision) -> Verdict:
    """What the standing order does about a decision of the viewer."""
    if isinstance(orders, BattleOrders):
        return fight(orders, view, decision)
    if isinstance(orders, ReactionOrders):
        return react(orders, view, decision)
    return next_turn(orders, view, decision)


__all__ = [
    "Answer",
    "BattleOrders",
    "PlannedTurns",
    "ReactionOrders",
    "StandingError",
    "StandingOrders",
    "Stop",
    "Verdict",
    "answer",
    "checked",
    "decode_reason",
    "decode_standing",
    "encode_reason",
    "encode_standing",
    "ship_kinds",
    "standing_from_builtins",
]
