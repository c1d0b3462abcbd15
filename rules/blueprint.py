"""Blueprints: what lies on the squares of a ship type and what the parts add up to."""

from __future__ import annotations

from functools import lru_cache

from rules.battle import ShipStats
from rules.content.schema import Catalog, Species
from rules.state.model import Seat

Slots = tuple[str | None, ...]

IMMOBILE = frozenset({"starbase"})
"""Ship types that may have no drive; all others need one (Upgrade Action)."""


def tiles_on(seat: Seat, ship: str) -> Slots:
    """The tiles on the slots, then one that lies beside them, if any."""
    tiles = tuple(seat.tiles[ship])
    beside = seat.beside.get(ship)
    return (*tiles, beside) if beside else tiles


def showing(printed: Slots, tiles: Slots) -> Slots:
    """The part that counts on each slot, the tile or else the printed part, and what lies beside
    the slots."""
    parts = tuple(tile or part for tile, part in zip(tiles, printed, strict=False))
    return parts + tiles[len(printed) :]


def parts_on(species: Species, seat: Seat, ship: str) -> Slots:
    """The parts of a blueprint that count, by slot; one beside the slots is last."""
    return showing(species.blueprints[ship].slots, tiles_on(seat, ship))


@lru_cache(maxsize=4096)
def _totals(
    edition: str, modules: tuple[str, ...], species: str, ship: str, slots: Slots
) -> ShipStats:
    from rules.content.loader import load_catalog

    catalog = load_catalog(edition, modules)
    bonus = catalog.species[species].blueprints[ship].bonus
    parts = [catalog.parts[part] for part in slots if part]
    return ShipStats(
        initiative=bonus.initiative + sum(p.initiative for p in parts),
        hull=bonus.hull + sum(p.hull for p in parts),
        computer=bonus.computer + sum(p.computer for p in parts),
        shield=bonus.shield + sum(p.shield for p in parts),
        movement=bonus.movement + sum(p.movement for p in parts),
        energy=bonus.energy + sum(p.energy for p in parts),
        cannons=tuple(die for p in parts for die in p.cannons),
        missiles=tuple(die for p in parts for die in p.missiles),
        repair=sum(p.repair for p in parts),
        jumps=sum(p.jumps for p in parts),
    )


def totals(catalog: Catalog, species: str, ship: str, slots: Slots) -> ShipStats:
    """Initiative, hull, computer, shield, movement, energy balance and dice of one ship type."""
    return _totals(catalog.edition, catalog.modules, species, ship, slots)


def with_article(name: str) -> str:
    """A ship type or structure with its article, for sentences."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def is_drive(catalog: Catalog, part: str) -> bool:
    return catalog.parts[part].movement > 0


def blueprint_fault(catalog: Catalog, species: str, ship: str, slots: Slots) -> str:
    """Why a blueprint with these parts is not legal: a sentence that says what would mend it.

    Empty when it is legal: consumption of energy not above production, a drive on every ship but
    the starbase and none there (Upgrade Action).
    """
    name = ship.capitalize()
    drives = [part for part in slots if part and is_drive(catalog, part)]
    if ship in IMMOBILE and drives:
        return (
            f"{name}: {with_article(ship)} may have no drive; take {catalog.parts[drives[0]].name} off it "
            "(Upgrade Action)."
        )
    if ship not in IMMOBILE and not drives:
        return f"{name}: {with_article(ship)} needs a drive; leave or place one on it (Upgrade Action)."
    short = -totals(catalog, species, ship, slots).energy
    if short <= 0:
        return ""
    consumed = -sum(min(catalog.parts[part].energy, 0) for part in slots if part)
    return (
        f"{name}: its parts consume {consumed} energy and {consumed - short} is produced; it needs "
        f"a source of {short} more or parts that consume {short} less (Upgrade Action)."
    )
