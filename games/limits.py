"""How often an account may do what costs the service most, by page and by API together."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from eclipse_site.cache import ValkeyCache

View = Callable[..., HttpResponseBase]


class _Counting(UserRateThrottle):
    """Counts requests in spans of time, each begun by a request and as long as the rate says.

    Keeping the moment of each request, as the framework does, takes two questions to the cache and
    lets requests at the same moment through together.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request is within the limit; it counts in any case."""
        if self.rate is None:
            return True
        most, seconds = self.parse_rate(self.rate)
        key = self.get_cache_key(request, view)
        if most is None or seconds is None or key is None:
            return True
        counted, self._left = cast(ValkeyCache, self.cache).count(key, seconds)
        return counted <= most

    def wait(self) -> float | None:
        """Seconds until the span ends."""
        return self._left


class OrderThrottle(_Counting):
    """Orders and previews: more than any person plays, less than hurts others."""

    scope = "orders"


class GameThrottle(_Counting):
    """Games opened: each is a row in everybody's list."""

    scope = "games"


class PageThrottle(_Counting):
    """Pages that look back or ahead, each computed anew: more than anybody reads.

    The page of a game and the question whether it is still the same do not count, so that whoever
    runs into this still plays.
    """

    scope = "pages"


def limited(throttle: type[_Counting], method: str = "POST") -> Callable[[View], View]:
    """A page that answers 429 to whoever asks it by ``method`` more often than ``throttle``
    allows, and says when to come back."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            counting = throttle()
            if request.method != method or _allowed(counting, request):
                return view(request, *args, **kwargs)
            response = render(request, "429.html", status=429)
            response["Retry-After"] = str(ceil(counting.wait() or 0))
            return response

        return guarded

    return decorate


def _allowed(throttle: UserRateThrottle, request: HttpRequest) -> bool:
    # It asks for no more than the account and the address, which the plain request has too.
    return throttle.allow_request(cast(Request, request), cast(APIView, None))
