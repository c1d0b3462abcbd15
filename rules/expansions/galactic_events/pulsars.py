"""Pulsars: a disc on an action slot, which is moved for one activation instead of an action."""

from __future__ import annotations

from rules.decisions import Choice, Prefix
from rules.expansions.base import Expansion, TurnRight
from rules.expansions.galactic_events.effects import SlotActivated
from rules.expansions.galactic_events.orders import Activate
from rules.orders import Atom, Order
from rules.play import Play
from rules.state.frames_action import BuildFrame, MoveFrame, TurnFrame, UpgradeFrame
from rules.state.model import Sector
from rules.steps import build, move, upgrade
from rules.table import Table

_FRAMES: dict[str, type[MoveFrame | UpgradeFrame | BuildFrame]] = {
    "move": MoveFrame,
    "upgrade": UpgradeFrame,
    "build": BuildFrame,
}


def pulsars(table: Table, seat: int) -> list[Sector]:
    """Sectors with a disc of the seat that have action slots, by number."""
    return [s for s in table.own_sectors(seat) if table.tile(s.id).slots]


def slot_of(table: Table, sector: Sector) -> str:
    """The action slot on which the disc of a pulsar sector lies; empty without a disc."""
    slots = table.tile(sector.id).slots
    if sector.disc is None or not slots:
        return ""
    return sector.slot or slots[0]


def is_spent(table: Table, sector: Sector) -> bool:
    """Whether the sector has been activated this round, by whoever controlled it then."""
    return sector.activated == table.state.round


def open_slots(table: Table, sector: Sector) -> tuple[str, ...]:
    """Slots that its disc may be moved to now, where something can be done."""
    if sector.disc is None or is_spent(table, sector):
        return ()
    now = slot_of(table, sector)
    slots = table.tile(sector.id).slots
    return tuple(s for s in slots if s != now and _can_act(table, sector.disc, s))


def _can_act(table: Table, seat: int, slot: str) -> bool:
    """Whether one activation of the action could do anything."""
    if slot == "build":
        return build.worth_waiting(table, seat)
    if slot == "upgrade":
        return upgrade.offer(table, seat, False, most=1).possible()
    choice = move.offer(table, seat, False)
    return choice is not None and choice.possible()


def _offer(table: Table, frame: TurnFrame) -> Choice | None:
    seat = frame.seat
    if not pulsars(table, seat):
        return None
    passed = table.seat(seat).passed

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if passed:
            return ()
        if len(prefix) == 0:
            return tuple(s.id for s in pulsars(table, seat) if open_slots(table, s))
        return open_slots(table, table.state.sectors[prefix[0]])

    def why(prefix: Prefix, value: Atom) -> str:
        if passed:
            return "After passing no pulsar sector can be activated (Pulsar)."
        sector = prefix[0] if prefix else value
        placed = table.state.sectors.get(sector) if isinstance(sector, str) else None
        if placed is None or placed not in pulsars(table, seat):
            own = " and ".join(s.id for s in pulsars(table, seat))
            return f"{sector} is no pulsar sector of yours; you control {own} (Pulsar)."
        return _why_not(table, placed, value if prefix else None)

    return Choice(Activate, ("sector", "slot"), candidates, why)


def _why_not(table: Table, sector: Sector, slot: Atom) -> str:
    """Why the sector cannot be activated, or (``slot``) not for that action."""
    assert sector.disc is not None
    slots = table.tile(sector.id).slots
    if is_spent(table, sector):
        return f"Sector {sector.id} has been activated this round: once is the most (Pulsar)."
    if slot is None:
        return (
            f"Whatever slot its disc moves to, nothing could be done from sector {sector.id} now "
            "(Pulsar)."
        )
    if slot not in slots:
        return f"Sector {sector.id} has the slots {', '.join(slots)} (Pulsar)."
    if slot == slot_of(table, sector):
        return f"The disc of sector {sector.id} lies on {slot}: it moves to another slot (Pulsar)."
    return f"There is nothing that one activation of {slot} could do now (Pulsar)."


def _activate(play: Play, frame: TurnFrame, order: Order) -> None:
    assert isinstance(order, Activate)
    play.emit(SlotActivated(frame.seat, order.sector, order.slot))
    play.update(TurnFrame(frame.seat, order.slot))
    play.open(_FRAMES[order.slot](frame.seat, 1))


EXPANSION = Expansion(turn_rights=(TurnRight(Activate, _offer, _activate),))
