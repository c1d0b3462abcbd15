"""New Dawn's content holds exactly the components that the rule book lists."""

from collections import Counter

import pytest

from rules.content import load_catalog
from rules.content.loader import editions
from rules.content.schema import RESOURCES, Catalog

TERRANS = {"221", "223", "225", "227", "229", "231"}
ALIENS = {"222", "224", "226", "228", "230", "232"}


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog("new_dawn")


def test_new_dawn_is_an_edition() -> None:
    assert "new_dawn" in editions()


def test_catalog_is_read_once() -> None:
    assert load_catalog("new_dawn") is load_catalog("new_dawn")


def test_sector_tiles_by_ring(catalog: Catalog) -> None:
    """37 hexes to explore: 8 inner, 11 middle and 18 outer; one center; 6 two-sided starts."""
    rings = Counter(tile.ring for tile in catalog.sectors.values())
    assert rings == {"center": 1, "inner": 8, "middle": 11, "outer": 18, "starting": 12}


def test_sector_numbers_tell_the_ring(catalog: Catalog) -> None:
    """Explorable tiles are numbered through: 101 to 108, 201 to 211, 301 to 318."""
    for ring, first, last in (("inner", 101, 108), ("middle", 201, 211), ("outer", 301, 318)):
        numbers = [int(tile.id) for tile in catalog.sectors.values() if tile.ring == ring]
        assert numbers == list(range(first, last + 1))


def test_starting_faces(catalog: Catalog) -> None:
    """Six Terran faces with odd numbers, six alien faces with even ones."""
    homes = {"terran": set[str](), "alien": set[str]()}
    for species in catalog.species.values():
        homes[species.kind].add(species.starting_sector)
        assert catalog.sectors[species.starting_sector].home_of == species.id
    assert homes == {"terran": TERRANS, "alien": ALIENS}


def test_symbols_on_sector_tiles(catalog: Catalog) -> None:
    """14 Ancients are printed, and a discovery symbol for each of the 21 discovery tiles."""
    tiles = catalog.sectors.values()
    assert sum(tile.ancients for tile in tiles) == 14
    assert sum(tile.discovery for tile in tiles) == 21
    assert [tile.id for tile in tiles if tile.gcds] == ["001"]
    artifacts = {tile.id for tile in tiles if tile.artifacts} - TERRANS - ALIENS
    assert artifacts == {"001", "102", "105", "204", "211", "301", "302", "303"}
    assert all(tile.artifacts for tile in tiles if tile.ring == "starting")


def test_wormholes_of_the_tiles(catalog: Catalog) -> None:
    """The center has six wormholes, starting tiles the same four, every tile at least two."""
    assert catalog.sectors["001"].wormholes == (0, 1, 2, 3, 4, 5)
    assert all(len(tile.wormholes) >= 2 for tile in catalog.sectors.values())
    assert all(
        tile.wormholes == (0, 1, 3, 4)
        for tile in catalog.sectors.values()
        if tile.ring == "starting"
    )


def test_some_sector_tiles_as_printed(catalog: Catalog) -> None:
    def row(number: str) -> tuple[object, ...]:
        tile = catalog.sectors[number]
        return tile.name, tile.vp, tile.wormholes, [square.name for square in tile.squares]

    assert row("001")[3] == ["science", "science*", "materials", "materials*", "gray", "gray"]
    assert row("101") == ("Castor", 2, (1, 2, 3, 4, 5), ["money", "materials", "materials*"])
    assert row("102") == ("Pollux", 3, (0, 2, 3, 5), ["science", "science*"])
    assert row("205") == ("Mu Herculis", 1, (2, 3, 4), ["money", "money*", "science*"])
    assert row("318") == ("Gamma Velorum", 1, (2, 3), ["materials*", "gray"])


