"""Special sectors as pages show them: on the map, in the text map, in their panel."""

from __future__ import annotations

import re

import pytest

from games.rendering.boards import seat_board
from games.rendering.colours import sprite
from games.rendering.divided import place_svg
from games.rendering.galaxy import Mark, board, ghost_of, map_svg, placement_svg
from games.rendering.hexes import sector_svg
from games.rendering.kept import places
from games.rendering.places import PlaceRow, place_row, sector_line, turned_text
from games.rendering.special import special_lines, special_sectors
from rules.expansions.galactic_events.effects import SlotActivated, SupernovaExploded
from rules.state.model import Away, Ship
from rules.table import Table
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South"}


def place_rows(table: Table) -> dict[str, PlaceRow]:
    return {s.id: place_row(table, s, NAMES) for s in table.state.sectors.values()}


MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
NEBULA = "1.0"
"""Below the home of seat 0, above the Galactic Center."""

both = pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])


def game(edition: str = "new_dawn", round_number: int = 5) -> Position:
    position = Position(edition=edition, modules=MODULES)
    position.state.round = round_number
    return position


def nebula(edition: str = "new_dawn", orientation: int = 0) -> Position:
    position = game(edition)
    position.lay("395", NEBULA, orientation)
    for part in ("395a", "395c"):
        position.sector(part).discovery = True
    position.guard("395b")
    return position


def send_away(position: Position, owner: int, kind: str, back: int, source: str = "396") -> None:
    number = position.state.next_ship
    position.state.next_ship += 1
    position.state.away[number] = Away(Ship(number, owner, kind, ""), source, back)


def uses(svg: str, name: str) -> int:
    """How often a symbol of the sprite is drawn."""
    return svg.count(f'href="{sprite()}#{name}"')


# --- nebulae on the map ------------------------------------------------------------------------


@both
def test_each_part_is_drawn_with_its_own_things(edition: str) -> None:
    position = nebula(edition)
    position.ship(0, "cruiser", "395a")
    table = position.table
    svg = {part: place_svg(table, position.sector(part)) for part in ("395a", "395b", "395c")}
    for part, drawn in svg.items():
        assert f">{part}</text>" in drawn
        # Half of the wormhole to each of the two other parts.
        assert drawn.count('href="#inner"') == 2
    assert uses(svg["395a"], "discovery") == uses(svg["395c"], "discovery") == 1
    assert uses(svg["395a"], "cruiser") == 1
    assert uses(svg["395b"], "ancient") == 1
    assert not uses(svg["395b"], "discovery")


@both
def test_the_parts_share_the_hex(edition: str) -> None:
    """Each has four corners, one of them the middle of the hex; no outer corner is missing."""
    position = nebula(edition)
    outlines = [
        re.search(r'points="([^"]+)" class="hx h-nebula"', place_svg(position.table, place))
        for place in position.table.places_in(NEBULA)
    ]
    corners = [outline.group(1).split() for outline in outlines if outline]
    assert [len(points) for points in corners] == [4, 4, 4]
    assert all(points[0] == "0.0,0.0" for points in corners)
    assert len({point for points in corners for point in points[1:]}) == 6


@both
def test_wormholes_between_places(edition: str) -> None:
    """Home has a wormhole at the edge towards the nebula, which has one on each edge."""
    position = nebula(edition)
    table = position.table
    assert 3 in table.wormholes(position.sector(HOME))
    home = sector_svg(table, position.sector(HOME))
    assert '<use href="#full" transform="rotate(180)"/>' in home
    assert '<use href="#full"/>' in place_svg(table, position.sector("395a"))
    # The Galactic Center lies below part C; the zones beside it are unexplored.
    assert 0 in table.wormholes(position.sector("001"))
    below = place_svg(table, position.sector("395c"))
    assert '<use href="#full" transform="rotate(180)"/>' in below
    assert '<use href="#half" class="w-open" transform="rotate(240)"/>' in below


@both
def test_each_part_is_a_link_and_a_target_of_its_own_shape(edition: str) -> None:
    position = nebula(edition)
    drawn = board(position.table, places(position.table, NAMES))
    marks = {"395a": Mark("?a", "A"), "395b": Mark("?b", "B", "origin"), HOME: Mark("?h", "H")}
    svg = map_svg(drawn, position.table, marks)
    for part in ("395a", "395b", "395c"):
        assert f'<a href="#s{part}"' in svg
        assert f'<g id="h{part}">' in svg
    inner = r"<g [^>]*><polygon [^>]*\"halo\"/></g></a>"
    assert re.search(rf'<a href="\?a" class="legal"[^>]*><title>A</title>{inner}', svg)
    assert re.search(rf'<a href="\?b" class="origin"[^>]*><title>B</title>{inner}', svg)
    assert re.search(r'<a href="\?h"[^>]*><title>H</title><use href="#hex" class="halo"/>', svg)
    # They stand at different points, by which keys lead from one to the other.
    at = [re.search(rf'<a href="#s{p}" transform="([^"]+)"', svg) for p in ("395a", "395b", "395c")]
    assert len({found.group(1) for found in at if found}) == 3
    targets = re.findall(r'<polygon points="([^"]+)" class="halo"/>', svg)
    assert len(set(targets)) == 2


