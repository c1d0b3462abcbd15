"""Games as files: a header line, then one event a line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import IO, Any

import msgspec

from rules.chance import Chance, ChanceMismatch, LiveChance, commitment
from rules.codec import decode_state, encode_event, encode_state
from rules.decisions import Refused
from rules.effects.base import Effect
from rules.effects.flow import Rewound
from rules.engine import new_game, play, reproduce
from rules.fold import fold
from rules.log import ENGINE_VERSION, Event, effective, effects_equal
from rules.state.model import GameState, RulesetSpec


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """First line of a game file. ``seed`` is known once a game has ended (hexadecimal)."""

    format: str = "eclipse-game"
    version: int = 1
    ruleset: RulesetSpec
    seats: int
    species: tuple[str, ...] = ()
    seed: str | None = None
    commitment: str = ""
    hash: str = ""


class StoredEvent(Event, frozen=True, kw_only=True):
    """A line of a game file: the event, and a hash over it and the lines before."""

    hash: str


class BadGameFile(Exception):
    """A game file that is damaged or was tampered with; the message says where."""


_header_decoder = msgspec.json.Decoder(Header)
_line_decoder = msgspec.json.Decoder(StoredEvent)
_EVENT_FIELDS = Event.__struct_fields__


def _chain(previous: str, content: bytes) -> str:
    return hashlib.sha256(previous.encode() + content).hexdigest()


def write_game(out: IO[str], header: Header, events: Iterable[Event]) -> None:
    """Write a game; every line carries a hash over it and the lines before."""
    header = msgspec.structs.replace(header, hash="")
    digest = _chain("", msgspec.json.encode(header))
    header = msgspec.structs.replace(header, hash=digest)
    out.write(msgspec.json.encode(header).decode() + "\n")
    for event in events:
        digest = _chain(digest, encode_event(event))
        fields = {name: getattr(event, name) for name in _EVENT_FIELDS}
        out.write(msgspec.json.encode(StoredEvent(**fields, hash=digest)).decode() + "\n")


def read_game(lines: Iterable[str]) -> tuple[Header, list[Event]]:
    """Read a game and check its chain of hashes.

    Raises ``BadGameFile`` naming the first event that does not fit.
    """
    rows = [line for line in lines if line.strip()]
    if len(rows) < 2:
        raise BadGameFile("the file holds no game: a header and at least one event are needed")
    header: Header = _decode(_header_decoder, rows[0], "the header")
    digest = _chain("", msgspec.json.encode(msgspec.structs.replace(header, hash="")))
    if digest != header.hash:
        raise BadGameFile("the header does not fit its hash: the file was changed")
    events: list[Event] = []
    for number, row in enumerate(rows[1:]):
        line: StoredEvent = _decode(_line_decoder, row, f"event {number}")
        event = Event(*(getattr(line, name) for name in _EVENT_FIELDS))
        digest = _chain(digest, encode_event(event))
        if digest != line.hash:
            raise BadGameFile(f"event {number} does not fit its hash: the file was changed there")
        if event.seq != number:
            raise BadGameFile(f"event {number} carries the number {event.seq}")
        events.append(event)
    return header, events


def _decode(decoder: Any, row: str, where: str) -> Any:
    try:
        return decoder.decode(row)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadGameFile(f"{where} cannot be read: {error}") from error


def replay(events: list[Event]) -> GameState:
    """Fold a log. Raises ``BadGameFile`` naming an event that does not fit the ones before."""
    state = GameState(RulesetSpec(""))
    for event in effective(events):
        try:
            fold(state, event.seq, event.effects)
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise BadGameFile(f"event {event.seq} does not fit the game before it") from error
    return state


def verify(header: Header, events: list[Event]) -> GameState:
    """Run every order again and compare: effects, outcomes of chance, and the seed if known.

    Branches that were taken back are checked like the rest. Returns the state at the end. Raises
    ``BadGameFile`` at the first event that differs.
    """
    seed = bytes.fromhex(header.seed) if header.seed else None
    if seed is not None and header.commitment and commitment(seed) != header.commitment:
        raise BadGameFile("the seed is not the one that was committed to")
    chance = None if seed is None else LiveChance(seed)
    state = _verify_setup(header, events[0], chance)
    rewinds = any(_rewind(event) is not None for event in events)
    before: dict[int, bytes] = {}
    for event in events[1:]:
        if rewinds:
            before[state.seq] = encode_state(state)
        if (to := _rewind(event)) is not None:
            if to not in before:
                raise BadGameFile(f"event {event.seq} goes back to event {to}, which is not there")
            state = decode_state(before[to])
        if event.order is None or event.seat is None:
            fold(state, event.seq, event.effects)
        else:
            _verify_event(state, event, chance)
    return state


def _rewind(event: Event) -> int | None:
    if event.order is not None:
        # No order goes back.
        return None
    return next((e.to for e in event.effects if isinstance(e, Rewound)), None)


def _verify_setup(header: Header, first: Event, chance: Chance | None) -> GameState:
    if chance is None:
        state = GameState(RulesetSpec(""))
        fold(state, first.seq, first.effects)
        return state
    state, made = new_game(header.ruleset, header.seats, chance, header.species)
    _compare(first, made.effects)
    return state


def _verify_event(state: GameState, event: Event, chance: Chance | None) -> None:
    assert event.order is not None
    assert event.seat is not None
    if event.engine != ENGINE_VERSION:
        # Written by older rules: what happened then stays a fact.
        fold(state, event.seq, event.effects)
        return
    try:
        if chance is None:
            effects = reproduce(state, event)
        else:
            decision = event.decision or None
            effects = play(state, event.seq, event.seat, event.order, chance, decision)
    except (Refused, ChanceMismatch) as error:
        raise BadGameFile(f"event {event.seq}: {error}") from error
    _compare(event, effects)


def _compare(event: Event, effects: Sequence[Effect]) -> None:
    index = effects_equal(event.effects, effects)
    if index is not None:
        raise BadGameFile(f"event {event.seq}: effect {index} is not what the rules say")
