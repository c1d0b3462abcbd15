"""The combat phase: battles by descending sector number, then population, then what follows."""

from __future__ import annotations

from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import (
    AftermathFrame,
    CombatFrame,
    PopulationFrame,
    ReputationFrame,
    SectorCombatFrame,
)
from rules.state.model import NPC, Sector
from rules.steps.base import Step
from rules.steps.battle import start_battle
from rules.steps.bombard import population_attacks
from rules.steps.parties import contested, descending, guarded_against, seats_by_entry
from rules.steps.reputation import earned_draws
from rules.table import Table

# --- the phase ---------------------------------------------------------------------------------


def _advance_phase(play: Play, frame: CombatFrame) -> bool:
    state = play.state
    if frame.stage == "start":
        fights = [s.id for s in state.sectors.values() if contested(play, s)]
        play.update(CombatFrame("battles", descending(fights)))
    elif frame.stage == "battles":
        if frame.sectors:
            play.update(CombatFrame("battles", frame.sectors[1:]))
            _open_sector(play, state.sectors[frame.sectors[0]])
        else:
            play.update(CombatFrame("population", population_attacks(play)))
    elif frame.sectors:
        play.update(CombatFrame("population", frame.sectors[1:]))
        sector = state.sectors[frame.sectors[0]]
        play.open(PopulationFrame(seats_by_entry(play, sector)[0], sector.id))
    else:
        play.close()
        play.open(AftermathFrame())
    return True


# --- all battles of a sector -------------------------------------------------------------------


def _open_sector(play: Play, sector: Sector) -> None:
    """The controller fights last, the others in reverse order of entry (Entry Order)."""
    entry = seats_by_entry(play, sector)
    queue = tuple(sorted(entry, key=lambda seat: seat != sector.disc))
    play.open(SectorCombatFrame(sector.id, entry, queue, (0,) * len(entry)))


def _advance_sector(play: Play, frame: SectorCombatFrame) -> bool:
    if len(frame.queue) > 1:
        defender, attacker = frame.queue[-2:]
        start_battle(play, frame.sector, attacker, defender)
    elif _guards_next(play, frame):
        start_battle(play, frame.sector, frame.queue[0], NPC)
    else:
        play.close()
        play.open(ReputationFrame(frame.sector, earned_draws(play, frame)))
    return True


def _guards_next(table: Table, frame: SectorCombatFrame) -> bool:
    """Whether the survivor now has to fight the non-players of the sector."""
    sector = table.state.sectors[frame.sector]
    return any(guarded_against(table, seat, sector) for seat in frame.queue)


STEPS: dict[type[FrameBase], Step] = {
    CombatFrame: Step(_advance_phase),
    SectorCombatFrame: Step(_advance_sector),
}
