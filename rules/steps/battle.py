"""One battle of two parties: missiles, engagement rounds, retreats, stalemate (Course of Battle)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.battle import (
    HIGHEST_FACE,
    MOST_ROUNDS,
    ShipGroup,
    Side,
    attack_dice,
    can_destroy,
    initiative_order,
    size_ranks,
)
from rules.battle.dice import lowest_hit
from rules.blueprint import Slots, tiles_on
from rules.decisions import Choice, Decision, Prefix
from rules.effects.battle import (
    BattleEnded,
    BattleStarted,
    DiceRolled,
    RetreatAnnounced,
    ShipRepaired,
    ShipsRetreated,
    StalemateReached,
)
from rules.orders import Atom, Attack, Decline, Order, Retreat
from rules.play import Play
from rules.ruleset import Ruleset
from rules.state.frames_base import FrameBase
from rules.state.frames_combat import BattleFrame, SectorCombatFrame
from rules.state.model import NPC, Ship
from rules.steps.assign import destroy, enemies_of, resolve, targets_of
from rules.steps.base import Key, Step
from rules.steps.parties import retreat_targets, ship_facts, why_no_retreat
from rules.table import Table, npc_stats, ship_stats


class Active(NamedTuple):
    """The ship type whose turn it is."""

    place: int
    """Position in initiative order."""
    owner: int
    group: ShipGroup
    ships: list[Ship]
    targets: tuple[str, ...]
    """Where it may retreat to."""


def start_battle(play: Play, sector: str, attacker: int, defender: int) -> None:
    """Open the battle of two parties in a sector; -1 stands for the non-players."""
    play.emit(BattleStarted(sector, attacker, defender))
    play.open(BattleFrame(sector, attacker, defender))


Fleet = tuple[int, str, tuple[tuple[str, Slots], ...]]
"""An owner with its species and the tiles on the blueprint of each ship type."""


def _fleet(table: Table, owner: int) -> Fleet:
    if owner == NPC:
        # One row for each kind of ship: the blueprint in use takes the place of part tiles.
        kinds = table.rules.npc_kinds
        return (NPC, "", tuple((kind, (table.npc_blueprint(kind),)) for kind in kinds))
    boards = table.seat(owner)
    tiles = tuple((kind, tiles_on(boards, kind)) for kind in boards.tiles)
    return (owner, boards.species, tiles)


def _groups(rules: Ruleset, side: Side, fleet: Fleet) -> list[ShipGroup]:
    owner, species, blueprints = fleet
    catalog = rules.catalog
    order = catalog.setup.size_order
    if owner == NPC:
        # They have no place in the order of sizes, which only matters among ships of one side.
        return [
            ShipGroup(side, kind, len(order), npc_stats(catalog, blueprint or kind))
            for kind, (blueprint,) in blueprints
        ]
    ranks = size_ranks(order)
    return [
        ShipGroup(side, kind, ranks[kind], ship_stats(rules, species, kind, tiles))
        for kind, tiles in blueprints
    ]


@lru_cache(maxsize=2048)
def _in_order(
    rules: Ruleset, attacker: Fleet, defender: Fleet
) -> tuple[tuple[int, ShipGroup], ...]:
    groups = _groups(rules, "attacker", attacker) + _groups(rules, "defender", defender)
    return tuple(
        (attacker[0] if group.side == "attacker" else defender[0], group)
        for group in initiative_order(groups)
    )


def activation_order(table: Table, frame: BattleFrame) -> tuple[tuple[int, ShipGroup], ...]:
    """Every ship type of both parties with its owner, in initiative order, present or not."""
    fleets = (_fleet(table, owner) for owner in (frame.attacker, frame.defender))
    return _in_order(table.rules, *fleets)


def _next(table: Table, frame: BattleFrame) -> Active | None:
    """The next type of this round with something to do or to decide."""
    sector = table.state.sectors[frame.sector]
    by_type: dict[tuple[int, str], list[Ship]] = {}
    for ship in table.ships_in(sector):
        by_type.setdefault((ship.owner, ship.kind), []).append(ship)
    order = activation_order(table, frame)
    for index in range(frame.turn, len(order)):
        owner, group = order[index]
        ships = by_type.get((owner, group.type))
        if ships is None:
            continue
        if frame.round == 0:
            if group.stats.missiles:
                return Active(index, owner, group, ships, ())
            continue
        if frame.stalemate and owner != frame.attacker:
            continue
        leaving = bool(ships[0].retreat)
        targets: tuple[str, ...] = ()
        if owner != NPC and not leaving:
            targets = retreat_targets(table, owner, group.type, sector)
        acts = targets if frame.stalemate else leaving or targets or group.stats.cannons
        if acts:
            return Active(index, owner, group, ships, targets)
    return None


def _advance(play: Play, frame: BattleFrame) -> bool:
    owners = {ship.owner for ship in play.ships_in(play.state.sectors[frame.sector])}
    if frame.attacker not in owners or frame.defender not in owners:
        _end(play, frame)
        return True
    if frame.round and not frame.turn and not frame.stalemate and _nobody_can_hurt(play, frame):
        play.emit(StalemateReached(frame.sector, frame.attacker, frame.defender))
        play.update(replace(frame, stalemate=True))
        return True
    active = _next(play, frame)
    if active is None:
        if frame.stalemate:
            _give_up(play, frame)
        else:
            if frame.round:
                _repair(play, frame)
            play.update(replace(frame, round=frame.round + 1, turn=0))
    elif active.ships[0].retreat:
        play.update(replace(frame, turn=active.place + 1))
        _leave(play, active.ships)
    elif active.targets:
        return False
    else:
        _fire(play, frame, active)
    return True


def _nobody_can_hurt(table: Table, frame: BattleFrame) -> bool:
    """Whether neither side can destroy a ship, now and after those that retreat have left
    (Stalemate): no ship has a cannon, or what there are cannot outdo the repairs."""
    parties = (frame.attacker, frame.defender)
    ships = [s for s in _ships(table, frame) if s.owner in parties]
    if any(ship.retreat for ship in ships):
        return False
    armed = any(table.stats(ship.owner, ship.kind).cannons for ship in ships)
    if not armed or not any(table.stats(ship.owner, ship.kind).repair for ship in ships):
        return not armed
    return frame.round > MOST_ROUNDS or not any(
        _could_destroy(table, ship, [s for s in ships if s.owner != ship.owner]) for ship in ships
    )


def _could_destroy(table: Table, target: Ship, enemies: list[Ship]) -> bool:
    rules = table.rules
    points = sum(
        max((face.damage for face in rules.printed_faces.get(die, ())), default=0)
        or rules.dice_damage[die]
        for enemy in enemies
        for die in table.stats(enemy.owner, enemy.kind).cannons
    )
    repair = table.stats(target.owner, target.kind).repair
    return can_destroy(points, targets_of(table, [target]), repair)


def _repair(play: Play, frame: BattleFrame) -> None:
    """End of an engagement round: some ships repair themselves."""
    for ship in _ships(play, frame):
        repair = play.stats(ship.owner, ship.kind).repair if ship.damage else 0
        if repair and ship.owner in (frame.attacker, frame.defender):
            points = min(repair, ship.damage)
            play.emit(ShipRepaired(ship.id, ship.owner, ship.kind, ship.sector, points))


def _ships(table: Table, frame: BattleFrame) -> list[Ship]:
    return table.ships_in(table.state.sectors[frame.sector])


def _fire(play: Play, frame: BattleFrame, active: Active) -> None:
    """All ships of a type roll their missiles or cannons at once."""
    stats = active.group.stats
    play.update(replace(frame, turn=active.place + 1))
    weapons = stats.cannons if frame.round else stats.missiles
    colours = attack_dice(weapons, len(active.ships))
    if not colours:
        return
    stream = f"battle {play.state.round} {frame.sector}"
    rolled = DiceRolled(
        frame.sector,
        active.owner,
        active.group.type,
        len(active.ships),
        frame.round,
        colours,
        _needs(play, frame, active),
        stream=stream,
        draws=play.draw(stream, [HIGHEST_FACE] * len(colours)),
    )
    play.emit(rolled)
    resolve(play, active.owner, active.group.type, colours, rolled.faces)


def _needs(table: Table, frame: BattleFrame, active: Active) -> tuple[tuple[str, int], ...]:
    """Ship types of the enemy, each with the lowest face that hits it."""
    computer = active.group.stats.computer
    enemies = {ship.kind: ship.owner for ship in enemies_of(table, frame, active.owner)}
    return tuple(
        (kind, lowest_hit(computer, table.stats(owner, kind).shield))
        for kind, owner in enemies.items()
    )


# --- retreat -----------------------------------------------------------------------------------


def _announce(play: Play, frame: BattleFrame, active: Active, target: str) -> None:
    """A type starts to retreat. If all ships left do so, taking part counts no longer (CB-4)."""
    owner = active.owner
    ids = tuple(ship.id for ship in active.ships)
    play.emit(RetreatAnnounced(frame.sector, owner, active.group.type, ids, target))
    own = play.own_ships_in(owner, play.state.sectors[frame.sector])
    withdrew = frame.withdrew
    if all(ship.retreat for ship in own):
        withdrew = (*withdrew, owner)
    play.update(replace(frame, turn=active.place + 1, withdrew=withdrew))


def _leave(play: Play, ships: list[Ship]) -> None:
    """Retreating ships leave the sector, type by type."""
    groups: dict[tuple[int, str], list[Ship]] = {}
    for ship in ships:
        groups.setdefault((ship.owner, ship.kind), []).append(ship)
    for (owner, kind), group in groups.items():
        ids = tuple(ship.id for ship in group)
        play.emit(ShipsRetreated(group[0].sector, owner, kind, ids, group[0].retreat))


def _give_up(play: Play, frame: BattleFrame) -> None:
    """End of a stalemate: the attacker's ships leave, those that do not are destroyed."""
    own = play.own_ships_in(frame.attacker, play.state.sectors[frame.sector])
    _leave(play, [ship for ship in own if ship.retreat])
    for ship in own:
        if not ship.retreat and ship.sector == frame.sector:
            destroy(play, ship, frame.defender)


