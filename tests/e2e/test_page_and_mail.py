"""The whole chain: one plays by page, the other by nothing but answers to mails, for a round."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import groupby
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from games import seeds, store
from games.models import Game, GameSeed, PendingDecision
from games.verification import check_game
from notifications.models import IncomingMail, OutgoingMail
from rules.chance import commitment
from rules.effects.battle import BattleEnded
from rules.effects.flow import PhaseStarted
from rules.log import state_hash
from rules.notation import show
from rules.orders import (
    Attack,
    Build,
    ChooseSpecies,
    Colonize,
    Explore,
    Move,
    Pass,
    PlaceSector,
    Research,
    TakeControl,
)
from tests.e2e.browser import Person
from tests.e2e.letters import html_of, reply_to, send, text_of
from tests.e2e.plan import FIGHTER, SETTLER, Plan, Step, plan
from tests.e2e.processes import Programs, wait_for
from tests.notifications.servers import MailServer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

NORTH, SOUTH = "north@example.org", "south@example.org"
NAME = "Two ways to play"
TURN = f"Your turn in {NAME}"


class Inbox:
    """Mails to one address, read one after the other."""

    def __init__(self, post: MailServer, address: str) -> None:
        self._post = post
        self.address = address
        self.read = 0

    def mails(self) -> list[EmailMessage]:
        return [mail for mail in list(self._post.mails) if mail["To"] == self.address]

    def next(self, subject: str) -> EmailMessage:
        """The next mail, which must have this subject."""
        mail = wait_for(lambda: self.mails()[self.read : self.read + 1], f"a mail: {subject}")[0]
        self.read += 1
        assert mail["Subject"] == subject, text_of(mail)
        return mail

    def nothing_else(self) -> None:
        unread = self.mails()[self.read :]
        assert unread == [], [mail["Subject"] for mail in unread]


@pytest.fixture
def north(post: MailServer) -> Inbox:
    return Inbox(post, NORTH)


@pytest.fixture
def south(post: MailServer) -> Inbox:
    return Inbox(post, SOUTH)


def newcomer(person: Person, name: str, inbox: Inbox) -> None:
    """Sign up, confirm the address by the mail's link, log in."""
    person.sign_up(name, inbox.address)
    mail = wait_for(inbox.mails, "the mail to confirm an address")[0]
    inbox.read += 1
    body = mail.get_body(("plain",))
    assert body is not None
    link = re.search(r"http://\S+/confirm-email/\S+", body.get_content())
    assert link, body.get_content()
    person.confirm(link[0])
    person.log_in(inbox.address)


def fix_seed(game: Game, seed: bytes) -> None:
    """Give a game that has not started a seed that the test knows."""
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed))


def opened_game(person: Person) -> Game:
    """Create a game for two on the page."""
    person.open("/new/")
    person.page.fill("#id_name", NAME)
    person.page.select_option("#id_seats", "2")
    person.page.select_option("#id_species", "terran")
    person.press("Create the game")
    return Game.objects.get()


@dataclass
class Table:
    """Who plays what, where and with what. ``page``: North's window; ``bare``: another one,
    without JavaScript."""

    game: Game
    plan: Plan
    page: Person
    bare: Person
    north: Inbox
    south: Inbox
    reply_port: int


def test_a_round_by_page_and_by_mail(
    programs: Programs,
    post: MailServer,
    browser: Browser,
    pictures: Path,
    north: Inbox,
    south: Inbox,
) -> None:
    """North plays by page, South by mail, to the end of round 1 with a battle in it."""
    programs.start("web", "worker", "beat", "mail")
    wanted = plan()
    page_player = Person(browser, programs.address, pictures)
    mail_player = Person(browser, programs.address, pictures)
    newcomer(page_player, "North", north)
    newcomer(mail_player, "South", south)
    game = opened_game(page_player)
    fix_seed(game, wanted.seed)
    mail_player.open(f"/games/{game.pk}/")
    mail_player.press("Join")
    assert "You have a seat." in mail_player.reads()
    # From here on nothing but mail.
    mail_player.leave()
    page_player.page.reload()
    page_player.picture("lobby")
    page_player.press("Start the game")
    assert commitment(wanted.seed) in text_of(north.next(f"{NAME} has started"))

    bare = Person(browser, programs.address, pictures, scripts=False)
    bare.log_in(NORTH)
    table = Table(game, wanted, page_player, bare, north, south, programs.mail_port)
    play_round(table)
    mail = check_the_end(table)

    reader = Person(browser, programs.address, pictures)
    reader.page.set_content(html_of(mail))
    reader.picture("mail")
    north.nothing_else()
    south.nothing_else()
    ids = [mail["Message-ID"] for mail in post.mails]
    assert len(ids) == len(set(ids))
    assert set(OutgoingMail.objects.values_list("status", flat=True)) == {"sent"}
    received = Counter(IncomingMail.objects.values_list("status", flat=True))
    assert received == {"played": 5, "refused": 1}
    assert [p.faults for p in (page_player, bare, mail_player, reader)] == [[]] * 4


def play_round(table: Table) -> None:
    """Walk through the plan, one seat's run of orders after the other."""
    before: list[Step] = []
    for seat, run in groupby(table.plan.steps, lambda step: step.seat):
        steps = list(run)
        (by_page if seat == FIGHTER else by_mail)(table, steps, before)
        before = steps


# --- by page -------------------------------------------------------------------------------------


