"""Whether the components of an edition fit together: every name used is the id of something."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

from rules.content.schema import (
    ACTIONS,
    RESOURCES,
    SHIPS,
    STRUCTURES,
    Blueprint,
    Catalog,
    DiscoveryEffect,
    NonPlayer,
    Part,
    SectorTile,
    Species,
    Tech,
    TechEffect,
)
from rules.content.tile_checks import tile_faults


class Problem(msgspec.Struct, frozen=True):
    """What is wrong: the collection (`parts`), the entry's id, and what was expected instead."""

    collection: str
    entry: str | None
    expected: str


def problems(catalog: Catalog) -> Iterator[Problem]:
    """Everything that does not fit, entry by entry in file order."""
    parts: tuple[tuple[str, Callable[[Catalog], Iterator[tuple[str | None, str]]]], ...] = (
        ("sectors", _sectors),
        ("techs", _techs),
        ("parts", _parts),
        ("species", _all_species),
        ("discoveries", _discoveries),
        ("npcs", _npcs),
        ("setup", _setup),
    )
    for collection, check in parts:
        for entry, expected in check(catalog):
            yield Problem(collection, entry, expected)


def _unknown(what: str, names: Iterable[str | None], known: Iterable[str]) -> Iterator[str]:
    """A line for each name that is not known, with the names that are."""
    allowed = tuple(known)
    for name in names:
        if name is not None and name not in allowed:
            yield f"{what} `{name}` does not exist; expected one of: {', '.join(allowed)}"


def _exactly(what: str, names: Iterable[str], wanted: Iterable[str]) -> Iterator[str]:
    found, expected = set(names), tuple(wanted)
    if found != set(expected):
        yield f"{what}: expected exactly {', '.join(expected)}; found {', '.join(sorted(found))}"


