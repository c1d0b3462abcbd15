"""Battles of whole games as pages tell them: nothing is left out, nothing fails."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rendering.battle_story import battle_report, battle_sectors
from games.rendering.battles import battle, running
from games.rendering.consequences import consequences
from games.rendering.threats import threats
from rules.effects.base import Effect
from rules.effects.battle import BattleEnded, BattleStarted, DiceRolled, ShipDestroyed
from rules.effects.flow import PhaseStarted
from rules.log import Event
from rules.simulate import simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from rules.views import player_view, visible_effects
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South", 2: "East", 3: "West"}


class Witness:
    """Looks at each state of a game with the eyes of those who are asked, and at each combat
    phase once it is over with the eyes of an onlooker."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        self._phase: list[Effect] = []
        self._at: GameState | None = None

    def __call__(self, state: GameState, event: Event) -> None:
        for effect in visible_effects(event, None):
            if isinstance(effect, PhaseStarted):
                if effect.phase == "combat":
                    self._phase = []
                elif effect.phase == "upkeep":
                    self._told(state)
            self._phase.append(effect)
        if running(Table(state)):
            for pending in state.pending:
                self._asked(state, pending.seat)

    def _asked(self, state: GameState, seat: int) -> None:
        view = player_view(state, seat)
        found = battle(view, NAMES, self._phase)
        assert found is not None
        assert found.report is not None
        assert found.report.running
        assert found.outlook is not None
        assert sum(group.turn == "now" for group in found.groups) == 1
        for decision in view.decisions:
            self.met[decision.kind] += 1
            consequences(view.table, decision, decision.default, NAMES)
        assert threats(view, NAMES) is None or self.met
        self.met["bar"] += found.outlook.chances is not None

    def _told(self, state: GameState) -> None:
        for sector in battle_sectors(self._phase):
            report = battle_report(Table(state), sector, self._phase, None, NAMES)
            assert report is not None
            assert not report.running
            self._compare(sector, report)
            self.met["report"] += 1

    def _compare(self, sector: str, report) -> None:
        """Every die that was rolled and every ship that fell is told."""
        here = [effect for effect in self._phase if getattr(effect, "sector", "") == sector]
        volleys = [v for clash in report.clashes for r in clash.rounds for v in r.volleys]
        rolled = [effect for effect in here if isinstance(effect, DiceRolled)]
        assert [d.face for v in volleys for d in v.dice] == [f for e in rolled for f in e.faces]
        assert len(report.clashes) == sum(isinstance(effect, BattleStarted) for effect in here)
        assert all(clash.result for clash in report.clashes)
        fallen = [effect for effect in here if isinstance(effect, ShipDestroyed)]
        last = {
            (side.owner, hull.name): hull.gone
            for clash in report.clashes
            for side in (clash.attacker, clash.defender)
            for squad in side.squads
            for hull in squad.hulls
        }
        assert sum(gone == "destroyed" for gone in last.values()) == len(fallen)
        assert any(isinstance(effect, BattleEnded) for effect in here)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "modules", "policies", "seed"),
    [
        ("new_dawn", (), ["greedy"] * 4, 1),
        ("new_dawn", (), ["varied"] * 4, 2),
        ("second_dawn", (), ["greedy"] * 4, 3),
        ("second_dawn", ("extras", "warp_portals"), ["varied"] * 4, 5),
    ],
)
def test_every_battle_of_a_game_is_told(edition, modules, policies, seed):
    witness = Witness()
    simulate(RulesetSpec(edition, modules), policies, seed, watch=witness)
    assert witness.met["report"]
    assert witness.met["battle"] or "varied" in policies


def test_dice_on_the_table_are_not_in_the_chances():
    """While they are assigned the type that rolled them counts as acting."""
    position = Position()
    position.remove_ships(HOME)
    for kind in ("interceptor", "cruiser"):
        position.ship(0, kind, HOME)
    for _ in range(2):
        position.ship(1, "interceptor", HOME)
    position.will_roll(HOME, 5, 6, 3)
    effects = position.to_combat()
    assert position.asked().kind == "assign"
    found = battle(player_view(position.state, 1), NAMES, effects)
    assert found is not None
    assert found.outlook is not None
    assert "The dice on the table are not counted." in found.outlook.notes
    turns = {(group.owner, group.kind): group.turn for group in found.groups}
    assert turns["South", "interceptor"] == "now"
    assert turns["North", "interceptor"] == "done"
    assert turns["North", "cruiser"] == "waits"


def test_in_a_stalemate_only_retreat_keeps_the_ships():
    """Nobody has a cannon: the attacker leaves or is lost."""
    position = Position()
    position.remove_ships(HOME)
    position.lay("206", "3.0", disc=1)
    for seat in (0, 1):
        position.fit(seat, "interceptor", None, "hull")
        position.ship(seat, "interceptor", HOME)
    effects = position.to_combat()
    assert position.asked().kind == "stalemate"
    found = battle(player_view(position.state, 1), NAMES, effects)
    assert found is not None
    outlook = found.outlook
    assert outlook is not None
    assert outlook.rows[0].attack == "no"
    assert (outlook.rows[1].attack, outlook.rows[1].retreat) == ("0.0", "up to 1")
    assert outlook.retreating is not None
    assert outlook.retreating.means == [
        "Nobody can destroy a ship any more: what does not retreat is lost."
    ]
