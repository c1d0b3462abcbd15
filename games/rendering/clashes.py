"""What an order changes between fleets: who is pinned, which battles come, with what chance."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.facts import Fact
from games.rendering.odds import fight_chances, percent
from games.rendering.words import player, unit_name
from games.speech import gettext as _
from rules import orders as o
from rules.foresight import pinned
from rules.odds.sectors import Fight, fight_in
from rules.state.model import NPC, Sector
from rules.steps.move import routes
from rules.table import Table

Names = Mapping[int, str]
MOST_BATTLES = 4
"""Sectors whose chances are said with one order; a refit changes them wherever ships meet."""

# --- battles at the end of the round -----------------------------------------------------------


def battle_facts(before: Table, after: Table, seat: int, names: Names) -> list[Fact]:
    """Battles of the seat that an order brings about, or whose chances it changes."""
    facts = []
    for sector in sorted(after.state.sectors):
        then = _own_fight(after, seat, sector)
        now = _own_fight(before, seat, sector)
        if (now is None and then is None) or (now and then and now.key == then.key):
            continue
        fact = _battle_fact(after, seat, sector, now, then, names)
        if fact:
            facts.append(fact)
        if len(facts) == MOST_BATTLES:
            break
    return facts


def _own_fight(table: Table, seat: int, sector: str) -> Fight | None:
    placed = table.state.sectors.get(sector)
    if placed is None or not table.own_ships_in(seat, placed):
        return None
    fight = fight_in(table, placed)
    # Others may fight beside ships that have a truce with the ancients.
    if fight and (len(fight.parties) > 1 or seat not in fight.at_peace):
        return fight
    return None


def _battle_fact(
    after: Table, seat: int, sector: str, now: Fight | None, then: Fight | None, names: Names
) -> Fact | None:
    """What becomes of the battle in a sector; nothing if the chance reads the same as before."""
    if then is None:
        text = _("%(sector)s: no battle of yours there any more.") % {"sector": sector}
        return Fact("battle", text)
    found = fight_chances(then)
    chance = found.by_owner[seat].chance
    said = {
        "sector": sector,
        "chance": percent(chance, found.exact),
        "enemies": enemies_text(after, after.state.sectors[sector], seat, names),
    }
    if now is None:
        text = _(
            "%(sector)s: battle at the end of the round, against %(enemies)s. "
            "Your chance %(chance)s."
        )
        return Fact("battle", text % said, chance < 0.5)
    earlier = fight_chances(now)
    before = earlier.by_owner[seat].chance
    said["before"] = percent(before, earlier.exact)
    if said["before"] == said["chance"]:
        return None
    text = _("%(sector)s: battle at the end of the round. Your chance %(before)s → %(chance)s.")
    return Fact("battle", text % said, chance < before)


def own_chance(table: Table, seat: int, sector: str) -> tuple[str, bool]:
    """The seat's chance in the battle of a sector at the end of the round, empty without one, and
    whether it is exact."""
    fight = _own_fight(table, seat, sector)
    if fight is None:
        return "", True
    found = fight_chances(fight)
    return percent(found.by_owner[seat].chance, found.exact), found.exact


def enemies_text(table: Table, sector: Sector, seat: int, names: Names) -> str:
    """``2 interceptors of Orion and 1 ancient``."""
    groups: dict[tuple[int, str], int] = {}
    for ship in table.enemy_ships_in(seat, sector):
        groups[ship.owner, ship.kind] = groups.get((ship.owner, ship.kind), 0) + 1
    return fleet_text(table, groups, names)


def fleet_text(table: Table, groups: Mapping[tuple[int, str], int], names: Names) -> str:
    """Numbers of ships by owner and type as a list; an owner is named once."""
    by_owner: dict[int, list[str]] = {}
    for (owner, kind), number in groups.items():
        by_owner.setdefault(owner, []).append(f"{number} {unit_name(table.catalog, kind, number)}")
    texts = []
    for owner, kinds in by_owner.items():
        ships = get_text_list(kinds, _("and"))
        said = {"ships": ships, "player": player(names, owner)}
        texts.append(ships if owner == NPC else _("%(ships)s of %(player)s") % said)
    return get_text_list(texts, _("and"))


def raid_fact(after: Table, seat: int, sector: str, names: Names) -> Fact | None:
    """Population without ships to guard it, where ships of the seat stand."""
    placed = after.state.sectors[sector]
    if placed.disc in (None, seat) or after.enemy_ships_in(seat, placed) or not placed.cubes:
        return None
    text = ngettext(
        "%(sector)s: no ship guards the %(n)d cube of %(player)s; you may attack it at the end "
        "of the round.",
        "%(sector)s: no ship guards the %(n)d cubes of %(player)s; you may attack them at the end "
        "of the round.",
        len(placed.cubes),
    )
    said = {"sector": sector, "n": len(placed.cubes), "player": player(names, placed.disc)}
    return Fact("target", text % said)


# --- movement ----------------------------------------------------------------------------------


def way_facts(table: Table, seat: int, order: o.Move) -> list[Fact]:
    """The way that a ship takes, and how much of its movement that is."""
    stats = table.stats(seat, order.ship)
    if stats.movement < 2:
        return []
    route = routes(table, seat, order.source, stats.movement, stats.jumps)[order.target]
    steps = _("Movement: %(used)d of %(all)d steps.") % {"used": len(route), "all": stats.movement}
    if len(route) == 1:
        return [Fact("part-drive", steps)]
    way = get_text_list(list(route[:-1]), _("and"))
    return [Fact("part-drive", _("By way of %(way)s. %(steps)s") % {"way": way, "steps": steps})]


def pin_facts(before: Table, after: Table, seat: int, order: o.Move, names: Names) -> list[Fact]:
    """Who is pinned where a ship arrives, and who is free where it leaves."""
    facts = []
    for sector in (order.target, order.source):
        text = _pins(before, after, sector, seat, names)
        if text:
            own = _held(after, seat, sector) > _held(before, seat, sector)
            facts.append(Fact("pin", f"{sector}: {text}", own))
    return facts


def _held(table: Table, owner: int, sector: str) -> int:
    return pinned(table, owner, table.state.sectors[sector])


def _pins(before: Table, after: Table, sector: str, seat: int, names: Names) -> str:
    """The owners in the sector whose pinned ships change, with what is so afterwards."""
    placed = after.state.sectors[sector]
    owners = {seat: 0} | {ship.owner: 0 for ship in after.ships_in(placed) if ship.owner != NPC}
    texts = []
    for owner in owners:
        ships = len(after.own_ships_in(owner, placed))
        now, then = _held(before, owner, sector), _held(after, owner, sector)
        if not ships or (now == then and not (owner == seat and then)):
            continue
        texts.append(_pinned_text(then, ships, "" if owner == seat else player(names, owner)))
    return _("%(list)s.") % {"list": _("; ").join(texts)} if texts else ""


def _pinned_text(held: int, ships: int, name: str) -> str:
    """How many of the ships of a player, or of the reader's own (no name), are pinned."""
    said = {"held": held, "ships": ships, "player": name}
    if not name:
        if held == ships:
            return ngettext("your ship is pinned", "all your ships are pinned", ships)
        if not held:
            return ngettext("your ship is not pinned", "none of your ships is pinned", ships)
        text = ngettext(
            "%(held)d of your %(ships)d ships is pinned",
            "%(held)d of your %(ships)d ships are pinned",
            held,
        )
        return text % said
    if not held:
        text = ngettext(
            "the ship of %(player)s could leave", "the ships of %(player)s could leave", ships
        )
        return text % said
    text = ngettext(
        "%(player)s has %(held)d of %(ships)d ships pinned",
        "%(player)s has %(held)d of %(ships)d ships pinned",
        held,
    )
    return text % said
