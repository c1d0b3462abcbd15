"""The few statements that every order and every look at a game needs, written by hand.

The ORM would need three times as many, each several times as dear to build. Everything else in
this package uses the ORM.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection
from django.db.models import JSONField, Model

from eclipse_site.models import User
from games.models import Game, GameEvent, PendingDecision, Tenancy

# --- reading -------------------------------------------------------------------------------------


def columns(model: type[Model], table: str = "g") -> tuple[list[str], str]:
    """Names of the fields of a model, and the columns in the same order."""
    fields = model._meta.concrete_fields
    return [f.attname for f in fields], ", ".join(f'{table}."{f.column}"' for f in fields)


_GAME_FIELDS, _GAME_SELECTED = columns(Game)
_GAME_JSON = [n for n, f in enumerate(Game._meta.concrete_fields) if isinstance(f, JSONField)]
_DECISION_FIELDS, _DECISION_SELECTED = columns(PendingDecision)
_TENANCY_FIELDS, _TENANCY_SELECTED = columns(Tenancy)

_LOCK = f"""
SELECT s.sealed, {_GAME_SELECTED}
FROM games_game g JOIN games_gameseed s ON s.game_id = g.id
WHERE g.id = %s
FOR UPDATE OF g
"""  # noqa: S608 - names of our own columns
_GAME = f"SELECT {_GAME_SELECTED} FROM games_game g WHERE g.id = %s"  # noqa: S608
_TENANCIES = f"""
SELECT {_TENANCY_SELECTED}, u.id, u.name
FROM games_tenancy g LEFT JOIN eclipse_site_user u ON u.id = g.user_id
WHERE g.game_id = %s ORDER BY g.id
"""  # noqa: S608 - names of our own columns
_STATE = "SELECT codec, state FROM games_currentstate WHERE game_id = %s"
_STATES = "SELECT codec, state, sealed_state FROM games_currentstate WHERE game_id = %s"

_SEATS_AND_RESULT = """
SELECT
    (SELECT json_agg(json_build_array(t.seat, t.user_id, t.policy, u.name) ORDER BY t.seat)
     FROM games_tenancy t LEFT JOIN eclipse_site_user u ON u.id = t.user_id
     WHERE t.game_id = %s AND t.closed_at IS NULL)::text,
    (SELECT json_build_object('seat', seat, 'asked', asked, 'result', result)
     FROM games_submission WHERE game_id = %s AND key = %s)::text,
    (SELECT array_agg(DISTINCT t.seat::int)
     FROM games_tenancy t JOIN games_standingorder s ON s.tenancy_id = t.id
     WHERE t.game_id = %s AND t.closed_at IS NULL AND s.ended_at IS NULL)
"""

_OPEN = f"""
SELECT {_DECISION_SELECTED} FROM games_pendingdecision g
WHERE game_id = %s AND closed_at IS NULL ORDER BY id
"""  # noqa: S608 - names of our own columns


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who plays a seat now: an account by number with its chosen name, or a policy."""

    seat: int
    user_id: int | None
    policy: str
    name: str | None

    @property
    def is_bot(self) -> bool:
        """Whether a policy plays the seat."""
        return bool(self.policy)


@dataclass(frozen=True, slots=True)
class Locked:
    """A game whose row is locked, and what orders need of it: the encrypted seed, the encoded
    newest state, who sits where, the open decisions, what was played under the key before, and
    the seats with standing orders."""

    game: Game
    seed_sealed: bytes
    codec: int
    state: bytes | None
    seated: dict[int, Sitter]
    decisions: list[PendingDecision]
    earlier: Earlier | None
    standing: frozenset[int] = frozenset()


class Earlier(msgspec.Struct):
    """A submission that was played under the same key."""

    seat: int
    asked: str
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """A game with whoever plays or has played in it and the open decisions."""

    game: Game
    tenancies: list[Tenancy]
    decisions: list[PendingDecision]


_sitters = msgspec.json.Decoder(list[tuple[int, int | None, str, str | None]])
_earlier = msgspec.json.Decoder(Earlier)


