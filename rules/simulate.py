"""Games played by policies, without people."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from rules.chance import Chance, LiveChance
from rules.engine import decision_for, new_game, play
from rules.log import Event
from rules.policies import policy_named
from rules.state.model import GameState, RulesetSpec
from rules.views import player_view

Watcher = Callable[[GameState, Event], None]


def seed_bytes(seed: int) -> bytes:
    """The secret seed of chance that stands for a small number, for games anybody may repeat."""
    return hashlib.sha256(f"simulated game {seed}".encode()).digest()


def default_species(spec: RulesetSpec, seats: int) -> tuple[str, ...]:
    """The first ``seats`` boards of kind Terran, in the order of the content."""
    from rules.content.loader import load_catalog

    catalog = load_catalog(spec.edition, spec.modules)
    return tuple(s.id for s in catalog.species.values() if s.kind == "terran")[:seats]


def simulate(
    spec: RulesetSpec,
    policies: Sequence[str],
    seed: int,
    species: tuple[str, ...] = (),
    watch: Watcher | None = None,
) -> tuple[GameState, list[Event]]:
    """Play a whole game, one policy a seat; the state at the end and the log.

    ``watch`` is called after every event with the state so far.
    """
    seats = len(policies)
    chance = LiveChance(seed_bytes(seed))
    state, first = new_game(spec, seats, chance, species or default_species(spec, seats))
    log = [first]
    if watch:
        watch(state, first)
    play_out(state, policies, seed, chance, log, watch)
    return state, log


def play_out(
    state: GameState,
    policies: Sequence[str],
    seed: int,
    chance: Chance,
    log: list[Event],
    watch: Watcher | None = None,
) -> None:
    """Play ``state`` on to the end and add the events to ``log``."""
    players = [policy_named(name) for name in policies]
    while not state.finished:
        waiting = state.pending[0]
        view = player_view(state, waiting.seat)
        decision = decision_for(view.table, waiting.seat, waiting.id)
        salt = (seed << 32) + state.seq
        order = players[waiting.seat].choose(view, decision, salt)
        effects = play(state, state.seq + 1, waiting.seat, order, chance, waiting.id)
        event = Event.of(state.seq, waiting.seat, "bot", order, effects, waiting.id)
        log.append(event)
        if watch:
            watch(state, event)
