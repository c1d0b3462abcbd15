"""Pulsars: the disc on an action slot, and its activation in place of an action."""

from __future__ import annotations

import pytest

from rules.effects.boards import DiscSpent
from rules.effects.galaxy import ShipMoved, ShipPlaced
from rules.expansions.galactic_events.effects import SlotActivated
from rules.expansions.galactic_events.orders import Activate
from rules.orders import (
    Build,
    Done,
    Explore,
    Influence,
    Move,
    Pass,
    PlaceSector,
    Refresh,
    TakeControl,
    Upgrade,
)
from tests.builders import HOME, TWO, Position
from tests.rulings.galactic_events.boards import (
    beginning,
    both_editions,
    both_pass,
    game,
    next_round,
    of,
    one,
    sound,
)


def pulsar(edition: str, species: tuple[str, ...] = TWO, **options: int) -> Position:
    """Geminga above the home of seat 0, with its disc."""
    position = game(edition, species, **options)
    position.join("393", position.seat(0).home, 0)
    position.seat().storage.materials = 20
    return position


def slot(position: Position, sector: str = "393") -> str:
    """The slot that a pulsar's disc lies on: the one that it cannot be moved to."""
    slots = {"move", "upgrade", "build"}
    (now,) = slots - set(position.options(Activate, sector))
    return now


# --- the disc ------------------------------------------------------------------------------------


@both_editions
def test_pu_take_control(edition: str) -> None:
    """Whoever explores a pulsar and takes it puts the disc on the slot for movement."""
    position = game(edition)
    position.will_reveal("393")
    position.play(Explore("3.0"))
    position.play(PlaceSector("393", next(iter(position.options(PlaceSector, "393")))))
    position.play(TakeControl("393"))
    assert position.sector("393").disc == 0
    position.play(Done(), seat=0)
    assert slot(beginning(position)) == "move"
    sound(position)


@both_editions
def test_pu_second_disc(edition: str) -> None:
    """A pulsar sector holds one disc."""
    position = pulsar(edition)
    position.lay("201", "2.11")
    position.ship(0, "interceptor", "201")
    assert "393" not in position.options(Influence, "track")
    assert "has an influence disc already" in position.refusal(Influence("track", "393"))


# --- activating ----------------------------------------------------------------------------------


@both_editions
def test_pu_activate_build(edition: str) -> None:
    """The disc goes to the slot, and one thing may be built."""
    position = pulsar(edition)
    effects = position.play(Activate("393", "build"))
    assert one(effects, SlotActivated) == SlotActivated(0, "393", "build")
    assert position.sector("393").slot == "build"
    assert position.asked().kind == "build"
    effects = position.play(Build("interceptor", "393"))
    assert one(effects, ShipPlaced).sector == "393"
    assert position.asked().kind == "end_turn"
    sound(position)


@both_editions
def test_pu_same_slot(edition: str) -> None:
    """The disc moves to another slot, it does not stay."""
    position = pulsar(edition)
    assert position.options(Activate) == ("393",)
    assert position.options(Activate, "393") == ("upgrade", "build")
    assert "lies on move" in position.refusal(Activate("393", "move"))
    assert "has the slots move, upgrade, build" in position.refusal(Activate("393", "research"))


@both_editions
def test_pu_back_to_move(edition: str) -> None:
    """From the slot for building the disc may go back to that for movement: one ship moves."""
    position = pulsar(edition)
    position.play(Activate("393", "build"), Done())
    next_round(position)
    beginning(position)
    assert position.options(Activate, "393") == ("move", "upgrade")
    position.play(Activate("393", "move"))
    effects = position.play(Move("interceptor", HOME, "393"))
    assert one(effects, ShipMoved).route == ("393",)
    assert position.asked().kind == "end_turn"
    assert position.sector("393").slot == "move"


@both_editions
def test_pu_twice(edition: str) -> None:
    """Once a round."""
    position = pulsar(edition)
    position.play(Activate("393", "build"), Done(), seat=0)
    position.play(Pass())
    assert not position.offers(Activate)
    assert "once is the most" in position.refusal(Activate("393", "upgrade"))


