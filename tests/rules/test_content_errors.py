"""Wrong content is refused with the file, the entry and what was expected."""

import shutil
from pathlib import Path

import pytest

import rules.content
from rules.content.errors import ContentError
from rules.content.loader import load_catalog, read_catalog


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of New Dawn's files to spoil."""
    source = Path(rules.content.__file__).parent / "new_dawn"
    return Path(shutil.copytree(source, tmp_path / "new_dawn"))


def refusal(folder: Path) -> ContentError:
    with pytest.raises(ContentError) as caught:
        read_catalog(folder, "new_dawn")
    return caught.value


def spoil(folder: Path, file: str, right: str, wrong: str, *, after: str = "") -> None:
    """Replace the first `right` that follows `after`."""
    path = folder / file
    before, mark, rest = path.read_text().partition(after) if after else ("", "", path.read_text())
    assert right in rest, f"{file} does not hold {right!r} after {after!r}"
    path.write_text(before + mark + rest.replace(right, wrong, 1))


def test_an_unspoilt_copy_is_the_catalog(folder: Path) -> None:
    assert read_catalog(folder, "new_dawn") == load_catalog("new_dawn")


def test_unknown_edition_names_the_known_ones() -> None:
    with pytest.raises(ContentError, match=r"third_dawn: there is no such edition.*new_dawn"):
        load_catalog("third_dawn")


def test_missing_file(folder: Path) -> None:
    (folder / "parts.toml").unlink()
    assert str(refusal(folder)) == "parts.toml: expected this file, it is missing"


def test_not_toml(folder: Path) -> None:
    (folder / "npcs.toml").write_text("[ancient")
    assert str(refusal(folder)).startswith("npcs.toml: expected TOML in UTF-8")


def test_value_outside_a_table(folder: Path) -> None:
    (folder / "npcs.toml").write_text("ancient = 1\n")
    assert str(refusal(folder)).startswith("npcs.toml, entry ancient: expected a table")


def test_same_id_in_two_files(folder: Path) -> None:
    tile = '[101]\nname = "Castor"\nring = "outer"\nvp = 1\nwormholes = [0, 3]\n'
    (folder / "sectors_outer.toml").write_text(tile)
    error = refusal(folder)
    assert (error.file, error.entry) == ("sectors_outer.toml", "101")
    assert "not yet used in sectors.toml" in error.expected


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("vp = 2", 'vp = "2"', "Expected `int`, got `str` - at `$.vp`"),
        ("vp = 2", "", "missing required field `vp`"),
        ("vp = 2", "vp = 2\nmoons = 1", "unknown field `moons`"),
        ('kind = "money"', 'kind = "gold"', "Invalid enum value 'gold'"),
        ("wormholes = [1, 2, 3, 4, 5]", "wormholes = [1, 6]", "edge numbers from 0 to 5"),
        ("wormholes = [1, 2, 3, 4, 5]", "wormholes = [1, 1]", "different edge numbers"),
        ("vp = 2", 'vp = 2\nhome_of = "moles"', "species `moles` does not exist"),
    ],
)
def test_wrong_sector(folder: Path, right: str, wrong: str, expected: str) -> None:
    spoil(folder, "sectors.toml", right, wrong, after="[101]")
    error = refusal(folder)
    assert (error.file, error.entry) == ("sectors.toml", "101")
    assert expected in str(error)


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('part = "plasma_cannon"', 'part = "gamma_ray"', "part `gamma_ray` does not exist"),
        ('part = "plasma_cannon"', 'part = "gauss_shield"', "`gauss_shield` to need this"),
        ('kind = "part"', 'kind = "permanent"', "a part for kind `part`, and for no other"),
        ("min_cost = 4", "min_cost = 7", "at most the cost, 6"),
    ],
)
def test_wrong_technology(folder: Path, right: str, wrong: str, expected: str) -> None:
    spoil(folder, "techs.toml", right, wrong, after="[plasma_cannon]")
    error = refusal(folder)
    assert (error.file, error.entry) == ("techs.toml", "plasma_cannon")
    assert expected in str(error)


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('kind = "missile"', 'kind = "torpedo"', "Invalid enum value 'torpedo'"),
        ('["orange", "orange"]', '["green"]', "Invalid enum value 'green'"),
        ('["orange", "orange"]', '["blue"]', "die `blue` does not exist"),
    ],
)
def test_wrong_part(folder: Path, right: str, wrong: str, expected: str) -> None:
    spoil(folder, "parts.toml", right, wrong, after="[plasma_missile]")
    error = refusal(folder)
    assert (error.file, error.entry) == ("parts.toml", "plasma_missile")
    assert expected in str(error)


