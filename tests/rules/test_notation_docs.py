"""NOTATION.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules.notation import (
    AmbiguousOrder,
    IllegalOrder,
    NotationError,
    UnreadableOrder,
    help_lines,
    read_order,
    show,
)
from rules.notation.forms import FORM_OF, FORMS
from rules.notation.hints import forms_table
from tests.rules.notation_positions import POSITIONS

DOC = (Path(rules.__file__).parent / "docs" / "NOTATION.md").read_text()
_BLOCK = re.compile(r"^```(notation|refused) (\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ERRORS = {"unreadable": UnreadableOrder, "illegal": IllegalOrder, "ambiguous": AmbiguousOrder}


def _examples(kind: str) -> list[tuple[str, str, str]]:
    return [
        (position, *line.split(" => "))
        for found, position, block in _BLOCK.findall(DOC)
        if found == kind
        for line in block.strip().split("\n")
    ]


@pytest.mark.parametrize(("position", "text", "canonical"), _examples("notation"))
def test_examples_are_read_as_the_document_says(position: str, text: str, canonical: str) -> None:
    decision, table = POSITIONS[position]()
    order = read_order(text, decision, table)
    assert show(order) == canonical
    assert read_order(canonical, decision, table) == order


@pytest.mark.parametrize(("position", "text", "answer"), _examples("refused"))
def test_refusals_are_those_of_the_document(position: str, text: str, answer: str) -> None:
    kind, reason = answer.split(": ", 1)
    decision, table = POSITIONS[position]()
    with pytest.raises(NotationError) as caught:
        read_order(text, decision, table)
    assert type(caught.value) is ERRORS[kind]
    assert caught.value.reason.startswith(reason)


def test_every_order_has_an_example_that_is_run() -> None:
    """Each form's own example is read somewhere in the document, as itself."""
    shown = {canonical for _, _, canonical in _examples("notation")}
    for form in FORMS:
        assert form.example in shown
    orders = {
        type(read_order(canonical, *POSITIONS[position]()))
        for position, _, canonical in _examples("notation")
    }
    assert orders == set(FORM_OF)


def test_every_position_is_used() -> None:
    assert {position for position, _, _ in _examples("notation")} == set(POSITIONS)


def test_table_of_orders_comes_from_the_grammar() -> None:
    assert forms_table() in DOC


def test_help_has_a_line_for_each_order() -> None:
    lines = help_lines()
    assert len(lines) == len(FORMS)
    assert all(line.startswith(form.example) for line, form in zip(lines, FORMS, strict=True))
