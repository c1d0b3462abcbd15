"""Ratings of technologies and of ancient parts just found."""

from __future__ import annotations

from rules import blueprint
from rules.orders import FitPart, Research, TakeTech
from rules.policies.heuristics.situation import Situation, die_damage, power

_WORTH = {
    "advanced_mining": 2.2, "advanced_economy": 2.2, "advanced_labs": 2.2, "orbital": 1.6,
    "advanced_robotics": 2.4, "quantum_grid": 2.8, "nanorobots": 1.2, "monolith": 3.0,
    "plasma_cannon": 2.4, "improved_hull": 2.4, "fusion_source": 2.0, "positron_computer": 2.2,
    "gluon_computer": 2.0, "gauss_shield": 1.6, "phase_shield": 1.8, "fusion_drive": 1.5,
    "tachyon_source": 1.4, "antimatter_cannon": 2.0, "plasma_missile": 2.0, "tachyon_drive": 1.2,
    "wormhole_generator": 1.2, "neutron_bombs": 0.8, "starbase": 0.5,
}  # fmt: skip


def _tech_worth(situation: Situation, tech: str) -> float:
    table = situation.table
    content = table.catalog.techs[tech]
    owned = len(situation.boards.techs.get(content.track, []))
    vp = table.catalog.setup.tech_vp
    step = vp[min(owned + 1, len(vp) - 1)] - vp[min(owned, len(vp) - 1)]
    ahead = 0.3 if owned < 4 else 0.0
    useful = _WORTH.get(tech, 1.0) * min(1.0, 0.25 + 0.15 * situation.rounds_left)
    if content.effect.resources_per_artifact:
        artifacts = sum(table.tile(s.id).artifacts for s in table.own_sectors(situation.seat))
        useful = 0.8 * artifacts
    return useful + step + ahead


def research(situation: Situation, order: Research) -> float:
    """Usefulness and points for the track; science kept has little use at the end."""
    content = situation.table.catalog.techs[order.tech]
    return 1.0 + _tech_worth(situation, order.tech) - 0.06 * content.min_cost


def take_tech(situation: Situation, order: TakeTech) -> float:
    return 1.0 + _tech_worth(situation, order.tech)


def fit_part(situation: Situation, order: FitPart) -> float:
    """The ship type that gains most fighting worth from the part."""
    table, seat = situation.table, situation.seat
    part = str(situation.decision.context.get("part", ""))
    if not part:
        return 0.3
    species = table.species(seat)
    slots = list(blueprint.parts_on(species, situation.boards, order.ship))
    damage = die_damage(table)
    before = power(table.stats(seat, order.ship), damage)
    slots[order.slot - 1] = part
    after = power(blueprint.totals(table.catalog, species.id, order.ship, tuple(slots)), damage)
    return 0.3 + max(0.0, after - before)
