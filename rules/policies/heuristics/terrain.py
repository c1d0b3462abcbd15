"""Which sectors are worth fighting for, and how far they are from each other."""

from __future__ import annotations

from collections import deque
from functools import cached_property

from rules.table import Table

FARTHEST = 6
"""Wormholes beyond which no target is thought about."""


class Terrain:
    """The galaxy as the ships of a seat may move through it."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self._distances: dict[str, dict[str, int]] = {}

    @cached_property
    def blocked(self) -> set[str]:
        """Sectors with enemy ships."""
        return {s.sector for s in self.table.state.ships.values() if s.owner != self.seat}

    @cached_property
    def targets(self) -> list[str]:
        """Sectors with something to win: guarded, another's, or nobody's."""
        sectors = self.table.state.sectors.values()
        return sorted(s.id for s in sectors if s.disc != self.seat or s.id in self.blocked)

    @cached_property
    def _ways(self) -> dict[str, list[str]]:
        """Sectors that a wormhole leads to, by sector."""
        sectors = self.table.state.sectors
        return {name: self.table.reach(self.seat, sectors[name]) for name in sectors}

    def distances(self, target: str) -> dict[str, int]:
        """Wormholes between each sector and the target, on ways that no enemy blocks and that do not end
        on the way."""
        known = self._distances.get(target)
        if known is None:
            known = self._distances[target] = {target: 0}
            waiting = deque([target])
            halts = self.table.rules.halts
            while waiting:
                here = waiting.popleft()
                if known[here] == FARTHEST:
                    break
                for other in self._ways[here]:
                    if other in known:
                        continue
                    known[other] = known[here] + 1
                    if other not in self.blocked and not halts[other]:
                        waiting.append(other)
        return known
