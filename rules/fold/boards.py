"""Fold of what happens on a seat's boards and in the supply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.effects import boards as e
from rules.effects.base import Effect
from rules.state.model import GameState


def take_one(counts: dict[Any, int], key: Any) -> None:
    """One item less of a multiset."""
    left = counts[key] - 1
    if left:
        counts[key] = left
    else:
        del counts[key]


def put_one(counts: dict[Any, int], key: Any) -> None:
    """One item more of a multiset."""
    counts[key] = counts.get(key, 0) + 1


def paid(state: GameState, effect: e.Paid) -> None:
    storage = state.seats[effect.seat].storage
    storage.money -= effect.money
    storage.science -= effect.science
    storage.materials -= effect.materials


def gained(state: GameState, effect: e.Gained) -> None:
    storage = state.seats[effect.seat].storage
    storage.money += effect.money
    storage.science += effect.science
    storage.materials += effect.materials


def upkeep_paid(state: GameState, effect: e.UpkeepPaid) -> None:
    state.seats[effect.seat].storage.money += effect.income - effect.upkeep


def traded(state: GameState, effect: e.Traded) -> None:
    storage = state.seats[effect.seat].storage
    storage.add(effect.give, -effect.gave)
    storage.add(effect.gain, effect.gained)


def disc_spent(state: GameState, effect: e.DiscSpent) -> None:
    seat = state.seats[effect.seat]
    seat.discs -= 1
    put_one(seat.action_discs, effect.action)


def discs_gained(state: GameState, effect: e.DiscsGained) -> None:
    state.seats[effect.seat].discs += effect.count


def action_discs_returned(state: GameState, effect: e.ActionDiscsReturned) -> None:
    seat = state.seats[effect.seat]
    seat.discs += sum(seat.action_discs.values())
    seat.action_discs = {}


def colony_ships_refreshed(state: GameState, effect: e.ColonyShipsRefreshed) -> None:
    seat = state.seats[effect.seat]
    seat.colony_ships += effect.count
    seat.used_colony_ships -= effect.count


def cube_returned(state: GameState, effect: e.CubeReturned) -> None:
    seat = state.seats[effect.seat]
    (seat.graveyard if effect.graveyard else seat.cubes).add(effect.track, 1)


def graveyard_emptied(state: GameState, effect: e.GraveyardEmptied) -> None:
    seat = state.seats[effect.seat]
    seat.graveyard.add(effect.kind, -effect.count)
    seat.cubes.add(effect.track, effect.count)


def tech_taken(state: GameState, effect: e.TechTaken) -> None:
    take_one(state.supply.techs, effect.tech)
    state.seats[effect.seat].techs.setdefault(effect.track, []).append(effect.tech)


def techs_drawn(state: GameState, effect: e.TechsDrawn) -> None:
    for tech in effect.techs:
        take_one(state.supply.tech_bag, tech)
        put_one(state.supply.techs, tech)


def part_returned(state: GameState, effect: e.PartReturned) -> None:
    state.seats[effect.seat].tiles[effect.ship][effect.slot] = None


def part_placed(state: GameState, effect: e.PartPlaced) -> None:
    seat = state.seats[effect.seat]
    slots = seat.tiles[effect.ship]
    if effect.slot < len(slots):
        slots[effect.slot] = effect.part
    else:
        seat.beside = {**seat.beside, effect.ship: effect.part}
    if effect.kept:
        seat.kept_parts.remove(effect.part)


def part_set_aside(state: GameState, effect: e.PartSetAside) -> None:
    state.seats[effect.seat].kept_parts.append(effect.part)


def discovery_revealed(state: GameState, effect: e.DiscoveryRevealed) -> None:
    take_one(state.supply.discoveries, effect.discovery)
    if effect.drawn:
        state.supply.discovery_pile -= 1
    else:
        state.sectors[effect.sector].discovery = False


def discovery_discarded(state: GameState, effect: e.DiscoveryDiscarded) -> None:
    discarded = state.supply.discarded_discoveries
    discarded[effect.discovery] = discarded.get(effect.discovery, 0) + 1


def discoveries_returned(state: GameState, effect: e.DiscoveriesReturned) -> None:
    supply = state.supply
    for tile, count in supply.discarded_discoveries.items():
        supply.discoveries[tile] = supply.discoveries.get(tile, 0) + count
        supply.discovery_pile += count
    supply.discarded_discoveries = {}


def discovery_kept(state: GameState, effect: e.DiscoveryKept) -> None:
    state.seats[effect.seat].kept_discoveries.append(effect.discovery)


def discovery_used(state: GameState, effect: e.DiscoveryUsed) -> None:
    """The tile leaves the game unless it scores at its end; what it gave, other effects say."""
    if effect.scores:
        state.seats[effect.seat].scoring_discoveries.append(effect.discovery)


def reputation_drawn(state: GameState, effect: e.ReputationDrawn) -> None:
    for value in effect.values:
        take_one(state.supply.reputation, value)
    state.supply.reputation_left -= effect.count
    state.seats[effect.seat].drawn = list(effect.values)


def reputation_dealt(state: GameState, effect: e.ReputationDealt) -> None:
    for value in effect.values:
        take_one(state.supply.reputation, value)
    state.supply.reputation_left -= effect.count
    state.seats[effect.seat].reputation = list(effect.values)


def reputation_settled(state: GameState, effect: e.ReputationSettled) -> None:
    seat = state.seats[effect.seat]
    hand = list(seat.drawn)
    if effect.kept:
        hand.remove(effect.kept)
        seat.reputation.append(effect.kept)
    if effect.returned:
        seat.reputation.remove(effect.returned)
        hand.append(effect.returned)
    seat.drawn = []
    for value in hand:
        put_one(state.supply.reputation, value)
    state.supply.reputation_left += len(hand)


BOARDS: dict[type[Effect], Callable[[GameState, Any], None]] = {
    e.Paid: paid,
    e.Gained: gained,
    e.UpkeepPaid: upkeep_paid,
    e.Traded: traded,
    e.DiscSpent: disc_spent,
    e.DiscsGained: discs_gained,
    e.ActionDiscsReturned: action_discs_returned,
    e.ColonyShipsRefreshed: colony_ships_refreshed,
    e.CubeReturned: cube_returned,
    e.GraveyardEmptied: graveyard_emptied,
    e.TechTaken: tech_taken,
    e.TechsDrawn: techs_drawn,
    e.PartReturned: part_returned,
    e.PartPlaced: part_placed,
    e.PartSetAside: part_set_aside,
    e.DiscoveryRevealed: discovery_revealed,
    e.DiscoveryDiscarded: discovery_discarded,
    e.DiscoveriesReturned: discoveries_returned,
    e.DiscoveryKept: discovery_kept,
    e.DiscoveryUsed: discovery_used,
    e.ReputationDrawn: reputation_drawn,
    e.ReputationDealt: reputation_dealt,
    e.ReputationSettled: reputation_settled,
}
