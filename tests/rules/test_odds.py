"""Odds of battles: cases worked out by hand, cases played out die by die, and what must hold of
any battle."""

import math
import os
import subprocess
import sys
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rules.battle import (
    ASSIGNMENT_RULES,
    ShipGroup,
    Target,
    assign,
    attack_dice,
    damage_dealt,
    initiative_order,
    rolled_dice,
)
from rules.odds import odds, odds_of
from rules.odds.reader import SIDES, Battle, read_battle


def ships(kind: str, count: int = 1, **figures: Any) -> dict[str, Any]:
    plain = {"initiative": 0, "hull": 0, "computer": 0, "shield": 0, "cannons": {"yellow": 1}}
    return {"type": kind, "count": count, **plain, **figures}


def fight(attacker: list[Any], defender: list[Any], **more: Any) -> dict[str, Any]:
    sides = {"attacker": {"ships": attacker}, "defender": {"ships": defender}}
    return {"edition": "new_dawn", **sides, **more}


ANCIENT = ships("ancient", initiative=2, hull=1, computer=1, cannons={"yellow": 2})


# --- worked out by hand -------------------------------------------------------------------------


def test_an_interceptor_against_an_ancient() -> None:
    result = odds(fight([ships("interceptor", initiative=3)], [ANCIENT]))
    # The interceptor hits with 1/6 and must hit twice; the ancient kills with 1 - (2/3)^2. A
    # round passes without effect with 5/6 * 4/9.
    hit, kill = 1 / 6, 5 / 9
    turn = 1 - (1 - hit) * (1 - kill)
    wins = hit * (1 - kill) / turn * (hit / turn)
    assert result["p_attacker"] == pytest.approx(wins, abs=1e-12)
    assert result["p_defender"] == pytest.approx(1 - wins, abs=1e-12)
    assert result["expected_survivors"]["attacker"]["interceptor"] == pytest.approx(wins)
    assert result["expected_survivors"]["defender"]["ancient"] == pytest.approx(1 - wins)
    assert (result["method"], result["standard_error"]) == ("exact", 0.0)


def test_the_answer_has_exactly_these_keys() -> None:
    result = odds(fight([ships("interceptor")], [ships("cruiser")]))
    assert set(result) == {
        "p_attacker",
        "p_defender",
        "p_mutual",
        "p_stalemate",
        "expected_survivors",
        "method",
        "standard_error",
    }
    assert set(result["expected_survivors"]) == {"attacker", "defender"}


def test_the_defender_wins_initiative_ties() -> None:
    result = odds(fight([ships("interceptor")], [ships("interceptor")]))
    # First to hit with 1/6, shooting second.
    assert result["p_attacker"] == pytest.approx((5 / 6) / 6 / (1 - 25 / 36))
    faster = odds(fight([ships("interceptor", initiative=1)], [ships("interceptor")]))
    assert faster["p_attacker"] == pytest.approx(1 / 6 / (1 - 25 / 36))


def test_missiles_fire_once_and_only_from_ships_that_are_left() -> None:
    missile = {"cannons": {}, "missiles": {"orange": 1}}
    result = odds(
        fight(
            [ships("interceptor", initiative=3, **missile)],
            [ships("interceptor", initiative=2, **missile)],
        )
    )
    assert result["p_attacker"] == pytest.approx(1 / 6)
    assert result["p_stalemate"] == pytest.approx(25 / 36)
    assert result["p_defender"] == pytest.approx(5 / 6)
    # In a stalemate the attacker retreats or is destroyed; the defender stays.
    assert result["expected_survivors"]["attacker"]["interceptor"] == pytest.approx(1 / 6)
    assert result["expected_survivors"]["defender"]["interceptor"] == pytest.approx(5 / 6)


def test_all_missiles_come_before_all_cannons() -> None:
    result = odds(
        fight(
            [ships("interceptor", cannons={}, missiles={"orange": 9}, computer=4)],
            [ships("interceptor", initiative=5, computer=4)],
        )
    )
    assert result["p_attacker"] == pytest.approx(1 - (1 / 6) ** 9)


