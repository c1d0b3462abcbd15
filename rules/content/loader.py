"""Reads the content files of an edition and its modules and refuses what does not fit together."""

import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from rules.content.checks import problems
from rules.content.errors import ContentError
from rules.content.schema import (
    Catalog,
    Die,
    Discovery,
    Module,
    NonPlayer,
    Part,
    SectorTile,
    Setup,
    Species,
    Tech,
)

__all__ = ["ContentError", "editions", "load_catalog", "modules_of", "read_catalog"]

T = TypeVar("T")


def editions() -> tuple[str, ...]:
    """Names of the editions whose content is present, sorted.

    A folder is an edition if it holds a setup file; a module only adds to an edition.
    """
    return _folders_with("setup.toml")


def modules_of(edition: str) -> tuple[str, ...]:
    """Names of the modules that may be added to `edition`, sorted."""
    root = files("rules.content")
    return tuple(
        name
        for name in _folders_with(_MANIFEST)
        if edition in _manifest(name, root.joinpath(name)).editions
    )


def load_catalog(edition: str, modules: Iterable[str] = ()) -> Catalog:
    """The components of `edition` and of the modules added to it, in whatever order; read once.

    Raises ContentError if there is no such edition or no such module for it, or if one of the
    files is wrong.
    """
    return _load(edition, tuple(sorted(set(modules))))


@functools.cache
def _load(edition: str, modules: tuple[str, ...]) -> Catalog:
    if edition not in editions():
        known = ", ".join(editions())
        raise ContentError(edition, None, f"there is no such edition; there are: {known}")
    for module in modules:
        if module not in modules_of(edition):
            known = ", ".join(modules_of(edition)) or "none"
            raise ContentError(
                module, None, f"{edition} has no such module; modules that fit it: {known}"
            )
    root = files("rules.content")
    added = {module: root.joinpath(module) for module in modules}
    return read_catalog(root.joinpath(edition), edition, added)


def read_catalog(
    folder: Traversable, edition: str, modules: Mapping[str, Traversable] | None = None
) -> Catalog:
    """The components described by the files in `folder` and in the folders of modules added to it,
    checked against each other.

    Raises ContentError naming the file, the entry and what was expected.
    """
    modules = modules or {}
    reader = _Reader(folder, modules)
    catalog = Catalog(
        edition=edition,
        modules=tuple(modules),
        sectors=reader.entries("sectors", SectorTile),
        techs=reader.entries("techs", Tech),
        parts=reader.entries("parts", Part),
        species=reader.entries("species", Species),
        discoveries=reader.entries("discoveries", Discovery),
        npcs=reader.entries("npcs", NonPlayer),
        setup=_setup(folder, modules),
    )
    for problem in problems(catalog):
        file = reader.file_of(problem.collection, problem.entry)
        raise ContentError(file, problem.entry, problem.expected)
    return catalog


def _setup(folder: Traversable, modules: Mapping[str, Traversable]) -> Setup:
    """The edition's setup with the dice that the modules bring."""
    setup = _convert("setup.toml", None, _read_toml(folder, "setup.toml"), Setup)
    dice: dict[str, Die] = dict(setup.dice)
    for name, added in modules.items():
        for colour, die in _manifest(name, added).dice.items():
            if colour in dice:
                expected = f"expected dice of a new colour, there are {colour} ones already"
                raise ContentError(f"{name}/{_MANIFEST}", None, expected)
            dice[colour] = die
    return msgspec.structs.replace(setup, dice=dice)


_MANIFEST = "module.toml"
"""The file that makes a folder a module."""


def _manifest(name: str, folder: Traversable) -> Module:
    return _convert(f"{name}/{_MANIFEST}", None, _read_toml(folder, _MANIFEST, f"{name}/"), Module)


def _folders_with(file: str) -> tuple[str, ...]:
    root = files("rules.content")
    return tuple(sorted(f.name for f in root.iterdir() if f.joinpath(file).is_file()))


class _Reader:
    """Reads the collections of an edition and its modules, and which file each entry came from.

    A collection is `NAME.toml` and any `NAME_*.toml` beside it, so that long ones may be split.
    A module's files are named with its folder; it need not have every collection.
    """

    def __init__(self, edition: Traversable, modules: Mapping[str, Traversable]) -> None:
        self._folders = {"": edition} | {f"{name}/": folder for name, folder in modules.items()}
        self._files: dict[tuple[str, str], str] = {}

    def entries(self, collection: str, kind: type[T]) -> dict[str, T]:
        """All entries of a collection by id, each converted to `kind`."""
        entries: dict[str, T] = {}
        for prefix, file in self._files_of(collection):
            name = prefix + file
            for entry, table in _read_toml(self._folders[prefix], file, prefix).items():
                if entry in entries:
                    other = self.file_of(collection, entry)
                    raise ContentError(name, entry, f"expected an id not yet used in {other}")
                entries[entry] = _convert_entry(name, entry, table, kind)
                self._files[collection, entry] = name
        return entries

    def _files_of(self, collection: str) -> Iterator[tuple[str, str]]:
        """The files of a collection, each with the prefix of its folder."""
        first = f"{collection}.toml"
        for prefix, folder in self._folders.items():
            names = sorted(file.name for file in folder.iterdir())
            if first in names or not prefix:
                yield prefix, first
            for name in names:
                if name.startswith(f"{collection}_") and name.endswith(".toml"):
                    yield prefix, name

    def file_of(self, collection: str, entry: str | None) -> str:
        """The file that holds an entry, or the collection's main file without an entry."""
        main = f"{collection}.toml"
        return main if entry is None else self._files.get((collection, entry), main)


def _read_toml(folder: Traversable, file: str, prefix: str = "") -> dict[str, Any]:
    """The tables of a file; `prefix` goes before its name in errors."""
    name = prefix + file
    try:
        return tomllib.loads(folder.joinpath(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError(name, None, "expected this file, it is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(name, None, f"expected TOML in UTF-8: {error}") from error


def _convert_entry(file: str, entry: str, table: object, kind: type[T]) -> T:
    """The table of one entry as `kind`; the table's name is the id."""
    if not isinstance(table, dict):
        raise ContentError(file, entry, "expected a table named after the id of the entry")
    return _convert(file, entry, {**_named_slots(table), "id": entry}, kind)


def _named_slots(table: dict[str, Any]) -> dict[str, Any]:
    """The table with empty blueprint slots as `None`, which TOML writes as an empty name."""
    blueprints = table.get("blueprints")
    if not isinstance(blueprints, Mapping):
        return table
    return {**table, "blueprints": {ship: _slots(print_) for ship, print_ in blueprints.items()}}


def _slots(blueprint: Any) -> Any:
    if not isinstance(blueprint, dict) or not isinstance(blueprint.get("slots"), list):
        return blueprint
    return {**blueprint, "slots": [None if part == "" else part for part in blueprint["slots"]]}


def _convert(file: str, entry: str | None, value: object, kind: type[T]) -> T:
    try:
        # str_keys: the keys of TOML tables are text, also where the schema wants numbers.
        return msgspec.convert(value, kind, strict=True, str_keys=True)
    except msgspec.ValidationError as error:
        raise ContentError(file, entry, str(error)) from error
