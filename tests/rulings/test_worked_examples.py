"""Worked examples of the rule book and its questions and answers, each by its id.

Larger ones have tests of their own: the printed battle (``test_combat_example``), hitting
(``tests/rules/test_battle_math``), the draws of reputation tiles (``test_reputation``).
"""

from __future__ import annotations

import pytest

from rules.blueprint import totals
from rules.effects.base import Effect
from rules.effects.battle import BattleStarted, DiceRolled, PopulationBombed, ShipDestroyed
from rules.effects.boards import ReputationDrawn
from rules.effects.galaxy import CubeLeft
from rules.orders import (
    Abandon,
    AssignDice,
    Bombard,
    Build,
    Colonize,
    DiscardSector,
    Explore,
    Influence,
    Pass,
    Research,
    Retreat,
    Upgrade,
)
from rules.state.model import NPC, Stock
from rules.steps.research import cost
from rules.steps.scoring import final_scores, score_lines
from tests.builders import HOME, Position

THREE = ("terran_directorate", "terran_federation", "terran_union")
FIELD = "105"
"""Below seat 0's home, joined to it and to nothing of the others."""
DEADLY = ("antimatter_cannon", "antimatter_cannon", None, "gluon_computer")


def _field(*ships: tuple[int, str], disc: int | None = None) -> Position:
    position = Position(THREE)
    position.lay(FIELD, "1.0", disc=disc)
    for owner, kind in ships:
        position.ship(owner, kind, FIELD)
    return position


def _combat(position: Position) -> list[Effect]:
    """The combat phase, everybody answering with the default."""
    effects = position.to_combat()
    while position.state.phase == "combat":
        effects += position.play(position.asked().default)
    return effects


def _battles(position: Position) -> list[tuple[int, int]]:
    return [(e.attacker, e.defender) for e in _combat(position) if isinstance(e, BattleStarted)]


# --- research and upgrade ------------------------------------------------------------------------


def test_research_minimum_cost() -> None:
    """Fusion Drive with two Nano technologies: 4 - 2, yet never below 3."""
    position = Position()
    position.seat().techs["nano"] = ["monolith", "orbital"]
    assert cost(position.table, 0, "fusion_drive", "nano") == 3


def test_research_duplicate_forbidden() -> None:
    position = Position()
    position.learn(0, "gauss_shield")
    position.state.supply.techs["gauss_shield"] = 2
    assert "already" in position.refusal(Research("gauss_shield"))


def test_own_technology_needed_per_part() -> None:
    """Gluon Computer does not give Positron Computer."""
    position = Position()
    position.learn(0, "gluon_computer")
    order = Upgrade(places=(("positron_computer", "cruiser", 1),))
    assert "Positron Computer" in position.refusal(order)


def test_no_tile_on_tile() -> None:
    """Returning is free and unlimited, so the remedy is to return first."""
    position = Position()
    position.fit(0, "interceptor", "hull")
    place = ("ion_cannon", "interceptor", 1)
    assert "return it first" in position.refusal(Upgrade(places=(place,)))
    position.play(Upgrade((("interceptor", 1),), (place,)))
    assert position.seat().tiles["interceptor"][0] == "ion_cannon"


# --- hitting ---------------------------------------------------------------------------------------


def test_two_improved_hulls() -> None:
    """Two Improved Hulls absorb four points; the fifth destroys."""
    slots = ("improved_hull", "improved_hull", "nuclear_source", "nuclear_drive")
    catalog = Position().table.catalog
    assert totals(catalog, "terran_directorate", "interceptor", slots).hull == 4


@pytest.mark.parametrize("rolls", [1, 2])
def test_no_hull(rolls: int) -> None:
    """Without hull one point destroys; a red die with four points still destroys only one."""
    position = _field((1, "interceptor"), (1, "interceptor"), (0, "interceptor"))
    position.fit(0, "interceptor", "antimatter_cannon", "hull", "fusion_drive", "fusion_drive")
    position.to_combat()
    position.will_roll(FIELD, *[6] * rolls)
    effects = position.play(position.asked().default)
    (rolled,) = [e for e in effects if isinstance(e, DiceRolled)][:1]
    assert rolled.dice == ("red",)
    if position.asked().kind == "assign":
        effects += position.play(position.asked().default)
    assert len([e for e in effects if isinstance(e, ShipDestroyed) and e.owner == 1]) == 1


