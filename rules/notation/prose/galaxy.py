"""Sentences for what happens in the galaxy."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.effects import galaxy as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase, Seat, Sentences, Silent
from rules.state.model import NPC

TEXT = {
    "revealed": "Sector %(sector)s was turned up for zone %(zone)s.",
    "discarded": "Sector %(sector)s was discarded.",
    "refilled": "The discarded sectors of the %(ring)s were shuffled into a new stack.",
    "placed": "Sector %(sector)s was placed in zone %(zone)s.",
    "placed discovery": "Sector %(sector)s was placed in zone %(zone)s with a discovery tile.",
    "disc": "%(player)s took control of sector %(sector)s.",
    "disc moved": "%(player)s moved an influence disc from sector %(source)s to %(sector)s.",
    "disc removed": "%(player)s gave up sector %(sector)s.",
    "colonized": "%(player)s settled a %(square)s of sector %(sector)s with a %(track)s cube.",
    "colonized orbital": "%(player)s settled the orbital of sector %(sector)s with a %(track)s cube.",
    "cube": "%(player)s put a %(track)s cube on a square of sector %(sector)s.",
    "cube left": "%(player)s lost a cube on a %(square)s of sector %(sector)s.",
    "cube left orbital": "%(player)s lost the cube on the orbital of sector %(sector)s.",
    "built": "%(player)s built %(unit)s in sector %(sector)s.",
    "portal": "%(player)s opened a warp portal in sector %(sector)s.",
    "starts": "%(player)s starts with %(unit)s in sector %(sector)s.",
    "found": "%(player)s got %(unit)s in sector %(sector)s.",
    "guard": "Sector %(sector)s is guarded: %(ship)s.",
    "moved": "%(player)s moved %(ship)s from sector %(source)s to %(target)s.",
    "moved via": "%(player)s moved %(ship)s from sector %(source)s to %(target)s by way of %(way)s.",
}

SILENT: Silent = frozenset()


def revealed(effect: e.SectorRevealed, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["revealed"], {"sector": effect.sector, "zone": effect.zone})


def discarded(effect: e.SectorDiscarded, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["discarded"], {"sector": effect.sector})


def refilled(effect: e.StackRefilled, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["refilled"], {"ring": w.RINGS[effect.ring]})


def placed(effect: e.SectorPlaced, catalog: Catalog) -> Phrase:
    key = "placed discovery" if effect.discovery else "placed"
    return Phrase(TEXT[key], {"sector": effect.sector, "zone": effect.zone})


def disc(effect: e.DiscPlaced, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {"player": Seat(effect.seat), "sector": effect.sector}
    if effect.source:
        return Phrase(TEXT["disc moved"], {**params, "source": effect.source})
    return Phrase(TEXT["disc"], params)


def disc_removed(effect: e.DiscRemoved, catalog: Catalog) -> Phrase | None:
    """Nothing for a disc that is put down elsewhere: that is told there."""
    if effect.lifted:
        return None
    return Phrase(TEXT["disc removed"], {"player": Seat(effect.seat), "sector": effect.sector})


def cube_placed(effect: e.CubePlaced, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {
        "player": Seat(effect.seat),
        "sector": effect.sector,
        "track": w.RESOURCES[effect.track],
    }
    if not effect.colony:
        return Phrase(TEXT["cube"], params)
    if effect.square == "orbital":
        return Phrase(TEXT["colonized orbital"], params)
    return Phrase(TEXT["colonized"], {**params, "square": w.SQUARES[effect.square]})


def cube_left(effect: e.CubeLeft, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {"player": Seat(effect.seat), "sector": effect.sector}
    if effect.square == "orbital":
        return Phrase(TEXT["cube left orbital"], params)
    return Phrase(TEXT["cube left"], {**params, "square": w.SQUARES[effect.square]})


def structure(effect: e.StructureBuilt, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["built"],
        {
            "player": Seat(effect.seat),
            "unit": w.A_UNIT[effect.unit],
            "sector": effect.sector,
        },
    )


_PLACED = {"built": "built", "start": "starts", "discovery": "found"}


def portal(effect: e.WarpPortalPlaced, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["portal"], {"player": Seat(effect.seat), "sector": effect.sector})


def ship_placed(effect: e.ShipPlaced, catalog: Catalog) -> Phrase:
    return ships_placed(effect, 1, catalog)


def ships_placed(effect: e.ShipPlaced, number: int, catalog: Catalog) -> Phrase:
    """``number`` ships that came like this one."""
    ships = w.ships(catalog, effect.kind, number)
    if effect.owner == NPC:
        return Phrase(TEXT["guard"], {"sector": effect.sector, "ship": ships})
    return Phrase(
        TEXT[_PLACED[effect.reason]],
        {
            "player": Seat(effect.owner),
            "unit": ships,
            "sector": effect.sector,
        },
    )


def ship_moved(effect: e.ShipMoved, catalog: Catalog) -> Phrase:
    *way, target = effect.route
    params: dict[str, Param] = {
        "player": Seat(effect.seat),
        "ship": w.A_UNIT[effect.kind],
        "source": effect.source,
        "target": target,
    }
    if way:
        return Phrase(TEXT["moved via"], {**params, "way": tuple(way)})
    return Phrase(TEXT["moved"], params)


SENTENCES: Sentences = {
    e.SectorRevealed: revealed,
    e.SectorDiscarded: discarded,
    e.StackRefilled: refilled,
    e.SectorPlaced: placed,
    e.DiscPlaced: disc,
    e.DiscRemoved: disc_removed,
    e.CubePlaced: cube_placed,
    e.CubeLeft: cube_left,
    e.StructureBuilt: structure,
    e.WarpPortalPlaced: portal,
    e.ShipPlaced: ship_placed,
    e.ShipMoved: ship_moved,
}
