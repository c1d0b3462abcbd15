"""Figures of the rules engine."""

from __future__ import annotations

import statistics
import tracemalloc
from collections.abc import Callable

from rules.codec import copy_state, decode_state, encode_state
from rules.decisions import check
from rules.engine import decision_for
from rules.log import Event, fold_events
from rules.logfile import Header, verify
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from tests.bench import yardsticks
from tests.bench.figures import Row, each, interleaved, percentile

SPEC = RulesetSpec("new_dawn")
SEED = 11


def _answered(
    policies: list[str], seed: int
) -> tuple[list[tuple[bytes, Event]], list[Event], GameState]:
    """Every state of a game in which an order was given, with its event."""
    before: list[bytes] = []

    def watch(state: GameState, event: Event) -> None:
        before.append(encode_state(state))

    state, log = simulate(SPEC, policies, seed, watch=watch)
    return list(zip(before, log[1:], strict=False)), log, state


def engine_rows() -> list[Row]:
    line = yardsticks.chess_line()
    push = yardsticks.push_all(line)
    steps, log, _ = _answered(["greedy"] * 4, SEED)
    header = Header(
        ruleset=SPEC, seats=4, species=default_species(SPEC, 4), seed=seed_bytes(SEED).hex()
    )
    fold_s, verify_s, push_s = interleaved(
        lambda: fold_events(log), lambda: verify(header, log), push
    )
    per_push = push_s / len(line)
    catan_actions = yardsticks.catan_game()
    # Seats of the policy `random` soon go bankrupt, which makes a game short; `varied` plays as
    # much by chance but to the end.
    random_s, catan_s = interleaved(
        lambda: simulate(SPEC, ["varied"] * 4, SEED), yardsticks.catan_game, runs=5
    )
    rows = [
        Row("fold of a complete four-player game", fold_s * 1e3, "ms", 25, 50,
            fold_s / len(log) / per_push, 3, "push_uci per stored action"),
        Row("verify of the same game", verify_s * 1e3, "ms", 50, 100,
            verify_s / len(log) / per_push, 6, "push_uci per action"),
        Row("verify per action against catanatron", verify_s / len(log) * 1e6, "us", None, None,
            verify_s / len(log) / (catan_s / catan_actions), 2, "catanatron per action"),
        Row("complete random four-player game", random_s, "s", 0.5, 1,
            random_s / catan_s, 6, "catanatron's random game"),
    ]  # fmt: skip
    return [*rows, *_order_rows(steps, per_push), *_six_player_rows(line)]


def _order_rows(steps: list[tuple[bytes, Event]], per_push: float) -> list[Row]:
    times = each([_validation(decode_state(data), event) for data, event in steps])
    median, worst = statistics.median(times), percentile(times, 0.99)
    return [
        Row("validate one submitted order, median", median * 1e3, "ms", 0.1, None,
            median / per_push, 6, "push_uci"),
        Row("validate one submitted order, p99", worst * 1e3, "ms", None, 1),
    ]  # fmt: skip


def _validation(state: GameState, event: Event) -> Callable[[], object]:
    """Finding the decision that an order answers and checking the order against it."""
    seat, order = event.seat, event.order
    assert seat is not None
    assert order is not None
    return lambda: check(decision_for(Table(state), seat, event.decision), order)


def _six_player_rows(line: list[str]) -> list[Row]:
    steps, log, _ = _answered(["greedy"] * 6, SEED)
    late = [(data, e) for data, e in steps if decode_state(data).round >= 7]
    times = each([_first_fields(decode_state(data), event) for data, event in late])
    legal_s = interleaved(yardsticks.legal_lists(line))[0] / 50
    newest = late[-1][0]
    decode_s = interleaved(lambda: decode_state(newest))[0]
    median = statistics.median(times)
    tracemalloc.start()
    loaded = decode_state(newest)
    memory = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    assert loaded.round
    copied = interleaved(lambda: copy_state(loaded))[0]
    return [
        Row("legal options of a decision, late six-player, median", median * 1e3, "ms", 0.5, None,
            median / legal_s, 10, "chess legal list"),
        Row("the same, p99", percentile(times, 0.99) * 1e3, "ms", 3, None),
        Row("the same, worst", max(times) * 1e3, "ms", None, 10),
        Row("current state from snapshot (decode)", decode_s * 1e3, "ms", 1, 3),
        Row("copy of a state", copied * 1e3, "ms"),
        Row("memory of one loaded six-player game", memory, "MB", 2, 5),
        Row("events of the six-player game", len(log), ""),
    ]  # fmt: skip


def _first_fields(state: GameState, event: Event) -> Callable[[], object]:
    """What a page asks for: every choice with the candidates of its first two fields."""
    seat = event.seat
    assert seat is not None

    def options() -> int:
        count = 0
        for choice in decision_for(Table(state), seat).choices:
            for atom in choice.next(()):
                count += len(choice.next((atom,)))
        return count

    return options
