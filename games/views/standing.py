"""Standing orders of the reader: those in force, new ones, and what they did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.errors import GameError, NotAllowed, StandingRefused
from games.limits import OrderThrottle, limited
from games.models import StandingOrder, StandingUse
from games.services.standing_orders import (
    ended_orders,
    remove,
    set_standing,
    standing_orders,
)
from games.standing_forms import FORMS, StandingForm, initial_of
from games.standing_words import sentences, title, use_text
from games.statements import Seen
from games.views.common import account, form_key, play_url, sent_key, with_seen
from games.views.situation import Situation
from rules.content.schema import Catalog
from rules.policies.standing import BattleOrders, PlannedTurns, decode_standing
from rules.steps.rights import preference

MOST_USES = 12


@login_required
@require_http_methods(["GET", "POST"])
@limited(OrderThrottle)
@with_seen
def standing(request: HttpRequest, seen: Seen) -> HttpResponseBase:
    """The page; a form sent to it sets or removes a standing order of the reader's seat."""
    situation = Situation.of(request, seen)
    if situation.seat is None:
        raise NotAllowed(_("You have no seat in this game."))
    if seen.game.newest_seq < 0:
        return redirect(play_url(seen.game))
    if request.method == "POST":
        return _sent(request, situation)
    return _page(request, situation)


def _page(
    request: HttpRequest, situation: Situation, wrong: StandingForm | None = None
) -> HttpResponse:
    game, view, seat = situation.game, situation.view, situation.seat
    assert seat is not None
    rows = standing_orders(game, account(request))
    catalog = view.table.catalog
    context = {
        "game": game,
        "seat": seat,
        "page": "standing",
        "state": view.board,
        "rows": [_shown(row, catalog) for row in rows],
        "ended": [_shown(row, catalog) for row in ended_orders(game, account(request), most=5)],
        "uses": _uses(situation, catalog),
        "forms": _forms(request.GET, situation, rows, wrong),
        "open": game.running,
        "reactions": preference(view.table, seat, "reactions"),
        "key": form_key(),
    }
    response = render(request, "games/standing.html", context, status=422 if wrong else 200)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _shown(row: StandingOrder, catalog: Catalog) -> dict[str, Any]:
    """A standing order as the page lists it."""
    orders = decode_standing(row.body)
    plan = isinstance(orders, PlannedTurns)
    return {
        "row": row,
        "title": title(orders),
        "sentences": sentences(orders, catalog),
        "symbol": "battle"
        if isinstance(orders, BattleOrders)
        else ("act-research" if plan else "act-pass"),
    }


def _uses(situation: Situation, catalog: Catalog) -> list[tuple[StandingUse, str]]:
    """What standing orders of the reader's tenancy did, the newest first."""
    own = [t.pk for t in situation.tenancies if t.closed_at is None and t.seat == situation.seat]
    found = StandingUse.objects.filter(standing__tenancy__in=own, event__game=situation.game)
    newest = found.select_related("event").order_by("-event__seq")[:MOST_USES]
    return [(use, use_text(use.body, use.reason, catalog)) for use in newest]


def _forms(
    query: Mapping[str, str],
    situation: Situation,
    rows: list[StandingOrder],
    wrong: StandingForm | None,
) -> list[tuple[StandingForm, bool]]:
    """The three forms and whether each is open; one may be filled with a standing order to
    change."""
    table = situation.view.table
    change = next((row for row in rows if str(row.pk) == query.get("change")), None)
    changed = None if change is None else decode_standing(change.body)
    sector = query.get("sector", "")
    found = []
    for what, form in FORMS.items():
        if wrong is not None and wrong.what == what:
            found.append((wrong, True))
            continue
        initial = _initial(situation, what, sector if sector in table.state.sectors else "")
        is_open = wrong is None and (what == "battle" if changed is None else False)
        if changed is not None and change is not None and changed.__struct_config__.tag == what:
            initial |= initial_of(changed)
            initial |= {name: getattr(change, name) for name in ("until_round", "until", "once")}
            is_open = True
        found.append((form(table, initial=initial), is_open))
    return found


def _initial(situation: Situation, what: str, sector: str) -> dict[str, Any]:
    if what == "battle":
        return {"sector": sector, "below_ships": 0, "below_chance": 0}
    if what == "reactions":
        assert situation.seat is not None
        own = situation.view.table.own_sectors(situation.seat)
        return {"sectors": " ".join(sector.id for sector in own)}
    return {}


# --- what is sent ----------------------------------------------------------------------------------


def _sent(request: HttpRequest, situation: Situation) -> HttpResponseBase:
    sent = request.POST
    if "remove" in sent:
        return _remove(request, situation, sent["remove"])
    form_type = FORMS.get(sent.get("what", ""))
    if form_type is None:
        messages.error(request, _("That form is not known; use one of this page."))
        return redirect(request.path)
    form = form_type(situation.view.table, sent)
    orders = form.orders() if form.is_valid() else None
    if orders is None:
        return _page(request, situation, form)
    try:
        row = set_standing(
            game=situation.game,
            user=account(request),
            orders=orders,
            key=f"page:{sent_key(sent)}",
            **form.end(),
        )
    except StandingRefused as error:
        form.refuse(error.field, error.reason, error.possible)
        return _page(request, situation, form)
    except NotAllowed:
        raise
    except GameError as error:
        messages.error(request, error.reason)
        return redirect(request.path)
    messages.success(request, _kept(row))
    # Not down to the form from which it came.
    return redirect(f"{request.path}#top")


def _kept(row: StandingOrder) -> str:
    if row.ended == StandingOrder.End.IMPOSSIBLE:
        return _("This was tried at once, but is not possible now; see under “Ended”.")
    if row.uses.exists():
        return _("Kept. It was your turn to decide, so it was used at once.")
    return _("Kept. It is used as soon as you would be asked.")


def _remove(request: HttpRequest, situation: Situation, number: str) -> HttpResponseBase:
    if not number.isdecimal() or len(number) > 18:
        messages.error(request, _("You have no such standing order."))
        return redirect(request.path)
    try:
        remove(game=situation.game, user=account(request), number=int(number))
    except StandingRefused as error:
        messages.error(request, error.reason)
    else:
        messages.success(request, _("Removed."))
    return redirect(request.path)
