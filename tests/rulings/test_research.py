"""Research: costs, discounts, and what technologies do at once."""

from __future__ import annotations

import pytest

from rules.effects.base import Effect
from rules.effects.boards import DiscsGained, Gained, Paid
from rules.orders import Done, Explore, Research, TakeArtifact, Trade
from rules.state.model import Line
from rules.steps.research import cost_lines
from tests.builders import HOME, Position

HYDRAN = ("hydran_progress", "terran_directorate")


def offered(position: Position, *techs: str) -> None:
    """Put tiles on the supply board, taken from the bag."""
    supply = position.state.supply
    for tech in techs:
        if tech not in supply.techs:
            supply.tech_bag[tech] -= 1
            supply.techs[tech] = 1


def known(position: Position, seat: int, *techs: str) -> None:
    for tech in techs:
        position.learn(seat, tech)


def spent(effects: list[Effect]) -> list[int]:
    return [e.science for e in effects if isinstance(e, Paid)]


def test_re_1_discount_counts_techs_of_the_track_and_stops_at_the_minimum() -> None:
    """Two techs on the track give a discount of 2; the price never falls below the minimum."""
    position = Position()
    known(position, 0, "monolith", "orbital")
    offered(position, "fusion_drive")
    lines = cost_lines(position.table, 0, "fusion_drive", "nano")
    assert lines == [Line("cost", 4), Line("discount", -2), Line("minimum", 1)]
    assert spent(position.play(Research("fusion_drive"))) == [3]
    assert position.seat().storage.science == 0
    assert position.seat().techs["nano"] == ["monolith", "orbital", "fusion_drive"]


def test_re_1_starting_technologies_count_for_the_discount() -> None:
    """A printed starting technology is like any other of its track: Terrans have the Starbase."""
    position = Position()
    assert cost_lines(position.table, 0, "plasma_cannon", "military") == [
        Line("cost", 6),
        Line("discount", -1),
    ]


def test_re_1_second_research_of_an_action_counts_the_first() -> None:
    """Hydran Progress with four Nano techs: Fusion Drive for 3, then the Generator for 10."""
    position = Position(HYDRAN)
    known(position, 0, "nanorobots", "advanced_robotics", "orbital")
    assert len(position.seat().techs["nano"]) == 4  # Advanced Labs is a starting technology
    offered(position, "fusion_drive", "wormhole_generator")
    position.seat().storage.science = 20
    assert spent(position.play(Research("fusion_drive"))) == [3]
    assert spent(position.play(Research("wormhole_generator"))) == [10]
    assert len(position.seat().techs["nano"]) == 6
    assert position.seat().action_discs == {"research": 1}
    assert position.asked().kind == "end_turn"


def test_re_1_an_eighth_tile_has_the_discount_of_seven() -> None:
    """A track may hold an eighth tile; it costs what it would with six techs on the track."""
    position = Position()
    nano = [t.id for t in position.table.catalog.techs.values() if t.track == "nano"]
    known(position, 0, *(tech for tech in nano if tech != "wormhole_generator"))
    offered(position, "wormhole_generator")
    position.seat().storage.science = 8
    assert spent(position.play(Research("wormhole_generator"))) == [8]
    assert len(position.seat().techs["nano"]) == 8


@pytest.mark.parametrize(("tech", "count"), [("advanced_robotics", 1), ("quantum_grid", 2)])
def test_re_1_extra_discs_come_at_once(tech: str, count: int) -> None:
    """Advanced Robotics and Quantum Grid put discs on the influence track immediately."""
    position = Position()
    offered(position, tech)
    position.seat().storage.science = 16
    before = position.seat().discs
    effects = position.play(Research(tech))
    assert DiscsGained(0, count) in effects
    assert position.seat().discs == before - 1 + count


def test_re_1_no_more_discs_than_exist() -> None:
    """Sixteen discs of a colour exist; a seat that has them all gets no more."""
    position = Position()
    offered(position, "quantum_grid")
    position.seat().storage.science = 16
    position.seat().discs += 2
    effects = position.play(Research("quantum_grid"))
    assert DiscsGained(0, 1) in effects
    assert position.table.discs_in_play(0) == 16


