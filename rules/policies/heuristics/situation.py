"""What a player looks at before every order: money, discs, rounds left, what a sector gives.

Everything is measured in victory points. Resources are turned into points by rule-of-thumb rates.
"""

from __future__ import annotations

from functools import cached_property
from math import inf

from rules.content.schema import SectorTile
from rules.decisions import Decision
from rules.policies.heuristics import special
from rules.state.model import RESOURCES, Seat, Sector
from rules.steps.rights import can_settle
from rules.table import Table
from rules.views import PlayerView

UNIT_WORTH = {"money": 0.18, "science": 0.12, "materials": 0.13}
"""Victory points that a unit of income is worth while there are rounds to use it."""

_MONEY_PRICE = 0.07
"""Points that a unit of money already earned is worth: it buys actions of later rounds."""

_TRADE_PRICE = 0.3
"""Points lost for each money that must be traded for: two units of what builds and researches."""

_SQUARE_INCOME = 2.2
"""Units that one more cube on the board produces each round, on average."""


class Situation:
    """A seat's view of its own position, with the sums that several ratings need."""

    def __init__(self, view: PlayerView, decision: Decision) -> None:
        self.table: Table = view.table
        self.seat: int = decision.seat
        self.boards: Seat = view.board.seats[decision.seat]
        self.decision = decision
        self.setup = self.table.catalog.setup
        self.round = view.board.round
        self.rounds_left = self.setup.rounds - view.board.round
        """Whole rounds after this one."""
        self.species = self.table.species(self.seat)

    @property
    def starting(self) -> bool:
        """Whether a new disc would be spent: the order begins an action or a reaction."""
        return self.decision.kind in ("turn", "reaction")

    # --- money -----------------------------------------------------------------------------------

    @cached_property
    def money_income(self) -> int:
        return self.table.production(self.seat, "money")

    def balance(self, discs: int) -> int:
        """Money left after this round's upkeep if ``discs`` more leave the influence track."""
        money = self.boards.storage.money + self.money_income
        return money - self.table.upkeep(self.seat, fewer_discs=discs)

    @cached_property
    def reserve(self) -> int:
        """Money that trading all science and materials would bring."""
        storage = self.boards.storage
        give, gain = self.table.trade_rate(self.seat)
        return (storage.science // give + storage.materials // give) * gain

    def price(self, discs: int, spending: int = 0, money: int = 0) -> float:
        """Points that it costs to take ``discs`` more off the influence track this round.

        ``spending`` units of science or materials, and ``money``, go for something else. Infinite
        when the upkeep could then not be paid, with trade as the last resort, or when the next
        round's upkeep would come out of nothing.
        """
        if self.boards.discs < discs:
            return inf
        give, gain = self.table.trade_rate(self.seat)
        reserve = self.reserve - (spending + give - 1) // give * gain
        after = self.balance(discs) - money
        if after + reserve < 0:
            return inf
        short = max(0, -after)
        if self.rounds_left == 0:
            return 0.02 * short
        due = self.table.upkeep(self.seat, discs) - self.table.upkeep(self.seat)
        early = 0.4 + 0.15 * self.rounds_left
        cost = early * (_MONEY_PRICE * (due - short) + _TRADE_PRICE * short)
        return cost + 0.1 * max(0, self._needed_next - max(0, after))

    @cached_property
    def _needed_next(self) -> int:
        """Money that next round's income lacks for its sectors and two actions."""
        back = sum(self.boards.action_discs.values())
        return self.table.upkeep(self.seat, 2 - back) - self.money_income

    @cached_property
    def keeping_price(self) -> float:
        """Points that one more disc on a sector costs in the upkeep of the rounds to come."""
        back = sum(self.boards.action_discs.values())
        table, seat = self.table, self.seat
        step = table.upkeep(seat, 4 - back) - table.upkeep(seat, 3 - back)
        return 0.1 * step * self.rounds_left

    def price_of_sector(self, discs: int) -> float:
        """What the last of ``discs`` costs if it goes to a sector, now and in later rounds."""
        now = self.price(discs)
        if now == inf:
            return inf
        return now - (self.price(discs - 1) if discs > 1 else 0.0) + self.keeping_price

    # --- income and sectors ----------------------------------------------------------------------

    @cached_property
    def _unit_worths(self) -> dict[str, float]:
        incomes = {kind: self.table.production(self.seat, kind) for kind in RESOURCES}
        mean = sum(incomes.values()) / len(incomes)
        worths = {}
        for kind, income in incomes.items():
            lag = max(0.7, min(1.5, (mean + 3) / (income + 3)))
            worths[kind] = UNIT_WORTH[kind] * lag
        worths["money"] *= 1.0 + 0.08 * max(0, min(8, self._needed_next))
        return worths

    def unit_worth(self, kind: str) -> float:
        """Points for a unit of income; a kind that lags behind the others is worth more, and
        money most while it does not pay for some actions each round."""
        return self._unit_worths[kind]

    def income_gain(self, track: str) -> float:
        """Units that the next cube from a population track adds to each round's income."""
        off = self.setup.population_cubes_per_track - self.boards.cubes.of(track)
        steps = self.setup.production_by_cubes_off
        return float(steps[min(off + 1, len(steps) - 1)] - steps[max(off, 0)])

    def settles(self, squares: list[str]) -> int:
        """Squares among ``squares`` that the seat's technologies let it settle."""
        return sum(can_settle(self.table, self.seat, square) for square in squares)

    def tile_worth(self, tile: SectorTile, sector: Sector | None = None) -> float:
        """Points and production for the rounds left, without a disc's cost, of a tile or of the
        ``sector`` where it lies."""
        income = 0.0
        for square in tile.squares:
            kinds = RESOURCES if square.kind == "gray" else (square.kind,)
            worth = max(self._unit_worths[kind] for kind in kinds)
            open_now = can_settle(self.table, self.seat, square.name)
            income += worth * (1.0 if open_now else 0.25 if self.rounds_left > 2 else 0.0)
        income *= _SQUARE_INCOME * self.rounds_left
        income *= special.lasting_income(self.table, self.seat, tile, sector)
        worth = tile.vp + 0.8 * income + 0.15 * tile.artifacts
        return worth + special.slots_worth(tile, self.rounds_left)

    def sector_worth(self, sector: Sector) -> float:
        """What controlling a sector gives, with its discovery tile and monolith."""
        worth = self.tile_worth(self.table.tile(sector.id), sector)
        worth += self.setup.discovery_vp if sector.discovery else 0.0
        worth += self.setup.monolith_vp if sector.monolith else 0.0
        return worth + (0.2 * self.rounds_left if sector.orbital else 0.0)
