"""The chances of the battles of a sector, as the table stands or in the midst of a battle.

Only what lies open is needed: ships, blueprints and technologies. Both sides fight to the end
with the rule for non-player ships; nobody retreats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from rules.battle import PrintedFace, ShipGroup, Side, size_ranks
from rules.odds import odds_of
from rules.odds.exact import conceivable_states
from rules.odds.reader import SIDES, Battle, Fleet
from rules.odds.simulation import FEWEST_QUICK, FacesAt, play, results_work, simulate
from rules.odds.volleys import FleetState, Volleys
from rules.state.frames_combat import BattleFrame
from rules.state.model import NPC, Sector, Ship
from rules.steps.battle import activation_order
from rules.steps.parties import seats_by_entry
from rules.table import Table

QUICK_WORK = 8_000
"""Steps of the exact computation for a page: some milliseconds."""
QUICK_STATES = 250
"""Conceivable states of a battle beyond which the exact way is not tried: it would not do with
`QUICK_WORK` steps."""
QUICK_RUNS = 300
"""Battles played where that is not enough: the standard error is at most 0.03."""
QUICK_PLAY = 30_000
"""Steps after which long battles are not played any more (see `rules.odds.simulation`)."""
RULE = "npc"
"""The rule by which both sides assign their dice."""


class Party(NamedTuple):
    """The ships of one owner (-1: the non-players) that fight in a sector."""

    owner: int
    fleet: Fleet


class Fight(NamedTuple):
    """All battles of a sector to come. `parties` in the order of the queue: the last two fight
    first, the earlier of them defends; `guards` fight whoever is left of those that they do not
    leave alone (`at_peace`)."""

    parties: tuple[Party, ...]
    guards: Party | None
    at_peace: tuple[int, ...]
    damage: Mapping[str, int]
    printed: Mapping[str, tuple[PrintedFace, ...]]

    @property
    def key(self) -> bytes:
        """Equal for equal fights, on every machine."""
        return msgspec.json.encode(self, order="deterministic")


class Standing(NamedTuple):
    """What to expect for one owner: the chance to have ships left in the sector when its battles
    are over, and the mean number of ships left, by type."""

    chance: float
    ships: dict[str, float]


class Chances(msgspec.Struct, frozen=True):
    """By owner. `exact`: worked out, not played."""

    by_owner: dict[int, Standing]
    exact: bool


# --- the battles of a sector -------------------------------------------------------------------


def fight_in(table: Table, sector: Sector) -> Fight | None:
    """The battles that the ships now in a sector would fight at the end of the round; `None` if
    there would be none (Combat Overview)."""
    entry = seats_by_entry(table, sector)
    queue = sorted(entry, key=lambda seat: seat != sector.disc)
    guards = table.guards_in(sector)
    at_peace = tuple(seat for seat in queue if not any(table.hostile(seat, s) for s in guards))
    if len(queue) < 2 and len(at_peace) == len(queue):
        return None
    rules = table.rules
    return Fight(
        tuple(Party(seat, fleet_of(table, table.own_ships_in(seat, sector))) for seat in queue),
        Party(NPC, fleet_of(table, guards)) if guards else None,
        at_peace,
        rules.dice_damage,
        rules.printed_faces,
    )


def chances(fight: Fight, exact_work: int = QUICK_WORK, runs: int = QUICK_RUNS) -> Chances:
    """The chances of all battles of a sector: exact if there is one and it takes at most
    `exact_work` steps, else by playing them `runs` times, with at most `QUICK_RUNS` of
    them no longer than `QUICK_PLAY` steps. The same fight gives the same answer."""
    parties = fight.parties
    if len(parties) == 2 and (fight.guards is None or len(fight.at_peace) == 2):
        return _of_battle(fight, parties[1], parties[0], exact_work, runs)
    if len(parties) == 1 and fight.guards is not None:
        return _of_battle(fight, parties[0], fight.guards, exact_work, runs)
    return _played(fight, runs)


def fleet_of(table: Table, ships: Iterable[Ship]) -> Fleet:
    """Ships of one owner as one side of a battle."""
    damage: dict[str, list[int]] = {}
    owner = NPC
    for ship in ships:
        owner = ship.owner
        damage.setdefault(ship.kind, []).append(ship.damage)
    order = table.catalog.setup.size_order
    ranks = size_ranks(order)
    kinds = sorted(damage, key=lambda kind: (ranks.get(kind, len(order)), kind))
    return Fleet(
        tuple(
            ShipGroup("attacker", kind, ranks.get(kind, len(order)), table.stats(owner, kind))
            for kind in kinds
        ),
        tuple(len(damage[kind]) for kind in kinds),
        RULE,
        tuple(sorted(table.split_colours(owner))),
        tuple(tuple(sorted(damage[kind])) for kind in kinds),
    )


def _on(side: Side, fleet: Fleet) -> Fleet:
    """The fleet as that side."""
    groups = tuple(ShipGroup(side, g.type, g.size_rank, g.stats) for g in fleet.groups)
    return fleet._replace(groups=groups)


def _battle(fight: Fight, attacker: Party, defender: Party) -> Battle:
    fleets = (_on("attacker", attacker.fleet), _on("defender", defender.fleet))
    return Battle(fleets, fight.damage, fight.printed)


def _of_battle(
    fight: Fight, attacker: Party, defender: Party, exact_work: int, runs: int
) -> Chances:
    return chances_of(
        _battle(fight, attacker, defender), (attacker.owner, defender.owner), exact_work, runs
    )


def chances_of(
    battle: Battle,
    owners: tuple[int, int],
    exact_work: int = QUICK_WORK,
    runs: int = QUICK_RUNS,
) -> Chances:
    """The chances of one battle by the owners of its sides, attacker first."""
    quick = exact_work <= QUICK_WORK
    if quick and conceivable_states(battle) > QUICK_STATES:
        outcome = simulate(battle, runs, QUICK_PLAY)
    else:
        outcome = odds_of(battle, exact_work, runs, QUICK_PLAY if quick else 0)
    wins = (outcome.attacker, outcome.defender)
    return Chances(
        {
            owner: Standing(win, {g.type: mean for g, mean in zip(fleet.groups, left, strict=True)})
            for owner, win, fleet, left in zip(
                owners, wins, battle.fleets, outcome.survivors, strict=True
            )
        },
        outcome.method == "exact",
    )


Known = dict[tuple[int, int], tuple[Volleys, FacesAt, int]]
"""By the owners of attacker and defender: what was worked out so far, and the steps played."""


# --- several battles, one after the other ------------------------------------------------------


def _played(fight: Fight, runs: int) -> Chances:
    random = Random(fight.key)  # noqa: S311 - repeatable estimates, no secrets
    known: Known = {}
    owners = [*fight.parties, *([fight.guards] if fight.guards else [])]
    left: dict[int, int] = {party.owner: 0 for party in owners}
    ships = {party.owner: [0] * len(party.fleet.groups) for party in owners}
    for number in range(runs):
        if runs <= QUICK_RUNS and number >= FEWEST_QUICK and _work(known) > QUICK_PLAY:
            runs = number
            break
        for owner, state in _one(fight, random, known).items():
            left[owner] += any(state)
            ships[owner] = [n + len(s) for n, s in zip(ships[owner], state, strict=True)]
    return Chances(
        {
            party.owner: Standing(
                left[party.owner] / runs,
                {
                    group.type: number / runs
                    for group, number in zip(party.fleet.groups, ships[party.owner], strict=True)
                },
            )
            for party in owners
        },
        False,
    )


def _work(known: Known) -> int:
    return sum(results_work(volleys) + played for volleys, _faces, played in known.values())


def _one(fight: Fight, random: Random, known: Known) -> dict[int, FleetState]:
    """All battles of a sector once: what is left of each owner's ships."""
    states = {party.owner: party.fleet.hurt for party in fight.parties}
    queue = list(fight.parties)
    while len(queue) > 1:
        defender, attacker = queue[-2:]
        _meet(fight, attacker, defender, states, random, known)
        queue[-2:] = [p for p in (defender, attacker) if any(states[p.owner])]
    if fight.guards:
        states[NPC] = fight.guards.fleet.hurt
        if queue and queue[0].owner not in fight.at_peace:
            _meet(fight, queue[0], fight.guards, states, random, known)
    return states


