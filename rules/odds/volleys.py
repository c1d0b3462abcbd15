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
    MOST_ROUNDS,
    Attack,
    Pool,
    Target,
    attack_dice,
    can_destroy,
    initiative_order,
    own_damage,
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
    split: tuple[str, ...] = ()
    """Colours of dice whose points may each go to another ship."""


class Roll(NamedTuple):
    """What one die does: it adds ``dice`` to the kind of a pool (none if it misses), and does
    damage to ships of its own side."""

    kind: int | None
    dice: int
    self_damage: int


class Volleys:
    """The steps of a battle, and where each volley may lead.

    `missiles` are the steps that are still to come of those that happen once; `first` is the
    position of the cannon step with which the engagement rounds begin or go on. `evaluated`
    counts the results that were worked out so far; known ones cost little.
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
        self.first = 0
        for group in order:
            side = SIDES.index(group.side)
            position = battle.fleets[side].groups.index(group)
            stats = group.stats
            acted = (group.side, group.type) in battle.acted
            if stats.missiles and not battle.round and not acted:
                missiles.append(Step(side, position, stats.missiles, stats.computer))
            if stats.cannons:
                split = battle.fleets[side].split
                cannons.append(Step(side, position, stats.cannons, stats.computer, split))
                self.first += bool(battle.round and acted)
        self.missiles: tuple[Step, ...] = tuple(missiles)
        self.cannons: tuple[Step, ...] = tuple(cannons)
        self.start: tuple[FleetState, FleetState] = (self._at_start(0), self._at_start(1))
        self._damages = (self._damages_of(0), self._damages_of(1))
        self._attacks: dict[tuple[int, FleetState], Attack] = {}
        self._results: dict[tuple[int, FleetState], dict[tuple[int, ...], FleetState]] = {}

    def _damages_of(self, side: int) -> tuple[int, ...]:
        """Every damage that a die, or a part of one, of `side` may do."""
        damage, printed, fleet = self.battle.damage, self.battle.printed, self.battle.fleets[side]
        found: list[int] = []
        for group in fleet.groups:
            for colour in dict.fromkeys(group.stats.cannons):
                if colour in printed:
                    found += [face.damage for face in printed[colour]]
                else:
                    found.append(1 if colour in fleet.split else damage[colour])
            found += [damage[colour] for colour in dict.fromkeys(group.stats.missiles)]
        return tuple(found)

    def _at_start(self, side: int) -> FleetState:
        fleet = self.battle.fleets[side]
        return fleet.hurt or tuple((0,) * count for count in fleet.counts)

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

    def chances(
        self, step: Step, ships: int, state: FleetState
    ) -> dict[tuple[FleetState, int], float]:
        """Where a volley of `ships` ships may bring the enemy fleet, with the points of damage to
        its own side, and how probably."""
        enemy = 1 - step.side
        attack = self.attack(enemy, state)
        levels = self.levels(step, state)
        shares = tuple(levels.count(level) / len(FACES) for level in range(len(attack.shields) + 1))
        plain: list[str] = []
        special: list[str] = []
        for colour in attack_dice(step.weapons, ships):
            other = colour in self.battle.printed or colour in step.split
            (special if other else plain).append(colour)
        result: dict[tuple[FleetState, int], float] = {}
        pools = self._pools(attack, _by_damage(tuple(plain), self.battle.damage), shares)
        if special:
            pools = self._more(attack, pools, [self.outcomes(step, state, c) for c in special])
        for pool, self_damage, chance in pools:
            end = (self.after(enemy, state, pool), self_damage)
            result[end] = result.get(end, 0.0) + chance
        return result

    def _pools(
        self, attack: Attack, dice: Mapping[int, int], shares: tuple[float, ...]
    ) -> Iterator[tuple[Pool, int, float]]:
        """Every result of rolling `dice` (number by damage) as a pool, without damage to the own
        side, with its chance."""
        pools: list[tuple[Pool, float]] = [((), 1.0)]
        width = len(attack.shields)
        for position, damage in enumerate(attack.damages):
            caps = attack.caps[position * width : (position + 1) * width]
            rolls = _rolls(dice.get(damage, 0), shares, caps)
            pools = [
                (pool + more, chance * share) for pool, chance in pools for more, share in rolls
            ]
        return ((pool, 0, chance) for pool, chance in pools)

    def _more(
        self,
        attack: Attack,
        pools: Iterator[tuple[Pool, int, float]],
        dice: list[tuple[Roll, ...]],
    ) -> Iterator[tuple[Pool, int, float]]:
        """The results `pools` together with those of more dice, each with its equally probable
        outcomes."""
        found = {(pool, hurt): chance for pool, hurt, chance in pools}
        for outcomes in dice:
            grown: dict[tuple[Pool, int], float] = {}
            for (pool, hurt), chance in found.items():
                for kind, count, self_damage in outcomes:
                    now = pool
                    if kind is not None:
                        most = min(pool[kind] + count, attack.caps[kind])
                        now = (*pool[:kind], most, *pool[kind + 1 :])
                    key = (now, hurt + self_damage)
                    grown[key] = grown.get(key, 0.0) + chance / len(outcomes)
            found = grown
        return ((pool, hurt, chance) for (pool, hurt), chance in found.items())

    def outcomes(self, step: Step, state: FleetState, colour: str) -> tuple[Roll, ...]:
        """What each face of a die of `step` does to the enemy fleet in `state`."""
        attack = self.attack(1 - step.side, state)
        if colour in self.battle.printed:
            top = len(attack.shields)
            return tuple(
                Roll(attack.kind(face.damage, top), 1, face.self_damage)
                if face.damage
                else Roll(None, 0, face.self_damage)
                for face in self.battle.printed[colour]
            )
        damage = self.battle.damage[colour]
        points, dice = (1, damage) if colour in step.split else (damage, 1)
        return tuple(
            Roll(attack.kind(points, level), dice, 0) if level else Roll(None, 0, 0)
            for level in self.levels(step, state)
        )

    # --- damage to the own side, repairs --------------------------------------------------------

    def backfire(self, side: int, state: FleetState, points: int) -> FleetState:
        """The fleet state of `side` after its own dice did `points` of damage to ships that have
        such dice."""
        fleet, printed = self.battle.fleets[side], self.battle.printed
        hit = [
            index
            for index, group in enumerate(fleet.groups)
            if not printed.keys().isdisjoint(group.stats.cannons)
        ]
        targets = [
            Target(f"{index} {n}", group.size_rank, group.stats.hull, group.stats.shield, hurt)
            for index in hit
            for n, hurt in enumerate(state[index])
            for group in (fleet.groups[index],)
        ]
        if not points or not targets:
            return state
        dealt = iter(own_damage(points, targets))
        return tuple(
            tuple(sorted(end for hurt in ships if (end := hurt + next(dealt)) <= group.stats.hull))
            if index in hit
            else ships
            for index, (group, ships) in enumerate(zip(fleet.groups, state, strict=True))
        )

    def repaired(self, side: int, state: FleetState) -> FleetState:
        """The fleet state of `side` after the repairs at the end of an engagement round."""
        return tuple(
            tuple(max(0, hurt - group.stats.repair) for hurt in ships)
            for group, ships in zip(self.battle.fleets[side].groups, state, strict=True)
        )

    def stalemate(self, states: tuple[FleetState, FleetState], rounds: int) -> bool:
        """Whether neither side can destroy a ship of the other any more, before an engagement
        round after `rounds` of them."""
        repairs = any(
            ships and group.stats.repair
            for fleet, state in zip(self.battle.fleets, states, strict=True)
            for group, ships in zip(fleet.groups, state, strict=True)
        )
        if repairs and rounds >= MOST_ROUNDS:
            return True
        return not any(self._can_destroy(side, states) for side in (0, 1))

    def _can_destroy(self, side: int, states: tuple[FleetState, FleetState]) -> bool:
        battle, enemy = self.battle, 1 - side
        points = sum(
            len(ships) * self._most(colour)
            for group, ships in zip(battle.fleets[side].groups, states[side], strict=True)
            for colour in group.stats.cannons
        )
        return points > 0 and any(
            can_destroy(
                points,
                [Target(n, 0, group.stats.hull, 0, hurt) for n, hurt in enumerate(ships)],
                group.stats.repair,
            )
            for group, ships in zip(battle.fleets[enemy].groups, states[enemy], strict=True)
            if ships
        )

    def _most(self, colour: str) -> int:
        """The most damage that a die of a colour does."""
        faces = self.battle.printed.get(colour, ())
        return max((face.damage for face in faces), default=self.battle.damage[colour])


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
