"""The moderators' pages. They show no secrets but on request, which is audited."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _, gettext_lazy

from eclipse_site.models import User
from games.access import may_moderate, secret_view
from games.admin_forms import MEASURES, SecretsForm
from games.errors import GameError
from games.models import Audit, EventReason, Game, PendingDecision, Profile, Tenancy
from games.selectors import newest_rows

SHOWN_EVENTS = 40


class ReadOnly(admin.ModelAdmin):
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Rows of a game to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TenancyInline(ReadOnlyInline):
    model = Tenancy
    fields = ("seat", "user", "policy", "opened_at", "closed_at")
    readonly_fields = fields
    ordering = ("seat", "pk")


class DecisionInline(ReadOnlyInline):
    model = PendingDecision
    fields = ("seat", "kind", "opened_at", "deadline_at", "time_left")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).filter(closed_at=None)


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games, and what a moderator may do to them."""

    list_display = ("name", "id", "status", "paused", "round", "seats", "updated_at")
    list_filter = ("status", "paused")
    search_fields = ("name", "id")
    fields = (
        "id",
        "name",
        "status",
        "paused",
        "seats",
        "round",
        "phase",
        "newest_seq",
        "sealed_seq",
        "deadline_hours",
        "commitment",
        "revealed_seed",
        "creator",
        "created_at",
        "started_at",
        "finished_at",
    )
    change_form_template = "admin/games/game/change.html"

    def get_inlines(self, request: HttpRequest, obj: Game | None) -> list[type[Any]]:
        # What a seat has begun and not sealed is nothing for a player of the same table.
        if obj is not None and may_moderate(_moderator(request), obj):
            return [TenancyInline, DecisionInline]
        return [TenancyInline]

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<str:game_id>/secrets/", view(self.secrets), name="games_game_secrets"),
            path(
                "<str:game_id>/measure/<slug:name>/", view(self.measure), name="games_game_measure"
            ),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        game = Game.objects.filter(pk=object_id).first()
        context = {**(extra_context or {})}
        if game is not None and may_moderate(_moderator(request), game):
            context["measures"] = [
                (name, form.title) for name, form in MEASURES.items() if _fits(name, game)
            ]
            context["newest"] = newest_rows(game, SHOWN_EVENTS)
        return super().change_view(request, object_id, form_url, context)

    def measure(self, request: HttpRequest, game_id: str, name: str) -> HttpResponse:
        """The form of one measure, and the measure itself."""
        game = self._game(request, game_id)
        form_class = MEASURES.get(name)
        if form_class is None:
            raise PermissionDenied
        form = form_class(game, request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                form.carry_out(_moderator(request))
            except GameError as error:
                form.add_error(None, error.reason)
            else:
                self.message_user(request, _("Done: %s.") % form.title, messages.SUCCESS)
                return redirect(reverse("admin:games_game_change", args=[game.pk]))
        return self._page(request, game, form.title, form=form)

    def secrets(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """The boards of a seat as it sees them, once a reason is given."""
        game = self._game(request, game_id)
        form = SecretsForm(game, request.POST or None)
        shown = ""
        if request.method == "POST" and form.is_valid():
            given = form.cleaned_data
            view = secret_view(
                user=_moderator(request), game=game, seat=given["seat"], reason=given["reason"]
            )
            boards = msgspec.to_builtins(view.board.seats[given["seat"]])
            shown = json.dumps(boards, indent=2, ensure_ascii=False)
        return self._page(request, game, form.title, form=form, shown=shown)

    def _game(self, request: HttpRequest, game_id: str) -> Game:
        game = get_object_or_404(Game, pk=game_id)
        if not may_moderate(_moderator(request), game):
            raise PermissionDenied
        return game

    def _page(self, request: HttpRequest, game: Game, title: Any, **more: Any) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "game": game,
            "title": title,
            **more,
        }
        return TemplateResponse(request, "admin/games/game/measure.html", context)


def _fits(name: str, game: Game) -> bool:
    """Whether a measure makes sense now."""
    if not game.running:
        return False
    return not (name == "pause" and game.paused) and not (name == "resume" and not game.paused)


def _moderator(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    return user


@admin.register(Audit)
class AuditAdmin(ReadOnly):
    list_display = ("game", "seat", "moderator", "seq", "reason", "read_at")


@admin.register(EventReason)
class EventReasonAdmin(admin.ModelAdmin):
    """Reasons may be erased; the events stay."""

    list_display = ("event", "moderator", "text")
    readonly_fields = ("event", "moderator", "text")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Profile)
class ProfileAdmin(admin.ModelAdmin):
    list_display = ("user", "time_zone", "language", "theme")


admin.site.site_header = gettext_lazy("Moderators' desk")
