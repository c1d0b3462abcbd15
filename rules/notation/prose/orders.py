"""Orders in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules import orders as o
from rules.content.schema import Catalog
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase

TEXT = {
    "choose_species": "Play the %(species)s",
    "colonize": "Settle a %(square)s in sector %(sector)s with a %(track)s cube",
    "colonize orbital": "Settle the orbital in sector %(sector)s with a %(track)s cube",
    "trade": "Trade %(give)s for %(gain)s",
    "prefer": "Set the preference %(name)s to %(value)s",
    "pass": "Pass",
    "done": "End what you are doing",
    "explore": "Explore zone %(zone)s",
    "place": "Place sector %(sector)s, %(turned)s",
    "as printed": "as printed",
    "clockwise": "turned %(degrees)s° clockwise",
    "discard": "Discard the sector",
    "control": "Place an influence disc on sector %(sector)s",
    "decline": "Decline",
    "use_discovery": "Use the discovery tile",
    "keep_discovery": "Keep the discovery tile for its victory points",
    "fit": "Put the part on square %(slot)s of the %(ship)s",
    "set_aside": "Set the part aside for a later upgrade",
    "take_tech": "Take %(tech)s",
    "influence place": "Place an influence disc from the track on sector %(target)s",
    "influence return": "Return the influence disc of sector %(source)s to the track",
    "influence move": "Move the influence disc of sector %(source)s to sector %(target)s",
    "refresh": "Turn up colony ships",
    "research": "Research %(tech)s",
    "research_rare": "Research %(tech)s for the %(track)s",
    "artifact": "Take %(resource)s for an artifact",
    "bonus": "Take %(resource)s",
    "portal": "Put the warp portal on sector %(sector)s",
    "upgrade": "Upgrade: %(steps)s",
    "upgrade nothing": "Upgrade nothing",
    "upgrade return": "remove the part on square %(slot)s of the %(ship)s",
    "upgrade place": "%(part)s on square %(slot)s of the %(ship)s",
    "build": "Build %(unit)s in sector %(sector)s",
    "move": "Move %(ship)s from sector %(source)s to %(target)s",
    "return_cube": "Return the cube to the %(track)s",
    "attack": "Attack",
    "retreat": "Retreat to sector %(sector)s",
    "assign": "Assign the dice to the ships %(ships)s",
    "bombard": "Attack the population",
    "spare": "Spare the population",
    "destroy_cube": "Destroy the cube on a %(square)s",
    "destroy orbital": "Destroy the cube on the orbital",
    "keep_reputation": "Keep a reputation tile of %(value)s",
    "keep for": "Keep a reputation tile of %(value)s and give back one of %(instead)s",
    "keep none": "Keep none of the reputation tiles",
    "abandon": "Give up sector %(sector)s",
    "resign": "Give up the game",
    "propose": "Offer %(player)s diplomatic relations, with a cube from the %(track)s",
    "accept": "Accept the relations that %(player)s offers, with a cube from the %(track)s",
    "activate": "Activate the pulsar of sector %(sector)s: one activation of %(slot)s",
    "return_ship": "Bring %(ship)s back from the black hole to sector %(sector)s",
    "refuse": "Refuse the relations that %(player)s offers",
}


def turned(sixths: int) -> Phrase:
    """How a tile is turned."""
    if not sixths:
        return Phrase(TEXT["as printed"])
    return Phrase(TEXT["clockwise"], {"degrees": 60 * sixths})


def colonize(order: o.Colonize, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {"sector": order.sector, "track": w.RESOURCES[order.track]}
    if order.square == "orbital":
        return Phrase(TEXT["colonize orbital"], params)
    return Phrase(TEXT["colonize"], {**params, "square": w.SQUARES[order.square]})


def influence(order: o.Influence, catalog: Catalog) -> Phrase:
    if order.source == "track":
        return Phrase(TEXT["influence place"], {"target": order.target})
    if order.target == "track":
        return Phrase(TEXT["influence return"], {"source": order.source})
    return Phrase(TEXT["influence move"], {"source": order.source, "target": order.target})


def upgrade(order: o.Upgrade, catalog: Catalog) -> Phrase:
    steps: list[Param] = [
        Phrase(TEXT["upgrade return"], {"ship": w.UNIT[ship], "slot": slot})
        for ship, slot in order.returns
    ]
    steps += [
        Phrase(
            TEXT["upgrade place"],
            {"part": w.part(catalog, part), "ship": w.UNIT[ship], "slot": slot},
        )
        for part, ship, slot in order.places
    ]
    if not steps:
        return Phrase(TEXT["upgrade nothing"])
    return Phrase(TEXT["upgrade"], {"steps": tuple(steps)})


def destroy(order: o.DestroyCube, catalog: Catalog) -> Phrase:
    if order.square == "orbital":
        return Phrase(TEXT["destroy orbital"])
    return Phrase(TEXT["destroy_cube"], {"square": w.SQUARES[order.square]})


def keep(order: o.KeepReputation, catalog: Catalog) -> Phrase:
    if not order.value:
        return Phrase(TEXT["keep none"])
    if not order.instead:
        return Phrase(TEXT["keep_reputation"], {"value": order.value})
    return Phrase(TEXT["keep for"], {"value": order.value, "instead": order.instead})


_SPECIAL: dict[type[o.Order], Callable[[Any, Catalog], Phrase]] = {
    o.Colonize: colonize,
    o.Influence: influence,
    o.Upgrade: upgrade,
    o.DestroyCube: destroy,
    o.KeepReputation: keep,
}

_PARAMS: dict[type[o.Order], Callable[[Any, Catalog], dict[str, Param]]] = {
    o.ChooseSpecies: lambda x, c: {"species": w.species(c, x.species)},
    o.Trade: lambda x, c: {
        "give": w.RESOURCES[x.give],
        "gain": w.amount(x.amount, x.gain),
    },
    o.Prefer: lambda x, c: {"name": x.name, "value": x.value},
    o.Explore: lambda x, c: {"zone": x.zone},
    o.PlaceSector: lambda x, c: {"sector": x.sector, "turned": turned(x.orientation)},
    o.TakeControl: lambda x, c: {"sector": x.sector},
    o.FitPart: lambda x, c: {"ship": w.UNIT[x.ship], "slot": x.slot},
    o.TakeTech: lambda x, c: {"tech": w.tech(c, x.tech)},
    o.Research: lambda x, c: {"tech": w.tech(c, x.tech)},
    o.ResearchRare: lambda x, c: {"tech": w.tech(c, x.tech), "track": w.TECH_TRACKS[x.track]},
    o.TakeArtifact: lambda x, c: {"resource": w.RESOURCES[x.resource]},
    o.TakeBonus: lambda x, c: {"resource": w.RESOURCES[x.resource]},
    o.PlacePortal: lambda x, c: {"sector": x.sector},
    o.Build: lambda x, c: {"unit": w.A_UNIT[x.unit], "sector": x.sector},
    o.Move: lambda x, c: {
        "ship": w.A_UNIT[x.ship],
        "source": x.source,
        "target": x.target,
    },
    o.ReturnCube: lambda x, c: {"track": w.TRACKS[x.track]},
    o.Retreat: lambda x, c: {"sector": x.sector},
    o.AssignDice: lambda x, c: {"ships": tuple(f"#{ship}" for ship in x.targets)},
    o.Abandon: lambda x, c: {"sector": x.sector},
    o.Propose: lambda x, c: {"player": w.Seat(x.seat), "track": w.TRACKS[x.track]},
    o.Accept: lambda x, c: {"player": w.Seat(x.seat), "track": w.TRACKS[x.track]},
    o.Refuse: lambda x, c: {"player": w.Seat(x.seat)},
    Activate: lambda x, c: {"sector": x.sector, "slot": w.ACTIONS[x.slot]},
    ReturnShip: lambda x, c: {"ship": w.A_UNIT[x.ship], "sector": x.sector},
}


def describe_order(order: o.Order, catalog: Catalog) -> Phrase:
    """The order in plain words, as on a button: ``Build a cruiser in sector 221``."""
    kind = type(order)
    if special := _SPECIAL.get(kind):
        return special(order, catalog)
    params = _PARAMS.get(kind)
    text = TEXT[str(kind.__struct_config__.tag)]
    return Phrase(text, params(order, catalog) if params else {})
