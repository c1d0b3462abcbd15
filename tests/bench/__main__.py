"""``python -m tests.bench``: prints every figure with its goal and yardstick."""

from __future__ import annotations

from tests.bench.engine_rows import engine_rows
from tests.bench.figures import show

if __name__ == "__main__":
    show(engine_rows())