def lock(game_id: str, *, key: str = "", skip_locked: bool = False) -> Locked | None:
    """Lock a game's row until the transaction ends; ``None`` if it is gone or, with
    ``skip_locked``, in other hands. ``key``: of the submission that is to be played."""
    # Several statements sent at once: each sees what is committed when it begins, so those after
    # the first see what whoever had the lock before has written.
    asked = [_LOCK + "SKIP LOCKED" * skip_locked, _STATE, _SEATS_AND_RESULT, _OPEN]
    with connection.cursor() as cursor:
        cursor.execute(";".join(asked), [game_id, game_id, game_id, game_id, key, game_id, game_id])
        found = cursor.fetchone()
        if found is None:
            return None
        sealed, *values = found
        cursor.nextset()
        codec, state = cursor.fetchone() or (0, None)
        cursor.nextset()
        seats, earlier, standing = cursor.fetchone()
        cursor.nextset()
        decisions = _decisions(cursor.fetchall())
    return Locked(
        game=_game(values),
        seed_sealed=bytes(sealed),
        codec=codec,
        state=None if state is None else bytes(state),
        seated={row[0]: Sitter(*row) for row in _sitters.decode(seats or "[]")},
        decisions=decisions,
        earlier=_earlier.decode(earlier) if earlier else None,
        standing=frozenset(standing or ()),
    )


def _game(values: list[Any]) -> Game:
    for number in _GAME_JSON:
        values[number] = msgspec.json.decode(values[number])
    return Game.from_db("default", _GAME_FIELDS, values)


def game_by_id(game_id: str) -> Game | None:
    """A game as it is now."""
    with connection.cursor() as cursor:
        cursor.execute(_GAME, [game_id])
        row = cursor.fetchone()
    return None if row is None else _game(list(row))


def see(game_id: str) -> Seen | None:
    """A game as it is now, with what every page of it needs."""
    with connection.cursor() as cursor:
        cursor.execute(f"{_GAME};{_TENANCIES};{_OPEN}", [game_id] * 3)
        row = cursor.fetchone()
        if row is None:
            return None
        cursor.nextset()
        tenancies = _with_accounts(cursor.fetchall())
        cursor.nextset()
        return Seen(_game(list(row)), tenancies, _decisions(cursor.fetchall()))


def all_tenancies(game: Game) -> list[Tenancy]:
    """Whoever plays or has played in a game, with the names of their accounts."""
    with connection.cursor() as cursor:
        cursor.execute(_TENANCIES, [game.pk])
        return _with_accounts(cursor.fetchall())


def _with_accounts(rows: list[tuple[Any, ...]]) -> list[Tenancy]:
    found = []
    for *values, number, name in rows:
        tenancy = Tenancy.from_db("default", _TENANCY_FIELDS, values)
        if number is not None:
            tenancy.user = User.from_db("default", ["id", "name"], [number, name])
        found.append(tenancy)
    return found


def newest_state(game: Game) -> tuple[int, bytes, bytes | None] | None:
    """Codec version, the encoded newest state and the encoded sealed one where they differ."""
    with connection.cursor() as cursor:
        cursor.execute(_STATES, [game.pk])
        row = cursor.fetchone()
    if row is None:
        return None
    codec, state, sealed = row
    return codec, bytes(state), None if sealed is None else bytes(sealed)


def open_decisions(game: Game) -> list[PendingDecision]:
    """Rows of the decisions that are open."""
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, [game.pk])
        return _decisions(cursor.fetchall())


def _decisions(rows: list[tuple[Any, ...]]) -> list[PendingDecision]:
    return [PendingDecision.from_db("default", _DECISION_FIELDS, row) for row in rows]


# --- writing -------------------------------------------------------------------------------------

_EVENT_COLUMNS = (
    "game_id",
    "seq",
    "seat",
    "actor",
    "decision",
    "order",
    "effects",
    "engine",
    "round",
    "rewound_to",
    "recorded_at",
    "previous_hash",
    "hash",
)
_GAME_COLUMNS = (
    "status",
    "paused",
    "revealed_seed",
    "newest_seq",
    "sealed_seq",
    "unsealed_seat",
    "head",
    "round",
    "phase",
    "started_at",
    "finished_at",
    "updated_at",
)
_DECISION_COLUMNS = (
    "game_id",
    "decision_id",
    "seat",
    "kind",
    "subject",
    "opened_at",
    "deadline_at",
    "time_left",
    "reminded_at",
    "closed_at",
)


