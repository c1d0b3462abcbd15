"""Encoding of states, events and orders. Decoded values are typed; unknown fields are refused."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.log import Event
from rules.orders import AnyOrder, Order
from rules.state.model import GameState

CODEC_VERSION = 1
"""Raised when a stored state can no longer be read; snapshots of other versions are dropped."""

_state_encoder = msgspec.msgpack.Encoder()
_state_decoder = msgspec.msgpack.Decoder(GameState)
_json = msgspec.json.Encoder()
_event_decoder = msgspec.json.Decoder(Event)
_order_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyOrder)


def encode_state(state: GameState) -> bytes:
    return _state_encoder.encode(state)


def decode_state(data: bytes) -> GameState:
    """Raises ``msgspec.DecodeError`` or ``msgspec.ValidationError`` for anything else."""
    return _state_decoder.decode(data)


def copy_state(state: GameState) -> GameState:
    return _state_decoder.decode(_state_encoder.encode(state))


def encode_event(event: Event) -> bytes:
    return _json.encode(event)


def decode_event(data: bytes | str) -> Event:
    return _event_decoder.decode(data)


def encode_order(order: Order) -> bytes:
    return _json.encode(order)


def decode_order(data: bytes | str) -> Order:
    """Raises ``msgspec.ValidationError`` naming the field at fault."""
    order: Order = _order_decoder.decode(data)
    return order


def order_to_builtins(order: Order) -> dict[str, Any]:
    result: dict[str, Any] = msgspec.to_builtins(order)
    return result


def order_from_builtins(data: Any) -> Order:
    """Raises ``msgspec.ValidationError`` naming the field at fault."""
    order: Order = msgspec.convert(data, AnyOrder)
    return order
