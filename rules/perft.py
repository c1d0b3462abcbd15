"""Counting sequences of orders: a guard against accidental changes of the rules."""

from __future__ import annotations

from rules.chance import Chance, LiveChance
from rules.codec import decode_state, encode_state
from rules.decisions import Decision
from rules.engine import decision_for, new_game, play
from rules.orders import Order, Prefer, Trade
from rules.simulate import default_species, seed_bytes
from rules.state.model import GameState, RulesetSpec
from rules.table import Table


def perft(spec: RulesetSpec, seats: int, seed: int, depth: int) -> int:
    """Number of sequences of ``depth`` small orders from the start.

    Chance follows the seed; trades and preferences are left out. When several seats owe a
    decision, the first one answers.
    """
    chance = LiveChance(seed_bytes(seed))
    state, _ = new_game(spec, seats, chance, default_species(spec, seats))
    return sequences(state, chance, depth)


def _orders(decision: Decision) -> list[Order]:
    return [
        order
        for choice in decision.choices
        if choice.order not in (Trade, Prefer)
        for order in choice.orders()
    ]


def sequences(state: GameState, chance: Chance, depth: int) -> int:
    """The same from any position."""
    if depth == 0 or state.finished:
        return 1
    waiting = state.pending[0]
    orders = _orders(decision_for(Table(state), waiting.seat, waiting.id))
    if depth == 1:
        return len(orders)
    before = encode_state(state)
    total = 0
    for order in orders:
        after = decode_state(before)
        play(after, after.seq + 1, waiting.seat, order, chance, waiting.id)
        total += sequences(after, chance, depth - 1)
    return total
