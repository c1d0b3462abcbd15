"""Effects of diplomacy: offers, relations, and their end."""

from __future__ import annotations

from typing import Union

from rules.effects.base import Effect


class TreatyProposed(Effect, frozen=True, tag="treaty_proposed"):
    """``seat`` offered ``to`` relations, with a cube from its ``track``."""

    seat: int
    to: int
    track: str


class ProposalRefused(Effect, frozen=True, tag="proposal_refused"):
    """``to`` refused the offer of ``seat``."""

    seat: int
    to: int


class ProposalLapsed(Effect, frozen=True, tag="proposal_lapsed"):
    """The offer of ``seat`` to ``to`` is off the table; ``answered``: it had been refused."""

    seat: int
    to: int
    answered: bool = False


class ReputationReturned(Effect, frozen=True, tag="reputation_returned"):
    """``seat`` gave ``count`` reputation tiles back to the bag to make room for an ambassador;
    their values are its secret."""

    seat: int
    count: int
    values: tuple[int, ...] = ()

    @property
    def audience(self) -> int | None:
        return self.seat

    def shadow(self) -> Effect | None:
        return ReputationReturned(self.seat, self.count)


class TreatyFormed(Effect, frozen=True, tag="treaty_formed"):
    """``seat`` and ``to`` gave each other an ambassador with a cube from ``track`` and
    ``to_track``; the offer of ``seat`` is done with."""

    seat: int
    to: int
    track: str
    to_track: str


class TreatyBroken(Effect, frozen=True, tag="treaty_broken"):
    """``seat`` attacked ``partner`` in ``sector``: both ambassadors went home. Their cubes are on
    the way; ``CubeReturned`` says where they went."""

    seat: int
    partner: int
    sector: str


class TraitorNamed(Effect, frozen=True, tag="traitor_named"):
    """``seat`` took the traitor card, from ``before`` if somebody held it."""

    seat: int
    before: int | None = None


DiplomacyEffect = Union[
    TreatyProposed, ProposalRefused, ProposalLapsed, ReputationReturned, TreatyFormed,
    TreatyBroken, TraitorNamed,
]  # fmt: skip