def test_no_cannons_anywhere_is_a_stalemate() -> None:
    result = odds(fight([ships("cruiser", cannons={})], [ships("starbase", 2, cannons={})]))
    assert (result["p_attacker"], result["p_defender"], result["p_stalemate"]) == (0, 1, 1)
    assert result["expected_survivors"] == {"attacker": {"cruiser": 0}, "defender": {"starbase": 2}}


def test_one_cannon_decides_every_battle_in_the_end() -> None:
    target = ships("dreadnought", 2, cannons={}, hull=7, shield=9)
    result = odds(fight([ships("interceptor")], [target]))
    assert result["p_attacker"] == pytest.approx(1)
    assert result["p_stalemate"] == 0


def test_a_die_kills_one_ship_and_its_excess_is_lost() -> None:
    # A single red die a round against two ships: both must be hit one after the other.
    result = odds(
        fight(
            [ships("interceptor", initiative=3, cannons={"red": 1}, computer=4)],
            [ships("interceptor", 2)],
        )
    )
    hit, shot_two, shot_one = 5 / 6, 11 / 36, 1 / 6
    last = hit / (1 - (1 - hit) * (1 - shot_one))
    first = hit / (1 - (1 - hit) * (1 - shot_two))
    assert result["p_attacker"] == pytest.approx(first * (1 - shot_one) * last)


def test_shields_of_targets_are_counted_each_for_itself() -> None:
    # A roll of 4 or 5 with computer 2 hits the unshielded ship only; 6 hits both.
    result = odds(
        fight(
            [ships("interceptor", initiative=9, computer=2)],
            [ships("dreadnought", cannons={}, shield=3), ships("cruiser", hull=0, initiative=1)],
        )
    )
    both_left, cruiser_hit = 1 / 6, 2 / 6
    # First shot: dreadnought with a 6, cruiser with a 4 or 5. The cruiser shoots back with 1/6.
    alone_cruiser = (1 / 2) / (1 - (1 / 2) * (5 / 6))
    first = 1 / (1 - (1 / 2) * (5 / 6))
    wins = first * (both_left * (5 / 6) * alone_cruiser + cruiser_hit * 1)
    assert result["p_attacker"] == pytest.approx(wins)


# --- played out die by die ----------------------------------------------------------------------


def play(battle: Battle, random: Random) -> tuple[str, Mapping[str, int]]:
    """One battle with single dice and single ships: the winner (or `stalemate`) and its ships."""
    afloat: dict[tuple[ShipGroup, int], int] = {
        (group, number): 0
        for fleet in battle.fleets
        for group, count in zip(fleet.groups, fleet.counts, strict=True)
        for number in range(count)
    }
    order = initiative_order({group for group, _ in afloat})
    rules = dict(zip(SIDES, (fleet.policy for fleet in battle.fleets), strict=True))
    missiles = True
    while True:
        armed = False
        for group in order:
            weapons = group.stats.missiles if missiles else group.stats.cannons
            colours = attack_dice(weapons, sum(g == group for g, _ in afloat))
            armed = armed or bool(colours)
            faces = [random.randint(1, 6) for _ in colours]
            dice = rolled_dice(colours, faces, group.stats.computer, battle.damage)
            enemies = {
                f"{g.type} {n}": (
                    (g, n),
                    Target(f"{g.type} {n}", g.size_rank, g.stats.hull, g.stats.shield, hurt),
                )
                for (g, n), hurt in afloat.items()
                if g.side != group.side
            }
            targets = [target for _, target in enemies.values()]
            chosen = assign(dice, targets, ASSIGNMENT_RULES[rules[group.side]])
            for key, points in damage_dealt(dice, chosen, targets).items():
                ship, target = enemies[str(key)]
                afloat[ship] += points
                if points >= target.remaining:
                    del afloat[ship]
            sides = {g.side for g, _ in afloat}
            if len(sides) == 1:
                return sides.pop(), counted(afloat)
        if not armed and not missiles:
            return "stalemate", counted(
                {s: d for s, d in afloat.items() if s[0].side == "defender"}
            )
        missiles = False


