"""Sentences of Galactic Events."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.expansions.galactic_events import effects as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase, Seat, Sentences, Silent

TEXT = {
    "left out": "This game is played without sector %(sectors)s.",
    "activated": "%(player)s activated the pulsar of sector %(sector)s: the disc went to %(slot)s.",
    "swallowed": "The black hole of sector %(sector)s took %(ship)s of %(player)s; the die shows %(face)s: back in round %(back)s.",
    "swallowed now": "The black hole of sector %(sector)s took %(ship)s of %(player)s; the die shows %(face)s: back at once.",
    "swallowed hurt": "The black hole of sector %(sector)s took %(ship)s of %(player)s; the die shows %(face)s: 1 damage, and back at once.",
    "returned": "%(ship)s of %(player)s came back from the black hole to sector %(sector)s.",
    "lost destroyed": "%(ship)s of %(player)s was destroyed in the black hole.",
    "lost late": "%(ship)s of %(player)s is lost in the black hole: it would come back after the last round.",
    "lost nowhere": "%(ship)s of %(player)s is lost in the black hole: no sector takes it.",
    "lost missed": "%(ship)s of %(player)s is lost in the black hole: it was not brought back in its round.",
    "holds": "The supernova of sector %(sector)s holds: dice %(faces)s, %(techs)s added for technologies, %(total)s in all.",
    "exploding": "The supernova of sector %(sector)s does not hold: dice %(faces)s, %(techs)s added for technologies, %(total)s in all.",
    "exploded": "The supernova of sector %(sector)s exploded.",
    "exploded ships": "The supernova of sector %(sector)s exploded and destroyed all ships there: %(number)s.",
    "blank": "blank",
    "burst": "burst",
    "number": "%(face)s",
}

SILENT: Silent = frozenset()

BLANK, BURST = 1, 6


def face(shown: int) -> Phrase:
    """A face of a yellow die as it is printed."""
    if shown in (BLANK, BURST):
        return Phrase(TEXT["blank" if shown == BLANK else "burst"])
    return Phrase(TEXT["number"], {"face": shown})


def left_out(effect: e.SectorsLeftOut, catalog: Catalog) -> Phrase:
    sectors: tuple[Param, ...] = effect.sectors
    return Phrase(TEXT["left out"], {"sectors": sectors})


def activated(effect: e.SlotActivated, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["activated"],
        {
            "player": Seat(effect.seat),
            "sector": effect.sector,
            "slot": w.ACTIONS[effect.slot],
        },
    )


def swallowed(effect: e.ShipSwallowed, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {
        "player": Seat(effect.seat),
        "sector": effect.sector,
        "ship": w.A_UNIT[effect.kind],
        "face": face(effect.face),
    }
    if effect.damage:
        return Phrase(TEXT["swallowed hurt"], params)
    if effect.face == BLANK:
        return Phrase(TEXT["swallowed now"], params)
    return Phrase(TEXT["swallowed"], {**params, "back": effect.back})


def returned(effect: e.ShipReturned, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["returned"],
        {
            "player": Seat(effect.seat),
            "ship": w.UNIT_FIRST[effect.kind],
            "sector": effect.sector,
        },
    )


def lost(effect: e.ShipLost, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT[f"lost {effect.reason}"],
        {"player": Seat(effect.seat), "ship": w.UNIT_FIRST[effect.kind]},
    )


def rolled(effect: e.SupernovaRolled, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["exploding" if effect.explodes else "holds"],
        {
            "sector": effect.sector,
            "faces": tuple(face(shown) for shown in effect.faces),
            "techs": effect.techs,
            "total": effect.total,
        },
    )


def exploded(effect: e.SupernovaExploded, catalog: Catalog) -> Phrase:
    params: dict[str, Param] = {"sector": effect.sector}
    if effect.ships:
        return Phrase(TEXT["exploded ships"], {**params, "number": len(effect.ships)})
    return Phrase(TEXT["exploded"], params)


SENTENCES: Sentences = {
    e.SectorsLeftOut: left_out,
    e.SlotActivated: activated,
    e.ShipSwallowed: swallowed,
    e.ShipReturned: returned,
    e.ShipLost: lost,
    e.SupernovaRolled: rolled,
    e.SupernovaExploded: exploded,
}
