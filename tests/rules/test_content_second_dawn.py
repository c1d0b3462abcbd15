"""Second Dawn's content holds exactly what is in its box, and where it differs from New Dawn."""

from collections import Counter

import pytest

from rules.blueprint import blueprint_fault, totals
from rules.content import editions, load_catalog
from rules.content.schema import RESOURCES, Catalog, Square
from rules.editions import edition_names

TRACKS = ("military", "grid", "nano")


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog("second_dawn")


@pytest.fixture
def box() -> Catalog:
    """Everything in the box: the warp portals are in it, though they may be left out."""
    return load_catalog("second_dawn", ["warp_portals"])


def test_content_is_there_before_its_rules_are() -> None:
    """Nobody is offered an edition whose rules are not written."""
    assert "second_dawn" in editions()
    assert set(edition_names()) <= set(editions())


def test_sector_tiles_in_the_box(box: Catalog) -> None:
    """54 tiles with 60 faces, for the starting tiles have two."""
    rings = Counter(tile.ring for tile in box.sectors.values())
    assert rings == {
        "center": 1,
        "inner": 10,
        "middle": 13,
        "outer": 20,
        "starting": 12,
        "guardian": 4,
    }
    assert rings.total() - rings["starting"] // 2 == box.setup.limits.shared["sector_tiles"] == 54


def test_sector_numbers(catalog: Catalog) -> None:
    """101 to 110, 201 to 211 and 214, 301 to 318, and four guardian sectors."""
    by_ring: dict[str, list[int]] = {}
    for tile in catalog.sectors.values():
        by_ring.setdefault(tile.ring, []).append(int(tile.id))
    assert by_ring["inner"] == list(range(101, 111))
    assert by_ring["middle"] == [*range(201, 212), 214]
    assert by_ring["outer"] == list(range(301, 319))
    assert by_ring["guardian"] == [271, 272, 273, 274]
    assert sorted(by_ring["starting"]) == list(range(221, 233))


def test_symbols_on_sector_tiles(catalog: Catalog) -> None:
    """More Ancients are printed than miniatures exist, so those never run out."""
    tiles = catalog.sectors.values()
    limits = catalog.setup.limits
    assert sum(tile.ancients for tile in tiles) == 17
    assert limits.shared["ancient_ship_tiles"] == catalog.npcs["ancient"].tiles == 14
    assert "ancient_ship_tiles" in limits.unlimited
    assert [tile.id for tile in tiles if tile.gcds] == ["001"]
    for tile in tiles:
        assert tile.guardian == (tile.ring == "guardian")
        assert not tile.warp_portal
        if tile.guardian or tile.ancients or tile.gcds:
            assert tile.discovery, tile.id
        if tile.ring in ("starting", "guardian"):
            assert tile.artifacts == 1
            assert tile.wormholes == (0, 1, 3, 4)


def test_some_sector_tiles_as_printed(catalog: Catalog) -> None:
    def row(number: str) -> tuple[object, ...]:
        tile = catalog.sectors[number]
        return tile.name, tile.vp, tile.wormholes, [square.name for square in tile.squares]

    center = ["money", "money", "science", "science*", "materials", "materials*"]
    assert row("001") == ("Galactic Center", 4, (0, 1, 2, 3, 4, 5), center)
    assert row("109") == ("Alpha Lacertae", 4, (1, 2, 3, 4, 5), ["money", "materials"])
    gray = ["science", "materials*", "gray*"]
    assert row("214") == ("Beta Monocerotis", 2, (0, 1, 2, 4, 5), gray)
    assert row("318") == ("Gamma Velorum", 1, (2, 3), ["materials*", "gray"])
    assert row("274") == ("Alpha Lyncis", 2, (0, 1, 3, 4), ["money", "science", "science*"])


def test_setup_cubes_lie_on_basic_squares_but_for_the_hydrans(catalog: Catalog) -> None:
    for tile in catalog.sectors.values():
        home = tile.ring == "starting"
        extra = [Square(kind="science", advanced=True, start=True)] if tile.id == "224" else []
        assert [s for s in tile.squares if s.advanced and s.start] == extra
        assert all(s.start == home for s in tile.squares if not s.advanced)


def test_technologies_in_the_box(box: Catalog) -> None:
    """114 tiles of 39 technologies: 33 on each of three tracks and 15 rare ones."""
    techs = box.techs.values()
    assert len(techs) == 39
    assert sum(t.copies for t in techs) == box.setup.limits.shared["technology_tiles"] == 114
    for track in TRACKS:
        assert [(t.cost, t.min_cost, t.copies) for t in techs if t.track == track] == [
            (2, 2, 5),
            (4, 3, 5),
            (6, 4, 5),
            (8, 5, 5),
            (10, 6, 4),
            (12, 6, 3),
            (14, 7, 3),
            (16, 8, 3),
        ]
    rare = [t for t in techs if t.track == "rare"]
    assert {t.copies for t in rare} == {1}
    costs = Counter((t.cost, t.min_cost) for t in rare)
    assert costs == {
        (5, 5): 3,
        (7, 6): 4,
        (9, 7): 3,
        (11, 8): 2,
        (13, 9): 1,
        (15, 10): 1,
        (17, 11): 1,
    }


