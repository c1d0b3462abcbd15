"""Who may see what. Pages, mails and the API get a game's contents here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games import statements, store
from games.errors import GameNotOpen, NoSuchGame, NotAllowed
from games.messages import no_such_game, not_open
from games.models import Audit, Game, Tenancy
from games.statements import Seen
from games.tenants import User, is_game_id
from rules.views import PlayerView, player_view as view_of

MODERATE = "games.moderate_game"


def access_game(user: User, game_id: str) -> Game:
    """The game, if ``user`` may know of it. Raises ``NoSuchGame``.

    A private game is known to those who have or had a seat, to moderators, and before it starts
    to everybody who has its address.
    """
    game = statements.game_by_id(game_id) if is_game_id(game_id) else None
    if game is None or not _may_know(user, game):
        raise NoSuchGame(no_such_game())
    return game


def access_seen(user: User, game_id: str) -> Seen:
    """As ``access_game``, with what every page of the game needs."""
    seen = statements.see(game_id) if is_game_id(game_id) else None
    if seen is None or not _may_know(user, seen.game, seen.tenancies):
        raise NoSuchGame(no_such_game())
    return seen


def _may_know(user: User, game: Game, known: Iterable[Tenancy] | None = None) -> bool:
    """``known``: all tenancies of the game, for whoever has them already."""
    if not game.private or game.status == Game.Status.LOBBY:
        return True
    if user.pk is None:
        return False
    if known is None:
        known = Tenancy.objects.filter(game=game, user=user.pk)
    return is_moderator(user) or any(tenancy.user_id == user.pk for tenancy in known)


def seat_of(user: User, game: Game) -> int | None:
    """The seat that ``user`` plays now."""
    tenancy = _tenancy(user, game)
    return None if tenancy is None else tenancy.seat


def _tenancy(user: User, game: Game) -> Tenancy | None:
    if user.pk is None:
        return None
    found: Tenancy | None = Tenancy.objects.filter(game=game, user=user.pk, closed_at=None).first()
    return found


# --- views -------------------------------------------------------------------------------------


def player_view(*, user: User, game: Game, at: int | None = None) -> PlayerView:
    """What ``user`` may know of a started game, now or after event ``at``.

    Whoever plays a seat sees its newest state, everybody else the last sealed event. A past
    moment shows a seat's secrets to whoever played it then. Raises ``GameNotOpen`` before the
    game starts and ``NotAllowed`` for an event that ``user`` may not see.
    """
    if game.newest_seq < 0:
        raise GameNotOpen(not_open("lobby", False))
    return Viewer(user, game).view(at)


class Viewer:
    """One person looking at one game: what they may see of each of its events."""

    def __init__(self, user: User, game: Game, known: Iterable[Tenancy] | None = None) -> None:
        """``known``: all tenancies of the game, present and past, for whoever has them already."""
        self.user = user
        self.game = game
        if known is None:
            known = Tenancy.objects.filter(game=game, user=user.pk) if user.pk is not None else []
        number = user.pk
        own = [t for t in known if number is not None and t.user_id == number]
        self.tenancies = sorted(own, key=lambda tenancy: tenancy.pk)
        self.seat = next((t.seat for t in self.tenancies if t.closed_at is None), None)
        self._branches: list[store.Span] | None = None

    @property
    def newest(self) -> int:
        """The newest event that the person may see."""
        game = self.game
        own = self.seat is not None and game.unsealed_seat == self.seat
        return game.newest_seq if own or game.over else game.sealed_seq

    def seat_at(self, seq: int) -> int | None:
        """The seat whose secrets of event ``seq`` belong to the person."""
        for tenancy in self.tenancies:
            closed = tenancy.closed_seq
            if tenancy.opened_seq <= seq and (closed is None or seq <= closed):
                return tenancy.seat
        return None

    def view(self, at: int | None = None) -> PlayerView:
        """See ``player_view``."""
        game, newest = self.game, self.newest
        if at is None or at == newest:
            own = newest == game.newest_seq
            state = store.current_state(game) if own else store.sealed_state(game)
            if state.seq != newest:
                # The game went on since its row was read, perhaps with what others may not see yet.
                state = store.state_at(game, newest)
            return view_of(state, self.seat, own=True)
        if not 0 <= at <= newest:
            raise NotAllowed(
                _("There is no event %(at)d to see; the newest one is %(newest)d.")
                % {"at": at, "newest": newest}
            )
        if not self.counts(at) and not self._may_see_branch(at):
            raise NotAllowed(_("That event was taken back; it is shown when the game has ended."))
        return view_of(store.state_at(game, at), self.seat_at(at), own=True)

    # --- abandoned branches --------------------------------------------------------------------

    def counts(self, seq: int) -> bool:
        """Whether event ``seq`` belongs to the history as the person sees it now."""
        if self._branches is None:
            self._branches = store.live_spans(self.game, self.newest)
        return store.counts(seq, self._branches)

    def _may_see_branch(self, seq: int) -> bool:
        row = self.game.events.get(seq=seq)
        return self.sees_branch_of(row.seat, seq)

    def sees_branch_of(self, seat: int | None, seq: int) -> bool:
        """Whether the person may see event ``seq`` of ``seat`` although it was taken back."""
        if self.game.over or may_moderate(self.user, self.game):
            return True
        return seat is not None and self.seat_at(seq) == seat


# --- moderators --------------------------------------------------------------------------------


def is_moderator(user: User) -> bool:
    """Whether ``user`` moderates games in general."""
    return bool(user.is_active and getattr(user, "is_staff", False)) and bool(
        getattr(user, "has_perm", lambda permission: False)(MODERATE)
    )


def may_moderate(user: User, game: Game) -> bool:
    """Whether ``user`` may moderate this game: nobody who has or had a seat in it may."""
    if not is_moderator(user):
        return False
    return not Tenancy.objects.filter(game=game, user=user.pk).exists()


def secret_view(*, user: User, game: Game, seat: int, reason: str) -> PlayerView:
    """A moderator looks at the game as ``seat`` sees it; the look is audited.

    Raises ``NotAllowed`` for anybody who has or had a seat, and without a reason.
    """
    if not may_moderate(user, game):
        raise NotAllowed(_("Only a moderator who does not play in the game may do this."))
    if not reason.strip():
        raise NotAllowed(_("Give a reason; it is kept."))
    if not 0 <= seat < game.seats:
        raise NotAllowed(_("This game has no seat %(seat)d.") % {"seat": seat})
    Audit.objects.create(
        game=game, moderator_id=user.pk, seat=seat, seq=game.newest_seq, reason=reason.strip()
    )
    return view_of(store.current_state(game), seat)
