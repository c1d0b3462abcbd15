"""Blueprints: what lies on the squares of a ship type and what the parts add up to."""

from __future__ import annotations

from functools import lru_cache

from rules.battle import ShipStats
from rules.content.schema import Catalog, Species
from rules.state.model import Seat

Slots = tuple[str | None, ...]


def parts_on(species: Species, seat: Seat, ship: str) -> Slots:
    """The part that counts on each slot: the tile, or else the printed part."""
    printed = species.blueprints[ship].slots
    return tuple(tile or part for tile, part in zip(seat.tiles[ship], printed, strict=True))


@lru_cache(maxsize=4096)
def _totals(edition: str, species: str, ship: str, slots: Slots) -> ShipStats:
    from rules.content.loader import load_catalog

    catalog = load_catalog(edition)
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
    )


def totals(catalog: Catalog, species: str, ship: str, slots: Slots) -> ShipStats:
    """Initiative, hull, computer, shield, movement, energy balance and dice of one ship type."""
    return _totals(catalog.edition, species, ship, slots)
