"""Effects, orders and questions as sentences."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import rules
from rules.content.loader import load_catalog
from rules.decisions import Choice, Decision
from rules.effects import AnyEffect
from rules.effects.base import Effect
from rules.effects.battle import DiceRolled, ShipDamaged, ShipDestroyed
from rules.effects.boards import Gained, Paid, ReputationDrawn, ReputationSettled
from rules.effects.flow import DecisionsChanged, GameEnded, PhaseStarted
from rules.effects.galaxy import DiscRemoved, ShipMoved, ShipPlaced
from rules.log import Event
from rules.notation.prose import (
    SILENT,
    Phrase,
    Seat,
    Term,
    battle,
    boards,
    decision_question,
    describe_order,
    diplomacy,
    flow,
    galactic_events,
    galaxy,
    phrase,
    phrases,
    render,
    templates,
    terms,
)
from rules.notation.prose.questions import QUESTIONS
from rules.orders import Build, Done, Influence, Move, Upgrade
from rules.state.model import NPC, Score
from rules.views import visible_effects
from tests.rules.notation_positions import POSITIONS

CATALOG = load_catalog("new_dawn")
FAMILIES = (flow, boards, galaxy, battle, diplomacy, galactic_events)


def told(effect: Effect) -> str:
    return str(phrase(effect, CATALOG))


# --- completeness ------------------------------------------------------------------------------


def test_every_effect_is_told_or_silent_and_not_both() -> None:
    sentences = {kind for family in FAMILIES for kind in family.SENTENCES}
    assert sentences | SILENT == set(get_args(AnyEffect))
    assert not sentences & SILENT


def _kinds_of_decisions() -> Iterator[str]:
    """The words that the steps give to decisions."""
    here = Path(rules.__file__).parent
    for path in (*here.glob("steps/*.py"), *here.glob("expansions/*/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Decision":
                kind = node.args[1]
                if isinstance(kind, ast.Constant):
                    yield kind.value


def test_every_kind_of_decision_has_a_question() -> None:
    kinds = {"turn", "reaction", *_kinds_of_decisions()}
    assert len(kinds) > 10
    assert kinds <= set(QUESTIONS)


def test_templates_are_distinct_and_hold_named_places_only() -> None:
    found = templates()
    assert len(found) == len(set(found))
    for template in found:
        assert "%" not in template.replace("%(", "")


def _pieces(value: object) -> Iterator[Phrase | Term]:
    if isinstance(value, Phrase):
        yield value
        for param in value.params.values():
            yield from _pieces(param)
    elif isinstance(value, tuple):
        for item in value:
            yield from _pieces(item)
    elif isinstance(value, Term):
        yield value


@pytest.mark.parametrize("position", POSITIONS)
def test_questions_and_orders_use_listed_templates_and_terms(position: str) -> None:
    decision, table = POSITIONS[position]()
    known_templates, known_terms = set(templates()), set(terms(table.catalog))
    phrases = [decision_question(decision, table.catalog)]
    for choice in decision.choices:
        orders = choice.orders()
        for order in (order for order, _ in zip(orders, range(30), strict=False)):
            phrases.append(describe_order(order, table.catalog))
    for piece in (piece for phrase_ in phrases for piece in _pieces(phrase_)):
        if isinstance(piece, Phrase):
            assert piece.template in known_templates
        else:
            assert piece in known_terms


# --- sentences ---------------------------------------------------------------------------------


def test_effects_read_as_sentences() -> None:
    assert told(Paid(0, "build", materials=5)) == "player 1 paid 5 materials."
    assert told(Gained(1, "discovery", 2, 0, 3)) == "player 2 received 2 money, 3 materials."
    assert told(Gained(1, "production")) == "player 2 received nothing."
    assert told(ShipPlaced(4, 0, "interceptor", "221")) == (
        "player 1 built an interceptor in sector 221."
    )
    assert told(ShipPlaced(4, NPC, "ancient", "105", "guards")) == (
        "Sector 105 is guarded: Ancient Ship."
    )
    assert told(ShipMoved(4, 0, "cruiser", "221", ("103", "001"))) == (
        "player 1 moved a cruiser from sector 221 to 001 by way of 103."
    )
    assert told(ShipDestroyed(4, 1, "cruiser", "103", NPC)) == (
        "Non-player ships destroyed a cruiser of player 2 in sector 103."
    )


def test_ships_that_come_together_are_told_once_with_their_number() -> None:
    guards = [ShipPlaced(ship, NPC, "ancient", "105", "guards") for ship in (4, 5)]
    built = [ShipPlaced(ship, 0, "interceptor", "221") for ship in (6, 7, 8)]
    elsewhere = ShipPlaced(9, 0, "interceptor", "105")
    paid = Paid(0, "build", materials=9)
    together = phrases([*guards, paid, *built, elsewhere], CATALOG)
    assert [str(said) for said in together] == [
        "Sector 105 is guarded: 2 × Ancient Ship.",
        "player 1 paid 9 materials.",
        "player 1 built 3 interceptors in sector 221.",
        "player 1 built an interceptor in sector 105.",
    ]


def rolled(owner: int, kind: str, *draws: int, needs: tuple[tuple[str, int], ...]) -> DiceRolled:
    dice = ("yellow", "orange")[: len(draws)]
    return DiceRolled("103", owner, kind, len(draws), 1, dice, needs, stream="s", draws=draws)


def test_dice_are_told_with_what_they_hit_and_what_was_needed() -> None:
    assert told(rolled(0, "cruiser", 5, 0, needs=(("ancient", 5),))) == (
        "player 1 fired the cannons of 2 cruisers in sector 103: yellow 6 hits, orange 1 misses "
        "(needed against Ancient Ship: 5 or more)."
    )
    assert told(rolled(NPC, "ancient", 3, 4, needs=(("interceptor", 5), ("cruiser", 6)))) == (
        "2 × Ancient Ship fired cannons in sector 103: yellow 4 misses, orange 5 hits only "
        "interceptor (needed against interceptor: 5 or more, cruiser: 6)."
    )


def test_dice_that_nothing_is_known_of_are_told_with_their_faces() -> None:
    assert told(rolled(0, "cruiser", 5, 0, needs=())) == (
        "player 1 fired the cannons of 2 cruisers in sector 103: yellow 6, orange 1."
    )


def test_damage_is_told_with_the_hull_that_is_left() -> None:
    assert told(ShipDamaged(4, 1, "dreadnought", "103", 0, 2, 1)) == (
        "Dreadnought of player 2 in sector 103: damage 2, hull left 1."
    )
    assert told(ShipDamaged(9, NPC, "ancient", "103", 0, 1, 0)) == (
        "Ancient Ship in sector 103: damage 1, hull left 0."
    )


def test_ends_are_told_with_winners() -> None:
    alone = [Score(0, [], 31, 4, 1), Score(1, [], 20, 9, 2)]
    tied = [Score(0, [], 31, 4, 1), Score(1, [], 31, 4, 1)]
    assert "player 1 won with 31" in told(GameEnded(alone))
    assert "player 1, player 2 share" in told(GameEnded(tied))


def test_bookkeeping_is_silent() -> None:
    assert phrase(DecisionsChanged(), CATALOG) is None
    assert phrase(DiscRemoved(0, "103", lifted=True), CATALOG) is None
    assert phrase(PhaseStarted("ended"), CATALOG) is None


def test_a_shadow_tells_no_secret() -> None:
    """Others read how many reputation tiles were drawn and lie there, not which."""
    drawn = ReputationDrawn(0, 2, (4, 1), stream="reputation", draws=(3, 0))
    settled = ReputationSettled(0, 3, kept=4, returned=2)
    event = Event.of(7, 0, "player", Done(), (drawn, settled))
    own = [told(effect) for effect in visible_effects(event, 0)]
    others = [told(effect) for effect in visible_effects(event, 1)]
    assert own == [
        "player 1 drew reputation tiles: 4, 1.",
        "player 1 kept a reputation tile of 4 and gave back one of 2: now 3 on the track.",
    ]
    assert others == [
        "player 1 drew 2 reputation tiles.",
        "player 1 now has 3 on the reputation track.",
    ]


def test_orders_in_plain_words() -> None:
    def words(order: Build | Move | Influence | Upgrade) -> str:
        return str(describe_order(order, CATALOG))

    assert words(Build("orbital", "221")) == "Build an orbital in sector 221"
    assert words(Influence("track", "106")) == (
        "Place an influence disc from the track on sector 106"
    )
    assert words(Upgrade((("cruiser", 2),), (("hull", "starbase", 4),))) == (
        "Upgrade: remove the part on square 2 of the cruiser, Hull on square 4 of the starbase"
    )


def test_questions_say_what_is_asked() -> None:
    def question(position: str) -> str:
        decision, table = POSITIONS[position]()
        return str(decision_question(decision, table.catalog))

    assert question("dice") == (
        "Dice of your dreadnought group in sector 103: choose the targets. "
        "Dice that can hit: yellow 6, yellow 6."
    )
    assert question("discovery") == (
        "You found a discovery in sector 207: 8 money. Use it or keep it for its victory points?"
    )


def test_an_unknown_kind_of_decision_is_still_a_question() -> None:
    decision = Decision(0, "new_kind", (Choice(Done),), Done())
    assert str(decision_question(decision, CATALOG)) == "You have a choice to make: new kind."


# --- rendering ---------------------------------------------------------------------------------


def test_rendering_translates_templates_and_terms_and_names_players() -> None:
    said = Phrase("%(player)s took %(techs)s.", {
        "player": Seat(0),
        "techs": (Term("fusion_drive", "Fusion Drive"), Term("hull", "Hull")),
    })  # fmt: skip
    german = {"%(player)s took %(techs)s.": "%(techs)s: %(player)s", "Hull": "Rumpf"}
    text = render(
        said,
        translate=lambda english: german.get(english, english),
        name=lambda seat: f"P{seat.number}",
        comma=" und ",
    )
    assert text == "Fusion Drive und Rumpf: P0"


def test_a_name_with_a_percent_sign_is_left_alone() -> None:
    said = Phrase("%(player)s passed.", {"player": Seat(0)})
    assert render(said, name=lambda seat: "100% %(x)s") == "100% %(x)s passed."
