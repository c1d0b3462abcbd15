"""Ratings of technologies and of ancient parts just found."""

from __future__ import annotations

from rules import blueprint
from rules.content.schema import TechEffect
from rules.orders import FitPart, Research, ResearchRare, TakeTech
from rules.policies.heuristics.forces import die_damage, power
from rules.policies.heuristics.situation import Situation
from rules.state.model import RESOURCES
from rules.steps.research import cost

_PART_WORTH = {
    "plasma_cannon": 1.7, "improved_hull": 1.8, "fusion_source": 1.2, "positron_computer": 1.7,
    "gluon_computer": 1.6, "gauss_shield": 1.0, "phase_shield": 1.3, "fusion_drive": 0.9,
    "tachyon_source": 0.9, "antimatter_cannon": 1.5, "plasma_missile": 1.8, "tachyon_drive": 0.7,
    "soliton_cannon": 1.7, "flux_missile": 1.4, "absorption_shield": 1.2, "conifold_field": 1.7,
    "sentient_hull": 1.4, "zero_point_source": 1.0, "transition_drive": 0.7, "rift_cannon": 1.4,
}  # fmt: skip

_NEARER = (0.15, 0.25, 0.4, 0.6, 0.9, 1.2, 1.5)
"""Points that each technology of a track adds to its prospects, by those owned already."""

_SCIENCE_PRICE = 0.05


def tech_worth(situation: Situation, tech: str, track: str = "") -> float:
    """Points for the track, now or on the way to them, and what the technology does.

    ``track``: where a rare one is to go; the best place for it otherwise.
    """
    content = situation.table.catalog.techs[tech]
    tracks = situation.boards.techs
    wanted = track or content.track
    owned = len(tracks[wanted]) if wanted in tracks else max(map(len, tracks.values()))
    cheaper = 0.05 * situation.rounds_left
    return _track_worth(situation, owned) + cheaper + _effect_worth(situation, content.effect)


def _track_worth(situation: Situation, owned: int) -> float:
    """Points that the next technology on a track scores or, while there are rounds left for
    more, brings nearer: a track is worth far more than two halves of tracks."""
    vp = situation.setup.tech_vp
    if owned + 1 >= len(vp):
        return 0.0
    early = min(1.0, situation.rounds_left / 4)
    nearer = _NEARER[min(owned, len(_NEARER) - 1)]
    return (1 - early) * (vp[owned + 1] - vp[owned]) + early * nearer


def _effect_worth(situation: Situation, effect: TechEffect) -> float:
    table, seat, left = situation.table, situation.seat, situation.rounds_left
    if effect.influence_discs:
        return effect.influence_discs * (0.4 + 0.27 * left)
    if effect.part:
        return _PART_WORTH.get(effect.part, 1.0) * min(1.0, 0.15 + 0.17 * left)
    if effect.resources_per_artifact:
        artifacts = sum(table.tile(s.id).artifacts for s in table.own_sectors(seat))
        return artifacts * effect.resources_per_artifact * (0.09 if left else 0.02)
    if effect.discoveries or effect.warp_portals:
        return 1.05 * situation.setup.discovery_vp * effect.discoveries + effect.vp
    if effect.ability == "colonize_advanced":
        return _advanced_worth(situation, str(effect.resource))
    if effect.ability == "colonize_any_advanced":
        return sum(_advanced_worth(situation, kind) for kind in RESOURCES)
    if effect.unit == "monolith":
        return _monolith_worth(situation)
    if effect.unit == "orbital":
        return 0.12 * left * min(3, len(table.own_sectors(seat)))
    if effect.ability in ("extra_build", "extra_move", "extra_upgrade"):
        return 0.12 * left
    if effect.ability == "use_half_wormholes":
        return 0.15 * left
    if effect.ability == "destroy_all_population_without_roll":
        return 0.5 if 0 < left < 6 else 0.2
    return 0.05 * left


def _advanced_worth(situation: Situation, resource: str) -> float:
    """Squares that wait for it in own sectors, and some that will still be found."""
    table, seat = situation.table, situation.seat
    waiting = sum(
        square == f"{resource}*"
        for sector in table.own_sectors(seat)
        for square in table.free_squares(sector)
    )
    income = situation.income_gain(resource) * situation.unit_worth(resource)
    found_later = 0.12 * max(0, situation.rounds_left - 1)
    return (waiting + found_later) * income * situation.rounds_left * 0.85


def _monolith_worth(situation: Situation) -> float:
    """Points of the monoliths that the materials of the rounds left would pay for."""
    table, seat = situation.table, situation.seat
    price = situation.species.build_costs["monolith"]
    income = table.production(seat, "materials") * situation.rounds_left
    number = (situation.boards.storage.materials + 0.7 * income) / price
    rooms = len(table.own_sectors(seat))
    return (
        0.75 * min(number, rooms, 1.5 * (situation.rounds_left + 1)) * situation.setup.monolith_vp
    )


def research(situation: Situation, order: Research | ResearchRare) -> float:
    """Usefulness and points for the track; science kept has little use at the end."""
    table = situation.table
    own = table.catalog.techs[order.tech].track
    track = order.track if isinstance(order, ResearchRare) else own
    science = cost(table, situation.seat, order.tech, track)
    price = situation.price(1 if situation.starting else 0, spending=science)
    unit = _SCIENCE_PRICE if situation.rounds_left else 0.01
    return tech_worth(situation, order.tech, track) - unit * science - price


def take_tech(situation: Situation, order: TakeTech) -> float:
    return 1.0 + tech_worth(situation, order.tech)


def fit_part(situation: Situation, order: FitPart) -> float:
    """The ship type that gains most fighting worth from the part."""
    table, seat = situation.table, situation.seat
    part = str(situation.decision.context.get("part", ""))
    if not part:
        return 0.3
    slots = list(blueprint.parts_on(situation.species, situation.boards, order.ship))
    dice = die_damage(table)
    before = power(table.stats(seat, order.ship), dice)
    # A part without a place among the slots lies beside them: it comes after the last.
    slots[order.slot - 1 :] = [part, *slots[order.slot :]]
    species = situation.species.id
    after = power(blueprint.totals(table.catalog, species, order.ship, tuple(slots)), dice)
    likely = {"cruiser": 1.0, "interceptor": 0.7, "dreadnought": 0.6}.get(order.ship, 0.2)
    return 0.3 + max(0.0, after - before) / (before + 0.5) * likely
