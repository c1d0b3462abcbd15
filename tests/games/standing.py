"""What tests of standing orders share."""

from __future__ import annotations

from games import store
from games.models import Game
from rules.engine import open_decisions
from rules.notation import show
from rules.orders import Build, Done, Refresh
from rules.table import Table
from tests.games.helpers import fresh, legal, on_move, send


def by_standing_orders(game: Game) -> list[tuple[int | None, object]]:
    """Seat and order of the events that standing orders made."""
    return [(e.seat, e.order) for e in store.log_of(game) if e.actor == "standing_order"]


def all_pass(game: Game) -> None:
    """End the action phase."""
    for _ in range(2):
        send(game, "pass")


def buildable(game: Game, seat: int) -> Build:
    """Something that the seat can build now; materials for one ship are there from the start."""
    order = legal(game, seat, Build)[0]
    assert isinstance(order, Build)
    return order


def act(game: Game) -> None:
    """The seat on the move turns up its colony ships and ends its turn."""
    seat, user = on_move(game)
    send(game, show(legal(game, seat, Refresh)[0]), seat, user)
    while on_move(game) == (seat, user) and legal(game, seat, Done):
        send(game, "done", seat, user)


def give_default(game: Game) -> None:
    """Whoever is asked gives what the decision names for the deadline."""
    decision = open_decisions(Table(store.current_state(fresh(game))))[0]
    send(game, show(decision.default))


def in_turn(north, south, game):
    """The one on the move and the other."""
    seat, user = on_move(game)
    return (seat, user, south if user == north else north)
