"""Dice to ships: the rule for non-player ships and its alternatives, and what the dice do."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.battle.attack import Attack, Worth
from rules.battle.dice import RolledDie
from rules.battle.ships import Target

Key = int | str


class AssignmentRule(NamedTuple):
    """A way to assign dice: which ships are to be destroyed first, and where damage that
    destroys nothing goes first, from large to small or from small to large."""

    worth: Worth
    small_first: bool = False


def _largest(rank: int, ranks: int) -> tuple[int, ...]:
    return tuple(int(rank == other) for other in range(ranks))


def _most(rank: int, ranks: int) -> tuple[int, ...]:
    return (1, *_largest(rank, ranks))


ASSIGNMENT_RULES: Mapping[str, AssignmentRule] = {
    "npc": AssignmentRule(_largest),
    "most_kills": AssignmentRule(_most),
    "smallest_first": AssignmentRule(_largest, small_first=True),
}
"""Rules by name.

`npc`: the rule for non-player ships. `most_kills`: as many ships as possible, the largest of
equally many. `smallest_first`: like `npc`, with small ships in the place of large ones.
"""


def npc_assignment(dice: Sequence[RolledDie], targets: Sequence[Target]) -> tuple[Key | None, ...]:
    """The target of each die by the rule for non-player ships (rule section Fighting the
    Ancients), or `None` for a die without use.

    The whole attack is judged at once. It destroys the largest ship it can, then the next; with
    what is left it does as much damage as possible, to the largest ships first. A die is never
    split, and its excess is lost. What that leaves open is decided by the most damage that
    counts, then by the damage on the largest survivor, then by concentration: one ship is brought
    as near to destruction as possible, then the next. Any further choice falls to the target
    given first.

    Raises ValueError if two targets have the same key.
    """
    return assign(dice, targets, ASSIGNMENT_RULES["npc"])


def assign(
    dice: Sequence[RolledDie], targets: Sequence[Target], rule: AssignmentRule
) -> tuple[Key | None, ...]:
    """The target of each die by `rule`, `None` for a die without use; see `npc_assignment`.

    Raises ValueError if two targets have the same key.
    """
    if len({target.key for target in targets}) != len(targets):
        raise ValueError("every target needs a key of its own")
    attack = prepare(targets, (die.damage for die in dice), rule)
    waiting: list[list[int]] = [[] for _ in attack.kinds]
    for position, die in enumerate(dice):
        level = sum(map(die.gets_through, attack.shields))
        if level and die.damage > 0:
            waiting[attack.kind(die.damage, level)].append(position)
    result: list[Key | None] = [None] * len(dice)
    for target, kind, count in attack.parts(tuple(map(len, waiting))):
        for position in waiting[kind][:count]:
            result[position] = targets[target].key
        del waiting[kind][:count]
    return tuple(result)


def prepare(targets: Sequence[Target], damages: Iterable[int], rule: AssignmentRule) -> Attack:
    """The attack on `targets` by `rule`, with dice that do `damages` (those above zero)."""
    if rule.small_first:
        targets = [
            Target(target.key, -target.size_rank, target.hull, target.shield, target.damage)
            for target in targets
        ]
    return Attack(targets, [damage for damage in damages if damage > 0], rule.worth)


def own_damage(points: int, ships: Sequence[Target]) -> tuple[int, ...]:
    """The damage that each of the ships, of which there is one at least, takes from dice of its
    own side: point by point, by the rule for non-player ships, whatever the shields."""
    attack = prepare(ships, (1,), ASSIGNMENT_RULES["npc"])
    pool = [0] * len(attack.kinds)
    pool[-1] = points
    return attack.dealt(tuple(pool))


def damage_dealt(
    dice: Sequence[RolledDie], assignment: Sequence[Key | None], targets: Sequence[Target]
) -> dict[Key, int]:
    """The damage each target receives from dice assigned to it, missing ones left out.

    Damage beyond destruction is included: compare with `Target.remaining`. Targets without any
    are left out.

    Raises ValueError if dice and assignment differ in number or a die goes to no target.
    """
    if len(dice) != len(assignment):
        raise ValueError(f"{len(dice)} dice need {len(dice)} targets, not {len(assignment)}")
    by_key = {target.key: target for target in targets}
    dealt: dict[Key, int] = {}
    for die, key in zip(dice, assignment, strict=True):
        if key is None:
            continue
        if key not in by_key:
            known = ", ".join(map(str, by_key))
            raise ValueError(f"no ship {key!r} can be hit here; there are: {known}")
        if die.gets_through(by_key[key].shield):
            dealt[key] = dealt.get(key, 0) + die.damage
    return dealt
