"""Supernovae: dice at the start of each upkeep phase say whether they explode."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from rules.effects.galaxy import DiscRemoved
from rules.expansions.base import Expansion
from rules.expansions.galactic_events.effects import SupernovaExploded, SupernovaRolled
from rules.expansions.galactic_events.frames import SupernovasFrame
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.model import Sector
from rules.steps.base import Step
from rules.steps.cubes import send_home
from rules.steps.parties import sector_number
from rules.table import Table

DICE = "supernova"
FACES = 6
COUNTS = {1: 0, 2: 2, 3: 3, 4: 4, 5: 5, 6: 0}
"""What the faces of a die count; the blank face (1) and the burst (6) count nothing."""


def supernovas(table: Table) -> list[Sector]:
    """Explored supernovae that have not exploded, by number."""
    found = [s for s in table.state.sectors.values() if table.tile(s.id).back]
    return sorted(found, key=lambda s: sector_number(s.id))


def stabilizing_techs(table: Table, sector: Sector) -> int:
    """Technologies that whoever controls a supernova adds to its dice: those on the track where
    it has most of them."""
    if sector.disc is None:
        return 0
    return max((len(techs) for techs in table.seat(sector.disc).techs.values()), default=0)


def danger(table: Table, sector: Sector, more: int = 0, later: int = 0) -> Fraction:
    """Probability that a supernova explodes in the upkeep phase of this round, as things are; with
    ``more`` technologies on the best track of whoever controls it, or ``later`` rounds on."""
    added, now = stabilizing_techs(table, sector) + more, table.state.round + later
    rolls = list(product(COUNTS.values(), repeat=2))
    return Fraction(sum(sum(roll) + added < now for roll in rolls), len(rolls))


def _phase_opened(play: Play, phase: str) -> None:
    if phase == "upkeep" and (found := supernovas(play)):
        play.open(SupernovasFrame(tuple(s.id for s in found)))


def _advance(play: Play, frame: SupernovasFrame) -> bool:
    if not frame.sectors:
        play.close()
        return True
    play.update(SupernovasFrame(frame.sectors[1:]))
    sector = play.state.sectors[frame.sectors[0]]
    added = stabilizing_techs(play, sector)
    draws = play.draw(DICE, [FACES, FACES])
    total = sum(COUNTS[draw + 1] for draw in draws) + added
    explodes = total < play.state.round
    play.emit(
        SupernovaRolled(sector.id, sector.disc, added, total, explodes, stream=DICE, draws=draws)
    )
    if explodes:
        _explode(play, sector)
    return True


def _explode(play: Play, sector: Sector) -> None:
    back = play.tile(sector.id).back
    assert back is not None
    owner, squares = sector.disc, list(sector.cubes)
    play.emit(SupernovaExploded(sector.id, back, tuple(sector.ships)))
    if owner is not None:
        play.emit(DiscRemoved(owner, sector.id))
        send_home(play, owner, sector.id, squares)


EXPANSION = Expansion(phase_opened=_phase_opened)
STEPS: dict[type[FrameBase], Step] = {SupernovasFrame: Step(_advance)}
