"""The player boards: species figures, blueprints and what their pre-printed parts add up to."""

import pytest

from rules.content import load_catalog
from rules.content.schema import Blueprint, Catalog, Trait

FIGURES = ("initiative", "energy", "computer", "shield", "hull", "movement")


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog("new_dawn")


def totals(catalog: Catalog, blueprint: Blueprint) -> tuple[int, ...]:
    """Initiative, free energy, computer, shield, hull, movement and number of dice."""
    parts = [catalog.parts[part] for part in blueprint.slots if part]
    sums = [
        getattr(blueprint.bonus, figure) + sum(getattr(part, figure) for part in parts)
        for figure in FIGURES
    ]
    return (*sums, sum(len(part.cannons) for part in parts))


STANDARD = {
    "interceptor": (3, 1, 0, 0, 0, 1, 1),
    "cruiser": (2, 1, 1, 0, 1, 1, 1),
    "dreadnought": (1, 0, 1, 0, 2, 1, 2),
    "starbase": (4, 2, 1, 0, 2, 0, 1),
}
OF_THEIR_OWN = {
    "eridani_empire": {"dreadnought": (1, 1, 1, 0, 2, 1, 2)},
    "planta": {
        "interceptor": (1, 3, 1, 0, 0, 1, 1),
        "cruiser": (1, 3, 1, 0, 1, 1, 1),
        "dreadnought": (1, 2, 1, 0, 2, 1, 2),
        "starbase": (2, 4, 2, 0, 2, 0, 1),
    },
    "orion_hegemony": {
        "interceptor": (4, 2, 0, 1, 0, 1, 1),
        "cruiser": (3, 3, 1, 1, 1, 1, 1),
        "dreadnought": (2, 3, 1, 1, 2, 1, 2),
        "starbase": (5, 2, 1, 1, 2, 0, 1),
    },
}


def test_blueprints_add_up_to_the_printed_ships(catalog: Catalog) -> None:
    for species in catalog.species.values():
        expected = STANDARD | OF_THEIR_OWN.get(species.id, {})
        found = {ship: totals(catalog, blue) for ship, blue in species.blueprints.items()}
        assert found == expected, species.id


def test_every_ship_but_the_starbase_can_move(catalog: Catalog) -> None:
    """Printed blueprints are legal: energy suffices, and only Starbases have no drive."""
    for species in catalog.species.values():
        for ship, blueprint in species.blueprints.items():
            _, energy, _, _, _, movement, _ = totals(catalog, blueprint)
            assert energy >= 0
            assert (movement == 0) == (ship == "starbase")


def test_slots_by_ship(catalog: Catalog) -> None:
    """4, 6, 8 and 5 slots; Planta has one fewer on each."""
    for species in catalog.species.values():
        counts = [len(blueprint.slots) for blueprint in species.blueprints.values()]
        assert counts == ([3, 5, 7, 4] if species.id == "planta" else [4, 6, 8, 5])


def test_parts_never_share_a_place(catalog: Catalog) -> None:
    for species in catalog.species.values():
        for blueprint in species.blueprints.values():
            assert len(set(blueprint.layout)) == len(blueprint.slots)


def test_terrans_differ_only_in_name_color_and_home(catalog: Catalog) -> None:
    terrans = [species for species in catalog.species.values() if species.kind == "terran"]
    assert len(terrans) == 6
    first = terrans[0]
    for other in terrans:
        same = ("storage", "starting_techs", "trade_rate", "activations", "reaction", "blueprints")
        assert all(getattr(other, field) == getattr(first, field) for field in same)
        assert other.build_costs == first.build_costs
        assert other.reputation_track == ("ambassador", "any", "any", "any", "any")
        assert other.traits == ()
    assert {species.color for species in terrans} == set(catalog.setup.colors)


def test_terran_board(catalog: Catalog) -> None:
    board = catalog.species["terran_federation"]
    assert (board.storage.money, board.storage.science, board.storage.materials) == (2, 3, 3)
    assert board.starting_techs == ("starbase",)
    assert board.trade_rate == (2, 1)
    assert board.activations == {
        "explore": 1,
        "influence": 2,
        "research": 1,
        "upgrade": 2,
        "build": 2,
        "move": 3,
    }
    assert board.reaction == {"upgrade": 1, "build": 1, "move": 1}
    assert (board.colony_ships, board.influence_refresh) == (3, 2)
    assert board.starting_ships == {"interceptor": 1}
    assert board.build_costs == {
        "interceptor": 3,
        "cruiser": 5,
        "dreadnought": 8,
        "starbase": 3,
        "orbital": 5,
        "monolith": 10,
    }


def test_boards_are_two_sided(catalog: Catalog) -> None:
    """Each board has a Terran and an alien side of one colour."""
    for species in catalog.species.values():
        other = catalog.species[species.other_board_side or ""]
        assert other.other_board_side == species.id
        assert other.color == species.color
        assert {species.kind, other.kind} == {"terran", "alien"}


def test_aliens_differ_as_printed(catalog: Catalog) -> None:
    species = catalog.species
    assert species["hydran_progress"].activations["research"] == 2
    assert species["planta"].activations["explore"] == 2
    assert species["planta"].colony_ships == 4
    assert species["mechanema"].activations["build"] == 3
    assert species["mechanema"].activations["upgrade"] == 3
    assert list(species["mechanema"].build_costs.values()) == [2, 4, 7, 2, 4, 8]
    assert species["orion_hegemony"].trade_rate == (4, 1)
    assert species["orion_hegemony"].starting_ships == {"cruiser": 1}
    assert species["eridani_empire"].influence_discs == 11
    assert species["eridani_empire"].starting_reputation == 2
    assert species["descendants_of_draco"].starting_techs == ()


def test_traits(catalog: Catalog) -> None:
    """Only Planta and the Descendants have powers that no figure of a board expresses."""
    traits = {s.id: [t.id for t in s.traits] for s in catalog.species.values() if s.traits}
    assert traits == {
        "planta": ["population_defenceless", "score_per_sector"],
        "descendants_of_draco": ["ancients_truce", "explore_keep_one_of", "score_per_ancient"],
    }
    planta = catalog.species["planta"]
    assert planta.trait("score_per_sector") == Trait(id="score_per_sector", value=1)
    assert planta.trait("ancients_truce") is None
    assert catalog.species["descendants_of_draco"].trait("explore_keep_one_of") == Trait(
        id="explore_keep_one_of", value=2
    )
