"""Events as sentences in the reader's language, with the players' names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import get_language, gettext as _

from rules.content.schema import Catalog
from rules.log import Event
from rules.notation.prose import Phrase, Seat, phrase, render
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
    found = []
    for effect in visible_effects(event, viewer, revealed=revealed):
        said = phrase(effect, catalog)
        if said is not None:
            found.append(as_text(said, names))
    return found


def as_text(said: Phrase, names: Mapping[int, str] | None = None) -> str:
    """A phrase in the language that is active."""

    def name(seat: Seat) -> str:
        known = (names or {}).get(seat.number)
        return known or _("Player %(number)d") % {"number": seat.number + 1}

    language = get_language()
    return render(said, lambda text: _word(text, language), name, _word(", ", language))


@lru_cache(maxsize=8192)
def _word(text: str, language: str | None) -> str:
    """A template or a term in the language that is active. There are few, and most pages need
    many of them."""
    return _(text)
