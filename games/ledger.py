"""A game under its lock: everything that is added to a log goes through here."""

from __future__ import annotations

from collections.abc import Iterable

from games import seeds, statements, store
from games.clocks import Clocks
from games.models import Game, PendingDecision, Snapshot
from games.sealing import rewound_to, seals
from games.signals import events_recorded
from games.statements import Encoded, Locked, Submission
from rules import engine
from rules.chance import LiveChance
from rules.codec import CODEC_VERSION, decode_state, encode_state
from rules.effects.base import Effect
from rules.effects.flow import RoundStarted
from rules.fold import fold
from rules.log import Event
from rules.orders import Order
from rules.state.model import GameState


class Ledger:
    """A locked, started game: plays orders and records events, and writes them all at the end.

    Until ``save`` nothing is stored, so whoever gives up leaves nothing behind.
    """

    def __init__(
        self,
        game: Game,
        seed: bytes,
        state: GameState,
        stored: bytes | None,
        decisions: Iterable[PendingDecision] = (),
    ) -> None:
        """``stored`` is the encoded form of ``state``, if it is known already; ``decisions`` are
        the rows of those that are open."""
        self.game = game
        self.seed = seed
        self.state = state
        self.now = store.now()
        self._chance = LiveChance(seed)
        self.clocks = Clocks(game, self.now, decisions)
        self.events: list[Event] = []
        self._rounds: list[int] = []
        self.sealed_before = game.sealed_seq
        self._stored = stored
        self._sealed_state: bytes | None = None
        self._sealed_state_known = False
        self._snapshots: list[Snapshot] = []

    # --- adding events -------------------------------------------------------------------------

    @property
    def next_seq(self) -> int:
        """The number of the event to come."""
        return self.game.newest_seq + len(self.events) + 1

    def play(self, seat: int, order: Order, actor: str, decision: str) -> Event:
        """Carry out an order that answers the decision with the id ``decision``.

        Raises ``rules.decisions.Refused`` before anything is changed.
        """
        before = self._state_before(seat, actor)
        effects = engine.play(self.state, self.next_seq, seat, order, self._chance, decision)
        event = Event.of(self.next_seq, seat, actor, order, effects, decision)
        self._record(event, before)
        return event

    def record(
        self, effects: Iterable[Effect], *, actor: str, seat: int | None = None, fresh: bool = False
    ) -> Event:
        """Add facts that no order caused: undo and moderation.

        A rewind among them goes back first. ``fresh``: decisions open with their full time.
        """
        event = Event.of(self.next_seq, seat, actor, None, effects)
        before = self._state_before(seat, actor)
        to = rewound_to(event)
        if to is not None:
            self.state = store.state_at(self.game, to)
        fold(self.state, event.seq, event.effects)
        self._record(event, before, fresh=fresh)
        return event

    def begin(self, event: Event) -> None:
        """Take over the first event, whose effects the state holds already."""
        self._record(event, None)

    def _state_before(self, seat: int | None, actor: str) -> bytes | None:
        """The state as others go on seeing it if the event to come turns out unsealed."""
        if actor != "player" or self.game.unsealed_seat == seat:
            return None
        return encode_state(self.state) if self.events or not self._stored else self._stored

    def _record(self, event: Event, before: bytes | None, *, fresh: bool = False) -> None:
        game = self.game
        if seals(event):
            game.sealed_seq, game.unsealed_seat = event.seq, None
            self._sealed_state, self._sealed_state_known = None, True
        elif game.unsealed_seat != event.seat:
            game.sealed_seq, game.unsealed_seat = event.seq - 1, event.seat
            self._sealed_state, self._sealed_state_known = before, True
        self.events.append(event)
        self._rounds.append(self.state.round)
        self.clocks.follow(event, self.state, fresh=fresh)
        if event.seq == 0 or any(isinstance(effect, RoundStarted) for effect in event.effects):
            self._snapshots.append(store.snapshot(game, self.state))

    # --- storing -------------------------------------------------------------------------------

    def save(self, submission: Submission | None = None) -> None:
        """Write events, state, clocks, the game and what is kept of the submission that caused
        it all, and tell whoever listens."""
        if not self.events:
            return
        opened, closed = self.clocks.changes()
        self._write(opened, closed, submission)
        self.clocks.save_moved()
        events_recorded.send(
            sender=Game,
            game=self.game,
            events=self.events,
            state=self.state,
            opened=opened,
            closed=closed,
            sealed_before=self.sealed_before,
        )

    def _write(
        self,
        opened: list[PendingDecision],
        closed: list[PendingDecision],
        submission: Submission | None,
    ) -> None:
        game, state = self.game, self.state
        key = seeds.log_key(self.seed)
        rows = []
        for event, round_ in zip(self.events, self._rounds, strict=True):
            row = store.row_of(game, event, round_, key, self.now)
            game.head = row.hash
            rows.append(row)
        game.newest_seq = state.seq
        if game.sealed_seq != self.sealed_before:
            # Lists are in this order; orders that can still be taken back show nowhere.
            game.updated_at = self.now
        game.round, game.phase = state.round, state.phase
        if state.finished and game.running:
            game.status, game.finished_at = Game.Status.FINISHED, self.now
            # Nothing is left to draw: from now on anybody can check every draw there was.
            game.revealed_seed = self.seed.hex()
        statements.record(
            game,
            rows,
            Encoded(
                CODEC_VERSION, encode_state(state), self._sealed_state, self._sealed_state_known
            ),
            opened=opened,
            closed=closed,
            now=self.now,
            submission=submission,
        )
        if self._snapshots:
            Snapshot.objects.bulk_create(self._snapshots)


def ledger_of(locked: Locked) -> Ledger:
    """The ledger of a started game whose row this transaction has locked."""
    game = locked.game
    assert game.newest_seq >= 0, "the game has not started"
    seed = seeds.unseal(locked.seed_sealed)
    if locked.state is None or locked.codec != CODEC_VERSION:
        state = store.state_at(game, game.newest_seq)
        return Ledger(game, seed, state, None, locked.decisions)
    return Ledger(game, seed, decode_state(locked.state), locked.state, locked.decisions)
