"""What is said of an order before it is given, worked out by hand."""

from __future__ import annotations

import pytest

from games.errors import OrdersRefused
from games.rendering.composer import compose
from games.rendering.consequences import consequences
from games.rendering.foretold import text_facts
from games.rendering.odds import percent
from games.rendering.reasons import refused_kinds, refused_values
from rules.orders import Build, Explore, Influence, Move, Research, Trade, Upgrade
from rules.state.model import Ambassador
from rules.views import player_view
from tests.builders import HOME, Position

NAMES = {0: "North", 1: "South", 2: "East"}
UP = "3.0"
INNER = "1.0"


def said(position: Position, order, seat: int = 0) -> list[str]:
    view = player_view(position.state, seat)
    return [fact.text for fact in consequences(view.table, view.decisions[0], order, NAMES)]


def bad(position: Position, order) -> list[str]:
    view = player_view(position.state, 0)
    facts = consequences(view.table, view.decisions[0], order, NAMES)
    return [fact.text for fact in facts if fact.bad]


def field() -> Position:
    """102 beside the home of seat 0, where a ship of seat 0 meets two of seat 1."""
    position = Position()
    position.lay("102", INNER)
    position.ship(1, "interceptor", "102")
    position.ship(1, "interceptor", "102")
    return position


@pytest.mark.parametrize("edition", ["new_dawn", "second_dawn"])
def test_building_pays_and_takes_a_disc(edition):
    position = Position(edition=edition)
    stored = position.seat().storage
    stored.money, stored.materials = 2, 4
    position.seat().discs = 5
    text = "\n".join(said(position, Build("interceptor", HOME)))
    table = position.table
    left = 2 + table.production(0, "money") - table.upkeep(0, 1)
    assert f"Discs on the track 5 → 4, upkeep {table.upkeep(0)} → {table.upkeep(0, 1)}" in text
    assert f"money after upkeep {left}." in text
    assert "Materials 4 → 1" in text
    assert "Interceptor on the board: 1 → 2 of 8" in text


def test_money_that_would_be_short_is_told_in_red_with_the_ways_out():
    """Eight of the twelve circles are empty: with one more the upkeep is 10, income 3."""
    position = Position()
    position.seat().storage.money = 0
    position.seat().discs = 3
    texts = bad(position, Build("interceptor", HOME))
    table = position.table
    short = table.upkeep(0, 1) - table.production(0, "money")
    assert short > 0
    assert any(f"{short} would be short: trade (2 for 1) or give up a sector." in t for t in texts)


def test_a_technology_costs_its_print_less_the_discount():
    """One technology on the track: discount 1; a minimum is told as such."""
    position = Position()
    position.state.supply.techs = {"gauss_shield": 1, "fusion_source": 1}
    position.seat().storage.science = 9
    assert "Costs 2 science, as printed." in said(position, Research("gauss_shield"))
    position.learn(0, "fusion_drive", "grid")
    catalog = position.table.catalog
    source = catalog.techs["fusion_source"]
    text = "\n".join(said(position, Research("fusion_source")))
    assert f"printed {source.cost}, discount 1 on the track" in text
    assert f"Science 9 → {9 - max(source.min_cost, source.cost - 1)}" in text


def test_a_battle_is_told_with_its_chance_before_and_after():
    """A second interceptor joins the first against one: from 5/11 to what the engine says."""
    position = Position()
    position.remove_ships(HOME)
    position.lay("102", INNER)
    position.ship(1, "interceptor", "102")
    position.ship(0, "interceptor", HOME)
    first = said(position, Move("interceptor", HOME, "102"))
    assert (
        "102: battle at the end of the round, against 1 interceptor of South. Your chance 45 %."
        in first
    )
    position.ship(0, "interceptor", "102")
    again = said(position, Move("interceptor", HOME, "102"))
    # First to hit wins; the defender shoots once a round with 1/6, the attackers twice, and a hit
    # of the defender leaves the attackers one ship, which is then the second to shoot: 5/11.
    hit, both = 1 / 6, 1 - (5 / 6) ** 2
    turn = 1 - (1 - hit) * (1 - both)
    wins = (1 - hit) * both / turn + hit / turn * _one_shoots_first()
    assert f"102: battle at the end of the round. Your chance 45 % → {percent(wins)}." in again


