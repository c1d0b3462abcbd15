"""The special sectors against their rules written down plainly, at every turn of random games.

A second reading of the book: lines of brute force over edges, ships and discs, sharing no code with
the steps. What the disc of a pulsar and the techs of a supernova's owner are is followed through
the effects of the game instead of asked of the state.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from rules.codec import copy_state
from rules.content.schema import Catalog
from rules.decisions import Decision
from rules.effects.base import Effect
from rules.effects.boards import DiscoveryRevealed
from rules.effects.flow import RoundStarted, SeatLeft
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.engine import open_decisions
from rules.expansions.galactic_events.effects import (
    ShipLost,
    ShipReturned,
    ShipSwallowed,
    SlotActivated,
    SupernovaExploded,
    SupernovaRolled,
)
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.fold import apply
from rules.geometry import DIRECTIONS, zone_at, zone_name
from rules.log import Event
from rules.orders import Explore, Influence, Move, Order, PlaceSector
from rules.simulate import simulate
from rules.state.frames_action import ExploredFrame
from rules.state.model import GameState, RulesetSpec, Sector
from rules.table import Table
from tests.rulings.galactic_events.boards import EDITIONS, MODULES

SEEDS = {"new_dawn": (1, 4, 5, 11, 16, 19), "second_dawn": (2, 5, 10, 13, 16, 18)}
"""Games that see, between them, all that is compared."""
SEEN = {"activation offered", "return offered", "held", "explosion", "discovery in a nebula"}

PULSARS = ("393", "394")
HOLES = ("396", "399")
NO_SLOT = (*HOLES, *(tile + part for tile in ("295", "395") for part in "abc"))
PART_EDGES = {"a": (5, 0), "b": (1, 2), "c": (3, 4)}


class Plain:
    """A position read with the rule book in the hand, for one seat."""

    def __init__(self, state: GameState, seat: int) -> None:
        self.state, self.seat = state, seat
        self.catalog: Catalog = Table(state).catalog
        self.techs = {t for track in state.seats[seat].techs.values() for t in track}
        self.generator = "wormhole_generator" in self.techs
        self.to_pin = 2 if "cloaking_device" in self.techs else 1
        self.at: dict[tuple[int, int], list[Sector]] = {}
        for sector in state.sectors.values():
            self.at.setdefault(zone_at(sector.zone), []).append(sector)

    # --- the map -----------------------------------------------------------------------------

    def touches(self, place: Sector, edge: int) -> bool:
        """A part of a nebula lies at two edges of its hex, anything else at all of them."""
        return (edge - place.orientation) % 6 in PART_EDGES.get(place.id[-1], range(6))

    def hole(self, place: Sector, edge: int) -> bool:
        """All edges of a nebula have wormholes, what a supernova left has none."""
        if place.id in self.state.faces:
            return False
        if place.id[-1] in PART_EDGES:
            return self.touches(place, edge)
        return (edge - place.orientation) % 6 in self.catalog.sectors[place.id].wormholes

    def beside(self, place: Sector) -> set[str]:
        """Where a wormhole that the seat may use leads to."""
        found = {other.id for other in self.at[zone_at(place.zone)] if other is not place}
        for other, ends in self.facing(place):
            if ends == 2 or (ends == 1 and self.generator):
                found.add(other.id)
        return found

    def facing(self, place: Sector) -> list[tuple[Sector, int]]:
        """Places across an edge, with the number of wormholes at it."""
        q, r = zone_at(place.zone)
        found = []
        for edge, (dq, dr) in enumerate(DIRECTIONS):
            there = (edge + 3) % 6
            for other in self.at.get((q + dq, r + dr), []):
                if self.touches(place, edge) and self.touches(other, there):
                    found.append((other, self.hole(place, edge) + self.hole(other, there)))
        return found

    def own_ships(self, place: Sector) -> int:
        return sum(self.state.ships[i].owner == self.seat for i in place.ships)

    def held(self, place: Sector, entering: int = 0) -> bool:
        """Whether every own ship there, with ``entering`` more, is pinned."""
        if any(self.state.ships[i].kind == "gcds" for i in place.ships):
            return True
        own = self.own_ships(place)
        return own + entering <= (len(place.ships) - own) // self.to_pin

    # --- what may be done --------------------------------------------------------------------

    def moves(self) -> set[Order]:
        found: set[Order] = set()
        for ship in self.state.ships.values():
            start = self.state.sectors[ship.sector] if ship.owner == self.seat else None
            if start is None or self.held(start):
                continue
            movement = Table(self.state).stats(self.seat, ship.kind).movement
            ends, reached = {start.id}, {start.id}
            for step in range(movement):
                gone = set()
                for here in (self.state.sectors[name] for name in ends):
                    stopped = here.id in HOLES or self.held(here, entering=1)
                    if not (step and here is not start and stopped):
                        gone |= self.beside(here)
                ends = gone
                reached |= gone
            found |= {Move(ship.kind, start.id, end) for end in reached - {start.id}}
        return found

    def explores(self) -> set[Order]:
        supply = self.state.supply
        found: set[Order] = set()
        for place in self.state.sectors.values():
            if place.disc != self.seat and (not self.own_ships(place) or self.held(place)):
                continue
            for edge, there in self.unexplored(place):
                opened = self.hole(place, edge) or self.generator
                ring = max(abs(there[0]), abs(there[1]), abs(sum(there)))
                stack = {1: "inner", 2: "middle"}.get(ring, "outer")
                if opened and (supply.stacks[stack] or supply.discards[stack]):
                    found.add(Explore(zone_name(there)))
        return found

    def unexplored(self, place: Sector) -> list[tuple[int, tuple[int, int]]]:
        """Edges of a place behind which there is no sector, and what lies there."""
        q, r = zone_at(place.zone)
        around = [(edge, (q + dq, r + dr)) for edge, (dq, dr) in enumerate(DIRECTIONS)]
        return [
            (e, there) for e, there in around if self.touches(place, e) and there not in self.at
        ]

    def placements(self, frame: ExploredFrame) -> set[Order]:
        """A tile is joined to an own disc or ship; New Dawn lets only places that could explore
        use half a wormhole."""
        found: set[Order] = set()
        new_dawn = self.state.ruleset.edition == "new_dawn"
        for name, turn in itertools.product(frame.sectors, range(6)):
            parts = [name + part for part in PART_EDGES] if name in ("295", "395") else [name]
            for tile in (Sector(part, frame.zone, turn) for part in parts):
                for other, ends in self.facing(tile):
                    if other.disc != self.seat and not self.own_ships(other):
                        continue
                    near = other.disc == self.seat or not self.held(other) or not new_dawn
                    if ends == 2 or (ends == 1 and self.generator and near):
                        found.add(PlaceSector(name, turn))
        return found

    def influences(self) -> set[Order]:
        sectors = self.state.sectors
        own = [s.id for s in sectors.values() if s.disc == self.seat]
        sources = [*own, *(["track"] if self.state.seats[self.seat].discs > 1 else [])]
        found: set[Order] = {Influence(s, "track") for s in own}
        for source, target in itertools.product(sources, sectors.values()):
            slotless = target.id in NO_SLOT or target.id in self.state.faces
            mine = self.own_ships(target)
            if slotless or target.disc is not None or len(target.ships) > mine:
                continue
            near = [sectors[name] for name in self.beside(target)]
            if mine or any(
                (s.disc == self.seat and s.id != source) or self.own_ships(s) for s in near
            ):
                found.add(Influence(source, target.id))
        return found

    def returns(self, kinds: set[str], hole: str) -> set[Order]:
        """Cygnus X-1: any sector of the inner ring. V616 Mon: any with a wormhole that faces an
        area without a sector."""
        found: set[Order] = set()
        for kind, place in itertools.product(kinds, self.state.sectors.values()):
            q, r = zone_at(place.zone)
            inner = max(abs(q), abs(r), abs(q + r)) == 1
            frontier = any(self.hole(place, edge) for edge, _ in self.unexplored(place))
            if place.id not in HOLES and (inner if hole == "396" else frontier):
                found.add(ReturnShip(kind, place.id))
        return found


class Watch:
    """Follows a game, compares what is offered with what the book says, and counts it."""

    def __init__(self, generous: bool) -> None:
        self.generous = generous
        self.seen: Counter[str] = Counter()
        self.before = GameState(RulesetSpec(""))
        self.round = 0
        self.slots: dict[str, str] = {}
        self.spent: set[str] = set()
        self.inside: dict[int, tuple[int, str, str, int]] = {}

    def __call__(self, state: GameState, event: Event) -> None:
        if event.seq == 0:
            self.prepare(state)
        else:
            self.replay(event)
        for decision in open_decisions(Table(state)):
            self.compare(state, decision)
        self.before = copy_state(state)

    def prepare(self, state: GameState) -> None:
        """Special sectors come early, and every second seat may have the generator."""
        supply, self.round = state.supply, state.round
        for ring, number in (("middle", 4), ("outer", 3)):
            special = {*PULSARS, *HOLES, "295", "395", "397", "398"}
            tiles = [tile for tile in supply.unseen[ring] if tile in special]
            others = [tile for tile in supply.unseen[ring] if tile not in special]
            supply.unseen[ring] = sorted([*tiles, *others[:number]])
            supply.stacks[ring] = len(supply.unseen[ring])
        for boards in state.seats[:: 2 if self.generous else 9]:
            boards.storage.materials = boards.storage.science = 30
            if self.generous:
                boards.techs["nano"].append("wormhole_generator")

    # --- what happened -----------------------------------------------------------------------

    def replay(self, event: Event) -> None:
        for effect in event.effects:
            if isinstance(effect, SupernovaRolled):
                self.supernova(effect)
            elif isinstance(effect, DiscoveryRevealed) and effect.sector in NO_SLOT[2:]:
                assert self.before.phase == "combat", event
                owners = {
                    self.before.ships[i].owner for i in self.before.sectors[effect.sector].ships
                }
                assert owners == {effect.seat}
                self.seen["discovery in a nebula"] += 1
            self.follow(effect)
            apply(self.before, effect)
            if isinstance(effect, SupernovaExploded):
                flipped = self.before.sectors[effect.sector]
                assert (flipped.ships, flipped.orbital, flipped.monolith) == ([], False, False)

    def follow(self, effect: Effect) -> None:
        """Discs of pulsars and ships inside black holes, by what is told of them."""
        if isinstance(effect, RoundStarted):
            self.round, self.spent = effect.round, set()
            assert all(back >= self.round for *_, back in self.inside.values())
        elif isinstance(effect, DiscPlaced) and effect.sector in PULSARS:
            self.slots[effect.sector] = "move"
        elif isinstance(effect, DiscRemoved):
            self.slots.pop(effect.sector, None)
        elif isinstance(effect, SlotActivated):
            self.slots[effect.sector] = effect.slot
            self.spent.add(effect.sector)
        elif isinstance(effect, ShipSwallowed):
            later = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 0}[effect.draws[0] + 1]
            ship = (effect.seat, effect.kind, effect.sector, self.round + later)
            self.inside[effect.ship] = ship
        elif isinstance(effect, ShipReturned):
            assert self.inside.pop(effect.ship)[3] == self.round
        elif isinstance(effect, ShipLost):
            del self.inside[effect.ship]
        elif isinstance(effect, SeatLeft):
            self.inside = {n: ship for n, ship in self.inside.items() if ship[0] != effect.seat}

    def supernova(self, effect: SupernovaRolled) -> None:
        sector, dice = self.before.sectors[effect.sector], [draw + 1 for draw in effect.draws]
        total = sum(face for face in dice if face not in (1, 6))
        if sector.disc is not None:
            total += max(map(len, self.before.seats[sector.disc].techs.values()))
        assert (effect.total, effect.explodes) == (total, total < self.round)
        assert self.before.phase == "upkeep"
        self.seen["explosion" if effect.explodes else "held"] += 1

    # --- what is offered ---------------------------------------------------------------------

    def compare(self, state: GameState, decision: Decision) -> None:
        plain = Plain(state, decision.seat)
        boards = state.seats[decision.seat]

        def offered(kind: type[Order]) -> set[Order]:
            choice = decision.choice(kind)
            return set() if choice is None else set(choice.orders())

        if decision.kind == "turn" and boards.discs:
            for kind, orders in (
                (Move, plain.moves()),
                (Explore, plain.explores()),
                (Influence, plain.influences()),
            ):
                assert offered(kind) == orders, decision.seat
        if decision.kind == "explored":
            frame = state.frames[-1]
            assert isinstance(frame, ExploredFrame)
            assert offered(PlaceSector) == plain.placements(frame)
        self.pulsars(plain, decision, offered(Activate))
        self.holes(state, plain, decision, offered(ReturnShip))

    def pulsars(self, plain: Plain, decision: Decision, offered: set[Order]) -> None:
        """A controlled sector that is not spent, to another slot; Move only if a ship can move."""
        sectors, found = plain.state.sectors, set[Order]()
        for name, slot in itertools.product(self.slots, ("move", "upgrade", "build")):
            mine = sectors[name].disc == decision.seat and name not in self.spent
            if mine and decision.kind == "turn" and slot != self.slots[name]:
                found.add(Activate(name, slot))
        assert offered <= found
        for order in found - offered:
            assert isinstance(order, Activate)
            assert order.slot != "move" or not plain.moves()
        if offered:
            self.seen["activation offered"] += len(offered)

    def holes(
        self, state: GameState, plain: Plain, decision: Decision, offered: set[Order]
    ) -> None:
        """At once, or in the round of the die before an action or a reaction."""
        assert self.inside.keys() == state.away.keys()
        boards = state.seats[decision.seat]
        mine = [s for s in self.inside.values() if s[0] == decision.seat and s[3] == self.round]
        waits = decision.kind == "turn" or (decision.kind == "reaction" and boards.discs)
        found = set[Order]()
        if waits and not getattr(state.frames[-1], "passing", False):
            for _, kind, hole, _ in mine:
                found |= plain.returns({kind}, hole)
        elif decision.kind == "return_ship":
            assert (decision.seat, decision.context["kind"]) in {ship[:2] for ship in mine}
            found = plain.returns({decision.context["kind"]}, decision.context["source"])
            assert found
        assert offered == found
        if found:
            self.seen["return offered"] += len(found)


@pytest.mark.parametrize("edition", EDITIONS)
def test_special_sectors_are_those_of_the_book(edition: str) -> None:
    """Movement, exploration, influence and placement beside nebulae, black holes and remnants;
    activations, returning ships, totals of dice: exactly what the plain rules allow."""
    seen: Counter[str] = Counter()
    for seed in SEEDS[edition]:
        watch = Watch(generous=seed % 2 == 1)
        spec = RulesetSpec(edition, MODULES)
        state, _ = simulate(spec, ["varied"] * (2 + seed % 3), seed, watch=watch)
        assert state.finished
        seen += watch.seen
    assert SEEN - seen.keys() == set()
