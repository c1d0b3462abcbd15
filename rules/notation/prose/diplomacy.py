"""Sentences for diplomacy."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.effects import diplomacy as e
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Phrase, Seat, Sentences, Silent

TEXT = {
    "proposed": (
        "%(player)s offered %(other)s diplomatic relations, with a cube from the %(track)s."
    ),
    "refused": "%(other)s refused the diplomatic relations that %(player)s offered.",
    "lapsed": "The offer of diplomatic relations from %(player)s to %(other)s lapsed.",
    "returned": "%(player)s gave %(number)s reputation tiles back to make room.",
    "returned one": "%(player)s gave a reputation tile back to make room.",
    "returned values": "%(player)s gave reputation tiles back to make room: %(values)s.",
    "formed": (
        "%(player)s and %(other)s formed diplomatic relations: each has an ambassador of the "
        "other, with cubes from the %(track)s and the %(other_track)s."
    ),
    "broken": (
        "%(player)s attacked %(other)s in sector %(sector)s and broke their diplomatic relations."
    ),
    "traitor": "%(player)s took the traitor card.",
    "traitor from": "%(player)s took the traitor card from %(other)s.",
}

SILENT: Silent = frozenset()


def _pair(seat: int, other: int) -> dict[str, w.Param]:
    return {"player": Seat(seat), "other": Seat(other)}


def proposed(effect: e.TreatyProposed, catalog: Catalog) -> Phrase:
    track = w.TRACKS[effect.track]
    return Phrase(TEXT["proposed"], {**_pair(effect.seat, effect.to), "track": track})


def refused(effect: e.ProposalRefused, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["refused"], _pair(effect.seat, effect.to))


def lapsed(effect: e.ProposalLapsed, catalog: Catalog) -> Phrase | None:
    """Nothing for an offer that had its answer."""
    return None if effect.answered else Phrase(TEXT["lapsed"], _pair(effect.seat, effect.to))


def returned(effect: e.ReputationReturned, catalog: Catalog) -> Phrase:
    player = Seat(effect.seat)
    if effect.values:
        return Phrase(TEXT["returned values"], {"player": player, "values": effect.values})
    if effect.count == 1:
        return Phrase(TEXT["returned one"], {"player": player})
    return Phrase(TEXT["returned"], {"player": player, "number": effect.count})


def formed(effect: e.TreatyFormed, catalog: Catalog) -> Phrase:
    tracks = {"track": w.TRACKS[effect.track], "other_track": w.TRACKS[effect.to_track]}
    return Phrase(TEXT["formed"], {**_pair(effect.seat, effect.to), **tracks})


def broken(effect: e.TreatyBroken, catalog: Catalog) -> Phrase:
    pair = _pair(effect.seat, effect.partner)
    return Phrase(TEXT["broken"], {**pair, "sector": effect.sector})


def traitor(effect: e.TraitorNamed, catalog: Catalog) -> Phrase:
    if effect.before is None:
        return Phrase(TEXT["traitor"], {"player": Seat(effect.seat)})
    return Phrase(TEXT["traitor from"], _pair(effect.seat, effect.before))


SENTENCES: Sentences = {
    e.TreatyProposed: proposed,
    e.ProposalRefused: refused,
    e.ProposalLapsed: lapsed,
    e.ReputationReturned: returned,
    e.TreatyFormed: formed,
    e.TreatyBroken: broken,
    e.TraitorNamed: traitor,
}
