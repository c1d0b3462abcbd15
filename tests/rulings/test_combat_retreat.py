"""Retreat and stalemate (CB-4, CB-6)."""

from __future__ import annotations

from typing import TypeVar

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleEnded,
    DiceRolled,
    RetreatAnnounced,
    ShipDestroyed,
    ShipsRetreated,
    StalemateReached,
)
from rules.effects.boards import ReputationDrawn
from rules.orders import AssignDice, Attack, Decline, Retreat
from tests.builders import HOME, Position

FIELD = "105"
"""Lies at the edge of seat 0's home that has a wormhole; seat 1 has nothing beside it."""
BESIDE = "102"

E = TypeVar("E", bound=Effect)


def _of(effects: list[Effect], kind: type[E]) -> list[E]:
    return [e for e in effects if isinstance(e, kind)]


def _position(*ships: tuple[int, str]) -> Position:
    p = Position()
    p.lay(FIELD, "1.0")
    p.remove_ships(HOME)
    for owner, kind in ships:
        p.ship(owner, kind, FIELD)
    return p


def _draws(effects: list[Effect]) -> list[tuple[int, int]]:
    return [(e.seat, e.count) for e in _of(effects, ReputationDrawn)]


# --- where to ------------------------------------------------------------------------------------


def test_retreat_goes_to_a_neighbour_with_own_disc_through_a_wormhole() -> None:
    """Retreat is offered to a joined neighbour with the own disc; without one the type attacks
    without being asked."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    p.will_roll(FIELD, 1, 1)
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "battle")
    assert p.options(Retreat) == (HOME,)
    assert "disc" in p.refusal(Retreat("001"))
    assert "wormhole" in p.refusal(Retreat("223"))

    p = _position((0, "interceptor"), (1, "interceptor"))
    p.lift(HOME)
    p.will_roll(FIELD, 6)
    assert _of(p.to_combat(), BattleEnded) != []


def test_retreat_not_to_a_sector_with_enemy_ships() -> None:
    """A sector with the own disc and an enemy ship takes nobody in."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    p.ship(1, "interceptor", HOME)
    p.will_roll(FIELD, 6)
    effects = p.to_combat()
    assert [e.winner for e in _of(effects, BattleEnded) if e.sector == FIELD] == [0]
    assert _of(effects, RetreatAnnounced) == []


def test_retreat_through_half_a_wormhole_needs_the_generator() -> None:
    """A wormhole on one side only lets ships retreat with the wormhole generator."""
    for generator in (False, True):
        p = Position()
        p.remove_ships(HOME)
        # Turned so that no wormhole of the tile faces the home sector.
        wormholes = p.table.tile(BESIDE).wormholes
        turn = next(t for t in range(6) if 0 not in {(w + t) % 6 for w in wormholes})
        p.lay(BESIDE, "1.0", turn)
        p.ship(0, "interceptor", BESIDE)
        p.ship(1, "interceptor", BESIDE)
        if generator:
            p.learn(0, "wormhole_generator")
        p.will_roll(BESIDE, 6)
        p.to_combat()
        assert (p.asked().kind == "battle") == generator
        if generator:
            assert p.options(Retreat) == (HOME,)


def test_cb_4_starbases_cannot_retreat() -> None:
    """A starbase has no drive: it attacks without being asked."""
    p = _position((0, "starbase"), (1, "interceptor"))
    p.will_roll(FIELD, 6)
    effects = p.to_combat()
    assert [(e.owner, e.kind) for e in _of(effects, DiceRolled)] == [(0, "starbase")]


