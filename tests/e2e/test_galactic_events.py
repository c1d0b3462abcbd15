"""Special sectors are played in a real browser, at a desk and on a phone: a part of a nebula is
clicked, a pulsar activated, ships go into a black hole and come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import transaction
from django.test import Client
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from games import seeds
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.services import lobby
from games.services.play import submit_orders
from games.statements import lock
from games.store import current_state
from rules.chance import LiveChance, commitment
from rules.effects.base import Effect
from rules.effects.galaxy import DiscPlaced, SectorPlaced, ShipPlaced
from rules.engine import open_decisions
from rules.expansions.galactic_events.black_holes import BLANK, DIE, FACES
from rules.geometry import opposite, turned, zone_neighbours
from rules.notation import show
from rules.simulate import seed_bytes
from rules.state.model import NPC
from rules.table import Table
from tests.e2e.browser import DESKTOP, PHONE, THEMES, Person
from tests.e2e.processes import Programs
from tests.games.helpers import TWO, account, on_move

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
WINDOWS: tuple[tuple[str, ViewportSize, bool, str], ...] = (
    ("desk", DESKTOP, True, "new_dawn"),
    ("phone", PHONE, True, "second_dawn"),
    ("phone-bare", PHONE, False, "second_dawn"),
)
"""Name, size, whether scripts run, edition."""


# --- a game beside special sectors ---------------------------------------------------------------


def _seed() -> bytes:
    """With it the first ship comes back from a black hole at once, the second in the next round."""
    number = 0
    while True:
        seed = seed_bytes(number)
        faces = [LiveChance(seed).draw(DIE, at, 0, FACES) + 1 for at in (0, 1)]
        if faces[0] == BLANK and faces[1] in (2, 3):
            return seed
        number += 1


def _game(name: str, edition: str) -> tuple[Game, str]:
    """A game whose first seat has a nebula, a black hole and a pulsar around its home, and two
    cruisers there; the part of the nebula that touches the home."""
    north, south = account(f"north-{name}"), account(f"south-{name}")
    game = lobby.create_game(
        user=north, name="Strange skies", seats=2, species=TWO, edition=edition, modules=MODULES
    )
    seed = _seed()
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))
    lobby.join(game=game, user=south)
    lobby.start(game=game, user=north)
    seat, _user = on_move(game)
    with transaction.atomic():
        locked = lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        table = Table(ledger.state)
        home = table.seat(seat).home
        sky, part = _sky(table, home)
        first = ledger.state.next_ship
        fleet = [(seat, "cruiser", home), (seat, "cruiser", home), (NPC, "ancient", "395b")]
        ledger.record(
            [
                *sky,
                DiscPlaced(seat, "393"),
                *(ShipPlaced(first + n, *ship) for n, ship in enumerate(fleet)),
            ],
            actor="moderator",
        )
        ledger.save()
    game.refresh_from_db()
    return game, part


def _sky(table: Table, home: str) -> tuple[list[Effect], str]:
    """The nebula towards the middle, the others at the next wormholes; the part at the home."""
    sector = table.state.sectors[home]
    around = zone_neighbours(sector.zone)
    free = [
        edge for edge in sorted(table.wormholes(sector)) if around[edge] not in table.state.zones
    ]
    free.sort(key=lambda edge: around[edge])
    placed: list[Effect] = []
    for tile, edge in zip(("395", "396", "393"), free, strict=False):
        turn = next(
            turns
            for turns in range(6)
            if opposite(edge) in turned(table.tile(tile).wormholes, turns)
            # The part with the Ancient looks away from the home.
            and (tile != "395" or opposite(edge) not in turned(table.tile("395b").edges, turns))
        )
        for place in table.rules.places[tile]:
            whole = "" if place == tile else tile
            placed.append(SectorPlaced(place, around[edge], turn, place == "395c", whole))
            if place == "395a" and opposite(edge) in turned(table.tile(place).edges, turn):
                part = place
    return placed, part


def _to_round(game: Game, number: int) -> None:
    """Everybody does what happens at deadlines until the first seat's turn in a round."""
    for step in range(60):
        game.refresh_from_db()
        decision = open_decisions(Table(current_state(game)))[0]
        if (
            current_state(game).round == number
            and decision.kind == "turn"
            and on_move(game)[0] == 0
        ):
            return
        seat, user = on_move(game)
        submit_orders(
            game=game, seat=seat, text=show(decision.default), key=f"r{number}-{step}", user=user
        )
    raise AssertionError(f"round {number} does not begin")


