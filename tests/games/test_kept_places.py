"""Places that are drawn once look as if they were drawn anew, whatever happens around them."""

from __future__ import annotations

import pytest

from games.pieces import forget
from games.rendering import kept
from games.rendering.kept import Place, places
from rules.geometry import opposite
from rules.log import Event
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "<South>", 2: "West & East"}
EVERYTHING = ("pulsars", "black_holes", "supernovas", "nebulas")
GAMES = [
    ("new_dawn", (), ("greedy", "varied", "random")),
    ("second_dawn", ("warp_portals",), ("greedy", "greedy", "varied")),
    ("new_dawn", EVERYTHING, ("varied", "greedy", "varied")),
    ("second_dawn", EVERYTHING, ("greedy", "varied")),
]


def drawn(state: GameState) -> list[tuple[str, Place]]:
    table = Table(player_view(state, None).board)
    return [(sector.id, place) for sector, place in places(table, NAMES)]


@pytest.mark.parametrize(("edition", "modules", "policies"), GAMES)
@pytest.mark.parametrize("seed", [3, 4])
def test_after_every_turn_of_a_game_kept_places_are_those_drawn_anew(
    edition: str, modules: tuple[str, ...], policies: tuple[str, ...], seed: int
) -> None:
    forget()
    seen, number = 0, 0

    def watch(state: GameState, event: Event) -> None:
        nonlocal seen, number
        found = drawn(state)
        # What is drawn anew is not kept, so that the next event finds what the last ones left.
        if event.seq % 5 == 0:
            table = Table(player_view(state, None).board)
            anew = [(s.id, kept._drawn(table, s, NAMES)) for s in table.state.sectors.values()]
            assert found == anew, f"after event {event.seq}"
            seen, number = seen + 1, max(number, len(found))

    simulate(RulesetSpec(edition, tuple(modules)), list(policies), seed, watch=watch)
    assert seen > 20
    assert number > 12


def test_names_of_players_are_not_taken_for_html() -> None:
    found: list[Place] = []

    def watch(state: GameState, event: Event) -> None:
        if event.seq == 12:
            found.extend(place for _id, place in drawn(state))

    simulate(RulesetSpec("new_dawn"), ["greedy"] * 3, 5, watch=watch)
    written = "".join(place.title + place.row for place in found)
    assert "&lt;South&gt;" in written
    assert "West &amp; East" in written
    assert "<South>" not in written


def test_a_technology_that_sets_ships_free_is_seen_on_the_map() -> None:
    position = Position(edition="second_dawn")
    for owner in (0, 1):
        position.ship(owner, "interceptor", HOME)
    forget()

    def pinned() -> int:
        found = dict(drawn(position.state))
        return found[HOME].svg.count('class="pinned"')

    assert pinned() == 2
    position.learn(0, "cloaking_device", "military")
    assert pinned() == 1


def beside_home(edge: int, turn: int, portals: bool) -> GameState:
    """A game in which one tile lies at an edge of the home sector, turned so."""
    position = Position()
    position.lay("210", position.zone_beside(HOME, edge), turn)
    if portals:
        position.state.warp_portals = {HOME: 1, "210": 1}
    return position.state


@pytest.mark.parametrize("portals", [False, True])
def test_a_neighbour_is_seen_on_the_side_where_it_lies(portals: bool) -> None:
    """Games of the same players may differ in this alone, as may one before and after a rewind."""
    forget()
    position = Position()
    holes = position.table.wormholes(position.sector(HOME))
    free = [e for e in holes if position.zone_beside(HOME, e) not in position.state.zones]
    found, whole = set(), 0
    for edge in free:
        for turn in range(6):
            state = beside_home(edge, turn, portals)
            table = Table(player_view(state, None).board)
            anew = kept._drawn(table, table.state.sectors[HOME], NAMES)
            assert dict(drawn(state))[HOME] == anew, f"edge {edge}, turned {turn}"
            found.add(anew.svg)
            whole += opposite(edge) in table.wormholes(table.state.sectors["210"])
    assert whole
    assert len(found) == 2 * len(free) > 2
