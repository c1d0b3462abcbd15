"""A fact that is said before an order is given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """One consequence with a symbol; ``bad``: the player loses something."""

    symbol: str
    text: str
    bad: bool = False
