"""Golden games: whole games as text, written once and replayed by every test run.

    python -m tests.golden.record [NAME ...]

A file begins with the players, the species by seat and the number that the chance of the game
comes from. ``2 build cruiser at 226`` is an order of player 2 in notation; a line with ``=`` is a
checkpoint at the beginning of a round or at the end: what an onlooker could read from the table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rules.editions import edition_named
from rules.log import Event
from rules.notation import show
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table

HERE = Path(__file__).parent
NEW_DAWN = RulesetSpec("new_dawn")
SECOND_DAWN = RulesetSpec("second_dawn")
WITH_PORTALS = RulesetSpec("second_dawn", ("warp_portals",), {"blueprint_gcds": "drawn"})
ADVANCED = RulesetSpec(
    "second_dawn",
    ("warp_portals",),
    {f"blueprint_{kind}": "advanced" for kind in ("ancient", "guardian", "gcds")},
)


SPECIAL_SECTORS = ("black_holes", "nebulas", "pulsars", "supernovas")


class Golden(NamedTuple):
    """A game: its rules, the number that chance comes from, policies and species by seat."""

    spec: RulesetSpec
    seed: int
    policies: tuple[str, ...]
    species: tuple[str, ...]


GAMES = {
    "new_dawn_2": Golden(NEW_DAWN, 5, ("greedy", "greedy"), ("mechanema", "terran_alliance")),
    "new_dawn_3": Golden(
        NEW_DAWN,
        6,
        ("greedy", "varied", "greedy"),
        ("eridani_empire", "hydran_progress", "terran_union"),
    ),
    "new_dawn_4": Golden(
        NEW_DAWN,
        33,
        ("greedy",) * 4,
        ("planta", "descendants_of_draco", "terran_directorate", "orion_hegemony"),
    ),
    "new_dawn_5": Golden(
        NEW_DAWN,
        8,
        ("greedy", "greedy", "varied", "greedy", "greedy"),
        ("hydran_progress", "terran_republic", "mechanema", "eridani_empire", "planta"),
    ),
    "new_dawn_6": Golden(
        NEW_DAWN,
        9,
        ("greedy",) * 6,
        (
            "eridani_empire",
            "hydran_progress",
            "planta",
            "descendants_of_draco",
            "mechanema",
            "orion_hegemony",
        ),
    ),
    "second_dawn_2": Golden(
        SECOND_DAWN, 3, ("greedy", "greedy"), ("orion_hegemony", "terran_union")
    ),
    "second_dawn_3": Golden(
        ADVANCED,
        4,
        ("greedy", "greedy", "varied"),
        ("descendants_of_draco", "terran_directorate", "mechanema"),
    ),
    "second_dawn_4": Golden(
        WITH_PORTALS,
        5,
        ("greedy",) * 4,
        ("planta", "eridani_empire", "hydran_progress", "terran_alliance"),
    ),
    "second_dawn_6": Golden(
        SECOND_DAWN,
        6,
        ("greedy",) * 6,
        (
            "mechanema",
            "hydran_progress",
            "orion_hegemony",
            "terran_directorate",
            "planta",
            "descendants_of_draco",
        ),
    ),
    "galactic_events_new_dawn_3": Golden(
        RulesetSpec("new_dawn", SPECIAL_SECTORS),
        25,
        ("greedy", "greedy", "varied"),
        ("terran_federation", "orion_hegemony", "eridani_empire"),
    ),
    "galactic_events_second_dawn_5": Golden(
        RulesetSpec("second_dawn", SPECIAL_SECTORS),
        3,
        ("greedy", "greedy", "greedy", "greedy", "varied"),
        (
            "terran_federation",
            "orion_hegemony",
            "eridani_empire",
            "mechanema",
            "descendants_of_draco",
        ),
    ),
}
"""By the name of the file."""


def facts(state: GameState) -> str:
    """What a checkpoint says: points, storage, sectors and ships of each player, by seat."""
    table = Table(state)
    words = []
    for seat, boards in enumerate(state.seats):
        if boards.out:
            words.append(f"{boards.out} {boards.out_score}")
            continue
        points = sum(line.amount for line in table.score_lines(seat))
        stored = boards.storage
        ships = sum(ship.owner == seat for ship in state.ships.values())
        words.append(
            f"{points} vp {stored.money}/{stored.science}/{stored.materials} "
            f"{len(table.own_sectors(seat))} sectors {ships} ships {len(boards.ambassadors)} treaties"
        )
    return "; ".join(words)


def lines_of(name: str) -> Iterator[str]:
    """Play a game and tell it."""
    spec, seed, policies, species = GAMES[name]
    yield f"# {edition_named(spec.edition).title}, {len(species)} players"
    yield f"species {' '.join(species)}"
    yield f"seed {seed}"
    told: list[str] = []
    round_now = 0

    def watch(state: GameState, event: Event) -> None:
        nonlocal round_now
        if event.order is not None and event.seat is not None:
            told.append(f"{event.seat + 1} {show(event.order)}")
        if state.round != round_now and not state.finished:
            round_now = state.round
            told.append(f"= round {round_now}: {facts(state)}")

    state, _ = simulate(spec, policies, seed, species, watch=watch)
    yield from told
    yield f"= end: {', '.join(f'{score.total} (place {score.place})' for score in state.scores)}"


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        path = HERE / f"{name}.txt"
        path.write_text("\n".join(lines_of(name)) + "\n", encoding="utf-8")
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
