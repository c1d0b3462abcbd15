"""Discovery tiles: turned up, then used or kept for their victory points."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blueprint import blueprint_fault, parts_on, with_article
from rules.content.schema import DiscoveryEffect
from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import (
    DiscoveryDiscarded,
    DiscoveryKept,
    DiscoveryRevealed,
    DiscoveryUsed,
    Gained,
    PartPlaced,
    PartReturned,
    PartSetAside,
)
from rules.effects.galaxy import DiscPlaced, ShipPlaced, StructureBuilt, WarpPortalPlaced
from rules.orders import (
    Atom,
    Done,
    FitPart,
    KeepDiscovery,
    Order,
    SetAside,
    TakeTech,
    UseDiscovery,
)
from rules.play import Play
from rules.state.frames_action import BonusFrame, DiscoveryFrame
from rules.state.frames_base import FrameBase
from rules.steps.base import Step
from rules.steps.damage import shed_damage
from rules.steps.research import RARE, take_tech
from rules.steps.rights import free_choices, play_free
from rules.table import Table

STREAM = "discovery"

# --- taking a tile -------------------------------------------------------------------------------


def place_disc(play: Play, seat: int, sector: str, source: str = "") -> None:
    """Place a disc from the track, or from the sector ``source``, and take the discovery tile
    that lies there, if the edition gives it to the disc and no guards hold it (Explore 6)."""
    play.emit(DiscPlaced(seat, sector, source))
    placed = play.state.sectors[sector]
    with_disc = play.rules.edition.discovery_with_disc
    if with_disc and placed.discovery and not play.guards_in(placed):
        open_discovery(play, seat, sector)


def open_discovery(play: Play, seat: int, sector: str) -> None:
    """Let ``seat`` take the face-down discovery tile of ``sector``.

    The tile is turned up when this step is the innermost one, so that steps opened after it come
    first. Raises ``ValueError`` if no tile lies there.
    """
    if not play.state.sectors[sector].discovery:
        raise ValueError(f"no discovery tile lies in sector {sector}")
    play.open(DiscoveryFrame(seat, sector))


def _reveal(play: Play, frame: DiscoveryFrame) -> None:
    """Turn up the tile; one that brings a structure to a place that takes none is put aside and
    another one drawn instead, as long as the supply has any."""
    (tile,), draws = play.draw_from(STREAM, play.state.supply.discoveries, 1)
    seat, sector, drawn = frame.seat, frame.sector, frame.drawn
    play.emit(DiscoveryRevealed(seat, sector, tile, drawn, stream=STREAM, draws=draws))
    brings_structure = play.catalog.discoveries[tile].effect.kind == "structure"
    if not brings_structure or play.tile(sector).structures:
        play.update(DiscoveryFrame(seat, sector, tile, drawn=drawn))
        return
    play.emit(DiscoveryDiscarded(seat, sector, tile))
    if play.state.supply.discovery_pile:
        play.update(DiscoveryFrame(seat, sector, drawn=True))
    else:
        play.close()


# --- what a tile gives -----------------------------------------------------------------------------


def _effect(table: Table, frame: DiscoveryFrame) -> DiscoveryEffect:
    return table.catalog.discoveries[frame.discovery].effect


def cheapest_techs(table: Table, seat: int) -> tuple[str, ...]:
    """The tiles of the supply board with the lowest printed cost that the seat lacks; rare ones
    do not count (DI-1)."""
    techs = table.catalog.techs
    supply = table.state.supply.techs
    lacking = [
        tech.id
        for tech in techs.values()
        if tech.id in supply and tech.track != RARE and not table.has_tech(seat, tech.id)
    ]
    lowest = min((techs[t].cost for t in lacking), default=0)
    return tuple(t for t in lacking if techs[t].cost == lowest)


_ON_THE_MAP = ("ship", "structure", "warp_portal")
"""Kinds of faces that put something into the sector."""


def _why_useless(table: Table, frame: DiscoveryFrame) -> str:
    """Why only the victory points are left; empty if the face can be used (DI-1, DI-2)."""
    effect = _effect(table, frame)
    placed = table.state.sectors[frame.sector]
    # A tile drawn for another one may lie where nobody can have a disc.
    lost_home = frame.drawn and table.tile(placed.id).disc and placed.disc != frame.seat
    if lost_home and effect.kind in _ON_THE_MAP:
        return f"You do not control your starting sector {frame.sector} (Discovery Tiles)."
    if effect.kind == "structure" and getattr(placed, str(effect.structure)):
        return f"Sector {frame.sector} has its {effect.structure} already (Discovery Tiles)."
    if effect.kind == "technology" and not cheapest_techs(table, frame.seat):
        return "You have every technology that is on the supply board (Discovery Tiles)."
    if effect.kind == "ship":
        assert effect.ship is not None
        if table.ships_left(frame.seat, effect.ship) < effect.count:
            return f"You have no unused {effect.ship} (Discovery Tiles)."
    return ""


def _use(play: Play, frame: DiscoveryFrame) -> None:
    seat, effect = frame.seat, _effect(play, frame)
    play.emit(DiscoveryUsed(seat, frame.discovery, effect.kind == "score"))
    if effect.kind == "part":
        play.update(replace(frame, fitting=True))
        return
    if effect.kind == "technology":
        play.update(replace(frame, choosing=True))
        return
    play.close()
    if effect.kind == "ship":
        assert effect.ship is not None
        for _ in range(effect.count):
            ship = play.state.next_ship
            play.emit(ShipPlaced(ship, seat, effect.ship, frame.sector, "discovery"))
    elif effect.kind == "structure":
        assert effect.structure is not None
        play.emit(StructureBuilt(seat, effect.structure, frame.sector))
    elif effect.kind == "warp_portal":
        play.emit(WarpPortalPlaced(seat, frame.sector, effect.vp))
    if effect.of_choice:
        play.open(BonusFrame(seat, effect.of_choice))
    if effect.money or effect.science or effect.materials:
        gain = Gained(seat, "discovery", effect.money, effect.science, effect.materials)
        play.emit(gain)


def _take(play: Play, seat: int, tech: str) -> None:
    play.close()
    take_tech(play, seat, tech, play.catalog.techs[tech].track)


def _keep(play: Play, frame: DiscoveryFrame) -> None:
    play.emit(DiscoveryKept(frame.seat, frame.discovery))
    play.close()


def _advance(play: Play, frame: DiscoveryFrame) -> bool:
    if not frame.discovery:
        _reveal(play, frame)
        return True
    if frame.choosing:
        techs = cheapest_techs(play, frame.seat)
        if len(techs) > 1:
            return False
        _take(play, frame.seat, techs[0])
        return True
    if not frame.fitting and _why_useless(play, frame):
        _keep(play, frame)
        return True
    return False


# --- the ancient part ------------------------------------------------------------------------------


def _part(table: Table, frame: DiscoveryFrame) -> str:
    part = _effect(table, frame).part
    assert part is not None
    return part


def _fault(table: Table, seat: int, part: str, ship: str, slot: int) -> str:
    """Why ``part`` does not go on ``slot`` (counted from 1) of a ship type; empty if it does."""
    species = table.species(seat)
    parts = parts_on(species, table.seat(seat), ship)
    slots = len(species.blueprints[ship].slots)
    if table.catalog.parts[part].off_grid:
        if len(parts) > slots:
            return f"A part lies beside the slots of the {ship} already (Ship Parts)."
        if slot != slots + 1:
            return f"This part lies beside the slots 1 to {slots}: it is number {slots + 1}."
    elif not 0 < slot <= slots:
        return f"{with_article(ship).capitalize()} has the slots 1 to {slots} (Ship Parts)."
    changed = (*parts[: slot - 1], part, *parts[slot:])
    return blueprint_fault(table.catalog, species.id, ship, changed)


def _fit_choice(table: Table, seat: int, part: str) -> Choice:
    blueprints = table.species(seat).blueprints

    def fitting(ship: str) -> tuple[int, ...]:
        # One more than there are slots: a part without a place among them lies beside.
        slots = range(1, len(blueprints[ship].slots) + 2)
        return tuple(slot for slot in slots if not _fault(table, seat, part, ship, slot))

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            return tuple(ship for ship in blueprints if fitting(ship))
        return fitting(prefix[0])

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 1:
            if isinstance(value, int):
                return _fault(table, seat, part, prefix[0], value)
            return "A slot is a number, counted from 1 (Ship Parts)."
        if value in blueprints:
            return f"On no slot of the {value} would {part} leave a legal blueprint (Ship Parts)."
        return f"There is no ship called {value}; there are {', '.join(blueprints)} (Ship Parts)."

    return Choice(FitPart, ("ship", "slot"), candidates, why)


def _fit(play: Play, frame: DiscoveryFrame, order: FitPart) -> None:
    """The tile on the slot goes back; an ancient one leaves the game (DI-2)."""
    slot = order.slot - 1
    tiles = play.seat(frame.seat).tiles[order.ship]
    covered = tiles[slot] if slot < len(tiles) else None
    if covered is not None:
        play.emit(PartReturned(frame.seat, order.ship, slot, covered))
    play.emit(PartPlaced(frame.seat, order.ship, slot, _part(play, frame)))
    if play.state.phase == "action":
        # At the end of the combat phase all damage is about to be repaired.
        shed_damage(play, frame.seat)
    play.close()


# --- decisions -------------------------------------------------------------------------------------


def _free(table: Table, seat: int) -> tuple[Choice, ...]:
    """Free rights belong to one's own turn; after combat there are none."""
    return free_choices(table, seat) if table.state.phase == "action" else ()


