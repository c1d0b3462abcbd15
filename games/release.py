"""Which program draws the pages: what an earlier one drew is not shown after an update."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings

DRAWS = ("eclipse_site", "games", "rules")
"""Packages that pages come from."""
KINDS = frozenset({".py", ".html", ".css", ".js", ".svg", ".toml", ".mo"})


@lru_cache(maxsize=1)
def release() -> str:
    """A fingerprint of the program's files, read once a process."""
    found = hashlib.sha256()
    for package in DRAWS:
        for path in sorted((Path(settings.BASE_DIR) / package).rglob("*")):
            if path.suffix in KINDS and path.is_file():
                found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]
