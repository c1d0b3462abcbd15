"""Battles of Second Dawn: dice, blueprints, ships without a player, reputation (CB-5, CB-7)."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleEnded,
    DiceRolled,
    HitsAssigned,
    ShipDamaged,
    ShipDestroyed,
    StalemateReached,
)
from rules.effects.boards import ReputationDrawn
from rules.orders import AssignDice, Attack, Retreat
from rules.state.model import NPC
from tests.builders import Position

FIELD = "102"
INTERCEPTOR, CRUISER = (0, "interceptor"), (1, "cruiser")


def field(*ships: tuple[int, str], **blueprints: str) -> Position:
    """A sector beside nobody's disc, so that nobody can retreat, with ships in this order."""
    p = Position(edition="second_dawn")
    p.state.npc_blueprints.update(blueprints)
    p.lay(FIELD, "1.1")
    for owner, kind in ships:
        p.ship(owner, kind, FIELD)
    return p


def hits(effects: list[Effect]) -> list[tuple[int | None, ...]]:
    return [e.targets for e in effects if isinstance(e, HitsAssigned)]


def rolls(effects: list[Effect]) -> list[DiceRolled]:
    return [e for e in effects if isinstance(e, DiceRolled)]


def destroyed(effects: list[Effect]) -> list[tuple[int, str, int]]:
    return [(e.owner, e.kind, e.by) for e in effects if isinstance(e, ShipDestroyed)]


# --- dice ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "colour", "points"),
    [
        ("ion_cannon", "yellow", 1),
        ("plasma_cannon", "orange", 2),
        ("soliton_cannon", "blue", 3),
        ("antimatter_cannon", "red", 4),
        ("soliton_charger", "blue", 3),
        ("ion_disruptor", "yellow", 1),
    ],
)
def test_damage_of_each_colour(part: str, colour: str, points: int) -> None:
    """Bursts of a hit: yellow 1, orange 2, blue 3, red 4 (Damage)."""
    p = field(INTERCEPTOR, CRUISER)
    p.fit(0, "interceptor", None, part)
    p.fit(1, "cruiser", "conifold_field", "shard_hull")
    p.will_roll(FIELD, 6)
    effects = p.to_combat()
    assert rolls(effects)[0].dice == (colour,)
    first = next(e for e in effects if isinstance(e, ShipDamaged))
    assert (first.points, first.left) == (points, 6 - points)


@pytest.mark.parametrize(
    ("face", "computer", "shield", "hit"),
    [
        (1, "gluon_computer", None, False),
        (6, None, "flux_shield", True),
        (5, None, None, False),
        (5, "electron_computer", None, True),
        (3, "gluon_computer", None, True),
        (2, "gluon_computer", None, False),
        (4, "gluon_computer", "absorption_shield", True),
        (3, "gluon_computer", "absorption_shield", False),
        (5, "sentient_hull", None, True),
        (5, "axion_computer", "gauss_shield", True),
        (5, "axion_computer", "inversion_shield", False),
    ],
)
def test_blank_misses_burst_hits_and_computers_and_shields_count(
    face: int, computer: str | None, shield: str | None, hit: bool
) -> None:
    """Face plus computers minus shields must reach six; the blank (1) always misses, the burst
    (6) always hits (Hitting)."""
    p = field(INTERCEPTOR, (1, "interceptor"))
    p.fit(0, "interceptor", computer, None, None, "tachyon_drive")
    p.fit(1, "interceptor", shield)
    p.will_roll(FIELD, face)
    effects = p.to_combat()
    later = [effects.index(roll) for roll in rolls(effects)[1:]]
    assert bool(destroyed(effects[: min(later, default=None)])) is hit


def test_hull_parts_and_shields_of_one_ship_add_up() -> None:
    """Values of all parts of a blueprint are cumulative (Ship Parts)."""
    p = field()
    p.fit(0, "dreadnought", "sentient_hull", "conifold_field", "absorption_shield", "flux_shield")
    stats = p.table.stats(0, "dreadnought")
    assert (stats.hull, stats.computer, stats.shield) == (4, 2, 4)


