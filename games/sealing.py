"""Which events can no longer be taken back by the seat that caused them."""

from __future__ import annotations

from rules.effects.diplomacy import ProposalRefused, TreatyFormed
from rules.effects.flow import DecisionsChanged, GameEnded, PhaseStarted, Rewound
from rules.log import Event
from rules.orders import Done, Pass


def seals(event: Event) -> bool:
    """Whether ``event`` seals itself and everything before it.

    It does unless a player's own order changed nothing but the player's affairs: no outcome of
    chance, no end of a turn or phase, nothing asked of another seat, no answer to one.
    """
    if event.seat is None or event.actor != "player":
        return True
    if event.holds_chance or isinstance(event.order, (Done, Pass)):
        return True
    return any(_concerns_others(effect, event.seat) for effect in event.effects)


def _concerns_others(effect: object, seat: int) -> bool:
    if isinstance(effect, DecisionsChanged):
        return any(pending.seat != seat for pending in effect.opened)
    # Whoever made an offer waits for the answer and sees it at once.
    return isinstance(effect, (PhaseStarted, GameEnded, TreatyFormed, ProposalRefused))


def rewound_to(event: Event) -> int | None:
    """The event that a rewind goes back to; ``None`` for any other event."""
    for effect in event.effects:
        if isinstance(effect, Rewound):
            return effect.to
    return None
