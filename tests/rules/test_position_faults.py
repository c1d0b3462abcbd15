"""What a position file gets wrong: lines that cannot be read, and positions that cannot arise."""

from __future__ import annotations

import random

import pytest

from rules.chance import LiveChance
from rules.engine import new_game
from rules.position import PositionError, dump, faults, load, report
from rules.state.model import RulesetSpec

HEAD = "edition new_dawn\n"
PLAYERS = "player 0 terran_directorate\n{}player 1 terran_federation\n"
TWO = HEAD + PLAYERS.format("")
INNER = "sector 101 at 1.0 turn 3\n"
ACTION = "flow round next=1\nflow action_phase seat=1\n"
FOUR = (
    HEAD
    + "player 0 terran_union\n{}player 1 mechanema\n{}player 2 orion_hegemony\n{}player 3 eridani_empire\n{}"
)
OFFER = 'also proposals=[{{"seat":{},"to":{},"track":"money"}}]\n'


def _mine(*lines: str) -> str:
    """Two players, with lines about the first."""
    return HEAD + PLAYERS.format("".join(f"  {line}\n" for line in lines))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("player 0 planta\n", 1, "the edition comes first"),
        ("edition new_down\n", 1, "did you mean new_dawn?"),
        (HEAD, 0, "there are no players"),
        ("round 1\n", 0, "the edition is missing"),
        (HEAD + "player 0 terran_union\n", 2, "2 to 6 can play, not 1"),
        (HEAD + "player 1 terran_union\n", 2, "expected player 0"),
        (HEAD + "player 0 terran_unoin\n", 2, "did you mean terran_union"),
        (TWO + "edition new_dawn\n", 4, "edition comes before the players"),
        (TWO + "option reactions\n", 4, "option comes before the players"),
        (HEAD + "option reactions\n", 2, "expected name=value"),
        (_mine("techs gaus_shield"), 3, "did you mean gauss_shield?"),
        (_mine("tiles criuser hull"), 3, "did you mean cruiser"),
        (_mine("tiles cruiser hul"), 3, "no ship part 'hul'; did you mean hull?"),
        (_mine("discs many"), 3, "expected a whole number for discs, not 'many'"),
        (_mine("discs 9999999999999"), 3, "at most"),
        (_mine("discs 1", "discs 2"), 4, "discs is given twice"),
        (_mine("storage gold 3"), 3, "there are money, science, materials"),
        (_mine("storage money"), 3, "resource and number by turns"),
        (_mine("colony ships 1 2"), 3, "colony ships 2 used 1"),
        (_mine("reputation 9"), 3, "no reputation tile '9'"),
        (_mine("out bankrupt"), 3, "there are collapsed, eliminated, resigned"),
        (_mine("traitor yes"), 3, "traitor stands alone"),
        (_mine("also lives=9"), 3, "no field 'lives'"),
        (_mine("also passed=maybe"), 3, "passed=maybe"),
        (_mine("monolith"), 3, "monolith belongs below a line that begins with sector"),
        (TWO + "sektor 101\n", 4, "did you mean sector"),
        (TWO + "sector 101\n", 4, "expected the zone of sector 101"),
        (TWO + "sector 101 at 1.9\n", 4, "ring 1 has the indexes 0 to 5"),
        (TWO + "sector 101 at 1.0 turned 3\n", 4, "expected at or turn"),
        (TWO + "sector 1O1 at 1.0\n", 4, "no sector '1O1'"),
        (TWO + INNER + INNER, 5, "sector 101 is on the map already, in line 4"),
        (TWO + INNER + "  cubes sience\n", 5, "did you mean science"),
        (TWO + INNER + "  ship cruiser\n", 5, "expected owner and type"),
        (TWO + INNER + "  ship npc cruiser\n", 5, "no non-player ship 'cruiser'"),
        (TWO + INNER + "  ship 0 cruiser x2 id=4\n", 5, "each ship has its id"),
        (TWO + INNER + "  ship 0 cruiser x99\n", 5, "at most 20 ships"),
        (TWO + INNER + "  ship 0 cruiser harm=1\n", 5, "no field 'harm'"),
        (
            TWO + INNER + "  ship 0 cruiser id=2\n  ship 0 cruiser id=2\n",
            0,
            "two ships have the id",
        ),
        (TWO + "supply\n  techs hull\n", 5, "no technology 'hull'"),
        (TWO + "supply\n  techs starbase starbase\n", 5, "write starbase*2"),
        (TWO + "flow tern seat=0\n", 4, "did you mean turn"),
        (TWO + "flow turn\n", 4, "seat= is missing"),
        (TWO + "flow turn seat=[1\n", 4, "begins like JSON, but is none"),
        (HEAD + "option x=" + "[" * 100_000 + "\n", 2, "longer or deeper than any value of a game"),
        (HEAD + "option x=" + "9" * 5000 + "\n", 2, "longer or deeper than any value of a game"),
        (
            HEAD + "option blueprint_gcds=huge\nplayer 0 planta\n",
            3,
            "blueprints of gcds are standard, drawn, not 'huge'",
        ),
        (HEAD + "option x=NaN\n", 2, "NaN is no number of a game"),
        (HEAD + "option x=1e999\n", 2, "1e999 is no number of a game"),
        (TWO + "phase war\n", 4, "no phase 'war'"),
    ],
)
def test_line_that_cannot_be_read_is_named(text: str, line: int, reason: str) -> None:
    """The error has the number of the line, what is wrong and what would be right."""
    with pytest.raises(PositionError) as refused:
        load(text)
    assert refused.value.line == line
    assert reason in str(refused.value)


