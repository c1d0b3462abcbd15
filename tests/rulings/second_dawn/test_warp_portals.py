"""Warp portals: all sectors that bear one are adjacent, by a full connection (Warp Portals)."""

from __future__ import annotations

import pytest

from rules.effects.galaxy import WarpPortalPlaced
from rules.notation.prose import phrase
from rules.orders import Influence, Move, Retreat
from tests.builders import Position

TWO = ("terran_directorate", "terran_federation")
PORTALS = ("281", "381", "382")


def galaxy(*sectors: str, disc: int | None = None) -> Position:
    """Sectors far from each other and from everything else."""
    p = Position(TWO, "second_dawn", ("warp_portals",))
    for sector, zone in zip(sectors, ("4.2", "6.12", "6.24", "6.30"), strict=False):
        p.lay(sector, zone, disc=disc)
    return p


def links(p: Position, sector: str) -> dict[str, bool]:
    return dict(p.table.links(p.sector(sector)))


def test_sd_wp_1_all_sectors_with_a_portal_are_adjacent() -> None:
    """Wherever they lie, each is joined to all others, and to nothing else by its portal."""
    p = galaxy(*PORTALS, "318")
    for sector in PORTALS:
        assert links(p, sector) == {other: True for other in PORTALS if other != sector}
    assert links(p, "318") == {}


def test_sd_wp_1_a_single_portal_leads_nowhere() -> None:
    """It takes two portals."""
    p = galaxy("281")
    assert links(p, "281") == {}


def test_portal_tiles_count_like_printed_ones() -> None:
    """A tile joins its sector at once, also in a table that has looked at the links before."""
    p = galaxy("281", "318", "317")
    table = p.table
    assert table.links(p.sector("281")) == ()
    p.fact(WarpPortalPlaced(0, "318", 1))
    assert dict(table.links(p.sector("281"))) == {"318": True}
    p.fact(WarpPortalPlaced(0, "317", 2))
    assert dict(table.links(p.sector("318"))) == {"281": True, "317": True}
    assert p.state.warp_portals == {"318": 1, "317": 2}


def test_sd_wp_1_portals_make_a_half_connection_of_neighbours_a_full_one() -> None:
    """Sectors side by side are joined once, and fully."""
    p = Position(TWO, "second_dawn", ("warp_portals",))
    p.lay("281", "4.2")
    edge = next(e for e in range(6) if e not in p.table.wormholes(p.sector("281")))
    p.lay("381", p.zone_beside("281", edge))
    assert p.table.links(p.sector("281")) == (("381", True),)
    assert p.table.links(p.sector("381")) == (("281", True),)


def test_wormholes_of_a_sector_with_a_portal_still_count() -> None:
    """The portal comes on top of the neighbours."""
    p = Position(TWO, "second_dawn", ("warp_portals",))
    home = p.seat(0).home
    before = links(p, home)
    p.join("281", home)
    p.lay("381", "6.12")
    assert links(p, "281") == {**links(p, "281"), home: True, "381": True}
    assert links(p, home) == {**before, "281": True}


def test_ships_move_through_portals_one_step_at_a_time() -> None:
    """A portal is one step of a move; pinning holds there as elsewhere (Move)."""
    p = galaxy("281", "381")
    p.ship(0, "interceptor", "281")
    p.play(Move("interceptor", "281", "381"))
    assert [p.state.ships[s].owner for s in p.sector("381").ships] == [0]
    p = galaxy("281", "381")
    p.ship(0, "interceptor", "281")
    p.ship(1, "interceptor", "281")
    assert "281" not in p.options(Move, "interceptor")


def test_discs_go_through_portals() -> None:
    """A sector controlled at one portal is a connection for the influence action at another."""
    p = galaxy("281", "381")
    assert "381" not in p.options(Influence, "track")
    p = galaxy("281", "381")
    p.ship(0, "interceptor", "281")
    assert "381" in p.options(Influence, "track")


def test_ships_retreat_through_portals() -> None:
    """Sectors at portals are neighbours, so one may retreat there (Retreat)."""
    p = galaxy("281")
    p.lay("381", "6.12", disc=0)
    p.ship(1, "interceptor", "281")
    p.ship(0, "interceptor", "281")
    p.will_roll("281", 1)
    p.to_combat()
    assert (p.asked().seat, p.asked().kind) == (0, "battle")
    assert p.options(Retreat) == ("381",)


def test_without_the_module_there_are_no_portals() -> None:
    """The tiles are left out."""
    p = Position(TWO, "second_dawn")
    assert not set(PORTALS) & p.table.catalog.sectors.keys()
    assert "warp_portal" not in p.table.catalog.techs


@pytest.mark.parametrize("vp", [1, 2])
def test_a_portal_tile_is_told(vp: int) -> None:
    """The event names the sector."""
    p = galaxy("318")
    told = phrase(WarpPortalPlaced(0, "318", vp), p.table.catalog)
    assert str(told) == "player 1 opened a warp portal in sector 318."
