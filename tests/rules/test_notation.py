"""Reading orders: splitting, spelling, what is supplied, what is asked back."""

from __future__ import annotations

import pytest

from rules.decisions import Choice, Decision
from rules.notation import (
    AmbiguousOrder,
    IllegalOrder,
    NotationError,
    UnreadableOrder,
    read_order,
    show,
    split,
    suggest,
)
from rules.notation.forms import FORMS
from rules.notation.grammar import pattern
from rules.orders import (
    AnyOrder,
    AssignDice,
    Build,
    Done,
    Explore,
    Influence,
    KeepReputation,
    Move,
    Order,
    Prefer,
    Resign,
    Upgrade,
)
from rules.table import Table
from tests.builders import HOME, Position
from tests.rules.notation_positions import POSITIONS


def _turn() -> tuple[Decision, Table]:
    return POSITIONS["turn"]()


def _refused(text: str, position: str = "turn") -> NotationError:
    with pytest.raises(NotationError) as caught:
        read_order(text, *POSITIONS[position]())
    return caught.value


# --- split -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("", []),
        (" ; \n\n;", []),
        ("explore 2.11; done", ["explore 2.11", "done"]),
        ("explore 2.11\r\ndone\r\n", ["explore 2.11", "done"]),
        ("- explore 2.11\n* done", ["explore 2.11", "done"]),
        ("1. build cruiser at 221\n2) done", ["build cruiser at 221", "done"]),
        ("2.11", ["2.11"]),
        ("Build cruiser at 221.\nDone!", ["Build cruiser at 221", "Done"]),
        ("pass;", ["pass"]),
        ("move  cruiser\tto 103", ["move cruiser to 103"]),
        ("pass； done", ["pass", "done"]),
    ],
)
def test_split(text: str, orders: list[str]) -> None:
    assert split(text) == orders


def test_split_pieces_of_a_turn_can_be_read_one_by_one() -> None:
    decision, table = _turn()
    texts = split("- colony 221 orbital from money\n- Move the cruiser to 103.\n")
    assert [show(read_order(text, decision, table)) for text in texts] == [
        "colony 221 orbital from money",
        "move cruiser from 221 to 103",
    ]


# --- the grammar -------------------------------------------------------------------------------


def test_every_order_has_one_form() -> None:
    assert {form.order for form in FORMS} == set(AnyOrder.__args__)
    assert len(FORMS) == len(AnyOrder.__args__)


def test_a_pattern_names_the_fields_of_its_order() -> None:
    for form in FORMS:
        fields = {s.field for s in pattern(form.pattern).segments if not s.hint}
        expected = set() if form.items else set(form.order.__struct_fields__)
        assert fields == expected


# --- what is left out --------------------------------------------------------------------------


def test_a_field_with_one_candidate_may_be_left_out() -> None:
    assert read_order("build orbital", *_turn()) == Build("orbital", "103")


def test_a_field_with_several_candidates_is_asked_for() -> None:
    error = _refused("build cruiser")
    assert isinstance(error, AmbiguousOrder)
    assert error.readings == ("build cruiser at 103", "build cruiser at 221")


def test_position_alone_never_decides_when_a_field_is_left_out() -> None:
    """``103`` could be source or target; even if only one is legal, it is asked for."""
    error = _refused("move interceptor 103")
    assert isinstance(error, AmbiguousOrder)
    assert error.readings == ("move interceptor from 221 to 103",)


def test_a_field_before_is_supplied_by_what_follows() -> None:
    assert read_order("influence to 106 from track", *_turn()) == Influence("track", "106")
    assert read_order("move int to 103", *_turn()) == Move("interceptor", HOME, "103")


def test_a_short_name_means_all_it_may_mean() -> None:
    error = _refused("research fusion")
    assert isinstance(error, AmbiguousOrder)
    assert set(error.readings) == {"research fusion source", "research fusion drive"}


def test_a_short_name_is_clear_if_only_one_meaning_is_legal() -> None:
    """Starbases are built, stars are not."""
    assert read_order("build star at 103", *_turn()) == Build("starbase", "103")


def test_a_whole_name_beats_a_longer_one() -> None:
    """``hull`` is the Hull, though Improved Hull holds the word."""
    order = read_order("upgrade hull on cruiser 2", *_turn())
    assert order == Upgrade(places=(("hull", "cruiser", 2),))


def test_nothing_given_back_means_no_tile_where_that_is_possible() -> None:
    choice = Choice(KeepReputation, ("value", "instead"), lambda p: (0, 3) if p else (4,))
    decision = Decision(0, "reputation", (choice,), KeepReputation(4, 0))
    table = Position().table
    assert read_order("keep 4", decision, table) == KeepReputation(4, 0)
    assert read_order("keep 4 for 3", decision, table) == KeepReputation(4, 3)


# --- refusals ----------------------------------------------------------------------------------


def test_an_illegal_order_says_what_is_possible() -> None:
    error = _refused("build cruiser at 106")
    assert isinstance(error, IllegalOrder)
    assert error.field == "sector"
    assert error.possible == ("103", "221")
    assert "Build Action" in error.reason


def test_an_illegal_upgrade_names_the_rule() -> None:
    error = _refused("upgrade place plasma missile on cruiser 2")
    assert isinstance(error, IllegalOrder)
    assert "needs the technology" in error.reason
    assert "place hull on cruiser 2" in error.possible


