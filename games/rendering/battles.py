"""A battle under way: who fires when, what each die needs, what the dice on the table can hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.rendering.battle_story import battle_report
from games.rendering.blueprints import dice_of, stat_line
from games.rendering.colours import seat_colour
from games.rendering.outlook import Outlook, outlook
from games.rendering.places import sector_name
from games.rendering.reports import Report
from games.rendering.words import player, unit_title
from games.speech import gettext as _
from rules.battle import HIGHEST_FACE, ShipStats
from rules.battle.dice import lowest_hit
from rules.effects.base import Effect
from rules.state.frames_combat import AssignFrame, BattleFrame
from rules.state.model import Ship
from rules.steps.battle import activation_order
from rules.steps.parties import retreat_targets
from rules.table import Table
from rules.views import PlayerView

_ASKED = ("battle", "stalemate")


@dataclass(frozen=True)
class Group:
    """All ships of one type of one party. ``needs``: (enemy ship type, lowest face that hits);
    ``turn``: ``done``, ``now`` or ``waits``."""

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
    turn: str
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
    """Facts of a battle. ``groups`` in the order in which they act; ``report``: fleets and dice so
    far; ``outlook``: the chances from now on, and what the reader has to choose between."""

    sector: str
    name: str
    round: int
    attacker: str
    defender: str
    groups: list[Group]
    report: Report | None
    outlook: Outlook | None
    seq: int


def battle(view: PlayerView, names: Mapping[int, str], effects: Iterable[Effect]) -> Battle | None:
    """The battle that is being fought, if any. ``effects``: of its combat phase, as far as the
    reader may know them."""
    table, viewer = view.table, view.viewer
    frame = running(table)
    if frame is None:
        return None
    ships = table.ships_in(table.state.sectors[frame.sector])
    groups = []
    acting = _acting(table, frame)
    for place, (owner, group) in enumerate(activation_order(table, frame)):
        present = [s for s in ships if s.owner == owner and s.kind == group.type]
        if present:
            enemy = frame.defender if owner == frame.attacker else frame.attacker
            enemies = [s for s in ships if s.owner == enemy]
            turn = "done" if place < acting else "now" if place == acting else "waits"
            groups.append(_group(table, viewer, names, owner, group.stats, present, enemies, turn))
    return Battle(
        frame.sector,
        sector_name(table, frame.sector),
        frame.round,
        player(names, frame.attacker),
        player(names, frame.defender),
        groups,
        battle_report(table, frame.sector, effects, viewer, names),
        outlook(view, frame, names),
        table.state.seq,
    )


def running(table: Table) -> BattleFrame | None:
    """The step of the battle that is being fought."""
    return next((f for f in reversed(table.state.frames) if isinstance(f, BattleFrame)), None)


def _acting(table: Table, frame: BattleFrame) -> int:
    """The place in the order of the ship type that the battle waits for."""
    if isinstance(table.state.frames[-1], AssignFrame):
        return frame.turn - 1
    sector = table.state.sectors[frame.sector]
    asked = {pending.seat for pending in table.state.pending if pending.kind in _ASKED}
    order = activation_order(table, frame)
    for place in range(frame.turn, len(order)):
        owner, group = order[place]
        kinds = {ship.kind for ship in table.own_ships_in(owner, sector) if not ship.retreat}
        # Types that cannot retreat act by themselves.
        may_leave = group.type in kinds and retreat_targets(table, owner, group.type, sector)
        if owner in asked and may_leave:
            return place
    return frame.turn


def _group(
    table: Table,
    viewer: int | None,
    names: Mapping[int, str],
    owner: int,
    stats: ShipStats,
    ships: list[Ship],
    enemies: list[Ship],
    turn: str,
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
        turn=turn,
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
