"""Sentences for the combat phase."""

from __future__ import annotations

from rules.battle import HIGHEST_FACE
from rules.content.schema import Catalog, DieFace
from rules.effects import battle as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase, Seat, Sentences, Silent
from rules.state.model import NPC

TEXT = {
    "battle": "%(attacker)s attacked %(defender)s in sector %(sector)s.",
    "missiles": "%(player)s fired the missiles of %(ships)s in sector %(sector)s: %(rolled)s.",
    "cannons": "%(player)s fired the cannons of %(ships)s in sector %(sector)s: %(rolled)s.",
    "npc missiles": "%(ships)s fired missiles in sector %(sector)s: %(rolled)s.",
    "npc cannons": "%(ships)s fired cannons in sector %(sector)s: %(rolled)s.",
    "dice": "%(dice)s",
    "dice needed": "%(dice)s (needed against %(needs)s)",
    "needed": "%(ship)s: %(face)s or more",
    "needed six": "%(ship)s: 6",
    "hit": "%(die)s hits",
    "hit some": "%(die)s hits only %(ships)s",
    "miss": "%(die)s misses",
    "damaged": "%(ship)s of %(player)s in sector %(sector)s: damage %(points)s, hull left %(left)s.",
    "npc damaged": "%(ship)s in sector %(sector)s: damage %(points)s, hull left %(left)s.",
    "destroyed": "%(by)s destroyed %(ship)s of %(player)s in sector %(sector)s.",
    "npc destroyed": "%(by)s destroyed %(ship)s in sector %(sector)s.",
    "own destroyed": "%(player)s lost %(ship)s in sector %(sector)s to dice of its own side.",
    "repaired": "Repairs on a ship of %(player)s in sector %(sector)s: %(ship)s, %(points)s.",
    "retreat": "%(player)s began to retreat with %(ships)s from sector %(sector)s to %(target)s.",
    "retreated": "%(player)s retreated with %(ships)s from sector %(sector)s to %(target)s.",
    "stalemate": (
        "Nobody in sector %(sector)s can hurt anybody any more: "
        "%(attacker)s must retreat or lose the ships there."
    ),
    "won": "%(winner)s won the battle in sector %(sector)s.",
    "nobody": "The battle in sector %(sector)s left no ship of either side.",
    "population": (
        "%(player)s attacked the population of sector %(sector)s with %(ships)s: %(dice)s; "
        "points that hit: %(damage)s."
    ),
    "bombed": "%(player)s destroyed all population of sector %(sector)s.",
    "spared": "%(player)s spared the population of sector %(sector)s.",
}

SILENT: Silent = frozenset({e.HitsAssigned, e.DamageRepaired})


def started(effect: e.BattleStarted, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["battle"],
        {
            "attacker": w.party(effect.attacker, first=True),
            "defender": w.party(effect.defender),
            "sector": effect.sector,
        },
    )