def test_setup_cubes_lie_on_basic_squares_but_for_the_hydrans(catalog: Catalog) -> None:
    """Setup puts a cube on each basic square; the Hydrans also on advanced science."""
    for tile in catalog.sectors.values():
        advanced = [square.kind for square in tile.squares if square.start and square.advanced]
        assert advanced == (["science"] if tile.id == "224" else [])
        basic = [square for square in tile.squares if not square.advanced]
        assert all(square.start == (tile.ring == "starting") for square in basic)


def test_technologies(catalog: Catalog) -> None:
    """96 tiles of 24 technologies, 8 and 32 tiles on each track, at the same eight costs."""
    techs = catalog.techs.values()
    assert len(techs) == 24
    assert sum(tech.copies for tech in techs) == catalog.setup.limits.shared["technology_tiles"]
    assert sum(tech.copies for tech in techs) == 96
    for track in ("military", "grid", "nano"):
        rows = [(t.cost, t.min_cost, t.copies) for t in techs if t.track == track]
        assert rows == [
            (2, 2, 5),
            (4, 3, 5),
            (6, 4, 5),
            (8, 5, 4),
            (10, 6, 4),
            (12, 6, 3),
            (14, 7, 3),
            (16, 8, 3),
        ]


def test_technology_effects(catalog: Catalog) -> None:
    effects = Counter(tech.effect.kind for tech in catalog.techs.values())
    assert effects == {"part": 12, "build": 3, "instant": 3, "permanent": 6}
    assert catalog.techs["quantum_grid"].effect.influence_discs == 2
    assert catalog.techs["advanced_robotics"].effect.influence_discs == 1
    assert catalog.techs["artifact_key"].effect.resources_per_artifact == 5
    assert catalog.techs["nanorobots"].effect.builds == 1
    assert not catalog.techs["nanorobots"].effect.applies_to_reaction
    assert "diplomacy" not in catalog.techs["wormhole_generator"].effect.applies_to
    advanced = [t.effect.resource for t in catalog.techs.values() if t.effect.resource]
    assert sorted(advanced) == sorted(RESOURCES)


def test_ship_parts(catalog: Catalog) -> None:
    """154 tiles of 17 parts, five of them for everybody; six ancient parts come on top."""
    ordinary = [part for part in catalog.parts.values() if not part.ancient]
    assert len(ordinary) == 17
    assert sum(part.tiles or 0 for part in ordinary) == 154
    assert {part.id for part in ordinary if part.tech is None} == {
        "ion_cannon",
        "electron_computer",
        "hull",
        "nuclear_drive",
        "nuclear_source",
    }
    assert sum(part.ancient for part in catalog.parts.values()) == 6


def test_some_ship_parts_as_printed(catalog: Catalog) -> None:
    """Computers of this edition give initiative, and its missiles cost no energy."""
    positron = catalog.parts["positron_computer"]
    assert (positron.computer, positron.initiative, positron.energy) == (2, 1, -1)
    missile = catalog.parts["plasma_missile"]
    assert (missile.missiles, missile.energy) == (("orange", "orange"), 0)
    flux = catalog.parts["flux_shield"]
    assert (flux.shield, flux.energy, flux.initiative) == (3, -2, 0)
    drive = catalog.parts["conformal_drive"]
    assert (drive.movement, drive.initiative, drive.energy) == (4, 2, -2)


def test_discovery_tiles(catalog: Catalog) -> None:
    """21 tiles: three of each resource, of technology and of cruiser, six ancient parts."""
    tiles = catalog.discoveries.values()
    assert sum(tile.copies for tile in tiles) == 21
    kinds = Counter[str]()
    for tile in tiles:
        kinds[tile.effect.kind] += tile.copies
    assert kinds == {"resource": 9, "technology": 3, "ship": 3, "part": 6}
    amounts = [(t.effect.money, t.effect.science, t.effect.materials) for t in tiles]
    assert amounts[:3] == [(8, 0, 0), (0, 5, 0), (0, 0, 6)]
    assert {tile.effect.part for tile in tiles if tile.effect.part} == {
        part.id for part in catalog.parts.values() if part.ancient
    }


