"""Effects of the flow: setup, rounds, phases, steps, decisions, and the table's moderation."""

from __future__ import annotations

from typing import Union

from rules.effects.base import ChanceEffect, Effect
from rules.state.frames import Frame
from rules.state.model import Line, Pending, RulesetSpec, Score, Seat


class GameCreated(Effect, frozen=True, tag="game_created"):
    ruleset: RulesetSpec
    seats: int


class StartPlayerDrawn(ChanceEffect, frozen=True, tag="start_player_drawn"):
    seat: int


class BoardsDealt(ChanceEffect, frozen=True, tag="boards_dealt"):
    """Boards were dealt at random: ``species`` by seat, or (``pool``) those to choose from."""

    species: tuple[str, ...]
    pool: bool = False


class SeatPrepared(Effect, frozen=True, tag="seat_prepared"):
    """A seat took its boards and put its components on them."""

    seat: int
    boards: Seat


class SupplyPrepared(Effect, frozen=True, tag="supply_prepared"):
    tech_bag: dict[str, int]
    unseen: dict[str, list[str]]
    stacks: dict[str, int]
    discoveries: dict[str, int]
    discovery_pile: int
    reputation: dict[int, int]
    ancients: int


class BlueprintsChosen(ChanceEffect, frozen=True, tag="blueprints_chosen"):
    """Which blueprint each kind of ship without a player uses in this game, by kind."""

    blueprints: dict[str, str]


class GuardSectorsDrawn(ChanceEffect, frozen=True, tag="guard_sectors_drawn"):
    """Tiles with a Guardian that go to the starting places without a player."""

    sectors: tuple[str, ...]


class RoundStarted(Effect, frozen=True, tag="round_started"):
    round: int
    start_seat: int


class PhaseStarted(Effect, frozen=True, tag="phase_started"):
    phase: str


class StepOpened(Effect, frozen=True, tag="step_opened"):
    frame: Frame


class StepUpdated(Effect, frozen=True, tag="step_updated"):
    frame: Frame


class StepClosed(Effect, frozen=True, tag="step_closed"):
    pass


class DecisionsChanged(Effect, frozen=True, tag="decisions_changed"):
    """Decisions that closed, by id, and those that opened."""

    closed: tuple[str, ...] = ()
    opened: tuple[Pending, ...] = ()


class SeatPassed(Effect, frozen=True, tag="seat_passed"):
    """``first``: it passed before everybody else and starts the next round."""

    seat: int
    first: bool = False


class PreferenceSet(Effect, frozen=True, tag="preference_set"):
    seat: int
    name: str
    value: str

    @property
    def audience(self) -> int | None:
        return self.seat

    def shadow(self) -> Effect | None:
        return None


class SeatLeft(Effect, frozen=True, tag="seat_left"):
    """A civilization ended: ``collapsed``, ``eliminated`` or ``resigned``. Its score was counted
    first (``lines`` explain it); then its ships, discs and cubes went back to the box."""

    seat: int
    reason: str
    score: int
    lines: tuple[Line, ...] = ()


class GameEnded(Effect, frozen=True, tag="game_ended"):
    scores: list[Score]


class Rewound(Effect, frozen=True, tag="rewound"):
    """The history after event ``to`` no longer counts. ``redraw``: later draws come out anew."""

    to: int
    redraw: bool = False


class Paused(Effect, frozen=True, tag="paused"):
    pass


class Resumed(Effect, frozen=True, tag="resumed"):
    pass


class DeadlineExtended(Effect, frozen=True, tag="deadline_extended"):
    """``seats`` have ``hours`` longer."""

    seats: tuple[int, ...]
    hours: int


class SeatReplaced(Effect, frozen=True, tag="seat_replaced"):
    """Another person plays the seat from now on (an opaque account id)."""

    seat: int
    account: str


FlowEffect = Union[
    GameCreated, StartPlayerDrawn, BoardsDealt, SeatPrepared, SupplyPrepared, RoundStarted, PhaseStarted,
    BlueprintsChosen, GuardSectorsDrawn,
    StepOpened, StepUpdated, StepClosed, DecisionsChanged, SeatPassed, PreferenceSet, SeatLeft,
    GameEnded, Rewound, Paused, Resumed, DeadlineExtended, SeatReplaced,
]  # fmt: skip