def test_die_damage_not_split() -> None:
    """A die goes to one ship: two targets for one die are no order."""
    position = _field((1, "cruiser"), (1, "interceptor"), (0, "interceptor"))
    position.fit(0, "interceptor", "antimatter_cannon", "hull", "fusion_drive", "fusion_drive")
    position.to_combat()
    position.will_roll(FIELD, 6)
    position.play(position.asked().default)
    assert position.asked().kind == "assign"
    ships = tuple(s.id for s in position.table.enemy_ships_in(0, position.sector(FIELD)))
    assert "each goes to one ship" in position.refusal(AssignDice(ships))


# --- battles ---------------------------------------------------------------------------------------


def test_multi_party_reverse_entry() -> None:
    """Entered A, B, C: B and C fight first; who entered earlier defends each time."""
    position = _field((0, "cruiser"), (1, "cruiser"), (2, "interceptor"))
    position.fit(2, "interceptor", *DEADLY)
    assert _battles(position) == [(2, 1), (2, 0)]


def test_controller_fights_last() -> None:
    """Entered B, C, A, and A has the disc: B and C first, then A defends."""
    position = _field((1, "cruiser"), (2, "interceptor"), (0, "cruiser"), disc=0)
    position.fit(2, "interceptor", *DEADLY)
    assert _battles(position) == [(2, 1), (2, 0)]


def test_ancients_last() -> None:
    """Players fight first, their survivor meets the Ancients, who defend."""
    position = _field((0, "cruiser"), (2, "interceptor"))
    position.guard(FIELD)
    position.fit(2, "interceptor", *DEADLY)
    assert _battles(position) == [(2, 0), (2, NPC)]


def test_missiles_once() -> None:
    """Two orange dice for each Plasma Missile, fired once in a battle."""
    position = _field((0, "interceptor"), (1, "cruiser"))
    position.fit(0, "interceptor", "plasma_missile", "hull")
    position.fit(1, "cruiser", "improved_hull", "improved_hull", "improved_hull")
    rolled = [e for e in _combat(position) if isinstance(e, DiceRolled) and e.owner == 0]
    assert [(e.round, e.dice) for e in rolled] == [(0, ("orange", "orange"))]


def test_neutron_bombs() -> None:
    """All cubes die without a die."""
    position = Position()
    position.lay(FIELD, "1.1", disc=1)
    for square in ("money", "science"):
        position.settle(1, FIELD, square, square)
    position.ship(0, "interceptor", FIELD)
    position.learn(0, "neutron_bombs")
    position.to_combat()
    effects = position.play(Bombard())
    assert any(isinstance(e, PopulationBombed) for e in effects)
    assert sum(isinstance(e, CubeLeft) for e in effects) == 2


def test_no_reputation_for_population() -> None:
    position = Position()
    position.lay(FIELD, "1.1", disc=1)
    position.settle(1, FIELD, "money", "money")
    position.ship(0, "interceptor", FIELD)
    position.to_combat()
    position.will_draw(f"population {position.state.round} {FIELD}", 5)
    assert not any(isinstance(e, ReputationDrawn) for e in position.play(Bombard()))


# --- upkeep ------------------------------------------------------------------------------------------


def test_influence_cost() -> None:
    """Seven empty circles cost seven money."""
    position = Position()
    position.seat().discs = 6
    assert position.table.upkeep(0) == 7


def test_remove_discs_in_upkeep() -> None:
    """Only while production and store together are below the upkeep; cubes return at once."""
    position = Position()
    position.lay("307", "5.0", disc=0)
    position.settle(0, "307", "money", "money")
    boards = position.seat()
    boards.storage = Stock(0, 6, 0)
    boards.discs = 6
    boards.used_colony_ships, boards.colony_ships = boards.colony_ships, 0
    for _ in position.state.seats:
        position.play(Pass())
    context = position.asked().context
    assert (context["income"], context["upkeep"], context["short"]) == (4, 7, 3)
    position.play(Abandon("307"), seat=0)
    context = position.asked().context
    assert (context["income"], context["upkeep"], context["short"]) == (3, 5, 2)


# --- questions and answers -----------------------------------------------------------------------------


