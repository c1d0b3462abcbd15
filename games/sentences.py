"""Events as sentences in the reader's language, with the players' names."""

from __future__ import annotations

from collections.abc import Mapping

from games.speech import gettext, gettext as _
from rules.content.schema import Catalog
from rules.log import Event
from rules.notation.prose import Phrase, Seat, phrases, render
from rules.views import visible_effects


def sentences_of(
    event: Event,
    viewer: int | None,
    catalog: Catalog,
    names: Mapping[int, str] | None = None,
    *,
    revealed: bool = False,
) -> list[str]:
    """What happened, as far as ``viewer`` may know; everything once ``revealed``."""
    told = phrases(visible_effects(event, viewer, revealed=revealed), catalog)
    return [as_text(said, names) for said in told]


def as_text(said: Phrase, names: Mapping[int, str] | None = None) -> str:
    """A phrase in the language that is active."""

    def name(seat: Seat) -> str:
        known = (names or {}).get(seat.number)
        return known or _("Player %(number)d") % {"number": seat.number + 1}

    return render(said, gettext, name, gettext(", "))
