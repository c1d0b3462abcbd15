"""Battles of Second Dawn between random fleets, with all dice, splitters, repairs and guards."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from rules.chance import LiveChance
from rules.codec import decode_state, encode_state
from rules.effects.base import Effect
from rules.effects.battle import BattleEnded, BattleStarted, ShipDestroyed
from rules.engine import open_decisions, play
from rules.odds import odds
from rules.orders import Pass
from rules.policies.random import random_order
from rules.state.model import NPC
from rules.table import Table
from tests.builders import Position
from tests.rulings.test_combat_random import played_and_folded

SPECIES = ("terran_directorate", "descendants_of_draco", "planta", "orion_hegemony")
FIELD = "105"
KINDS = ("interceptor", "cruiser", "dreadnought", "starbase")
PARTS = (
    None, "hull", "sentient_hull", "soliton_cannon", "rift_cannon", "rift_conductor",
    "antimatter_cannon", "antimatter_missile", "flux_missile", "absorption_shield", "morph_shield",
    "gluon_computer", "plasma_turret", "transition_drive",
)  # fmt: skip


def random_fleets(rng: random.Random) -> Position:
    """Fleets of two to four species in a sector beside a home, with guards at times."""
    seats = rng.randint(2, 4)
    p = Position(SPECIES[:seats], "second_dawn", ("extras", "warp_portals"))
    home = p.sector(p.seat(0).home)
    edge = rng.choice(sorted(p.table.wormholes(home)))
    disc = rng.choice([None, *range(seats)])
    p.lay(FIELD, p.zone_beside(home.id, edge), disc=disc, discovery=rng.random() < 0.5)
    guard = rng.choice([None, "ancient", "ancient", "guardian", "gcds"])
    if guard:
        variants = p.table.catalog.npc_variants(guard)
        p.state.npc_blueprints[guard] = rng.choice(variants).id
        p.guard(FIELD, guard)
    order = list(range(seats))
    rng.shuffle(order)
    for seat in order:
        if rng.random() < 0.5:
            p.seat(seat).techs["nano"].append("antimatter_splitter")
        for kind in KINDS:
            printed = p.table.species(seat).blueprints[kind].slots
            parts = (None if part == "nuclear_drive" else rng.choice(PARTS) for part in printed)
            p.fit(seat, kind, *parts)
        for _ in range(rng.randint(1, 3)):
            p.ship(seat, rng.choice(KINDS), FIELD)
    return p


@pytest.mark.parametrize("block", range(6))
def test_random_battles_end_and_lose_no_ship(block: int) -> None:
    """Ten random battles: combat ends, folds and verifies alike, every ship is on the board or
    destroyed, and only ships with a truce are left together."""
    for number in range(10):
        rng = random.Random(f"{block} {number}")
        chance = LiveChance(rng.randbytes(8))
        p = random_fleets(rng)
        state = p.state
        ships = set(state.ships)
        effects: list[Effect] = []
        for _ in state.seats:
            effects += played_and_folded(state, Pass(), p.asked().seat, chance)
        orders = 0
        while state.phase == "combat":
            decision = open_decisions(Table(state))[0]
            order = random_order(decision, rng)
            effects += played_and_folded(state, order, decision.seat, chance)
            orders += 1
            assert orders < 3000, "the battle does not end"
        destroyed = [e.ship for e in effects if isinstance(e, ShipDestroyed)]
        assert len(destroyed) == len(set(destroyed))
        assert ships - set(destroyed) <= set(state.ships)
        for sector in state.sectors.values():
            seats = {s.owner for s in p.table.ships_in(sector)} - {NPC}
            assert len(seats) <= 1
            assert all(not p.table.enemy_ships_in(seat, sector) for seat in seats)
        assert all(not s.damage and not s.retreat for s in state.ships.values())
        started = sum(isinstance(e, BattleStarted) for e in effects)
        assert started == sum(isinstance(e, BattleEnded) for e in effects)


def described(p: Position, owner: int, ships: tuple[tuple[str, int], ...]) -> dict[str, Any]:
    """A side for the odds, from the blueprints of the position."""
    groups = []
    for kind, count in ships:
        stats = p.table.stats(owner, kind)
        plain = [c for c in stats.cannons if c != "rift"]
        groups.append(
            {
                "type": kind,
                "count": count,
                "initiative": stats.initiative,
                "hull": stats.hull,
                "computer": stats.computer,
                "shield": stats.shield,
                "cannons": {colour: plain.count(colour) for colour in plain},
                "missiles": {c: stats.missiles.count(c) for c in stats.missiles},
                "rift": stats.cannons.count("rift"),
                "morph": stats.repair,
            }
        )
    return {"ships": groups, "splitter": bool(p.table.split_colours(owner))}


FLEETS: dict[str, tuple[Any, ...]] = {
    # Parts of both seats by ship type, ships of both sides; -1: the guards.
    "splitter": (
        {"dreadnought": ("antimatter_cannon", "shard_hull", "gluon_computer")},
        (("dreadnought", 1),),
        1,
        (("interceptor", 3), ("cruiser", 1)),
    ),
    "rift": (
        {"interceptor": ("hull", "rift_cannon"), "cruiser": ("hull", "rift_conductor")},
        (("interceptor", 2), ("cruiser", 1)),
        1,
        (("cruiser", 2),),
    ),
    "morph": (
        {"cruiser": ("hull", "morph_shield", "plasma_cannon")},
        (("cruiser", 1), ("interceptor", 1)),
        1,
        (("interceptor", 3),),
    ),
    "guardian": (
        {"cruiser": ("sentient_hull", "soliton_charger", "soliton_missile")},
        (("cruiser", 2),),
        NPC,
        (("guardian", 1),),
    ),
}


@pytest.mark.parametrize("name", FLEETS)
def test_battles_follow_the_odds(name: str) -> None:
    """Battles in which everybody assigns dice as non-players do end as often as the odds say,
    within four standard errors: won, lost and lost by both."""
    blueprints, attackers, rival, defenders = FLEETS[name]
    start = Position(edition="second_dawn", modules=("extras",))
    start.lay("102", "1.1", disc=None if rival == NPC else 1)
    for kind, parts in blueprints.items():
        start.fit(0, kind, *parts)
        if name == "rift":
            start.fit(1, kind, *parts)
    if name == "splitter":
        start.seat(0).techs["nano"].append("antimatter_splitter")
    for owner, fleet in ((0, attackers), (rival, defenders)):
        for kind, count in fleet:
            for _ in range(count):
                start.ship(owner, kind, "102")
    sides = {
        "attacker": described(start, 0, attackers),
        "defender": described(start, rival, defenders),
    }
    foretold = odds({"edition": "second_dawn", **sides})
    assert foretold["method"] == "exact"
    start.play(Pass())
    frozen = encode_state(start.state)
    runs = 300
    winners: list[int | None] = []
    for run in range(runs):
        state = decode_state(frozen)
        chance = LiveChance(f"odds {run}".encode())
        effects: list[Effect] = play(state, 2, 1, Pass(), chance)
        while not any(isinstance(e, BattleEnded) for e in effects):
            decision = open_decisions(Table(state))[0]
            effects += play(state, state.seq + 1, decision.seat, decision.default, chance)
        winners.append(next(e.winner for e in effects if isinstance(e, BattleEnded)))
    for key, winner in (("p_attacker", 0), ("p_defender", rival), ("p_mutual", None)):
        chance_of = foretold[key]
        error = math.sqrt(max(0.0, chance_of * (1 - chance_of)) / runs)
        assert abs(winners.count(winner) / runs - chance_of) <= 4 * error + 1e-9, key
