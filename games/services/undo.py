"""Taking back one's own orders while nothing has sealed them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games import store
from games.errors import NothingToUndo
from games.ledger import ledger_of
from games.models import Game, GameEvent
from games.services.play import Submitted, replayed
from games.services.standing_orders import taken_back
from games.statements import Submission
from games.tenants import User, lock_game, require_open, require_seat
from rules.effects.flow import Rewound


def undoable(game: Game, seat: int) -> list[int]:
    """Events of ``seat`` that it can take back, oldest first."""
    if game.unsealed_seat != seat or not game.running:
        return []
    live = store.live_spans(game, game.newest_seq)
    later = GameEvent.objects.filter(game=game, seq__gt=game.sealed_seq, order__isnull=False)
    numbers = later.order_by("seq").values_list("seq", flat=True)
    return [seq for seq in numbers if store.counts(seq, live)]


def undo(
    *, game: Game | str, seat: int, user: User, to: int | None = None, key: str = ""
) -> Submitted:
    """Go back to the state after event ``to``, or before the last order of ``seat``.

    Only orders that nothing has sealed can be taken back. Deadlines stay as they were. Raises
    ``NothingToUndo``, ``GameNotOpen``, ``NotAllowed``, ``NoSuchGame`` or ``KeyUsedElsewhere``.
    """
    with transaction.atomic():
        locked = lock_game(game, key)
        table, seated, earlier = locked.game, locked.seated, locked.earlier
        require_seat(seated, seat, user)
        asked = f"undo {to}"
        if earlier is not None:
            return replayed(earlier, seat, asked)
        require_open(table)
        target = _target(table, undoable(table, seat), to)
        ledger = ledger_of(locked)
        event = ledger.record([Rewound(target)], actor="player", seat=seat)
        result = Submitted(table.pk, seat, (event.seq,), ())
        ledger.save(Submission(key, seat, asked, result) if key else None)
        taken_back(locked, seat)
    return result


def _target(game: Game, own: list[int], to: int | None) -> int:
    if not own:
        raise NothingToUndo(
            _(
                "Nothing can be taken back: an order is final once dice or draws decided "
                "something, the turn was ended, or another seat has acted."
            )
        )
    targets = [game.sealed_seq, *own[:-1]]
    if to is None:
        return targets[-1]
    if to not in targets:
        raise NothingToUndo(
            _("It is not possible to go back to event %(to)d; possible are: %(targets)s.")
            % {"to": to, "targets": ", ".join(map(str, targets))}
        )
    return to
