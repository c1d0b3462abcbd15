"""The engine: an order answers a decision, the steps emit effects, automatic steps follow until
somebody must choose."""

from __future__ import annotations

from rules.chance import Chance, RecordedChance
from rules.decisions import Decision, Refused, check
from rules.effects.base import ChanceEffect, Effect
from rules.effects.flow import DecisionsChanged
from rules.log import Event
from rules.orders import Order
from rules.play import Play
from rules.state.model import GameState, Pending, RulesetSpec
from rules.steps import step_of
from rules.steps.base import Key
from rules.steps.diplomacy import TREATY, answer, answer_keys, answers
from rules.steps.setup import begin
from rules.table import Table


def new_game(
    spec: RulesetSpec, seats: int, chance: Chance, species: tuple[str, ...] = ()
) -> tuple[GameState, Event]:
    """Set up a game: its state and the first event.

    ``species`` fixes the boards by seat; without it the seats choose. Raises ``ValueError`` for a
    number of seats or species that the edition does not know.
    """
    state = GameState(spec)
    play = Play(state, chance)
    begin(play, seats, species)
    _settle(play)
    return state, Event.of(0, None, "setup", None, play.effects)


def open_decisions(table: Table, seat: int | None = None) -> list[Decision]:
    """All decisions that are open now, or those of one seat, with their ids."""
    state = table.state
    if state.finished or not state.frames:
        return []
    ids = {(p.seat, p.kind, p.subject): p.id for p in state.pending}
    decisions = _wanted(table, seat)
    for decision in decisions:
        decision.id = ids.get((decision.seat, decision.kind, decision.subject), "")
    return decisions


def decision_for(
    table: Table, seat: int, decision_id: str | None = None, order: Order | None = None
) -> Decision:
    """The decision that ``seat`` owes: the one with ``decision_id`` if given, else one that
    ``order`` may answer, else the first.

    Raises ``Refused`` (``stale`` when that decision is gone) if there is none.
    """
    if table.state.finished:
        raise Refused("The game has ended.", stale=decision_id is not None)
    own = open_decisions(table, seat)
    if decision_id is not None:
        for decision in own:
            if decision.id == decision_id:
                return decision
        raise Refused("That decision has been answered already or is gone.", stale=True)
    if not own:
        raise Refused("It is not your turn: nothing is asked of you now.")
    if order is not None and len(own) > 1:
        own.sort(key=lambda decision: _misses(decision, order))
    return own[0]


def _misses(decision: Decision, order: Order) -> int:
    """How far an order is from answering a decision: not at all, in a field, in its kind."""
    choice = decision.choice(type(order))
    return 2 if choice is None else int(choice.first_fault(order) is not None)


def play(
    state: GameState,
    seq: int,
    seat: int,
    order: Order,
    chance: Chance,
    decision_id: str | None = None,
) -> list[Effect]:
    """Carry out ``order`` as event number ``seq`` and return its effects.

    Changes ``state``. Raises ``Refused`` before anything is changed; if ``chance`` refuses to
    answer, the state is left half-way, so previews play on a copy.
    """
    table = Play(state, chance)
    decision = decision_for(table, seat, decision_id, order)
    check(decision, order)
    state.seq = seq
    if decision.kind == TREATY:
        answer(table, decision, order)
    else:
        step_of(state.frames[-1]).play(table, state.frames[-1], decision, order)
    _settle(table, answered=decision.id)
    return table.effects


def resume(state: GameState, seq: int, chance: Chance) -> list[Effect]:
    """Let a position that waits for nobody go on until somebody must choose; its effects.

    They are event number ``seq``. Nothing happens where somebody is asked already.
    """
    table = Play(state, chance)
    before, state.seq = state.seq, seq
    _settle(table)
    if not table.effects:
        state.seq = before
    return table.effects


def reproduce(state: GameState, event: Event) -> list[Effect]:
    """Play the order of a stored event on the state before it, with its own outcomes of chance.

    Raises ``Refused`` or ``ChanceMismatch`` when the rules and the event disagree.
    """
    if event.order is None or event.seat is None:
        raise ValueError(f"event {event.seq} holds no order")
    chance = RecordedChance(
        (e.stream, e.draws) for e in event.effects if isinstance(e, ChanceEffect)
    )
    return play(state, event.seq, event.seat, event.order, chance, event.decision or None)


def _wanted(table: Table, seat: int | None) -> list[Decision]:
    """What the innermost step asks, and the answers to offers that are open beside it; of one
    seat if it is given. Refusals name the rule book of the edition."""
    frame = table.state.frames[-1]
    step = step_of(frame)
    if seat is None:
        asked = [*step.decisions(table, frame), *answers(table)]
    else:
        asked = [*step.owed(table, frame, seat), *(d for d in answers(table) if d.seat == seat)]
    edition = table.rules.edition
    return [d.reworded(edition.cite) for d in asked] if edition.headings else asked


def _settle(play: Play, answered: str = "") -> None:
    """Run automatic steps until somebody must choose, then say which decisions are open."""
    state = play.state
    keys: list[Key] = []
    while state.frames and not state.finished:
        frame = state.frames[-1]
        step = step_of(frame)
        if not step.advance(play, frame):
            keys = [] if state.finished else [*step.keys(play, frame), *answer_keys(play)]
            break
    if not keys and not state.finished:
        raise AssertionError(f"nobody has a choice, yet the game goes on: {state.frames!r}")
    kept: set[Key] = set()
    closed = []
    for pending in state.pending:
        key = (pending.seat, pending.kind, pending.subject)
        if pending.id != answered and key in keys:
            kept.add(key)
        else:
            closed.append(pending.id)
    fresh = [key for key in keys if key not in kept]
    if closed or fresh:
        opened = tuple([Pending(f"{state.seq}.{n}", *key) for n, key in enumerate(fresh)])
        play.emit(DecisionsChanged(tuple(closed), opened))
