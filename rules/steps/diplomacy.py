"""Diplomacy: offers, answers, relations formed and broken (Diplomatic Relations).

An offer is made at any time of one's own turn, or at the end of the combat phase to a seat that a
disc just placed connects. Its answer is a decision of the other seat beside whatever the game
asks: it needs no turn and holds nobody up. What an offer needs is judged again when it is
accepted; it lapses when its seat's next turn begins.
"""

from __future__ import annotations

from rules.decisions import Choice, Decision, Prefix
from rules.effects.diplomacy import (
    ProposalLapsed,
    ProposalRefused,
    ReputationReturned,
    TraitorNamed,
    TreatyBroken,
    TreatyFormed,
    TreatyProposed,
)
from rules.orders import Accept, Atom, Done, Order, Propose, Refuse
from rules.play import Play
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import TreatiesFrame
from rules.state.frames_round import CubesHomeFrame
from rules.state.model import RESOURCES, Proposal, Sector
from rules.steps.base import Key, Step
from rules.steps.reputation_track import takes_ambassador, tiles_in_the_way
from rules.table import Table

TREATY = "treaty"
"""Kind of the decision that answers an offer; its subject is the seat that made it."""

Pair = tuple[int, int]

# --- what relations need ---------------------------------------------------------------------------


def is_played(table: Table) -> bool:
    """Whether this number of players uses diplomacy."""
    return table.catalog.setup.players[len(table.state.seats)].diplomacy


def partners(table: Table, seat: int) -> set[int]:
    """Seats with which ``seat`` has relations; those that left the game stay partners."""
    return {ambassador.seat for ambassador in table.seat(seat).ambassadors}


def has_presence(table: Table, seats: set[int], sector: Sector) -> bool:
    """Whether one of the seats has a disc or a ship in the sector."""
    return sector.disc in seats or any(ship.owner in seats for ship in table.ships_in(sector))


def _joined(table: Table, seat: int) -> list[int]:
    """Seats with a disc in a sector that a full wormhole joins to one with a disc of ``seat``; the
    wormhole generator does not help."""
    sectors = table.state.sectors
    found = {
        disc
        for sector in sectors.values()
        if sector.disc == seat
        for beside, full in table.links(sector)
        if full and (disc := sectors[beside].disc) is not None and disc != seat
    }
    return sorted(found)


def meeting(table: Table, one: int, other: int) -> str:
    """A sector where a ship of one of the seats is beside a ship or disc of the other."""
    ships = table.state.ships
    for sector in table.state.sectors.values():
        if not sector.ships:
            continue
        owners = {ships[number].owner for number in sector.ships}
        if not owners.isdisjoint((one, other)) and {one, other} <= owners | {sector.disc}:
            return sector.id
    return ""


def _why_cannot(table: Table, seat: int) -> str:
    """What keeps a seat from any relations, as the end of a sentence about it; empty if nothing
    does."""
    boards = table.seat(seat)
    if boards.out:
        return "has left the game (Player Elimination)."
    if boards.traitor:
        return "holds the traitor card (Breaking Diplomatic Relations)."
    if not boards.spare_ambassadors:
        return "has no ambassador left to give (Diplomatic Relations)."
    if not boards.cubes.total():
        return "has no population cube left to give (Diplomatic Relations)."
    if not takes_ambassador(table, seat):
        return "has a reputation track full of ambassadors (Diplomatic Relations)."
    if not table.rules.edition.treaty_makes_room and tiles_in_the_way(table, seat):
        return "has no empty space on its reputation track (Diplomatic Relations)."
    return ""


def why_no_treaty(table: Table, seat: int, other: int) -> str:
    """Why ``seat`` and ``other`` may not form relations now; empty if they may (DP-1)."""
    if seat == other:
        return "Relations are formed with another player (Diplomatic Relations)."
    if other in partners(table, seat):
        return "You have relations with that player already (Diplomatic Relations)."
    if why := _why_cannot(table, seat):
        return f"You cannot form relations: your side {why}"
    if why := _why_cannot(table, other):
        return f"That player {why}"
    if other not in _joined(table, seat):
        return (
            "No full wormhole joins a sector with your disc to one with a disc of that player "
            "(Diplomatic Relations)."
        )
    if sector := meeting(table, seat, other):
        return f"Ships of yours and theirs stand against each other in sector {sector} (Diplomacy)."
    return ""


