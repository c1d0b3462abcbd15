"""Chances by playing a battle many times, with a seed that depends on the battle alone."""

import math
from random import Random
from typing import NamedTuple

import msgspec

from rules.battle import attack_dice
from rules.odds.reader import Battle
from rules.odds.result import Outcome
from rules.odds.volleys import FACES, FleetState, Step, Volleys

TRIALS = 20
"""Battles played beforehand to see how long one takes; their results are not used."""
WORK = 3_000_000
"""Steps in all, about: rolling a die is one, a volley `VOLLEY_WORK`, a result not met before
`RESULT_WORK`."""
VOLLEY_WORK = 5
RESULT_WORK = 150
FEWEST, MOST = 500, 100_000
"""Bounds on the number of battles."""


class _Played(NamedTuple):
    winner: int | None
    """Side that is left, or none in a stalemate."""
    ships: tuple[FleetState, FleetState]
    work: int


def simulate(battle: Battle) -> Outcome:
    """The chances of `battle`, estimated; the same battle gives the same estimate."""
    # Bytes are turned into a seed the same way on every machine.
    random = Random(msgspec.json.encode(battle))  # noqa: S311
    volleys = Volleys(battle)
    table: dict[tuple[Step, FleetState], tuple[int, ...]] = {}
    work = sum(_play(volleys, random, table).work for _ in range(TRIALS))
    work += RESULT_WORK * volleys.evaluated
    runs = max(FEWEST, min(MOST, WORK * TRIALS // max(1, work)))
    wins = [0, 0]
    survivors = [[0] * len(fleet.groups) for fleet in battle.fleets]
    for _ in range(runs):
        played = _play(volleys, random, table)
        if played.winner is not None:
            wins[played.winner] += 1
        # In a stalemate the attacker retreats or is destroyed.
        left = 1 if played.winner is None else played.winner
        for group, ships in enumerate(played.ships[left]):
            survivors[left][group] += len(ships)
    stalemates = runs - sum(wins)
    # A chance never seen is not known to be nil: one more battle of each kind keeps the error
    # above zero.
    chance = (wins[0] + 1) / (runs + 2)
    return Outcome(
        attacker=wins[0] / runs,
        defender=(wins[1] + stalemates) / runs,
        stalemate=stalemates / runs,
        survivors=(
            tuple(ships / runs for ships in survivors[0]),
            tuple(ships / runs for ships in survivors[1]),
        ),
        method="monte_carlo",
        standard_error=math.sqrt(chance * (1 - chance) / runs),
    )


def _play(
    volleys: Volleys, random: Random, table: dict[tuple[Step, FleetState], tuple[int, ...]]
) -> _Played:
    """One battle to its end."""
    fleets = list(volleys.start)
    work = 0
    steps = volleys.missiles
    while True:
        fired = False
        for step in steps:
            ships = len(fleets[step.side][step.group])
            if not ships:
                continue
            fired = True
            enemy = 1 - step.side
            work += VOLLEY_WORK + ships * len(step.weapons)
            pool = _roll(volleys, step, ships, fleets[enemy], random, table)
            if any(pool):
                fleets[enemy] = volleys.after(enemy, fleets[enemy], pool)
                if not any(fleets[enemy]):
                    return _Played(step.side, (fleets[0], fleets[1]), work)
        if not fired and steps is volleys.cannons:
            return _Played(None, (fleets[0], fleets[1]), work)
        steps = volleys.cannons


def _roll(
    volleys: Volleys,
    step: Step,
    ships: int,
    enemy: FleetState,
    random: Random,
    table: dict[tuple[Step, FleetState], tuple[int, ...]],
) -> tuple[int, ...]:
    """Rolls the dice of a step and counts them by kind."""
    levels = table.get((step, enemy))
    if levels is None:
        levels = table[step, enemy] = volleys.levels(step, enemy)
    attack = volleys.attack(1 - step.side, enemy)
    pool = [0] * len(attack.kinds)
    for colour in attack_dice(step.weapons, ships):
        level = levels[int(random.random() * len(FACES))]
        if level:
            pool[attack.kind(volleys.battle.damage[colour], level)] += 1
    return tuple(pool)