def _faults(person: Person) -> list[str]:
    """What the browser complains about, but for questions for news that a click overtook."""
    given_up = ("htmx:sendAbort", "htmx:afterRequest")
    return [fault for fault in person.faults if not any(name in fault for name in given_up)]


# --- what is clicked -----------------------------------------------------------------------------


def _action(person: Person, label: str) -> None:
    person.page.locator("nav.actions").get_by_role("link", name=label).click()


def _choose(person: Person, label: str) -> None:
    """A candidate of the list."""
    pattern = re.compile(rf"^\s*{re.escape(label)}")
    person.page.locator("ul.cands a").filter(has_text=pattern).first.click()


def _target(person: Person, place: str) -> Locator:
    """The link on the map to a place."""
    title = re.compile(rf": {place}\b")
    return person.page.locator("svg.map a.legal").filter(
        has=person.page.locator("title", has_text=title)
    )


def _confirm(person: Person) -> None:
    person.page.get_by_role("button", name="Confirm", exact=True).click()
    expect(person.page.locator(".note.success")).to_be_visible()


def _picture(person: Person, name: str) -> None:
    page = person.page
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=person.pictures / f"{name}-{scheme}.png", full_page=True)
        page.locator("figure.mapbox").screenshot(path=person.pictures / f"{name}-map-{scheme}.png")
    page.emulate_media(color_scheme="dark")


def test_special_sectors_are_played(programs: Programs, browser: Browser, pictures: Path) -> None:
    programs.start("web")
    for name, size, scripts, edition in WINDOWS:
        game, part = _game(name, edition)
        _seat, user = on_move(game)
        if scripts:
            _look(_at_the_game(programs, browser, pictures, game, user, size, scripts), game)
        person = _at_the_game(programs, browser, pictures, game, user, size, scripts)
        if scripts:
            _from_part_to_part(person)
        _picture(person, f"sky-{name}")
        _activate(person)
        _into_the_nebula(person, part, name)
        _through_the_black_hole(person, part, name)
        _into_the_black_hole_for_a_round(person)
        _to_round(game, 2)
        person.open(f"/games/{game.pk}/")
        _back_from_the_black_hole(person, part, name)
        assert _faults(person) == []
        person.leave()


def _at_the_game(
    programs: Programs,
    browser: Browser,
    pictures: Path,
    game: Game,
    user: object,
    size: ViewportSize,
    scripts: bool,
) -> Person:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    person = Person(browser, programs.address, pictures, scripts=scripts)
    session = client.cookies["sessionid"].value
    person.page.context.add_cookies(
        [{"name": "sessionid", "value": session, "url": programs.address}]
    )
    person.page.set_viewport_size(size)
    person.open(f"/games/{game.pk}/")
    return person


def _look(person: Person, game: Game) -> None:
    """Nothing that axe-core calls serious on the map, in the panel and where an order is chosen.

    While it measures, axe tries styles that the policy of the pages forbids; that is no fault of
    theirs, so it has a window of its own.
    """
    for path in ("", "?k=activate", "?k=move"):
        person.open(f"/games/{game.pk}/{path}")
        there = [["figure.mapbox"], ["#special"], ["#choose"]]
        found = Axe().run(person.page, context={"include": there}).response["violations"]
        bad = [v for v in found if v["impact"] in ("serious", "critical")]
        assert [(v["id"], [node["html"][:200] for node in v["nodes"]]) for v in bad] == []
    person.leave()


