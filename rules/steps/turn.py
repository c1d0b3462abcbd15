"""The action phase: whose turn it is, what a turn may begin with, passing and reactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.decisions import Choice, Decision, Menu
from rules.effects.boards import DiscSpent, Gained
from rules.effects.flow import SeatPassed
from rules.orders import (
    Build,
    Colonize,
    Done,
    Explore,
    Influence,
    Move,
    Order,
    Pass,
    Propose,
    Refresh,
    Research,
    ResearchRare,
    Resign,
    Upgrade,
)
from rules.play import Play
from rules.state.frames_action import ActionPhaseFrame, TurnFrame
from rules.state.frames_base import FrameBase
from rules.state.model import NPC
from rules.steps import build, explore, influence, move, research, upgrade
from rules.steps.base import Key, Step
from rules.steps.diplomacy import judge_aggression, lapse
from rules.steps.leaving import leave
from rules.steps.rights import Makers, can_colonize, free_makers, play_free, preference
from rules.table import Table

Offer = Callable[[Table, int, bool], Choice | None]
Start = Callable[[Play, int, bool, Order], None]

# Orders that begin an action: its name, what is offered (``reaction`` tells a reaction), and how
# it starts once the disc is paid.
ACTIONS: dict[type[Order], tuple[str, Offer, Start]] = {
    Explore: ("explore", explore.offer, explore.start),
    Influence: ("influence", influence.offer, influence.start),
    Refresh: ("influence", influence.offer_refresh, influence.start),
    Research: ("research", research.offer, research.start),
    ResearchRare: ("research", research.offer_rare, research.start),
    Upgrade: ("upgrade", upgrade.offer, upgrade.start),
    Build: ("build", build.offer, build.start),
    Move: ("move", move.offer, move.start),
}
REACTIONS = ("upgrade", "build", "move")


# --- the phase ---------------------------------------------------------------------------------


def _advance_phase(play: Play, frame: ActionPhaseFrame) -> bool:
    state = play.state
    if all(seat.passed or seat.out for seat in state.seats):
        play.close()
        return True
    seat = next(s for s in play.order_from(frame.seat) if _has_turn(play, s))
    play.update(ActionPhaseFrame(play.order_from(seat)[1 % len(state.seats)]))
    lapse(play, seat)
    play.open(TurnFrame(seat))
    return True


def _has_turn(table: Table, seat: int) -> bool:
    """Whether the turn comes to the seat: after passing only if it wishes to be asked again."""
    boards = table.seat(seat)
    if boards.out:
        return False
    if not boards.passed or is_woken(table, seat):
        return True
    wish = preference(table, seat, "reactions")
    if wish != "ask" and not (wish == "threat" and _threatened(table, seat)):
        return False
    # Without a disc there is no reaction, but colony ships when passing again (CO-1, MO-3).
    return boards.discs > 0 or can_colonize(table, seat)


def is_woken(table: Table, seat: int) -> bool:
    """Whether something of the seat is asked again for after passing, whatever it prefers."""
    return any(wakes(table, seat) for wakes in table.rules.hooks.wakes)


def _threatened(table: Table, seat: int) -> bool:
    """Whether another player's ship stands in a sector with a disc or ship of the seat."""
    for sector in table.state.sectors.values():
        owners = {ship.owner for ship in table.ships_in(sector)}
        if (sector.disc == seat or seat in owners) and owners - {seat, NPC}:
            return True
    return False


# --- a turn ------------------------------------------------------------------------------------


def _advance_turn(play: Play, frame: TurnFrame) -> bool:
    return False


def _kind(table: Table, frame: TurnFrame) -> str:
    if frame.over:
        return "end_turn"
    return "reaction" if table.seat(frame.seat).passed else "turn"


def _asked(table: Table, frame: TurnFrame) -> list[Key]:
    return [(frame.seat, _kind(table, frame), "")]


