"""Rift dice, repairs and the third blueprints, which come with the small additions."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleEnded,
    DiceRolled,
    HitsAssigned,
    PopulationAttacked,
    ShipDamaged,
    ShipDestroyed,
    ShipRepaired,
    StalemateReached,
)
from rules.effects.boards import ReputationDrawn
from rules.orders import AssignDice, Bombard
from rules.state.model import NPC
from tests.builders import Position

FIELD = "102"
TWO = ("terran_directorate", "terran_federation")


def field(*ships: tuple[int, str], **blueprints: str) -> Position:
    p = Position(TWO, "second_dawn", ("extras",))
    p.state.npc_blueprints.update(blueprints)
    p.lay(FIELD, "1.1")
    for owner, kind in ships:
        p.ship(owner, kind, FIELD)
    return p


def of(effects: list[Effect], kind: type[Effect]) -> list[Effect]:
    return [e for e in effects if isinstance(e, kind)]


def harm(effects: list[Effect]) -> list[tuple[int, str, int]]:
    """Damage as owner, ship type and points; 0 for a ship destroyed."""
    return [
        (e.owner, e.kind, e.points if isinstance(e, ShipDamaged) else 0)
        for e in effects
        if isinstance(e, ShipDamaged | ShipDestroyed)
    ]


def volley(effects: list[Effect]) -> list[Effect]:
    """The effects up to the second roll of dice."""
    second = [n for n, e in enumerate(effects) if isinstance(e, DiceRolled)][1:2]
    return effects[: second[0]] if second else effects


# --- rift dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (1, []),
        (2, []),
        (3, [(1, "cruiser", 1)]),
        (4, [(1, "cruiser", 2)]),
        (5, [(0, "interceptor", 1), (1, "cruiser", 3)]),
        (6, [(0, "interceptor", 1)]),
    ],
)
def test_sd_ri_1_faces_of_a_rift_die_count_as_they_are(
    face: int, expected: list[tuple[int, str, int]]
) -> None:
    """Damage to the enemy, and to the own side, without computers and shields."""
    p = field((0, "interceptor"), (1, "cruiser"))
    p.fit(0, "interceptor", "hull", "rift_cannon")
    p.fit(1, "cruiser", "conifold_field", "flux_shield")
    p.will_roll(FIELD, face)
    assert harm(volley(p.to_combat())) == expected


def test_sd_ri_1_own_damage_goes_to_ships_with_rift_weapons_the_largest_first() -> None:
    """Like hits of non-players: destroy the largest that can be, else damage the largest; ships
    without rift weapons are safe."""
    p = field((0, "dreadnought"), (0, "interceptor"), (0, "cruiser"), (1, "cruiser"))
    p.fit(0, "interceptor", "hull", "rift_cannon")
    p.fit(0, "cruiser", "rift_conductor", "hull")
    p.fit(1, "cruiser", "conifold_field")
    p.will_roll(FIELD, 6)
    assert harm(volley(p.to_combat())) == [(0, "cruiser", 1)]
    p = field((0, "dreadnought"), (0, "interceptor"), (0, "cruiser"), (1, "cruiser"))
    p.fit(0, "interceptor", None, "rift_cannon")
    p.fit(0, "cruiser", "rift_conductor", "hull")
    p.fit(1, "cruiser", "conifold_field")
    p.will_roll(FIELD, 6)
    assert harm(volley(p.to_combat())) == [(0, "interceptor", 0)]


def test_ships_destroyed_by_their_own_dice_earn_nobody_tiles() -> None:
    """Both draw one tile for taking part only; the last ships may go down together."""
    p = field((0, "interceptor"), (1, "interceptor"))
    p.fit(0, "interceptor", None, "rift_cannon", None, "tachyon_drive")
    p.will_roll(FIELD, 5)
    effects = p.to_combat()
    assert harm(effects) == [(0, "interceptor", 0), (1, "interceptor", 0)]
    assert [e.by for e in effects if isinstance(e, ShipDestroyed)] == [0, 0]
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [None]
    drawn = [(e.seat, e.count) for e in effects if isinstance(e, ReputationDrawn)]
    assert sorted(drawn) == [(0, 2), (1, 1)], "the enemy's ship counts, the own one does not"


def test_rift_hits_are_assigned_with_those_of_other_dice() -> None:
    """A rift die with damage may go to any ship, others only to ships that they get through to."""
    p = field((0, "interceptor"), (1, "interceptor"), (1, "cruiser"))
    p.fit(0, "interceptor", "electron_computer", "rift_cannon", "ion_cannon", "tachyon_drive")
    p.fit(1, "cruiser", "conifold_field", "flux_shield")
    p.will_roll(FIELD, 4, 5)
    p.to_combat()
    small, large = p.sector(FIELD).ships[-2:]
    dice = p.asked().context["dice"]
    assert [d["targets"] for d in dice] == [[small, large], [small]]
    assert [d.get("printed", False) for d in dice] == [True, False]
    p.will_roll(FIELD, 1)
    effects = p.play(AssignDice((large, small)))
    assert harm(volley(effects)) == [(1, "interceptor", 0), (1, "cruiser", 2)]


def test_sd_ri_2_rift_dice_against_population() -> None:
    """Points of damage destroy cubes; points to the own side hurt the ships that attack."""
    p = field((0, "interceptor"))
    p.sector(FIELD).disc = 1
    p.seat(1).discs -= 1
    p.settle(1, FIELD, "money", "money")
    p.fit(0, "interceptor", None, "rift_cannon")
    p.to_combat()
    p.will_draw(f"population {p.state.round} {FIELD}", 4)
    effects = p.play(Bombard())
    assert [e.damage for e in effects if isinstance(e, PopulationAttacked)] == [3]
    assert harm(effects) == [(0, "interceptor", 0)]
    assert p.sector(FIELD).cubes == []
    assert p.sector(FIELD).disc == 1, "nobody is there to remove it"


# --- repairs -------------------------------------------------------------------------------------


def test_sd_ri_3_morph_shield_repairs_a_point_after_each_engagement_round() -> None:
    """One point of damage comes off every ship of the type when the round is over."""
    p = field((0, "cruiser"), (1, "interceptor"))
    p.fit(0, "cruiser", "conifold_field", "morph_shield")
    p.fit(1, "interceptor", None, "plasma_cannon")
    ship = p.sector(FIELD).ships[0]
    p.will_roll(FIELD, 1, 6, 1, 1, 1, 1, 6)
    effects = p.to_combat()
    assert [e.points for e in effects if isinstance(e, ShipDamaged)] == [2]
    repaired = [(e.ship, e.points) for e in effects if isinstance(e, ShipRepaired)]
    assert repaired == [(ship, 1), (ship, 1)]
    assert p.state.ships[ship].damage == 0


def test_repairs_that_cannot_be_outdone_are_a_stalemate() -> None:
    """A single ion cannon never destroys a ship that repairs a point each round, once it cannot
    do so at one blow; the attacker retreats or is destroyed (Stalemate)."""
    p = field((0, "interceptor"), (1, "interceptor"))
    p.fit(0, "interceptor", "morph_shield", "hull")
    effects = p.to_combat()
    assert of(effects, DiceRolled) == []
    assert of(effects, StalemateReached) != []
    assert harm(effects) == [(1, "interceptor", 0)]
    p = field((0, "interceptor"), (1, "interceptor"))
    p.fit(0, "interceptor", "morph_shield", "flux_missile")
    p.will_roll(FIELD, 1, 1, 6)
    assert harm(p.to_combat()) == [(0, "interceptor", 0)]


def test_a_battle_with_repairs_ends_after_a_hundred_rounds() -> None:
    """Two ion cannons could destroy the ship, but do not: the stalemate rule ends the battle."""
    p = field((0, "interceptor"), (1, "interceptor"), (1, "interceptor"))
    p.fit(0, "interceptor", "morph_shield", "hull")
    p.will_roll(FIELD, *[1] * 200)
    effects = p.to_combat()
    assert max(e.round for e in effects if isinstance(e, DiceRolled)) == 100
    assert harm(effects) == [(1, "interceptor", 0)] * 2


# --- blueprints ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "dice"), [("ancient", 1), ("guardian", 2), ("gcds", 2)])
def test_third_blueprints_of_ships_without_a_player(kind: str, dice: int) -> None:
    """They come with the additions and are used like the others."""
    p = field((0, "dreadnought"), **{kind: f"{kind}_alternative"})
    p.fit(0, "dreadnought", "shard_hull", "conifold_field", "conifold_field", "conifold_field")
    p.guard(FIELD, kind)
    p.will_roll(FIELD, *[1] * dice)
    fired = [e for e in p.to_combat() if isinstance(e, DiceRolled)]
    assert (fired[0].owner, len(fired[0].dice)) == (NPC, dice)


def test_non_players_assign_rift_free_dice_as_ever() -> None:
    """Hits of the alternative Guardian go to the largest ship that they destroy."""
    p = field((0, "interceptor"), (0, "cruiser"), guardian="guardian_alternative")
    p.guard(FIELD, "guardian")
    p.will_roll(FIELD, 1, 6, 1)
    effects = p.to_combat()
    assert next(e for e in effects if isinstance(e, HitsAssigned)).owner == NPC
    assert harm(effects)[0] == (0, "cruiser", 0)
