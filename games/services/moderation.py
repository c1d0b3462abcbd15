"""What a moderator may do to a running game: each time an event of the log, with a reason.

The reason is kept beside the log, where it can be erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from games import store
from games.access import may_moderate
from games.errors import ModerationError, NotAllowed
from games.ledger import Ledger, ledger_of
from games.models import Audit, EventReason, Game, GameEvent, Tenancy
from games.services.lobby import LONGEST_DEADLINE
from games.tenants import Account, lock_game, seats_of, tenants, wake_bots, wake_standing
from rules.effects.base import Effect
from rules.effects.flow import DeadlineExtended, Paused, Resumed, Rewound, SeatReplaced
from rules.policies import policy_names


def pause(*, game: Game | str, user: Account, reason: str) -> None:
    """Stop all clocks and take no orders until ``resume``. Raises ``ModerationError``."""
    with _moderate(game, user, reason) as ledger:
        if ledger.game.paused:
            raise ModerationError(_("The game is paused already."))
        ledger.game.paused = True
        ledger.clocks.stop()
        _record(ledger, Paused())


def resume(*, game: Game | str, user: Account, reason: str) -> None:
    """Go on: every clock runs with the time it had left. Raises ``ModerationError``."""
    with _moderate(game, user, reason) as ledger:
        if not ledger.game.paused:
            raise ModerationError(_("The game is not paused."))
        ledger.game.paused = False
        ledger.clocks.go_on()
        _record(ledger, Resumed())


def extend_deadline(
    *, game: Game | str, user: Account, reason: str, hours: int, seats: Iterable[int] = ()
) -> None:
    """Give ``seats``, or everybody who owes a decision, more time. Raises ``ModerationError``."""
    if not 1 <= hours <= LONGEST_DEADLINE:
        raise ModerationError(
            _("A deadline is extended by 1 to %(most)d hours.") % {"most": LONGEST_DEADLINE}
        )
    with _moderate(game, user, reason) as ledger:
        owing = seats_of(row.seat for row in ledger.clocks.rows.values())
        chosen = seats_of(seats) or owing
        if wrong := set(chosen) - set(owing):
            raise ModerationError(
                _("These seats owe no decision: %s.") % ", ".join(map(str, sorted(wrong)))
            )
        ledger.clocks.extend(chosen, hours)
        _record(ledger, DeadlineExtended(chosen, hours))


def rewind(*, game: Game | str, user: Account, reason: str, to: int, redraw: bool) -> None:
    """Go back to the state after event ``to``; open decisions get their full time.

    ``redraw``: whether later dice and draws come out anew or as they did. Raises
    ``ModerationError``.
    """
    with _moderate(game, user, reason) as ledger:
        live = store.live_spans(ledger.game, ledger.game.newest_seq)
        if not 0 <= to < ledger.game.newest_seq or not store.counts(to, live):
            raise ModerationError(
                _(
                    "It is not possible to go back to event %(to)d: it does not count any more, or "
                    "is not an earlier event of this game."
                )
                % {"to": to}
            )
        # Whether the game is paused is no part of what is taken back.
        pause_mark = Paused() if ledger.game.paused else Resumed()
        _record(ledger, Rewound(to, redraw), pause_mark, fresh=True)


def replace_player(
    *,
    game: Game | str,
    user: Account,
    reason: str,
    seat: int,
    new_user: Account | None = None,
    policy: str = "",
) -> Tenancy:
    """Give a seat to another account or to a bot; the former player sees no later secrets.

    Raises ``ModerationError``.
    """
    if (new_user is None) == (policy == ""):
        raise ModerationError(_("Name either a new player or a bot."))
    if policy and policy not in policy_names():
        raise ModerationError(
            _("No bot is called %(name)s; there are: %(names)s.")
            % {"name": policy, "names": ", ".join(policy_names())}
        )
    with _moderate(game, user, reason) as ledger:
        table = ledger.game
        former = tenants(table).get(seat)
        if former is None:
            raise ModerationError(_("This game has no seat %(seat)d.") % {"seat": seat})
        if new_user is not None:
            _check_newcomer(table, seat, new_user)
        event_seq = ledger.next_seq
        former.closed_at, former.closed_seq = ledger.now, event_seq - 1
        former.save(update_fields=["closed_at", "closed_seq"])
        tenancy = Tenancy.objects.create(
            game=table, seat=seat, user=new_user, policy=policy, opened_seq=event_seq
        )
        account = f"bot:{policy}" if new_user is None else str(new_user.pk)
        _record(ledger, SeatReplaced(seat, account))
    return tenancy


def _check_newcomer(game: Game, seat: int, user: Account) -> None:
    """Nobody plays with knowledge of another seat's secrets."""
    if Tenancy.objects.filter(game=game, user=user.pk).exclude(seat=seat, closed_at=None).exists():
        raise ModerationError(_("That account has played in this game before."))
    if Tenancy.objects.filter(game=game, user=user.pk, seat=seat, closed_at=None).exists():
        raise ModerationError(_("That account plays the seat already."))
    if Audit.objects.filter(game=game, moderator=user.pk).exists():
        raise ModerationError(_("That account has read secrets of this game as a moderator."))


def abandon(*, game: Game | str, user: Account, reason: str) -> None:
    """End a running game without a result; its seed stays secret. Raises ``ModerationError``."""
    with _moderate(game, user, reason) as ledger:
        ledger.game.paused = True
        ledger.game.status = Game.Status.ABANDONED
        ledger.game.finished_at = ledger.now
        ledger.clocks.stop()
        _record(ledger, Paused())


@contextmanager
def _moderate(game: Game | str, user: Account, reason: str) -> Iterator[Ledger]:
    """A running game in a moderator's hands; the last event gets the reason."""
    if not reason.strip():
        raise ModerationError(_("Give a reason; the players will read it."))
    with transaction.atomic():
        locked = lock_game(game)
        if not may_moderate(user, locked.game):
            raise NotAllowed(_("Only a moderator who does not play in the game may do this."))
        if not locked.game.running:
            raise ModerationError(_("Only a running game can be moderated."))
        ledger = ledger_of(locked)
        yield ledger
        ledger.save()
        newest = GameEvent.objects.only("pk").get(game=locked.game, seq=ledger.state.seq)
        EventReason.objects.create(event=newest, moderator_id=user.pk, text=reason.strip())
        wake_bots(ledger, tenants(locked.game))
        wake_standing(locked.game, locked.standing)


def _record(ledger: Ledger, *effects: Effect, fresh: bool = False) -> None:
    ledger.record(effects, actor="moderator", fresh=fresh)
