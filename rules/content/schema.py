"""What the printed components say, as immutable values.

Every type mirrors one kind of component. Numbers are those of the printed component: costs in
resource units, `vp` in victory points, `energy` positive for production and negative for
consumption. Every dictionary keeps the order of its content file. Nothing here knows a rule;
the names of kinds, abilities and traits are what rules look for.
"""

from typing import Literal

import msgspec

from rules.content.tiles import SectorTile as SectorTile, Square as Square

Resource = Literal["money", "science", "materials"]
Track = Literal["military", "grid", "nano", "rare"]
DieColor = Literal["yellow", "orange", "blue", "red", "rift"]
PartKind = Literal["cannon", "missile", "computer", "shield", "hull", "drive", "source", "multi"]
ReputationSpace = Literal["any", "ambassador", "reputation"]
Ability = Literal[
    "colonize_advanced",
    "colonize_any_advanced",
    "destroy_all_population_without_roll",
    "extra_build",
    "extra_move",
    "extra_upgrade",
    "harder_to_pin",
    "keep_population_from_bombs",
    "split_damage",
    "use_half_wormholes",
]

RESOURCES: tuple[Resource, ...] = ("money", "science", "materials")
SHIPS: tuple[str, ...] = ("interceptor", "cruiser", "dreadnought", "starbase")
STRUCTURES: tuple[str, ...] = ("orbital", "monolith")
ACTIONS: tuple[str, ...] = ("explore", "influence", "research", "upgrade", "build", "move")


class TechEffect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a technology gives.

    `part`: the ship part `part`. `build`: the unit `unit` may be built. `instant`: extra
    influence discs, resources for every artifact, discovery tiles to draw, or warp portals to
    place in controlled sectors, each worth `vp` points to whoever controls the sector at the end.
    `permanent`: the ability `ability` with the parameters below it.
    """

    kind: Literal["part", "build", "instant", "permanent"]
    part: str | None = None
    unit: str | None = None
    influence_discs: int = 0
    resources_per_artifact: int = 0
    discoveries: int = 0
    warp_portals: int = 0
    vp: int = 0
    ability: Ability | None = None
    resource: Resource | None = None
    builds: int = 0
    moves: int = 0
    upgrades: int = 0
    ships_to_pin: int = 0
    applies_to_reaction: bool = False
    applies_to: tuple[str, ...] = ()


class Tech(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A technology; costs in science, `min_cost` being the least it may cost after discount. A tile
    of track `rare` goes to another track, which its owner chooses."""

    id: str
    name: str
    track: Track
    cost: int
    min_cost: int
    copies: int
    effect: TechEffect


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ship part; one entry of `cannons` or `missiles` is one die of that colour.

    `tech` is the technology that allows it, none for a part that everybody has from the start
    or that comes from a discovery (`ancient`). `tiles` counts the printed tiles, where known.
    `off_grid`: it lies beside the slots and stays there for good. `jumps` is how many steps of one
    move need no wormhole, `repair` the damage it takes off its ship after each engagement round.
    """

    id: str
    name: str
    kind: PartKind
    tech: str | None = None
    ancient: bool = False
    tiles: int | None = None
    energy: int = 0
    initiative: int = 0
    hull: int = 0
    computer: int = 0
    shield: int = 0
    movement: int = 0
    cannons: tuple[DieColor, ...] = ()
    missiles: tuple[DieColor, ...] = ()
    off_grid: bool = False
    jumps: int = 0
    repair: int = 0


class Bonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Symbols printed on a blueprint outside its grid; no part can cover them."""

    initiative: int = 0
    energy: int = 0
    computer: int = 0
    shield: int = 0
    hull: int = 0
    movement: int = 0


class Blueprint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ship's printed blueprint: the pre-printed part of each slot, `None` where it is empty.

    `layout` gives column and row of each slot, in slot widths, in the order of `slots`.
    """

    slots: tuple[str | None, ...]
    layout: tuple[tuple[float, float], ...]
    bonus: Bonus = Bonus()


class Stock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An amount of each of the three resources."""

    money: int = 0
    science: int = 0
    materials: int = 0


