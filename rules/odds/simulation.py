"""Chances by playing a battle many times, with a seed that depends on the battle alone."""

import math
from random import Random
from typing import NamedTuple

import msgspec

from rules.battle import Pool, attack_dice
from rules.odds.reader import Battle
from rules.odds.result import Outcome
from rules.odds.volleys import FACES, FleetState, Roll, Step, Volleys

TRIALS = 20
"""Battles played beforehand to see how long one takes; their results are not used."""
WORK = 3_000_000
"""Steps in all, about: rolling a die is one, a volley `VOLLEY_WORK`, a result not met before
`RESULT_WORK`, the repairs of a round `ROUND_WORK`."""
VOLLEY_WORK = 5
ROUND_WORK = 40
RESULT_WORK = 150
FEWEST, MOST = 500, 100_000
"""Bounds on the number of battles."""
FEWEST_QUICK = 100
"""Battles that are played at least where somebody waits: the standard error is at most 0.05."""


Faces = dict[str, tuple[Roll, ...]]
"""What each face of a die does, by colour."""


FacesAt = dict[tuple[Step, FleetState], Faces]
"""The same for each step and the enemy ships that it meets: what was worked out so far."""


class Played(NamedTuple):
    """How a battle ended."""

    winner: int | None
    """Side that is left, or none in a stalemate and if both are gone."""
    ships: tuple[FleetState, FleetState]
    work: int


def simulate(battle: Battle, runs: int = 0, most_work: int = 0) -> Outcome:
    """The chances of `battle`, estimated by playing it `runs` times, or as often as `WORK` allows;
    the same battle gives the same estimate. With `most_work` it ends after about so many steps,
    but not before `FEWEST_QUICK` battles."""
    # Bytes are turned into a seed the same way on every machine.
    random = Random(msgspec.json.encode(battle))  # noqa: S311 - repeatable estimates, no secrets
    volleys = Volleys(battle)
    table: FacesAt = {}
    if not runs:
        work = sum(play(volleys, random, table).work for _ in range(TRIALS))
        work += results_work(volleys)
        runs = max(FEWEST, min(MOST, WORK * TRIALS // max(1, work)))
    wins, mutual = [0, 0], 0
    survivors = [[0] * len(fleet.groups) for fleet in battle.fleets]
    work = 0
    for number in range(runs):
        if most_work and number >= FEWEST_QUICK and work + results_work(volleys) > most_work:
            runs = number
            break
        played = play(volleys, random, table)
        work += played.work
        if played.winner is not None:
            wins[played.winner] += 1
        elif not any(map(any, played.ships)):
            mutual += 1
        # In a stalemate the attacker retreats or is destroyed.
        left = 1 if played.winner is None else played.winner
        for group, ships in enumerate(played.ships[left]):
            survivors[left][group] += len(ships)
    stalemates = runs - sum(wins) - mutual
    # A chance never seen is not known to be nil: one more battle of each kind keeps the error
    # above zero.
    chance = (wins[0] + 1) / (runs + 2)
    return Outcome(
        attacker=wins[0] / runs,
        defender=(wins[1] + stalemates) / runs,
        stalemate=stalemates / runs,
        mutual=mutual / runs,
        survivors=(
            tuple(ships / runs for ships in survivors[0]),
            tuple(ships / runs for ships in survivors[1]),
        ),
        method="monte_carlo",
        standard_error=math.sqrt(chance * (1 - chance) / runs),
    )


def results_work(volleys: Volleys) -> int:
    """The steps that working out the results met so far has taken."""
    return RESULT_WORK * volleys.evaluated


def play(
    volleys: Volleys,
    random: Random,
    table: FacesAt,
    start: tuple[FleetState, FleetState] | None = None,
) -> Played:
    """One battle to its end, from the fleets as they are at its beginning or from `start`."""
    fleets = list(start or volleys.start)
    work, rounds = 0, 0
    fought = volleys.battle.round > 0
    steps = volleys.cannons[volleys.first :] if fought else volleys.missiles
    whole = fought and not volleys.first
    grows = volleys.battle.damage_only_grows
    while True:
        fired = False
        for step in steps:
            ships = len(fleets[step.side][step.group])
            if not ships:
                continue
            fired = True
            enemy = 1 - step.side
            work += VOLLEY_WORK + ships * len(step.weapons)
            pool, hurt = _roll(volleys, step, ships, fleets[enemy], random, table)
            if any(pool):
                fleets[enemy] = volleys.after(enemy, fleets[enemy], pool)
            if hurt:
                fleets[step.side] = volleys.backfire(step.side, fleets[step.side], hurt)
            left = [side for side in (0, 1) if any(fleets[side])]
            if len(left) < 2:
                return Played(left[0] if left else None, (fleets[0], fleets[1]), work)
        if whole and grows and not fired:
            return Played(None, (fleets[0], fleets[1]), work)
        if not grows:
            if fought:
                fleets = [volleys.repaired(side, fleets[side]) for side in (0, 1)]
                rounds += 1
                work += ROUND_WORK
            if volleys.stalemate((fleets[0], fleets[1]), rounds):
                return Played(None, (fleets[0], fleets[1]), work)
        steps, fought, whole = volleys.cannons, True, True


def _roll(
    volleys: Volleys,
    step: Step,
    ships: int,
    enemy: FleetState,
    random: Random,
    table: FacesAt,
) -> tuple[Pool, int]:
    """Rolls the dice of a step and counts them by kind; then the points that they do to their own
    side."""
    faces = table.get((step, enemy))
    if faces is None:
        colours = dict.fromkeys(step.weapons)
        faces = table[step, enemy] = {c: volleys.outcomes(step, enemy, c) for c in colours}
    pool = [0] * len(volleys.attack(1 - step.side, enemy).kinds)
    hurt = 0
    for colour in attack_dice(step.weapons, ships):
        kind, dice, self_damage = faces[colour][int(random.random() * len(FACES))]
        hurt += self_damage
        if kind is not None:
            pool[kind] += dice
    return tuple(pool), hurt