def test_non_player_ships(catalog: Catalog) -> None:
    ancient, gcds = catalog.npcs["ancient"], catalog.npcs["gcds"]
    assert (ancient.cannons, ancient.computer, ancient.hull) == (("yellow",) * 2, 1, 1)
    assert (ancient.initiative, ancient.tiles, ancient.reputation_draws) == (2, 21, 1)
    assert (gcds.cannons, gcds.computer, gcds.hull) == (("yellow",) * 4, 1, 7)
    assert (gcds.initiative, gcds.tiles, gcds.reputation_draws) == (0, 1, 3)


def test_pieces_of_the_common_supply(catalog: Catalog) -> None:
    setup = catalog.setup
    assert sum(setup.reputation_bag.values()) == setup.limits.shared["reputation_tiles"] == 32
    assert {color: die.count for color, die in setup.dice.items()} == {
        "yellow": 8,
        "orange": 6,
        "red": 4,
    }
    assert [die.damage for die in setup.dice.values()] == [1, 2, 4]
    assert setup.limits.shared["ancient_ship_tiles"] == 21
    assert setup.limits.shared["orbital_monolith_tiles"] == 22


def test_pieces_of_each_player(catalog: Catalog) -> None:
    """33 cubes fill three tracks of 11; of 16 discs 3 enter through technologies."""
    limits, setup = catalog.setup.limits.per_player, catalog.setup
    assert limits["population_cubes"] == 33 == 3 * setup.population_cubes_per_track
    assert limits["influence_discs"] == 16
    extra = sum(tech.effect.influence_discs for tech in catalog.techs.values())
    for species in catalog.species.values():
        discs = species.influence_discs + species.extra_influence_discs
        assert species.extra_influence_discs == extra == 3
        assert discs == (14 if species.id == "eridani_empire" else 16)
    ships = {"interceptor": 8, "cruiser": 4, "dreadnought": 2, "starbase": 4}
    assert {ship: limits[ship] for ship in ships} == ships
    assert len(setup.colors) == 6


def test_tracks(catalog: Catalog) -> None:
    """Upkeep and production grow as discs and cubes leave; a full track produces nothing."""
    setup = catalog.setup
    upkeep = setup.influence_upkeep
    assert len(upkeep.printed_left_to_right) == 13
    assert upkeep.by_empty_circles == (0, *reversed(upkeep.printed_left_to_right))
    assert setup.production_by_cubes_off == (2, 3, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28)
    assert setup.production_full_track == 0
    assert setup.tech_discount == (0, 1, 2, 3, 4, 6, 8)
    assert setup.tech_vp == (0, 0, 0, 0, 1, 2, 3, 5)


@pytest.mark.parametrize(
    ("players", "at_start", "each_cleanup", "outer", "diplomacy"),
    [
        (2, 12, 4, 5, False),
        (3, 14, 6, 10, False),
        (4, 16, 7, 14, True),
        (5, 18, 8, 16, True),
        (6, 20, 9, 18, True),
    ],
)
def test_figures_by_number_of_players(
    catalog: Catalog,
    players: int,
    at_start: int,
    each_cleanup: int,
    outer: int,
    diplomacy: bool,
) -> None:
    row = catalog.setup.players[players]
    assert (row.tech_tiles_setup, row.tech_tiles_per_cleanup) == (at_start, each_cleanup)
    assert (row.outer_sectors, row.diplomacy) == (outer, diplomacy)
    assert len(row.start_spots) == players


def test_rounds_and_points(catalog: Catalog) -> None:
    setup = catalog.setup
    assert setup.rounds == 9
    points = (setup.discovery_vp, setup.monolith_vp, setup.ambassador_vp, setup.traitor_vp)
    assert points == (2, 3, 1, -2)
    assert (setup.reputation_max, setup.reputation_keep) == (5, 1)
