"""Standing orders for battles: when to retreat and where to, whom dice hit, the population."""

from __future__ import annotations

import pytest

from rules.odds import odds_of
from rules.odds.sectors import battle_under_way
from rules.orders import AssignDice, Attack, Bombard, DestroyCube, Order, Retreat, Spare
from rules.policies.standing import Answer, BattleOrders, answer
from rules.policies.standing.orders import (
    CubesChosen,
    FewShips,
    FightOn,
    NobodyCanHurt,
    PoorChance,
    PopulationChosen,
    Reason,
    TargetsChosen,
)
from rules.state.frames_combat import BattleFrame
from rules.views import player_view
from tests.builders import HOME, RIVAL_HOME, Position

FIELD = "105"
"""Lies at the edge of seat 0's home that has a wormhole."""


def position(*ships: tuple[int, str]) -> Position:
    """Ships in a sector that seat 0 may leave for its home."""
    p = Position()
    p.lay(FIELD, "1.0")
    p.remove_ships(HOME)
    for owner, kind in ships:
        p.ship(owner, kind, FIELD)
    return p


def said(p: Position, orders: BattleOrders) -> tuple[tuple[Order, ...], Reason] | None:
    """What the standing order says to what is asked, and why."""
    asked = p.asked()
    verdict = answer(orders, player_view(p.state, asked.seat), asked)
    assert verdict is None or isinstance(verdict, Answer)
    return None if verdict is None else (verdict.orders, verdict.why)


# --- fight or retreat ----------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "stays"), [(0, True), (1, True), (2, True), (3, False)])
def test_retreat_begins_when_fewer_ships_than_the_limit_are_left(limit: int, stays: bool) -> None:
    """Two ships are not fewer than two."""
    p = position((0, "cruiser"), (0, "interceptor"), (1, "interceptor"))
    p.to_combat()
    assert p.asked().kind == "battle"
    expected = (
        ((Attack(),), FightOn(2)) if stays else ((Retreat(HOME),), FewShips(left=2, limit=limit))
    )
    assert said(p, BattleOrders(below_ships=limit)) == expected


def test_ships_under_way_to_retreat_still_count_as_left() -> None:
    """So that a fleet leaves or stays as a whole, and nobody retreats because others do."""
    p = position((0, "interceptor"), (0, "cruiser"), (1, "dreadnought"))
    p.to_combat()
    p.play(Retreat(HOME))
    assert (p.asked().seat, p.asked().context["kind"]) == (0, "cruiser")
    assert said(p, BattleOrders(below_ships=2)) == ((Attack(),), FightOn(2))


def test_retreat_begins_when_the_chance_is_below_the_limit() -> None:
    """The chance of the odds, for damage and round as they are; at the limit ships stay."""
    p = position((0, "interceptor"), (0, "interceptor"), (1, "cruiser"))
    p.to_combat()
    frame = p.state.frames[-1]
    assert isinstance(frame, BattleFrame)
    battle = battle_under_way(p.table, frame)
    assert battle is not None
    side = (frame.attacker, frame.defender).index(0)
    outcome = odds_of(battle)
    percent = int(100 * (outcome.attacker, outcome.defender)[side])
    assert 5 < percent < 95
    stay = said(p, BattleOrders(below_chance=percent))
    assert stay == ((Attack(),), FightOn(2, percent))
    leave = said(p, BattleOrders(below_chance=percent + 1))
    assert leave == ((Retreat(HOME),), PoorChance(percent=percent, limit=percent + 1))


def test_damage_lowers_the_chance() -> None:
    """The odds are those of the ships as they stand, not of new ones."""
    chances = []
    for damage in (0, 1):
        p = position((0, "cruiser"), (1, "cruiser"))
        p.state.ships[p.sector(FIELD).ships[0]].damage = damage
        p.to_combat()
        found = said(p, BattleOrders(below_chance=99))
        assert found is not None
        assert isinstance(found[1], PoorChance)
        chances.append(found[1].percent)
    assert chances[1] < chances[0]


def test_ships_retreat_to_the_first_possible_sector_that_was_named() -> None:
    """Sectors that are no refuge are passed over; without a wish the lowest number is taken."""
    p = position((0, "interceptor"), (1, "interceptor"))
    p.join("102", FIELD, disc=0)
    p.to_combat()
    assert p.options(Retreat) == ("102", HOME)
    wishes: list[tuple[tuple[str, ...], str]] = [
        ((), "102"),
        ((HOME,), HOME),
        ((RIVAL_HOME, HOME, "102"), HOME),
        (("102", HOME), "102"),
    ]
    for named, target in wishes:
        found = said(p, BattleOrders(below_ships=9, retreat_to=named))
        assert found is not None
        assert found[0] == (Retreat(target),)


def test_in_a_stalemate_ships_retreat() -> None:
    """Those that stay are destroyed."""
    p = position((1, "interceptor"), (0, "interceptor"))
    for seat in (0, 1):
        p.fit(seat, "interceptor", "hull", "hull")
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "stalemate")
    assert said(p, BattleOrders()) == ((Retreat(HOME),), NobodyCanHurt())


