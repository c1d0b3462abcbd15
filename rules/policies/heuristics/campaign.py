"""What there is to fight for, and what forces are worth where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import ceil, inf

from rules.battle import ShipStats
from rules.blueprint import Slots
from rules.policies.heuristics import special
from rules.policies.heuristics.forces import die_damage, power, win_chance
from rules.policies.heuristics.situation import Situation
from rules.policies.heuristics.terrain import Terrain
from rules.state.model import NPC, Sector
from rules.steps.reputation_track import reputation_room

Kinds = tuple[str, ...]

_SHIP_PRICE = 0.2
"""Points lost with each unit of materials that a destroyed ship cost, in the middle of a game."""

_FARTHEST = 3
"""Movements of one ship beyond which a target is not thought about."""

_MANY = ("dreadnought", "dreadnought", "cruiser", "cruiser")
"""A fleet that wins what is asked about: what a prize is worth does not hang on the ships then."""

_HOPES = {"cruiser": 2.0, "interceptor": 1.0, "dreadnought": 1.0, "starbase": 0.1}
"""Ships of each type that will be built, in materials' worth, beside those on the board."""


class Campaign:
    """The wars of a seat, as it sees them at one decision."""

    def __init__(
        self,
        situation: Situation,
        terrain: Terrain | None = None,
        refitted: Mapping[str, ShipStats] | None = None,
    ) -> None:
        """``refitted``: fighting values that own ship types would have after an upgrade."""
        self.situation = situation
        self.table = situation.table
        self.seat = situation.seat
        self.terrain = terrain or Terrain(situation.table, situation.seat)
        self.dice = die_damage(self.table)
        self.refits: dict[tuple[str, Slots], float] = {}
        """Worth of blueprints already thought about."""
        self._stats: dict[str, ShipStats] = dict(refitted or {})
        self._values: dict[tuple[str, Kinds], float] = {}
        self._available: dict[str, Kinds] = {}

    # --- ships ---------------------------------------------------------------------------------

    def stats(self, kind: str) -> ShipStats:
        """Fighting values of an own ship type."""
        known = self._stats.get(kind)
        if known is None:
            known = self._stats[kind] = self.table.stats(self.seat, kind)
        return known

    def movements(self, kind: str, source: str, target: str) -> int | None:
        """Movements that bring a ship to the target; none when it is out of reach."""
        distance = self.terrain.distances(target).get(source)
        movement = self.stats(kind).movement
        if distance is None or not movement:
            return None
        needed = ceil(distance / movement)
        return needed if needed <= _FARTHEST else None

    def own_kinds(self, sector: str) -> Kinds:
        ships = self.table.own_ships_in(self.seat, self.table.state.sectors[sector])
        return tuple(sorted(ship.kind for ship in ships))

    def available(self, target: str) -> Kinds:
        """Own ships that stand in the target or could come."""
        known = self._available.get(target)
        if known is None:
            kinds = [
                ship.kind
                for ship in self.table.state.ships.values()
                if ship.owner == self.seat
                and (
                    ship.sector == target
                    or self.movements(ship.kind, ship.sector, target) is not None
                )
            ]
            known = self._available[target] = tuple(sorted(kinds))
        return known

    # --- worth -----------------------------------------------------------------------------------

    def value(self, sector: str, kinds: Kinds) -> float:
        """Points to expect from having those ships in the sector when battles are fought."""
        if not kinds:
            return 0.0
        known = self._values.get((sector, kinds))
        if known is None:
            known = self._value(self.table.state.sectors[sector], kinds)
            self._values[sector, kinds] = known
        return known

    def _value(self, sector: Sector, kinds: Kinds) -> float:
        costs = self.situation.species.build_costs
        rate = _SHIP_PRICE * min(1.0, self.situation.rounds_left / 3)
        if self.table.tile(sector.id).halts:
            ships = [(costs[kind], self.stats(kind).hull) for kind in kinds]
            return special.entered(self.situation, sector, ships, rate)
        enemies = self.table.enemy_ships_in(self.seat, sector)
        price = rate * sum(costs[kind] for kind in kinds)
        perish = price * special.danger_now(self.table, sector)
        if not enemies:
            return self.prize(sector, kinds) - perish if sector.disc != self.seat else -perish
        chance = self.chance(sector, kinds)
        setup = self.table.catalog.setup
        kills = sum(setup.reputation_draws[ship.kind] for ship in enemies)
        part = setup.reputation_draws["battle"]
        glory = (1 - chance) * self.reputation(part) + chance * self.reputation(part + kills)
        # Low tiles taken early will be replaced by better ones anyway.
        glory *= 0.4 + 0.6 * self.situation.round / setup.rounds
        return glory + chance * (self.prize(sector, kinds) - perish) - price * (1 - 0.75 * chance)

    def chance(self, sector: Sector, kinds: Kinds) -> float:
        """How likely the ships are to beat all enemies in the sector at once."""
        own = tuple(self.stats(kind) for kind in kinds)
        enemies = self.table.enemy_ships_in(self.seat, sector)
        kept = sorted((ship.owner, ship.kind) for ship in enemies)
        foes = tuple(self.table.stats(owner, kind) for owner, kind in kept)
        if sector.disc == self.seat:
            return 1 - win_chance(foes, own, self.dice)
        return win_chance(own, foes, self.dice)

    def prize(self, sector: Sector, kinds: Kinds) -> float:
        """What a won sector gives: its points and income, less its disc's upkeep."""
        if not self.table.tile(sector.id).disc:
            return special.prize(self.situation, sector)
        worth = self.situation.sector_worth(sector)
        if sector.disc == self.seat:
            return worth
        price = self.situation.price_of_sector(1)
        gain = 0.2 if price == inf else max(0.0, worth - price)
        if sector.disc is None:
            return gain
        # Taking it from a rival is half as good again as taking it from nobody.
        return self._clears(sector, kinds) * (gain + 0.4 * self.table.tile(sector.id).vp)

    def _clears(self, sector: Sector, kinds: Kinds) -> float:
        """How likely the ships' cannons are to destroy all population there."""
        bombs = "destroy_all_population_without_roll"
        if not sector.cubes or self.table.has_ability(self.seat, bombs):
            return 1.0
        damage = dict(self.dice)
        dealt = 0.0
        for kind in kinds:
            stats = self.stats(kind)
            hits = min(5, 1 + stats.computer) / 6
            dealt += hits * sum(damage[die] for die in stats.cannons)
        again = 1.5 if self.situation.rounds_left else 1.0
        return float(min(1.0, 0.65 * again * dealt / len(sector.cubes)))

    def reputation(self, draws: int) -> float:
        """Points that drawing some reputation tiles and keeping the best adds, on average."""
        setup = self.table.catalog.setup
        bag = setup.reputation_bag
        held = self.situation.boards.reputation
        room = reputation_room(self.table, self.seat)
        if not room:
            return 0.0
        lowest = min(held) if len(held) >= room else 0
        number = min(draws, setup.reputation_max)
        total = sum(bag.values())
        expected = 0.0
        for value in range(lowest + 1, max(bag) + 1):
            below = sum(count for worth, count in bag.items() if worth < value)
            expected += 1 - (below / total) ** number
        return expected

    # --- ships to come ---------------------------------------------------------------------------

    def worth_of_ship(self, kind: str, sector: str) -> float:
        """What one more ship built in the sector adds where it could go to."""
        guard = 0.5 * self.exposure(sector)
        if not self.stats(kind).movement:
            return guard
        left = self.situation.rounds_left
        if not left and self.situation.price(2 if self.situation.starting else 1) == inf:
            return guard
        gains = []
        for target in self.terrain.targets:
            needed = self.movements(kind, sector, target)
            if needed is None or (not left and needed > self.situation.species.activations["move"]):
                continue
            gain = self._added(target, kind) * (1 - 0.12 * (needed - 1))
            if gain > 0:
                gains.append(gain)
        gains.sort(reverse=True)
        return 0.75 * sum(gain * 0.35**n for n, gain in enumerate(gains[:3])) + 0.3 * guard

    def _added(self, target: str, kind: str) -> float:
        """The gain of a ship at a target, alone or as one of two: a fleet may need more than one."""
        force = self.available(target)
        now = max(0.0, self.value(target, force))
        one = self.value(target, tuple(sorted((*force, kind)))) - now
        two = self.value(target, tuple(sorted((*force, kind, kind)))) - now
        return max(one, 0.45 * two)

    @cached_property
    def prospects(self) -> float:
        """Points that an upgrade could add at most, in wars now and to come."""
        best = [max(self.prize(self.table.state.sectors[t], _MANY), 0.0) for t in self._wars]
        best.sort(reverse=True)
        return sum(worth + 2.0 for worth in best[:3]) + self.readiness

    @property
    def readiness(self) -> float:
        """Points for a fleet twice as strong beyond the wars in sight."""
        return 0.04 * min(4, self.situation.rounds_left)

    @cached_property
    def _wars(self) -> list[str]:
        """Targets that have to be fought for and could be reached."""
        return [
            target
            for target in self.terrain.targets
            if target in self.terrain.blocked and (self._hoped(target) or self.available(target))
        ]

    def _hoped(self, target: str) -> Kinds:
        """Ships that may be built for a war of later rounds."""
        near = any(
            self.table.state.sectors[name].disc == self.seat
            for name, distance in self.terrain.distances(target).items()
            if distance <= _FARTHEST
        )
        return ("cruiser", "cruiser") if near and self.situation.rounds_left else ()

    @cached_property
    def war_worth(self) -> float:
        """Points that the best wars promise to the ships on the board and those to be built."""
        worths = []
        for target in self._wars:
            force = self.available(target)
            worth = max(0.0, self.value(target, force))
            if hoped := self._hoped(target):
                later = self.value(target, tuple(sorted((*force, *hoped))))
                worth = 0.65 * worth + 0.35 * max(0.0, later)
            worths.append(worth)
        worths.sort(reverse=True)
        return sum(worth * 0.5**n for n, worth in enumerate(worths[:4]))

    @cached_property
    def _fleet(self) -> dict[str, float]:
        costs = self.situation.species.build_costs
        fleet = {kind: hope * (self.situation.rounds_left > 0) for kind, hope in _HOPES.items()}
        for ship in self.table.state.ships.values():
            if ship.owner == self.seat:
                fleet[ship.kind] = fleet.get(ship.kind, 0.0) + costs[ship.kind]
        return fleet

    def share(self, kind: str) -> float:
        """The part of the fleet, by cost, that is of one type."""
        total = sum(self._fleet.values())
        return self._fleet.get(kind, 0.0) / total if total else 0.0

    # --- danger ----------------------------------------------------------------------------------

    def exposure(self, sector: str) -> float:
        """How likely another player is to come: ships of others next door."""
        place = self.table.state.sectors[sector]
        near = [place, *(self.table.state.sectors[other] for other, _ in self.table.links(place))]
        others = sum(
            power(self.table.stats(ship.owner, ship.kind), self.dice)
            for spot in near
            for ship in self.table.enemy_ships_in(self.seat, spot)
            if ship.owner != NPC
        )
        return min(1.0, 0.4 * others)