@both
def test_a_turned_nebula_says_what_each_part_joins(edition: str) -> None:
    table = game(edition).table
    text = turned_text(table, NEBULA, "395", 0)
    assert text == f"395a joins {HOME}; 395c joins 001"
    assert turned_text(table, NEBULA, "395", 2) == f"395b joins 001; 395c joins {HOME}"


def test_neighbours_of_a_tile_to_be_placed_are_drawn_part_by_part() -> None:
    position = nebula()
    zone = position.zone_beside("395a", 1)
    before = nebula().table
    position.lay("201", zone)
    picture = placement_svg(before, ghost_of(position.table, zone))
    for part in ("395a", "395b", "395c"):
        assert f'href="#h{part}"' in picture
    assert 'href="#h395"' not in picture


# --- pulsars, black holes, supernovae on the map -----------------------------------------------


@both
def test_the_disc_of_a_pulsar_lies_on_its_slot(edition: str) -> None:
    position = game(edition)
    position.lay("393", "3.0", disc=0)
    fresh = sector_svg(position.table, position.sector("393"))
    assert 'class="slots"' in fresh
    assert [uses(fresh, f"act-{slot}") for slot in ("move", "upgrade", "build")] == [0, 1, 1]
    assert fresh.count("mdisc") == 1
    position.fact(SlotActivated(0, "393", "build"))
    used = sector_svg(position.table, position.sector("393"))
    assert 'class="slots spent"' in used
    assert [uses(used, f"act-{slot}") for slot in ("move", "upgrade", "build")] == [1, 1, 0]
    position.state.round += 1
    assert 'class="slots"' in sector_svg(position.table, position.sector("393"))
    position.lift("393")
    empty = sector_svg(position.table, position.sector("393"))
    assert [uses(empty, f"act-{slot}") for slot in ("move", "upgrade", "build")] == [1, 1, 1]
    assert "mdisc" not in empty


@both
def test_ships_inside_a_black_hole_with_number_and_round(edition: str) -> None:
    position = game(edition)
    position.lay("396", "3.0", discovery=True)
    for owner, kind, back in ((0, "cruiser", 6), (0, "cruiser", 6), (1, "interceptor", 7)):
        send_away(position, owner, kind, back)
    svg = sector_svg(position.table, position.sector("396"))
    assert uses(svg, "black-hole") == uses(svg, "cruiser") == uses(svg, "interceptor") == 1
    assert re.search(r'class="in [^"]+"[^>]*>2</text><text class="back"[^>]*>R6<', svg)
    assert re.search(r'class="in [^"]+"[^>]*>1</text><text class="back"[^>]*>R7<', svg)
    assert uses(svg, "discovery") == 1
    # More groups than there is room for: the rest is a number.
    for back in (5, 6, 7):
        send_away(position, 1, "dreadnought", back)
    svg = sector_svg(position.table, position.sector("396"))
    assert svg.count('class="in ') == 3
    assert ">+2</text>" in svg


@both
def test_the_danger_of_a_supernova(edition: str) -> None:
    """Round 5 with one technology: dice below 4 explode, which 12 of 36 rolls are."""
    position = game(edition)
    position.lay("397", "3.0", disc=0)
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    position.learn(0, "improved_hull" if edition == "new_dawn" else "gauss_shield", "grid")
    svg = sector_svg(position.table, position.sector("397"))
    assert ">33 %</text>" in svg
    position.state.phase = "cleanup"
    # The dice of this round are rolled: the next ones are for round 6, 17 of 36 are below 5.
    assert ">47 %</text>" in sector_svg(position.table, position.sector("397"))
    position.state.round = position.table.catalog.setup.rounds
    assert "%</text>" not in sector_svg(position.table, position.sector("397"))


@both
def test_a_remnant_has_no_wormholes_and_those_beside_it_are_dead(edition: str) -> None:
    position = game(edition)
    position.lay("397", "3.0", 3)
    assert 3 in position.table.wormholes(position.sector("397"))
    before = sector_svg(position.table, position.sector(HOME))
    position.fact(SupernovaExploded("397", "397x"))
    svg = sector_svg(position.table, position.sector("397"))
    assert uses(svg, "remnant") == 1
    assert "#full" not in svg
    assert "#half" not in svg
    assert ">397</text>" in svg
    after = sector_svg(position.table, position.sector(HOME))
    if '<use href="#full"/>' in before:
        assert '<use href="#half" class="w-dead"/>' in after
    assert '<use href="#full"/>' not in after


# --- the same as text --------------------------------------------------------------------------


@both
def test_the_text_map_has_a_line_for_each_part(edition: str) -> None:
    position = nebula(edition)
    rows = place_rows(position.table)
    assert "395" not in rows
    assert rows["395a"].full == [HOME, "395b", "395c"]
    assert rows["395a"].things == ["discovery tile", "part of nebula 395"]
    assert rows["395b"].ships[0].startswith("1 Ancient")
    assert rows["395c"].zone == NEBULA
    assert rows[HOME].full == ["395a"]


