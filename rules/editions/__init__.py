"""The editions of the game: content folders with the policies in which they differ."""

from __future__ import annotations

from rules.editions.base import Edition
from rules.editions.new_dawn import NewDawn
from rules.editions.second_dawn import SecondDawn

_EDITIONS: dict[str, Edition] = {"new_dawn": NewDawn(), "second_dawn": SecondDawn()}


def edition_names() -> tuple[str, ...]:
    return tuple(_EDITIONS)


def offered_editions() -> tuple[str, ...]:
    """Editions that are complete, which people may start games of."""
    return tuple(name for name, edition in _EDITIONS.items() if edition.offered)


def edition_named(name: str) -> Edition:
    """Raises ``ValueError`` for an edition that does not exist."""
    try:
        return _EDITIONS[name]
    except KeyError:
        raise ValueError(
            f"no edition is called {name!r}; there are {', '.join(_EDITIONS)}"
        ) from None
