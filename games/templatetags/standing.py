"""Standing orders on the page of the game."""

from __future__ import annotations

from django import template

from games.models import Game
from games.services.standing_orders import stopped_plan
from games.standing_words import stopped_text

register = template.Library()


@register.simple_tag
def plan_note(game: Game, seat: int) -> str:
    """Why the plan of the reader's seat stopped where it is asked now, or an empty text."""
    row = stopped_plan(game, seat)
    return "" if row is None else stopped_text(row)
