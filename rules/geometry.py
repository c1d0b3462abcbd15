"""Hexes of the galaxy: axial coordinates, edges, rings and the names of zones.

Flat-top hexes. Edge 0 is the top one, the others follow clockwise. A *zone* is a position on the
table, whether a sector lies there or not. Its name is ``ring.index``: the ring counted from the
Galactic Center, and the index counted clockwise from the top (``0.0`` is the center itself).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

Axial = tuple[int, int]

DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
CENTER = "0.0"


def opposite(edge: int) -> int:
    """The edge of the neighbouring hex that touches ``edge``."""
    return (edge + 3) % 6


def neighbour(at: Axial, edge: int) -> Axial:
    dq, dr = DIRECTIONS[edge]
    return at[0] + dq, at[1] + dr


def ring_of(at: Axial) -> int:
    """Distance from the Galactic Center in hexes."""
    q, r = at
    return max(abs(q), abs(r), abs(q + r))


def ring_hexes(ring: int) -> Iterator[Axial]:
    """The hexes of a ring, clockwise from the top."""
    if ring == 0:
        yield 0, 0
        return
    at = (0, -ring)
    for edge in (2, 3, 4, 5, 0, 1):
        for _ in range(ring):
            yield at
            at = neighbour(at, edge)


@cache
def _ring_index(ring: int) -> dict[Axial, int]:
    return {at: index for index, at in enumerate(ring_hexes(ring))}


@cache
def zone_name(at: Axial) -> str:
    ring = ring_of(at)
    return f"{ring}.{_ring_index(ring)[at]}"


@cache
def zone_at(name: str) -> Axial:
    """Coordinates of the zone called ``name``.

    Raises ``ValueError`` when no zone is called so.
    """
    ring, dot, index = name.partition(".")
    if not (dot and ring.isdecimal() and index.isdecimal()) or int(ring) > 60:
        raise ValueError(f"a zone is written ring.index, as in 3.14; {name!r} is not")
    hexes = tuple(ring_hexes(int(ring)))
    if int(index) >= len(hexes):
        raise ValueError(f"ring {ring} has the indexes 0 to {len(hexes) - 1}; {name!r} is none")
    return hexes[int(index)]


@cache
def zone_neighbours(name: str) -> tuple[str, ...]:
    """Names of the six zones around, by edge."""
    at = zone_at(name)
    return tuple(zone_name(neighbour(at, edge)) for edge in range(6))


def start_zone(spot: int) -> str:
    """The start spot in direction ``spot``: two hexes straight from the center."""
    dq, dr = DIRECTIONS[spot]
    return zone_name((2 * dq, 2 * dr))


def turned(wormholes: tuple[int, ...], orientation: int) -> frozenset[int]:
    """Edges with a wormhole after turning a tile clockwise by ``orientation`` sixths."""
    return _turned(wormholes, orientation % 6)


@cache
def _turned(wormholes: tuple[int, ...], orientation: int) -> frozenset[int]:
    return frozenset((edge + orientation) % 6 for edge in wormholes)