@pytest.mark.parametrize(
    ("part", "dice"),
    [
        ("flux_missile", ("yellow", "yellow")),
        ("plasma_missile", ("orange", "orange")),
        ("ion_missile", ("yellow", "yellow", "yellow")),
        ("soliton_missile", ("blue",)),
        ("antimatter_missile", ("red",)),
    ],
)
def test_missiles_fire_once_before_the_cannons(part: str, dice: tuple[str, ...]) -> None:
    """Missiles are fired once, before all cannons, with computers and shields (Missiles)."""
    p = field(INTERCEPTOR, CRUISER)
    p.fit(0, "interceptor", part)
    p.will_roll(FIELD, *(1 for _ in dice), 1, 1, 1, 1, 6, 6, 6)
    fired = rolls(p.to_combat())
    assert (fired[0].round, fired[0].dice) == (0, dice)
    assert [r.round for r in fired].count(0) == 1
    assert fired[1].dice == ("yellow",)


# --- the antimatter splitter ------------------------------------------------------------------


def splitter(*parts: str | None) -> Position:
    p = field((0, "dreadnought"), (1, "interceptor"), (1, "interceptor"), (1, "cruiser"))
    p.seat(0).techs["nano"].append("antimatter_splitter")
    p.fit(0, "dreadnought", *parts)
    p.fit(1, "interceptor", None, "hull")
    return p


def test_antimatter_splitter_splits_the_damage_of_a_red_die() -> None:
    """Each point of a hit with a red die may go to another ship; the assignment is judged as a
    whole, point by point (Antimatter Splitter)."""
    p = splitter("antimatter_cannon", None, "tachyon_drive", None, None, "hull")
    p.will_roll(FIELD, 6)
    p.to_combat()
    first, second, cruiser = p.sector(FIELD).ships[-3:]
    assert (p.asked().seat, p.asked().kind) == (0, "assign")
    assert p.asked().context["rolled"] == [{"colour": "red", "face": 6}]
    assert [(d["colour"], d["damage"]) for d in p.asked().context["dice"]] == [("red", 1)] * 4
    assert "4 dice and points of split dice" in p.refusal(AssignDice((first,) * 5))
    assert "needs a ship" in p.refusal(AssignDice((first,)))
    p.will_roll(FIELD, 1, 1, 1, 6)
    effects = p.play(AssignDice((first, first, second, cruiser)))
    assert hits(effects)[0] == (first, first, second, cruiser)
    assert destroyed(effects)[0] == (1, "interceptor", 0)
    damaged = [(e.ship, e.points) for e in effects if isinstance(e, ShipDamaged)]
    assert damaged[:2] == [(second, 1), (cruiser, 1)]


def test_antimatter_splitter_goes_for_the_largest_at_the_deadline() -> None:
    """The default destroys the largest ship that it can, then the next, with the points left."""
    p = splitter("antimatter_cannon", None, "tachyon_drive", None, None, "hull")
    p.will_roll(FIELD, 6)
    p.to_combat()
    first, second, cruiser = p.sector(FIELD).ships[-3:]
    default = p.asked().default
    assert isinstance(default, AssignDice)
    assert sorted(default.targets) == [first, first, cruiser, cruiser]
    assert second not in default.targets


def test_antimatter_splitter_is_for_cannons_only() -> None:
    """A missile with a red die is no Antimatter Cannon: its damage stays together, and so does
    that of other colours."""
    p = splitter("antimatter_missile", None, "tachyon_drive", None, None, "plasma_cannon")
    p.will_roll(FIELD, 6)
    p.to_combat()
    assert [d["damage"] for d in p.asked().context["dice"]] == [4]
    first, second, _ = p.sector(FIELD).ships[-3:]
    p.will_roll(FIELD, 6)
    p.play(AssignDice((first,)))
    assert [(d["colour"], d["damage"]) for d in p.asked().context["dice"]] == [("orange", 2)]
    p.will_roll(FIELD, 1, 1, 1, 1, 6, 6)
    assert destroyed(p.play(AssignDice((second,))))[0] == (1, "interceptor", 0)