def _sectors(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for tile in catalog.sectors.values():
        for line in _sector(catalog, tile):
            yield tile.id, line


def _sector(catalog: Catalog, tile: SectorTile) -> Iterator[str]:
    yield from tile_faults(catalog.sectors, tile)
    present = {"gcds": tile.gcds, "ancient": tile.ancients, "guardian": tile.guardian}
    for npc in present:
        if present[npc] and npc not in catalog.npcs:
            yield f"expected an entry `{npc}` among the npcs"
    yield from _unknown("home_of: species", [tile.home_of], catalog.species)


def _techs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for tech in catalog.techs.values():
        for line in _tech(catalog, tech):
            yield tech.id, line


def _tech(catalog: Catalog, tech: Tech) -> Iterator[str]:
    effect = tech.effect
    if tech.min_cost > tech.cost:
        yield f"min_cost: expected at most the cost, {tech.cost}"
    if (effect.kind == "part") != (effect.part is not None):
        yield "effect: expected a part for kind `part`, and for no other kind"
    if (effect.kind == "build") != (effect.unit is not None):
        yield "effect: expected a unit for kind `build`, and for no other kind"
    if (effect.kind == "permanent") != (effect.ability is not None):
        yield "effect: expected an ability for kind `permanent`, and for no other kind"
    yield from _unknown("effect: part", [effect.part], catalog.parts)
    yield from _unknown("effect: unit", [effect.unit], SHIPS + STRUCTURES)
    if effect.part in catalog.parts and catalog.parts[effect.part].tech != tech.id:
        yield f"effect: expected part `{effect.part}` to need this technology"
    at_once = ("influence_discs", "resources_per_artifact", "discoveries", "warp_portals")
    if (effect.kind == "instant") != any(getattr(effect, field) for field in at_once):
        yield f"effect: expected one of {', '.join(at_once)} for kind `instant`, and no other"
    yield from _ability(catalog, effect)


PARAMETERS = {
    "resource": ("colonize_advanced",),
    "builds": ("extra_build",),
    "moves": ("extra_move",),
    "upgrades": ("extra_upgrade",),
    "ships_to_pin": ("harder_to_pin",),
    "applies_to": ("split_damage", "use_half_wormholes"),
}
"""The abilities that must have a parameter, which no other may have."""


def _ability(catalog: Catalog, effect: TechEffect) -> Iterator[str]:
    for field, abilities in PARAMETERS.items():
        if bool(getattr(effect, field)) != (effect.ability in abilities):
            yield f"effect: expected {field} for {' or '.join(abilities)}, and for no other ability"
    if effect.ability == "split_damage":
        yield from _unknown("applies_to: part", effect.applies_to, catalog.parts)


def _parts(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for part in catalog.parts.values():
        for line in _part(catalog, part):
            yield part.id, line


def _part(catalog: Catalog, part: Part) -> Iterator[str]:
    yield from _unknown("tech: technology", [part.tech], catalog.techs)
    if part.tech in catalog.techs and catalog.techs[part.tech].effect.part != part.id:
        yield f"tech: expected technology `{part.tech}` to give this part"
    if part.ancient and part.tech is not None:
        yield "tech: expected none, an ancient part needs no technology"
    yield from _unknown("die", part.cannons + part.missiles, catalog.setup.dice)
    if part.off_grid and not part.ancient:
        yield "off_grid: expected an ancient part, others go on a slot"
    if part.jumps and not part.movement:
        yield "jumps: expected movement, a jump is a step of it"


def _all_species(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for species in catalog.species.values():
        for line in chain(_species(catalog, species), _home(catalog, species)):
            yield species.id, line
        for ship, blueprint in species.blueprints.items():
            for line in _blueprint(catalog, blueprint):
                yield species.id, f"blueprint {ship}: {line}"


def _species(catalog: Catalog, species: Species) -> Iterator[str]:
    yield from _unknown("color", [species.color], catalog.setup.colors)
    yield from _unknown("starting_techs: technology", species.starting_techs, catalog.techs)
    yield from _unknown("starting_ships: ship", species.starting_ships, SHIPS)
    yield from _unknown("reaction: action", species.reaction, ACTIONS)
    yield from _exactly("activations", species.activations, ACTIONS)
    yield from _exactly("build_costs", species.build_costs, SHIPS + STRUCTURES)
    yield from _exactly("blueprints", species.blueprints, SHIPS)
    yield from _unknown("other_board_side: species", [species.other_board_side], catalog.species)
    other = catalog.species.get(species.other_board_side or "")
    if other is not None and other.other_board_side != species.id:
        yield f"other_board_side: expected `{other.id}` to name this species in turn"
    if species.starting_reputation > len(species.reputation_track):
        yield "starting_reputation: expected at most the spaces of the reputation track"


def _home(catalog: Catalog, species: Species) -> Iterator[str]:
    yield from _unknown("starting_sector: sector", [species.starting_sector], catalog.sectors)
    home = catalog.sectors.get(species.starting_sector)
    if home is None:
        return
    if home.ring != "starting" or home.home_of not in (None, species.id):
        yield f"starting_sector: expected a starting tile of this species, not {home.id}"
    for resource in RESOURCES:
        marked = sum(1 for square in home.squares if square.start and square.kind == resource)
        if marked != getattr(species.starting_population, resource):
            yield f"starting_population: expected {resource} {marked} as marked on {home.id}"


def _blueprint(catalog: Catalog, blueprint: Blueprint) -> Iterator[str]:
    yield from _unknown("part", blueprint.slots, catalog.parts)
    if len(blueprint.slots) != len(blueprint.layout):
        yield (
            f"layout: expected a place for each of the {len(blueprint.slots)} slots,"
            f" found {len(blueprint.layout)}"
        )


DISCOVERY_KINDS = {
    "ship": ("ship",),
    "count": ("ship",),
    "structure": ("structure",),
    "part": ("part",),
    "vp": ("warp_portal", "score"),
    "per": ("score",),
}
"""The kinds of discovery effect that must have a field, which no other kind may have."""


def _discoveries(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for tile in catalog.discoveries.values():
        for line in _discovery(catalog, tile.effect):
            yield tile.id, line


def _discovery(catalog: Catalog, effect: DiscoveryEffect) -> Iterator[str]:
    for field, kinds in DISCOVERY_KINDS.items():
        if bool(getattr(effect, field)) != (effect.kind in kinds):
            yield f"effect: expected {field} for kind {' or '.join(kinds)}, and for no other"
    if effect.kind == "resource" and not (
        effect.money or effect.science or effect.materials or effect.of_choice
    ):
        yield "effect: expected some units for kind `resource`"
    if effect.every < 1:
        yield "effect: expected every 1 or more"
    ancient_parts = [part.id for part in catalog.parts.values() if part.ancient]
    yield from _unknown("effect: ancient part", [effect.part], ancient_parts)
    yield from _unknown("effect: ship", [effect.ship], SHIPS)


def _npcs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for npc in catalog.npcs.values():
        for line in _npc(catalog, npc):
            yield npc.id, line


def _npc(catalog: Catalog, npc: NonPlayer) -> Iterator[str]:
    yield from _unknown("die", npc.cannons + npc.missiles, catalog.setup.dice)
    first_ones = [other.id for other in catalog.npcs.values() if other.variant_of is None]
    yield from _unknown("variant_of: kind", [npc.variant_of], first_ones)
    variants = catalog.npc_variants(npc.variant_of or npc.id)
    before = [other.variant for other in variants[: variants.index(npc)]]
    if npc.variant in before:
        yield f"variant: expected a name other than {', '.join(before)}"
    first = catalog.npcs.get(npc.variant_of or npc.id, npc)
    if (npc.tiles, npc.reputation_draws) != (first.tiles, first.reputation_draws):
        yield f"expected tiles and reputation_draws as of `{first.id}`, they are the same ships"
    drawn = catalog.setup.reputation_draws.get(first.id)
    if npc.reputation_draws != drawn:
        yield f"reputation_draws: expected {drawn}, as the setup says of `{first.id}`"


def _setup(catalog: Catalog) -> Iterator[tuple[None, str]]:
    setup = catalog.setup
    outer, guardian = (
        sum(1 for tile in catalog.sectors.values() if tile.ring == ring)
        for ring in ("outer", "guardian")
    )
    for count, row in setup.players.items():
        if len(set(row.start_spots) & set(range(6))) != count:
            yield None, f"players.{count}: expected {count} start spots from 0 to 5"
        if row.outer_sectors > outer:
            yield None, f"players.{count}: expected at most the {outer} outer sectors there are"
        if row.guardian_sectors > guardian or row.guardian_sectors not in (0, 6 - count):
            yield (
                None,
                f"players.{count}: expected one of the {guardian} guardian sectors for each place"
                " without a player, or none",
            )
    if len(setup.production_by_cubes_off) != setup.population_cubes_per_track + 1:
        yield None, "production_by_cubes_off: expected one number more than cubes per track"
    circles = len(setup.influence_upkeep.printed_left_to_right)
    if len(setup.influence_upkeep.by_empty_circles) != circles + 1:
        yield None, "influence_upkeep: expected one number by empty circles more than printed"
    if len(setup.tech_vp) != setup.tech_track_spaces + 1:
        yield None, "tech_vp: expected one number more than spaces on a track"
    if len(setup.tech_discount) != setup.tech_track_spaces:
        yield None, "tech_discount: expected one number for each space of a track"
    for line in _exactly("size_order", chain.from_iterable(setup.size_order), SHIPS):
        yield None, line
