"""Random walks over the actions on the map: whatever is offered can be played, repeats exactly,
loses no component and folds to the same state."""

from __future__ import annotations

import random

import pytest

from rules.chance import LiveChance
from rules.codec import copy_state
from rules.decisions import Decision
from rules.engine import new_game, open_decisions, play, reproduce
from rules.fold import fold
from rules.invariants import conservation_faults
from rules.log import Event, effects_equal, state_hash
from rules.orders import Build, Explore, Influence, Move, Order, Pass, Prefer, Refresh, Trade
from rules.state.model import NPC, GameState, RulesetSpec
from rules.table import Table

SPECIES = ("terran_directorate", "terran_union", "terran_alliance")
STEPS = 60


def pick(decision: Decision, rng: random.Random) -> Order | None:
    """An order for the decision, uniform over its kinds; ``None`` when only passing is left."""
    dull = (Pass, Prefer, Trade)
    on_the_map = (Explore, Influence, Refresh, Move, Build)
    choices = [c for c in decision.choices if c.order not in dull and c.possible()]
    if decision.kind in ("turn", "reaction"):
        choices = [c for c in choices if c.order in on_the_map]
    if not choices:
        return None
    choice = rng.choice(choices)
    prefix: tuple[object, ...] = ()
    while not choice.is_complete(prefix):
        candidates = choice.next(prefix)
        assert candidates, f"{choice.order.__name__}{prefix} leads nowhere"
        prefix = (*prefix, rng.choice(candidates))
    return choice.order.from_atoms(prefix)


def furnish(state: GameState, rng: random.Random) -> None:
    """Give the seats discs, drives and at times the generator, so that the walk gets far."""
    for seat in state.seats:
        seat.storage.materials = 40
        seat.tiles["interceptor"][3] = rng.choice([None, "fusion_drive"])
        if rng.random() < 0.5:
            state.supply.tech_bag["wormhole_generator"] -= 1
            seat.techs["nano"].append("wormhole_generator")


def check_galaxy(state: GameState) -> None:
    """No component is lost, no disc stands beside guards, cubes stand where a disc is."""
    assert conservation_faults(Table(state)) == []
    for sector in state.sectors.values():
        assert state.zones[sector.zone] == sector.id
        guarded = any(state.ships[i].owner == NPC for i in sector.ships)
        assert not (guarded and sector.disc is not None)
        assert not (sector.cubes and sector.disc is None)


@pytest.mark.parametrize("seed", range(12))
def test_walk_over_map_actions(seed: int) -> None:
    rng = random.Random(seed)
    chance = LiveChance(b"walk %d" % seed)
    state, _ = new_game(RulesetSpec("new_dawn"), len(SPECIES), chance, SPECIES)
    furnish(state, rng)
    start, log = copy_state(state), []
    for seq in range(1, STEPS + 1):
        decision = open_decisions(Table(state))[0]
        order = pick(decision, rng)
        if order is None:
            break
        before = copy_state(state)
        effects = play(state, seq, decision.seat, order, chance, decision.id)
        event = Event.of(seq, decision.seat, "player", order, effects, decision.id)
        assert effects_equal(reproduce(before, event), effects) is None
        assert state_hash(before) == state_hash(state)
        log.append(event)
        check_galaxy(state)
    assert len(log) > STEPS // 2
    for event in log:
        fold(start, event.seq, event.effects)
    assert state_hash(start) == state_hash(state)