def test_without_the_splitter_a_red_die_goes_to_one_ship() -> None:
    """Excess damage cannot be given to another ship (Damage)."""
    p = splitter("antimatter_cannon", None, "tachyon_drive", None, None, "hull")
    p.seat(0).techs["nano"].clear()
    p.will_roll(FIELD, 6)
    p.to_combat()
    assert [d["damage"] for d in p.asked().context["dice"]] == [4]


# --- ships without a player -------------------------------------------------------------------


def test_cb_5_non_players_never_split_a_red_die() -> None:
    """The red die of the advanced Guardian destroys one of two interceptors, with 4 points."""
    p = field(INTERCEPTOR, INTERCEPTOR, guardian="guardian_advanced")
    p.guard(FIELD, "guardian")
    p.will_roll(FIELD, 1, 1, 1, 1, 6)
    effects = p.to_combat()
    fired = rolls(effects)
    assert [(r.owner, r.round, r.dice) for r in fired[:3]] == [
        (NPC, 0, ("orange", "orange")),
        (0, 1, ("yellow", "yellow")),
        (NPC, 1, ("red",)),
    ]
    assert destroyed(effects)[0] == (0, "interceptor", NPC)
    assert len(destroyed(effects[: effects.index(fired[3])])) == 1


@pytest.mark.parametrize(
    ("kind", "blueprint", "dice", "computer", "hull", "initiative"),
    [
        ("ancient", "ancient", 2, 1, 1, 2),
        ("ancient", "ancient_advanced", 1, 1, 2, 1),
        ("guardian", "guardian", 3, 2, 2, 3),
        ("guardian", "guardian_advanced", 1, 1, 3, 1),
        ("gcds", "gcds", 4, 2, 7, 0),
        ("gcds", "gcds_advanced", 1, 2, 3, 2),
    ],
)
def test_battle_uses_the_blueprint_of_the_game(
    kind: str, blueprint: str, dice: int, computer: int, hull: int, initiative: int
) -> None:
    """One blueprint for each kind of ships without a player, as laid out at setup (Setup)."""
    p = field((0, "dreadnought"), **{kind: blueprint})
    p.fit(0, "dreadnought", "ion_turret", "shard_hull", "shard_hull", "shard_hull")
    p.guard(FIELD, kind)
    stats = p.table.stats(NPC, kind)
    assert (stats.computer, stats.hull, stats.initiative) == (computer, hull, initiative)
    fired = [r for r in rolls(p.to_combat()) if r.owner == NPC and r.round]
    assert {(r.kind, len(r.dice)) for r in fired} == {(kind, dice)}


@pytest.mark.parametrize(
    ("kind", "tiles"), [("ancient", 1 + 1), ("guardian", 1 + 2), ("gcds", 1 + 3)]
)
def test_cb_7_reputation_for_ships_without_a_player(kind: str, tiles: int) -> None:
    """One tile for taking part, and one, two or three for the ship destroyed."""
    p = field((0, "dreadnought"))
    p.fit(0, "dreadnought", "antimatter_cannon", None, "tachyon_drive", None, None, "plasma_turret")
    p.guard(FIELD, kind)
    p.will_roll(FIELD, 6, 6, 6)
    effects = p.to_combat()
    assert destroyed(effects) == [(NPC, kind, 0)]
    assert [(e.seat, e.count) for e in effects if isinstance(e, ReputationDrawn)] == [(0, tiles)]