def _decisions(table: Table, frame: DiscoveryFrame) -> list[Decision]:
    context = {"sector": frame.sector, "discovery": frame.discovery}
    if frame.fitting:
        return [_fit_decision(table, frame, context)]
    if frame.choosing:
        return [_tech_decision(table, frame, context)]
    choices = (Choice(UseDiscovery), Choice(KeepDiscovery), *_free(table, frame.seat))
    # At the deadline resources are taken; what would need further choices is kept instead.
    resource = _effect(table, frame).kind == "resource"
    default: Order = UseDiscovery() if resource else KeepDiscovery()
    return [Decision(frame.seat, "discovery", choices, default, context, _why_not_yet)]


def _why_not_yet(order: Order) -> str:
    if isinstance(order, Done):
        return "Use the discovery tile or keep it first: that is decided at once (Discovery Tiles)."
    return ""


def _fit_decision(table: Table, frame: DiscoveryFrame, context: dict[str, str]) -> Decision:
    part = _part(table, frame)
    choices = (
        _fit_choice(table, frame.seat, part),
        Choice(SetAside),
        *_free(table, frame.seat),
    )
    return Decision(frame.seat, "fit_part", choices, SetAside(), {**context, "part": part})


def _tech_decision(table: Table, frame: DiscoveryFrame, context: dict[str, str]) -> Decision:
    techs = cheapest_techs(table, frame.seat)

    def why(prefix: Prefix, value: Atom) -> str:
        return (
            "Ancient Technology gives the cheapest technology on the supply board that you lack: "
            f"{', '.join(techs)} (Discovery Tiles)."
        )

    choice = Choice(TakeTech, ("tech",), lambda prefix: techs, why)
    choices = (choice, *_free(table, frame.seat))
    return Decision(frame.seat, "ancient_tech", choices, TakeTech(techs[0]), dict(context))


def _play(play: Play, frame: DiscoveryFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, UseDiscovery):
        _use(play, frame)
    elif isinstance(order, KeepDiscovery):
        _keep(play, frame)
    elif isinstance(order, FitPart):
        _fit(play, frame, order)
    elif isinstance(order, SetAside):
        play.emit(PartSetAside(frame.seat, _part(play, frame)))
        play.close()
    elif isinstance(order, TakeTech):
        _take(play, frame.seat, order.tech)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {DiscoveryFrame: Step(_advance, _decisions, _play)}
