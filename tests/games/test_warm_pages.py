"""What is kept of pages never shows: drawn with all of it a page is as it is drawn without any of
it, whatever happened in the game and whoever looks."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from itertools import count

import pytest
from cachetools import LRUCache
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db import transaction
from django.http import HttpRequest
from django.test import Client
from django.utils.translation import trans_real

from eclipse_site.models import User
from games import pieces, seeds, selectors, statements, store
from games.ledger import ledger_of
from games.models import Game, GameSeed, Profile
from games.selectors import Entry
from games.services import lobby, moderation
from games.services.play import submit_orders
from games.services.undo import undo, undoable
from games.tenants import lock_game
from games.views.situation import MOST_NEWS, Situation
from rules.engine import decision_for
from rules.orders import Order
from rules.policies import policy_named
from rules.simulate import default_species, seed_bytes
from rules.state.model import GameState, Pending, RulesetSpec
from rules.views import player_view
from tests.games.helpers import account, fresh, moderator
from tests.games.pages import url_of

pytestmark = pytest.mark.django_db
EVERYTHING = ("pulsars", "black_holes", "supernovas", "nebulas")
PORTALS = ("warp_portals",)
POLICIES = [policy_named("varied"), policy_named("greedy")]
OTHER = "zh-hant"
NEVER = 99
"""A round that no game reaches."""
REASON = "Because of <b>."
_numbers = count()


@pytest.fixture(autouse=True)
def _other_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which every text is another than in English."""
    catalog = trans_real.translation(OTHER)
    monkeypatch.setattr(catalog, "gettext", "[{}]".format)
    monkeypatch.setattr(
        catalog, "ngettext", lambda one, many, number: f"[{one if number == 1 else many}]"
    )
    forget_words()
    yield
    forget_words()
    pieces.forget()


def forget_words() -> None:
    """Texts, marks and addresses that were looked up."""
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()


@contextmanager
def nothing_kept(words: bool) -> Iterator[None]:
    """``words``: texts are looked up anew too, and stay kept afterwards."""
    cache = caches["default"]
    prefix, kept = cache.key_prefix, pieces._kept
    cache.key_prefix, pieces._kept = f"cold{next(_numbers)}", LRUCache(pieces.MOST)
    if words:
        forget_words()
    try:
        yield
    finally:
        cache.key_prefix, pieces._kept = prefix, kept


def plain(html: str) -> str:
    """Without what is new in each answer."""
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", html)


class Table:
    """A game of accounts, some of whom do not play any more, with a moderator and visitors."""

    def __init__(self, seed: int, edition: str, modules: tuple[str, ...]) -> None:
        self.random = random.Random(seed)
        self.people = [account(f"{name}{seed}") for name in ("north", "south")]
        self.spare = [account(f"east{seed}")]
        self.moderator = moderator(f"moderator{seed}")
        spec = RulesetSpec(edition, modules)
        # All tables have one name: what is kept of one must not show at another.
        self.game = lobby.create_game(
            user=self.people[0],
            name="A & B",
            seats=2,
            edition=edition,
            modules=modules,
            species=default_species(spec, 2),
        )
        GameSeed.objects.filter(game=self.game).update(sealed=seeds.seal(seed_bytes(seed)))
        lobby.join(game=self.game, user=self.people[1])
        lobby.start(game=self.game, user=self.people[0])
        self.readers: list[User | None] = [*self.people, *self.spare, self.moderator, None]

    # --- what happens ------------------------------------------------------------------------------

    def choose(self, state: GameState) -> tuple[Pending, Order]:
        asked = self.random.choice(state.pending)
        view = player_view(state, asked.seat)
        decision = decision_for(view.table, asked.seat, asked.id)
        return asked, POLICIES[asked.seat].choose(view, decision, state.seq)

    def skip(self, to: int) -> None:
        """Play on to a round, or to the end, without anybody looking."""
        with transaction.atomic():
            ledger = ledger_of(lock_game(self.game.pk))
            while ledger.state.round < to and not ledger.state.finished:
                asked, order = self.choose(ledger.state)
                ledger.play(asked.seat, order, "player", asked.id)
            ledger.save()

    def step(self) -> None:
        """An order, or something that happens more seldom."""
        game, chance = fresh(self.game), self.random.random()
        if chance < 0.15 and (seat := game.unsealed_seat) is not None and undoable(game, seat):
            undo(game=game, seat=seat, user=self.people[seat])
        elif chance < 0.2:
            self.rewind(game)
        elif chance < 0.24:
            person = self.random.choice([*self.people, *self.spare])
            person.name = f"<{next(_numbers)}>"
            person.save()
        elif chance < 0.28:
            person = self.random.choice([*self.people, *self.spare])
            language = self.random.choice(("en", OTHER))
            zone = self.random.choice(("UTC", "Asia/Taipei"))
            Profile.objects.update_or_create(
                user=person, defaults={"language": language, "time_zone": zone}
            )
        elif chance < 0.32 and len(self.spare) == 1:
            seat = self.random.randrange(2)
            moderation.replace_player(
                game=game, user=self.moderator, reason=REASON, seat=seat, new_user=self.spare[0]
            )
            self.people[seat], self.spare = self.spare[0], [self.people[seat], self.spare[0]]
        else:
            asked, order = self.choose(store.current_state(game))
            submit_orders(
                game=game,
                seat=asked.seat,
                orders=[order],
                user=self.people[asked.seat],
                key=f"key {next(_numbers)}",
            )

    def rewind(self, game: Game) -> None:
        to = self.random.randrange(game.newest_seq - 25, game.newest_seq)
        if store.counts(to, store.live_spans(game, game.newest_seq)):
            moderation.rewind(
                game=game,
                user=self.moderator,
                reason=REASON,
                to=to,
                redraw=self.random.random() < 0.5,
            )

    # --- what is seen ------------------------------------------------------------------------------

    def compare(self, reader: User | None, words: bool) -> None:
        """The page of the game or of an event, with and without what is kept."""
        client, url = Client(), url_of(self.game)
        if reader is not None:
            client.force_login(reader)
        else:
            client.defaults["HTTP_ACCEPT_LANGUAGE"] = self.random.choice(("en", OTHER))
        newest = fresh(self.game).newest_seq
        if self.random.random() < 0.25:
            url = f"{url}history/?at={self.random.randrange(newest)}"
        # Once more for whoever looked while a minute ended.
        for last in (False, True):
            warm = client.get(url, follow=True).content.decode()
            with nothing_kept(words):
                cold = client.get(url, follow=True).content.decode()
            if last or plain(warm) == plain(cold):
                assert plain(warm) == plain(cold), f"{reader} at {url} after event {newest}"
                return

    def check_news(self, reader: User | None) -> None:
        """They are the end of what the whole log has to tell."""
        situation = situation_of(self.game, reader)
        told, found = situation.news(), told_by_the_whole_log(situation)
        assert told == found[len(found) - len(told) :]
        assert len(told) == len(found) or told[0].seq >= situation.viewer.newest - 150


