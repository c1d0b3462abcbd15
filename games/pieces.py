"""Pieces of pages that look the same as long as what they show is the same.

They are kept by their contents in the memory of each process: after an event most pieces of a
page stay as they were, and other readers of the game see many of the same.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

import msgspec
from cachetools import LRUCache
from django.utils.functional import Promise
from django.utils.safestring import SafeString

T = TypeVar("T")

MOST = 32 * 2**20
"""Bytes in each process. An event in words takes a kilobyte, the boards of all others eighty."""


def _size(found: Any) -> int:
    """Bytes that a piece takes, nearly: it consists of texts."""
    if isinstance(found, str):
        return sys.getsizeof(found)
    inner = found if isinstance(found, list | tuple) else getattr(found, "__dict__", {}).values()
    return _RECORD + sum(map(_size, inner))


_RECORD = 300
"""Bytes of a list or a record beside what it holds."""
_kept: LRUCache[bytes, Any] = LRUCache(MOST, getsizeof=_size)
_lock = Lock()


def piece(shows: bytes, make: Callable[[], T]) -> T:
    """What ``make`` made when it was last asked for with the same ``shows``, which must hold all
    that it depends on; see ``contents``."""
    key = hashlib.sha256(shows).digest()
    with _lock:
        found: T | None = _kept.get(key)
    if found is None:
        found = make()
        with _lock:
            _kept[key] = found
    return found


def contents(value: object) -> bytes:
    """Plain values, records of them, HTML and texts that are looked up late, as bytes.

    Raises ``TypeError`` for anything else.
    """
    return _encoder.encode(value)


def forget() -> None:
    """Drop everything that is kept."""
    with _lock:
        _kept.clear()


def _plain(value: object) -> str | bytes:
    if isinstance(value, SafeString):
        # Told apart from a text of the same letters, which would be escaped.
        return value.encode()
    if isinstance(value, Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no plain value")


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
