"""The ship designer: what it draws, what it adds up to, and why something is not possible."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from games.rendering.blueprints import blueprints
from games.rendering.composer import compose, order_of
from games.rendering.designer import Design
from games.rendering.shelf import ShelfPart
from games.rendering.steps import Composer
from rules.decisions import check
from rules.effects.flow import StepOpened
from rules.orders import FitPart, Upgrade
from rules.state.frames_action import DiscoveryFrame
from rules.steps.research import least_cost
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South"}


def composed(position: Position, path: str = "", at: str = "") -> Composer:
    view = player_view(position.state, 0)
    composer = compose(view, NAMES, tag="upgrade", path=path, at=at)
    assert composer is not None
    return composer


def designed(position: Position, path: str = "", at: str = "") -> Design:
    composer = composed(position, path, at)
    assert not composer.fault
    assert composer.design is not None
    return composer.design


def part(design: Design, name: str) -> ShelfPart:
    (found,) = [part for group in design.shelf for part in group.parts if part.name == name]
    return found


def path_of(href: str) -> str:
    return parse_qs(urlsplit(href).query).get("path", [""])[0]


def totals(design: Design) -> dict[str, tuple[str, str]]:
    return {total.what: (total.before, total.after) for total in design.totals}


def learned(*techs: str, edition: str = "new_dawn") -> Position:
    position = Position(edition=edition)
    for tech in techs:
        position.learn(0, tech)
    return position


# --- squares -----------------------------------------------------------------------------------------


def test_squares_are_drawn_where_they_are_printed():
    """Terran dreadnought: three squares left and right, two lower ones in the middle."""
    design = designed(Position(), at="dreadnought")
    assert [slot.at for slot in design.slots] == [
        *("c0 r0", "c0 r4", "c0 r8"),
        *("c1 r3", "c1 r7"),
        *("c2 r0", "c2 r4", "c2 r8"),
    ]
    assert [slot.state for slot in design.slots].count("empty") == 1


def test_printed_parts_tiles_and_empty_squares_are_told_apart():
    position = learned("gauss_shield")
    position.fit(0, "cruiser", None, "gauss_shield")
    states = [slot.state for slot in designed(position, at="cruiser").slots]
    assert states == ["printed", "laid", "printed", "printed", "printed", "printed"]
    bare = designed(Position(), at="cruiser")
    assert [slot.name for slot in bare.slots][:2] == ["Hull", ""]
    # Without a square in the address the empty one is looked at.
    assert bare.chosen is not None
    assert bare.chosen.number == 2


def test_a_square_that_can_take_no_part_says_so():
    """Both parts of the action are placed: only these two squares can still be changed."""
    path = "place:hull:interceptor:1~place:hull:cruiser:2"
    assert [slot.takes for slot in designed(Position(), path, "interceptor").slots] == [
        True,
        False,
        False,
        False,
    ]
    assert not any(slot.takes for slot in designed(Position(), path, "starbase").slots)


# --- the shelf ---------------------------------------------------------------------------------------


def test_parts_that_fit_lead_to_the_order():
    """Cruiser: ion cannon 1 and drive 1 used, nuclear source 3 produced."""
    position = learned("plasma_cannon")
    position.state.supply.techs = {"fusion_drive": 1}
    design = designed(position, at="cruiser:2")
    hull, plasma = part(design, "Hull"), part(design, "Plasma Cannon")
    assert (hull.state, hull.says) == ("fits", "fits, energy 2 of 3")
    # Two more energy are used than there are; a source may follow.
    assert (plasma.state, plasma.says) == ("but", "then 1 energy is short")
    after = composed(position, path_of(hull.href), "cruiser:2")
    assert after.order == Upgrade((), (("hull", "cruiser", 2),))
    assert [step.answer for step in after.steps] == ["Hull on the empty square"]


def test_parts_without_their_technology_name_its_cost():
    position = Position()
    position.state.supply.techs = {"fusion_drive": 1}
    design = designed(position, at="cruiser:6")
    drive = part(design, "Fusion Drive")
    assert (drive.state, drive.href) == ("locked", "")
    cost = least_cost(position.table, 0, "fusion_drive")
    assert drive.says == f"needs the technology: {cost} science"
    assert part(design, "Tachyon Drive").says == "needs the technology: not in the supply"


def test_what_the_rules_refuse_stays_with_the_reason_in_short_and_in_full():
    """The second placement is taken, so that no source can follow."""
    position = learned("plasma_cannon")
    design = designed(position, "place:hull:interceptor:1", "cruiser:2")
    plasma = part(design, "Plasma Cannon")
    assert (plasma.state, plasma.href, plasma.says) == ("short", "", "1 energy short")
    assert "needs a source of 1 more" in plasma.rule
    assert "(Upgrade Action)" in plasma.rule
    design = designed(position, "place:hull:interceptor:1~place:hull:cruiser:2", "dreadnought:8")
    assert design.shelf == []
    assert design.full == "At most 2 parts may be placed now (Upgrade Action, Reactions)."
    assert designed(position, "place:hull:interceptor:1~place:hull:cruiser:2", "cruiser:2").shelf
    drive = part(designed(Position(), at="cruiser:6"), "Hull")
    assert drive.state == "but"
    assert drive.says == "then a drive is missing"


def test_a_starbase_is_offered_no_drive():
    design = designed(Position(), at="starbase:4")
    (drives,) = [group for group in design.shelf if group.title == "Drives"]
    assert (drives.parts, drives.note) == ([], "No drive on a starbase.")
    assert "Has no drive: as it must" in [check.text for check in design.checks]


def test_an_ancient_part_is_there_once():
    position = Position()
    position.seat().kept_parts = ["shard_hull"]
    design = designed(position, at="cruiser:2")
    shard = part(design, "Shard Hull")
    assert shard.ancient
    placed = path_of(shard.href)
    assert placed == "place:shard_hull:cruiser:2"
    second = part(designed(position, placed, "interceptor:1"), "Shard Hull")
    assert (second.state, second.says) == ("short", "the only one is on the cruiser")
    assert "No Shard Hull lies beside your board" in second.rule


def test_a_tile_is_replaced_in_one_step_and_an_ancient_one_leaves_the_game():
    position = learned("gauss_shield")
    position.fit(0, "cruiser", None, "shard_hull")
    design = designed(position, at="cruiser:2")
    gauss = path_of(part(design, "Gauss Shield").href)
    assert gauss == "return:cruiser:2~place:gauss_shield:cruiser:2"
    composer = composed(position, gauss, "cruiser:2")
    (step,) = composer.steps
    assert step.answer == "Gauss Shield instead of Shard Hull"
    assert step.warning == "Shard Hull leaves the game."
    assert [deed.label for deed in design.deeds] == ["Take the part off: empty"]
    bare = composed(position, path_of(design.deeds[0].href), "cruiser:2")
    assert bare.order == Upgrade((("cruiser", 2),), ())


# --- changes -----------------------------------------------------------------------------------------


def test_parts_are_added_in_any_order_and_each_can_be_undone():
    """The order sent is the one form that the rules know."""
    position = Position()
    late = path_of(part(designed(position, at="dreadnought:1"), "Hull").href)
    both = path_of(part(designed(position, late, "interceptor:1"), "Hull").href)
    assert both == "place:hull:interceptor:1~place:hull:dreadnought:1"
    composer = composed(position, both, "interceptor:1")
    decision = player_view(position.state, 0).decisions[0]
    check(decision, order_of(decision, "upgrade", composer.path))
    assert [path_of(step.href) for step in composer.steps] == [
        "place:hull:dreadnought:1",
        "place:hull:interceptor:1",
    ]
    assert composer.notation == "upgrade place hull on interceptor 1, place hull on dreadnought 1"


def test_a_placement_that_needs_another_one_on_an_earlier_square_is_offered():
    """The drive of the cruiser lies on its last square: it may move to an earlier one, in any
    order, although orders name the squares in theirs."""
    hull = path_of(part(designed(Position(), at="cruiser:6"), "Hull").href)
    composer = composed(Position(), hull, "cruiser:2")
    assert (composer.fault, composer.order) == ("", None)
    assert composer.design is not None
    drive = part(composer.design, "Nuclear Drive")
    assert drive.state == "fits"
    moved = composed(Position(), path_of(drive.href), "cruiser")
    assert moved.order == Upgrade((), (("nuclear_drive", "cruiser", 2), ("hull", "cruiser", 6)))
    taken = designed(Position(), "place:hull:interceptor:1", "cruiser:6")
    assert part(taken, "Hull").says == "the drive would be missing"


def test_a_draft_that_is_refused_is_kept_as_far_as_it_goes():
    composer = composed(Position(), "place:hull:cruiser:2~place:gauss_shield:dreadnought:1")
    assert "Gauss Shield needs the technology" in composer.fault
    assert composer.path == "place:hull:cruiser:2"


def test_undoing_what_others_need_leaves_a_design_that_is_not_legal():
    """Without the source the cannon is one energy short; a placement is then free to mend that."""
    position = learned("plasma_cannon", "fusion_source")
    path = "place:plasma_cannon:cruiser:2~place:fusion_source:cruiser:4"
    composer = composed(position, path, "cruiser")
    assert composer.order is not None
    cannon, source = composer.steps
    assert path_of(cannon.href) == "place:fusion_source:cruiser:4"
    assert path_of(source.href) == "place:plasma_cannon:cruiser:2"
    halfway = composed(position, "place:plasma_cannon:cruiser:2", "cruiser")
    assert halfway.order is None
    assert halfway.design is not None
    assert not halfway.design.legal


def test_totals_now_and_then():
    position = learned("plasma_cannon", "fusion_source")
    path = "place:plasma_cannon:cruiser:2~place:fusion_source:cruiser:4"
    design = designed(position, path, "cruiser")
    assert design.dice == ([("yellow", False)], [("orange", False), ("yellow", False)])
    assert (design.energy.before, design.energy.used, design.energy.produced) == ((2, 3), 4, 6)
    assert totals(design) == {
        "initiative": ("2", "2"),
        "computer": ("+1", "+1"),
        "shield": ("0", "0"),
        "hull": ("1", "1"),
        "movement": ("1", "1"),
    }
    assert [check.text for check in design.checks] == [
        "Energy 4 of 6: enough",
        "Has a drive",
        "2 of 2 parts placed",
    ]


# --- editions and species ------------------------------------------------------------------------------


def test_each_activation_of_second_dawn_places_one_part():
    position = Position(edition="second_dawn")
    assert [c.text for c in designed(position).checks][-1] == (
        "0 of 1 part placed; 1 more activation follows"
    )
    position.play(Upgrade((), (("hull", "interceptor", 1),)))
    assert position.asked().kind == "upgrade"
    design = designed(position, at="cruiser")
    assert [c.text for c in design.checks][-1] == "0 of 1 part placed"
    assert part(design, "Hull").state == "fits"


def test_a_part_beside_the_squares():
    """The muon source lies beside the slots; it is the only part there, and stays."""
    position = Position(edition="second_dawn")
    position.seat().kept_parts = ["muon_source"]
    design = designed(position, at="interceptor:5")
    assert [slot.at for slot in design.slots][-1] == "beside"
    muon = part(design, "Muon Source")
    assert [p.name for group in design.shelf for p in group.parts] == ["Muon Source"]
    after = designed(position, path_of(muon.href), "interceptor")
    assert after.energy.produced == design.energy.produced + 2
    assert totals(after)["initiative"] == ("3", "4")


@pytest.mark.parametrize(
    ("species", "edition", "bonus", "energy"),
    [
        ("planta", "new_dawn", "energy +2, computer +1", 5),
        ("orion_hegemony", "new_dawn", "initiative +3, energy +1", 4),
        ("eridani_empire", "second_dawn", "initiative +2, energy +1", 4),
    ],
)
def test_what_is_printed_beside_the_squares_counts(species, edition, bonus, energy):
    position = Position((species, "terran_federation"), edition)
    design = designed(position, at="interceptor")
    assert design.bonus == bonus
    assert design.energy.produced == energy
    assert next(p.bonus for p in blueprints(position.table, 0)) == bonus


# --- a part that was found ---------------------------------------------------------------------------


def found(part: str, edition: str = "new_dawn") -> Position:
    """Seat 0 uses a discovery tile with a part."""
    position = Position(edition=edition)
    position.fact(StepOpened(DiscoveryFrame(0, HOME, part, fitting=True)))
    assert position.asked().kind == "fit_part"
    return position


def fitted(position: Position, path: str = "", at: str = "") -> Composer:
    view = player_view(position.state, 0)
    composer = compose(view, NAMES, tag="fit", path=path, at=at)
    assert composer is not None
    return composer


def test_a_part_that_was_found_is_put_on_a_square():
    """The shard hull adds 3 hull; the cruiser needs its source, for cannon and drive, and its drive."""
    position = found("shard_hull")
    composer = fitted(position, at="cruiser")
    assert composer.design is not None
    slots = composer.design.slots
    assert [slot.says for slot in slots] == [
        *("", "", "", "2 energy short", ""),
        "the drive would be missing",
    ]
    assert composer.design.shelf == []
    assert composer.design.note == "Choose the square that Shard Hull goes on."
    assert path_of(slots[1].href) == "cruiser~2"
    chosen = fitted(position, "cruiser~2")
    assert chosen.order == FitPart("cruiser", 2)
    assert chosen.design is not None
    assert totals(chosen.design)["hull"] == ("1", "4")


def test_a_part_that_lies_beside_the_squares_goes_only_there():
    composer = fitted(found("muon_source", "second_dawn"), at="starbase")
    assert composer.design is not None
    assert [bool(slot.href) for slot in composer.design.slots] == [False] * 5 + [True]
    drive = fitted(found("conformal_drive"), at="starbase")
    assert drive.design is not None
    assert {slot.says for slot in drive.design.slots} == {"no drive on a starbase"}
