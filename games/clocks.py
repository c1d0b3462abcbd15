"""The clock of every open decision, kept in step with the state."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.models import Game, PendingDecision
from rules.effects.flow import PhaseStarted, Rewound, StepOpened
from rules.log import Event
from rules.state.frames_action import TurnFrame
from rules.state.model import GameState, Pending


class Clocks:
    """The open decisions of one game while a batch of events is recorded.

    A decision that follows on another of the same seat within a turn takes over its deadline, so
    neither small orders nor undoing them gain time; a new turn or phase starts a new clock.
    """

    def __init__(self, game: Game, now: datetime, stored: Iterable[PendingDecision]) -> None:
        """``stored``: the rows of all decisions that are open."""
        self._game = game
        self._now = now
        self._stored = {row.decision_id: row for row in stored}
        self.rows: dict[str, PendingDecision] = dict(self._stored)
        """Open decisions by id."""
        self._moved = False

    def follow(self, event: Event, state: GameState, *, fresh: bool = False) -> None:
        """Close and open decisions as ``state`` has them after ``event``.

        ``fresh`` gives every decision that opens its full time.
        """
        wanted = {p.id: p for p in state.pending}
        if wanted.keys() == self.rows.keys():
            return
        gone = [row for key, row in self.rows.items() if key not in wanted]
        kept = {key: row for key, row in self.rows.items() if key in wanted}
        inherit = not fresh and not _starts_anew(event)
        for pending in state.pending:
            if pending.id not in kept:
                before = [row for row in gone if inherit and row.seat == pending.seat]
                kept[pending.id] = self._open(pending, before)
        self.rows = kept

    def _open(self, pending: Pending, before: Iterable[PendingDecision]) -> PendingDecision:
        if (stored := self._stored.get(pending.id)) is not None:
            # It closed and opened again within this batch: nothing happened to it.
            return stored
        row = PendingDecision(
            game=self._game,
            decision_id=pending.id,
            seat=pending.seat,
            kind=pending.kind,
            subject=pending.subject,
            opened_at=self._now,
        )
        hours = timedelta(hours=self._game.deadline_hours)
        row.deadline_at = None if self._game.paused else self._now + hours
        row.time_left = hours if self._game.paused else None
        for old in before:
            row.opened_at = min(row.opened_at, old.opened_at)
            if old.deadline_at and row.deadline_at:
                row.deadline_at = min(row.deadline_at, old.deadline_at)
            if old.time_left and row.time_left:
                row.time_left = min(row.time_left, old.time_left)
            row.reminded_at = row.reminded_at or old.reminded_at
        return row

    # --- the table's moderation ----------------------------------------------------------------

    def stop(self) -> None:
        """A pause: every clock keeps the time that is left."""
        self._moved = True
        for row in self.rows.values():
            if row.deadline_at is not None:
                row.time_left = max(row.deadline_at - self._now, timedelta())
                row.deadline_at = None

    def go_on(self) -> None:
        """The end of a pause: every clock runs with the time that was left."""
        self._moved = True
        for row in self.rows.values():
            if row.deadline_at is None:
                left = row.time_left or timedelta(hours=self._game.deadline_hours)
                row.deadline_at, row.time_left = self._now + left, None

    def extend(self, seats: tuple[int, ...], hours: int) -> None:
        """Give seats more time, counted from now if a deadline has passed already."""
        self._moved = True
        for row in self.rows.values():
            if row.seat not in seats:
                continue
            if row.deadline_at is not None:
                row.deadline_at = max(row.deadline_at, self._now) + timedelta(hours=hours)
            else:
                row.time_left = (row.time_left or timedelta()) + timedelta(hours=hours)
            row.reminded_at = None

    def due(self, seat: int | None = None) -> list[PendingDecision]:
        """Open decisions whose deadline has passed, the earliest first."""
        late = [
            row
            for row in self.rows.values()
            if row.deadline_at is not None
            and row.deadline_at <= self._now
            and seat in (None, row.seat)
        ]
        return sorted(late, key=lambda row: (row.deadline_at, row.decision_id))

    # --- storing -------------------------------------------------------------------------------

    def changes(self) -> tuple[list[PendingDecision], list[PendingDecision]]:
        """The rows that opened and those that closed since the beginning, for whoever stores them."""
        closed = [row for key, row in self._stored.items() if key not in self.rows]
        opened = [row for key, row in self.rows.items() if key not in self._stored]
        for row in closed:
            row.closed_at = self._now
        return opened, closed

    def save_moved(self) -> None:
        """Write the deadlines that moderation moved."""
        kept = [row for key, row in self.rows.items() if key in self._stored]
        if kept and self._moved:
            fields = ["deadline_at", "time_left", "reminded_at"]
            PendingDecision.objects.bulk_update(kept, fields)


def _starts_anew(event: Event) -> bool:
    """Whether a turn or a phase begins with ``event``."""
    if any(isinstance(effect, Rewound) for effect in event.effects):
        return False
    return any(
        isinstance(effect, PhaseStarted)
        or (isinstance(effect, StepOpened) and isinstance(effect.frame, TurnFrame))
        for effect in event.effects
    )