def _meet(
    fight: Fight,
    attacker: Party,
    defender: Party,
    states: dict[int, FleetState],
    random: Random,
    known: Known,
) -> None:
    pair = (attacker.owner, defender.owner)
    if pair not in known:
        known[pair] = (Volleys(_battle(fight, attacker, defender)), {}, 0)
    volleys, faces, work = known[pair]
    played = play(volleys, random, faces, (states[pair[0]], states[pair[1]]))
    known[pair] = (volleys, faces, work + played.work)
    ends = list(played.ships)
    if played.winner is None and all(map(any, ends)):
        # Neither can destroy the other: the attacker retreats or is destroyed (Stalemate).
        ends[0] = tuple(() for _ in ends[0])
    states[pair[0]], states[pair[1]] = ends


def battle_between(table: Table, attackers: Sequence[Ship], defenders: Sequence[Ship]) -> Battle:
    """A battle of two parties at its beginning, with the damage that their ships bear."""
    fleets = (fleet_of(table, attackers), fleet_of(table, defenders))
    return Battle(
        (_on("attacker", fleets[0]), _on("defender", fleets[1])),
        table.rules.dice_damage,
        table.rules.printed_faces,
    )


# --- a battle under way ------------------------------------------------------------------------


def battle_under_way(
    table: Table, frame: BattleFrame, leaving: Sequence[int] = ()
) -> Battle | None:
    """A battle as it stands: damage borne, types that have acted in this round. Ships that retreat
    and those in `leaving` take no part in it; `None` if a side has no others."""
    present = [
        ship
        for ship in table.ships_in(table.state.sectors[frame.sector])
        if not ship.retreat and ship.id not in leaving
    ]
    owners = (frame.attacker, frame.defender)
    sides = [[ship for ship in present if ship.owner == owner] for owner in owners]
    if not all(sides):
        return None
    acted = tuple(
        (SIDES[owners.index(owner)], group.type)
        for owner, group in activation_order(table, frame)[: frame.turn]
    )
    return battle_between(table, *sides)._replace(round=frame.round, acted=acted)
