"""Pages of accounts: allauth's logic in the words of the site."""

from __future__ import annotations

import re
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

pytestmark = pytest.mark.django_db
FOREIGN = re.compile(r"\b(?:[Ss]ign(?:ed)?[ -]?(?:[Ii]n|[Oo]ut)|[Ss]ignup|Sign Up|[Ee]mails?)\b")
"""Words of allauth for what the site calls log in, log out, sign up and e-mail."""


@pytest.fixture
def north():
    user = get_user_model().objects.create_user("north@example.org", "correct horse", name="North")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def told(client: Client, path: str, data: dict[str, str] | None = None) -> tuple[str, str]:
    """Title and text of the page to which an address or a form leads."""
    answer = client.get(path) if data is None else client.post(path, data, follow=True)
    assert answer.status_code == 200, path
    html = answer.content.decode()
    title = html.partition("<title>")[2].partition(" · ")[0].strip()
    body = re.sub(r"<script.*?</script>", " ", html.partition("<body")[2], flags=re.DOTALL)
    return title, " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def heading(client: Client, path: str) -> tuple[str, list[str], list[str]]:
    """Title, heading, and the buttons within the page's panel."""
    html = client.get(path).content.decode()
    main = html.partition("<main")[2].partition("</main>")[0]
    texts = [
        [" ".join(text.split()) for text in re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", main, re.S)]
        for tag in ("h1", "button")
    ]
    return told(client, path)[0], texts[0], texts[1]


def test_whoever_logs_out_reads_the_words_of_the_button(client: Client, north) -> None:
    client.force_login(north)
    path = "/accounts/logout/"
    assert heading(client, path) == ("Log out", ["Log out"], ["Log out"])
    assert "Do you want to log out" in told(client, path)[1]
    assert "You are logged out." in told(client, path, {})[1]
    assert "_auth_user_id" not in client.session


def test_log_in_and_sign_up_are_called_as_in_the_header(client: Client, north) -> None:
    assert heading(client, "/accounts/login/") == ("Log in", ["Log in"], ["Log in"])
    assert heading(client, "/accounts/signup/") == ("Sign up", ["Sign up"], ["Sign up"])
    data = {"login": north.email, "password": "correct horse"}
    assert "You are logged in as North." in told(client, "/accounts/login/", data)[1]
    assert client.session["_auth_user_id"] == str(north.pk)


@pytest.mark.parametrize(
    "path",
    [
        *("login", "signup", "confirm-email", "confirm-email/nothing"),
        *(f"password/reset{more}" for more in ("", "/done", "/key/x-y")),
    ],
)
def test_pages_without_an_account_have_no_foreign_words(client: Client, path) -> None:
    assert FOREIGN.findall(told(client, f"/accounts/{path}/")[1]) == []


def test_pages_of_an_account_have_no_foreign_words(client: Client, north) -> None:
    client.force_login(north)
    for path in ("logout", "email", "password/change", "password/reset"):
        assert FOREIGN.findall(told(client, f"/accounts/{path}/")[1]) == []


def test_addresses_are_added_made_primary_and_removed(client: Client, north) -> None:
    """What the page of addresses offers works, and is told in the site's words."""
    client.force_login(north)
    path, new = "/accounts/email/", "new@example.org"

    def press(button: str, address: str) -> str:
        text = told(client, path, {button: "", "email": address})[1]
        assert FOREIGN.findall(text) == []
        return text

    assert "Add an e-mail address" in told(client, path)[1]
    assert f"A mail to confirm the address was sent to {new}." in press("action_add", new)
    assert "new@example.org not confirmed" in told(client, path)[1]
    assert "Confirm the address before mails go to it." in press("action_primary", new)
    link = re.search(r"http://\S+(/accounts/confirm-email/\S+)", str(mail.outbox[-1].body))
    assert link
    assert "Is new@example.org the e-mail address of North?" in told(client, link[1])[1]
    assert f"{new} is confirmed." in told(client, link[1], {})[1]
    assert "Mails go to that address now." in press("action_primary", new)
    north.refresh_from_db()
    assert north.email == new
    assert f"{new} is the primary address" in press("action_remove", new)
    gone = "north@example.org is removed from your account."
    assert gone in press("action_remove", "north@example.org")
    assert list(EmailAddress.objects.values_list("email", flat=True)) == [new]


def test_a_forgotten_password_is_chosen_anew(client: Client, north) -> None:
    path = "/accounts/password/reset/"
    assert "A mail was sent to you." in told(client, path, {"email": north.email})[1]
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[1], follow=True).redirect_chain[-1][0]
    data = {"password1": "another horse 7", "password2": "another horse 7"}
    assert client.post(form, data).status_code == 302
    north.refresh_from_db()
    assert north.check_password("another horse 7")
    assert "This link is not valid any more" in told(client, link[1])[1]
