"""Who fights whom, in which order, and who fires first (CB-1 to CB-3)."""

from __future__ import annotations

from rules.effects.base import Effect
from rules.effects.battle import BattleEnded, BattleStarted, DamageRepaired, DiceRolled
from rules.effects.boards import ReputationDrawn
from rules.orders import Decline
from rules.state.model import NPC
from tests.builders import Position

FIELD = "102"
THREE = ("terran_directorate", "terran_federation", "terran_union")
FOUR = (*THREE, "terran_republic")
DEADLY = ("antimatter_cannon", "antimatter_cannon", None, "gluon_computer")


def _field(species: tuple[str, ...], disc: int | None = None) -> Position:
    """A sector with nobody's disc beside it, so that nobody can retreat."""
    p = Position(species)
    p.lay(FIELD, "1.0" if len(species) == 4 else "1.1", disc=disc)
    return p


def _win(p: Position, seat: int) -> None:
    """Make the interceptors of a seat shoot first and hit with nearly every die."""
    p.fit(seat, "interceptor", *DEADLY)


def _battles(effects: list[Effect]) -> list[tuple[str, int, int]]:
    return [(e.sector, e.attacker, e.defender) for e in effects if isinstance(e, BattleStarted)]


def _until_quiet(p: Position) -> list[Effect]:
    """Everything that happens in combat when every decision is answered by its default."""
    effects = p.to_combat()
    while p.state.phase == "combat":
        effects += p.play(p.asked().default)
    return effects


def test_cb_1_battles_go_by_descending_sector_number() -> None:
    """Battles are fought from the highest sector number down; the Galactic Center is last."""
    p = Position()
    for sector, zone in (("102", "1.1"), ("305", "2.2"), ("231", "2.4"), ("204", "2.8")):
        p.lay(sector, zone)
        p.ship(0, "interceptor", sector)
        p.ship(1, "interceptor", sector)
    p.ship(0, "interceptor", "001")
    order = [sector for sector, _, _ in _battles(_until_quiet(p))]
    assert order == ["305", "231", "204", "102", "001"]


def test_cb_1_players_fight_in_reverse_order_of_entry() -> None:
    """The two who entered last fight first; the survivor meets the one before; who entered
    earlier defends."""
    p = _field(THREE)
    for seat in (2, 0, 1):
        p.ship(seat, "interceptor", FIELD)
    _win(p, 1)
    assert _battles(_until_quiet(p)) == [(FIELD, 1, 0), (FIELD, 1, 2)]


def test_cb_1_entry_counts_from_the_earliest_ship_that_is_there() -> None:
    """A second ship that came later does not change when its player entered."""
    p = _field(THREE)
    for seat in (2, 0, 1, 2):
        p.ship(seat, "interceptor", FIELD)
    _win(p, 1)
    assert _battles(_until_quiet(p))[0] == (FIELD, 1, 0)


def test_cb_1_controller_fights_last_and_defends() -> None:
    """The owner of the disc defends and fights last, even if the ships came last."""
    p = _field(THREE, disc=0)
    for seat in (1, 2, 0):
        p.ship(seat, "interceptor", FIELD)
    _win(p, 2)
    assert _battles(_until_quiet(p)) == [(FIELD, 2, 1), (FIELD, 2, 0)]


def test_cb_1_disc_of_a_third_player_without_ships_decides_nothing() -> None:
    """Only ships are a party: with a third player's disc, who entered earlier defends."""
    p = _field(THREE, disc=0)
    p.ship(2, "interceptor", FIELD)
    p.ship(1, "interceptor", FIELD)
    _win(p, 1)
    assert _battles(_until_quiet(p)) == [(FIELD, 1, 2)]


def test_cb_1_disc_without_ships_is_no_party() -> None:
    """Ships in a sector with somebody's disc and no ships have nobody to fight."""
    p = _field(THREE, disc=0)
    p.ship(1, "interceptor", FIELD)
    effects = p.to_combat()
    assert _battles(effects) == []
    assert p.asked().kind == "control"


def test_cb_1_survivor_fights_the_ancients_who_defend() -> None:
    """Players fight each other first, the survivor then the non-players, who always defend."""
    p = _field(THREE)
    p.guard(FIELD)
    p.ship(1, "interceptor", FIELD)
    p.ship(0, "interceptor", FIELD)
    _win(p, 0)
    assert _battles(_until_quiet(p)) == [(FIELD, 0, 1), (FIELD, 0, NPC)]


