"""Counts of sequences of small orders: a guard against accidental changes of the rules.

A count changes only when a rule, a candidate or the content changes. Whoever means that writes the
new number here and says in the commit which rule changed it.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rules.perft import perft
from rules.state.model import RulesetSpec

NEW_DAWN = RulesetSpec("new_dawn")


@pytest.mark.parametrize(
    ("players", "seed", "depth", "count"),
    [
        (2, 1, 0, 1),
        (2, 1, 1, 1847),
        (2, 1, 2, 3709),
        (3, 2, 2, 3710),
        (4, 3, 2, 3708),
        (5, 9, 1, 1848),
        (6, 4, 2, 3711),
    ],
)
def test_reference_counts(players: int, seed: int, depth: int, count: int) -> None:
    """The first orders of a game: most of the sequences are ways to refit the blueprints."""
    assert perft(NEW_DAWN, players, seed, depth) == count


@pytest.mark.parametrize(
    ("players", "seed", "depth", "count"),
    [(2, 1, 1, 70), (2, 1, 2, 7017), (3, 2, 2, 7015), (6, 4, 1, 69)],
)
def test_reference_counts_of_second_dawn(players: int, seed: int, depth: int, count: int) -> None:
    """The same with the warp portals."""
    assert perft(RulesetSpec("second_dawn", ("warp_portals",)), players, seed, depth) == count


@pytest.mark.soak
def test_reference_count_of_three_orders() -> None:
    """Three orders deep: the second player's turn is reached."""
    assert perft(NEW_DAWN, 2, 1, 3) == 3413314


def test_command_line_counts_alike() -> None:
    """``python -m rules perft`` gives the same number as JSON on its last line."""
    command = [sys.executable, "-m", "rules", "perft", "--players", "2", "--seed", "1", "--depth"]
    done = subprocess.run([*command, "2"], capture_output=True, text=True, timeout=300, check=True)
    assert json.loads(done.stdout.splitlines()[-1])["sequences"] == 3709