def test_technology_effects(box: Catalog) -> None:
    techs = box.techs
    effects = Counter(tech.effect.kind for tech in techs.values())
    assert effects == {"part": 19, "build": 3, "instant": 5, "permanent": 12}
    advanced = [t.effect.resource for t in techs.values() if t.effect.resource]
    assert sorted(advanced) == sorted(RESOURCES)
    assert techs["metasynthesis"].effect.ability == "colonize_any_advanced"
    extra = {t.id: (t.effect.builds, t.effect.moves, t.effect.upgrades) for t in techs.values()}
    assert {tech: more for tech, more in extra.items() if any(more)} == {
        "nanorobots": (1, 0, 0),
        "improved_logistics": (0, 1, 0),
        "pico_modulator": (0, 0, 2),
    }
    assert not any(t.effect.applies_to_reaction for t in techs.values())
    assert techs["cloaking_device"].effect.ships_to_pin == 2
    assert techs["antimatter_splitter"].effect.applies_to == ("antimatter_cannon",)
    assert techs["ancient_labs"].effect.discoveries == 1
    assert (techs["warp_portal"].effect.warp_portals, techs["warp_portal"].effect.vp) == (1, 1)


def test_ship_parts(catalog: Catalog) -> None:
    """24 kinds on the upgrade tray, five of them for everybody; 15 ancient parts, one of each."""
    parts = catalog.parts.values()
    ancient = [part for part in parts if part.ancient]
    assert (len(parts) - len(ancient), len(ancient)) == (24, 15)
    assert {part.tiles for part in ancient} == {1}
    assert "ship_part_tiles" in catalog.setup.limits.unlimited
    assert [part.id for part in parts if not part.ancient and part.tech is None] == [
        "ion_cannon",
        "electron_computer",
        "hull",
        "nuclear_drive",
        "nuclear_source",
    ]
    assert [part.id for part in parts if part.off_grid] == ["muon_source"]
    assert not any(part.jumps or part.repair for part in parts)


def test_discovery_tiles_in_the_box(box: Catalog) -> None:
    """36 tiles of 24 kinds, with a tile for each of the ancient parts."""
    tiles = box.discoveries.values()
    assert len(tiles) == 24
    assert sum(tile.copies for tile in tiles) == box.setup.limits.shared["discovery_tiles"] == 36
    kinds = Counter[str]()
    for tile in tiles:
        kinds[tile.effect.kind] += tile.copies
    assert kinds == {
        "resource": 11,
        "technology": 3,
        "ship": 3,
        "structure": 3,
        "part": 15,
        "warp_portal": 1,
    }
    found = Counter(tile.effect.part for tile in tiles if tile.effect.part)
    assert found == Counter(part.id for part in box.parts.values() if part.ancient)
    mixed = box.discoveries["mixed_resources"].effect
    assert (mixed.money, mixed.science, mixed.materials) == (3, 2, 2)
    orbital = box.discoveries["ancient_orbital"].effect
    assert (orbital.structure, orbital.materials) == ("orbital", 2)
    assert box.discoveries["ancient_warp_portal"].effect.vp == 2


@pytest.mark.parametrize(
    ("kind", "draws", "cannons", "missiles", "figures"),
    [
        ("ancient", 1, ["yellow"] * 2, [], (1, 0, 1, 2)),
        ("ancient_advanced", 1, ["orange"], [], (1, 0, 2, 1)),
        ("guardian", 2, ["yellow"] * 3, [], (2, 0, 2, 3)),
        ("guardian_advanced", 2, ["red"], ["orange"] * 2, (1, 0, 3, 1)),
        ("gcds", 3, ["yellow"] * 4, [], (2, 0, 7, 0)),
        ("gcds_advanced", 3, ["red"], ["yellow"] * 4, (2, 0, 3, 2)),
    ],
)
def test_non_player_ships(
    catalog: Catalog,
    kind: str,
    draws: int,
    cannons: list[str],
    missiles: list[str],
    figures: tuple[int, ...],
) -> None:
    """Computer, shield, hull and initiative of both blueprints of each kind."""
    npc = catalog.npcs[kind]
    assert (list(npc.cannons), list(npc.missiles)) == (cannons, missiles)
    assert (npc.computer, npc.shield, npc.hull, npc.initiative) == figures
    assert npc.reputation_draws == draws


def test_blueprints_to_choose_from(catalog: Catalog) -> None:
    assert len(catalog.npcs) == 6
    for kind in ("ancient", "guardian", "gcds"):
        variants = catalog.npc_variants(kind)
        assert [npc.id for npc in variants] == [kind, f"{kind}_advanced"]
        assert [npc.variant for npc in variants] == ["standard", "advanced"]


def test_dice_and_reputation(catalog: Catalog) -> None:
    setup = catalog.setup
    dice = {colour: (die.count, die.damage) for colour, die in setup.dice.items()}
    assert dice == {"yellow": (8, 1), "orange": (6, 2), "blue": (6, 3), "red": (4, 4)}
    assert not any(die.faces for die in setup.dice.values())
    tiles = setup.limits.shared["reputation_tiles"]
    assert sum(setup.reputation_bag.values()) == tiles == 33


