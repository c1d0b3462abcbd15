"""Effects, orders and questions as sentences in plain English.

Every function returns a ``Phrase``: a template with parameters, so that whoever shows it can
translate the template and the terms and put in the players' names (``render`` does it). Facts
that are only bookkeeping have no sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rules.content.schema import Catalog
from rules.effects.base import Effect
from rules.effects.galaxy import ShipPlaced
from rules.notation.prose import (
    battle,
    boards,
    diplomacy,
    flow,
    galactic_events,
    galaxy,
    orders,
    parts,
    questions,
)
from rules.notation.prose.orders import describe_order
from rules.notation.prose.parts import Param, Phrase, Seat, Term, render, terms
from rules.notation.prose.questions import decision_question

_SENTENCES: parts.Sentences = {
    **flow.SENTENCES,
    **boards.SENTENCES,
    **galaxy.SENTENCES,
    **battle.SENTENCES,
    **diplomacy.SENTENCES,
    **galactic_events.SENTENCES,
}
SILENT: parts.Silent = (
    flow.SILENT
    | boards.SILENT
    | galaxy.SILENT
    | battle.SILENT
    | diplomacy.SILENT
    | galactic_events.SILENT
)
"""Effects that are only bookkeeping, or told by the effects beside them."""


def phrase(effect: Effect, catalog: Catalog) -> Phrase | None:
    """What happened, or ``None`` if there is nothing to tell.

    Give it the effects that a viewer may read (``rules.views.visible_effects``): a shadow is told
    as a shadow. Raises ``KeyError`` for an effect that is neither told nor silent.
    """
    if type(effect) in SILENT:
        return None
    return _SENTENCES[type(effect)](effect, catalog)


def phrases(effects: Iterable[Effect], catalog: Catalog) -> Iterator[Phrase]:
    """What is told of several effects: ships that come to a place one after the other are told
    once, with their number, as they would be said aloud."""
    for _placed, run in groupby(effects, _placed_alike):
        together = list(run)
        if isinstance(together[0], ShipPlaced):
            yield galaxy.ships_placed(together[0], len(together), catalog)
        else:
            found = (phrase(effect, catalog) for effect in together)
            yield from (said for said in found if said is not None)


def _placed_alike(effect: Effect) -> tuple[object, ...]:
    """The same for ships that differ by nothing but their number; empty for anything else."""
    if isinstance(effect, ShipPlaced):
        return effect.owner, effect.kind, effect.sector, effect.reason
    return ()


def templates() -> list[str]:
    """Every template that a phrase may have, for translators."""
    families = (flow, boards, galaxy, battle, diplomacy, galactic_events)
    tables = (parts, *families, orders, questions)
    return list(dict.fromkeys(text for table in tables for text in table.TEXT.values()))


__all__ = [
    "SILENT",
    "Param",
    "Phrase",
    "Seat",
    "Term",
    "decision_question",
    "describe_order",
    "phrase",
    "phrases",
    "render",
    "templates",
    "terms",
]
