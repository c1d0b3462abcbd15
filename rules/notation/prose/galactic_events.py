"""Sentences of Galactic Events."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.expansions.galactic_events import effects as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase, Seat, Sentences, Silent

TEXT = {
    "left out": "This game is played without sector %(sectors)s.",
    "activated": "%(player)s activated the pulsar of sector %(sector)s: its disc moved to %(slot)s.",
    "swallowed": "%(player)s sent %(ship)s into the black hole of sector %(sector)s. The die shows %(face)s: it comes back in round %(back)s.",
    "swallowed now": "%(player)s sent %(ship)s into the black hole of sector %(sector)s. The die shows %(face)s: it comes back at once.",
    "swallowed hurt": "%(player)s sent %(ship)s into the black hole of sector %(sector)s. The die shows %(face)s: it takes 1 damage.",
    "returned": "%(player)s brought %(ship)s back from the black hole of sector %(source)s to sector %(sector)s.",
    "lost destroyed": "The black hole of sector %(source)s destroyed %(ship)s of %(player)s.",
    "lost late": "The black hole of sector %(source)s keeps %(ship)s of %(player)s: it would come back after the last round.",
    "lost nowhere": "The black hole of sector %(source)s keeps %(ship)s of %(player)s: no sector takes it.",
    "lost missed": "The black hole of sector %(source)s keeps %(ship)s of %(player)s: it was not brought back in its round.",
    "holds": "The supernova of sector %(sector)s holds: dice %(faces)s and %(techs)s for technologies make %(total)s.",
    "exploding": "The supernova of sector %(sector)s does not hold: dice %(faces)s and %(techs)s for technologies make %(total)s.",
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
            "ship": w.A_UNIT[effect.kind],
            "source": effect.source,
            "sector": effect.sector,
        },
    )


def lost(effect: e.ShipLost, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT[f"lost {effect.reason}"],
        {
            "player": Seat(effect.seat),
            "ship": w.A_UNIT[effect.kind],
            "source": effect.source,
        },
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
