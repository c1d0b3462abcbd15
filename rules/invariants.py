"""Nothing is lost or made: every component of a position is counted against the box.

Tests of whole games and ``verify`` ask this; no step does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.blueprint import blueprint_fault, parts_on
from rules.state.frames_action import ExploredFrame
from rules.state.frames_combat import AftermathFrame
from rules.state.frames_round import CubesHomeFrame
from rules.state.model import NPC, RESOURCES
from rules.steps.reputation_track import ambassador_room, reputation_room
from rules.table import Table


def conservation_faults(table: Table) -> list[str]:
    """Sentences about components that are missing, too many or where they cannot be.

    Empty for every position that can arise in a game. The pieces of seats that left the game are
    gone; what they show beside the board (technologies, reputation) stays counted.
    """
    if not table.state.seats:
        return []
    return [fault for check in _CHECKS for fault in check(table)]


def _seats(table: Table) -> Iterator[int]:
    """Seats with boards that are still in the game."""
    for seat, boards in enumerate(table.state.seats):
        if boards.species and not boards.out:
            yield seat


def _cubes(table: Table) -> Iterator[str]:
    state = table.state
    exist = table.catalog.setup.limits.per_player["population_cubes"]
    for seat in _seats(table):
        boards = state.seats[seat]
        placed = sum(len(s.cubes) for s in state.sectors.values() if s.disc == seat)
        under_way = sum(
            len(frame.cubes)
            for frame in state.frames
            if isinstance(frame, CubesHomeFrame) and frame.seat == seat
        )
        count = boards.cubes.total() + boards.graveyard.total() + placed + under_way
        count += _given(table, seat)  # one lies on each ambassador that others hold
        if count != exist:
            yield f"seat {seat} has {count} population cubes instead of {exist}"
        for kind in RESOURCES:
            if boards.cubes.of(kind) < 0 or table.track_room(seat, kind) < 0:
                yield f"seat {seat} has {boards.cubes.of(kind)} cubes on the {kind} track"
            if boards.graveyard.of(kind) < 0:
                yield f"seat {seat} has {boards.graveyard.of(kind)} cubes in a graveyard"


def _given(table: Table, seat: int) -> int:
    """Ambassadors of the seat that lie on the tracks of others."""
    return sum(a.seat == seat for other in table.state.seats for a in other.ambassadors)


def _discs(table: Table) -> Iterator[str]:
    exist = table.catalog.setup.limits.per_player["influence_discs"]
    for seat in _seats(table):
        boards = table.state.seats[seat]
        gained = sum(
            table.catalog.techs[tech].effect.influence_discs
            for techs in boards.techs.values()
            for tech in techs
        )
        want = min(exist, table.species(seat).influence_discs + gained)
        count = table.discs_in_play(seat)
        if count != want:
            yield f"seat {seat} has {count} influence discs instead of {want}"
        if boards.discs < 0:
            yield f"seat {seat} has {boards.discs} discs on its track"


def _boards(table: Table) -> Iterator[str]:
    setup = table.catalog.setup
    for seat in _seats(table):
        boards = table.state.seats[seat]
        species = table.species(seat)
        for kind in RESOURCES:
            if boards.storage.of(kind) < 0:
                yield f"seat {seat} has {boards.storage.of(kind)} {kind} stored"
        ships = (boards.colony_ships, boards.used_colony_ships)
        if min(ships) < 0 or sum(ships) != species.colony_ships:
            yield f"seat {seat} has {ships} colony ships instead of {species.colony_ships}"
        held, room = len(boards.reputation), reputation_room(table, seat)
        if held > room:
            yield f"seat {seat} has {held} reputation tiles on its track, which holds {room} of them"
        if (given := len(boards.ambassadors)) > (most := ambassador_room(table, seat)):
            yield f"seat {seat} has {given} ambassadors on its reputation track of {most} for them"
        for ship in species.blueprints:
            slots = parts_on(species, boards, ship)
            if fault := blueprint_fault(table.catalog, species.id, ship, slots):
                yield f"seat {seat}: {fault}"
    for seat, boards in enumerate(table.state.seats):
        given = _given(table, seat)
        own = setup.limits.per_player["ambassadors"]
        if boards.species and not boards.out and boards.spare_ambassadors + given != own:
            yield f"seat {seat} has {boards.spare_ambassadors + given} ambassadors instead of {own}"
    if sum(boards.traitor for boards in table.state.seats) > 1:
        yield "there is more than one traitor"


def _ships(table: Table) -> Iterator[str]:
    state = table.state
    listed = Counter(i for sector in state.sectors.values() for i in sector.ships)
    for number in sorted(listed.keys() | state.ships.keys()):
        if listed[number] != 1 or number not in state.ships:
            yield f"ship {number} is listed in {listed[number]} sectors"
        elif number not in state.sectors[state.ships[number].sector].ships:
            yield f"ship {number} is not in its sector {state.ships[number].sector}"
        if number >= state.next_ship:
            yield f"ship {number} has a number that is still to be given"
    for seat in range(len(state.seats)):
        for kind in state.seats[seat].tiles:
            if table.ships_left(seat, kind) < 0:
                yield f"seat {seat} has too many ships of type {kind}"
    # A part found after combat may take the place of a hull before the damage is removed.
    aftermath = any(isinstance(frame, AftermathFrame) for frame in state.frames)
    for number, away in state.away.items():
        if number in state.ships or away.ship.sector or away.source not in state.sectors:
            yield f"ship {number} is on the board and off it"
        if away.back < state.round:
            yield f"ship {number} should have come back in round {away.back}"
    for ship in (*state.ships.values(), *(away.ship for away in state.away.values())):
        if ship.owner != NPC and state.seats[ship.owner].out:
            yield f"ship {ship.id} belongs to seat {ship.owner}, which left the game"
        most = table.stats(ship.owner, ship.kind).hull
        # Off the board too: what is beyond its hulls then goes when the ship comes back.
        off_board = ship.id in state.away
        if ship.damage < 0 or (ship.damage > most and not aftermath and not off_board):
            yield f"ship {ship.id} ({ship.kind}) has {ship.damage} damage"


def _techs(table: Table) -> Iterator[str]:
    supply = table.state.supply
    owned = Counter[str]()
    for seat, boards in enumerate(table.state.seats):
        if not boards.species:
            continue
        techs = [tech for track in boards.techs.values() for tech in track]
        if len(set(techs)) != len(techs):
            yield f"seat {seat} has a technology twice"
        owned.update(techs)
        # Starting technologies are printed on the board, not tiles.
        owned.subtract(table.species(seat).starting_techs)
    for tech in table.catalog.techs.values():
        count = supply.tech_bag.get(tech.id, 0) + supply.techs.get(tech.id, 0) + owned[tech.id]
        if count != tech.copies:
            yield f"there are {count} tiles of {tech.id} instead of {tech.copies}"


def _discoveries(table: Table) -> Iterator[str]:
    supply, catalog = table.state.supply, table.catalog
    aside = supply.discarded_discoveries
    down = sum(s.discovery for s in table.state.sectors.values())
    unseen = sum(supply.discoveries.values())
    if supply.discovery_pile < 0 or unseen != supply.discovery_pile + down:
        yield (
            f"{unseen} discovery tiles are unseen, but {supply.discovery_pile} lie in the supply "
            f"and {down} on the board"
        )
    kept = Counter(
        tile
        for boards in table.state.seats
        for tile in (*boards.kept_discoveries, *boards.scoring_discoveries)
    )
    parts = Counter(
        part
        for boards in table.state.seats
        for part in (
            *boards.kept_parts,
            *boards.beside.values(),
            *(t for row in boards.tiles.values() for t in row if t),
        )
    )
    for tile in catalog.discoveries.values():
        seen = (
            kept[tile.id]
            + aside.get(tile.id, 0)
            + (parts[tile.effect.part] if tile.effect.part else 0)
        )
        if supply.discoveries.get(tile.id, 0) + seen > tile.copies:
            yield f"there are more than {tile.copies} discovery tiles {tile.id}"


def _reputation(table: Table) -> Iterator[str]:
    supply, bag = table.state.supply, table.catalog.setup.reputation_bag
    if supply.reputation_left != sum(supply.reputation.values()):
        yield f"the reputation bag holds {supply.reputation}, not {supply.reputation_left} tiles"
    held = Counter(
        value for boards in table.state.seats for value in (*boards.reputation, *boards.drawn)
    )
    for value, copies in bag.items():
        count = supply.reputation.get(value, 0) + held[value]
        if count != copies:
            yield f"there are {count} reputation tiles of {value} instead of {copies}"


def _sectors(table: Table) -> Iterator[str]:
    state, supply = table.state, table.state.supply
    places = table.rules.places
    where = Counter(state.zones.values())
    for tiles in (*supply.unseen.values(), *supply.discards.values()):
        where.update(tiles)
    for frame in state.frames:
        if isinstance(frame, ExploredFrame):
            where.update(frame.sectors)
    for tile, count in where.items():
        if count != 1 or tile not in places:
            yield f"sector tile {tile} is in {count} places"
    for ring, tiles in supply.unseen.items():
        if not 0 <= supply.stacks[ring] <= len(tiles):
            yield f"the {ring} stack has {supply.stacks[ring]} of {len(tiles)} tiles"
    laid = {place: zone for zone, tile in state.zones.items() for place in places.get(tile, ())}
    if {s.id: s.zone for s in state.sectors.values()} != laid:
        yield "zones and sectors do not match"
    for sector in state.sectors.values():
        squares = Counter(square.name for square in table.tile(sector.id).squares)
        squares["orbital"] += sector.orbital
        if Counter(sector.cubes) - squares:
            yield f"sector {sector.id} has cubes {sector.cubes} without squares for them"
        if sector.disc is None and sector.cubes:
            yield f"sector {sector.id} has cubes but no disc"
        if sector.disc is not None and not table.tile(sector.id).disc:
            yield f"sector {sector.id} has a disc and no place for one"
        if sector.disc is None and sector.slot:
            yield f"sector {sector.id} has no disc, and yet one on {sector.slot}"
        if (sector.orbital or sector.monolith) and not table.tile(sector.id).structures:
            yield f"sector {sector.id} holds a structure and can hold none"
        if sector.disc is not None and state.seats[sector.disc].out:
            yield f"sector {sector.id} has a disc of seat {sector.disc}, which left the game"


def _portals(table: Table) -> Iterator[str]:
    """Portal tiles come from technologies and discovery tiles; several may lie on a sector."""
    catalog = table.catalog
    effects = [(tech.copies, tech.effect) for tech in catalog.techs.values()]
    tiles = sum(copies * effect.warp_portals * effect.vp for copies, effect in effects)
    for tile in catalog.discoveries.values():
        if tile.effect.kind == "warp_portal":
            tiles += tile.copies * tile.effect.vp
    points = sum(table.state.warp_portals.values())
    if points > tiles:
        yield f"the warp portal tiles on the map are worth {points} points instead of {tiles}"


def _guards(table: Table) -> Iterator[str]:
    guards = Counter(s.kind for s in table.state.ships.values() if s.owner == NPC)
    tiles = table.rules.ancients
    left = table.state.supply.ancients
    if left < 0 or left + guards["ancient"] > tiles:
        yield f"{left} ancients in the supply and {guards['ancient']} on the board of {tiles}"
    for kind in table.rules.npc_kinds:
        if kind != "ancient" and guards[kind] > (exist := table.catalog.npcs[kind].tiles):
            yield f"there are {guards[kind]} ships of type {kind} on the board of {exist}"


_CHECKS: tuple[Callable[[Table], Iterator[str]], ...] = (
    _cubes, _discs, _boards, _ships, _techs, _discoveries, _reputation, _sectors, _portals,
    _guards,
)  # fmt: skip
