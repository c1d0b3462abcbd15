"""Lists of games, opening one, and what happens before it starts."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import selectors
from games.access import Viewer
from games.errors import GameError, LobbyError, NotAllowed
from games.forms import BotForm, NewGameForm
from games.limits import GameThrottle, limited
from games.models import Game
from games.rendering.words import rules_title
from games.services import lobby
from games.statements import Seen
from games.views import live
from games.views.common import account, play_url, reader, with_game
from games.views.regions import Regions


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """My games, open games, and for visitors what this is."""
    user = reader(request)
    mine = selectors.my_games(user) if user.is_authenticated else []
    regions = Regions.of(request)
    regions.changing = (str(get_token(request)),)
    page = render(
        request,
        "games/home.html",
        {
            "page": "home",
            "mine": mine,
            "my_turn": [card for card in mine if card.my_turn],
            "open": selectors.open_games(user),
            "running": selectors.running_games(user, 12),
            "finished": selectors.finished_games(user, 12),
            "form": NewGameForm(initial={"name": _first_name(user)}) if mine or user.pk else None,
            "regions": regions,
            "csrf_token": regions.changing[0],
            "version": "" if user.pk is None else live.home_version(user.pk),
        },
    )
    return regions.answer(page)


def _first_name(user: object) -> str:
    name = getattr(user, "display_name", "")
    return _("Game of %(name)s") % {"name": name} if name else ""


@login_required
@require_http_methods(["GET", "POST"])
@limited(GameThrottle)
def new(request: HttpRequest) -> HttpResponseBase:
    """Open a game."""
    user = account(request)
    form = NewGameForm(request.POST or None, initial={"name": _first_name(user)})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            game = lobby.create_game(
                user=user,
                name=data["name"],
                seats=data["seats"],
                edition=data["edition"],
                deadline_hours=data["deadline_hours"],
                private=data["private"],
                options=form.ruleset_options(),
                modules=form.modules(),
            )
            for _number in range(data["bots"]):
                lobby.add_bot(game=game, user=user, policy=data["policy"])
        except LobbyError as error:
            form.add_error(None, error.reason)
        else:
            return redirect(play_url(game))
    status = 422 if form.errors else 200
    return render(request, "games/new.html", {"form": form, "page": "new"}, status=status)


def page(request: HttpRequest, seen: Seen) -> HttpResponse:
    """A game that has not started: seats, and what can be done about them."""
    user, game = reader(request), seen.game
    card = selectors.card(game, user)
    creator = user.pk is not None and game.creator_id == user.pk
    bots = {t.seat for t in game.tenancies.filter(closed_at=None).exclude(policy="")}
    seats = [
        {
            "number": seat,
            "name": card.seats.get(seat, ""),
            "own": seat == card.seat,
            "bot": seat in bots,
        }
        for seat in range(game.seats)
    ]
    regions = Regions.of(request)
    regions.changing = (str(get_token(request)),)
    shown = render(
        request,
        "games/lobby.html",
        {
            "page": "game",
            "regions": regions,
            "csrf_token": regions.changing[0],
            "version": live.game_version(Viewer(user, game, seen.tenancies), seen),
            "game": game,
            "card": card,
            "seats": seats,
            "creator": creator,
            "edition": rules_title(game.spec),
            "bot_form": BotForm(),
            "address": request.build_absolute_uri(),
            "closed": game.status == Game.Status.ABANDONED,
        },
    )
    return regions.answer(shown)


# --- what can be done before the start -------------------------------------------------------------


def _join(request: HttpRequest, game: Game) -> str:
    lobby.join(game=game, user=account(request))
    return _("You have a seat.")


def _leave(request: HttpRequest, game: Game) -> str:
    lobby.leave(game=game, user=account(request))
    return _("You gave your seat back.")


def _add_bot(request: HttpRequest, game: Game) -> str:
    lobby.add_bot(game=game, user=account(request), policy=request.POST.get("policy", ""))
    return _("A bot took a seat.")


def _remove_bot(request: HttpRequest, game: Game) -> str:
    seat = request.POST.get("seat", "")
    if not seat.isdecimal() or len(seat) > 2:
        raise LobbyError(_("Say which seat."))
    lobby.remove_bot(game=game, user=account(request), seat=int(seat))
    return _("The seat is free again.")


def _start(request: HttpRequest, game: Game) -> str:
    lobby.start(game=game, user=account(request))
    return _("The game has started.")


def _cancel(request: HttpRequest, game: Game) -> str:
    lobby.cancel(game=game, user=account(request))
    return _("The game was called off.")


_DEEDS: dict[str, Callable[[HttpRequest, Game], str]] = {
    "join": _join,
    "leave": _leave,
    "add-bot": _add_bot,
    "remove-bot": _remove_bot,
    "start": _start,
    "cancel": _cancel,
}


@login_required
@require_POST
@with_game
def act(request: HttpRequest, game: Game, deed: str) -> HttpResponseBase:
    """Join, leave, add or remove a bot, start, call off."""
    try:
        messages.success(request, _DEEDS[deed](request, game))
    except NotAllowed:
        raise
    except GameError as error:
        messages.error(request, error.reason)
    return redirect("games:home" if deed == "cancel" else play_url(game))


DEEDS = tuple(_DEEDS)
