"""States as position files: complete and exact."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.position.text import (
    HIDDEN,
    NONE,
    PRINTED,
    show_counts,
    show_fields,
    show_list,
    show_value,
)
from rules.state.model import NPC, RESOURCES, GameState, Seat, Sector, Ship, Stock, Supply

GAME_FIELDS = frozenset({
    "ruleset", "seq", "round", "phase", "start_seat", "next_start", "turn_order", "seats",
    "sectors", "zones", "faces", "ships", "away", "next_ship", "supply", "frames", "pending", "draws",
    "redraw", "paused", "finished", "scores",
})  # fmt: skip
SEAT_FIELDS = frozenset({
    "species", "home", "storage", "cubes", "graveyard", "discs", "action_discs", "colony_ships",
    "used_colony_ships", "techs", "tiles", "kept_parts", "kept_discoveries", "reputation", "drawn",
    "ambassadors", "spare_ambassadors", "traitor", "passed", "out", "preferences",
})  # fmt: skip
SECTOR_FIELDS = frozenset({
    "id", "zone", "orientation", "disc", "cubes", "discovery", "orbital", "monolith", "ships", "slot",
    "activated",
})  # fmt: skip
SUPPLY_FIELDS = frozenset({
    "tech_bag", "techs", "unseen", "stacks", "discards", "discoveries", "discovery_pile",
    "discarded_discoveries", "reputation", "reputation_left", "ancients",
})  # fmt: skip
"""Fields with lines of their own; any other field is written with ``also``."""


def dump(state: GameState) -> str:
    """``state`` as a position file; ``load`` gives an equal state back."""
    lines = [*_head(state)]
    for number, seat in enumerate(state.seats):
        lines += ["", *_seat(number, seat)]
    lines += ["", "# The map: tiles with zone and orientation, ships in the order of their entry."]
    for sector in state.sectors.values():
        lines += _sector(state, sector)
    lines += ["", *_supply(state.supply), "", *_flow(state)]
    return "\n".join(lines) + "\n"


def _also(struct: msgspec.Struct, with_lines: frozenset[str]) -> Iterator[str]:
    for word in show_fields(struct, with_lines):
        yield f"also {word}"


def _head(state: GameState) -> Iterator[str]:
    spec = state.ruleset
    yield f"edition {spec.edition}"
    if spec.modules:
        yield f"modules {show_list(spec.modules)}"
    for name, value in spec.options.items():
        yield f"option {name}={show_value(value)}"
    yield f"event {state.seq}"
    yield f"round {state.round}"
    yield f"phase {state.phase}"
    yield f"start {state.start_seat}"
    yield f"next start {NONE if state.next_start is None else state.next_start}"
    yield f"order {show_list(state.turn_order)}"
    yield f"next ship {state.next_ship}"
    if state.redraw:
        yield f"redraw {state.redraw}"
    if state.paused:
        yield "paused"
    if state.finished:
        yield "finished"
    yield from _also(state, GAME_FIELDS)


def _stock(stock: Stock) -> str:
    return " ".join(f"{kind} {stock.of(kind)}" for kind in RESOURCES)


def show_reputation(values: list[int]) -> str:
    return show_list(value or HIDDEN for value in values)


def _seat(number: int, seat: Seat) -> Iterator[str]:
    yield f"player {number} {seat.species}".rstrip()
    if seat.home:
        yield f"  home {seat.home}"
    yield f"  storage {_stock(seat.storage)}"
    yield f"  cubes {_stock(seat.cubes)}"
    if seat.graveyard != Stock():
        yield f"  graveyard {_stock(seat.graveyard)}"
    yield f"  discs {seat.discs}"
    if seat.action_discs:
        yield "  action discs " + " ".join(f"{k} {n}" for k, n in seat.action_discs.items())
    yield f"  colony ships {seat.colony_ships} used {seat.used_colony_ships}"
    tracks = (f"{track} {' '.join(techs)}".rstrip() for track, techs in seat.techs.items())
    yield f"  techs {show_list(tracks)}"
    for ship, slots in seat.tiles.items():
        yield f"  tiles {ship} {show_list(part or PRINTED for part in slots)}"
    if seat.kept_parts:
        yield f"  kept parts {show_list(seat.kept_parts)}"
    if seat.kept_discoveries:
        yield f"  kept discoveries {show_list(seat.kept_discoveries)}"
    yield f"  reputation {show_reputation(seat.reputation)}"
    if seat.drawn:
        yield f"  drawn {show_reputation(seat.drawn)}"
    for ambassador in seat.ambassadors:
        yield f"  ambassador {' '.join(show_fields(ambassador))}"
    yield f"  spare ambassadors {seat.spare_ambassadors}"
    for flag in ("traitor", "passed"):
        if getattr(seat, flag):
            yield f"  {flag}"
    if seat.out:
        yield f"  out {seat.out}"
    for name, value in seat.preferences.items():
        yield f"  prefer {name}={show_value(value)}"
    for line in _also(seat, SEAT_FIELDS):
        yield f"  {line}"


def _sector(state: GameState, sector: Sector) -> Iterator[str]:
    yield f"sector {sector.id} at {sector.zone} turn {sector.orientation}"
    if sector.disc is not None:
        yield f"  disc {sector.disc}"
    if sector.cubes:
        yield f"  cubes {show_list(sector.cubes)}"
    for flag in ("orbital", "monolith", "discovery"):
        if getattr(sector, flag):
            yield f"  {flag}"
    if sector.slot:
        yield f"  slot {sector.slot}"
    if sector.activated:
        yield f"  activated {sector.activated}"
    if sector.id in state.faces:
        yield f"  face {state.faces[sector.id]}"
    for line in _also(sector, SECTOR_FIELDS):
        yield f"  {line}"
    for number in sector.ships:
        yield f"  ship {_ship(state.ships[number])}"
    for away in state.away.values():
        if away.source == sector.id:
            yield f"  away {_ship(away.ship, f'back={away.back}')}"


def _ship(ship: Ship, *more: str) -> str:
    owner = "npc" if ship.owner == NPC else ship.owner
    rest = show_fields(ship, ("owner", "kind", "sector"))
    return " ".join((f"{owner} {ship.kind}", *more, *rest))


def _supply(supply: Supply) -> Iterator[str]:
    yield "supply"
    yield f"  techs {show_counts(supply.techs)}"
    yield f"  tech bag {show_counts(supply.tech_bag)}"
    for name, by_ring in (("unseen", supply.unseen), ("discards", supply.discards)):
        for ring, tiles in by_ring.items():
            yield f"  {name} {ring} {show_list(tiles)}"
        if not by_ring:
            yield f"  {name} {NONE}"
    yield "  stacks " + show_list(f"{ring} {left}" for ring, left in supply.stacks.items())
    yield f"  discoveries {show_counts(supply.discoveries)}"
    yield f"  discovery pile {supply.discovery_pile}"
    if supply.discarded_discoveries:
        yield f"  discarded discoveries {show_counts(supply.discarded_discoveries)}"
    yield f"  reputation {show_counts(supply.reputation)}"
    yield f"  reputation left {supply.reputation_left}"
    yield f"  ancients {supply.ancients}"
    for line in _also(supply, SUPPLY_FIELDS):
        yield f"  {line}"


def _flow(state: GameState) -> Iterator[str]:
    yield "# The flow: steps that are open, the innermost last, and what they ask."
    for frame in state.frames:
        yield " ".join((f"flow {type(frame).__struct_config__.tag}", *show_fields(frame)))
    if not state.frames:
        yield f"flow {NONE}"
    for pending in state.pending:
        rest = show_fields(pending, ("seat", "kind"))
        yield " ".join((f"asks {pending.seat} {pending.kind}", *rest))
    if not state.pending:
        yield f"asks {NONE}"
    for stream, count in state.draws.items():
        yield f"chance {count} {stream}"
    for score in state.scores:
        yield " ".join(("score", *show_fields(score)))
