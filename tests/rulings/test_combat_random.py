"""Battles between random fleets: they end, lose no ship, fold alike, and follow the odds."""

from __future__ import annotations

import math
import random

import pytest

from rules.chance import LiveChance, RecordedChance
from rules.codec import copy_state, decode_state, encode_state
from rules.effects.base import ChanceEffect, Effect
from rules.effects.battle import BattleEnded, BattleStarted, ShipDestroyed
from rules.engine import open_decisions, play
from rules.fold import fold
from rules.log import state_hash
from rules.odds import odds
from rules.orders import Order, Pass
from rules.policies.random import random_order
from rules.state.model import NPC, GameState
from rules.table import Table
from tests.builders import Position

SPECIES = ("terran_directorate", "terran_federation", "terran_union", "terran_republic")
FIELD = "105"
KINDS = ("interceptor", "cruiser", "dreadnought", "starbase")
PARTS = (
    None, "hull", "improved_hull", "plasma_missile", "ion_cannon", "plasma_cannon",
    "antimatter_cannon", "gauss_shield", "gluon_computer", "fusion_drive",
)  # fmt: skip


def _random_fleets(rng: random.Random) -> Position:
    """Two to four fleets, with Ancients at times, in a sector next to a home; any part may lie on
    any slot but that of the drive, whether the blueprint is legal or not."""
    seats = rng.randint(2, 4)
    p = Position(SPECIES[:seats])
    home = p.sector(p.seat(0).home)
    edge = rng.choice(sorted(p.table.wormholes(home)))
    p.lay(FIELD, p.zone_beside(home.id, edge), disc=rng.choice([None, *range(seats)]))
    for _ in range(rng.choice([0, 0, 1, 2])):
        p.guard(FIELD)
    order = list(range(seats))
    rng.shuffle(order)
    for seat in order:
        for kind in KINDS:
            slots = p.seat(seat).tiles[kind]
            printed = p.table.species(seat).blueprints[kind].slots
            p.fit(
                seat,
                kind,
                *(None if part == "nuclear_drive" else rng.choice(PARTS) for part in printed),
            )
            assert len(slots) == len(printed)
        for _ in range(rng.randint(1, 3)):
            p.ship(seat, rng.choice(KINDS), FIELD)
    return p


def played_and_folded(
    state: GameState, order: Order, seat: int, chance: LiveChance
) -> list[Effect]:
    """Play an order, checking that its effects fold alike and that it can be verified."""
    before = copy_state(state)
    effects = play(state, state.seq + 1, seat, order, chance)
    folded = copy_state(before)
    fold(folded, state.seq, effects)
    assert state_hash(folded) == state_hash(state)
    recorded = RecordedChance((e.stream, e.draws) for e in effects if isinstance(e, ChanceEffect))
    assert play(before, state.seq, seat, order, recorded) == effects
    assert recorded.spent
    return effects


@pytest.mark.parametrize("block", range(10))
def test_random_battles_end_with_one_party_and_lose_no_ship(block: int) -> None:
    """Twenty random battles, with random retreats and assignments: combat ends, every ship is
    either on the board or destroyed, and at most one party is left where they fought."""
    for number in range(20):
        rng = random.Random(f"{block} {number}")
        chance = LiveChance(rng.randbytes(8))
        p = _random_fleets(rng)
        state = p.state
        ships = set(state.ships)
        effects: list[Effect] = []
        for _ in state.seats:
            effects += played_and_folded(state, Pass(), p.asked().seat, chance)
        orders = 0
        while state.phase == "combat":
            decision = open_decisions(Table(state))[0]
            effects += played_and_folded(state, random_order(decision, rng), decision.seat, chance)
            orders += 1
            assert orders < 3000, "the battle does not end"
        destroyed = [e.ship for e in effects if isinstance(e, ShipDestroyed)]
        assert len(destroyed) == len(set(destroyed))
        assert ships - set(destroyed) <= set(state.ships)
        assert not set(destroyed) & set(state.ships)
        for sector in state.sectors.values():
            assert len({s.owner for s in p.table.ships_in(sector)}) <= 1
            assert all(state.ships[i].sector == sector.id for i in sector.ships)
        assert all(not s.damage and not s.retreat for s in state.ships.values())
        started = sum(isinstance(e, BattleStarted) for e in effects)
        assert started == sum(isinstance(e, BattleEnded) for e in effects) > 0


def _colours(dice: tuple[str, ...]) -> dict[str, int]:
    return {colour: dice.count(colour) for colour in dict.fromkeys(dice)}


def _group(p: Position, owner: int, kind: str, count: int) -> dict[str, object]:
    stats = p.table.stats(owner, kind)
    return {
        "type": kind,
        "count": count,
        "initiative": stats.initiative,
        "hull": stats.hull,
        "computer": stats.computer,
        "shield": stats.shield,
        "cannons": _colours(stats.cannons),
        "missiles": _colours(stats.missiles),
    }


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ((("cruiser", 1), ("interceptor", 2)), (("ancient", 2),)),
        ((("interceptor", 3),), (("cruiser", 1), ("interceptor", 1))),
        ((("dreadnought", 1),), (("starbase", 2),)),
    ],
)
def test_battles_follow_the_odds(
    attackers: tuple[tuple[str, int], ...], defenders: tuple[tuple[str, int], ...]
) -> None:
    """Battles in which everybody assigns dice as non-players do are won as often as the odds
    say, within four standard errors."""
    rival = NPC if defenders[0][0] == "ancient" else 1
    start = Position()
    start.lay("102", "1.1", disc=None if rival == NPC else 1)
    start.fit(0, "interceptor", "plasma_missile")
    for owner, fleet in ((0, attackers), (rival, defenders)):
        for kind, count in fleet:
            for _ in range(count):
                start.ship(owner, kind, "102")
    foretold = odds(
        {
            "edition": "new_dawn",
            "attacker": {"ships": [_group(start, 0, *group) for group in attackers]},
            "defender": {"ships": [_group(start, rival, *group) for group in defenders]},
        }
    )["p_attacker"]
    start.play(Pass())
    frozen = encode_state(start.state)
    runs, wins = 400, 0
    for run in range(runs):
        state = decode_state(frozen)
        chance = LiveChance(f"odds {run}".encode())
        effects: list[Effect] = play(state, 2, 1, Pass(), chance)
        while not any(isinstance(e, BattleEnded) for e in effects):
            decision = open_decisions(Table(state))[0]
            effects += play(state, state.seq + 1, decision.seat, decision.default, chance)
        wins += next(e.winner for e in effects if isinstance(e, BattleEnded)) == 0
    error = math.sqrt(foretold * (1 - foretold) / runs)
    assert abs(wins / runs - foretold) < 4 * error
