"""What would come of an order, and who could come: questions about a table, asked before acting.

Nothing here needs more than what lies open, so the redacted table of a ``PlayerView`` will do.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.chance import ChanceRefused, RefusingChance
from rules.codec import copy_state
from rules.decisions import Decision, check
from rules.engine import decision_for
from rules.orders import Order
from rules.play import Play
from rules.state.model import NPC, Sector
from rules.steps import step_of
from rules.steps.diplomacy import TREATY, partners
from rules.steps.move import Route, routes
from rules.table import Table


def after(table: Table, decision: Decision, order: Order) -> Table | None:
    """The table right after a legal order of ``decision``, before anything goes on by itself;
    ``None`` if chance decides what comes of it, or if it answers an offer.

    Raises ``Refused`` if the order is not legal.
    """
    if decision.kind == TREATY:
        return None
    play = Play(copy_state(table.state), RefusingChance(), table.rules)
    own = decision_for(play, decision.seat, decision.id or None, order)
    check(own, order)
    frame = play.state.frames[-1]
    try:
        step_of(frame).play(play, frame, own, order)
    except ChanceRefused:
        return None
    return Table(play.state, table.rules)


def pinned(table: Table, owner: int, sector: Sector) -> int:
    """How many ships of the owner in the sector enemy ships hold there (Movement Restrictions)."""
    own = table.own_ships_in(owner, sector)
    return len(own) - min(len(own), table.unpinned(owner, sector))


# --- who could come ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Raid:
    """Ships of ``owner`` in ``source`` that one movement each could bring to ``target`` along
    ``route``. ``ships``: number by type; ``free``: as many of them are not pinned."""

    owner: int
    source: str
    target: str
    route: Route
    ships: tuple[tuple[str, int], ...]
    free: int


def raids(table: Table, seat: int) -> list[Raid]:
    """Fleets of other seats that could enter sectors of ``seat`` (with its disc or a ship), the
    nearest first. Partners are left out: they would break the relations. Wormholes, the Wormhole
    Generator, portals, drives and pins count as in a Move action."""
    state = table.state
    own = {s.id for s in table.present(seat)}
    friends = partners(table, seat)
    fleets: dict[tuple[int, str], dict[str, int]] = {}
    for ship in state.ships.values():
        if ship.owner not in (seat, NPC) and ship.owner not in friends:
            kinds = fleets.setdefault((ship.owner, ship.sector), {})
            kinds[ship.kind] = kinds.get(ship.kind, 0) + 1
    found = []
    for (owner, source), kinds in fleets.items():
        free = table.unpinned(owner, state.sectors[source])
        if free:
            found += _raids_of(table, owner, source, kinds, free, own - {source})
    return sorted(found, key=lambda raid: (len(raid.route), raid.target, raid.owner, raid.source))


def _raids_of(
    table: Table, owner: int, source: str, kinds: dict[str, int], free: int, own: set[str]
) -> list[Raid]:
    ways: dict[tuple[int, int], dict[str, Route]] = {}
    coming: dict[str, list[tuple[str, int]]] = {}
    shortest: dict[str, Route] = {}
    for kind, number in sorted(kinds.items()):
        stats = table.stats(owner, kind)
        if not stats.movement:
            continue
        drive = (stats.movement, stats.jumps)
        if drive not in ways:
            ways[drive] = routes(table, owner, source, *drive)
        for target in own & ways[drive].keys():
            route = ways[drive][target]
            coming.setdefault(target, []).append((kind, number))
            if target not in shortest or len(route) < len(shortest[target]):
                shortest[target] = route
    return [
        Raid(owner, source, target, shortest[target], tuple(ships), free)
        for target, ships in coming.items()
    ]
