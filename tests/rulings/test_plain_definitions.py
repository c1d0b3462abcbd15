"""The map actions against the rules written down plainly, at every turn of random games.

The engine computes candidates cleverly; here each rule is a few lines of brute force over edges,
ships and discs, sharing no code with the steps.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from rules.engine import open_decisions
from rules.geometry import DIRECTIONS, zone_at, zone_name
from rules.log import Event
from rules.orders import Build, Colonize, Explore, Influence, Move, Order, PlaceSector
from rules.simulate import simulate
from rules.state.frames_action import ExploredFrame
from rules.state.model import GameState, RulesetSpec, Sector
from rules.table import Table

ACTIONS = (Build, Colonize, Explore, Influence, Move)


class Plain:
    """A position read with the rule book in the hand."""

    def __init__(self, state: GameState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.catalog = Table(state).catalog
        self.at = {zone_at(s.zone): s for s in state.sectors.values()}
        techs = {t for track in state.seats[seat].techs.values() for t in track}
        self.techs = techs
        self.generator = "wormhole_generator" in techs

    def hole(self, sector: Sector, edge: int) -> bool:
        """Whether the placed tile shows a wormhole at an edge of the map."""
        printed = self.catalog.sectors[sector.id].wormholes
        return (edge - sector.orientation) % 6 in printed

    def beside(self, sector: Sector) -> list[Sector]:
        """Neighbours that the seat has a wormhole to."""
        q, r = zone_at(sector.zone)
        found = []
        for edge, (dq, dr) in enumerate(DIRECTIONS):
            other = self.at.get((q + dq, r + dr))
            if other is not None:
                ends = self.hole(sector, edge) + self.hole(other, (edge + 3) % 6)
                if ends == 2 or (ends == 1 and self.generator):
                    found.append(other)
        return found

    def ships(self, sector: Sector) -> tuple[int, int]:
        """Own ships and those of everybody else."""
        owners = [self.state.ships[i].owner for i in sector.ships]
        return owners.count(self.seat), len(owners) - owners.count(self.seat)

    def holds(self, sector: Sector, leaving: int = 0) -> bool:
        """Whether a ship that is in the sector (``leaving``: one more than its list says) cannot
        go on: one ship stays for each enemy, and the defence system keeps all."""
        if any(self.state.ships[i].kind == "gcds" for i in sector.ships):
            return True
        own, enemies = self.ships(sector)
        return own + leaving - 1 < enemies

    def moves(self) -> set[Order]:
        found: set[Order] = set()
        for ship in self.state.ships.values():
            if ship.owner != self.seat:
                continue
            movement = Table(self.state).stats(self.seat, ship.kind).movement
            start = self.state.sectors[ship.sector]
            if not movement or self.holds(start):
                continue
            ends = {start.id}
            reached = {start.id}
            for step in range(movement):
                gone = set()
                for name in ends:
                    here = self.state.sectors[name]
                    if step and name != start.id and self.holds(here, leaving=1):
                        continue
                    gone |= {other.id for other in self.beside(here)}
                ends = gone
                reached |= gone
            found |= {Move(ship.kind, start.id, end) for end in reached - {start.id}}
        return found

    def explores(self) -> set[Order]:
        supply = self.state.supply
        found: set[Order] = set()
        for (q, r), sector in self.at.items():
            if sector.disc != self.seat and (not self.ships(sector)[0] or self.holds(sector)):
                continue
            for edge, (dq, dr) in enumerate(DIRECTIONS):
                there = (q + dq, r + dr)
                if there in self.at or not (self.hole(sector, edge) or self.generator):
                    continue
                ring = max(abs(there[0]), abs(there[1]), abs(sum(there)))
                stack = {1: "inner", 2: "middle"}.get(ring, "outer")
                if supply.stacks[stack] or supply.discards[stack]:
                    found.add(Explore(zone_name(there)))
        return found

    def placements(self, frame: ExploredFrame) -> set[Order]:
        found: set[Order] = set()
        q, r = zone_at(frame.zone)
        for name, turn in itertools.product(frame.sectors, range(6)):
            tile = Sector(name, frame.zone, turn)
            for edge, (dq, dr) in enumerate(DIRECTIONS):
                other = self.at.get((q + dq, r + dr))
                if other is None:
                    continue
                own = self.ships(other)[0]
                if other.disc != self.seat and not own:
                    continue
                ends = self.hole(tile, edge) + self.hole(other, (edge + 3) % 6)
                from_here = other.disc == self.seat or not self.holds(other)
                if ends == 2 or (ends == 1 and self.generator and from_here):
                    found.add(PlaceSector(name, turn))
        return found

    def influences(self) -> set[Order]:
        sectors = self.state.sectors
        own = [s.id for s in sectors.values() if s.disc == self.seat]
        sources = [*own, *(["track"] if self.state.seats[self.seat].discs > 1 else [])]
        found: set[Order] = {Influence(s, "track") for s in own}
        for source, target in itertools.product(sources, sectors.values()):
            mine, others = self.ships(target)
            if target.disc is not None or others:
                continue
            joined = any(
                (near.disc == self.seat and near.id != source) or self.ships(near)[0]
                for near in self.beside(target)
            )
            if mine or joined:
                found.add(Influence(source, target.id))
        return found

    def builds(self) -> set[Order]:
        boards = self.state.seats[self.seat]
        found: set[Order] = set()
        for unit, price in self.catalog.species[boards.species].build_costs.items():
            if price > boards.storage.materials:
                continue
            if unit in ("starbase", "orbital", "monolith") and unit not in self.techs:
                continue
            limit = {"interceptor": 8, "cruiser": 4, "dreadnought": 2, "starbase": 4}.get(unit, 99)
            if limit <= sum(
                s.owner == self.seat and s.kind == unit for s in self.state.ships.values()
            ):
                continue
            for sector in self.state.sectors.values():
                full = (unit == "orbital" and sector.orbital) or (
                    unit == "monolith" and sector.monolith
                )
                if sector.disc == self.seat and not full:
                    found.add(Build(unit, sector.id))
        return found

    def colonies(self) -> set[Order]:
        boards = self.state.seats[self.seat]
        advanced = {
            "money": "advanced_economy",
            "science": "advanced_labs",
            "materials": "advanced_mining",
        }
        found: set[Order] = set()
        if not boards.colony_ships:
            return found
        for sector in self.state.sectors.values():
            if sector.disc != self.seat:
                continue
            squares = [s.name for s in self.catalog.sectors[sector.id].squares]
            squares += ["orbital"] if sector.orbital else []
            for cube in sector.cubes:
                squares.remove(cube)
            for square in squares:
                kind = square.rstrip("*")
                if square.endswith("*") and advanced[kind] not in self.techs:
                    continue
                tracks = {"gray": list(advanced), "orbital": ["money", "science"]}.get(kind, [kind])
                for track in tracks:
                    if boards.cubes.of(track):
                        found.add(Colonize(sector.id, square, track))
        return found


def _compare(state: GameState, event: Event) -> None:
    """The watch of a simulation: compare what is offered with what the rules say."""
    for decision in open_decisions(Table(state)):
        plain = Plain(state, decision.seat)
        offered = {
            kind: set(choice.orders())
            for kind in (*ACTIONS, PlaceSector)
            if (choice := decision.choice(kind)) is not None
        }
        if decision.kind == "turn" and state.seats[decision.seat].discs:
            assert offered[Move] == plain.moves(), event
            assert offered[Explore] == plain.explores(), event
            assert offered[Influence] == plain.influences(), event
            assert offered[Build] == plain.builds(), event
            assert offered[Colonize] == plain.colonies(), event
        elif decision.kind == "explored":
            frame = state.frames[-1]
            assert isinstance(frame, ExploredFrame)
            assert offered[PlaceSector] == plain.placements(frame), event


GIFTS = ("wormhole_generator", "orbital", "advanced_labs", "advanced_economy")


def _generous(state: GameState, event: Event) -> None:
    """Like ``_compare``, after a gift of technologies that random players rarely come to."""
    if event.seq == 0:
        catalog = Table(state).catalog
        for tech in GIFTS:
            for boards in state.seats[::2]:
                boards.techs[catalog.techs[tech].track].append(tech)
    _compare(state, event)


@pytest.mark.parametrize("watch", [_compare, _generous])
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_map_actions_are_those_of_the_rules(
    players: int, seed: int, watch: Callable[[GameState, Event], None]
) -> None:
    """Explore, place, influence, move, build and colony ships: exactly the orders that the plain
    rules allow, in positions with half wormholes, ancients, pinned ships and full sectors."""
    spec = RulesetSpec("new_dawn")
    state, log = simulate(spec, ["varied"] * players, seed, watch=watch)
    assert state.finished
    assert len(log) > 50
