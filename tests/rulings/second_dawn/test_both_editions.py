"""Rules that both editions share, checked with the components of Second Dawn."""

from __future__ import annotations

from rules.chance import LiveChance, ScriptedChance
from rules.effects.boards import ReputationDrawn, UpkeepPaid
from rules.effects.diplomacy import TraitorNamed
from rules.effects.flow import SeatLeft
from rules.effects.galaxy import DiscRemoved
from rules.engine import new_game, open_decisions
from rules.invariants import conservation_faults
from rules.orders import (
    Abandon,
    Accept,
    Attack,
    Build,
    ChooseSpecies,
    Colonize,
    Decline,
    Done,
    Explore,
    FitPart,
    Influence,
    KeepReputation,
    Move,
    Pass,
    Prefer,
    Propose,
    Refuse,
    Research,
    Retreat,
    ReturnCube,
    TakeControl,
    Upgrade,
    UseDiscovery,
)
from rules.state.model import RulesetSpec, Stock
from rules.table import Table
from tests.builders import HOME, RIVAL_HOME, Position

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")
ACTIONS = (Explore, Research, Upgrade, Build, Move, Influence)


def game(*species: str) -> Position:
    return Position(species or ("terran_directorate", "terran_federation"), "second_dawn")


# --- actions --------------------------------------------------------------------------------------


def test_ex_4_an_empty_stack_is_made_anew_and_without_discards_the_ring_is_closed() -> None:
    position = game()
    supply = position.state.supply
    zone = str(next(z for z in position.options(Explore) if str(z).startswith("1.")))
    supply.discards["inner"], supply.unseen["inner"] = supply.unseen["inner"][:2], []
    supply.stacks["inner"] = 0
    assert zone in position.options(Explore)
    discarded = set(supply.discards["inner"])
    position.play(Explore(zone))
    assert set(position.asked().context["sectors"]) < discarded
    closed = game()
    closed.state.supply.stacks["inner"] = 0
    assert zone not in closed.options(Explore)
    assert "No tile of the inner ring" in closed.refusal(Explore(zone))


def test_bu_1_only_beside_an_own_disc_enemies_or_not_and_last_in_the_order_of_entry() -> None:
    position = game()
    position.ship(1, "interceptor", HOME)
    position.lay("102", "1.0")
    position.ship(0, "interceptor", "102")
    assert position.options(Build, "interceptor") == (HOME,)
    position.play(Build("interceptor", HOME))
    owners = [ship.owner for ship in position.table.ships_in(position.sector(HOME))]
    assert owners == [0, 1, 0]


