"""Orders of Galactic Events."""

from __future__ import annotations

from typing import Union

from rules.orders_base import Order


class Activate(Order, frozen=True, tag="activate"):
    """Move the disc of a pulsar sector to another action slot and act there instead of taking an
    action."""

    sector: str
    slot: str


class ReturnShip(Order, frozen=True, tag="return_ship"):
    """A ship comes back from a black hole to ``sector``; ships of a type are alike."""

    ship: str
    sector: str


GalacticEventsOrders = Union[Activate, ReturnShip]
