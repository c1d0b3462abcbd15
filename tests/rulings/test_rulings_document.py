"""RULINGS.md says what the tests check and what the engine asks."""

from __future__ import annotations

import re
from pathlib import Path

import rules
from rules.decisions import ASKED
from rules.steps.rights import PREFERENCES

HERE = Path(__file__).parent
TEXT = (Path(rules.__file__).parent / "docs" / "RULINGS.md").read_text(encoding="utf-8")
ID = re.compile(r"def test_((?:ex|co|tr|re|di|bu|mo|in|dp|cb|up|sc|se)_\d+)_")


def test_every_ruling_that_has_a_test_is_explained() -> None:
    """The ids in the names of tests have a row each, and no row is without a test."""
    tested = {
        found.upper().replace("_", "-")
        for path in HERE.glob("test_*.py")
        for found in ID.findall(path.read_text(encoding="utf-8"))
    }
    rows = set(re.findall(r"^\| ([A-Z]{2}-\d+) \|", TEXT, re.MULTILINE))
    assert rows == tested


def test_every_decision_has_a_default_in_the_table() -> None:
    assert set(re.findall(r"^\| `(\w+)`[^|]*\|[^|]+\|[^|]+\|$", TEXT, re.MULTILINE)) >= set(ASKED)


def test_every_preference_is_listed_with_its_values() -> None:
    for name, values in PREFERENCES.items():
        (row,) = re.findall(rf"^\| `{name}` \| `.*$", TEXT, re.MULTILINE)
        assert [f"`{value}`" in row for value in values] == [True] * len(values)
        assert row.endswith(f"| `{values[0]}` |")
