"""Reads pages as a person would: links, forms and what they would send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

_VOID = {"input", "meta", "link", "br", "img", "hr"}


@dataclass
class Form:
    """A form of a page. ``fields``: names with the values that may be sent, the preset one first;
    ``buttons``: name and value of each button."""

    method: str
    action: str
    fields: dict[str, list[list[str]]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def data(self, **changes: str | list[str]) -> dict[str, object]:
        """What is sent with the presets, except for ``changes``."""
        preset = {name: [v[0] for v in values if v] for name, values in self.fields.items()}
        return {**preset, **changes}


@dataclass
class Link:
    href: str
    text: str = ""
    css: str = ""


class Page(HTMLParser):
    """A parsed page."""

    def __init__(self, url: str, html: str) -> None:
        super().__init__()
        self.url = url
        self.html = html
        self.links: list[Link] = []
        self.forms: list[Form] = []
        self.ids: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self._form: Form | None = None
        self._select: list[str] | None = None
        self._link: Link | None = None
        self._area: tuple[str, list[str]] | None = None
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.attributes += [(tag, name, value) for name, value in at.items()]
        if "id" in at:
            self.ids.add(at["id"])
        if tag == "a" and "href" in at:
            self._link = Link(urljoin(self.url, at["href"]), css=at.get("class", ""))
            self.links.append(self._link)
        elif tag == "form":
            action = urljoin(self.url, at.get("action", ""))
            self._form = Form(at.get("method", "get").lower(), action)
            self.forms.append(self._form)
        elif self._form is not None:
            self._control(self._form, tag, at)

    def _control(self, form: Form, tag: str, at: dict[str, str]) -> None:
        name = at.get("name", "")
        if tag == "input" and at.get("type") not in ("checkbox", "submit") and name:
            form.fields.setdefault(name, []).append([at.get("value", "")])
        elif tag == "select":
            self._select = []
            form.fields.setdefault(name, []).append(self._select)
        elif tag == "option" and self._select is not None:
            at_front = "selected" in at
            self._select.insert(0 if at_front else len(self._select), at.get("value", ""))
        elif tag == "button":
            form.buttons.append((name, at.get("value", "")))
        elif tag == "textarea":
            value = [""]
            form.fields.setdefault(name, []).append(value)
            self._area = (name, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "a":
            self._link = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._link is not None:
            self._link.text += data
        if self._area is not None:
            self._area[1][0] += data

    # --- what a player does with it ----------------------------------------------------------------

    def order_forms(self) -> list[Form]:
        """Forms that play an order put together on the page."""
        return [
            form
            for form in self.forms
            if form.action.endswith("/orders/") and "text" not in form.fields
        ]

    def text_form(self) -> Form:
        """The form for orders in notation."""
        return next(form for form in self.forms if "text" in form.fields)

    def steps(self) -> list[Link]:
        """Links that go on with putting an order together."""
        here = urlsplit(self.url).path
        return [
            link
            for link in self.links
            if urlsplit(link.href).path == here and "k" in parse_qs(urlsplit(link.href).query)
        ]


# --- helpers of the tests ------------------------------------------------------------------------


def get(client, url: str, status: int = 200, **headers) -> Page:
    """The page at an address, parsed."""
    response = client.get(url, **headers)
    assert response.status_code == status, (url, response.status_code)
    return Page(url, response.content.decode())


def url_of(game) -> str:
    return f"/games/{game.pk}/"


def page_of_mover(client, game) -> tuple[int, Page]:
    """Log in as whoever is asked and open the game."""
    from tests.games.helpers import on_move

    seat, user = on_move(game)
    client.force_login(user)
    return seat, get(client, url_of(game))
