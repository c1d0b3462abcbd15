"""What an order costs and changes on the boards of its seat: stores, discs, upkeep, income."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import ngettext

from games.rendering.facts import Fact
from games.rendering.words import RESOURCE_TITLES, TRACKS, unit_title
from games.speech import gettext as _
from rules import orders as o
from rules.state.model import RESOURCES
from rules.steps.research import cost_lines
from rules.table import Table


def disc_fact(before: Table, after: Table | None, seat: int, lead: str) -> Fact:
    """Discs and upkeep before and after; without ``after`` one disc leaves the track."""
    then = after or before
    fewer = 0 if after else 1
    discs = before.seat(seat).discs
    due = then.upkeep(seat, fewer)
    left = then.seat(seat).storage.money + then.production(seat, "money") - due
    text = _(
        "%(lead)s Discs on the track %(before)d → %(after)d, upkeep %(now)d → %(due)d, "
        "money after upkeep %(left)d."
    ) % {
        "lead": lead,
        "before": discs,
        "after": then.seat(seat).discs - fewer,
        "now": before.upkeep(seat),
        "due": due,
        "left": left,
    }
    if left < 0:
        give, gain = then.trade_rate(seat)
        text += " " + _(
            "%(short)d would be short: trade (%(give)d for %(gain)d) or give up a sector."
        ) % {"short": -left, "give": give, "gain": gain}
    return Fact("disc", text.strip(), left < 0)


def store_facts(before: Table, after: Table, seat: int) -> Iterator[Fact]:
    """Stores and incomes that change, each before and after."""
    had, has = before.seat(seat).storage, after.seat(seat).storage
    for kind in RESOURCES:
        title = str(RESOURCE_TITLES[kind])
        if had.of(kind) != has.of(kind):
            said = {"what": title, "before": had.of(kind), "after": has.of(kind)}
            yield Fact(kind, _("%(what)s %(before)d → %(after)d") % said)
    for kind in RESOURCES:
        now, then = before.production(seat, kind), after.production(seat, kind)
        if now != then:
            said = {"what": RESOURCE_TITLES[kind], "before": now, "after": then}
            yield Fact(kind, _("%(what)s each round %(before)d → %(after)d") % said, then < now)


def point_fact(before: Table, after: Table, seat: int) -> Fact | None:
    """Victory points that change, as if the game ended now."""
    now, then = (sum(line.amount for line in t.score_lines(seat)) for t in (before, after))
    if now == then:
        return None
    return Fact(
        "vp",
        _("Victory points %(before)d → %(after)d") % {"before": now, "after": then},
        then < now,
    )


def price_fact(table: Table, seat: int, order: o.Research | o.ResearchRare) -> Fact:
    """What a technology costs: printed, discount, minimum."""
    tech = table.catalog.techs[order.tech]
    track = order.track if isinstance(order, o.ResearchRare) else tech.track
    lines = {line.source: line.amount for line in cost_lines(table, seat, tech.id, track)}
    said = {
        "cost": sum(lines.values()),
        "printed": tech.cost,
        "discount": -lines.get("discount", 0),
        "track": TRACKS.get(track, track),
        "least": tech.min_cost,
    }
    if not said["discount"]:
        text = _("Costs %(cost)d science, as printed.")
    elif "minimum" in lines:
        text = _(
            "Costs %(cost)d science, the least possible: printed %(printed)d, discount "
            "%(discount)d on the track %(track)s."
        )
    else:
        text = _(
            "Costs %(cost)d science: printed %(printed)d, discount %(discount)d on the track "
            "%(track)s."
        )
    return Fact("science", text % said)


def unit_fact(before: Table, after: Table, seat: int, unit: str) -> Fact | None:
    """Ships of a kind on the board before and after."""
    limits = before.catalog.setup.limits.per_player
    if unit not in before.species(seat).blueprints:
        return None
    said = {
        "unit": unit_title(before.catalog, unit),
        "before": limits[unit] - before.ships_left(seat, unit),
        "after": limits[unit] - after.ships_left(seat, unit),
        "exist": limits[unit],
    }
    return Fact(unit, _("%(unit)s on the board: %(before)d → %(after)d of %(exist)d") % said)


def more_fact(after: Table, seat: int) -> Fact | None:
    """How often the action can be used again."""
    frame = after.state.frames[-1]
    left = getattr(frame, "left", 0)
    if getattr(frame, "seat", None) != seat or not left:
        return None
    text = ngettext(
        "The action then allows %(n)d more step.", "The action then allows %(n)d more steps.", left
    )
    return Fact("chevron", text % {"n": left})
