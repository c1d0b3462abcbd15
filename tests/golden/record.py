"""Golden games: whole games as text, written once and replayed by every test run.

    python -m tests.golden.record

A file begins with the players, the species by seat and the number that the chance of the game
comes from. ``2 build cruiser at 226`` is an order of player 2 in notation; a line with ``=`` is a
checkpoint at the beginning of a round or at the end: what an onlooker could read from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rules.log import Event
from rules.notation import show
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table

HERE = Path(__file__).parent
NEW_DAWN = RulesetSpec("new_dawn")
GAMES: dict[int, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    2: (5, ("greedy", "greedy"), ("mechanema", "terran_alliance")),
    3: (6, ("greedy", "varied", "greedy"), ("eridani_empire", "hydran_progress", "terran_union")),
    4: (
        33,
        ("greedy",) * 4,
        ("planta", "descendants_of_draco", "terran_directorate", "orion_hegemony"),
    ),
    5: (
        8,
        ("greedy", "greedy", "varied", "greedy", "greedy"),
        (
            "hydran_progress",
            "terran_republic",
            "mechanema",
            "eridani_empire",
            "planta",
        ),
    ),
    6: (
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
}
"""By number of players: seed, policies and species."""


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


def lines_of(players: int) -> Iterator[str]:
    """Play the game for a number of players and tell it."""
    seed, policies, species = GAMES[players]
    yield f"# New Dawn, {players} players"
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

    state, _ = simulate(NEW_DAWN, policies, seed, species, watch=watch)
    yield from told
    yield f"= end: {', '.join(f'{score.total} (place {score.place})' for score in state.scores)}"


def main() -> None:
    for players in GAMES:
        path = HERE / f"new_dawn_{players}.txt"
        path.write_text("\n".join(lines_of(players)) + "\n", encoding="utf-8")
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
