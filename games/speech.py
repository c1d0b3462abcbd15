"""Words of pages and mails in the language that is active."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.utils import timezone, translation
from django.utils.functional import lazy

P = ParamSpec("P")
R = TypeVar("R")

_settled: ContextVar[tuple[str | None, str] | None] = ContextVar("language and zone", default=None)


def for_one_reader(function: Callable[P, R]) -> Callable[P, R]:
    """While ``function`` runs, language and time zone are those at its beginning.

    A page asks for them thousands of times, and asking Django takes longer than looking up a word.
    """

    @wraps(function)
    def settled(*args: P.args, **kwargs: P.kwargs) -> R:
        token = _settled.set((translation.get_language(), timezone.get_current_timezone_name()))
        try:
            return function(*args, **kwargs)
        finally:
            _settled.reset(token)

    return settled


def language_and_zone() -> tuple[str | None, str]:
    """The active language, and the name of the active time zone."""
    return _settled.get() or (translation.get_language(), timezone.get_current_timezone_name())


def get_language() -> str | None:
    """As Django's."""
    settled = _settled.get()
    return settled[0] if settled else translation.get_language()


def gettext(text: str) -> str:
    """As Django's, for the many short words of maps and boards, which every page asks for again."""
    language = get_language()
    # What is longer repeats what somebody wrote, and whoever writes should not fill the memory.
    return _said(text, language) if len(text) <= MOST_KEPT else _looked_up(text, language)


MOST_KEPT = 300
"""Letters of a text that is kept."""


def _looked_up(text: str, language: str | None) -> str:
    # Whoever asks may have settled on a language that is not active any more.
    with translation.override(language):
        return translation.gettext(text)


_said = lru_cache(maxsize=8192)(_looked_up)

gettext_lazy = lazy(gettext, str)
"""As Django's: looked up whenever it is written."""
