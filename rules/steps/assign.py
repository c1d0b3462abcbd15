"""Dice to ships: who is hit by the dice just rolled, and what becomes of them (Hitting & Damage)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from rules.battle import (
    RolledDie,
    Target,
    damage_dealt,
    npc_assignment,
    own_damage,
    rolled_dice,
    self_damage,
    size_ranks,
)
from rules.decisions import Choice, Decision, Prefix
from rules.effects.battle import HitsAssigned, ShipDamaged, ShipDestroyed
from rules.orders import END, AssignDice, Atom, Order
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import AssignFrame, BattleFrame
from rules.state.model import NPC, Ship
from rules.steps.base import Step, asks
from rules.steps.parties import ship_facts
from rules.table import Table

Assignment = tuple[int | None, ...]


def resolve(
    play: Play, owner: int, kind: str, colours: tuple[str, ...], faces: tuple[int, ...]
) -> None:
    """Let the dice that ships of ``owner`` rolled in the innermost battle take effect.

    Opens the step that asks the owner where there is something to choose.
    """
    frame = _battle(play)
    backfire(play, owner, frame.sector, colours, faces)
    dice = _dice(play, frame, owner, kind, colours, faces)
    enemies = enemies_of(play, frame, owner)
    targets = targets_of(play, enemies)
    if owner == NPC:
        assignment = _npc(dice, targets)
    elif (forced := _forced(dice, enemies, targets)) is not None:
        assignment = forced
    else:
        play.open(AssignFrame(owner, frame.sector, kind, colours, faces))
        return
    _take_effect(play, owner, kind, dice, assignment)


def destroy(play: Play, ship: Ship, by: int) -> None:
    """Destroy a ship of the innermost battle; ``by`` earns its reputation tiles."""
    frame = _battle(play)
    play.emit(ShipDestroyed(ship.id, ship.owner, ship.kind, ship.sector, by))
    earned = play.catalog.setup.reputation_draws[ship.kind]
    attacker, defender = frame.tiles
    tiles = (attacker + earned, defender) if by == frame.attacker else (attacker, defender + earned)
    play.update(msgspec.structs.replace(frame, tiles=tiles))


def backfire(
    play: Play, owner: int, sector: str, colours: tuple[str, ...], faces: tuple[int, ...]
) -> None:
    """Damage that dice do to ships of their own side: to those that have such dice, the largest
    first. Nobody earns reputation tiles by it."""
    printed = play.rules.printed_faces
    points = self_damage(colours, faces, printed) if printed else 0
    if not points:
        return
    ships = [
        ship
        for ship in play.ships_in(play.state.sectors[sector])
        if ship.owner == owner and not printed.keys().isdisjoint(_weapons(play, ship))
    ]
    targets = targets_of(play, ships)
    for ship, target, dealt in zip(ships, targets, own_damage(points, targets), strict=True):
        if dealt >= target.remaining:
            play.emit(ShipDestroyed(ship.id, owner, ship.kind, sector, owner))
        elif dealt:
            left = target.remaining - dealt - 1
            play.emit(ShipDamaged(ship.id, owner, ship.kind, sector, owner, dealt, left))


def _weapons(table: Table, ship: Ship) -> tuple[str, ...]:
    stats = table.stats(ship.owner, ship.kind)
    return stats.cannons + stats.missiles


def enemies_of(table: Table, frame: BattleFrame, owner: int) -> list[Ship]:
    """Ships that ``owner`` fights in a battle, by order of entry."""
    enemy = frame.defender if owner == frame.attacker else frame.attacker
    return [s for s in table.ships_in(table.state.sectors[frame.sector]) if s.owner == enemy]


def _battle(table: Table) -> BattleFrame:
    frame = table.state.frames[-1]
    assert isinstance(frame, BattleFrame)
    return frame


def _dice(
    table: Table,
    battle: BattleFrame,
    owner: int,
    kind: str,
    colours: tuple[str, ...],
    faces: tuple[int, ...],
) -> tuple[RolledDie, ...]:
    """The dice rolled in a battle; those whose damage the owner may split, point by point."""
    rules, computer = table.rules, table.stats(owner, kind).computer
    # Only dice of cannons may be split, and missiles fly in round 0.
    split = table.split_colours(owner) if battle.round else frozenset[str]()
    return rolled_dice(colours, faces, computer, rules.dice_damage, rules.printed_faces, split)


def targets_of(table: Table, ships: list[Ship]) -> tuple[Target, ...]:
    """Ships as the arithmetic of dice sees them."""
    order = table.catalog.setup.size_order
    ranks = size_ranks(order)
    targets = []
    for ship in ships:
        stats = table.stats(ship.owner, ship.kind)
        # Non-player ships have no place in the order of sizes; they never fight beside players.
        rank = ranks.get(ship.kind, len(order))
        targets.append(Target(ship.id, rank, stats.hull, stats.shield, ship.damage))
    return tuple(targets)


def _hit(die: RolledDie, targets: tuple[Target, ...]) -> tuple[int, ...]:
    """Ids of the ships that a die hits."""
    return tuple(int(t.key) for t in targets if die.gets_through(t.shield))


@lru_cache(maxsize=1024)
def _npc(dice: tuple[RolledDie, ...], targets: tuple[Target, ...]) -> Assignment:
    chosen = npc_assignment(dice, targets)
    return tuple(None if key is None else int(key) for key in chosen)


def _forced(
    dice: tuple[RolledDie, ...], ships: list[Ship], targets: tuple[Target, ...]
) -> Assignment | None:
    """The assignment that leaves nothing to choose, or ``None`` if there is a choice."""
    options = [_hit(die, targets) for die in dice]
    hitting = [ids for ids in options if ids]
    alike = {(s.kind, s.damage, s.retreat) for s in ships if hitting and s.id in hitting[0]}
    if all(len(ids) == 1 for ids in hitting) or (len(hitting) == 1 and len(alike) == 1):
        return tuple(ids[0] if ids else None for ids in options)
    return None


def _take_effect(
    play: Play, owner: int, kind: str, dice: tuple[RolledDie, ...], assignment: Assignment
) -> None:
    """Damage and destroy the ships to which the dice were assigned."""
    frame = _battle(play)
    enemies = enemies_of(play, frame, owner)
    targets = targets_of(play, enemies)
    dealt = damage_dealt(dice, assignment, targets)
    if not dealt:
        return
    play.emit(HitsAssigned(frame.sector, owner, kind, assignment))
    for ship, target in zip(enemies, targets, strict=True):
        points = dealt.get(ship.id, 0)
        if points >= target.remaining:
            destroy(play, ship, owner)
        elif points:
            left = target.remaining - points - 1
            play.emit(ShipDamaged(ship.id, ship.owner, ship.kind, ship.sector, owner, points, left))


# --- the decision ------------------------------------------------------------------------------


def _on_table(
    table: Table, frame: AssignFrame
) -> tuple[tuple[RolledDie, ...], list[Ship], tuple[Target, ...]]:
    battle = table.state.frames[-2]
    assert isinstance(battle, BattleFrame)
    enemies = enemies_of(table, battle, frame.seat)
    dice = _dice(table, battle, frame.seat, frame.kind, frame.dice, frame.faces)
    return dice, enemies, targets_of(table, enemies)


def _decisions(table: Table, frame: AssignFrame) -> list[Decision]:
    dice, enemies, targets = _on_table(table, frame)
    options = [(die, ids) for die in dice if (ids := _hit(die, targets))]
    what = "dice" if len(dice) == len(frame.dice) else "dice and points of split dice"

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return options[len(prefix)][1] if len(prefix) < len(options) else (END,)

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == len(options):
            return f"{len(options)} {what} can hit; each goes to one ship (Initiative & Dice)."
        if value == END or value is None:
            return (
                f"Each of the {len(options)} {what} that can hit needs a ship (Initiative & Dice)."
            )
        if any(ship.id == value for ship in enemies):
            return (
                f"The die showing {options[len(prefix)][0].roll} does not get through that "
                "ship's shields (Hitting & Damage)."
            )
        return "Dice are assigned to enemy ships of this battle (Initiative & Dice)."

    choice = Choice(AssignDice, ("targets",), candidates, why)
    context: dict[str, Any] = {
        "sector": frame.sector,
        "kind": frame.kind,
        "rolled": [
            {"colour": colour, "face": face}
            for colour, face in zip(frame.dice, frame.faces, strict=True)
        ],
        "dice": [_facts(die, ids) for die, ids in options],
        "enemies": ship_facts(table, enemies),
    }
    suggested = _npc(dice, targets)
    default = AssignDice(
        tuple(
            (key if key is not None else ids[0])
            for die, key in zip(dice, suggested, strict=True)
            if (ids := _hit(die, targets))
        )
    )
    return [Decision(frame.seat, "assign", (choice,), default, context)]


def _facts(die: RolledDie, targets: tuple[int, ...]) -> dict[str, Any]:
    """What a page shows of a die that hits, or of one point of a die that may be split."""
    facts = {"colour": die.colour, "face": die.roll, "damage": die.damage, "targets": list(targets)}
    return facts | {"printed": True} if die.printed else facts


def _play(play: Play, frame: AssignFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, AssignDice)
    dice, _, targets = _on_table(play, frame)
    chosen = iter(order.targets)
    assignment = tuple(next(chosen) if _hit(die, targets) else None for die in dice)
    play.close()
    _take_effect(play, frame.seat, frame.kind, dice, assignment)


STEPS: dict[type[FrameBase], Step] = {
    AssignFrame: Step(lambda play, frame: False, _decisions, _play, asks("assign"))
}