@both
def test_the_text_map_tells_of_slots_ships_inside_and_danger(edition: str) -> None:
    position = game(edition)
    position.lay("393", "3.0", disc=0)
    position.lay("399", "3.2")
    position.lay("397", "3.4")
    position.lay("398", "3.6")
    position.fact(SlotActivated(0, "393", "build"), SupernovaExploded("398", "398x"))
    send_away(position, 1, "cruiser", 6, "399")
    rows = place_rows(position.table)
    assert rows["393"].things == ["pulsar, disc on Build, activated this round"]
    assert rows["399"].things == [
        "black hole, ships come back to a sector with a wormhole that faces an unexplored zone",
        "inside: South: 1 cruiser, back in round 6",
    ]
    # Nobody's technologies: dice below 5 explode, 17 of 36.
    assert rows["397"].things == ["supernova, explodes in the upkeep of round 5: 47 %"]
    assert rows["398"].things == ["exploded supernova, no wormholes"]
    assert "inside: South: 1 cruiser, back in round 6" in sector_line(
        position.table, position.sector("399"), NAMES
    )


# --- the panel ---------------------------------------------------------------------------------


def row_of(position: Position, sector: str, seat: int | None = 0):
    rows = special_sectors(player_view(position.state, seat), NAMES)
    return next(row for row in rows if row.sector == sector)


def test_games_without_special_sectors_have_no_panel() -> None:
    assert special_sectors(player_view(Position().state, 0), NAMES) == []


@both
def test_what_a_pulsar_can_still_give(edition: str) -> None:
    position = game(edition)
    position.lay("393", "3.0", disc=0)
    position.seat().storage.materials = 10
    told = "Disc on Move. You may activate Upgrade or Build instead of an action, without a disc."
    assert row_of(position, "393").sentences == (told,)
    assert row_of(position, "393").own
    assert row_of(position, "393", 1).sentences == (
        "Disc of North on Move: not activated this round.",
    )
    assert not row_of(position, "393", None).own
    position.seat().storage.materials = position.seat().storage.money = 0
    position.seat().storage.science = 0
    assert "You may activate Upgrade instead" in row_of(position, "393").sentences[0]
    position.seat().passed = True
    assert "You have passed" in row_of(position, "393").sentences[0]
    position.fact(SlotActivated(0, "393", "build"))
    assert row_of(position, "393").sentences == ("Disc on Build: activated this round.",)


@both
def test_ships_inside_are_told_and_those_that_are_due_first(edition: str) -> None:
    position = game(edition)
    position.lay("396", "3.0")
    send_away(position, 0, "cruiser", 5)
    send_away(position, 1, "interceptor", 6)
    row = row_of(position, "396")
    assert row.sentences[:2] == (
        "You: 1 cruiser, back in round 5.",
        "South: 1 interceptor, back in round 6.",
    )
    assert row.due.startswith("1 ship of yours has to come back this round")
    (line,) = special_lines(player_view(position.state, 0), NAMES)
    assert line.startswith("396 Cygnus X-1: 1 ship of yours has to come back this round")
    assert not row_of(position, "396", 1).due
    # The board of another seat names its ships too.
    boards = seat_board(player_view(position.state, 0), 1, NAMES)
    assert boards.away == ["1 interceptor, back in round 6"]


@both
def test_what_one_more_technology_would_do_for_a_supernova(edition: str) -> None:
    position = game(edition)
    position.lay("397", "3.0", disc=0)
    position.seat().techs = {"military": [], "grid": [], "nano": []}
    position.learn(0, "gauss_shield", "grid")
    assert row_of(position, "397").sentences == (
        "Explodes in the upkeep of round 5: 33 %.",
        "1 technology of yours is added.",
        "With one more technology on Grid: 22 %.",
    )
    assert row_of(position, "397", 1).sentences[1] == "1 technology of North is added."


@both
def test_discoveries_left_in_a_nebula(edition: str) -> None:
    position = nebula(edition)
    assert row_of(position, "395a").sentences == (
        "Discovery tiles in 395a and 395c go to whoever has a ship there when combat ends.",
    )
    for part in ("395a", "395c"):
        position.sector(part).discovery = False
    rows = special_sectors(player_view(position.state, 0), NAMES)
    assert rows == []


@both
def test_pages_are_the_same_whatever_others_hide(edition: str) -> None:
    told = []
    for value in (1, 4):
        position = nebula(edition)
        position.lay("396", "3.0")
        send_away(position, 1, "cruiser", 5)
        position.seat(1).reputation = [value]
        position.state.supply.reputation[value] -= 1
        position.seat(1).preferences = {"reputation": "ask"} if value == 1 else {}
        view = player_view(position.state, 0)
        told.append(
            (
                special_sectors(view, NAMES),
                place_rows(view.table),
                board(view.table, places(view.table, NAMES)),
            )
        )
    assert told[0] == told[1]
