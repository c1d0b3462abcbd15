"""Blueprints of a seat: squares, parts, totals and dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.rendering.words import part_facts, part_symbol, unit_title
from games.speech import get_language, gettext as _
from rules.battle import ShipStats
from rules.blueprint import parts_on, tiles_on
from rules.content.schema import Blueprint, Bonus, Part
from rules.table import Table


@dataclass(frozen=True)
class Slot:
    """A square of a blueprint. ``at``: where it is printed, as classes of the style sheet;
    ``tile``: whether a part tile lies on it;
    ``dice``: colour of each, and whether it is a missile; ``value``: the number of other parts."""

    number: int
    name: str
    symbol: str
    facts: str
    tile: bool
    at: str
    dice: tuple[tuple[str, bool], ...] = ()
    value: str = ""


@dataclass(frozen=True)
class Print:
    """The blueprint of one ship type with its totals. ``bonus``: what is printed beside its
    squares."""

    kind: str
    title: str
    built: int
    exist: int
    cost: int
    movement: int
    stats: list[tuple[str, str, str]]
    dice: list[tuple[str, bool]]
    slots: list[Slot]
    bonus: str


def stat_line(stats: ShipStats) -> list[tuple[str, str, str]]:
    """Symbol, what it means, and value of each total."""
    return _stat_line(stats, get_language())


@lru_cache(maxsize=2048)
def _stat_line(stats: ShipStats, language: str | None) -> list[tuple[str, str, str]]:
    return [
        ("initiative", _("initiative"), str(stats.initiative)),
        ("part-computer", _("computer"), f"{stats.computer:+d}" if stats.computer else "0"),
        ("part-shield", _("shield"), f"-{stats.shield}" if stats.shield else "0"),
        ("part-hull", _("hull: damage it survives"), str(stats.hull)),
        ("part-drive", _("movement"), str(stats.movement)),
        ("part-source", _("energy left"), f"{stats.energy:+d}" if stats.energy else "0"),
    ]


def blueprints(table: Table, seat: int) -> list[Print]:
    """The ship types of a seat."""
    species, boards = table.species(seat), table.seat(seat)
    exist = table.catalog.setup.limits.per_player
    found = []
    for kind, printed in species.blueprints.items():
        stats = table.stats(seat, kind)
        tiles = tiles_on(boards, kind)
        found.append(
            Print(
                kind=kind,
                title=unit_title(table.catalog, kind),
                built=exist[kind] - table.ships_left(seat, kind),
                exist=exist[kind],
                cost=species.build_costs[kind],
                movement=stats.movement,
                stats=stat_line(stats),
                dice=dice_of(stats),
                slots=[
                    slot_of(table, printed, number, part, tiles[number - 1] is not None)
                    for number, part in enumerate(parts_on(species, boards, kind), start=1)
                ],
                bonus=bonus_text(printed.bonus),
            )
        )
    return found


def dice_of(stats: ShipStats) -> list[tuple[str, bool]]:
    """Colour of each die, and whether it is a missile."""
    return [(die, False) for die in stats.cannons] + [(die, True) for die in stats.missiles]


def slot_of(table: Table, printed: Blueprint, number: int, part_id: str | None, tile: bool) -> Slot:
    """The square with this number, counted from 1, and what counts on it."""
    at = place_of(printed, number)
    if part_id is None:
        return Slot(number, "", "", "", False, at)
    part = table.catalog.parts[part_id]
    dice = tuple((die, False) for die in part.cannons) + tuple((die, True) for die in part.missiles)
    return Slot(
        number,
        _(part.name),
        part_symbol(part),
        tight(part_facts(part)),
        tile,
        at,
        dice,
        "" if dice else part_value(part),
    )


def tight(facts: str) -> str:
    """The facts of a part so that no line begins with a number."""
    return facts.replace(" +", "\u00a0+").replace(" -", "\u00a0-")


def place_of(printed: Blueprint, number: int) -> str:
    """Classes that put a square where it is printed, by columns and quarters of rows; what
    lies beside the squares comes below them."""
    if number > len(printed.layout):
        return "beside"
    column, row = printed.layout[number - 1]
    return f"c{round(column)} r{round(4 * row)}"


def part_value(part: Part) -> str:
    """The number that a part is known by."""
    if part.kind == "source":
        return f"{part.energy:+d}"
    number = {
        "computer": part.computer,
        "shield": -part.shield,
        "hull": part.hull,
        "drive": part.movement,
    }.get(part.kind, 0)
    if not number:
        return ""
    return f"{number:+d}" if part.kind in ("computer", "shield") else str(number)


def bonus_text(bonus: Bonus) -> str:
    """What is printed on a blueprint beside its squares; no part covers it."""
    facts = [
        label % amount
        for label, amount in (
            (_("initiative %+d"), bonus.initiative),
            (_("energy %+d"), bonus.energy),
            (_("computer %+d"), bonus.computer),
            (_("shield %+d"), bonus.shield),
            (_("hull %+d"), bonus.hull),
            (_("move %+d"), bonus.movement),
        )
        if amount
    ]
    return ", ".join(facts)
