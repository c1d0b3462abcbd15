"""Words of pages and mails in the language that is active."""

from __future__ import annotations

from functools import lru_cache

from django.utils import translation


def gettext(text: str) -> str:
    """As Django's, for the many short words of maps and boards, which every page asks for again."""
    return _said(text, translation.get_language())


@lru_cache(maxsize=8192)
def _said(text: str, language: str | None) -> str:
    return translation.gettext(text)
