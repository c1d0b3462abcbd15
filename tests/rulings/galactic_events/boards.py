"""Positions with the special sectors of Galactic Events, of either edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

from rules.effects.base import Effect
from rules.geometry import opposite, turned
from rules.invariants import conservation_faults
from rules.orders import Done, Move, Pass, Refresh
from tests.builders import HOME, TWO, Position

MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
EDITIONS = ("new_dawn", "second_dawn")
BLANK, BURST = 1, 6
"""Faces of a yellow die; the others show their number."""

both_editions = pytest.mark.parametrize("edition", EDITIONS)

E = TypeVar("E", bound=Effect)


def game(
    edition: str, species: tuple[str, ...] = TWO, more: tuple[str, ...] = (), round: int = 1
) -> Position:
    """A game with all four kinds; seats that have passed are not asked unless something wakes
    them."""
    position = Position(species, edition, (*MODULES, *more))
    position.state.round = round
    for seat in position.state.seats:
        seat.preferences["reactions"] = "skip"
        seat.storage.money = 40
    return position


def last_round(position: Position) -> int:
    return position.table.catalog.setup.rounds


def of(effects: Iterable[Effect], kind: type[E]) -> list[E]:
    """The effects of a kind."""
    return [effect for effect in effects if isinstance(effect, kind)]


def one(effects: Iterable[Effect], kind: type[E]) -> E:
    """The only effect of a kind."""
    (found,) = of(effects, kind)
    return found


def both_pass(position: Position) -> list[Effect]:
    """Everybody passes; the effects from the last pass on, with the outcomes that were fixed."""
    return position.to_combat()


def next_round(position: Position) -> list[Effect]:
    """Everybody passes and leaves it at that until the next round begins."""
    before = position.state.round
    effects = both_pass(position)
    while position.asked().kind == "upkeep":
        effects += position.play(Done())
    assert (position.state.round, position.asked().kind) == (before + 1, "turn")
    sound(position)
    return effects


def beginning(position: Position, seat: int = 0) -> Position:
    """Let turns pass by until ``seat`` is asked at the beginning of its turn."""
    while position.asked().seat != seat:
        position.play(Pass())
    return position


def others_act(position: Position) -> None:
    """Every other seat takes an action that changes nothing, until seat 0 is asked."""
    while position.asked().seat:
        position.play(Refresh(), Done())


def sound(position: Position) -> None:
    """No component is lost or made."""
    assert not conservation_faults(position.table)


# --- black holes ---------------------------------------------------------------------------------


def near_hole(
    edition: str,
    hole: str = "396",
    round: int = 3,
    species: tuple[str, ...] = TWO,
    inner: Iterable[str] = ("101",),
) -> Position:
    """A black hole outside the home of seat 0, and inner sectors on the far side of the center."""
    position = game(edition, species, round=round)
    home = position.seat(0).home
    edge = next(
        edge
        for edge in sorted(position.table.wormholes(position.sector(home)))
        if position.zone_beside(home, edge).startswith("3.")
    )
    wormholes = position.table.tile(hole).wormholes
    turn = next(t for t in range(6) if opposite(edge) in turned(wormholes, t))
    position.lay(hole, position.zone_beside(home, edge), turn)
    for sector, zone in zip(inner, ("1.3", "1.2"), strict=False):
        position.lay(sector, zone)
    return position


def enter(
    position: Position, *faces: int, kind: str = "interceptor", hole: str = "396"
) -> list[Effect]:
    """A ship of seat 0 moves from its home into the black hole; the die shows ``faces``."""
    position.will_draw("black hole", *(face - 1 for face in faces))
    return position.play(Move(kind, position.seat(0).home, hole), seat=0)


def wait_inside(position: Position, number: int = 1, face: int = 2) -> None:
    """Interceptors of seat 0 enter the black hole, and the turn ends; they are to come back in
    the round after."""
    for _ in range(number - 1):
        position.ship(0, "interceptor", HOME)
    for _ in range(number):
        enter(position, face)
    if position.asked().seat == 0:
        position.play(Done())


# --- supernovae ----------------------------------------------------------------------------------


def near_supernova(
    edition: str, round: int = 6, disc: int | None = 0, species: tuple[str, ...] = TWO
) -> Position:
    """Betelgeuse above the home of seat 0, which may control it."""
    position = game(edition, species, round=round)
    position.join("397", position.seat(0).home, disc)
    return position


def know(position: Position, seat: int, military: int, grid: int, nano: int) -> None:
    """So many technologies on each track, none of which gives an ability."""
    techs = position.table.catalog.techs.values()
    for track, number in (("military", military), ("grid", grid), ("nano", nano)):
        parts = [tech.id for tech in techs if tech.track == track and tech.effect.ability is None]
        position.seat(seat).techs[track] = parts[:number]
        assert len(position.seat(seat).techs[track]) == number


def roll(position: Position, *faces: int) -> None:
    """The next dice of supernovae show these faces."""
    position.will_draw("supernova", *(face - 1 for face in faces))


# --- nebulae ----------------------------------------------------------------------------------------

BESIDE = "2.11"
"""The zone to the lower left of the home, behind a wormhole."""
PARTS = ("295a", "295b", "295c")


def nebula(edition: str, species: tuple[str, ...] = TWO, more: tuple[str, ...] = ()) -> Position:
    """NGC 5189 beside the home of seat 0, its part A towards it, without guards and tiles."""
    position = game(edition, species, more)
    position.lay("295", BESIDE, 1)
    return position


def with_tile(position: Position, part: str) -> Position:
    """A discovery tile lies face down in a part."""
    position.sector(part).discovery = True
    position.state.supply.discovery_pile -= 1
    return position
