"""``python -m tests.bench [engine|service]``: every figure with its goal and yardstick."""

from __future__ import annotations

import signal
import sys

from tests.bench.engine_rows import engine_rows
from tests.bench.figures import show
from tests.bench.service_rows import service_rows

PARTS = {"engine": engine_rows, "service": service_rows}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(PARTS)
    if unknown := set(wanted) - set(PARTS):
        sys.exit(f"No part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}.")
    # A run that is told to stop must still stop its servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    show([row for name in wanted for row in PARTS[name]()])
