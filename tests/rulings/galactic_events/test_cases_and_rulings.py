"""Every worked case and every ruling of Galactic Events has its test."""

from __future__ import annotations

import re
from pathlib import Path

import rules

HERE = Path(__file__).parent
TEXT = (Path(rules.__file__).parent / "docs" / "RULINGS.md").read_text(encoding="utf-8")
NAMES = [
    name
    for path in sorted(HERE.glob("test_*.py"))
    for name in re.findall(r"^def test_(\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)
]

CASES = (
    # supernovae
    "sn_example", "sn_one_less", "sn_uncontrolled", "sn_uncontrolled_high", "sn_zero_dice",
    "sn_added_once", "sn_bonus_with_no_scoring_die", "sn_explosion_effect",
    "sn_lower_upkeep_same_round", "sn_exploded_no_connection", "sn_exploded_generator",
    "sn_exploded_generator_blank_edge",
    # black holes
    "bh_burst", "bh_blank", "bh_2", "bh_3", "bh_4", "bh_5", "bh_last_round", "bh_round7_far",
    "bh_round7_near", "bh_round6_far", "bh_missed", "bh_move_stops", "bh_several_returns",
    "bh_cygnus_targets", "bh_cygnus_none", "bh_v616_targets", "bh_discovery_not_on_explore",
    "bh_discovery_first_entry", "bh_damage_clears", "bh_burst_no_hull", "bh_one_per_game",
    # pulsars
    "pu_take_control", "pu_activate_build", "pu_same_slot", "pu_back_to_move", "pu_twice",
    "pu_two_pulsars", "pu_passed", "pu_uses_the_turn", "pu_one_activation_only",
    "pu_second_disc",
    # nebulae
    "ne_no_disc", "ne_explored_setup", "ne_tile_at_end_of_combat", "ne_other_part",
    "ne_not_while_moving", "ne_not_on_explore", "ne_component_reward", "ne_redraw_orbital",
    "ne_redraw_chain", "ne_redraw_before_vp", "ne_part_is_sector_move",
    "ne_part_is_sector_move_short", "ne_explore_from_part",
    # setup
    "se_outer_count", "se_nebula_stacks",
)  # fmt: skip
"""Ids of the cases, each written out with what goes in and what comes out."""


def _is_tested(case: str) -> bool:
    """Whether a test has the id in its name; names of rulings hold other numbers."""
    whole = re.compile(rf"(?:^|_){case}(?:_|$)")
    return any(whole.search(name) for name in NAMES if not name.startswith("ge_"))


def test_every_case_has_its_test() -> None:
    assert len(CASES) == len(set(CASES)) == 58
    assert [case for case in CASES if not _is_tested(case)] == []


def test_every_ruling_has_its_test_and_every_test_of_one_its_row() -> None:
    """Ids like GE-BH-5 in the names of tests are those of the document, no more and no fewer."""
    tested = {
        f"{kind.upper()}-{number}"
        for name in NAMES
        for kind, number in re.findall(r"^ge_([a-z]{2})_(\d+)_", name)
    }
    rows = re.findall(r"^\| GE-([A-Z]{2}-\d+) \|", TEXT, re.MULTILINE)
    assert sorted(rows) == sorted(tested)
