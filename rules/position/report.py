"""What a position means for its players: figures, points, ships, and what they may do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from rules.decisions import Choice, Decision
from rules.engine import open_decisions
from rules.log import state_hash
from rules.notation import show
from rules.state.model import RESOURCES, GameState, Line
from rules.table import Table

MOST_COUNTED = 500
"""Orders of one kind are counted up to this number."""


def report(state: GameState, orders: int = 10) -> dict[str, Any]:
    """Plain values for JSON: players with upkeep and production a round, points by source and
    ships by type, and open decisions with at most ``orders`` legal orders of each kind."""
    table = Table(state)
    return {
        "edition": state.ruleset.edition,
        "round": state.round,
        "phase": state.phase,
        "start_player": state.start_seat,
        "players": [_player(table, n) for n, s in enumerate(state.seats) if s.species],
        "decisions": [_decision(d, orders) for d in open_decisions(table)],
        "finished": state.finished,
        "state_hash": state_hash(state),
    }


def _player(table: Table, seat: int) -> dict[str, Any]:
    boards = table.seat(seat)
    lines = boards.out_lines if boards.out else table.score_lines(seat)
    production = {kind: 0 if boards.out else table.production(seat, kind) for kind in RESOURCES}
    return {
        "player": seat,
        "species": boards.species,
        "out": boards.out,
        "passed": boards.passed,
        "upkeep": 0 if boards.out else table.upkeep(seat),
        "production": production,
        "stored": {kind: boards.storage.of(kind) for kind in RESOURCES},
        "discs": boards.discs,
        "sectors": [sector.id for sector in table.own_sectors(seat)],
        "vp": _points(lines),
        "ships": {kind: _ship(table, seat, kind) for kind in table.species(seat).blueprints},
    }


def _points(lines: list[Line]) -> dict[str, Any]:
    return {
        "total": sum(line.amount for line in lines),
        "sources": {line.source: line.amount for line in lines},
    }


def _ship(table: Table, seat: int, kind: str) -> dict[str, Any]:
    stats = table.stats(seat, kind)
    left = table.ships_left(seat, kind)
    gone = [away.ship for away in table.state.away.values() if away.ship.owner == seat]
    away = sum(ship.kind == kind for ship in gone)
    return {
        "on_map": table.catalog.setup.limits.per_player[kind] - left - away,
        "off_board": away,
        "left": left,
        "energy_balance": stats.energy,
        "initiative": stats.initiative,
        "hull": stats.hull,
        "computer": stats.computer,
        "shield": stats.shield,
        "movement": stats.movement,
        "cannons": list(stats.cannons),
        "missiles": list(stats.missiles),
    }


def _decision(decision: Decision, orders: int) -> dict[str, Any]:
    kinds = {
        choice.order.__struct_config__.tag: _orders(choice, orders)
        for choice in decision.choices
        if choice.possible()
    }
    return {
        "player": decision.seat,
        "asked": decision.kind,
        "subject": decision.subject,
        "id": decision.id,
        "default": show(decision.default),
        "orders": kinds,
    }


def _orders(choice: Choice, most: int) -> dict[str, Any]:
    """How many orders of a kind are legal, and the first of them in notation."""
    limit = max(MOST_COUNTED, most)
    found = list(islice(choice.orders(), limit + 1))
    return {
        "count": min(len(found), limit),
        "more": len(found) > limit,
        "shown": [show(order) for order in found[:most]],
    }


# --- for people --------------------------------------------------------------------------------


def report_lines(told: dict[str, Any]) -> Iterator[str]:
    """A report as lines of text."""
    yield (
        f"{told['edition']}: round {told['round']}, {told['phase']} phase, "
        f"player {told['start_player']} starts"
    )
    for player in told["players"]:
        yield from _player_lines(player)
    for decision in told["decisions"]:
        yield f"Player {decision['player']} is asked: {decision['asked']} {decision['subject']}"
        for kind, orders in decision["orders"].items():
            more = "or more " if orders["more"] else ""
            yield f"  {kind} ({orders['count']} {more}orders): {'; '.join(orders['shown'])}"
    if told["finished"]:
        yield "The game has ended."
    elif not told["decisions"]:
        yield "Nobody is asked: the game goes on by itself from here."


def _player_lines(player: dict[str, Any]) -> Iterator[str]:
    out = f" ({player['out']})" if player["out"] else ""
    yield f"Player {player['player']}: {player['species']}{out}"
    production = ", ".join(f"{kind} {n}" for kind, n in player["production"].items())
    stored = ", ".join(f"{kind} {n}" for kind, n in player["stored"].items())
    yield f"  upkeep {player['upkeep']}; production {production}; stored {stored}"
    sources = ", ".join(f"{source} {n}" for source, n in player["vp"]["sources"].items())
    yield f"  {player['vp']['total']} VP: {sources or 'none yet'}"
    for kind, ship in player["ships"].items():
        figures = ("initiative", "hull", "computer", "shield", "movement")
        values = ", ".join(f"{name} {ship[name]}" for name in figures)
        off_board = f", {ship['off_board']} off the board" if ship["off_board"] else ""
        cannons, missiles = (" ".join(ship[dice]) or "none" for dice in ("cannons", "missiles"))
        yield (
            f"  {kind} ({ship['on_map']} on the map{off_board}): energy {ship['energy_balance']:+}, "
            f"{values}, cannons {cannons}, missiles {missiles}"
        )
