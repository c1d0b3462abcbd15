"""Errors of the service as answers: ``{"error": code, "reason": sentence, "possible": [...]}``."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from games.errors import (
    GameError,
    GameNotOpen,
    KeyUsedElsewhere,
    NoSuchGame,
    NotAllowed,
    NothingToUndo,
    OrdersRefused,
    StandingRefused,
)

_CODES: dict[type[GameError], tuple[str, int]] = {
    NoSuchGame: ("no_such_game", status.HTTP_404_NOT_FOUND),
    NotAllowed: ("not_allowed", status.HTTP_403_FORBIDDEN),
    GameNotOpen: ("game_not_open", status.HTTP_409_CONFLICT),
    KeyUsedElsewhere: ("key_used", status.HTTP_409_CONFLICT),
    NothingToUndo: ("nothing_to_undo", status.HTTP_409_CONFLICT),
}


class BadRequest(APIException):
    """The request itself is wrong; ``detail`` says how it should look."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_request"


def answer_for(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of a view; ``None`` leaves it to Django."""
    if isinstance(error, OrdersRefused):
        return _refused(error)
    if isinstance(error, StandingRefused):
        body = _body("refused", error.reason, error.possible) | {"field": error.field}
        return Response(body, status=status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, GameError):
        code, number = _CODES.get(type(error), ("refused", status.HTTP_409_CONFLICT))
        return Response(_body(code, error.reason), status=number)
    answer = exception_handler(error, context)
    if answer is None:
        return None
    if isinstance(error, ValidationError):
        answer.data = _body("bad_request", _fields(answer.data))
    elif isinstance(error, APIException):
        answer.data = _body(str(error.get_codes()), str(error.detail))
    elif isinstance(error, Http404):
        answer.data = _body("not_found", _("There is nothing at this address."))
    elif isinstance(error, PermissionDenied):
        answer.data = _body("not_allowed", _("You may not do this."))
    return answer


def _refused(error: OrdersRefused) -> Response:
    number = status.HTTP_409_CONFLICT if error.stale else status.HTTP_422_UNPROCESSABLE_ENTITY
    body = _body("stale" if error.stale else "refused", error.reason, error.possible)
    body |= {"index": error.index, "order": error.text, "field": error.field}
    return Response(body, status=number)


def _body(code: str, reason: str, possible: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"error": code, "reason": reason, "possible": list(possible)}


def _fields(data: Any) -> str:
    """What a serializer objects to, as one text."""
    if isinstance(data, dict):
        return " ".join(
            _fields(v) if k == "non_field_errors" else f"{k}: {_fields(v)}" for k, v in data.items()
        )
    if isinstance(data, list):
        return " ".join(_fields(item) for item in data)
    return str(data)
