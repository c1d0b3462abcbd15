"""Putting orders together step by step, over whole games: every decision that arises."""

from __future__ import annotations

import random
from urllib.parse import parse_qs, urlsplit

import pytest

from games.rendering import labels
from games.rendering.composer import compose, order_of
from games.rendering.tree import WrongStep, insertions, read_path
from rules.decisions import check
from rules.orders import END, AnyOrder, Upgrade
from rules.simulate import simulate
from rules.state.model import RulesetSpec
from rules.views import PlayerView, player_view

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
    tag, path, added = choice.order.__struct_config__.tag, "", []
    for _step in range(12):
        composer = compose(view, NAMES, decision_id=decision.id, tag=tag, path=path, added=added)
        assert composer is not None
        assert not composer.fault
        added = []
        if composer.order is not None:
            assert composer.says
            assert check(decision, composer.order).order is choice.order
            assert order_of(decision, tag, composer.path) == composer.order
            return
        if composer.dice:
            picked = [dice.choice(select.ships)[0] for select in composer.dice]
            check(decision, order_of(decision, tag, "", picked))
            return
        if composer.finish and (dice.random() < 0.6 or not any(p.options for p in composer.parts)):
            path = _path(composer.finish)
        elif composer.parts:
            ship = dice.choice([part for part in composer.parts if part.options])
            path, added = composer.path, [dice.choice(ship.options)[0]]
        else:
            assert composer.asked
            for value, text in composer.listed[:3]:
                assert text
                check(decision, order_of(decision, tag, value))
            candidate = dice.choice(composer.candidates)
            assert candidate.label
            path = _path(candidate.href)
    pytest.fail(f"{tag} did not end")


def _path(href: str) -> str:
    return parse_qs(urlsplit(href).query)["path"][0]


def _opening() -> PlayerView:
    found: list[PlayerView] = []

    def watch(state, event):
        if not found and state.pending:
            found.append(player_view(state, state.pending[0].seat))

    simulate(RulesetSpec("new_dawn"), ["random"] * 2, 3, watch=watch)
    return found[0]


def test_an_upgrade_may_be_put_together_in_any_order():
    """A part for an earlier square can be added after one for a later square; the order sent is
    the one form that the rules know."""
    decision = _opening().decisions[0]
    choice = decision.choice(Upgrade)
    late = next(a for a in choice.candidates(()) if a[0] == "place" and a[-2] == "dreadnought")
    early = next(a for a in insertions(choice, (late,)) if a[-2] == "interceptor")
    text = ":".join(map(str, early))
    prefix = read_path(choice, ":".join(map(str, late)), [text])
    # Two parts are all that an action places, so the list closes by itself.
    assert prefix == (early, late, END)
    check(
        decision, order_of(decision, "upgrade", "~".join(":".join(map(str, a)) for a in prefix[:2]))
    )


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
