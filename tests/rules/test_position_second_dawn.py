"""Positions of Second Dawn as text: exported, read back, and written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.__main__ import main
from rules.effects.galaxy import WarpPortalPlaced
from rules.fold import apply
from rules.log import Event, state_hash
from rules.position import dump, faults, load
from rules.simulate import simulate
from rules.state.model import NPC, GameState
from rules.table import Table
from tests.rules.test_full_games_second_dawn import mixed_species, ruleset

BY_HAND = """\
edition second_dawn
modules warp_portals
option blueprint_ancient=advanced
player 0 planta
player 1 mechanema
sector 271 at 2.4 turn 2
  ship npc guardian
  discovery
sector 381 at 3.0
sector 281 at 2.2
  disc 0
"""


@pytest.mark.parametrize(("players", "seed"), [(2, 31), (4, 13), (6, 41)])
def test_states_of_a_game_survive_as_text(players: int, seed: int) -> None:
    """Reading an exported position gives an equal state, and no state of a game is impossible."""

    def watch(state: GameState, event: Event) -> None:
        if event.seq % 9:
            return
        assert state_hash(load(dump(state))) == state_hash(state), f"event {event.seq}"
        if event.seq % 27 == 0:
            assert faults(state) == [], f"event {event.seq}"

    mix = ["greedy", "varied"] * 3
    species = mixed_species(players, seed)
    state, _ = simulate(ruleset(seed), mix[:players], seed, species, watch=watch)
    assert load(dump(state)) == state


def test_a_position_by_hand_is_completed_with_the_figures_of_the_edition() -> None:
    """Boards, the center and its guard, bags and stacks with the module; the chosen blueprint."""
    state = load(BY_HAND)
    table = Table(state)
    assert faults(state) == []
    assert state.supply.stacks == {"inner": 10, "middle": 12, "outer": 4}
    assert state.supply.tech_bag["warp_portal"] == 1
    assert [s.kind for s in table.ships_in(state.sectors[state.zones["0.0"]])] == ["gcds"]
    assert table.stats(NPC, "ancient").hull == 2
    assert ("381", True) in table.links(state.sectors["281"])


def test_portal_tiles_are_part_of_a_position() -> None:
    """A tile's sector and points are written, and read again."""
    state = load(BY_HAND)
    home = state.seats[1].home
    apply(state, WarpPortalPlaced(1, home, 2))
    again = load(dump(state))
    assert again.warp_portals == {home: 2}
    assert again == state


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sector 101 at 1.0\n  ship npc guardian x4", "guardian"),
        ("sector 272 at 3.1", "272"),
        ('also warp_portals={"999":1}', "999"),
        ('also warp_portals={"271":4}', "4 points"),
        ('also npc_blueprints={"gcds":"gcds_big"}', "gcds_big"),
        ('also npc_blueprints={"gcd":"gcds"}', "gcd"),
    ],
)
def test_what_cannot_be_is_said(line: str, says: str) -> None:
    """More Guardians than there are; a sector with a Guardian away from a starting place; portals
    and blueprints that do not exist."""
    text = BY_HAND + line + "\n"
    if line.startswith("also"):
        # A line about the whole game comes before the players.
        text = BY_HAND.replace("player 0", f"{line}\nplayer 0")
    found = faults(load(text))
    assert found
    assert says in found[0]


def test_the_command_names_the_edition_of_a_file_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--edition`` stands in for the line; a file of another edition is refused."""
    path = tmp_path / "position.txt"
    path.write_text("player 0 planta\nplayer 1 mechanema\n")
    assert main(["position", str(path), "--edition", "second_dawn"]) == 0
    path.write_text("edition new_dawn\nplayer 0 planta\nplayer 1 mechanema\n")
    assert main(["position", str(path), "--edition", "second_dawn"]) == 1
    assert "not of 'second_dawn'" in capsys.readouterr().err


def test_modules_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="modules that fit it"):
        load("edition new_dawn\nmodules warp_portals\nplayer 0 planta\nplayer 1 mechanema\n")
