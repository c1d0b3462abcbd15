"""Hitting, initiative and the assignment of dice, case by case and against a search of all
assignments."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from rules.battle import (
    ASSIGNMENT_RULES,
    AssignmentRule,
    RolledDie,
    ShipGroup,
    ShipStats,
    Target,
    assign,
    attack_dice,
    damage_dealt,
    hits,
    initiative_order,
    npc_assignment,
    prepare,
    rolled_dice,
    size_ranks,
)
from rules.content import load_catalog

SETUP = load_catalog("new_dawn").setup
DAMAGE = {colour: die.damage for colour, die in SETUP.dice.items()}
RANK = size_ranks(SETUP.size_order)


def ship(kind: str, hull: int = 0, shield: int = 0, damage: int = 0, key: str = "") -> Target:
    return Target(key or kind, RANK[kind], hull, shield, damage)


def dice(colours: str, *faces: int, computer: int = 0) -> tuple[RolledDie, ...]:
    return rolled_dice(colours.split(), faces, computer, DAMAGE)


@pytest.mark.parametrize(
    ("roll", "computer", "shield", "hit"),
    [
        pytest.param(6, 0, 9, True, id="roll_six_always_hits"),
        pytest.param(1, 9, 0, False, id="roll_one_always_misses"),
        pytest.param(4, 2, 0, True, id="computer_makes_hit"),
        pytest.param(2, 2, 0, False, id="total_below_six_misses"),
        pytest.param(6, 0, 2, True, id="shields_against_no_computer"),
        pytest.param(5, 1, 0, True, id="population_has_no_shield"),
        pytest.param(5, 1, 1, False, id="shield_cancels_computer"),
        pytest.param(2, 4, 0, True, id="many_computers"),
    ],
)
def test_what_hits(roll: int, computer: int, shield: int, hit: bool) -> None:
    assert hits(roll, computer, shield) is hit


def test_one_die_for_each_weapon_of_each_ship() -> None:
    assert attack_dice(("yellow", "red"), 2) == ("yellow", "red", "yellow", "red")
    assert attack_dice((), 4) == ()


def test_dice_carry_the_damage_of_their_colour() -> None:
    assert [die.damage for die in dice("yellow orange red", 1, 2, 3)] == [1, 2, 4]


@pytest.mark.parametrize(
    ("colours", "faces", "message"),
    [
        (["violet"], [3], "no die is 'violet'; there are: yellow, orange, red"),
        (["yellow"], [7], "a die shows 1 to 6, not 7"),
        (["yellow"], [], "1 dice need 1 faces, not 0"),
    ],
)
def test_impossible_rolls_are_refused(colours: list[str], faces: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rolled_dice(colours, faces, 0, DAMAGE)


def test_hull_absorbs_and_one_more_destroys() -> None:
    two_improved_hulls = ship("cruiser", hull=4)
    assert two_improved_hulls.remaining == 5
    assert ship("cruiser", hull=4, damage=4).remaining == 1
    assert ship("cruiser", hull=4, damage=7).remaining == 0


# --- initiative ---------------------------------------------------------------------------------


def group(side: str, kind: str, initiative: int) -> ShipGroup:
    return ShipGroup(side, kind, RANK[kind], ShipStats(initiative=initiative))  # type: ignore[arg-type]


def test_the_rule_books_battle_has_its_order() -> None:
    fleet = [
        group("attacker", "cruiser", 3),
        group("defender", "cruiser", 3),
        group("defender", "interceptor", 3),
        group("attacker", "interceptor", 4),
    ]
    order = [(g.side, g.type) for g in initiative_order(fleet)]
    assert order == [
        ("attacker", "interceptor"),
        ("defender", "interceptor"),
        ("defender", "cruiser"),
        ("attacker", "cruiser"),
    ]


def test_the_order_does_not_depend_on_how_ships_are_listed() -> None:
    fleet = [group(s, k, 2) for s in ("attacker", "defender") for k in RANK]
    orders = (
        {initiative_order(listed) for listed in itertools.permutations(fleet, 8)}
        if 0
        else {
            initiative_order(fleet),
            initiative_order(reversed(fleet)),
        }
    )
    assert len(orders) == 1


# --- assignment: rulings ------------------------------------------------------------------------


def destroyed(
    rolled: Sequence[RolledDie], targets: Sequence[Target], rule: str = "npc"
) -> tuple[set[object], dict[object, int]]:
    """What dies and what damage stays on survivors."""
    dealt = damage_dealt(rolled, assign(rolled, targets, ASSIGNMENT_RULES[rule]), targets)
    dead = {t.key for t in targets if dealt.get(t.key, 0) >= t.remaining}
    return dead, {key: points for key, points in dealt.items() if key not in dead}


def test_three_hits_destroy_the_dreadnought() -> None:
    targets = [ship("dreadnought", hull=2), ship("interceptor")]
    assert npc_assignment(dice("yellow yellow yellow", 6, 6, 6), targets) == ("dreadnought",) * 3


def test_two_hits_destroy_the_interceptor_and_damage_the_dreadnought() -> None:
    targets = [ship("dreadnought", hull=2), ship("interceptor")]
    rolled = dice("yellow yellow", 6, 6)
    assert sorted(map(str, npc_assignment(rolled, targets))) == ["dreadnought", "interceptor"]


def test_one_big_hit_kills_the_large_ship_and_is_not_split() -> None:
    targets = [ship("dreadnought", hull=2), ship("interceptor")]
    assert destroyed(dice("red", 6), targets) == ({"dreadnought"}, {})
    assert destroyed(dice("red", 6), [ship("interceptor"), ship("cruiser", hull=4)]) == (
        {"interceptor"},
        {},
    )


def test_the_least_valuable_dice_that_suffice_kill_the_largest() -> None:
    targets = [ship("dreadnought", hull=1), ship("cruiser", hull=3), ship("interceptor")]
    rolled = dice("red yellow orange yellow", 6, 6, 6, 6)
    assert npc_assignment(rolled, targets) in (
        ("cruiser", "interceptor", "dreadnought", None),
        ("cruiser", "dreadnought", "interceptor", "dreadnought"),
    )
    assert destroyed(rolled, targets)[0] == {"dreadnought", "cruiser", "interceptor"}


def test_a_weak_hit_goes_where_it_counts_and_the_strong_one_through_the_shield() -> None:
    targets = [ship("dreadnought", shield=2), ship("interceptor")]
    # 5 + 1 misses the shield of the dreadnought; 6 hits everything.
    rolled = dice("yellow yellow", 5, 6, computer=1)
    assert npc_assignment(rolled, targets) == ("interceptor", "dreadnought")


def test_nothing_to_destroy_the_largest_takes_all() -> None:
    targets = [ship("interceptor", hull=4), ship("dreadnought", hull=4)]
    assert destroyed(dice("yellow orange", 6, 6), targets) == (set(), {"dreadnought": 3})


def test_what_cannot_hit_the_largest_damages_the_next() -> None:
    targets = [ship("dreadnought", hull=4, shield=3), ship("cruiser", hull=4)]
    assert destroyed(dice("yellow yellow", 5, 6, computer=1), targets) == (
        set(),
        {"dreadnought": 1, "cruiser": 1},
    )


def test_damage_is_concentrated() -> None:
    targets = [ship("cruiser", hull=3, key="a"), ship("cruiser", hull=3, damage=1, key="b")]
    assert destroyed(dice("yellow yellow", 6, 6), targets) == (set(), {"b": 2})


def test_of_equal_kills_the_one_in_which_most_damage_counts() -> None:
    targets = [ship("cruiser", hull=1, damage=1, key="a"), ship("cruiser", hull=1, key="b")]
    assert destroyed(dice("orange", 6), targets) == ({"b"}, {})


def test_cruiser_and_starbase_are_of_equal_size() -> None:
    assert RANK["cruiser"] == RANK["starbase"]
    targets = [ship("cruiser", hull=2), ship("starbase"), ship("interceptor")]
    assert destroyed(dice("yellow", 6), targets) == ({"starbase"}, {})


def test_the_die_that_destroys_leaves_the_one_that_can_still_hit() -> None:
    targets = [ship("dreadnought", hull=3, shield=1), ship("interceptor")]
    # The weaker die hits both, the stronger one only the unshielded interceptor.
    rolled = dice("yellow orange", 3, 2, computer=4)
    assert npc_assignment(rolled, targets) == ("dreadnought", "interceptor")


def test_misses_and_dice_beyond_need_have_no_target() -> None:
    assert npc_assignment(dice("yellow yellow", 1, 5), [ship("interceptor")]) == (None, None)
    assert npc_assignment(dice("red red", 6, 6), [ship("interceptor")]).count(None) == 1
    assert npc_assignment(dice("red", 6), []) == (None,)
    assert npc_assignment(dice("red", 6), [ship("interceptor", damage=1)]) == (None,)


def test_equal_targets_fall_in_the_order_given() -> None:
    targets = [ship("interceptor", key="x"), ship("interceptor", key="y")]
    assert npc_assignment(dice("yellow", 6), targets) == ("x",)


def test_targets_need_keys_of_their_own() -> None:
    with pytest.raises(ValueError, match="key of its own"):
        npc_assignment(dice("yellow", 6), [ship("interceptor"), ship("interceptor")])


def test_other_rules_destroy_many_or_small_ships_first() -> None:
    targets = [ship("dreadnought", hull=1), ship("interceptor", key="x"), ship("cruiser")]
    rolled = dice("yellow yellow", 6, 6)
    assert destroyed(rolled, targets, "npc")[0] == {"dreadnought"}
    assert destroyed(rolled, targets, "most_kills")[0] == {"x", "cruiser"}
    assert destroyed(rolled[:1], targets, "smallest_first")[0] == {"x"}
    small = [ship("dreadnought", hull=3), ship("interceptor", hull=3)]
    assert destroyed(rolled, small, "smallest_first") == (set(), {"interceptor": 2})


# --- the rule book's example of a battle --------------------------------------------------------


def test_missiles_of_the_example_destroy_two_interceptors() -> None:
    targets = [ship("interceptor", key=f"i{n}") for n in range(3)]
    dead, _ = destroyed(dice("orange " * 6, 6, 6, 5, 4, 3, 2), targets)
    assert len(dead) == 2


def test_second_missiles_of_the_example() -> None:
    targets = [ship("cruiser", hull=2), *(ship("interceptor", key=f"i{n}") for n in range(3))]
    rolled = dice("orange orange", 6, 6)
    dealt = damage_dealt(rolled, ("i0", "cruiser"), targets)
    assert dealt == {"i0": 2, "cruiser": 2}
    assert dealt["i0"] >= targets[1].remaining
    assert dealt["cruiser"] < targets[0].remaining
    # A non-player would have destroyed two interceptors, or rather the cruiser with both dice.
    assert destroyed(rolled, targets)[0] == {"cruiser"}


def test_cruisers_of_the_example() -> None:
    targets = [ship("cruiser", hull=2, damage=2), ship("interceptor")]
    rolled = dice("yellow yellow", 4, 2, computer=2)
    assert damage_dealt(rolled, ("interceptor", "interceptor"), targets) == {"interceptor": 1}
    # The last shot: a die of two damage against one hull.
    assert destroyed(dice("orange", 6), [ship("cruiser", hull=1)]) == ({"cruiser"}, {})


def test_damage_goes_only_to_ships_that_are_there() -> None:
    with pytest.raises(ValueError, match="no ship 'gcds' can be hit here; there are: cruiser"):
        damage_dealt(dice("red", 6), ("gcds",), [ship("cruiser")])
    with pytest.raises(ValueError, match="1 dice need 1 targets, not 0"):
        damage_dealt(dice("red", 6), (), [ship("cruiser")])


# --- assignment: against every assignment there is ------------------------------------------------

targets_strategy = st.lists(
    st.builds(
        lambda rank, hull, shield, damage: (rank, hull, shield, min(damage, hull)),
        st.integers(0, 2),
        st.integers(0, 4),
        st.sampled_from([0, 0, 1, 3]),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=4,
).map(lambda rows: [Target(n, *row) for n, row in enumerate(rows)])
dice_strategy = st.lists(
    st.builds(
        RolledDie, st.just("any"), st.sampled_from([1, 2, 3, 4]), st.integers(2, 6), st.just(4)
    ),
    max_size=5,
)


def quality(
    rolled: Sequence[RolledDie],
    targets: Sequence[Target],
    choice: Sequence[int | str | None],
    rule: AssignmentRule,
) -> tuple[object, ...]:
    """How good an assignment is, written down straight from the ruling."""
    dealt = damage_dealt(rolled, choice, targets)
    sign = -1 if rule.small_first else 1
    ranks = sorted({sign * t.size_rank for t in targets})
    kills = [0] * len(ranks)
    survivors = [0] * len(ranks)
    ends: list[list[int]] = [[] for _ in ranks]
    for target in targets:
        rank = ranks.index(sign * target.size_rank)
        points = dealt.get(target.key, 0)
        if points >= target.remaining:
            kills[rank] += 1
        else:
            survivors[rank] += points
            ends[rank].append(target.remaining - points)
    total = sum(min(t.remaining, dealt.get(t.key, 0)) for t in targets)
    concentrated = [[-end for end in sorted(group)] for group in ends]
    first = [sum(kills)] if rule is ASSIGNMENT_RULES["most_kills"] else []
    return first, kills, total, survivors, concentrated


@given(dice_strategy, targets_strategy, st.sampled_from(sorted(ASSIGNMENT_RULES)))
@settings(max_examples=400, deadline=None)
def test_no_other_assignment_is_better(
    rolled: list[RolledDie], targets: list[Target], name: str
) -> None:
    rule = ASSIGNMENT_RULES[name]
    keys = [None, *(t.key for t in targets)]
    best = max(
        quality(rolled, targets, choice, rule)
        for choice in itertools.product(keys, repeat=len(rolled))
    )
    assert quality(rolled, targets, assign(rolled, targets, rule), rule) == best


@given(dice_strategy, targets_strategy)
@settings(max_examples=100, deadline=None)
def test_no_die_goes_to_a_ship_that_it_misses(
    rolled: list[RolledDie], targets: list[Target]
) -> None:
    for die, key in zip(rolled, npc_assignment(rolled, targets), strict=True):
        if key is not None:
            target = next(t for t in targets if t.key == key)
            assert hits(die.roll, die.computer, target.shield)


@given(dice_strategy, targets_strategy)
@settings(max_examples=100, deadline=None)
def test_counted_dice_and_single_dice_do_the_same(
    rolled: list[RolledDie], targets: list[Target]
) -> None:
    attack = prepare(targets, [1, 2, 3, 4], ASSIGNMENT_RULES["npc"])
    pool = [0] * len(attack.kinds)
    for die in rolled:
        level = attack.level(die.roll, die.computer)
        if level:
            pool[attack.kind(die.damage, level)] += 1
    dealt = damage_dealt(rolled, npc_assignment(rolled, targets), targets)
    counted = attack.dealt(tuple(pool))
    ends = [max(0, t.remaining - dealt.get(t.key, 0)) for t in targets]
    assert [max(0, t.remaining - n) for t, n in zip(targets, counted, strict=True)] == ends


def test_a_whole_fleet_fires_at_a_whole_fleet() -> None:
    targets = [
        *(ship("dreadnought", 7, 2, key=f"d{n}") for n in range(2)),
        *(ship("cruiser", 3, 1, key=f"c{n}") for n in range(4)),
        *(ship("starbase", 4, 1, key=f"s{n}") for n in range(4)),
        *(ship("interceptor", 1, 0, key=f"i{n}") for n in range(8)),
    ]
    rolled = dice("yellow yellow orange " * 8, *([6] * 24))
    # 32 points: 16 for the dreadnoughts, 16 for the four cruisers.
    assert destroyed(rolled, targets) == ({"d0", "d1", "c0", "c1", "c2", "c3"}, {})
    rolled += dice("yellow orange", 6, 6)
    assert destroyed(rolled, targets)[0] == {"d0", "d1", "c0", "c1", "c2", "c3", "i0"}
