"""Black holes: ships that enter leave the board and come back elsewhere, at once or later."""

from __future__ import annotations

from collections.abc import Collection

from rules.content.schema import Catalog
from rules.decisions import Choice, Decision, Prefix
from rules.expansions.base import Expansion, TurnRight
from rules.expansions.galactic_events.effects import (
    SectorsLeftOut,
    ShipLost,
    ShipReturned,
    ShipSwallowed,
)
from rules.expansions.galactic_events.frames import ReturnFrame
from rules.expansions.galactic_events.orders import ReturnShip
from rules.geometry import zone_neighbours
from rules.orders import Atom, Done, Order
from rules.play import Play
from rules.state.frames_action import TurnFrame
from rules.state.frames_base import FrameBase
from rules.state.model import Away, Sector, Ship
from rules.steps.base import Step, asks
from rules.steps.damage import shed_damage
from rules.steps.diplomacy import has_presence, partners
from rules.steps.discovery import open_discovery
from rules.steps.move import ON_ENTERING
from rules.steps.rights import free_choices, play_free
from rules.table import Table

LEFT_OUT = "black holes"
DIE = "black hole"
FACES = 6
BLANK, BURST = 1, 6
ROUNDS = {BLANK: 0, 2: 1, 3: 1, 4: 2, 5: 2, BURST: 0}
"""Rounds until a ship returns, by the face of the die."""


def _left_out(catalog: Catalog, used: Collection[str]) -> frozenset[str]:
    """All black holes but one: that which is known to be used, else the first."""
    tiles = sorted(tile.id for tile in catalog.sectors.values() if tile.returns_to)
    kept = next((tile for tile in tiles if tile in used), tiles[0])
    return frozenset(tiles) - {kept}


def _leave_out(play: Play) -> None:
    """One black hole is used in a game (Setup)."""
    tiles = sorted(t.id for t in play.catalog.sectors.values() if t.returns_to)
    (kept,) = draws = play.draw(LEFT_OUT, [len(tiles)])
    ring = play.tile(tiles[kept]).ring
    left_out = tuple(tile for tile in tiles if tile != tiles[kept])
    play.emit(SectorsLeftOut(ring, left_out, stream=LEFT_OUT, draws=draws))


# --- entering ------------------------------------------------------------------------------------


def _arrived(play: Play, ship: Ship) -> None:
    sector = play.state.sectors[ship.sector]
    if not play.tile(sector.id).returns_to:
        return
    seat, kind = ship.owner, ship.kind
    (draw,) = draws = play.draw(DIE, [FACES])
    now, face = play.state.round, draw + 1
    back, damage = now + ROUNDS[face], int(face == BURST)
    play.emit(ShipSwallowed(ship.id, seat, kind, sector.id, damage, back, stream=DIE, draws=draws))
    if ship.damage > play.stats(seat, kind).hull:
        play.emit(ShipLost(ship.id, seat, kind, sector.id, "destroyed"))
    elif back > play.catalog.setup.rounds:
        play.emit(ShipLost(ship.id, seat, kind, sector.id, "late"))
    elif back == now:
        play.open(ReturnFrame(seat, ship.id))
    # Opened last, so that the tile is turned up before the ship is put anywhere.
    if sector.discovery:
        open_discovery(play, seat, sector.id)


# --- coming back ---------------------------------------------------------------------------------


def targets(table: Table, source: str) -> tuple[str, ...]:
    """Sectors to which ships come back from a black hole, by number; never to a black hole."""
    comes_to = _inner if table.tile(source).returns_to == "inner" else _frontier
    return tuple(
        name
        for name, sector in sorted(table.state.sectors.items())
        if not table.tile(name).halts and comes_to(table, sector)
    )


def _inner(table: Table, sector: Sector) -> bool:
    return sector.zone.startswith("1.")


def _frontier(table: Table, sector: Sector) -> bool:
    around = zone_neighbours(sector.zone)
    return any(around[edge] not in table.state.zones for edge in table.wormholes(sector))


def due(table: Table, seat: int) -> list[Away]:
    """Ships of the seat that have to come back this round."""
    return [a for a in _inside(table, seat) if a.back == table.state.round]


def _inside(table: Table, seat: int) -> list[Away]:
    return [a for _, a in sorted(table.state.away.items()) if a.ship.owner == seat]


def _choice(table: Table, seat: int, coming: list[Away]) -> Choice:
    """Where ships ``coming`` back may be put."""

    def of_kind(kind: str) -> Away | None:
        return next((a for a in coming if a.ship.kind == kind), None)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            kinds = dict.fromkeys(a.ship.kind for a in coming if targets(table, a.source))
            return tuple(kinds)
        away = of_kind(prefix[0])
        return targets(table, away.source) if away else ()

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0:
            return _why_not_kind(table, seat, value)
        away = of_kind(prefix[0])
        assert away is not None
        inner = table.tile(away.source).returns_to == "inner"
        where = (
            "a sector of the inner ring"
            if inner
            else "a sector with a wormhole that faces an unexplored zone"
        )
        return f"From sector {away.source} a ship returns to {where} (Black Hole)."

    return Choice(ReturnShip, ("ship", "sector"), candidates, why)


