"""Stored games with special sectors in hostile hands: dice are not taken back, nothing illegal is
accepted by any door, and whatever a moderator does the log folds to what is stored."""

from __future__ import annotations

import pytest
from django.db import transaction

from games import store
from games.errors import NothingToUndo, OrdersRefused
from games.ledger import ledger_of
from games.models import Game, StandingOrder
from games.rendering.composer import order_of
from games.rendering.tree import WrongStep
from games.services import moderation
from games.services.bots import play_bots
from games.services.deadlines import expire_game
from games.services.play import preview
from games.services.standing_orders import set_standing
from games.services.undo import undo, undoable
from games.statements import lock
from rules.effects.base import Effect
from rules.effects.galaxy import DiscPlaced, SectorPlaced, ShipPlaced
from rules.expansions.galactic_events.effects import ShipLost, ShipReturned, ShipSwallowed
from rules.expansions.galactic_events.orders import ReturnShip
from rules.geometry import neighbour, zone_at, zone_name
from rules.log import fold_events, state_hash
from rules.orders import Pass
from rules.policies.standing import PlannedTurns
from rules.views import player_view
from tests.games.helpers import TWO, fresh, moderator, on_move, send, started
from tests.games.test_deadlines import let_time_pass

pytestmark = pytest.mark.django_db
MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
ENTER = "move cruiser 397 to 396"
WRITTEN = "move cruiser from 397 to 396"
both = pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])


def state_of(game: Game):
    """The stored state, which is always what the log folds to."""
    state = store.current_state(fresh(game))
    assert state_hash(state) == state_hash(fold_events(store.log_of(game)))
    return state


def record(game: Game, *effects: Effect) -> None:
    with transaction.atomic():
        locked = lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        ledger.record(effects, actor="moderator")
        ledger.save()


def near_hole(*users, edition: str, inside: bool = False):
    """The seat on the move has a cruiser beside a black hole, or inside and due; an inner sector
    and a pulsar of its own lie on the board."""
    game = started(*users, species=TWO, edition=edition, modules=MODULES)
    seat, user = on_move(game)
    ship = state_of(game).next_ship
    beyond = zone_name(neighbour(zone_at("3.0"), 1))
    assert not {"3.0", beyond, "1.0"} & state_of(game).zones.keys()
    record(
        game,
        SectorPlaced("393", "1.0", 0, False),
        DiscPlaced(seat, "393"),
        SectorPlaced("397", "3.0", 0, False),
        SectorPlaced("396", beyond, 0, False),
        ShipPlaced(ship, seat, "cruiser", "397"),
    )
    if inside:
        die = ShipSwallowed(ship, seat, "cruiser", "396", 0, 1, stream="black hole", draws=(1,))
        record(game, die)
    return game, seat, user


def faces(game: Game) -> list[int]:
    """What the die of the black hole showed in the newest event."""
    newest = store.log_of(game)[-1]
    return [effect.face for effect in newest.effects if isinstance(effect, ShipSwallowed)]


def refusals(game: Game, *orders: str) -> None:
    """Each of the orders is refused with a reason, and nothing has changed."""
    before = state_hash(state_of(game))
    for text in orders:
        with pytest.raises(OrdersRefused) as refused:
            send(game, text)
        assert str(refused.value), text
    assert state_hash(state_of(game)) == before


@both
def test_no_preview_tells_the_die_and_no_undo_takes_it_back(north, south, edition) -> None:
    """What is sent with the movement is handed back; a moderator's rewind brings the same die, or
    with new draws each of the faces in time."""
    game, seat, user = near_hole(north, south, edition=edition)
    shown = preview(game=game, seat=seat, text=f"{ENTER}; done", user=user)
    assert (shown.sentences, shown.chance, shown.rest, shown.final) == ((), WRITTEN, "done", True)
    sent = send(game, f"{ENTER}; bring cruiser to 393; done", seat, user)
    assert (sent.stopped_by, len(sent.seqs)) == ("chance", 1)
    assert undoable(fresh(game), seat) == []
    with pytest.raises(NothingToUndo):
        undo(game=game, seat=seat, user=user)
    first, before = faces(game), sent.seqs[0] - 1
    arbiter = moderator()
    seen: set[int] = set()
    for redraw in (False, *[True] * 30):
        moderation.rewind(game=game, user=arbiter, reason="x", to=before, redraw=redraw)
        assert state_of(game).away == {}
        send(game, ENTER, seat, user)
        assert redraw or faces(game) == first
        seen |= {*faces(game)}
    assert len(seen) > 3
    state_of(game)


