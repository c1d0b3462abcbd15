"""Odds with blue and rift dice, split damage and repairs: worked out by hand, played out die by
die, and by both ways of computing."""

import io
import json
import math
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.__main__ import main
from rules.battle import (
    ASSIGNMENT_RULES,
    MOST_ROUNDS,
    PrintedFace,
    RolledDie,
    Target,
    assign,
    attack_dice,
    can_destroy,
    damage_dealt,
    initiative_order,
    own_damage,
    rolled_dice,
    self_damage,
)
from rules.content import load_catalog
from rules.odds import BattleError, odds, odds_of
from rules.odds.reader import SIDES, Battle, read_battle

RIFT = {
    "rift": tuple(PrintedFace(*face) for face in [(0, 0), (0, 0), (1, 0), (2, 0), (3, 1), (0, 1)])
}
DAMAGE = {"yellow": 1, "orange": 2, "blue": 3, "red": 4, "rift": 0}


def ships(kind: str, count: int = 1, **figures: Any) -> dict[str, Any]:
    plain = {"initiative": 0, "hull": 0, "computer": 0, "shield": 0}
    return {"type": kind, "count": count, **plain, **figures}


def fight(attacker: list[Any], defender: list[Any], *split: str) -> dict[str, Any]:
    """A battle; ``split``: sides with a splitter."""
    return {
        "edition": "second_dawn",
        "attacker": {"ships": attacker, "splitter": "attacker" in split},
        "defender": {"ships": defender, "splitter": "defender" in split},
    }


YELLOW, RED = {"yellow": 1}, {"red": 1}

# --- dice ----------------------------------------------------------------------------------------


def test_rift_faces_are_those_of_the_content() -> None:
    """The table of this test and the die of the module are the same."""
    die = load_catalog("second_dawn", ["extras"]).setup.dice["rift"]
    assert tuple(PrintedFace(f.damage, f.self_damage) for f in die.faces) == RIFT["rift"]


def test_a_printed_face_hits_whatever_the_shields() -> None:
    """Only damage on the face counts."""
    dice = rolled_dice(["rift"] * 6, range(1, 7), 0, DAMAGE, RIFT)
    assert [die.damage for die in dice] == [0, 0, 1, 2, 3, 0]
    assert [die.gets_through(9) for die in dice] == [False, False, True, True, True, False]
    assert self_damage(["rift", "red", "rift"], [5, 6, 6], RIFT) == 2


def test_a_split_die_is_its_points() -> None:
    """A red die in four parts, each with what it shows and the computers."""
    dice = rolled_dice(["red", "yellow"], [4, 6], 2, DAMAGE, RIFT, {"red"})
    assert dice == (*[RolledDie("red", 1, 4, 2)] * 4, RolledDie("yellow", 1, 6, 2))


def test_own_damage_destroys_the_largest_it_can_else_damages_the_largest() -> None:
    """Shields play no part."""
    large, small = Target(1, 0, hull=2, shield=3), Target(2, 1, hull=0, shield=1)
    assert own_damage(1, [large, small]) == (0, 1)
    assert own_damage(2, [large, small]) == (1, 1)
    assert own_damage(3, [large, small]) == (3, 0)
    assert own_damage(1, [large]) == (1,)


@pytest.mark.parametrize(
    ("points", "hull", "damage", "repair", "possible"),
    [
        (0, 0, 0, 0, False),
        (1, 5, 0, 0, True),
        (1, 5, 0, 1, False),
        (1, 0, 0, 1, True),
        (2, 3, 2, 2, True),
        (2, 3, 1, 2, False),
        (3, 9, 0, 2, True),
    ],
)
def test_who_can_ever_be_destroyed(
    points: int, hull: int, damage: int, repair: int, possible: bool
) -> None:
    """More damage a round than is repaired, or enough at one blow."""
    assert can_destroy(points, [Target(1, 0, hull, 0, damage)], repair) is possible


# --- worked out by hand --------------------------------------------------------------------------


def test_blue_dice_do_three_points() -> None:
    """Three points destroy hull 2, not hull 3."""
    strong = ships("cruiser", initiative=9, cannons={"blue": 1}, computer=4)
    weak = ships("cruiser", cannons=YELLOW, computer=4)
    once = odds(fight([strong], [{**weak, "hull": 2}]))["p_attacker"]
    twice = odds(fight([strong], [{**weak, "hull": 3}]))["p_attacker"]
    hit = 5 / 6
    assert once == pytest.approx(hit / (1 - (1 - hit) ** 2))
    assert twice < once


def test_a_rift_cannon_against_an_ion_cannon() -> None:
    """The defender shoots first; 2 faces destroy it, one destroys both, one the own ship."""
    result = odds(fight([ships("interceptor", rift=1)], [ships("interceptor", cannons=YELLOW)]))
    goes_on = 5 / 6 * 2 / 6
    assert result["p_attacker"] == pytest.approx(5 / 6 * 2 / 6 / (1 - goes_on))
    assert result["p_mutual"] == pytest.approx(5 / 6 * 1 / 6 / (1 - goes_on))
    assert result["p_defender"] == pytest.approx((1 / 6 + 5 / 6 * 1 / 6) / (1 - goes_on))
    assert result["method"] == "exact"


