"""Fold of setup, rounds, steps, decisions and moderation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.effects import flow as e
from rules.effects.base import Effect
from rules.state.model import GameState, Seat, Stock


def game_created(state: GameState, effect: e.GameCreated) -> None:
    state.ruleset = effect.ruleset
    state.seats = [Seat() for _ in range(effect.seats)]
    state.turn_order = list(range(effect.seats))


def start_player_drawn(state: GameState, effect: e.StartPlayerDrawn) -> None:
    state.start_seat = effect.seat


def seat_prepared(state: GameState, effect: e.SeatPrepared) -> None:
    # The effect stays in the log; the state needs a copy of its own to change.
    state.seats[effect.seat] = msgspec.convert(msgspec.to_builtins(effect.boards), Seat)


def supply_prepared(state: GameState, effect: e.SupplyPrepared) -> None:
    supply = state.supply
    supply.tech_bag = dict(effect.tech_bag)
    supply.unseen = {ring: list(tiles) for ring, tiles in effect.unseen.items()}
    supply.stacks = dict(effect.stacks)
    supply.discards = {ring: [] for ring in effect.stacks}
    supply.discoveries = dict(effect.discoveries)
    supply.discovery_pile = effect.discovery_pile
    supply.reputation = dict(effect.reputation)
    supply.reputation_left = sum(effect.reputation.values())
    supply.ancients = effect.ancients


def blueprints_chosen(state: GameState, effect: e.BlueprintsChosen) -> None:
    state.npc_blueprints = dict(effect.blueprints)


def round_started(state: GameState, effect: e.RoundStarted) -> None:
    state.round = effect.round
    state.start_seat = effect.start_seat
    state.next_start = None
    for seat in state.seats:
        seat.passed = False


def phase_started(state: GameState, effect: e.PhaseStarted) -> None:
    state.phase = effect.phase


def step_opened(state: GameState, effect: e.StepOpened) -> None:
    state.frames.append(effect.frame)


def step_updated(state: GameState, effect: e.StepUpdated) -> None:
    state.frames[-1] = effect.frame


def step_closed(state: GameState, effect: e.StepClosed) -> None:
    state.frames.pop()


def decisions_changed(state: GameState, effect: e.DecisionsChanged) -> None:
    kept = [p for p in state.pending if p.id not in effect.closed]
    state.pending = [*kept, *effect.opened]


def seat_passed(state: GameState, effect: e.SeatPassed) -> None:
    state.seats[effect.seat].passed = True
    if effect.first:
        state.next_start = effect.seat


def preference_set(state: GameState, effect: e.PreferenceSet) -> None:
    state.seats[effect.seat].preferences[effect.name] = effect.value


def seat_left(state: GameState, effect: e.SeatLeft) -> None:
    seat = state.seats[effect.seat]
    seat.out = effect.reason
    seat.out_score = effect.score
    seat.out_lines = list(effect.lines)
    seat.passed = True
    for sector in state.sectors.values():
        if sector.disc == effect.seat:
            sector.disc = None
            sector.cubes = []
            sector.slot = ""
    for ship in [s for s in state.ships.values() if s.owner == effect.seat]:
        del state.ships[ship.id]
        state.sectors[ship.sector].ships.remove(ship.id)
    state.away = {n: away for n, away in state.away.items() if away.ship.owner != effect.seat}
    seat.discs = 0
    seat.action_discs = {}
    seat.cubes = Stock()
    seat.graveyard = Stock()
    seat.colony_ships = seat.used_colony_ships = 0
    state.proposals = [p for p in state.proposals if effect.seat not in (p.seat, p.to)]


def game_ended(state: GameState, effect: e.GameEnded) -> None:
    state.finished = True
    state.scores = list(effect.scores)


def rewound(state: GameState, effect: e.Rewound) -> None:
    # The history before is cut by whoever folds the log; only the new draws are a fact of its own.
    if effect.redraw:
        # Never a number that was used before, however often the table goes back.
        state.redraw = state.seq


def paused(state: GameState, effect: e.Paused) -> None:
    state.paused = True


def resumed(state: GameState, effect: e.Resumed) -> None:
    state.paused = False


def nothing(state: GameState, effect: Effect) -> None:
    """Facts about people and clocks that change nothing on the table."""


FLOW: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.GameCreated: game_created,
    e.StartPlayerDrawn: start_player_drawn,
    e.BoardsDealt: nothing,
    e.SeatPrepared: seat_prepared,
    e.SupplyPrepared: supply_prepared,
    e.BlueprintsChosen: blueprints_chosen,
    e.GuardSectorsDrawn: nothing,
    e.RoundStarted: round_started,
    e.PhaseStarted: phase_started,
    e.StepOpened: step_opened,
    e.StepUpdated: step_updated,
    e.StepClosed: step_closed,
    e.DecisionsChanged: decisions_changed,
    e.SeatPassed: seat_passed,
    e.PreferenceSet: preference_set,
    e.SeatLeft: seat_left,
    e.GameEnded: game_ended,
    e.Rewound: rewound,
    e.Paused: paused,
    e.Resumed: resumed,
    e.DeadlineExtended: nothing,
    e.SeatReplaced: nothing,
}
