"""The count of components notices whatever is missing, doubled or misplaced."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.invariants import conservation_faults
from rules.state.frames_round import CubesHomeFrame
from rules.state.model import Ambassador, GameState
from tests.builders import HOME, Position


def _take_cube(state: GameState) -> None:
    state.sectors[HOME].cubes.pop()


def _overfill_track(state: GameState) -> None:
    state.seats[0].cubes.money += 3
    state.seats[0].cubes.science -= 3


def _lose_disc(state: GameState) -> None:
    state.seats[0].discs -= 1


def _borrow(state: GameState) -> None:
    state.seats[0].storage.money = -1


def _lose_colony_ship(state: GameState) -> None:
    state.seats[0].colony_ships -= 1


def _overload(state: GameState) -> None:
    state.seats[0].tiles["interceptor"][0] = "antimatter_cannon"


def _vanish_ship(state: GameState) -> None:
    del state.ships[state.sectors[HOME].ships[0]]


def _double_ship(state: GameState) -> None:
    state.sectors["001"].ships.append(state.sectors[HOME].ships[0])


def _make_tech(state: GameState) -> None:
    state.seats[0].techs["nano"].append("orbital")


def _lose_discovery(state: GameState) -> None:
    state.supply.discovery_pile -= 1


def _copy_ancient_part(state: GameState) -> None:
    state.seats[0].kept_parts.append("shard_hull")


def _forge_reputation(state: GameState) -> None:
    state.seats[0].reputation.append(4)


def _double_sector(state: GameState) -> None:
    state.supply.unseen["inner"].append("001")


def _cube_without_square(state: GameState) -> None:
    state.sectors[HOME].cubes.append("gray")
    state.seats[0].cubes.money -= 1


def _make_ancients(state: GameState) -> None:
    state.supply.ancients += 1


def _forge_ambassador(state: GameState) -> None:
    state.seats[0].ambassadors.append(Ambassador(1))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_take_cube, "seat 0 has 32 population cubes instead of 33"),
        (_overfill_track, "13 cubes on the money track"),
        (_lose_disc, "12 influence discs instead of 13"),
        (_borrow, "-1 money stored"),
        (_lose_colony_ship, "(2, 0) colony ships instead of 3"),
        (_overload, "Interceptor: its parts consume"),
        (_vanish_ship, "is listed in 1 sectors"),
        (_double_ship, "is listed in 2 sectors"),
        (_make_tech, "tiles of orbital instead of 4"),
        (_lose_discovery, "discovery tiles are unseen"),
        (_copy_ancient_part, "more than 1 discovery tiles shard_hull"),
        (_forge_reputation, "5 reputation tiles of 4 instead of 4"),
        (_double_sector, "sector tile 001 is in 2 places"),
        (_cube_without_square, "without squares for them"),
        (_make_ancients, "ancients in the supply"),
        (_forge_ambassador, "seat 1 has 4 ambassadors instead of 3"),
    ],
)
def test_each_kind_of_fault_is_told(change: Callable[[GameState], None], words: str) -> None:
    """A fresh game is sound; after the change the fault is named."""
    position = Position()
    assert conservation_faults(position.table) == []
    change(position.state)
    assert any(words in fault for fault in conservation_faults(position.table))


def test_cubes_on_their_way_home_are_counted() -> None:
    """Cubes that left a sector and wait for a choice of track are not lost."""
    position = Position()
    position.sector(HOME).cubes.clear()
    assert conservation_faults(position.table)
    tracks = (("money",), ("science",), ("materials",))
    position.state.frames.append(CubesHomeFrame(0, tracks, "track", HOME))
    assert conservation_faults(position.table) == []
