"""Preparations and game setup."""

from __future__ import annotations

from rules.content.schema import Species
from rules.decisions import Choice, Decision
from rules.effects.boards import ReputationDealt, TechsDrawn
from rules.effects.flow import (
    BlueprintsChosen,
    BoardsDealt,
    GameCreated,
    GuardSectorsDrawn,
    SeatPrepared,
    StartPlayerDrawn,
    SupplyPrepared,
)
from rules.effects.galaxy import CubePlaced, DiscPlaced, SectorPlaced, ShipPlaced
from rules.geometry import CENTER, DIRECTIONS, start_zone
from rules.orders import ChooseSpecies, Order
from rules.play import Play
from rules.ruleset import Ruleset
from rules.state.frames_base import FrameBase
from rules.state.frames_round import RoundFrame, SetupFrame
from rules.state.model import NPC, Seat, Stock
from rules.steps.base import Step
from rules.steps.reputation import STREAM as REPUTATION
from rules.steps.rights import PREFERENCES
from rules.steps.supply import discoveries_left
from rules.table import Table

START_ORDER = "start order"
DEAL = "boards"
BLUEPRINTS = "npc blueprints"
GUARDS = "guardian sectors"
DRAWN = "drawn"
"""The option ``blueprint_KIND`` names the variant that a kind of ship without a player uses, or
leaves it to chance; the first variant unless it is given."""
BOARDS = ("choose", "random", "draft")
"""How boards are given out: the seats choose among all of the game, everybody is dealt one, or the
seats choose among one board more than there are seats. The usual way first."""


def begin(play: Play, seats: int, species: tuple[str, ...]) -> None:
    """Lay out the common components, draw the start player and let the seats choose boards.

    Raises ``ValueError`` for a number of players the edition does not know or boards that cannot
    be played together.
    """
    _check(play, seats, species)
    play.emit(GameCreated(play.state.ruleset, seats))
    (start,) = draws = play.draw(START_ORDER, [seats])
    play.emit(StartPlayerDrawn(start, stream=START_ORDER, draws=draws))
    _choose_blueprints(play)
    _prepare_supply(play, seats)
    for prepared in play.rules.hooks.prepared:
        prepared(play)
    _prepare_center(play)
    _prepare_guard_sectors(play, seats)
    pool: tuple[str, ...] = ()
    way = play.rules.option("boards", BOARDS[0])
    if not species and way == "random":
        species = _deal(play, seats)
    elif not species and way == "draft":
        pool = _deal_pool(play, seats + 1)
    for seat, chosen in enumerate(species):
        _prepare_seat(play, seat, play.catalog.species[chosen])
    # The innermost frame comes last: boards are chosen first, then the rounds run.
    play.open(RoundFrame())
    if not species:
        play.open(SetupFrame(_choosing_order(play, start), pool=pool))


def _choosing_order(play: Play, start: int) -> tuple[int, ...]:
    """Terran boards are chosen clockwise from the start player; with aliens in the game the seat
    to the start player's right is first and the choice goes round the other way (SE-1)."""
    order = play.order_from(start)
    if set(_kinds(play)) != {"terran"}:
        order.reverse()
    return tuple(order)


def _check(play: Play, seats: int, species: tuple[str, ...]) -> None:
    check_options(play.rules)
    counts = play.catalog.setup.players
    if seats not in counts:
        raise ValueError(f"{min(counts)} to {max(counts)} players can play, not {seats}")
    if not species:
        return
    if len(species) != seats:
        raise ValueError(f"{seats} players need {seats} species, not {len(species)}")
    taken: set[str] = set()
    for chosen in species:
        if chosen not in play.catalog.species:
            raise ValueError(
                f"no species is called {chosen!r}; there are {', '.join(play.catalog.species)}"
            )
        if chosen in taken:
            raise ValueError(f"{chosen} shares its board with another species of this game")
        taken.add(chosen)
        if other := play.catalog.species[chosen].other_board_side:
            taken.add(other)


def check_options(rules: Ruleset) -> None:
    """Raises ``ValueError`` for an option that no table has, or a value that it cannot have."""
    known = ("species", "boards", *PREFERENCES, *(f"blueprint_{kind}" for kind in rules.npc_kinds))
    for name, value in rules.spec.options.items():
        if name not in known:
            raise ValueError(f"there is no option {name!r}; there are {', '.join(known)}")
        if value not in (values := PREFERENCES.get(name, (value,))):
            raise ValueError(f"{name} can be {' or '.join(values)}, not {value!r}")
    if (way := rules.option("boards", BOARDS[0])) not in BOARDS:
        raise ValueError(f"boards are given out by {', '.join(BOARDS)}, not by {way!r}")
    wanted = rules.option("species", rules.edition.species_kinds)
    kinds = sorted({species.kind for species in rules.catalog.species.values()})
    listed = isinstance(wanted, (list, tuple)) and bool(wanted)
    if not listed or not all(kind in kinds for kind in wanted):
        raise ValueError(f"kinds of species are {', '.join(kinds)}, not {wanted}")
    blueprint_options(rules)


