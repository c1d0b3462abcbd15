"""The API: what the pages show, as data; what the pages do, with a token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, cast

import msgspec
from allauth.account.adapter import get_adapter
from allauth.account.utils import has_verified_email
from django.conf import settings
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle, BaseThrottle
from rest_framework.views import APIView

from games import selectors
from games.access import Viewer, access_game, seat_of
from games.api import serializers as shapes
from games.api.errors import BadRequest, answer_for
from games.api.options import decision_data, fact_data, next_candidates
from games.api.parsers import read_prefix
from games.errors import GameNotOpen, NotAllowed
from games.export import file_of
from games.limits import GameThrottle, OrderThrottle
from games.messages import not_open, not_your_seat
from games.models import Game
from games.rendering.foretold import text_facts
from games.selectors import GameCard
from games.services.lobby import create_game
from games.services.play import preview, submit_orders
from games.services.undo import undo
from games.tenants import Account
from rules.codec import order_from_builtins
from rules.decisions import Decision
from rules.orders import Order
from rules.views import PlayerView

REFUSALS = {code: OpenApiResponse(shapes.Refusal) for code in (400, 401, 403, 404, 409, 422, 429)}
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="A text of your own for this submission; sent twice, it is played once.",
)


class LoginThrottle(AnonRateThrottle):
    """Guessing passwords is slow."""

    rate = "10/minute"


class GamesView(APIView):
    """Base of all views: errors of the service become answers."""

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        return answer_for


class TokenView(GamesView):
    permission_classes = (AllowAny,)
    authentication_classes = ()
    throttle_classes = (LoginThrottle,)

    @extend_schema(request=shapes.Login, responses={200: shapes.Token, **REFUSALS})
    def post(self, request: Request) -> Response:
        """Get the token of an account for its address and password."""
        given = checked_body(shapes.Login, request.data)
        user = _log_in(request, given["email"].lower(), given["password"])
        token, _made = Token.objects.get_or_create(user=user)
        return Response({"token": token.key})


class GameListView(GamesView):
    LISTS = {
        "mine": selectors.my_games,
        "open": selectors.open_games,
        "running": selectors.running_games,
        "finished": selectors.finished_games,
    }

    @extend_schema(
        parameters=[OpenApiParameter("list", str, enum=list(LISTS), default="mine")],
        responses={200: shapes.GameSummary(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        """Games: your own, those that wait for you first; or open, running, finished ones."""
        wanted = request.query_params.get("list", "mine")
        if wanted not in self.LISTS:
            raise BadRequest(
                _("There is no list %(name)s; there are: %(names)s.")
                % {"name": wanted, "names": ", ".join(self.LISTS)}
            )
        cards: list[GameCard] = self.LISTS[wanted](request.user)
        return Response([_summary(card) for card in cards])

    @extend_schema(
        operation_id="games_create",
        request=shapes.NewGame,
        responses={201: shapes.GameSummary, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Open a game of an edition with modules; you have its first seat."""
        given = checked_body(shapes.NewGame, request.data)
        modules, species = (tuple(given.pop(name, ())) for name in ("modules", "species"))
        user = cast(Account, request.user)
        game = create_game(user=user, modules=modules, species=species, **given)
        return Response(_summary(selectors.card(game, request.user)), status=201)

    def get_throttles(self) -> list[BaseThrottle]:
        """Looking at lists is not counted among the games opened."""
        more = [GameThrottle()] if self.request.method == "POST" else []
        return [*super().get_throttles(), *more]


