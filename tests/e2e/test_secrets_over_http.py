"""Two games that differ only in a secret look alike to all who may not know it.

Compared is everything that leaves the site: pages, answers of the API, mails. Equal after fixing
what differs between any two games: ids, tokens, keys of forms, clock.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import unified_diff
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import pairwise

import pytest
from django.core import mail
from django.core.mail import EmailMessage as DjangoMessage

from eclipse_site.models import User
from games import store
from games.models import Game
from games.services.standing_orders import set_standing
from notifications import addresses, services
from notifications.models import OutgoingMail, ReplyAddress
from rules.effects.flow import PhaseStarted
from rules.notation import show
from rules.orders import Build, Done, Pass, Research
from rules.policies.standing import PlannedTurns
from tests.e2e.processes import Programs
from tests.e2e.twins import Story, stored, story
from tests.e2e.visitor import Visitor
from tests.games.helpers import account, moderator
from tests.notifications.helpers import letter, receive

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

BEFORE = 8
"""Events after the difference that both games hold from the start."""
PLAYED_ON = 12
"""Orders that are given over HTTP in both games after the difference."""

FIXED = [
    (r'name="csrfmiddlewaretoken" value="[^"]+"', "CSRF"),
    (r'name="key" value="[\w-]{16}', 'name="key" value="KEY'),
    (r'(name="[a-z]+-\d+-id" value=)"\d+"', r'\1"ID"'),
    # Fingerprints of what is compared as it stands.
    (r'data-(v|etag)="[^"]+"', r'data-\1="PRINT"'),
    (r"turn\+[a-z2-7]{32}@", "turn+SECRET@"),
    (r"<[0-9a-f]{32}@", "<MESSAGE@"),
    (r"<GAME\.\d+@", "<GAME.TENANCY@"),
    (r"/mail/stop/[\w:=-]+/", "/mail/stop/TOKEN/"),
    (r"={10,}\d+==", "BOUNDARY"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(Z|\+00:00)", "TIME"),
    (r"\w{3,4} \d{1,2} \w{3} \d\d:\d\d", "TIME"),
    (r"\d{1,2} \w{3} \d\d:\d\d", "TIME"),
    (
        r"\w{3,5}\.? \d{1,2}, \d{4}, [\d:]+ [ap]\.m\.|\w{3,5}\.? \d{1,2}, \d{4}, (noon|midnight)",
        "TIME",
    ),
]


class Twin:
    """One of the two games, with those who look at it."""

    def __init__(self, game: Game, users: Sequence[User], visitors: dict[str, Visitor]) -> None:
        self.game = game
        self.users = users
        """By seat."""
        self.visitors = visitors

    def fixed(self, text: str) -> str:
        text = text.replace(self.game.pk, "GAME")
        for pattern, word in FIXED:
            text = re.sub(pattern, word, text)
        return text

    def seen(self, name: str, moments: list[int]) -> dict[str, str]:
        """Everything that the visitor can ask for, by what was asked."""
        visitor, pk = self.visitors[name], self.game.pk
        self.game.refresh_from_db()
        # Later events are shown to their seat alone, which may still take them back.
        moments = sorted({min(at, self.game.sealed_seq) for at in moments})
        pages = [f"/games/{pk}/", f"/games/{pk}/history/"]
        pages += [f"/games/{pk}/ships/?of={seat}" for seat in (0, 1)]
        pages += [f"/games/{pk}/?k={kind}" for kind in ("explore", "move", "upgrade", "build")]
        pages += [f"/games/{pk}/history/?at={at}" for at in moments]
        if name in self.players():
            pages.append(f"/games/{pk}/standing/")
        if name == "moderator":
            pages.append(f"/admin/games/game/{pk}/change/")
        asked = [f"/api/games/{pk}/", f"/api/games/{pk}/decisions/", f"/api/games/{pk}/events/"]
        asked += [f"/api/games/{pk}/standing/", *(f"/api/games/{pk}/?at={at}" for at in moments)]
        found = {}
        for path in pages:
            answer = visitor.page(path)
            assert answer.status == 200, (path, answer)
            found[self.fixed(path)] = self.fixed(answer.text)
        reports = {
            path
            for page in found.values()
            for path in re.findall(r'"(/games/GAME/battles/[^"]+)"', page)
        }
        for path in sorted(reports):
            answer = visitor.page(path.replace("GAME", pk))
            assert answer.status == 200, (path, answer)
            found[path] = self.fixed(answer.text)
        for path in asked:
            answer = visitor.api(path)
            assert answer.status == self.expected(name, path), (path, answer)
            found[self.fixed(path)] = self.fixed(answer.text)
        return found

    def expected(self, name: str, path: str) -> int:
        """The API is for accounts, what a seat is asked and has ordered for players."""
        if name == "stranger":
            return 401
        own = path.endswith(("/decisions/", "/standing/"))
        return 403 if own and name not in self.players() else 200

    def players(self) -> set[str]:
        """Names of the visitors that play."""
        return {user.name.lower() for user in self.users}

    def order(self, seat: int, text: str, decision: str) -> str:
        """Give an order over HTTP; what the seat is answered."""
        visitor = self.visitors[self.users[seat].name.lower()]
        key = f"{decision} {text}"
        answer = visitor.send_orders(self.game.pk, key, text=text, decision=decision)
        return f"{answer.status} {self.fixed(answer.text)}"

    def ask_for_help(self) -> None:
        """Every player answers a mail with a question, as if the worker had read it."""
        for user in self.users:
            address = ReplyAddress.objects.filter(tenancy__game=self.game, tenancy__user=user)
            question = letter(
                addresses.written(address.latest("pk")),
                "help",
                message_id=f"<{user.pk}@example.org>",
            )
            receive(question)

    def mails(self) -> dict[str, str]:
        """Everything that the site mails now, by its reader."""
        mail.outbox.clear()
        waiting = OutgoingMail.objects.filter(status="waiting", tenancy__game=self.game)
        for key in waiting.order_by("pk").values_list("pk", flat=True):
            services.deliver(key)
        found: dict[str, str] = {}
        for message in mail.outbox:
            to = message.to[0]
            found[to] = found.get(to, "") + self.fixed(as_read(message))
        return found


def as_read(message: DjangoMessage) -> str:
    """Headers, text and HTML of a mail, decoded."""
    parsed = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    headers = [f"{k}: {v}" for k, v in parsed.items() if k not in ("Date", "Content-Type")]
    parts = [
        str(part.get_content()) for part in parsed.iter_parts() if isinstance(part, EmailMessage)
    ]
    return "\n".join([*headers, *parts])


@pytest.fixture(scope="module")
def told() -> Story:
    return story()


@pytest.fixture
def twins(programs: Programs, told: Story) -> tuple[Twin, Twin]:
    """The games, a few events after the draw, and the web server at which both are looked at."""
    return _pair(programs, told, told.drawn + BEFORE, told.shift)


def _pair(programs: Programs, told: Story, until: int, shift: int) -> tuple[Twin, Twin]:
    """The game up to event ``until`` twice, with secret draws that differ by ``shift``."""
    users = [account(name) for name in ("north", "south", "cyd")]
    one, two = (stored(told, users, until, moved) for moved in (0, shift))
    people = {user.name.lower(): user for user in users}
    people |= {"onlooker": account("guest"), "moderator": moderator()}
    programs.start("web")
    visitors = {name: Visitor(programs.web_port, user) for name, user in people.items()}
    visitors["stranger"] = Visitor(programs.web_port)
    return Twin(one, users, visitors), Twin(two, users, visitors)


def test_nothing_that_leaves_the_site_tells_a_reputation_tile(
    twins: tuple[Twin, Twin], told: Story
) -> None:
    """At once, and while both games are played on with the same orders."""
    kept = [store.current_state(twin.game).seats[told.keeper].reputation for twin in twins]
    assert kept[0] != kept[1]
    until = told.drawn + BEFORE
    pages_are_alike(twins, told.keeper, [0, told.drawn - 1, told.drawn, told.drawn + 1, until])
    # The tiles were drawn after a battle, whose report tells of it.
    assert any("/battles/" in path for path in twins[0].seen("onlooker", [told.drawn]))
    mails_are_alike(twins, told.keeper)

    for event in told.log[until + 1 : until + 1 + PLAYED_ON]:
        assert event.seat is not None
        assert event.order is not None
        one, two = (twin.order(event.seat, show(event.order), event.decision) for twin in twins)
        assert one.startswith("200")
        assert one == two
    pages_are_alike(twins, told.keeper, [until + PLAYED_ON])
    for twin in twins:
        twin.ask_for_help()
    mails_are_alike(twins, told.keeper)


def test_nothing_tells_a_standing_order_from_its_player(programs: Programs, told: Story) -> None:
    """The same turn, given by its player in one game and by a standing order in the other."""
    first, last = _turn_without_chance(told)
    seat = told.log[first].seat
    assert seat is not None
    twins = _pair(programs, told, first - 2, 0)
    given = [show(event.order) for event in told.log[first : last + 1] if event.order]
    plan = PlannedTurns(turns=("; ".join(given[:-1] if given[-1] == "done" else given),))
    set_standing(game=twins[1].game, user=twins[1].users[seat], orders=plan)

    before = told.log[first - 1]
    assert before.seat is not None
    answers = [twin.order(before.seat, show(before.order), before.decision) for twin in twins]
    assert answers[0].startswith("200")
    assert answers[0] == answers[1]
    for event in told.log[first : last + 1]:
        assert twins[0].order(seat, show(event.order), event.decision).startswith("200")
    actors = [[(e.seat, e.order, e.actor) for e in store.log_of(twin.game)] for twin in twins]
    assert [entry[:2] for entry in actors[0]] == [entry[:2] for entry in actors[1]]
    assert {entry[2] for entry in actors[1][first:]} == {"standing_order"}
    pages_are_alike(twins, seat, [first - 1, first, last])
    mails_are_alike(twins, seat)


def _turn_without_chance(told: Story) -> tuple[int, int]:
    """First and last event of a turn that another seat's end of turn precedes, and in which a
    plan says all that its player said."""
    ends = [n for n, event in enumerate(told.log) if isinstance(event.order, (Done, Pass))]
    for before, last in pairwise(ends):
        turn = told.log[before + 1 : last + 1]
        if before < told.drawn or len(turn) < 2 or turn[0].seat == told.log[before].seat:
            continue
        plain = all(
            not event.holds_chance and isinstance(event.order, (Build, Research, Done, Pass))
            for event in (told.log[before], *turn)
        )
        phases = any(isinstance(e, PhaseStarted) for event in turn for e in event.effects)
        if plain and not phases and len({event.seat for event in turn}) == 1:
            return before + 1, last
    raise AssertionError("no turn of the story was as plain as that")


def pages_are_alike(twins: tuple[Twin, Twin], keeper: int, moments: list[int]) -> None:
    """Pages and API answers are equal for all but the keeper; its own show that there is a
    difference to be seen."""
    owner = twins[0].users[keeper].name.lower()
    for name in twins[0].visitors:
        one, two = (twin.seen(name, moments) for twin in twins)
        different = differences(one, two)
        if name == owner:
            assert different
        else:
            assert different == [], f"{name} can tell the games apart"


def mails_are_alike(twins: tuple[Twin, Twin], keeper: int) -> None:
    """The same for mails; somebody else than the keeper got one."""
    owner = twins[0].users[keeper].email
    one, two = (twin.mails() for twin in twins)
    assert one.keys() == two.keys()
    assert set(one) - {owner}
    assert differences({**one, owner: ""}, {**two, owner: ""}) == []


def differences(one: dict[str, str], two: dict[str, str]) -> list[str]:
    """What was asked and the lines that differ in the answers."""
    found = []
    for what, text in one.items():
        if text != two[what]:
            lines = unified_diff(text.splitlines(), two[what].splitlines(), n=0, lineterm="")
            found.append("\n".join([what, *lines])[:6000])
    return found
