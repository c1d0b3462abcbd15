"""Pieces of pages that look the same as long as what they show is the same.

They are kept by their contents in the memory of each process: after an event most pieces of a
page stay as they were, and other readers of the game see many of the same.
"""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

from django.core.cache import caches
from django.template import Context, Engine
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language


def fragment(template: str, **shown: Any) -> SafeString:
    """The template with ``shown``, which must be all that it depends on beside the reader's
    language and time zone."""
    key = f"{template}:{get_language()}:{timezone.get_current_timezone_name()}:{_digest(shown)}"
    kept = caches["fragments"]
    found: SafeString | None = kept.get(key)
    if found is None:
        # Asking for each number how the language writes it takes long, and all write them alike.
        context = Context(shown, use_l10n=False)
        found = Engine.get_default().get_template(template).render(context)
        kept.set(key, found)
    return found


def _digest(shown: dict[str, Any]) -> str:
    return hashlib.sha256(pickle.dumps(shown)).hexdigest()
