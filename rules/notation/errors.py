"""Why a text is no order that can be played now."""

from __future__ import annotations


class NotationError(Exception):
    """Base of the three errors.

    ``reason``: one or two sentences. ``possible``: what could have been written, in notation
    words: values for the place at fault, or whole orders.
    """

    def __init__(self, reason: str, possible: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.possible = possible

    def sentence(self, most: int = 12) -> str:
        """The reason followed by at most ``most`` possibilities, for plain text."""
        if not self.possible:
            return self.reason
        shown = ", ".join(self.possible[:most])
        more = ", ..." if len(self.possible) > most else ""
        return f"{self.reason} Possible: {shown}{more}."


class UnreadableOrder(NotationError):
    """The text has no form of an order; the reason says what was expected, with an example."""


class IllegalOrder(NotationError):
    """The text is an order, but the rules do not allow it now. ``field``: the field at fault, or
    an empty text."""

    def __init__(self, reason: str, possible: tuple[str, ...] = (), field: str = "") -> None:
        super().__init__(reason, possible)
        self.field = field


class AmbiguousOrder(NotationError):
    """The text may mean several orders, the ``readings``."""

    def __init__(self, reason: str, readings: tuple[str, ...]) -> None:
        super().__init__(reason, readings)
        self.readings = readings
