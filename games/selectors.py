"""Reading: lists of games, who sits where, what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from django.db.models import FilteredRelation, Min, Prefetch, Q, QuerySet

from eclipse_site.models import shown_name
from games import statements, store
from games.access import Viewer
from games.models import EventReason, Game, GameEvent, PendingDecision, StandingUse, Tenancy
from games.pieces import contents, piece
from games.sentences import sentences_of
from games.speech import get_language, gettext as _
from games.standing_words import use_text
from games.statements import Sitter
from games.tenants import User
from rules.effects.battle import BattleEnded, BattleStarted, DiceRolled
from rules.log import Event
from rules.notation import show
from rules.ruleset import get_ruleset
from rules.views import actor_for, order_for

# --- seats -------------------------------------------------------------------------------------


def names(game: Game) -> dict[int, str]:
    """The names of those who play, by seat; free seats are missing."""
    return names_of(Tenancy.objects.filter(game=game, closed_at=None).select_related("user"))


def names_of(tenancies: Iterable[Tenancy]) -> dict[int, str]:
    """The names by seat of the present ones among ``tenancies``."""
    present = [tenancy for tenancy in tenancies if tenancy.closed_at is None]
    return {t.seat: tenant_name(t) for t in sorted(present, key=lambda t: t.seat)}


def names_at(tenancies: Iterable[Tenancy], seq: int) -> dict[int, str]:
    """The names by seat of those among ``tenancies`` who played when event ``seq`` came about.

    The event that replaces a player still names the one who goes.
    """
    before = max(seq - 1, 0)
    return {
        t.seat: tenant_name(t)
        for t in tenancies
        if t.opened_seq <= before and (t.closed_seq is None or before <= t.closed_seq)
    }


def everybody(tenancies: Iterable[Tenancy]) -> list[tuple[int, int | None, str]]:
    """All who play or have played, for fingerprints: what happened is told with their names."""
    return [(t.seat, t.closed_seq, tenant_name(t)) for t in tenancies]


def tenant_name(tenancy: Tenancy) -> str:
    """An account's name, a bot's description, or a word for an account that is gone."""
    name = tenancy.user.name if tenancy.user else None
    return sitter_name(Sitter(tenancy.seat, tenancy.user_id, tenancy.policy, name))


def sitter_name(sitter: Sitter) -> str:
    """As ``tenant_name``."""
    if sitter.is_bot:
        return _("Bot %(seat)d (%(policy)s)") % {"seat": sitter.seat + 1, "policy": sitter.policy}
    if sitter.user_id is None:
        return _("Former player")
    return shown_name(sitter.name or "", sitter.user_id)


def to_answer(game: Game, seat: int) -> list[PendingDecision]:
    """The open decisions of a seat with their deadlines, the earliest first."""
    found = PendingDecision.objects.filter(game=game, seat=seat, closed_at=None)
    return list(found.order_by("deadline_at", "pk"))


def awaited(found: Iterable[PendingDecision]) -> list[PendingDecision]:
    """Open decisions with their deadlines, the earliest first."""
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(found, key=lambda row: (row.deadline_at or never, row.pk))


def round_starts(game: Game, newest: int) -> list[tuple[int, int]]:
    """Each round with its first event, up to event ``newest``."""
    found = GameEvent.objects.filter(game=game, seq__lte=newest).values("round")
    return list(found.annotate(first=Min("seq")).order_by("first").values_list("round", "first"))


# --- lists of games ------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameCard:
    """A game in a list. ``seat``: the reader's own; ``my_turn``: it owes a decision;
    ``waiting_for``: names of those who owe one; ``deadline_at``: the reader's own earliest one, or
    else the earliest of all; ``seats``: names by seat."""

    game: Game
    seat: int | None
    my_turn: bool
    waiting_for: list[str]
    deadline_at: datetime | None
    seats: dict[int, str] = field(default_factory=dict)

    @property
    def free_seats(self) -> int:
        """Seats that nobody has taken."""
        return self.game.seats - len(self.seats)


def my_games(user: User) -> list[GameCard]:
    """Games that are not over in which ``user`` has a seat; those that wait for them first."""
    games = _games(
        Game.objects.filter(
            Q(status__in=[Game.Status.LOBBY, Game.Status.RUNNING]),
            tenancies__user=user.pk,
            tenancies__closed_at=None,
        )
    )
    cards = [_card(game, user) for game in games]
    return sorted(cards, key=lambda card: not card.my_turn)


def waiting_in(user: int) -> list[tuple[object, ...]]:
    """What the list of an account's games depends on, in one question: each game with its state and
    one seat that it waits for."""
    rows = Tenancy.objects.filter(
        user=user, closed_at=None, game__status__in=[Game.Status.LOBBY, Game.Status.RUNNING]
    )
    waits = FilteredRelation("game__decisions", condition=Q(game__decisions__closed_at=None))
    fields = ("game", "game__status", "game__paused", "game__round", "seat")
    found = rows.annotate(waits=waits).values_list(*fields, "waits__seat", "waits__deadline_at")
    return list(found.distinct())


def open_games(user: User) -> list[GameCard]:
    """Public games with a free seat that ``user`` has not joined."""
    games = _games(Game.objects.filter(status=Game.Status.LOBBY, private=False))
    cards = [_card(game, user) for game in games]
    return [card for card in cards if card.seat is None and card.free_seats]


def running_games(user: User, limit: int = 50) -> list[GameCard]:
    """Public games that others play, the latest first."""
    games = _games(Game.objects.filter(status=Game.Status.RUNNING, private=False))[:limit]
    cards = [_card(game, user) for game in games]
    return [card for card in cards if card.seat is None]


def finished_games(user: User, limit: int = 50) -> list[GameCard]:
    """Finished games that are public or in which ``user`` had a seat, the latest first."""
    games = Game.objects.filter(status=Game.Status.FINISHED)
    visible = Q(private=False) | Q(tenancies__user=user.pk, tenancies__user__isnull=False)
    return [_card(game, user) for game in _games(games.filter(visible).distinct())[:limit]]


def card(game: Game, user: User) -> GameCard:
    """One game as it would stand in a list."""
    return _card(_games(Game.objects.filter(pk=game.pk)).get(), user)


def _games(games: QuerySet[Game]) -> QuerySet[Game]:
    seated = Tenancy.objects.filter(closed_at=None).select_related("user").order_by("seat")
    waiting = PendingDecision.objects.filter(closed_at=None).order_by("deadline_at")
    return games.order_by("-updated_at").prefetch_related(
        Prefetch("tenancies", seated, to_attr="seated"),
        Prefetch("decisions", waiting, to_attr="waiting"),
    )


def _card(game: Game, user: User) -> GameCard:
    seated: list[Tenancy] = game.seated  # type: ignore[attr-defined]
    waiting: list[PendingDecision] = game.waiting  # type: ignore[attr-defined]
    called = {tenancy.seat: tenant_name(tenancy) for tenancy in seated}
    own = next((t.seat for t in seated if user.pk is not None and t.user_id == user.pk), None)
    mine = [row for row in waiting if row.seat == own]
    return GameCard(
        game=game,
        seat=own,
        my_turn=bool(mine) and not game.paused,
        waiting_for=list(dict.fromkeys(called[row.seat] for row in waiting if row.seat in called)),
        deadline_at=_earliest(mine or waiting),
        seats=called,
    )


def _earliest(rows: Iterable[PendingDecision]) -> datetime | None:
    return min((row.deadline_at for row in rows if row.deadline_at), default=None)


# --- history -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One event as its reader may know it. ``order``: as notation, or an empty text;
    ``abandoned``: it was taken back; ``sealed``: everybody sees it; ``reason``: a moderator's, or, for
    its own seat, that of a standing order; ``player``: who played the seat; ``battles``:
    sectors in which it began, went on with or ended a battle that counts."""

    seq: int
    round: int
    seat: int | None
    actor: str
    order: str
    sentences: list[str]
    recorded_at: datetime
    abandoned: bool
    sealed: bool
    reason: str = ""
    player: str = ""
    battles: tuple[str, ...] = ()
    kind: str = ""
    """Kind of the order, or an empty text where the game went on by itself or it is a secret."""


