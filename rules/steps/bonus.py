"""Small choices that a technology or a discovery tile asks at once: a resource, a sector."""

from __future__ import annotations

from rules.decisions import Choice, Decision
from rules.effects.boards import Gained
from rules.effects.galaxy import WarpPortalPlaced
from rules.orders import Order, PlacePortal, TakeArtifact, TakeBonus
from rules.play import Play
from rules.state.frames_action import ArtifactFrame, BonusFrame, PortalFrame
from rules.state.frames_base import FrameBase
from rules.state.model import RESOURCES
from rules.steps.base import Step, asks
from rules.table import Table


def _scarcest(table: Table, seat: int) -> str:
    return min(RESOURCES, key=table.seat(seat).storage.of)


# --- artifacts ---------------------------------------------------------------------------------


def _advance_artifacts(play: Play, frame: ArtifactFrame) -> bool:
    if frame.left:
        return False
    play.close()
    return True


def _artifact_decisions(table: Table, frame: ArtifactFrame) -> list[Decision]:
    """One artifact after the other. No free rights: the resources are taken immediately."""
    choice = Choice(
        TakeArtifact,
        ("resource",),
        lambda prefix: RESOURCES,
        lambda prefix, value: "Take money, science or materials for the artifact (Artifact Key).",
    )
    context = {"left": frame.left, "amount": frame.amount}
    default = TakeArtifact(_scarcest(table, frame.seat))
    return [Decision(frame.seat, "artifact", (choice,), default, context)]


def _play_artifact(play: Play, frame: ArtifactFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, TakeArtifact)
    play.emit(Gained(frame.seat, "artifact", **{order.resource: frame.amount}))
    play.update(ArtifactFrame(frame.seat, frame.left - 1, frame.amount))


# --- a resource of one's choice ------------------------------------------------------------------


def _waits(play: Play, frame: BonusFrame) -> bool:
    return False


def _bonus_decisions(table: Table, frame: BonusFrame) -> list[Decision]:
    choice = Choice(
        TakeBonus,
        ("resource",),
        lambda prefix: RESOURCES,
        lambda prefix, value: "Take money, science or materials (Discovery Tiles).",
    )
    default = TakeBonus(_scarcest(table, frame.seat))
    return [Decision(frame.seat, "bonus", (choice,), default, {"amount": frame.amount})]


def _play_bonus(play: Play, frame: BonusFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, TakeBonus)
    play.close()
    play.emit(Gained(frame.seat, "discovery", **{order.resource: frame.amount}))


# --- a warp portal -----------------------------------------------------------------------------


def _portal_sectors(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(sector.id for sector in table.own_sectors(seat))


def _advance_portal(play: Play, frame: PortalFrame) -> bool:
    sectors = _portal_sectors(play, frame.seat)
    if len(sectors) > 1:
        return False
    play.close()
    if sectors:
        play.emit(WarpPortalPlaced(frame.seat, sectors[0], frame.vp))
    return True


def _portal_decisions(table: Table, frame: PortalFrame) -> list[Decision]:
    """At the deadline it goes to the starting sector, which its owner loses last."""
    sectors = _portal_sectors(table, frame.seat)
    choice = Choice(
        PlacePortal,
        ("sector",),
        lambda prefix: sectors,
        lambda prefix, value: "A warp portal goes to a sector with your disc (Warp Portals).",
    )
    home = table.seat(frame.seat).home
    default = PlacePortal(home if home in sectors else sectors[0])
    context = {"vp": frame.vp, "sectors": list(sectors)}
    return [Decision(frame.seat, "portal", (choice,), default, context)]


def _play_portal(play: Play, frame: PortalFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, PlacePortal)
    play.close()
    play.emit(WarpPortalPlaced(frame.seat, order.sector, frame.vp))


STEPS: dict[type[FrameBase], Step] = {
    ArtifactFrame: Step(_advance_artifacts, _artifact_decisions, _play_artifact, asks("artifact")),
    BonusFrame: Step(_waits, _bonus_decisions, _play_bonus, asks("bonus")),
    PortalFrame: Step(_advance_portal, _portal_decisions, _play_portal, asks("portal")),
}
