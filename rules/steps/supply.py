"""The common supply of tiles that may run out."""

from __future__ import annotations

from rules.effects.boards import DiscoveriesReturned
from rules.play import Play


def discoveries_left(play: Play) -> int:
    """Discovery tiles in the supply; one that has run out is made anew of the discarded tiles."""
    supply = play.state.supply
    if not supply.discovery_pile and supply.discarded_discoveries:
        play.emit(DiscoveriesReturned())
    return supply.discovery_pile
