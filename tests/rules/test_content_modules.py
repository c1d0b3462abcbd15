"""Modules add their components to those of an edition."""

from pathlib import Path

import pytest

import rules.content
from rules.blueprint import totals
from rules.content import ContentError, load_catalog, modules_of
from rules.content.loader import read_catalog
from rules.ruleset import get_ruleset
from rules.state.model import RulesetSpec

CONTENT = Path(rules.content.__file__).parent
COLLECTIONS = ("sectors", "techs", "parts", "species", "discoveries", "npcs")


def added(module: str) -> dict[str, list[str]]:
    """The ids by which a module's catalog exceeds that of the edition alone."""
    without, with_it = load_catalog("second_dawn"), load_catalog("second_dawn", [module])
    found = {}
    for name in COLLECTIONS:
        few, many = getattr(without, name), getattr(with_it, name)
        assert {entry: many[entry] for entry in few} == few, f"{module} only adds"
        if more := [entry for entry in many if entry not in few]:
            found[name] = more
    return found


def test_modules_of_the_editions() -> None:
    events = ("black_holes", "nebulas", "pulsars", "supernovas")
    assert modules_of("new_dawn") == events
    assert set(modules_of("second_dawn")) == {*events, "extras", "warp_portals"}


def test_warp_portals() -> None:
    """Three sectors, a rare technology and a discovery tile bring portals to the galaxy."""
    assert added("warp_portals") == {
        "sectors": ["281", "381", "382"],
        "techs": ["warp_portal"],
        "discoveries": ["ancient_warp_portal"],
    }
    catalog = load_catalog("second_dawn", ["warp_portals"])
    portals = [tile for tile in catalog.sectors.values() if tile.warp_portal]
    assert [(tile.id, tile.ring) for tile in portals] == [
        ("281", "middle"),
        ("381", "outer"),
        ("382", "outer"),
    ]
    assert catalog.setup == load_catalog("second_dawn").setup


def test_extras() -> None:
    assert added("extras") == {
        "techs": ["rift_cannon"],
        "parts": ["rift_cannon", "rift_conductor", "jump_drive", "morph_shield"],
        "discoveries": [
            "rift_conductor",
            "jump_drive",
            "morph_shield",
            "money_and_choice",
            "artifact_codex",
            "reputation_codex",
        ],
        "npcs": ["ancient_alternative", "guardian_alternative", "gcds_alternative"],
    }
    catalog = load_catalog("second_dawn", ["extras"])
    assert catalog.parts["jump_drive"].jumps == 1
    assert catalog.parts["morph_shield"].repair == 1
    codex = catalog.discoveries["reputation_codex"].effect
    assert (codex.vp, codex.per, codex.every) == (1, "reputation_vp", 3)
    choice = catalog.discoveries["money_and_choice"].effect
    assert (choice.money, choice.of_choice) == (3, 3)
    variants = [npc.variant for npc in catalog.npc_variants("guardian")]
    assert variants == ["standard", "advanced", "alternative"]


def test_rift_die() -> None:
    """Two of its faces do nothing, two hurt whoever rolls it, three the enemy."""
    assert "rift" not in load_catalog("second_dawn").setup.dice
    die = load_catalog("second_dawn", ["extras"]).setup.dice["rift"]
    faces = [(face.damage, face.self_damage) for face in die.faces]
    assert faces == [(0, 0), (0, 0), (1, 0), (2, 0), (3, 1), (0, 1)]


def test_modules_may_be_named_in_any_order() -> None:
    both = load_catalog("second_dawn", ["warp_portals", "extras"])
    assert both is load_catalog("second_dawn", ("extras", "warp_portals", "extras"))
    assert both.modules == ("extras", "warp_portals")


def test_blueprints_count_the_parts_of_a_module() -> None:
    """Hull 1 and a rift die from the conductor in an empty slot."""
    catalog = load_catalog("second_dawn", ["extras"])
    printed = catalog.species["terran_union"].blueprints["interceptor"].slots
    slots = tuple(part or "rift_conductor" for part in printed)
    stats = totals(catalog, "terran_union", "interceptor", slots)
    assert (stats.hull, stats.energy, stats.cannons) == (1, 0, ("rift", "yellow"))