def artifacts(position: Position, number: int) -> None:
    """Own sectors with so many artifacts in all, the home sector's included."""
    have = position.table.tile(HOME).artifacts
    tiles = [t for t in position.table.catalog.sectors.values() if t.artifacts == 1]
    for index, tile in enumerate(t for t in tiles if t.ring == "outer"):
        if have == number:
            return
        position.lay(tile.id, f"4.{index}", disc=0)
        have += 1
    assert have == number


def test_re_1_artifact_key_gives_five_for_each_artifact_of_any_kind() -> None:
    """Three artifacts on own sectors: fifteen resources in groups of five, kinds may differ."""
    position = Position()
    artifacts(position, 3)
    offered(position, "artifact_key")
    position.seat().storage.science = 14
    effects = position.play(Research("artifact_key"))
    assert position.asked().kind == "artifact"
    assert position.asked().context["left"] == 3
    effects += position.play(TakeArtifact("money"), TakeArtifact("money"), TakeArtifact("science"))
    gains = [e for e in effects if isinstance(e, Gained)]
    assert [(e.money, e.science, e.materials) for e in gains] == [(5, 0, 0), (5, 0, 0), (0, 5, 0)]
    assert position.asked().kind == "end_turn"


def test_re_1_artifacts_are_taken_immediately() -> None:
    """The resources must be taken before anything else happens, a trade included."""
    position = Position()
    artifacts(position, 1)
    offered(position, "artifact_key")
    position.seat().storage.science = 14
    position.play(Research("artifact_key"))
    assert not position.offers(Trade)
    assert not position.offers(Done)
    assert position.options(TakeArtifact) == ("money", "science", "materials")


def test_re_1_artifact_key_without_artifacts_asks_nothing() -> None:
    """Artifacts in sectors without an own disc do not count."""
    position = Position()
    artifacts(position, 1)
    for sector in position.table.own_sectors(0):
        if position.table.tile(sector.id).artifacts:
            position.lift(sector.id)
    offered(position, "artifact_key")
    position.seat().storage.science = 14
    position.play(Research("artifact_key"))
    assert position.asked().kind == "end_turn"


def test_research_not_twice() -> None:
    """A technology that one has may not be researched again."""
    position = Position()
    known(position, 0, "gauss_shield")
    offered(position, "gauss_shield")
    assert "already" in position.refusal(Research("gauss_shield"))


def test_research_needs_a_tile_on_the_supply_board() -> None:
    """Only what lies on the supply board can be researched; each tile only once."""
    position = Position()
    position.state.supply.techs.pop("neutron_bombs", None)
    assert "supply board" in position.refusal(Research("neutron_bombs"))
    offered(position, "neutron_bombs")
    position.play(Research("neutron_bombs"), Done())
    assert "supply board" in position.refusal(Research("neutron_bombs"))


def test_research_needs_the_science() -> None:
    """The refusal says the price and what the seat has."""
    position = Position()
    offered(position, "gluon_computer")
    assert "costs you 15 science; you have 3" in position.refusal(Research("gluon_computer"))
    assert "gluon_computer" not in position.options(Research)


def test_research_waits_while_a_trade_could_pay_for_more() -> None:
    """The second technology is still asked for when it is affordable only after a trade."""
    position = Position(HYDRAN)
    offered(position, "neutron_bombs", "gauss_shield")
    storage = position.seat().storage
    storage.science, storage.money, storage.materials = 2, 6, 0
    position.play(Research("neutron_bombs"))
    assert position.asked().kind == "research"
    assert not position.offers(Research)
    position.play(Trade("money", "science", 2))
    assert "gauss_shield" in position.options(Research)
    position.play(Research("gauss_shield"))
    assert position.asked().kind == "end_turn"


def test_research_is_no_reaction() -> None:
    """After passing only upgrade, build and move are possible."""
    position = Position()
    position.seat().passed = True
    offered(position, "neutron_bombs")
    assert "only reactions" in position.refusal(Research("neutron_bombs"))
    assert "only reactions" in position.refusal(Explore("3.0"))
