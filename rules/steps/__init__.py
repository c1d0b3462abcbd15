"""Steps of the game, one module each. A step gives its frame a meaning.

``advance`` does what needs nobody and says whether it did anything; ``decisions`` lists what is
asked while it waits; ``play`` carries out an order that is known to be legal.
"""

from __future__ import annotations

from rules.expansions.steps import STEPS as EXPANSION_STEPS
from rules.state.frames_base import FrameBase
from rules.steps import (
    aftermath,
    assign,
    battle,
    bombard,
    bonus,
    build,
    cleanup,
    combat,
    cubes,
    diplomacy,
    discovery,
    explore,
    influence,
    move,
    reputation,
    research,
    rounds,
    setup,
    turn,
    upgrade,
    upkeep,
)
from rules.steps.base import Step

_STEPS: dict[type[FrameBase], Step] = {
    **setup.STEPS,
    **rounds.STEPS,
    **turn.STEPS,
    **explore.STEPS,
    **discovery.STEPS,
    **influence.STEPS,
    **move.STEPS,
    **build.STEPS,
    **upgrade.STEPS,
    **research.STEPS,
    **bonus.STEPS,
    **upkeep.STEPS,
    **cleanup.STEPS,
    **combat.STEPS,
    **battle.STEPS,
    **assign.STEPS,
    **reputation.STEPS,
    **bombard.STEPS,
    **aftermath.STEPS,
    **cubes.STEPS,
    **diplomacy.STEPS,
    **EXPANSION_STEPS,
}


def step_of(frame: FrameBase) -> Step:
    return _STEPS[type(frame)]