def test_orders_for_another_sector_say_nothing() -> None:
    p = position((0, "interceptor"), (1, "interceptor"))
    p.to_combat()
    assert said(p, BattleOrders(sector=HOME)) is None
    assert said(p, BattleOrders(sector=FIELD)) is not None


def test_battle_orders_say_nothing_to_other_decisions() -> None:
    p = Position()
    assert p.asked().kind == "turn"
    assert said(p, BattleOrders(below_ships=9)) is None


# --- dice ----------------------------------------------------------------------------------------


def hits(p: Position, orders: BattleOrders) -> list[str]:
    """Types of the ships that the dice on the table go to."""
    assert p.asked().kind == "assign"
    found = said(p, orders)
    assert found is not None
    (order,), why = found
    assert isinstance(order, AssignDice)
    assert why == TargetsChosen(orders.targets)
    choice = p.asked().choice(AssignDice)
    assert choice is not None
    assert choice.first_fault(order) is None
    return [p.state.ships[number].kind for number in order.targets]


def dice() -> Position:
    """Two starbases of seat 0 have hit twice, with one point of damage each.

    A cruiser of the enemy falls to both together, each of two interceptors to one of them; the
    interceptors do more damage than the cruiser.
    """
    p = position((1, "interceptor"), (1, "interceptor"), (1, "cruiser"))
    p.fit(1, "interceptor", "plasma_cannon")
    for _ in range(2):
        p.ship(0, "starbase", FIELD)
    p.will_roll(FIELD, 6, 6)
    p.to_combat()
    return p


@pytest.mark.parametrize(
    ("wish", "kind"),
    [
        (BattleOrders(), "cruiser"),
        (BattleOrders(targets="most_kills"), "interceptor"),
        (BattleOrders(targets="smallest"), "interceptor"),
        (BattleOrders(targets="deadliest"), "interceptor"),
        (BattleOrders(targets="kinds", kinds=("interceptor", "cruiser")), "interceptor"),
        (BattleOrders(targets="kinds", kinds=("dreadnought", "cruiser")), "cruiser"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.targets} {value.kinds}",
)
def test_dice_go_to_the_ships_that_were_wished_for(wish: BattleOrders, kind: str) -> None:
    """Two dice destroy one cruiser or two interceptors."""
    assert hits(dice(), wish) == [kind, kind]


def test_the_deadliest_ship_is_the_one_whose_cannons_do_most() -> None:
    """Without the plasma cannon the cruiser with its computer hits oftener."""
    p = position((1, "interceptor"), (1, "interceptor"), (1, "cruiser"))
    for _ in range(2):
        p.ship(0, "starbase", FIELD)
    p.will_roll(FIELD, 6, 6)
    p.to_combat()
    assert hits(p, BattleOrders(targets="deadliest")) == ["cruiser", "cruiser"]


def test_a_die_that_cannot_destroy_what_is_wished_still_goes_to_a_ship() -> None:
    """Every die that hits is assigned, also where it only damages."""
    p = position((1, "cruiser"), (1, "dreadnought"))
    p.ship(0, "starbase", FIELD)
    p.will_roll(FIELD, 6)
    p.to_combat()
    assert hits(p, BattleOrders(targets="kinds", kinds=("cruiser",))) == ["cruiser"]
    assert hits(p, BattleOrders(targets="kinds", kinds=("dreadnought",))) == ["dreadnought"]


# --- the population ------------------------------------------------------------------------------


def victory(*squares: tuple[str, str]) -> Position:
    """A cruiser of seat 0 alone in the home of seat 1, with cubes on squares from tracks."""
    p = Position()
    p.remove_ships(RIVAL_HOME)
    sector = p.sector(RIVAL_HOME)
    sector.cubes.clear()
    for square, track in squares:
        p.settle(1, RIVAL_HOME, square, track)
    p.ship(0, "cruiser", RIVAL_HOME)
    p.to_combat()
    return p


@pytest.mark.parametrize(
    ("wish", "order"), [("attack", Bombard()), ("spare", Spare()), ("ask", None)]
)
def test_the_population_is_attacked_spared_or_left_to_the_player(wish, order) -> None:
    p = victory(("money", "money"), ("science", "science"))
    assert p.asked().kind == "bombard"
    found = said(p, BattleOrders(population=wish))
    assert found == (None if order is None else ((order,), PopulationChosen(wish)))


@pytest.mark.parametrize(
    ("tracks", "square"),
    [(("science", "money"), "science"), (("materials", "money"), "money"), ((), "money")],
)
def test_cubes_are_destroyed_in_the_order_that_was_wished(
    tracks: tuple[str, ...], square: str
) -> None:
    """Kinds that are not there are passed over; without a wish it is the first."""
    p = victory(("money", "money"), ("science", "science"))
    p.will_draw(f"population {p.state.round} {RIVAL_HOME}", 5)
    p.play(Bombard())
    assert p.asked().kind == "destroy_cube"
    found = said(p, BattleOrders(tracks=tracks))  # type: ignore[arg-type]
    assert found == ((DestroyCube(square),), CubesChosen(tracks))
    assert said(p, BattleOrders(population="ask")) is None
