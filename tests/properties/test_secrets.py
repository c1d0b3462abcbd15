"""What nobody may know must not show: two games that differ only in secrets look alike."""

from __future__ import annotations

import msgspec
import pytest

from rules.chance import LiveChance
from rules.codec import copy_state, encode_state
from rules.effects.base import Effect
from rules.engine import play
from rules.expansions.galactic_events.effects import (
    ShipSwallowed,
    SlotActivated,
    SupernovaRolled,
)
from rules.log import Event
from rules.orders import KeepReputation
from rules.simulate import seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.views import player_view, visible_effects

NEW_DAWN = RulesetSpec("new_dawn")
KEEPER = 0
"""The seat whose secrets differ."""


def _seen(state: GameState, viewer: int | None) -> tuple[bytes, list[tuple[object, ...]]]:
    view = player_view(state, viewer)
    if viewer is not None:
        # What the viewer draws itself comes from bags that differ: its own tiles are its secret.
        own = view.board.seats[viewer]
        own.reputation = [0] * len(own.reputation)
        own.drawn = [0] * len(own.drawn)
    asked = [
        (d.id, d.kind, d.subject, d.default, msgspec.json.encode(d.context, order="deterministic"))
        for d in view.decisions
    ]
    return encode_state(view.board), asked


def _told(event: Event, viewer: int | None) -> list[Effect]:
    """What the event tells the viewer beside its own private effects."""
    own = [e for e in event.effects if viewer is not None and e.audience == viewer]
    return [effect for effect in visible_effects(event, viewer) if effect not in own]


def _other_secrets(state: GameState) -> GameState:
    """The same position with other reputation tiles on the keeper's track and in the bag."""
    other = copy_state(state)
    seat, bag = other.seats[KEEPER], other.supply.reputation
    for index, value in enumerate(seat.reputation):
        swapped = next(v for v in (4, 3, 2, 1) if v != value and bag.get(v))
        bag[swapped] -= 1
        if not bag[swapped]:
            del bag[swapped]
        bag[value] = bag.get(value, 0) + 1
        seat.reputation[index] = swapped
    return other


MIXED = ("eridani_empire", "planta", "mechanema", "orion_hegemony")
"""Four species with diplomacy; the keeper holds tiles from the beginning."""


def _first_with_reputation(
    seed: int, species: tuple[str, ...] = (), spec: RulesetSpec = NEW_DAWN
) -> tuple[GameState, list[Event]] | None:
    """A state in which the keeper holds a tile, and the events after it."""
    found: list[GameState] = []

    def watch(state: GameState, event: Event) -> None:
        if not found and state.seats[KEEPER].reputation:
            found.append(copy_state(state))

    _, log = simulate(spec, ["greedy"] * (len(species) or 3), seed, species, watch)
    if not found:
        return None
    return found[0], [event for event in log if event.seq > found[0].seq]


def _game_with_reputation(batch: int) -> tuple[int, GameState, list[Event]]:
    """The first game of a batch of seeds in which the keeper wins a tile."""
    for seed in range(batch * 20, batch * 20 + 20):
        if found := _first_with_reputation(seed):
            return seed, *found
    raise AssertionError("greedy players hardly ever win reputation tiles any more")


@pytest.mark.parametrize("batch", range(5))
def test_games_that_differ_in_reputation_tiles_look_alike_to_others(batch: int) -> None:
    """Opponents and onlookers see equal boards, effects and questions throughout, whatever the
    keeper's tiles are worth, until the game ends and all is revealed."""
    seed, one, events = _game_with_reputation(batch)
    two = _other_secrets(one)
    _compare(seed, one, two, events)


@pytest.mark.parametrize("seed", range(3))
def test_diplomacy_and_tiles_of_the_setup_tell_others_nothing(seed: int) -> None:
    """Tiles that make room for ambassadors go back to the bag without a word about their value."""
    found = _first_with_reputation(seed, MIXED)
    assert found is not None
    _compare(seed, found[0], _other_secrets(found[0]), found[1])


@pytest.mark.parametrize("seed", range(3))
def test_second_dawn_tells_others_nothing(seed: int) -> None:
    """The same with all modules of Second Dawn; one of them has a tile that scores by reputation."""
    spec = RulesetSpec("second_dawn", ("extras", "warp_portals"), {"blueprint_gcds": "drawn"})
    found = _first_with_reputation(seed, MIXED, spec)
    assert found is not None
    _compare(seed, found[0], _other_secrets(found[0]), found[1])


@pytest.mark.parametrize(
    ("edition", "seed"), [("new_dawn", 3), ("second_dawn", 3), ("second_dawn", 4)]
)
def test_special_sectors_tell_others_nothing(edition: str, seed: int) -> None:
    """The same with pulsars, black holes, supernovae and nebulae: dice, ships inside and slots are
    everybody's to see and hold no secret."""
    spec = RulesetSpec(edition, ("black_holes", "nebulas", "pulsars", "supernovas"))
    found = _first_with_reputation(seed, MIXED, spec)
    assert found is not None
    happened = {type(effect) for event in found[1] for effect in event.effects}
    assert {SlotActivated, ShipSwallowed, SupernovaRolled} <= happened
    _compare(seed, found[0], _other_secrets(found[0]), found[1])


def _compare(seed: int, one: GameState, two: GameState, events: list[Event]) -> None:
    """Play both games on by the same orders and look at them with the eyes of the others."""
    assert one.seats[KEEPER].reputation != two.seats[KEEPER].reputation
    chance = LiveChance(seed_bytes(seed))
    for event in events:
        assert event.seat is not None
        assert event.order is not None
        if isinstance(event.order, KeepReputation):
            break
        effects = [
            play(state, event.seq, event.seat, event.order, chance, event.decision)
            for state in (one, two)
        ]
        stored = [Event.of(event.seq, event.seat, "bot", event.order, e) for e in effects]
        if one.finished or any(seat.out for seat in one.seats):
            # Whoever leaves counts the score for all to see, reputation included.
            break
        for viewer in (None, *range(1, len(one.seats))):
            assert _seen(one, viewer) == _seen(two, viewer)
            assert _told(stored[0], viewer) == _told(stored[1], viewer)


def test_owner_sees_its_own_tiles() -> None:
    """The same view shows the owner the values that others see as hidden."""
    _, state, _ = _game_with_reputation(0)
    own = player_view(state, KEEPER).board.seats[KEEPER].reputation
    assert own == state.seats[KEEPER].reputation
    assert player_view(state, 1).board.seats[KEEPER].reputation == [0] * len(own)
    assert player_view(state, None).board.supply.reputation == {}