# --- offers ----------------------------------------------------------------------------------------


def _why_no_offer(table: Table, seat: int, to: Atom) -> str:
    if not isinstance(to, int) or not 0 <= to < len(table.state.seats):
        return "There is no such player (Diplomatic Relations)."
    for proposal in table.state.proposals:
        pair = (proposal.seat, proposal.to)
        if pair == (seat, to) and proposal.refused:
            return "That player refused; offer again on your next turn (Diplomacy)."
        if pair in ((seat, to), (to, seat)) and not proposal.refused:
            return "An offer between you is open already: it waits for its answer (Diplomacy)."
    return why_no_treaty(table, seat, to)


def _tracks(table: Table, seat: int) -> tuple[str, ...]:
    """Tracks with a cube to put on an ambassador."""
    cubes = table.seat(seat).cubes
    return tuple(track for track in RESOURCES if cubes.of(track) > 0)


def propose_choice(table: Table, seat: int, among: set[int] | None = None) -> Choice:
    """Offers that the seat can make, if need be only to some (``among``)."""

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if prefix:
            return _tracks(table, seat)
        if _why_cannot(table, seat):
            return ()
        return tuple(
            other
            for other in _joined(table, seat)
            if (among is None or other in among) and not _why_no_offer(table, seat, other)
        )

    def why(prefix: Prefix, value: Atom) -> str:
        if prefix:
            return _why_no_track(prefix, value)
        if why := _why_no_offer(table, seat, value):
            return why
        return "Offers are now made to whom a disc just placed connects you (Diplomacy)."

    return Choice(Propose, ("seat", "track"), candidates, why)


def _why_no_track(prefix: Prefix, value: Atom) -> str:
    return f"The cube comes from a track that has one; {value} does not (Diplomatic Relations)."


def propose(play: Play, seat: int, order: Propose) -> None:
    play.emit(TreatyProposed(seat, order.seat, order.track))


def lapse(play: Play, seat: int) -> None:
    """The offers of a seat are off the table when its next turn begins."""
    for proposal in [p for p in play.state.proposals if p.seat == seat]:
        play.emit(ProposalLapsed(seat, proposal.to, proposal.refused))


# --- answers ---------------------------------------------------------------------------------------


def _open(table: Table) -> list[Proposal]:
    return [p for p in table.state.proposals if not p.refused]


def answer_keys(table: Table) -> list[Key]:
    """Seat, kind and subject of the answers that are open beside everything else."""
    return [(p.to, TREATY, str(p.seat)) for p in _open(table)]


def answers(table: Table) -> list[Decision]:
    """The answers to open offers, as decisions."""
    return [_answer(table, proposal) for proposal in _open(table)]


def _answer(table: Table, proposal: Proposal) -> Decision:
    seat, by = proposal.to, proposal.seat

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if prefix:
            return _tracks(table, seat)
        return () if _why_not_acceptable(table, proposal) else (by,)

    def why(prefix: Prefix, value: Atom) -> str:
        if prefix:
            return _why_no_track(prefix, value)
        if value != by:
            return "This offer is another player's (Diplomatic Relations)."
        return _why_not_acceptable(table, proposal)

    def why_refusing(prefix: Prefix, value: Atom) -> str:
        return "This offer is another player's (Diplomatic Relations)."

    choices = (
        Choice(Accept, ("seat", "track"), candidates, why),
        Choice(Refuse, ("seat",), lambda prefix: (by,), why_refusing),
    )
    context = {"seat": by, "track": proposal.track, "returns": tiles_in_the_way(table, seat)}
    return Decision(seat, TREATY, choices, Refuse(by), context, subject=str(by))


def _why_not_acceptable(table: Table, proposal: Proposal) -> str:
    """An offer is checked again when it is accepted (DP-3)."""
    if why := why_no_treaty(table, proposal.to, proposal.seat):
        return why
    if not table.seat(proposal.seat).cubes.of(proposal.track):
        return (
            f"The {proposal.track} track of that player has no cube left for its ambassador "
            "(Diplomatic Relations)."
        )
    return ""


