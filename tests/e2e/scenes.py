"""Games that stand at the moment of which a scenario tells: a position, a few orders, a known seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from eclipse_site.models import User
from games import seeds, statements, store
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.services import lobby
from rules import orders as o
from rules.chance import commitment
from rules.decisions import Decision
from rules.effects.base import Effect
from rules.effects.boards import Gained, Paid
from rules.effects.galaxy import DiscPlaced, SectorPlaced, ShipPlaced
from rules.engine import decision_for, open_decisions
from rules.geometry import neighbour, opposite, turned, zone_at, zone_name
from rules.log import Event
from rules.simulate import seed_bytes
from rules.state.model import GameState
from rules.steps.upkeep import balance
from rules.table import Table
from tests.games.helpers import TWO, fresh

FOUR = ("terran_directorate", "planta", "mechanema", "terran_alliance")
FIELD = "105"
"""An empty sector beside the home of seat 0."""
SHORT = 2
"""Money that seat 0 lacks at upkeep."""

Facts = Callable[[Table], Iterable[Effect]]


@dataclass(frozen=True)
class Scene:
    """``asked``: the kind of decision that seat 0 owes once ``facts`` hold and ``orders`` are
    given."""

    asked: str = "turn"
    facts: Facts = lambda table: ()
    orders: Sequence[tuple[int, o.Order]] = ()
    seed: int = 2
    species: tuple[str, ...] = TWO
    options: dict[str, str] = field(default_factory=dict)


# --- positions -------------------------------------------------------------------------------------


def beside_home(table: Table, *tiles: str) -> Iterable[SectorPlaced]:
    """Tiles at free wormholes of the home of seat 0, turned so that they have one there."""
    home = table.state.sectors[table.seat(0).home]
    around = {e: zone_name(neighbour(zone_at(home.zone), e)) for e in table.wormholes(home)}
    free = [edge for edge in sorted(around) if around[edge] not in table.state.zones]
    assert len(free) >= len(tiles), "too few wormholes of the home are free"
    for edge, tile in zip(free, tiles, strict=False):
        holes = table.tile(tile).wormholes
        turns = next(n for n in range(6) if opposite(edge) in turned(holes, n))
        yield SectorPlaced(tile, around[edge], turns)


def _fields(table: Table) -> Iterable[Effect]:
    yield from beside_home(table, FIELD, "102")


def _learned(table: Table) -> Iterable[Effect]:
    yield Gained(0, "production", science=9)


def _colony(table: Table) -> Iterable[Effect]:
    yield from beside_home(table, FIELD)
    yield DiscPlaced(0, FIELD)


def _battle(table: Table) -> Iterable[Effect]:
    """Two kinds of ships on both sides; those of seat 1 have nowhere to go."""
    yield from beside_home(table, FIELD)
    fleets = ((1, "dreadnought"), (1, "cruiser"), *((0, "interceptor"),) * 2, (0, "dreadnought"))
    for number, (owner, kind) in enumerate(fleets, table.state.next_ship):
        yield ShipPlaced(number, owner, kind, FIELD)


def _poverty(table: Table) -> Iterable[Effect]:
    """So many discs in the inner ring that the upkeep is more than there is."""
    taken = ("101", "102", "103", "104", FIELD, "108")
    for number, tile in enumerate(taken):
        yield SectorPlaced(tile, f"1.{number}", 0)
        yield DiscPlaced(0, tile)
    first = table.catalog.setup.first_pass_money
    yield Paid(0, "build", money=balance_after(table, len(taken)) + first + SHORT)


def balance_after(table: Table, discs: int) -> int:
    """Money that seat 0 would have after upkeep with so many more discs on the map."""
    return balance(table, 0) + table.upkeep(0) - table.upkeep(0, discs)


def _neighbours(table: Table) -> Iterable[Effect]:
    yield from beside_home(table, "101")
    yield DiscPlaced(1, "101")


PASSED = ((0, o.Pass()), (1, o.Pass()))
SCENES = {
    "opening": Scene(),
    "fields": Scene(facts=_fields),
    "learned": Scene(facts=_learned),
    "colony": Scene(facts=_colony),
    "reaction": Scene(
        asked="reaction",
        orders=((0, o.Pass()), (1, o.Refresh()), (1, o.Done())),
        options={"reactions": "ask"},
    ),
    # With this seed one of the two interceptors hits, and what shoots at them misses.
    "battle": Scene(asked="battle", facts=_battle, orders=PASSED),
    "poverty": Scene(asked="upkeep", facts=_poverty, orders=PASSED),
    "neighbours": Scene(facts=_neighbours, species=FOUR, seed=3),
}


# --- stored games ------------------------------------------------------------------------------------


def prepared(name: str, edition: str, users: Sequence[User]) -> Game:
    """A stored game at a scene; seat 0 is the first of the users."""
    scene = SCENES[name]
    seats = users[: len(scene.species)]
    game = lobby.create_game(
        user=seats[0],
        name="The long night",
        seats=len(seats),
        species=scene.species,
        edition=edition,
        options=scene.options,
    )
    seed = seed_bytes(scene.seed)
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))
    for user in seats[1:]:
        lobby.join(game=game, user=user)
    lobby.start(game=game, user=seats[0])
    with transaction.atomic():
        locked = statements.lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        assert open_decisions(Table(ledger.state))[0].seat == 0, _other(name)
        if facts := list(scene.facts(Table(ledger.state))):
            ledger.record(facts, actor="moderator")
        for seat, order in scene.orders:
            decision = decision_for(Table(ledger.state), seat)
            ledger.play(seat, order, "player", decision.id)
        ledger.save()
        asked = [(d.seat, d.kind) for d in open_decisions(Table(ledger.state))]
    assert (0, scene.asked) in asked, f"{asked}: {_other(name)}"
    game.refresh_from_db()
    return game


def _other(name: str) -> str:
    return (
        f"the seed of scene {name!r} does not lead there any more: try others, from 0 on, until "
        f"seat 0 begins in both editions and is asked {SCENES[name].asked!r}"
    )


# --- what came of it ---------------------------------------------------------------------------------


def state_of(game: Game) -> GameState:
    """The stored state, with what its player alone sees."""
    return store.current_state(fresh(game))


def newest(game: Game, seat: int = 0) -> Event:
    """The last event of a seat in the stored log."""
    return next(event for event in reversed(store.log_of(fresh(game))) if event.seat == seat)


def decision(game: Game) -> Decision:
    """What seat 0 is asked."""
    return decision_for(Table(state_of(game)), 0)


def candidates(game: Game, kind: type[o.Order], *chosen: o.Atom) -> list[o.Atom]:
    """What the rules offer seat 0 as the next field of an order."""
    choice = decision(game).choice(kind)
    assert choice is not None
    return list(choice.candidates(chosen))
