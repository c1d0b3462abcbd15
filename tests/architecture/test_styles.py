"""Many files of style, one that is delivered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from eclipse_site.stylesheet import NAME, SOURCES, StylesheetFinder, joined, sources

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "eclipse_site/templates").glob("*.html"))


def test_every_file_is_part_of_the_style_sheet() -> None:
    """A file that nobody imports would be written for nothing."""
    kept = {path.name for path in SOURCES.glob("*.css")} - {NAME}
    assert [path.name for path in sources()] == list(dict.fromkeys(p.name for p in sources()))
    assert kept == {path.name for path in sources()}


def test_the_finder_offers_the_joined_text() -> None:
    """As a file for the development server, and as one to collect."""
    found = finders.find(NAME)
    assert isinstance(found, str)
    assert Path(found).read_text() == joined()
    assert joined().startswith(sources()[0].read_text())
    finder = StylesheetFinder()
    ((name, storage),) = finder.list(None)
    assert storage.open(name, "r").read() == joined()
    assert "@import" not in joined()


def test_a_change_is_delivered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without starting anything anew."""
    (tmp_path / NAME).write_text('@import "one.css";\n')
    (tmp_path / "one.css").write_text("a { color: red; }\n")
    monkeypatch.setattr("eclipse_site.stylesheet.SOURCES", tmp_path)
    finder = StylesheetFinder()
    assert Path(finder.find(NAME)).read_text() == "a { color: red; }\n"
    (tmp_path / "one.css").write_text("a { color: blue; }\n")
    assert Path(finder.find(NAME, find_all=True)[0]).read_text() == "a { color: blue; }\n"
    assert finder.find("other.css") == []


def test_a_page_asks_for_one_style_sheet() -> None:
    """Braces are balanced too, so that no file spoils the next."""
    linked = {path.name: re.findall(r'rel="stylesheet"', path.read_text()) for path in PAGES}
    assert linked["base.html"] == ['rel="stylesheet"']
    assert all(len(links) <= 1 for links in linked.values())
    for path in sources():
        text = path.read_text()
        assert text.count("{") == text.count("}"), path.name
