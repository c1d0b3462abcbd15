"""``python -m tests.bench.load``: sends requests from several clients at once and takes the time.

A process of its own that imports next to nothing, so that it takes little from the server it
measures. Reads a pickled plan from its standard input and writes the pickled outcome.
"""

from __future__ import annotations

import pickle
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """``clients``: the requests of each, as bytes, sent one after the other; ``status``: what
    each answer must be."""

    port: int
    clients: list[list[bytes]]
    status: int


@dataclass(frozen=True)
class Outcome:
    """``elapsed``: seconds from first to last; ``times``: seconds of each request; ``wrong``: the
    first answer with another status, or nothing; ``size``: bytes of the last answer."""

    elapsed: float
    times: list[float]
    wrong: bytes
    size: int

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.times) / self.elapsed


def fetch(port: int, request: bytes) -> bytes:
    """The whole answer; gunicorn's sync workers close the connection after each."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(1 << 18):
            parts.append(part)
    return b"".join(parts)


def header(answer: bytes, name: str) -> str:
    """The value of a header of an answer; empty without it."""
    for line in answer.split(b"\r\n\r\n", 1)[0].decode("latin-1").split("\r\n"):
        if line.lower().startswith(f"{name.lower()}:"):
            return line.partition(":")[2].strip()
    return ""


def run(plan: Plan) -> Outcome:
    """Send everything, all clients side by side."""
    barrier = threading.Barrier(len(plan.clients) + 1)
    times: list[float] = []
    wrong: list[bytes] = []
    sizes = [0]
    good = b" %d " % plan.status

    def send(requests: list[bytes]) -> None:
        barrier.wait()
        for request in requests:
            began = time.perf_counter()
            answer = fetch(plan.port, request)
            times.append(time.perf_counter() - began)
            if good not in answer[:16]:
                wrong.append(answer)
                return
        sizes[0] = len(answer)

    threads = [threading.Thread(target=send, args=(requests,)) for requests in plan.clients]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - began
    return Outcome(elapsed, times, wrong[0] if wrong else b"", sizes[0])


def measure(plan: Plan) -> Outcome:
    """``run`` in a process of its own. Raises ``RuntimeError`` at an answer that is not good."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"],
        input=pickle.dumps((plan.port, plan.clients, plan.status)),
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    outcome = Outcome(*pickle.loads(done.stdout))
    if outcome.wrong:
        text = outcome.wrong[:6000].decode(errors="replace")
        raise RuntimeError(f"the answer should have had status {plan.status}:\n{text}")
    return outcome


if __name__ == "__main__":
    result = run(Plan(*pickle.load(sys.stdin.buffer)))
    answer = (result.elapsed, result.times, result.wrong, result.size)
    sys.stdout.buffer.write(pickle.dumps(answer))