def answer(play: Play, decision: Decision, order: Order) -> None:
    """Carry out the answer to an offer."""
    seat = decision.seat
    if isinstance(order, Refuse):
        play.emit(ProposalRefused(order.seat, seat))
        return
    assert isinstance(order, Accept)
    offer = next(p for p in _open(play) if (p.seat, p.to) == (order.seat, seat))
    for side in (offer.seat, seat):
        _make_room(play, side)
    play.emit(TreatyFormed(offer.seat, seat, offer.track, order.track))


def _make_room(play: Play, seat: int) -> None:
    """Reputation tiles leave a full track by themselves, the lowest ones."""
    if count := tiles_in_the_way(play, seat):
        lowest = tuple(sorted(play.seat(seat).reputation)[:count])
        play.emit(ReputationReturned(seat, count, lowest))


# --- breaking --------------------------------------------------------------------------------------


def entered(play: Play, seat: int, sector: str) -> None:
    """A ship of ``seat`` has entered a sector on its way (MO-2)."""
    if play.rules.edition.aggression_on_entering:
        break_treaties(play, seat, sector)


def judge_aggression(play: Play, seat: int) -> None:
    """The action of ``seat`` has ended, where its ships stand now counts (MO-2)."""
    if play.rules.edition.aggression_on_entering or not play.seat(seat).ambassadors:
        return
    sectors = {ship.sector for ship in play.state.ships.values() if ship.owner == seat}
    for sector in sorted(sectors):
        break_treaties(play, seat, sector)


def break_treaties(play: Play, seat: int, sector: str) -> None:
    """Ships of ``seat`` attack in a sector: relations with whoever has a disc or a ship there
    are broken, and the seat takes the traitor card (DP-2)."""
    attacked = [
        partner
        for partner in sorted(partners(play, seat))
        if has_presence(play, {partner}, play.state.sectors[sector])
    ]
    for partner in attacked:
        play.emit(TreatyBroken(seat, partner, sector))
        if not play.seat(seat).traitor:
            holders = (s for s, boards in enumerate(play.state.seats) if boards.traitor)
            play.emit(TraitorNamed(seat, next(holders, None)))
        # The step opened last comes first: who attacked answers before the other one.
        play.open(CubesHomeFrame(partner, (RESOURCES,)))
        play.open(CubesHomeFrame(seat, (RESOURCES,)))


# --- the end of the combat phase ---------------------------------------------------------------------


def new_pairs(table: Table, taken: tuple[tuple[str, int], ...]) -> tuple[Pair, ...]:
    """Pairs of seats that discs just placed (sector, seat) connect and that may form relations,
    where the edition lets them do so after combat."""
    if not table.rules.edition.treaties_after_combat:
        return ()
    pairs: dict[Pair, None] = {}
    for sector, seat in taken:
        placed = table.state.sectors[sector]
        for beside, full in table.links(placed):
            other = table.state.sectors[beside].disc
            if full and other is not None and not why_no_treaty(table, seat, other):
                pairs[(min(seat, other), max(seat, other))] = None
    return tuple(sorted(pairs))


def _others(frame: TreatiesFrame, seat: int) -> set[int]:
    """Seats that new connections join to ``seat``."""
    return {other for pair in frame.pairs if seat in pair for other in pair if other != seat}


def _asked(table: Table, frame: TreatiesFrame) -> list[Key]:
    return [(d.seat, d.kind, d.subject) for d in _decisions(table, frame)]


def _decisions(table: Table, frame: TreatiesFrame) -> list[Decision]:
    """Whom a new connection lets offer relations. The phase waits for them, and for the answers
    to what they offer."""
    found = []
    for seat in table.order_from(table.state.start_seat):
        if seat in frame.done:
            continue
        choice = propose_choice(table, seat, _others(frame, seat))
        if choice.possible():
            context = {"players": sorted(_others(frame, seat))}
            found.append(Decision(seat, "treaties", (choice, Choice(Done)), Done(), context))
    return found


def _advance(play: Play, frame: TreatiesFrame) -> bool:
    waits = any((min(p.seat, p.to), max(p.seat, p.to)) in frame.pairs for p in _open(play))
    if waits or _decisions(play, frame):
        return False
    play.close()
    return True


def _play(play: Play, frame: TreatiesFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Propose):
        propose(play, decision.seat, order)
    else:
        play.update(TreatiesFrame(frame.pairs, (*frame.done, decision.seat)))


STEPS: dict[type[FrameBase], Step] = {TreatiesFrame: Step(_advance, _decisions, _play, _asked)}