def test_no_retreat_while_missiles_fly() -> None:
    """Missiles fly before anybody may retreat."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    p.fit(0, "interceptor", "plasma_missile")
    p.will_roll(FIELD, 1, 1)
    effects = p.to_combat()
    assert [e.round for e in _of(effects, DiceRolled)] == [0]
    assert (p.asked().kind, p.asked().context["round"]) == ("battle", 1)


# --- how -----------------------------------------------------------------------------------------


def test_cb_4_type_retreats_as_a_whole_and_leaves_at_its_next_turn() -> None:
    """All ships of the type go to one sector, do not shoot, can be hit, and are gone with their
    next turn."""
    p = _position((0, "interceptor"), (0, "interceptor"), (0, "cruiser"), (1, "interceptor"))
    p.to_combat()
    assert p.asked().context["kind"] == "interceptor"
    # The enemy interceptor hits a retreating one.
    p.will_roll(FIELD, 6)
    effects = p.play(Retreat(HOME))
    (announced,) = _of(effects, RetreatAnnounced)
    assert (announced.kind, len(announced.ships), announced.target) == ("interceptor", 2, HOME)
    assert [(e.owner, e.kind) for e in _of(effects, DiceRolled)] == [(1, "interceptor")]
    assert p.asked().kind == "assign"
    first, second = announced.ships
    p.play(AssignDice((first,)))
    assert first not in p.state.ships
    assert p.state.ships[second].sector == FIELD
    # The cruiser misses; the second round begins with the interceptor leaving.
    p.will_roll(FIELD, 1, 1)
    effects = p.play(Attack())
    assert [e.ships for e in _of(effects, ShipsRetreated)] == [(second,)]
    assert p.state.ships[second].sector == HOME
    assert p.sector(HOME).ships == [second]
    assert [(e.owner, e.kind) for e in _of(effects, DiceRolled)] == [
        (0, "cruiser"),
        (1, "interceptor"),
    ]


def test_cb_4_retreat_is_completed_when_the_last_enemy_dies() -> None:
    """Ships that announced their retreat leave even if the enemy is destroyed before."""
    p = _position((0, "interceptor"), (0, "cruiser"), (1, "interceptor"))
    p.to_combat()
    p.will_roll(FIELD, 1)
    p.play(Retreat(HOME))
    p.will_roll(FIELD, 6)
    effects = p.play(Attack())
    assert [e.kind for e in _of(effects, ShipsRetreated)] == ["interceptor"]
    assert [e.winner for e in _of(effects, BattleEnded)] == [0]
    assert [s.kind for s in p.table.ships_in(p.sector(FIELD))] == ["cruiser"]
    # A ship stayed, so taking part counts.
    assert _draws(effects) == [(0, 2), (1, 1)]


def test_cb_4_retreat_of_all_ships_loses_the_tile_for_taking_part() -> None:
    """Who retreats with all remaining ships draws nothing for taking part, but for kills."""
    p = _position((0, "interceptor"), (1, "interceptor"), (1, "interceptor"))
    p.to_combat()
    p.will_roll(FIELD, 6, 1)
    p.play(Attack())
    p.will_roll(FIELD, 1)
    effects = p.play(Retreat(HOME))
    assert [e.winner for e in _of(effects, BattleEnded)] == [1]
    assert _draws(effects) == [(0, 1), (1, 1)]


def test_cb_4_tile_is_lost_with_the_announcement_even_if_all_are_destroyed() -> None:
    """All ships retreat and are destroyed on their way: nothing for taking part."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    p.to_combat()
    p.will_roll(FIELD, 6)
    effects = p.play(Retreat(HOME))
    assert [e.owner for e in _of(effects, ShipDestroyed)] == [0]
    assert _draws(effects) == [(1, 2)]


def test_cb_4_retreat_in_several_groups_counts_like_one() -> None:
    """The interceptor leaves first, the cruiser announces later: all that remained retreated."""
    p = _position((0, "interceptor"), (0, "cruiser"), (1, "interceptor"))
    p.to_combat()
    p.will_roll(FIELD, 1)
    p.play(Retreat(HOME))
    p.will_roll(FIELD, 1, 1)
    effects = p.play(Attack())
    assert len(_of(effects, ShipsRetreated)) == 1
    p.will_roll(FIELD, 1)
    effects = p.play(Retreat(HOME))
    assert _draws(effects) == [(1, 1)]


def test_ship_that_falls_fighting_after_the_others_announced_keeps_the_tile() -> None:
    """A retreat counts from its announcement: then the cruiser was all that remained, and it
    fell fighting. Taking part counts."""
    p = _position((0, "interceptor"), (0, "cruiser"), (1, "interceptor"))
    p.fit(1, "interceptor", "plasma_cannon", None, None, "fusion_drive")
    p.will_roll(FIELD, 1, 1)
    p.to_combat()
    assert p.asked().context["kind"] == "interceptor"
    p.play(Retreat(HOME))
    p.will_roll(FIELD, 1, 6, 1)
    effects = p.play(Attack())
    effects = p.play(AssignDice((p.asked().context["enemies"][1]["ship"],)))
    assert [e.kind for e in _of(effects, ShipDestroyed)] == ["cruiser"]
    assert [e.winner for e in _of(effects, BattleEnded)] == [1]
    assert (0, 1) in _draws(effects)


