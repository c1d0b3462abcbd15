"""From the mail's link to the end of a good turn on a phone: how often a thumb is needed."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from games import seeds, store
from games.models import Game, GameSeed
from games.services import lobby
from rules.chance import commitment
from rules.orders import Colonize, Done, Explore, PlaceSector, TakeControl
from tests.e2e.browser import PHONE, Person
from tests.e2e.letters import text_of
from tests.e2e.processes import Programs, wait_for
from tests.games.helpers import TWO, account, fresh, on_move
from tests.notifications.servers import MailServer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

MOST = 10
"""Touches and swipes: at five seconds each, with time to read, less than a minute."""


class Thumb:
    """Touches what it needs on a phone, and swipes where that is not in sight."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.done: list[str] = []

    def touch(self, target: Locator, why: str) -> None:
        expect(target).to_be_visible()
        sees = "e => { const b = e.getBoundingClientRect(); " + (
            "return b.top >= 0 && b.bottom <= innerHeight }"
        )
        if not target.evaluate(sees):
            self.done.append(f"swipe to: {why}")
        self.done.append(why)
        target.click()


def known_game() -> Game:
    """A game of two in which the first tile of each stack is always the same."""
    north, south = account("north-quick"), account("south-quick")
    game = lobby.create_game(user=north, name="A quick turn", seats=2, species=TWO)
    lobby.join(game=game, user=south)
    seed = b"an exploration by thumb".ljust(32)
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))
    return lobby.start(game=fresh(game), user=north)


def link_in_mail(post: MailServer, address: str) -> str:
    mails = wait_for(lambda: [m for m in list(post.mails) if m["To"] == address], "a turn mail")
    link = re.search(r"http://\S+/games/\w+/\S*", text_of(mails[-1]))
    assert link, text_of(mails[-1])
    return link[0]


def test_an_exploration_from_the_mail_takes_few_touches(
    programs: Programs, post: MailServer, browser: Browser, pictures: Path
) -> None:
    """Explore, look at the tile in each orientation, lay it, take it, settle it, end the turn."""
    programs.start("web", "worker")
    game = known_game()
    seat, user = on_move(game)
    link = link_in_mail(post, user.email)
    person = Person(browser, programs.address, pictures)
    person.arrive(user)
    person.page.set_viewport_size(PHONE)

    began = time.monotonic()
    person.open(link.replace(re.findall(r"http://[^/]+", link)[0], programs.address))
    page, thumb = person.page, Thumb(person)
    ask = page.locator("#choose")
    thumb.touch(page.locator("nav.actions a", has_text="Explore"), "Explore")
    # A zone in the inner ring has the best tiles.
    thumb.touch(ask.locator("ul.cands a").first, "zone")
    thumb.touch(ask.get_by_role("button", name="Confirm", exact=True), "turn the tile up")
    expect(ask).to_contain_text("place it or discard it")
    thumb.touch(ask.locator("ul.cands a").first, "orientation")
    thumb.touch(ask.get_by_role("button", name="Confirm", exact=True), "lay the tile")
    expect(page.locator(".notes")).to_contain_text("Played: place")
    newest = fresh(game).newest_seq
    while store.current_state(fresh(game)).pending[0].seat == seat:
        wanted = _next(ask)
        if wanted is None:
            break
        thumb.touch(wanted, wanted.inner_text().split("\n")[0])
        before = newest
        wait_for(lambda seen=before: fresh(game).newest_seq > seen, "an answer")
        newest = fresh(game).newest_seq
        expect(page.locator(".strip")).to_have_attribute("data-seq", str(newest))
    seconds = time.monotonic() - began
    person.leave()

    kinds = [type(e.order) for e in store.log_of(fresh(game)) if e.seat == seat]
    assert kinds == [Explore, PlaceSector, TakeControl, Colonize, Done], thumb.done
    assert len(thumb.done) <= MOST, thumb.done
    assert person.faults == []
    told = f"{len(thumb.done)} touches and swipes, {seconds:.1f} s without reading: {thumb.done}"
    (pictures / "quick-turn.txt").write_text(told + "\n")


def _next(ask: Locator) -> Locator | None:
    """What a player would touch: the first offer, or what confirms or ends."""
    for found in (
        ask.get_by_role("button", name="Confirm", exact=True),
        ask.locator("ul.cands a"),
        ask.locator(".settle button"),
        ask.locator("form button.primary"),
        ask.page.locator("nav.actions a.act-btn, nav.actions button.act-btn"),
    ):
        if found.count():
            return found.first
    return None
