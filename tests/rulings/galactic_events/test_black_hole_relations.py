"""Black holes and diplomatic relations: what entering one and coming back breaks, and when."""

from __future__ import annotations

import pytest

from rules.effects.diplomacy import TreatyBroken
from rules.effects.galaxy import DiscPlaced, DiscRemoved
from rules.engine import open_decisions
from rules.expansions.galactic_events.orders import ReturnShip
from rules.orders import Accept, Done, Pass, Propose, Refresh, ReturnCube
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    BLANK,
    both_editions,
    enter,
    near_hole,
    next_round,
    of,
    one,
    others_act,
    sound,
    wait_inside,
)

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")


def partners(edition: str) -> Position:
    """Seats 0 and 1 have relations; a ship of seat 0 is due; seat 1 has a disc on 101."""
    position = near_hole(edition, round=4, species=FOUR, inner=())
    position.join("101", HOME, 1)
    position.lay("104", "1.3", disc=1)
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    wait_inside(position)
    others_act(position)
    next_round(position)
    return position


def test_ge_bh_4_coming_back_to_a_partner_is_an_attack_at_once_in_new_dawn() -> None:
    position = partners("new_dawn")
    effects = position.play(ReturnShip("interceptor", "104"))
    assert one(effects, TreatyBroken) == TreatyBroken(0, 1, "104")
    position.play(ReturnCube("money"), seat=0)
    position.play(ReturnCube("science"), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "turn")
    assert position.seat(0).traitor
    sound(position)


@pytest.mark.parametrize("acts", [True, False])
def test_ge_bh_4_in_second_dawn_it_is_judged_when_the_action_ends(acts: bool) -> None:
    """Or when its owner passes; if the ship moves on before, nothing is broken."""
    position = partners("second_dawn")
    effects = position.play(ReturnShip("interceptor", "104"))
    assert not of(effects, TreatyBroken)
    effects = position.play(Refresh(), Done()) if acts else position.play(Pass())
    assert one(effects, TreatyBroken) == TreatyBroken(0, 1, "104")
    position.play(ReturnCube("money"), seat=0)
    position.play(ReturnCube("science"), seat=1)
    assert position.asked().seat == 1
    sound(position)


def test_ge_bh_4_the_journey_itself_breaks_nothing() -> None:
    """A partner's ship that stands in the black hole is met in New Dawn, where entering counts,
    not in Second Dawn, where the ship is gone when the action ends."""
    for edition, broken in (("new_dawn", 1), ("second_dawn", 0)):
        position = near_hole(edition, species=FOUR)
        position.join("104", HOME, 1)
        position.play(Propose(1, "money"))
        position.play(Accept(0, "science"), seat=1)
        position.ship(1, "cruiser", "396")
        effects = enter(position, 2)
        for decision in open_decisions(position.table):
            if decision.kind == "return_cube":
                position.play(ReturnCube("money"), seat=0)
                position.play(ReturnCube("science"), seat=1)
                break
        if position.asked().kind != "turn":
            effects += position.play(Done())
        assert len(of(effects, TreatyBroken)) == broken


@both_editions
def test_ge_bh_4_coming_back_at_once_to_a_partner(edition: str) -> None:
    """The movement of the action broke nothing, the return does; the action goes on after it."""
    position = near_hole(edition, species=FOUR)
    position.join("104", HOME, 1)
    position.sector("101").disc = 1
    position.seat(1).discs -= 1
    position.ship(0, "interceptor", HOME)
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    enter(position, BLANK)
    effects = position.play(ReturnShip("interceptor", "101"))
    at_once = position.table.rules.edition.aggression_on_entering
    assert bool(of(effects, TreatyBroken)) == at_once
    if at_once:
        position.play(ReturnCube("money"), seat=0)
        position.play(ReturnCube("science"), seat=1)
    assert (position.asked().kind, position.asked().context["left"]) == ("move", 2)
    effects += position.play(Done())
    assert one(effects, TreatyBroken) == TreatyBroken(0, 1, "101")
    assert position.seat(0).traitor
    sound(position)


@both_editions
def test_ge_bh_12_no_deadline_breaks_relations(edition: str) -> None:
    """Of sectors of enemies and partners those of enemies; of partners alone none: the ship is
    lost then, but its owner may still bring it back on its own."""
    position = partners(edition)
    assert set(position.options(ReturnShip, "interceptor")) == {"104"}
    assert position.asked().default == Pass()
    position.lay("102", "1.2", disc=2)
    assert position.asked().default == ReturnShip("interceptor", "102")
    position.lift("102")
    assert position.asked().default == ReturnShip("interceptor", "102")


@both_editions
def test_ge_bh_12_at_once_a_partner_comes_last(edition: str) -> None:
    """Then the ship has to go somewhere: to whoever is no partner, if there is a choice."""
    position = near_hole(edition, species=FOUR, inner=("101", "104"))
    position.join("102", HOME, 1)
    position.fact(DiscPlaced(1, "101"), DiscPlaced(2, "104"))
    position.play(Propose(1, "money"))
    position.play(Accept(0, "science"), seat=1)
    enter(position, BLANK)
    assert position.asked().default == ReturnShip("interceptor", "104")
    position.fact(DiscRemoved(2, "104"), DiscPlaced(1, "104"))
    assert position.asked().default == ReturnShip("interceptor", "101")
