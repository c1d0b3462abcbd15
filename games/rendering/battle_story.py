"""A sector's battles told from the log: who fought, every die with its sum, what it hit.

Built from effects that the reader may see and from a table of the same combat phase, in which no
blueprint changes; ships that are gone are known by the effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import ngettext

from games.rendering.blueprints import dice_of, stat_line
from games.rendering.clashes import Names
from games.rendering.colours import seat_colour
from games.rendering.odds import bar, battle_chances
from games.rendering.reports import Bar, Clash, Die, Hull, Report, Round, Side, Squad, Volley
from games.rendering.words import player, unit_name, unit_title
from games.sentences import as_text
from games.speech import gettext as _
from rules.battle import HIGHEST_FACE, LOWEST_FACE
from rules.battle.dice import NEEDED, hits
from rules.effects import battle as e
from rules.effects.base import Effect
from rules.effects.boards import ReputationDrawn, ReputationSettled
from rules.notation.prose import phrase
from rules.odds.sectors import battle_between
from rules.state.model import NPC, Ship
from rules.table import Table

IN_SECTOR = (
    e.BattleStarted,
    e.DiceRolled,
    e.HitsAssigned,
    e.ShipDamaged,
    e.ShipDestroyed,
    e.ShipRepaired,
    e.RetreatAnnounced,
    e.ShipsRetreated,
    e.StalemateReached,
    e.BattleEnded,
    e.PopulationAttacked,
    e.PopulationBombed,
    e.PopulationSpared,
)


def battle_report(
    table: Table, sector: str, effects: Iterable[Effect], viewer: int | None, names: Names
) -> Report | None:
    """The battles of ``sector`` among the effects of one combat phase, or ``None``."""
    told = _Story(table, sector, viewer, names, list(_of_sector(sector, effects)))
    return told.report if told.report.clashes else None


def battle_sectors(effects: Iterable[Effect]) -> list[str]:
    """Sectors in which battles began, in order."""
    return list(dict.fromkeys(x.sector for x in effects if isinstance(x, e.BattleStarted)))


def _of_sector(sector: str, effects: Iterable[Effect]) -> Iterable[Effect]:
    """Effects of a sector's battles; draws belong to the sector whose battles came before."""
    here = False
    for effect in effects:
        if isinstance(effect, IN_SECTOR):
            here = effect.sector == sector
            if here:
                yield effect
        elif isinstance(effect, (ReputationDrawn, ReputationSettled)) and here:
            yield effect


@dataclass
class _Ship:
    id: int
    owner: int
    kind: str
    damage: int = 0
    gone: str = ""