def _from_part_to_part(person: Person) -> None:
    """Arrows lead from one part of the nebula to each other one."""
    page = person.page
    reached, left = {"#s395a"}, ["#s395a"]
    while left:
        start = left.pop()
        for arrow in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            page.locator(f'#galaxy a[href="{start}"]').focus()
            page.keyboard.press(arrow)
            now = page.evaluate("document.activeElement.getAttribute('href')")
            if now.startswith("#s395") and now not in reached:
                reached.add(now)
                left.append(now)
    assert reached == {"#s395a", "#s395b", "#s395c"}


def _activate(person: Person) -> None:
    """The disc of the pulsar moves to Build, which gives one ship without a disc."""
    page = person.page
    _action(person, "Pulsar")
    _choose(person, "Build")
    expect(page.locator("#choose")).to_contain_text("No disc leaves the track")
    expect(page.locator("#choose")).to_contain_text("The disc goes from Move to Build")
    _confirm(person)
    expect(page.locator("#asked")).to_contain_text("Build: ships and structures left: 1")
    expect(page.locator("#special")).to_contain_text("Disc on Build: activated this round.")
    expect(page.locator("svg.map .slots.spent")).to_have_count(1)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#special")).to_contain_text("You may activate")


def _into_the_nebula(person: Person, part: str, name: str) -> None:
    """The part is clicked in its own shape; the other parts are not in reach or are others."""
    page = person.page
    _action(person, "Move")
    _choose(person, "Cruiser")
    target = _target(person, part)
    expect(target).to_have_count(1)
    expect(target.locator("polygon.halo")).to_have_count(1)
    _picture(person, f"targets-{name}")
    target.click()
    expect(page.locator("#choose")).to_contain_text(f"to {part}")
    _confirm(person)
    expect(page.locator(f"#h{part}")).to_be_attached()
    expect(page.locator("#asked")).to_contain_text("Move: movements left")


def _through_the_black_hole(person: Person, part: str, name: str) -> None:
    """What the die may bring is told before; the ship is back at once and goes to a part, which is
    reached by keys."""
    page = person.page
    _action(person, "Move")
    _choose(person, "Interceptor")
    _target(person, "396").click()
    order = page.locator("#choose")
    expect(order).to_contain_text("A die says when it comes back")
    expect(order).to_contain_text("33 %: back in round 2.")
    expect(order).to_contain_text("A draw or dice decide what comes of it")
    _picture(person, f"die-{name}")
    _confirm(person)
    expect(page.locator("#asked")).to_contain_text("comes back at once from the black hole")
    _picture(person, f"return-{name}")
    target = _target(person, part)
    target.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#choose .says")).to_contain_text(part)
    _confirm(person)


def _into_the_black_hole_for_a_round(person: Person) -> None:
    page = person.page
    _action(person, "Move")
    _choose(person, "Cruiser")
    # One cruiser is at home, the other in the nebula.
    _choose(person, "22")
    _target(person, "396").click()
    _confirm(person)
    expect(page.locator("#special")).to_contain_text("You: 1 cruiser, back in round 2.")


def _back_from_the_black_hole(person: Person, part: str, name: str) -> None:
    page = person.page
    expect(page.locator("#special")).to_contain_text("has to come back this round")
    _action(person, "Pass")
    expect(page.locator("#choose")).to_contain_text(
        "is lost if you do not bring it back this round"
    )
    _picture(person, f"due-{name}")
    _action(person, "Bring back")
    _target(person, part).click()
    _confirm(person)
    expect(page.locator("#special")).not_to_contain_text("has to come back this round")
    expect(page.locator("#special")).not_to_contain_text("You: 1 cruiser")
