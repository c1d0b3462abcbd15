"""Build action."""

from __future__ import annotations

from rules.blueprint import with_article
from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import Paid
from rules.effects.galaxy import ShipPlaced, StructureBuilt
from rules.orders import Atom, Build, Done, Order
from rules.play import Play
from rules.state.frames_action import BuildFrame
from rules.state.frames_base import FrameBase
from rules.steps.base import Step, asks
from rules.steps.flow import end_turn, finish_action
from rules.steps.rights import after_trade, free_choices, play_free, trade_hint
from rules.table import Table

STRUCTURES = ("orbital", "monolith")


def builds(table: Table, seat: int, reaction: bool) -> int:
    """Ships and structures that one action, or one reaction, may build."""
    species = table.species(seat)
    extra = sum(
        effect.builds
        for techs in table.seat(seat).techs.values()
        for effect in (table.catalog.techs[tech].effect for tech in techs)
        if effect.ability == "extra_build" and (effect.applies_to_reaction or not reaction)
    )
    return (species.reaction if reaction else species.activations)["build"] + extra


def _allowed(table: Table, seat: int, unit: str) -> bool:
    """Whether no technology is needed for ``unit`` or the seat has it."""
    needed = [t.id for t in table.catalog.techs.values() if t.effect.unit == unit]
    return not needed or any(table.has_tech(seat, tech) for tech in needed)


def _sectors(table: Table, seat: int, unit: str) -> tuple[str, ...]:
    own = table.own_sectors(seat)
    if unit in STRUCTURES:
        return tuple(s.id for s in own if not getattr(s, unit))
    return tuple(s.id for s in own)


def _why_not_unit(table: Table, seat: int, unit: Atom) -> str:
    costs = table.species(seat).build_costs
    if unit not in costs:
        return f"There is no {unit} to build; there are {', '.join(costs)} (Build Action)."
    have = table.seat(seat).storage.materials
    fault = _why_never(table, seat, unit)
    if not fault and have < costs[unit]:
        one = with_article(unit).capitalize()
        hint = trade_hint(table, seat, "materials", costs[unit])
        return f"{one} costs {costs[unit]} materials; you have {have} (Building Costs).{hint}"
    return fault


def _why_never(table: Table, seat: int, unit: str) -> str:
    """Why ``unit`` cannot be built now whatever it costs."""
    if not _allowed(table, seat, unit):
        return f"Building {with_article(unit)} needs its technology (Building Restrictions)."
    if unit not in STRUCTURES and table.ships_left(seat, unit) < 1:
        limit = table.catalog.setup.limits.per_player[unit]
        return f"All your {limit} {unit}s are on the board (Component Limitations)."
    if not table.own_sectors(seat):
        return "You have no sector with your disc to build in (Build Action)."
    if not _sectors(table, seat, unit):
        return (
            f"No sector with your disc has room for {with_article(unit)} (Building Restrictions)."
        )
    return ""


def _choice(table: Table, seat: int) -> Choice:
    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            costs = table.species(seat).build_costs
            return tuple(unit for unit in costs if not _why_not_unit(table, seat, unit))
        return _sectors(table, seat, prefix[0])

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0:
            return _why_not_unit(table, seat, value)
        if prefix[0] in STRUCTURES:
            return (
                "Build in a sector with your disc; each holds one orbital and one monolith "
                "(Building Restrictions)."
            )
        return "Ships are built in sectors with your disc (Build Action)."

    return Choice(Build, ("unit", "sector"), candidates, why)


def worth_waiting(table: Table, seat: int) -> bool:
    """Whether something could be built, if need be after trading."""
    materials = after_trade(table, seat, "materials")
    costs = table.species(seat).build_costs
    return any(c <= materials and not _why_never(table, seat, unit) for unit, c in costs.items())


def offer(table: Table, seat: int, reaction: bool) -> Choice | None:
    return _choice(table, seat)


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    assert isinstance(order, Build)
    play.open(BuildFrame(seat, builds(play, seat, reaction)))
    _build(play, seat, order)


def _build(play: Play, seat: int, order: Build) -> None:
    cost = play.species(seat).build_costs[order.unit]
    play.emit(Paid(seat, "build", materials=cost))
    if order.unit in STRUCTURES:
        play.emit(StructureBuilt(seat, order.unit, order.sector))
    else:
        play.emit(ShipPlaced(play.state.next_ship, seat, order.unit, order.sector))
    frame = play.state.frames[-1]
    assert isinstance(frame, BuildFrame)
    play.update(BuildFrame(seat, frame.left - 1))


def _advance(play: Play, frame: BuildFrame) -> bool:
    if frame.left and worth_waiting(play, frame.seat):
        return False
    finish_action(play)
    return True


def _decisions(table: Table, frame: BuildFrame) -> list[Decision]:
    choices = (_choice(table, frame.seat), Choice(Done), *free_choices(table, frame.seat))
    return [Decision(frame.seat, "build", choices, Done(), {"left": frame.left})]


def _play(play: Play, frame: BuildFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Build):
        _build(play, frame.seat, order)
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {BuildFrame: Step(_advance, _decisions, _play, asks("build"))}
