"""A server that runs as a child process: start, wait until it answers, stop."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from eclipse_site.embedded.account import Account
from eclipse_site.embedded.holding import signals_held


class ServerError(RuntimeError):
    """A server did not start, did not answer in time or did not stop; the message holds its log."""


def free_port(preferred: int | None = None) -> int:
    """A TCP port of the loopback interface that nothing listens on: ``preferred`` if it is free."""
    for port in [preferred, 0] if preferred else [0]:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            found: int = probe.getsockname()[1]
            return found
    raise ServerError("The loopback interface has no free port left.")


class ServerProcess:
    """One server program, in a session of its own so that Ctrl-C in a terminal does not reach it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        log: Path,
        stop_signal: signal.Signals,
        account: Account | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.log = log
        self._command = command
        self._stop_signal = stop_signal
        self._account = account
        self._cwd = cwd
        self._env = env
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Process id while the server runs, else None."""
        return self._process.pid if self._process else None

    def start(self, answers: Callable[[], bool], timeout: float = 60) -> None:
        """Start the server and return once ``answers`` is true.

        Raises ServerError if the process ends first or ``timeout`` seconds pass; it is then stopped.
        """
        identity: dict[str, Any] = self._account.as_popen_arguments() if self._account else {}
        try:
            with self.log.open("ab") as output, signals_held():
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    cwd=self._cwd,
                    env=dict(self._env if self._env is not None else os.environ),
                    start_new_session=True,
                    **identity,
                )
            self._wait_until(answers, timeout)
        except BaseException:
            self.stop()
            raise

    def _wait_until(self, answers: Callable[[], bool], timeout: float) -> None:
        assert self._process is not None
        deadline = time.monotonic() + timeout
        while not answers():
            code = self._process.poll()
            if code is not None:
                raise ServerError(f"{self.name} ended at once (code {code}).\n{self._log_tail()}")
            if time.monotonic() > deadline:
                raise ServerError(
                    f"{self.name} did not answer within {timeout:.0f} s.\n{self._log_tail()}"
                )
            time.sleep(0.05)

    def stop(self, timeout: float = 20) -> None:
        """Ask the server to stop and wait; after ``timeout`` seconds it is killed. Safe to repeat."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(self._stop_signal)
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _log_tail(self, lines: int = 20) -> str:
        text = self.log.read_text(errors="replace")
        return "\n".join(text.splitlines()[-lines:])
