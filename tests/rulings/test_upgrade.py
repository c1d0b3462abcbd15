"""Upgrade: an order is judged as a whole, in one form, and only what can be completed is offered."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest

from rules.blueprint import blueprint_fault, parts_on
from rules.decisions import Choice, Prefix
from rules.effects.boards import PartPlaced, PartReturned
from rules.engine import open_decisions
from rules.orders import END, Atom, Done, Upgrade
from rules.refit import Refit
from rules.steps.upgrade import canonical
from tests.builders import Position

MECHANEMA = ("mechanema", "terran_directorate")
Square = tuple[str, int]
DEFAULT_PARTS = {"ion_cannon", "nuclear_drive", "nuclear_source", "hull", "electron_computer"}


def placeable(position: Position, ship: str, slot: int, *before: Atom) -> set[str]:
    """Parts that may be placed on a slot next."""
    return {
        atom[1]
        for atom in position.options(Upgrade, *before)
        if atom[0] == "place" and atom[2:] == (ship, slot)
    }


def test_upgrade_default_parts_need_no_technology() -> None:
    """The five kinds of printed parts may be taken by everybody, others only with their tech."""
    position = Position()
    # The interceptor's slots: empty, ion cannon, source, drive.
    assert placeable(position, "interceptor", 1) == DEFAULT_PARTS
    position.learn(0, "gauss_shield")
    assert placeable(position, "interceptor", 1) == DEFAULT_PARTS | {"gauss_shield"}


def test_upgrade_each_part_needs_its_own_technology() -> None:
    """The Gluon Computer does not allow the Positron Computer."""
    position = Position()
    position.learn(0, "gluon_computer")
    order = Upgrade(places=(("positron_computer", "cruiser", 2),))
    assert "needs the technology Positron Computer" in position.refusal(order)


def test_upgrade_action_places_two_and_reaction_one() -> None:
    """Terrans place up to two parts with the action, one with a reaction."""
    three = Upgrade(
        places=(("hull", "interceptor", 1), ("hull", "cruiser", 2), ("hull", "dreadnought", 3))
    )
    position = Position()
    assert "At most 2 parts" in position.refusal(three)
    position.play(Upgrade(places=three.places[:2]))
    assert position.asked().kind == "end_turn"
    assert position.seat().action_discs == {"upgrade": 1}

    position = Position()
    position.seat().passed = True
    assert "At most one part" in position.refusal(Upgrade(places=three.places[:2]))
    position.play(Upgrade(places=three.places[:1]))
    assert position.seat().action_discs == {"reaction": 1}


def test_upgrade_mechanema_places_three() -> None:
    """The number of placements is the species': South of the example returns one and takes three."""
    position = Position(MECHANEMA)
    position.learn(0, "plasma_missile")
    position.fit(0, "interceptor", "electron_computer")
    position.fit(0, "cruiser", None, None, None, "fusion_source")
    order = Upgrade(
        returns=(("interceptor", 1),),
        places=(
            ("plasma_missile", "interceptor", 1),
            ("positron_computer", "cruiser", 2),
            ("ion_cannon", "cruiser", 5),
        ),
    )
    effects = position.play(order)
    assert [type(e) for e in effects if isinstance(e, PartReturned | PartPlaced)] == [
        PartReturned,
        PartPlaced,
        PartPlaced,
        PartPlaced,
    ]
    assert position.seat().tiles["interceptor"][0] == "plasma_missile"


def test_upgrade_never_tile_on_tile() -> None:
    """A part covers a printed square, never another tile; returning that first is free."""
    position = Position()
    position.fit(0, "cruiser", None, "hull")
    order = Upgrade(places=(("ion_cannon", "cruiser", 2),))
    assert "return it first" in position.refusal(order)
    position.play(Upgrade(returns=(("cruiser", 2),), places=order.places))
    assert position.seat().tiles["cruiser"][1] == "ion_cannon"


