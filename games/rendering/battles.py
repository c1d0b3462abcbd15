"""A battle under way: who fires when, what each die needs, what the dice on the table can hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rendering.blueprints import dice_of, stat_line
from games.rendering.colours import seat_colour
from games.rendering.words import player, unit_title
from rules.battle import HIGHEST_FACE, ShipStats
from rules.battle.dice import lowest_hit
from rules.state.frames_combat import BattleFrame
from rules.state.model import Ship
from rules.steps.battle import activation_order
from rules.table import Table


@dataclass(frozen=True)
class Group:
    """All ships of one type of one party. ``needs``: (enemy ship type, lowest face that hits)."""

    owner: str
    colour: str
    own: bool
    kind: str
    title: str
    number: int
    initiative: int
    dice: list[tuple[str, bool]]
    stats: list[tuple[str, str, str]]
    hull: list[tuple[int, int]]
    needs: list[tuple[str, int]]
    acts: bool
    retreats: str


@dataclass(frozen=True)
class RolledDie:
    """A die on the table with the sum of each ship that it may hit."""

    colour: str
    face: int
    damage: int
    sums: list[str]


@dataclass(frozen=True)
class Battle:
    """Facts of a battle. ``groups`` in the order in which they act."""

    sector: str
    round: int
    attacker: str
    defender: str
    groups: list[Group]
    rolled: list[RolledDie]


def battle(table: Table, viewer: int | None, names: Mapping[int, str]) -> Battle | None:
    """The battle that is being fought, if any."""
    frame = next((f for f in reversed(table.state.frames) if isinstance(f, BattleFrame)), None)
    if frame is None:
        return None
    ships = table.ships_in(table.state.sectors[frame.sector])
    groups = []
    for place, (owner, group) in enumerate(activation_order(table, frame)):
        present = [s for s in ships if s.owner == owner and s.kind == group.type]
        if present:
            enemy = frame.defender if owner == frame.attacker else frame.attacker
            enemies = [s for s in ships if s.owner == enemy]
            acts = place == frame.turn
            groups.append(_group(table, viewer, names, owner, group.stats, present, enemies, acts))
    return Battle(
        frame.sector,
        frame.round,
        player(names, frame.attacker),
        player(names, frame.defender),
        groups,
        [],
    )


def _group(
    table: Table,
    viewer: int | None,
    names: Mapping[int, str],
    owner: int,
    stats: ShipStats,
    ships: list[Ship],
    enemies: list[Ship],
    acts: bool,
) -> Group:
    kind = ships[0].kind
    needs = [
        (
            unit_title(table.catalog, enemy),
            lowest_hit(stats.computer, table.stats(enemies[0].owner, enemy).shield),
        )
        for enemy in dict.fromkeys(ship.kind for ship in enemies)
    ]
    return Group(
        owner=player(names, owner),
        colour=seat_colour(table, owner),
        own=owner == viewer,
        kind=kind,
        title=unit_title(table.catalog, kind),
        number=len(ships),
        initiative=stats.initiative,
        dice=dice_of(stats),
        stats=stat_line(stats),
        hull=[(ship.damage, stats.hull + 1) for ship in ships],
        needs=needs,
        acts=acts,
        retreats=next((ship.retreat for ship in ships if ship.retreat), ""),
    )


def dice_on_table(table: Table, seat: int, context: Mapping[str, Any]) -> list[RolledDie]:
    """The dice that can hit, as the decision to assign them tells it."""
    computer = table.stats(seat, context["kind"]).computer
    found = []
    for die in context["dice"]:
        sums = []
        for kind in dict.fromkeys(table.state.ships[ship].kind for ship in die["targets"]):
            owner = table.state.ships[die["targets"][0]].owner
            if die.get("printed"):
                name = unit_title(table.catalog, kind)
                sums.append(_("%(ship)s: hit whatever its shields") % {"ship": name})
                continue
            sums.append(_sum(table, die["face"], computer, table.stats(owner, kind).shield, kind))
        found.append(RolledDie(die["colour"], die["face"], die["damage"], sums))
    return found


def _sum(table: Table, face: int, computer: int, shield: int, kind: str) -> str:
    name = unit_title(table.catalog, kind)
    if face == HIGHEST_FACE:
        return _("%(ship)s: a six always hits") % {"ship": name}
    return _("%(ship)s: %(face)d + %(computer)d - %(shield)d = %(sum)d, at least 6") % {
        "ship": name,
        "face": face,
        "computer": computer,
        "shield": shield,
        "sum": face + computer - shield,
    }