@pytest.mark.parametrize(
    ("ships", "tiles"),
    [
        (("interceptor",), 2),
        (("starbase",), 2),
        (("cruiser",), 3),
        (("dreadnought",), 4),
        (("dreadnought", "cruiser", "interceptor"), 5),
    ],
)
def test_cb_7_reputation_for_ships_of_players(ships: tuple[str, ...], tiles: int) -> None:
    """One for an Interceptor or a Starbase, two for a Cruiser, three for a Dreadnought, and one
    for taking part; five are the most (After a Battle)."""
    p = field(*((1, kind) for kind in ships), (0, "dreadnought"))
    p.fit(0, "dreadnought", *["plasma_missile"] * 6, "gluon_computer", "tachyon_drive")
    for kind in ships:
        p.fit(1, kind, *[None] * 4)
    p.will_roll(FIELD, *[6] * 12)
    effects = p.to_combat()
    if p.asked().kind == "assign":
        targets = [s for s in p.sector(FIELD).ships if p.state.ships[s].owner == 1]
        effects += p.play(AssignDice(tuple(targets[n % len(targets)] for n in range(12))))
    drawn = {e.seat: e.count for e in effects if isinstance(e, ReputationDrawn)}
    assert drawn == {1: 1, 0: tiles}


def test_cb_1_ships_without_a_player_defend_and_win_ties() -> None:
    """Non-players are always the defenders and act first at equal initiative."""
    p = field(INTERCEPTOR)
    p.guard(FIELD, "guardian")
    assert p.table.stats(0, "interceptor").initiative == p.table.stats(NPC, "guardian").initiative
    p.will_roll(FIELD, 6, 1, 1)
    effects = p.to_combat()
    assert [r.owner for r in rolls(effects)] == [NPC]
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [NPC]


@pytest.mark.parametrize(("kind", "fights"), [("ancient", False), ("guardian", True)])
def test_cb_1_truce_with_ancients_is_none_with_guardians(kind: str, fights: bool) -> None:
    """Descendants of Draco share sectors with Ancients only."""
    p = Position(("descendants_of_draco", "terran_directorate"), "second_dawn")
    p.lay(FIELD, "1.1")
    p.ship(0, "interceptor", FIELD)
    p.guard(FIELD, kind)
    assert bool(rolls(p.to_combat())) is fights


# --- retreat and stalemate --------------------------------------------------------------------


def test_cb_4_all_of_a_type_retreat_to_a_controlled_neighbour() -> None:
    """A type attacks or retreats as a whole; with everybody gone nothing is drawn for taking
    part."""
    p = Position(edition="second_dawn")
    p.join(FIELD, p.seat(0).home)
    for owner, kind in ((1, "cruiser"), (0, "interceptor"), (0, "interceptor")):
        p.ship(owner, kind, FIELD)
    home = p.seat(0).home
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "battle")
    assert p.options(Retreat) == (home,)
    p.will_roll(FIELD, 1)
    effects = p.play(Retreat(home))
    assert len(p.sector(home).ships) == 3
    assert [(e.seat, e.count) for e in effects if isinstance(e, ReputationDrawn)] == [(1, 1)]


def test_cb_6_only_missiles_left_is_a_stalemate() -> None:
    """When neither can destroy the other's ships the attacker retreats or is destroyed."""
    p = Position(edition="second_dawn")
    p.join(FIELD, p.seat(0).home)
    p.ship(1, "interceptor", FIELD)
    p.ship(0, "interceptor", FIELD)
    for seat in (0, 1):
        p.fit(seat, "interceptor", None, "flux_missile")
    p.will_roll(FIELD, 1, 1, 1, 1)
    effects = p.to_combat()
    assert any(isinstance(e, StalemateReached) for e in effects)
    assert (p.asked().seat, p.asked().kind) == (0, "stalemate")
    assert "Nobody can destroy a ship" in p.refusal(Attack())
    p.play(Retreat(p.seat(0).home))
    assert [p.state.ships[s].owner for s in p.sector(FIELD).ships] == [1]
