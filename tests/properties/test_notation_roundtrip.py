"""Every legal order can be written and read back, in whole games; nothing typed breaks reading."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from hypothesis import example, given, settings, strategies as st

from rules.chance import LiveChance
from rules.decisions import Choice, Decision, check
from rules.engine import new_game, open_decisions, play
from rules.notation import NotationError, read_order, show, split, suggest
from rules.notation.forms import FORMS
from rules.notation.prose import decision_question, describe_order, phrase, templates
from rules.notation.prose.questions import QUESTIONS
from rules.orders import Order
from rules.policies.random import Varied, random_walk
from rules.state.model import RulesetSpec
from rules.table import Table
from rules.views import player_view
from tests.rules.notation_positions import POSITIONS

SPECIES = (
    "terran_directorate",
    "terran_federation",
    "terran_union",
    "terran_republic",
    "terran_conglomerate",
    "terran_alliance",
)
LONGEST_GAME = 4000
KNOWN = frozenset(templates())


NEW_DAWN = RulesetSpec("new_dawn")
SECOND_DAWN = RulesetSpec("second_dawn", ("extras", "warp_portals"))


def _sample(choice: Choice, rng: random.Random, number: int = 3) -> list[Order]:
    return [random_walk(choice, rng) for _ in range(number)] if choice.possible() else []


def _check_texts(decision: Decision, table: Table, rng: random.Random) -> Counter[str]:
    """The law of the notation, on a sample of the legal orders of a decision."""
    seen: Counter[str] = Counter()
    for choice in decision.choices:
        for order in _sample(choice, rng):
            text = show(order)
            assert split(text) == [text]
            assert read_order(text, decision, table) == order
            assert read_order(f"- {text.upper()}.", decision, table) == order
            described = describe_order(order, table.catalog)
            assert described.template in KNOWN
            assert str(described)
            seen[type(order).__name__] += 1
    return seen


def _play_through(seed: int, spec: RulesetSpec = NEW_DAWN) -> Counter[str]:
    """A game of players without a plan; every decision is checked on the way."""
    rng = random.Random(seed)
    policy, chance = Varied(), LiveChance(f"notation {seed}".encode())
    seats = rng.randint(2, 4)
    state, _ = new_game(spec, seats, chance, SPECIES[:seats])
    for seat in state.seats:
        # Without a move of its own, so that reputation tiles are chosen in notation too.
        seat.preferences = {"reputation": "ask"}
    seen: Counter[str] = Counter()
    for number in range(1, LONGEST_GAME):
        if state.finished:
            return seen
        table = Table(state)
        decision = rng.choice(open_decisions(table))
        question = decision_question(decision, table.catalog)
        assert decision.kind in QUESTIONS
        assert question.template in KNOWN
        assert str(question)
        seen += _check_texts(decision, table, rng)
        view = player_view(state, decision.seat)
        order = policy.choose(view, decision, rng.getrandbits(32))
        for effect in play(state, number, decision.seat, order, chance, decision.id):
            said = phrase(effect, table.catalog)
            assert said is None or (said.template in KNOWN and str(said))
    raise AssertionError(f"the game of seed {seed} did not end")


@pytest.mark.parametrize("seed", range(6))
def test_legal_orders_are_read_back_as_written(seed: int) -> None:
    seen = _play_through(seed)
    assert len(seen) > 12


@pytest.mark.parametrize("seed", range(4))
def test_legal_orders_of_second_dawn_are_read_back_as_written(seed: int) -> None:
    assert len(_play_through(seed, SECOND_DAWN)) > 12


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1000 + int(os.environ.get("SOAK_SEEDS", "0"))))
def test_legal_orders_are_read_back_as_written_in_many_games(seed: int) -> None:
    assert _play_through(seed)


@pytest.mark.parametrize("position", POSITIONS)
def test_legal_orders_of_rare_positions_are_read_back_as_written(position: str) -> None:
    decision, table = POSITIONS[position]()
    seen = _check_texts(decision, table, random.Random(position))
    assert seen


_WORDS = st.sampled_from(
    sorted(
        {word for form in FORMS for word in form.example.replace(",", " ,").split()}
        | {"to", "from", "at", "and", "all", "x2", "sector", "zone", "none", "nothing", "the"}
        | {"221", "103", "2.11", "#6", "cru", "fusion", "adv", "*", "->", "=", "$", "0", "-1"}
    )
)
_TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(_WORDS, max_size=9).map(" ".join),
    st.tuples(
        st.sampled_from([head for form in FORMS for head in (form.pattern, *form.heads)]),
        st.lists(_WORDS, max_size=6).map(" ".join),
    ).map(" ".join),
)
_ASKED = {name: make() for name, make in POSITIONS.items()}


@settings(max_examples=400, deadline=None)
@given(position=st.sampled_from(sorted(POSITIONS)), text=_TEXTS)
@example(position="turn", text="upgrade , and ,")
@example(position="turn", text="move")
@example(position="dice", text="assign x2")
@example(position="dice", text="assign all all")
def test_any_text_is_a_legal_order_or_refused_with_a_reason(position: str, text: str) -> None:
    decision, table = _ASKED[position]
    refusal = ""
    try:
        order = read_order(text, decision, table)
    except NotationError as error:
        refusal = error.sentence()
    if not refusal:
        assert check(decision, order)
        assert read_order(show(order), decision, table) == order


@pytest.mark.parametrize("position", POSITIONS)
def test_suggestions_are_read_back(position: str) -> None:
    decision, table = _ASKED[position]
    for text in suggest(decision):
        assert show(read_order(text, decision, table)) == text
