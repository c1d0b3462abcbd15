"""Cubes that one touch puts on the map: all that are legal, if they are few, and no others."""

from __future__ import annotations

from games.rendering.composer import compose, order_of
from games.rendering.settling import MOST
from rules import orders as o
from rules.decisions import check
from rules.log import Event
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South", 2: "East"}


def offered(position: Position) -> dict[str, str]:
    """Label and path of each cube."""
    composer = compose(player_view(position.state, 0), NAMES)
    assert composer is not None
    return {cube.label: cube.path for cube in composer.settle}


def test_a_gray_square_is_offered_with_each_track() -> None:
    position = Position()
    # It has a gray square.
    position.join("204", HOME, disc=0)
    tile = position.table.tile("204")
    assert offered(position)
    for label in offered(position):
        assert label.startswith("204, ")
    gray = [label for label in offered(position) if "gray" in label]
    squares = [square.name for square in tile.squares if not square.advanced]
    assert len(gray) == 3 * squares.count("gray")


def test_each_is_an_order_that_the_rules_accept_and_none_is_left_out() -> None:
    looked = 0

    def watch(state: GameState, event: Event) -> None:
        nonlocal looked
        for seat in {pending.seat for pending in state.pending}:
            view = player_view(state, seat)
            for decision in view.decisions:
                composer = compose(view, NAMES, decision_id=decision.id)
                assert composer is not None
                choice = decision.choice(o.Colonize)
                legal = [] if choice is None else list(choice.orders())
                if len(legal) > MOST:
                    assert composer.settle == []
                    continue
                given = [order_of(decision, "colonize", cube.path) for cube in composer.settle]
                assert given == legal
                for order in given:
                    check(decision, order)
                looked += len(given)

    for edition in ("new_dawn", "second_dawn"):
        simulate(RulesetSpec(edition), ["varied", "greedy"], 8, watch=watch)
    assert looked > 30


def test_while_another_order_is_put_together_none_is_offered() -> None:
    position = Position()
    position.join("204", HOME, disc=0)
    composer = compose(player_view(position.state, 0), NAMES, tag="research")
    assert composer is not None
    assert composer.settle == []
