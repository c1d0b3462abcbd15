"""Research action, and what a technology does at once when it is taken."""

from __future__ import annotations

from rules.content.schema import Tech
from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import DiscsGained, Paid, TechTaken
from rules.orders import Atom, Done, Order, Research, ResearchRare
from rules.play import Play
from rules.state.frames_action import (
    ArtifactFrame,
    DiscoveryFrame,
    PortalFrame,
    ResearchFrame,
)
from rules.state.frames_base import FrameBase
from rules.state.model import Line
from rules.steps.base import Step, asks
from rules.steps.flow import end_turn, finish_action
from rules.steps.rights import after_trade, free_choices, play_free, trade_hint
from rules.steps.supply import discoveries_left
from rules.table import Table

# --- costs -------------------------------------------------------------------------------------


def cost_lines(table: Table, seat: int, tech: str, track: str) -> list[Line]:
    """Science that ``tech`` costs the seat on ``track``, line by line (Research Action).

    The discount is that of the techs already on the track; an eighth tile has the discount of the
    seventh. ``minimum`` gives back what the discount took too much.
    """
    printed = table.catalog.techs[tech]
    steps = table.catalog.setup.tech_discount
    owned = len(table.seat(seat).techs.get(track, ()))
    discount = steps[min(owned, len(steps) - 1)]
    lines = [Line("cost", printed.cost)]
    if discount:
        lines.append(Line("discount", -discount))
    if (missing := printed.min_cost - (printed.cost - discount)) > 0:
        lines.append(Line("minimum", missing))
    return lines


def cost(table: Table, seat: int, tech: str, track: str) -> int:
    """Science that ``tech`` costs the seat on ``track``."""
    return sum(line.amount for line in cost_lines(table, seat, tech, track))


RARE = "rare"
"""The track of tiles that go to another one, which their owner chooses."""


def tracks_for(table: Table, seat: int, tech: str) -> tuple[str, ...]:
    """Tracks of the seat that a technology may go to (RE-2)."""
    track = table.catalog.techs[tech].track
    return tuple(table.seat(seat).techs) if track == RARE else (track,)


def least_cost(table: Table, seat: int, tech: str) -> int:
    """Science that ``tech`` costs the seat on the track where it is cheapest."""
    return min(cost(table, seat, tech, track) for track in tracks_for(table, seat, tech))


# --- taking a technology -----------------------------------------------------------------------


def take_tech(play: Play, seat: int, tech: str, track: str) -> None:
    """Move a tile from the supply board to ``track`` and let its instant effect happen (RE-1).

    Nothing is paid. May open an ``ArtifactFrame``, a ``PortalFrame`` or a ``DiscoveryFrame``, so
    update one's own frame before.
    """
    play.emit(TechTaken(seat, tech, track))
    effect = play.catalog.techs[tech].effect
    if effect.influence_discs:
        _gain_discs(play, seat, effect.influence_discs)
    if effect.resources_per_artifact:
        artifacts = sum(play.tile(s.id).artifacts for s in play.own_sectors(seat))
        if artifacts:
            play.open(ArtifactFrame(seat, artifacts, effect.resources_per_artifact))
    for _ in range(effect.warp_portals):
        play.open(PortalFrame(seat, effect.vp))
    if effect.discoveries:
        for _ in range(min(effect.discoveries, discoveries_left(play))):
            play.open(DiscoveryFrame(seat, play.seat(seat).home, drawn=True))


def _gain_discs(play: Play, seat: int, count: int) -> None:
    """Discs come from the box, as far as the colour has any left."""
    exist = play.catalog.setup.limits.per_player["influence_discs"]
    count = min(count, exist - play.discs_in_play(seat))
    if count > 0:
        play.emit(DiscsGained(seat, count))


# --- the action --------------------------------------------------------------------------------


