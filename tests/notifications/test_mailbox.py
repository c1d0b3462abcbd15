"""The mailbox of a development installation, mail settings, and unsubscribing."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from notifications import mailbox, replies, services
from notifications.compose import unsubscribe_token
from notifications.models import CaughtMail, IncomingMail, MailPreference, OutgoingMail
from tests.games.helpers import on_move
from tests.notifications.servers import free_port, listener


@pytest.fixture
def enabled(settings) -> None:
    settings.MAILBOX_ENABLED = True
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"


@pytest.fixture
def caught(enabled, game) -> CaughtMail:
    """The turn mail of the player on the move, in the mailbox."""
    _, user = on_move(game)
    for key in OutgoingMail.objects.values_list("pk", flat=True):
        services.deliver(key)
    return CaughtMail.objects.get(recipients=[user.email])


@pytest.mark.django_db
def test_mails_of_the_game_and_of_accounts_land_in_the_mailbox(client: Client, caught) -> None:
    EmailMultiAlternatives(
        "Reset your password", "Follow the link", to=["north@example.org"]
    ).send()
    page = client.get("/mail/").content.decode()
    assert "Reset your password" in page
    assert caught.subject in page


@pytest.mark.django_db
def test_a_mail_is_shown_as_text_and_in_a_frame(client: Client, caught) -> None:
    page = client.get(f"/mail/{caught.pk}/").content.decode()
    assert "PLAY BY REPLY" in page
    assert f'src="/mail/{caught.pk}/rendered/"' in page
    assert 'sandbox="' in page
    source = client.get(f"/mail/{caught.pk}/source/")
    assert source["Content-Type"].startswith("text/plain")
    assert b"Message-ID:" in source.content


@pytest.mark.django_db
def test_the_rendered_mail_can_do_nothing(client: Client, caught) -> None:
    """It has a policy of its own: inline styles, no scripts, no forms, no remote files."""
    response = client.get(f"/mail/{caught.pk}/rendered/")
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "It is your turn" in response.content.decode()
    assert '<base target="_blank">' in response.content.decode()


@pytest.mark.django_db
def test_outside_development_there_is_no_mailbox(client: Client, caught, settings) -> None:
    settings.MAILBOX_ENABLED = False
    for path in ("", f"{caught.pk}/", f"{caught.pk}/rendered/", f"{caught.pk}/source/"):
        assert client.get(f"/mail/{path}").status_code == 404


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("quote", ["on", ""])
def test_an_answer_goes_through_the_real_listener(client: Client, caught, settings, quote) -> None:
    with listener() as port:
        settings.INBOUND_HOST, settings.INBOUND_PORT = "127.0.0.1", port
        response = client.post(
            f"/mail/{caught.pk}/", {"text": "build interceptor\ndone", "quote": quote}, follow=True
        )
    assert "Sent." in response.content.decode()
    row = IncomingMail.objects.get()
    replies.process(row.pk)
    row.refresh_from_db()
    assert row.outcome == "played"


@pytest.mark.django_db
def test_a_listener_that_is_down_is_named(client: Client, caught, settings) -> None:
    settings.INBOUND_HOST, settings.INBOUND_PORT = "127.0.0.1", free_port()
    page = client.post(f"/mail/{caught.pk}/", {"text": "pass"}).content.decode()
    assert f"127.0.0.1:{settings.INBOUND_PORT}" in page


@pytest.mark.django_db
def test_only_the_newest_mails_are_kept(enabled, monkeypatch) -> None:
    monkeypatch.setattr(mailbox, "KEPT", 3)
    for number in range(5):
        EmailMultiAlternatives(f"Mail {number}", "x", to=["north@example.org"]).send()
    assert [row.subject for row in CaughtMail.objects.all()] == ["Mail 4", "Mail 3", "Mail 2"]


# --- settings ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_mail_settings_are_for_the_account_alone(client: Client, north, south) -> None:
    assert client.get("/mail/settings/").status_code == 302
    client.force_login(north)
    assert "game_mails" in client.get("/mail/settings/").content.decode()
    client.post("/mail/settings/", {})
    assert MailPreference.wants_game_mails(north) is False
    assert MailPreference.wants_game_mails(south) is True
    client.post("/mail/settings/", {"game_mails": "on"})
    assert MailPreference.wants_game_mails(north) is True


@pytest.mark.django_db
def test_unsubscribing_takes_one_post_and_no_log_in(north, south) -> None:
    """RFC 8058: the mail program posts; a program that only follows the link changes nothing."""
    client = Client(enforce_csrf_checks=True)
    address = f"/mail/stop/{unsubscribe_token(north)}/"
    assert client.get(address).status_code == 200
    assert MailPreference.wants_game_mails(north) is True
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailPreference.wants_game_mails(north) is False
    assert MailPreference.wants_game_mails(south) is True


@pytest.mark.django_db
def test_forged_unsubscribe_links_do_nothing(client: Client, north) -> None:
    token = unsubscribe_token(north)
    assert client.post(f"/mail/stop/{token[:-2]}xx/").status_code == 404
    assert MailPreference.wants_game_mails(north) is True
