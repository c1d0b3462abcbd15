"""Explore action: a tile is turned up, laid or discarded, and its sector may be controlled."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.galaxy import SectorDiscarded, SectorRevealed, StackRefilled
from rules.geometry import opposite, turned, zone_neighbours
from rules.orders import (
    Atom,
    Decline,
    DiscardSector,
    Done,
    Explore,
    Order,
    PlaceSector,
    TakeControl,
)
from rules.play import Play
from rules.state.frames_action import ControlFrame, ExploredFrame, ExploreFrame
from rules.state.frames_base import FrameBase
from rules.state.model import Sector
from rules.steps.base import Step, asks
from rules.steps.discovery import open_discovery, place_disc
from rules.steps.flow import end_turn, finish_action
from rules.steps.rights import free_choices, play_free
from rules.steps.setup import place_sector
from rules.table import Table

# --- where to explore --------------------------------------------------------------------------


def _ring_number(zone: str) -> int:
    return int(zone.partition(".")[0])


def stack_of(table: Table, zone: str) -> str:
    """The stack that a tile for ``zone`` comes from."""
    return table.rules.edition.stack_of_ring(_ring_number(zone))


def _has_tiles(table: Table, ring: str) -> bool:
    """A stack that has run out is made anew from its discards (EX-4)."""
    supply = table.state.supply
    return supply.stacks[ring] > 0 or bool(supply.discards[ring])


def _explores_from(table: Table, seat: int, sector: Sector) -> bool:
    """A disc, or a ship that is not pinned, explores (Explore 1)."""
    return sector.disc == seat or table.unpinned(seat, sector) > 0


def explorable(table: Table, seat: int) -> tuple[str, ...]:
    """Zones that the seat may explore: next to its places, through one of their wormholes
    (any edge with the wormhole generator), while tiles are left for them (EX-2, EX-4)."""
    any_edge = table.uses_half_wormholes(seat)
    zones: set[str] = set()
    for sector in table.present(seat):
        if not _explores_from(table, seat, sector):
            continue
        open_edges = table.edges(sector) if any_edge else table.wormholes(sector)
        around = zone_neighbours(sector.zone)
        zones.update(around[edge] for edge in open_edges)
    found = [
        zone
        for zone in zones
        if zone not in table.state.zones and _has_tiles(table, stack_of(table, zone))
    ]
    return tuple(sorted(found, key=lambda z: (_ring_number(z), int(z.partition(".")[2]))))


def _why_not_zone(table: Table, seat: int, zone: Atom) -> str:
    if zone in table.state.zones:
        return f"Sector {table.state.zones[zone]} lies in zone {zone} already (Explore 1)."
    beside = [s for s in table.present(seat) if zone in zone_neighbours(s.zone)]
    if not beside:
        return f"Zone {zone} is not next to a sector with your disc or ship (Explore 1)."
    if not _has_tiles(table, ring := stack_of(table, zone)):
        return f"No tile of the {ring} ring is left, nor is one discarded (Explore Action)."
    if not any(_explores_from(table, seat, s) for s in beside):
        return f"Your ships next to zone {zone} are pinned (Explore 1)."
    return f"No wormhole of your sectors leads to zone {zone} (Explore 2)."


def _explore_choice(table: Table, seat: int) -> Choice:
    return Choice(
        Explore,
        ("zone",),
        lambda prefix: explorable(table, seat),
        lambda prefix, value: _why_not_zone(table, seat, value),
    )


def orientations(table: Table, seat: int, zone: str, sector: str) -> tuple[int, ...]:
    """Orientations in which a tile fits a zone: a full connection to a place with an own disc or
    ship, or with the wormhole generator half of one where the edition allows it (EX-2)."""
    half = table.uses_half_wormholes(seat)
    near_only = table.rules.edition.half_link_from_explored_place_only
    needed = set()
    for edge, beside in enumerate(zone_neighbours(zone)):
        place = table.place_facing(beside, opposite(edge))
        if place is None:
            continue
        if place.disc != seat and not table.own_ships_in(seat, place):
            continue
        leads_here = opposite(edge) in table.wormholes(place)
        half_does = half and (not near_only or _explores_from(table, seat, place))
        if leads_here and half_does:
            return tuple(range(6))
        if leads_here or half_does:
            needed.add(edge)
    wormholes = table.tile(sector).wormholes
    return tuple(o for o in range(6) if not needed.isdisjoint(turned(wormholes, o)))


# --- the action ----------------------------------------------------------------------------------


def offer(table: Table, seat: int, reaction: bool) -> Choice | None:
    return _explore_choice(table, seat)


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    assert isinstance(order, Explore)
    play.open(ExploreFrame(seat, play.species(seat).activations["explore"]))
    _explore(play, seat, order.zone)


def _explore(play: Play, seat: int, zone: str) -> None:
    frame = play.state.frames[-1]
    assert isinstance(frame, ExploreFrame)
    play.update(ExploreFrame(seat, frame.left - 1))
    play.open(ExploredFrame(seat, zone, (_reveal(play, zone),)))


def _reveal(play: Play, zone: str) -> str:
    ring = stack_of(play, zone)
    if not play.state.supply.stacks[ring]:
        play.emit(StackRefilled(ring))
    stream = f"{ring} sectors"
    unseen = play.state.supply.unseen[ring]
    (draw,) = draws = play.draw(stream, [len(unseen)])
    sector = unseen[draw]
    play.emit(SectorRevealed(ring, zone, sector, stream=stream, draws=draws))
    return sector


def _advance(play: Play, frame: ExploreFrame) -> bool:
    if frame.left and explorable(play, frame.seat):
        return False
    finish_action(play)
    return True


def _decisions(table: Table, frame: ExploreFrame) -> list[Decision]:
    seat = frame.seat
    choices = (_explore_choice(table, seat), Choice(Done), *free_choices(table, seat))
    return [Decision(seat, "explore", choices, Done(), {"left": frame.left})]


def _play(play: Play, frame: ExploreFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Explore):
        _explore(play, frame.seat, order.zone)
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


# --- the tile --------------------------------------------------------------------------------------


def _place_choice(table: Table, frame: ExploredFrame) -> Choice:
    def fits(sector: str) -> tuple[int, ...]:
        return orientations(table, frame.seat, frame.zone, sector)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            return tuple(s for s in frame.sectors if fits(s))
        return fits(prefix[0])

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0 and value not in frame.sectors:
            return f"The tile that was turned up is {' or '.join(frame.sectors)} (Explore 2)."
        if len(prefix) == 0:
            return (
                f"However it is turned, sector {value} connects to none of your sectors "
                "(Explore 2): it can only be discarded."
            )
        return (
            "Turned so, no wormhole of the tile connects to a sector with your disc or ship "
            "(Explore 2)."
        )

    return Choice(PlaceSector, ("sector", "orientation"), candidates, why)


def _more_tiles(table: Table, frame: ExploredFrame) -> bool:
    """Whether the seat may turn up another tile before choosing (EX-5)."""
    keeps_one_of = table.species(frame.seat).trait("explore_keep_one_of")
    limit = keeps_one_of.value or 1 if keeps_one_of else 1
    return len(frame.sectors) < limit and _has_tiles(table, stack_of(table, frame.zone))


def _advance_explored(play: Play, frame: ExploredFrame) -> bool:
    return False


def _default_for_tile(choice: Choice) -> Order:
    """At the deadline the tile is laid in its first legal orientation: most want the sector."""
    return next(choice.orders(), DiscardSector())


def _decisions_explored(table: Table, frame: ExploredFrame) -> list[Decision]:
    seat = frame.seat
    place = _place_choice(table, frame)
    again = Choice(
        Explore,
        ("zone",),
        lambda prefix: (frame.zone,),
        lambda prefix, value: (
            f"The next tile is turned up for the same zone {frame.zone} (Explore 1)."
        ),
    )
    choices = (
        place,
        Choice(DiscardSector),
        *((again,) if _more_tiles(table, frame) else ()),
        *free_choices(table, seat),
    )
    context = {
        "zone": frame.zone,
        "ring": stack_of(table, frame.zone),
        "sectors": list(frame.sectors),
    }
    default = _default_for_tile(place)
    return [Decision(seat, "explored", choices, default, context, _why_not_explored)]


def _why_not_explored(order: Order) -> str:
    if isinstance(order, (Done, Explore)):
        return "Place or discard the tile first (Explore 2)."
    return ""


def _play_explored(play: Play, frame: ExploredFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, PlaceSector):
        _place(play, frame, order)
    elif isinstance(order, DiscardSector):
        _discard(play, frame)
    elif isinstance(order, Explore):
        sectors = (*frame.sectors, _reveal(play, frame.zone))
        play.update(ExploredFrame(frame.seat, frame.zone, sectors))
    else:
        play_free(play, frame.seat, order)


def _place(play: Play, frame: ExploredFrame, order: PlaceSector) -> None:
    play.close()
    place_sector(play, order.sector, frame.zone, order.orientation)
    for sector in frame.sectors:
        if sector != order.sector:
            play.emit(SectorDiscarded(stack_of(play, frame.zone), sector))
    for placed in play.places_in(frame.zone):
        if _may_control(play, frame.seat, placed):
            play.open(ControlFrame(frame.seat, placed.id))
        if _finds(play, placed):
            open_discovery(play, frame.seat, placed.id)


def _finds(table: Table, placed: Sector) -> bool:
    """Whether the explorer takes the discovery tile of the sector just placed."""
    if table.rules.edition.discovery_with_disc or table.tile(placed.id).discovery_to != "explorer":
        return False
    return placed.discovery and not table.guards_in(placed)


def _discard(play: Play, frame: ExploredFrame) -> None:
    play.close()
    for sector in frame.sectors:
        play.emit(SectorDiscarded(stack_of(play, frame.zone), sector))
    # A second exploration of the same action is not lost with the first tile (EX-1).
    action = play.state.frames[-1]
    assert isinstance(action, ExploreFrame)
    goes_on = action.left > 0 and explorable(play, frame.seat)
    if play.rules.edition.discarding_ends_turn and not goes_on:
        end_turn(play)


# --- control ---------------------------------------------------------------------------------------


def _may_control(table: Table, seat: int, sector: Sector) -> bool:
    free = sector.disc is None and table.may_hold(seat, sector)
    return free and table.seat(seat).discs > 0


def _advance_control(play: Play, frame: ControlFrame) -> bool:
    if _may_control(play, frame.seat, play.state.sectors[frame.sector]):
        return False
    play.close()
    return True


def _decisions_control(table: Table, frame: ControlFrame) -> list[Decision]:
    """At the deadline the disc is placed: whoever explores wants the sector as a rule."""
    seat = frame.seat
    choices = (
        Choice(
            TakeControl,
            ("sector",),
            lambda prefix: (frame.sector,),
            lambda prefix, value: (
                f"A disc may now be placed on sector {frame.sector}, the one just explored; others "
                "take the influence action (Explore 6)."
            ),
        ),
        Choice(Decline),
        Choice(Done),
        *free_choices(table, seat),
    )
    context = {
        "sector": frame.sector,
        "discs": table.seat(seat).discs,
        "upkeep": table.upkeep(seat),
        "upkeep_after": table.upkeep(seat, 1),
    }
    return [Decision(seat, "control", choices, TakeControl(frame.sector), context)]


def _play_control(play: Play, frame: ControlFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, TakeControl):
        play.close()
        place_disc(play, frame.seat, frame.sector)
    elif isinstance(order, Decline):
        play.close()
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {
    ExploreFrame: Step(_advance, _decisions, _play, asks("explore")),
    ExploredFrame: Step(_advance_explored, _decisions_explored, _play_explored, asks("explored")),
    ControlFrame: Step(_advance_control, _decisions_control, _play_control, asks("control")),
}
