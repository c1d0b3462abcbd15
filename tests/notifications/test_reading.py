"""What is taken for a person's own words, in the styles of several mail programs."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from notifications.reading import MARK, MAX_CHARACTERS, automatic, message_id, own_text, read

ORDERS = "build cruiser at 221\ncolony 221 gray* from money"
OURS = f"""{MARK} Reply above this line {MARK}

The Long Orbit, round 3
It is your turn

PLAY BY REPLY
It is your turn: take an action or pass.
    build interceptor at 221
    pass

These are examples; much else may be possible."""
QUOTED = "\n".join(f"> {line}".rstrip() for line in OURS.splitlines())
WITHOUT_MARK = OURS.partition("\n\n")[2]
QUOTED_WITHOUT_MARK = QUOTED.partition("\n>\n")[2]

GMAIL = "On Tue, 1 Dec 2026 at 10:00, Farspace <noreply@reply.example.org> wrote:"
GMAIL_WRAPPED = "On Tue, 1 Dec 2026 at 10:00, Farspace\n<noreply@reply.example.org> wrote:"
APPLE = "On 1 Dec 2026, at 10:00, Farspace <noreply@reply.example.org> wrote:"
GERMAN = "Am Di., 1. Dez. 2026 um 10:00 Uhr schrieb Farspace <\nnoreply@reply.example.org>:"
FRENCH = "Le mar. 1 déc. 2026 à 10:00, Farspace <noreply@reply.example.org> a écrit :"
CHINESE = "Farspace <noreply@reply.example.org> 於 2026年12月1日 週二 上午10:00寫道："
OUTLOOK = """________________________________
From: Farspace <noreply@reply.example.org>
Sent: Tuesday, December 1, 2026 10:00 AM
To: somebody@example.org
Subject: Your turn in The Long Orbit
"""


@pytest.mark.parametrize(
    "text",
    [
        ORDERS,
        f"{ORDERS}\n\n{GMAIL}\n\n{QUOTED}",
        f"{ORDERS}\n\n{GMAIL_WRAPPED}\n\n{QUOTED}",
        f"{ORDERS}\n\n{APPLE}\n\n{QUOTED}",
        f"{ORDERS}\n\n{GERMAN}\n\n{QUOTED}",
        f"{ORDERS}\n\n{FRENCH}\n\n{QUOTED}",
        f"{ORDERS}\n\n{CHINESE}\n\n{QUOTED}",
        f"{ORDERS}\n\n{GMAIL}\n\n{QUOTED_WITHOUT_MARK}",
        f"{ORDERS}\n\n{OUTLOOK}\n{OURS}",
        f"{ORDERS}\n\n{OUTLOOK}\n{WITHOUT_MARK}",
        f"{GMAIL}\n\n{QUOTED}\n\n{ORDERS}",
        f"{APPLE}\n{QUOTED_WITHOUT_MARK}\n\n{ORDERS}",
        f"{CHINESE}\n{QUOTED}\n\n{ORDERS}",
        f"{ORDERS}\n\n-- \nA Player\nbuild monolith at 221",
        f"{ORDERS}\n\n--\nA Player\n\n{GMAIL}\n\n{QUOTED}",
        f"{ORDERS}\n\nSent from my iPhone\n\n{APPLE}\n\n{QUOTED}",
        f"{ORDERS}\n\nGet Outlook for iOS<https://example.org/x>\n{OUTLOOK}\n{OURS}",
        f"{ORDERS}\n\nBest regards,\nA Player",
    ],
)
def test_orders_are_found_and_nothing_else(text: str) -> None:
    assert own_text(text) == ORDERS
    assert own_text(text.replace("\n", "\r\n")) == ORDERS


def test_orders_between_quoted_lines_are_found() -> None:
    first, second = ORDERS.splitlines()
    half = len(QUOTED.splitlines()) // 2
    top, bottom = QUOTED.splitlines()[:half], QUOTED.splitlines()[half:]
    text = "\n".join([GMAIL, "", *top, "", first, "", *bottom, "", second])
    assert own_text(text).split() == ORDERS.split()


@pytest.mark.parametrize(
    "text",
    [
        f"{GMAIL}\n\n{QUOTED}",
        f"\n\n{OUTLOOK}\n{OURS}",
        f"\n\n{OUTLOOK}\n{WITHOUT_MARK}",
        f"{OUTLOOK}\n{WITHOUT_MARK}\n\npass",
        OURS,
        "",
        "-- \nA Player",
    ],
)
def test_quoted_examples_are_never_taken_for_orders(text: str) -> None:
    """Where nothing tells the answer from the quoted mail, nothing is played."""
    assert own_text(text) == ""


def test_lists_with_hyphens_are_orders_not_signatures() -> None:
    assert own_text("- build cruiser at 221\n- done") == "- build cruiser at 221\n- done"


def test_orders_that_begin_like_greetings_of_other_languages_are_kept() -> None:
    assert own_text("done\ntake fusion drive") == "done\ntake fusion drive"


def test_long_mails_are_read_in_bounded_time() -> None:
    for evil in (
        "On " * 100_000,
        "a" * 500_000,
        "> " * 200_000,
        "From: \n" * 100_000,
        " \n" * 100_000,
    ):
        assert len(own_text(f"pass\n\n{evil}")) <= MAX_CHARACTERS


# --- MIME ----------------------------------------------------------------------------------------


def mail(**headers: str) -> EmailMessage:
    message = EmailMessage()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return message


GMAIL_HTML = """<div dir="ltr"><div>build cruiser at 221;</div><div>colony 221 gray* from money</div>
<br></div><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, 1 Dec 2026 at 10:00,
Farspace &lt;<a href="mailto:noreply@reply.example.org">noreply@reply.example.org</a>&gt; wrote:<br>
</div><blockquote class="gmail_quote"><p>It is your turn</p><table><tr><td>build interceptor at 221
</td></tr></table></blockquote></div>"""
OUTLOOK_HTML = """<html><head><style>p.MsoNormal {margin:0}</style><title>RE</title></head><body>
<div class="WordSection1"><p class="MsoNormal">build cruiser at 221;</p>
<p class="MsoNormal">colony 221 gray* from money</p><p class="MsoNormal">&nbsp;</p>
<div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Farspace
&lt;noreply@reply.example.org&gt;<br><b>Sent:</b> Tuesday, December 1, 2026 10:00 AM<br>
<b>To:</b> somebody@example.org<br><b>Subject:</b> Your turn</p></div>
<p class="MsoNormal">It is your turn</p><p>build interceptor at 221</p></div></body></html>"""


@pytest.mark.parametrize("html", [GMAIL_HTML, OUTLOOK_HTML])
def test_html_only_mail_is_read_without_its_quotes_and_styles(html: str) -> None:
    message = mail(Subject="Re: Your turn")
    message.set_content(html, subtype="html")
    lines = [line for line in read(message.as_bytes()).text.splitlines() if line]
    assert lines == ["build cruiser at 221;", "colony 221 gray* from money"]


def test_line_breaks_of_html_are_breaks_of_orders() -> None:
    message = mail()
    message.set_content("pass<br>done<pre>build cruiser\nat 221</pre>", subtype="html")
    assert read(message.as_bytes()).text.split("\n") == [
        "pass",
        "done",
        "",
        "build cruiser",
        "at 221",
    ]


def test_text_part_is_preferred_unless_it_is_blank() -> None:
    both = mail()
    both.set_content("pass")
    both.add_alternative("<p>build cruiser at 221</p>", subtype="html")
    assert read(both.as_bytes()).text == "pass"
    blank = mail()
    blank.set_content("\n")
    blank.add_alternative("<p>build cruiser at 221</p>", subtype="html")
    assert read(blank.as_bytes()).text == "build cruiser at 221"


def test_attachments_are_no_orders() -> None:
    message = mail()
    message.set_content("pass")
    message.add_attachment(b"build cruiser at 221", maintype="text", subtype="plain", filename="a")
    assert read(message.as_bytes()).text == "pass"


def test_unknown_character_sets_and_transfer_encodings_are_read_as_far_as_possible() -> None:
    raw = b"Content-Type: text/plain; charset=klingon\r\nSubject: =?x?q?broken?=\r\n\r\npass\r\n"
    assert read(raw).text == "pass"
    raw = (
        b"Content-Type: text/plain; charset=utf-8\r\nSubject: =?utf-8?q?gr=C3=BCn?=\r\n\r\npa\xffss"
    )
    letter = read(raw)
    assert letter.text == "pa\ufffdss"
    assert letter.subject == "grün"


def test_lines_that_the_mail_program_wrapped_are_joined_again() -> None:
    """RFC 3676: a space at the end of a line says that the next one belongs to it."""
    message = mail()
    message["Content-Type"] = "text/plain; charset=utf-8; format=flowed"
    message.set_payload("build cruiser \r\nat 221\r\ndone\r\n\r\n-- \r\nA Player\r\n")
    assert read(message.as_bytes()).text == "build cruiser at 221\ndone"


# --- who sent it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto-submitted"),
        ({"Auto-Submitted": "auto-generated; owner-email=a@example.org"}, "auto-submitted"),
        ({"Precedence": "bulk"}, "bulk"),
        ({"Precedence": "auto_reply"}, "bulk"),
        ({"List-Id": "<list.example.org>"}, "bulk"),
        ({"X-Autoreply": "yes"}, "autoreply"),
        ({"X-Autorespond": "away"}, "autoreply"),
        ({"Return-Path": "<>"}, "bounce"),
        ({"From": "Mail Delivery <MAILER-DAEMON@example.org>"}, "robot"),
        ({"From": "postmaster@example.org"}, "robot"),
        ({"Content-Type": "multipart/report; boundary=x"}, "bounce"),
        ({"Auto-Submitted": "no"}, ""),
        ({"Precedence": "normal", "From": "North <north@example.org>"}, ""),
    ],
)
def test_mail_of_programs_is_told_from_mail_of_people(headers: dict, reason: str) -> None:
    message = EmailMessage()
    for name, value in headers.items():
        message[name] = value
    assert automatic(message.as_bytes(), "north@example.org") == reason


@pytest.mark.parametrize("sender", ["", "<>"])
def test_an_empty_envelope_sender_is_a_bounce(sender: str) -> None:
    assert automatic(mail(From="north@example.org").as_bytes(), sender) == "bounce"


def test_message_id_is_the_mails_own_or_a_fingerprint() -> None:
    assert message_id(b"Message-ID: <a@example.org>\r\n\r\nx") == "<a@example.org>"
    one, other = message_id(b"Subject: x\r\n\r\none"), message_id(b"Subject: x\r\n\r\nother")
    assert one.startswith("sha256:")
    assert one != other
    assert len(message_id(b"Message-ID: <" + b"a" * 900 + b"@example.org>\r\n\r\nx")) < 100


# --- what no mail program writes -------------------------------------------------------------------

HEAD = b"From: a@example.org\nMIME-Version: 1.0\nMessage-ID: <q@example.org>\n"


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Type: text/html\n\n" + b"<div>" * 30_000 + b"pass",
        b"Content-Type: text/html\n\n" + b"<table><tr><td>" * 9000 + b"pass",
        b"".join(
            b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n)
            for n in range(2500)
        )
        + b"Content-Type: text/plain\n\npass\n",
    ],
    ids=["divisions", "tables", "parts"],
)
def test_nesting_without_end_says_nothing(body: bytes) -> None:
    """It is an empty mail, not an error that would be tried again and again."""
    assert read(HEAD + body).text == ""


@pytest.mark.parametrize("charset", ["idna", "undefined", "no-such-thing", "zlib_codec"])
def test_odd_character_sets_are_read_as_text(charset: str) -> None:
    head = b'Content-Type: text/plain; charset="%s"\n\n' % charset.encode()
    assert read(HEAD + head + b"pass").text == "pass"


def test_control_characters_are_dropped() -> None:
    """The database stores no NUL, and what was written is kept for the answer."""
    letter = read(HEAD + b"Subject: a\0b =?utf-8?q?c=0D=0ABcc:_d=00?=\n\npa\0ss\x07\n")
    assert letter.text == "pass"
    assert letter.subject == "ab c Bcc: d"
