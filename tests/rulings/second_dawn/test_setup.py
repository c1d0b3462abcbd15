"""Setup of Second Dawn: the map by number of players, blueprints, technology tiles, boards."""

from __future__ import annotations

import pytest

from rules.chance import LiveChance, ScriptedChance
from rules.content import load_catalog
from rules.effects.flow import GuardSectorsDrawn
from rules.engine import new_game, open_decisions, play
from rules.invariants import conservation_faults
from rules.orders import ChooseSpecies
from rules.state.model import NPC, GameState, RulesetSpec
from rules.table import Table
from tests.builders import Position

CATALOG = load_catalog("second_dawn")
TERRANS = tuple(s.id for s in CATALOG.species.values() if s.kind == "terran")
ALIENS = tuple(s.id for s in CATALOG.species.values() if s.kind == "alien")


def fresh(
    players: int, seed: bytes = b"setup", modules: tuple[str, ...] = (), **options: object
) -> GameState:
    spec = RulesetSpec("second_dawn", modules, options)
    state, _ = new_game(spec, players, LiveChance(seed), TERRANS[:players])
    assert not conservation_faults(Table(state))
    return state


@pytest.mark.parametrize(
    ("players", "tiles", "outer"), [(2, 12, 5), (3, 14, 8), (4, 16, 14), (5, 18, 16), (6, 20, 18)]
)
def test_setup_by_number_of_players(players: int, tiles: int, outer: int) -> None:
    """Size of the outer stack; so many tiles on the board that are not rare (Setup)."""
    state = fresh(players)
    rare = {t.id for t in CATALOG.techs.values() if t.track == "rare"}
    assert sum(n for tech, n in state.supply.techs.items() if tech not in rare) == tiles
    assert state.supply.stacks == {"inner": 10, "middle": 12, "outer": outer}


def test_sd_se_1_rare_tiles_lie_beside_those_that_are_drawn() -> None:
    """Rare tiles come out of the same bag and do not count toward the number: over some games
    there are always twelve others, and from none to many rare ones."""
    rare = {t.id for t in CATALOG.techs.values() if t.track == "rare"}
    found = set()
    for seed in range(12):
        state = fresh(2, bytes([seed]))
        on_board = state.supply.techs
        found.add(sum(n for tech, n in on_board.items() if tech in rare))
        assert sum(n for tech, n in on_board.items() if tech not in rare) == 12
        assert all(n == 1 for tech, n in on_board.items() if tech in rare)
    assert len(found) > 1


def test_sd_se_2_cleanup_draws_regular_tiles_until_there_are_enough() -> None:
    """A bag of two rare tiles and two others: five are wanted, all four come."""
    position = Position(edition="second_dawn")
    supply = position.state.supply
    bag = supply.tech_bag
    rare = [t.id for t in CATALOG.techs.values() if t.track == "rare" and bag.get(t.id)][:2]
    regular = [t for t in bag if t not in rare and CATALOG.techs[t].track != "rare"][:2]
    before = sum(supply.techs.values())
    supply.tech_bag = dict.fromkeys((*rare, *regular), 1)
    position.to_combat()
    assert sum(position.state.supply.techs.values()) == before + 4
    assert all(position.state.supply.techs[tech] for tech in (*rare, *regular))


