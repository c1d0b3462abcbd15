"""Standing orders in stored games: they answer at once, once, for their own seat alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import current_app

from games import store
from games.errors import GameNotOpen, NotAllowed, StandingRefused
from games.models import Game, GameEvent, PendingDecision, StandingOrder, StandingUse
from games.selectors import history
from games.services import moderation
from games.services.standing_orders import (
    ended_orders,
    games_with_standing_orders,
    play_standing,
    remove,
    set_standing,
    standing_orders,
)
from games.tasks import play_standing_orders
from rules.effects.battle import BattleEnded
from rules.orders import Attack, Pass, Retreat
from rules.policies.standing import (
    BattleOrders,
    PlannedTurns,
    decode_standing,
)
from tests.games.battlefield import FIELD, HOME, battlefield
from tests.games.helpers import account, fresh, moderator, on_move
from tests.games.standing import all_pass, by_standing_orders, give_default, in_turn

pytestmark = pytest.mark.django_db


# --- battles -------------------------------------------------------------------------------------


def test_a_battle_is_fought_without_anybody_being_asked(game, north) -> None:
    """No decision of the battle was ever open for the player, so no mail asked for it either."""
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders())
    all_pass(game)
    answered = by_standing_orders(game)
    assert set(answered) == {(0, Attack())}
    ended = [e for event in store.log_of(game) for e in event.effects if isinstance(e, BattleEnded)]
    assert [e.sector for e in ended] == [FIELD]
    assert not PendingDecision.objects.filter(game=game, kind="battle").exists()


def test_ships_retreat_when_too_few_are_left(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2, retreat_to=(HOME,)))
    all_pass(game)
    assert (0, Retreat(HOME)) in by_standing_orders(game)


def test_orders_for_a_sector_come_before_those_for_all(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=9))
    set_standing(game=game, user=north, orders=BattleOrders(sector=FIELD))
    all_pass(game)
    answered = [order for _, order in by_standing_orders(game)]
    assert Attack() in answered
    assert Retreat(HOME) not in answered


def test_orders_set_in_the_midst_of_a_battle_take_over_at_once(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    all_pass(game)
    assert on_move(game) == (0, north)
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    assert by_standing_orders(game)[0] == (0, Retreat(HOME))


def test_both_sides_may_have_orders(game, north, south) -> None:
    battlefield(game, (0, "cruiser"), (0, "cruiser"), (1, "cruiser"), (1, "interceptor"))
    for user in (north, south):
        set_standing(game=game, user=user, orders=BattleOrders(targets="most_kills"))
    all_pass(game)
    assert not PendingDecision.objects.filter(game=game, kind__in=["battle", "assign"]).exists()


def test_orders_that_hold_once_are_over_with_the_battle(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(), once=True)
    all_pass(game)
    assert by_standing_orders(game)
    while fresh(game).phase == "combat":
        give_default(game)
    assert standing_orders(fresh(game), north) == []
    assert [row.ended for row in ended_orders(fresh(game), north)] == ["used"]


# --- expiry --------------------------------------------------------------------------------------


def test_orders_end_with_their_round_and_their_time(game, north) -> None:
    now = store.now()
    set_standing(game=game, user=north, orders=BattleOrders(), until_round=1)
    assert len(standing_orders(fresh(game), north)) == 1
    Game.objects.filter(pk=game.pk).update(round=2)
    assert standing_orders(fresh(game), north) == []
    assert [row.ended for row in ended_orders(fresh(game), north)] == ["expired"]
    row = set_standing(game=game, user=north, orders=BattleOrders(), until=now + timedelta(hours=1))
    assert len(standing_orders(fresh(game), north)) == 1
    StandingOrder.objects.filter(pk=row.pk).update(until=now)
    assert standing_orders(fresh(game), north) == []


def test_orders_whose_time_is_over_say_nothing(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    row = set_standing(game=game, user=north, orders=BattleOrders(below_ships=9))
    StandingOrder.objects.filter(pk=row.pk).update(until=store.now())
    all_pass(game)
    assert on_move(game) == (0, north)
    assert by_standing_orders(game) == []
    row.refresh_from_db()
    assert row.ended == "expired"
    assert [ended.pk for ended in ended_orders(fresh(game), north)] == [row.pk]


@pytest.mark.parametrize(
    ("end", "field"),
    [
        ({"until_round": 0}, "until_round"),
        ({"until_round": 99}, "until_round"),
        ({"until": store.now() - timedelta(minutes=1)}, "until"),
    ],
)
def test_ends_that_lie_behind_are_refused(game, north, end, field) -> None:
    with pytest.raises(StandingRefused) as refused:
        set_standing(game=game, user=north, orders=BattleOrders(), **end)
    assert refused.value.field == field
    assert not StandingOrder.objects.exists()


def test_wrong_sectors_and_kinds_are_refused_with_what_is_possible(game, north) -> None:
    with pytest.raises(StandingRefused) as refused:
        set_standing(game=game, user=north, orders=BattleOrders(sector="999"))
    assert refused.value.field == "sector"
    assert HOME in refused.value.possible
    with pytest.raises(StandingRefused) as refused:
        set_standing(
            game=game, user=north, orders=BattleOrders(targets="kinds", kinds=("deathstar",))
        )
    assert "cruiser" in refused.value.possible


# --- once, at once, for the own seat ---------------------------------------------------------------


def test_a_paused_game_answers_nothing_and_goes_on_afterwards(game, north, south) -> None:
    seat, user, _ = in_turn(north, south, game)
    boss = moderator()
    moderation.pause(game=game, user=boss, reason="holiday")
    set_standing(game=game, user=user, orders=PlannedTurns(turns=("pass",)))
    assert play_standing_orders() == 0
    assert play_standing(game.pk) == 0
    assert by_standing_orders(game) == []
    moderation.resume(game=game, user=boss, reason="back")
    assert games_with_standing_orders() == [game.pk]
    assert play_standing_orders() == 1
    assert by_standing_orders(game) == [(seat, Pass())]
    assert play_standing_orders() == 0


def test_the_sweep_plays_what_is_left_over_and_only_once(game, north, south, monkeypatch) -> None:
    """As after a worker that died: the decision is open, the standing order is there."""
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    monkeypatch.setattr("games.firing.MOST_ANSWERS", 0)
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    all_pass(game)
    assert by_standing_orders(game) == []
    monkeypatch.undo()
    play_standing_orders(game.pk)
    played = by_standing_orders(game)
    assert played[0] == (0, Retreat(HOME))
    play_standing_orders(game.pk)
    play_standing_orders()
    assert by_standing_orders(game) == played


def test_the_task_is_woken_for_what_is_put_off_and_after_a_pause(
    game, north, south, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    def woken(callbacks: list) -> int:
        return sum(callback.__qualname__.startswith("wake_standing") for callback in callbacks)

    assert "games.tasks.play_standing_orders" in current_app.tasks
    _, user, _ = in_turn(north, south, game)
    boss = moderator()
    moderation.pause(game=game, user=boss, reason="holiday")
    with django_capture_on_commit_callbacks() as callbacks:
        set_standing(game=game, user=user, orders=PlannedTurns(turns=("pass",)))
    assert woken(callbacks) == 0
    with django_capture_on_commit_callbacks() as callbacks:
        moderation.resume(game=game, user=boss, reason="back")
    assert woken(callbacks) == 1
    monkeypatch.setattr("games.firing.MOST_ANSWERS", 1)
    with django_capture_on_commit_callbacks() as callbacks:
        assert play_standing(game.pk) == 1
    assert woken(callbacks) == 1


def test_a_game_in_other_hands_is_left_alone(game, north) -> None:
    assert play_standing("nosuchgame") == 0


def test_a_policy_that_fails_harms_nobody(game, north, south, monkeypatch, caplog) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))

    def broken(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.firing.answer", broken)
    all_pass(game)
    assert on_move(game) == (0, north)
    assert "failed" in caplog.text


def test_a_successor_does_not_inherit_standing_orders(game, north, south) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    east = account("east")
    moderation.replace_player(game=game, user=moderator(), reason="left", seat=0, new_user=east)
    all_pass(game)
    assert on_move(game) == (0, east)
    assert by_standing_orders(game) == []
    assert standing_orders(fresh(game), east) == []
    with pytest.raises(NotAllowed):
        standing_orders(fresh(game), north)


def test_a_new_order_takes_the_place_of_the_old_one(game, north) -> None:
    first = set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    set_standing(game=game, user=north, orders=BattleOrders(sector=HOME))
    second = set_standing(game=game, user=north, orders=BattleOrders(below_ships=3))
    first.refresh_from_db()
    assert first.ended == "replaced"
    bodies = [decode_standing(row.body) for row in standing_orders(fresh(game), north)]
    assert bodies == [BattleOrders(sector=HOME), BattleOrders(below_ships=3)]
    remove(game=game, user=north, number=second.pk)
    assert len(standing_orders(fresh(game), north)) == 1


def test_orders_are_set_and_removed_by_their_own_player_alone(game, north, south) -> None:
    row = set_standing(game=game, user=north, orders=BattleOrders())
    with pytest.raises(StandingRefused):
        remove(game=game, user=south, number=row.pk)
    with pytest.raises(NotAllowed):
        remove(game=game, user=account("east"), number=row.pk)
    with pytest.raises(NotAllowed):
        set_standing(game=game, user=account("west"), orders=BattleOrders())
    assert [r.pk for r in standing_orders(fresh(game), north)] == [row.pk]


def test_there_are_none_in_a_game_that_is_over(game, north) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished")
    with pytest.raises(GameNotOpen):
        set_standing(game=game, user=north, orders=BattleOrders())


# --- who may know ----------------------------------------------------------------------------------


def test_only_the_seat_is_told_which_standing_order_fired_and_why(game, north, south) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    all_pass(game)
    seq = StandingUse.objects.earliest("event__seq").event.seq
    own = next(e for e in history(fresh(game), north) if e.seq == seq)
    assert own.actor == "standing_order"
    assert "1 ship was left, fewer than 2" in own.reason
    for user in (south, account("guest"), moderator()):
        theirs = next(e for e in history(fresh(game), user) if e.seq == seq)
        assert (theirs.actor, theirs.reason) == ("player", "")
        # Who drew which reputation tile is told to its seat alone.
        assert theirs.sentences[0] == own.sentences[0]
        assert theirs.order == own.order


def test_reasons_can_be_erased_while_the_log_stays(game, north) -> None:
    battlefield(game, (0, "interceptor"), (1, "cruiser"))
    set_standing(game=game, user=north, orders=BattleOrders(below_ships=2))
    all_pass(game)
    events = GameEvent.objects.filter(game=game).count()
    StandingOrder.objects.all().delete()
    assert {use.standing_id for use in StandingUse.objects.all()} == {None}
    StandingUse.objects.all().delete()
    assert GameEvent.objects.filter(game=game).count() == events
    assert all(e.reason == "" for e in history(fresh(game), north) if e.actor == "standing_order")


def test_the_log_holds_no_standing_order(game, north, south) -> None:
    """Its words lie in rows of their own."""
    _, user, _ = in_turn(north, south, game)
    set_standing(game=game, user=user, orders=PlannedTurns(turns=("then pass",)))
    for row in GameEvent.objects.filter(game=game):
        assert "then" not in row.effects.split('"')
        assert "standing" not in row.effects + (row.order or "")