@pytest.mark.parametrize(
    ("part", "tech", "expected"),
    [
        ("hull", "orbital", "expected technology `orbital` to give this part"),
        ("hull", "alchemy", "technology `alchemy` does not exist"),
        ("shard_hull", "improved_hull", "expected technology `improved_hull` to give this part"),
    ],
)
def test_part_of_a_technology_that_does_not_give_it(
    folder: Path, part: str, tech: str, expected: str
) -> None:
    spoil(
        folder, "parts.toml", 'kind = "hull"', f'kind = "hull"\ntech = "{tech}"', after=f"[{part}]"
    )
    error = refusal(folder)
    assert (error.file, error.entry) == ("parts.toml", part)
    assert expected in error.expected


def test_board_side_that_does_not_answer(folder: Path) -> None:
    """Two sides of a board name each other."""
    spoil(folder, "species.toml", '"hydran_progress"', '"planta"', after="[terran_federation]")
    error = refusal(folder)
    assert (error.file, error.entry) == ("species.toml", "terran_federation")
    assert "expected `planta` to name this species" in error.expected


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ('"226"', '"999"', "sector `999` does not exist"),
        ('"226"', '"224"', "a starting tile of this species, not 224"),
        ('["starbase"]', '["star_base"]', "technology `star_base` does not exist"),
        ('"green"', '"pink"', "color `pink` does not exist"),
        ("{ money = 1, science = 1,", "{ money = 1, science = 2,", "science 1 as marked on 226"),
        ("monolith = 10", "monument = 10", "build_costs: expected exactly"),
        ("{ interceptor = 1 }", "{ corvette = 1 }", "ship `corvette` does not exist"),
        ('"ion_cannon", "nuclear', '"ion_canon", "nuclear', "part `ion_canon` does not exist"),
        ("layout = [[1, 0], ", "layout = [", "a place for each of the 3 slots, found 2"),
        ("bonus = { energy", "bonus = { glow", "unknown field `glow`"),
    ],
)
def test_wrong_species(folder: Path, right: str, wrong: str, expected: str) -> None:
    spoil(folder, "species_alien.toml", right, wrong, after="[planta]")
    error = refusal(folder)
    assert (error.file, error.entry) == ("species_alien.toml", "planta")
    assert expected in str(error)


def test_discovery_of_an_ordinary_part(folder: Path) -> None:
    spoil(folder, "discoveries.toml", 'part = "ion_turret"', 'part = "ion_cannon"')
    error = refusal(folder)
    assert (error.file, error.entry) == ("discoveries.toml", "ion_turret")
    assert "ancient part `ion_cannon` does not exist" in error.expected


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ("start_spots = [0, 3]", "start_spots = [0, 0]", "players.2: expected 2 start spots"),
        ("outer_sectors = 5", "outer_sectors = 19", "at most the 18 outer sectors"),
        ("[players.2]", "[players.two]", "Expected `int`, got `str`"),
        ("population_cubes_per_track = 11", "population_cubes_per_track = 12", "one number more"),
        ("tech_track_spaces = 7", "tech_track_spaces = 8", "tech_vp: expected one number more"),
        ('["cruiser", "starbase"]', '["cruiser"]', "size_order: expected exactly"),
    ],
)
def test_wrong_setup(folder: Path, right: str, wrong: str, expected: str) -> None:
    spoil(folder, "setup.toml", right, wrong)
    error = refusal(folder)
    assert (error.file, error.entry) == ("setup.toml", None)
    assert expected in str(error)
