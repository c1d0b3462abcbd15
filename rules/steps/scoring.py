"""Victory points by source, and the final ranking."""

from __future__ import annotations

from collections.abc import Callable

from rules.content.schema import Trait
from rules.effects.flow import GameEnded
from rules.state.model import NPC, Line, Score
from rules.table import Table


def _per_sector(table: Table, seat: int, trait: Trait) -> int:
    return (trait.value or 0) * len(table.own_sectors(seat))


def _per_ancient(table: Table, seat: int, trait: Trait) -> int:
    left = sum(s.owner == NPC and s.kind == "ancient" for s in table.state.ships.values())
    return (trait.value or 0) * left


def _codex(table: Table, seat: int, discovery: str) -> int:
    """Points of a discovery tile for each so many artifacts of own sectors, or points of
    reputation."""
    effect = table.catalog.discoveries[discovery].effect
    if effect.per == "artifacts":
        count = sum(table.tile(sector.id).artifacts for sector in table.own_sectors(seat))
    else:
        count = sum(table.seat(seat).reputation)
    return count // effect.every * effect.vp


SPECIES_BONUSES: dict[str, Callable[[Table, int, Trait], int]] = {
    "score_per_sector": _per_sector,
    "score_per_ancient": _per_ancient,
}
"""Victory points of a species by trait; the trait's id is the source of the line."""


def score_lines(table: Table, seat: int) -> list[Line]:
    """Victory points of a seat by source, as if the game ended now (Victory Points Scoring)."""
    setup = table.catalog.setup
    boards = table.seat(seat)
    own = table.own_sectors(seat)
    lines = [
        Line("reputation", sum(boards.reputation)),
        Line("ambassadors", setup.ambassador_vp * len(boards.ambassadors)),
        Line("sectors", sum(table.tile(s.id).vp for s in own)),
        Line("discoveries", setup.discovery_vp * len(boards.kept_discoveries)),
        *(Line(tile, _codex(table, seat, tile)) for tile in boards.scoring_discoveries),
        Line("warp_portals", sum(table.state.warp_portals.get(s.id, 0) for s in own)),
        Line("monoliths", setup.monolith_vp * sum(s.monolith for s in own)),
    ]
    tech_vp = setup.tech_vp
    for track, techs in boards.techs.items():
        lines.append(Line(f"{track}_techs", tech_vp[min(len(techs), len(tech_vp) - 1)]))
    if boards.traitor:
        lines.append(Line("traitor", setup.traitor_vp))
    for trait in table.species(seat).traits:
        if bonus := SPECIES_BONUSES.get(trait.id):
            lines.append(Line(trait.id, bonus(table, seat, trait)))
    return [line for line in lines if line.amount]


def final_scores(table: Table) -> GameEnded:
    """Everybody's score; ties go by stored resources, and what is still tied shares the place.

    A seat that left keeps the score of that moment and has nothing stored.
    """
    scores = []
    for seat in table.state.turn_order:
        boards = table.seat(seat)
        lines = boards.out_lines if boards.out else score_lines(table, seat)
        stored = 0 if boards.out else boards.storage.total()
        scores.append(Score(seat, list(lines), sum(line.amount for line in lines), stored, 0))
    for score in scores:
        ahead = sum((o.total, o.tie_break) > (score.total, score.tie_break) for o in scores)
        score.place = ahead + 1
    return GameEnded(scores)
