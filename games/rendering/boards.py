"""Player boards as values: economy, technology, blueprints, reputation, opponents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rendering.blueprints import Print, blueprints
from games.rendering.colours import seat_colour
from games.rendering.features import away_texts
from games.rendering.miniprints import prints_html
from games.rendering.words import (
    RESOURCE_TITLES,
    TRACKS,
    player,
    score_source,
    tech_facts,
    tech_symbol,
    unit_title,
)
from games.speech import gettext as _
from rules.notation.prose.parts import Term, discovery as discovery_words
from rules.state.model import RESOURCES
from rules.steps.research import RARE, least_cost
from rules.table import Table
from rules.views import HIDDEN, PlayerView

# --- economy -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Track:
    """A resource of a seat. ``squares``: the production numbers from left to right with their
    state: ``open`` (uncovered earlier), ``at`` (the income now), ``cube``."""

    kind: str
    title: str
    stored: int
    income: int
    squares: list[tuple[int, str]]
    graveyard: int


@dataclass(frozen=True)
class UpkeepRow:
    """Money at the end of the round if ``more`` discs leave the influence track."""

    more: int
    pay: int
    income: int
    left: int


@dataclass(frozen=True)
class Economy:
    """Stores and tracks of one seat. ``enough``: actions that the upkeep still allows."""

    tracks: list[Track]
    discs: int
    circles: list[tuple[int, bool]]
    due: int
    upkeep: list[UpkeepRow]
    enough: int
    colony_ships: int
    used_colony_ships: int
    trade: tuple[int, int]


def economy(table: Table, seat: int) -> Economy:
    """Stores, production and upkeep of a seat."""
    boards = table.seat(seat)
    rows = _upkeep_rows(table, seat)
    return Economy(
        tracks=[_track(table, seat, kind) for kind in RESOURCES],
        discs=boards.discs,
        circles=_circles(table, seat),
        due=table.upkeep(seat),
        upkeep=rows,
        enough=sum(1 for row in rows[1:] if row.left >= 0),
        colony_ships=boards.colony_ships,
        used_colony_ships=boards.used_colony_ships,
        trade=table.trade_rate(seat),
    )


def own_economy(view: PlayerView) -> Economy | None:
    """The reader's own, as soon as there is a board."""
    seat = view.viewer
    if seat is None or not view.board.seats[seat].species or view.board.seats[seat].out:
        return None
    return economy(view.table, seat)


def _track(table: Table, seat: int, kind: str) -> Track:
    boards = table.seat(seat)
    numbers = table.catalog.setup.production_by_cubes_off
    off = table.catalog.setup.population_cubes_per_track - boards.cubes.of(kind)
    squares = [
        (number, "at" if at == off else "open" if at < off else "cube")
        for at, number in enumerate(numbers)
    ]
    return Track(
        kind,
        str(RESOURCE_TITLES[kind]),
        boards.storage.of(kind),
        table.production(seat, kind),
        squares,
        boards.graveyard.of(kind),
    )


def _circles(table: Table, seat: int) -> list[tuple[int, bool]]:
    """Upkeep numbers of the influence track from the cheapest, and whether a disc covers each."""
    numbers = table.catalog.setup.influence_upkeep.by_empty_circles
    empty = table.empty_circles(seat)
    return [(number, at > empty) for at, number in enumerate(numbers)]


def _upkeep_rows(table: Table, seat: int) -> list[UpkeepRow]:
    boards = table.seat(seat)
    income = table.production(seat, "money")
    rows = []
    for more in range(min(3, boards.discs) + 1):
        pay = table.upkeep(seat, more)
        rows.append(UpkeepRow(more, pay, income, boards.storage.money + income - pay))
    return rows


# --- technology --------------------------------------------------------------------------------


@dataclass(frozen=True)
class TechTile:
    """A technology on the supply board. ``missing``: science that the seat lacks for it."""

    id: str
    name: str
    symbol: str
    facts: str
    count: int
    printed: int
    cost: int
    missing: int
    owned: bool


@dataclass(frozen=True)
class TechTrack:
    """One kind of technology. ``owned``: (name, symbol); ``spaces``: what the next tiles give,
    none for the rare ones, which go to the other tracks."""

    id: str
    title: str
    discount: int
    owned: list[tuple[str, str]]
    spaces: list[str]
    tiles: list[TechTile]


def technology(table: Table, seat: int | None) -> list[TechTrack]:
    """Tracks of a seat and the supply board; for an onlooker the supply board alone."""
    catalog = table.catalog
    named = dict.fromkeys(tech.track for tech in catalog.techs.values())
    return [_tech_track(table, seat, track) for track in named]


def _tech_track(table: Table, seat: int | None, track: str) -> TechTrack:
    catalog = table.catalog
    setup = catalog.setup
    owned = [] if seat is None else table.seat(seat).techs.get(track, [])
    discounts, points = setup.tech_discount, setup.tech_vp
    spaces = []
    most = 0 if track == RARE else setup.tech_track_spaces
    for number in range(len(owned), most):
        gain = points[min(number + 1, len(points) - 1)]
        spaces.append(_("%(points)d VP") % {"points": gain} if gain else "·")
    supply = table.state.supply.techs
    tiles = [
        _tech_tile(table, seat, tech.id)
        for tech in catalog.techs.values()
        if tech.track == track and supply.get(tech.id)
    ]
    return TechTrack(
        id=track,
        title=str(TRACKS.get(track, track)),
        discount=discounts[min(len(owned), len(discounts) - 1)],
        owned=[(_(catalog.techs[t].name), tech_symbol(catalog, catalog.techs[t])) for t in owned],
        spaces=spaces,
        tiles=sorted(tiles, key=lambda tile: (tile.printed, tile.name)),
    )


