"""What a player looks at before every order: money, discs, rounds left."""

from __future__ import annotations

from functools import cached_property

from rules.battle import ShipStats
from rules.content.schema import SectorTile
from rules.decisions import Decision
from rules.state.model import NPC, Seat, Sector
from rules.steps.rights import can_settle
from rules.table import Table
from rules.views import PlayerView


class Situation:
    """A seat's view of its own position, with the sums that several ratings need."""

    def __init__(self, view: PlayerView, decision: Decision) -> None:
        self.table: Table = view.table
        self.seat: int = decision.seat
        self.boards: Seat = view.board.seats[decision.seat]
        self.decision = decision
        self.round = view.board.round
        self.rounds_left = self.table.catalog.setup.rounds - view.board.round
        """Whole rounds after this one."""

    @property
    def starting(self) -> bool:
        """Whether a new disc would be spent: the order begins an action or a reaction."""
        return self.decision.kind in ("turn", "reaction")

    def balance(self, discs: int) -> int:
        """Money left after this round's upkeep if ``discs`` more leave the influence track."""
        money = self.boards.storage.money + self.table.production(self.seat, "money")
        return money - self.table.upkeep(self.seat, fewer_discs=discs)

    def affords(self, discs: int) -> bool:
        """Whether that many more discs can be paid, with what trade could add as a reserve."""
        return self.boards.discs >= discs and self.balance(discs) >= 0

    @cached_property
    def worth_a_disc(self) -> bool:
        """Whether an action can be paid for, or needs no new disc."""
        return not self.starting or self.affords(1)

    def settles(self, squares: list[str]) -> int:
        """Squares among ``squares`` that the seat's technologies let it settle."""
        return sum(can_settle(self.table, self.seat, square) for square in squares)

    def sector_worth(self, sector: Sector) -> float:
        """What controlling a sector gives: points, production for the rounds left, discovery."""
        tile = self.table.tile(sector.id)
        return self.tile_worth(tile) + (1.5 if sector.discovery else 0.0)

    def tile_worth(self, tile: SectorTile) -> float:
        squares = self.settles([square.name for square in tile.squares])
        return tile.vp + 0.12 * squares * self.rounds_left


def power(stats: ShipStats, damage: dict[str, int]) -> float:
    """Fighting worth of one ship: what it deals times what it takes."""
    chance = min(5, 1 + stats.computer) / 6
    dealt = sum(damage[die] for die in stats.cannons) * chance
    dealt += 0.7 * sum(damage[die] for die in stats.missiles) * chance
    taken = (stats.hull + 1) * (1 + 0.35 * stats.shield)
    return (dealt + 0.15) * taken * (1 + 0.04 * stats.initiative)


def die_damage(table: Table) -> dict[str, int]:
    return {colour: die.damage for colour, die in table.catalog.setup.dice.items()}


def strength(table: Table, owner: int, kinds: list[str]) -> float:
    """Fighting worth of ships together: numbers count more than in proportion."""
    damage = die_damage(table)
    total = sum(power(table.stats(owner, kind), damage) for kind in kinds)
    return float(total * (1 + 0.15 * (len(kinds) - 1))) if kinds else 0.0


def hostile_strength(table: Table, seat: int, sector: Sector) -> float:
    """The strongest single party that ``seat`` would have to fight in the sector."""
    parties: dict[int, list[str]] = {}
    for ship in table.enemy_ships_in(seat, sector):
        parties.setdefault(ship.owner, []).append(ship.kind)
    return max((strength(table, owner, kinds) for owner, kinds in parties.items()), default=0.0)


__all__ = ["NPC", "Situation", "die_damage", "hostile_strength", "power", "strength"]
