"""A state together with its ruleset: the questions that every step asks."""

from __future__ import annotations

from functools import lru_cache

from rules import blueprint
from rules.battle import ShipStats
from rules.content.schema import Catalog, SectorTile, Species
from rules.geometry import opposite, turned, zone_neighbours
from rules.ruleset import Ruleset, get_ruleset
from rules.state.model import NPC, RESOURCES, GameState, Line, Seat, Sector, Ship

Links = dict[str, tuple[tuple[str, bool], ...]]
"""For each sector of the galaxy: the neighbours joined to it, and whether by a full wormhole."""


Placed = tuple[str, str, int, str]
"""A place with its zone, its orientation and the face that it shows."""


@lru_cache(maxsize=512)
def _links(rules: Ruleset, placed: tuple[Placed, ...], portals: tuple[str, ...]) -> Links:
    """Links of a galaxy from its places with their zones, orientations and faces, and from the
    warp portals, each of which joins its sector to all others that bear one (Warp Portals)."""
    tiles = rules.catalog.sectors
    facing = {
        (zone, edge): sector
        for sector, zone, turn, face in placed
        for edge in turned(tiles[face].edges, turn)
    }
    open_edges = {sector: turned(tiles[face].wormholes, turn) for sector, _, turn, face in placed}
    links: Links = {}
    for sector, zone, turn, face in placed:
        here, around = open_edges[sector], zone_neighbours(zone)
        joined = [(other, True) for other in tiles[face].joined]
        for edge in sorted(turned(tiles[face].edges, turn)):
            other = facing.get((around[edge], opposite(edge)))
            if other is None:
                continue
            there = opposite(edge) in open_edges[other]
            if edge in here or there:
                joined.append((other, edge in here and there))
        links[sector] = tuple(joined)
    gates = [s for s, _, _, face in placed if tiles[face].warp_portal or s in portals]
    for gate in gates:
        others = tuple(link for link in links[gate] if link[0] not in gates)
        links[gate] = (*others, *((other, True) for other in gates if other != gate))
    return links


@lru_cache(maxsize=256)
def _techs_with(rules: Ruleset, ability: str, resource: str | None) -> frozenset[str]:
    """Technologies that give an ability, for a resource where one is named."""
    return frozenset(
        tech.id
        for tech in rules.catalog.techs.values()
        if tech.effect.ability == ability and resource in (None, tech.effect.resource)
    )


@lru_cache(maxsize=4096)
def ship_stats(rules: Ruleset, species: str, kind: str, tiles: blueprint.Slots) -> ShipStats:
    """Fighting values of a ship type with these tiles on its blueprint."""
    printed = rules.catalog.species[species].blueprints[kind].slots
    slots = blueprint.showing(printed, tiles)
    return blueprint.totals(rules.catalog, species, kind, slots)


