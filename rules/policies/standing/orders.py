"""What a player may have decided beforehand, as plain values.

A standing order names what is to be done, never when it was made or for whom: whoever keeps it
knows that. All of them answer only what they were made for and decline everything else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

import msgspec

MOST_TURNS = 12
"""Turns that may be planned at once."""
MOST_ORDERS = 30
"""Orders of one planned turn."""

Share = Annotated[int, msgspec.Meta(ge=0, le=99)]
Ships = Annotated[int, msgspec.Meta(ge=0, le=20)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1500)]
Targets = Literal["largest", "most_kills", "deadliest", "smallest", "kinds"]
Population = Literal["attack", "spare", "ask"]
Resource = Literal["money", "science", "materials"]


class StandingBase(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="standing", forbid_unknown_fields=True
):
    """Base of all standing orders."""


class BattleOrders(StandingBase, frozen=True, kw_only=True, tag="battle"):
    """How to fight in ``sector``, or in every battle that has no orders of its own.

    Ship types retreat as soon as fewer than ``below_ships`` own ships are left, or the chance of
    winning falls below ``below_chance`` percent (0: never); to the first possible sector of
    ``retreat_to``, else to the one with the lowest number. ``targets``: which enemy ships dice
    are to destroy first; for ``kinds`` those types, in that order. ``population``: whether it is
    attacked after a victory; ``tracks``: kinds of cubes to destroy first.
    """

    sector: Annotated[str, msgspec.Meta(max_length=12)] = ""
    below_ships: Ships = 0
    below_chance: Share = 0
    retreat_to: Names = ()
    targets: Targets = "largest"
    kinds: Names = ()
    population: Population = "attack"
    tracks: Annotated[tuple[Resource, ...], msgspec.Meta(max_length=3)] = ()


class ReactionOrders(StandingBase, frozen=True, kw_only=True, tag="reactions"):
    """After passing: pass again at every turn, but let the player decide once a ship of another
    player has entered one of ``sectors``. ``known``: ships that stood there from the start."""

    sectors: Names = ()
    known: Annotated[tuple[int, ...], msgspec.Meta(max_length=200)] = ()


class PlannedTurns(StandingBase, frozen=True, kw_only=True, tag="turns"):
    """Orders for the coming turns, each a text in notation, as one submission would hold it.

    A turn is played as a whole or not at all, and ends by itself. An order that begins another
    action belongs to the turn after it.
    """

    turns: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=MOST_TURNS)]


StandingOrders = Union[BattleOrders, ReactionOrders, PlannedTurns]
"""Every standing order, for decoding."""

_json: msgspec.json.Decoder[Any] = msgspec.json.Decoder(StandingOrders)


def encode_standing(orders: StandingOrders) -> str:
    """As stored."""
    return msgspec.json.encode(orders).decode()


def decode_standing(data: str | bytes) -> StandingOrders:
    """Raises ``msgspec.ValidationError`` naming the field at fault."""
    orders: StandingOrders = _json.decode(data)
    return orders


def standing_from_builtins(data: Any) -> StandingOrders:
    """Raises ``msgspec.ValidationError`` naming the field at fault."""
    orders: StandingOrders = msgspec.convert(data, StandingOrders)
    return orders


class Why(msgspec.Struct, frozen=True, tag=True):
    """Base of the reasons for what a standing order did."""


class FewShips(Why, frozen=True, tag="few_ships"):
    """``left`` own ships are fewer than ``limit``."""

    left: int
    limit: int


class PoorChance(Why, frozen=True, tag="poor_chance"):
    """The chance of winning is ``percent``, below ``limit``."""

    percent: int
    limit: int


class FightOn(Why, frozen=True, tag="fight_on"):
    """No condition for a retreat holds. ``percent``: the chance of winning, -1 where it was not
    asked for."""

    left: int
    percent: int = -1


class NobodyCanHurt(Why, frozen=True, tag="stalemate"):
    """A stalemate: the attacker's ships retreat before they are destroyed."""


class TargetsChosen(Why, frozen=True, tag="targets"):
    """Dice went to ships as ``targets`` says."""

    targets: str


class PopulationChosen(Why, frozen=True, tag="population"):
    """What was decided about the population."""

    population: str


class CubesChosen(Why, frozen=True, tag="cubes"):
    """Which cubes are destroyed first."""

    tracks: tuple[str, ...]


class NoShipEntered(Why, frozen=True, tag="no_ship"):
    """No ship of another player entered one of the sectors."""

    sectors: tuple[str, ...]


class ReactionsWished(Why, frozen=True, tag="reactions_wished"):
    """The preference was set so that the seat is asked, or not asked, for reactions."""

    sectors: tuple[str, ...]


class PlannedTurn(Why, frozen=True, tag="planned"):
    """The turn went as planned in ``text``."""

    text: str


Reason = Union[
    FewShips, PoorChance, FightOn, NobodyCanHurt, TargetsChosen, PopulationChosen, CubesChosen,
    NoShipEntered, ReactionsWished, PlannedTurn,
]  # fmt: skip
_reasons: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Reason)


def encode_reason(why: Reason) -> str:
    """As stored."""
    return msgspec.json.encode(why).decode()


def decode_reason(data: str | bytes) -> Reason:
    """Raises ``msgspec.ValidationError`` for anything else."""
    why: Reason = _reasons.decode(data)
    return why
