"""Positions with pulsars, black holes, supernovae and nebulae as text: exported, read back, and
written by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.editions import edition_names
from rules.log import Event, state_hash
from rules.position import PositionError, dump, faults, load, play_from, report, report_lines
from rules.simulate import simulate
from rules.state.model import Away, GameState, RulesetSpec, Ship
from rules.table import Table

MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")

TOP = "edition {}\nmodules black_holes nebulas pulsars supernovas\nround 4\n"
PLAYERS = "player 0 terran_directorate\nplayer 1 terran_federation\n"
BY_HAND = TOP.format("second_dawn") + PLAYERS
MAP = """\
sector 395a at 3.0 turn 2
  discovery
  ship 0 cruiser
sector 395b
  ship npc ancient
sector 393 at 3.1
  disc 0
  slot build
  activated 3
sector 397 at 3.2
  face 397x
sector 399 at 3.17
  away 1 interceptor x2 back=5
  away 0 dreadnought back=4 id=40 damage=1
supply
  discarded discoveries ancient_monolith
"""


@pytest.mark.parametrize("edition", edition_names())
@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 11), (4, 2), (6, 7)])
def test_states_of_a_game_survive_as_text(edition: str, players: int, seed: int) -> None:
    """Reading an exported position gives an equal state, at every step of a module and now and
    then at others, and no state of a game is impossible."""

    def watch(state: GameState, event: Event) -> None:
        own = any(type(e).__module__.startswith("rules.expansions") for e in event.effects)
        if event.seq % 13 and not own:
            return
        back = load(dump(state))
        assert state_hash(back) == state_hash(state), f"event {event.seq}"
        assert list(back.sectors) == list(state.sectors)
        assert faults(state) == [], f"event {event.seq}"

    mix = (["greedy", "varied"] * 3)[:players]
    state, _ = simulate(RulesetSpec(edition, MODULES), mix, seed, watch=watch)
    assert load(dump(state)) == state


def test_a_position_by_hand_holds_what_its_lines_say() -> None:
    """Parts of a divided tile, a slot, a flipped tile, ships off the board, tiles put aside."""
    state = load(BY_HAND + MAP)
    assert faults(state) == []
    assert state.zones["3.0"] == "395"
    assert [s.orientation for s in Table(state).places_in("3.0")] == [2, 2, 2]
    assert state.sectors["395c"].zone == "3.0"
    assert (state.sectors["393"].slot, state.sectors["393"].activated) == ("build", 3)
    assert state.faces == {"397": "397x"}
    assert state.away[40] == Away(Ship(40, 0, "dreadnought", "", 1), "399", 4)
    assert sorted(away.back for away in state.away.values()) == [4, 5, 5]
    assert state.next_ship > max(*state.ships, *state.away)
    assert state.supply.discarded_discoveries == {"ancient_monolith": 1}
    assert "ancient_monolith" not in state.supply.discoveries
    assert load(dump(state)) == state


@pytest.mark.parametrize(("laid", "unseen"), [("", "396"), ("396", ""), ("399", "")])
def test_stacks_are_completed_with_one_black_hole_at_most(laid: str, unseen: str) -> None:
    """The one that lies on the map, or else one of the two, is the only one of the game."""
    state = load(BY_HAND + (f"sector {laid} at 3.0\n" if laid else ""))
    holes = [tile for tile in state.supply.unseen["outer"] if tile in ("396", "399")]
    assert holes == [unseen] * bool(unseen)
    assert faults(state) == []


def test_text_of_other_positions_says_nothing_of_modules() -> None:
    """A position without them has no line that it did not have before they existed."""
    text = dump(load("edition second_dawn\n" + PLAYERS))
    assert not any(word in text for word in ("away", "face", "slot", "activated", "discarded"))


def test_a_game_goes_on_from_a_position_by_hand() -> None:
    """The ship that is due comes back; those of the next round are not forgotten."""
    state = load(BY_HAND + MAP)
    pending = [(p.seat, p.kind) for p in state.pending]
    assert pending == [(0, "turn")]
    ended, log = play_from(state, ["default", "varied"], 2)
    assert ended.finished
    moved = {type(effect).__name__ for event in log for effect in event.effects}
    assert "ShipReturned" in moved
    assert not ended.away


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("sector 395 at 3.0", "divided; write lines for its parts 395a, 395b, 395c"),
        ("sector 397x at 3.0", "no sector '397x'; did you mean 397?"),
        ("sector 395a", "expected the zone of sector 395a"),
        ("sector 397 at 3.0\n  face 396", "no other face of a tile '396'"),
        ("sector 397 at 3.0\n  face 397x\n  face 397x", "face is given twice"),
        ("sector 393 at 3.0\n  slot explore", "there are move, upgrade, build"),
        ("sector 393 at 3.0\n  activated twice", "expected a whole number for the round of"),
        ("sector 399 at 3.0\n  away 0 cruiser", "owner, type and round of return"),
        ("sector 399 at 3.0\n  away 0 cruiser back=soon", "expected a whole number"),
        ("sector 399 at 3.0\n  away 0 cruiser back=5 id=3\n  ship 0 cruiser id=3", "the id 3"),
        ("supply\n  unseen outer 395a", "no sector tile '395a'; did you mean 395?"),
        ("supply\n  discarded discoveries ancient_moon", "no discovery tile 'ancient_moon'"),
    ],
)
def test_line_that_cannot_be_read_is_refused(lines: str, reason: str) -> None:
    with pytest.raises(PositionError) as refused:
        load(BY_HAND + lines + "\n")
    assert reason in str(refused.value)


FLOW = "flow round next=1\nflow action_phase seat=1\nflow turn seat=0 action=move\n"
UPKEEP = "phase upkeep\nflow round next=3\n"
IMPOSSIBLE = [
    ("sector 395a at 3.0\nsector 395b at 3.1", "the parts of sector 395 lie in one zone"),
    ("sector 395a at 3.0\nsector 395b at 3.0 turn 1", "and are turned alike"),
    ("sector 395a at 3.0\nsector 393 at 3.0", "zone 3.0 holds both 395 and 393"),
    ("sector 395a at 2.0", "belongs to the outer stack"),
    ("sector 395a at 3.0\n  disc 0", "has a disc and no place for one"),
    ("sector 395b at 3.0\n  discovery", "has no place for a discovery tile"),
    ("sector 395a at 6.0", "sector 395 is joined to no other sector"),
    ("sector 101 at 1.0\n  face 397x", "sector 101: there is no face '397x'"),
    ("sector 398 at 3.0\n  face 397x", "sector 398: there is no face '397x'; did you mean 398x?"),
    ("sector 397 at 3.0\n  face 397x\n  disc 0", "has a disc and no place for one"),
    ("sector 393 at 3.0\n  slot build", "has no disc, and yet one on build"),
    ("sector 101 at 1.0\n  disc 0\n  slot build", "sector 101: there is no action slot 'build'"),
    ("sector 393 at 3.0\n  activated 5", "was activated in round 5"),
    ("sector 397 at 3.0\n  activated 3", "has no action slots"),
    ("sector 101 at 1.0\n  away 0 cruiser back=5", "cannot have left the board in sector 101"),
    ("sector 399 at 3.0\n  away npc ancient back=5", "cannot have left the board in sector 399"),
    ("sector 399 at 3.0\n  away 4 cruiser back=5", "there is no seat 4"),
    ("sector 399 at 3.0\n  away 0 cruiser back=9", "would return in round 9; a game has 8"),
    ("sector 399 at 3.0\n  away 0 cruiser back=3", "should have come back in round 3"),
    ("phase combat\nsector 399 at 3.0\n  away 0 cruiser back=4", "in round 4 and is lost"),
    ("sector 399 at 3.0\n  away 0 cruiser back=5 damage=-1", "(cruiser) has -1 damage"),
    ("sector 399 at 3.0\n  away 0 dreadnought x3 back=5", "too many ships of type dreadnought"),
    ("sector 399 at 3.0\n  away 0 cruiser back=5 retreat=399", "cannot retreat"),
    ('order 0 1\nalso away={"7":{"ship":{"id":7,"owner":0,"kind":"cruiser","sector":""},'
     '"source":"399","back":5}}', "left the board in sector 399, which is not on the map"),
    ("sector 101 at 1.0\n  ship 0 cruiser damage=1", "removed at the end of the combat phase"),
    ("sector 396 at 3.0\nsector 399 at 3.6", "sector tiles 399 are left out of a game"),
    ("sector 396 at 3.0\nsupply\n  unseen outer 399 301", "sector tiles 399 are left out"),
    ("supply\n  discarded discoveries ancient_monolith*2", "more than 1 discovery tiles"),
    (FLOW + "flow return_ship seat=0 ship=7", "lies in that of move, not in that of turn"),
    (FLOW + "flow move seat=0 left=1\nflow return_ship seat=0 ship=77", "there is no ship 77"),
    (FLOW + "flow move seat=0 left=1\nflow return_ship seat=0 ship=2", "cannot be open here"),
    (UPKEEP + 'flow supernovas sectors=["397"]', "lies in that of upkeep, not in that of round"),
    (UPKEEP + 'flow upkeep\nflow supernovas sectors=["397"]', "sector 397 is not on the map"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "reason"), IMPOSSIBLE)
def test_impossible_position_is_named(lines: str, reason: str) -> None:
    found = faults(load(BY_HAND + lines + "\n"))
    assert any(reason in fault for fault in found), found


def test_damage_from_a_black_hole_is_possible_before_combat() -> None:
    """A burst hurts a ship that comes back at once, in the action phase."""
    text = "sector 399 at 3.0\nsector 101 at 1.0\n  ship 0 cruiser damage=1\n"
    assert faults(load(BY_HAND + text)) == []
    assert any("combat phase" in fault for fault in faults(load(BY_HAND + "phase upkeep\n" + text)))


def test_ships_off_the_board_are_reported_apart() -> None:
    """They are neither on the map nor left to build."""
    told = report(load(BY_HAND + MAP))
    fleet = told["players"][1]["ships"]["interceptor"]
    assert (fleet["on_map"], fleet["off_board"], fleet["left"]) == (1, 2, 5)
    assert any("interceptor (1 on the map, 2 off the board)" in line for line in report_lines(told))


@pytest.mark.parametrize("edition", edition_names())
def test_command_line_knows_the_modules(
    edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games are played, stored, folded and checked again; positions explained; orders counted."""
    game, text, full = (str(tmp_path / name) for name in ("game.jsonl", "by_hand", "complete"))
    of = ["--edition", edition, "--modules", "pulsars,black_holes,supernovas,nebulas"]
    Path(text).write_text(TOP.format(edition) + PLAYERS + MAP.partition("supply")[0])
    hashes = []
    for command in (
        ["simulate", *of, "--players", "2", "--policy", "varied", "--seed", "4", "--out", game],
        ["replay", game],
        ["verify", game],
        ["position", text, "--out", full],
        ["position", full],
        ["perft", *of, "--depth", "1"],
    ):
        assert main(command) == 0
        hashes.append(json.loads(capsys.readouterr().out.splitlines()[-1]).get("state_hash"))
    assert hashes[0] == hashes[1] == hashes[2]
    assert hashes[3] == hashes[4]
