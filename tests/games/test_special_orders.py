"""Orders at special sectors: what is offered, hinted at and said before it is given."""

from __future__ import annotations

import pytest

from games.rendering.composer import Composer, compose
from games.rendering.consequences import consequences
from games.rendering.special import special_sectors
from rules import orders as o
from rules.expansions.galactic_events.effects import ShipSwallowed
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.orders import Order
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South"}
MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
ABOVE = "3.0"
both = pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])


def game(edition: str, round_number: int = 5) -> Position:
    position = Position(edition=edition, modules=MODULES)
    position.state.round = round_number
    return position


def facts(position: Position, order: Order) -> list[str]:
    view = player_view(position.state, 0)
    return [fact.text for fact in consequences(view.table, view.decisions[0], order, NAMES)]


def bad(position: Position, order: Order) -> list[str]:
    view = player_view(position.state, 0)
    found = consequences(view.table, view.decisions[0], order, NAMES)
    return [fact.text for fact in found if fact.bad]


def asked(position: Position, tag: str = "", path: str = "") -> Composer:
    composer = compose(player_view(position.state, 0), NAMES, tag=tag, path=path)
    assert composer is not None
    assert not composer.fault
    return composer


# --- pulsars -----------------------------------------------------------------------------------


def pulsar(edition: str) -> Position:
    position = game(edition)
    position.join("393", HOME, disc=0)
    position.seat().storage.materials = 10
    return position


@both
def test_activating_a_pulsar_step_by_step(edition: str) -> None:
    position = pulsar(edition)
    # The only pulsar is chosen at once.
    second = asked(position, "activate")
    assert [step.answer for step in second.steps] == ["393 Geminga"]
    assert second.asked == "To which slot does its disc go?"
    assert second.marks["393"].css == "origin"
    upkeep = position.table.upkeep(0)
    assert [(c.label, c.hint) for c in second.candidates] == [
        (
            "Upgrade",
            f"one part on a blueprint; no disc leaves the track, upkeep stays {upkeep}",
        ),
        (
            "Build",
            f"one ship or structure; no disc leaves the track, upkeep stays {upkeep}",
        ),
    ]
    whole = asked(position, "activate", "393~build")
    assert whole.order == Activate("393", "build")
    assert [fact.text for fact in whole.facts] == [
        f"No disc leaves the track: upkeep stays {upkeep}.",
        "One activation of Build follows instead of an action.",
        "The disc goes from Move to Build: next round it may go to Move or Upgrade.",
    ]


@both
def test_of_two_pulsars_one_is_chosen_on_the_map(edition: str) -> None:
    position = pulsar(edition)
    position.lay("394", "3.9", disc=0)
    position.sector("394").slot = "upgrade"
    first = asked(position, "activate")
    assert first.asked == "Which pulsar sector?"
    assert [(c.label, c.hint) for c in first.candidates] == [
        ("393 Geminga", "disc on Move, it may go to Upgrade or Build"),
        ("394 Simeis 147", "disc on Upgrade, it may go to Move or Build"),
    ]
    assert {place: mark.css for place, mark in first.marks.items()} == {
        "393": "legal",
        "394": "legal",
    }


@both
@pytest.mark.parametrize("slot", ["upgrade", "build"])
def test_what_follows_is_asked_with_one_activation(edition: str, slot: str) -> None:
    position = pulsar(edition)
    position.play(Activate("393", slot))
    composer = asked(position)
    assert composer.decision.kind == slot
    assert composer.question.endswith("left: 1.")
    assert {kind.tag for kind in composer.kinds} == {slot, "done"}


@both
def test_an_upgrade_by_a_pulsar_is_one_part(edition: str) -> None:
    position = pulsar(edition)
    position.play(Activate("393", "upgrade"))
    composer = asked(position, "upgrade")
    assert composer.design is not None
    assert any("of 1 " in check.text for check in composer.design.checks)


@both
def test_passing_tells_of_a_pulsar_that_was_not_activated(edition: str) -> None:
    position = pulsar(edition)
    told = "Pulsar 393 can still be activated this round; after passing it cannot."
    assert told in facts(position, o.Pass())
    position.sector("393").activated = position.state.round
    assert told not in facts(position, o.Pass())


# --- black holes -------------------------------------------------------------------------------


def hole(edition: str, round_number: int = 5, tile: str = "396") -> Position:
    position = game(edition, round_number)
    position.join(tile, HOME)
    position.lay("101", "1.0")
    return position


@both
def test_the_die_of_a_black_hole_is_told_before(edition: str) -> None:
    """One face of six brings the ship back at once, one with damage; two each in the next two
    rounds."""
    position = hole(edition)
    position.sector("396").discovery = True
    position.ship(0, "dreadnought", HOME)
    told = facts(position, o.Move("dreadnought", HOME, "396"))
    hull = position.table.stats(0, "dreadnought").hull
    assert hull > 0
    for text in (
        "The ship leaves the board, its activation ends. A die says when it comes back:",
        "17 %: back at once.",
        "17 %: back at once with 1 damage.",
        "33 %: back in round 6.",
        "33 %: back in round 7.",
        "In its round you bring it back before one of your actions; else it is lost.",
        "You are the first to enter: you take the discovery tile.",
    ):
        assert text in told, told
    assert any(text.startswith("It comes back to a sector of the inner ring; now") for text in told)


