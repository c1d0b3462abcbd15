"""Whether everything that a state names exists: what can be asked of it at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from rules.blueprint import with_article
from rules.editions import edition_names
from rules.geometry import zone_at
from rules.position.draft import Names
from rules.position.nesting import nesting_faults
from rules.position.text import similar
from rules.ruleset import get_ruleset
from rules.state.frames_action import ExploredFrame
from rules.state.frames_round import RoundFrame
from rules.state.model import NPC, RESOURCES, GameState


def structure_faults(state: GameState) -> list[str]:
    """Sentences about names and numbers of players that do not exist, with suggestions."""
    edition = state.ruleset.edition
    if edition not in edition_names():
        return [f"there is no edition {edition!r}{similar(edition, edition_names())}"]
    try:
        names = Names(get_ruleset(state.ruleset))
    except ValueError as fault:
        return [str(fault)]
    return [fault for check in _CHECKS for fault in check(state, names)]


def _unknown(where: str, what: str, words: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    names = tuple(names)
    for word in words:
        if word not in names:
            yield f"{where}: there is no {what} {word!r}{similar(word, names)}"


def _is_seat(state: GameState, seat: int | None) -> bool:
    return seat is not None and 0 <= seat < len(state.seats)


def _no_player(state: GameState, where: str, seat: int | None) -> Iterator[str]:
    if not _is_seat(state, seat):
        yield f"{where}: there is no seat {seat}; there are 0 to {len(state.seats) - 1}"


def _game(state: GameState, names: Names) -> Iterator[str]:
    count = len(state.seats)
    if count not in names.catalog.setup.players:
        counts = names.catalog.setup.players
        yield f"{min(counts)} to {max(counts)} can play, not {count}"
    if sorted(state.turn_order) != list(range(count)):
        yield f"the order {state.turn_order} does not name every player from 0 to {count - 1} once"
    yield from _no_player(state, "start player", state.start_seat)
    if state.next_start is not None:
        yield from _no_player(state, "next start player", state.next_start)
    yield from _unknown("phase", "phase", (state.phase,), names.phases)
    rounds = names.catalog.setup.rounds
    if not 0 <= state.round <= rounds:
        yield f"there is no round {state.round}; a game has {rounds}"
    for pending in state.pending:
        yield from _no_player(state, "asks", pending.seat)
    for score in state.scores:
        yield from _no_player(state, "score", score.seat)
    for proposal in state.proposals:
        for seat in (proposal.seat, proposal.to):
            yield from _no_player(state, "proposals", seat)
        yield from _unknown("proposals", "track", (proposal.track,), RESOURCES)


def _seats(state: GameState, names: Names) -> Iterator[str]:
    for number, seat in enumerate(state.seats):
        where = f"seat {number}"
        if not seat.species:
            if state.phase != "setup":
                yield f"{where} has no species; only during setup may it be open"
            continue
        yield from _unknown(where, "species", (seat.species,), names.species)
        yield from _unknown(where, "track", seat.techs, names.tracks)
        for techs in seat.techs.values():
            yield from _unknown(where, "technology", techs, names.techs)
        yield from _unknown(where, "ship type", seat.tiles, names.ships)
        rows = (part for row in seat.tiles.values() for part in row if part)
        yield from _unknown(where, "ship type", seat.beside, names.ships)
        parts = (*rows, *seat.kept_parts, *seat.beside.values())
        yield from _unknown(where, "ship part", parts, names.parts)
        found = (*seat.kept_discoveries, *seat.scoring_discoveries)
        yield from _unknown(where, "discovery tile", found, names.discoveries)
        for tile in (*seat.reputation, *seat.drawn):
            if tile and str(tile) not in names.values:
                yield f"{where}: there is no reputation tile {tile}; there are {names.values}"
        for ambassador in seat.ambassadors:
            yield from _no_player(state, f"ambassadors of {where}", ambassador.seat)
        if seat.species in names.catalog.species:
            yield from _blueprints(state, names, number)


def _blueprints(state: GameState, names: Names, number: int) -> Iterator[str]:
    seat = state.seats[number]
    blueprints = names.catalog.species[seat.species].blueprints
    for ship, blueprint in blueprints.items():
        slots, row = len(blueprint.slots), seat.tiles.get(ship, [])
        if len(row) != slots:
            yield f"seat {number}: {with_article(ship)} has {slots} squares for parts, not {len(row)}"


def _sectors(state: GameState, names: Names) -> Iterator[str]:
    for tile, sector in state.sectors.items():
        where = f"sector {tile}"
        if tile != sector.id:
            yield f"{where}: it is listed as {sector.id}"
        yield from _unknown("map", "sector", (sector.id,), names.places)
        try:
            zone_at(sector.zone)
        except ValueError as fault:
            yield f"{where}: {fault}"
        if not 0 <= sector.orientation < 6:
            yield f"{where}: a tile is turned by 0 to 5 sixths, not {sector.orientation}"
        if sector.disc is not None:
            yield from _no_player(state, f"disc in {where}", sector.disc)
        yield from _unknown(where, "population square", sector.cubes, names.squares)
        if sector.slot and sector.id in names.places:
            slots = names.catalog.sectors[sector.id].slots
            yield from _unknown(where, "action slot", (sector.slot,), slots)
    for place, face in state.faces.items():
        if place not in state.sectors:
            yield f"faces: sector {place} is not on the map"
        elif place in names.places:
            back = names.catalog.sectors[place].back
            yield from _unknown(f"sector {place}", "face", (face,), (back,) if back else ())


def _ships(state: GameState, names: Names) -> Iterator[str]:
    for ship in (*state.ships.values(), *(away.ship for away in state.away.values())):
        where = f"ship {ship.id}"
        if ship.owner == NPC:
            yield from _unknown(where, "non-player ship", (ship.kind,), names.npcs)
        else:
            yield from _unknown(where, "ship type", (ship.kind,), names.ships)
            yield from _no_player(state, where, ship.owner)
        for sector in filter(None, (ship.sector, ship.retreat)):
            if sector not in state.sectors:
                yield f"{where}: sector {sector} is not on the map"
    for number, away in state.away.items():
        if away.ship.id != number:
            yield f"ship {number}: off the board it is listed as {away.ship.id}"
        if away.source not in state.sectors:
            yield f"ship {number}: it left the board in sector {away.source}, which is not on the map"


def _supply(state: GameState, names: Names) -> Iterator[str]:
    supply = state.supply
    yield from _unknown("supply", "technology", (*supply.techs, *supply.tech_bag), names.techs)
    yield from _unknown("supply", "discovery tile", supply.discoveries, names.discoveries)
    put_aside = supply.discarded_discoveries
    yield from _unknown("supply", "discovery tile", put_aside, names.discoveries)
    yield from _unknown("supply", "reputation tile", map(str, supply.reputation), names.values)
    for by_ring in (supply.unseen, supply.discards):
        yield from _unknown("supply", "ring", by_ring, names.rings)
        for tiles in by_ring.values():
            yield from _unknown("supply", "sector tile", tiles, names.tiles)
    yield from _unknown("supply", "ring", supply.stacks, names.rings)
    for ring in supply.unseen:
        if ring not in supply.stacks:
            yield f"supply: the number of tiles in the {ring} stack is missing"


def _portals(state: GameState, names: Names) -> Iterator[str]:
    for sector in state.warp_portals:
        if sector not in state.sectors:
            yield f"warp portals: sector {sector} is not on the map"


def _npc_blueprints(state: GameState, names: Names) -> Iterator[str]:
    where = "blueprints in use"
    yield from _unknown(where, "non-player ship", state.npc_blueprints, names.npcs)
    for kind, blueprint in state.npc_blueprints.items():
        if kind in names.npcs:
            variants = [npc.id for npc in names.catalog.npc_variants(kind)]
            yield from _unknown(where, f"blueprint of {kind}", (blueprint,), variants)


def _frames(state: GameState, names: Names) -> Iterator[str]:
    phases = names.phases[1:-1]
    first = state.frames[0] if state.frames else RoundFrame()
    if not isinstance(first, RoundFrame):
        yield "the outermost step of the flow is that of the round: flow round next=1"
    elif not 0 <= first.next < len(phases):
        yield f"flow round: the next phase is 0 to {len(phases) - 1}, not {first.next}"
    yield from nesting_faults(state)
    for frame in state.frames:
        where = f"flow {type(frame).__struct_config__.tag}"
        fields = {f.name: getattr(frame, f.name) for f in msgspec.structs.fields(frame)}
        for name in ("seat", "attacker", "defender"):
            npc = name != "seat" and fields.get(name) == NPC
            if name in fields and not npc:
                yield from _no_player(state, where, fields[name])
        if (sector := fields.get("sector")) and sector not in state.sectors:
            yield f"{where}: sector {sector} is not on the map"
        if (ship := fields.get("ship")) and ship not in state.ships and ship not in state.away:
            yield f"{where}: there is no ship {ship}"
        if isinstance(frame, ExploredFrame):
            yield from _unknown(where, "sector tile", frame.sectors, names.tiles)
        else:
            for sector in fields.get("sectors", ()):
                if sector not in state.sectors:
                    yield f"{where}: sector {sector} is not on the map"


_CHECKS: tuple[Callable[[GameState, Names], Iterator[str]], ...] = (
    _game, _seats, _sectors, _ships, _supply, _portals, _npc_blueprints, _frames,
)  # fmt: skip
