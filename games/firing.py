"""Standing orders at work on a locked game."""

from __future__ import annotations

import logging
import time
from datetime import datetime

from games.ledger import Ledger
from games.models import GameEvent, StandingOrder, StandingUse
from rules.decisions import Decision, Refused
from rules.engine import decision_for
from rules.notation import show
from rules.policies.standing import (
    Answer,
    BattleOrders,
    PlannedTurns,
    ReactionOrders,
    StandingOrders,
    Stop,
    answer,
    decode_standing,
    encode_reason,
    encode_standing,
)
from rules.table import Table
from rules.views import PlayerView, player_view

log = logging.getLogger(__name__)

MOST_ANSWERS = 30
"""Decisions answered in one transaction; others wait for the game's lock meanwhile."""
MOST_PLAYED = 60
"""Orders after which no further decision is answered in a transaction; one turn may have many."""
LONGEST = 2.0
"""Seconds after which none is: the chances of the largest fleets take half a second each."""
ACTOR = "standing_order"


def is_over(row: StandingOrder, round_: int, phase: str, now: datetime) -> bool:
    """Whether the time of a standing order is over."""
    if row.until is not None and row.until <= now:
        return True
    if row.until_round is not None and round_ > row.until_round:
        return True
    if not row.once or not row.used_for:
        return False
    used_in, _, sector = row.used_for.partition(" ")
    # The population of a sector is attacked after the battles of all sectors.
    return int(used_in) != round_ or (bool(sector) and phase != "combat")


class _Held:
    """A standing order in force."""

    def __init__(self, row: StandingOrder) -> None:
        self.row = row
        self.orders: StandingOrders = decode_standing(row.body)

    @property
    def rank(self) -> tuple[int, int]:
        """Orders for one sector come before those for all; a preference is set before the plan."""
        orders = self.orders
        if isinstance(orders, BattleOrders):
            return (0 if orders.sector else 1), self.row.pk
        return (2 if isinstance(orders, ReactionOrders) else 3), self.row.pk

    def covers(self, decision: Decision, round_: int) -> bool:
        """Whether it may be used for the decision, if it may be used but once."""
        used = self.row.used_for
        return not (self.row.once and used) or used == _occasion(decision, round_)


class Firing:
    """All standing orders of a game while they answer what is asked."""

    def __init__(self, ledger: Ledger, rows: list[StandingOrder]) -> None:
        self._ledger = ledger
        self._held: dict[int, list[_Held]] = {}
        for held in sorted(map(_Held, rows), key=lambda held: held.rank):
            self._held.setdefault(held.row.tenancy.seat, []).append(held)
        self._declined: set[str] = set()
        self._changed: dict[int, StandingOrder] = {}
        self._uses: list[tuple[int, StandingUse]] = []
        self.more = False
        """Whether so much was answered that the rest was put off."""

    @classmethod
    def of(cls, ledger: Ledger, standing: frozenset[int]) -> Firing | None:
        """``None`` if no seat with standing orders owes a decision, or the game takes none."""
        game = ledger.game
        if not standing or not game.running or game.paused:
            return None
        if all(pending.seat not in standing for pending in ledger.state.pending):
            return None
        rows = StandingOrder.objects.filter(
            tenancy__game=game, tenancy__closed_at=None, ended_at=None
        )
        return cls(ledger, list(rows.select_related("tenancy")))

    def answer_all(self) -> int:
        """Answer until nothing is left that is covered; returns how many decisions."""
        answered, began = 0, time.monotonic()
        while answered < MOST_ANSWERS and len(self._uses) < MOST_PLAYED:
            if answered and time.monotonic() - began > LONGEST:
                break
            if not self._answer_one():
                return answered
            answered += 1
        self.more = True
        return answered

    def _answer_one(self) -> bool:
        state = self._ledger.state
        owing = dict.fromkeys(p.seat for p in state.pending if p.id not in self._declined)
        for seat in owing:
            if seat not in self._held:
                continue
            view = player_view(state, seat)
            for decision in view.decisions:
                if decision.id not in self._declined and self._answer(seat, view, decision):
                    return True
                self._declined.add(decision.id)
        return False

    def _answer(self, seat: int, view: PlayerView, decision: Decision) -> bool:
        state, now = self._ledger.state, self._ledger.now
        for held in list(self._held[seat]):
            if is_over(held.row, state.round, state.phase, now):
                used = StandingOrder.End.USED if held.row.used_for else StandingOrder.End.EXPIRED
                self._end(held, used)
                continue
            if not held.covers(decision, state.round):
                continue
            try:
                verdict = answer(held.orders, view, decision)
            except Exception:
                # Whoever gave the order that led here must not suffer from it.
                log.exception("standing order %s failed", held.row.pk)
                continue
            if isinstance(verdict, Stop):
                self._end(held, StandingOrder.End.IMPOSSIBLE, verdict.text, verdict.reason)
            elif verdict is not None and self._carry_out(held, decision, verdict):
                return True
        return False

    def _carry_out(self, held: _Held, decision: Decision, verdict: Answer) -> bool:
        """Play the orders of an answer; says whether any was played."""
        ledger, seat = self._ledger, decision.seat
        used_for = _occasion(decision, ledger.state.round)
        answered = decision.id
        for number, order in enumerate(verdict.orders):
            try:
                if number:
                    answered = decision_for(Table(ledger.state), seat, None, order).id
                event = ledger.play(seat, order, ACTOR, answered)
            except Refused as refused:
                self._end(held, StandingOrder.End.IMPOSSIBLE, show(order), refused.reason)
                return number > 0
            why = encode_reason(verdict.why)
            use = StandingUse(standing=held.row, body=held.row.body, reason=why)
            self._uses.append((event.seq, use))
        if held.row.once:
            held.row.used_for = used_for
            self._changed[held.row.pk] = held.row
        if isinstance(held.orders, PlannedTurns):
            self._go_on(held, verdict)
        return True

    def _go_on(self, held: _Held, verdict: Answer) -> None:
        """A turn of a plan was played: what is left of the plan?"""
        if verdict.handed_back:
            self._end(held, StandingOrder.End.CHANCE, verdict.handed_back)
        elif verdict.left is None:
            self._end(held, StandingOrder.End.USED)
        else:
            held.orders = verdict.left
            held.row.body = encode_standing(verdict.left)
            self._changed[held.row.pk] = held.row

    def _end(self, held: _Held, end: StandingOrder.End, text: str = "", reason: str = "") -> None:
        row = held.row
        row.ended, row.ended_at, row.text, row.reason = end, self._ledger.now, text, reason
        self._changed[row.pk] = row
        self._held[row.tenancy.seat].remove(held)

    def save(self) -> None:
        """Store what became of the standing orders; the events are stored already."""
        fields = ["body", "used_for", "ended", "ended_at", "text", "reason"]
        StandingOrder.objects.bulk_update(self._changed.values(), fields)
        numbers = [seq for seq, _ in self._uses]
        events = GameEvent.objects.filter(game=self._ledger.game, seq__in=numbers)
        keys = dict(events.values_list("seq", "pk"))
        for seq, use in self._uses:
            use.event_id = keys[seq]
        StandingUse.objects.bulk_create(use for _, use in self._uses)


def _occasion(decision: Decision, round_: int) -> str:
    """What a standing order that holds once is used up by: a battle, or a round of reactions."""
    return f"{round_} {decision.context.get('sector', '')}"