def situation_of(game: Game, reader: User | None) -> Situation:
    request = HttpRequest()
    request.user = reader or AnonymousUser()
    seen = statements.see(game.pk)
    assert seen is not None
    return Situation.of(request, seen)


def told_by_the_whole_log(situation: Situation) -> list[Entry]:
    game, seat = situation.game, situation.seat
    rows = store.rows(game, -1, situation.viewer.newest)
    if seat is not None:
        rows = selectors.since_last_turn(rows, seat)[0]
        rows = [row for row in rows if row.seq > 0]
    teller = selectors.Teller(game, situation.viewer, situation.tenancies)
    entries = [entry for row in rows if (entry := teller.entry(row)) is not None]
    found = [e for e in entries if e.sentences and not (e.abandoned and e.seat == seat)]
    return found[-MOST_NEWS:] if seat is None else found


@pytest.mark.parametrize(
    ("edition", "modules", "begin"),
    [("new_dawn", EVERYTHING, 4), ("second_dawn", PORTALS, 6), ("second_dawn", EVERYTHING, 8)],
)
def test_pages_are_those_that_are_drawn_anew(
    edition: str, modules: tuple[str, ...], begin: int
) -> None:
    table = Table(begin, edition, modules)
    table.skip(begin)
    for number in range(40):
        if not fresh(table.game).over:
            table.step()
        for reader in table.random.sample(table.readers, 2):
            table.check_news(reader)
        table.compare(table.random.choice(table.readers), words=number % 10 == 9)
    # Now the secrets are told, of events too that were seen before.
    table.skip(NEVER)
    assert fresh(table.game).over
    for reader in table.readers:
        table.compare(reader, words=False)
        table.check_news(reader)


def test_onlookers_are_told_what_happened_before_a_long_branch_that_was_taken_back() -> None:
    table = Table(1, "new_dawn", ())
    table.skip(5)
    newest = fresh(table.game).newest_seq
    to = newest - 40
    moderation.rewind(game=table.game, user=table.moderator, reason=REASON, to=to, redraw=False)
    told = situation_of(table.game, None).news()
    assert len(told) == MOST_NEWS
    assert [entry.seq for entry in told if entry.seq > to] == [newest + 1]


@pytest.mark.parametrize("path", ["", "history/"])
def test_whoever_does_not_play_any_more_is_told_of_by_the_present_name(
    client: Client, path: str
) -> None:
    table = Table(2, "new_dawn", ())
    table.skip(3)
    former, url = table.people[0], url_of(table.game) + path
    moderation.replace_player(
        game=table.game, user=table.moderator, reason=REASON, seat=0, new_user=table.spare[0]
    )
    before = client.get(url)
    assert former.name in before.content.decode()
    old, former.name = former.name, "Somebody"
    former.save()
    after = client.get(url, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert old not in after.content.decode()
    assert former.name in after.content.decode()