def counted(afloat: Mapping[tuple[ShipGroup, int], int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for group, _ in afloat:
        counts[group.type] = counts.get(group.type, 0) + 1
    return counts


def random_battle(random: Random) -> dict[str, Any]:
    def fleet() -> list[dict[str, Any]]:
        kinds = random.sample(
            ["interceptor", "cruiser", "dreadnought", "starbase"], random.randint(1, 3)
        )
        return [
            ships(
                kind,
                random.randint(1, 2),
                initiative=random.randint(0, 3),
                hull=random.randint(0, 3),
                computer=random.randint(0, 3),
                shield=random.choice([0, 0, 1, 2]),
                cannons=random.choice(
                    [{"yellow": 1}, {"orange": 1}, {"yellow": 1, "red": 1}, {"yellow": 2}, {}]
                ),
                missiles=random.choice([{}, {}, {"orange": 2}]),
            )
            for kind in kinds
        ]

    policy = {side: random.choice(sorted(ASSIGNMENT_RULES)) for side in SIDES}
    return fight(fleet(), fleet(), policy=policy)


@pytest.mark.parametrize("seed", range(12))
def test_exact_odds_are_those_of_battles_played_out(seed: int) -> None:
    random = Random(seed)
    battle = random_battle(random)
    read = read_battle(battle)
    result = odds(battle)
    assert result["method"] == "exact"
    runs = 800
    played = [play(read, random) for _ in range(runs)]
    for outcome, chance in (
        ("attacker", result["p_attacker"]),
        ("defender", result["p_defender"] - result["p_stalemate"]),
        ("stalemate", result["p_stalemate"]),
    ):
        seen = sum(winner == outcome for winner, _ in played) / runs
        assert abs(seen - chance) <= 4 * math.sqrt(max(0, chance * (1 - chance)) / runs) + 2 / runs
    for side in SIDES:
        won = [
            left for winner, left in played if (winner if winner in SIDES else "defender") == side
        ]
        for kind, mean in result["expected_survivors"][side].items():
            seen = sum(left.get(kind, 0) for left in won) / runs
            # A number of ships between 0 and 2 deviates by 1 at most.
            assert abs(seen - mean) <= 4 / math.sqrt(runs)


@pytest.mark.parametrize("seed", range(100, 106))
def test_simulation_agrees_with_the_exact_odds(seed: int) -> None:
    battle = read_battle(random_battle(Random(seed)))
    exact, simulated = odds_of(battle), odds_of(battle, exact_work=0)
    assert (exact.method, simulated.method) == ("exact", "monte_carlo")
    assert simulated.standard_error > 0
    assert abs(simulated.attacker - exact.attacker) <= 4 * simulated.standard_error
    assert simulated.attacker + simulated.defender == pytest.approx(1)
    for mine, theirs in zip(exact.survivors, simulated.survivors, strict=True):
        assert theirs == pytest.approx(mine, abs=0.1)


def test_a_battle_of_whole_fleets_is_simulated() -> None:
    fleet = [
        ships("interceptor", 8, initiative=3, hull=1, missiles={"orange": 2}),
        ships("cruiser", 4, initiative=2, hull=3, computer=2, cannons={"orange": 1}),
        ships("dreadnought", 2, initiative=1, hull=4, computer=1, cannons={"red": 1, "yellow": 2}),
    ]
    result = odds(fight(fleet, fleet))
    assert result["method"] == "monte_carlo"
    assert 0 < result["standard_error"] < 0.02
    # Equal fleets, and the defender wins every tie.
    assert result["p_attacker"] < 0.5


def test_every_process_finds_the_same_simulated_odds() -> None:
    program = (
        "from rules.odds.reader import read_battle; from rules.odds.simulation import simulate;"
        f"print(simulate(read_battle({fight([ships('cruiser', hull=2)], [ANCIENT])!r})))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(answers) == 1


# --- what must hold of any battle -----------------------------------------------------------------

figures = st.fixed_dictionaries(
    {
        "count": st.integers(1, 2),
        "initiative": st.integers(0, 3),
        "hull": st.integers(0, 2),
        "computer": st.integers(0, 3),
        "shield": st.integers(0, 2),
        "cannons": st.sampled_from([{}, {"yellow": 1}, {"orange": 1}, {"red": 1, "yellow": 1}]),
        "missiles": st.sampled_from([{}, {}, {"orange": 2}]),
    }
)
one_type = st.builds(
    lambda kind, given: [{"type": kind, **given}],
    st.sampled_from(["interceptor", "cruiser"]),
    figures,
)
two_types = st.builds(
    lambda first, second: [{"type": "interceptor", **first}, {"type": "dreadnought", **second}],
    figures,
    figures,
)
fleets = one_type | two_types


@given(fleets, fleets, st.sampled_from(sorted(ASSIGNMENT_RULES)))
@settings(max_examples=60, deadline=None)
def test_chances_are_complete(attacker: list[Any], defender: list[Any], policy: str) -> None:
    result = odds(fight(attacker, defender, policy=policy))
    assert result["p_attacker"] + result["p_defender"] == pytest.approx(1, abs=1e-9)
    assert -1e-12 <= result["p_stalemate"] <= result["p_defender"] + 1e-9
    assert result["p_mutual"] == 0
    for side, listed in (("attacker", attacker), ("defender", defender)):
        survivors = result["expected_survivors"][side]
        assert set(survivors) == {entry["type"] for entry in listed}
        for entry in listed:
            assert -1e-9 <= survivors[entry["type"]] <= entry["count"] + 1e-9
        assert sum(survivors.values()) >= result[f"p_{side}"] - 1e-9


@given(fleets, fleets)
@settings(max_examples=40, deadline=None)
def test_without_ties_the_sides_only_have_other_names(
    attacker: list[Any], defender: list[Any]
) -> None:
    for entry in attacker:
        entry["initiative"] += 10
    there = odds(fight(attacker, defender))
    back = odds(fight(defender, attacker))
    assert there["p_attacker"] == pytest.approx(back["p_defender"] - back["p_stalemate"], abs=1e-9)
    assert there["p_stalemate"] == pytest.approx(back["p_stalemate"], abs=1e-9)


@given(fleets, fleets)
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_list_does_not_matter(attacker: list[Any], defender: list[Any]) -> None:
    assert odds(fight(attacker, defender)) == odds(fight(attacker[::-1], defender[::-1]))


@given(one_type, one_type, st.sampled_from(["hull", "computer", "shield"]))
@settings(max_examples=60, deadline=None)
def test_better_ships_are_never_worse(attacker: list[Any], defender: list[Any], what: str) -> None:
    better = [{**attacker[0], what: attacker[0][what] + 1}]
    before = odds(fight(attacker, defender))["p_attacker"]
    assert odds(fight(better, defender))["p_attacker"] >= before - 1e-9


@given(fleets, one_type)
@settings(max_examples=40, deadline=None)
def test_a_higher_initiative_never_hurts_a_side_of_one_type(
    attacker: list[Any], defender: list[Any]
) -> None:
    slower = odds(fight(attacker, defender))["p_defender"]
    faster = [{**defender[0], "initiative": 10}]
    assert odds(fight(attacker, faster))["p_defender"] >= slower - 1e-9


def test_policies_make_a_difference() -> None:
    attacker = [ships("cruiser", 2, initiative=3, computer=2, cannons={"orange": 2})]
    defender = [
        ships("dreadnought", hull=3, cannons={}),
        ships("interceptor", 2, initiative=2, computer=3, cannons={"yellow": 2}),
    ]
    chances = {
        policy: odds(fight(attacker, defender, policy={"attacker": policy}))["p_attacker"]
        for policy in ASSIGNMENT_RULES
    }
    # The unarmed dreadnought is a decoy for those who shoot at large ships first.
    assert chances["smallest_first"] > chances["npc"]
    assert odds(fight(attacker, defender))["p_attacker"] == chances["npc"]
    both = odds(fight(attacker, defender, policy="smallest_first"))["p_attacker"]
    assert both == pytest.approx(chances["smallest_first"])
