"""Reputation tiles after battles (CB-7), and that their values stay secret."""

from __future__ import annotations

import pytest

from rules.codec import copy_state
from rules.effects.base import Effect
from rules.effects.battle import BattleEnded
from rules.effects.boards import ReputationDrawn, ReputationSettled
from rules.log import Event
from rules.orders import Attack, KeepReputation
from rules.state.model import Ambassador, GameState
from rules.steps.reputation import reputation_room
from rules.views import player_view, visible_effects
from tests.builders import Position

FIELD = "102"
DEADLY = ("antimatter_cannon", "antimatter_cannon", "antimatter_cannon", "fusion_drive")


def _battle(*enemies: str, ask: bool = False) -> Position:
    """Seat 0's interceptor will meet the enemies of seat 1, or guards (``ancient``, ``gcds``)."""
    p = Position()
    p.lay(FIELD, "1.1")
    p.fit(0, "interceptor", *DEADLY)
    p.ship(0, "interceptor", FIELD)
    for kind in enemies:
        if kind in ("ancient", "gcds"):
            p.guard(FIELD, kind)
        else:
            p.ship(1, kind, FIELD)
    if ask:
        p.seat(0).preferences["reputation"] = "ask"
    return p


def _fight(p: Position) -> list[Effect]:
    """Seat 0 hits with every die until the battle is over; the others miss."""
    _loaded(p)
    effects = p.to_combat()
    while p.asked().kind in ("battle", "assign"):
        _loaded(p)
        effects += p.play(p.asked().default)
    return effects


def _loaded(p: Position) -> None:
    """Three dice of seat 0 hit, the one or two dice of everybody else miss, time after time."""
    enemy = sum(
        len(p.table.stats(s.owner, s.kind).cannons)
        for s in p.table.enemy_ships_in(0, p.sector(FIELD))
    )
    p.will_roll(FIELD, 6, 6, 6, *[1] * enemy, 6, 6, 6)


def _draws(effects: list[Effect]) -> dict[int, int]:
    return {e.seat: e.count for e in effects if isinstance(e, ReputationDrawn)}


@pytest.mark.parametrize(
    ("enemies", "draws"),
    [
        (["interceptor"], 2),
        (["starbase"], 2),
        (["cruiser"], 3),
        (["dreadnought"], 4),
        (["dreadnought", "cruiser"], 5),
        (["ancient"], 2),
        (["ancient", "ancient"], 3),
        (["gcds"], 4),
    ],
)
def test_cb_7_one_tile_for_the_battle_and_more_by_kind_destroyed(
    enemies: list[str], draws: int
) -> None:
    """1 for taking part; 1 for an interceptor, starbase or Ancient, 2 for a cruiser, 3 for a
    dreadnought or the Galactic Center's defence; five at most."""
    p = _battle(*enemies)
    effects = _fight(p)
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [0]
    assert _draws(effects)[0] == draws
    # The loser took part and destroyed nobody; non-players draw nothing.
    guards = enemies[0] in ("ancient", "gcds")
    assert _draws(effects) == ({0: draws} if guards else {0: draws, 1: 1})


def test_cb_7_not_more_than_the_bag_has() -> None:
    """Whoever draws first takes what there is; an empty bag gives nothing."""
    p = _battle("dreadnought")
    p.state.supply.reputation = {2: 1, 3: 1}
    p.state.supply.reputation_left = 2
    effects = _fight(p)
    # One tile is kept, one is back in the bag for the loser.
    assert _draws(effects) == {0: 2, 1: 1}
    assert p.seat(0).reputation == [3]
    assert p.seat(1).reputation == [2]
    assert p.state.supply.reputation == {}

    p = _battle("dreadnought")
    p.state.supply.reputation = {}
    p.state.supply.reputation_left = 0
    assert _draws(_fight(p)) == {}


def test_cb_7_the_best_is_kept_and_the_rest_goes_back() -> None:
    """One tile is kept, the others are in the bag before the next player draws."""
    p = _battle("dreadnought")
    before = sum(p.state.supply.reputation.values())
    effects = _fight(p)
    first = next(e for e in effects if isinstance(e, ReputationDrawn))
    assert p.seat(0).reputation == [max(first.values)]
    assert p.seat(0).drawn == []
    assert sum(p.state.supply.reputation.values()) == before - 2
    assert p.state.supply.reputation_left == before - 2
    kinds = [type(e) for e in effects if isinstance(e, ReputationDrawn | ReputationSettled)]
    assert kinds == [ReputationDrawn, ReputationSettled] * 2


@pytest.mark.parametrize(("held", "after"), [([1, 2, 2, 3], [2, 2, 3, 4]), ([4, 4, 4, 4],) * 2])
def test_cb_7_full_track_gives_up_its_lowest_tile_for_a_better_one(
    held: list[int], after: list[int]
) -> None:
    """A full track changes its lowest tile for a better one that was drawn, else none is kept."""
    p = _battle("interceptor")
    p.seat(0).reputation = list(held)
    p.state.supply.reputation = {4: 1, 1: 1}
    p.state.supply.reputation_left = 2
    _fight(p)
    assert sorted(p.seat(0).reputation) == after


