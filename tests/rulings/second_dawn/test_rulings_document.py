"""Every ruling of Second Dawn in RULINGS.md has a test, and every test a ruling."""

from __future__ import annotations

import re
from pathlib import Path

import rules

HERE = Path(__file__).parent
TEXT = (Path(rules.__file__).parent / "docs" / "RULINGS.md").read_text(encoding="utf-8")
ROWS = set(re.findall(r"^\| SD-([A-Z]{2}-\d+) \|", TEXT, re.MULTILINE))


def ids(prefix: str) -> set[str]:
    """Ids in the names of tests, as in the document."""
    return {
        f"{area.upper()}-{number}"
        for path in HERE.glob("test_*.py")
        for area, number in re.findall(
            rf"def test_{prefix}([a-z]{{2}})_(\d+)_", path.read_text("utf-8")
        )
    }


def test_every_ruling_of_the_edition_that_has_a_test_is_explained() -> None:
    """Ids like SD-UP-3 in the names of tests have a row each."""
    assert ids("sd_")
    assert ids("sd_") <= ROWS


def test_every_ruling_of_the_edition_has_a_test() -> None:
    """By its own id, or by that of the rule which it applies to this edition."""
    assert ids("(?:sd_)?") >= ROWS