def _names(columns: Sequence[str]) -> str:
    return ", ".join(f'"{column}"' for column in columns)


def _marks(columns: Sequence[str], rows: int) -> str:
    return ", ".join([f"({', '.join(['%s'] * len(columns))})"] * rows)


def _values(rows: Sequence[Model], columns: Sequence[str]) -> list[Any]:
    return [getattr(row, column) for row in rows for column in columns]


_ADD_EVENTS = f"INSERT INTO games_gameevent ({_names(_EVENT_COLUMNS)}) VALUES "  # noqa: S608
_REPLACE_STATE = """
INSERT INTO games_currentstate (game_id, seq, codec, state, sealed_state)
VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (game_id) DO UPDATE SET
    seq = excluded.seq, codec = excluded.codec, state = excluded.state,
    sealed_state = CASE WHEN %s THEN excluded.sealed_state
                        ELSE games_currentstate.sealed_state END
"""
_CLOSE_ROWS = "UPDATE games_pendingdecision SET closed_at = %s WHERE id = ANY(%s)"
# A rewind opens decisions again whose closed rows are still there.
_OPEN_ROWS = f"""
INSERT INTO games_pendingdecision ({_names(_DECISION_COLUMNS)}) VALUES {{rows}}
ON CONFLICT (game_id, decision_id) DO UPDATE SET
    opened_at = excluded.opened_at, closed_at = NULL, deadline_at = excluded.deadline_at,
    time_left = excluded.time_left, reminded_at = excluded.reminded_at
RETURNING id
"""  # noqa: S608 - names of our own columns
_CHANGES = ", ".join(f'"{column}" = %s' for column in _GAME_COLUMNS)
_CHANGE_GAME = f"UPDATE games_game SET {_CHANGES} WHERE id = %s"  # noqa: S608
_REMEMBER = """
INSERT INTO games_submission (game_id, key, seat, asked, result, created_at)
VALUES (%s, %s, %s, %s, %s, now())
"""


@dataclass(frozen=True, slots=True)
class Encoded:
    """The newest state, encoded. The stored sealed one is left as it is unless ``sealed_changed``."""

    codec: int
    state: bytes
    sealed_state: bytes | None
    sealed_changed: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """What is kept of orders that somebody sent: the key, the seat, a fingerprint of what was
    asked, and what came of it."""

    key: str
    seat: int
    asked: str
    result: object


def record(
    game: Game,
    rows: Sequence[GameEvent],
    new: Encoded,
    *,
    opened: Sequence[PendingDecision],
    closed: Sequence[PendingDecision],
    now: datetime,
    submission: Submission | None = None,
) -> None:
    """Insert events, replace the newest state, open and close decisions, update the game and keep
    what a submission came to, all in one statement."""
    state = [game.pk, rows[-1].seq, new.codec, new.state, new.sealed_state, new.sealed_changed]
    steps: list[tuple[str, list[Any]]] = [
        (_ADD_EVENTS + _marks(_EVENT_COLUMNS, len(rows)), _values(rows, _EVENT_COLUMNS)),
        (_REPLACE_STATE, state),
    ]
    if closed:
        steps.append((_CLOSE_ROWS, [now, [row.pk for row in closed]]))
    if opened:
        statement = _OPEN_ROWS.format(rows=_marks(_DECISION_COLUMNS, len(opened)))
        steps.append((statement, _values(opened, _DECISION_COLUMNS)))
    last = len(steps) - 1
    if submission:
        result = msgspec.json.encode(submission.result).decode()
        kept = [game.pk, submission.key, submission.seat, submission.asked, result]
        steps.append((_REMEMBER, kept))
    steps.append((_CHANGE_GAME, [*_values([game], _GAME_COLUMNS), game.pk]))
    parts = ", ".join(f"step{number} AS ({text})" for number, (text, _) in enumerate(steps))
    end = f"SELECT id FROM step{last}" if opened else "SELECT"  # noqa: S608 - our own text
    with connection.cursor() as cursor:
        values = [value for _, part in steps for value in part]
        cursor.execute(f"WITH {parts} {end}", values)
        found = cursor.fetchall() if opened else []
    for row, (pk,) in zip(opened, found, strict=True):
        row.pk = pk
        row._state.adding = False
