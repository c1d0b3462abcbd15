"""Fold of diplomacy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.effects import diplomacy as e
from rules.effects.base import Effect
from rules.fold.boards import put_one
from rules.state.model import Ambassador, GameState, Proposal


def _drop(state: GameState, seat: int, to: int) -> None:
    state.proposals = [p for p in state.proposals if (p.seat, p.to) != (seat, to)]


def proposed(state: GameState, effect: e.TreatyProposed) -> None:
    state.proposals.append(Proposal(effect.seat, effect.to, effect.track))


def refused(state: GameState, effect: e.ProposalRefused) -> None:
    pair = (effect.seat, effect.to)
    state.proposals = [
        msgspec.structs.replace(p, refused=True) if (p.seat, p.to) == pair else p
        for p in state.proposals
    ]


def lapsed(state: GameState, effect: e.ProposalLapsed) -> None:
    _drop(state, effect.seat, effect.to)


def reputation_returned(state: GameState, effect: e.ReputationReturned) -> None:
    seat = state.seats[effect.seat]
    for value in effect.values:
        seat.reputation.remove(value)
        put_one(state.supply.reputation, value)
    state.supply.reputation_left += effect.count


def formed(state: GameState, effect: e.TreatyFormed) -> None:
    _drop(state, effect.seat, effect.to)
    _drop(state, effect.to, effect.seat)
    for giver, receiver, track in (
        (effect.seat, effect.to, effect.track),
        (effect.to, effect.seat, effect.to_track),
    ):
        state.seats[giver].spare_ambassadors -= 1
        state.seats[giver].cubes.add(track, -1)
        state.seats[receiver].ambassadors.append(Ambassador(giver))


def broken(state: GameState, effect: e.TreatyBroken) -> None:
    for giver, holder in ((effect.seat, effect.partner), (effect.partner, effect.seat)):
        boards = state.seats[holder]
        boards.ambassadors = [a for a in boards.ambassadors if a.seat != giver]
        state.seats[giver].spare_ambassadors += 1


def traitor_named(state: GameState, effect: e.TraitorNamed) -> None:
    if effect.before is not None:
        state.seats[effect.before].traitor = False
    state.seats[effect.seat].traitor = True


DIPLOMACY: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.TreatyProposed: proposed,
    e.ProposalRefused: refused,
    e.ProposalLapsed: lapsed,
    e.ReputationReturned: reputation_returned,
    e.TreatyFormed: formed,
    e.TreatyBroken: broken,
    e.TraitorNamed: traitor_named,
}