def _one_shoots_first() -> float:
    """After the loss it is the remaining attacker's turn: it shoots first now."""
    return 6 / 11


def test_an_upgrade_changes_the_chances_where_ships_meet():
    position = Position()
    position.lay("102", INNER)
    position.ship(1, "interceptor", "102")
    position.ship(0, "interceptor", "102")
    order = Upgrade((), (("hull", "interceptor", 1),))
    # Bears one hit: w = (5/6)(1/6 + (5/6) w) + (1/6)(1/6 + (5/6)(5/11)).
    wins = (5 + 1 + 5 * 5 / 11) / 36 / (1 - 25 / 36)
    assert f"102: battle at the end of the round. Your chance 45 % → {percent(wins)}." in said(
        position, order
    )


def test_who_would_be_pinned_is_told_for_both_sides():
    position = field()
    texts = said(position, Move("interceptor", HOME, "102"))
    assert "102: your ship is pinned; South has 1 of 2 ships pinned." in texts
    assert "102: your ship is pinned; South has 1 of 2 ships pinned." in bad(
        position, Move("interceptor", HOME, "102")
    )


def test_ships_that_leave_let_others_go():
    position = field()
    position.ship(0, "interceptor", "102")
    position.ship(0, "interceptor", "102")
    position.ship(0, "interceptor", "102")
    texts = said(position, Move("interceptor", "102", HOME))
    # Three against two: one may go, and both of South stay pinned.
    assert not any("South has" in text for text in texts)
    assert "102: all your ships are pinned." in texts


def test_ways_of_several_steps_are_named():
    position = Position()
    position.lay("102", INNER)
    position.fit(0, "interceptor", None, None, None, "fusion_drive")
    texts = said(position, Move("interceptor", HOME, "001"))
    assert any("By way of 102. Movement: 2 of 2 steps." in text for text in texts)
    assert "Movement: 1 of 2 steps." in said(position, Move("interceptor", HOME, "102"))


def test_population_without_a_guard_and_partners_are_told():
    position = Position()
    position.lay("102", INNER, disc=1)
    position.settle(1, "102", position.table.free_squares(position.sector("102"))[0], "money")
    texts = said(position, Move("interceptor", HOME, "102"))
    assert any("102: no ship guards the 1 cube of South" in text for text in texts)
    position.seat(0).ambassadors.append(Ambassador(1))
    position.seat(1).ambassadors.append(Ambassador(0))
    assert any(
        "You attack a partner" in text for text in bad(position, Move("interceptor", HOME, "102"))
    )


def test_influence_and_trade_say_what_changes():
    position = Position()
    position.lay("102", INNER)
    discs = position.seat().discs
    vp = position.table.tile("102").vp
    points = sum(line.amount for line in position.table.score_lines(0))
    texts = said(position, Influence("track", "102"))
    assert any(f"Discs on the track {discs} → {discs - 2}" in text for text in texts)
    assert f"Victory points {points} → {points + vp}" in texts
    position.seat().storage.money, position.seat().storage.science = 5, 1
    assert said(position, Trade("money", "science", 2)) == ["Money 5 → 1", "Science 1 → 3"]


