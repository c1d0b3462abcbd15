"""Files stay small enough to be read at one sitting."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 400
FOLDERS = ("rules", "games", "notifications", "eclipse_site", "tests")
FILES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".html", ".css", ".js"} and "migrations" not in path.parts
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_file_is_short(path: Path) -> None:
    """A file that grows longer is split by what it knows."""
    lines = path.read_text().count("\n")
    assert lines <= LIMIT, f"{lines} lines"
