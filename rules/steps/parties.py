"""Who fights whom, and where ships may retreat to: questions of the combat phase."""

from __future__ import annotations

from typing import Any

from rules.blueprint import with_article
from rules.state.model import NPC, Sector, Ship
from rules.table import Table


def sector_number(sector: str) -> int:
    """The printed number of a sector or of a part of one (``395a``)."""
    digits = len(sector) - len(sector.lstrip("0123456789"))
    return int(sector[:digits])


def descending(sectors: list[str]) -> tuple[str, ...]:
    """Sectors by number, the highest first: the order of battles (Combat Overview)."""
    return tuple(sorted(sectors, key=lambda s: (-sector_number(s), s)))


def seats_by_entry(table: Table, sector: Sector) -> tuple[int, ...]:
    """Seats with ships in the sector, by the entry of their first ship there."""
    return tuple(dict.fromkeys(s.owner for s in table.ships_in(sector) if s.owner != NPC))


def guarded_against(table: Table, seat: int, sector: Sector) -> bool:
    """Whether non-player ships in the sector fight those of ``seat``."""
    return any(table.hostile(seat, ship) for ship in table.guards_in(sector))


def contested(table: Table, sector: Sector) -> bool:
    """Whether more than one party has ships in the sector (Combat Overview)."""
    seats = seats_by_entry(table, sector)
    return len(seats) > 1 or any(guarded_against(table, seat, sector) for seat in seats)


def sole_seat(table: Table, sector: Sector) -> int | None:
    """The seat that alone has ships in the sector and fights nobody there."""
    seats = seats_by_entry(table, sector)
    if len(seats) != 1 or guarded_against(table, seats[0], sector):
        return None
    return seats[0]


def why_no_retreat(table: Table, seat: int, kind: str, sector: Sector, target: str) -> str:
    """Why ships of a type may not retreat to ``target``; an empty text if they may (Retreat)."""
    if not table.stats(seat, kind).movement:
        return f"{with_article(kind).capitalize()} has no drive and cannot retreat (Retreat)."
    if target not in table.reach(seat, sector):
        return "Ships retreat to a neighbouring sector through a wormhole (Retreat)."
    return _why_no_refuge(table, seat, table.state.sectors[target])


def _why_no_refuge(table: Table, seat: int, target: Sector) -> str:
    if target.disc != seat:
        return "Ships only retreat to a sector with your influence disc (Retreat)."
    if any(table.hostile(seat, ship) for ship in table.ships_in(target)):
        return "Ships cannot retreat to a sector with enemy ships (Retreat)."
    return ""


def retreat_targets(table: Table, seat: int, kind: str, sector: Sector) -> tuple[str, ...]:
    """Sectors to which ships of a type may retreat, by number."""
    if not table.stats(seat, kind).movement:
        return ()
    return tuple(
        sorted(
            target
            for target in table.reach(seat, sector)
            if not _why_no_refuge(table, seat, table.state.sectors[target])
        )
    )


def ship_facts(table: Table, ships: list[Ship]) -> list[dict[str, Any]]:
    """What a page shows of ships in a battle; ``hull`` is the damage that a ship survives."""
    return [
        {
            "ship": ship.id,
            "owner": ship.owner,
            "kind": ship.kind,
            "damage": ship.damage,
            "hull": table.stats(ship.owner, ship.kind).hull,
            "retreat": ship.retreat,
        }
        for ship in ships
    ]
