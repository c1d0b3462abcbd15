"""The engine learns no expansion's name: what a module does hangs on hooks and on its content."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules.expansions.hooks import EXPANSIONS, Hooks, hooks_of

ROOT = Path(rules.__file__).parent
OWN = ("expansions", "content", "notation", "policies", "docs")
"""Where expansions may be spoken of: themselves, components, words, and players."""
NAMES = re.compile(r"galactic.?event|pulsar|black.?hole|supernova|nebula", re.IGNORECASE)
ENGINE = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if path.relative_to(ROOT).parts[0] not in OWN and path.suffix == ".py"
]


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_names_no_expansion(path: Path) -> None:
    assert not NAMES.findall(path.read_text(encoding="utf-8"))


def test_engine_files_are_looked_at() -> None:
    names = {str(path.relative_to(ROOT)) for path in ENGINE}
    assert {"engine.py", "fold/galaxy.py", "steps/turn.py", "editions/base.py"} <= names


def test_a_game_without_modules_has_no_hooks() -> None:
    assert hooks_of(()) == Hooks()
    assert hooks_of(tuple(EXPANSIONS)) != Hooks()
