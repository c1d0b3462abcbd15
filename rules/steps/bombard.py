"""Attacks on population after the battles (Attacking Population)."""

from __future__ import annotations

from rules.battle import HIGHEST_FACE, attack_dice, rolled_dice
from rules.decisions import Choice, Decision, Prefix
from rules.effects.battle import PopulationAttacked, PopulationBombed, PopulationSpared
from rules.orders import Atom, Bombard, DestroyCube, Order, Spare
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import PopulationFrame
from rules.state.model import Sector
from rules.steps.assign import backfire
from rules.steps.base import Step
from rules.steps.cubes import send_home
from rules.steps.parties import descending, sole_seat
from rules.table import Table

NO_SHIELD = 0


def population_attacks(table: Table) -> tuple[str, ...]:
    """Sectors whose population may be attacked: by attacker in turn order, then by number."""
    found: dict[int, list[str]] = {}
    for sector in table.state.sectors.values():
        seat = _attacker(table, sector)
        if seat is not None and (_unresisting(table, seat, sector) or _armed(table, seat, sector)):
            found.setdefault(seat, []).append(sector.id)
    seats = table.order_from(table.state.start_seat)
    return tuple(sector for seat in seats for sector in descending(found.get(seat, [])))


def _attacker(table: Table, sector: Sector) -> int | None:
    """The seat whose ships are alone with the population of another."""
    if sector.disc is None or not sector.cubes:
        return None
    seat = sole_seat(table, sector)
    return None if seat == sector.disc else seat


def _bombs(table: Table, seat: int) -> bool:
    return table.has_ability(seat, "destroy_all_population_without_roll")


def _bombed(table: Table, seat: int, sector: Sector) -> bool:
    """Whether bombs of the seat do away with the population: some technologies keep it."""
    assert sector.disc is not None
    return _bombs(table, seat) and not table.has_ability(sector.disc, "keep_population_from_bombs")


def _defenceless(table: Table, sector: Sector) -> bool:
    """Whether the population dies by itself beside an enemy ship."""
    assert sector.disc is not None
    return table.species(sector.disc).trait("population_defenceless") is not None


def _unresisting(table: Table, seat: int, sector: Sector) -> bool:
    return _bombed(table, seat, sector) or _defenceless(table, sector)


def _cannons(table: Table, seat: int, sector: Sector) -> dict[str, tuple[str, ...]]:
    """Colours of the cannon dice that the seat's ships roll together, by ship type."""
    numbers: dict[str, int] = {}
    for ship in table.own_ships_in(seat, sector):
        numbers[ship.kind] = numbers.get(ship.kind, 0) + 1
    return {
        kind: attack_dice(cannons, number)
        for kind, number in numbers.items()
        if (cannons := table.stats(seat, kind).cannons)
    }


def _armed(table: Table, seat: int, sector: Sector) -> bool:
    return bool(_cannons(table, seat, sector))


def _bombard(play: Play, frame: PopulationFrame) -> None:
    sector = play.state.sectors[frame.sector]
    if _unresisting(play, frame.seat, sector):
        play.emit(PopulationBombed(frame.sector, frame.seat))
        play.update(PopulationFrame(frame.seat, frame.sector, len(sector.cubes)))
        return
    total = sum(
        _roll(play, frame, kind, colours)
        for kind, colours in _cannons(play, frame.seat, sector).items()
    )
    play.update(PopulationFrame(frame.seat, frame.sector, total))


def _roll(play: Play, frame: PopulationFrame, kind: str, colours: tuple[str, ...]) -> int:
    """Dice of one ship type; every point of every die that hits counts by itself (CB-8)."""
    rules, stats = play.rules, play.stats(frame.seat, kind)
    stream = f"population {play.state.round} {frame.sector}"
    draws = play.draw(stream, [HIGHEST_FACE] * len(colours))
    faces = tuple(draw + 1 for draw in draws)
    dice = rolled_dice(colours, faces, stats.computer, rules.dice_damage, rules.printed_faces)
    damage = sum(die.damage for die in dice if die.gets_through(NO_SHIELD))
    ships = len(colours) // len(stats.cannons)
    play.emit(
        PopulationAttacked(
            frame.sector, frame.seat, kind, ships, colours, damage, stream=stream, draws=draws
        )
    )
    backfire(play, frame.seat, frame.sector, colours, faces)
    return damage


def _standing(table: Table, frame: PopulationFrame) -> list[str]:
    """Squares whose cubes no damage has been given to yet."""
    cubes = list(table.state.sectors[frame.sector].cubes)
    for square in frame.squares:
        cubes.remove(square)
    return cubes


def _advance(play: Play, frame: PopulationFrame) -> bool:
    if frame.damage < 0:
        if not _defenceless(play, play.state.sectors[frame.sector]):
            return False
        _bombard(play, frame)
        return True
    standing = _standing(play, frame)
    left = frame.damage - len(frame.squares)
    if left and standing:
        if left < len(standing) and len(set(standing)) > 1:
            return False
        squares = (*frame.squares, *standing[:left])
        play.update(PopulationFrame(frame.seat, frame.sector, frame.damage, squares))
        return True
    owner = play.state.sectors[frame.sector].disc
    assert owner is not None
    play.close()
    send_home(play, owner, frame.sector, list(frame.squares), graveyard=True)
    return True


def _decisions(table: Table, frame: PopulationFrame) -> list[Decision]:
    sector = table.state.sectors[frame.sector]
    context: dict[str, object] = {
        "sector": frame.sector,
        "owner": sector.disc,
        "cubes": list(sector.cubes),
    }
    if frame.damage < 0:
        context["bombs"] = _bombed(table, frame.seat, sector)
        context["dice"] = {
            kind: list(dice) for kind, dice in _cannons(table, frame.seat, sector).items()
        }
        choices = (Choice(Bombard), Choice(Spare))
        return [Decision(frame.seat, "bombard", choices, Bombard(), context)]
    squares = tuple(dict.fromkeys(_standing(table, frame)))
    context["damage"] = frame.damage
    context["left"] = frame.damage - len(frame.squares)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return squares

    def why(prefix: Prefix, value: Atom) -> str:
        return "Each point of damage destroys a cube that is there (Attacking Population)."

    choice = Choice(DestroyCube, ("square",), candidates, why)
    return [Decision(frame.seat, "destroy_cube", (choice,), DestroyCube(squares[0]), context)]


def _play(play: Play, frame: PopulationFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Bombard):
        _bombard(play, frame)
    elif isinstance(order, Spare):
        play.emit(PopulationSpared(frame.sector, frame.seat))
        play.update(PopulationFrame(frame.seat, frame.sector, 0))
    else:
        assert isinstance(order, DestroyCube)
        squares = (*frame.squares, order.square)
        play.update(PopulationFrame(frame.seat, frame.sector, frame.damage, squares))


STEPS: dict[type[FrameBase], Step] = {PopulationFrame: Step(_advance, _decisions, _play)}
