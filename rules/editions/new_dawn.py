"""Eclipse: New Dawn for the Galaxy."""

from __future__ import annotations

from typing import ClassVar

from rules.editions.base import Edition


class NewDawn(Edition):
    title: ClassVar[str] = "New Dawn"
