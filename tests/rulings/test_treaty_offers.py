"""Offers of diplomatic relations and their answers, which need no turn (Diplomatic Relations)."""

from __future__ import annotations

import pytest

from rules.decisions import Decision, Refused
from rules.engine import decision_for, open_decisions
from rules.orders import Accept, Done, KeepReputation, Pass, Propose, Refuse, TakeControl
from rules.state.model import Ambassador
from tests.builders import HOME, Position

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")


def _neighbours(species: tuple[str, ...] = FOUR) -> Position:
    """Seat 1 holds 101, which a full wormhole joins to the home of seat 0."""
    position = Position(species)
    position.join("101", HOME, disc=1)
    return position


def _treaty(position: Position, seat: int) -> Decision:
    return next(d for d in open_decisions(position.table) if d.seat == seat and d.kind == "treaty")


def test_dp_3_an_offer_blocks_nobody_and_needs_no_turn_to_be_answered() -> None:
    """Turns go on while the answer is open; it keeps its id; it is given in another's turn."""
    position = _neighbours()
    position.play(Propose(1, "money"))
    opened = _treaty(position, 1)
    position.play(Pass())
    # Seat 1 is asked for its turn and, beside it, for the answer.
    assert {d.kind for d in open_decisions(position.table) if d.seat == 1} == {"turn", "treaty"}
    position.play(Pass(), seat=1)
    assert _treaty(position, 1).id == opened.id
    assert position.asked().seat == 2
    position.play(Accept(0, "money"), seat=1)
    assert position.asked().seat == 2
    assert position.seat(0).ambassadors


def test_dp_3_the_default_refuses() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    assert _treaty(position, 1).default == Refuse(0)


def test_dp_3_one_open_offer_for_each_pair() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    assert "open already" in position.refusal(Propose(1, "science"), seat=0)
    position.play(Pass(), seat=0)
    assert "open already" in position.refusal(Propose(0, "science"), seat=1)


def test_dp_3_an_offer_is_checked_again_when_it_is_accepted() -> None:
    """A ship that came in between, a track that ran empty: accepting is refused with the reason,
    refusing stays possible."""
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.ship(1, "cruiser", HOME)
    assert HOME in position.refusal(Accept(0, "money"), seat=1)
    position.remove_ships(HOME)
    position.seat(0).cubes.money = 0
    assert "no cube left" in position.refusal(Accept(0, "money"), seat=1)
    position.play(Refuse(0), seat=1)
    assert not position.seat(0).ambassadors


def test_dp_3_it_lapses_at_the_proposers_next_turn() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    decision = _treaty(position, 1)
    position.play(Pass(), seat=0)
    for seat in (1, 2, 3):
        position.play(Pass(), seat=seat)
    while position.asked().seat != 0:
        position.play(position.asked().default, seat=position.asked().seat)
    assert not position.state.proposals
    with pytest.raises(Refused) as caught:
        decision_for(position.table, 1, decision.id)
    assert caught.value.stale


def test_dp_3_a_refused_offer_waits_for_the_next_turn() -> None:
    position = _neighbours()
    position.play(Propose(1, "money"))
    position.play(Refuse(0), seat=1)
    assert "refused" in position.refusal(Propose(1, "money"), seat=0)
    # The other side may still offer on its own turn.
    position.play(Pass(), seat=0)
    assert position.options(Propose) == (0,)


def test_dp_3_an_answer_names_whose_offer_it_is() -> None:
    """Two offers to one seat are two decisions; an order finds its own."""
    position = _neighbours()
    position.join("103", "101", disc=2)
    position.play(Propose(1, "money"))
    position.play(Pass())
    position.play(Pass(), seat=1)
    position.play(Propose(1, "science"), seat=2)
    offers = [d for d in open_decisions(position.table) if d.kind == "treaty"]
    assert [d.subject for d in offers] == ["0", "2"]
    position.play(Accept(2, "money"), seat=1)
    assert [a.seat for a in position.seat(1).ambassadors] == [2]
    assert [p.seat for p in position.state.proposals] == [0]


def test_dp_3_treaties_at_the_end_of_combat() -> None:
    """A disc placed after combat connects: both sides may offer before upkeep, and the game waits
    for the answer."""
    position = Position(FOUR)
    position.join("101", HOME)
    position.ship(1, "cruiser", "101")
    position.to_combat()
    position.play(TakeControl("101"))
    asked = open_decisions(position.table)
    assert [(d.seat, d.kind) for d in asked] == [(0, "treaties"), (1, "treaties")]
    assert asked[0].default == Done()
    position.play(Propose(0, "money"), seat=1)
    assert [(d.seat, d.kind) for d in open_decisions(position.table)] == [(0, "treaty")]
    assert position.state.phase == "combat"
    position.play(Accept(1, "money"), seat=0)
    assert position.state.phase != "combat"
    assert position.seat(1).ambassadors


def test_dp_3_nobody_is_asked_after_combat_without_a_new_connection() -> None:
    position = _neighbours()
    position.to_combat()
    assert position.state.phase != "combat"


def test_dp_3_an_ambassador_may_take_the_last_space_while_a_tile_is_being_chosen() -> None:
    """Accepting is open beside the choice of a reputation tile. If it fills the track, no tile can
    be kept any more, and nothing is offered that cannot be said to its end."""
    position = Position((*FOUR, "terran_federation", "descendants_of_draco"))
    position.join("101", HOME, disc=1)
    position.join("103", "101")
    position.ship(1, "dreadnought", "103")
    position.guard("103")
    position.seat(1).ambassadors = [Ambassador(seat) for seat in (2, 3, 4)]
    position.seat(1).preferences["reputation"] = "ask"
    position.play(Propose(1, "money"))
    position.will_roll("103", *[6] * 20)
    position.to_combat()
    while position.asked().kind == "battle":
        position.play(position.asked().default)
    assert position.asked().kind == "reputation"
    (drawn,) = position.seat(1).drawn
    assert position.options(KeepReputation) == (drawn, 0)
    position.play(Accept(0, "money"), seat=1)
    assert position.options(KeepReputation) == (0,)
    assert "Ambassadors fill" in position.refusal(KeepReputation(drawn, 0), seat=1)
    position.play(KeepReputation(0, 0), seat=1)
    assert not position.seat(1).drawn