class Trait(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A species power that no figure of the board expresses, with its parameter if it has one.

    `value` is a number of the power (tiles, points); the README of this folder lists the ids.
    """

    id: str
    value: int | None = None


class Species(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side of a player board.

    `activations` and `reaction` say how often each action is done per activation of it,
    `influence_refresh` how many colony ships an Influence action turns up. `influence_discs` lie
    on the track at setup, before one of them goes to the starting sector; the extra ones enter
    through technologies. `trade_rate` is (units given, units received).
    """

    id: str
    name: str
    kind: Literal["terran", "alien"]
    color: str
    other_board_side: str | None = None
    starting_sector: str
    storage: Stock
    starting_techs: tuple[str, ...]
    trade_rate: tuple[int, int]
    activations: dict[str, int]
    reaction: dict[str, int]
    influence_refresh: int
    colony_ships: int
    influence_discs: int
    extra_influence_discs: int
    reputation_track: tuple[ReputationSpace, ...]
    starting_ships: dict[str, int]
    starting_population: Stock
    starting_reputation: int = 0
    build_costs: dict[str, int]
    blueprints: dict[str, Blueprint]
    traits: tuple[Trait, ...] = ()

    def trait(self, trait_id: str) -> Trait | None:
        """The trait of that id, or `None` if the species does not have it."""
        return next((trait for trait in self.traits if trait.id == trait_id), None)


class DiscoveryEffect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the face of a discovery tile gives.

    `resource`: the amounts, and `of_choice` units of one kind that the player chooses.
    `technology`: the cheapest technology on the supply board that one lacks. `ship`: `count`
    ships of kind `ship`. `structure`: one `structure` on the sector, and the amounts. `part`: the
    ancient ship part `part`. `warp_portal`: one on the sector, worth `vp` points to whoever
    controls it at the end. `score`: `vp` points at the end for each `every` of what `per` names.
    """

    kind: Literal["resource", "technology", "ship", "structure", "part", "warp_portal", "score"]
    money: int = 0
    science: int = 0
    materials: int = 0
    of_choice: int = 0
    ship: str | None = None
    count: int = 0
    structure: Literal["orbital", "monolith"] | None = None
    part: str | None = None
    vp: int = 0
    per: Literal["artifacts", "reputation_vp"] | None = None
    every: int = 1


class Discovery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of discovery tile and how many tiles of it exist."""

    id: str
    copies: int
    effect: DiscoveryEffect


class NonPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Statistics of ships that no player owns; `reputation_draws` is what destroying one earns.

    Where there are several blueprints for the same `tiles`, one of them is used in a game:
    `variant_of` is the id of the first. None for the first, whose id is the kind of ship.
    """

    id: str
    name: str
    variant: str = "standard"
    variant_of: str | None = None
    cannons: tuple[DieColor, ...] = ()
    missiles: tuple[DieColor, ...] = ()
    computer: int = 0
    shield: int = 0
    hull: int = 0
    initiative: int = 0
    movement: int = 0
    tiles: int
    reputation_draws: int


class PlayerCountSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What depends on the number of players.

    `start_spots` are the places two steps from the center, by direction of the edge (0 = top).
    `guardian_sectors` lie face up on places there without a player.
    """

    tech_tiles_setup: int
    tech_tiles_per_cleanup: int
    outer_sectors: int
    diplomacy: bool
    guardian_sectors: int = 0
    start_spots: tuple[int, ...]


class InfluenceUpkeep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money due each round: as printed, and by the number of empty circles of the track."""

    printed_left_to_right: tuple[int, ...]
    by_empty_circles: tuple[int, ...]


class DieFace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A face with damage to a ship of the enemy and to a ship of whoever rolls (`self_damage`)."""

    damage: int = 0
    self_damage: int = 0


class Die(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dice of one colour: how many exist, where known, and how much damage a hit does.

    The faces are a blank, which misses, 2 to 5, and a burst, which hits; unless `faces` lists
    them: then they count as they are, without computers and shields, and `damage` is 0.
    """

    count: int | None = None
    damage: int = 0
    faces: tuple[DieFace, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.damage) == bool(self.faces):
            raise ValueError("Expected either the damage of a hit or faces")


class ComponentLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many pieces exist, per player colour and in the common supply.

    `unlimited` names the pieces of the common supply that may be substituted when they run out.
    """

    per_player: dict[str, int]
    shared: dict[str, int]
    unlimited: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tracks, supplies and limits of the edition.

    `production_by_cubes_off[n]` is the production with n of the track's cubes away;
    `production_full_track` that of a track so full that no number shows. `tech_discount[n]` and
    `tech_vp[n]` hold for n technologies on a track. `structure_limits` are per sector.
    `size_order` lists ship kinds from large to small; kinds in one group are of equal size.
    `first_pass_money` goes to whoever passes first in a round.
    """

    rounds: int
    colors: tuple[str, ...]
    players: dict[int, PlayerCountSetup]
    influence_upkeep: InfluenceUpkeep
    production_by_cubes_off: tuple[int, ...]
    production_full_track: int
    population_cubes_per_track: int
    tech_track_spaces: int
    tech_discount: tuple[int, ...]
    tech_vp: tuple[int, ...]
    reputation_bag: dict[int, int]
    reputation_draws: dict[str, int]
    reputation_max: int
    reputation_keep: int
    dice: dict[str, Die]
    limits: ComponentLimits
    structure_limits: dict[str, int]
    discovery_vp: int
    monolith_vp: int
    ambassador_vp: int
    traitor_vp: int
    size_order: tuple[tuple[str, ...], ...]
    first_pass_money: int = 0


class Module(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a module says of itself: the editions it may be added to, and dice that it brings."""

    editions: tuple[str, ...]
    dice: dict[str, Die] = {}


class Catalog(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is printed on the components of an edition and of `modules`, by id."""

    edition: str
    modules: tuple[str, ...] = ()
    sectors: dict[str, SectorTile]
    techs: dict[str, Tech]
    parts: dict[str, Part]
    species: dict[str, Species]
    discoveries: dict[str, Discovery]
    npcs: dict[str, NonPlayer]
    setup: Setup

    def npc_variants(self, kind: str) -> tuple[NonPlayer, ...]:
        """The blueprints among which a game chooses for ships of that kind, the first one first."""
        return tuple(npc for npc in self.npcs.values() if kind in (npc.id, npc.variant_of))

    def split_colours(self) -> frozenset[str]:
        """Colours of the cannons that technologies of the ability `split_damage` apply to."""
        return frozenset(
            colour
            for tech in self.techs.values()
            if tech.effect.ability == "split_damage"
            for part in tech.effect.applies_to
            for colour in self.parts[part].cannons
        )
