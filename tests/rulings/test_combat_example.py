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

IAIN, VERNOR = 0, 1
FIELD = "101"

E = TypeVar("E", bound=Effect)


def _position() -> Position:
    """Iain controls the sector, which lies next to Vernor's home and to nothing of Iain's."""
    p = Position()
    p.lay(FIELD, "1.3", disc=IAIN)
    p.settle(IAIN, FIELD, "money", "money")
    p.fit(IAIN, "interceptor", "plasma_missile")
    p.fit(IAIN, "cruiser", None, "ion_cannon", None, None, "positron_computer")
    p.fit(VERNOR, "interceptor", "plasma_missile", None, None, "fusion_drive")
    parts = ("improved_hull", "plasma_missile", "plasma_cannon", None, None, "fusion_drive")
    p.fit(VERNOR, "cruiser", *parts)
    for seat in (IAIN, VERNOR):
        for kind in ("interceptor", "interceptor", "interceptor", "cruiser"):
            p.ship(seat, kind, FIELD)
    return p


def _ships(p: Position, owner: int, kind: str, sector: str = FIELD) -> list[int]:
    ships = p.table.ships_in(p.sector(sector))
    return [s.id for s in ships if s.owner == owner and s.kind == kind]


def _of(effects: list[Effect], kind: type[E]) -> list[E]:
    return [e for e in effects if isinstance(e, kind)]


def test_printed_battle_of_iain_and_vernor() -> None:
    """Combat Example: missiles, a retreat under fire, the last ship, the last cube, the disc."""
    p = _position()
    initiative = {
        (seat, kind): p.table.stats(seat, kind).initiative
        for seat in (IAIN, VERNOR)
        for kind in ("interceptor", "cruiser")
    }
    assert initiative == {
        (IAIN, "interceptor"): 3,
        (IAIN, "cruiser"): 3,
        (VERNOR, "interceptor"): 4,
        (VERNOR, "cruiser"): 3,
    }

    # 1: Vernor's interceptors fire six missiles.
    p.will_roll(FIELD, 6, 6, 5, 4, 3, 2)
    effects = p.to_combat()
    assert _of(effects, BattleStarted) == [BattleStarted(FIELD, VERNOR, IAIN)]
    assert (p.asked().seat, p.asked().kind) == (VERNOR, "assign")
    iain_interceptors = _ships(p, IAIN, "interceptor")
    (iain_cruiser,) = _ships(p, IAIN, "cruiser")
    # 2: Iain's last interceptor fires two, as soon as Vernor has assigned.
    p.will_roll(FIELD, 6, 6)
    p.play(AssignDice((iain_interceptors[0], iain_interceptors[1])))
    assert _ships(p, IAIN, "interceptor") == iain_interceptors[2:]
    assert (p.asked().seat, p.asked().kind) == (IAIN, "assign")
    vernor_interceptors = _ships(p, VERNOR, "interceptor")
    (vernor_cruiser,) = _ships(p, VERNOR, "cruiser")
    # 3: Vernor's cruiser misses. Then the engagement rounds begin with Vernor's interceptors.
    p.will_roll(FIELD, 3, 2)
    effects = p.play(AssignDice((vernor_interceptors[0], vernor_cruiser)))
    assert p.state.ships[vernor_cruiser].damage == 2
    assert [(d.owner, d.kind, d.round) for d in _of(effects, DiceRolled)] == [
        (VERNOR, "cruiser", 0)
    ]

    # 4 to 6: they retreat, Iain's interceptor misses, one die of his cruiser hits.
    assert (p.asked().seat, p.asked().kind) == (VERNOR, "battle")
    assert p.asked().context["kind"] == "interceptor"
    p.will_roll(FIELD, 3, 4, 2)
    effects = p.play(Retreat(RIVAL_HOME))
    assert [(d.owner, d.kind) for d in _of(effects, DiceRolled)] == [
        (IAIN, "interceptor"),
        (IAIN, "cruiser"),
    ]
    assert (p.asked().seat, p.asked().kind) == (IAIN, "assign")
    p.play(AssignDice((vernor_interceptors[1],)))
    assert _ships(p, VERNOR, "interceptor") == [vernor_interceptors[2]]
    # 7: Vernor's cruiser could retreat too; it destroys Iain's interceptor.
    assert p.asked().context["kind"] == "cruiser"
    p.will_roll(FIELD, 6)
    p.play(Attack())
    # 8: with the next round the last interceptor leaves, and Iain's cruiser misses.
    p.will_roll(FIELD, 1, 2)
    effects = p.play(AssignDice((iain_interceptors[2],)))
    left = (vernor_interceptors[2],)
    assert _of(effects, ShipsRetreated) == [
        ShipsRetreated(FIELD, VERNOR, "interceptor", left, RIVAL_HOME)
    ]
    # 9: a hit of two destroys Iain's cruiser; both draw their tiles, Iain first.
    p.will_roll(FIELD, 6)
    effects = p.play(Attack())
    destroyed = ShipDestroyed(iain_cruiser, IAIN, "cruiser", FIELD, VERNOR)
    assert _of(effects, ShipDestroyed) == [destroyed]
    drawn = [(d.seat, d.count) for d in _of(effects, ReputationDrawn)]
    assert drawn == [(IAIN, 3), (VERNOR, 5)]
    for draw in _of(effects, ReputationDrawn):
        assert p.seat(draw.seat).reputation == [max(draw.values)]
    assert [s.held for s in _of(effects, ReputationSettled)] == [1, 1]

    # 10: the last cube, the disc, repair.
    assert (p.asked().seat, p.asked().kind) == (VERNOR, "bombard")
    p.will_draw(f"population {p.state.round} {FIELD}", 5)
    effects = p.play(Bombard())
    assert [(a.faces, a.damage) for a in _of(effects, PopulationAttacked)] == [((6,), 2)]
    assert _of(effects, CubeReturned) == [CubeReturned(IAIN, "money", True)]
    assert p.seat(IAIN).graveyard.money == 1
    assert _of(effects, DiscRemoved) == [DiscRemoved(IAIN, FIELD)]
    assert (p.asked().seat, p.asked().kind) == (VERNOR, "control")
    assert p.state.ships[vernor_cruiser].damage == 2
    effects = p.play(TakeControl(FIELD))
    assert _of(effects, DiscPlaced) == [DiscPlaced(VERNOR, FIELD)]
    assert _of(effects, DamageRepaired) == [DamageRepaired()]
    assert p.state.ships[vernor_cruiser].damage == 0
    assert p.sector(FIELD).disc == VERNOR
