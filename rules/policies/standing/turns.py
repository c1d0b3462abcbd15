"""Turns planned beforehand, and what is done after passing."""

from __future__ import annotations

from dataclasses import dataclass

from rules import engine, notation
from rules.chance import ChanceRefused, RefusingChance
from rules.codec import copy_state
from rules.decisions import Decision, Refused
from rules.notation import NotationError
from rules.notation.grammar import forms_for
from rules.notation.words import tokens
from rules.orders import Done, Order, Pass, Prefer
from rules.policies.standing.answers import Answer, Stop, Verdict
from rules.policies.standing.orders import (
    NoShipEntered,
    PlannedTurn,
    PlannedTurns,
    ReactionOrders,
    ReactionsWished,
)
from rules.state.frames_action import TurnFrame
from rules.state.model import NPC
from rules.steps.rights import preference
from rules.steps.turn import is_woken
from rules.table import Table
from rules.views import PlayerView

MOST_ENDINGS = 4
"""Orders ``done`` that end a turn: one for the action, one for the turn, and room."""

PASSING_LOSES = "Something comes before passing that would be lost by it: decide about it first."

# --- reactions -----------------------------------------------------------------------------------


def react(orders: ReactionOrders, view: PlayerView, decision: Decision) -> Answer | None:
    """Pass again, unless a ship has entered or something would be lost by it; on the own turn see
    to it that the seat is asked."""
    if decision.kind == "turn":
        wish = "ask" if orders.sectors else "skip"
        if preference(view.table, decision.seat, "reactions") == wish:
            return None
        return Answer((Prefer("reactions", wish),), ReactionsWished(orders.sectors))
    if decision.kind != "reaction" or decision.choice(Pass) is None:
        return None
    if is_woken(view.table, decision.seat):
        # Passing would lose what its owner alone can still save.
        return None
    if set(ships_of_others(view.table, decision.seat, orders.sectors)) - set(orders.known):
        return None
    return Answer((Pass(),), NoShipEntered(orders.sectors))


def ships_of_others(table: Table, seat: int, sectors: tuple[str, ...]) -> tuple[int, ...]:
    """Ids of the other players' ships that stand in ``sectors`` now."""
    placed = (table.state.sectors[sector] for sector in sectors if sector in table.state.sectors)
    return tuple(
        ship.id
        for sector in placed
        for ship in table.ships_in(sector)
        if ship.owner not in (seat, NPC)
    )


# --- planned turns -------------------------------------------------------------------------------


@dataclass
class _Trial:
    """A turn played on a copy of what the seat knows. ``chance``: dice or draws come next."""

    table: Table
    decisions: list[Decision]
    orders: list[Order]
    over: bool = False
    chance: bool = False

    def read(self, text: str) -> tuple[Decision, Order]:
        """Raises ``NotationError``: the last of those of the decisions that are open."""
        fault = NotationError("Nothing is asked of you at that moment.")
        for decision in self.decisions:
            try:
                return decision, notation.read_order(text, decision, self.table)
            except NotationError as error:
                fault = error
        raise fault

    def offers(self, text: str) -> bool:
        """Whether an order of that kind could be given now."""
        kinds = {form.order for form, _ in forms_for(tokens(text))}
        return any(
            choice.possible()
            for decision in self.decisions
            for kind in kinds
            if (choice := decision.choice(kind)) is not None
        )

    def play(self, decision: Decision, order: Order) -> None:
        """Raises ``Refused``."""
        self.orders.append(order)
        ends = isinstance(order, Done) and decision.kind == "end_turn"
        if ends or isinstance(order, Pass):
            self.over = True
            return
        state = self.table.state
        try:
            engine.play(state, state.seq + 1, decision.seat, order, RefusingChance(), decision.id)
        except ChanceRefused:
            self.chance = True
            return
        self.table = Table(state)
        self.over = not any(
            isinstance(frame, TurnFrame) and frame.seat == decision.seat for frame in state.frames
        ) or (isinstance(order, Done) and not _under_way(self.table, decision.seat))
        asked = engine.open_decisions(self.table)
        self.decisions = [d for d in asked if d.seat == decision.seat]

    def ending(self) -> Decision | None:
        """The decision that ``done`` would answer now."""
        return next((d for d in self.decisions if d.choice(Done) is not None), None)

    def end(self) -> None:
        """End what is under way, as far as nothing else is asked."""
        for _ in range(MOST_ENDINGS):
            decision = self.ending()
            if self.over or self.chance or decision is None or decision.kind == "turn":
                return
            self.play(decision, Done())


def _under_way(table: Table, seat: int) -> bool:
    """Whether the seat has begun an action in its turn, rather than being about to."""
    return any(
        isinstance(frame, TurnFrame) and frame.seat == seat and (frame.action or frame.over)
        for frame in table.state.frames
    )


def next_turn(plan: PlannedTurns, view: PlayerView, decision: Decision) -> Verdict:
    """The orders of the next planned turn, if it is the seat's turn."""
    if decision.kind != "turn":
        return None
    trial = _Trial(Table(copy_state(view.board)), [decision], [])
    waiting = notation.split(plan.turns[0])
    later = plan.turns[1:]
    while waiting and not (trial.over or trial.chance):
        text = without_then(waiting[0])
        try:
            answered, order = trial.read(text)
            if isinstance(order, Pass) and answered.default != order:
                return Stop(text, PASSING_LOSES)
            trial.play(answered, order)
        except NotationError as error:
            if trial.orders and trial.ending() is not None and not trial.offers(text):
                break
            return Stop(text, error.reason)
        except Refused as refused:
            return Stop(text, refused.reason)
        waiting.pop(0)
    trial.end()
    why = PlannedTurn(plan.turns[0])
    if waiting and not trial.over:
        return Answer(tuple(trial.orders), why, None, "; ".join([*waiting, *later]))
    turns = ("; ".join(waiting), *later) if waiting else later
    return Answer(tuple(trial.orders), why, PlannedTurns(turns=turns) if turns else None)


def without_then(text: str) -> str:
    """``then pass`` means ``pass``."""
    first, _, rest = text.partition(" ")
    return rest.strip() if first.casefold() in ("then", "and") and rest.strip() else text
