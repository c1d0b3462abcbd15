"""One ship against one: what the designs of two ship types are worth against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from games.rendering.colours import seat_colour
from games.rendering.drafts import Draft
from games.rendering.words import player, unit_title
from games.speech import gettext as _
from rules.battle import HIGHEST_FACE, ShipGroup, ShipStats
from rules.battle.dice import lowest_hit
from rules.blueprint import IMMOBILE
from rules.odds import odds_of
from rules.odds.reader import Battle, Fleet
from rules.odds.result import Outcome
from rules.ruleset import Ruleset
from rules.state.model import NPC
from rules.table import Table

WORK = 60_000
"""Steps of the exact computation for one duel: some hundredths of a second."""
RUNS = 400
"""Battles played where that is not enough; no design of the box needs it."""


@dataclass(frozen=True)
class Change:
    """Chance to win with the ship as it is now and as designed, of 100."""

    before: int
    after: int


@dataclass(frozen=True)
class Duel:
    """A ship type of somebody else. ``hits``: the faces that hit it, ``hit_by``: those with which
    it hits; ``attacks`` and ``defends``: the chances of whoever designs, ``None`` where that
    cannot happen."""

    owner: str
    colour: str
    kind: str
    title: str
    hits: str
    hit_by: str
    attacks: Change | None
    defends: Change | None

    @property
    def chances(self) -> tuple[Change | None, Change | None]:
        return self.attacks, self.defends


def duels(table: Table, seat: int, draft: Draft, ship: str, names: Mapping[int, str]) -> list[Duel]:
    """A ship type as designed against those of everybody else as they lie open, and against the
    ships that no player owns."""
    before, after = draft.stats(ship, before=True), draft.stats(ship)
    found = []
    for owner, kind, title, stats in _others(table, seat):
        attacks = None
        if ship not in IMMOBILE:
            attacks = Change(
                _percent(_wins(table.rules, before, stats)),
                _percent(_wins(table.rules, after, stats)),
            )
        defends = None
        if owner != NPC and kind not in IMMOBILE:
            defends = Change(
                _percent(1 - _loses(table.rules, before, stats)),
                _percent(1 - _loses(table.rules, after, stats)),
            )
        if attacks or defends:
            found.append(
                Duel(
                    player(names, owner),
                    seat_colour(table, owner),
                    kind,
                    title,
                    _faces(after, stats),
                    _faces(stats, after),
                    attacks,
                    defends,
                )
            )
    return found


def _others(table: Table, seat: int) -> Iterator[tuple[int, str, str, ShipStats]]:
    """Owner, type, name and values of every ship type that may be met."""
    for other, boards in enumerate(table.state.seats):
        if other != seat and boards.species and not boards.out:
            for kind in table.species(other).blueprints:
                yield other, kind, unit_title(table.catalog, kind), table.stats(other, kind)
    truce = table.species(seat).trait("ancients_truce") is not None
    for kind in table.rules.npc_kinds:
        if not (truce and kind == "ancient"):
            name = _(table.catalog.npcs[table.npc_blueprint(kind)].name)
            yield NPC, kind, name, table.stats(NPC, kind)


def _faces(stats: ShipStats, enemy: ShipStats) -> str:
    """The faces with which a ship hits another."""
    if not (stats.cannons or stats.missiles):
        return _("no dice")
    lowest = lowest_hit(stats.computer, enemy.shield)
    return str(lowest) if lowest == HIGHEST_FACE else f"{lowest}+"


def _percent(chance: float) -> int:
    return round(100 * chance)


def _wins(rules: Ruleset, own: ShipStats, enemy: ShipStats) -> float:
    """The chance of the attacker ``own``."""
    return fought(rules, _fighting(own), _fighting(enemy)).attacker


def _loses(rules: Ruleset, own: ShipStats, enemy: ShipStats) -> float:
    """The chance that ``enemy`` attacks ``own`` and wins, or that neither is left."""
    own, enemy = _fighting(own), _fighting(enemy)
    outcome = fought(rules, enemy, own)
    return outcome.attacker + outcome.mutual


def _fighting(stats: ShipStats) -> ShipStats:
    """Only what counts in a battle."""
    return msgspec.structs.replace(stats, movement=0, energy=0, jumps=0)


@lru_cache(maxsize=20_000)
def fought(rules: Ruleset, attacker: ShipStats, defender: ShipStats) -> Outcome:
    """One ship against one, to the end."""
    fleets = (
        Fleet((ShipGroup("attacker", "cruiser", 0, attacker),), (1,), "npc"),
        Fleet((ShipGroup("defender", "cruiser", 0, defender),), (1,), "npc"),
    )
    return odds_of(Battle(fleets, rules.dice_damage, rules.printed_faces), WORK, RUNS)
