"""Frames of the action phase."""

from __future__ import annotations

from typing import Union

from rules.state.frames_base import FrameBase


class ActionPhaseFrame(FrameBase, frozen=True, tag="action_phase"):
    """``seat`` moves next."""

    seat: int


class TurnFrame(FrameBase, frozen=True, tag="turn"):
    """A seat's turn. ``action``: what it does, once chosen; ``over``: the action is finished and
    only free rights are left before ``done``; ``passing``: a seat that has passed used colony
    ships, so that passing again is all that is left."""

    seat: int
    action: str = ""
    over: bool = False
    passing: bool = False


class ExploreFrame(FrameBase, frozen=True, tag="explore"):
    """``left`` tiles may still be explored with this action."""

    seat: int
    left: int


class ExploredFrame(FrameBase, frozen=True, tag="explored"):
    """A revealed tile waits to be placed or discarded."""

    seat: int
    zone: str
    sectors: tuple[str, ...]


class ControlFrame(FrameBase, frozen=True, tag="control"):
    """``seat`` may place a disc on the sector just explored."""

    seat: int
    sector: str


class DiscoveryFrame(FrameBase, frozen=True, tag="discovery"):
    """``seat`` decides which side of a discovery tile to use; ``discovery`` is empty until the
    tile is turned up. ``fitting``: it chose the ancient part and now says where it goes."""

    seat: int
    sector: str
    discovery: str = ""
    fitting: bool = False
    choosing: bool = False
    """It took Ancient Technology and now chooses among equally cheap tiles."""
    drawn: bool = False
    """The tile comes from the supply; what its face puts on the map goes to the sector."""


class InfluenceFrame(FrameBase, frozen=True, tag="influence"):
    """``left`` disc moves; ``refresh`` colony ships may still be turned up. ``used``: sectors
    that took part in a disc move of this action, where each may do so once only."""

    seat: int
    left: int
    refresh: int
    used: tuple[str, ...] = ()


class ResearchFrame(FrameBase, frozen=True, tag="research"):
    seat: int
    left: int


class ArtifactFrame(FrameBase, frozen=True, tag="artifact"):
    """``left`` artifacts whose resource is still to be chosen."""

    seat: int
    left: int
    amount: int


class BonusFrame(FrameBase, frozen=True, tag="bonus"):
    """``seat`` says which resource it takes ``amount`` units of for a discovery tile."""

    seat: int
    amount: int


class PortalFrame(FrameBase, frozen=True, tag="portal"):
    """``seat`` says to which of its sectors a warp portal worth ``vp`` points goes."""

    seat: int
    vp: int


class BuildFrame(FrameBase, frozen=True, tag="build"):
    seat: int
    left: int


class UpgradeFrame(FrameBase, frozen=True, tag="upgrade"):
    """``left`` activations, where each is an order of its own."""

    seat: int
    left: int


class MoveFrame(FrameBase, frozen=True, tag="move"):
    seat: int
    left: int


ActionFrame = Union[
    ActionPhaseFrame, TurnFrame, ExploreFrame, ExploredFrame, ControlFrame, DiscoveryFrame,
    InfluenceFrame, ResearchFrame, ArtifactFrame, BuildFrame, UpgradeFrame, MoveFrame, BonusFrame, PortalFrame,
]  # fmt: skip
