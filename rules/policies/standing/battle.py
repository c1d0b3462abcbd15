"""Battles by standing orders: fight or retreat, dice to ships, the population."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.battle import (
    ASSIGNMENT_RULES,
    HIGHEST_FACE,
    RolledDie,
    ShipStats,
    Target,
    assign,
    size_ranks,
)
from rules.battle.dice import lowest_hit
from rules.decisions import Decision
from rules.orders import AssignDice, Attack, Bombard, DestroyCube, Retreat, Spare
from rules.policies.standing.answers import Answer
from rules.policies.standing.orders import (
    BattleOrders,
    CubesChosen,
    FewShips,
    FightOn,
    NobodyCanHurt,
    PoorChance,
    PopulationChosen,
    Reason,
    TargetsChosen,
)
from rules.policies.standing.prospects import DICE_RULES, winning_percent
from rules.state.frames_combat import BattleFrame
from rules.table import Table
from rules.views import PlayerView


def fight(orders: BattleOrders, view: PlayerView, decision: Decision) -> Answer | None:
    """Answer a decision of the combat phase, or decline."""
    if orders.sector not in ("", decision.context.get("sector")):
        return None
    answer = _ANSWERS.get(decision.kind)
    return None if answer is None else answer(orders, view.table, decision)


# --- fight or retreat ----------------------------------------------------------------------------


def _battle(orders: BattleOrders, table: Table, decision: Decision) -> Answer:
    why = _why_retreat(orders, table, decision)
    if isinstance(why, FightOn):
        return Answer((Attack(),), why)
    return Answer((_retreat(orders, decision),), why)


def _why_retreat(orders: BattleOrders, table: Table, decision: Decision) -> Reason:
    left = len(decision.context["own"])
    if left < orders.below_ships:
        return FewShips(left, orders.below_ships)
    if not orders.below_chance:
        return FightOn(left)
    frame = table.state.frames[-1]
    assert isinstance(frame, BattleFrame)
    percent = winning_percent(table, frame, decision.seat, orders.targets)
    if percent < orders.below_chance:
        return PoorChance(percent, orders.below_chance)
    return FightOn(left, percent)


def _retreat(orders: BattleOrders, decision: Decision) -> Retreat:
    choice = decision.choice(Retreat)
    assert choice is not None, "who may not retreat is not asked"
    possible = choice.next(())
    wished = (sector for sector in orders.retreat_to if sector in possible)
    return Retreat(next(wished, possible[0]))


def _stalemate(orders: BattleOrders, table: Table, decision: Decision) -> Answer:
    return Answer((_retreat(orders, decision),), NobodyCanHurt())


# --- dice ----------------------------------------------------------------------------------------


def _assign(orders: BattleOrders, table: Table, decision: Decision) -> Answer:
    context = decision.context
    computer = table.stats(decision.seat, context["kind"]).computer
    dice = [
        RolledDie(die["colour"], die["damage"], die["face"], computer, die.get("printed", False))
        for die in context["dice"]
    ]
    targets = _targets(orders, table, decision.seat, context["enemies"], context["sector"])
    chosen = assign(dice, targets, ASSIGNMENT_RULES[DICE_RULES.get(orders.targets, "npc")])
    # A die without use still goes to a ship that it hits.
    ships = [
        die["targets"][0] if key is None else int(key)
        for die, key in zip(context["dice"], chosen, strict=True)
    ]
    return Answer((AssignDice(tuple(ships)),), TargetsChosen(orders.targets))


def _targets(
    orders: BattleOrders, table: Table, seat: int, enemies: list[dict[str, Any]], sector: str
) -> list[Target]:
    """Enemy ships; those wanted first stand in the place of the largest."""
    sizes = size_ranks(table.catalog.setup.size_order)
    stats = {ship["kind"]: table.stats(ship["owner"], ship["kind"]) for ship in enemies}

    def rank(kind: str) -> int:
        return sizes.get(kind, len(sizes))

    first: list[str] = []
    if orders.targets == "kinds":
        first = [kind for kind in orders.kinds if kind in stats]
    elif orders.targets == "deadliest":
        own = [
            table.stats(seat, ship.kind)
            for ship in table.own_ships_in(seat, table.state.sectors[sector])
        ]
        first = sorted(stats, key=lambda kind: (-danger(table, stats[kind], own), rank(kind), kind))
    ranks = {
        kind: first.index(kind) if kind in first else len(first) + rank(kind) for kind in stats
    }
    return [
        Target(
            ship["ship"],
            ranks[ship["kind"]],
            ship["hull"],
            stats[ship["kind"]].shield,
            ship["damage"],
        )
        for ship in enemies
    ]


def danger(table: Table, ship: ShipStats, targets: list[ShipStats]) -> float:
    """Damage that the cannons of one ship do to one of ``targets`` in an engagement round, on the
    average."""
    if not targets:
        return 0.0
    printed = table.rules.printed_faces
    total = 0.0
    for colour in ship.cannons:
        if colour in printed:
            faces = printed[colour]
            total += sum(face.damage for face in faces) / len(faces)
            continue
        chances = [
            HIGHEST_FACE + 1 - lowest_hit(ship.computer, target.shield) for target in targets
        ]
        total += table.rules.dice_damage[colour] * sum(chances) / len(chances) / HIGHEST_FACE
    return total


# --- the population ------------------------------------------------------------------------------


def _bombard(orders: BattleOrders, table: Table, decision: Decision) -> Answer | None:
    if orders.population == "ask":
        return None
    order = Bombard() if orders.population == "attack" else Spare()
    return Answer((order,), PopulationChosen(orders.population))


def _destroy_cube(orders: BattleOrders, table: Table, decision: Decision) -> Answer | None:
    if orders.population == "ask":
        return None
    choice = decision.choice(DestroyCube)
    assert choice is not None
    squares = choice.next(())
    wished = (
        square for track in orders.tracks for square in squares if square.rstrip("*") == track
    )
    return Answer((DestroyCube(next(wished, squares[0])),), CubesChosen(orders.tracks))


_ANSWERS: dict[str, Callable[[BattleOrders, Table, Decision], Answer | None]] = {
    "battle": _battle,
    "stalemate": _stalemate,
    "assign": _assign,
    "bombard": _bombard,
    "destroy_cube": _destroy_cube,
}
