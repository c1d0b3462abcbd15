"""The way of a ship that is moved, and the mark of a battle to come, as the map shows them."""

from __future__ import annotations

import re

from games.rendering.composer import compose
from games.rendering.hexes import centre, sector_svg
from games.rendering.tree import path_text
from games.rendering.ways import way_svg
from rules import orders as o
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South"}
ENDS = re.compile(r"M(-?\d+) (-?\d+)Q.*Q?-?\d+ -?\d+ (-?\d+) (-?\d+)\"")


def line() -> Position:
    """Two sectors behind each other, beside the home sector; an interceptor at home."""
    position = Position()
    position.join("201", HOME, disc=0)
    position.join("207", "201")
    return position


def way(position: Position, order: o.Order) -> tuple[str, ...]:
    tag = str(order.__struct_config__.tag)
    composer = compose(
        player_view(position.state, 0), NAMES, tag=tag, path=path_text(order.atoms())
    )
    assert composer is not None
    assert composer.order == order
    return composer.way


def test_a_movement_of_one_step_leads_from_sector_to_sector() -> None:
    position = line()
    found = way(position, o.Move("interceptor", HOME, "201"))
    assert found == (HOME, "201")
    assert position.table.links(position.sector(HOME))


def test_a_longer_movement_shows_what_it_passes() -> None:
    position = line()
    position.fit(0, "interceptor", *["fusion_drive"] * 2)
    target = position.options(o.Move, "interceptor", HOME)
    assert "207" in target
    assert way(position, o.Move("interceptor", HOME, "207")) == (HOME, "201", "207")


def test_the_arrow_begins_and_ends_near_the_middles() -> None:
    position = line()
    svg = way_svg(position.table, (HOME, "201", "207"))
    assert svg.count("Q") == 2
    found = re.search(r'd="M(-?\d+) (-?\d+)Q', svg)
    tip = re.search(r"translate\((-?\d+) (-?\d+)\)", svg)
    assert found
    assert tip
    for at, sector in ((found, HOME), (tip, "207")):
        x, y = centre(position.sector(sector).zone)
        far = ((int(at[1]) - x) ** 2 + (int(at[2]) - y) ** 2) ** 0.5
        assert 32 < far < 36


def test_other_orders_have_no_way() -> None:
    position = line()
    assert way(position, o.Build("interceptor", HOME)) == ()
    assert way_svg(position.table, ()) == ""


def battle(*owners: int, species: tuple[str, ...] | None = None) -> bool:
    position = Position(species) if species else Position()
    position.join("201", position.seat(0).home)
    for owner in owners:
        position.ship(owner, "ancient" if owner < 0 else "interceptor", "201")
    return "#clash" in sector_svg(position.table, position.sector("201"))


def test_a_battle_to_come_is_marked() -> None:
    assert battle(0, 1)
    assert battle(1, -1)


def test_who_is_alone_or_has_a_truce_fights_nobody() -> None:
    assert not battle(0)
    assert not battle(-1, -1)
    assert not battle()
    assert not battle(0, -1, species=("descendants_of_draco", "terran_union"))
    assert battle(1, -1, species=("descendants_of_draco", "terran_union"))
