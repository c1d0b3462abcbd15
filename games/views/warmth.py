"""Pages drawn once before anybody asks for one: what takes long the first time is done then."""

from __future__ import annotations

from games.models import Game
from games.rendering.composer import compose
from games.rendering.galaxy import map_svg
from games.views.situation import draw
from rules.chance import LiveChance
from rules.editions import offered_editions
from rules.engine import new_game
from rules.simulate import default_species
from rules.state.model import RulesetSpec
from rules.views import player_view

SEATS = 2


def draw_pages() -> None:
    """Draw the boards, the map and a question of a new game of each edition; no server is asked."""
    names = {seat: str(seat + 1) for seat in range(SEATS)}
    for edition in offered_editions():
        spec = RulesetSpec(edition)
        state, _ = new_game(spec, SEATS, LiveChance(b"warmth"), default_species(spec, SEATS))
        view = player_view(state, state.pending[0].seat)
        parts = draw(view, names, [], Game(pk=edition))
        composer = compose(view, names)
        map_svg(parts.board, view.table, composer.marks if composer else {}, None)