def test_upgrade_a_returned_tile_shows_the_printed_part() -> None:
    """Returns alone are an upgrade; the printed part counts again."""
    position = Position()
    position.fit(0, "cruiser", "ion_cannon")
    position.play(Upgrade(returns=(("cruiser", 1),)))
    boards = position.seat()
    assert parts_on(position.table.species(0), boards, "cruiser")[0] == "hull"


def test_upgrade_printed_parts_cannot_be_returned() -> None:
    """Only tiles can be lifted."""
    position = Position()
    assert "printed part" in position.refusal(Upgrade(returns=(("cruiser", 1),)))


def test_upgrade_of_nothing_is_no_order() -> None:
    """Neither an empty upgrade nor one that places what lies there already."""
    position = Position()
    assert "at least one part" in position.refusal(Upgrade())
    same = Upgrade(places=(("hull", "cruiser", 1),))
    assert "nothing would change" in position.refusal(same)
    position.fit(0, "interceptor", "hull")
    again = Upgrade(returns=(("interceptor", 1),), places=(("hull", "interceptor", 1),))
    assert "nothing would change" in position.refusal(again)


def test_upgrade_energy_is_balanced_as_a_whole() -> None:
    """Consumption may not exceed production; the refusal says by how much and what would help."""
    position = Position()
    position.learn(0, "plasma_cannon")
    position.learn(0, "fusion_source")
    # Interceptor: source 3, drive -1, cannon -1; a Plasma Cannon for the Ion Cannon and one more.
    two = (("plasma_cannon", "interceptor", 1), ("plasma_cannon", "interceptor", 2))
    reason = position.refusal(Upgrade(places=two))
    assert "consume 5 energy and 3 is produced" in reason
    # Alone it is legal, and so is the second one with a stronger source, in three placements.
    assert "plasma_cannon" in placeable(position, "interceptor", 1)
    position.play(Upgrade(places=(two[0], ("fusion_source", "interceptor", 3))))
    position.play(Done())


def test_upgrade_drive_rules() -> None:
    """Interceptor, cruiser and dreadnought need a drive, a starbase may have none."""
    position = Position()
    for ship, slot in (("interceptor", 4), ("cruiser", 6), ("dreadnought", 8)):
        # Two placements are offered, since the drive may go to another slot; one is refused.
        reason = position.refusal(Upgrade(places=(("hull", ship, slot),)))
        assert f"{ship} needs a drive" in reason
    reason = position.refusal(Upgrade(places=(("nuclear_drive", "starbase", 4),)))
    assert "starbase may have no drive" in reason


def test_upgrade_drives_are_cumulative() -> None:
    """Two Fusion Drives: movement 4, initiative 4, energy consumption 4."""
    position = Position()
    position.fit(0, "cruiser", "fusion_drive", None, None, "fusion_source", None, "fusion_drive")
    stats = position.table.stats(0, "cruiser")
    assert stats.movement == 4
    assert stats.initiative == 1 + 4
    assert stats.energy == 6 - 4 - 1  # the Ion Cannon takes 1


def test_upgrade_a_source_may_be_lifted_if_placements_can_mend_it() -> None:
    """Lifting the source of a ship that needs it is offered only while a replacement is possible."""
    position = Position()
    position.learn(0, "plasma_cannon")
    position.learn(0, "fusion_source")
    position.fit(0, "interceptor", "plasma_cannon", "plasma_cannon", "fusion_source")
    lift = ("return", "interceptor", 3)
    assert lift in position.options(Upgrade)
    assert END not in position.options(Upgrade, lift)
    # Fusion Source came off and may not come back; a Nuclear Source is printed there. So one of
    # the cannons must go: a consuming part for a source, or the cannon is returned as well.
    after = position.options(Upgrade, lift)
    assert ("place", "ion_cannon", "interceptor", 2) not in after
    position.play(Upgrade(returns=(("interceptor", 1), ("interceptor", 3))))
    assert position.table.stats(0, "interceptor").energy == 0