@both
def test_what_loses_a_ship_is_told_as_a_danger(edition: str) -> None:
    position = hole(edition)
    last = position.table.catalog.setup.rounds
    position.state.round = last - 1
    order = o.Move("interceptor", HOME, "396")
    assert position.table.stats(0, "interceptor").hull == 0
    told = bad(position, order)
    assert "17 %: destroyed by 1 damage, it has no hull." in told
    assert "33 %: lost, it would come back after the last round." in told
    assert f"33 %: back in round {last}." in facts(position, order)


@both
def test_no_sector_that_takes_the_ship_is_a_danger(edition: str) -> None:
    position = game(edition)
    position.join("396", HOME)
    inner = [s.id for s in position.state.sectors.values() if s.zone.startswith("1.")]
    assert not inner
    told = bad(position, o.Move("interceptor", HOME, "396"))
    assert "It comes back to a sector of the inner ring; now there is none." in told


def inside(edition: str) -> Position:
    """A cruiser of seat 0 that has to come back this round."""
    position = hole(edition)
    ship = position.ship(0, "cruiser", "396")
    position.fact(ShipSwallowed(ship.id, 0, "cruiser", "396", 0, 5, stream="x", draws=(1,)))
    return position


@both
def test_a_ship_is_brought_back_step_by_step(edition: str) -> None:
    position = inside(edition)
    other = position.ship(0, "interceptor", "396")
    position.fact(ShipSwallowed(other.id, 0, "interceptor", "396", 0, 5, stream="x", draws=(1,)))
    position.lay("102", "1.1")
    first = asked(position, "return_ship")
    assert [(c.label, c.hint) for c in first.candidates] == [
        ("Cruiser", "1 comes back this round, from sector 396"),
        ("Interceptor", "1 comes back this round, from sector 396"),
    ]
    second = asked(position, "return_ship", "cruiser")
    assert {"101", "102"} <= set(second.marks)
    assert [c.label.split()[0] for c in second.candidates] == sorted(second.marks)
    assert asked(position, "return_ship", "cruiser~101").order == ReturnShip("cruiser", "101")


@both
def test_passing_with_a_ship_inside_is_a_danger(edition: str) -> None:
    position = inside(edition)
    (told,) = bad(position, o.Pass())
    assert told.startswith(
        "Your cruiser in black hole 396 is lost if you do not bring it back this round"
    )
    position.play(ReturnShip("cruiser", "101"))
    assert not bad(position, o.Pass())


@both
def test_a_ship_that_comes_back_to_enemies_is_told_of_the_battle(edition: str) -> None:
    position = inside(edition)
    position.guard("101")
    told = facts(position, ReturnShip("cruiser", "101"))
    assert any(text.startswith("101: battle at the end of the round") for text in told)


@both
def test_a_ship_that_is_back_at_once_is_asked_for(edition: str) -> None:
    position = hole(edition)
    position.will_draw("black hole", 0)
    position.play(o.Move("interceptor", HOME, "396"))
    position.lay("102", "1.1")
    composer = asked(position, "return_ship", "interceptor")
    assert composer.question == (
        "Your interceptor comes back at once from the black hole of sector 396: to which sector?"
    )
    assert composer.marks["396"].css == "origin"
    row = next(r for r in special_sectors(player_view(position.state, 0), NAMES) if r.due)
    assert (row.sector, row.due) == (
        "396",
        "A ship of yours comes back at once: say to which sector.",
    )
    assert composer.marks["101"].css == "legal"


# --- nebulae and supernovae --------------------------------------------------------------------


@both
def test_entering_a_part_with_a_discovery(edition: str) -> None:
    position = game(edition)
    position.lay("395", "1.0")
    position.sector("395a").discovery = True
    told = facts(position, o.Move("interceptor", HOME, "395a"))
    assert "Its discovery tile goes to whoever has a ship here when combat ends." in told
    position.join("394", HOME)
    composer = asked(position, "move", f"interceptor~{HOME}")
    assert composer.marks["395a"].css == "legal"
    hints = {c.label.split()[0]: c.hint for c in composer.candidates}
    assert "its discovery tile goes to whoever has a ship there when combat ends" in hints["395a"]


@both
def test_taking_a_supernova_tells_its_danger(edition: str) -> None:
    """Round 5: without technologies 17 of 36 rolls are below 5, with one 12 are below 4."""
    position = game(edition)
    position.join("397", HOME)
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    position.learn(0, "gauss_shield", "grid")
    told = bad(position, o.Influence("track", "397"))
    assert told == []
    told = facts(position, o.Influence("track", "397"))
    assert "Supernova 397 explodes in the upkeep of round 5: 47 % → 33 %." in told
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    told = bad(position, o.Influence("track", "397"))
    assert "Supernova 397 explodes in the upkeep of round 5: 47 %." in told


@both
def test_research_makes_a_supernova_safer(edition: str) -> None:
    position = game(edition)
    position.lay("397", ABOVE, disc=0)
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    position.seat().storage.science = 20
    position.state.supply.techs = {"gauss_shield": 1}
    told = facts(position, o.Research("gauss_shield"))
    assert "Supernova 397 explodes in the upkeep of round 5: 47 % → 33 %." in told
