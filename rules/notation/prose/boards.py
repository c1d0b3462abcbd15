"""Sentences for what happens on the boards of a player."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.effects import boards as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Phrase, Seat, Sentences, Silent

TEXT = {
    "paid": "%(player)s paid %(amount)s.",
    "gained": "%(player)s received %(amount)s.",
    "upkeep": "%(player)s received %(income)s money and paid %(upkeep)s for upkeep.",
    "traded": "%(player)s traded %(given)s for %(got)s.",
    "action": "%(player)s took the %(action)s action.",
    "reaction": "%(player)s reacted.",
    "discs": "%(player)s gained %(number)s influence discs.",
    "discs one": "%(player)s gained an influence disc.",
    "colony ships": "%(player)s turned up %(number)s colony ships.",
    "colony ships one": "%(player)s turned up a colony ship.",
    "cube home": "A cube of %(player)s returned to the %(track)s.",
    "cube graveyard": "A %(kind)s cube of %(player)s went to the graveyard.",
    "graveyard": "%(player)s took %(number)s cubes from the graveyard back to the %(track)s.",
    "graveyard one": "%(player)s took a cube from the graveyard back to the %(track)s.",
    "tech rare": "%(player)s took the rare technology %(tech)s for the %(track)s.",
    "tech": "%(player)s took the technology %(tech)s.",
    "techs": "New technologies: %(techs)s.",
    "part returned": "%(player)s removed %(part)s from square %(slot)s of the %(ship)s.",
    "part placed": "%(player)s put %(part)s on square %(slot)s of the %(ship)s.",
    "part aside": "%(player)s set %(part)s aside for a later upgrade.",
    "discovery": "%(player)s found a discovery in sector %(sector)s: %(discovery)s.",
    "discovery drawn": "%(player)s drew a discovery: %(discovery)s.",
    "part beside": "%(player)s put %(part)s beside the squares of the %(ship)s.",
    "discovery discarded": "%(discovery)s cannot be placed in sector %(sector)s: the tile of %(player)s was discarded for another one.",
    "discoveries returned": "The discarded discovery tiles became the supply.",
    "discovery kept": "%(player)s kept the discovery tile for its victory points.",
    "discovery used": "%(player)s used the discovery tile.",
    "drew": "%(player)s drew %(number)s reputation tiles.",
    "drew one": "%(player)s drew a reputation tile.",
    "drew values": "%(player)s drew reputation tiles: %(values)s.",
    "holds": "%(player)s now has %(number)s on the reputation track.",
    "kept": "%(player)s kept a reputation tile of %(kept)s: now %(number)s on the track.",
    "kept for": (
        "%(player)s kept a reputation tile of %(kept)s and gave back one of %(returned)s: "
        "now %(number)s on the track."
    ),
}

SILENT: Silent = frozenset({e.ActionDiscsReturned})


def _counted(key: str, number: int) -> str:
    return TEXT[f"{key} one" if number == 1 else key]


def paid(effect: e.Paid, catalog: Catalog) -> Phrase:
    cost = w.amounts(effect.money, effect.science, effect.materials)
    return Phrase(TEXT["paid"], {"player": Seat(effect.seat), "amount": cost})


def gained(effect: e.Gained, catalog: Catalog) -> Phrase:
    gain = w.amounts(effect.money, effect.science, effect.materials)
    return Phrase(TEXT["gained"], {"player": Seat(effect.seat), "amount": gain})


def upkeep(effect: e.UpkeepPaid, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["upkeep"],
        {"player": Seat(effect.seat), "income": effect.income, "upkeep": effect.upkeep},
    )


def traded(effect: e.Traded, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["traded"],
        {
            "player": Seat(effect.seat),
            "given": w.amount(effect.gave, effect.give),
            "got": w.amount(effect.gained, effect.gain),
        },
    )


def disc_spent(effect: e.DiscSpent, catalog: Catalog) -> Phrase:
    if effect.action not in w.ACTIONS:
        return Phrase(TEXT["reaction"], {"player": Seat(effect.seat)})
    return Phrase(TEXT["action"], {"player": Seat(effect.seat), "action": w.ACTIONS[effect.action]})


def discs_gained(effect: e.DiscsGained, catalog: Catalog) -> Phrase:
    return Phrase(
        _counted("discs", effect.count), {"player": Seat(effect.seat), "number": effect.count}
    )


def refreshed(effect: e.ColonyShipsRefreshed, catalog: Catalog) -> Phrase:
    return Phrase(
        _counted("colony ships", effect.count),
        {"player": Seat(effect.seat), "number": effect.count},
    )


def cube_returned(effect: e.CubeReturned, catalog: Catalog) -> Phrase:
    player = Seat(effect.seat)
    if effect.graveyard:
        return Phrase(TEXT["cube graveyard"], {"player": player, "kind": w.RESOURCES[effect.track]})
    return Phrase(TEXT["cube home"], {"player": player, "track": w.TRACKS[effect.track]})


def graveyard(effect: e.GraveyardEmptied, catalog: Catalog) -> Phrase:
    return Phrase(
        _counted("graveyard", effect.count),
        {
            "player": Seat(effect.seat),
            "number": effect.count,
            "track": w.TRACKS[effect.track],
        },
    )


def tech_taken(effect: e.TechTaken, catalog: Catalog) -> Phrase:
    params: dict[str, w.Param] = {
        "player": Seat(effect.seat),
        "tech": w.tech(catalog, effect.tech),
    }
    if catalog.techs[effect.tech].track == effect.track:
        return Phrase(TEXT["tech"], params)
    return Phrase(TEXT["tech rare"], {**params, "track": w.TECH_TRACKS[effect.track]})


def techs_drawn(effect: e.TechsDrawn, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["techs"], {"techs": tuple(w.tech(catalog, t) for t in effect.techs)})


def _on_blueprint(key: str, effect: e.PartReturned | e.PartPlaced, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT[key],
        {
            "player": Seat(effect.seat),
            "part": w.part(catalog, effect.part),
            "ship": w.UNIT[effect.ship],
            "slot": effect.slot + 1,
        },
    )


def part_returned(effect: e.PartReturned, catalog: Catalog) -> Phrase:
    return _on_blueprint("part returned", effect, catalog)


def part_placed(effect: e.PartPlaced, catalog: Catalog) -> Phrase:
    key = "part beside" if catalog.parts[effect.part].off_grid else "part placed"
    return _on_blueprint(key, effect, catalog)


def part_aside(effect: e.PartSetAside, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["part aside"], {"player": Seat(effect.seat), "part": w.part(catalog, effect.part)}
    )


def discovery(effect: e.DiscoveryRevealed, catalog: Catalog) -> Phrase:
    params: dict[str, w.Param] = {
        "player": Seat(effect.seat),
        "discovery": w.discovery(catalog, effect.discovery),
    }
    if effect.drawn:
        return Phrase(TEXT["discovery drawn"], params)
    return Phrase(TEXT["discovery"], {**params, "sector": effect.sector})


def discovery_discarded(effect: e.DiscoveryDiscarded, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["discovery discarded"],
        {
            "player": Seat(effect.seat),
            "discovery": w.discovery(catalog, effect.discovery),
            "sector": effect.sector,
        },
    )


def discoveries_returned(effect: e.DiscoveriesReturned, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["discoveries returned"])


def discovery_kept(effect: e.DiscoveryKept, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["discovery kept"], {"player": Seat(effect.seat)})


def discovery_used(effect: e.DiscoveryUsed, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["discovery used"], {"player": Seat(effect.seat)})


def reputation_drawn(effect: e.ReputationDrawn | e.ReputationDealt, catalog: Catalog) -> Phrase:
    if effect.values:
        return Phrase(TEXT["drew values"], {"player": Seat(effect.seat), "values": effect.values})
    return Phrase(
        _counted("drew", effect.count), {"player": Seat(effect.seat), "number": effect.count}
    )


def reputation_settled(effect: e.ReputationSettled, catalog: Catalog) -> Phrase:
    params: dict[str, w.Param] = {"player": Seat(effect.seat), "number": effect.held}
    if not effect.kept:
        return Phrase(TEXT["holds"], params)
    params["kept"] = effect.kept
    if not effect.returned:
        return Phrase(TEXT["kept"], params)
    return Phrase(TEXT["kept for"], {**params, "returned": effect.returned})


SENTENCES: Sentences = {
    e.Paid: paid,
    e.Gained: gained,
    e.UpkeepPaid: upkeep,
    e.Traded: traded,
    e.DiscSpent: disc_spent,
    e.DiscsGained: discs_gained,
    e.ColonyShipsRefreshed: refreshed,
    e.CubeReturned: cube_returned,
    e.GraveyardEmptied: graveyard,
    e.TechTaken: tech_taken,
    e.TechsDrawn: techs_drawn,
    e.PartReturned: part_returned,
    e.PartPlaced: part_placed,
    e.PartSetAside: part_aside,
    e.DiscoveryRevealed: discovery,
    e.DiscoveryDiscarded: discovery_discarded,
    e.DiscoveriesReturned: discoveries_returned,
    e.DiscoveryKept: discovery_kept,
    e.DiscoveryUsed: discovery_used,
    e.ReputationDrawn: reputation_drawn,
    e.ReputationDealt: reputation_drawn,
    e.ReputationSettled: reputation_settled,
}
