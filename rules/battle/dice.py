"""Battle dice: what is rolled, and whether it hits (rule section Hitting & Damage)."""

from collections.abc import Mapping, Sequence

import msgspec

LOWEST_FACE = 1
"""Always misses."""
HIGHEST_FACE = 6
"""Always hits."""
NEEDED = 6
"""What roll, computers and shields together must reach."""


class RolledDie(msgspec.Struct, frozen=True):
    """A die on the table: its colour, the damage of a hit, the face shown and the computers of
    the ship type that fired it."""

    colour: str
    damage: int
    roll: int
    computer: int


def hits(roll: int, computer: int, shield: int) -> bool:
    """Whether a die showing `roll` hits: the highest face always does, the lowest never, any
    other if roll plus `computer` of the attacker minus `shield` of the target reaches six."""
    if roll == HIGHEST_FACE:
        return True
    return roll != LOWEST_FACE and roll + computer - shield >= NEEDED


def attack_dice(weapons: Sequence[str], ships: int) -> tuple[str, ...]:
    """Colours of the dice that `ships` ships of one type roll together, one ship after another.

    `weapons` are the dice of one ship: its cannons, or its missiles.
    """
    return tuple(weapons) * ships


def rolled_dice(
    colours: Sequence[str], faces: Sequence[int], computer: int, damage: Mapping[str, int]
) -> tuple[RolledDie, ...]:
    """The dice of `colours` showing `faces`, in that order; `damage` is the damage by colour.

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
    return tuple(
        RolledDie(colour, damage[colour], face, computer)
        for colour, face in zip(colours, faces, strict=True)
    )
