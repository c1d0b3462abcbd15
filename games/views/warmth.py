"""Pages drawn once before anybody asks for one: what takes long the first time is done then."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from games.middleware import known_zones
from games.models import Game, PendingDecision, Profile
from games.release import release
from games.rendering.boards import own_economy
from games.rendering.composer import compose
from games.rendering.galaxy import marks_svg
from games.rendering.times import time_forms
from games.speech import for_one_reader
from games.views.regions import Regions
from games.views.situation import draw
from rules.chance import LiveChance
from rules.editions import offered_editions
from rules.engine import new_game
from rules.notation import help_lines, suggest
from rules.simulate import default_species
from rules.state.model import RulesetSpec
from rules.views import PlayerView, player_view

SEATS = 6


def draw_pages() -> None:
    """Draw a page of a new game of each edition; no server is asked."""
    known_zones()
    release()
    for edition in offered_editions():
        spec = RulesetSpec(edition)
        state, _ = new_game(spec, SEATS, LiveChance(b"warmth"), default_species(spec, SEATS))
        _turn_page(player_view(state, state.pending[0].seat))


@for_one_reader
def _turn_page(view: PlayerView) -> str:
    names = {seat: str(seat + 1) for seat in range(SEATS)}
    game = Game(pk="warmth", name="warmth", newest_seq=0)
    request = HttpRequest()
    request.user = AnonymousUser()
    request.profile = Profile()  # type: ignore[attr-defined]
    parts = draw(view, names, [], game)
    decision = view.decisions[0]
    composer = compose(view, names)
    context = {
        "game": game,
        "seat": view.viewer,
        "state": view.board,
        "parts": parts,
        "board": parts.board,
        "marks": marks_svg(parts.board, view.table, composer.marks if composer else {}, None),
        "home": "0 0 1 1",
        "composer": composer,
        "purse": own_economy(view),
        "colour": "red",
        "regions": Regions(),
        "time_forms": time_forms(),
        "deadline": PendingDecision(deadline_at=timezone.now()),
        "strip": [{"colour": "red", "now": True, "asked": timezone.now()}],
        "examples": suggest(decision, view.table),
        "help": "\n".join(help_lines()),
    }
    return render_to_string("games/turn.html", context, request)
