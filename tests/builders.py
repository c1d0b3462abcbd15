"""Positions for tests: a fresh game whose state is edited by applying facts, then played on."""

from __future__ import annotations

from rules.chance import LiveChance, ScriptedChance
from rules.decisions import Decision, Refused
from rules.effects.base import Effect
from rules.effects.galaxy import CubePlaced, DiscPlaced, DiscRemoved, SectorPlaced, ShipPlaced
from rules.engine import decision_for, new_game, open_decisions, play
from rules.fold import apply
from rules.geometry import neighbour, opposite, turned, zone_at, zone_name
from rules.orders import Done, Order, Pass
from rules.state.model import NPC, GameState, RulesetSpec, Seat, Sector, Ship
from rules.table import Table

TWO = ("terran_directorate", "terran_federation")
HOME = "221"
"""Starting sector of seat 0."""
RIVAL_HOME = "223"
"""Starting sector of seat 1."""


class Position:
    """A game between Terrans in which seat 0 begins; the methods before ``play`` edit it."""

    def __init__(
        self,
        species: tuple[str, ...] = TWO,
        edition: str = "new_dawn",
        modules: tuple[str, ...] = (),
    ) -> None:
        self._live = LiveChance(b"positions")
        self._script: dict[str, list[int]] = {}
        spec = RulesetSpec(edition, modules, options={"reactions": "ask"})
        chance = ScriptedChance({"start order": [0]}, otherwise=self._live)
        self.state: GameState
        self.state, self.setup = new_game(spec, len(species), chance, species)

    @property
    def table(self) -> Table:
        return Table(self.state)

    def seat(self, number: int = 0) -> Seat:
        return self.state.seats[number]

    def sector(self, sector: str) -> Sector:
        return self.state.sectors[sector]

    # --- editing -------------------------------------------------------------------------------

    def fact(self, *effects: Effect) -> None:
        for effect in effects:
            apply(self.state, effect)

    def zone_beside(self, sector: str, edge: int) -> str:
        """The zone at an edge of a placed sector."""
        return zone_name(neighbour(zone_at(self.sector(sector).zone), edge))

    def lay(
        self,
        sector: str,
        zone: str,
        orientation: int = 0,
        disc: int | None = None,
        discovery: bool = False,
    ) -> None:
        """Place a tile without its guards; ``discovery``: a tile lies face down on it."""
        ring = self.table.tile(sector).ring
        if sector in self.state.supply.unseen.get(ring, []):
            self.state.supply.unseen[ring].remove(sector)
            self.state.supply.stacks[ring] -= 1
        for place in self.table.rules.places[sector]:
            tile = "" if place == sector else sector
            self.fact(SectorPlaced(place, zone, orientation, discovery, tile))
        if disc is not None:
            self.fact(DiscPlaced(disc, sector))

    def join(self, sector: str, beside: str, disc: int | None = None) -> None:
        """Place a tile at a free wormhole of a placed one, turned so that both have one there."""
        for edge in sorted(self.table.wormholes(self.sector(beside))):
            zone = self.zone_beside(beside, edge)
            if zone not in self.state.zones:
                wormholes = self.table.tile(sector).wormholes
                turn = next(t for t in range(6) if opposite(edge) in turned(wormholes, t))
                self.lay(sector, zone, turn, disc)
                return
        raise AssertionError(f"no wormhole of sector {beside} is free")

    def lift(self, sector: str) -> None:
        """Take the disc of a sector back to its owner's track; cubes stay where they are."""
        disc = self.sector(sector).disc
        assert disc is not None
        self.fact(DiscRemoved(disc, sector))

    def settle(self, seat: int, sector: str, square: str, track: str) -> None:
        """Put a cube on a square without a colony ship."""
        self.fact(CubePlaced(seat, sector, square, track, colony=False))

    def ship(self, owner: int, kind: str, sector: str) -> Ship:
        """A new ship, last in the order of entry; owner -1 is a non-player."""
        number = self.state.next_ship
        self.fact(ShipPlaced(number, owner, kind, sector))
        return self.state.ships[number]

    def guard(self, sector: str, kind: str = "ancient") -> Ship:
        return self.ship(NPC, kind, sector)

    def remove_ships(self, sector: str) -> None:
        for number in list(self.sector(sector).ships):
            del self.state.ships[number]
        self.sector(sector).ships.clear()

    def learn(self, seat: int, tech: str, track: str = "") -> None:
        """Give a seat a technology without taking a tile from the supply board; a rare one goes
        to ``track``."""
        track = track or self.table.catalog.techs[tech].track
        self.seat(seat).techs[track].append(tech)

    def fit(self, seat: int, ship: str, *parts: str | None) -> None:
        """Cover the slots of a ship type from the left; ``None`` shows the printed square."""
        slots = self.seat(seat).tiles[ship]
        slots[: len(parts)] = parts

    # --- chance --------------------------------------------------------------------------------

    def will_draw(self, stream: str, *outcomes: int) -> None:
        """Fix the next outcomes of a stream."""
        self._script.setdefault(stream, []).extend(outcomes)

    def will_roll(self, sector: str, *faces: int) -> None:
        """Fix the faces of the next dice of the battles in a sector."""
        stream = f"battle {self.state.round} {sector}"
        self.will_draw(stream, *(face - 1 for face in faces))

    def will_reveal(self, sector: str) -> None:
        """The next tile of the sector's ring is this one."""
        ring = self.table.tile(sector).ring
        self.will_draw(f"{ring} sectors", self.state.supply.unseen[ring].index(sector))

    def will_discover(self, discovery: str) -> None:
        """The next discovery tile is this one."""
        tiles = self.state.supply.discoveries
        before = (tiles[kind] for kind in tiles if kind < discovery)
        self.will_draw("discovery", sum(before))

    # --- playing -------------------------------------------------------------------------------

    def play(self, *orders: Order, seat: int | None = None) -> list[Effect]:
        """Play orders of ``seat`` (by default of whoever is asked) and return their effects."""
        effects: list[Effect] = []
        for order in orders:
            who = self.asked().seat if seat is None else seat
            chance = ScriptedChance(self._script, otherwise=self._live)
            self._script = {}
            effects += play(self.state, self.state.seq + 1, who, order, chance)
        return effects

    def to_combat(self) -> list[Effect]:
        """Let everybody pass; the effects of the combat phase up to its first decision."""
        script, self._script = self._script, {}
        while (
            self.seat(self.asked().seat).passed or sum(not s.passed for s in self.state.seats) > 1
        ):
            self.play(Pass())
        self._script = script
        return self.play(Pass())

    def asked(self) -> Decision:
        """The only open decision, or the first of several."""
        return open_decisions(self.table)[0]

    def options(self, order: type[Order], *prefix: object) -> tuple[object, ...]:
        """Candidates for the next field of an order; none if it is not offered."""
        choice = self.asked().choice(order)
        return choice.next(prefix) if choice else ()

    def offers(self, order: type[Order]) -> bool:
        choice = self.asked().choice(order)
        return choice is not None and choice.possible()

    def refusal(self, order: Order, seat: int | None = None) -> str:
        """The reason why an order is refused. Fails if it is accepted."""
        who = self.asked().seat if seat is None else seat
        try:
            self.play(order, seat=who)
        except Refused as refused:
            return refused.reason
        raise AssertionError(f"{order} was accepted")

    def end_turn(self) -> None:
        self.play(Done())

    def decision(self, seat: int) -> Decision:
        return decision_for(self.table, seat)
