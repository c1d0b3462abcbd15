"""Reading a mail: is it from a person, and what did the person write?

The standard library takes the MIME structure apart, markdownify turns HTML into text with its
block quotes marked, mail-parser-reply cuts off quoted mails and signatures. What is added here
keeps quoted text from being taken for orders, which is the one mistake that must not happen.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser

from mailparser_reply import EmailReplyParser
from mailparser_reply.parser import EmailMessage as ReplyText
from markdownify import MarkdownConverter

MAX_CHARACTERS = 20_000
"""Of text that is looked at. Orders are short; what follows is a quoted mail."""
MAX_LINE = 1_000
"""Characters of a line that are looked at (mail itself allows 998)."""

MARK = "-=-"
"""Stands on both sides of a line in every mail that we send: what follows it is quoted."""

_MARKED_LINE = re.compile(rf"^(?!\s*>).*{MARK}.*{MARK}", re.MULTILINE)
# The database stores no NUL, and no order contains any of these.
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_RULE = re.compile(r"^\s*[-_=*]{5,}\s*$")
# Danish and Swedish are left out: their signature words also begin orders, such as "take".
_LANGUAGES = ["en", "zh", "de", "fr", "es", "it", "nl", "pl", "cs", "ja", "ko"]
_BULK = {"bulk", "junk", "list", "auto_reply"}
_ROBOTS = re.compile(r"^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)([+@]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, once headers, quotes and signatures are taken off."""

    subject: str
    text: str


def message_id(raw: bytes) -> str:
    """The Message-ID, or a fingerprint of the whole mail if it has none."""
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    written = "".join(str(headers.get("Message-ID", "")).split())
    if written and len(written) <= 255 and written.isascii() and written.isprintable():
        return written
    return "sha256:" + hashlib.sha256(written.encode("utf-8", "replace") or raw).hexdigest()


def automatic(raw: bytes, sender: str) -> str:
    """Why the mail is taken to be sent by a program, in a fixed word; empty if by a person.

    ``sender`` is the address of the envelope (RFC 3834 and the habits of older programs).
    """
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    # The empty sender of bounces, which some servers hand on with its brackets.
    sender = sender.strip(" <>")

    def value(name: str) -> str:
        return str(headers.get(name, "")).partition(";")[0].strip().lower()

    reasons = {
        "bounce": not sender
        or value("Return-Path") == "<>"
        or headers.get_content_type() in ("multipart/report", "message/delivery-status"),
        "auto-submitted": value("Auto-Submitted") not in ("", "no"),
        "bulk": value("Precedence") in _BULK or "List-Id" in headers,
        "autoreply": any(
            name in headers for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Reply")
        ),
        "robot": bool(_ROBOTS.match(sender) or _ROBOTS.match(_address(value("From")))),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def read(raw: bytes) -> Letter:
    """What the person wrote. The text is empty if the mail holds none of its own."""
    try:
        message = message_from_bytes(raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        body = _body(message)
    except RecursionError:
        # Parts or marks nested a thousand deep: no mail program writes that, so nobody meant it.
        body = ""
    return Letter(_subject(raw), own_text(body))


def own_text(text: str) -> str:
    """The part of a mail's text that its writer added: above, below or between quoted lines."""
    text = text[: 10 * MAX_CHARACTERS].replace("\xa0", " ").replace("\u200b", "")
    text = _CONTROLS.sub("", text)
    text = "\n".join(line[:MAX_LINE].rstrip() for line in text.splitlines())
    # Many blank lines in a row cost the library seconds.
    text = re.sub(r"\n{3,}", "\n\n", text)[:MAX_CHARACTERS]
    if marked := _MARKED_LINE.search(text):
        text = text[: marked.start()]
    parsed = ReplyText(
        text=text, languages=EmailReplyParser(_LANGUAGES).languages, keep_hyphen_lists=True
    ).read()
    for reply in parsed.replies:
        quotes = any(line.startswith(">") for line in reply.content.splitlines())
        if reply.headers and not quotes:
            # A quoted mail whose lines are not marked: nothing tells an answer below it from it.
            break
        if own := _without_quotes(reply.body):
            return own
    return ""


def _without_quotes(text: str) -> str:
    """Drop lines that begin with ``>``, the line that introduces them ("... wrote:"), and lines
    drawn between mails."""
    kept: list[str] = []
    for line in text.splitlines():
        if not line.startswith(">"):
            if not _RULE.match(line):
                kept.append(line.rstrip())
            continue
        while kept and not kept[-1]:
            kept.pop()
        if kept and kept[-1].endswith((":", "：")):
            kept.pop()
    return "\n".join(kept).strip()


def _body(message: EmailMessage) -> str:
    """The text part, or the HTML part as text if there is no text that says anything."""
    for kind in ("plain", "html"):
        part = message.get_body(preferencelist=(kind,))
        if part is None:
            continue
        text = _decoded(part)
        if kind == "plain" and part.get_param("format") == "flowed":
            text = _unwrapped(text)
        if kind == "html":
            text = _html_as_text(text[: 10 * MAX_CHARACTERS])
        if text.strip():
            return text
    return ""


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    try:
        return payload.decode(part.get_content_charset() or "utf-8", "replace")
    except (LookupError, UnicodeError):
        # Not a character set that Python knows or can read with gaps; orders are ASCII.
        return payload.decode("utf-8", "replace")


def _unwrapped(text: str) -> str:
    """Join the lines that the mail program wrapped (RFC 3676); quoted lines stay as they are."""
    joined: list[str] = []
    goes_on = False
    for line in text.splitlines():
        if goes_on and not line.startswith(">") and line != "-- ":
            joined[-1] += line
        else:
            joined.append(line)
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(joined)


def _subject(raw: bytes) -> str:
    # The tolerant policy first: a broken header must not hide the orders.
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    written = " ".join(str(headers.get("Subject", "")).split())[:MAX_LINE]
    decoded = str(policy.default.header_factory("Subject", written))
    return " ".join(_CONTROLS.sub("", decoded).split())


def _address(written: str) -> str:
    return written.rpartition("<")[2].strip(" <>")


class _Converter(MarkdownConverter):
    """HTML to text without emphasis marks, pictures and what is not meant to be read."""

    def _nothing(self, *args: object, **options: object) -> str:
        return ""

    def convert_pre(self, el: object, text: str, parent_tags: object) -> str:
        return f"\n\n{text}\n\n"

    convert_head = convert_style = convert_script = convert_title = convert_img = _nothing


def _html_as_text(html: str) -> str:
    return _Converter(
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        # Line breaks in the source mean nothing, as in a browser; no line is broken either.
        wrap=True,
        wrap_width=None,
        strip=["a", "b", "strong", "i", "em", "u", "code", "s", "del", "sub", "sup"],
    ).convert(html)
