"""How often an account may do what costs the service most, by page and by API together."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

View = Callable[..., HttpResponseBase]


class OrderThrottle(UserRateThrottle):
    """Orders and previews: more than any person plays, less than hurts others."""

    scope = "orders"


class GameThrottle(UserRateThrottle):
    """Games opened: each is a row in everybody's list."""

    scope = "games"


def limited(throttle: type[UserRateThrottle]) -> Callable[[View], View]:
    """A page that answers 429 to whoever posts to it more often than ``throttle`` allows."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST" and not _allowed(throttle(), request):
                return render(request, "429.html", status=429)
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def _allowed(throttle: UserRateThrottle, request: HttpRequest) -> bool:
    # It asks for no more than the account and the address, which the plain request has too.
    return throttle.allow_request(cast(Request, request), cast(APIView, None))
