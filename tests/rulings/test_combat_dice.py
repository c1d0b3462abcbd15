"""Dice to ships: who assigns what (CB-5, Hitting & Damage)."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleEnded,
    DiceRolled,
    HitsAssigned,
    ShipDamaged,
    ShipDestroyed,
)
from rules.orders import AssignDice
from rules.state.model import NPC
from tests.builders import Position

FIELD = "102"


def _position(*ships: tuple[int, str]) -> Position:
    """A sector beside nobody's disc: nobody can retreat."""
    p = Position()
    p.lay(FIELD, "1.1")
    for owner, kind in ships:
        p.ship(owner, kind, FIELD)
    return p


def _hits(effects: list[Effect]) -> list[tuple[int | None, ...]]:
    return [e.targets for e in effects if isinstance(e, HitsAssigned)]


def test_cb_5_all_dice_of_a_type_are_rolled_at_once() -> None:
    """Every ship of the type and every die symbol on it gives one die."""
    p = _position((0, "interceptor"), (0, "interceptor"), (1, "cruiser"))
    p.fit(0, "interceptor", "plasma_cannon")
    p.will_roll(FIELD, 1, 1, 1, 6)
    effects = p.to_combat()
    first = next(e for e in effects if isinstance(e, DiceRolled))
    assert (first.owner, first.ships) == (0, 2)
    assert first.dice == ("orange", "yellow", "orange", "yellow")
    assert first.faces == (1, 1, 1, 6)


def test_a_roll_tells_what_hits_and_damage_the_hull_that_is_left() -> None:
    """Six less the computers; a hit of one leaves nothing of one point of hull."""
    p = _position((0, "interceptor"), (1, "cruiser"))
    p.will_roll(FIELD, 6, 6)
    effects = p.to_combat()
    first, second = (e for e in effects if isinstance(e, DiceRolled))
    assert (first.kind, first.needs) == ("interceptor", (("cruiser", 6),))
    damaged = next(e for e in effects if isinstance(e, ShipDamaged))
    assert (damaged.points, damaged.left) == (1, 0)
    assert (second.kind, second.needs) == ("cruiser", (("interceptor", 5),))


def test_owner_assigns_each_die_that_can_hit() -> None:
    """One target for each die that hits something; a die goes to whom it hits, not elsewhere."""
    p = _position((0, "cruiser"), (0, "cruiser"), (0, "cruiser"), (1, "interceptor"))
    p.fit(1, "cruiser", None, "gauss_shield")
    cruiser = p.ship(1, "cruiser", FIELD)
    interceptor = p.state.ships[cruiser.id - 1]
    # Computer 1: 5 hits the interceptor alone, 6 hits both, 2 nobody. Interceptors fire first.
    p.will_roll(FIELD, 1, 5, 2, 6)
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "assign")
    assert [d["face"] for d in p.asked().context["rolled"]] == [5, 2, 6]
    assert [d["targets"] for d in p.asked().context["dice"]] == [
        [interceptor.id],
        [interceptor.id, cruiser.id],
    ]
    assert "shields" in p.refusal(AssignDice((cruiser.id, cruiser.id)))
    assert "needs a ship" in p.refusal(AssignDice((interceptor.id,)))
    assert "2 dice" in p.refusal(AssignDice((interceptor.id, cruiser.id, cruiser.id)))
    assert "enemy ships" in p.refusal(AssignDice((interceptor.id, 999)))
    effects = p.play(AssignDice((interceptor.id, cruiser.id)))
    assert _hits(effects)[0] == (interceptor.id, None, cruiser.id)
    assert interceptor.id not in p.state.ships
    assert [e.points for e in effects if isinstance(e, ShipDamaged)][:1] == [1]


def test_default_for_a_player_is_the_rule_for_non_players() -> None:
    """At the deadline the largest ship that can be destroyed is; each die has a target."""
    p = _position((0, "cruiser"), (0, "cruiser"), (0, "cruiser"), (1, "interceptor"))
    cruiser = p.ship(1, "cruiser", FIELD)
    p.will_roll(FIELD, 1, 6, 6, 6)
    p.to_combat()
    default = p.asked().default
    assert isinstance(default, AssignDice)
    assert sorted(default.targets, reverse=True) == [cruiser.id, cruiser.id, cruiser.id - 1]
    p.will_roll(FIELD)
    effects = p.play(default)
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [0]


def test_damage_of_a_die_is_not_split_and_the_excess_is_lost() -> None:
    """A die of 2 on a ship with 1 left destroys it and does nothing else; several dice may go to
    one ship."""
    p = _position((0, "interceptor"), (0, "interceptor"), (1, "interceptor"), (1, "cruiser"))
    p.fit(0, "interceptor", None, "plasma_cannon", None, "fusion_drive")
    interceptor, cruiser = (s.id for s in p.table.enemy_ships_in(0, p.sector(FIELD)))
    p.will_roll(FIELD, 6, 6)
    p.to_combat()
    p.will_roll(FIELD, 1)
    effects = p.play(AssignDice((interceptor, interceptor)))
    assert [e.ship for e in effects if isinstance(e, ShipDestroyed)][:1] == [interceptor]
    assert p.state.ships[cruiser].damage == 0


def test_nothing_is_asked_where_nothing_can_be_chosen() -> None:
    """One target, or one die and equal ships: no question. Equal ships of which one is damaged
    are a choice."""
    p = _position((0, "interceptor"))
    first, second = (p.ship(1, "cruiser", FIELD) for _ in range(2))
    p.fit(0, "interceptor", None, None, None, "fusion_drive")
    p.fit(1, "cruiser", "improved_hull")
    p.will_roll(FIELD, 6, 1, 1, 6)
    effects = p.to_combat()
    assert _hits(effects) == [(first.id,)]
    assert first.damage == 1
    assert p.asked().kind == "assign"
    assert [d["targets"] for d in p.asked().context["dice"]] == [[first.id, second.id]]


def test_cb_5_ancients_destroy_the_largest_ship_they_can() -> None:
    """Hits of non-players are assigned over the whole attack, by themselves."""
    p = _position((0, "interceptor"), (0, "cruiser"))
    p.guard(FIELD)
    # Interceptor (initiative 3) first, then the ancient, which defends and so precedes the cruiser.
    p.will_roll(FIELD, 1, 5, 5)
    effects = p.to_combat()
    destroyed = [e for e in effects if isinstance(e, ShipDestroyed)]
    assert [(e.kind, e.by) for e in destroyed][:1] == [("cruiser", NPC)]


def test_cb_5_ancients_damage_the_largest_if_they_can_destroy_nobody() -> None:
    """If no ship can be destroyed, damage goes to the largest."""
    p = _position((0, "interceptor"), (0, "cruiser"))
    p.fit(0, "interceptor", "improved_hull")
    p.guard(FIELD)
    p.will_roll(FIELD, 1, 5, 1)
    effects = p.to_combat()
    damaged = [e for e in effects if isinstance(e, ShipDamaged) and e.by == NPC]
    assert (damaged[0].kind, damaged[0].points) == ("cruiser", 1)


def test_destroyed_ancients_return_to_the_supply() -> None:
    """The tile of a destroyed Ancient can come onto the board again."""
    p = _position((0, "interceptor"))
    p.guard(FIELD)
    before = p.state.supply.ancients
    p.will_roll(FIELD, 6, 1, 1, 6)
    p.to_combat()
    assert p.state.supply.ancients == before + 1
    assert p.table.guards_in(p.sector(FIELD)) == []