IMPOSSIBLE = [
    (_mine("discs 20"), "21 influence discs instead of 13"),
    (_mine("discs -1", "action discs build 13"), "discs on its track"),
    (_mine("action discs build -2"), "build discs: -2 is less than nothing"),
    (_mine("cubes money 12"), "population cubes instead of 33"),
    (_mine("storage money -2"), "-2 money stored"),
    (_mine("colony ships 4"), "colony ships instead of 3"),
    (_mine("tiles cruiser plasma_cannon"), "plasma_cannon on the cruiser needs the technology"),
    (_mine("tiles interceptor - - hull"), "needs a source of"),
    (_mine("tiles interceptor - - - hull"), "interceptor needs a drive"),
    (_mine("tiles cruiser hull hull hull - - - hull"), "6 squares for parts, not 7"),
    (_mine("techs grid starbase"), "starbase belongs on the military track, not on grid"),
    (_mine("techs start starbase"), "has a technology twice"),
    (_mine("reputation 4 4 4 4 4"), "reputation tiles of 4 instead of 4"),
    (_mine("reputation 1 1 1 1 1 1"), "6 reputation tiles on its track, which holds 4"),
    (_mine("ambassador 0"), "ambassador of its own"),
    (_mine("ambassador 1"), "an ambassador of seat 1, which holds none of it"),
    (_mine("ambassador 5"), "there is no seat 5; there are 0 to 1"),
    (_mine("kept discoveries money money money money"), "more than 3 discovery tiles money"),
    (TWO.replace("terran_federation", "hydran_progress\nplayer 2 terran_federation"), "two sides"),
    (TWO + "sector 101 at 1.0\nsector 102 at 1.0\n", "zone 1.0 holds both 101 and 102"),
    (TWO + "sector 101 at 2.1\n", "belongs to the inner stack and cannot lie in zone 2.1"),
    (TWO + "sector 225 at 2.1\n", "no seat's home"),
    (TWO + "sector 101 at 1.0 turn 6\n", "turned by 0 to 5 sixths"),
    (TWO + INNER + "  disc 7\n", "there is no seat 7"),
    (TWO + INNER + "  cubes money\n", "has cubes but no disc"),
    (TWO + INNER + "  disc 0\n  cubes money money\n", "without squares for them"),
    (TWO + INNER + "  disc 0\n  cubes orbital\n", "a cube on an orbital, but no orbital"),
    (TWO + INNER + "  ship 0 dreadnought x3\n", "too many ships of type dreadnought"),
    (TWO + INNER + "  ship 0 interceptor damage=1\n", "(interceptor) has 1 damage"),
    (TWO + INNER + "  ship 0 interceptor retreat=102\n", "sector 102 is not on the map"),
    (TWO + INNER + "  ship 0 interceptor retreat=101\n", "where it is"),
    (TWO + INNER + "  ship npc gcds\n", "2 gcds on the map of 1"),
    (TWO + "sector 201 at 2.1\n  discovery\n", "has no place for a discovery tile"),
    (TWO + "next ship 1\n", "a number that is still to be given"),
    (TWO + "round 10\n", "there is no round 10; a game has 9"),
    (TWO + "order 0 0\n", "does not name every player"),
    (TWO + "start 2\n", "start player: there is no seat 2"),
    (TWO + "supply\n  techs starbase*9\n", "tiles of starbase"),
    (TWO + "supply\n  ancients 22\n", "22 ancients in the supply"),
    (TWO + "supply\n  stacks inner 9 middle 11 outer 5\n", "the inner stack has 9 of 8 tiles"),
    (TWO + "asks 1 turn id=0.0\n", "the flow asks turn of seat 0, but the position says turn of"),
    (TWO + "flow turn seat=0\n", "the outermost step of the flow is that of the round"),
    (TWO + "flow round next=9\n", "the next phase is 0 to 3, not 9"),
    (
        TWO + ACTION + "flow turn seat=0\nflow explore seat=0 left=1\n"
        'flow explored seat=0 zone=near sectors=["102"]\n',
        "cannot be open here",
    ),
    (_mine("reputation 1 1 1 1 1"), "5 reputation tiles on its track, which holds 4 of them"),
    (_mine("home 223"), "the home of terran_directorate is 221, not 223"),
    (_mine("traitor"), "the traitor card of seat 0: diplomacy is not used with 2 players"),
    (
        FOUR.format("ambassador 1\n", "ambassador 0\n", "", "")
        + "sector 230\n  disc 1\n  ship 0 cruiser\n",
        "seats 0 and 1 have relations, but ships of theirs stand against each other in sector 230",
    ),
    (
        HEAD + OFFER.format(0, 9) + FOUR.format("", "", "", "").removeprefix(HEAD),
        "proposals: there is no seat 9",
    ),
    (
        HEAD + OFFER.format(1, 1) + FOUR.format("", "", "", "").removeprefix(HEAD),
        "relations are formed with another player",
    ),
    (
        HEAD
        + OFFER.format(0, 1)
        + FOUR.format("ambassador 1\n", "ambassador 0\n", "", "").removeprefix(HEAD),
        "the offer of seat 0 to seat 1: they have relations already",
    ),
    (
        HEAD + OFFER.format(0, 1) + FOUR.format("", "out resigned\n", "", "").removeprefix(HEAD),
        "one of them has left the game",
    ),
    (TWO + INNER + "  disc 0\n  ship npc ancient\n", "a disc of seat 0 beside ships that keep it"),
    (TWO + "sector 301 at 9.4\n", "sector 301 is joined to no other sector"),
    (
        TWO + INNER + "  ship 0 cruiser damage=1\n",
        "damage, which is removed at the end of the combat",
    ),
    (TWO + INNER + "  ship 0 interceptor retreat=221\n", "no battle is fought in sector 101"),
    (_mine("prefer reactions=always"), "reactions can be skip or threat or ask, not always"),
    (_mine("prefer colour=red"), "there is no preference colour; there are reputation, reactions"),
    (HEAD + "option reputation=3\n" + PLAYERS.format(""), "reputation can be best or ask, not 3"),
    (HEAD + "option colour=red\n" + PLAYERS.format(""), "option: there is no option 'colour'"),
    (HEAD + "option species=7\n" + PLAYERS.format(""), "kinds of species are alien, terran, not 7"),
    (TWO + "finished\n", "the phase is action, but the game is finished"),
    (TWO + "score seat=7 lines=[] total=1 tie_break=1 place=1\n", "score: there is no seat 7"),
    (
        TWO + ACTION + "flow explore seat=0 left=1\n",
        "flow explore: this step lies in that of turn, not in that of action_phase",
    ),
    (
        TWO + ACTION + "flow turn seat=0\nflow build seat=1 left=1\n",
        "flow build: this is a step of whoever has the turn around it",
    ),
    (TWO + "flow round next=3\nflow upkeep\n", "a step of the upkeep phase, not of action"),
    (TWO + "flow round next=2\nflow action_phase seat=0\n", "after the action phase next is 1"),
    (
        TWO + 'flow round next=1\nflow cubes_home seat=0 cubes=[["money"]]\n',
        "lies in one of a phase",
    ),
    (HEAD + "phase action\nplayer 0\nplayer 1 terran_union\n", "seat 0 has no species"),
]