def by_page(table: Table, steps: list[Step], before: list[Step]) -> None:
    """Follow the link of the turn mail and click the orders together."""
    mail = table.north.next(TURN)
    tells_of(mail, before)
    # One turn of the round is played without JavaScript.
    building = any(isinstance(step.order, Build) for step in steps)
    person = table.bare if building else table.page
    link = re.search(rf"http://\S+/games/{table.game.pk}/", text_of(mail))
    assert link
    person.open(link[0])
    for step in steps:
        assert "Your turn" in person.reads()
        if step.kind == "battle":
            assert f"Battle in sector {table.plan.sector}" in person.reads()
            person.picture("battle")
        elif step.kind in ("turn", "explored"):
            person.picture(f"{step.kind}-{step.event.seq}")
        done = person.give(step.order)
        assert [sentence for sentence in sentences(step) if sentence not in done] == []
        if step is not steps[-1] and begins_a_phase(step):
            # A phase that begins is a new turn, also for whoever brought it about.
            table.north.next(TURN)
    assert "Waiting for South" in person.reads()


def begins_a_phase(step: Step) -> bool:
    return any(isinstance(effect, PhaseStarted) for effect in step.event.effects)


# --- by mail -------------------------------------------------------------------------------------


def by_mail(table: Table, steps: list[Step], before: list[Step]) -> None:
    """Answer the turn mail, and then each answer that asks for more."""
    mail = table.south.next(TURN)
    tells_of(mail, before)
    if any(isinstance(step.order, Research) for step in steps):
        # A mistake first: it is explained, and the explanation can be answered.
        mail = answered(table, mail, "build dreadnought at 221")
        assert "Nothing was played" in text_of(mail)
        assert "materials" in text_of(mail)
    for orders in submissions(steps):
        mail = answered(table, mail, "\n".join(orders))
        assert "Your orders were played" in text_of(mail)
        assert [order for order in orders if order not in text_of(mail)] == []
    assert "Nothing is asked of you now. The game waits for North." in text_of(mail)


def answered(table: Table, mail: EmailMessage, text: str) -> EmailMessage:
    """Reply to a mail; what the site answers."""
    assert str(mail["Reply-To"]).endswith("@reply.example.org")
    send(reply_to(mail, text), table.reply_port)
    return table.south.next(f"Re: {TURN}")


def submissions(steps: list[Step]) -> list[list[str]]:
    """The orders of a run as they can be sent: nothing is played after an outcome of chance."""
    found: list[list[str]] = [[]]
    for step in steps:
        found[-1].append(show(step.order))
        if step.event.holds_chance and step is not steps[-1]:
            found.append([])
    return found


# --- what mails and pages say ----------------------------------------------------------------------


def sentences(step: Step) -> list[str]:
    """What the other player must be told of an order."""
    who = "North" if step.seat == FIGHTER else "South"
    match step.order:
        case ChooseSpecies():
            return [f"{who} plays the Terran"]
        case Explore(zone):
            return [f"{who} took the Explore action.", f"was turned up for zone {zone}."]
        case PlaceSector(sector, _):
            return [f"Sector {sector} was placed in zone"]
        case TakeControl(sector):
            return [f"{who} took control of sector {sector}."]
        case Colonize(sector, square, _):
            return [f"{who} settled a {square} square of sector {sector}"]
        case Research(tech):
            return [f"{who} took the technology {tech.replace('_', ' ').title()}."]
        case Build(unit, sector):
            return [f"{who} built an {unit} in sector {sector}."]
        case Move(ship, source, target):
            return [f"{who} moved an {ship} from sector {source} to {target}."]
        case Pass():
            return [f"{who} passed"]
        case Attack():
            return [f"{who} fired the cannons of"]
        case _:
            return []


def battle_sentences(sector: str) -> list[str]:
    return [
        f"North attacked non-player ships in sector {sector}.",
        f"North destroyed Ancient Ship in sector {sector}.",
        f"North won the battle in sector {sector}.",
        "North drew 2 reputation tiles.",
    ]


def tells_of(mail: EmailMessage, steps: list[Step]) -> None:
    """The mail asks for orders and tells, as text and as HTML, what the other player did."""
    text = " ".join(text_of(mail).split())
    assert "It is your turn" in text
    assert "PLAY BY REPLY" in text
    told = [sentence for step in steps for sentence in sentences(step)]
    for form in (text, " ".join(html_of(mail).split())):
        assert [sentence for sentence in told if sentence not in form] == []


def check_the_end(table: Table) -> EmailMessage:
    """Round 2 has begun; battle and result stand in the mail and on the pages; the log holds.

    Returns the mail that says so.
    """
    game, wanted = table.game, table.plan
    told = battle_sentences(wanted.sector)
    mail = table.south.next(TURN)
    text = " ".join(text_of(mail).split())
    assert f"{NAME}, round 2" in text
    assert [sentence for sentence in (*told, "Round 2 began") if sentence not in text] == []

    game.refresh_from_db()
    assert (game.round, game.phase) == (2, "action")
    assert PendingDecision.objects.get(game=game, closed_at=None).seat == SETTLER
    # The same orders as planned, by whatever way, make the same game.
    assert state_hash(store.current_state(game)) == state_hash(wanted.state)
    check_game(game.pk)

    north = table.page
    north.open(f"/games/{game.pk}/")
    assert "Round 2 of 9" in north.reads()
    north.picture("turn")
    end = next(
        s.event.seq
        for s in wanted.steps
        if any(isinstance(e, BattleEnded) for e in s.event.effects)
    )
    north.open(f"/games/{game.pk}/history/?at={end}")
    assert [sentence for sentence in told[1:3] if sentence not in north.reads()] == []
    # North's own page names the tiles that South's mail only counts.
    assert re.search(r"North drew reputation tiles: \d", north.reads())
    north.picture("history")
    return mail