@pytest.mark.parametrize("module", ["extras", "moles"])
def test_a_module_that_does_not_fit_the_edition(module: str) -> None:
    expected = f"{module}: new_dawn has no such module; modules that fit it: black_holes, "
    with pytest.raises(ContentError, match=expected):
        load_catalog("new_dawn", [module])
    with pytest.raises(ValueError, match=expected):
        get_ruleset(RulesetSpec("new_dawn", (module,)))


def read_with(folder: Path, **files: str) -> None:
    folder.joinpath("module.toml").write_text('editions = ["second_dawn"]\n')
    for name, text in files.items():
        folder.joinpath(f"{name}.toml").write_text(text)
    read_catalog(CONTENT / "second_dawn", "second_dawn", {"more": folder})


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        (
            "techs",
            '[orbital]\nname = "Orbital"\ntrack = "nano"\ncost = 1\nmin_cost = 1\ncopies = 1\n'
            'effect = { kind = "build", unit = "orbital" }\n',
            "more/techs.toml, entry orbital: expected an id not yet used in techs.toml",
        ),
        ("parts", "[orb]\nname = 1\n", "more/parts.toml, entry orb: Expected `str`"),
        (
            "discoveries",
            '[x]\ncopies = 1\neffect = { kind = "part", part = "flux_capacitor" }\n',
            "more/discoveries.toml, entry x: effect: ancient part `flux_capacitor` does not exist",
        ),
        (
            "discoveries",
            '[x]\ncopies = 1\neffect = { kind = "score", vp = 1 }\n',
            "more/discoveries.toml, entry x: effect: expected per for kind score, and for no other",
        ),
        (
            "discoveries",
            '[x]\ncopies = 1\neffect = { kind = "resource" }\n',
            "more/discoveries.toml, entry x: effect: expected some units for kind `resource`",
        ),
        (
            "npcs",
            '[x]\nname = "X"\nvariant_of = "gcds"\ntiles = 1\nreputation_draws = 3\n',
            "more/npcs.toml, entry x: variant: expected a name other than standard",
        ),
        (
            "npcs",
            '[x]\nname = "X"\nvariant = "x"\nvariant_of = "gcds"\ntiles = 2\n'
            "reputation_draws = 3\n",
            "more/npcs.toml, entry x: expected tiles and reputation_draws as of `gcds`",
        ),
        (
            "module",
            'editions = ["second_dawn"]\n[dice.red]\ndamage = 4\n',
            "more/module.toml: expected dice of a new colour, there are red ones already",
        ),
        (
            "module",
            'editions = ["second_dawn"]\n[dice.pink]\n',
            "more/module.toml: Expected either the damage of a hit or faces",
        ),
    ],
)
def test_wrong_module(tmp_path: Path, file: str, text: str, expected: str) -> None:
    """What is wrong is named with the module's folder."""
    with pytest.raises(ContentError) as caught:
        read_with(tmp_path, **{file: text})
    assert str(caught.value).startswith(expected)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ('kind = "permanent", ability = "levitate"', "Invalid enum value 'levitate'"),
        ('kind = "permanent", ability = "extra_move"', "expected moves for extra_move"),
        (
            'kind = "permanent", ability = "extra_move", moves = 1, builds = 1',
            "expected builds for extra_build",
        ),
        (
            'kind = "permanent", ability = "split_damage", applies_to = ["rock"]',
            "applies_to: part `rock` does not exist",
        ),
        ('kind = "instant"', "expected one of influence_discs"),
        ('kind = "build", unit = "orbital", discoveries = 1', "and no other"),
    ],
)
def test_wrong_effect_of_a_technology(tmp_path: Path, effect: str, expected: str) -> None:
    text = (
        '[x]\nname = "X"\ntrack = "rare"\ncost = 1\nmin_cost = 1\ncopies = 1\n'
        f"effect = {{ {effect} }}\n"
    )
    with pytest.raises(ContentError) as caught:
        read_with(tmp_path, techs=text)
    assert (caught.value.file, caught.value.entry) == ("more/techs.toml", "x")
    assert expected in caught.value.expected
