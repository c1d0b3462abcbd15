"""Ends what a run that was killed outright left behind, so that the next one can start."""

import os
import sys
from pathlib import Path

import psutil

MARK = "ECLIPSE_RUN_FOLDER"


def stop_leftovers(folder: Path, timeout: float = 20) -> list[str]:
    """Stop processes that carry the mark of ``folder`` in their environment; return their names.

    Only call this while holding the lock of the run: nothing that carries the mark may be wanted.
    """
    leftovers = [process for process in psutil.process_iter() if _is_of(process, folder)]
    servers = [process for process in leftovers if _program(process) == "postgres"]
    others = [process for process in leftovers if process not in servers]
    names = [_program(process) for process in others] + ["postgres"] * bool(servers)
    _end(others, timeout)
    # The first process of the server ends the rest of it.
    _end([process for process in servers if process.parent() not in servers], timeout)
    return names


def _is_of(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.pid != os.getpid() and process.environ().get(MARK) == str(folder)
    except psutil.Error:
        return False


def _program(process: psutil.Process) -> str:
    try:
        return process.name()
    except psutil.Error:
        return "?"


def _end(processes: list[psutil.Process], timeout: float) -> None:
    for process in processes:
        try:
            # PostgreSQL waits for its clients on SIGTERM, not on SIGINT.
            process.send_signal(2 if _program(process) == "postgres" else 15)
        except psutil.NoSuchProcess:
            continue
    _, alive = psutil.wait_procs(processes, timeout)
    for process in alive:
        print(f"Killing {process.pid}, which did not stop.", file=sys.stderr)
        process.kill()