def test_reputation_room_is_what_ambassadors_leave() -> None:
    """Ambassadors take the space that only they may use first, then others."""
    p = Position()
    assert reputation_room(p.table, 0) == 4
    p.seat(0).ambassadors = [Ambassador(1)]
    assert reputation_room(p.table, 0) == 4
    p.seat(0).ambassadors = [Ambassador(1), Ambassador(2), Ambassador(3)]
    assert reputation_room(p.table, 0) == 2
    orion = Position(("orion_hegemony", "mechanema"))
    assert reputation_room(orion.table, 0) == 5


def test_cb_7_who_asked_for_it_chooses_before_the_next_draws() -> None:
    """A seat that prefers to choose may keep any tile drawn, or none; the next player draws
    afterwards."""
    p = _battle("dreadnought", ask=True)
    effects = _fight(p)
    assert list(_draws(effects)) == [0]
    decision = p.asked()
    assert (decision.seat, decision.kind) == (0, "reputation")
    drawn = p.seat(0).drawn
    assert len(drawn) == 4
    assert decision.default == KeepReputation(max(drawn), 0)
    assert set(p.options(KeepReputation)) == {*drawn, 0}
    assert p.options(KeepReputation, max(drawn)) == (0,)
    assert "Reputation" in p.refusal(KeepReputation(9, 0))
    effects = p.play(KeepReputation(0, 0))
    assert p.seat(0).reputation == []
    assert list(_draws(effects)) == [1]


def test_cb_7_full_track_and_choice_name_the_tile_that_goes_back() -> None:
    """Keeping one on a full track returns one from the track."""
    p = _battle("interceptor", ask=True)
    p.seat(0).reputation = [1, 2, 2, 3]
    _fight(p)
    value = max(p.seat(0).drawn)
    assert p.options(KeepReputation, value) == (1, 2, 3)
    assert "full" in p.refusal(KeepReputation(value, 0))
    p.play(KeepReputation(value, 3))
    assert p.seat(0).reputation == [1, 2, 2, value]


# --- secrets -------------------------------------------------------------------------------------


def _shape(state: GameState, effects: list[Effect], viewer: int | None) -> tuple[object, ...]:
    """What ``viewer`` sees of the effects and of the table."""
    event = Event.of(state.seq, 0, "player", Attack(), effects)
    view = player_view(state, viewer)
    return visible_effects(event, viewer), view.board, view.waiting_for, view.decisions != []


@pytest.mark.parametrize("ask", [False, True])
@pytest.mark.parametrize("full", [False, True])
def test_values_of_tiles_are_never_public(ask: bool, full: bool) -> None:
    """Two tables that differ only in the values of the tiles look alike to the other player and
    to onlookers, whether tiles are kept, exchanged or refused."""
    seen = []
    for values in ({4: 9}, {1: 9}, {1: 4, 4: 5}):
        p = _battle("dreadnought", ask=ask)
        p.state.supply.reputation = dict(values)
        p.state.supply.reputation_left = 9
        if full:
            p.seat(0).reputation = [2, 2, 2, 2]
        effects = _fight(p)
        if ask:
            effects += p.play(p.asked().default)
        seen.append((p.state, effects))
    for viewer in (1, None):
        shapes = []
        for state, effects in seen:
            public = copy_state(state)
            # Seat 1's own tiles are its own to know.
            for seat in public.seats[1:]:
                seat.reputation = [1] * len(seat.reputation)
            others = [e for e in effects if e.audience != 1]
            shapes.append(_shape(public, others, viewer))
        assert shapes[0] == shapes[1] == shapes[2]


def test_shadows_hold_no_values() -> None:
    """What others read of a draw is a number of tiles, of a choice how many lie on the track."""
    p = _battle("dreadnought")
    effects = _fight(p)
    event = Event.of(p.state.seq, 0, "player", None, effects)
    for effect in visible_effects(event, None):
        if isinstance(effect, ReputationDrawn):
            assert (effect.values, effect.draws) == ((), ())
            assert effect.count > 0
        if isinstance(effect, ReputationSettled):
            assert (effect.held, effect.kept, effect.returned) == (1, 0, 0)
    own = [e for e in visible_effects(event, 0) if isinstance(e, ReputationDrawn)]
    assert [len(e.values) for e in own] == [4, 0]


def test_views_hide_a_hand_while_its_owner_chooses() -> None:
    """Others see how many tiles are held, the owner sees which."""
    p = _battle("dreadnought", ask=True)
    _fight(p)
    assert player_view(p.state, 1).board.seats[0].drawn == [0, 0, 0, 0]
    assert player_view(p.state, 0).board.seats[0].drawn == p.seat(0).drawn
