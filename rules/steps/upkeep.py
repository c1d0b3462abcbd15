"""Upkeep phase: colony ships, money, then science and materials. All seats at the same time."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import Gained, UpkeepPaid
from rules.effects.galaxy import CubeLeft, DiscRemoved
from rules.orders import Abandon, Atom, Colonize, Done, Order, Trade
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_round import UpkeepFrame
from rules.state.model import Sector
from rules.steps.base import Key, Step
from rules.steps.cubes import send_home
from rules.steps.leaving import leave
from rules.steps.rights import (
    after_trade,
    allowed_tracks,
    can_colonize,
    colonize_choice,
    play_free,
    trade_choice,
)
from rules.table import Table

# --- money -------------------------------------------------------------------------------------


def balance(table: Table, seat: int) -> int:
    """Money that the seat would have after income and upkeep; negative when it is short."""
    stored = table.seat(seat).storage.money
    return stored + table.production(seat, "money") - table.upkeep(seat)


def _money_cubes(sector: Sector) -> int:
    """Cubes of the sector that can only return to the money track."""
    return sum(allowed_tracks(square) == ("money",) for square in sector.cubes)


def _can_pay(table: Table, seat: int, first: Sector | None = None) -> bool:
    """Whether some way of trading and giving up sectors pays the upkeep (Bankruptcy), beginning
    with the sector ``first`` if one is given.

    For each number of sectors, those with the fewest money cubes cost the least income.
    """
    stored = after_trade(table, seat, "money")
    others = sorted(_money_cubes(s) for s in table.own_sectors(seat) if s is not first)
    cubes = others if first is None else [_money_cubes(first), *others]
    return any(
        stored + table.production(seat, "money", sum(cubes[:given])) >= table.upkeep(seat, -given)
        for given in range(0 if first is None else 1, len(cubes) + 1)
    )


def _relief(table: Table, seat: int, sector: Sector) -> int:
    """Money won by giving up one sector now: less upkeep, perhaps less income."""
    cubes = _money_cubes(sector)
    income = table.production(seat, "money") - table.production(seat, "money", cubes)
    return table.upkeep(seat) - table.upkeep(seat, -1) - income


# --- flow --------------------------------------------------------------------------------------


def _waiting(table: Table, frame: UpkeepFrame) -> list[int]:
    """Seats that have not paid yet, in turn order."""
    order = table.order_from(table.state.start_seat)
    return [s for s in order if s not in frame.done and not table.seat(s).out]


def _can_settle(table: Table, frame: UpkeepFrame, seat: int) -> bool:
    return seat not in frame.giving_up and can_colonize(table, seat, False)


def _advance(play: Play, frame: UpkeepFrame) -> bool:
    waiting = _waiting(play, frame)
    for seat in waiting:
        if _can_settle(play, frame, seat):
            continue
        if balance(play, seat) >= 0:
            _pay(play, frame, seat)
            return True
        if not _can_pay(play, seat):
            _collapse(play, frame, seat)
            return True
    if not waiting:
        play.close()
        return True
    return False


def _pay(play: Play, frame: UpkeepFrame, seat: int) -> None:
    play.update(UpkeepFrame((*frame.done, seat), frame.giving_up))
    play.emit(UpkeepPaid(seat, play.production(seat, "money"), play.upkeep(seat)))
    science, materials = (play.production(seat, kind) for kind in ("science", "materials"))
    play.emit(Gained(seat, "production", science=science, materials=materials))


def _collapse(play: Play, frame: UpkeepFrame, seat: int) -> None:
    """All sectors are given up and it is not enough: the game ends here for the seat (UP-1)."""
    play.update(UpkeepFrame((*frame.done, seat), frame.giving_up))
    for sector in play.own_sectors(seat):
        for square in list(sector.cubes):
            play.emit(CubeLeft(seat, sector.id, square))
        play.emit(DiscRemoved(seat, sector.id))
    leave(play, seat, "collapsed")


# --- what is asked -----------------------------------------------------------------------------


def _abandon_choice(table: Table, seat: int) -> Choice:
    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return tuple(s.id for s in table.own_sectors(seat))

    def why(prefix: Prefix, value: Atom) -> str:
        return "Give up a sector that holds your influence disc (Bankruptcy)."

    return Choice(Abandon, ("sector",), candidates, why)


def _default(table: Table, frame: UpkeepFrame, seat: int) -> Order:
    """Short: a colony ship with a money cube, else trade what is needed from the larger store, else
    give up the sector that relieves at the least loss of victory points, never one after which
    nothing could save the civilization. Not short: done."""
    short = -balance(table, seat)
    if short <= 0:
        return Done()
    if _can_settle(table, frame, seat):
        for order in colonize_choice(table, seat, False).orders():
            if isinstance(order, Colonize) and order.track == "money":
                return order
    storage = table.seat(seat).storage
    give_units, gain_units = table.trade_rate(seat)
    give = max(("science", "materials"), key=storage.of)
    if times := min(storage.of(give) // give_units, -(-short // gain_units)):
        return Trade(give, "money", times * gain_units)
    monolith_vp = table.catalog.setup.monolith_vp

    def rank(sector: Sector) -> tuple[bool, int, int, str]:
        points = table.tile(sector.id).vp + monolith_vp * sector.monolith
        return _relief(table, seat, sector) <= 0, points, len(sector.cubes), sector.id

    ranked = sorted(table.own_sectors(seat), key=rank)
    saving = (sector for sector in ranked if _can_pay(table, seat, sector))
    return Abandon(next(saving, ranked[0]).id)


def _decision(table: Table, frame: UpkeepFrame, seat: int) -> Decision:
    short = max(0, -balance(table, seat))
    choices = [trade_choice(table, seat)]
    if seat not in frame.giving_up:
        choices.insert(0, colonize_choice(table, seat, beside_enemies=False))
    choices.append(_abandon_choice(table, seat) if short else Choice(Done))

    def why_not(order: Order) -> str:
        if isinstance(order, Done):
            return (
                f"You are {short} money short of your upkeep: trade for money or give up a sector "
                "(Bankruptcy)."
            )
        if isinstance(order, Abandon):
            return "In upkeep a disc leaves a sector only while money is short (FAQ)."
        if isinstance(order, Colonize):
            return "Colony ships are used before sectors are given up (Upkeep Phase)."
        return ""

    context = {
        "stored": table.seat(seat).storage.money,
        "income": table.production(seat, "money"),
        "upkeep": table.upkeep(seat),
        "short": short,
    }
    default = _default(table, frame, seat)
    return Decision(seat, "upkeep", tuple(choices), default, context, why_not=why_not)


def _asked(table: Table, frame: UpkeepFrame) -> list[Key]:
    return [(seat, "upkeep", "") for seat in _waiting(table, frame)]


def _decisions(table: Table, frame: UpkeepFrame) -> list[Decision]:
    return [_decision(table, frame, seat) for seat in _waiting(table, frame)]


def _play(play: Play, frame: UpkeepFrame, decision: Decision, order: Order) -> None:
    seat = decision.seat
    if isinstance(order, Done):
        _pay(play, frame, seat)
    elif isinstance(order, Abandon):
        if seat not in frame.giving_up:
            play.update(UpkeepFrame(frame.done, (*frame.giving_up, seat)))
        squares = list(play.state.sectors[order.sector].cubes)
        play.emit(DiscRemoved(seat, order.sector))
        send_home(play, seat, order.sector, squares)
    else:
        play_free(play, seat, order)


def _of_seat(table: Table, frame: UpkeepFrame, seat: int) -> list[Decision]:
    asked = seat not in frame.done and not table.seat(seat).out
    return [_decision(table, frame, seat)] if asked else []


STEPS: dict[type[FrameBase], Step] = {
    UpkeepFrame: Step(_advance, _decisions, _play, _asked, _of_seat)
}
