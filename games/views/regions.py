"""Named parts of a page, of which a browser that shows the page asks only for those that changed.

A template marks them with ``{% region "name" %}``. Each carries a short fingerprint of what it
shows; the script sends those that it has in ``X-Have``, with htmx's ``HX-Request``. Other requests
get the whole page, so that every address works without a script.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django_htmx.middleware import HtmxDetails

HAVE, LIVE = "X-Have", "X-Live"
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_BOOST = ' hx-boost="true" hx-swap="none" hx-target="body"'


@dataclass
class Regions:
    """What one answer holds. ``partial``: only parts are asked for; ``have``: fingerprints of those
    that the browser shows; ``live``: the event up to which it shows the game, if it asks by itself
    because something happened; ``kept``: parts that stay as they are in any case."""

    partial: bool = False
    have: dict[str, str] = field(default_factory=dict)
    live: int | None = None
    kept: frozenset[str] = frozenset()
    changing: tuple[str, ...] = ()
    out: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, request: HttpRequest) -> Regions:
        """What ``request`` asks for."""
        htmx = HtmxDetails(request)
        if not htmx or htmx.history_restore_request:
            return cls()
        pairs = (pair.partition("=") for pair in request.headers.get(HAVE, "").split(","))
        live = request.headers.get(LIVE, "")
        seen = int(live) if re.fullmatch(r"-?\d{1,9}", live) else None
        return cls(True, {name: mark for name, _, mark in pairs}, seen)

    def keep(self, names: Iterable[str]) -> None:
        """These parts stay as they are in the browser."""
        self.kept |= frozenset(names)

    def mark(self, text: str) -> str:
        """The fingerprint of a text, leaving out what is new in each answer."""
        for token in self.changing:
            text = text.replace(token, "")
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    def put(self, name: str, text: str, mark: str = "", boost: bool = False) -> SafeString:
        """A part where it stands in the whole page; in other answers it is kept for the end."""
        mark = mark or self.mark(text)
        head = f'<div class="part" id="part-{name}" data-v="{mark}"{_BOOST if boost else ""}'
        if not self.partial:
            return mark_safe(f"{head}>{text}</div>")  # noqa: S308 - texts are rendered templates
        if self._wanted(name, mark):
            self.out[name] = f'{head} hx-swap-oob="true">{text}</div>'
        return mark_safe("")

    def put_svg(self, name: str, text: str, within: str) -> None:
        """A part of a picture, unless ``within``, the part that holds the picture, is sent anyway."""
        mark = self.mark(text)
        if self.partial and within not in self.out and self._wanted(name, mark):
            # Only within a picture are these read as shapes.
            self.out[name] = (
                f'<template><svg><g id="part-{name}" data-v="{mark}" hx-swap-oob="true">{text}</g>'
                "</svg></template>"
            )

    def _wanted(self, name: str, mark: str) -> bool:
        return name not in self.kept and self.have.get(name) != mark

    def answer(self, page: HttpResponse) -> HttpResponse:
        """The answer for ``page``: itself, or title and parts."""
        patch_vary_headers(page, ["HX-Request"])
        if not self.partial:
            return page
        title = _TITLE.search(page.content.decode())
        parts = HttpResponse(
            (title[0] if title else "") + "".join(self.out.values()), status=page.status_code
        )
        parts["X-Parts"] = ",".join(self.out)
        parts["Cache-Control"] = "no-store"
        parts["Vary"] = page["Vary"]
        if page.status_code >= 400:
            # A form that was refused has no page of its own to come back to.
            parts["HX-Push-Url"] = "false"
        return parts
