"""Victory points by source, and the final ranking."""

from __future__ import annotations

from rules.effects.flow import GameEnded
from rules.state.model import Line, Score
from rules.table import Table


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
        Line("monoliths", setup.monolith_vp * sum(s.monolith for s in own)),
    ]
    tech_vp = setup.tech_vp
    for track, techs in boards.techs.items():
        lines.append(Line(f"{track}_techs", tech_vp[min(len(techs), len(tech_vp) - 1)]))
    if boards.traitor:
        lines.append(Line("traitor", setup.traitor_vp))
    return [line for line in lines if line.amount]


def final_scores(table: Table) -> GameEnded:
    """Everybody's score; ties go by stored resources, and what is still tied shares the place."""
    scores = []
    for seat in table.state.turn_order:
        boards = table.seat(seat)
        if boards.out and boards.out_score is not None:
            scores.append(Score(seat, [Line("left", boards.out_score)], boards.out_score, 0, 0))
        else:
            lines = score_lines(table, seat)
            total = sum(line.amount for line in lines)
            scores.append(Score(seat, lines, total, boards.storage.total(), 0))
    for score in scores:
        ahead = sum((o.total, o.tie_break) > (score.total, score.tie_break) for o in scores)
        score.place = ahead + 1
    return GameEnded(scores)
