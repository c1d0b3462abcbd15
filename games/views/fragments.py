"""Pieces of pages that templates make."""

from __future__ import annotations

from typing import Any

from django.template import Context, Engine
from django.utils.safestring import SafeString

from games.pieces import contents, piece
from games.speech import language_and_zone


def fragment(template: str, **shown: Any) -> SafeString:
    """The template with ``shown``, which must be all that it depends on beside the reader's
    language and time zone.

    Raises ``TypeError`` for what ``games.pieces.contents`` cannot tell apart.
    """

    def make() -> SafeString:
        # Asking for each number how the language writes it takes long, and all write them alike.
        context = Context(shown, use_l10n=False)
        return Engine.get_default().get_template(template).render(context)

    return piece(contents((template, language_and_zone(), shown)), make)
