"""A battle from now on: the chances, and what attacking and retreating would mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from games.rendering.colours import seat_colour
from games.rendering.odds import bar, battle_chances, percent
from games.rendering.places import sector_name
from games.rendering.reports import Bar
from games.rendering.words import player, unit_name
from games.speech import gettext as _
from rules.decisions import Decision
from rules.odds.sectors import Chances, battle_under_way
from rules.orders import Attack, Retreat
from rules.state.frames_combat import AssignFrame, BattleFrame, SectorCombatFrame
from rules.table import Table
from rules.views import PlayerView


@dataclass(frozen=True)
class Comparison:
    """One line of what is gained by attacking and by retreating."""

    what: str
    attack: str
    retreat: str


@dataclass(frozen=True)
class Retreating:
    """What to know before ships retreat. ``targets``: sectors they may go to; ``closed``:
    neighbours that they may not, with the reason."""

    targets: list[str]
    closed: list[tuple[str, str]]
    means: list[str]


@dataclass(frozen=True)
class Outlook:
    """``chances`` of attacker and defender if both fight to the end, ``ships`` left on average;
    ``acting``: the reader's ships whose turn it is, with the comparison if they may choose."""

    first: str
    second: str
    colours: tuple[str, str]
    chances: Bar | None
    ships: str
    notes: list[str]
    acting: str
    rows: list[Comparison]
    retreating: Retreating | None


def outlook(view: PlayerView, frame: BattleFrame, names: Mapping[int, str]) -> Outlook:
    """What may come of a battle that is being fought."""
    table = view.table
    owners = (frame.attacker, frame.defender)
    begun = battle_under_way(table, frame)
    found = None if begun is None else battle_chances(begun, owners)
    decision = next((d for d in view.decisions if d.kind in ("battle", "stalemate")), None)
    return Outlook(
        _("You") if frame.attacker == view.viewer else player(names, frame.attacker),
        _("You") if frame.defender == view.viewer else player(names, frame.defender),
        (seat_colour(table, frame.attacker), seat_colour(table, frame.defender)),
        None if found is None else bar(found, owners),
        "" if found is None else _ships_left(table, found, owners, names),
        _notes(table, frame, found),
        "" if decision is None else _acting(table, decision),
        [] if decision is None else _rows(table, frame, decision, found),
        None if decision is None else _retreating(table, frame, decision),
    )


def _ships_left(
    table: Table, found: Chances, owners: tuple[int, int], names: Mapping[int, str]
) -> str:
    """``Ships left on average: North 0.8, South 0.9``."""
    said = [
        _("%(player)s %(ships).1f")
        % {"player": player(names, owner), "ships": sum(found.by_owner[owner].ships.values())}
        for owner in owners
    ]
    return _("Ships left on average: %(list)s.") % {"list": ", ".join(said)}


def _notes(table: Table, frame: BattleFrame, found: Chances | None) -> list[str]:
    notes = []
    if found is not None:
        notes.append(
            _("Worked out exactly; both sides aim to destroy and fight to the end.")
            if found.exact
            else _("Battles played out; both sides aim to destroy and fight to the end.")
        )
    ships = table.ships_in(table.state.sectors[frame.sector])
    if any(ship.retreat for ship in ships):
        notes.append(_("Ships that retreat are not counted."))
    if isinstance(table.state.frames[-1], AssignFrame):
        notes.append(_("The dice on the table are not counted."))
    return notes


def _acting(table: Table, decision: Decision) -> str:
    number = len(decision.context["ships"])
    kind = unit_name(table.catalog, decision.context["kind"], number)
    return ngettext("Your %(n)d %(kind)s", "Your %(n)d %(kind)s", number) % {
        "n": number,
        "kind": kind,
    }


# --- attack or retreat -------------------------------------------------------------------------


def _rows(
    table: Table, frame: BattleFrame, decision: Decision, found: Chances | None
) -> list[Comparison]:
    seat, kind = decision.seat, decision.context["kind"]
    acting: list[int] = decision.context["ships"]
    attacks = decision.choice(Attack) is not None
    standing = found.by_owner.get(seat) if found else None
    win = percent(standing.chance, found.exact) if found and standing and attacks else _("no")
    rows = [
        Comparison(
            _("%(sector)s and its %(points)d VP")
            % {"sector": frame.sector, "points": table.tile(frame.sector).vp},
            win,
            _without(table, frame, seat, acting),
        )
    ]
    left = standing.ships.get(kind, 0.0) if standing and attacks else 0.0
    rows.append(
        Comparison(
            _("%(ships)s that you keep")
            % {"ships": unit_name(table.catalog, kind, 2).capitalize()},
            f"{left:.1f}",
            _("up to %(n)d") % {"n": len(acting)},
        )
    )
    stays = any(
        ship.id not in acting and not ship.retreat
        for ship in table.own_ships_in(seat, table.state.sectors[frame.sector])
    )
    fight, flee = _draws(table, frame, seat, stays)
    rows.append(Comparison(_("Reputation draws so far"), str(fight), str(flee)))
    return rows


def _without(table: Table, frame: BattleFrame, seat: int, acting: list[int]) -> str:
    """The chance of the ships that stay if those acting retreat."""
    rest = battle_under_way(table, frame, acting)
    if rest is None:
        return _("no")
    found = battle_chances(rest, (frame.attacker, frame.defender))
    return percent(found.by_owner[seat].chance, found.exact)


def _draws(table: Table, frame: BattleFrame, seat: int, stays: bool) -> tuple[int, int]:
    """Reputation tiles that the seat would draw as things stand: if it fights on, and if the
    acting ships retreat (Retreat Penalty)."""
    setup = table.catalog.setup
    earned = frame.tiles[0 if seat == frame.attacker else 1]
    combat = next((f for f in table.state.frames if isinstance(f, SectorCombatFrame)), None)
    if combat is not None:
        earned += dict(zip(combat.entry, combat.tiles, strict=True)).get(seat, 0)
    for_battle = setup.reputation_draws["battle"]
    most = setup.reputation_max
    return min(most, earned + for_battle), min(most, earned + (for_battle if stays else 0))


def _retreating(table: Table, frame: BattleFrame, decision: Decision) -> Retreating | None:
    choice = decision.choice(Retreat)
    if choice is None:
        return None
    sector = table.state.sectors[frame.sector]
    targets = [str(target) for target in choice.candidates(())]
    closed = [
        (other, _(choice.why((), other)))
        for other in sorted(table.reach(decision.seat, sector))
        if other not in targets
    ]
    means = [_("They leave on their next activation; until then they can be hit and do not fire.")]
    if frame.stalemate:
        means = [_("Nobody can destroy a ship any more: what does not retreat is lost.")]
    return Retreating([sector_name(table, target) for target in targets], closed, means)
