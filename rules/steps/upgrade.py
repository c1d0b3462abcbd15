"""Upgrade action and its reaction. An upgrade is judged as a whole: one order is the action, or,
where the edition says so, one activation of it."""

from __future__ import annotations

from rules.blueprint import IMMOBILE, Slots, blueprint_fault, is_drive
from rules.decisions import Choice, Decision, Prefix
from rules.effects.boards import PartPlaced, PartReturned
from rules.orders import END, Atom, Done, Order, Upgrade
from rules.play import Play
from rules.refit import Refit
from rules.state.frames_action import UpgradeFrame
from rules.state.frames_base import FrameBase
from rules.steps.base import Step, asks
from rules.steps.damage import shed_damage
from rules.steps.flow import action_over, end_turn, finish_action
from rules.steps.rights import free_choices, play_free
from rules.table import Table


def placements(table: Table, seat: int, reaction: bool) -> int:
    """Parts that one action, or one reaction, may place."""
    species = table.species(seat)
    if reaction:
        return species.reaction["upgrade"]
    return species.activations["upgrade"] + table.extra_activations(seat, "upgrades")


def _at_once(table: Table, seat: int, reaction: bool) -> int:
    """Parts that one order may place."""
    apart = table.rules.edition.upgrade_activations_apart
    return 1 if apart else placements(table, seat, reaction)


def usable_parts(table: Table, seat: int) -> tuple[str, ...]:
    """Parts that the seat may take from the supply: the default ones and those it researched."""
    owned = {tech for techs in table.seat(seat).techs.values() for tech in techs}
    return tuple(
        part.id
        for part in table.catalog.parts.values()
        if not part.ancient and (part.tech is None or part.tech in owned)
    )


def refit(table: Table, seat: int, reaction: bool, most: int | None = None) -> Refit:
    """The upgrade that one order may do, with at most ``most`` placements if given."""
    boards = table.seat(seat)
    parts = table.catalog.parts
    # One more slot for what lies beside the others, if there is anything for it.
    beside = bool(boards.beside) or any(parts[part].off_grid for part in boards.kept_parts)
    extra = {ship: [boards.beside.get(ship)] if beside else [] for ship in boards.tiles}
    return Refit(
        table.catalog,
        boards.species,
        {ship: (*tiles, *extra[ship]) for ship, tiles in boards.tiles.items()},
        usable_parts(table, seat),
        tuple(boards.kept_parts),
        _at_once(table, seat, reaction) if most is None else most,
        beside,
    )


def canonical(table: Table, seat: int, order: Upgrade) -> Upgrade:
    """The same upgrade in the one form that the rules accept: by ship and slot."""
    ships = list(table.species(seat).blueprints)

    def place(ship: str, slot: int) -> tuple[int, int]:
        return (ships.index(ship) if ship in ships else len(ships), slot)

    return Upgrade(
        tuple(sorted(order.returns, key=lambda item: place(*item))),
        tuple(sorted(order.places, key=lambda item: place(*item[1:]))),
    )


def offer(table: Table, seat: int, reaction: bool, most: int | None = None) -> Choice:
    made: list[Refit] = []

    def current() -> Refit:
        if not made:
            made.append(refit(table, seat, reaction, most))
        return made[0]

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        return current().candidates(prefix)

    def why(prefix: Prefix, value: Atom) -> str:
        return _why_not(table, seat, current(), prefix, value)

    return Choice(Upgrade, ("step",), candidates, why)


def start(play: Play, seat: int, reaction: bool, order: Order) -> None:
    assert isinstance(order, Upgrade)
    left = placements(play, seat, reaction) - _at_once(play, seat, reaction)
    if left:
        play.open(UpgradeFrame(seat, left))
    _refit(play, seat, order)
    if not left:
        action_over(play)


def _refit(play: Play, seat: int, order: Upgrade) -> None:
    boards = play.seat(seat)
    for ship, slot in order.returns:
        lifted = boards.tiles[ship][slot - 1]
        assert lifted is not None
        play.emit(PartReturned(seat, ship, slot - 1, lifted))
    for part, ship, slot in order.places:
        kept = part in boards.kept_parts
        play.emit(PartPlaced(seat, ship, slot - 1, part, kept))
    shed_damage(play, seat)


def _advance(play: Play, frame: UpgradeFrame) -> bool:
    if frame.left and _choice(play, frame).possible():
        return False
    finish_action(play)
    return True


def _choice(table: Table, frame: UpgradeFrame) -> Choice:
    return offer(table, frame.seat, table.seat(frame.seat).passed, most=1)


def _decisions(table: Table, frame: UpgradeFrame) -> list[Decision]:
    choices = (_choice(table, frame), Choice(Done), *free_choices(table, frame.seat))
    return [Decision(frame.seat, "upgrade", choices, Done(), {"left": frame.left})]


