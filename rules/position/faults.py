"""What is impossible in a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rules.codec import copy_state
from rules.geometry import DIRECTIONS, ring_of, start_zone, zone_at
from rules.invariants import conservation_faults
from rules.position.flow import asked, flow_fault
from rules.position.structure import structure_faults
from rules.state.frames_combat import BattleFrame
from rules.state.model import NPC, RESOURCES, GameState
from rules.steps.diplomacy import is_played, meeting, partners
from rules.steps.parties import guarded_against
from rules.steps.rights import PREFERENCES
from rules.steps.setup import check_options
from rules.table import Table

START_ZONES = tuple(start_zone(spot) for spot in range(len(DIRECTIONS)))


def faults(state: GameState) -> list[str]:
    """Sentences about everything that cannot be so in any game; empty for a possible position.

    Names that do not exist are told first and alone: nothing else can be judged before they are
    right. Tiles whose faces are hidden are taken for any that are left.
    """
    if unknown := structure_faults(state):
        return unknown
    table = Table(_uncovered(state))
    found = [fault for check in _CHECKS for fault in check(table)]
    found += [f for f in conservation_faults(table) if f not in found]
    return found or list(_asked(state))


def _uncovered(state: GameState) -> GameState:
    """``state``, or a copy in which hidden reputation tiles have values that are left."""
    hands = [hand for seat in state.seats for hand in (seat.reputation, seat.drawn)]
    if not any(0 in hand for hand in hands):
        return state
    state = copy_state(state)
    left = Counter(Table(state).catalog.setup.reputation_bag)
    for seat in state.seats:
        left.subtract(value for value in (*seat.reputation, *seat.drawn) if value)
    values = sorted(left.elements())
    for seat in state.seats:
        for hand in (seat.reputation, seat.drawn):
            hand[:] = [value or (values.pop() if values else 0) for value in hand]
    state.supply.reputation = dict(Counter(values))
    return state


def _zones(table: Table) -> Iterator[str]:
    edition = table.rules.edition
    spots: dict[str, str] = {}
    homes = [seat.home for seat in table.state.seats]
    for sector in table.state.sectors.values():
        tile = table.rules.tile_of[sector.id]
        if (other := spots.setdefault(sector.zone, tile)) != tile:
            yield f"zone {sector.zone} holds both {other} and {sector.id}; one must lie elsewhere"
        ring = table.catalog.sectors[tile].ring
        at = ring_of(zone_at(sector.zone))
        fits = edition.stack_of_ring(at)
        if ring in edition.sectors_by_ring and ring != fits:
            yield (
                f"sector {sector.id} belongs to the {ring} stack and cannot lie in zone "
                f"{sector.zone}, where tiles of the {fits} stack lie"
            )
        if ring == "guardian" and sector.zone not in START_ZONES:
            yield (
                f"sector {sector.id} lies on a starting place ({', '.join(START_ZONES)}), not in "
                f"zone {sector.zone}"
            )
        if ring == "starting" and sector.id not in homes:
            yield f"sector {sector.id} is a starting sector, but no seat's home"
    yield from _parts(table)
    for number, seat in enumerate(table.state.seats):
        if seat.home and seat.home not in table.state.sectors:
            yield f"seat {number}: the home {seat.home} is not on the map"
        if seat.species and seat.home != (home := table.species(number).starting_sector):
            yield f"seat {number}: the home of {seat.species} is {home}, not {seat.home}"


def _parts(table: Table) -> Iterator[str]:
    """The parts of a divided tile lie in its zone, turned alike."""
    sectors = table.state.sectors
    for tile in dict.fromkeys(table.rules.tile_of[name] for name in sectors):
        places = table.rules.places[tile]
        if missing := [place for place in places if place not in sectors]:
            yield f"of sector {tile} the parts {', '.join(missing)} are missing on the map"
        laid = {(sectors[p].zone, sectors[p].orientation) for p in places if p in sectors}
        if len(laid) > 1:
            yield f"the parts of sector {tile} lie in one zone and are turned alike"


def _left_out(table: Table) -> Iterator[str]:
    """Tiles that are in the game although one is played without them."""
    supply = table.state.supply
    used = {table.rules.tile_of[name] for name in table.state.sectors}
    for tiles in (*supply.unseen.values(), *supply.discards.values()):
        used.update(tiles)
    for left_out in table.rules.hooks.left_out:
        if too_many := sorted(left_out(table.catalog, used) & used):
            yield f"sector tiles {', '.join(too_many)} are left out of a game with the others"


def _species(table: Table) -> Iterator[str]:
    taken: dict[str, int] = {}
    for number, seat in enumerate(table.state.seats):
        if not seat.species:
            continue
        board = min(seat.species, table.species(number).other_board_side or seat.species)
        if (other := taken.setdefault(board, number)) != number:
            yield f"seats {other} and {number} have the same board, or its two sides"


def _negative(table: Table) -> Iterator[str]:
    state = table.state
    counts: dict[str, int] = {"next ship": state.next_ship, "event": state.seq}
    supply = state.supply
    for name, kinds in (
        ("techs", supply.techs),
        ("tech bag", supply.tech_bag),
        ("discoveries", supply.discoveries),
        ("stack", supply.stacks),
        ("reputation", supply.reputation),
    ):
        counts |= {f"{name} {kind}": count for kind, count in kinds.items()}
    for number, seat in enumerate(state.seats):
        mine = {"spare ambassadors": seat.spare_ambassadors, "discs": seat.discs}
        mine |= {f"{space} discs": count for space, count in seat.action_discs.items()}
        if not seat.species or seat.out:
            for kind in RESOURCES:
                mine |= {f"{kind} stored": seat.storage.of(kind)}
        counts |= {f"seat {number}: {name}": count for name, count in mine.items()}
    for name, count in counts.items():
        if count < 0:
            yield f"{name}: {count} is less than nothing"


def _technologies(table: Table) -> Iterator[str]:
    spaces = table.catalog.setup.tech_track_spaces
    for number, seat in enumerate(table.state.seats):
        for track, techs in seat.techs.items():
            for tech in techs:
                own = table.catalog.techs[tech].track
                if own not in (track, "rare"):
                    yield f"seat {number}: {tech} belongs on the {own} track, not on {track}"
            if len(techs) > spaces:
                yield f"seat {number}: {len(techs)} technologies on {track}, which has {spaces}"


def _part_tiles(table: Table) -> Iterator[str]:
    for number, seat in enumerate(table.state.seats):
        for ship, row in seat.tiles.items():
            for part in filter(None, row):
                tech = table.catalog.parts[part].tech
                if tech and not table.has_tech(number, tech):
                    yield f"seat {number}: {part} on the {ship} needs the technology {tech}"


def _relations(table: Table) -> Iterator[str]:
    for number, seat in enumerate(table.state.seats):
        others = [ambassador.seat for ambassador in seat.ambassadors]
        if number in others:
            yield f"seat {number} holds an ambassador of its own on its track"
        if len(set(others)) != len(others):
            yield f"seat {number} holds two ambassadors of one player"
        for other in others:
            boards = table.seat(other)
            back = any(ambassador.seat == number for ambassador in boards.ambassadors)
            if not (back or seat.out or boards.out):
                yield f"seat {number} holds an ambassador of seat {other}, which holds none of it"
            entering = table.rules.edition.aggression_on_entering
            if back and number < other and entering and (sector := meeting(table, number, other)):
                yield (
                    f"seats {number} and {other} have relations, but ships of theirs stand against "
                    f"each other in sector {sector}"
                )


def _offers(table: Table) -> Iterator[str]:
    state = table.state
    used = [f"the traitor card of seat {n}" for n, seat in enumerate(state.seats) if seat.traitor]
    used += [f"ambassadors of seat {n}" for n, seat in enumerate(state.seats) if seat.ambassadors]
    used += [f"an offer of seat {proposal.seat}" for proposal in state.proposals]
    if used and not is_played(table):
        yield f"{', '.join(used)}: diplomacy is not used with {len(state.seats)} players"
    pairs: set[frozenset[int]] = set()
    for proposal in state.proposals:
        seats = (proposal.seat, proposal.to)
        between = f"the offer of seat {proposal.seat} to seat {proposal.to}"
        if proposal.seat == proposal.to:
            yield f"{between}: relations are formed with another player"
        if any(table.seat(seat).out for seat in seats):
            yield f"{between}: one of them has left the game"
        if proposal.to in partners(table, proposal.seat):
            yield f"{between}: they have relations already"
        if not proposal.refused:
            if frozenset(seats) in pairs:
                yield f"{between}: another offer between them is open"
            pairs.add(frozenset(seats))


def _squares(table: Table) -> Iterator[str]:
    for sector in table.state.sectors.values():
        if "orbital" in sector.cubes and not sector.orbital:
            yield f"sector {sector.id} has a cube on an orbital, but no orbital"
        if sector.discovery and not table.tile(sector.id).discovery:
            yield f"sector {sector.id} has no place for a discovery tile"
        if sector.disc is not None and guarded_against(table, sector.disc, sector):
            yield f"sector {sector.id} has a disc of seat {sector.disc} beside ships that keep it away"
    yield from _joined(table)


def _joined(table: Table) -> Iterator[str]:
    """A tile was laid where a wormhole joins it to another; one that was flipped may be alone."""
    state, rules = table.state, table.rules
    for tile in dict.fromkeys(rules.tile_of[name] for name in state.sectors):
        places = [place for place in rules.places[tile] if place in state.sectors]
        if table.tile(tile).ring not in state.supply.unseen:
            continue
        links = (other for place in places for other, _ in table.links(state.sectors[place]))
        if all(other in places for other in links):
            yield f"sector {tile} is joined to no other sector; no one can have laid it there"


def _away(table: Table) -> Iterator[str]:
    """Slots and ships of places where more happens than elsewhere."""
    state, last = table.state, table.catalog.setup.rounds
    for sector in state.sectors.values():
        if not 0 <= sector.activated <= state.round:
            yield f"sector {sector.id} was activated in round {sector.activated}, not in this game"
        elif sector.activated and not table.tile(sector.id).slots:
            yield f"sector {sector.id} has no action slots that could be activated"
    for number, away in state.away.items():
        if away.ship.owner == NPC or not table.tile(away.source).returns_to:
            yield f"ship {number} cannot have left the board in sector {away.source}"
        if away.ship.retreat:
            yield f"ship {number} is off the board and cannot retreat"
        if away.back > last:
            yield f"ship {number} would return in round {away.back}; a game has {last}"
        elif away.back == state.round and state.phase != "action":
            yield f"ship {number} was to return in round {away.back} and is lost"


def _guards(table: Table) -> Iterator[str]:
    out = Counter(s.kind for s in table.state.ships.values() if s.owner == NPC)
    for kind, count in out.items():
        exist = table.rules.ancients if kind == "ancient" else table.catalog.npcs[kind].tiles
        if count > exist:
            yield f"there are {count} {kind} on the map of {exist}"


def _battles(table: Table) -> Iterator[str]:
    state = table.state
    fights = {frame.sector for frame in state.frames if isinstance(frame, BattleFrame)}
    # Where ships come back from may have damaged them before any combat.
    hurt_on_the_way = any(table.tile(name).returns_to for name in state.sectors)
    hurting = ("action", "combat") if hurt_on_the_way else ("combat",)
    for ship in state.ships.values():
        if ship.retreat and ship.retreat == ship.sector:
            yield f"ship {ship.id} cannot retreat to {ship.retreat}, where it is"
        elif ship.retreat and ship.sector not in fights:
            yield f"ship {ship.id} retreats, but no battle is fought in sector {ship.sector}"
        if ship.damage and state.phase not in hurting:
            yield f"ship {ship.id} has damage, which is removed at the end of the combat phase"


def _wishes(table: Table) -> Iterator[str]:
    try:
        check_options(table.rules)
    except ValueError as fault:
        yield f"option: {fault}"
    for number, seat in enumerate(table.state.seats):
        for name, wish in seat.preferences.items():
            values = PREFERENCES.get(name, ())
            if not values:
                yield (
                    f"seat {number}: there is no preference {name}; there are "
                    f"{', '.join(PREFERENCES)}"
                )
            elif wish not in values:
                yield f"seat {number}: {name} can be {' or '.join(values)}, not {wish}"


def _end(table: Table) -> Iterator[str]:
    state = table.state
    if state.finished != (state.phase == "ended"):
        yield f"the phase is {state.phase}, but the game is {'' if state.finished else 'not '}finished"
    if state.scores and not state.finished:
        yield "there is a ranking, but the game is not finished"


_CHECKS: tuple[Callable[[Table], Iterator[str]], ...] = (
    _zones, _left_out, _species, _negative, _technologies, _part_tiles, _relations, _offers, _squares,
    _guards, _away, _battles, _wishes, _end,
)  # fmt: skip


def _asked(state: GameState) -> Iterator[str]:
    """Whether the open decisions are those that the flow waits for."""
    if fault := flow_fault(state):
        yield fault
        return
    told = sorted((p.seat, p.kind, p.subject) for p in state.pending)
    wanted = sorted(asked(state))
    if told != wanted:
        yield f"the flow asks {_questions(wanted)}, but the position says {_questions(told)}"


def _questions(keys: list[tuple[int, str, str]]) -> str:
    said = (f"{kind} of seat {seat}" for seat, kind, _ in keys)
    return ", ".join(said) or "nobody"
