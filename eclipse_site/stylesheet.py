"""The style sheet: many files to work on, one that is delivered.

``eclipse_site/styles/site.css`` names the files in their order, as CSS itself would import them. The
finder offers their text as the static file ``site.css``, so that `collectstatic`, its hashed names and
whitenoise work as with any other file, and a browser asks once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

NAME = "site.css"
SOURCES = Path(__file__).resolve().parent / "styles"
_IMPORT = re.compile(r'^@import "([a-z_]+\.css)";$', re.MULTILINE)


def sources() -> list[Path]:
    """The files of the style sheet, in their order. Raises FileNotFoundError for a wrong name."""
    names = _IMPORT.findall((SOURCES / NAME).read_text())
    return [(SOURCES / name).resolve(strict=True) for name in names]


def joined() -> str:
    """The text that is delivered."""
    return "".join(path.read_text() for path in sources())


class StylesheetFinder(BaseFinder):
    """Finds ``site.css``, which lies in a temporary folder and is written anew after a change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._folder = TemporaryDirectory(prefix="stylesheet-")
        self.storage = FileSystemStorage(location=self._folder.name)

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing of it is configured."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The path of the joined file, if it is asked for."""
        if path != NAME:
            return []
        found = self._written()
        return [found] if find_all else found

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """The joined file, for `collectstatic`."""
        self._written()
        yield NAME, self.storage

    def _written(self) -> str:
        target = Path(self._folder.name) / NAME
        changed = max(path.stat().st_mtime_ns for path in (SOURCES / NAME, *sources()))
        if not target.exists() or target.stat().st_mtime_ns < changed:
            # Another thread may be reading the file, so it is replaced in one step.
            with NamedTemporaryFile("w", dir=self._folder.name, delete=False) as file:
                file.write(joined())
            os.replace(file.name, target)
        return str(target)