@pytest.mark.parametrize("players", range(2, 7))
def test_sd_se_4_every_empty_start_zone_holds_a_guardian_sector(players: int) -> None:
    """All six start zones are taken: by homes, and by sectors with a Guardian, a discovery tile
    and a wormhole toward the center (Setup)."""
    state = fresh(players)
    table = Table(state)
    start_zones = {f"2.{2 * spot}" for spot in range(6)}
    assert start_zones <= set(state.zones)
    homes = [seat.home for seat in state.seats]
    guarded = [state.zones[zone] for zone in sorted(start_zones) if state.zones[zone] not in homes]
    assert len(guarded) == 6 - players
    for sector in guarded:
        placed = state.sectors[sector]
        assert table.tile(sector).ring == "guardian"
        assert placed.discovery
        assert [(s.owner, s.kind) for s in table.ships_in(placed)] == [(NPC, "guardian")]
        inward = (int(placed.zone.partition(".")[2]) // 2 + 3) % 6
        assert inward in table.wormholes(placed)


def test_sd_se_4_guardian_sectors_are_drawn_by_chance() -> None:
    """Other seeds lay other sectors; the draw is told and stored with its outcomes."""
    spec = RulesetSpec("second_dawn")
    laid = set()
    for seed in range(8):
        _, event = new_game(spec, 5, LiveChance(bytes([seed])), TERRANS[:5])
        (drawn,) = (e for e in event.effects if isinstance(e, GuardSectorsDrawn))
        assert len(drawn.draws) == len(drawn.sectors) == 1
        laid.add(drawn.sectors)
    assert len(laid) > 1


def test_center_has_its_defence_and_a_discovery_tile() -> None:
    """The Galactic Center is laid with the GCDS and a discovery tile."""
    state = fresh(3)
    center = state.sectors[state.zones["0.0"]]
    assert center.discovery
    assert [s.kind for s in Table(state).ships_in(center)] == ["gcds"]


# --- blueprints of ships without a player --------------------------------------------------------


def test_sd_se_3_the_first_blueprint_is_used_unless_the_table_says_otherwise() -> None:
    """Without an option all three kinds use the standard blueprint."""
    table = Table(fresh(2))
    assert table.stats(NPC, "ancient").cannons == ("yellow", "yellow")
    assert (table.stats(NPC, "guardian").hull, table.stats(NPC, "gcds").hull) == (2, 7)


def test_a_table_chooses_its_blueprints() -> None:
    """Each kind by itself: the advanced GCDS and Guardian with the standard Ancient."""
    table = Table(fresh(2, blueprint_gcds="advanced", blueprint_guardian="advanced"))
    assert table.stats(NPC, "gcds").missiles == ("yellow",) * 4
    assert table.stats(NPC, "gcds").cannons == ("red",)
    assert table.stats(NPC, "guardian").missiles == ("orange", "orange")
    assert table.stats(NPC, "ancient").hull == 1


def test_blueprints_can_be_drawn() -> None:
    """Both blueprints of a kind come up."""
    found = {
        fresh(2, bytes([n]), blueprint_ancient="drawn").npc_blueprints["ancient"] for n in range(8)
    }
    assert found == {"ancient", "ancient_advanced"}


def test_unknown_blueprint_is_refused_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match="standard, advanced, drawn, not 'big'"):
        fresh(2, blueprint_gcds="big")


# --- boards --------------------------------------------------------------------------------------


def test_sd_se_5_all_twelve_boards_can_be_chosen() -> None:
    """Terrans and aliens are offered; a chosen board takes its other side out of the choice."""
    chance = ScriptedChance({"start order": [0]}, otherwise=LiveChance(b"choice"))
    state, _ = new_game(RulesetSpec("second_dawn"), 2, chance)
    (decision,) = open_decisions(Table(state))
    choice = decision.choice(ChooseSpecies)
    assert choice is not None
    assert set(choice.candidates(())) == {*TERRANS, *ALIENS}
    assert len(TERRANS) == len(ALIENS) == 6
    other = CATALOG.species[ALIENS[0]].other_board_side
    play(state, 1, decision.seat, ChooseSpecies(ALIENS[0]), chance)
    (decision,) = open_decisions(Table(state))
    choice = decision.choice(ChooseSpecies)
    assert choice is not None
    assert set(choice.candidates(())) == {*TERRANS, *ALIENS} - {ALIENS[0], other}


@pytest.mark.parametrize("species", [*TERRANS, *ALIENS])
def test_every_board_is_set_up_as_printed(species: str) -> None:
    """Home, storage, ships, cubes, discs and colony ships of each board; one disc at home."""
    board = CATALOG.species[species]
    rival = next(t for t in TERRANS if t not in (species, board.other_board_side))
    position = Position((species, rival), "second_dawn")
    boards = position.seat()
    home = position.sector(board.starting_sector)
    assert boards.home == home.id
    assert (home.zone, home.disc) == ("2.0", 0)
    assert boards.discs == board.influence_discs - 1
    assert boards.colony_ships == board.colony_ships
    assert [boards.storage.of(k) for k in ("money", "science", "materials")] == [
        board.storage.money, board.storage.science, board.storage.materials,
    ]  # fmt: skip
    ships = [s.kind for s in position.table.own_ships_in(0, home)]
    assert ships == [kind for kind, n in board.starting_ships.items() for _ in range(n)]
    assert len(boards.reputation) == board.starting_reputation
    assert {t for track in boards.techs.values() for t in track} == set(board.starting_techs)
    assert not conservation_faults(position.table)


def test_warp_portal_sectors_and_tiles_come_with_the_module_only() -> None:
    """281, 381, 382, the rare technology and the discovery tile are in the supply if the module
    is played, and nowhere otherwise."""
    without, with_them = fresh(6), fresh(6, modules=("warp_portals",))
    assert not {"281", "381", "382"} & {t for r in without.supply.unseen.values() for t in r}
    assert "281" in with_them.supply.unseen["middle"]
    assert {"381", "382"} <= set(with_them.supply.unseen["outer"])
    assert with_them.supply.stacks == {"inner": 10, "middle": 13, "outer": 18}
    assert "ancient_warp_portal" in with_them.supply.discoveries
    assert "ancient_warp_portal" not in without.supply.discoveries
