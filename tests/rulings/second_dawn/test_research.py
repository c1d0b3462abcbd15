"""Research in Second Dawn: rare technologies and what technologies do at once."""

from __future__ import annotations

from rules.effects.boards import DiscoveryRevealed, DiscsGained, Paid, TechTaken
from rules.effects.flow import StepOpened
from rules.invariants import conservation_faults
from rules.orders import (
    Colonize,
    Done,
    Explore,
    PlacePortal,
    PlaceSector,
    Research,
    ResearchRare,
    TakeBonus,
    TakeControl,
    UseDiscovery,
)
from rules.state.frames_action import DiscoveryFrame
from rules.state.model import Stock
from tests.builders import HOME, Position

LEFT = "2.11"


def game(*techs: str, modules: tuple[str, ...] = ()) -> Position:
    """Seat 0 is rich; only ``techs`` lie on the supply board."""
    position = Position(edition="second_dawn", modules=modules)
    supply = position.state.supply
    for tech, count in supply.techs.items():
        supply.tech_bag[tech] = supply.tech_bag.get(tech, 0) + count
    supply.techs = {}
    for tech in techs:
        supply.tech_bag[tech] -= 1
        if not supply.tech_bag[tech]:
            del supply.tech_bag[tech]
        supply.techs[tech] = 1
    position.seat().storage = Stock(20, 20, 20)
    return position


# --- rare technologies ---------------------------------------------------------------------------------


def test_sd_re_2_a_rare_tile_goes_to_the_track_of_ones_choice() -> None:
    """With the discount of that track, never below its minimum; it counts for the track."""
    position = game("improved_logistics")
    for tech in ("gauss_shield", "fusion_source", "improved_hull"):
        position.learn(0, tech)
    assert position.options(ResearchRare, "improved_logistics") == ("military", "grid", "nano")
    effects = position.play(ResearchRare("improved_logistics", "grid"))
    assert Paid(0, "research", science=6) in effects  # 7 less 3, but at least 6
    assert TechTaken(0, "improved_logistics", "grid") in effects
    assert position.seat().techs["grid"][-1] == "improved_logistics"
    lines = {line.source: line.amount for line in position.table.score_lines(0)}
    assert lines["grid_techs"] == 1  # The fourth tile of the track.
    assert not position.table.has_tech(1, "improved_logistics")


def test_sd_re_2_the_track_decides_whether_it_can_be_paid() -> None:
    position = game("metasynthesis")
    position.seat().storage = Stock(0, 15, 0)
    assert not position.offers(ResearchRare)
    assert "costs you 16" in position.refusal(ResearchRare("metasynthesis", "nano"))
    for tech in ("nanorobots", "fusion_drive"):
        position.learn(0, tech)
    assert position.options(ResearchRare, "metasynthesis") == ("nano",)
    assert "costs you 17" in position.refusal(ResearchRare("metasynthesis", "grid"))


def test_sd_re_2_rare_and_other_tiles_are_told_apart() -> None:
    position = game("cloaking_device", "nanorobots")
    assert position.options(Research) == ("nanorobots",)
    assert position.options(ResearchRare) == ("cloaking_device",)
    assert "say which track" in position.refusal(Research("cloaking_device"))
    assert "not rare" in position.refusal(ResearchRare("nanorobots", "nano"))
    assert "no track rare" in position.refusal(ResearchRare("cloaking_device", "rare"))


def test_sd_re_2_there_is_one_of_each_kind() -> None:
    """Once taken nobody else can have it."""
    position = game("cloaking_device")
    position.play(ResearchRare("cloaking_device", "nano"), Done())
    position.seat(1).storage = Stock(20, 20, 20)
    assert "No Cloaking Device tile" in position.refusal(
        ResearchRare("cloaking_device", "nano"), seat=1
    )


def test_sd_re_2_a_second_activation_counts_the_first() -> None:
    """Hydran Progress researches twice; the second tile has the discount of the first."""
    position = Position(("hydran_progress", "terran_directorate"), "second_dawn")
    position.seat().storage = Stock(0, 30, 0)
    position.state.supply.techs = {"soliton_cannon": 1, "flux_missile": 1}
    before = len(position.seat().techs["grid"])
    assert before == 0
    first = position.play(ResearchRare("soliton_cannon", "grid"))
    second = position.play(ResearchRare("flux_missile", "grid"))
    assert Paid(0, "research", science=9) in first
    assert Paid(0, "research", science=10) in second


# --- what they do ----------------------------------------------------------------------------------------


def test_sd_re_1_extra_discs_come_at_once_and_pay_for_actions() -> None:
    """Quantum Grid brings two discs, Advanced Robotics one; the colour has sixteen in all."""
    position = game("quantum_grid")
    discs = position.seat().discs
    assert DiscsGained(0, 2) in position.play(Research("quantum_grid"))
    assert position.seat().discs == discs - 1 + 2


