"""Frames of the combat phase."""

from __future__ import annotations

from typing import Union

from rules.state.frames_base import FrameBase


class CombatFrame(FrameBase, frozen=True, tag="combat"):
    """The combat phase. ``stage``: ``start``, then ``battles`` with the ``sectors`` where they
    are still to be fought, then ``population`` with those whose population may be attacked."""

    stage: str = "start"
    sectors: tuple[str, ...] = ()


class SectorCombatFrame(FrameBase, frozen=True, tag="sector_combat"):
    """All battles of a sector.

    ``entry``: seats with ships here when combat began, by order of entry. ``queue``: seats that
    still have to fight each other; the last two are next, the earlier of them defends.
    ``tiles``: reputation tiles earned by destroying ships, for each seat of ``entry``.
    ``fought``: seats that took part in a battle. ``withdrew``: seats all of whose remaining ships
    announced their retreat.
    """

    sector: str
    entry: tuple[int, ...]
    queue: tuple[int, ...]
    tiles: tuple[int, ...]
    fought: tuple[int, ...] = ()
    withdrew: tuple[int, ...] = ()


class BattleFrame(FrameBase, frozen=True, tag="battle"):
    """One battle of two parties (-1: the non-players).

    ``round`` 0 is that of the missiles, engagement rounds follow. ``turn`` counts the ship types
    in initiative order that have acted. ``tiles``: reputation tiles that attacker and defender
    earned by destroying ships. ``withdrew``: see ``SectorCombatFrame``. ``stalemate``: nobody can
    hurt anybody any more; the attacker's types retreat or are destroyed.
    """

    sector: str
    attacker: int
    defender: int
    round: int = 0
    turn: int = 0
    tiles: tuple[int, int] = (0, 0)
    withdrew: tuple[int, ...] = ()
    stalemate: bool = False


class AssignFrame(FrameBase, frozen=True, tag="assign"):
    """Dice on the table that ``seat`` assigns: colours and faces, of ships of type ``kind``."""

    seat: int
    sector: str
    kind: str
    dice: tuple[str, ...]
    faces: tuple[int, ...]


class ReputationFrame(FrameBase, frozen=True, tag="reputation"):
    """Draws of reputation tiles after the battles of a sector: seat and number, next first.
    ``choosing``: the first of them holds its tiles and chooses."""

    sector: str
    draws: tuple[tuple[int, int], ...]
    choosing: bool = False


class PopulationFrame(FrameBase, frozen=True, tag="population"):
    """``seat`` may attack the population of a sector. ``damage``: points that its dice did, -1
    until they are rolled. ``squares``: those whose cubes they destroy, as far as chosen."""

    seat: int
    sector: str
    damage: int = -1
    squares: tuple[str, ...] = ()


class AftermathFrame(FrameBase, frozen=True, tag="aftermath"):
    """The end of the combat phase. ``stage``: ``removals``, ``placements``, ``discoveries``,
    ``repair``. ``seats`` may still place discs, in turn order; ``taken``: sectors that got a
    disc, with the seat; ``turned``: of how many of them the discovery tiles are dealt with."""

    stage: str = "removals"
    seats: tuple[int, ...] = ()
    taken: tuple[tuple[str, int], ...] = ()
    turned: int = 0


class TreatiesFrame(FrameBase, frozen=True, tag="treaties"):
    """Discs placed after combat connect ``pairs`` of seats, which may form relations now;
    ``done``: seats that will offer none."""

    pairs: tuple[tuple[int, int], ...]
    done: tuple[int, ...] = ()


CombatFrames = Union[
    CombatFrame, SectorCombatFrame, BattleFrame, AssignFrame, ReputationFrame, PopulationFrame,
    AftermathFrame, TreatiesFrame,
]  # fmt: skip
