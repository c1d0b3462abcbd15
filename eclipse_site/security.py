"""The header that says what a page may load, made once instead of for each answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_OF_ITS_OWN = ("_csp_config", "_csp_update", "_csp_replace", "_csp_exempt", "_csp_nonce")


class PolicyMiddleware(CSPMiddleware):
    """As ``csp.middleware.CSPMiddleware``, which still does all but the usual case: an answer and
    a request that want nothing of their own, and one policy for the whole site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        policy = settings.CONTENT_SECURITY_POLICY
        self._alone = (
            not settings.DEBUG
            and set(policy) == {"DIRECTIVES"}
            and not getattr(settings, "CONTENT_SECURITY_POLICY_REPORT_ONLY", None)
        )

    @cached_property
    def _usual(self) -> str:
        return build_policy()

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Set the header."""
        own = any(name in vars(response) for name in _OF_ITS_OWN) or "_csp_nonce" in vars(request)
        if own or not self._alone:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._usual)
        # Who asks for a nonce after the header is written is told so.
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)  # type: ignore[attr-defined] # where django-csp looks
        return response