def rolled(effect: e.DiceRolled, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {
        "ships": w.ships(catalog, effect.kind, effect.ships),
        "sector": effect.sector,
        "rolled": _dice(effect, catalog),
    }
    weapon = "cannons" if effect.round else "missiles"
    if effect.owner == NPC:
        return Phrase(TEXT[f"npc {weapon}"], params)
    return Phrase(TEXT[weapon], {**params, "player": Seat(effect.owner)})


def _dice(effect: e.DiceRolled, catalog: Catalog) -> Phrase:
    """Each die with what it hits, and what was needed."""
    dice = tuple(
        _die(colour, face, die, effect.needs, catalog)
        for colour, face, die in zip(
            effect.dice, effect.faces, w.dice(effect.dice, effect.faces), strict=True
        )
    )
    if not effect.needs or all(_printed(colour, catalog) for colour in effect.dice):
        return Phrase(TEXT["dice"], {"dice": dice})
    needs = tuple(
        Phrase(
            TEXT["needed" if face < HIGHEST_FACE else "needed six"],
            {"ship": w.ship_name(catalog, kind), "face": face},
        )
        for kind, face in effect.needs
    )
    return Phrase(TEXT["dice needed"], {"dice": dice, "needs": needs})


def _die(
    colour: str, face: int, die: Param, needs: tuple[tuple[str, int], ...], catalog: Catalog
) -> Param:
    if faces := _printed(colour, catalog):
        return Phrase(TEXT["hit" if faces[face - 1].damage else "miss"], {"die": die})
    hit = tuple(w.ship_name(catalog, kind) for kind, needed in needs if face >= needed)
    if not needs:
        return die
    if hit and len(hit) < len(needs):
        return Phrase(TEXT["hit some"], {"die": die, "ships": hit})
    return Phrase(TEXT["hit" if hit else "miss"], {"die": die})


def _printed(colour: str, catalog: Catalog) -> tuple[DieFace, ...]:
    """Faces that count as they are, whatever is needed."""
    die = catalog.setup.dice.get(colour)
    return die.faces if die else ()


def damaged(effect: e.ShipDamaged, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {
        "ship": w.ship_first(catalog, effect.kind),
        "sector": effect.sector,
        "points": effect.points,
        "left": effect.left,
    }
    if effect.owner == NPC:
        return Phrase(TEXT["npc damaged"], params)
    return Phrase(TEXT["damaged"], {**params, "player": Seat(effect.owner)})


def destroyed(effect: e.ShipDestroyed, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {
        "ship": w.a_ship(catalog, effect.kind),
        "sector": effect.sector,
        "by": w.party(effect.by, first=True),
    }
    if effect.owner == NPC:
        return Phrase(TEXT["npc destroyed"], params)
    if effect.owner == effect.by:
        return Phrase(TEXT["own destroyed"], {**params, "player": Seat(effect.owner)})
    return Phrase(TEXT["destroyed"], {**params, "player": Seat(effect.owner)})


def repaired(effect: e.ShipRepaired, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["repaired"],
        {
            "player": w.party(effect.owner),
            "ship": w.ship_name(catalog, effect.kind),
            "sector": effect.sector,
            "points": effect.points,
        },
    )


def _retreat(key: str, effect: e.RetreatAnnounced | e.ShipsRetreated, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT[key],
        {
            "player": w.party(effect.owner),
            "ships": w.ships(catalog, effect.kind, len(effect.ships)),
            "sector": effect.sector,
            "target": effect.target,
        },
    )


def announced(effect: e.RetreatAnnounced, catalog: Catalog) -> Phrase:
    return _retreat("retreat", effect, catalog)


def retreated(effect: e.ShipsRetreated, catalog: Catalog) -> Phrase:
    return _retreat("retreated", effect, catalog)


def stalemate(effect: e.StalemateReached, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["stalemate"], {"sector": effect.sector, "attacker": w.party(effect.attacker)}
    )


def ended(effect: e.BattleEnded, catalog: Catalog) -> Phrase:
    if effect.winner is None:
        return Phrase(TEXT["nobody"], {"sector": effect.sector})
    return Phrase(
        TEXT["won"], {"winner": w.party(effect.winner, first=True), "sector": effect.sector}
    )


def population(effect: e.PopulationAttacked, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["population"],
        {
            "player": Seat(effect.seat),
            "sector": effect.sector,
            "ships": w.ships(catalog, effect.kind, effect.ships),
            "dice": w.dice(effect.dice, effect.faces),
            "damage": effect.damage,
        },
    )


def bombed(effect: e.PopulationBombed, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["bombed"], {"player": Seat(effect.seat), "sector": effect.sector})


def spared(effect: e.PopulationSpared, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["spared"], {"player": Seat(effect.seat), "sector": effect.sector})


SENTENCES: Sentences = {
    e.BattleStarted: started,
    e.DiceRolled: rolled,
    e.ShipDamaged: damaged,
    e.ShipDestroyed: destroyed,
    e.ShipRepaired: repaired,
    e.RetreatAnnounced: announced,
    e.ShipsRetreated: retreated,
    e.StalemateReached: stalemate,
    e.BattleEnded: ended,
    e.PopulationAttacked: population,
    e.PopulationBombed: bombed,
    e.PopulationSpared: spared,
}
