"""The end of the combat phase: discs removed, discs placed, discoveries, repair (CB-9)."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.battle import DamageRepaired
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.orders import Atom, Decline, Order, TakeControl
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import AftermathFrame, TreatiesFrame
from rules.steps.base import Step
from rules.steps.diplomacy import is_played, new_pairs
from rules.steps.discovery import open_discovery
from rules.steps.parties import descending, sole_seat
from rules.table import Table


def _advance(play: Play, frame: AftermathFrame) -> bool:
    if frame.stage == "removals":
        _remove_discs(play)
        seats = tuple(play.order_from(play.state.start_seat))
        play.update(AftermathFrame("placements", seats))
        return True
    if frame.stage == "placements":
        return _advance_placements(play, frame)
    if frame.stage == "discoveries":
        return _advance_discoveries(play, frame)
    fleets = (*play.state.ships.values(), *(away.ship for away in play.state.away.values()))
    if any(ship.damage for ship in fleets):
        play.emit(DamageRepaired())
    play.close()
    if is_played(play) and (pairs := new_pairs(play, frame.taken)):
        play.open(TreatiesFrame(pairs))
    return True


def _remove_discs(play: Play) -> None:
    """A sector without cubes loses its disc to the ships of one other player (Influencing)."""
    for sector in play.state.sectors.values():
        if sector.disc is None or sector.cubes:
            continue
        if sole_seat(play, sector) not in (None, sector.disc):
            play.emit(DiscRemoved(sector.disc, sector.id))


def _free_sectors(table: Table, seat: int) -> tuple[str, ...]:
    """Sectors without a disc where the seat's ships are alone, by number."""
    if not table.seat(seat).discs:
        return ()
    return tuple(
        sorted(
            sector.id
            for sector in table.state.sectors.values()
            if sector.disc is None
            and sector.ships
            and sole_seat(table, sector) == seat
            and table.tile(sector.id).disc
        )
    )


def _advance_placements(play: Play, frame: AftermathFrame) -> bool:
    if not frame.seats:
        play.update(AftermathFrame("discoveries", (), frame.taken))
    elif _free_sectors(play, frame.seats[0]):
        return False
    else:
        play.update(AftermathFrame("placements", frame.seats[1:], frame.taken))
    return True


def _advance_discoveries(play: Play, frame: AftermathFrame) -> bool:
    with_disc = play.rules.edition.discovery_with_disc
    if not with_disc or frame.turned == len(frame.taken):
        return _advance_claims(play, frame)
    sector, seat = frame.taken[frame.turned]
    play.update(AftermathFrame("discoveries", (), frame.taken, frame.turned + 1))
    placed = play.state.sectors[sector]
    # With a truce the disc may lie beside Ancients; they keep the tile.
    if placed.discovery and not play.guards_in(placed):
        open_discovery(play, seat, sector)
    return True


def _advance_claims(play: Play, frame: AftermathFrame) -> bool:
    """Discovery tiles go to ships alone beside them, disc or not (EX-3)."""
    for seat in play.order_from(play.state.start_seat):
        for sector in descending(_unclaimed(play, seat)):
            open_discovery(play, seat, sector)
            return True
    play.update(AftermathFrame("repair", (), frame.taken))
    return True


def _unclaimed(table: Table, seat: int) -> list[str]:
    """Sectors with a discovery tile that the seat's ships may take; where tiles go with discs
    only those of places without one."""
    with_disc = table.rules.edition.discovery_with_disc
    return [
        sector.id
        for sector in table.state.sectors.values()
        if sector.discovery
        and sole_seat(table, sector) == seat
        and not table.guards_in(sector)
        and not (with_disc and table.tile(sector.id).discovery_to != "combat")
    ]


def _decisions(table: Table, frame: AftermathFrame) -> list[Decision]:
    seat = frame.seats[0]
    sectors = _free_sectors(table, seat)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return sectors

    def why(prefix: Prefix, value: Atom) -> str:
        return _why_not_here(table, seat, value)

    choices = (Choice(TakeControl, ("sector",), candidates, why), Choice(Decline))
    # Sectors worth most come first where discs are short.
    best = max(sectors, key=lambda s: table.tile(s).vp)
    context = {"sectors": list(sectors), "discs": table.seat(seat).discs}
    return [Decision(seat, "control", choices, TakeControl(best), context)]


def _why_not_here(table: Table, seat: int, sector: Atom) -> str:
    placed = table.state.sectors.get(sector) if isinstance(sector, str) else None
    if placed is None:
        return f"There is no sector {sector} in the galaxy (Influencing)."
    if placed.disc is not None:
        return f"Sector {sector} is controlled already (Influencing)."
    if not table.tile(placed.id).disc:
        return f"Sector {sector} has no place for an influence disc (Influencing)."
    return "Discs go to sectors where your ships are alone (Influencing)."


def _play(play: Play, frame: AftermathFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, TakeControl):
        play.emit(DiscPlaced(decision.seat, order.sector))
        taken = (*frame.taken, (order.sector, decision.seat))
        play.update(AftermathFrame("placements", frame.seats, taken))
    else:
        play.update(AftermathFrame("placements", frame.seats[1:], frame.taken))


STEPS: dict[type[FrameBase], Step] = {AftermathFrame: Step(_advance, _decisions, _play)}
