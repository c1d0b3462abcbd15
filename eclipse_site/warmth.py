"""What a web process does before its first request, so that nobody waits for it."""

from __future__ import annotations

import gc
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.urls import get_resolver

COLLECTIONS = (20_000, 20, 50)
"""Thresholds of the three generations."""


def warm_up() -> None:
    """Compile the templates of the pages, read addresses and the content of the rules, and draw
    the pages of new games."""
    from games.views.warmth import draw_pages

    engine = engines["django"]
    for folder in map(Path, engine.template_dirs):
        if folder.is_relative_to(settings.BASE_DIR / "games") or folder.is_relative_to(
            settings.BASE_DIR / "eclipse_site"
        ):
            for path in sorted(folder.rglob("*.html")):
                engine.get_template(str(path.relative_to(folder)))
    get_resolver()._populate()
    draw_pages()
    # What is there now stays: collections need not look through it again, which takes far longer
    # than drawing a page.
    gc.collect()
    gc.freeze()
    # A page makes some hundred thousand objects that go with it; looking for cycles among the young
    # ones after every few hundred of them finds next to none.
    gc.set_threshold(*COLLECTIONS)
