"""Whether the faces and parts of sector tiles fit together."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.content.tiles import SectorTile

EDGES = tuple(range(6))

Tiles = Mapping[str, SectorTile]


def tile_faults(tiles: Tiles, tile: SectorTile) -> Iterator[str]:
    """What was expected of a tile, or of a part of one, beside the names in it."""
    yield from _edges(tile)
    yield from _belonging(tiles, tile)
    if tile.parts:
        yield from _parts(tiles, tile)
    yield from _joined(tiles, tile)
    if tile.back is not None:
        yield from _back(tiles, tile)
    yield from _uses(tile)


def _edges(tile: SectorTile) -> Iterator[str]:
    for what, edges in (("wormholes", tile.wormholes), ("edges", tile.edges)):
        if list(edges) != sorted(set(edges) & set(EDGES)):
            yield f"{what}: expected different edge numbers from 0 to 5 in rising order"
    if beyond := [edge for edge in tile.wormholes if edge not in tile.edges]:
        yield f"wormholes: expected edges of this part only, not {', '.join(map(str, beyond))}"
    if tile.ring != "part" and tile.edges != EDGES:
        yield "edges: expected all six, only a part has fewer"


def _belonging(tiles: Tiles, tile: SectorTile) -> Iterator[str]:
    """A part belongs to one tile, and so does a face that lies down at first."""
    owners = {
        "part": [other.id for other in tiles.values() if tile.id in other.parts],
        "back": [other.id for other in tiles.values() if tile.id == other.back],
    }
    for ring, of in owners.items():
        if tile.ring == ring and len(of) != 1:
            yield f"ring `{ring}`: expected one tile that names it, found {len(of)}"


def _parts(tiles: Tiles, tile: SectorTile) -> Iterator[str]:
    parts = [tiles[part] for part in tile.parts if part in tiles]
    for name in tile.parts:
        if name not in tiles or tiles[name].ring != "part":
            yield f"parts: expected `{name}` to be an entry of ring `part`"
    if tile.ring in ("part", "back") or tile.back is not None:
        yield "parts: expected none of a part or of a tile with another face"
    edges = Counter(edge for part in parts for edge in part.edges)
    if sorted(edges.elements()) != list(EDGES):
        yield "parts: expected their edges to be those of the hex, each of one part"
    if set(tile.wormholes) != {edge for part in parts for edge in part.wormholes}:
        yield "wormholes: expected those of the parts"
    if tile.squares or tile.ancients or tile.discovery or tile.disc or tile.slots:
        yield "parts: expected squares, discs, ancients and discovery tiles in the parts"


def _joined(tiles: Tiles, tile: SectorTile) -> Iterator[str]:
    beside = next((other.parts for other in tiles.values() if tile.id in other.parts), ())
    for name in tile.joined:
        if name == tile.id or name not in beside or name not in tiles:
            yield f"joined: expected other parts of its tile, not `{name}`"
        elif tile.id not in tiles[name].joined:
            yield f"joined: expected `{name}` to be joined to this part in turn"


def _back(tiles: Tiles, tile: SectorTile) -> Iterator[str]:
    back = tiles.get(tile.back or "")
    if back is None or back.ring != "back":
        yield f"back: expected `{tile.back}` to be an entry of ring `back`"
    elif back.back is not None:
        yield f"back: expected `{back.id}` to stay as it is once it lies up"


def _uses(tile: SectorTile) -> Iterator[str]:
    """What a place does has to go together."""
    if tile.slots and (not tile.disc or len(set(tile.slots)) != len(tile.slots)):
        yield "slots: expected different actions, on a tile that takes a disc"
    if len(tile.slots) == 1:
        yield "slots: expected two or more, a disc moves from one to another"
    if tile.squares and not tile.disc:
        yield "squares: expected none where no disc lies, nobody could settle them"
    if tile.returns_to is not None and (tile.disc or not tile.halts):
        yield "returns_to: expected a place without a disc that ends movements, no ship stays there"
    if tile.discovery_to == "entering" and tile.returns_to is None:
        yield "discovery_to: expected `entering` only where ships leave the board"
