"""What a person does at the table, played on the real page: at a desk and on a phone, with scripts
and without. What came of it is read in the database and on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import to_builtins
from playwright.sync_api import expect

from rules import orders as o
from rules.effects.battle import HitsAssigned, RetreatAnnounced
from rules.effects.galaxy import DiscRemoved
from rules.state.model import Ambassador
from tests.e2e.scenes import FIELD, SHORT, candidates, decision, newest, prepared, state_of
from tests.e2e.stage import Place, Site, Stage, begins, started_site

# One site serves all of them, so they run in one process.
pytestmark = [pytest.mark.e2e, pytest.mark.django_db, pytest.mark.xdist_group("scenarios")]


@pytest.fixture(scope="module")
def site(
    django_db_setup: None, django_db_blocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        # Playwright keeps an event loop in this thread; the database is only used between its calls.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with started_site(tmp_path_factory.mktemp("scenarios")) as running:
            yield running


@pytest.fixture(scope="module")
def place(site: Site, request: pytest.FixtureRequest) -> Stage:
    # Of the module, since what a test itself writes is not seen by the site.
    place: Place = request.param
    game = prepared(place.scene, place.window.edition, site.users)
    return Stage(site, site.player(place.window), game, place.scenario)


@pytest.fixture
def stage(place: Stage) -> Iterator[Stage]:
    """At the end the page was not loaded anew, and nobody's browser has complained."""
    place.player.faults.clear()
    place.sit(0)
    yield place
    assert place.player.stays()
    assert place.player.faults == []


# --- the six actions -----------------------------------------------------------------------------