def _play(play: Play, frame: UpgradeFrame, decision: Decision, order: Order) -> None:
    if isinstance(order, Upgrade):
        _refit(play, frame.seat, order)
        play.update(UpgradeFrame(frame.seat, frame.left - 1))
    elif isinstance(order, Done):
        end_turn(play)
    else:
        play_free(play, frame.seat, order)


STEPS: dict[type[FrameBase], Step] = {
    UpgradeFrame: Step(_advance, _decisions, _play, asks("upgrade")),
}


# --- reasons -----------------------------------------------------------------------------------


def _why_not(table: Table, seat: int, work: Refit, prefix: Prefix, value: Atom) -> str:
    if value == END or value is None:
        if not prefix:
            return "An upgrade returns or places at least one part (Upgrade Action)."
        return _faults(work, prefix)
    if not (isinstance(value, tuple) and len(value) in (3, 4) and value[0] in ("return", "place")):
        return "An upgrade is a list of returns and placements (Upgrade Action)."
    ship, slot = value[-2:]
    tiles = work.before.get(ship) if isinstance(ship, str) else None
    if tiles is None:
        return f"There is no blueprint {ship}; there are {', '.join(work.ships)} (Upgrade Action)."
    if not isinstance(slot, int) or not 1 <= slot <= len(tiles):
        return (
            f"The {ship} has the slots 1 to {len(tiles)}; there is no slot {slot} (Upgrade Action)."
        )
    at = (work.ships.index(ship), slot - 1)
    if value[0] == "return":
        return _why_not_return(table, work, prefix, value, at)
    return _why_not_place(table, seat, work, prefix, value, at)


def _why_not_return(
    table: Table, work: Refit, prefix: Prefix, value: Atom, at: tuple[int, int]
) -> str:
    _, ship, slot = value
    stand = work.stand(prefix)
    if slot > stand.kit.slots[ship]:
        return f"What lies beside the slots of the {ship} stays there (Upgrade Action)."
    if stand.tiles[ship][slot - 1] is None:
        return (
            f"No part tile lies on slot {slot} of the {ship}; a printed part is not returned but "
            "covered by a placement (Upgrade Action)."
        )
    if stand.places or at <= stand.returned:
        return "Returns come first, each once, in the order of ships and slots (Upgrade Action)."
    return _faults(work, (*prefix, value), work.limit)


def _why_not_place(
    table: Table, seat: int, work: Refit, prefix: Prefix, value: Atom, at: tuple[int, int]
) -> str:
    _, part, ship, slot = value
    stand = work.stand(prefix)
    printed = table.catalog.parts.get(part) if isinstance(part, str) else None
    if printed is None:
        return f"No ship part is called {part} (Ship Parts)."
    if printed.ancient and part not in stand.kit.kept:
        return f"No {printed.name} lies beside your board (Discovery Tiles)."
    if not printed.ancient and part not in work.parts:
        tech = table.catalog.techs[printed.tech or part].name
        return f"{printed.name} needs the technology {tech} (Upgrade Action)."
    if stand.places >= work.limit:
        most = "one part" if work.limit == 1 else f"{work.limit} parts"
        return f"At most {most} may be placed now (Upgrade Action, Reactions)."
    if (tile := stand.tiles[ship][slot - 1]) is not None:
        name = table.catalog.parts[tile].name
        return (
            f"{name} lies on slot {slot} of the {ship}; return it first: a part is never placed on "
            "another tile (Upgrade Action)."
        )
    if printed.off_grid != (slot > stand.kit.slots[ship]):
        where = f"beside the slots, on number {stand.kit.slots[ship] + 1}"
        there = where if printed.off_grid else f"on the slots 1 to {stand.kit.slots[ship]}"
        return f"{printed.name} lies {there} of the {ship} (Upgrade Action)."
    if at <= stand.placed:
        return "Placements are listed in the order of ships and slots (Upgrade Action)."
    if part in (stand.kit.printed[ship][slot - 1], work.before[ship][slot - 1]):
        return f"{printed.name} was on slot {slot} of the {ship} already: nothing would change (Upgrade Action)."
    if ship in IMMOBILE and is_drive(table.catalog, part):
        return f"A {ship} may have no drive (Upgrade Action)."
    return _faults(work, (*prefix, value), work.limit - stand.places - 1)


def _faults(work: Refit, prefix: Prefix, left: int | None = None) -> str:
    """What is wrong with the blueprints after ``prefix``, which ``left`` placements cannot mend."""
    stand = work.stand(prefix)
    faults = []
    for ship in work.ships:
        slots: Slots = tuple(
            tile or printed
            for tile, printed in zip(stand.tiles[ship], stand.kit.printed[ship], strict=True)
        )
        if fault := blueprint_fault(work.catalog, work.species, ship, slots):
            faults.append(fault)
    text = " ".join(faults)
    if text and left is not None:
        rest = {0: "No placement is left", 1: "One placement is left"}.get(
            left, f"{left} placements are left"
        )
        text = f"{text} {rest}, and that does not mend it with what may still be changed."
    return text
