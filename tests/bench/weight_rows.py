"""What a browser loads for the turn page, and what an open page costs afterwards."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

from tests.bench import load
from tests.bench.figures import Row, percentile

if TYPE_CHECKING:
    # Models can only be imported once the servers run and Django is set up.
    from tests.bench.tables import Stored

ASSET = re.compile(r'(?:src|href)="(/static/[^"#]+)')
CONNECTIONS = 8
QUESTIONS = 60
"""Questions of each connection."""
STEPS = 20
"""Times that a browser asks for the parts that a step changes."""


def weight_rows(port: int, stored: Stored) -> list[Row]:
    """Bytes as they are sent, compressed, and the rate at which news are asked for."""
    from tests.bench import tables

    reader = tables.on_turn(stored)
    answer = load.fetch(port, tables.page(stored, reader))
    html = _text(answer)
    files = {path: _body(load.fetch(port, _static(path))) for path in set(ASSET.findall(html))}
    own = [path for path in files if path.endswith(".js") and "/django_htmx/" not in path]
    version = re.search(r'data-etag="&quot;(\w+)&quot;"', html)
    assert version
    question = tables.page(stored, reader, etag=f'"{version[1]}"', path="live/")
    asked = load.measure(load.Plan(port, [[question] * QUESTIONS] * CONNECTIONS, 304))
    step = tables.page(stored, reader, path=_step(html), have=_parts(html))
    steps = load.measure(load.Plan(port, [[step] * STEPS], 200))
    everything = len(_body(answer)) + sum(map(len, files.values()))
    return [
        Row("turn page, compressed, with all that it loads", everything / 1e3, "kB", 150, 150),
        Row("the page itself, compressed", len(_body(answer)) / 1e3, "kB"),
        Row("own scripts, not compressed", sum(len(gunzip(files[p])) for p in own) / 1e3, "kB", 20, 20),
        Row("a step of an order: parts that change", steps.size / 1e3, "kB"),
        Row("the same, p50", percentile(steps.times, 0.5) * 1e3, "ms"),
        Row("has anything happened? (304), 8 connections", asked.rate, "/s", more_is_better=True),
    ]  # fmt: skip


def _static(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
        "Connection: close\r\n\r\n"
    ).encode()


def _body(answer: bytes) -> bytes:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b" 200 " in head.split(b"\r\n", 1)[0], head
    return body


def gunzip(body: bytes) -> bytes:
    """The body as it was before it was compressed, if it was."""
    return gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body


def _text(answer: bytes) -> str:
    return gunzip(_body(answer)).decode()


def _step(html: str) -> str:
    """The address of the first choice on the page."""
    found = re.search(r'href="(\?d=[^"]*k=build)#', html) or re.search(r'href="(\?d=[^"#]*)#', html)
    assert found
    return found[1].replace("&amp;", "&")


def _parts(html: str) -> str:
    found = re.findall(r'id="part-([a-z]+)" data-v="([0-9a-f]+)"', html)
    return ",".join(f"{name}={mark}" for name, mark in found)