@pytest.mark.parametrize(("text", "reason"), IMPOSSIBLE)
def test_impossible_position_is_told(text: str, reason: str) -> None:
    """It can be read, and the fault is said precisely."""
    assert reason in "\n".join(faults(load(text)))


@pytest.mark.parametrize(
    "line", ["discards outer 301", "unseen outer 302 303", "stacks outer 2", "discards none"]
)
def test_a_ring_that_is_not_named_is_as_usual(line: str) -> None:
    """A line about one ring leaves the others as they are filled in, and the game can go on."""
    state = load(TWO + f"supply\n  {line}\n")
    usual = load(TWO).supply
    assert faults(state) == []
    assert state.supply.stacks["inner"] == usual.stacks["inner"]
    assert state.supply.unseen["middle"] == usual.unseen["middle"]
    assert state.supply.discards["inner"] == []
    assert report(state)["decisions"]


def test_all_faults_are_told_at_once() -> None:
    """One look is enough to mend a position."""
    found = faults(load(_mine("discs 20", "storage money -2") + INNER + "  cubes money\n"))
    assert len(found) == 3


def test_a_start_without_additions_has_no_faults() -> None:
    """The positions that the faults above were put into are sound themselves."""
    assert faults(load(TWO)) == []
    assert faults(load(TWO + INNER)) == []