def test_track_full() -> None:
    """Twelve cubes: nothing is produced."""
    position = Position()
    position.seat().cubes = Stock(12, 12, 12)
    assert [position.table.production(0, k) for k in ("money", "science", "materials")] == [0] * 3


def test_cubes_cannot_be_lifted_alone() -> None:
    """No order lifts a cube; taking the disc off and putting it back does, for two disc moves."""
    position = Position()
    position.play(Influence(HOME, "track"))
    assert position.asked().context["left"] == 1
    assert position.sector(HOME).cubes == []


def test_lift_and_replace_disc() -> None:
    """Off and on again is two moves; the ship at home allows the way back."""
    position = Position()
    position.play(Influence(HOME, "track"), Influence("track", HOME))
    assert position.sector(HOME).disc == 0
    assert position.options(Influence) == ()


def test_structures_permanent() -> None:
    """Orbital and monolith outlast a disc that is lifted."""
    position = Position()
    position.sector(HOME).orbital = position.sector(HOME).monolith = True
    position.settle(0, HOME, "orbital", "science")
    position.play(Influence(HOME, "track"))
    assert position.sector(HOME).orbital
    assert position.sector(HOME).monolith


def test_explore_stack_empty() -> None:
    """Discards make a new stack; without any the ring is closed."""
    position = Position()
    supply = position.state.supply
    supply.stacks["inner"], supply.unseen["inner"] = 0, []
    assert "1.0" not in position.options(Explore)
    supply.discards["inner"] = ["106"]
    position.play(Explore("1.0"))
    assert position.asked().context["sectors"] == ["106"]
    position.play(DiscardSector())


def test_orbital_and_monolith_together() -> None:
    position = Position()
    position.learn(0, "orbital")
    position.learn(0, "monolith")
    position.seat().storage.materials = 15
    position.play(Build("orbital", HOME), Build("monolith", HOME))
    assert position.sector(HOME).orbital
    assert position.sector(HOME).monolith


def test_empty_population_track() -> None:
    """An empty track gives no cube, and no other track stands in for it."""
    position = Position()
    position.learn(0, "advanced_labs")
    position.seat().cubes.science = 0
    assert "science*" not in position.options(Colonize, HOME)
    assert "has a cube left" in position.refusal(Colonize(HOME, "science*", "money"))


def test_gcds_is_not_ancient() -> None:
    """The Center is closed to discs of everybody while its defence stands."""
    position = Position(("descendants_of_draco", "terran_directorate"))
    position.ship(0, "interceptor", "001")
    assert "001" not in position.options(Influence, "track")


def test_retreat_target() -> None:
    """A retreat needs the own disc there, no enemy ship, and a wormhole on the way."""
    position = _field((0, "interceptor"), (1, "interceptor"))
    position.to_combat()
    assert position.options(Retreat) == (HOME,)
    position = _field((0, "interceptor"), (1, "interceptor"))
    position.ship(1, "interceptor", HOME)
    position.to_combat()
    assert position.asked().context["sector"] != FIELD or not position.offers(Retreat)


# --- scoring and figures -------------------------------------------------------------------------------


def test_tie() -> None:
    """Equal points: the larger store of all resources wins."""
    position = Position()
    for seat, store in ((0, 12), (1, 15)):
        position.seat(seat).storage = Stock(store, 0, 0)
    places = {s.seat: s.place for s in final_scores(position.table).scores}
    assert places == {0: 2, 1: 1}


def test_monolith() -> None:
    """Two own sectors with a Monolith: six points."""
    position = Position()
    position.lay("307", "5.0", disc=0)
    for sector in (HOME, "307"):
        position.sector(sector).monolith = True
    found = {line.source: line.amount for line in score_lines(position.table, 0)}
    assert found["monoliths"] == 6


def test_production_figure() -> None:
    """Six, nine and seven cubes off their tracks produce 12, 21 and 15."""
    position = Position()
    position.seat().cubes = Stock(11 - 6, 11 - 9, 11 - 7)
    produced = [position.table.production(0, k) for k in ("money", "science", "materials")]
    assert produced == [12, 21, 15]


def test_upkeep_figure() -> None:
    """Four empty circles cost two."""
    position = Position()
    position.seat().discs = 13 - 4
    assert position.table.upkeep(0) == 2