@pytest.mark.parametrize(
    ("players", "at_start", "each_cleanup", "outer", "guardians", "diplomacy"),
    [
        (2, 12, 5, 5, 4, False),
        (3, 14, 6, 8, 3, False),
        (4, 16, 7, 14, 2, True),
        (5, 18, 8, 16, 1, True),
        (6, 20, 9, 18, 0, True),
    ],
)
def test_figures_by_number_of_players(
    catalog: Catalog,
    players: int,
    at_start: int,
    each_cleanup: int,
    outer: int,
    guardians: int,
    diplomacy: bool,
) -> None:
    """Guardian sectors lie on the places two steps from the center that no player starts on."""
    row = catalog.setup.players[players]
    assert (row.tech_tiles_setup, row.tech_tiles_per_cleanup) == (at_start, each_cleanup)
    assert (row.outer_sectors, row.guardian_sectors) == (outer, guardians)
    assert row.diplomacy == diplomacy
    assert len(row.start_spots) + row.guardian_sectors == 6


STANDARD = {
    "interceptor": (3, 1, 0, 0, 0, 1),
    "cruiser": (2, 1, 1, 0, 1, 1),
    "dreadnought": (1, 0, 1, 0, 2, 1),
    "starbase": (4, 2, 1, 0, 2, 0),
}
OF_THEIR_OWN = {
    "eridani_empire": {
        "interceptor": (3, 2, 0, 0, 0, 1),
        "cruiser": (2, 2, 1, 0, 1, 1),
        "dreadnought": (1, 1, 1, 0, 2, 1),
    },
    "planta": {
        "interceptor": (1, 3, 1, 0, 0, 1),
        "cruiser": (1, 3, 1, 0, 1, 1),
        "dreadnought": (1, 2, 1, 0, 2, 1),
        "starbase": (2, 4, 2, 0, 2, 0),
    },
    "orion_hegemony": {
        "interceptor": (4, 2, 0, 1, 0, 1),
        "cruiser": (3, 3, 1, 1, 1, 1),
        "dreadnought": (2, 3, 1, 1, 2, 1),
        "starbase": (5, 2, 1, 1, 2, 0),
    },
}


def test_printed_blueprints(catalog: Catalog) -> None:
    """Initiative, free energy, computer, shield, hull and movement of every printed ship, which
    is always a legal one."""
    for species in catalog.species.values():
        expected = STANDARD | OF_THEIR_OWN.get(species.id, {})
        for ship, blueprint in species.blueprints.items():
            stats = totals(catalog, species.id, ship, blueprint.slots)
            figures = (stats.initiative, stats.energy, stats.computer, stats.shield, stats.hull)
            assert (*figures, stats.movement) == expected[ship], f"{species.id} {ship}"
            assert not blueprint_fault(catalog, species.id, ship, blueprint.slots)
        fewer = species.id == "planta"
        slots = [len(blueprint.slots) for blueprint in species.blueprints.values()]
        assert slots == [count - fewer for count in (4, 6, 8, 5)]


def test_twelve_boards(catalog: Catalog) -> None:
    """Each board has a Terran and an alien side of one colour, each with a home of its own."""
    species = catalog.species.values()
    assert Counter(s.kind for s in species) == {"terran": 6, "alien": 6}
    for side in species:
        other = catalog.species[side.other_board_side or ""]
        assert (other.color, other.other_board_side) == (side.color, side.id)
        assert catalog.sectors[side.starting_sector].home_of == side.id
        discs = side.influence_discs + side.extra_influence_discs
        assert discs == (14 if side.id == "eridani_empire" else 16)
    assert {s.color for s in species} == set(catalog.setup.colors)


def test_what_differs_from_new_dawn(catalog: Catalog) -> None:
    """Rounds, storage, costs, parts and the money for passing first are not those of New Dawn."""
    old = load_catalog("new_dawn")
    assert (old.setup.rounds, catalog.setup.rounds) == (9, 8)
    assert (old.setup.first_pass_money, catalog.setup.first_pass_money) == (0, 2)
    terrans = [c.species["terran_federation"] for c in (old, catalog)]
    assert [s.build_costs["orbital"] for s in terrans] == [5, 4]
    assert [(s.storage.money, s.storage.materials) for s in terrans] == [(2, 3), (3, 4)]
    draco = [c.species["descendants_of_draco"] for c in (old, catalog)]
    assert [s.starting_techs for s in draco] == [(), ("fusion_drive",)]
    assert draco[0].traits == draco[1].traits
    assert [c.parts["positron_computer"].initiative for c in (old, catalog)] == [1, 0]
    assert [c.parts["plasma_missile"].energy for c in (old, catalog)] == [0, -1]
    assert [c.techs["plasma_missile"].cost for c in (old, catalog)] == [14, 16]
    assert [c.npcs["gcds"].computer for c in (old, catalog)] == [1, 2]
    assert [c.sectors["102"].vp for c in (old, catalog)] == [3, 2]