def blueprint_options(rules: Ruleset) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each kind of ship with several blueprints what the table wants, and its variants.

    Raises ``ValueError`` for a variant that does not exist.
    """
    wanted = {}
    for kind in rules.npc_kinds:
        variants = tuple(npc.variant for npc in rules.catalog.npc_variants(kind))
        want = rules.option(f"blueprint_{kind}", variants[0])
        if want not in (*variants, DRAWN):
            known = ", ".join((*variants, DRAWN))
            raise ValueError(f"blueprints of {kind} are {known}, not {want!r}")
        if len(variants) > 1:
            wanted[kind] = (want, variants)
    return wanted


def _choose_blueprints(play: Play) -> None:
    """One blueprint for each kind of ship without a player: what the table chose, or drawn."""
    wanted = blueprint_options(play.rules)
    bounds = [len(variants) for want, variants in wanted.values() if want == DRAWN]
    draws = play.draw(BLUEPRINTS, bounds)
    outcomes = iter(draws)
    chosen = {}
    for kind, (want, variants) in wanted.items():
        index = next(outcomes) if want == DRAWN else variants.index(want)
        chosen[kind] = play.catalog.npc_variants(kind)[index].id
    if chosen:
        play.emit(BlueprintsChosen(chosen, stream=BLUEPRINTS if draws else "", draws=draws))


def _prepare_supply(play: Play, seats: int) -> None:
    catalog, setup = play.catalog, play.catalog.setup
    unseen = {
        ring: sorted(t.id for t in catalog.sectors.values() if t.ring == ring)
        for ring in ("inner", "middle", "outer")
    }
    stacks = {ring: len(tiles) for ring, tiles in unseen.items()}
    stacks["outer"] = setup.players[seats].outer_sectors
    discoveries = {d.id: d.copies for d in catalog.discoveries.values()}
    play.emit(
        SupplyPrepared(
            tech_bag={tech.id: tech.copies for tech in catalog.techs.values()},
            unseen=unseen,
            stacks=stacks,
            discoveries=discoveries,
            discovery_pile=sum(discoveries.values()),
            reputation=dict(setup.reputation_bag),
            ancients=play.rules.ancients,
        )
    )
    draw_techs(play, setup.players[seats].tech_tiles_setup)


def draw_techs(play: Play, number: int) -> None:
    """Draw technology tiles from the bag; fewer when it holds fewer, and rare ones beside them."""
    bag = play.state.supply.tech_bag
    techs, draws = play.draw_from("tech bag", bag, number, play.rules.rare_techs)
    if techs:
        play.emit(TechsDrawn(techs, stream="tech bag", draws=draws))


def _prepare_center(play: Play) -> None:
    for tile in play.catalog.sectors.values():
        if tile.ring == "center":
            place_sector(play, tile.id, CENTER, 0)


def _prepare_guard_sectors(play: Play, seats: int) -> None:
    """Tiles with a Guardian, drawn by chance, on the starting places that no player has."""
    row = play.catalog.setup.players[seats]
    tiles = {t.id: 1 for t in play.catalog.sectors.values() if t.ring == "guardian"}
    sectors, draws = play.draw_from(GUARDS, tiles, row.guardian_sectors)
    if not sectors:
        return
    play.emit(GuardSectorsDrawn(sectors, stream=GUARDS, draws=draws))
    free = sorted(set(range(len(DIRECTIONS))) - set(row.start_spots))
    for sector, spot in zip(sectors, free, strict=True):
        place_sector(play, sector, start_zone(spot), spot)


def place_sector(play: Play, sector: str, zone: str, orientation: int) -> None:
    """Lay a tile with its discovery tiles face down and its guards on it (Explore 4, 5)."""
    for place in play.rules.places[sector]:
        _lay(play, place, zone, orientation, sector if place != sector else "")


def _lay(play: Play, sector: str, zone: str, orientation: int, tile_of: str) -> None:
    tile = play.tile(sector)
    discovery = tile.discovery and discoveries_left(play) > 0
    play.emit(SectorPlaced(sector, zone, orientation, discovery, tile_of))
    for _ in range(min(tile.ancients, play.state.supply.ancients)):
        play.emit(ShipPlaced(play.state.next_ship, NPC, "ancient", sector, "guards"))
    for kind in ("guardian",) * tile.guardian + ("gcds",) * tile.gcds:
        play.emit(ShipPlaced(play.state.next_ship, NPC, kind, sector, "guards"))


def _prepare_seat(play: Play, seat: int, species: Species) -> None:
    catalog = play.catalog
    home = catalog.sectors[species.starting_sector]
    cubes = catalog.setup.population_cubes_per_track
    techs: dict[str, list[str]] = {"military": [], "grid": [], "nano": []}
    for tech in species.starting_techs:
        techs[catalog.techs[tech].track].append(tech)
    stored = species.storage
    boards = Seat(
        species=species.id,
        home=home.id,
        storage=Stock(stored.money, stored.science, stored.materials),
        cubes=Stock(cubes, cubes, cubes),
        discs=species.influence_discs,
        colony_ships=species.colony_ships,
        techs=techs,
        tiles={ship: [None] * len(b.slots) for ship, b in species.blueprints.items()},
        spare_ambassadors=catalog.setup.limits.per_player["ambassadors"],
    )
    play.emit(SeatPrepared(seat, boards))
    if species.starting_reputation:
        tiles = play.state.supply.reputation
        values, draws = play.draw_from(REPUTATION, tiles, species.starting_reputation)
        play.emit(ReputationDealt(seat, len(values), values, stream=REPUTATION, draws=draws))
    spot = catalog.setup.players[len(play.state.seats)].start_spots[seat]
    # An edge with a wormhole faces the center: the pattern of every home is the same after
    # half a turn, so turning by the spot's own direction does it.
    place_sector(play, home.id, start_zone(spot), spot)
    play.emit(DiscPlaced(seat, home.id))
    for square in home.squares:
        if square.start:
            play.emit(CubePlaced(seat, home.id, square.name, square.kind, colony=False))
    for kind, number in species.starting_ships.items():
        for _ in range(number):
            play.emit(ShipPlaced(play.state.next_ship, seat, kind, home.id, "start"))


# --- choosing boards ---------------------------------------------------------------------------


def _kinds(table: Table) -> list[str]:
    """Kinds of species that this table plays with."""
    return list(table.rules.option("species", table.rules.edition.species_kinds))


def _sides(table: Table) -> list[tuple[str, ...]]:
    """The boards of this game, each with those of its sides that are played."""
    kinds, sides = _kinds(table), dict[frozenset[str], tuple[str, ...]]()
    for species in table.catalog.species.values():
        if species.kind in kinds:
            board = frozenset((species.id, species.other_board_side or species.id))
            sides[board] = (*sides.get(board, ()), species.id)
    return list(sides.values())


def _deal(play: Play, number: int) -> tuple[str, ...]:
    """A board for each seat, and one of its sides."""
    left = _sides(play)
    shown = max(len(sides) for sides in left)
    draws = play.draw(DEAL, [*range(len(left), len(left) - number, -1), *[shown] * number])
    boards = [left.pop(draw) for draw in draws[:number]]
    species = tuple(
        sides[draw % len(sides)] for sides, draw in zip(boards, draws[number:], strict=True)
    )
    play.emit(BoardsDealt(species, stream=DEAL, draws=draws))
    return species


def _deal_pool(play: Play, number: int) -> tuple[str, ...]:
    """Both sides of some boards, as far as they are played."""
    left = _sides(play)
    number = min(number, len(left))
    draws = play.draw(DEAL, range(len(left), len(left) - number, -1))
    pool = tuple(species for draw in draws for species in left.pop(draw))
    play.emit(BoardsDealt(pool, pool=True, stream=DEAL, draws=draws))
    return pool


def _open_species(table: Table, pool: tuple[str, ...]) -> tuple[str, ...]:
    """Boards that are still free: a species and the back of its board exclude each other."""
    taken = {seat.species for seat in table.state.seats if seat.species}
    taken |= {table.catalog.species[s].other_board_side or s for s in taken}
    kinds = _kinds(table)
    return tuple(
        s.id
        for s in table.catalog.species.values()
        if s.id not in taken and s.kind in kinds and (not pool or s.id in pool)
    )


def _advance(play: Play, frame: SetupFrame) -> bool:
    if frame.index < len(frame.order):
        return False
    play.close()
    return True


def _decisions(table: Table, frame: SetupFrame) -> list[Decision]:
    free = _open_species(table, frame.pool)
    choice = Choice(
        ChooseSpecies,
        ("species",),
        lambda prefix: free,
        lambda prefix, value: "That board is taken or not in this game (Game Setup 9).",
    )
    return [Decision(frame.order[frame.index], "species", (choice,), ChooseSpecies(free[0]))]


def _play(play: Play, frame: SetupFrame, decision: Decision, order: Order) -> None:
    assert isinstance(order, ChooseSpecies)
    _prepare_seat(play, decision.seat, play.catalog.species[order.species])
    play.update(SetupFrame(frame.order, frame.index + 1, frame.pool))


STEPS: dict[type[FrameBase], Step] = {SetupFrame: Step(_advance, _decisions, _play)}