class _Story:
    """Goes through the effects once."""

    def __init__(
        self,
        table: Table,
        sector: str,
        viewer: int | None,
        names: Names,
        effects: Sequence[Effect],
    ) -> None:
        self.table = table
        self.viewer = viewer
        self.names = names
        self.report = Report(sector, [], [])
        self._ships = _ships_of(table, sector, effects)
        self._fighting: set[int] = set()
        for index, effect in enumerate(effects):
            self._tell(effect, effects[index + 1 :])

    # --- effects ---------------------------------------------------------------------------------

    def _tell(self, effect: Effect, following: Sequence[Effect]) -> None:
        if isinstance(effect, e.BattleStarted):
            self._begin(effect)
        elif isinstance(effect, e.DiceRolled):
            self._roll(effect, following)
        elif isinstance(effect, (e.ShipDamaged, e.ShipDestroyed, e.ShipRepaired)):
            self._change(effect)
        elif isinstance(effect, e.ShipsRetreated):
            for ship in effect.ships:
                self._ships[ship].gone = _("left for %(sector)s") % {"sector": effect.target}
            self._note(effect)
        elif isinstance(effect, e.BattleEnded):
            self._finish(effect)
        elif not isinstance(effect, e.HitsAssigned):
            self._note(effect)

    def _begin(self, effect: e.BattleStarted) -> None:
        sides = [
            Side(
                owner,
                player(self.names, owner),
                seat_colour(self.table, owner),
                owner == self.viewer,
                role,
                [],
            )
            for owner, role in (
                (effect.attacker, _("attacker")),
                (effect.defender, _("defender")),
            )
        ]
        self.report.clashes.append(Clash(sides[0], sides[1], []))
        # Whoever fell in an earlier battle of the sector does not fight in this one.
        self._fighting = {ship.id for ship in self._ships.values() if not ship.gone}
        self.report.newest.chances = self._chances(effect)
        self._muster()

    def _chances(self, effect: e.BattleStarted) -> Bar | None:
        """The chances before the first die."""
        owners = (effect.attacker, effect.defender)
        sides = [
            [
                Ship(ship.id, ship.owner, ship.kind, effect.sector, ship.damage)
                for ship in self._ships.values()
                if ship.owner == owner and not ship.gone
            ]
            for owner in owners
        ]
        if not all(sides):
            return None
        found = battle_chances(battle_between(self.table, *sides), owners)
        return bar(found, owners)

    def _change(self, effect: e.ShipDamaged | e.ShipDestroyed | e.ShipRepaired) -> None:
        ship = self._ships[effect.ship]
        if isinstance(effect, e.ShipDamaged):
            ship.damage += effect.points
        elif isinstance(effect, e.ShipRepaired):
            ship.damage -= effect.points
            self._note(effect)
        else:
            ship.damage = self.table.stats(ship.owner, ship.kind).hull + 1
            ship.gone = _("destroyed")
        if not isinstance(effect, e.ShipRepaired) and effect.by == effect.owner:
            self._note(effect)
        self._muster()

    def _finish(self, effect: e.BattleEnded) -> None:
        clash = self.report.clashes[-1]
        clash.result = self._sentence(effect)
        self._muster()

    def _note(self, effect: Effect) -> None:
        text = self._sentence(effect)
        if not text:
            return
        clash = self.report.clashes[-1] if self.report.clashes else None
        if clash is None or clash.result:
            self.report.aftermath.append(text)
            return
        if not clash.rounds:
            clash.rounds.append(Round(1))
        clash.rounds[-1].note(text)
        self._muster()

    def _sentence(self, effect: Effect) -> str:
        said = phrase(effect, self.table.catalog)
        return "" if said is None else as_text(said, self.names)

    # --- fleets ----------------------------------------------------------------------------------

    def _muster(self) -> None:
        """The fleets of the battle as they are after the effects so far."""
        clash = self.report.clashes[-1]
        for side in (clash.attacker, clash.defender):
            by_kind: dict[str, list[_Ship]] = {}
            for ship in self._ships.values():
                if ship.owner == side.owner and ship.id in self._fighting:
                    by_kind.setdefault(ship.kind, []).append(ship)
            side.squads = [self._squad(kind, ships) for kind, ships in by_kind.items()]

    def _squad(self, kind: str, ships: Sequence[_Ship]) -> Squad:
        stats = self.table.stats(ships[0].owner, kind)
        return Squad(
            kind,
            unit_title(self.table.catalog, kind),
            sum(1 for ship in ships if not ship.gone),
            stat_line(stats),
            dice_of(stats),
            [Hull(self._name(ship), ship.damage, stats.hull + 1, ship.gone) for ship in ships],
        )

    def _name(self, ship: _Ship) -> str:
        """``Cruiser 2``: ships of a type are numbered by their order of entry."""
        alike = [s.id for s in self._ships.values() if (s.owner, s.kind) == (ship.owner, ship.kind)]
        title = unit_title(self.table.catalog, ship.kind)
        if len(alike) == 1:
            return title
        return _("%(ship)s %(number)d") % {"ship": title, "number": alike.index(ship.id) + 1}

    # --- dice ------------------------------------------------------------------------------------

    def _roll(self, effect: e.DiceRolled, following: Sequence[Effect]) -> None:
        clash = self.report.clashes[-1]
        if not clash.rounds or clash.rounds[-1].number != effect.round:
            clash.rounds.append(Round(effect.round))
        volley = Volley(
            player(self.names, effect.owner),
            seat_colour(self.table, effect.owner),
            effect.owner == self.viewer,
            effect.owner != self.viewer
            and self.viewer in (clash.attacker.owner, clash.defender.owner),
            f"{effect.ships} {unit_name(self.table.catalog, effect.kind, effect.ships)}",
            effect.round == 0,
        )
        clash.rounds[-1].volleys.append(volley)
        hits_of = self._targets(effect, following)
        computer = self.table.stats(effect.owner, effect.kind).computer
        for colour, face, targets in zip(effect.dice, effect.faces, hits_of, strict=True):
            volley.dice.append(self._die(effect, colour, face, computer, targets))
        volley.notes += self._losses(following)

    def _targets(self, effect: e.DiceRolled, following: Sequence[Effect]) -> list[list[int] | None]:
        """For each die the ships that it hit; ``None`` while it is not assigned."""
        assigned = next(
            (x for x in following if isinstance(x, (e.HitsAssigned, e.DiceRolled))), None
        )
        ended = any(isinstance(x, (e.BattleEnded, e.DiceRolled)) for x in following)
        if not isinstance(assigned, e.HitsAssigned):
            return [[] if ended or not self._can_hit(effect) else None for _die in effect.dice]
        split = self.table.split_colours(effect.owner) if effect.round else frozenset[str]()
        parts = iter(assigned.targets)
        found: list[list[int] | None] = []
        for colour in effect.dice:
            # A die that may be split is assigned point by point.
            points = self.table.rules.dice_damage[colour] if colour in split else 1
            ships = [next(parts, None) for _point in range(points)]
            found.append([ship for ship in ships if ship is not None])
        return found

    def _can_hit(self, effect: e.DiceRolled) -> bool:
        lowest = min((face for _kind, face in effect.needs), default=HIGHEST_FACE)
        printed = self.table.rules.printed_faces
        return any(
            printed[colour][face - 1].damage > 0 if colour in printed else face >= lowest
            for colour, face in zip(effect.dice, effect.faces, strict=True)
        )

    def _die(
        self,
        effect: e.DiceRolled,
        colour: str,
        face: int,
        computer: int,
        targets: list[int] | None,
    ) -> Die:
        missile = effect.round == 0
        printed = self.table.rules.printed_faces.get(colour)
        if printed:
            shown = printed[face - 1]
            sums = _("its face counts whatever computers and shields")
            damage, could = shown.damage, shown.damage > 0
        else:
            enemies = self._enemies(effect, targets)
            shields = {s: self.table.stats(s[0], s[1]).shield for s in enemies}
            sums = self._sums(face, computer, shields)
            damage = self.table.rules.dice_damage[colour]
            could = any(hits(face, computer, shield) for shield in shields.values())
        if targets:
            struck = get_text_list(
                [self._name(self._ships[ship]) for ship in dict.fromkeys(targets)], _("and")
            )
            points = ngettext("%(n)d damage", "%(n)d damage", damage) % {"n": damage}
            result = _("hit, %(points)s: %(ship)s") % {"points": points, "ship": struck}
        elif targets is None and could:
            result = _("can hit; it is not assigned yet")
        else:
            result = _("no use") if could else _("miss")
        waits = targets is None and could
        return Die(colour, face, missile, sums, bool(targets), result, waits)

    def _enemies(self, effect: e.DiceRolled, targets: list[int] | None) -> list[tuple[int, str]]:
        """Ship types whose shields matter: of the ship hit, or of all that could be hit."""
        if targets:
            ships = [self._ships[ship] for ship in targets]
            return list(dict.fromkeys((ship.owner, ship.kind) for ship in ships))
        clash = self.report.clashes[-1]
        enemy = clash.defender if effect.owner == clash.attacker.owner else clash.attacker
        return [(enemy.owner, kind) for kind, _face in effect.needs]

    def _sums(self, face: int, computer: int, shields: Mapping[tuple[int, str], int]) -> str:
        """The arithmetic of a die, once for each different shield."""
        if face == HIGHEST_FACE:
            return _("a six always hits")
        if face == LOWEST_FACE:
            return _("a one always misses")
        by_shield: dict[int, list[str]] = {}
        for (_owner, kind), shield in shields.items():
            by_shield.setdefault(shield, []).append(unit_name(self.table.catalog, kind))
        texts = []
        for shield, kinds in by_shield.items():
            text = _("%(face)d + %(computer)d − %(shield)d = %(sum)d, needs %(needed)d") % {
                "face": face,
                "computer": computer,
                "shield": shield,
                "sum": face + computer - shield,
                "needed": NEEDED,
            }
            if len(by_shield) > 1:
                text = _("%(ship)s: %(sum)s") % {
                    "ship": get_text_list(kinds, _("and")),
                    "sum": text,
                }
            texts.append(text)
        return _("; ").join(texts)

    def _losses(self, following: Sequence[Effect]) -> list[str]:
        """Ships that the dice just rolled destroyed."""
        lost = []
        for effect in following:
            if isinstance(effect, (e.DiceRolled, e.BattleEnded, e.BattleStarted)):
                break
            if isinstance(effect, e.ShipDestroyed) and effect.by != effect.owner:
                said = {
                    "ship": self._name(self._ships[effect.ship]),
                    "player": player(self.names, effect.owner),
                }
                lost.append(
                    _("%(ship)s is destroyed.") % said
                    if effect.owner == NPC
                    else _("%(ship)s of %(player)s is destroyed.") % said
                )
        return lost


def _ships_of(table: Table, sector: str, effects: Sequence[Effect]) -> dict[int, _Ship]:
    """The ships of a sector's battles by number: those that are there and those that were."""
    found = {
        ship.id: _Ship(ship.id, ship.owner, ship.kind)
        for ship in table.ships_in(table.state.sectors[sector])
    }
    for effect in effects:
        if isinstance(effect, (e.ShipDamaged, e.ShipDestroyed)):
            found.setdefault(effect.ship, _Ship(effect.ship, effect.owner, effect.kind))
        elif isinstance(effect, e.ShipsRetreated):
            for ship in effect.ships:
                found.setdefault(ship, _Ship(ship, effect.owner, effect.kind))
    return dict(sorted(found.items()))
