"""What happens when a ship type fires: the steps of a battle and their results.

A *fleet state* lists, for each ship type of a side, the damage on each of its ships that is left,
sorted. Both ways of computing odds use the same steps and the same assignment of dice.
"""

import functools
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.battle import (
    HIGHEST_FACE,
    LOWEST_FACE,
    Attack,
    Pool,
    Target,
    attack_dice,
    initiative_order,
    prepare,
)
from rules.odds.reader import SIDES, Battle

FleetState = tuple[tuple[int, ...], ...]

FACES = range(LOWEST_FACE, HIGHEST_FACE + 1)


class Step(NamedTuple):
    """A ship type fires its missiles or its cannons."""

    side: int
    """Position in `SIDES` of the side that fires."""
    group: int
    """Position of the ship type in its fleet."""
    weapons: tuple[str, ...]
    """Colours of the dice of one ship."""
    computer: int


class Volleys:
    """The steps of a battle, and where each volley may lead.

    `evaluated` counts the results that were worked out so far; known ones cost little.
    """

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.evaluated = 0
        order = initiative_order(
            group
            for fleet in battle.fleets
            for group, count in zip(fleet.groups, fleet.counts, strict=True)
            if count
        )
        missiles, cannons = [], []
        for group in order:
            side = SIDES.index(group.side)
            position = battle.fleets[side].groups.index(group)
            stats = group.stats
            if stats.missiles:
                missiles.append(Step(side, position, stats.missiles, stats.computer))
            if stats.cannons:
                cannons.append(Step(side, position, stats.cannons, stats.computer))
        self.missiles: tuple[Step, ...] = tuple(missiles)
        self.cannons: tuple[Step, ...] = tuple(cannons)
        self.start: tuple[FleetState, FleetState] = (self._unhurt(0), self._unhurt(1))
        self._damages = tuple(
            tuple(
                battle.damage[colour]
                for group in fleet.groups
                for colour in set(group.stats.cannons + group.stats.missiles)
            )
            for fleet in battle.fleets
        )
        self._attacks: dict[tuple[int, FleetState], Attack] = {}
        self._results: dict[tuple[int, FleetState], dict[tuple[int, ...], FleetState]] = {}

    def _unhurt(self, side: int) -> FleetState:
        return tuple((0,) * count for count in self.battle.fleets[side].counts)

    def lost(self, side: int, state: FleetState) -> int:
        """Points of damage that it took to bring the unhurt fleet into `state`, excess apart."""
        fleet = self.battle.fleets[side]
        return sum(
            (count - len(ships)) * (group.stats.hull + 1) + sum(ships)
            for group, count, ships in zip(fleet.groups, fleet.counts, state, strict=True)
        )

    def attack(self, side: int, state: FleetState) -> Attack:
        """The use of dice against the ships of `side` in `state`."""
        key = (side, state)
        known = self._attacks.get(key)
        if known is None:
            fleet = self.battle.fleets[side]
            targets = [
                Target(
                    f"{group.type} {n}", group.size_rank, group.stats.hull, group.stats.shield, hurt
                )
                for group, ships in zip(fleet.groups, state, strict=True)
                for n, hurt in enumerate(ships)
            ]
            enemy = 1 - side
            known = prepare(targets, self._damages[enemy], self.battle.fleets[enemy].rule)
            self._attacks[key] = known
            self._results[key] = {}
        return known

    def after(self, side: int, state: FleetState, pool: Pool) -> FleetState:
        """The fleet state of `side` after `pool` was fired at it."""
        attack = self.attack(side, state)
        self.evaluated += not attack.knows(pool)
        dealt = attack.dealt(pool)
        results = self._results[side, state]
        known = results.get(dealt)
        if known is None:
            points = iter(dealt)
            known = results[dealt] = tuple(
                tuple(
                    sorted(
                        end for hurt in ships if (end := hurt + next(points)) <= group.stats.hull
                    )
                )
                for group, ships in zip(self.battle.fleets[side].groups, state, strict=True)
            )
        return known

    def levels(self, step: Step, state: FleetState) -> tuple[int, ...]:
        """For each face of a die of `step`: its level against the enemy fleet in `state`."""
        attack = self.attack(1 - step.side, state)
        return tuple(attack.level(face, step.computer) for face in FACES)

    def chances(self, step: Step, ships: int, state: FleetState) -> dict[FleetState, float]:
        """Where a volley of `ships` ships may bring the enemy fleet, and how probably."""
        enemy = 1 - step.side
        attack = self.attack(enemy, state)
        levels = self.levels(step, state)
        shares = tuple(levels.count(level) / len(FACES) for level in range(len(attack.shields) + 1))
        dice = attack_dice(step.weapons, ships)
        result: dict[FleetState, float] = {}
        for pool, chance in self._pools(attack, _by_damage(dice, self.battle.damage), shares):
            end = self.after(enemy, state, pool)
            result[end] = result.get(end, 0.0) + chance
        return result

    def _pools(
        self, attack: Attack, dice: Mapping[int, int], shares: tuple[float, ...]
    ) -> Iterator[tuple[Pool, float]]:
        """Every result of rolling `dice` (number by damage) as a pool, with its chance."""
        pools: list[tuple[Pool, float]] = [((), 1.0)]
        width = len(attack.shields)
        for position, damage in enumerate(attack.damages):
            caps = attack.caps[position * width : (position + 1) * width]
            rolls = _rolls(dice.get(damage, 0), shares, caps)
            pools = [
                (pool + more, chance * share) for pool, chance in pools for more, share in rolls
            ]
        return iter(pools)


def _by_damage(dice: tuple[str, ...], damage: Mapping[str, int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for colour in dice:
        counts[damage[colour]] = counts.get(damage[colour], 0) + 1
    return counts


@functools.lru_cache(maxsize=4096)
def _rolls(
    dice: int, shares: tuple[float, ...], caps: tuple[int, ...]
) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Chances of the number of dice at each level above 0, rolling `dice` dice that come to level
    n with chance `shares[n]`. Numbers above a level's cap are as good as the cap."""
    counts: dict[tuple[int, ...], float] = {(0,) * len(caps): 1.0}
    for _ in range(dice):
        grown: dict[tuple[int, ...], float] = {}
        for have, chance in counts.items():
            for level, share in enumerate(shares):
                if not share:
                    continue
                now = have
                if level and have[level - 1] < caps[level - 1]:
                    now = (*have[: level - 1], have[level - 1] + 1, *have[level:])
                grown[now] = grown.get(now, 0.0) + chance * share
        counts = grown
    return tuple(counts.items())
