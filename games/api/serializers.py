"""Shapes of requests and answers, for checking and for the schema."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy
from rest_framework import serializers

LONGEST_TEXT = 4000


class Login(serializers.Serializer[Any]):
    email = serializers.EmailField()
    password = serializers.CharField(trim_whitespace=False)


class Token(serializers.Serializer[Any]):
    token = serializers.CharField()


class GameSummary(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()
    status = serializers.CharField()
    paused = serializers.BooleanField()
    edition = serializers.CharField()
    modules = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("Modules added to the edition.")
    )
    round = serializers.IntegerField()
    phase = serializers.CharField()
    seats = serializers.IntegerField()
    players = serializers.DictField(child=serializers.CharField())
    seat = serializers.IntegerField(allow_null=True)
    my_turn = serializers.BooleanField()
    waiting_for = serializers.ListField(child=serializers.CharField())
    deadline = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    seed = serializers.CharField(help_text=gettext_lazy("Published when the game has ended."))


class GameView(GameSummary):
    newest = serializers.IntegerField(help_text=gettext_lazy("Newest event that you may see."))
    at = serializers.IntegerField(help_text=gettext_lazy("Event after which this is the view."))
    board = serializers.JSONField(help_text=gettext_lazy("What you may know of the state."))
    pending = serializers.JSONField(help_text=gettext_lazy("Open decisions of everybody."))


class NewGame(serializers.Serializer[Any]):
    """A game to be opened; you take its first seat."""

    name = serializers.CharField(max_length=60)
    seats = serializers.IntegerField(min_value=2, max_value=9)
    edition = serializers.CharField(required=False, max_length=40)
    modules = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=20,
        help_text=gettext_lazy("Such as pulsars, black_holes, supernovas, nebulas."),
    )
    species = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        max_length=9,
        help_text=gettext_lazy("Boards by seat; without them the seats choose."),
    )
    deadline_hours = serializers.IntegerField(required=False, min_value=1)
    private = serializers.BooleanField(required=False)


class Decisions(serializers.Serializer[Any]):
    decisions = serializers.JSONField()


class Fact(serializers.Serializer[Any]):
    """A cost, a change or a danger of an order, said before it is given."""

    kind = serializers.CharField(help_text=gettext_lazy("What it is about, such as disc, battle."))
    text = serializers.CharField()
    bad = serializers.BooleanField(help_text=gettext_lazy("Whether you lose something."))


class OrderFacts(serializers.Serializer[Any]):
    order = serializers.CharField()
    facts = Fact(many=True)


class Candidates(serializers.Serializer[Any]):
    order = serializers.CharField()
    prefix = serializers.ListField()
    complete = serializers.BooleanField()
    candidates = serializers.JSONField()
    facts = Fact(many=True, help_text=gettext_lazy("What a complete order would mean."))


class Orders(serializers.Serializer[Any]):
    """Give either ``text`` or ``orders``."""

    text = serializers.CharField(required=False, max_length=LONGEST_TEXT)
    orders = serializers.ListField(
        child=serializers.DictField(), required=False, max_length=60, allow_empty=False
    )
    decision = serializers.CharField(required=False, max_length=20)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("orders" in attrs):
            raise serializers.ValidationError(
                _('Give either "text" (orders in notation) or "orders" (a list of objects).')
            )
        return attrs


class PreviewText(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=LONGEST_TEXT)


class PreviewResult(serializers.Serializer[Any]):
    orders = serializers.ListField(child=serializers.CharField())
    sentences = serializers.ListField(child=serializers.CharField())
    chance = serializers.CharField()
    rest = serializers.CharField()
    final = serializers.BooleanField(
        help_text=gettext_lazy("Whether the orders could not be taken back.")
    )
    facts = OrderFacts(many=True, help_text=gettext_lazy("What the orders would mean, by order."))


class Submitted(serializers.Serializer[Any]):
    game_id = serializers.CharField()
    seat = serializers.IntegerField()
    seqs = serializers.ListField(child=serializers.IntegerField())
    played = serializers.ListField(child=serializers.CharField())
    handed_back = serializers.CharField()
    stopped_by = serializers.CharField()
    replayed = serializers.BooleanField()


class UndoTo(serializers.Serializer[Any]):
    to = serializers.IntegerField(required=False, allow_null=True)


class Entry(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    round = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    actor = serializers.CharField()
    order = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())
    recorded_at = serializers.DateTimeField()
    abandoned = serializers.BooleanField()
    sealed = serializers.BooleanField()
    reason = serializers.CharField()
    player = serializers.CharField(help_text=gettext_lazy("Who played the seat then."))
    battles = serializers.ListField(
        child=serializers.CharField(),
        help_text=gettext_lazy("Sectors in which a battle began, went on or ended."),
    )


class Events(serializers.Serializer[Any]):
    events = Entry(many=True)
    newest = serializers.IntegerField()


class Refusal(serializers.Serializer[Any]):
    """The body of every answer from 400 on."""

    error = serializers.CharField()
    reason = serializers.CharField()
    possible = serializers.ListField()
    index = serializers.IntegerField(required=False)
    order = serializers.CharField(required=False)
    field = serializers.CharField(required=False)