def test_a_splitter_shares_a_hit_among_small_ships() -> None:
    """One hit destroys all four interceptors or, without the splitter, one."""
    attacker = [ships("cruiser", initiative=9, computer=4, cannons=RED)]
    defender = [ships("interceptor", 4, computer=4, cannons=YELLOW)]
    split = odds(fight(attacker, defender, "attacker"))["p_attacker"]
    assert split == pytest.approx(5 / 6 / (1 - 1 / 6 * (1 / 6) ** 4))
    assert odds(fight(attacker, defender))["p_attacker"] < 0.1


def test_a_splitter_is_for_cannons() -> None:
    """Red missiles stay whole."""
    attacker = [ships("cruiser", initiative=9, computer=4, missiles=RED)]
    defender = [ships("interceptor", 4, cannons=YELLOW)]
    plain = odds(fight(attacker, defender))
    assert odds(fight(attacker, defender, "attacker")) == plain


def test_repairs_that_cannot_be_outdone_are_a_stalemate() -> None:
    """One point a round against one repaired, on both sides of the table."""
    target = ships("cruiser", hull=1, morph=1)
    shooter = ships("interceptor", cannons=YELLOW)
    result = odds(fight([shooter], [target]))
    assert (result["p_defender"], result["p_stalemate"]) == (1, 1)
    result = odds(fight([target], [shooter]))
    assert (result["p_defender"], result["p_stalemate"]) == (1, 1)
    assert result["expected_survivors"]["attacker"] == {"cruiser": 0}


def test_a_battle_with_repairs_has_a_last_round() -> None:
    """Two hits of a round are needed: 1/36 each round, for so many rounds."""
    result = odds(
        fight([ships("interceptor", 2, cannons=YELLOW)], [ships("cruiser", hull=1, morph=1)])
    )
    lasts = (35 / 36) ** MOST_ROUNDS
    assert result["p_stalemate"] == pytest.approx(lasts)
    assert result["p_attacker"] == pytest.approx(1 - lasts)


# --- played out die by die -----------------------------------------------------------------------


def play(battle: Battle, random: Random) -> tuple[str, Mapping[str, int]]:
    """One battle with single dice and single ships: how it ends, and the ships left."""
    afloat = {
        (group, number): 0
        for fleet in battle.fleets
        for group, count in zip(fleet.groups, fleet.counts, strict=True)
        for number in range(count)
    }
    fleets = dict(zip(SIDES, battle.fleets, strict=True))
    order = initiative_order({group for group, _ in afloat})
    rounds = 0

    def targets(side: str, rift_only: bool = False) -> dict[Any, Target]:
        return {
            f"{g.type} {n}": Target(
                f"{g.type} {n}", g.size_rank, g.stats.hull, g.stats.shield, hurt
            )
            for (g, n), hurt in afloat.items()
            if g.side == side and (not rift_only or "rift" in g.stats.cannons)
        }

    def damage(side: str, dealt: Mapping[Any, int]) -> None:
        for ship in [s for s in afloat if s[0].side == side]:
            afloat[ship] += dealt.get(f"{ship[0].type} {ship[1]}", 0)
            if afloat[ship] > ship[0].stats.hull:
                del afloat[ship]

    def most(side: str) -> int:
        dice = [c for g, _ in afloat if g.side == side for c in g.stats.cannons]
        return sum(3 if colour == "rift" else DAMAGE[colour] for colour in dice)

    while True:
        if rounds:
            enemy = {"attacker": "defender", "defender": "attacker"}
            going = any(
                can_destroy(
                    most(enemy[g.side]), [Target(0, 0, g.stats.hull, 0, hurt)], g.stats.repair
                )
                for (g, _), hurt in afloat.items()
            )
            late = rounds > MOST_ROUNDS and any(g.stats.repair for g, _ in afloat)
            if late or not going:
                return "stalemate", {}
        for group in order:
            number = sum(g == group for g, _ in afloat)
            weapons = group.stats.cannons if rounds else group.stats.missiles
            colours = attack_dice(weapons, number)
            faces = [random.randint(1, 6) for _ in colours]
            other = SIDES[1 - SIDES.index(group.side)]
            split = fleets[group.side].split if rounds else ()
            dice = rolled_dice(colours, faces, group.stats.computer, DAMAGE, RIFT, split)
            enemies = list(targets(other).values())
            rule = ASSIGNMENT_RULES[fleets[group.side].policy]
            dealt = damage_dealt(dice, assign(dice, enemies, rule), enemies)
            if points := self_damage(colours, faces, RIFT):
                own = targets(group.side, rift_only=True)
                damage(
                    group.side, dict(zip(own, own_damage(points, list(own.values())), strict=True))
                )
            damage(other, dealt)
            left = {g.side for g, _ in afloat}
            if len(left) < 2:
                counts: dict[str, int] = {}
                for g, _ in afloat:
                    counts[g.type] = counts.get(g.type, 0) + 1
                return (left.pop() if left else "mutual"), counts
        if rounds:
            for (g, n), hurt in afloat.items():
                afloat[g, n] = max(0, hurt - g.stats.repair)
        rounds += 1