@both
def test_while_a_ship_comes_back_nothing_else_is_accepted(north, south, edition) -> None:
    """Where it was put may be taken back, the die not; at the deadline it comes back by itself."""
    game, seat, user = near_hole(north, south, edition=edition)
    before, arbiter = state_of(game).seq, moderator()
    send(game, ENTER, seat, user)
    while faces(game) != [1]:
        moderation.rewind(game=game, user=arbiter, reason="x", to=before, redraw=True)
        send(game, ENTER, seat, user)
    swallowed = state_of(game)
    refusals(
        game, "done", "pass", "bring cruiser to 221", "bring cruiser to 396",
        "bring interceptor to 393", "activate 393 build", "move cruiser 396 to 397",
    )  # fmt: skip
    send(game, "bring cruiser to 393", seat, user)
    undo(game=game, seat=seat, user=user)
    assert (state_of(game).away, state_of(game).pending) == (swallowed.away, swallowed.pending)
    with pytest.raises(NothingToUndo):
        undo(game=game, seat=seat, user=user)
    let_time_pass(game, 100)
    assert expire_game(game.pk)
    assert state_of(game).ships[next(iter(swallowed.away))].sector == "393"
    assert on_move(game) != (seat, user)


@both
def test_orders_that_special_sectors_do_not_allow(north, south, edition) -> None:
    game, seat, user = near_hole(north, south, edition=edition, inside=True)
    refusals(
        game, "bring cruiser to 221", "bring interceptor to 393", "bring cruiser to 396",
        "bring dreadnought to 393", "bring cruiser to 393a", "bring cruiser to 295",
        "move cruiser 396 to 397", "influence track to 396", "influence track to 295a",
        "activate 393 move", "activate 393", "activate 396 build", "activate 393 explore",
        "bring cruiser to 393; bring cruiser to 393",
    )  # fmt: skip
    send(game, "activate 393 build; build interceptor 393; done", seat, user)
    send(game, "pass")
    refusals(game, "activate 393 upgrade", "activate 393 move")
    send(game, "bring cruiser to 393; pass", seat, user)
    assert state_of(game).away == {}
    assert state_of(game).phase != "action"


@both
def test_a_plan_in_store_does_not_pass_over_a_ship(north, south, edition) -> None:
    game, seat, user = near_hole(north, south, edition=edition, inside=True)
    row = set_standing(game=game, user=user, orders=PlannedTurns(turns=("pass",)))
    assert (row.ended, row.text) == (StandingOrder.End.IMPOSSIBLE, "pass")
    assert on_move(game) == (seat, user)
    let_time_pass(game, 100)
    assert expire_game(game.pk) == 2
    orders = [event.order for event in store.log_of(game)]
    assert orders[-2:] == [ReturnShip("cruiser", "393"), Pass()]


@both
def test_a_bot_takes_over_with_a_ship_inside(north, south, edition) -> None:
    """It brings the ship back before it passes."""
    game, seat, _ = near_hole(north, south, edition=edition, inside=True)
    moderation.replace_player(game=game, user=moderator(), reason="x", seat=seat, policy="greedy")
    told: list[Effect] = []
    while state_of(game).round == 1 and not any(isinstance(e, ShipReturned) for e in told):
        if state_of(game).pending[0].seat == seat:
            play_bots(game.pk)
        else:
            send(game, "pass")
        told = [effect for event in store.log_of(game) for effect in event.effects]
    assert any(isinstance(effect, ShipReturned) for effect in told)
    assert not any(isinstance(effect, ShipLost) for effect in told)


@both
@pytest.mark.parametrize(("tag", "path"), [("activate", ""), ("activate", "393"), ("move", "")])
def test_a_form_sent_without_a_choice_is_told_so(north, south, edition, tag, path) -> None:
    """And not that nothing is possible."""
    game, seat, _ = near_hole(north, south, edition=edition)
    (decision,) = player_view(state_of(game), seat).decisions
    with pytest.raises(WrongStep) as wrong:
        order_of(decision, tag, path)
    assert wrong.value.reason == "The order is not complete."