class GameDetailView(GamesView):
    @extend_schema(
        parameters=[OpenApiParameter("at", int, description="View after this event.")],
        responses={200: shapes.GameView, **REFUSALS},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What you may know of a game, now or after an event."""
        game = access_game(request.user, game_id)
        viewer = Viewer(request.user, game)
        _require_started(game)
        view = viewer.view(_number(request, "at"))
        return Response(
            {
                **_summary(selectors.card(game, request.user)),
                "newest": viewer.newest,
                "at": view.board.seq,
                "board": msgspec.to_builtins(view.board, str_keys=True),
                "pending": msgspec.to_builtins(view.waiting_for),
            }
        )


class DecisionListView(GamesView):
    @extend_schema(
        operation_id="games_decisions_list", responses={200: shapes.Decisions, **REFUSALS}
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The decisions that you owe, with every legal order as a tree of candidates."""
        game, seat, view = _own_view(request, game_id)
        rows = {row.decision_id: row for row in selectors.to_answer(game, seat)}
        called = selectors.names(game)
        decisions = [
            decision_data(decision, rows.get(decision.id), view.table.catalog, called)
            for decision in view.decisions
        ]
        return Response(msgspec.to_builtins({"decisions": decisions}, str_keys=True))


class CandidatesView(GamesView):
    @extend_schema(
        parameters=[
            OpenApiParameter("order", str, required=True),
            OpenApiParameter("prefix", str, description="JSON list of the fields chosen so far."),
        ],
        responses={200: shapes.Candidates, **REFUSALS},
    )
    def get(self, request: Request, game_id: str, decision_id: str) -> Response:
        """What may come next in one kind of order, given its first fields."""
        game, _seat, view = _own_view(request, game_id)
        decision = _find(view, decision_id)
        prefix = read_prefix(request.query_params.get("prefix", "[]"))
        if prefix is None:
            raise BadRequest(_('"prefix" is a JSON list, such as ["cruiser"].'))
        try:
            found = next_candidates(
                view.table,
                decision,
                request.query_params.get("order", ""),
                prefix,
                selectors.names(game),
            )
        except ValueError as error:
            raise BadRequest(str(error)) from error
        return Response(found)


class OrdersView(GamesView):
    throttle_classes = (OrderThrottle,)

    @extend_schema(
        request=shapes.Orders, parameters=[KEY], responses={200: shapes.Submitted, **REFUSALS}
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Play orders: as text in notation, or as objects. All or nothing up to the first dice."""
        given = checked_body(shapes.Orders, request.data)
        game = access_game(request.user, game_id)
        result = submit_orders(
            game=game,
            seat=_own_seat(request, game),
            orders=_orders(given["orders"]) if "orders" in given else None,
            text=given.get("text"),
            key=submission_key(request),
            user=request.user,
            decision_id=given.get("decision"),
        )
        return Response(asdict(result))


class PreviewView(GamesView):
    throttle_classes = (OrderThrottle,)

    @extend_schema(request=shapes.PreviewText, responses={200: shapes.PreviewResult, **REFUSALS})
    def post(self, request: Request, game_id: str) -> Response:
        """What orders would do, up to the first dice; nothing is played."""
        given = checked_body(shapes.PreviewText, request.data)
        game = access_game(request.user, game_id)
        seat = _own_seat(request, game)
        told = preview(game=game, seat=seat, text=given["text"], user=request.user)
        view = Viewer(request.user, game).view()
        facts = [
            {"order": order, "facts": fact_data(found)}
            for order, found in text_facts(view, given["text"], selectors.names(game))
        ]
        return Response({**asdict(told), "facts": facts})


class UndoView(GamesView):
    throttle_classes = (OrderThrottle,)

    @extend_schema(
        request=shapes.UndoTo, parameters=[KEY], responses={200: shapes.Submitted, **REFUSALS}
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Take back the last order, or all after event ``to``, while nothing has sealed them."""
        given = checked_body(shapes.UndoTo, request.data)
        game = access_game(request.user, game_id)
        result = undo(
            game=game,
            seat=_own_seat(request, game),
            user=request.user,
            to=given.get("to"),
            key=submission_key(request),
        )
        return Response(asdict(result))


class EventsView(GamesView):
    @extend_schema(
        parameters=[OpenApiParameter("since", int, description="Events after this one.")],
        responses={200: shapes.Events, **REFUSALS},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What happened, as sentences, as far as you may know."""
        game = access_game(request.user, game_id)
        since = _number(request, "since")
        entries = selectors.history(game, request.user, -1 if since is None else since)
        newest = Viewer(request.user, game).newest
        return Response({"events": [asdict(entry) for entry in entries], "newest": newest})


class LogView(GamesView):
    @extend_schema(responses={200: OpenApiResponse(str), **REFUSALS})
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """The whole log of a finished game with its seed, as `python -m rules verify` reads it."""
        game = access_game(request.user, game_id)
        if not game.over:
            raise GameNotOpen(_("The log is published when the game has ended."))
        answer = HttpResponse(file_of(game), content_type="application/jsonl")
        answer["Content-Disposition"] = f'attachment; filename="{game.pk}.jsonl"'
        return answer


def _log_in(request: Request, email: str, password: str) -> Account:
    """The account, by allauth's own door: it counts failed attempts.

    Raises ``NotAllowed`` or ``Throttled``.
    """
    try:
        user = get_adapter().authenticate(request._request, email=email, password=password)
    except DjangoValidationError as error:
        raise Throttled(detail=" ".join(error.messages)) from error
    if user is None:
        raise NotAllowed(_("Address and password do not belong together."))
    mandatory = settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory"
    if mandatory and not has_verified_email(user, email):
        raise NotAllowed(_("Confirm your address first: follow the link in the mail you got."))
    return user


# --- parts of requests ---------------------------------------------------------------------------


def checked_body(shape: type[Any], data: Any) -> dict[str, Any]:
    """What was sent, in the shape that is asked for. Raises ``ValidationError``."""
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def submission_key(request: Request) -> str:
    """The key of a submission. Raises ``BadRequest`` without one."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key or len(key) > 150 or not key.isprintable():
        raise BadRequest(
            _("Send a header Idempotency-Key with a text of your own of at most 150 characters.")
        )
    # Keys of pages and mails cannot be met by accident.
    return f"api:{key}"


def _number(request: Request, name: str) -> int | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if not given.removeprefix("-").isdecimal() or len(given) > 9:
        raise BadRequest(_('"%(name)s" is the number of an event.') % {"name": name})
    return int(given)


def _orders(given: list[dict[str, Any]]) -> list[Order]:
    found = []
    for number, item in enumerate(given):
        try:
            found.append(order_from_builtins(item))
        except msgspec.ValidationError as error:
            raise BadRequest(
                _("Order %(number)d cannot be read: %(error)s.")
                % {"number": number, "error": error}
            ) from error
    return found


def _own_seat(request: Request, game: Game) -> int:
    seat = seat_of(request.user, game)
    if seat is None:
        raise NotAllowed(not_your_seat())
    return seat


def _own_view(request: Request, game_id: str) -> tuple[Game, int, PlayerView]:
    game = access_game(request.user, game_id)
    viewer = Viewer(request.user, game)
    if viewer.seat is None:
        raise NotAllowed(not_your_seat())
    _require_started(game)
    return game, viewer.seat, viewer.view()


def _require_started(game: Game) -> None:
    if game.newest_seq < 0:
        raise GameNotOpen(not_open(game.status, game.paused))


def _find(view: PlayerView, decision_id: str) -> Decision:
    for decision in view.decisions:
        if decision.id == decision_id:
            return decision
    raise GameNotOpen(_("That decision has been answered already or is not yours."))


def _summary(card: GameCard) -> dict[str, Any]:
    game = card.game
    return {
        "id": game.pk,
        "name": game.name,
        "status": game.status,
        "paused": game.paused,
        "edition": game.spec.edition,
        "modules": list(game.spec.modules),
        "round": game.round,
        "phase": game.phase,
        "seats": game.seats,
        "players": {str(seat): name for seat, name in card.seats.items()},
        "seat": card.seat,
        "my_turn": card.my_turn,
        "waiting_for": card.waiting_for,
        "deadline": card.deadline_at,
        "commitment": game.commitment,
        "seed": game.revealed_seed,
    }
