"""Games that start from a position."""

from __future__ import annotations

from collections.abc import Sequence

from rules.chance import LiveChance
from rules.codec import copy_state
from rules.engine import resume
from rules.log import Event
from rules.simulate import Watcher, play_out, seed_bytes
from rules.state.model import GameState


def play_from(
    state: GameState, policies: Sequence[str], seed: int, watch: Watcher | None = None
) -> tuple[GameState, list[Event]]:
    """Play on to the end from ``state``, which is not changed, one policy a seat.

    Returns the state at the end and the events since. What goes on by itself comes first, as an
    event without a seat. ``watch`` is called after every event.
    """
    if len(policies) != len(state.seats):
        raise ValueError(f"{len(state.seats)} players need {len(state.seats)} policies")
    state = copy_state(state)
    chance = LiveChance(seed_bytes(seed))
    log: list[Event] = []
    if effects := resume(state, state.seq + 1, chance):
        log.append(Event.of(state.seq, None, "setup", None, effects))
        if watch:
            watch(state, log[0])
    play_out(state, policies, seed, chance, log, watch)
    return state, log
