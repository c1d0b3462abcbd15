"""Refusals of Second Dawn name the headings of its own rule book."""

from __future__ import annotations

import re
from pathlib import Path

import rules
from rules.decisions import ASKED
from rules.editions import edition_named
from rules.orders import Attack, Build, Explore, Influence, Move, Pass, Research
from tests.builders import Position

HEADINGS = {
    "Action Phase", "After a Battle", "Attack Population", "Attacking", "Bankruptcy", "Build",
    "Civilization Upkeep", "Cleanup Phase", "Colony Ships", "Combat Phase", "Diplomacy",
    "Discovery Tiles", "Explore", "Game Setup", "Hitting", "Influence", "Influence Sectors",
    "Limited Components", "Move", "Player Elimination", "Reactions", "Research",
    "Resolving a Battle", "Retreat", "Stalemate", "Taking an Action", "Trade", "Upgrade",
    "Upkeep Phase", "Warp Portals",
}  # fmt: skip
EXPANSIONS = {"Black Hole"}
"""Headings of the rule books of expansions."""
SOURCES = Path(rules.__file__).parent
REASON = re.compile(r"\S \(([A-Z][a-z][A-Za-z0-9,& ]+)\)[.:]")


def cited(reason: str) -> set[str]:
    return {heading for found in REASON.findall(reason) for heading in found.split(", ")}


def test_every_heading_that_a_reason_may_name_is_in_the_rule_book() -> None:
    """What steps name in texts, put into the words of this edition."""
    edition = edition_named("second_dawn")
    texts = [edition.cite(text) for text in ASKED.values()]
    for path in [*SOURCES.glob("steps/*.py"), SOURCES / "refit.py", SOURCES / "blueprint.py"]:
        code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        texts.append(edition.cite(code))
    assert set().union(*map(cited, texts)) <= HEADINGS | EXPANSIONS


def test_refusals_name_them_where_orders_are_checked() -> None:
    """In an action of one's own, in a kind of order that is not asked, and after combat."""
    p = Position(edition="second_dawn")
    for order, heading in (
        (Explore("9.9"), "(Explore)."),
        (Research("no_such_tech"), "(Research)."),
        (Build("interceptor", "999"), "(Build)."),
        (Move("cruiser", "221", "222"), "(Move)."),
        (Influence("track", "221"), "(Influence)."),
        (Attack(), "(Action Phase)."),
    ):
        assert p.refusal(order).endswith(heading)
    p.lay("102", "1.1")
    p.ship(0, "interceptor", "102")
    p.to_combat()
    assert p.refusal(Pass()).endswith("(Influence Sectors, Explore).")


def test_new_dawn_keeps_its_own() -> None:
    """Nothing is put into other words there."""
    p = Position()
    assert p.refusal(Move("cruiser", "221", "222")).endswith("(Move Action).")