def _decisions(table: Table, frame: TurnFrame) -> list[Decision]:
    seat = frame.seat
    if frame.over:
        makers: Makers = {Done: _plain(Done)}
        makers |= free_makers(table, seat)
        return [Decision(seat, "end_turn", Menu(makers), Done(), why_not=partial(_why_over, table))]
    reaction = table.seat(seat).passed
    makers = _actions(table, frame, reaction)
    makers |= {r.order: partial(r.offer, table, frame) for r in table.rules.hooks.turn_rights}
    makers[Pass] = _plain(Pass)
    if table.is_eliminated(seat):
        makers[Resign] = _plain(Resign)
    makers |= free_makers(table, seat)

    def why_not(order: Order) -> str:
        return _why_not(table, frame, reaction, order)

    kind = _kind(table, frame)
    return [Decision(seat, kind, Menu(makers), _default(table, frame), why_not=why_not)]


def _default(table: Table, frame: TurnFrame) -> Order:
    found = (default(table, frame) for default in table.rules.hooks.turn_defaults)
    return next((order for order in found if order), Pass())


def _plain(order_type: type[Order]) -> Callable[[], Choice]:
    """An order without fields."""
    return lambda: Choice(order_type)


def _actions(table: Table, frame: TurnFrame, reaction: bool) -> Makers:
    """The orders that may begin an action or a reaction now, each needing a disc."""
    seat = frame.seat
    if not table.seat(seat).discs or frame.passing:
        return {}
    return {
        order_type: partial(offer, table, seat, reaction)
        for order_type, (name, offer, _) in ACTIONS.items()
        if not reaction or name in REACTIONS
    }


def _why_over(table: Table, order: Order) -> str:
    rights = [right.order for right in table.rules.hooks.turn_rights]
    if type(order) in (*ACTIONS, *rights, Pass):
        return "Your action is finished: one action a turn (Action Phase). End the turn with done."
    return ""


def _why_not(table: Table, frame: TurnFrame, reaction: bool, order: Order) -> str:
    if isinstance(order, Resign):
        return "Only a seat without discs and ships on the board may resign (Player Elimination)."
    if isinstance(order, Propose):
        return "Diplomacy is not used with two or three players (Diplomacy)."
    if type(order) not in ACTIONS:
        return ""
    if not table.seat(frame.seat).discs:
        offers = (right.offer(table, frame) for right in table.rules.hooks.turn_rights)
        beside = any(choice is not None and choice.possible() for choice in offers)
        left = "no action is possible" if beside else "you can only pass"
        return f"No disc is left on your influence track: {left} (Influence Discs)."
    if frame.passing:
        return (
            "Colony ships are not used in a reaction: having used them you can only pass again "
            "(Colony Ships, Reactions)."
        )
    if reaction and ACTIONS[type(order)][0] not in REACTIONS:
        return "After passing only reactions are possible: upgrade, build or move (Reactions)."
    return ""


def _play(play: Play, frame: TurnFrame, decision: Decision, order: Order) -> None:
    seat = frame.seat
    if isinstance(order, Pass):
        first = all(not s.passed for s in play.state.seats if not s.out)
        if not play.seat(seat).passed:
            play.emit(SeatPassed(seat, first))
            if first and (money := play.catalog.setup.first_pass_money):
                play.emit(Gained(seat, "first_pass", money))
        play.close()
        judge_aggression(play, seat)
    elif isinstance(order, Done):
        play.close()
    elif isinstance(order, Resign):
        play.close()
        leave(play, seat, "resigned")
    elif right := next((r for r in play.rules.hooks.turn_rights if type(order) is r.order), None):
        right.play(play, frame, order)
    elif play_free(play, seat, order):
        if isinstance(order, Colonize) and _colonized_passing(play, frame):
            play.update(TurnFrame(seat, passing=True))
    else:
        reaction = play.seat(seat).passed
        action, _, start = ACTIONS[type(order)]
        play.emit(DiscSpent(seat, "reaction" if reaction else action))
        play.update(TurnFrame(seat, action))
        start(play, seat, reaction, order)


def _colonized_passing(table: Table, frame: TurnFrame) -> bool:
    """Whether colony ships were just used by a seat that has passed, outside any reaction."""
    in_reactions = table.rules.edition.colonize_in_reactions
    return table.seat(frame.seat).passed and not frame.action and not in_reactions


STEPS: dict[type[FrameBase], Step] = {
    ActionPhaseFrame: Step(_advance_phase),
    TurnFrame: Step(_advance_turn, _decisions, _play, _asked),
}
