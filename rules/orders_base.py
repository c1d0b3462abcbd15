"""Base of all orders.

The fields of an order, in their order, are the steps of the tree of candidates that a decision
offers (``decisions.Choice``). Orders judged as a whole (``Upgrade``, ``AssignDice``) are walked
item by item and closed by ``END``.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

END = "."
"""Closes the list of an order that is judged as a whole."""

Atom = Any
"""One step of the tree: a string, a number, ``None`` or a tuple of those."""


class Order(msgspec.Struct, frozen=True, tag_field="order", forbid_unknown_fields=True, gc=False):
    """Base of all orders."""

    variadic: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    """Whether only the seat itself may read the order."""

    def atoms(self) -> tuple[Atom, ...]:
        """The steps that lead to this order in the tree of candidates."""
        return tuple(getattr(self, field) for field in self.__struct_fields__)

    @classmethod
    def from_atoms(cls, atoms: tuple[Atom, ...]) -> Order:
        return cls(*atoms)
