"""RULINGS.md has a row for every ruling of Second Dawn that a test names."""

from __future__ import annotations

import re
from pathlib import Path

import rules

HERE = Path(__file__).parent
TEXT = (Path(rules.__file__).parent / "docs" / "RULINGS.md").read_text(encoding="utf-8")


def test_every_ruling_of_the_edition_that_has_a_test_is_explained() -> None:
    """Ids like SD-UP-3 in the names of tests have a row each."""
    tested = {
        f"SD-{area.upper()}-{number}"
        for path in HERE.glob("test_*.py")
        for area, number in re.findall(r"def test_sd_([a-z]{2})_(\d+)_", path.read_text("utf-8"))
    }
    rows = re.findall(r"^\| (SD-[A-Z]{2}-\d+) \|", TEXT, re.MULTILINE)
    assert tested
    assert tested <= set(rows)
