"""Which step may lie in which: the order of the open steps of a flow."""

from __future__ import annotations

from collections.abc import Iterator

from rules.expansions.frames import INSIDE as EXPANSIONS
from rules.state.frames import Frame
from rules.state.frames_action import (
    ActionPhaseFrame,
    BuildFrame,
    ControlFrame,
    ExploredFrame,
    ExploreFrame,
    InfluenceFrame,
    MoveFrame,
    ResearchFrame,
    TurnFrame,
    UpgradeFrame,
)
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import (
    AftermathFrame,
    AssignFrame,
    BattleFrame,
    CombatFrame,
    PopulationFrame,
    ReputationFrame,
    SectorCombatFrame,
    TreatiesFrame,
)
from rules.state.frames_round import CleanupFrame, RoundFrame, SetupFrame, UpkeepFrame
from rules.state.model import GameState
from rules.table import Table

PHASES: dict[type[FrameBase], str] = {
    SetupFrame: "setup",
    ActionPhaseFrame: "action",
    CombatFrame: "combat",
    AftermathFrame: "combat",
    TreatiesFrame: "combat",
    UpkeepFrame: "upkeep",
    CleanupFrame: "cleanup",
}
"""Steps that lie in the round, with their phase."""
INSIDE: dict[type[FrameBase], type[FrameBase]] = {
    **dict.fromkeys(PHASES, RoundFrame),
    TurnFrame: ActionPhaseFrame,
    ExploreFrame: TurnFrame,
    InfluenceFrame: TurnFrame,
    ResearchFrame: TurnFrame,
    BuildFrame: TurnFrame,
    UpgradeFrame: TurnFrame,
    MoveFrame: TurnFrame,
    ExploredFrame: ExploreFrame,
    ControlFrame: ExploreFrame,
    SectorCombatFrame: CombatFrame,
    BattleFrame: SectorCombatFrame,
    AssignFrame: BattleFrame,
    ReputationFrame: CombatFrame,
    PopulationFrame: CombatFrame,
    **EXPANSIONS,
}
"""Steps that lie in one kind of step only. The others, such as that of a discovery tile or of cubes
on their way, lie in any step of a phase."""
OWN = (TurnFrame, ExploreFrame)
"""Steps of one seat: what lies directly in them is that seat's too."""


def nesting_faults(state: GameState) -> Iterator[str]:
    """Steps in the wrong place, or in a phase that is not theirs."""
    for outer, frame in zip(state.frames, state.frames[1:], strict=False):
        place = INSIDE.get(type(frame))
        if place is not None and not isinstance(outer, place):
            yield (
                f"flow {_tag(frame)}: this step lies in that of {place.__struct_config__.tag}, "
                f"not in that of {_tag(outer)}"
            )
        elif place is None and isinstance(outer, RoundFrame):
            yield f"flow {_tag(frame)}: this step lies in one of a phase, not in that of the round"
        elif place in OWN and getattr(frame, "seat", None) != getattr(outer, "seat", None):
            yield f"flow {_tag(frame)}: this is a step of whoever has the {_tag(outer)} around it"
    yield from _phase_faults(state)


def _phase_faults(state: GameState) -> Iterator[str]:
    phases = Table(state).rules.edition.phases
    round_frame = state.frames[0] if state.frames else None
    if len(state.frames) < 2 or not isinstance(round_frame, RoundFrame):
        return
    inner = state.frames[1]
    phase = PHASES.get(type(inner), state.phase)
    if phase != state.phase:
        yield f"flow {_tag(inner)}: this is a step of the {phase} phase, not of {state.phase}"
    elif phase in phases and round_frame.next != (after := (phases.index(phase) + 1) % len(phases)):
        yield f"flow round: after the {phase} phase next is {after}, not {round_frame.next}"


def _tag(frame: Frame | FrameBase) -> str:
    return str(type(frame).__struct_config__.tag)
