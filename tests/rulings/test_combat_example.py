"""The rule book's example of a battle, die by die."""

from __future__ import annotations

from typing import TypeVar

from rules.effects.base import Effect
from rules.effects.battle import (
    BattleStarted,
    DamageRepaired,
    DiceRolled,
    PopulationAttacked,
    ShipDestroyed,
    ShipsRetreated,
)
from rules.effects.boards import CubeReturned, ReputationDrawn, ReputationSettled
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.orders import AssignDice, Attack, Bombard, Retreat, TakeControl
from tests.builders import RIVAL_HOME, Position

SOUTH, WEST = 0, 1
FIELD = "101"

E = TypeVar("E", bound=Effect)


def _position() -> Position:
    """South controls the sector, which lies next to West's home and to nothing of South's."""
    p = Position()
    p.lay(FIELD, "1.3", disc=SOUTH)
    p.settle(SOUTH, FIELD, "money", "money")
    p.fit(SOUTH, "interceptor", "plasma_missile")
    p.fit(SOUTH, "cruiser", None, "ion_cannon", None, None, "positron_computer")
    p.fit(WEST, "interceptor", "plasma_missile", None, None, "fusion_drive")
    parts = ("improved_hull", "plasma_missile", "plasma_cannon", None, None, "fusion_drive")
    p.fit(WEST, "cruiser", *parts)
    for seat in (SOUTH, WEST):
        for kind in ("interceptor", "interceptor", "interceptor", "cruiser"):
            p.ship(seat, kind, FIELD)
    return p


def _ships(p: Position, owner: int, kind: str, sector: str = FIELD) -> list[int]:
    ships = p.table.ships_in(p.sector(sector))
    return [s.id for s in ships if s.owner == owner and s.kind == kind]


def _of(effects: list[Effect], kind: type[E]) -> list[E]:
    return [e for e in effects if isinstance(e, kind)]


def test_printed_battle_of_south_and_west() -> None:
    """Combat Example: missiles, a retreat under fire, the last ship, the last cube, the disc."""
    p = _position()
    initiative = {
        (seat, kind): p.table.stats(seat, kind).initiative
        for seat in (SOUTH, WEST)
        for kind in ("interceptor", "cruiser")
    }
    assert initiative == {
        (SOUTH, "interceptor"): 3,
        (SOUTH, "cruiser"): 3,
        (WEST, "interceptor"): 4,
        (WEST, "cruiser"): 3,
    }

    # 1: West's interceptors fire six missiles.
    p.will_roll(FIELD, 6, 6, 5, 4, 3, 2)
    effects = p.to_combat()
    assert _of(effects, BattleStarted) == [BattleStarted(FIELD, WEST, SOUTH)]
    assert (p.asked().seat, p.asked().kind) == (WEST, "assign")
    south_interceptors = _ships(p, SOUTH, "interceptor")
    (south_cruiser,) = _ships(p, SOUTH, "cruiser")
    # 2: South's last interceptor fires two, as soon as West has assigned.
    p.will_roll(FIELD, 6, 6)
    p.play(AssignDice((south_interceptors[0], south_interceptors[1])))
    assert _ships(p, SOUTH, "interceptor") == south_interceptors[2:]
    assert (p.asked().seat, p.asked().kind) == (SOUTH, "assign")
    west_interceptors = _ships(p, WEST, "interceptor")
    (west_cruiser,) = _ships(p, WEST, "cruiser")
    # 3: West's cruiser misses. Then the engagement rounds begin with West's interceptors.
    p.will_roll(FIELD, 3, 2)
    effects = p.play(AssignDice((west_interceptors[0], west_cruiser)))
    assert p.state.ships[west_cruiser].damage == 2
    assert [(d.owner, d.kind, d.round) for d in _of(effects, DiceRolled)] == [(WEST, "cruiser", 0)]

    # 4 to 6: they retreat, South's interceptor misses, one die of the cruiser hits.
    assert (p.asked().seat, p.asked().kind) == (WEST, "battle")
    assert p.asked().context["kind"] == "interceptor"
    p.will_roll(FIELD, 3, 4, 2)
    effects = p.play(Retreat(RIVAL_HOME))
    assert [(d.owner, d.kind) for d in _of(effects, DiceRolled)] == [
        (SOUTH, "interceptor"),
        (SOUTH, "cruiser"),
    ]
    assert (p.asked().seat, p.asked().kind) == (SOUTH, "assign")
    p.play(AssignDice((west_interceptors[1],)))
    assert _ships(p, WEST, "interceptor") == [west_interceptors[2]]
    # 7: West's cruiser could retreat too; it destroys South's interceptor.
    assert p.asked().context["kind"] == "cruiser"
    p.will_roll(FIELD, 6)
    p.play(Attack())
    # 8: with the next round the last interceptor leaves, and South's cruiser misses.
    p.will_roll(FIELD, 1, 2)
    effects = p.play(AssignDice((south_interceptors[2],)))
    left = (west_interceptors[2],)
    assert _of(effects, ShipsRetreated) == [
        ShipsRetreated(FIELD, WEST, "interceptor", left, RIVAL_HOME)
    ]
    # 9: a hit of two destroys South's cruiser; both draw their tiles, South first.
    p.will_roll(FIELD, 6)
    effects = p.play(Attack())
    destroyed = ShipDestroyed(south_cruiser, SOUTH, "cruiser", FIELD, WEST)
    assert _of(effects, ShipDestroyed) == [destroyed]
    drawn = [(d.seat, d.count) for d in _of(effects, ReputationDrawn)]
    assert drawn == [(SOUTH, 3), (WEST, 5)]
    for draw in _of(effects, ReputationDrawn):
        assert p.seat(draw.seat).reputation == [max(draw.values)]
    assert [s.held for s in _of(effects, ReputationSettled)] == [1, 1]

    # 10: the last cube, the disc, repair.
    assert (p.asked().seat, p.asked().kind) == (WEST, "bombard")
    p.will_draw(f"population {p.state.round} {FIELD}", 5)
    effects = p.play(Bombard())
    assert [(a.faces, a.damage) for a in _of(effects, PopulationAttacked)] == [((6,), 2)]
    assert _of(effects, CubeReturned) == [CubeReturned(SOUTH, "money", True)]
    assert p.seat(SOUTH).graveyard.money == 1
    assert _of(effects, DiscRemoved) == [DiscRemoved(SOUTH, FIELD)]
    assert (p.asked().seat, p.asked().kind) == (WEST, "control")
    assert p.state.ships[west_cruiser].damage == 2
    effects = p.play(TakeControl(FIELD))
    assert _of(effects, DiscPlaced) == [DiscPlaced(WEST, FIELD)]
    assert _of(effects, DamageRepaired) == [DamageRepaired()]
    assert p.state.ships[west_cruiser].damage == 0
    assert p.sector(FIELD).disc == WEST