def history(
    game: Game,
    user: User,
    since: int = -1,
    until: int | None = None,
    *,
    viewer: Viewer | None = None,
    tenancies: Iterable[Tenancy] | None = None,
) -> list[Entry]:
    """The events after ``since`` up to ``until`` that ``user`` may see, oldest first.

    Each is told with the names of those who played then. ``viewer`` and ``tenancies`` (all, with
    their accounts) are for whoever has them already.
    """
    viewer = viewer or Viewer(user, game)
    last = viewer.newest if until is None else min(until, viewer.newest)
    known = statements.all_tenancies(game) if tenancies is None else list(tenancies)
    teller = Teller(game, viewer, known)
    told = (teller.entry(row) for row in store.rows(game, since, last))
    return [entry for entry in told if entry is not None]


def _battles(event: Event) -> tuple[str, ...]:
    kinds = (BattleStarted, DiceRolled, BattleEnded)
    return tuple(dict.fromkeys(e.sector for e in event.effects if isinstance(e, kinds)))


class Teller:
    """Tells the events of a game to one reader, each with the names of those who played then."""

    def __init__(
        self,
        game: Game,
        viewer: Viewer,
        tenancies: list[Tenancy],
        live: list[store.Span] | None = None,
    ) -> None:
        """``tenancies``: all of the game, present and past, with their accounts; ``live``: runs of
        events that count, for whoever has found them already."""
        self._live = live
        self._game = game
        self._viewer = viewer
        self._tenancies = tenancies
        self._replaced = any(tenancy.closed_at is not None for tenancy in tenancies)
        self._called = names_of(tenancies)
        self._catalog = get_ruleset(game.spec).catalog

    @cached_property
    def _reasons(self) -> dict[int, str]:
        """What moderators said, by event."""
        found = EventReason.objects.filter(event__game=self._game)
        return dict(found.values_list("event__seq", "text"))

    @cached_property
    def _standing(self) -> dict[int, str]:
        """What standing orders of the reader did and why, by event."""
        own = Q()
        for tenancy in self._viewer.tenancies:
            own |= Q(
                event__seat=tenancy.seat,
                event__seq__gte=tenancy.opened_seq,
                event__seq__lte=self._viewer.newest
                if tenancy.closed_seq is None
                else tenancy.closed_seq,
            )
        if not own:
            return {}
        found = StandingUse.objects.filter(own, event__game=self._game)
        return {
            seq: use_text(body, reason, self._catalog)
            for seq, body, reason in found.values_list("event__seq", "body", "reason")
        }

    def _reason(self, row: GameEvent, seat: int | None) -> str:
        """Why something was done, for whoever may know: a moderator's reason for everybody, that
        of a standing order for its seat alone."""
        if row.actor == "moderator":
            return self._reasons.get(row.seq, "")
        if row.actor == "standing_order" and row.seat is not None and row.seat == seat:
            return self._standing.get(row.seq, "")
        return ""

    def entry(self, row: GameEvent) -> Entry | None:
        """An event as the reader may know it, or ``None`` if that is nothing."""
        game, viewer = self._game, self._viewer
        live = viewer.counts(row.seq) if self._live is None else store.counts(row.seq, self._live)
        if not live and not viewer.sees_branch_of(row.seat, row.seq):
            return None
        seat = viewer.seat_at(row.seq)
        told = self._told(row, seat)
        if not told.order and not told.sentences:
            return None
        return Entry(
            seq=row.seq,
            round=row.round,
            seat=row.seat,
            actor=told.actor,
            order=told.order,
            kind=told.kind,
            sentences=told.sentences,
            recorded_at=row.recorded_at,
            abandoned=not live,
            sealed=row.seq <= game.sealed_seq,
            reason=self._reason(row, seat),
            player="" if row.seat is None else self._names(row.seq).get(row.seat, ""),
            battles=told.battles if live else (),
        )

    def _names(self, seq: int) -> dict[int, str]:
        return names_at(self._tenancies, seq) if self._replaced else self._called

    def _told(self, row: GameEvent, seat: int | None) -> _Told:
        """What an event tells ``seat``. An event stays as it is, so it is put into words once."""
        called, revealed = self._names(row.seq), self._game.over

        def make() -> _Told:
            event = store.decode(row)
            order = order_for(event, seat, revealed=revealed)
            return _Told(
                actor=actor_for(event, seat),
                order="" if order is None else show(order),
                kind="" if order is None else str(order.__struct_config__.tag),
                sentences=sentences_of(event, seat, self._catalog, called, revealed=revealed),
                battles=_battles(event),
            )

        shows = (row.hash, seat, revealed, get_language(), sorted(called.items()))
        return piece(contents(shows), make)