class Table:
    """Read-only questions about a state. Cheap to make; holds nothing but a look-up of links,
    which is made anew when a sector or a warp portal is added to the galaxy."""

    __slots__ = ("_galaxy", "_laid", "catalog", "rules", "state")

    def __init__(self, state: GameState, rules: Ruleset | None = None) -> None:
        self.state = state
        self.rules = rules or get_ruleset(state.ruleset)
        self.catalog: Catalog = self.rules.catalog
        self._galaxy: Links = {}
        self._laid: tuple[int, ...] = ()

    # --- seats ---------------------------------------------------------------------------------

    def seat(self, seat: int) -> Seat:
        return self.state.seats[seat]

    def species(self, seat: int) -> Species:
        return self.catalog.species[self.state.seats[seat].species]

    def playing(self) -> list[int]:
        """Seats still in the game, in turn order from seat 0."""
        return [s for s in self.state.turn_order if not self.state.seats[s].out]

    def order_from(self, first: int) -> list[int]:
        """All seats in turn order, beginning with ``first``."""
        order = self.state.turn_order
        at = order.index(first)
        return order[at:] + order[:at]

    def has_tech(self, seat: int, tech: str) -> bool:
        return any(tech in techs for techs in self.state.seats[seat].techs.values())

    def has_ability(self, seat: int, ability: str, resource: str | None = None) -> bool:
        """Whether a technology of the seat gives the permanent ``ability`` (for ``resource``)."""
        giving = _techs_with(self.rules, ability, resource)
        return not all(map(giving.isdisjoint, self.state.seats[seat].techs.values()))

    def extra_activations(self, seat: int, kind: str) -> int:
        """Activations (``moves``, ``upgrades``) that technologies add to each action."""
        effects = self.rules.activation_techs
        return sum(
            getattr(effects[tech], kind)
            for techs in self.state.seats[seat].techs.values()
            for tech in techs
            if tech in effects
        )

    def uses_half_wormholes(self, seat: int) -> bool:
        return self.has_ability(seat, "use_half_wormholes")

    def is_eliminated(self, seat: int) -> bool:
        """Whether a seat still in the game has neither disc nor ship left on the board: it may
        not place discs on sectors any more, but may research or resign (Player Elimination)."""
        boards = self.state.seats[seat]
        return (
            bool(boards.species)
            and not boards.out
            and not any(s.disc == seat for s in self.state.sectors.values())
            and not any(s.owner == seat for s in self.state.ships.values())
            and not any(away.ship.owner == seat for away in self.state.away.values())
        )

    # --- economy -------------------------------------------------------------------------------

    def empty_circles(self, seat: int) -> int:
        """Circles of the influence track without a disc; stacked discs leave none empty."""
        circles = len(self.catalog.setup.influence_upkeep.by_empty_circles) - 1
        return circles - min(self.state.seats[seat].discs, circles)

    def discs_in_play(self, seat: int) -> int:
        """Discs of the seat on its track, its action spaces and sectors."""
        boards = self.state.seats[seat]
        on_sectors = sum(s.disc == seat for s in self.state.sectors.values())
        return boards.discs + sum(boards.action_discs.values()) + on_sectors

    def upkeep(self, seat: int, fewer_discs: int = 0) -> int:
        """Money due in this round's upkeep, with ``fewer_discs`` more taken off the track."""
        table = self.catalog.setup.influence_upkeep.by_empty_circles
        circles = len(table) - 1
        discs = self.state.seats[seat].discs - fewer_discs
        return table[circles - min(max(discs, 0), circles)]

    def production(self, seat: int, kind: str, returned: int = 0) -> int:
        """Units of ``kind`` produced each round, with ``returned`` more cubes on the track."""
        setup = self.catalog.setup
        cubes = self.state.seats[seat].cubes.of(kind) + returned
        off = setup.population_cubes_per_track - cubes
        if off < 0:
            return setup.production_full_track
        return setup.production_by_cubes_off[off]

    def track_room(self, seat: int, kind: str) -> int:
        """Cubes that still fit on a population track, the empty square on the right included."""
        capacity = len(self.catalog.setup.production_by_cubes_off)
        return capacity - self.state.seats[seat].cubes.of(kind)

    def trade_rate(self, seat: int) -> tuple[int, int]:
        return self.species(seat).trade_rate

    # --- sectors -------------------------------------------------------------------------------

    def tile(self, sector: str) -> SectorTile:
        """What the place shows: the face of its tile that lies up, or the part that it is."""
        faces = self.state.faces
        return self.catalog.sectors[faces.get(sector, sector) if faces else sector]

    def places_in(self, zone: str) -> list[Sector]:
        """The places of the tile that lies in a zone, in their order."""
        tile = self.state.zones.get(zone)
        if tile is None:
            return []
        return [self.state.sectors[place] for place in self.rules.places[tile]]

    def place_facing(self, zone: str, edge: int) -> Sector | None:
        """The place of the tile in a zone that touches an edge of it."""
        for place in self.places_in(zone):
            if edge in self.edges(place):
                return place
        return None

    def own_sectors(self, seat: int) -> list[Sector]:
        """Sectors with a disc of the seat, by number."""
        return sorted(
            (s for s in self.state.sectors.values() if s.disc == seat), key=lambda s: s.id
        )

    def present(self, seat: int) -> list[Sector]:
        """Sectors with a disc or a ship of the seat, by number."""
        held = {s.id for s in self.state.sectors.values() if s.disc == seat}
        held.update(s.sector for s in self.state.ships.values() if s.owner == seat)
        return [self.state.sectors[sector] for sector in sorted(held)]

    def may_hold(self, seat: int, sector: Sector) -> bool:
        """Whether the sector takes a disc and no enemy ship keeps the seat from placing one."""
        return self.tile(sector.id).disc and not self.enemy_ships_in(seat, sector)

    def wormholes(self, sector: Sector) -> frozenset[int]:
        """Edges of the galaxy map at which the placed sector has a wormhole."""
        return turned(self.tile(sector.id).wormholes, sector.orientation)

    def edges(self, sector: Sector) -> frozenset[int]:
        """Edges of the galaxy map that the place touches."""
        return turned(self.tile(sector.id).edges, sector.orientation)

    def links(self, sector: Sector) -> tuple[tuple[str, bool], ...]:
        """Sectors joined by a wormhole or by warp portals: id, and whether by a full one."""
        sectors = self.state.sectors
        portals, faces = self.state.warp_portals, self.state.faces
        # Tiles never move: as long as none is added or flipped the links are the same.
        laid = (len(sectors), len(portals), len(faces))
        if self._laid != laid:
            shows = faces.get if faces else None
            placed = tuple(
                [
                    (s.id, s.zone, s.orientation, shows(s.id, s.id) if shows else s.id)
                    for s in sectors.values()
                ]
            )
            self._galaxy = _links(self.rules, placed, tuple(portals))
            self._laid = laid
        return self._galaxy[sector.id]

    def reach(self, seat: int, sector: Sector) -> list[str]:
        """Neighbouring sectors that ``seat`` may use a wormhole to: full ones, and half ones
        with the wormhole generator."""
        half = self.uses_half_wormholes(seat)
        return [other for other, full in self.links(sector) if full or half]

    def free_squares(self, sector: Sector) -> list[str]:
        """Names of the squares without a cube, an orbital's included."""
        faces = self.state.faces
        names = self.rules.square_names[faces.get(sector.id, sector.id) if faces else sector.id]
        if len(sector.cubes) == len(names) + sector.orbital:
            return []
        squares = list(names)
        if sector.orbital:
            squares.append("orbital")
        for cube in sector.cubes:
            squares.remove(cube)
        return squares

    # --- ships ---------------------------------------------------------------------------------

    def ships_in(self, sector: Sector) -> list[Ship]:
        """Ships in order of entry."""
        ships = self.state.ships
        return [ships[i] for i in sector.ships]

    def own_ships_in(self, seat: int, sector: Sector) -> list[Ship]:
        return [s for s in self.ships_in(sector) if s.owner == seat]

    def hostile(self, seat: int, ship: Ship) -> bool:
        """Whether ships of ``seat`` and ``ship`` fight when they meet: all others do, but for
        ancients and a species that has a truce with them."""
        if ship.owner == NPC and ship.kind == "ancient":
            return self.species(seat).trait("ancients_truce") is None
        return ship.owner != seat

    def enemy_ships_in(self, seat: int, sector: Sector) -> list[Ship]:
        """Ships in the sector that fight those of the seat."""
        return [s for s in self.ships_in(sector) if self.hostile(seat, s)]

    def guards_in(self, sector: Sector) -> list[Ship]:
        return [s for s in self.ships_in(sector) if s.owner == NPC]

    def engages_all(self, sector: Sector) -> bool:
        """Whether a defence system pins every ship in the sector."""
        return any(s.owner == NPC and s.kind == "gcds" for s in self.ships_in(sector))

    def unpinned(self, seat: int, sector: Sector, entering: int = 0) -> int:
        """Own ships in the sector that no enemy ship pins (Move: one stays for each), with
        ``entering`` more of them there."""
        own, enemies = entering, 0
        ships = self.state.ships
        for i in sector.ships:
            ship = ships[i]
            if ship.owner == seat:
                own += 1
            elif ship.owner != NPC:
                enemies += 1
            elif ship.kind == "gcds":
                return 0
            else:
                enemies += self.hostile(seat, ship)
        if enemies:
            enemies //= self.ships_to_pin(seat)
        return max(0, own - enemies)

    def ships_to_pin(self, seat: int) -> int:
        """Enemy ships that it takes to pin one ship of the seat."""
        giving = _techs_with(self.rules, "harder_to_pin", None)
        if not giving:
            return 1
        owned = (t for techs in self.state.seats[seat].techs.values() for t in techs if t in giving)
        return max((self.catalog.techs[tech].effect.ships_to_pin for tech in owned), default=1)

    def stats(self, owner: int, kind: str) -> ShipStats:
        """Fighting values of a ship type of a seat, or of a non-player (``owner`` -1)."""
        if owner == NPC:
            return npc_stats(self.catalog, self.npc_blueprint(kind))
        seat = self.state.seats[owner]
        return ship_stats(self.rules, seat.species, kind, blueprint.tiles_on(seat, kind))

    def npc_blueprint(self, kind: str) -> str:
        """The blueprint that this game uses for a kind of ship without a player."""
        return self.state.npc_blueprints.get(kind, kind)

    def split_colours(self, owner: int) -> frozenset[str]:
        """Colours of the cannon dice whose damage the owner of a ship may split."""
        if owner == NPC or not self.has_ability(owner, "split_damage"):
            return frozenset()
        return self.rules.split_colours

    def ships_left(self, seat: int, kind: str) -> int:
        """Miniatures of a type neither on the board nor off it for a while."""
        state = self.state
        built = sum(1 for s in state.ships.values() if s.owner == seat and s.kind == kind)
        built += sum(a.ship.owner == seat and a.ship.kind == kind for a in state.away.values())
        return self.catalog.setup.limits.per_player[kind] - built

    # --- score ---------------------------------------------------------------------------------

    def score_lines(self, seat: int) -> list[Line]:
        """Victory points by source, as if the game ended now."""
        from rules.steps.scoring import score_lines

        return score_lines(self, seat)


def npc_stats(catalog: Catalog, blueprint: str) -> ShipStats:
    npc = catalog.npcs[blueprint]
    return ShipStats(
        initiative=npc.initiative,
        hull=npc.hull,
        computer=npc.computer,
        shield=npc.shield,
        movement=npc.movement,
        energy=0,
        cannons=npc.cannons,
        missiles=npc.missiles,
    )


__all__ = ["NPC", "RESOURCES", "Table", "npc_stats", "ship_stats"]
