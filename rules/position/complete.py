"""Fills in what a position file does not say, so that no component is lost or made.

Boards and homes are as at the start of a game; what is neither on the boards nor on the map lies
in the supply. An exported position says everything, and nothing is filled in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from itertools import pairwise
from typing import Any

from rules.content.schema import Catalog, PlayerCountSetup
from rules.geometry import CENTER, start_zone
from rules.position.draft import Draft, PlayerDraft, SectorDraft
from rules.position.errors import PositionError
from rules.ruleset import Ruleset, get_ruleset
from rules.state.frames import Frame
from rules.state.frames_action import DiscoveryFrame, ExploredFrame
from rules.state.frames_round import CubesHomeFrame
from rules.state.model import (
    NPC,
    RESOURCES,
    Away,
    GameState,
    RulesetSpec,
    Seat,
    Sector,
    Ship,
    Stock,
)
from rules.steps.rights import allowed_tracks
from rules.steps.setup import DRAWN, blueprint_options


def complete(draft: Draft) -> GameState:
    """The state that a draft stands for, without its flow.

    Raises ``PositionError`` where something cannot be filled in.
    """
    spec = RulesetSpec(draft.edition, draft.modules, draft.options)
    return _Filler(draft, spec).state


class _Filler:
    def __init__(self, draft: Draft, spec: RulesetSpec) -> None:
        self.draft = draft
        self.rules: Ruleset = get_ruleset(spec)
        self.catalog: Catalog = self.rules.catalog
        count = len(draft.players)
        counts = self.catalog.setup.players
        if count not in counts:
            last = draft.players[-1].line
            raise PositionError(last, f"{min(counts)} to {max(counts)} can play, not {count}")
        self.setup: PlayerCountSetup = counts[count]
        self.state = GameState(spec, **draft.given)
        if "turn_order" not in draft.given:
            self.state.turn_order = list(range(count))
        self.state.draws = dict(draft.draws)
        self.state.scores = list(draft.scores)
        self._map()
        self.state.seats = [self._seat(n, player) for n, player in enumerate(draft.players)]
        self._game()
        self._supply()

    @property
    def frames(self) -> list[Frame]:
        return self.draft.frames or []

    # --- map -----------------------------------------------------------------------------------

    def _map(self) -> None:
        state = self.state
        drafts = {**self._missing_sectors(), **self.draft.sectors}
        drafts |= self._missing_parts(drafts)
        places = self._places() | self._parts_beside(drafts)
        for name, draft in drafts.items():
            given = dict(draft.given)
            if "zone" not in given:
                if name not in places:
                    raise PositionError(
                        draft.line, f"expected the zone of sector {name}: sector {name} at 1.2"
                    )
                given["zone"], turn = places[name]
                given.setdefault("orientation", turn)
            sector = state.sectors[name] = Sector(name, **given)
            state.zones.setdefault(sector.zone, self.rules.tile_of.get(name, name))
            if draft.face:
                state.faces[name] = draft.face
        self._ships(drafts)

    def _missing_parts(self, drafts: dict[str, SectorDraft]) -> dict[str, SectorDraft]:
        """Empty parts of divided tiles of which the file names another part."""
        return {
            part: SectorDraft(part, draft.line)
            for name, draft in drafts.items()
            for part in self.rules.places[self.rules.tile_of[name]]
            if part not in drafts
        }

    def _parts_beside(self, drafts: dict[str, SectorDraft]) -> dict[str, tuple[str, int]]:
        """Zone and orientation of the parts of divided tiles, where the file says them of one."""
        found: dict[str, tuple[str, int]] = {}
        for name, draft in drafts.items():
            if "zone" in draft.given:
                at = draft.given["zone"], draft.given.get("orientation", 0)
                for part in self.rules.places[self.rules.tile_of[name]]:
                    found.setdefault(part, at)
        return found

    def _ships(self, drafts: dict[str, SectorDraft]) -> None:
        state = self.state
        away = [(name, *gone) for name, draft in drafts.items() for gone in draft.away]
        given_ships = [ship for draft in drafts.values() for ship in draft.ships]
        given_ships += [ship for _, ship, _ in away]
        free = max((ship["id"] for ship in given_ships if "id" in ship), default=0) + 1
        for ship in given_ships:
            if "id" not in ship:
                ship["id"], free = free, free + 1
        numbers = sorted(ship["id"] for ship in given_ships)
        for number, following in pairwise(numbers):
            if number == following:
                raise PositionError(0, f"two ships have the id {number}; every ship has its own")
        ships = []
        for name, draft in drafts.items():
            ships += [Ship(**ship, sector=name) for ship in draft.ships]
            state.sectors[name].ships += [ship["id"] for ship in draft.ships]
        state.ships = {ship.id: ship for ship in sorted(ships, key=lambda ship: ship.id)}
        for source, ship, back in sorted(away, key=lambda gone: int(gone[1]["id"])):
            state.away[ship["id"]] = Away(Ship(**ship, sector=""), source, back)
        if "next_ship" not in self.draft.given:
            state.next_ship = free

    def _places(self) -> dict[str, tuple[str, int]]:
        """Zone and orientation of the tiles whose place the rules fix."""
        places = {t.id: (CENTER, 0) for t in self.catalog.sectors.values() if t.ring == "center"}
        for spot, player in zip(self.setup.start_spots, self.draft.players, strict=False):
            if home := self._home(player):
                places[home] = (start_zone(spot), spot)
        return places

    def _home(self, player: PlayerDraft) -> str:
        if "home" in player.given:
            return str(player.given["home"])
        return self.catalog.species[player.species].starting_sector if player.species else ""

    def _missing_sectors(self) -> dict[str, SectorDraft]:
        """The center and the homes as at the start, where the file does not describe them."""
        drafts: dict[str, SectorDraft] = {}
        for tile in self.catalog.sectors.values():
            if tile.ring == "center" and tile.id not in self.draft.sectors:
                guards = ["ancient"] * tile.ancients + ["guardian"] * tile.guardian
                guards += ["gcds"] * tile.gcds
                drafts[tile.id] = SectorDraft(tile.id, 0, {"discovery": tile.discovery})
                drafts[tile.id].ships = [{"owner": NPC, "kind": kind} for kind in guards]
        for number, player in enumerate(self.draft.players):
            home = self._home(player)
            if not home or home in self.draft.sectors:
                continue
            drafts[home] = SectorDraft(home, player.line)
            if "out" in player.given:
                continue
            squares = [s.name for s in self.catalog.sectors[home].squares if s.start]
            drafts[home].given = {"disc": number, "cubes": squares}
            first = self.catalog.species[player.species].starting_ships if player.species else {}
            drafts[home].ships = [
                {"owner": number, "kind": kind} for kind, n in first.items() for _ in range(n)
            ]
        return drafts

    # --- seats ---------------------------------------------------------------------------------

    def _seat(self, number: int, player: PlayerDraft) -> Seat:
        given = dict(player.given)
        if player.species:
            given["techs"] = self._techs(player)
            given["tiles"] = self._tiles(player)
        seat = Seat(player.species, **{k: v for k, v in given.items() if k not in _STOCKS})
        seat.home = self._home(player)
        filled = bool(player.species) and not seat.out
        if filled and "colony_ships" not in given:
            whole = self.catalog.species[player.species].colony_ships
            seat.colony_ships = max(0, whole - seat.used_colony_ships)
        if filled and "discs" not in given:
            seat.discs = self._discs_left(number, seat)
        stored = self.catalog.species[player.species].storage if player.species else Stock()
        for kind in RESOURCES:
            seat.storage.add(kind, getattr(stored, kind))
        given_stocks = {name: dict(player.given.get(name, {})) for name in _STOCKS}
        for name, values in given_stocks.items():
            for kind, value in values.items():
                setattr(getattr(seat, name), kind, value)
        if filled and len(given_stocks["cubes"]) < len(RESOURCES):
            for kind, cubes in self._cubes_left(number, seat).items():
                if kind not in given_stocks["cubes"]:
                    setattr(seat.cubes, kind, cubes)
        return seat

    def _techs(self, player: PlayerDraft) -> dict[str, list[str]]:
        empty: dict[str, list[str]] = {"military": [], "grid": [], "nano": []}
        if "techs" in player.given:
            given: dict[str, list[str]] = player.given["techs"]
            return empty | given if given else {}
        for tech in self.catalog.species[player.species].starting_techs:
            empty.setdefault(self.catalog.techs[tech].track, []).append(tech)
        return empty

    def _tiles(self, player: PlayerDraft) -> dict[str, list[str | None]]:
        given: dict[str, list[str | None]] = player.given.get("tiles", {})
        blueprints = self.catalog.species[player.species].blueprints
        tiles = {ship: list[str | None]() for ship in blueprints} | given
        for ship, slots in tiles.items():
            printed = len(blueprints[ship].slots) if ship in blueprints else 0
            tiles[ship] = slots + [None] * (printed - len(slots))
        return tiles

    def _discs_left(self, number: int, seat: Seat) -> int:
        techs = (tech for track in seat.techs.values() for tech in track)
        gained = sum(self.catalog.techs[tech].effect.influence_discs for tech in techs)
        exist = self.catalog.setup.limits.per_player["influence_discs"]
        whole = min(exist, self.catalog.species[seat.species].influence_discs + gained)
        placed = sum(sector.disc == number for sector in self.state.sectors.values())
        return max(0, whole - placed - sum(seat.action_discs.values()))

    def _cubes_left(self, number: int, seat: Seat) -> dict[str, int]:
        """Cubes that are not elsewhere. Those on squares of several colours, on ambassadors and
        under way came from the fullest of the tracks they may have come from."""
        left = {
            kind: self.catalog.setup.population_cubes_per_track - seat.graveyard.of(kind)
            for kind in RESOURCES
        }
        sectors = self.state.sectors.values()
        away = [allowed_tracks(c) for s in sectors if s.disc == number for c in s.cubes]
        away += [RESOURCES] * len(seat.ambassadors)
        for frame in self.frames:
            if isinstance(frame, CubesHomeFrame) and frame.seat == number:
                away += frame.cubes
        for tracks in sorted(away, key=len):
            left[max(tracks, key=left.__getitem__)] -= 1
        return {kind: max(0, cubes) for kind, cubes in left.items()}

    # --- the game ------------------------------------------------------------------------------

    def _game(self) -> None:
        state, given = self.state, self.draft.given
        given_ambassadors = Counter(a.seat for seat in state.seats for a in seat.ambassadors)
        own = self.catalog.setup.limits.per_player["ambassadors"]
        for number, (seat, player) in enumerate(zip(state.seats, self.draft.players, strict=True)):
            if player.species and "spare_ambassadors" not in player.given:
                seat.spare_ambassadors = max(0, own - given_ambassadors[number])
        if "npc_blueprints" not in given:
            # One that was drawn is not known: the first stands for it.
            state.npc_blueprints = {
                kind: self.catalog.npc_variants(kind)[
                    0 if want == DRAWN else variants.index(want)
                ].id
                for kind, (want, variants) in blueprint_options(self.rules).items()
            }
        chosen = all(seat.species for seat in state.seats)
        if "round" not in given:
            state.round = int(chosen)
        if "phase" not in given:
            state.phase = self.rules.edition.phases[0] if chosen else "setup"
        if "next_start" not in given:
            passed = (n for n in state.turn_order if 0 <= n < len(state.seats))
            state.next_start = next((n for n in passed if _first_to_pass(state.seats[n])), None)

    # --- supply --------------------------------------------------------------------------------

    def _supply(self) -> None:
        supply, given = self.state.supply, self.draft.supply
        for name, value in given.items():
            setattr(supply, name, value)
        if "tech_bag" not in given:
            supply.tech_bag = self._tech_bag()
        self._sectors()
        if "discoveries" not in given:
            supply.discoveries = self._discoveries()
        if "discovery_pile" not in given:
            down = sum(sector.discovery for sector in self.state.sectors.values())
            supply.discovery_pile = sum(supply.discoveries.values()) - down
        hands = [seat.reputation + seat.drawn for seat in self.state.seats]
        held = Counter(value for hand in hands for value in hand)
        if "reputation" not in given:
            supply.reputation = _rest(self.catalog.setup.reputation_bag.items(), held)
        if "reputation_left" not in given:
            # Hidden tiles came from the bag too, though it is not known which they are.
            supply.reputation_left = sum(supply.reputation.values()) - held[0]
        if "ancients" not in given:
            out = sum(s.owner == NPC and s.kind == "ancient" for s in self.state.ships.values())
            supply.ancients = max(0, self.rules.ancients - out)

    def _tech_bag(self) -> dict[str, int]:
        out = Counter(self.state.supply.techs)
        for seat in self.state.seats:
            owned = Counter(tech for track in seat.techs.values() for tech in track)
            if seat.species:
                # Starting technologies are printed on the board, not tiles.
                owned.subtract(self.catalog.species[seat.species].starting_techs)
            out.update(owned)
        return _rest(((t.id, t.copies) for t in self.catalog.techs.values()), out)

    def _sectors(self) -> None:
        supply, given = self.state.supply, self.draft.supply
        rings = [r for r in dict.fromkeys(self.rules.edition.sectors_by_ring) if r != "center"]
        gone = {self.rules.tile_of[name] for name in self.state.sectors}
        gone.update(tile for tiles in supply.discards.values() for tile in tiles)
        for frame in self.frames:
            if isinstance(frame, ExploredFrame):
                gone.update(frame.sectors)
        tiles = self.catalog.sectors.values()
        all_of = {ring: sorted(t.id for t in tiles if t.ring == ring) for ring in rings}
        told = (tile for tiles in supply.unseen.values() for tile in tiles)
        aside = gone.union(*(of(self.catalog, {*gone, *told}) for of in self.rules.hooks.left_out))
        unseen = {r: [t for t in all_of[r] if t not in aside] for r in rings}
        supply.unseen = _by_ring(given.get("unseen"), unseen, [])
        supply.discards = _by_ring(given.get("discards"), {ring: [] for ring in rings}, [])
        stacks = {ring: len(supply.unseen[ring]) for ring in rings}
        last = rings[-1]
        seen = sum(tile in gone for tile in all_of[last])
        stacks[last] = min(stacks[last], max(0, self.setup.outer_sectors - seen))
        supply.stacks = _by_ring(given.get("stacks"), stacks, 0)

    def _discoveries(self) -> dict[str, int]:
        out = Counter[str]()
        parts = Counter[str]()
        for seat in self.state.seats:
            out.update(seat.kept_discoveries)
            out.update(seat.scoring_discoveries)
            parts.update(seat.kept_parts)
            parts.update(seat.beside.values())
            parts.update(part for row in seat.tiles.values() for part in row if part)
        out.update(f.discovery for f in self.frames if isinstance(f, DiscoveryFrame))
        out.update(self.state.supply.discarded_discoveries)
        for tile in self.catalog.discoveries.values():
            if tile.effect.part:
                out[tile.id] += parts[tile.effect.part]
        return _rest(((d.id, d.copies) for d in self.catalog.discoveries.values()), out)


_STOCKS = ("storage", "cubes", "graveyard")


def _first_to_pass(seat: Seat) -> bool:
    return seat.passed and not seat.out


def _by_ring(given: dict[str, Any] | None, missing: dict[str, Any], none: Any) -> dict[str, Any]:
    """What the file says of each ring: those it does not name as in ``missing``, all of them
    ``none`` where it says that there is nothing."""
    if given is None:
        return missing
    if not given:
        return {ring: copy(none) for ring in missing}
    return missing | given


def _rest(exist: Iterable[tuple[Any, int]], out: Counter[Any]) -> dict[Any, int]:
    """What is left of a multiset; kinds of which nothing is left are not in it."""
    return {key: copies - out[key] for key, copies in exist if copies > out[key]}
