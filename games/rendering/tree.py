"""The tree of candidates of a choice as text in addresses and forms.

A path is the steps taken so far, joined by ``~``; each step is written as its atom reads, the
parts of a tuple joined by ``:``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from rules.decisions import Choice, Prefix
from rules.orders import END, Atom, Order

JOIN = "~"
LONGEST_PATH = 80
"""Steps that a path may have."""


class WrongStep(Exception):
    """A step that is no candidate. ``reason``: the rules' sentence, or an empty text."""

    def __init__(self, reason: str, prefix: Prefix, text: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.prefix = prefix
        self.text = text


def atom_text(atom: Atom) -> str:
    """A step as text; different candidates of one place have different texts."""
    return ":".join(map(str, atom)) if isinstance(atom, tuple) else str(atom)


def path_text(prefix: Prefix) -> str:
    return JOIN.join(atom_text(atom) for atom in prefix)


def read_path(choice: Choice, path: str, added: Iterable[str] = ()) -> Prefix:
    """The steps of a path, then those ``added``. Raises ``WrongStep``."""
    prefix: Prefix = ()
    for text in [t for t in path.split(JOIN) if t][:LONGEST_PATH]:
        prefix = (*prefix, _atom(choice, prefix, text))
    for text in added:
        prefix = (*prefix, _atom(choice, prefix, text))
    return advance(choice, prefix)


def advance(choice: Choice, prefix: Prefix) -> Prefix:
    """Take the steps that leave no choice."""
    while not choice.is_complete(prefix):
        candidates = choice.candidates(prefix)
        if len(candidates) != 1 or (choice.order.variadic and candidates[0] != END):
            break
        prefix = (*prefix, candidates[0])
    return prefix


def _atom(choice: Choice, prefix: Prefix, text: str) -> Atom:
    for atom in choice.next(prefix):
        if atom_text(atom) == text:
            return atom
    raise WrongStep(choice.why(prefix, _guess(text)), prefix, text)


def _guess(text: str) -> Atom:
    """What a text meant that is no candidate, so that the rules can say why not."""
    parts: list[str | int] = [
        int(p) if p.isdecimal() and len(p) < 3 else p for p in text.split(":")
    ]
    return tuple(parts) if len(parts) > 1 else text


def few_orders(choice: Choice, prefix: Prefix, most: int) -> list[Order]:
    """All orders that begin so if there are at most ``most``, else none."""
    found = list(islice(choice.orders(prefix), most + 1))
    return found if len(found) <= most else []
