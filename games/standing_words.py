"""Standing orders and what they did, in words of the reader's language."""

from __future__ import annotations

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.models import StandingOrder
from games.speech import gettext as _, gettext_lazy as _l
from rules.content.schema import Catalog
from rules.notation.prose import parts as w
from rules.policies.standing import (
    BattleOrders,
    ReactionOrders,
    StandingOrders,
    decode_reason,
    decode_standing,
)
from rules.policies.standing.orders import (
    CubesChosen,
    FewShips,
    FightOn,
    NobodyCanHurt,
    NoShipEntered,
    PlannedTurn,
    PoorChance,
    PopulationChosen,
    ReactionsWished,
    Reason,
    TargetsChosen,
)

TARGETS = {
    "largest": _l("the largest ships that can be destroyed"),
    "most_kills": _l("as many ships as possible"),
    "deadliest": _l("the ships that do most damage"),
    "smallest": _l("the smallest ships"),
    "kinds": _l("ship types in an order of your own"),
}
POPULATION = {
    "attack": _l("attack it"),
    "spare": _l("spare it"),
    "ask": _l("ask me"),
}
RESOURCES = {"money": _l("money"), "science": _l("science"), "materials": _l("materials")}


def kind_name(catalog: Catalog, kind: str) -> str:
    """Name of a ship type."""
    return _(w.ship_name(catalog, kind).english)


def title(orders: StandingOrders) -> str:
    """What kind of standing order it is."""
    if isinstance(orders, BattleOrders):
        if orders.sector:
            return _("Battle in sector %(sector)s") % {"sector": orders.sector}
        return _("All battles")
    return _("Reactions") if isinstance(orders, ReactionOrders) else _("Planned turns")


def sentences(orders: StandingOrders, catalog: Catalog) -> list[str]:
    """What a standing order says, one instruction after the other."""
    if isinstance(orders, BattleOrders):
        return _battle(orders, catalog)
    if isinstance(orders, ReactionOrders):
        if not orders.sectors:
            return [_("After passing do not react.")]
        return [
            _(
                "After passing do not react, but ask me once another player's ship enters %(sectors)s."
            )
            % {"sectors": _either(orders.sectors)}
        ]
    return [
        _("Turn %(number)d: %(orders)s") % {"number": number, "orders": text}
        for number, text in enumerate(orders.turns, start=1)
    ]


def _battle(orders: BattleOrders, catalog: Catalog) -> list[str]:
    found = []
    if orders.below_ships:
        found.append(
            ngettext(
                "Retreat when fewer than %(limit)d ship is left.",
                "Retreat when fewer than %(limit)d ships are left.",
                orders.below_ships,
            )
            % {"limit": orders.below_ships}
        )
    if orders.below_chance:
        found.append(
            _("Retreat when the chance of winning falls below %(limit)d %%.")
            % {"limit": orders.below_chance}
        )
    if not found:
        found.append(_("Never retreat."))
    elif orders.retreat_to:
        found.append(
            _("Retreat to %(sectors)s, the first that is possible.")
            % {"sectors": ", ".join(orders.retreat_to)}
        )
    found.append(_("Dice: %(targets)s.") % {"targets": _targets(orders, catalog)})
    found.append(_("Population: %(wish)s.") % {"wish": POPULATION[orders.population]})
    if orders.tracks and orders.population == "attack":
        found.append(_("Cubes: first %(kinds)s.") % {"kinds": _cubes(orders.tracks)})
    return found


def _targets(orders: BattleOrders, catalog: Catalog) -> str:
    if orders.targets == "kinds":
        names = [kind_name(catalog, kind) for kind in orders.kinds]
        return _("first %(kinds)s") % {"kinds": ", ".join(names)}
    return str(TARGETS[orders.targets])


def _cubes(tracks: tuple[str, ...]) -> str:
    return ", ".join(str(RESOURCES[track]) for track in tracks)


def _either(sectors: tuple[str, ...]) -> str:
    return get_text_list(list(sectors), _("or"))


def stopped_text(row: StandingOrder) -> str:
    """Why a plan stopped, and what of it was not played."""
    if row.ended == StandingOrder.End.CHANCE:
        said = _("Your plan ended because dice or draws came first; not played: %(text)s.")
        return said % {"text": row.text}
    said = _("Your plan stopped at “%(text)s”: %(reason)s")
    return said % {"text": row.text, "reason": _(row.reason)}


# --- what a standing order did ---------------------------------------------------------------------


def use_text(body: str, reason: str, catalog: Catalog) -> str:
    """Which standing order made an event and why; both as ``rules.policies.standing`` stores them."""
    orders, why = decode_standing(body), decode_reason(reason)
    return _("By your standing order “%(title)s”: %(reason)s") % {
        "title": title(orders),
        "reason": reason_text(why, orders, catalog),
    }


def reason_text(why: Reason, orders: StandingOrders, catalog: Catalog) -> str:
    """Why, as the end of a sentence."""
    if isinstance(why, FewShips):
        return ngettext(
            "%(left)d ship was left, fewer than %(limit)d.",
            "%(left)d ships were left, fewer than %(limit)d.",
            why.left,
        ) % {"left": why.left, "limit": why.limit}
    if isinstance(why, PoorChance):
        return _("the chance of winning was %(percent)d %%, below %(limit)d %%.") % {
            "percent": why.percent,
            "limit": why.limit,
        }
    if isinstance(why, FightOn):
        return _fight_on(why)
    if isinstance(why, NobodyCanHurt):
        return _("nobody could hurt anybody any more, and ships that stay are destroyed.")
    if isinstance(why, TargetsChosen):
        assert isinstance(orders, BattleOrders)
        return _("dice go to %(targets)s.") % {"targets": _targets(orders, catalog)}
    return _other_text(why)


def _fight_on(why: FightOn) -> str:
    left = ngettext("%(left)d ship is left", "%(left)d ships are left", why.left)
    said = left % {"left": why.left}
    if why.percent < 0:
        return _("fight on, %(left)s.") % {"left": said}
    return _("fight on, %(left)s and the chance of winning is %(percent)d %%.") % {
        "left": said,
        "percent": why.percent,
    }


def _other_text(why: Reason) -> str:
    if isinstance(why, PopulationChosen):
        return _("population: %(wish)s.") % {"wish": POPULATION[why.population]}
    if isinstance(why, CubesChosen):
        if why.tracks:
            return _("cubes: first %(kinds)s.") % {"kinds": _cubes(why.tracks)}
        return _("cubes: any.")
    if isinstance(why, NoShipEntered):
        if why.sectors:
            return _("no other player's ship has entered %(sectors)s.") % {
                "sectors": _either(why.sectors)
            }
        return _("you do not react.")
    if isinstance(why, ReactionsWished):
        if why.sectors:
            return _("you are asked for reactions from now on.")
        return _("you are not asked for reactions from now on.")
    assert isinstance(why, PlannedTurn)
    return _("the turn was “%(orders)s”.") % {"orders": why.text}
