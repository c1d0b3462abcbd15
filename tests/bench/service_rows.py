"""Figures of the service: reading states, orders and pages through gunicorn with two workers."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from rules.log import Event
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from tests.bench import load, server
from tests.bench.figures import Row, interleaved, percentile, seconds
from tests.bench.weight_rows import weight_rows

if TYPE_CHECKING:
    # Models can only be imported once the servers run and Django is set up.
    from tests.bench.tables import Stored

SPEC = RulesetSpec("new_dawn")
SEED = 11
CONNECTIONS = 8
SLICES = 5
"""Measurements of each kind; the kinds take turns."""
SLICE = 30
"""Orders of each connection in one measurement."""
PAGES = 15
"""Pages in one measurement with one connection."""
FOLLOWED = 60
"""Orders after each of which the page of whoever is asked next is measured."""


def service_rows() -> list[Row]:
    """Start the whole site for the time of the measurement."""
    with server.environment() as folder, server.web(folder) as port:
        from tests.bench import tables

        log = _log_until(["greedy"] * 6, lambda state: state.round >= 8)
        late = tables.store_game("late", SEED, log)
        return [
            *_reading_rows(late),
            *_order_rows(port),
            *_page_rows(port, late),
            *_after_order_rows(port),
            *weight_rows(port, late),
        ]


def _log_until(policies: list[str], stop: Callable[[GameState], bool]) -> list[Event]:
    """A game of policies up to the first moment at which ``stop`` is true and a turn begins."""
    at: list[int] = []

    def watch(state: GameState, event: Event) -> None:
        if not at and stop(state) and [p.kind for p in state.pending] == ["turn"]:
            at.append(event.seq)

    _, log = simulate(SPEC, policies, SEED, watch=watch)
    return log[: at[0] + 1] if at else log


# --- states ------------------------------------------------------------------------------------


def _reading_rows(stored: Stored) -> list[Row]:
    from games import store

    game = stored.game
    current = interleaved(lambda: store.current_state(game), runs=25)[0]
    past = [
        # Noise only adds: the lesser of two is nearer to what reading this event costs.
        min(seconds(partial(store.state_at, game, seq)) for _ in range(2))
        for seq in range(3, game.newest_seq, 11)
    ]
    return [
        Row("current state from snapshot (read and decode)", current * 1e3, "ms", 1, 3),
        Row("state at any past event, median", statistics.median(past) * 1e3, "ms", 10, 30),
        Row("the same, worst", max(past) * 1e3, "ms", 10, 30),
    ]


# --- requests ----------------------------------------------------------------------------------


@dataclass
class Samples:
    """Measurements of one kind; kinds that are compared take turns."""

    rates: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, port: int, clients: list[list[bytes]], status: int) -> None:
        """Send the requests of each client; every answer must have ``status``."""
        outcome = load.measure(load.Plan(port, clients, status))
        self.rates.append(outcome.rate)
        self.times += outcome.times

    @property
    def rate(self) -> float:
        """Requests a second."""
        return statistics.median(self.rates)

    def ms(self, share: float) -> float:
        """A percentile of the times, in milliseconds."""
        return percentile(self.times, share) * 1e3


def _order_rows(port: int) -> list[Row]:
    """Games as four people play them by clicks; one small order again and again as text."""
    from tests.bench import bare, tables

    _, log = simulate(SPEC, ["greedy"] * 4, SEED)
    first = len(log) - SLICES * SLICE
    games = [tables.store_game(f"play{n}", SEED, log[:first]) for n in range(CONNECTIONS + 1)]
    clicks = [[tables.click(stored, event) for event in log[first:]] for stored in games]
    turn = _log_until(["greedy"] * 4, lambda state: state.round >= 4)
    texts = [
        [tables.text(stored, f"prefer reputation {('ask', 'best')[k % 2]}") for k in range(SLICE)]
        for stored in (tables.store_game(f"still{n}", SEED, turn) for n in range(CONNECTIONS))
    ]
    acts = [[request] * SLICE for request in bare.prepare([s.game for s in games])]
    many, text, act, one, one_act = (Samples() for _ in range(5))
    for n in range(SLICES):
        part = slice(n * SLICE, (n + 1) * SLICE)
        many.add(port, [requests[part] for requests in clicks[:CONNECTIONS]], 302)
        act.add(port, acts[:CONNECTIONS], 302)
        # Sent again under the same key nothing would be played.
        text.add(port, [tables.with_new_keys(requests) for requests in texts], 302)
        one.add(port, [clicks[CONNECTIONS][part]], 302)
        one_act.add(port, acts[CONNECTIONS:], 302)
    return [
        Row("orders of whole games, 8 connections", many.rate, "/s", 150, 100,
            many.rate / act.rate, 0.55, "bare act", more_is_better=True),
        Row("the same, p99", many.ms(0.99), "ms", 100, None, many.ms(0.99) / act.ms(0.99), None,
            "bare act"),
        Row("one small order as text, 8 connections", text.rate, "/s", 150, 100,
            text.rate / act.rate, 0.55, "bare act", more_is_better=True),
        Row("the same, p99", text.ms(0.99), "ms", 100, None, text.ms(0.99) / act.ms(0.99), None,
            "bare act"),
        Row("orders of a whole game, 1 connection, p50", one.ms(0.5), "ms", None, None,
            one.ms(0.5) / one_act.ms(0.5), None, "bare act"),
        Row("the same, p99", one.ms(0.99), "ms", None, None, one.ms(0.99) / one_act.ms(0.99), None,
            "bare act"),
        Row("yardstick: bare act, 8 connections", act.rate, "/s"),
        Row("yardstick: bare act, 1 connection, p50", one_act.ms(0.5), "ms"),
        Row("yardstick: bare act, 1 connection, p99", one_act.ms(0.99), "ms"),
    ]  # fmt: skip


def _page_rows(port: int, stored: Stored) -> list[Row]:
    from tests.bench import bare, tables

    reader = tables.on_turn(stored)
    page = tables.page(stored, reader)
    answer = load.fetch(port, page)
    plain = bare.page_request()
    fresh, kept, one_plain, not_changed, many_plain = (Samples() for _ in range(5))
    for _ in range(SLICES):
        for _ in range(PAGES):
            tables.forget_pages(reader)
            fresh.times.append(seconds(partial(load.fetch, port, page)))
        kept.add(port, [[page] * PAGES], 200)
        one_plain.add(port, [[plain] * PAGES], 200)
        # The time left stands on the page, so its ETag does not hold for ever.
        etag = load.header(load.fetch(port, page), "ETag")
        unchanged = tables.page(stored, reader, etag=etag)
        not_changed.add(port, [[unchanged] * 2 * SLICE] * CONNECTIONS, 304)
        many_plain.add(port, [[plain] * SLICE] * CONNECTIONS, 200)
    yardstick = "bare page of 300 elements"
    return [
        Row("turn page, late six-player, put together anew, p50", fresh.ms(0.5), "ms", 20, 40,
            fresh.ms(0.5) / one_plain.ms(0.5), None, yardstick),
        Row("the same, p99", fresh.ms(0.99), "ms", 50, 100,
            fresh.ms(0.99) / one_plain.ms(0.99), None, yardstick),
        Row("the same, map and panels cached, p50", kept.ms(0.5), "ms", None, None,
            kept.ms(0.5) / one_plain.ms(0.5), None, yardstick),
        Row("the same, unchanged (304), 8 connections", not_changed.rate, "/s", 600, 400,
            not_changed.rate / many_plain.rate, None, yardstick, more_is_better=True),
        Row("size of the turn page", len(answer) / 1e3, "kB"),
        Row("yardstick: bare page, 1 connection, p50", one_plain.ms(0.5), "ms"),
        Row("yardstick: bare page, 8 connections", many_plain.rate, "/s"),
    ]  # fmt: skip


def _after_order_rows(port: int) -> list[Row]:
    """The page that whoever is asked next opens after each order: nothing of it is in the cache, and
    of its pieces only those are kept that the order left as they were."""
    from tests.bench import tables

    begun = len(_log_until(["greedy"] * 6, lambda state: state.round >= 8))
    _, log = simulate(SPEC, ["greedy"] * 6, SEED)
    stored = tables.store_game("followed", SEED, log[:begun])
    times = []
    for event in log[begun : begun + FOLLOWED]:
        answer = load.fetch(port, tables.click(stored, event))
        if b" 302 " not in answer[:16]:
            raise RuntimeError(answer[:2000].decode(errors="replace"))
        page = tables.page(stored, tables.on_turn(stored))
        times.append(seconds(partial(load.fetch, port, page)))
    return [
        Row(
            "turn page of whoever is asked after an order, p50", percentile(times, 0.5) * 1e3, "ms"
        ),
        Row("the same, p99", percentile(times, 0.99) * 1e3, "ms"),
    ]