@both_editions
def test_pu_two_pulsars(edition: str) -> None:
    """Each may be activated once, in turns of their own."""
    position = pulsar(edition)
    position.join("394", HOME, 0)
    position.play(Activate("393", "build"))
    assert not position.offers(Activate)
    position.play(Done(), seat=0)
    position.play(Pass())
    assert position.options(Activate) == ("394",)
    position.play(Activate("394", "upgrade"))
    assert position.sector("394").slot == "upgrade"


@both_editions
def test_pu_passed(edition: str) -> None:
    """Not in a reaction, however many ships wait."""
    position = pulsar(edition)
    position.seat().preferences["reactions"] = "ask"
    position.play(Pass())
    position.play(Build("interceptor", "223"), Done(), seat=1)
    assert (position.asked().seat, position.asked().kind) == (0, "reaction")
    assert not position.offers(Activate)
    assert "After passing" in position.refusal(Activate("393", "build"))
    assert position.offers(Build)


@both_editions
def test_pu_uses_the_turn(edition: str) -> None:
    """No disc is spent and the upkeep stays the same; afterwards the turn is over."""
    position = pulsar(edition)
    discs, upkeep = position.seat().discs, position.table.upkeep(0)
    effects = position.play(Activate("393", "build"), Build("interceptor", HOME))
    assert not of(effects, DiscSpent)
    assert (position.seat().discs, position.table.upkeep(0)) == (discs, upkeep)
    assert "one action a turn" in position.refusal(Move("interceptor", HOME, "393"))
    assert "one action a turn" in position.refusal(Activate("393", "move"))
    position.play(Done())
    assert position.asked().seat == 1


@both_editions
def test_pu_one_activation_only(edition: str) -> None:
    """Also for a species that builds three times in an action."""
    position = pulsar(edition, ("mechanema", "terran_federation"))
    assert position.table.species(0).activations["build"] == 3
    position.play(Activate("393", "build"), Build("interceptor", "393"))
    assert position.asked().kind == "end_turn"


# --- rulings -------------------------------------------------------------------------------------


@both_editions
def test_ge_pu_1_in_the_round_in_which_it_was_taken(edition: str) -> None:
    position = game(edition)
    position.join("393", HOME)
    position.play(Influence("track", "393"), Done(), seat=0)
    position.play(Pass())
    assert position.options(Activate) == ("393",)
    position.play(Activate("393", "upgrade"), Done(), seat=0)
    assert not position.offers(Activate)


@both_editions
def test_ge_pu_2_the_disc_stays_where_it_is_in_cleanup(edition: str) -> None:
    position = pulsar(edition)
    position.play(Activate("393", "upgrade"), Done(), seat=0)
    next_round(position)
    assert position.sector("393").slot == "upgrade"
    assert slot(beginning(position)) == "upgrade"


@both_editions
def test_ge_pu_3_a_new_disc_begins_on_movement_and_once_is_by_sector(edition: str) -> None:
    """Seat 1 takes the pulsar over in the round in which it was activated: not until the next
    round can it use it, and then from the slot for movement."""
    position = pulsar(edition)
    position.play(Activate("393", "build"), Done(), seat=0)
    position.play(Refresh(), Done(), seat=1)
    position.play(Influence("393", "track"), Done(), seat=0)
    position.ship(1, "interceptor", "393")
    position.play(Influence("track", "393"), Done(), seat=1)
    position.play(Pass(), seat=0)
    assert position.sector("393").disc == 1
    assert "once is the most" in position.refusal(Activate("393", "upgrade"), seat=1)
    next_round(position)
    beginning(position, 1)
    assert slot(position) == "move"


@both_editions
def test_ge_pu_3_lifting_the_disc_and_putting_it_back_gains_nothing(edition: str) -> None:
    """The disc begins on movement again, and the sector stays activated for this round."""
    position = pulsar(edition)
    position.play(Activate("393", "build"), Done(), seat=0)
    position.play(Pass())
    position.play(Influence("393", "track"), Done(), seat=0)
    position.play(Influence("track", "393"), Done(), seat=0)
    assert position.sector("393").disc == 0
    assert "once is the most" in position.refusal(Activate("393", "upgrade"))
    next_round(position)
    assert slot(beginning(position)) == "move"