def _why_not(table: Table, seat: int, tech: Atom, rare: bool = False) -> str:
    printed = table.catalog.techs.get(tech) if isinstance(tech, str) else None
    if printed is None:
        return f"No technology is called {tech} (Research Action)."
    if table.has_tech(seat, printed.id):
        return f"You have {printed.name} already (Research Action)."
    if not table.state.supply.techs.get(printed.id):
        return f"No {printed.name} tile is on the supply board now (Research Action)."
    if (printed.track == RARE) != rare:
        if rare:
            return f"{printed.name} is not rare: it goes to the {printed.track} track (Rare Techs)."
        return f"{printed.name} is rare: say which track it goes to (Rare Techs)."
    return _why_too_dear(table, seat, printed, least_cost(table, seat, printed.id))


def _why_too_dear(table: Table, seat: int, printed: Tech, price: int) -> str:
    have = table.seat(seat).storage.science
    if have < price:
        hint = trade_hint(table, seat, "science", price)
        return f"{printed.name} costs you {price} science; you have {have} (Research Action).{hint}"
    return ""


def _choice(table: Table, seat: int) -> Choice:
    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        supply = table.state.supply.techs
        return tuple(t for t in table.catalog.techs if t in supply and not _why_not(table, seat, t))

    def why(prefix: Prefix, value: Atom) -> str:
        return _why_not(table, seat, value)

    return Choice(Research, ("tech",), candidates, why)


def _rare_choice(table: Table, seat: int) -> Choice | None:
    """A rare technology and the track that it goes to; none in an edition without them (RE-2)."""
    if not table.rules.rare_techs:
        return None

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            supply = table.state.supply.techs
            rare = [t for t in table.catalog.techs if t in table.rules.rare_techs and t in supply]
            return tuple(tech for tech in rare if not _why_not(table, seat, tech, rare=True))
        science = table.seat(seat).storage.science
        tracks = tracks_for(table, seat, prefix[0])
        return tuple(t for t in tracks if cost(table, seat, prefix[0], t) <= science)

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0:
            return _why_not(table, seat, value, rare=True)
        tracks = tracks_for(table, seat, prefix[0])
        if value not in tracks:
            return f"There is no track {value}; there are {', '.join(tracks)} (Rare Techs)."
        printed = table.catalog.techs[prefix[0]]
        return _why_too_dear(table, seat, printed, cost(table, seat, prefix[0], value))

    return Choice(ResearchRare, ("tech", "track"), candidates, why)


def _worth_waiting(table: Table, seat: int) -> bool:
    """Whether something could be researched, if need be after trading."""
    science = after_trade(table, seat, "science")
    return any(
        not table.has_tech(seat, tech) and least_cost(table, seat, tech) <= science
        for tech in table.state.supply.techs
    )


def offer(table: Table, seat: int, reaction: bool) -> Choice | None:
    return _choice(table, seat)


def offer_rare(table: Table, seat: int, reaction: bool) -> Choice | None:
    return _rare_choice(table, seat)


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    assert isinstance(order, (Research, ResearchRare))
    play.open(ResearchFrame(seat, play.species(seat).activations["research"]))
    _research(play, seat, order)


def _research(play: Play, seat: int, order: Research | ResearchRare) -> None:
    tech = order.tech
    track = order.track if isinstance(order, ResearchRare) else play.catalog.techs[tech].track
    frame = play.state.frames[-1]
    assert isinstance(frame, ResearchFrame)
    play.update(ResearchFrame(seat, frame.left - 1))
    play.emit(Paid(seat, "research", science=cost(play, seat, tech, track)))
    take_tech(play, seat, tech, track)


def _advance(play: Play, frame: ResearchFrame) -> bool:
    if frame.left and _worth_waiting(play, frame.seat):
        return False
    finish_action(play)
    return True


def _decisions(table: Table, frame: ResearchFrame) -> list[Decision]:
    rare = _rare_choice(table, frame.seat)
    choices = (
        _choice(table, frame.seat),
        *((rare,) if rare else ()),
        Choice(Done),
        *free_choices(table, frame.seat),
    )
    return [Decision(frame.seat, "research", choices, Done(), {"left": frame.left})]


def _play(play: Play, frame: ResearchFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, (Research, ResearchRare)):
        _research(play, frame.seat, order)
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {
    ResearchFrame: Step(_advance, _decisions, _play, asks("research")),
}
