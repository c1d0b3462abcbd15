"""The reputation track: how many reputation tiles and ambassadors it holds.

Ambassadors take the spaces that only they may use first, then others; where the tiles lie is
computed, never ordered.
"""

from __future__ import annotations

from rules.table import Table


def reputation_room(table: Table, seat: int, more_ambassadors: int = 0) -> int:
    """Reputation tiles that the track holds, with ``more_ambassadors`` on it."""
    spaces = table.species(seat).reputation_track
    shared = spaces.count("any")
    ambassadors = len(table.seat(seat).ambassadors) + more_ambassadors
    crowding = max(0, ambassadors - spaces.count("ambassador"))
    return max(0, shared - crowding) + spaces.count("reputation")


def ambassador_room(table: Table, seat: int) -> int:
    """Ambassadors that the track holds when no reputation tile is in their way."""
    spaces = table.species(seat).reputation_track
    return spaces.count("any") + spaces.count("ambassador")


def takes_ambassador(table: Table, seat: int) -> bool:
    """Whether the track has, or can make, room for one more ambassador: those that lie there may
    not be discarded (Diplomatic Relations)."""
    return len(table.seat(seat).ambassadors) < ambassador_room(table, seat)


def tiles_in_the_way(table: Table, seat: int) -> int:
    """Reputation tiles that one more ambassador pushes off the track."""
    return max(0, len(table.seat(seat).reputation) - reputation_room(table, seat, 1))