@dataclass(frozen=True)
class _Told:
    """What of an ``Entry`` is in the event."""

    actor: str
    order: str
    kind: str
    sentences: list[str]
    battles: tuple[str, ...]


_AUTOMATIC = re.compile(
    '"effect":"(?:phase_started|round_started|game_ended|battle_started|battle_ended|dice_rolled'
    '|population_attacked)"'
)
"""Effects of steps that the game takes by itself, in a row of the log."""


def since_last_turn(rows: Sequence[GameEvent], seat: int) -> tuple[list[GameEvent], bool]:
    """What a seat is told when it is asked again, oldest first: what others did since its last
    orders, and its own orders after which the game itself went on, with a battle or a phase.

    Orders at the end, with which the seat is still busy, do not count as its last ones. The flag
    says whether ``rows`` reach back to those.
    """
    at = len(rows)
    for own in (True, False, True):
        while at and _is_order_of(rows[at - 1], seat) == own:
            at -= 1
    told = [
        row for row in rows[at:] if not _is_order_of(row, seat) or _AUTOMATIC.search(row.effects)
    ]
    return told, at > 0


def _is_order_of(row: GameEvent, seat: int) -> bool:
    return row.seat == seat and row.actor == "player"


def newest_rows(game: Game, number: int) -> list[GameEvent]:
    """The last rows of the log, newest first; without their contents."""
    return list(
        game.events.order_by("-seq").defer("effects", "order").select_related("reason")[:number]
    )
