"""The programs of the site as `make run` starts them, on a test's own database and ports."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from eclipse_site.embedded.leftovers import MARK
from eclipse_site.embedded.process import ServerProcess, free_port
from eclipse_site.run import CHECKOUT, programs

PATIENCE = 60.0
"""Seconds after which waiting is given up; a program needs a few to start on two busy cores."""

T = TypeVar("T")


def wait_for(found: Callable[[], T], what: str, seconds: float = PATIENCE) -> T:
    """What ``found`` returns once that is true. Fails after ``seconds``, naming ``what``."""
    until = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < until, f"Waited {seconds:.0f} s in vain for {what}."
        time.sleep(0.05)
    return value


class Programs:
    """The programs ``web``, ``worker``, ``beat`` and ``mail``, started and ended one by one.

    Mails go out to the mail server on port ``outgoing`` of loopback.
    """

    def __init__(self, environment: dict[str, str], folder: Path, outgoing: int) -> None:
        self.folder = folder
        self.web_port = free_port()
        self.mail_port = free_port()
        self.address = f"http://127.0.0.1:{self.web_port}"
        self.environment = {
            **environment,
            MARK: str(folder),
            "DJANGO_SETTINGS_MODULE": "tests.e2e.settings",
            "SITE_URL": self.address,
            "PORT": str(self.web_port),
            "WEB_WORKERS": "2",
            "TASK_WORKERS": "1",
            "INBOUND_HOST": "127.0.0.1",
            "INBOUND_PORT": str(self.mail_port),
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(outgoing),
            "PYTHONUNBUFFERED": "1",
        }
        self._running: dict[str, ServerProcess] = {}
        self._ready: dict[str, Callable[[], bool]] = {
            "web": lambda: _listens(self.web_port),
            "worker": lambda: " ready" in self.log("worker"),
            "beat": lambda: "beat: Starting" in self.log("beat"),
            "mail": lambda: _listens(self.mail_port),
        }

    def start(self, *names: str) -> None:
        """Start programs and return when they are at work; those named together start together."""
        commands = programs(self.environment)
        for talkative in ("worker", "beat"):
            commands[talkative] += ["--loglevel", "INFO"]
        for name in names:
            assert name not in self._running, f"{name} runs already"
            log = self._log_file(name)
            log.unlink(missing_ok=True)
            process = ServerProcess(
                name,
                commands[name],
                log=log,
                stop_signal=signal.SIGTERM,
                cwd=CHECKOUT,
                env=self.environment,
            )
            process.start(lambda: True)
            self._running[name] = process
        for name in names:
            wait_for(self._ready[name], f"{name} to start")

    def kill(self, name: str) -> None:
        """End a program and its children as a crash of the machine would."""
        process = self._running.pop(name)
        assert process.pid is not None
        os.killpg(process.pid, signal.SIGKILL)
        process.stop()

    def stop(self, *names: str) -> None:
        """Tell programs to stop, all of them unless some are named, and wait until they have."""
        stopping = [self._running.pop(name) for name in names or tuple(self._running)]
        with ThreadPoolExecutor() as together:
            list(together.map(ServerProcess.stop, stopping))

    def log(self, name: str) -> str:
        """What a program has written since it was started."""
        file = self._log_file(name)
        return file.read_text(errors="replace") if file.exists() else ""

    def _log_file(self, name: str) -> Path:
        return self.folder / f"{name}.log"


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