@begins("opening", "explore")
def test_explore_and_turn_the_tile_as_it_is_drawn(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.act("Explore")
    player.asks("Which zone?")
    zone = candidates(game, o.Explore)[-1]
    player.target(zone)
    player.asks(f"Explore zone {zone}")
    player.asks("A draw or dice decide what comes of it")
    player.shot("zone")
    player.confirm("Played: explore")

    player.asks("How is it turned?")
    (tile,) = candidates(game, o.PlaceSector)
    turns = candidates(game, o.PlaceSector, tile)
    pictures = player.ask.locator("ul.cands.pics a:has(svg)")
    expect(pictures).to_have_count(len(turns))
    assert len(turns) > 1, "a tile that can be laid in one way only: choose another seed"
    player.shot("orientations")
    pictures.last.click()
    player.asks("Confirm")
    expect(player.page.locator("svg.map .ghost")).to_have_count(1)
    player.shot("turned")
    player.confirm("Played: place")

    expect(player.page.locator(f"#h{tile}")).to_be_attached()
    laid = state_of(game).sectors[tile]
    assert (laid.zone, laid.orientation) == (zone, turns[-1])


@begins("fields", "influence")
def test_influence_a_sector_on_the_map(stage: Stage) -> None:
    game, player = stage.game, stage.player
    discs = state_of(game).seats[0].discs
    player.act("Influence")
    player.asks("From where does the disc come?")
    player.choose("Influence track")
    player.asks("Where does the disc go?")
    player.shot("targets")
    player.target(FIELD)
    player.asks("Confirm")
    player.shot("order")
    player.confirm("Played: influence")
    state = state_of(game)
    assert state.sectors[FIELD].disc == 0
    # One on the action, one in the sector.
    assert state.seats[0].discs == discs - 2
    expect(player.page.locator("#part-economy")).to_contain_text(f"Upkeep, {discs - 2} discs")


@begins("learned", "research")
def test_research(stage: Stage) -> None:
    game, player = stage.game, stage.player
    before = player.stored()["science"]
    player.act("Research")
    player.asks("Which technology?")
    player.shot("techs")
    first = player.ask.locator("ul.cands a").first
    name = first.locator("b").inner_text()
    first.click()
    player.asks(f"Research {name}")
    player.confirm("Played: research")
    order = newest(game).order
    assert isinstance(order, o.Research)
    seat = state_of(game).seats[0]
    assert order.tech in [tech for track in seat.techs.values() for tech in track]
    assert player.stored()["science"] == seat.storage.science < before
    expect(player.page.locator("#part-techs")).to_contain_text(name)


@begins("opening", "upgrade")
def test_upgrade_in_the_designer(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.act("Upgrade")
    design = player.page.locator("#design")
    design.get_by_role("navigation").get_by_role("link", name="Interceptor").click()
    expect(design.get_by_role("heading", name="Interceptor")).to_be_visible()
    hull = player.page.get_by_text("Hull", exact=True)
    design.locator("a.part", has=hull).first.click()
    player.asks("Hull on the empty square")
    player.shot("designed")
    player.confirm("Played: upgrade place hull on interceptor 1")
    assert state_of(game).seats[0].tiles["interceptor"][0] == "hull"


@begins("opening", "build")
def test_build_at_home(stage: Stage) -> None:
    game, player = stage.game, stage.player
    home = state_of(game).seats[0].home
    player.act("Build")
    player.asks("What do you build?")
    player.shot("units")
    player.choose("Interceptor")
    player.asks("Build an interceptor")
    player.confirm(f"Played: build interceptor at {home}")
    state = state_of(game)
    assert [state.ships[n].kind for n in state.sectors[home].ships] == ["interceptor"] * 2
    assert player.stored()["materials"] == state.seats[0].storage.materials
    expect(player.page.locator(f"#galaxy #h{home} .cnt")).to_have_text("2")


@begins("fields", "move")
def test_move_to_a_target_on_the_map(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.act("Move")
    player.asks("To which sector?")
    player.target(FIELD)
    expect(player.page.locator("#part-marks .way .route")).to_have_count(1)
    player.shot("order")
    player.confirm("Played: move interceptor")
    state = state_of(game)
    assert [state.ships[n].owner for n in state.sectors[FIELD].ships] == [0]
    expect(player.page.locator(f"#galaxy #h{FIELD} .cnt")).to_have_text("1")
    expect(player.page.locator(f"#galaxy #h{state.seats[0].home} .cnt")).to_have_count(0)


# --- small rights --------------------------------------------------------------------------------


@begins("colony", "colony")
def test_a_colony_ship(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.right("Use a colony ship")
    player.asks("On which square?")
    player.shot("squares")
    player.choose("Money")
    player.asks("Confirm")
    player.shot("order")
    player.confirm("Played: colony 105 money")
    state = state_of(game)
    assert (state.sectors[FIELD].cubes, state.seats[0].used_colony_ships) == (["money"], 1)
    expect(player.page.locator("#part-economy")).to_contain_text("2 ready, 1 used")
    expect(player.page.locator(f"#galaxy #h{FIELD} use[href='#c-money']")).to_have_count(1)


@begins("opening", "trade")
def test_a_trade(stage: Stage) -> None:
    game, player = stage.game, stage.player
    before = player.stored()
    player.right("Trade")
    player.asks("What do you give?")
    player.choose("Science")
    player.asks("What do you want?")
    player.choose("Money")
    player.asks("Trade 2 science for 1 money")
    player.shot("order")
    player.confirm("Played: trade")
    stored = state_of(game).seats[0].storage
    assert (stored.science, stored.money) == (before["science"] - 2, before["money"] + 1)
    assert player.stored() == to_builtins(stored)


@begins("opening", "undo")
def test_an_order_is_taken_back(stage: Stage) -> None:
    game, player = stage.game, stage.player
    before, stored = state_of(game), player.stored()
    player.act("Build")
    player.choose("Interceptor")
    player.confirm("Played: build interceptor")
    assert player.stored() != stored
    player.shot("played")
    player.ask.get_by_role("button", name="Take back the last order").click()
    player.tells("Taken back")
    player.shot("taken-back")
    state = state_of(game)
    assert (state.seats, state.sectors) == (before.seats, before.sectors)
    assert player.stored() == stored
    player.asks("Choose what to do")


# --- what is refused -----------------------------------------------------------------------------


@begins("opening", "refused-text")
def test_a_text_is_refused_and_kept(stage: Stage) -> None:
    game, player = stage.game, stage.player
    before, stored = state_of(game), player.stored()
    text = player.page.locator("#text")
    text.locator("summary").first.click()
    text.locator("textarea").fill("build monolith at 221")
    text.get_by_role("button", name="Send").click()
    refused = player.page.locator("#refused")
    expect(refused).to_contain_text("That was not played")
    expect(refused).to_contain_text("needs its technology")
    expect(text.locator("textarea")).to_have_value("build monolith at 221")
    player.shot("reason")
    assert state_of(game).seq == before.seq
    assert player.stored() == stored
    player.was_refused()


@begins("opening", "refused-order")
def test_an_order_that_comes_too_late_is_refused(stage: Stage) -> None:
    """The other window was quicker, between the question and the answer."""
    game, player = stage.game, stage.player
    stored = player.stored()
    player.act("Build")
    player.choose("Starbase")
    player.asks("Build a starbase")
    with player.elsewhere():
        player.act("Build")
        player.asks("What do you build?")
        player.choose("Interceptor")
        player.confirm("Played: build interceptor")
    before = state_of(game)
    player.ask.get_by_role("button", name="Confirm", exact=True).click()
    refused = player.page.locator("#refused")
    expect(refused).to_contain_text("That was not played")
    expect(refused).to_contain_text("has been answered already or is gone")
    player.shot("reason")
    assert state_of(game).seq == before.seq
    assert player.stored()["materials"] == before.seats[0].storage.materials
    player.ask.get_by_role("button", name="Take back the last order").click()
    player.tells("Taken back")
    assert player.stored() == stored
    player.was_refused()


# --- passing, reactions --------------------------------------------------------------------------


@begins("opening", "pass")
def test_pass_and_wish_to_be_asked_again(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.act("Pass")
    player.asks("After passing: you are not asked again this round.")
    player.shot("order")
    player.ask.get_by_role("link", name="Change").click()
    player.choose("Ask each time")
    player.confirm("Played: prefer")
    player.act("Pass")
    player.asks("After passing: you are asked again at each of your turns.")
    player.confirm("Played: pass")
    player.shot("waiting")
    expect(player.page.locator("h1")).to_have_text("Waiting for South")
    assert (state_of(game).seats[0].passed, newest(game).order) == (True, o.Pass())
    assert state_of(game).pending[0].seat == 1


@begins("reaction", "reaction")
def test_a_reaction_after_passing(stage: Stage) -> None:
    game, player = stage.game, stage.player
    expect(player.page.locator("nav.actions .act-btn")).to_contain_text(
        ["Upgrade", "Build", "Pass"]
    )
    player.shot("asked")
    player.act("Build")
    player.asks("What do you build?")
    player.choose("Interceptor")
    player.confirm("Played: build interceptor")
    seat = state_of(game).seats[0]
    assert seat.passed
    assert seat.action_discs == {"reaction": 1}
    assert player.stored()["materials"] == seat.storage.materials


# --- battle --------------------------------------------------------------------------------------


@begins("battle", "battle")
def test_a_battle_with_dice_to_assign_and_a_retreat(stage: Stage) -> None:
    game, player = stage.game, stage.player
    expect(player.page.locator("#battle")).to_contain_text("Battle in 105")
    player.shot("asked")
    player.act("Attack")
    player.tells("Played: attack")

    player.asks("Which ship does each die hit?")
    dice = decision(game).context["dice"]
    picked = player.ask.locator("select")
    expect(picked).to_have_count(len(dice))
    suggested = picked.first.input_value()
    (other,) = {str(ship) for ship in dice[0]["targets"]} - {suggested}
    picked.first.select_option(other)
    player.shot("dice")
    player.ask.get_by_role("button", name="Assign the dice").click()
    player.tells("Played: assign")
    hits = next(e for e in newest(game).effects if isinstance(e, HitsAssigned))
    assert int(other) in hits.targets

    player.asks("does your dreadnought group attack or retreat?")
    player.act("Retreat")
    player.asks("Confirm")
    player.shot("retreat")
    player.confirm("Played: retreat to 221")
    away = next(e for e in newest(game).effects if isinstance(e, RetreatAnnounced))
    assert (away.sector, away.kind) == (FIELD, "dreadnought")
    player.shot("retreating")


# --- upkeep, diplomacy ---------------------------------------------------------------------------


@begins("poverty", "bankruptcy")
def test_short_of_money_one_trades_and_gives_up_a_sector(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.asks(f"{SHORT}")
    player.shot("short")
    player.act("Trade")
    player.asks("What do you give?")
    player.choose("Science")
    player.asks("What do you want?")
    player.choose("Money")
    player.confirm("Played: trade")
    assert state_of(game).phase == "upkeep"

    player.act("Give up a sector")
    player.asks("Which sector?")
    player.shot("sectors")
    player.target(FIELD)
    player.asks("Confirm")
    player.shot("order")
    player.confirm(f"Played: abandon {FIELD}")
    assert any(isinstance(e, DiscRemoved) for e in newest(game).effects)
    state = state_of(game)
    assert state.sectors[FIELD].disc is None
    assert state.round == 2
    assert player.stored()["money"] == state.seats[0].storage.money
    player.shot("next-round")


@begins("neighbours", "diplomacy")
def test_an_offer_of_relations_and_its_answer(stage: Stage) -> None:
    game, player = stage.game, stage.player
    player.right("Offer diplomatic relations")
    player.asks("From which track does the cube come?")
    player.choose("Money")
    player.asks("Confirm")
    player.shot("offer")
    player.confirm("Played: propose")
    (offer,) = state_of(game).proposals
    assert (offer.seat, offer.to, offer.track) == (0, 1, "money")
    assert player.stays()

    stage.sit(1)
    player.shot("asked")
    player.act("Accept")
    player.asks("From which track does your cube come?")
    player.choose("Science")
    player.asks("Confirm")
    player.shot("accept")
    player.confirm("Played: accept")
    state = state_of(game)
    assert [seat.ambassadors for seat in state.seats[:2]] == [[Ambassador(1)], [Ambassador(0)]]
    assert newest(game, 1).order == o.Accept(0, "science")
    expect(player.page.locator("#part-economy .rep")).to_contain_text("North")
