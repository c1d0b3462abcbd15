"""Short examples of what can be written now, and the help."""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.notation.forms import FORMS
from rules.notation.printer import show
from rules.orders import END, Order


def suggest(decision: Decision) -> list[str]:
    """A legal order of each kind that the decision accepts, in notation."""
    found = (first_order(choice) for choice in decision.choices)
    return [show(order) for order in found if order is not None]


def first_order(choice: Choice) -> Order | None:
    """The first legal order of a kind, an unfinished list closed as early as it may be but not
    left empty; ``None`` if there is none."""
    prefix: Prefix = ()
    while not choice.is_complete(prefix):
        candidates = choice.candidates(prefix)
        if not candidates:
            return None
        if choice.order.variadic:
            real = [atom for atom in candidates if atom != END]
            ends = len(real) < len(candidates)
            prefix = (*prefix, END if ends and (prefix or not real) else real[0])
        else:
            prefix = (*prefix, candidates[0])
    return choice.order.from_atoms(prefix)


def help_lines() -> list[str]:
    """One line for each order: an example and what it does."""
    width = max(len(form.example) for form in FORMS if len(form.example) < 32)
    return [f"{form.example:<{width}}  {form.says}" for form in FORMS]


def forms_table() -> str:
    """The grammar as a table in Markdown, for the documentation."""
    rows = ["| order | also begins with | what it does |", "| --- | --- | --- |"]
    for form in FORMS:
        others = ", ".join(f"`{head}`" for head in form.heads)
        rows.append(f"| `{form.example}` | {others} | {form.says} |")
    return "\n".join(rows)
