"""What a mail says: text and HTML, made of nothing but what its reader may know.

Everything about the game comes from ``games.access.player_view`` and ``games.selectors``, asked for
the account that the mail goes to, at the moment of sending.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import css_inline
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, gettext as _, gettext_lazy as _l

from eclipse_site.models import User
from games.rendering.special import special_lines
from games.rendering.threats import threat_lines
from games.selectors import history, names
from notifications import addresses
from notifications.contents import galaxy, happened, news, reader_of, situation, view_of
from notifications.models import MailPreference, OutgoingMail
from notifications.reader import as_read_by
from notifications.reading import MARK
from rules.notation import help_lines
from rules.steps.diplomacy import TREATY

Kind = OutgoingMail.Kind

MOST_POSSIBLE = 12
UNSUBSCRIBE_SALT = "notifications.unsubscribe"


@dataclass
class Page:
    """The contents of one mail. ``decisions``: ids of those that it shows."""

    subject: str
    template: str
    context: dict[str, Any]
    decisions: list[str] = field(default_factory=list)


def compose(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """The message for a row of the outbox, or ``None`` if it is no longer of use to anybody.

    Notes in the row of the reply address which decisions the mail shows.
    """
    user = mail.tenancy.user
    if user is None or not user.is_active or not user.email:
        return None
    if mail.kind != Kind.ANSWER and not _still_wanted(mail, user):
        return None
    with as_read_by(user):
        page = _PAGES[Kind(mail.kind)](mail)
        return None if page is None else _message(mail, user, page)


def _still_wanted(mail: OutgoingMail, user: User) -> bool:
    return mail.tenancy.closed_at is None and MailPreference.wants_game_mails(user)


# --- the kinds of mail ---------------------------------------------------------------------------


def _turn(mail: OutgoingMail) -> Page | None:
    game = mail.tenancy.game
    view = view_of(mail)
    if not any(decision.id in mail.decisions for decision in view.decisions):
        return None
    reminds = mail.kind == Kind.REMINDER
    # An offer is answered at any time, most often in the turn of somebody else.
    offers = all(decision.kind == TREATY for decision in view.decisions)
    if offers:
        subject = _("Reminder: an offer in %(game)s") if reminds else _("An offer in %(game)s")
    else:
        subject = _("Reminder: your turn in %(game)s") if reminds else _("Your turn in %(game)s")
    asked = _("An offer waits for your answer") if offers else _("It is your turn")
    return Page(
        subject % {"game": game.name},
        "turn",
        {
            **situation(mail, view),
            **news(mail),
            "threats": threat_lines(view, names(game)),
            "special": special_lines(view, names(game)),
            **galaxy(view, names(game)),
            "headline": _("The game waits for you") if reminds and not offers else asked,
        },
        [decision.id for decision in view.decisions],
    )


def _welcome(mail: OutgoingMail) -> Page | None:
    game = mail.tenancy.game
    if not game.running:
        return None
    view = view_of(mail)
    joined = mail.tenancy.opened_seq > 0
    subject = _("You play in %(game)s now") if joined else _("%(game)s has started")
    return Page(
        subject % {"game": game.name},
        "welcome",
        {
            **situation(mail, view),
            "headline": _("You have taken over a seat") if joined else _("The game has started"),
            "seats": [names(game)[seat] for seat in view.board.turn_order],
            "commitment": game.commitment,
        },
        [decision.id for decision in view.decisions],
    )


def _finished(mail: OutgoingMail) -> Page | None:
    game = mail.tenancy.game
    if not game.over:
        # A moderator took the end back.
        return None
    view = view_of(mail)
    called = names(game)
    scores = sorted(view.board.scores, key=lambda score: score.place)
    return Page(
        _("%(game)s is over") % {"game": game.name},
        "finished",
        {
            **situation(mail, view),
            **news(mail),
            "headline": _("The game is over"),
            "scores": [(score, called[score.seat]) for score in scores],
            "seed": game.revealed_seed,
        },
    )


def _notice(mail: OutgoingMail) -> Page | None:
    game = mail.tenancy.game
    seq = int(mail.occasion)
    entries = history(game, reader_of(mail), since=seq - 1, until=seq)
    if not entries:
        return None
    view = view_of(mail)
    measure = mail.facts["measure"]
    subject, headline = _NOTICES[measure]
    if measure == "abandoned":
        told = _("It ends without a result.")
    else:
        told = " ".join(entries[0].sentences)
    context = {
        **situation(mail, view),
        "headline": headline,
        "told": told,
        "reason": entries[0].reason,
    }
    if not game.running:
        # Nothing can be answered any more.
        context |= {"asked": [], "waiting_for": [], "paused": False}
    shown = [decision.id for decision in view.decisions] if game.running else []
    return Page(subject % {"game": game.name}, "notice", context, shown)


_NOTICES = {
    "paused": (_l("%(game)s is paused"), _l("The game is paused")),
    "resumed": (_l("%(game)s goes on"), _l("The game goes on")),
    "extended": (_l("More time in %(game)s"), _l("There is more time")),
    "abandoned": (_l("%(game)s was called off"), _l("The game was called off")),
}
"""Subject and headline for what a moderator did."""


def _answer(mail: OutgoingMail) -> Page | None:
    game, facts = mail.tenancy.game, mail.facts
    subject = re.sub(r"^((re|aw|sv|antw|回覆|回复)\s*[:：]\s*)+", "", facts["subject"], flags=re.I)
    context: dict[str, Any] = {**facts, "headline": _answer_headline(facts)}
    context["possible"] = facts.get("possible", [])[:MOST_POSSIBLE]
    shown: list[str] = []
    if mail.tenancy.closed_at is None:
        view = view_of(mail)
        shown = [decision.id for decision in view.decisions]
        context |= {**situation(mail, view), "help": _help(facts), "happened": happened(mail)}
    return Page(_("Re: %(subject)s") % {"subject": subject or game.name}, "answer", context, shown)


def _answer_headline(facts: dict[str, Any]) -> str:
    return {
        "played": _("Your orders were played"),
        "undone": _("Your last order was taken back"),
        "help": _("What you can write"),
    }.get(facts["result"]) or _("Nothing was played")


def _help(facts: dict[str, Any]) -> list[str]:
    return help_lines() if facts["result"] == "help" else []


_PAGES: dict[OutgoingMail.Kind, Callable[[OutgoingMail], Page | None]] = {
    Kind.TURN: _turn,
    Kind.REMINDER: _turn,
    Kind.WELCOME: _welcome,
    Kind.FINISHED: _finished,
    Kind.ANSWER: _answer,
    Kind.NOTICE: _notice,
}


# --- the message ---------------------------------------------------------------------------------


def _message(mail: OutgoingMail, user: User, page: Page) -> EmailMultiAlternatives:
    address = mail.address
    address.decisions = page.decisions
    address.save(update_fields=["decisions"])
    unsubscribe = site_url(reverse("notifications:unsubscribe", args=[unsubscribe_token(user)]))
    context = {
        **page.context,
        "subject": page.subject,
        "game": mail.tenancy.game,
        "play_url": site_url(reverse("games:game", args=[mail.tenancy.game_id])),
        "settings_url": site_url(reverse("notifications:settings")),
        "unsubscribe_url": unsubscribe,
        "mark": MARK,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "language": get_language(),
    }
    text = render_to_string(f"notifications/{page.template}.txt", context)
    html = render_to_string(f"notifications/{page.template}.html", context)
    message = _Message(
        subject=" ".join(page.subject.split()),
        body=re.sub(r"\n{3,}", "\n\n", text).strip() + "\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[user.email],
        reply_to=[addresses.written(address)],
        headers=_headers(mail, unsubscribe),
    )
    message.attach_alternative(_inliner().inline(html), "text/html")
    return message


class _Message(EmailMultiAlternatives):
    """A mail whose headers stay on one line: a long address in one would else begin with an empty
    line, which some programs take for an empty header."""

    def message(self, *, policy: Any = None) -> Any:
        message = super().message()
        message.policy = message.policy.clone(max_line_length=None)
        return message


def _headers(mail: OutgoingMail, unsubscribe: str) -> dict[str, str]:
    thread = f"<{mail.tenancy.game_id}.{mail.tenancy_id}@{settings.INBOUND_DOMAIN}>"
    is_answer = mail.kind == Kind.ANSWER
    headers = {
        "Message-ID": mail.message_id,
        "In-Reply-To": mail.in_reply_to or thread,
        "References": f"{thread} {mail.in_reply_to}".strip(),
        "Auto-Submitted": "auto-replied" if is_answer else "auto-generated",
        # Asks Exchange not to send out-of-office notes.
        "X-Auto-Response-Suppress": "All",
    }
    if not is_answer:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def unsubscribe_token(user: User) -> str:
    """Lets whoever holds a mail of the account stop further ones, and nothing else."""
    return signing.dumps(user.pk, salt=UNSUBSCRIBE_SALT)


def site_url(path: str) -> str:
    """The public address of a page."""
    return f"{settings.SITE_URL}{path}"


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
