"""Reading and writing the log of a game, and the state at any of its events.

Orders and effects are stored as the JSON text that ``rules.codec`` defines and decoded straight
into typed values. States are only caches of the log: with another codec version, or without a
cache, the log is folded.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import connection
from django.utils import timezone

from games import lookups, statements
from games.models import Game, GameEvent, Snapshot
from games.sealing import rewound_to
from rules.codec import CODEC_VERSION, decode_order, decode_state, encode_order, encode_state
from rules.effects import AnyEffect
from rules.fold import fold
from rules.log import Event
from rules.state.model import GameState, RulesetSpec

_effects: msgspec.json.Decoder[tuple[Any, ...]] = msgspec.json.Decoder(tuple[AnyEffect, ...])
_json = msgspec.json.Encoder()
_LAST = 2**31 - 1
"""Above every number of an event."""

Span = tuple[int, int]
"""First and last number of a run of events."""


class BrokenLog(Exception):
    """A stored log does not fit together; the message says at which event."""


# --- events ------------------------------------------------------------------------------------


def decode(row: GameEvent) -> Event:
    """The event of a row, typed."""
    order = None if row.order is None else decode_order(row.order)
    effects = _effects.decode(row.effects)
    return Event(row.seq, row.seat, row.actor, order, effects, row.decision, row.engine)  # type: ignore[arg-type]


def rows(game: Game, since: int = -1, until: int | None = None) -> list[GameEvent]:
    """Rows after event ``since`` up to event ``until``, abandoned branches included."""
    return lookups.events(game, since, _LAST if until is None else until)


def row_of(game: Game, event: Event, round_: int, key: bytes, now: datetime) -> GameEvent:
    """The row for ``event``, not saved, chained to ``game.head``."""
    row = GameEvent(
        game=game,
        seq=event.seq,
        seat=event.seat,
        actor=event.actor,
        decision=event.decision,
        order=None if event.order is None else encode_order(event.order).decode(),
        effects=_json.encode(event.effects).decode(),
        engine=event.engine,
        round=round_,
        rewound_to=rewound_to(event),
        recorded_at=now,
        previous_hash=game.head,
    )
    row.hash = chain_hash(key, row)
    return row


def chain_hash(key: bytes, row: GameEvent) -> str:
    """The keyed hash over all columns of a row and the hash before it."""
    content = [
        row.game_id,
        row.seq,
        row.seat,
        row.actor,
        row.decision,
        row.order,
        row.effects,
        row.engine,
        row.round,
        row.rewound_to,
        row.recorded_at.astimezone(UTC).isoformat(timespec="microseconds"),
        row.previous_hash,
    ]
    return hmac.digest(key, _json.encode(content), "sha256").hex()


def check_chain(game: Game, log: Iterable[GameEvent], key: bytes) -> None:
    """Check numbers and hashes of a whole log. Raises ``BrokenLog`` at the first fault."""
    head, number = "", -1
    for number, row in enumerate(log):
        if row.seq != number:
            raise BrokenLog(f"event {number} is missing; event {row.seq} follows instead")
        if row.previous_hash != head or row.hash != chain_hash(key, row):
            raise BrokenLog(f"event {number} does not fit its hash: it was changed")
        head = row.hash
    if number != game.newest_seq or head != game.head:
        raise BrokenLog(f"the log ends with event {number}, the game with {game.newest_seq}")


# --- branches ----------------------------------------------------------------------------------


def live_spans(game: Game, until: int) -> list[Span]:
    """Runs of events that count at event ``until``, oldest first; rewinds cut out the others."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, rewound_to FROM games_gameevent"
            " WHERE game_id = %s AND rewound_to IS NOT NULL AND seq <= %s",
            [game.pk, until],
        )
        return spans(dict(cursor.fetchall()), until)


def spans(rewinds: Mapping[int, int | None], until: int) -> list[Span]:
    """As ``live_spans``, from the rewinds by event number."""
    found: list[Span] = []
    high = until
    for seq in sorted(rewinds, reverse=True):
        if seq <= high:
            found.append((seq, high))
            to = rewinds[seq]
            assert to is not None
            high = to
    found.append((0, high))
    return found[::-1]


def counts(seq: int, live: list[Span]) -> bool:
    """Whether event ``seq`` lies in one of the runs."""
    return any(low <= seq <= high for low, high in live)


# --- states ------------------------------------------------------------------------------------


def current_state(game: Game) -> GameState:
    """The newest state of a started game, unsealed events included."""
    found = statements.newest_state(game)
    if found is None or found[0] != CODEC_VERSION:
        return state_at(game, game.newest_seq)
    return decode_state(found[1])


def sealed_state(game: Game) -> GameState:
    """The state after the newest sealed event: what everybody may build on."""
    found = statements.newest_state(game)
    if found is None or found[0] != CODEC_VERSION:
        return state_at(game, game.sealed_seq)
    _codec, newest, sealed = found
    return decode_state(newest if sealed is None else sealed)


def state_at(game: Game, seq: int) -> GameState:
    """The state after event ``seq`` as it was then: the nearest snapshot and the events since.

    Raises ``BrokenLog`` if the log has no such event.
    """
    live = live_spans(game, seq)
    taken = Snapshot.objects.filter(game=game, seq__lte=seq, codec=CODEC_VERSION)
    start = next(
        (s for s in taken.order_by("-seq").values_list("seq", flat=True) if counts(s, live)), -1
    )
    if start >= 0:
        state = decode_state(bytes(taken.get(seq=start).state))
    else:
        state = GameState(RulesetSpec(""))
    for row in rows(game, start, seq):
        if counts(row.seq, live):
            fold(state, row.seq, _effects.decode(row.effects))
    if state.seq != seq:
        raise BrokenLog(f"the log of {game.pk} has no event {seq}")
    return state


def snapshot(game: Game, state: GameState) -> Snapshot:
    """A snapshot row, not saved."""
    return Snapshot(game=game, seq=state.seq, codec=CODEC_VERSION, state=encode_state(state))


def log_of(game: Game) -> list[Event]:
    """The whole log, decoded."""
    return [decode(row) for row in rows(game)]


def now() -> datetime:
    """The time that new rows carry."""
    return timezone.now()
