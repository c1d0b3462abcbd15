"""The events of one combat phase, as far as a person may know them."""

from __future__ import annotations

from django.db.models import QuerySet

from games import store
from games.access import Viewer
from games.models import Game, GameEvent
from rules.effects.base import Effect
from rules.views import visible_effects

Numbers = QuerySet[GameEvent, int]
_COMBAT = '"effect":"phase_started","phase":"combat"'
_UPKEEP = '"effect":"phase_started","phase":"upkeep"'


def combat_events(game: Game, viewer: Viewer, seq: int) -> list[tuple[int, list[Effect]]]:
    """The events of the combat phase to which event ``seq`` belongs, each with the effects that
    the person may read; none if it belongs to none or is not to be seen. Events that were taken
    back are left out."""
    if not 0 <= seq <= viewer.newest or not viewer.counts(seq):
        return []
    start = _nearest(viewer, _with(game, _COMBAT, seq__lte=seq).order_by("-seq"))
    if start is None:
        return []
    later = _with(game, _UPKEEP, seq__gte=start, seq__lte=viewer.newest).order_by("seq")
    end = _nearest(viewer, later)
    end = viewer.newest if end is None else end
    if seq > end:
        return []
    return [
        (row.seq, _readable(game, viewer, row))
        for row in store.rows(game, start - 1, end)
        if viewer.counts(row.seq)
    ]


def _with(game: Game, text: str, **bounds: int) -> Numbers:
    """Numbers of the events with an effect that reads so."""
    found = GameEvent.objects.filter(game=game, effects__contains=text, **bounds)
    return found.values_list("seq", flat=True)


def _nearest(viewer: Viewer, numbers: Numbers) -> int | None:
    """The first of the events that was not taken back. As a rule that is the very first one, and
    the effects of others need not be read."""
    for some in (numbers[:1], numbers):
        for seq in some:
            if viewer.counts(seq):
                return seq
    return None


def _readable(game: Game, viewer: Viewer, row: GameEvent) -> list[Effect]:
    event = store.decode(row)
    return visible_effects(event, viewer.seat_at(row.seq), revealed=game.over)