def _why_not_kind(table: Table, seat: int, kind: Atom) -> str:
    inside = [a for a in _inside(table, seat) if a.ship.kind == kind]
    if not inside:
        return f"You have no {kind} in a black hole (Black Hole)."
    if all(a.back != table.state.round for a in inside):
        rounds = " and ".join(str(n) for n in sorted({a.back for a in inside}))
        return f"Your {kind} returns in round {rounds}, not before (Black Hole)."
    return f"No sector on the board takes your {kind}: it will be lost (Black Hole)."


def _return(play: Play, seat: int, away: Away, sector: str) -> None:
    """The ship is the last to arrive, as if it had moved there."""
    ship = away.ship
    play.emit(ShipReturned(ship.id, seat, ship.kind, away.source, sector))
    shed_damage(play, seat)
    for entering in ON_ENTERING:
        entering(play, seat, sector)


# --- at once ---------------------------------------------------------------------------------------


def _advance(play: Play, frame: ReturnFrame) -> bool:
    away = play.state.away[frame.ship]
    if targets(play, away.source):
        return False
    play.close()
    play.emit(ShipLost(frame.ship, frame.seat, away.ship.kind, away.source, "nowhere"))
    return True


def _decisions(table: Table, frame: ReturnFrame) -> list[Decision]:
    away, seat = table.state.away[frame.ship], frame.seat
    choices = (_choice(table, seat, [away]), *free_choices(table, seat))
    context = {"ship": frame.ship, "kind": away.ship.kind, "source": away.source}
    default = ReturnShip(away.ship.kind, _safest(table, seat, away))
    return [Decision(seat, "return_ship", choices, default, context, _why_not_yet)]


def _safest(table: Table, seat: int, away: Away) -> str:
    """At the deadline the ship comes home, or to where no enemy is, if there is such a sector; to
    a partner only if all sectors are those of partners."""

    def rank(name: str) -> tuple[bool, bool, bool]:
        sector = table.state.sectors[name]
        attacked = sector.disc not in (None, seat) or bool(table.enemy_ships_in(seat, sector))
        return _breaks_relations(table, seat, name), attacked, sector.disc != seat

    return min(targets(table, away.source), key=rank)


def _breaks_relations(table: Table, seat: int, sector: str) -> bool:
    friends = partners(table, seat)
    return bool(friends) and has_presence(table, friends, table.state.sectors[sector])


def _why_not_yet(order: Order) -> str:
    if isinstance(order, Done):
        return "The ship comes back from the black hole at once: say first where to (Black Hole)."
    return "Say first where the ship comes back from the black hole (Black Hole)."


def _play(play: Play, frame: ReturnFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, ReturnShip):
        play.close()
        _return(play, frame.seat, play.state.away[frame.ship], order.sector)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {
    ReturnFrame: Step(_advance, _decisions, _play, asks("return_ship"))
}


# --- in a later round --------------------------------------------------------------------------------


def _offer(table: Table, frame: TurnFrame) -> Choice | None:
    """Before an action or, having passed, before a reaction, which needs a disc."""
    boards = table.seat(frame.seat)
    if not _inside(table, frame.seat) or (boards.passed and (frame.passing or not boards.discs)):
        return None
    return _choice(table, frame.seat, due(table, frame.seat))


def _bring_back(play: Play, frame: TurnFrame, order: Order) -> None:
    assert isinstance(order, ReturnShip)
    coming = due(play, frame.seat)
    away = next(a for a in coming if a.ship.kind == order.ship)
    _return(play, frame.seat, away, order.sector)


def _turn_default(table: Table, frame: TurnFrame) -> Order | None:
    """At the deadline a ship that would be lost comes back before its owner passes, but nobody
    becomes a traitor by being away."""
    choice = _offer(table, frame)
    if choice is None or not choice.possible():
        return None
    kind = choice.next(())[0]
    away = next(a for a in due(table, frame.seat) if a.ship.kind == kind)
    sector = _safest(table, frame.seat, away)
    return None if _breaks_relations(table, frame.seat, sector) else ReturnShip(kind, sector)


def _wakes(table: Table, seat: int) -> bool:
    """Whether a ship would be lost although its owner could still react and save it."""
    return table.seat(seat).discs > 0 and any(targets(table, a.source) for a in due(table, seat))


def _lose_missed(play: Play, phase: str) -> None:
    """Ships that have not come back when the action phase is over are lost."""
    if phase != "combat":
        return
    for number, away in sorted(play.state.away.items()):
        if away.back <= play.state.round:
            ship, reason = away.ship, "missed" if targets(play, away.source) else "nowhere"
            play.emit(ShipLost(number, ship.owner, ship.kind, away.source, reason))


EXPANSION = Expansion(
    left_out=_left_out,
    prepared=_leave_out,
    turn_rights=(TurnRight(ReturnShip, _offer, _bring_back),),
    turn_default=_turn_default,
    wakes=_wakes,
    arrived=_arrived,
    phase_opened=_lose_missed,
)
