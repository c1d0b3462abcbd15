"""The page of ship design. The draft lies in the address, so nothing is stored."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_GET

from games.limits import PageThrottle, limited
from games.rendering.ships import ship_page
from games.statements import Seen
from games.views.common import play_url, with_seen
from games.views.situation import Situation
from rules.table import Table


@require_GET
@limited(PageThrottle, "GET")
@with_seen
def ships(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """Blueprints of a seat, by default the reader's own, with the changes in the address."""
    if seen.game.newest_seq < 0:
        return redirect(play_url(seen.game))
    situation = Situation.of(request, seen)
    etag = f'"{situation.version()}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    view = situation.view
    seat = _seat(view.table, request.GET.get("of", ""), situation.seat)
    if seat is None:
        # Nobody has chosen a board yet.
        return redirect(play_url(seen.game))

    def url(of: int, path: str, at: str) -> str:
        query = {"of": "" if of == situation.seat else of, "path": path, "at": at}
        return f"?{urlencode({k: v for k, v in query.items() if v != ''}, safe='~:')}#design"

    asked = request.GET
    page = ship_page(view, seat, situation.names, asked.get("path", ""), asked.get("at", ""), url)
    response = render(
        request,
        "games/ships.html",
        {
            "game": seen.game,
            "page": "ships",
            "seat": situation.seat,
            "ships": page,
            "design": page.design,
        },
    )
    response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _seat(table: Table, asked: str, own: int | None) -> int | None:
    """The seat whose ships are shown: the one asked for, or the reader's, or the first."""
    shown = [n for n, seat in enumerate(table.state.seats) if seat.species and not seat.out]
    number = int(asked) if asked.isdecimal() and len(asked) < 3 else own
    if number in shown:
        return number
    return shown[0] if shown else None
