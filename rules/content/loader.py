"""Reads an edition's content files and refuses anything that does not fit together."""

import functools
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from rules.content.checks import problems
from rules.content.errors import ContentError
from rules.content.schema import (
    Catalog,
    Discovery,
    NonPlayer,
    Part,
    SectorTile,
    Setup,
    Species,
    Tech,
)

__all__ = ["ContentError", "editions", "load_catalog", "read_catalog"]

T = TypeVar("T")


def editions() -> tuple[str, ...]:
    """Names of the editions whose content is present, sorted.

    A folder is an edition if it holds a setup file; an expansion only adds to an edition.
    """
    root = files("rules.content")
    return tuple(sorted(f.name for f in root.iterdir() if f.joinpath("setup.toml").is_file()))


@functools.cache
def load_catalog(edition: str) -> Catalog:
    """The components of `edition`, read once.

    Raises ContentError if there is no such edition, or if one of its files is wrong.
    """
    if edition not in editions():
        known = ", ".join(editions())
        raise ContentError(edition, None, f"there is no such edition; there are: {known}")
    return read_catalog(files("rules.content").joinpath(edition), edition)


def read_catalog(folder: Traversable, edition: str) -> Catalog:
    """The components described by the files in `folder`, checked against each other.

    Raises ContentError naming the file, the entry and what was expected.
    """
    reader = _Reader(folder)
    catalog = Catalog(
        edition=edition,
        sectors=reader.entries("sectors", SectorTile),
        techs=reader.entries("techs", Tech),
        parts=reader.entries("parts", Part),
        species=reader.entries("species", Species),
        discoveries=reader.entries("discoveries", Discovery),
        npcs=reader.entries("npcs", NonPlayer),
        setup=_convert("setup.toml", None, _read_toml(folder, "setup.toml"), Setup),
    )
    for problem in problems(catalog):
        file = reader.file_of(problem.collection, problem.entry)
        raise ContentError(file, problem.entry, problem.expected)
    return catalog


class _Reader:
    """Reads a folder's collections and remembers which file each entry came from.

    A collection is `NAME.toml` and any `NAME_*.toml` beside it, so that long ones may be split.
    """

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._names = sorted(file.name for file in folder.iterdir())
        self._files: dict[tuple[str, str], str] = {}

    def entries(self, collection: str, kind: type[T]) -> dict[str, T]:
        """All entries of a collection by id, each converted to `kind`."""
        first = f"{collection}.toml"
        more = [n for n in self._names if n.startswith(f"{collection}_") and n.endswith(".toml")]
        entries: dict[str, T] = {}
        for file in (first, *more):
            for entry, table in _read_toml(self._folder, file).items():
                if entry in entries:
                    other = self.file_of(collection, entry)
                    raise ContentError(file, entry, f"expected an id not yet used in {other}")
                entries[entry] = _convert_entry(file, entry, table, kind)
                self._files[collection, entry] = file
        return entries

    def file_of(self, collection: str, entry: str | None) -> str:
        """The file that holds an entry, or the collection's main file without an entry."""
        main = f"{collection}.toml"
        return main if entry is None else self._files.get((collection, entry), main)


def _read_toml(folder: Traversable, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(folder.joinpath(file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ContentError(file, None, "expected this file, it is missing") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(file, None, f"expected TOML in UTF-8: {error}") from error


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