# --- the end -----------------------------------------------------------------------------------


def _end(play: Play, frame: BattleFrame) -> None:
    """Complete the retreats under way, then hand the result to the combat of the sector."""
    sector = play.state.sectors[frame.sector]
    parties = (frame.attacker, frame.defender)
    _leave(play, [s for s in play.ships_in(sector) if s.owner in parties and s.retreat])
    winner = next((s.owner for s in play.ships_in(sector) if s.owner in parties), None)
    play.emit(BattleEnded(frame.sector, frame.attacker, frame.defender, winner))
    play.close()
    combat = play.state.frames[-1]
    assert isinstance(combat, SectorCombatFrame)
    guards = frame.defender == NPC
    stay = () if winner is None or winner == NPC else (winner,)
    earned = dict(zip(parties, frame.tiles, strict=True))
    play.update(
        replace(
            combat,
            queue=(*combat.queue[: -1 if guards else -2], *stay),
            tiles=tuple(
                tiles + earned.get(seat, 0)
                for seat, tiles in zip(combat.entry, combat.tiles, strict=True)
            ),
            fought=_united(combat.fought, tuple(p for p in parties if p != NPC)),
            withdrew=_united(combat.withdrew, frame.withdrew),
        )
    )


def _united(seats: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(seats + more))


