"""What a seat is told when it is asked again."""

from __future__ import annotations

import msgspec
import pytest

from games.models import GameEvent
from games.selectors import since_last_turn
from rules.effects.flow import PhaseStarted, RoundStarted

ME, OTHER = 0, 1


def log(*rows: str) -> list[GameEvent]:
    """``me``, ``other`` or ``clock`` (acting for me); ``!`` after it: a phase begins."""
    return [
        GameEvent(
            seq=seq,
            seat=OTHER if row.startswith("other") else ME,
            actor="deadline" if row.startswith("clock") else "player",
            decision=row,
            effects='[{"effect":"phase_started","phase":"combat"}]' if row[-1] == "!" else "[]",
        )
        for seq, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("other me other other", "other other"),
        # Busy with the new turn: what led to it stays.
        ("me other me me", "other"),
        # An own order ended the battle or the round.
        ("other me me! me other", "me! other"),
        ("other me me!", "other me!"),
        ("other! me other me!", "other me!"),
        # What the clock did for the seat is news to it.
        ("me clock other", "clock other"),
        ("other other", "other other"),
        ("me me", ""),
    ],
)
def test_others_and_the_game_itself_are_told(rows: str, told: str) -> None:
    said, _ = since_last_turn(log(*rows.split()), ME)
    assert [row.decision for row in said] == told.split()


def test_whether_the_rows_reach_back_far_enough() -> None:
    assert since_last_turn(log("other", "me", "other"), ME)[1]
    assert not since_last_turn(log("me", "other"), ME)[1]


def test_a_phase_in_the_log_is_recognised() -> None:
    effects = msgspec.json.encode([PhaseStarted("combat"), RoundStarted(2, 0)]).decode()
    row = GameEvent(seq=1, seat=ME, actor="player", effects=effects)
    assert since_last_turn([row], ME)[0] == [row]
