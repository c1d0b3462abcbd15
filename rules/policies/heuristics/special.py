"""Sectors where more happens than elsewhere: what they are worth to hold, to enter, to stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.content.schema import SectorTile
from rules.expansions.galactic_events.black_holes import ROUNDS
from rules.expansions.galactic_events.supernovas import danger, stabilizing_techs
from rules.state.model import Sector
from rules.table import Table

if TYPE_CHECKING:
    from rules.policies.heuristics.situation import Situation

_ACTIVATION = 0.25
"""Points for an activation each round instead of a disc for an action."""
_AWAY = 0.15
"""Points lost for each round that a ship is off the board."""
_FOUND_LATER = 0.3
"""How much of a discovery tile is left for whoever has to send a ship for it."""
_ROUNDS_A_TECH = 3
"""Rounds in which the best track gains a technology, on average."""


# --- tiles that may be flipped -------------------------------------------------------------------


def _survival(table: Table, seat: int, sector: Sector) -> list[float]:
    """How likely a sector is to stand after the upkeep of this round and of each round to come, if
    the seat controls it."""
    techs = max(map(len, table.seat(seat).techs.values()), default=0)
    more = techs - stabilizing_techs(table, sector)
    stands, chances = 1.0, []
    for later in range(table.catalog.setup.rounds - table.state.round + 1):
        stands *= 1 - float(danger(table, sector, more + later // _ROUNDS_A_TECH, later))
        chances.append(stands)
    return chances


def lasting_income(
    table: Table, seat: int, tile: SectorTile, sector: Sector | None = None
) -> float:
    """The part of its income that a sector brings before it explodes: 1 if it never does."""
    if tile.back is None:
        return 1.0
    chances = _survival(table, seat, sector or Sector(tile.id, ""))
    return sum(chances) / len(chances)


def lasting(table: Table, seat: int, sector: Sector) -> float:
    """How likely what stands in a sector is to stand there at the end of the game."""
    if table.tile(sector.id).back is None:
        return 1.0
    return _survival(table, seat, sector)[-1]


def danger_now(table: Table, sector: Sector) -> float:
    """How likely ships that end the round in a sector are to perish with it."""
    return float(danger(table, sector)) if table.tile(sector.id).back else 0.0


# --- what a tile gives beside its squares ----------------------------------------------------------


def slots_worth(tile: SectorTile, rounds_left: int) -> float:
    """Points that action slots bring to whoever holds the sector."""
    return _ACTIVATION * (rounds_left + 1) if tile.slots else 0.0


def turned_up(situation: Situation, tile: SectorTile) -> float:
    """What a tile that takes no disc gives to whoever explores it: discovery tiles to come for."""
    places = [situation.table.catalog.sectors[part] for part in tile.parts] or [tile]
    tiles = sum(place.discovery and not place.ancients for place in places)
    return _FOUND_LATER * tiles * situation.setup.discovery_vp


# --- places without a disc -------------------------------------------------------------------------


def prize(situation: Situation, sector: Sector) -> float:
    """What ships gain that stand in a place without room for a disc when combat ends."""
    claimed = situation.table.tile(sector.id).discovery_to == "combat"
    return float(situation.setup.discovery_vp) if sector.discovery and claimed else 0.0


def entered(
    situation: Situation, sector: Sector, ships: list[tuple[int, int]], rate: float
) -> float:
    """What ships gain that leave the board in a sector, the first of them its discovery tile.

    ``ships``: cost in materials and hull of each; ``rate``: points for a unit of materials.
    """
    lost = 0.0
    for cost, hull in ships:
        for face, rounds in ROUNDS.items():
            gone = rounds > situation.rounds_left or (face == max(ROUNDS) and not hull)
            lost += (rate * cost if gone else _AWAY * rounds) / len(ROUNDS)
    return (situation.setup.discovery_vp if sector.discovery else 0.0) - lost