def test_sd_re_3_ancient_labs_turn_up_a_discovery_of_the_supply() -> None:
    """The pile has one tile less; what it puts on the map stands in the starting sector."""
    position = game("ancient_labs")
    pile = position.state.supply.discovery_pile
    position.will_discover("ancient_orbital")
    effects = position.play(ResearchRare("ancient_labs", "military"))
    (found,) = [e for e in effects if isinstance(e, DiscoveryRevealed)]
    assert (found.sector, found.drawn) == (HOME, True)
    assert position.state.supply.discovery_pile == pile - 1
    position.play(UseDiscovery())
    assert position.sector(HOME).orbital
    assert not conservation_faults(position.table)


def test_sd_re_3_without_the_starting_sector_such_a_tile_is_kept() -> None:
    """FAQ: who does not control it keeps for its points what would go there."""
    position = game("ancient_labs")
    position.lay("201", LEFT, disc=0)
    position.sector(HOME).disc = None
    position.will_discover("ancient_monolith")
    position.play(ResearchRare("ancient_labs", "military"))
    assert position.seat().kept_discoveries == ["ancient_monolith"]
    assert not position.sector(HOME).monolith


def test_sd_re_3_an_empty_pile_gives_nothing() -> None:
    position = game("ancient_labs")
    supply = position.state.supply
    supply.discovery_pile = 0
    effects = position.play(ResearchRare("ancient_labs", "military"))
    assert not any(isinstance(e, DiscoveryRevealed) for e in effects)


def test_sd_co_2_advanced_gray_squares_take_cubes_of_the_technology() -> None:
    """Advanced Labs opens its own colour and gray ones to science cubes; Metasynthesis opens all."""
    position = game()
    position.lay("110", "1.0", disc=0)  # money*, gray*
    assert not position.offers(Colonize)
    position.learn(0, "advanced_labs")
    assert position.options(Colonize, "110") == ("gray*",)
    assert position.options(Colonize, "110", "gray*") == ("science",)
    assert "Advanced Economy" in position.refusal(Colonize("110", "gray*", "money"))
    position.learn(0, "metasynthesis", "nano")
    assert set(position.options(Colonize, "110")) == {"money*", "gray*"}
    assert position.options(Colonize, "110", "gray*") == ("money", "science", "materials")


# --- portals and choices -----------------------------------------------------------------------------------


def test_sd_wp_2_the_portal_goes_to_a_controlled_sector() -> None:
    """Its owner chooses at once; whoever controls the sector at the end scores it."""
    position = game("warp_portal", modules=("warp_portals",))
    position.lay("201", LEFT, disc=0)
    position.play(ResearchRare("warp_portal", "nano"))
    assert position.asked().kind == "portal"
    assert set(position.options(PlacePortal)) == {HOME, "201"}
    assert position.asked().default == PlacePortal(HOME)
    assert "with your disc" in position.refusal(PlacePortal("001"))
    position.play(PlacePortal("201"))
    assert position.state.warp_portals == {"201": 1}
    lines = {line.source: line.amount for line in position.table.score_lines(0)}
    assert lines["warp_portals"] == 1


def test_sd_wp_2_a_portal_that_is_found_stands_in_its_sector() -> None:
    position = Position(edition="second_dawn", modules=("warp_portals",))
    position.will_reveal("207")
    position.play(Explore(LEFT))
    position.will_discover("ancient_warp_portal")
    position.play(PlaceSector("207", int(str(position.options(PlaceSector, "207")[0]))))
    position.play(UseDiscovery(), TakeControl("207"))
    assert position.state.warp_portals == {"207": 2}


def test_sd_di_5_units_of_choice_and_tiles_that_score() -> None:
    """A tile may give units of one resource of choice; another counts artifacts at the end."""
    position = Position(edition="second_dawn", modules=("extras",))
    position.seat().storage = Stock(0, 0, 0)
    position.fact(StepOpened(DiscoveryFrame(0, HOME, "money_and_choice")))
    position.play(UseDiscovery())
    position.play(TakeBonus("science"))
    assert position.seat().storage == Stock(3, 3, 0)
    assert position.asked().kind == "turn"

    position.lay("202", LEFT, disc=0)  # one artifact, and one at home
    position.fact(StepOpened(DiscoveryFrame(0, HOME, "artifact_codex")))
    position.play(UseDiscovery())
    position.fact(StepOpened(DiscoveryFrame(0, HOME, "reputation_codex")))
    position.play(UseDiscovery())
    position.seat().reputation = [4, 4]
    lines = {line.source: line.amount for line in position.table.score_lines(0)}
    assert (lines["artifact_codex"], lines["reputation_codex"]) == (2, 2)
    assert "discoveries" not in lines
