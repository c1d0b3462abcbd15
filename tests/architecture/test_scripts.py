"""Own scripts stay small, and a page has no others than these and htmx."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("eclipse_site", "games", "notifications")
SCRIPTS = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.js")]
TEMPLATES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.html")]
LIMIT = 20 * 1024
"""Bytes of all own scripts together, as they are written."""


def test_own_scripts_are_small() -> None:
    assert SCRIPTS
    sizes = {path.name: path.stat().st_size for path in SCRIPTS}
    assert sum(sizes.values()) < LIMIT, sizes


def test_templates_load_own_scripts_and_htmx_only() -> None:
    """Each by its address: the policy of the site allows no script within a page."""
    loaded = set()
    for path in TEMPLATES:
        text = path.read_text()
        tags = re.findall(r"<script\b.*?</script>", text, re.DOTALL)
        found = re.findall(r'<script src="{% asset "([^"]+)" %}"[^>]*></script>', text)
        assert len(found) == len(tags), path
        assert not re.search(r"<[^>{]+ on[a-z]+=", text), path
        loaded |= set(found)
    assert loaded == {path.name for path in SCRIPTS} | {"django_htmx/htmx-2.min.js"}


def test_scripts_make_no_code_of_texts() -> None:
    """Neither do they keep anything in the browser."""
    for path in SCRIPTS:
        found = re.findall(
            r"\beval\(|new Function|innerHTML|document\.write|Storage\b", path.read_text()
        )
        assert not found, (path.name, found)
