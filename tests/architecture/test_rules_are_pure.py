"""The rules engine stays deterministic: no clock, no global chance, no input or output."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.editions import edition_names

ROOT = Path(rules.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
FORBIDDEN = {
    "asyncio", "datetime", "django", "games", "logging", "notifications", "os", "pathlib",
    "secrets", "shutil", "socket", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
MAY_READ_FILES = {"__main__.py", "content/loader.py"}
SEEDED_ONLY = {"policies", "odds"}
"""Parts that may make a generator of their own from a fixed seed; never the global one."""


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_module_imports_nothing_impure(path: Path) -> None:
    """Only the command line and the content loader touch files or clocks."""
    if _name(path) in MAY_READ_FILES:
        return
    assert not FORBIDDEN & set(_imports(ast.parse(path.read_text())))


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_module_uses_no_global_chance(path: Path) -> None:
    """Every generator is made from a seed in hand; the module-level functions are never called."""
    tree = ast.parse(path.read_text())
    if "random" not in set(_imports(tree)):
        return
    assert path.relative_to(ROOT).parts[0] in SEEDED_ONLY
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
    }
    assert imported <= {"Random"}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
    }
    assert imported or used <= {"Random"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Random"):
            is_policy = ast.unparse(node.func) == "Random" and not imported
            assert node.args or is_policy, "a generator without a seed"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_no_comparison_with_the_name_of_an_edition(path: Path) -> None:
    """Editions differ by named policies and data; nobody asks which edition it is."""
    if path.relative_to(ROOT).parts[0] in {"editions", "expansions"}:
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare | ast.Match):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant):
                    assert part.value not in edition_names(), f"line {node.lineno}"


FACTS = (
    "rules.effects",
    "rules.expansions.fold",
    "rules.expansions.galactic_events.effects",
    "rules.expansions.galactic_events.fold",
    "rules.fold",
    "rules.state",
)
"""What a fold may know of."""


def test_the_fold_knows_no_rules() -> None:
    """Folding applies facts: it imports no step, no content, no edition, no chance."""
    for path in (*ROOT.glob("fold/*.py"), *ROOT.glob("expansions/**/fold.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.startswith("rules.") or node.module.startswith(FACTS)