def test_upgrade_all_ships_change_at_once() -> None:
    """Ships already built are upgraded with the blueprint."""
    position = Position()
    before = position.table.stats(0, "interceptor")
    position.play(Upgrade(places=(("hull", "interceptor", 1),)))
    assert position.table.stats(0, "interceptor").hull == before.hull + 1


def test_di_2_kept_ancient_part_is_one_of_the_placements() -> None:
    """A part beside the board is placed with an upgrade, as one of its placements."""
    position = Position()
    position.seat().kept_parts.append("shard_hull")
    effects = position.play(Upgrade(places=(("shard_hull", "cruiser", 2),)))
    assert PartPlaced(0, "cruiser", 1, "shard_hull", kept=True) in effects
    assert position.seat().kept_parts == []
    assert position.seat().tiles["cruiser"][1] == "shard_hull"


def test_di_2_replaced_ancient_part_cannot_be_placed_again() -> None:
    """Ancient parts come only from beside the board; a lifted one does not return there."""
    position = Position()
    position.fit(0, "cruiser", None, "shard_hull")
    lift = ("return", "cruiser", 2)
    assert "shard_hull" not in placeable(position, "cruiser", 2, lift)
    assert "ion_cannon" in placeable(position, "cruiser", 2, lift)
    order = Upgrade((("cruiser", 2),), (("shard_hull", "dreadnought", 3),))
    assert "No Shard Hull lies beside your board" in position.refusal(order)
    position.play(Upgrade(returns=(("cruiser", 2),)))
    assert position.seat().kept_parts == []


def test_upgrade_one_kept_part_serves_one_ship() -> None:
    """Two ships that could both be mended by the only Hypergrid Source cannot both be broken."""
    position = Position()
    position.seat().kept_parts.append("hypergrid_source")
    both = Upgrade(
        places=(("hypergrid_source", "interceptor", 1), ("hypergrid_source", "cruiser", 2))
    )
    assert "beside your board" in position.refusal(both)


def test_upgrade_has_one_form() -> None:
    """Returns and placements are listed by ship and slot; any other order is put right."""
    position = Position()
    places = (("hull", "cruiser", 2), ("hull", "interceptor", 1))
    assert "in the order of ships and slots" in position.refusal(Upgrade(places=places))
    order = canonical(position.table, 0, Upgrade(places=places))
    assert order == Upgrade(places=(places[1], places[0]))
    position.play(order)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Upgrade(returns=(("frigate", 1),)), "There is no blueprint frigate"),
        (Upgrade(returns=(("cruiser", 7),)), "slots 1 to 6"),
        (Upgrade(places=(("laser", "cruiser", 1),)), "No ship part is called laser"),
    ],
)
def test_upgrade_refusals_say_what_is_wrong(order: Upgrade, reason: str) -> None:
    """Unknown ships, slots and parts are named."""
    assert reason in Position().refusal(order)


# --- against the plain definition ---------------------------------------------------------------


def brute(position: Position, parts: tuple[str, ...], limit: int) -> set[Upgrade]:
    """Every legal upgrade by the rule's own words: all returns, all placements, then a look."""
    table, boards = position.table, position.seat()
    species = table.species(0)
    squares = [(ship, slot) for ship in boards.tiles for slot in range(len(boards.tiles[ship]))]
    tiled = [(ship, slot) for ship, slot in squares if boards.tiles[ship][slot]]
    legal = set()
    for lifted in (c for n in range(len(tiled) + 1) for c in combinations(tiled, n)):
        free = [s for s in squares if s in lifted or s not in tiled]
        for count in range(limit + 1):
            for slots in combinations(free, count):
                for chosen in product(parts + tuple(boards.kept_parts), repeat=count):
                    if _legal(position, species.id, lifted, tuple(zip(chosen, slots, strict=True))):
                        legal.add(
                            Upgrade(
                                tuple((ship, slot + 1) for ship, slot in lifted),
                                tuple(
                                    (part, s, n + 1)
                                    for part, (s, n) in zip(chosen, slots, strict=True)
                                ),
                            )
                        )
    return legal - {Upgrade()}