def test_unknown_names_in_a_state_are_told_with_suggestions() -> None:
    """A state that did not come from a file is checked for names too, before anything else."""
    state = load(TWO)
    state.seats[0].techs["nano"].append("nanorobot")
    state.seats[0].species = "terran_directorat"
    found = faults(state)
    assert any("'nanorobot'; did you mean nanorobots" in fault for fault in found)
    assert any("'terran_directorat'; did you mean terran_directorate" in fault for fault in found)
    unknown, _ = new_game(RulesetSpec("new_dawn"), 2, LiveChance(b""))
    unknown.ruleset = RulesetSpec("new_down")
    assert faults(unknown) == ["there is no edition 'new_down'; did you mean new_dawn?"]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_or_told_never_worse(seed: int) -> None:
    """Whatever lines are lost, doubled, moved or spoilt: reading refuses a line, or faults are
    told, or the position is sound and survives as text."""
    chance = random.Random(seed)
    rows = dump(load(TWO + INNER + "  disc 0\n  ship 0 cruiser\n  ship 1 cruiser\n")).splitlines()
    words = [word for row in rows for word in row.split()]
    refused = 0
    for _ in range(60):
        lines = list(rows)
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(len(lines))
            match chance.randrange(4):
                case 0:
                    del lines[at]
                case 1:
                    lines.insert(chance.randrange(len(lines)), lines[at])
                case _ if row := lines[at].split():
                    spoilt = (chance.choice(words), "-3", "99", "none", "", "x=[1", "id=1")
                    row[chance.randrange(len(row))] = chance.choice(spoilt)
                    lines[at] = " ".join(row)
        try:
            state = load("\n".join(lines))
        except PositionError:
            refused += 1
            continue
        if not faults(state):
            assert load(dump(state)) == state
    assert refused
