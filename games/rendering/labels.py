"""What is asked step by step, and candidates with what they mean for the player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import ngettext

from games.rendering import special_hints
from games.rendering.features import printed_texts
from games.rendering.places import sector_name, ship_texts, turned_text
from games.rendering.words import (
    RESOURCE_TITLES,
    RESOURCES,
    TRACKS,
    player,
    resource_square,
    species_facts,
    tech_facts,
    unit_name,
    unit_title,
)
from games.speech import gettext as _, gettext_lazy as _l
from rules import orders as o
from rules.blueprint import parts_on
from rules.decisions import Decision, Prefix
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.geometry import zone_neighbours
from rules.notation.printer import show_atom
from rules.orders import Atom, Order
from rules.steps.explore import stack_of
from rules.steps.reputation_track import tiles_in_the_way
from rules.steps.research import cost_lines
from rules.steps.rights import settling_tracks
from rules.table import Table

KINDS: dict[type[Order], tuple[Any, str]] = {
    o.ChooseSpecies: (_l("Choose a board"), "act-influence"),
    o.Explore: (_l("Explore"), "act-explore"),
    o.Influence: (_l("Influence"), "act-influence"),
    o.Refresh: (_l("Turn up colony ships"), "colony-ship"),
    o.Research: (_l("Research"), "act-research"),
    o.ResearchRare: (_l("Research a rare technology"), "act-research"),
    o.Upgrade: (_l("Upgrade"), "act-upgrade"),
    o.Build: (_l("Build"), "act-build"),
    o.Move: (_l("Move"), "act-move"),
    o.Pass: (_l("Pass"), "act-pass"),
    o.Done: (_l("Done"), "check"),
    o.Resign: (_l("Give up the game"), "cross"),
    o.Colonize: (_l("Use a colony ship"), "colony-ship"),
    o.Trade: (_l("Trade"), "trade"),
    o.Prefer: (_l("Preference"), "reputation"),
    o.PlaceSector: (_l("Place the tile"), "act-explore"),
    o.DiscardSector: (_l("Discard the tile"), "cross"),
    o.TakeControl: (_l("Place an influence disc"), "disc"),
    o.Decline: (_l("Decline"), "cross"),
    o.UseDiscovery: (_l("Use the discovery"), "discovery"),
    o.KeepDiscovery: (_l("Keep it for points"), "vp"),
    o.FitPart: (_l("Put the part on a ship"), "act-upgrade"),
    o.SetAside: (_l("Set the part aside"), "lock"),
    o.TakeTech: (_l("Take a technology"), "act-research"),
    o.TakeArtifact: (_l("Take resources"), "artifact"),
    o.TakeBonus: (_l("Take resources"), "discovery"),
    o.PlacePortal: (_l("Place the warp portal"), "discovery"),
    o.ReturnCube: (_l("Return the cube"), "cube"),
    Activate: (_l("Activate a pulsar"), "pulsar"),
    ReturnShip: (_l("Bring a ship back"), "black-hole"),
    o.Attack: (_l("Attack"), "battle"),
    o.Retreat: (_l("Retreat"), "retreat"),
    o.AssignDice: (_l("Assign the dice"), "target"),
    o.Bombard: (_l("Attack the population"), "battle"),
    o.Spare: (_l("Spare the population"), "check"),
    o.DestroyCube: (_l("Destroy a cube"), "cube"),
    o.KeepReputation: (_l("Keep a reputation tile"), "reputation"),
    o.Abandon: (_l("Give up a sector"), "cross"),
    o.Propose: (_l("Offer diplomatic relations"), "ambassador"),
    o.Accept: (_l("Accept"), "check"),
    o.Refuse: (_l("Refuse"), "cross"),
}
SHORT: dict[type[Order], Any] = {
    o.ResearchRare: _l("Rare tech"),
    Activate: _l("Pulsar"),
    ReturnShip: _l("Bring back"),
}
"""Names on the action bar, where there is little room."""
AFTER_PASSING = {
    "skip": _l("you are not asked again this round."),
    "threat": _l("you are asked again when you are threatened."),
    "ask": _l("you are asked again at each of your turns."),
}
"""What the preference for reactions means to whoever passes."""
RIGHTS = (o.Refresh, o.Colonize, o.Trade, o.Propose, o.Prefer)
"""Small rights beside the actions, shown apart from what is asked."""

SYMBOLS: dict[str, str] = {str(t.__struct_config__.tag): symbol for t, (_, symbol) in KINDS.items()}
"""The symbol of each kind of order, by its tag."""

QUESTIONS: dict[tuple[type[Order], str], Any] = {
    (o.ChooseSpecies, "species"): _l("Which board?"),
    (o.Explore, "zone"): _l("Which zone?"),
    (o.PlaceSector, "sector"): _l("Which tile?"),
    (o.PlaceSector, "orientation"): _l("How is it turned?"),
    (o.TakeControl, "sector"): _l("In which sector?"),
    (o.FitPart, "ship"): _l("On which ship?"),
    (o.FitPart, "slot"): _l("On which square?"),
    (o.TakeTech, "tech"): _l("Which technology?"),
    (o.Research, "tech"): _l("Which technology?"),
    (o.ResearchRare, "tech"): _l("Which rare technology?"),
    (o.ResearchRare, "track"): _l("On which track?"),
    (o.TakeBonus, "resource"): _l("Which resource?"),
    (o.PlacePortal, "sector"): _l("In which sector?"),
    (o.Influence, "source"): _l("From where does the disc come?"),
    (o.Influence, "target"): _l("Where does the disc go?"),
    (o.TakeArtifact, "resource"): _l("Which resource?"),
    (o.Build, "unit"): _l("What do you build?"),
    (o.Build, "sector"): _l("In which sector?"),
    (o.Move, "ship"): _l("Which ship?"),
    (o.Move, "source"): _l("From which sector?"),
    (o.Move, "target"): _l("To which sector?"),
    (o.ReturnCube, "track"): _l("To which track?"),
    (Activate, "sector"): _l("Which pulsar sector?"),
    (Activate, "slot"): _l("To which slot does its disc go?"),
    (ReturnShip, "ship"): _l("Which ship comes back?"),
    (ReturnShip, "sector"): _l("To which sector?"),
    (o.Retreat, "sector"): _l("To which sector?"),
    (o.DestroyCube, "square"): _l("The cube on which square?"),
    (o.KeepReputation, "value"): _l("Which tile do you keep?"),
    (o.KeepReputation, "instead"): _l("Which tile goes back?"),
    (o.Abandon, "sector"): _l("Which sector?"),
    (o.Colonize, "sector"): _l("In which sector?"),
    (o.Colonize, "square"): _l("On which square?"),
    (o.Colonize, "track"): _l("From which track?"),
    (o.Trade, "give"): _l("What do you give?"),
    (o.Trade, "gain"): _l("What do you want?"),
    (o.Trade, "amount"): _l("How much?"),
    (o.Propose, "seat"): _l("To whom?"),
    (o.Propose, "track"): _l("From which track does the cube come?"),
    (o.Accept, "seat"): _l("Whose offer?"),
    (o.Accept, "track"): _l("From which track does your cube come?"),
    (o.Refuse, "seat"): _l("Whose offer?"),
    (o.Prefer, "name"): _l("Which preference?"),
    (o.Prefer, "value"): _l("What shall hold?"),
}

Said = tuple[str, str]
"""A candidate's name, and what choosing it means (may be empty)."""


