"""Battle dice: what is rolled, and whether it hits (rule section Hitting & Damage)."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec

LOWEST_FACE = 1
"""Always misses."""
HIGHEST_FACE = 6
"""Always hits."""
NEEDED = 6
"""What roll, computers and shields together must reach."""


class PrintedFace(NamedTuple):
    """A face that counts as it is, without computers and shields: damage to a ship of the enemy,
    and to a ship of whoever rolls it."""

    damage: int
    self_damage: int


class RolledDie(msgspec.Struct, frozen=True):
    """A die on the table: its colour, the damage of a hit, the face shown and the computers of
    the ship type that fired it. `printed`: its face counts as it is."""

    colour: str
    damage: int
    roll: int
    computer: int
    printed: bool = False

    def gets_through(self, shield: int) -> bool:
        """Whether the die hits a ship with that `shield`."""
        return self.damage > 0 if self.printed else hits(self.roll, self.computer, shield)


def hits(roll: int, computer: int, shield: int) -> bool:
    """Whether a die showing `roll` hits: the highest face always does, the lowest never, any
    other if roll plus `computer` of the attacker minus `shield` of the target reaches six."""
    if roll == HIGHEST_FACE:
        return True
    return roll != LOWEST_FACE and roll + computer - shield >= NEEDED


def lowest_hit(computer: int, shield: int) -> int:
    """The lowest face that hits; the highest always does."""
    faces = range(LOWEST_FACE, HIGHEST_FACE)
    return next((face for face in faces if hits(face, computer, shield)), HIGHEST_FACE)


def attack_dice(weapons: Sequence[str], ships: int) -> tuple[str, ...]:
    """Colours of the dice that `ships` ships of one type roll together, one ship after another.

    `weapons` are the dice of one ship: its cannons, or its missiles.
    """
    return tuple(weapons) * ships


def rolled_dice(
    colours: Sequence[str],
    faces: Sequence[int],
    computer: int,
    damage: Mapping[str, int],
    printed: Mapping[str, Sequence[PrintedFace]] | None = None,
    split: Collection[str] = (),
) -> tuple[RolledDie, ...]:
    """The dice of `colours` showing `faces`, in that order.

    `damage` is the damage of a hit by colour, `printed` the faces of colours that have their own.
    A die of a colour in `split` is given as so many dice of one point as it does damage: each
    point may go to another ship.

    Raises ValueError if a colour has no face or no damage, or if a face is not on the die.
    """
    if len(colours) != len(faces):
        raise ValueError(f"{len(colours)} dice need {len(colours)} faces, not {len(faces)}")
    for colour in colours:
        if colour not in damage:
            raise ValueError(f"no die is {colour!r}; there are: {', '.join(damage)}")
    for face in faces:
        if not LOWEST_FACE <= face <= HIGHEST_FACE:
            raise ValueError(f"a die shows {LOWEST_FACE} to {HIGHEST_FACE}, not {face}")
    dice: list[RolledDie] = []
    for colour, face in zip(colours, faces, strict=True):
        if printed and colour in printed:
            points = printed[colour][face - 1].damage
            dice.append(RolledDie(colour, points, face, computer, printed=True))
        elif colour in split:
            dice += [RolledDie(colour, 1, face, computer)] * damage[colour]
        else:
            dice.append(RolledDie(colour, damage[colour], face, computer))
    return tuple(dice)


def self_damage(
    colours: Sequence[str], faces: Sequence[int], printed: Mapping[str, Sequence[PrintedFace]]
) -> int:
    """Points of damage that the dice do to ships of whoever rolled them."""
    return sum(
        printed[colour][face - 1].self_damage
        for colour, face in zip(colours, faces, strict=True)
        if colour in printed
    )
