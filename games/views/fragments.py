"""Pieces of pages that look the same as long as what they show is the same.

They are kept by their contents in the memory of each process: after an event most pieces of a
page stay as they were, and other readers of the game see many of the same.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.core.cache import caches
from django.template import Context, Engine
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from games.speech import language_and_zone


def fragment(template: str, **shown: Any) -> SafeString:
    """The template with ``shown``, which must be all that it depends on beside the reader's
    language and time zone: plain values, HTML, texts that are looked up late.

    Raises ``TypeError`` for other things than values.
    """
    language, zone = language_and_zone()
    key = f"{template}:{language}:{zone}:{_digest(shown)}"
    kept = caches["fragments"]
    found: SafeString | None = kept.get(key)
    if found is None:
        # Asking for each number how the language writes it takes long, and all write them alike.
        context = Context(shown, use_l10n=False)
        found = Engine.get_default().get_template(template).render(context)
        kept.set(key, found)
    return found


def _digest(shown: dict[str, Any]) -> str:
    return hashlib.sha256(_encoder.encode(shown)).hexdigest()


def _plain(value: object) -> str | bytes:
    if isinstance(value, SafeString):
        # Told apart from a text of the same letters, which would be escaped.
        return value.encode()
    if isinstance(value, Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no plain value")


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