def _tech_tile(table: Table, seat: int | None, tech_id: str) -> TechTile:
    tech = table.catalog.techs[tech_id]
    cost, have = tech.cost, 0
    if seat is not None:
        cost = least_cost(table, seat, tech_id)
        have = table.seat(seat).storage.science
    return TechTile(
        id=tech_id,
        name=_(tech.name),
        symbol=tech_symbol(table.catalog, tech),
        facts=tech_facts(table.catalog, tech),
        count=table.state.supply.techs[tech_id],
        printed=tech.cost,
        cost=cost,
        missing=max(0, cost - have),
        owned=seat is not None and table.has_tech(seat, tech_id),
    )


# --- points, reputation, discoveries -------------------------------------------------------------


@dataclass(frozen=True)
class Points:
    """Victory points by source, as far as the reader may know. ``hidden``: tiles not counted."""

    lines: list[tuple[str, int]]
    total: int
    hidden: int


def points(table: Table, seat: int) -> Points:
    """What the seat would score now."""
    boards = table.seat(seat)
    if boards.out:
        lines = [(line.source, line.amount) for line in boards.out_lines]
    else:
        lines = [(line.source, line.amount) for line in table.score_lines(seat)]
    hidden = boards.reputation.count(HIDDEN)
    return Points(
        [(score_source(source), amount) for source, amount in lines],
        sum(amount for _source, amount in lines),
        hidden,
    )


def discovery_text(table: Table, tile: str) -> str:
    """What a discovery tile shows."""
    said = discovery_words(table.catalog, tile)
    if isinstance(said, Term):
        return _(said.english)
    if isinstance(said, tuple):
        return _(", ").join(str(item) for item in said)
    return str(said)


@dataclass(frozen=True)
class SeatBoard:
    """Everything public about one seat, and what is secret if it is the reader's own."""

    seat: int
    name: str
    species: str
    colour: str
    own: bool
    passed: bool
    out: str
    starts: bool
    points: Points | None
    economy: Economy | None
    ships: list[tuple[str, str, int]]
    away: list[str]
    sectors: int
    techs: list[tuple[str, list[str]]]
    blueprints: list[Print]
    prints: str
    reputation: list[int]
    reputation_room: int
    ambassadors: list[str]
    traitor: bool
    kept_parts: list[str]
    kept_discoveries: list[str]
    action_discs: int


def seat_board(view: PlayerView, seat: int, names: Mapping[int, str]) -> SeatBoard:
    """The board of a seat; empty where the seat has not chosen a board yet."""
    table = view.table
    boards = table.seat(seat)
    chosen, own = bool(boards.species), seat == view.viewer
    catalog = table.catalog
    kinds = table.species(seat).blueprints if chosen else ()
    built = [
        (kind, unit_title(catalog, kind), number)
        for kind in kinds
        if (number := catalog.setup.limits.per_player[kind] - table.ships_left(seat, kind))
    ]
    return SeatBoard(
        seat=seat,
        name=player(names, seat),
        species=_(table.species(seat).name) if chosen else "",
        colour=seat_colour(table, seat),
        own=own,
        passed=boards.passed,
        out=boards.out,
        starts=table.state.start_seat == seat,
        points=points(table, seat) if chosen else None,
        economy=economy(table, seat) if chosen and not boards.out else None,
        ships=built,
        away=away_texts(table, seat),
        sectors=len(table.own_sectors(seat)),
        techs=[
            (str(TRACKS.get(track, track)), [_(catalog.techs[t].name) for t in techs])
            for track, techs in boards.techs.items()
            if techs
        ],
        blueprints=blueprints(table, seat) if chosen and not boards.out and own else [],
        prints=prints_html(table, seat) if chosen and not boards.out else "",
        reputation=boards.reputation,
        reputation_room=len(table.species(seat).reputation_track) if chosen else 0,
        ambassadors=[player(names, ambassador.seat) for ambassador in boards.ambassadors],
        traitor=boards.traitor,
        kept_parts=[_(catalog.parts[part].name) for part in boards.kept_parts],
        kept_discoveries=[discovery_text(table, tile) for tile in boards.kept_discoveries],
        action_discs=sum(boards.action_discs.values()),
    )


# --- what lies beside the galaxy -----------------------------------------------------------------


@dataclass(frozen=True)
class Supply:
    """Counts of the supply; no order and no face that nobody has seen."""

    stacks: list[tuple[str, int, int]]
    discoveries: int
    reputation: int
    tech_bag: int


def supply(table: Table) -> Supply:
    """What is left beside the galaxy."""
    pile = table.state.supply
    return Supply(
        stacks=[
            (_(ring), left, len(pile.discards.get(ring, ()))) for ring, left in pile.stacks.items()
        ],
        discoveries=pile.discovery_pile,
        reputation=pile.reputation_left,
        tech_bag=sum(pile.tech_bag.values()),
    )