class Labeller:
    """Says what candidates of a seat's choices are."""

    def __init__(self, table: Table, decision: Decision, names: Mapping[int, str]) -> None:
        self.table = table
        self.decision = decision
        self.seat = decision.seat
        self.names = names

    def candidate(
        self, order: type[Order], fields: tuple[str, ...], prefix: Prefix, atom: Atom
    ) -> Said:
        """Name and meaning of one candidate."""
        if order is o.AssignDice:
            return self.ship(atom)
        field = fields[min(len(prefix), len(fields) - 1)]
        by_order = getattr(self, f"_{order.__struct_config__.tag}_{field}", None)
        by_field: Callable[[Prefix, Atom], Said] | None = by_order or getattr(
            self, f"_{field}", None
        )
        if by_field is None:
            return show_atom(order, len(prefix), atom), ""
        return by_field(prefix, atom)

    # --- places --------------------------------------------------------------------------------

    def _sector(self, prefix: Prefix, sector: str) -> Said:
        placed = self.table.state.sectors.get(sector)
        name = sector_name(self.table, sector)
        if placed is None:
            return name, self._tile(sector)
        tile = self.table.tile(sector)
        facts = [_("%(points)d VP") % {"points": tile.vp}] if tile.disc else []
        facts += ship_texts(self.table, placed, self.names)
        return name, ", ".join(facts)

    def _tile(self, sector: str) -> str:
        tile = self.table.tile(sector)
        facts = [_("%(points)d VP") % {"points": tile.vp}] if tile.disc else []
        facts += [resource_square(square.name) for square in tile.squares]
        if tile.ancients:
            facts.append(
                f"{tile.ancients} {unit_name(self.table.catalog, 'ancient', tile.ancients)}"
            )
        for kind in ("guardian",) * tile.guardian + ("gcds",) * tile.gcds:
            facts.append(unit_name(self.table.catalog, kind))
        if tile.discovery:
            facts.append(_("discovery tile"))
        if tile.warp_portal:
            facts.append(_("warp portal"))
        return ", ".join([*facts, *printed_texts(self.table, sector)])

    def _source(self, prefix: Prefix, place: str) -> Said:
        return self._target(prefix, place)

    def _target(self, prefix: Prefix, place: str) -> Said:
        if place == "track":
            discs = self.table.seat(self.seat).discs
            return _("Influence track"), _("%(discs)d discs on it") % {"discs": discs}
        name, facts = self._sector(prefix, place)
        placed = self.table.state.sectors[place]
        enemies = self.table.enemy_ships_in(self.seat, placed)
        said = [facts] if facts else []
        if enemies and len(prefix) == 2:
            said.append(_("a battle follows"))
        if len(prefix) == 2 and (more := special_hints.target_hint(self.table, placed)):
            said.append(more)
        return name, "; ".join(said)

    def _zone(self, prefix: Prefix, zone: str) -> Said:
        ring = stack_of(self.table, zone)
        left = self.table.state.supply.stacks[ring]
        facts = _("%(ring)s ring, tiles in the stack: %(left)d") % {"ring": _(ring), "left": left}
        around, sectors = zone_neighbours(zone), self.table.state.sectors.values()
        if beside := [sector.id for sector in sectors if sector.zone in around]:
            facts = _("beside %(sectors)s; %(facts)s") % {
                "sectors": ", ".join(sorted(beside)),
                "facts": facts,
            }
        return _("Zone %(zone)s") % {"zone": zone}, facts

    def _orientation(self, prefix: Prefix, turns: int) -> Said:
        name = _("%(degrees)d° clockwise") % {"degrees": 60 * turns} if turns else _("As printed")
        zone = self.decision.context["zone"]
        return name, turned_text(self.table, zone, str(prefix[0]), turns)

    # --- special sectors -------------------------------------------------------------------------

    def _activate_sector(self, prefix: Prefix, sector: str) -> Said:
        hint = special_hints.pulsar_hint(self.table, self.table.state.sectors[sector])
        return sector_name(self.table, sector), hint

    def _activate_slot(self, prefix: Prefix, slot: str) -> Said:
        return special_hints.slot_hint(self.table, self.seat, slot)

    def _return_ship_ship(self, prefix: Prefix, kind: str) -> Said:
        coming = special_hints.returning_hint(self.table, self.seat, kind, self.decision.context)
        return unit_title(self.table.catalog, kind), coming

    # --- boards --------------------------------------------------------------------------------

    def _species(self, prefix: Prefix, species: str) -> Said:
        board = self.table.catalog.species[species]
        return _(board.name), species_facts(self.table.catalog, board)

    def _tech(self, prefix: Prefix, tech: str) -> Said:
        printed = self.table.catalog.techs[tech]
        return _(printed.name), tech_facts(self.table.catalog, printed)

    def _research_tech(self, prefix: Prefix, tech: str) -> Said:
        name, facts = self._tech(prefix, tech)
        track = self.table.catalog.techs[tech].track
        cost = sum(line.amount for line in cost_lines(self.table, self.seat, tech, track))
        stored = self.table.seat(self.seat).storage.science
        price = _("%(cost)d of your %(stored)d science") % {"cost": cost, "stored": stored}
        return name, f"{price}. {facts}"

    def _research_rare_track(self, prefix: Prefix, track: str) -> Said:
        cost = sum(line.amount for line in cost_lines(self.table, self.seat, prefix[0], track))
        stored = self.table.seat(self.seat).storage.science
        price = _("%(cost)d of your %(stored)d science") % {"cost": cost, "stored": stored}
        return str(TRACKS[track]), price

    def _unit(self, prefix: Prefix, unit: str) -> Said:
        table = self.table
        cost = table.species(self.seat).build_costs[unit]
        stored = table.seat(self.seat).storage.materials
        price = _("%(cost)d of your %(stored)d materials") % {"cost": cost, "stored": stored}
        return unit_title(table.catalog, unit), price

    def _ship(self, prefix: Prefix, kind: str) -> Said:
        name = unit_title(self.table.catalog, kind)
        if self.decision.kind == "fit_part":
            return name, ""
        movement = self.table.stats(self.seat, kind).movement
        return name, _("movement %(movement)d") % {"movement": movement}

    def _slot(self, prefix: Prefix, slot: int) -> Said:
        parts = parts_on(self.table.species(self.seat), self.table.seat(self.seat), str(prefix[0]))
        part = parts[slot - 1] if slot <= len(parts) else None
        now = _("empty") if part is None else _(self.table.catalog.parts[part].name)
        return _("Square %(slot)d") % {"slot": slot}, _("now: %(part)s") % {"part": now}

    def _seat(self, prefix: Prefix, seat: int) -> Said:
        table = self.table
        facts = _(table.species(seat).name)
        if returns := tiles_in_the_way(table, self.seat):
            back = ngettext(
                "%(n)d of your reputation tiles goes back, the lowest",
                "%(n)d of your reputation tiles go back, the lowest",
                returns,
            ) % {"n": returns}
            facts = f"{facts}; {back}"
        return player(self.names, seat), facts

    # --- resources and cubes ---------------------------------------------------------------------

    def _resource(self, prefix: Prefix, kind: str) -> Said:
        amount = self.decision.context.get("amount")
        return str(RESOURCE_TITLES[kind]), f"+{amount}" if amount else ""

    def _give(self, prefix: Prefix, kind: str) -> Said:
        stored = self.table.seat(self.seat).storage.of(kind)
        return str(RESOURCE_TITLES[kind]), _("you have %(stored)d") % {"stored": stored}

    def _gain(self, prefix: Prefix, kind: str) -> Said:
        return self._give(prefix, kind)

    def _amount(self, prefix: Prefix, amount: int) -> Said:
        give, gain = self.table.trade_rate(self.seat)
        paid = amount // gain * give
        left = self.table.seat(self.seat).storage.of(prefix[0]) - paid
        label = self.trade(o.Trade(prefix[0], prefix[1], amount))
        return label, _("%(left)d %(give)s left") % {"left": left, "give": RESOURCES[prefix[0]]}

    def trade(self, order: o.Trade) -> str:
        """What is paid and what is gained."""
        give, gain = self.table.trade_rate(self.seat)
        return _("Trade %(paid)d %(give)s for %(amount)d %(gain)s") % {
            "paid": order.amount // gain * give,
            "give": RESOURCES[order.give],
            "amount": order.amount,
            "gain": RESOURCES[order.gain],
        }

    def _track(self, prefix: Prefix, track: str) -> Said:
        table = self.table
        now = table.production(self.seat, track)
        change = 1 if self.decision.choice(o.ReturnCube) else -1
        after = table.production(self.seat, track, change)
        return str(RESOURCE_TITLES[track]), _("income %(now)d to %(after)d") % {
            "now": now,
            "after": after,
        }

    def _square(self, prefix: Prefix, square: str) -> Said:
        name = resource_square(square)
        return name[:1].upper() + name[1:], ""

    def _colonize_square(self, prefix: Prefix, square: str) -> Said:
        name, _facts = self._square(prefix, square)
        tracks = settling_tracks(self.table, self.seat, square)
        if len(tracks) == 1:
            return name, self._track(prefix, tracks[0])[1]
        return name, _("a cube from any of %(number)d tracks") % {"number": len(tracks)}

    def _value(self, prefix: Prefix, value: int) -> Said:
        if not value:
            return _("None of them"), ""
        return _("Tile of %(value)d") % {"value": value}, ""

    def _instead(self, prefix: Prefix, value: int) -> Said:
        return self._value(prefix, value)

    def _prefer_name(self, prefix: Prefix, name: str) -> Said:
        return {
            "reputation": (_("Reputation tiles"), _("which tile is kept after a battle")),
            "reactions": (_("Reactions"), _("whether the game asks once you have passed")),
        }.get(name, (name, ""))

    def _prefer_value(self, prefix: Prefix, value: str) -> Said:
        if prefix[0] == "reactions":
            return {
                "skip": (_("Never ask"), _("nobody has to wait for you")),
                "threat": (
                    _("Ask when I am threatened"),
                    _("a ship of another player is where I have a disc or a ship"),
                ),
                "ask": (_("Ask each time it would be my turn"), _("the game waits for you")),
            }.get(value, (value, ""))
        if value == "ask":
            return _("Ask me which tile I keep"), _("after each battle the game waits for you")
        return _("Keep the best tile by itself"), _("nobody has to wait for you")

    # --- ships and parts -------------------------------------------------------------------------

    def ship(self, number: Atom) -> Said:
        """A ship by its id."""
        ship = self.table.state.ships[number]
        stats = self.table.stats(ship.owner, ship.kind)
        name = f"{unit_title(self.table.catalog, ship.kind)} #{ship.id}"
        left = stats.hull + 1 - ship.damage
        return name, ngettext("%(left)d damage destroys it", "%(left)d damage destroy it", left) % {
            "left": left
        }