def test_cb_1_defence_of_the_center_fights() -> None:
    """The Galactic Center's defence is a party and defends."""
    p = Position()
    p.ship(0, "interceptor", "001")
    effects = _until_quiet(p)
    assert _battles(effects) == [("001", 0, NPC)]
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [NPC]


def test_initiative_ties_go_to_the_defender() -> None:
    """With equal initiative the defender's type fires first, whoever entered first."""
    p = _field(THREE, disc=0)
    p.ship(1, "interceptor", FIELD)
    p.ship(0, "interceptor", FIELD)
    p.will_roll(FIELD, 1, 1, 6)
    rolls = [(e.owner, e.round) for e in p.to_combat() if isinstance(e, DiceRolled)]
    assert rolls == [(0, 1), (1, 1), (0, 2)]


def test_higher_initiative_fires_first_and_the_destroyed_never() -> None:
    """The attacker's faster ships fire before the defender's; what they destroy does not fire."""
    p = _field(THREE, disc=0)
    p.fit(1, "interceptor", None, None, None, "fusion_drive")
    p.ship(0, "interceptor", FIELD)
    p.ship(1, "interceptor", FIELD)
    p.will_roll(FIELD, 6)
    rolls = [e.owner for e in p.to_combat() if isinstance(e, DiceRolled)]
    assert rolls == [1]


def test_cb_2_missiles_fire_again_in_each_battle() -> None:
    """Missiles are fired once in every battle, so twice by who fights twice in the sector."""
    p = _field(THREE)
    for seat in (0, 1, 2):
        p.ship(seat, "interceptor", FIELD)
    p.fit(2, "interceptor", "plasma_missile")
    p.will_roll(FIELD, 6, 6, 6, 6)
    missiles = [(e.owner, e.dice) for e in p.to_combat() if isinstance(e, DiceRolled)]
    assert missiles == [(2, ("orange", "orange"))] * 2


def test_cb_2_damage_stays_between_battles_and_goes_after_combat() -> None:
    """Damage of the first battle is still there in the second; all of it is repaired at the end
    of the phase."""
    p = _field(THREE)
    p.ship(0, "cruiser", FIELD)
    p.ship(1, "interceptor", FIELD)
    cruiser = p.ship(2, "cruiser", FIELD)
    # Battle of 2 and 1: the interceptor hits the cruiser (hull 1), which then destroys it.
    p.will_roll(FIELD, 6, 6, 6)
    effects = p.to_combat()
    # Battle of 2 and 0: one more point destroys the cruiser.
    assert cruiser.id not in p.state.ships
    assert [e.winner for e in effects if isinstance(e, BattleEnded)] == [2, 0]

    p = _field(THREE)
    cruiser = p.ship(2, "cruiser", FIELD)
    p.ship(1, "interceptor", FIELD)
    p.will_roll(FIELD, 6, 6)
    effects = p.to_combat()
    assert cruiser.damage == 1
    effects = p.play(Decline())
    assert any(isinstance(e, DamageRepaired) for e in effects)
    assert cruiser.damage == 0


def test_cb_2_taking_part_counts_once_and_draws_follow_entry() -> None:
    """Two battles in one sector give one tile for taking part; the first to enter draws first."""
    p = _field(THREE)
    for seat in (2, 0, 1):
        p.ship(seat, "interceptor", FIELD)
    _win(p, 1)
    draws = [(e.seat, e.count) for e in _until_quiet(p) if isinstance(e, ReputationDrawn)]
    assert draws == [(2, 1), (0, 1), (1, 3)]


def test_cb_3_with_a_truce_only_the_invader_fights_the_ancients() -> None:
    """In a sector that a Draco player shares with Ancients, players fight first; then the
    invader has to fight the Ancients, which the Draco player never does."""
    species = ("descendants_of_draco", "mechanema")
    p = Position(species)
    p.lay(FIELD, "1.1", disc=0)
    p.guard(FIELD)
    p.ship(0, "interceptor", FIELD)
    assert _battles(_until_quiet(p)) == []

    p = Position(species)
    p.lay(FIELD, "1.1", disc=0)
    p.guard(FIELD)
    p.ship(0, "interceptor", FIELD)
    p.ship(1, "interceptor", FIELD)
    _win(p, 1)
    assert _battles(_until_quiet(p)) == [(FIELD, 1, 0), (FIELD, 1, NPC)]