def random_battle(random: Random) -> dict[str, Any]:
    def fleet(special: str) -> list[dict[str, Any]]:
        kinds = random.sample(["interceptor", "cruiser", "dreadnought"], random.randint(1, 2))
        weapons: list[dict[str, Any]] = [YELLOW, {"orange": 1}, {"blue": 1, "yellow": 1}, RED]
        return [
            ships(
                kind,
                random.randint(1, 2),
                initiative=random.randint(0, 3),
                hull=random.randint(0, 3),
                computer=random.randint(0, 3),
                shield=random.choice([0, 0, 1, 2]),
                cannons=random.choice(weapons),
                missiles=random.choice([{}, {}, {"blue": 1}]),
                rift=random.randint(0, 2) if special == "rift" else 0,
                morph=random.randint(0, 1) if special == "morph" else 0,
            )
            for kind in kinds
        ]

    special = random.choice(["rift", "morph", "splitter", "rift"])
    split = [side for side in SIDES if random.random() < 0.5]
    return fight(fleet(special), fleet(special), *split)


@pytest.mark.parametrize("seed", range(9))
def test_exact_odds_are_those_of_battles_played_out(seed: int) -> None:
    random = Random(seed)
    battle = random_battle(random)
    result = odds(battle)
    assert result["method"] == "exact"
    runs = 400
    played = [play(read_battle(battle), random) for _ in range(runs)]
    for outcome, chance in (
        ("attacker", result["p_attacker"]),
        ("defender", result["p_defender"] - result["p_stalemate"]),
        ("mutual", result["p_mutual"]),
        ("stalemate", result["p_stalemate"]),
    ):
        seen = sum(end == outcome for end, _ in played) / runs
        assert abs(seen - chance) <= 4 * math.sqrt(max(0, chance * (1 - chance)) / runs) + 2 / runs
    for kind, mean in result["expected_survivors"]["attacker"].items():
        seen = sum(left.get(kind, 0) for end, left in played if end == "attacker") / runs
        assert abs(seen - mean) <= 4 / math.sqrt(runs)


@pytest.mark.parametrize("seed", range(100, 103))
def test_simulation_agrees_with_the_exact_odds(seed: int) -> None:
    battle = read_battle(random_battle(Random(seed)))
    exact, simulated = odds_of(battle), odds_of(battle, exact_work=0)
    assert (exact.method, simulated.method) == ("exact", "monte_carlo")
    assert abs(simulated.attacker - exact.attacker) <= 4 * simulated.standard_error
    assert simulated.attacker + simulated.defender + simulated.mutual == pytest.approx(1)
    assert exact.attacker + exact.defender + exact.mutual == pytest.approx(1)
    assert simulated.mutual == pytest.approx(exact.mutual, abs=0.05)
    for mine, theirs in zip(exact.survivors, simulated.survivors, strict=True):
        assert theirs == pytest.approx(mine, abs=0.15)


# --- the description -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "attacker", "message"),
    [
        ("new_dawn", {"ships": [ships("cruiser", rift=1)]}, "new_dawn has no rift dice"),
        ("new_dawn", {"ships": [ships("cruiser", morph=1)]}, "nothing repairs ships in new_dawn"),
        ("new_dawn", {"ships": [ships("cruiser")], "splitter": True}, "nothing splits damage"),
        ("new_dawn", {"ships": [ships("cruiser", cannons={"blue": 1})]}, "no die is 'blue'"),
        ("second_dawn", {"ships": [ships("cruiser", cannons={"rift": 1})]}, "no die is 'rift'"),
        ("second_dawn", {"ships": [ships("cruiser", rift=-1)]}, "`int` >= 0.*rift"),
        ("second_dawn", {"ships": [ships("cruiser")], "splitter": 1}, "Expected `bool`"),
    ],
)
def test_wrong_descriptions_are_refused(
    edition: str, attacker: dict[str, Any], message: str
) -> None:
    described = {
        "edition": edition,
        "attacker": attacker,
        "defender": {"ships": [ships("cruiser")]},
    }
    with pytest.raises(BattleError, match=message):
        odds(described)


def run(
    argv: list[str], described: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str]:
    output = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(described)))
    monkeypatch.setattr("sys.stdout", output)
    return main(argv), output.getvalue()


def test_the_edition_may_be_named_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands for the key of the description, and must not contradict it."""
    described = fight([ships("cruiser", rift=1)], [ships("cruiser", cannons=YELLOW)])
    plain = {key: value for key, value in described.items() if key != "edition"}
    status, text = run(["odds", "--edition", "second_dawn"], plain, monkeypatch)
    assert status == 0
    assert json.loads(text.splitlines()[-1]) == odds(described)
    status, text = run(["odds", "--edition", "new_dawn"], described, monkeypatch)
    assert status == 1
    assert "second_dawn" in text
