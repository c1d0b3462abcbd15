"""The players of policies among pulsars, black holes, supernovae and nebulae."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.editions import edition_names
from rules.engine import decision_for
from rules.expansions.galactic_events.effects import ShipLost, ShipSwallowed, SlotActivated
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.invariants import conservation_faults
from rules.log import Event
from rules.orders import Explore, Move, Order
from rules.policies import policy_named
from rules.policies.heuristics import rated
from rules.policies.heuristics.campaign import Campaign
from rules.policies.heuristics.situation import Situation
from rules.policies.heuristics.special import lasting, lasting_income
from rules.policies.heuristics.terrain import Terrain
from rules.position import faults, load
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view
from tests.rules.test_policies import MOST_ORDERS

MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
TOP = """\
edition second_dawn
modules black_holes nebulas pulsars supernovas
round {}
player 0 terran_directorate
{}player 1 terran_federation
"""


def _position(lines: str, round_: int = 4, own: str = "") -> GameState:
    state = load(TOP.format(round_, own) + lines)
    assert faults(state) == []
    return state


def _greedy(state: GameState) -> Order:
    view = player_view(state, 0)
    return policy_named("greedy").choose(view, decision_for(view.table, 0), 1)


def _ratings(state: GameState) -> dict[Order, float]:
    view = player_view(state, 0)
    return dict(rated(view, decision_for(view.table, 0)))


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("mix", [["greedy"], ["varied"], ["greedy", "random"]])
def test_games_with_all_special_sectors_come_to_their_end(
    edition: str, players: int, mix: list[str]
) -> None:
    given: Counter[int] = Counter()

    def watch(state: GameState, event: Event) -> None:
        if event.seat is not None:
            given[event.seat] += 1
            assert given[event.seat] < MOST_ORDERS, f"seat {event.seat} loops: {event.order}"

    policies = (mix * players)[:players]
    state, _ = simulate(RulesetSpec(edition, MODULES), policies, 60 + players, watch=watch)
    assert state.finished
    assert conservation_faults(Table(state)) == []


@pytest.mark.parametrize("edition", edition_names())
def test_greedy_players_score_about_as_well_as_without_special_sectors(edition: str) -> None:
    """They lose nobody and bring every ship back; averages differ by less than a tenth."""
    means, effects = [], Counter[str]()
    for modules in ((), MODULES):
        totals: list[int] = []
        for seed in range(200, 206):
            state, log = simulate(RulesetSpec(edition, modules), ["greedy"] * 3, seed)
            totals += [score.total for score in state.scores]
            assert not any(seat.out for seat in state.seats)
            for event in log:
                effects.update(type(effect).__name__ for effect in event.effects)
                lost = [effect for effect in event.effects if isinstance(effect, ShipLost)]
                assert all(effect.reason != "missed" for effect in lost)
        means.append(sum(totals) / len(totals))
    assert means[1] > 0.9 * means[0]
    assert effects[SlotActivated.__name__] > effects[ShipSwallowed.__name__] > 0


PULSAR = "sector 395a at 3.0\nsector 393 at 3.1\n  disc 0\n  cubes science\n"


def test_without_a_disc_a_pulsar_is_activated_before_passing() -> None:
    """The activation costs no disc; it goes to what gains most: here a monolith."""
    own = "  techs start nano monolith\n  storage materials 12 money 40\n  discs 0\n"
    own += "  action discs research 11\n"
    assert _greedy(_position(PULSAR, own=own)) == Activate("393", "build")


def test_an_activation_is_rated_by_what_it_gains() -> None:
    """With nothing to build, nothing to win and nothing to fit none of the slots is worth it."""
    state = _position(PULSAR, own="  storage materials 0 science 0 money 0\n")
    ratings = _ratings(state)
    slots = [order for order in ratings if isinstance(order, Activate)]
    assert slots
    assert all(ratings[order] == 0 for order in slots if order.slot == "build")


HOLE = "sector 399 at 3.0 turn {}\n{}"


def _hole(turn: int = 1, discovery: str = "  discovery\n", **rest: int) -> GameState:
    state = _position(HOLE.format(turn, discovery), **rest)
    home = state.seats[0].home
    assert ("399", True) in Table(state).links(state.sectors[home])
    return state


def test_a_black_hole_is_entered_for_its_discovery_tile_only() -> None:
    for discovery in ("  discovery\n", ""):
        ratings = _ratings(_hole(discovery=discovery))
        entering = [o for o in ratings if isinstance(o, Move) and o.target == "399"]
        assert bool(entering) == bool(discovery)


def test_a_second_ship_gains_nothing_in_a_black_hole() -> None:
    view = player_view(_hole(), 0)
    campaign = Campaign(Situation(view, decision_for(view.table, 0)))
    one = campaign.value("399", ("interceptor",))
    two = campaign.value("399", ("interceptor", "interceptor"))
    assert one > 0
    assert two < one


def test_no_way_leads_through_a_black_hole() -> None:
    """Whatever lies behind it is not on the way of a ship that would leave the board."""
    state = _position("sector 399 at 3.0 turn 1\nsector 395a at 4.0\n")
    behind = [name for name in state.sectors if name.startswith("395")]
    terrain = Terrain(Table(state), 0)
    home = state.seats[0].home
    assert "399" in terrain.distances("395c") or "399" in terrain.distances("395a")
    assert all(home not in terrain.distances(name) for name in behind)


AWAY = "sector 396 at 3.0\n  away 0 cruiser back=4\nsector 101 at 1.0 turn 3\n{}sector 102 at 1.3\n"


def test_a_due_ship_comes_back_first_and_away_from_danger() -> None:
    """Two sectors take it: one with a fleet of the enemy, one that is free to win."""
    enemy = "  disc 1\n  cubes money\n  ship 1 dreadnought x2\n"
    order = _greedy(_position(AWAY.format(enemy)))
    assert order == ReturnShip("cruiser", "102")


def _lasting(round_: int, techs: str = "") -> tuple[float, float]:
    state = _position("sector 397 at 3.0\n", round_, techs)
    table, sector = Table(state), state.sectors["397"]
    return lasting_income(table, 0, table.tile("397"), sector), lasting(table, 0, sector)


def test_a_supernova_is_worth_less_the_sooner_it_may_explode() -> None:
    """Late rounds and few technologies are dangerous; other sectors last for ever."""
    techs = "  techs start grid gauss_shield fusion_source improved_hull positron_computer\n"
    assert _lasting(2)[0] > _lasting(6)[0] > 0
    assert _lasting(6, techs)[0] > _lasting(6)[0]
    assert _lasting(3)[1] < _lasting(3)[0] < 1
    state = _position("sector 395a at 3.0\nsector 393 at 3.1\n")
    table = Table(state)
    assert lasting(table, 0, state.sectors["393"]) == 1
    assert lasting_income(table, 0, table.tile("393")) == 1


def test_greedy_fetches_discovery_tiles_of_a_nebula() -> None:
    """A ship goes to the part where the tile lies, none to the empty one."""
    state = _position("sector 395a at 3.0\n  discovery\nsector 395b\nsector 395c\n", round_=8)
    moves = {o: r for o, r in _ratings(state).items() if isinstance(o, Move)}
    assert max(moves.values()) > 0
    assert Table(state).places_in("3.0")


def test_zones_beside_a_divided_tile_are_explored() -> None:
    """Ratings of exploring look at the parts, not at a sector with the tile's number."""
    ratings = _ratings(_position("sector 395a at 3.0\n  ship 0 cruiser\n"))
    assert any(isinstance(order, Explore) and order.zone.startswith("4.") for order in ratings)
