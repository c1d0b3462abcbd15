"""The process manager of `make run`: honcho, made to stop without leaving anything behind."""

import os
import signal
from collections.abc import Callable
from threading import Thread

import honcho.manager
from honcho.compat import ProcessManager

# A worker may finish the task in its hands; honcho alone would kill it after five seconds.
SECONDS_TO_STOP = 20


class _OneByOne(ProcessManager):
    """Asks only the first process of each group to stop: it stops its own children in order."""

    def terminate(self, pid: int) -> None:
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            return


class Manager(honcho.manager.Manager):
    """Runs programs side by side until one ends or a signal arrives; then stops all of them."""

    def __init__(self, when_started: Callable[[], None]) -> None:
        """``when_started`` is called in a thread once all programs run."""
        super().__init__()
        honcho.manager.KILL_WAIT = SECONDS_TO_STOP
        self._procmgr = _OneByOne()
        self._when_started = when_started
        self._stop_wanted = False
        self._announced = False

    def terminate(self) -> None:
        """Stop all programs; if some are just being started, as soon as they are."""
        self._stop_wanted = True
        if super()._all_started():
            super().terminate()

    def _all_started(self) -> bool:
        # The loop asks this again and again.
        started: bool = super()._all_started()
        if started and self._stop_wanted:
            super().terminate()
        elif started and not self._announced:
            self._announced = True
            Thread(target=self._when_started, daemon=True).start()
        return started

    def end_groups(self) -> None:
        """Kill whatever the programs started and did not stop themselves."""
        for process in self._processes.values():
            if "pid" in process:
                self._procmgr.kill(process["pid"])
