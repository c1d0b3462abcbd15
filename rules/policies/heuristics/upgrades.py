"""Upgrades worth considering: a handful out of a tree that may be huge."""

from __future__ import annotations

from collections.abc import Iterator

from rules import blueprint
from rules.decisions import Choice, Prefix
from rules.orders import END, Order, Upgrade
from rules.policies.heuristics.situation import Situation, die_damage, power

_WIDTH = 6


def best_upgrades(situation: Situation, choice: Choice) -> Iterator[tuple[Order, float]]:
    """Placements that raise the fighting worth of ship types most, found by a narrow search."""
    if not situation.worth_a_disc or situation.rounds_left == 0:
        return
    beam: list[Prefix] = [()]
    for _ in range(3):
        grown: list[tuple[float, Prefix]] = []
        for prefix in beam:
            for atom in choice.next(prefix):
                if atom == END:
                    order = Upgrade.from_atoms((*prefix, END))
                    gain = _gain(situation, prefix)
                    yield order, 0.7 + gain
                elif atom[0] == "place":
                    longer = (*prefix, atom)
                    grown.append((_gain(situation, longer), longer))
        grown.sort(key=lambda item: -item[0])
        beam = [prefix for gain, prefix in grown[:_WIDTH] if gain > -1.0]


def _gain(situation: Situation, prefix: Prefix) -> float:
    """How much the upgrade adds to the fleet: ships on the board and those that may be built."""
    table, seat = situation.table, situation.seat
    species = table.species(seat)
    damage = die_damage(table)
    slots: dict[str, list[str | None]] = {}
    for _, part, ship, slot in prefix:
        if ship not in slots:
            slots[ship] = list(blueprint.parts_on(species, situation.boards, ship))
        slots[ship][slot - 1] = part
    built: dict[str, int] = {}
    for placed in table.state.ships.values():
        if placed.owner == seat:
            built[placed.kind] = built.get(placed.kind, 0) + 1
    gain = 0.0
    for ship, parts in slots.items():
        before = power(table.stats(seat, ship), damage)
        stats = blueprint.totals(table.catalog, species.id, ship, tuple(parts))
        after = power(stats, damage) if stats.energy >= 0 else 0.0
        hopes = {"cruiser": 1.0, "interceptor": 0.8, "dreadnought": 0.6}.get(ship, 0.0)
        gain += (after - before) / (before + 1.0) * (0.8 * built.get(ship, 0) + hopes)
    return min(gain, 2.5)
