"""The positions in which NOTATION.md shows orders, by the name of its example blocks.

Seat 0 plays the Terran Directorate from sector 221 and is asked in every position.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.chance import LiveChance
from rules.decisions import Decision
from rules.effects.flow import StepOpened
from rules.effects.galaxy import StructureBuilt
from rules.engine import new_game, open_decisions
from rules.expansions.galactic_events.effects import ShipSwallowed
from rules.orders import Build, Explore, Influence, Pass, Propose, Research, UseDiscovery
from rules.state.frames_action import BonusFrame, PortalFrame
from rules.state.model import RulesetSpec, Stock
from rules.table import Table
from tests.builders import HOME, Position

Asked = tuple[Decision, Table]


def _asked(position: Position) -> Asked:
    return position.asked(), position.table


def _rich() -> Position:
    """221 and 103 are held, a cruiser and an interceptor stand in 221, and all can be paid."""
    position = Position()
    position.lay("103", position.zone_beside(HOME, 3), disc=0)
    position.settle(0, "103", "gray", "science")
    position.ship(0, "cruiser", HOME)
    seat = position.seat()
    seat.storage = Stock(12, 12, 12)
    position.state.supply.techs = {
        "fusion_drive": 2,
        "fusion_source": 1,
        "improved_hull": 1,
        "artifact_key": 1,
        "plasma_missile": 1,
    }
    for tech in ("plasma_cannon", "gauss_shield", "orbital"):
        position.learn(0, tech)
    position.fact(StructureBuilt(0, "orbital", HOME))
    seat.tiles["interceptor"][0] = "gauss_shield"
    return position


def species() -> Asked:
    state, _ = new_game(RulesetSpec("new_dawn"), 2, LiveChance(b"notation"))
    table = Table(state)
    return open_decisions(table)[0], table


def turn() -> Asked:
    position = _rich()
    position.lay("106", position.zone_beside("103", 1), orientation=3)
    return _asked(position)


def rare() -> Asked:
    """Second Dawn: two rare technologies lie out, and a common one."""
    position = Position(edition="second_dawn")
    position.seat().storage = Stock(12, 12, 12)
    position.state.supply.techs = {"cloaking_device": 1, "neutron_absorber": 1, "neutron_bombs": 2}
    return _asked(position)


def bonus() -> Asked:
    """A discovery tile gives three units of one resource."""
    position = Position(edition="second_dawn")
    position.fact(StepOpened(BonusFrame(0, 3)))
    return _asked(position)


def portal() -> Asked:
    """A warp portal may go to the home or to 201."""
    position = Position(edition="second_dawn")
    position.join("201", HOME, disc=0)
    position.fact(StepOpened(PortalFrame(0, 1)))
    return _asked(position)


def after_action() -> Asked:
    position = _rich()
    position.play(Build("cruiser", HOME), Build("cruiser", HOME))
    return _asked(position)


def eliminated() -> Asked:
    """Seat 0 has neither discs nor ships on the board."""
    position = Position()
    position.lift(HOME)
    position.remove_ships(HOME)
    return _asked(position)


def explored() -> Asked:
    position = _rich()
    position.will_reveal("203")
    position.play(Explore("2.11"))
    return _asked(position)


def _controlling() -> Position:
    position = _rich()
    position.will_reveal("207")
    position.play(Explore("2.11"))
    position.play(next(iter(position.asked().orders())))
    return position


def control() -> Asked:
    return _asked(_controlling())


def _discovering(tile: str) -> Position:
    position = _controlling()
    position.will_discover(tile)
    position.play(next(iter(position.asked().orders())))
    return position


def discovery() -> Asked:
    return _asked(_discovering("money"))


def part() -> Asked:
    position = _discovering("axion_computer")
    position.play(UseDiscovery())
    return _asked(position)


def ancient_technology() -> Asked:
    position = _discovering("ancient_technology")
    position.state.supply.techs = {"fusion_drive": 1, "improved_hull": 1, "quantum_grid": 1}
    position.play(UseDiscovery())
    return _asked(position)


def artifact() -> Asked:
    position = _rich()
    position.seat().storage = Stock(12, 16, 12)
    position.play(Research("artifact_key"))
    return _asked(position)


def cube() -> Asked:
    position = _rich()
    position.play(Influence("103", "track"))
    return _asked(position)


def _war(kinds: tuple[str, ...], foes: tuple[str, ...]) -> Position:
    position = _rich()
    for kind in kinds:
        position.ship(0, kind, "103")
    for kind in foes:
        position.ship(1, kind, "103")
    return position


def _to_combat(position: Position, *faces: int, sector: str = "103") -> None:
    """Everybody passes; the first dice in the sector show these faces."""
    position.play(Pass())
    position.will_draw(f"battle {position.state.round} {sector}", *(face - 1 for face in faces))
    position.play(Pass())


def battle() -> Asked:
    position = _war(("cruiser",), ("interceptor",))
    _to_combat(position, 1)
    return _asked(position)


def dice() -> Asked:
    position = _war(("dreadnought",), ("interceptor", "cruiser"))
    position.lift(HOME)
    _to_combat(position, 6, 6, 6, 6)
    return _asked(position)


def reputation() -> Asked:
    position = _war(("dreadnought", "dreadnought"), ("interceptor",))
    position.lift(HOME)
    seat = position.seat()
    seat.preferences = {"reputation": "ask"}
    seat.reputation = [1, 2, 2, 3]
    _to_combat(position, 6, 6, 6, 6, 6)
    return _asked(position)


def _raid() -> Position:
    position = Position()
    position.lay("104", position.zone_beside(HOME, 3), disc=1)
    position.settle(1, "104", "money", "money")
    position.settle(1, "104", "science", "science")
    position.settle(1, "104", "science*", "science")
    position.ship(0, "cruiser", "104")
    return position


def population() -> Asked:
    position = _raid()
    _to_combat(position)
    return _asked(position)


def damage() -> Asked:
    position = _raid()
    _to_combat(position)
    position.will_draw(f"population {position.state.round} 104", 5)
    position.play(next(iter(position.asked().orders())))
    return _asked(position)


def upkeep() -> Asked:
    position = _rich()
    position.lay("207", position.zone_beside(HOME, 4), disc=0)
    seat = position.seat()
    seat.discs = 6
    seat.storage = Stock(0, 2, 5)
    _to_combat(position)
    return _asked(position)


FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")


def _neighbours() -> Position:
    """Seats 0 and 1 hold sectors that a full wormhole joins, and no ship stands between them."""
    position = Position(FOUR)
    position.join("101", HOME, disc=1)
    return position


def relations() -> Asked:
    return _asked(_neighbours())


def offered() -> Asked:
    """Seat 1 has offered relations; seat 0 may answer although it is not its turn."""
    position = _neighbours()
    position.play(Pass())
    position.play(Propose(0, "materials"))
    table = position.table
    return next(d for d in open_decisions(table) if d.kind == "treaty"), table


def special_sectors() -> Asked:
    """A pulsar sector is held, and a cruiser comes back from a black hole in this round."""
    modules = ("black_holes", "nebulas", "pulsars")
    position = Position(edition="second_dawn", modules=modules)
    position.lay("104", "1.0")
    position.lay("393", "3.9", disc=0)
    position.lay("395", "3.0")
    position.lay("396", "3.3")
    position.seat().storage = Stock(12, 12, 12)
    position.ship(0, "interceptor", "395a")
    ship = position.ship(0, "cruiser", "396")
    back = position.state.round
    position.fact(ShipSwallowed(ship.id, 0, "cruiser", "396", 0, back))
    return _asked(position)


POSITIONS: dict[str, Callable[[], Asked]] = {
    made.__name__: made
    for made in (
        species,
        turn,
        rare,
        bonus,
        portal,
        after_action,
        eliminated,
        explored,
        control,
        discovery,
        part,
        ancient_technology,
        artifact,
        cube,
        battle,
        dice,
        reputation,
        population,
        damage,
        upkeep,
        relations,
        offered,
        special_sectors,
    )
}