def test_a_hint_that_contradicts_is_refused() -> None:
    """The tile named must lie where it is returned from."""
    assert isinstance(_refused("upgrade return hull from interceptor 1"), IllegalOrder)


def test_an_order_of_another_time_is_refused_with_what_is_asked() -> None:
    error = _refused("build cruiser at 221", "explored")
    assert isinstance(error, IllegalOrder)
    assert "discard" in error.possible


def test_dice_must_all_be_assigned() -> None:
    error = _refused("assign 6", "dice")
    assert isinstance(error, IllegalOrder)
    assert "Each of the 2 dice" in error.reason


def test_dice_go_to_ships_of_the_battle() -> None:
    assert isinstance(_refused("assign 1 6", "dice"), IllegalOrder)


@pytest.mark.parametrize("text", ["", "  ", "build cruiser at 221; done", "x" * 5000, "?!"])
def test_what_is_no_single_order_cannot_be_read(text: str) -> None:
    error = _refused(text)
    assert isinstance(error, UnreadableOrder)
    assert "explore 1.1" in error.possible


def test_an_unreadable_value_is_named_with_an_example() -> None:
    error = _refused("research warp drive")
    assert isinstance(error, UnreadableOrder)
    assert "'warp'" in error.reason
    assert "research fusion drive" in error.reason
    assert "advanced labs" in error.possible


def test_an_upgrade_that_leaves_too_much_open_is_asked_back_soon() -> None:
    parts = ("hull", "gauss shield", "nuclear source", "nuclear drive", "ion cannon")
    error = _refused("upgrade " + ", ".join(parts * 3))
    assert isinstance(error, AmbiguousOrder)
    assert "name ship and square" in error.reason


def test_the_longest_upgrade_is_read_back() -> None:
    """A tile on every square of every blueprint, and all of them are returned."""
    position = Position()
    tiles = position.seat().tiles
    for ship, squares in tiles.items():
        tiles[ship] = ["hull"] * len(squares)
    decision, table = position.asked(), position.table
    returns = tuple((ship, n + 1) for ship, squares in tiles.items() for n in range(len(squares)))
    order = Upgrade(returns)
    assert len(returns) == 23
    assert read_order(show(order), decision, table) == order
    backwards = ", ".join(f"return {ship} {slot}" for ship, slot in reversed(returns))
    assert read_order(f"upgrade {backwards}", decision, table) == order


def test_sentence_holds_reason_and_a_few_possibilities() -> None:
    text = _refused("build crusier").sentence(most=2)
    assert "'crusier'" in text
    assert text.endswith("Possible: interceptor, cruiser, ....")


# --- suggestions -------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS)
def test_suggestions_are_legal_orders_of_each_kind(position: str) -> None:
    decision, table = POSITIONS[position]()
    for suggested in (suggest(decision), suggest(decision, table)):
        orders = [read_order(text, decision, table) for text in suggested]
        possible = {choice.order for choice in decision.choices if choice.possible()}
        left_out = possible - {type(order) for order in orders}
        assert left_out <= {Prefer, Resign, Influence}


def test_no_example_gives_up_a_sector_or_the_game() -> None:
    """A disc goes from the track to a sector if it can; else Influence has no example."""
    decision, table = POSITIONS["turn"]()
    assert "influence from track to 106" in suggest(decision, table)
    for position in ("relations", "eliminated"):
        decision, table = POSITIONS[position]()
        texts = suggest(decision, table)
        assert not [text for text in texts if text.startswith(("influence", "resign"))]


def test_examples_begin_with_what_is_asked() -> None:
    """Actions, then passing, then small rights; the assignment that is suggested; where little
    else is possible a few orders of a kind. An upgrade fills an empty square."""

    def of(position: str) -> list[str]:
        return suggest(*POSITIONS[position]())

    assert of("turn")[:2] == ["explore 1.1", "influence from track to 106"]
    assert of("turn")[-3:] == ["pass", "colony 221 orbital from money", "trade money for 1 science"]
    assert "upgrade place ion cannon on cruiser 2" in of("turn")
    assert of("after_action")[0] == "done"
    assert of("dice") == ["assign 7 7"]
    assert of("explored")[:3] == ["place 203 turn 0", "place 203 turn 1", "place 203 turn 2"]


def test_nothing_is_suggested_of_a_kind_without_candidates() -> None:
    decision = Decision(0, "test", (Choice(Explore, ("zone",)), Choice(Done)), Done())
    assert suggest(decision) == ["done"]


# --- writing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (Build("cruiser", "221"), "build cruiser at 221"),
        (KeepReputation(0, 0), "keep none"),
        (KeepReputation(3, 0), "keep 3"),
        (AssignDice((17, 17, 21)), "assign 17 17 21"),
        (Upgrade(), "upgrade nothing"),
        (
            Upgrade((("cruiser", 2),), (("plasma_cannon", "cruiser", 3),)),
            "upgrade return cruiser 2, place plasma cannon on cruiser 3",
        ),
    ],
)
def test_show(order: Order, text: str) -> None:
    assert show(order) == text


def test_suggestions_with_a_part_that_goes_beside_the_slots():
    """The only place that such a part has is no slot."""
    position = Position(edition="second_dawn")
    position.seat().kept_parts = ["muon_source"]
    assert [text for text in suggest(position.asked(), position.table) if "upgrade" in text]