@both_editions
def test_ge_pu_4_technologies_add_nothing(edition: str) -> None:
    """Nanorobots give another build of the action, not of a pulsar."""
    position = pulsar(edition)
    position.learn(0, "nanorobots")
    position.play(Activate("393", "build"), Build("interceptor", "393"))
    assert position.asked().kind == "end_turn"


@both_editions
def test_ge_pu_4_less_than_the_activation_is_allowed(edition: str) -> None:
    """The disc moves even if its owner then does nothing with it."""
    position = pulsar(edition)
    position.play(Activate("393", "upgrade"))
    assert position.asked().default == Done()
    position.play(Done())
    assert position.sector("393").slot == "upgrade"
    assert position.asked().seat == 1


@both_editions
def test_ge_pu_5_the_disc_moves_away_with_influence(edition: str) -> None:
    """The cube of the sector goes home, and the slot is empty."""
    position = pulsar(edition)
    position.settle(0, "393", "science", "science")
    position.play(Activate("393", "build"), Done(), seat=0)
    position.play(Pass())
    cubes = position.seat().cubes.of("science")
    position.play(Influence("393", "track"))
    assert position.seat().cubes.of("science") == cubes + 1
    assert (position.sector("393").disc, position.sector("393").slot) == (None, "")
    sound(position)


@both_editions
def test_ge_pu_6_the_slot_needs_something_that_can_be_done(edition: str) -> None:
    """Nothing to pay a ship with, if need be after a trade, and no ship that could move."""
    position = pulsar(edition)
    storage = position.seat().storage
    storage.money = storage.science = storage.materials = 0
    assert position.options(Activate, "393") == ("upgrade",)
    assert "nothing that one activation of build" in position.refusal(Activate("393", "build"))
    storage.money = 40
    assert position.options(Activate, "393") == ("upgrade", "build")
    position.fact(SlotActivated(0, "393", "build"))
    position.state.round += 1
    position.remove_ships(HOME)
    assert position.options(Activate, "393") == ("upgrade",)


@both_editions
def test_ge_pu_6_no_disc_of_the_track_is_needed(edition: str) -> None:
    """With an empty track no action is possible, but a pulsar is; passing is not begun by it."""
    position = pulsar(edition)
    position.seat().action_discs = {"build": position.seat().discs}
    position.seat().discs = 0
    assert not position.offers(Move)
    assert "no action is possible" in position.refusal(Move("interceptor", HOME, "393"))
    position.play(Activate("393", "build"), Build("interceptor", "393"), Done(), seat=0)
    assert not position.seat().passed
    assert position.state.next_start is None
    position.play(Pass())
    assert position.state.next_start == 1
    assert "you can only pass" in position.refusal(Move("interceptor", HOME, "393"))
    sound(position)


@both_editions
def test_ge_pu_7_an_upgrade_places_one_part(edition: str) -> None:
    """In both editions one activation: returns as one likes, one placement."""
    position = pulsar(edition)
    position.learn(0, "improved_hull")
    position.play(Activate("393", "upgrade"))
    two = Upgrade((), (("hull", "interceptor", 1), ("improved_hull", "cruiser", 2)))
    assert "At most one part" in position.refusal(two)
    position.play(Upgrade((), (("improved_hull", "cruiser", 2),)))
    assert position.asked().kind == "end_turn"
    assert position.table.stats(0, "cruiser").hull == 3


@both_editions
def test_ge_pu_7_upgrade_technologies_and_reactions_play_no_part(edition: str) -> None:
    """A seat whose upgrade action places three parts places one."""
    position = pulsar(edition, ("orion_hegemony", "terran_federation"))
    position.play(Activate("393", "upgrade"))
    assert position.asked().context["left"] == 1


@pytest.mark.parametrize("module", ["pulsars"])
@both_editions
def test_pulsars_alone(edition: str, module: str) -> None:
    """The module needs none of the others."""
    position = Position(edition=edition, modules=(module,))
    assert {"393", "394"} <= set(position.state.supply.unseen["outer"])
    position.join("394", HOME, 0)
    position.seat().storage.materials = 5
    position.play(Activate("394", "build"), Build("interceptor", "394"), Done(), seat=0)
    both_pass(position)
    assert position.sector("394").slot == "build"