def test_what_is_not_possible_says_why_in_the_words_of_the_rules():
    """Too dear with a way to pay for it, too dear without, and without the technology."""
    position = Position()
    stored = position.seat().storage
    stored.money, stored.science, stored.materials = 4, 0, 2
    view = player_view(position.state, 0)
    decision = view.decisions[0]
    kinds = dict(refused_kinds(view.table, decision))
    assert "costs 3 materials; you have 2" in kinds[Build]
    assert "Trade for 1 more first" in kinds[Build]
    stored.materials = 3
    view = player_view(position.state, 0)
    choice = view.decisions[0].choice(Build)
    assert choice is not None
    reasons = dict(refused_values(view.table, view.decisions[0], choice))
    assert "costs 5 materials; you have 3" in reasons["Cruiser"]
    assert "Trade for 2 more first" in reasons["Cruiser"]
    assert "Trade" not in reasons["Dreadnought"]
    assert "needs its technology" in reasons["Orbital"]


def test_a_chance_that_is_not_sure_does_not_read_as_sure():
    assert percent(0.001) == "under 1 %"
    assert percent(0.999) == "over 99 %"
    assert (percent(0), percent(1), percent(0.456)) == ("0 %", "100 %", "46 %")
    assert percent(0.456, exact=False) == "about 46 %"


def test_the_same_is_foreseen_whatever_others_hide():
    """Values of reputation tiles of others change nothing that is said."""
    told = []
    for value in (1, 4):
        position = field()
        position.seat(1).reputation = [value]
        told.append(said(position, Move("interceptor", HOME, "102")))
    assert told[0] == told[1]


def test_candidates_say_the_chance_of_the_battle_that_they_cause():
    """On the list of targets, as far as battles can be worked out quickly."""
    position = field()
    position.lay("206", UP)
    view = player_view(position.state, 0)
    composer = compose(view, NAMES, tag="move", path=f"interceptor~{HOME}")
    assert composer is not None
    (target,) = [c for c in composer.candidates if c.label.startswith("102")]
    # Two against one, the two first: (11/36) then, after a hit of the one, its remaining ship.
    hit, both = 1 / 6, 1 - (5 / 6) ** 2
    turn = 1 - (1 - hit) * (1 - both)
    wins = (1 - both) * hit / turn * 5 / 11
    assert target.hint.endswith(f"a battle follows; your chance then: {percent(wins)}")


def test_a_kind_with_nothing_to_choose_says_so():
    position = Position()
    position.remove_ships(HOME)
    view = player_view(position.state, 0)
    composer = compose(view, NAMES, tag="move")
    assert composer is not None
    assert composer.refused == [("", "You have no ship on the board.")]
    composer = compose(view, NAMES)
    assert composer is not None
    assert ("Move", "You have no ship on the board.") in composer.refused


def test_the_ship_that_stays_behind_is_pinned():
    """Of two ships one may go once a single enemy is left; the other one is then held."""
    position = field()
    position.remove_ships("102")
    position.ship(0, "interceptor", "102")
    position.ship(0, "interceptor", "102")
    position.ship(1, "interceptor", "102")
    position.ship(1, "interceptor", "102")
    # Two against two: nobody may go, until one of South is gone.
    assert not [o for o in _moves(position) if o.source == "102"]
    gone = next(s for s in position.table.ships_in(position.sector("102")) if s.owner == 1)
    position.sector("102").ships.remove(gone.id)
    del position.state.ships[gone.id]
    texts = said(position, Move("interceptor", "102", HOME))
    assert "102: your ship is pinned." in texts


def _moves(position: Position) -> list[Move]:
    choice = position.asked().choice(Move)
    return list(choice.orders()) if choice else []


def test_orders_written_as_text_are_told_one_after_the_other():
    """The second one builds on the first; after chance nothing is told."""
    position = Position()
    position.seat().storage.materials = 7
    view = player_view(position.state, 0)
    told = dict(text_facts(view, "build interceptor; build interceptor; done", NAMES))
    (built,) = told.values()
    assert "Materials 4 → 1" in [fact.text for fact in built]
    zone = position.options(Explore)[0]
    (explored,) = text_facts(view, f"explore {zone}; discard", NAMES)
    assert explored[0] == f"explore {zone}"
    with pytest.raises(OrdersRefused):
        text_facts(view, "build monolith", NAMES)
