"""What an order means at pulsars, black holes, supernovae and nebulae, said before it is given."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.facts import Fact
from games.rendering.features import RETURNS, slot_list, slot_name
from games.rendering.odds import percent
from games.rendering.phenomena import next_danger
from games.rendering.words import unit_name
from games.speech import gettext as _
from rules import orders as o
from rules.expansions.galactic_events.black_holes import BURST, FACES, ROUNDS, due, targets
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.expansions.galactic_events.pulsars import open_slots, pulsars, slot_of
from rules.expansions.galactic_events.supernovas import supernovas
from rules.orders import Order
from rules.table import Table

MOST_NAMED = 6
"""Sectors that are named one by one."""


def special_facts(table: Table, then: Table | None, seat: int, order: Order) -> list[Fact]:
    """``then``: the table right after the order, as far as it is known."""
    facts: list[Fact] = []
    if isinstance(order, Activate):
        facts += _activation(table, seat, order)
    elif isinstance(order, o.Move):
        facts += _entering(table, seat, order)
    elif isinstance(order, ReturnShip):
        facts += _still_inside(table, then, seat)
    elif isinstance(order, o.Pass):
        facts += _passing(table, seat)
    if then is not None:
        facts += _danger(table, then, seat)
    return facts


# --- pulsars -----------------------------------------------------------------------------------


def _activation(table: Table, seat: int, order: Activate) -> Iterator[Fact]:
    sector = table.state.sectors[order.sector]
    others = tuple(slot for slot in table.tile(sector.id).slots if slot != order.slot)
    said = {
        "before": slot_name(slot_of(table, sector)),
        "after": slot_name(order.slot),
        "others": slot_list(others, _("or")),
        "upkeep": table.upkeep(seat),
    }
    yield Fact("disc", _("No disc leaves the track: upkeep stays %(upkeep)d.") % said)
    yield Fact(
        f"act-{order.slot}", _("One activation of %(after)s follows instead of an action.") % said
    )
    text = _("The disc goes from %(before)s to %(after)s: next round it may go to %(others)s.")
    yield Fact("pulsar", text % said)


# --- black holes and nebulae -------------------------------------------------------------------


def _entering(table: Table, seat: int, order: o.Move) -> list[Fact]:
    sector = table.state.sectors[order.target]
    tile = table.tile(sector.id)
    facts: list[Fact] = []
    if tile.returns_to:
        facts += _journey(table, seat, order)
        if sector.discovery and tile.discovery_to == "entering":
            text = _("You are the first to enter: you take the discovery tile.")
            facts.append(Fact("discovery", text))
    elif sector.discovery and tile.discovery_to == "combat":
        text = _("Its discovery tile goes to whoever has a ship here when combat ends.")
        facts.append(Fact("discovery", text))
    return facts


def _journey(table: Table, seat: int, order: o.Move) -> Iterator[Fact]:
    """The die of a black hole with its chances, where ships come back, when they are lost."""
    yield Fact(
        "black-hole",
        _("The ship leaves the board, its activation ends. A die says when it comes back:"),
    )
    now, last = table.state.round, table.catalog.setup.rounds
    by_round: dict[tuple[int, bool], int] = {}
    for face, rounds in ROUNDS.items():
        by_round[now + rounds, face == BURST] = by_round.get((now + rounds, face == BURST), 0) + 1
    fatal = table.stats(seat, order.ship).hull < 1
    for (back, hurt), faces in sorted(by_round.items()):
        said = {"chance": percent(faces / FACES), "round": back}
        if back > last:
            text = _("%(chance)s: lost, it would come back after the last round.")
        elif hurt and fatal:
            text = _("%(chance)s: destroyed by 1 damage, it has no hull.")
        elif hurt:
            text = _("%(chance)s: back at once with 1 damage.")
        elif back == now:
            text = _("%(chance)s: back at once.")
        else:
            text = _("%(chance)s: back in round %(round)d.")
        yield Fact("chance", text % said, back > last or (hurt and fatal))
    yield _places_fact(table, order.target)
    text = _("In its round you bring it back before one of your actions; else it is lost.")
    yield Fact("clock", text)


def _places_fact(table: Table, source: str) -> Fact:
    found = targets(table, source)
    said = {
        "where": RETURNS[str(table.tile(source).returns_to)],
        "sectors": get_text_list(list(found), _("and")),
        "number": len(found),
    }
    if not found:
        return Fact("warn", _("It comes back to %(where)s; now there is none.") % said, True)
    if len(found) > MOST_NAMED:
        text = _("It comes back to %(where)s; now there are %(number)d.")
    else:
        text = _("It comes back to %(where)s; now to %(sectors)s.")
    return Fact("target", text % said)


def due_texts(table: Table, seat: int) -> list[str]:
    """``cruiser in black hole 396`` for the ships of a seat that must come back this round."""
    by_kind: dict[tuple[str, str], int] = {}
    for away in due(table, seat):
        by_kind[away.ship.kind, away.source] = by_kind.get((away.ship.kind, away.source), 0) + 1
    texts = []
    for (kind, source), number in by_kind.items():
        said = {"number": number, "ship": unit_name(table.catalog, kind, number), "hole": source}
        one = _("%(ship)s in black hole %(hole)s") % said
        texts.append(one if number == 1 else _("%(number)d %(text)s") % {**said, "text": one})
    return texts


def _still_inside(table: Table, then: Table | None, seat: int) -> Iterator[Fact]:
    left = due_texts(then, seat) if then is not None else []
    if left:
        ships = get_text_list(left, _("and"))
        text = _("Also to be brought back this round: %(ships)s.") % {"ships": ships}
        yield Fact("black-hole", text)


def _passing(table: Table, seat: int) -> Iterator[Fact]:
    for text in due_texts(table, seat):
        said = _(
            "Your %(ships)s is lost if you do not bring it back this round: after passing only "
            "before a reaction, which needs a disc."
        )
        yield Fact("black-hole", said % {"ships": text}, True)
    if table.seat(seat).passed:
        return
    idle = [sector.id for sector in pulsars(table, seat) if open_slots(table, sector)]
    if idle:
        text = ngettext(
            "Pulsar %(sectors)s can still be activated this round; after passing it cannot.",
            "Pulsars %(sectors)s can still be activated this round; after passing they cannot.",
            len(idle),
        )
        yield Fact("pulsar", text % {"sectors": get_text_list(idle, _("and"))})


# --- supernovae --------------------------------------------------------------------------------


def _danger(table: Table, then: Table, seat: int) -> Iterator[Fact]:
    """Supernovae that the order concerns: placed, taken or given up, or made safer or less so."""
    for sector in supernovas(then):
        risk = next_danger(then, sector)
        if risk is None:
            continue
        before = table.state.sectors.get(sector.id)
        earlier = None if before is None else next_danger(table, before)
        same = before is not None and before.disc == sector.disc
        if same and (earlier is None or earlier[1] == risk[1]):
            continue
        said = {
            "sector": sector.id,
            "round": risk[0],
            "chance": percent(float(risk[1])),
            "before": percent(float(earlier[1])) if earlier else "",
        }
        if earlier and earlier[1] != risk[1]:
            text = _(
                "Supernova %(sector)s explodes in the upkeep of round %(round)d: "
                "%(before)s → %(chance)s."
            )
        else:
            text = _("Supernova %(sector)s explodes in the upkeep of round %(round)d: %(chance)s.")
        worse = sector.disc == seat and (earlier is None or risk[1] >= earlier[1]) and risk[1] > 0
        yield Fact("supernova", text % said, worse)
