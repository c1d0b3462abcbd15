"""What an exploded supernova leaves: ships may stand there, little else is possible."""

from __future__ import annotations

from rules.expansions.galactic_events.effects import SupernovaExploded
from rules.geometry import turned
from rules.orders import (
    Build,
    Explore,
    Influence,
    Move,
    PlaceSector,
    TakeControl,
)
from rules.steps.explore import explorable
from tests.builders import HOME, Position
from tests.rulings.galactic_events.boards import (
    both_editions,
    both_pass,
    game,
)


def remnant(edition: str, zone: str = "3.0", generator: bool = False) -> Position:
    """What is left of Betelgeuse beside the home of seat 0, whose interceptor stands there."""
    position = game(edition)
    position.lay("397", zone)
    position.fact(SupernovaExploded("397", "397x"))
    position.ship(0, "interceptor", "397")
    if generator:
        position.learn(0, "wormhole_generator")
    return position


@both_editions
def test_sn_exploded_no_connection(edition: str) -> None:
    """The home has a wormhole there, the remnant none: nobody moves in or out."""
    position = remnant(edition)
    assert 0 in position.table.wormholes(position.sector(HOME))
    assert position.options(Move, "interceptor", HOME) == ()
    assert "397" not in position.options(Move, "interceptor")
    assert position.refusal(Move("interceptor", "397", HOME))


@both_editions
def test_sn_exploded_generator(edition: str) -> None:
    """With the generator the wormhole of the neighbour is enough, in both directions."""
    position = remnant(edition, generator=True)
    assert position.options(Move, "interceptor", HOME) == ("397",)
    assert position.options(Move, "interceptor", "397") == (HOME,)
    position.play(Move("interceptor", "397", HOME))
    assert position.sector("397").ships == []


@both_editions
def test_sn_exploded_generator_blank_edge(edition: str) -> None:
    """Not through an edge where the neighbour has none either."""
    position = remnant(edition, zone="2.1", generator=True)
    assert 2 not in position.table.wormholes(position.sector(HOME))
    assert "397" not in position.options(Move, "interceptor", HOME)
    assert position.refusal(Move("interceptor", "397", HOME))


@both_editions
def test_ge_sn_5_no_disc_and_no_structure_but_ships_may_stand_there(edition: str) -> None:
    position = remnant(edition, generator=True)
    position.lay("201", "2.11")
    assert position.options(Influence, "track") == ("201",)
    assert "no place for an influence disc" in position.refusal(Influence("track", "397"))
    assert position.refusal(Build("monolith", "397"))
    both_pass(position)
    assert position.asked().kind == "turn"  # Nobody was asked for a disc after combat.
    assert position.sector("397").disc is None
    assert [s.owner for s in position.table.ships_in(position.sector("397"))] == [0]
    lone = game(edition)
    lone.lay("201", "4.12")
    lone.lay("397", "4.6")
    lone.fact(SupernovaExploded("397", "397x"))
    for sector in ("201", "397"):
        lone.ship(0, "cruiser", sector)
    both_pass(lone)
    assert lone.options(TakeControl) == ("201",)
    assert "no place for an influence disc" in lone.refusal(TakeControl("397"))


@both_editions
def test_ge_sn_6_the_tile_explored_from_there_needs_a_wormhole_towards_it(edition: str) -> None:
    """Half a connection is enough with the generator, and the remnant has none of its own."""
    position = remnant(edition, generator=True)
    behind = position.zone_beside("397", 0)
    position.will_reveal("318")
    position.play(Explore(behind))
    wormholes = position.table.tile("318").wormholes
    fitting = tuple(turn for turn in range(6) if 3 in turned(wormholes, turn))
    assert position.options(PlaceSector, "318") == fitting
    position.play(PlaceSector("318", fitting[0]))
    assert dict(position.table.links(position.sector("318"))) == {"397": False}


@both_editions
def test_ge_sn_6_explores_with_the_generator_only(edition: str) -> None:
    """A ship there explores through every edge with the generator, else through none."""
    without, having = remnant(edition), remnant(edition, generator=True)
    behind = without.zone_beside("397", 0)
    assert behind not in explorable(without.table, 0)
    assert behind in explorable(having.table, 0)
    having.remove_ships("397")
    assert behind not in explorable(having.table, 0)


def test_ge_sn_5_jump_drives_lead_there_too() -> None:
    """A jump needs no wormhole, so it leads to a remnant and out of it (Small additions)."""
    position = game("second_dawn", more=("extras",))
    position.lay("397", "3.0")
    position.fact(SupernovaExploded("397", "397x"))
    position.fit(0, "interceptor", "jump_drive")
    assert "397" in position.options(Move, "interceptor", HOME)