# --- decisions ---------------------------------------------------------------------------------


def _retreat_choice(table: Table, frame: BattleFrame, active: Active) -> Choice:
    sector = table.state.sectors[frame.sector]

    def why(prefix: Prefix, value: Atom) -> str:
        return why_no_retreat(table, active.owner, active.group.type, sector, value)

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return active.targets

    return Choice(Retreat, ("sector",), candidates, why)


def _asked(table: Table, frame: BattleFrame) -> list[Key]:
    active = _next(table, frame)
    assert active is not None, "a battle waits for a type that may retreat"
    return [(active.owner, "stalemate" if frame.stalemate else "battle", "")]


def _decisions(table: Table, frame: BattleFrame) -> list[Decision]:
    active = _next(table, frame)
    assert active is not None, "a battle waits for a type that may retreat"
    retreat = _retreat_choice(table, frame, active)
    own = table.own_ships_in(active.owner, table.state.sectors[frame.sector])
    context = {
        "sector": frame.sector,
        "round": frame.round,
        "attacker": frame.attacker,
        "defender": frame.defender,
        "kind": active.group.type,
        "ships": [ship.id for ship in active.ships],
        "dice": list(attack_dice(active.group.stats.cannons, len(active.ships))),
        "own": ship_facts(table, own),
        "enemies": ship_facts(table, enemies_of(table, frame, active.owner)),
    }
    if frame.stalemate:
        choices = (retreat, Choice(Decline))
        default: Order = Retreat(active.targets[0])
        return [Decision(active.owner, "stalemate", choices, default, context, _why_stalemate)]
    choices = (Choice(Attack), retreat)
    return [Decision(active.owner, "battle", choices, Attack(), context)]


def _why_stalemate(order: Order) -> str:
    if isinstance(order, Attack):
        return "Nobody can destroy a ship: the attacker retreats or is destroyed (Stalemate)."
    return ""


def _play(play: Play, frame: BattleFrame, decision: Decision, order: Order) -> None:
    active = _next(play, frame)
    assert active is not None
    if isinstance(order, Retreat):
        _announce(play, frame, active, order.sector)
    elif isinstance(order, Attack):
        _fire(play, frame, active)
    else:
        play.update(replace(frame, turn=active.place + 1))


STEPS: dict[type[FrameBase], Step] = {BattleFrame: Step(_advance, _decisions, _play, _asked)}
