"""Divided tiles, tiles with two faces and action slots: what does not fit together is refused."""

import shutil
from pathlib import Path

import pytest

import rules.content
from rules.content import ContentError, load_catalog
from rules.content.loader import read_catalog
from rules.editions import edition_names

CONTENT = Path(rules.content.__file__).parent
MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")

WRONG = [
    ("nebulas", "[395]", 'parts = ["395a"', 'parts = ["395d"', "`395d` to be an entry of ring"),
    ("nebulas", "[395]", 'parts = ["395a"', 'parts = ["295a"', "expected one tile that names it"),
    ("nebulas", "[395a]", 'ring = "part"', 'ring = "outer"', "`395a` to be an entry of ring"),
    ("nebulas", "[395a]", "edges = [0, 5]", "edges = [0, 1, 5]", "each of one part"),
    ("nebulas", "[395b]", "wormholes = [1, 2]", "wormholes = [1, 2, 5]", "this part only, not 5"),
    ("nebulas", "[395a]", "edges = [0, 5]", "edges = [5, 0]", "edges: expected different edge"),
    ("nebulas", "[395a]", "wormholes = [0, 5]", "wormholes = [0]", "wormholes: expected those of"),
    ("nebulas", "[395a]", 'joined = ["395b", ', 'joined = ["295b", ', "other parts of its tile"),
    ("nebulas", "[395a]", 'joined = ["395b", ', 'joined = ["395a", ', "other parts of its tile"),
    ("nebulas", "[395a]", 'joined = ["395b", ', "joined = [", "`395a` to be joined to this part"),
    ("nebulas", "[395]", "disc = false", "disc = true", "squares, discs, ancients and discovery"),
    ("black_holes", "[396]", "vp = 0", "vp = 0\nedges = [1, 2, 4, 5]", "a part has fewer"),
    ("nebulas", "[395]", "vp = 0", 'vp = 0\nback = "395x"', "or of a tile with another face"),
    ("supernovas", "[397]", 'back = "397x"', 'back = "397y"', "`397y` to be an entry of ring"),
    ("supernovas", "[397]", 'back = "397x"', 'back = "398"', "`398` to be an entry of ring `back`"),
    ("supernovas", "[397]", 'back = "397x"', 'back = "398x"', "one tile that names it, found 0"),
    ("supernovas", "[397x]", "vp = 0", 'vp = 0\nback = "398x"', "to stay as it is"),
    ("supernovas", "[397]", "vp = 0", "vp = 0\ndisc = false", "nobody could settle them"),
    ("pulsars", "[393]", 'slots = ["move", ', 'slots = ["build", ', "slots: expected different"),
    ("pulsars", "[393]", 'slots = ["move", "upgrade", "build"]', 'slots = ["move"]', "two or more"),
    ("pulsars", "[393]", 'slots = ["move", ', 'slots = ["explore", ', "Invalid enum value"),
    ("pulsars", "[393]", "vp = 1", "vp = 1\ndisc = false", "on a tile that takes a disc"),
    ("black_holes", "[396]", "halts = true", "halts = false", "without a disc that ends movements"),
    ("black_holes", "[396]", "disc = false", "disc = true", "without a disc that ends movements"),
    ("black_holes", "[396]", 'returns_to = "inner"', "", "only where ships leave the board"),
    ("black_holes", "[396]", 'returns_to = "inner"', 'returns_to = "home"', "Invalid enum value"),
]


@pytest.mark.parametrize("edition", edition_names())
def test_the_tiles_as_they_are_fit_together(edition: str) -> None:
    """Every place is a tile of a stack, a part of one, or a face of one."""
    tiles = load_catalog(edition, MODULES).sectors
    parts = [part for tile in tiles.values() for part in tile.parts]
    assert sorted(parts) == sorted(tile.id for tile in tiles.values() if tile.ring == "part")
    assert len(parts) == 6
    assert {tile.back for tile in tiles.values()} == {None, "397x", "398x"}


@pytest.mark.parametrize(("module", "entry", "right", "wrong", "expected"), WRONG)
def test_wrong_tile_is_refused(
    tmp_path: Path, module: str, entry: str, right: str, wrong: str, expected: str
) -> None:
    """The file of the module is named, and what was expected instead."""
    folder = Path(shutil.copytree(CONTENT / module, tmp_path / module))
    file = folder / "sectors.toml"
    before, mark, rest = file.read_text().partition(entry)
    assert right in rest.partition("\n[")[0]
    file.write_text(before + mark + rest.replace(right, wrong, 1))
    with pytest.raises(ContentError) as refused:
        read_catalog(CONTENT / "second_dawn", "second_dawn", {module: folder})
    assert refused.value.file == f"{module}/sectors.toml"
    assert expected in refused.value.expected
