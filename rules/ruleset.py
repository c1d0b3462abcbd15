"""A ruleset: an edition's content and policies, the modules added to it, and the options."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from rules.battle import PrintedFace
from rules.content.loader import load_catalog
from rules.content.schema import Catalog, TechEffect
from rules.editions import edition_named
from rules.editions.base import Edition
from rules.state.model import RulesetSpec

if TYPE_CHECKING:
    from rules.expansions.hooks import Hooks


def printed_faces(catalog: Catalog) -> dict[str, tuple[PrintedFace, ...]]:
    """The dice whose faces count as they are, by colour."""
    return {
        colour: tuple(PrintedFace(face.damage, face.self_damage) for face in die.faces)
        for colour, die in catalog.setup.dice.items()
        if die.faces
    }


class Ruleset:
    """Everything that the steps ask about beyond the state."""

    def __init__(self, spec: RulesetSpec) -> None:
        self.spec = spec
        self.edition: Edition = edition_named(spec.edition)
        self.catalog: Catalog = load_catalog(spec.edition, spec.modules)
        self.npc_kinds: tuple[str, ...] = tuple(
            npc.id for npc in self.catalog.npcs.values() if npc.variant_of is None
        )
        """Kinds of ships without a player; each has one blueprint or more."""
        setup, tiles = self.catalog.setup, self.catalog.sectors.values()
        exist = setup.limits.shared["ancient_ship_tiles"]
        if "ancient_ship_tiles" in setup.limits.unlimited:
            exist = max(exist, sum(tile.ancients for tile in tiles))
        self.ancients: int = exist
        """Ancients that may be on the board at once: where anything may stand in for them, there
        are enough for all sectors."""
        self.rare_techs: frozenset[str] = frozenset(
            tech.id for tech in self.catalog.techs.values() if tech.track == "rare"
        )
        """Technologies whose tiles do not count when a number of them is drawn."""
        self.activation_techs: dict[str, TechEffect] = {
            tech.id: tech.effect
            for tech in self.catalog.techs.values()
            if tech.effect.moves or tech.effect.upgrades
        }
        """Technologies that add activations to the move or the upgrade action."""
        dice = self.catalog.setup.dice
        self.dice_damage: dict[str, int] = {colour: die.damage for colour, die in dice.items()}
        """Damage of a hit, by colour."""
        self.printed_faces: dict[str, tuple[PrintedFace, ...]] = printed_faces(self.catalog)
        """Dice whose faces count as they are, by colour."""
        self.split_colours: frozenset[str] = self.catalog.split_colours()
        self.square_names: dict[str, tuple[str, ...]] = {
            tile.id: tuple(square.name for square in tile.squares)
            for tile in self.catalog.sectors.values()
        }

        self.halts: dict[str, bool] = {t.id: t.halts for t in self.catalog.sectors.values()}
        """Places where a ship that enters ends its movement."""
        self.places: dict[str, tuple[str, ...]] = {
            tile.id: tile.parts or (tile.id,)
            for tile in self.catalog.sectors.values()
            if tile.ring not in ("part", "back")
        }
        """The places that each tile is, or is divided into."""
        self.tile_of: dict[str, str] = {
            place: tile for tile, places in self.places.items() for place in places
        }
        """The tile that each place belongs to."""

    @cached_property
    def hooks(self) -> Hooks:
        """What the modules of the game do at the expansion points."""
        # Steps ask the ruleset, and the hooks are made of steps.
        from rules.expansions.hooks import hooks_of

        return hooks_of(self.catalog.modules)

    def option(self, name: str, otherwise: Any = None) -> Any:
        return self.spec.options.get(name, otherwise)


def get_ruleset(spec: RulesetSpec) -> Ruleset:
    """The ruleset for ``spec``; built once for each distinct one.

    Raises ``ValueError`` for an unknown edition or module.
    """
    return _ruleset(msgspec.json.encode(spec, order="deterministic"))


@cache
def _ruleset(spec: bytes) -> Ruleset:
    return Ruleset(msgspec.json.decode(spec, type=RulesetSpec))