def test_mo_3_without_a_disc_there_is_only_passing_and_no_reaction() -> None:
    """Colony ships and trade stay open."""
    position = game()
    position.lay("201", "2.11", disc=0)
    position.seat().discs = 0
    assert not any(position.offers(action) for action in ACTIONS)
    assert position.offers(Colonize)
    position.play(Pass())
    position.play(Build("interceptor", RIVAL_HOME), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    assert not any(position.offers(action) for action in ACTIONS)


def test_co_1_beside_enemy_ships_in_an_action_but_not_in_upkeep() -> None:
    position = game()
    position.lay("201", "2.11", disc=0)
    position.ship(1, "interceptor", "201")
    assert "201" in position.options(Colonize)
    square, other = (s.name for s in position.table.tile("201").squares[:2])
    position.play(Colonize("201", square, square.rstrip("*")), Pass())
    position.fit(1, "interceptor", None, "hull")
    position.lay("101", "1.0", disc=0)
    position.play(Pass())
    assert (position.asked().seat, position.asked().kind) == (0, "upkeep")
    assert other in position.table.free_squares(position.sector("201"))
    assert position.options(Colonize) == ("101",)


def test_co_2_a_cube_comes_from_the_track_of_its_square_only() -> None:
    position = game()
    position.sector(HOME).orbital = True
    position.learn(0, "advanced_economy")
    squares = position.options(Colonize, HOME)
    assert "orbital" in squares
    assert position.options(Colonize, HOME, "orbital") == ("money", "science")
    assert position.options(Colonize, HOME, "money*") == ("money",)
    position.seat().cubes.money = 0
    assert "money*" not in position.options(Colonize, HOME)
    assert position.options(Colonize, HOME, "orbital") == ("science",)


def test_re_1_an_eighth_tile_has_the_discount_and_the_points_of_seven() -> None:
    """Minimum costs hold for it too."""
    position = game()
    seven = ["neutron_bombs", "starbase", "plasma_cannon", "phase_shield", "advanced_mining"]
    position.seat().techs["military"] = [*seven, "tachyon_source", "gluon_computer"]
    position.state.supply.techs["plasma_missile"] = 1
    position.seat().storage.science = 20
    points = [line for line in position.table.score_lines(0) if "military" in line.source]
    position.play(Research("plasma_missile"))
    assert position.seat().storage.science == 20 - 8
    assert [line for line in position.table.score_lines(0) if "military" in line.source] == points
    assert [line.amount for line in points] == [5]


def test_in_1_the_actions_own_disc_is_paid_first_and_a_disc_is_no_connection_for_itself() -> None:
    position = game()
    position.lay("102", "1.0", disc=0)
    position.remove_ships("001")
    position.seat().discs = 1
    assert "track" not in position.options(Influence)
    assert "001" not in position.options(Influence, "102")
    assert "Only the disc" in position.refusal(Influence("102", "001"))
    position.ship(0, "interceptor", "102")
    assert "001" in position.options(Influence, "102")


def test_in_2_gray_cubes_go_where_their_owner_likes_and_a_full_track_pushes_them_on() -> None:
    position = game()
    gray = next(
        tile
        for tile in position.table.catalog.sectors.values()
        if tile.ring == "middle" and any(square.name == "gray" for square in tile.squares)
    )
    position.lay(gray.id, "2.11", disc=0)
    position.settle(0, gray.id, "gray", "money")
    position.seat().cubes.science = 12
    position.play(Influence(gray.id, "track"))
    assert position.options(ReturnCube) == ("money", "materials")


def test_sd_di_1_a_part_found_after_combat_may_cover_the_hull_of_a_damaged_ship() -> None:
    """The damage is repaired at the end of the phase; no battle compares it with the hull."""
    position = game()
    position.lay("101", "1.0", discovery=True)
    ship = position.ship(0, "cruiser", "101")
    ship.damage = 1
    position.to_combat()
    position.will_discover("ion_turret")
    position.play(Decline())
    position.play(UseDiscovery())
    hull = position.table.species(0).blueprints["cruiser"].slots.index("hull") + 1
    position.play(FitPart("cruiser", hull))
    assert position.table.stats(0, "cruiser").hull == 0
    assert position.state.ships[ship.id].damage == 0


def test_refusals_have_the_right_article() -> None:
    position = game()
    refused = position.refusal(Upgrade((), (("hull", "interceptor", 4),)))
    assert "an interceptor needs a drive" in refused
    position.join("102", HOME)
    position.join("103", "102")
    assert "an interceptor has" in position.refusal(Move("interceptor", HOME, "103"))


# --- relations ------------------------------------------------------------------------------------


def neighbours() -> Position:
    position = Position(FOUR, "second_dawn")
    position.join("101", HOME, disc=1)
    return position


def test_dp_1_a_ship_against_the_other_or_half_a_wormhole_keeps_from_relations() -> None:
    position = neighbours()
    assert position.options(Propose) == (1,)
    position.ship(0, "interceptor", "101")
    assert not position.offers(Propose)
    position.remove_ships("101")
    position.seat(1).traitor = True
    assert "traitor" in position.refusal(Propose(1, "money"))


def test_dp_1_warp_portals_join_sectors_for_relations() -> None:
    """Wherever they lie; a single portal does not."""
    position = Position(FOUR, "second_dawn", ("warp_portals",))
    position.lay("381", "6.12", disc=0)
    assert not position.offers(Propose)
    position.lay("281", "4.2", disc=1)
    assert position.options(Propose) == (1,)


def test_dp_2_the_traitor_tile_passes_from_its_holder() -> None:
    """It is worth two points less."""
    position = neighbours()
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    position.seat(2).traitor = True
    position.play(Move("interceptor", HOME, "101"))
    assert TraitorNamed(0, 2) in position.play(Done())
    assert [seat.traitor for seat in position.state.seats] == [True, False, False, False]
    assert [x.amount for x in position.table.score_lines(0) if x.source == "traitor"] == [-2]


def test_dp_3_an_offer_blocks_nobody_and_is_checked_again() -> None:
    position = neighbours()
    position.play(Propose(1, "money"))
    position.play(Move("interceptor", HOME, "101"), seat=0)
    assert "against each other" in position.refusal(Accept(0, "money"), seat=1)
    position.play(Move("interceptor", "101", HOME), seat=0)
    position.play(Accept(0, "money"), seat=1)
    assert [a.seat for a in position.seat(0).ambassadors] == [1]
    refused = neighbours()
    refused.play(Propose(1, "money"))
    refused.play(Refuse(0), seat=1)
    assert "refused" in refused.refusal(Propose(1, "money"), seat=0)


# --- combat ---------------------------------------------------------------------------------------


def test_cb_4_whoever_retreats_with_all_ships_draws_for_kills_only() -> None:
    position = game()
    position.lay("102", "1.0")
    position.ship(0, "interceptor", "102")
    position.ship(1, "cruiser", "102")
    effects = position.to_combat()
    effects += position.play(Retreat(HOME), seat=0)
    while position.asked().kind == "battle":
        effects += position.play(Attack())
    drawn = [e.seat for e in effects if isinstance(e, ReputationDrawn)]
    assert drawn == [1]


def test_cb_7_one_tile_is_kept_and_a_full_track_returns_one_for_it() -> None:
    position = game()
    position.lay("102", "1.0")
    position.ship(0, "dreadnought", "102")
    position.guard("102", "ancient")
    position.fit(0, "dreadnought", "plasma_cannon", "plasma_cannon", None, None, "fusion_source")
    position.seat().reputation = [1, 1, 1, 2]
    position.play(Prefer("reputation", "ask"))
    position.will_roll("102", *(6,) * 12)
    position.to_combat()
    while position.asked().kind == "battle":
        position.play(Attack())
    assert position.asked().kind == "reputation"
    drawn = max(position.seat().drawn)
    assert position.options(KeepReputation, drawn) == (1, 2)
    position.play(KeepReputation(drawn, 2))
    assert sorted(position.seat().reputation) == sorted([1, 1, 1, drawn])


def test_cb_9_a_ship_alone_removes_a_disc_without_cubes_and_may_place_its_own() -> None:
    """Without an attack; a disc with a cube stays."""
    position = game()
    for sector, zone in (("102", "1.0"), ("201", "2.11")):
        position.lay(sector, zone, disc=1)
        position.ship(0, "interceptor", sector)
    position.fit(0, "interceptor", "hull", "hull")
    position.seat().tiles["interceptor"][1] = "hull"
    square = position.table.tile("201").squares[0].name
    position.settle(1, "201", square, square.rstrip("*"))
    effects = position.to_combat()
    assert [e.sector for e in effects if isinstance(e, DiscRemoved)] == ["102"]
    position.play(TakeControl("102"), seat=0)
    assert (position.sector("102").disc, position.sector("201").disc) == (0, 1)


# --- upkeep and cleanup ---------------------------------------------------------------------------


def test_up_1_income_first_then_trade_or_abandon_while_short_and_collapse() -> None:
    position = game()
    boards = position.seat()
    position.lay("201", "2.11", disc=0)
    boards.storage, boards.discs, boards.colony_ships = Stock(0, 2, 0), 6, 0
    position.seat(1).colony_ships = 0
    assert position.table.upkeep(0) == 7
    position.to_combat()
    assert position.asked().kind == "upkeep"
    short = position.asked().context["short"]
    assert short == 7 - position.table.production(0, "money") - boards.storage.money
    assert position.offers(Abandon)
    boards.storage = Stock(0, 0, 0)
    lost = game()
    lost.seat().storage, lost.seat().discs, lost.seat().colony_ships = Stock(), 0, 0
    lost.seat().action_discs = {}
    lost.seat(1).colony_ships = 0
    effects = lost.to_combat()
    assert [(e.seat, e.reason) for e in effects if isinstance(e, SeatLeft)] == [(0, "collapsed")]


def test_up_2_the_upkeep_of_the_last_round_is_played() -> None:
    position = game()
    position.state.round = 8
    for seat in position.state.seats:
        seat.colony_ships = 0
    effects = position.to_combat()
    assert [e.seat for e in effects if isinstance(e, UpkeepPaid)] == [0, 1]
    assert position.state.finished


def test_up_4_graveyard_cubes_return_in_cleanup_to_another_track_if_full() -> None:
    position = game()
    boards = position.seat()
    boards.cubes, boards.graveyard = Stock(11, 10, 7), Stock(money=2)
    for seat in position.state.seats:
        seat.colony_ships = 0
    position.to_combat()
    assert position.options(ReturnCube) == ("science", "materials")
    position.play(ReturnCube("materials"))
    assert boards.cubes == Stock(12, 10, 8)


# --- setup ----------------------------------------------------------------------------------------


def test_se_1_all_boards_are_chosen_counterclockwise_from_the_start_players_right() -> None:
    """The back of a board that was taken is gone."""
    chance = ScriptedChance({"start order": [1]}, otherwise=LiveChance(b"boards"))
    state, _ = new_game(RulesetSpec("second_dawn"), 3, chance)
    (decision,) = open_decisions(Table(state))
    assert decision.seat == 0
    assert len(decision.choice(ChooseSpecies).next(())) == 12  # type: ignore[union-attr]


def test_sd_se_6_there_are_as_many_ancients_as_all_sectors_show() -> None:
    """Seventeen, three more than miniatures."""
    position = game()
    shown = sum(tile.ancients for tile in position.table.catalog.sectors.values())
    assert position.state.supply.ancients == shown == 17


def test_se_2_upkeep_is_read_by_empty_circles() -> None:
    position = game()
    position.seat().discs = 9
    assert position.table.upkeep(0) == 2
    position.seat().discs = 15
    assert position.table.upkeep(0) == 0
    position.seat().discs = 13
    assert position.table.empty_circles(0) == 0


def test_se_3_a_track_that_is_completely_full_produces_nothing() -> None:
    position = game()
    position.seat().cubes = Stock(money=12, science=11, materials=10)
    produced = [position.table.production(0, kind) for kind in ("money", "science", "materials")]
    assert produced == [0, 2, 3]
    assert not conservation_faults(game().table)
