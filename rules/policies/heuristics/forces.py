"""A quick estimate of battles: expected damage instead of dice."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from rules.battle import ShipStats
from rules.table import Table

Fleet = tuple[ShipStats, ...]

_ROUNDS = 12
_SHARPNESS = 1.5
_CERTAINTY = 3.0
"""How surely the side that the expected damage favours wins; fitted to exact odds."""
_FOCUS = 0.2
"""Below 1: a damaged fleet keeps more of its fire than of its hulls."""


def die_damage(table: Table) -> tuple[tuple[str, int], ...]:
    return tuple((colour, die.damage) for colour, die in table.catalog.setup.dice.items())


def _chance(computer: int, shield: float) -> float:
    return max(1.0, min(5.0, 1 + computer - shield)) / 6


def _endurance(fleet: Fleet) -> float:
    return float(sum(ship.hull + 1 for ship in fleet))


def _fire(dice: tuple[str, ...], ship: ShipStats, foe: Fleet, damage: dict[str, int]) -> float:
    """Expected damage; what a strong die does beyond a small ship's end is lost."""
    shield = sum(s.shield for s in foe) / len(foe)
    frame = sum(s.hull + 1 for s in foe) / len(foe)
    dealt = sum(min(damage[die], frame) for die in dice)
    return dealt * _chance(ship.computer, shield)


@lru_cache(maxsize=8192)
def win_chance(attacker: Fleet, defender: Fleet, dice: tuple[tuple[str, int], ...]) -> float:
    """About how likely the attacker is to win a battle to the end."""
    if not attacker or not defender:
        return 1.0 if attacker else 0.0
    lead = _lead(attacker, defender, dict(dice))
    return 1 / (1 + exp(-_SHARPNESS * lead * (1 + _CERTAINTY * lead * lead)))


def _lead(attacker: Fleet, defender: Fleet, damage: dict[str, int]) -> float:
    """The part of the attacker's fleet left when the defender's is destroyed, or less than zero:
    that of the defender's, if every die did its expected damage."""
    fleets = (attacker, defender)
    whole = (_endurance(attacker), _endurance(defender))
    left = list(whole)
    order = sorted(
        [(ship, 0) for ship in attacker] + [(ship, 1) for ship in defender],
        key=lambda item: (-item[0].initiative, -item[1]),
    )
    for fight in range(_ROUNDS):
        for ship, side in order:
            weapons = ship.cannons if fight else ship.missiles
            if not weapons:
                continue
            alive = max(0.0, left[side] / whole[side]) ** _FOCUS
            left[1 - side] -= alive * _fire(weapons, ship, fleets[1 - side], damage)
            if left[1 - side] <= 0:
                return left[0] / whole[0] if side == 0 else -left[1] / whole[1]
    return left[0] / whole[0] - left[1] / whole[1]


@lru_cache(maxsize=4096)
def power(ship: ShipStats, dice: tuple[tuple[str, int], ...]) -> float:
    """Fighting worth of one ship: what it deals times what it takes."""
    damage = dict(dice)
    dealt = sum(damage[die] for die in ship.cannons) * _chance(ship.computer, 0)
    dealt += 0.7 * sum(damage[die] for die in ship.missiles) * _chance(ship.computer, 0)
    taken = (ship.hull + 1) * (1 + 0.35 * ship.shield)
    return (dealt + 0.1) * taken * (1 + 0.04 * ship.initiative)