def _legal(
    position: Position, species: str, lifted: Iterable[Square], placed: Iterable[tuple[str, Square]]
) -> bool:
    catalog, boards = position.table.catalog, position.seat()
    tiles = {ship: list(row) for ship, row in boards.tiles.items()}
    for ship, slot in lifted:
        tiles[ship][slot] = None
    for part, (ship, slot) in placed:
        if part in (
            boards.tiles[ship][slot],
            catalog.species[species].blueprints[ship].slots[slot],
        ):
            return False
        tiles[ship][slot] = part
    kept = [part for part, _ in placed if part in boards.kept_parts]
    if len(set(kept)) != len(kept):
        return False
    for ship, row in tiles.items():
        printed = catalog.species[species].blueprints[ship]
        on = [catalog.parts[t or p] for t, p in zip(row, printed.slots, strict=True) if t or p]
        if sum(part.energy for part in on) + printed.bonus.energy < 0:
            return False
        if (ship != "starbase") != any(part.kind == "drive" for part in on):
            return False
    return True


def walk(choice: Choice, prefix: Prefix = ()) -> Iterator[Upgrade]:
    """Every order of the tree; fails at a step that leads nowhere."""
    options = choice.next(prefix)
    assert options or choice.is_complete(prefix), f"dead end after {prefix}"
    assert len(set(options)) == len(options)
    if choice.is_complete(prefix):
        yield choice.order.from_atoms(prefix)
    for atom in options:
        yield from walk(choice, (*prefix, atom))


TIGHT = (
    {"interceptor": ("plasma_cannon", "plasma_cannon", "fusion_source")},
    {"interceptor": (None, None, "fusion_source", "tachyon_drive")},
    {"cruiser": ("nuclear_drive", None, None, "fusion_source", None, "hull")},
    {"cruiser": (None, "antimatter_cannon", None, "tachyon_source", None, None)},
    {"interceptor": ("shard_hull",), "starbase": ("antimatter_cannon", "hypergrid_source")},
)


@pytest.mark.parametrize("tiles", TIGHT)
@pytest.mark.parametrize("kept", [(), ("hypergrid_source",), ("conformal_drive",)])
def test_upgrade_tree_holds_exactly_the_legal_upgrades(
    tiles: dict[str, tuple[str | None, ...]], kept: tuple[str, ...]
) -> None:
    """The tree agrees with the plain definition, and no offered step is a dead end."""
    position = Position()
    for ship, parts in tiles.items():
        position.fit(0, ship, *parts)
    position.seat().kept_parts.extend(kept)
    table, boards = position.table, position.seat()
    for ship in boards.tiles:
        slots = parts_on(table.species(0), boards, ship)
        assert not blueprint_fault(table.catalog, boards.species, ship, slots)
    rng = random.Random(str((tiles, kept)))
    parts = tuple(rng.sample(["ion_cannon", "nuclear_drive", "nuclear_source", "fusion_source"], 3))
    work = Refit(table.catalog, boards.species, boards.tiles, parts, kept, 2)
    tree = list(walk(Choice(Upgrade, ("step",), work.candidates)))
    assert len(set(tree)) == len(tree)
    assert set(tree) == brute(position, parts, 2)


def test_upgrade_candidates_are_those_of_the_decision() -> None:
    """What is offered on the turn can be played: a sample of whole orders."""
    rng = random.Random(7)
    for _ in range(30):
        position = Position()
        for tech in ("plasma_cannon", "fusion_source", "tachyon_drive", "improved_hull"):
            position.learn(0, tech)
        choice = open_decisions(position.table)[0].choice(Upgrade)
        assert choice is not None
        prefix: Prefix = ()
        while not choice.is_complete(prefix):
            prefix = (*prefix, rng.choice(choice.candidates(prefix)))
        position.play(Upgrade.from_atoms(prefix))
