"""Orders of all expansions."""

from __future__ import annotations

from rules.expansions.galactic_events.orders import GalacticEventsOrders

ExpansionOrders = GalacticEventsOrders
