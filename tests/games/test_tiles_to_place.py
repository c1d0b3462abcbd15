"""A tile that was turned up is drawn in each legal orientation as it would lie, with what would
lie and stand on it (Explore 2)."""

from __future__ import annotations

import re

import pytest

from games.rendering.composer import compose
from games.rendering.divided import place_svg
from games.rendering.tree import path_text
from rules import orders as o
from rules.ruleset import get_ruleset
from rules.state.model import RulesetSpec
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South"}
SPECIAL = ("pulsars", "black_holes", "supernovas", "nebulas")
RINGS = ("inner", "middle", "outer")


def tiles(edition: str, modules: tuple[str, ...]) -> list[str]:
    catalog = get_ruleset(RulesetSpec(edition, modules)).catalog
    return [tile.id for tile in catalog.sectors.values() if tile.ring in RINGS and not tile.home_of]


def turned_up(edition: str, modules: tuple[str, ...], sector: str) -> Position | None:
    """A game in which the tile has just been turned up; nothing if it is not among the stacks."""
    position = Position(edition=edition, modules=modules)
    ring = position.table.tile(sector).ring
    if sector not in position.state.supply.unseen[ring]:
        return None
    number = str(RINGS.index(ring) + 1)
    # A home lies in the second ring: each of the three touches it.
    zones = [
        position.zone_beside(HOME, edge) for edge in position.table.wormholes(position.sector(HOME))
    ]
    zone = next(
        z
        for z in zones
        if (z.split(".")[0] if int(z.split(".")[0]) < 3 else "3") == number
        and z not in position.state.zones
    )
    position.will_reveal(sector)
    position.play(o.Explore(zone))
    return position


CASES = [
    (edition, modules, sector)
    for edition, modules in (("new_dawn", SPECIAL), ("second_dawn", (*SPECIAL, "warp_portals")))
    for sector in tiles(edition, modules)
]


@pytest.mark.parametrize(("edition", "modules", "sector"), CASES)
def test_each_orientation_is_drawn_as_the_tile_would_lie(
    edition: str, modules: tuple[str, ...], sector: str
) -> None:
    position = turned_up(edition, modules, sector)
    if position is None or sector not in position.options(o.PlaceSector):
        return
    view = player_view(position.state, 0)
    composer = compose(
        view, NAMES, decision_id=position.asked().id, tag="place", path=path_text((sector,))
    )
    assert composer is not None
    turns = position.options(o.PlaceSector, sector)
    assert len(composer.candidates) == len(turns)
    zone = position.asked().context["zone"]
    position.play(o.PlaceSector(sector, turns[0]))
    picture = composer.candidates[0].picture
    places = position.table.places_in(zone)
    assert places
    for place in places:
        printed = position.table.tile(place.id)
        guards = {"ancient": printed.ancients, "guardian": printed.guardian, "gcds": printed.gcds}
        for thing, there in guards.items():
            assert bool(re.search(rf'#{thing}"', picture)) >= bool(there)
        assert bool(re.search(r'#discovery"', picture)) >= printed.discovery
        # A discovery that is taken at once lies there no more when everything has gone its way.
        if place.discovery or not printed.discovery:
            assert place_svg(position.table, place) in picture


def test_most_tiles_were_looked_at() -> None:
    looked = [case for case in CASES if turned_up(*case) is not None]
    assert len(looked) > 80
    assert len(looked) > len(CASES) * 0.9


def test_ancients_and_discovery_are_seen_before_the_tile_lies() -> None:
    position = turned_up("new_dawn", (), "104")
    assert position is not None
    path = path_text(("104", position.options(o.PlaceSector, "104")[0]))
    composer = compose(
        player_view(position.state, 0),
        NAMES,
        decision_id=position.asked().id,
        tag="place",
        path=path,
    )
    assert composer is not None
    assert composer.ghost is not None
    assert 'href="' in composer.ghost.drawn
    assert re.search(r"#discovery\"", composer.ghost.drawn)
    assert re.search(r"#ancient\".*?>2</text>", composer.ghost.drawn)
