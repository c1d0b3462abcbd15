"""Move action, and the movement of a reaction."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from rules.blueprint import with_article
from rules.decisions import Choice, Decision, Prefix
from rules.effects.galaxy import ShipMoved
from rules.geometry import opposite, zone_neighbours
from rules.orders import Atom, Done, Move, Order
from rules.play import Play
from rules.state.frames_action import MoveFrame
from rules.state.frames_base import FrameBase
from rules.state.model import Sector, Ship
from rules.steps.base import Step, asks
from rules.steps.diplomacy import entered, has_presence, partners
from rules.steps.flow import end_turn, finish_action
from rules.steps.rights import free_choices, play_free
from rules.table import Table

Route = tuple[str, ...]

ON_ENTERING: tuple[Callable[[Play, int, str], None], ...] = (entered,)
"""What happens when a ship of a seat enters a sector, in this order: once for each sector of its
route, after the movement."""


# --- where to ------------------------------------------------------------------------------------


def routes(table: Table, seat: int, source: str, movement: int, jumps: int = 0) -> dict[str, Route]:
    """Sectors that a ship leaving ``source`` can end in, each with its shortest legal route.

    ``jumps`` steps of a route may lead to any adjacent sector, whatever the wormholes.

    A route that passes no sector of a partner comes before a shorter one that does, where passing
    breaks the relations. Of equally short routes the one with the lower sector numbers is taken.
    Pinning is judged at every step: where the ship would be pinned, its movement ends (MO-1).
    """
    found = _routes(table, seat, source, movement, set(), jumps)
    if table.rules.edition.aggression_on_entering and (friends := partners(table, seat)):
        found |= _routes(table, seat, source, movement, friends, jumps)
    return found


def _routes(
    table: Table, seat: int, source: str, movement: int, around: set[int], jumps: int
) -> dict[str, Route]:
    """Shortest routes that pass no sector with a disc or ship of the seats ``around``."""
    sectors = table.state.sectors
    halts = table.rules.halts
    found: dict[str, Route] = {}
    known = {(source, jumps)}
    waiting: deque[tuple[Route, int]] = deque([((), jumps)])
    while waiting:
        route, left = waiting.popleft()
        here = sectors[route[-1] if route else source]
        if route and (halts[here.id] or not table.unpinned(seat, here, entering=1)):
            continue
        if route and around and has_presence(table, around, here):
            continue
        for other, rest in _steps(table, seat, here, left):
            if other == source or (other, rest) in known:
                continue
            known.add((other, rest))
            longer = (*route, other)
            found.setdefault(other, longer)
            if len(longer) < movement:
                waiting.append((longer, rest))
    return found


def _steps(table: Table, seat: int, here: Sector, jumps: int) -> list[tuple[str, int]]:
    """Sectors one step away with the jumps that are left then, those through wormholes first."""
    linked = sorted(table.reach(seat, here))
    steps = [(other, jumps) for other in linked]
    if jumps:
        around = zone_neighbours(here.zone)
        facing = (table.place_facing(around[e], opposite(e)) for e in table.edges(here))
        beside = sorted(place.id for place in facing if place)
        steps += [(other, jumps - 1) for other in beside if other not in linked]
    return steps


def _kinds(table: Table, seat: int) -> list[str]:
    return [k for k in table.species(seat).blueprints if table.stats(seat, k).movement > 0]


def _sources(table: Table, seat: int, kind: str) -> Iterator[str]:
    """Sectors that a ship of the kind can leave, by number."""
    ships = table.state.ships.values()
    held = {s.sector for s in ships if s.owner == seat and s.kind == kind}
    jumps = table.stats(seat, kind).jumps if held else 0
    for name in sorted(held):
        sector = table.state.sectors[name]
        if not table.unpinned(seat, sector):
            continue
        if table.reach(seat, sector) or (jumps and _steps(table, seat, sector, jumps)):
            yield name


def _can_leave(table: Table, seat: int, kind: str) -> bool:
    return next(_sources(table, seat, kind), None) is not None


def _choice(table: Table, seat: int) -> Choice:
    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            return tuple(k for k in _kinds(table, seat) if _can_leave(table, seat, k))
        if len(prefix) == 1:
            return tuple(_sources(table, seat, prefix[0]))
        stats = table.stats(seat, prefix[0])
        return tuple(sorted(routes(table, seat, prefix[1], stats.movement, stats.jumps)))

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0:
            return _why_not_kind(table, seat, value)
        if len(prefix) == 1:
            return _why_not_source(table, seat, prefix[0], value)
        return _why_not_target(table, seat, prefix[0], prefix[1], value)

    return Choice(Move, ("ship", "source", "target"), candidates, why)


def _why_not_kind(table: Table, seat: int, kind: Atom) -> str:
    if kind not in table.species(seat).blueprints:
        return f"There is no ship called {kind} (Move Action)."
    if not table.stats(seat, kind).movement:
        return f"{with_article(kind).capitalize()} has no drive and cannot move (Move Action)."
    if not any(s.owner == seat and s.kind == kind for s in table.state.ships.values()):
        return f"You have no {kind} on the board (Move Action)."
    return f"None of your {kind}s can leave its sector (Movement Restrictions)."


def _why_not_source(table: Table, seat: int, kind: str, value: Atom) -> str:
    sector = table.state.sectors.get(value) if isinstance(value, str) else None
    if sector is None or not any(s.kind == kind for s in table.own_ships_in(seat, sector)):
        ships = table.state.ships.values()
        held = sorted({s.sector for s in ships if s.owner == seat and s.kind == kind})
        where = " and ".join(held)
        return f"You have no {kind} in {value}; there are some in {where} (Move Action)."
    if table.engages_all(sector):
        return f"The defence system engages all ships in sector {value} (Movement Restrictions)."
    if not table.unpinned(seat, sector):
        return (
            f"Your ships in sector {value} are pinned: one stays for each enemy ship "
            "(Movement Restrictions)."
        )
    return f"No wormhole leads out of sector {value} (Movement Restrictions)."


def _why_not_target(table: Table, seat: int, kind: str, source: str, value: Atom) -> str:
    if value not in table.state.sectors:
        places = table.rules.places.get(value, ()) if isinstance(value, str) else ()
        if len(places) > 1 and places[0] in table.state.sectors:
            return f"Sector {value} is divided into {', '.join(places)}: name one (Move Action)."
        return f"{value} is not an explored sector (Movement Restrictions)."
    if value == source:
        return "A ship that moves ends in another sector (Move Action)."
    stats = table.stats(seat, kind)
    if value in routes(table, seat, source, len(table.state.sectors), stats.jumps):
        return (
            f"Sector {value} is too far: {with_article(kind)} has a movement value of {stats.movement} "
            "(Move Action)."
        )
    return (
        f"No way leads from sector {source} to {value}: a ship follows wormholes and is held "
        "up by enemy ships on the way (Movement Restrictions)."
    )


# --- the action ----------------------------------------------------------------------------------


def offer(table: Table, seat: int, reaction: bool) -> Choice | None:
    return _choice(table, seat)


def movements(table: Table, seat: int, reaction: bool) -> int:
    """Ships that one action, or one reaction, may move."""
    species = table.species(seat)
    if reaction:
        return species.reaction["move"]
    return species.activations["move"] + table.extra_activations(seat, "moves")


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    assert isinstance(order, Move)
    play.open(MoveFrame(seat, movements(play, seat, reaction)))
    _move(play, seat, order)


def _moving(table: Table, seat: int, order: Move) -> Ship:
    """Of several ships of one kind the one that entered last moves: the others keep their place
    in the order of entry."""
    ships = table.own_ships_in(seat, table.state.sectors[order.source])
    return next(ship for ship in reversed(ships) if ship.kind == order.ship)


def _move(play: Play, seat: int, order: Move) -> None:
    ship = _moving(play, seat, order)
    stats = play.stats(seat, order.ship)
    route = routes(play, seat, order.source, stats.movement, stats.jumps)[order.target]
    frame = play.state.frames[-1]
    assert isinstance(frame, MoveFrame)
    play.update(MoveFrame(seat, frame.left - 1))
    play.emit(ShipMoved(ship.id, seat, ship.kind, order.source, route))
    for sector in route:
        for entering in ON_ENTERING:
            entering(play, seat, sector)
    for arrived in play.rules.hooks.arrived:
        arrived(play, ship)


def _advance(play: Play, frame: MoveFrame) -> bool:
    seat = frame.seat
    if frame.left and any(_can_leave(play, seat, kind) for kind in _kinds(play, seat)):
        return False
    finish_action(play)
    return True


def _decisions(table: Table, frame: MoveFrame) -> list[Decision]:
    choices = (_choice(table, frame.seat), Choice(Done), *free_choices(table, frame.seat))
    return [Decision(frame.seat, "move", choices, Done(), {"left": frame.left})]


def _play(play: Play, frame: MoveFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Move):
        _move(play, frame.seat, order)
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {MoveFrame: Step(_advance, _decisions, _play, asks("move"))}
