"""Signals to stop that wait until a program has been started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def signals_held() -> Iterator[None]:
    """SIGINT and SIGTERM that come meanwhile take effect at the end.

    Their handlers may raise: in the middle of starting a program nobody would know of it any more.
    Only the main thread gets signals; elsewhere nothing needs to be held.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    usual = {
        number: signal.signal(number, lambda came, frame: held.append(came))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
    for came in held:
        signal.raise_signal(came)
