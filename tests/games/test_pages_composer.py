"""Putting orders together step by step, over whole games: every decision that arises."""

from __future__ import annotations

import random
from urllib.parse import parse_qs, urlsplit

import pytest

from games.rendering import labels
from games.rendering.composer import compose, order_of
from games.rendering.steps import Composer
from games.rendering.tree import WrongStep
from rules.chance import LiveChance
from rules.decisions import check
from rules.engine import new_game
from rules.orders import AnyOrder
from rules.simulate import seed_bytes, simulate
from rules.state.model import RulesetSpec, Stock
from rules.views import PlayerView, player_view
from tests.rules.notation_positions import POSITIONS

NAMES = {0: "North", 1: "South", 2: "East", 3: "West"}


def test_every_order_and_field_has_words():
    """No kind of order is without a name and a symbol, no field without a question."""
    for order in AnyOrder.__args__:
        assert order in labels.KINDS
        if not order.variadic:
            for name in order.__struct_fields__:
                assert (order, name) in labels.QUESTIONS


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_the_steps_lead_to_is_legal(seed):
    """At every decision of a game each kind of order, followed by random steps, ends in an order
    that the rules accept and that the form sends."""
    dice = random.Random(seed)
    met: dict[str, int] = {}

    def watch(state, event):
        for seat in {pending.seat for pending in state.pending}:
            view = player_view(state, seat)
            for decision in view.decisions:
                met[decision.kind] = met.get(decision.kind, 0) + 1
                if met[decision.kind] <= 12:
                    for choice in decision.choices:
                        if choice.possible():
                            _walk(view, decision, choice, dice)

    simulate(RulesetSpec("new_dawn"), ["varied"] * 3, seed, watch=watch)
    assert {"turn", "explored", "end_turn", "upkeep"} <= set(met)
    assert len(met) > 9, met


def _walk(view: PlayerView, decision, choice, dice: random.Random) -> None:
    tag, path = choice.order.__struct_config__.tag, ""
    for _step in range(12):
        composer = compose(view, NAMES, decision_id=decision.id, tag=tag, path=path)
        assert composer is not None
        assert not composer.fault
        places = _designs(composer) if composer.design else []
        if composer.order is not None and (not places or dice.random() < 0.6):
            assert composer.says
            assert check(decision, composer.order).order is choice.order
            assert order_of(decision, tag, composer.path) == composer.order
            return
        if composer.dice:
            picked = [dice.choice(select.ships)[0] for select in composer.dice]
            check(decision, order_of(decision, tag, "", picked))
            return
        if composer.design:
            path = _path(dice.choice(places))
        else:
            assert composer.asked
            for value, text in composer.listed[:3]:
                assert text
                check(decision, order_of(decision, tag, value))
            candidate = dice.choice(composer.candidates)
            assert candidate.label
            path = _path(candidate.href)
    pytest.fail(f"{tag} did not end")


def _designs(composer: Composer) -> list[str]:
    """Addresses of the designs with one more part placed or another one in its place."""
    assert composer.design is not None
    shelf = [part for group in composer.design.shelf for part in group.parts]
    return [part.href for part in shelf if part.href and "path=" in part.href]


def _path(href: str) -> str:
    return parse_qs(urlsplit(href).query)["path"][0]


def _opening() -> PlayerView:
    found: list[PlayerView] = []

    def watch(state, event):
        if not found and state.pending:
            found.append(player_view(state, state.pending[0].seat))

    simulate(RulesetSpec("new_dawn"), ["random"] * 2, 3, watch=watch)
    return found[0]


def test_a_step_that_is_not_possible_gives_the_reason_of_the_rules():
    """The reason is the one that the text order gets."""
    decision = _opening().decisions[0]
    with pytest.raises(WrongStep, match=r"\(Explore"):
        order_of(decision, "explore", "0.0")
    with pytest.raises(WrongStep):
        order_of(decision, "build", "")
    with pytest.raises(WrongStep, match="not asked"):
        order_of(decision, "attack", "")


def test_a_path_that_is_no_path_is_refused():
    """Whatever stands in an address, the answer is a reason, never a failure."""
    view = _opening()
    for tag in ("explore", "build", "move", "upgrade", "trade", "influence", "nothing"):
        for path in (
            "~",
            "x",
            "1:2:3",
            "~".join("a" * 200),
            "place:hull:cruiser:99",
            "return:x:y",
            ".",
            "None",
        ):
            composer = compose(view, NAMES, tag=tag, path=path, added=["?", ":"])
            assert composer is not None


def _asked(position: str, tag: str, path: str = "") -> Composer:
    _, table = POSITIONS[position]()
    composer = compose(player_view(table.state, 0), NAMES, tag=tag, path=path)
    assert composer is not None
    return composer


