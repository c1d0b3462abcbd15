"""Reads the description of a battle.

    {"edition": "new_dawn",
     "attacker": {"ships": [{"type": "interceptor", "count": 2, "initiative": 3, "hull": 0,
                             "computer": 0, "shield": 0,
                             "cannons": {"yellow": 1}, "missiles": {"orange": 2}}]},
     "defender": {"ships": [{"type": "ancient", "count": 1, ...}]},
     "policy": {"attacker": "npc", "defender": "most_kills"}}

`cannons` and `missiles` count the dice of one ship by colour and may be left out. All ships of a
type share a blueprint, so a type has one entry per side. `policy` may be left out; it names the
rule by which a side assigns its dice, or one rule for both: see `rules.battle.ASSIGNMENT_RULES`.

Where the edition or a module of it has them, ships may have `"rift": n`, cannon dice with faces
that count as they are, and `"morph": n`, the damage that comes off each ship after an engagement
round; a side may have `"splitter": true`: damage of its cannons is split as the technology allows.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from rules.battle import (
    ASSIGNMENT_RULES,
    AssignmentRule,
    PrintedFace,
    ShipGroup,
    ShipStats,
    Side,
    size_ranks,
)
from rules.content import Catalog, ContentError, load_catalog, modules_of
from rules.ruleset import printed_faces

SIDES: tuple[Side, Side] = ("attacker", "defender")

ShipCount = Annotated[int, msgspec.Meta(ge=0, le=20)]
Figure = Annotated[int, msgspec.Meta(ge=0, le=30)]
DiceCount = Annotated[int, msgspec.Meta(ge=0, le=20)]

RIFT = "rift"
"""Colour of the cannon dice that ships count under this name."""

MOST_DICE = 96
"""Dice that all ships of a type may roll together: twice what the largest real fleet could."""


class BattleError(ValueError):
    """The description of a battle is wrong; the message says where, and what would be right."""


class _Ships(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    type: str
    count: ShipCount
    initiative: Figure
    hull: Figure
    computer: Figure
    shield: Figure
    cannons: dict[str, DiceCount] = {}
    missiles: dict[str, DiceCount] = {}
    rift: DiceCount = 0
    morph: Figure = 0


class _Side(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ships: tuple[_Ships, ...]
    splitter: bool = False


class _Policy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    attacker: str = "npc"
    defender: str = "npc"


class _Description(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    edition: str
    attacker: _Side
    defender: _Side
    policy: str | _Policy = "npc"


class Fleet(NamedTuple):
    """One side: its ship types from large to small, how many ships each has, the name of the
    rule by which it assigns its dice, the colours of cannon dice whose damage it splits, and the
    damage on each ship of each type, sorted (left out: none is damaged)."""

    groups: tuple[ShipGroup, ...]
    counts: tuple[int, ...]
    policy: str
    split: tuple[str, ...] = ()
    hurt: tuple[tuple[int, ...], ...] = ()

    @property
    def rule(self) -> AssignmentRule:
        """The rule by which the side assigns its dice."""
        return ASSIGNMENT_RULES[self.policy]


class Battle(NamedTuple):
    """Both sides, in the order of `SIDES`, the damage of each colour of dice, and the faces of
    colours that count as they are.

    A battle may be under way: `round` 0 is that of the missiles, engagement rounds follow;
    `acted` are the ship types, with their sides, whose turn in this round is over.
    """

    fleets: tuple[Fleet, Fleet]
    damage: Mapping[str, int]
    printed: Mapping[str, tuple[PrintedFace, ...]]
    round: int = 0
    acted: tuple[tuple[Side, str], ...] = ()

    @property
    def damage_only_grows(self) -> bool:
        """Whether a volley hurts the other side alone, and nothing is repaired."""
        return not any(
            group.stats.repair or not self.printed.keys().isdisjoint(group.stats.cannons)
            for fleet in self.fleets
            for group in fleet.groups
        )


def read_battle(description: Mapping[str, Any]) -> Battle:
    """The battle described.

    Raises BattleError naming the place and what is expected there: for a missing, unknown or
    wrongly typed key, a number out of bounds, an unknown edition, ship type, colour or policy, two
    entries of one type, and a side without ships.
    """
    try:
        read = msgspec.convert(description, _Description, strict=True)
    except msgspec.ValidationError as error:
        raise BattleError(f"{error}. {_SHAPE}") from error
    try:
        catalog = load_catalog(read.edition, modules_of(read.edition))
    except ContentError as error:
        raise BattleError(f"edition: {error.file!r}: {error.expected}") from error
    policy = _policy(read.policy)
    damage = {colour: die.damage for colour, die in catalog.setup.dice.items()}
    attacker = _fleet("attacker", read.attacker, policy.attacker, catalog)
    defender = _fleet("defender", read.defender, policy.defender, catalog)
    return Battle((attacker, defender), damage, printed_faces(catalog))


_SHAPE = (
    "A battle has the keys edition, attacker, defender and perhaps policy; a side has ships, "
    "a list; each of them has type, count, initiative, hull, computer, shield and perhaps "
    "cannons and missiles, which count dice by colour, rift and morph; splitter is of a side"
)


def _policy(entry: str | _Policy) -> _Policy:
    policy = _Policy(attacker=entry, defender=entry) if isinstance(entry, str) else entry
    for name in (policy.attacker, policy.defender):
        if name not in ASSIGNMENT_RULES:
            known = ", ".join(ASSIGNMENT_RULES)
            raise BattleError(f"policy: there is no {name!r}; there are: {known}")
    return policy


def _fleet(side: Side, entry: _Side, policy: str, catalog: Catalog) -> Fleet:
    sizes = size_ranks(catalog.setup.size_order)
    # Non-player ships have no place in the order of sizes and never fight beside players' ships.
    sizes.update((npc, len(catalog.setup.size_order)) for npc in catalog.npcs if npc not in sizes)
    fleet: dict[str, tuple[ShipGroup, int]] = {}
    for position, ships in enumerate(entry.ships):
        place = f"{side}.ships[{position}]"
        if ships.type not in sizes:
            raise BattleError(
                f"{place}.type: there is no {ships.type!r}; there are: {', '.join(sizes)}"
            )
        if ships.type in fleet:
            raise BattleError(
                f"{place}: {ships.type} has an entry already; ships of one type share a "
                "blueprint, so count them in one entry"
            )
        stats = _stats(place, ships, catalog)
        group = ShipGroup(side, ships.type, sizes[ships.type], stats)
        fleet[ships.type] = (group, ships.count)
    if not any(count for _, count in fleet.values()):
        raise BattleError(f"{side}.ships: expected at least one ship")
    ordered = sorted(fleet.values(), key=lambda ships: (ships[0].size_rank, ships[0].type))
    groups, counts = zip(*ordered, strict=True)
    split = tuple(sorted(catalog.split_colours())) if entry.splitter else ()
    if entry.splitter and not split:
        raise BattleError(f"{side}.splitter: nothing splits damage in {catalog.edition}")
    return Fleet(groups, counts, policy, split)


def _stats(place: str, ships: _Ships, catalog: Catalog) -> ShipStats:
    if ships.rift and RIFT not in printed_faces(catalog):
        raise BattleError(f"{place}.rift: {catalog.edition} has no {RIFT} dice")
    if ships.morph and not any(part.repair for part in catalog.parts.values()):
        raise BattleError(f"{place}.morph: nothing repairs ships in {catalog.edition}")
    stats = ShipStats(
        initiative=ships.initiative,
        hull=ships.hull,
        computer=ships.computer,
        shield=ships.shield,
        cannons=_dice(f"{place}.cannons", ships.cannons, catalog) + (RIFT,) * ships.rift,
        missiles=_dice(f"{place}.missiles", ships.missiles, catalog),
        repair=ships.morph,
    )
    for weapons, dice in (("cannons", stats.cannons), ("missiles", stats.missiles)):
        if ships.count * len(dice) > MOST_DICE:
            raise BattleError(
                f"{place}.{weapons}: {ships.count} ships roll {ships.count * len(dice)} dice "
                f"together; at most {MOST_DICE} can be reckoned with"
            )
    return stats


def _dice(place: str, counts: Mapping[str, int], catalog: Catalog) -> tuple[str, ...]:
    plain = [colour for colour, die in catalog.setup.dice.items() if die.damage]
    for colour in counts:
        if colour not in plain:
            known = ", ".join(plain)
            raise BattleError(f"{place}: no die is {colour!r}; the dice are: {known}")
    return tuple(colour for colour, count in counts.items() for _ in range(count))