# --- stalemate -----------------------------------------------------------------------------------


def _unarmed(p: Position, *seats: int) -> None:
    for seat in seats:
        p.fit(seat, "interceptor", None, "hull")
        p.fit(seat, "cruiser", None, None, "hull")


def test_cb_6_attacker_without_a_way_out_is_destroyed() -> None:
    """Nobody has a cannon: the attacker, who cannot retreat, is destroyed."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    _unarmed(p, 0, 1)
    effects = p.to_combat()
    assert _of(effects, StalemateReached) == [StalemateReached(FIELD, 1, 0)]
    assert [(e.owner, e.by) for e in _of(effects, ShipDestroyed)] == [(1, 0)]
    assert [e.winner for e in _of(effects, BattleEnded)] == [0]
    assert _draws(effects) == [(0, 2), (1, 1)]


def test_cb_6_attacker_may_retreat_or_be_destroyed() -> None:
    """The attacker chooses for each type that may retreat; what stays is destroyed."""
    p = _position((1, "interceptor"), (0, "interceptor"), (0, "cruiser"))
    _unarmed(p, 0, 1)
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "stalemate")
    assert "Stalemate" in p.refusal(Attack())
    p.play(Retreat(HOME))
    effects = p.play(Decline())
    assert [e.kind for e in _of(effects, ShipsRetreated)] == ["interceptor"]
    assert [e.kind for e in _of(effects, ShipDestroyed)] == ["cruiser"]
    assert _draws(effects) == [(1, 3), (0, 1)]

    p = _position((1, "interceptor"), (0, "interceptor"), (0, "cruiser"))
    _unarmed(p, 0, 1)
    p.to_combat()
    p.play(Retreat(HOME))
    effects = p.play(Retreat(HOME))
    assert _of(effects, ShipDestroyed) == []
    assert _draws(effects) == [(1, 1)]


def test_cb_6_missiles_alone_do_not_break_a_stalemate() -> None:
    """Missiles are spent after one volley: what they leave has no cannon."""
    p = _position((0, "interceptor"), (1, "interceptor"))
    _unarmed(p, 0, 1)
    p.fit(1, "interceptor", "plasma_missile")
    p.will_roll(FIELD, 1, 1)
    effects = p.to_combat()
    assert len(_of(effects, DiceRolled)) == 1
    assert len(_of(effects, StalemateReached)) == 1


def test_cb_6_last_armed_ships_leave_before_the_stalemate() -> None:
    """While the only armed ships retreat the battle goes on; with their leaving it is over for
    those without a cannon."""
    p = _position((1, "interceptor"), (0, "interceptor"), (0, "cruiser"))
    _unarmed(p, 1)
    p.fit(0, "interceptor", None, "hull")
    p.to_combat()
    assert p.asked().context["kind"] == "interceptor"
    effects = p.play(Attack())
    assert _of(effects, DiceRolled) == []
    assert p.asked().context["kind"] == "cruiser"
    effects = p.play(Retreat(HOME))
    # Second round: the unarmed interceptor stays, the cruiser leaves.
    assert (p.asked().kind, p.asked().context["round"]) == ("battle", 2)
    effects = p.play(Attack())
    assert [e.kind for e in _of(effects, ShipsRetreated)] == ["cruiser"]
    assert len(_of(effects, StalemateReached)) == 1
    assert p.asked().kind == "stalemate"


def test_unarmed_against_armed_is_no_stalemate() -> None:
    """One side with cannons fights on until the other is gone."""
    p = _position((1, "interceptor"), (0, "interceptor"))
    p.lift(HOME)
    _unarmed(p, 0)
    p.will_roll(FIELD, 1, 1, 6, 6)
    effects = p.to_combat()
    assert _of(effects, StalemateReached) == []
    assert [e.winner for e in _of(effects, BattleEnded)] == [1]
