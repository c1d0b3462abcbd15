"""Orders as text: what people write, and what mails, pages and the log show.

``split`` cuts a text into orders, ``read_order`` understands one of them as the answer to a
decision, ``show`` writes an order. ``suggest`` and ``help_lines`` tell what can be written. The
sentences that describe effects and questions are in ``rules.notation.prose``.
"""

from __future__ import annotations

from rules.notation.errors import AmbiguousOrder, IllegalOrder, NotationError, UnreadableOrder
from rules.notation.hints import help_lines, suggest
from rules.notation.parser import read_order
from rules.notation.printer import show
from rules.notation.words import split

__all__ = [
    "AmbiguousOrder",
    "IllegalOrder",
    "NotationError",
    "UnreadableOrder",
    "help_lines",
    "read_order",
    "show",
    "split",
    "suggest",
]
