"""Effects of the combat phase."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect


class BattleStarted(Effect, frozen=True, tag="battle_started"):
    """Two parties (-1: the non-players) began to fight."""

    sector: str
    attacker: int
    defender: int


class DiceRolled(ChanceEffect, frozen=True, tag="dice_rolled"):
    """``ships`` ships of a type fired: ``dice`` are the colours of their dice, whose faces the
    draws tell. ``round`` 0: missiles. ``needs``: ship types of the enemy, each with the lowest
    face that hits it."""

    sector: str
    owner: int
    kind: str
    ships: int
    round: int
    dice: tuple[str, ...]
    needs: tuple[tuple[str, int], ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show, in the order of their colours."""
        return tuple(draw + 1 for draw in self.draws)


class HitsAssigned(Effect, frozen=True, tag="hits_assigned"):
    """The dice just rolled were assigned: a ship for each die, ``None`` for a die without use."""

    sector: str
    owner: int
    kind: str
    targets: tuple[int | None, ...]


class ShipDamaged(Effect, frozen=True, tag="ship_damaged"):
    """A ship took ``points`` of damage from ``by`` and goes on fighting with ``left`` points of
    hull."""

    ship: int
    owner: int
    kind: str
    sector: str
    by: int
    points: int
    left: int = 0


class ShipDestroyed(Effect, frozen=True, tag="ship_destroyed"):
    """A ship was destroyed by ``by`` (-1: a non-player; the owner: by dice of its own side)."""

    ship: int
    owner: int
    kind: str
    sector: str
    by: int


class ShipRepaired(Effect, frozen=True, tag="ship_repaired"):
    """``points`` of damage came off a ship at the end of an engagement round."""

    ship: int
    owner: int
    kind: str
    sector: str
    points: int


class RetreatAnnounced(Effect, frozen=True, tag="retreat_announced"):
    """All ships of a type began to retreat; they can be hit until they leave."""

    sector: str
    owner: int
    kind: str
    ships: tuple[int, ...]
    target: str


class ShipsRetreated(Effect, frozen=True, tag="ships_retreated"):
    """Ships of a type left the battle for the sector to which they were retreating."""

    sector: str
    owner: int
    kind: str
    ships: tuple[int, ...]
    target: str


class StalemateReached(Effect, frozen=True, tag="stalemate_reached"):
    """Nobody in the battle can hurt anybody any more: the attacker must leave or is destroyed."""

    sector: str
    attacker: int
    defender: int


class BattleEnded(Effect, frozen=True, tag="battle_ended"):
    """``winner`` alone has ships left there; nobody has if it is ``None``."""

    sector: str
    attacker: int
    defender: int
    winner: int | None


class PopulationAttacked(ChanceEffect, frozen=True, tag="population_attacked"):
    """Ships of a type fired their cannons at the population; the faces are as in ``DiceRolled``.
    ``damage``: points that hit."""

    sector: str
    seat: int
    kind: str
    ships: int
    dice: tuple[str, ...]
    damage: int

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show, in the order of their colours."""
        return tuple(draw + 1 for draw in self.draws)


class PopulationBombed(Effect, frozen=True, tag="population_bombed"):
    """All population of the sector was destroyed without dice."""

    sector: str
    seat: int


class PopulationSpared(Effect, frozen=True, tag="population_spared"):
    """``seat`` did not attack the population that it could have attacked."""

    sector: str
    seat: int


class DamageRepaired(Effect, frozen=True, tag="damage_repaired"):
    """All damage was taken off all ships."""


BattleEffect = Union[
    BattleStarted, DiceRolled, HitsAssigned, ShipDamaged, ShipDestroyed, ShipRepaired,
    RetreatAnnounced, ShipsRetreated, StalemateReached, BattleEnded, PopulationAttacked, PopulationBombed,
    PopulationSpared, DamageRepaired,
]  # fmt: skip