def test_placements_are_named_by_degrees_and_by_the_sectors_that_they_join():
    """203 lies beside 103 and 221 in that position; it must be joined with one of them."""
    candidates = _asked("explored", "place").candidates
    assert [c.label for c in candidates][:3] == ["As printed", "60° clockwise", "120° clockwise"]
    assert all("joins 221" in c.hint or "joins 103" in c.hint for c in candidates)
    assert _asked("explored", "place", "203~0").says == "Place sector 203, as printed"
    assert _asked("explored", "place", "203~2").says == "Place sector 203, turned 120° clockwise"


def test_boards_are_told_apart_when_one_is_chosen():
    """By stores, technologies, trade and the numbers of their actions."""
    chance = LiveChance(seed_bytes(1))
    state, _ = new_game(RulesetSpec("second_dawn"), 2, chance)
    composer = compose(player_view(state, state.pending[0].seat), NAMES, tag="choose_species")
    assert composer is not None
    hints = {candidate.label: candidate.hint for candidate in composer.candidates}
    assert hints["Hydran Progress"] == (
        "2 money, 6 science, 2 materials, Advanced Labs, trades 3 for 1. "
        "In an action: explore 1, influence 2, research 2, upgrade 2, build 2, move 2"
    )
    assert "trades 4 for 1" in hints["Orion Hegemony"]


def test_prices_stand_beside_what_is_stored():
    """Not what would be left of it, which reads like the number of tiles that are left."""
    techs = _asked("turn", "research").candidates
    assert all(" of your 12 science. " in c.hint for c in techs)
    units = _asked("turn", "build").candidates
    assert all(" of your 12 materials" in c.hint for c in units)


def test_zones_are_found_by_the_sectors_beside_them():
    """221 and 103 are held in that position."""
    hints = [candidate.hint for candidate in _asked("turn", "explore").candidates]
    assert any(hint.startswith("beside 103") for hint in hints)
    assert all("beside" in hint and "tiles in the stack" in hint for hint in hints)


def test_whoever_stops_within_an_action_reads_that_the_turn_ends():
    """Everywhere but in upkeep `done` gives up what is left of the action and of the turn."""
    met: dict[str, set[str]] = {}

    def watch(state, event):
        for seat in {pending.seat for pending in state.pending}:
            composer = compose(player_view(state, seat), NAMES)
            assert composer is not None
            for kind in composer.kinds:
                if kind.tag == "done":
                    met.setdefault(composer.decision.kind, set()).add(kind.label)

    simulate(RulesetSpec("second_dawn"), ["varied"] * 3, 5, watch=watch)
    assert met.pop("upkeep") == {"Done"}
    assert {"end_turn", "build", "control", "upgrade"} <= set(met)
    assert {label for labels in met.values() for label in labels} == {"End the turn"}


def test_a_trade_names_what_is_paid_and_what_is_gained():
    """The Terrans trade two for one; 12 are stored."""
    composer = _asked("after_action", "trade", "money~science")
    first = composer.candidates[0]
    assert (first.label, first.hint) == ("Trade 2 money for 1 science", "10 money left")
    says = _asked("after_action", "trade", "money~science~3").says
    assert says == "Trade 6 money for 3 science"


def test_whoever_passes_reads_whether_reactions_are_asked_and_can_change_it():
    _, table = POSITIONS["turn"]()
    table.state.seats[0].preferences = {"reactions": "skip"}
    composer = compose(player_view(table.state, 0), NAMES, tag="pass")
    assert composer is not None
    assert composer.after_passing == "you are not asked again this round."
    change = parse_qs(urlsplit(composer.change_reactions).query)
    assert (change["k"], change["path"]) == (["prefer"], ["reactions"])
    assert "at each of your turns" in _asked("turn", "pass").after_passing
    assert _asked("turn", "explore").after_passing == ""


def test_end_of_turn_names_only_what_can_be_done():
    def question(ships: int, stored: int) -> str:
        _, table = POSITIONS["after_action"]()
        seat = table.state.seats[0]
        seat.colony_ships, seat.storage = ships, Stock(stored, stored, stored)
        composer = compose(player_view(table.state, 0), NAMES)
        assert composer is not None
        return composer.question

    finished = "Your action is finished: "
    assert question(1, 5) == finished + "use colony ships, trade, or end the turn."
    assert question(0, 5) == finished + "trade or end the turn."
    assert question(1, 0) == finished + "use colony ships or end the turn."
    assert question(0, 0) == finished + "end the turn."


def test_what_is_not_possible_says_so_in_two_short_words():
    """The boxes of the action bar are narrow."""
    kinds = _asked("rare", "").kinds
    assert {kind.hint for kind in kinds if not kind.href} == {"not now"}
