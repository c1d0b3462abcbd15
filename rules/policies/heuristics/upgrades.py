"""Upgrades worth considering: a handful out of a tree that may be huge."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from rules import blueprint
from rules.blueprint import Slots
from rules.decisions import Choice, Prefix
from rules.orders import END, Atom, Order, Upgrade
from rules.policies.heuristics.campaign import Campaign
from rules.policies.heuristics.forces import power

_WIDTH = 4
"""Beginnings of upgrades that are followed further."""
_JUDGED = 2
"""Upgrades that are judged by the wars that they would win."""


class _Plan(NamedTuple):
    """Placements so far, the blueprints that they change, and by how much the fleet gains."""

    prefix: Prefix
    changed: dict[str, Slots]
    gain: float


def best_upgrades(campaign: Campaign, choice: Choice) -> Iterator[tuple[Order, float]]:
    """Placements that raise the fighting worth of ship types most, found by a narrow search."""
    situation = campaign.situation
    price = situation.price(1) if situation.starting else 0.0
    if price == inf or campaign.prospects <= price:
        return
    complete = sorted(_complete(campaign, choice), key=lambda plan: -plan.gain)
    for plan in complete[:_JUDGED]:
        order = Upgrade.from_atoms((*plan.prefix, END))
        yield order, _rating(campaign, plan) - price


def _complete(campaign: Campaign, choice: Choice) -> Iterator[_Plan]:
    """Upgrades that could be given so, found by a search of little width."""
    beam = [_Plan((), {}, 0.0)]
    while beam:
        grown: list[_Plan] = []
        for plan in beam:
            for atom in choice.next(plan.prefix):
                if atom == END:
                    yield plan
                elif atom[0] == "place":
                    grown.append(_longer(campaign, plan, atom))
        grown.sort(key=lambda plan: -plan.gain)
        beam = [plan for plan in grown[:_WIDTH] if plan.gain > -1.0]


def _rating(campaign: Campaign, plan: _Plan) -> float:
    """What the wars in sight promise more, and a little for readiness."""
    situation = campaign.situation
    refitted = {
        ship: blueprint.totals(campaign.table.catalog, situation.species.id, ship, slots)
        for ship, slots in plan.changed.items()
    }
    wars = Campaign(situation, campaign.terrain, refitted).war_worth - campaign.war_worth
    return wars + campaign.readiness * min(1.0, plan.gain)


def _longer(campaign: Campaign, plan: _Plan, atom: Atom) -> _Plan:
    _, part, ship, slot = atom
    situation = campaign.situation
    before = plan.changed.get(ship)
    if before is None:
        before = blueprint.parts_on(situation.species, situation.boards, ship)
    after = (*before[: slot - 1], part, *before[slot:])
    gain = plan.gain + _worth(campaign, ship, after) - _worth(campaign, ship, before)
    return _Plan((*plan.prefix, atom), {**plan.changed, ship: after}, gain)


def _worth(campaign: Campaign, ship: str, slots: Slots) -> float:
    """Fighting worth of a ship type with these parts, as a share of the fleet as it is.

    Parts that consume too much energy are worth nothing until a source is placed too.
    """
    known = campaign.refits.get((ship, slots))
    if known is None:
        table, species = campaign.table, campaign.situation.species
        stats = blueprint.totals(table.catalog, species.id, ship, slots)
        now = power(campaign.stats(ship), campaign.dice)
        worth = power(stats, campaign.dice) if stats.energy >= 0 else 0.0
        known = worth / (now + 0.5) * campaign.share(ship)
        campaign.refits[ship, slots] = known
    return known
