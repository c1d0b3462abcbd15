"""Standing orders by the API: the own ones alone."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import access_game
from games.api.errors import BadRequest
from games.api.views import KEY, REFUSALS, GamesView, checked_body, submission_key
from games.limits import OrderThrottle
from games.models import Game, StandingOrder
from games.services.standing_orders import (
    ended_orders,
    remove,
    set_standing,
    standing_orders,
)
from games.standing_words import sentences, title
from rules.policies.standing import decode_standing, standing_from_builtins
from rules.ruleset import get_ruleset


class NewStandingOrder(serializers.Serializer[Any]):
    order = serializers.DictField(
        help_text=gettext_lazy(
            'An object whose field "standing" is "battle", "reactions" or "turns".'
        )
    )
    until_round = serializers.IntegerField(required=False, allow_null=True)
    until = serializers.DateTimeField(required=False, allow_null=True)
    once = serializers.BooleanField(required=False, default=False)


class StandingOrderShape(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())
    order = serializers.JSONField()
    until_round = serializers.IntegerField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    once = serializers.BooleanField()
    created = serializers.DateTimeField()
    ended = serializers.CharField(
        help_text=gettext_lazy("Why it does not hold any more, or an empty text.")
    )
    text = serializers.CharField(help_text=gettext_lazy("The planned order that was not played."))
    reason = serializers.CharField(help_text=gettext_lazy("Why it was not possible."))


class StandingOrderLists(serializers.Serializer[Any]):
    in_force = StandingOrderShape(many=True)
    ended = StandingOrderShape(many=True)


class StandingListView(GamesView):
    throttle_classes = (OrderThrottle,)

    @extend_schema(
        operation_id="games_standing_list", responses={200: StandingOrderLists, **REFUSALS}
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Your standing orders in a game: those in force, and those that ended by themselves."""
        game = access_game(request.user, game_id)
        return Response(
            {
                "in_force": [_data(game, row) for row in standing_orders(game, request.user)],
                "ended": [_data(game, row) for row in ended_orders(game, request.user)],
            }
        )

    @extend_schema(
        request=NewStandingOrder,
        parameters=[KEY],
        responses={201: StandingOrderShape, **REFUSALS},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Set a standing order; if it answers what is asked of you now, it is played at once."""
        given = checked_body(NewStandingOrder, request.data)
        game = access_game(request.user, game_id)
        try:
            orders = standing_from_builtins(given["order"])
        except msgspec.ValidationError as error:
            raise BadRequest(
                _("The standing order cannot be read: %(error)s.") % {"error": error}
            ) from error
        row = set_standing(
            game=game,
            user=request.user,
            orders=orders,
            until_round=given.get("until_round"),
            until=given.get("until"),
            once=given["once"],
            key=submission_key(request),
        )
        return Response(_data(game, row), status=status.HTTP_201_CREATED)


class StandingDetailView(GamesView):
    throttle_classes = (OrderThrottle,)

    @extend_schema(
        operation_id="games_standing_remove", responses={204: OpenApiResponse(), **REFUSALS}
    )
    def delete(self, request: Request, game_id: str, number: int) -> Response:
        """Take a standing order back."""
        remove(game=access_game(request.user, game_id), user=request.user, number=number)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _data(game: Game, row: StandingOrder) -> dict[str, Any]:
    orders = decode_standing(row.body)
    return {
        "id": row.pk,
        "title": title(orders),
        "sentences": sentences(orders, get_ruleset(game.spec).catalog),
        "order": msgspec.to_builtins(orders),
        "until_round": row.until_round,
        "until": row.until,
        "once": row.once,
        "created": row.created_at,
        "ended": row.ended,
        "text": row.text,
        "reason": _(row.reason) if row.reason else "",
    }
