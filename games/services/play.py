"""The door in: orders as text or as values, played in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games import store
from games.errors import KeyUsedElsewhere, OrdersRefused
from games.ledger import Ledger, ledger_of
from games.models import Game
from games.reading import Draft, Reader, refusal
from games.sealing import seals
from games.selectors import names, sitter_name
from games.sentences import sentences_of
from games.services.standing_orders import finish
from games.statements import Earlier, Sitter, Submission
from games.tenants import User, lock_game, require_open, require_seat, tenants
from rules import engine
from rules.chance import ChanceRefused, RefusingChance
from rules.codec import order_to_builtins
from rules.decisions import Refused
from rules.log import Event
from rules.notation import show
from rules.orders import Order
from rules.table import Table

MOST_ORDERS = 60
"""Orders that one submission may hold."""


@dataclass(frozen=True)
class Submitted:
    """What became of a submission.

    ``seqs``: the events recorded; ``played``: the orders played, as notation; ``handed_back``:
    later orders, not played because an outcome of chance came first (``stopped_by`` is then
    ``chance``); ``replayed``: the key had been used, so this is the first result again.
    """

    game_id: str
    seat: int
    seqs: tuple[int, ...]
    played: tuple[str, ...]
    handed_back: str = ""
    stopped_by: str = ""
    replayed: bool = False


@dataclass(frozen=True)
class Played:
    """A submission with what only its sender needs at once: the game as it is now, the events
    (none if it was replayed) and the names of those who play, by seat."""

    submitted: Submitted
    game: Game
    events: list[Event]
    names: dict[int, str]


@dataclass(frozen=True)
class Preview:
    """What orders would do. ``orders``: as notation; ``sentences``: their effects; ``chance``:
    the order at which dice or draws decide, or an empty text; ``rest``: what comes after it;
    ``final``: the orders could not be taken back."""

    orders: tuple[str, ...]
    sentences: tuple[str, ...]
    chance: str = ""
    rest: str = ""
    final: bool = False


def submit_orders(
    *,
    game: Game | str,
    seat: int,
    orders: Sequence[Order | Draft] | None = None,
    text: str | None = None,
    key: str,
    actor: str = "player",
    user: User | None = None,
    decision_id: str | None = None,
) -> Submitted:
    """Play orders for a seat; the only way into a log.

    Give ``orders`` or ``text`` (notation). Orders up to and including the first outcome of chance
    are all or nothing; later ones are handed back. ``key`` makes it happen once however often it
    is sent. ``decision_id`` names the decision that the first order answers. ``user`` must play
    the seat; only the service itself leaves it out.

    Raises ``OrdersRefused`` (nothing was played), ``GameNotOpen``, ``NotAllowed``, ``NoSuchGame``
    or ``KeyUsedElsewhere``.
    """
    assert user is not None or actor != "player", "a player has an account"
    return play_orders(
        game=game,
        seat=seat,
        orders=orders,
        text=text,
        key=key,
        actor=actor,
        user=user,
        decision_id=decision_id,
    ).submitted


def play_orders(
    *,
    game: Game | str,
    seat: int | None = None,
    orders: Sequence[Order | Draft] | None = None,
    text: str | None = None,
    key: str,
    actor: str = "player",
    user: User | None,
    decision_id: str | None = None,
) -> Played:
    """As ``submit_orders``, for whoever shows at once what came of it.

    Without ``seat`` it is the one that ``user`` plays.
    """
    assert (orders is None) != (text is None), "give orders or text"
    assert key, "a submission needs a key"
    reader = Reader(orders=orders, text=text)
    with transaction.atomic():
        locked = lock_game(game, key)
        table, seated, earlier = locked.game, locked.seated, locked.earlier
        seat = _seat(seated, seat, user)
        called = {number: sitter_name(sitter) for number, sitter in seated.items()}
        asked = _fingerprint(seat, orders, text)
        if earlier is not None:
            return Played(replayed(earlier, seat, asked), table, [], called)
        require_open(table)
        ledger = ledger_of(locked)
        events = _play_all(ledger, seat, reader, actor, decision_id)
        result = Submitted(
            table.pk,
            seat,
            tuple(event.seq for event in events),
            tuple(show(event.order) for event in events if event.order is not None),
            reader.rest(),
            "chance" if reader.rest() else "",
        )
        finish(ledger, locked.standing, seated, Submission(key, seat, asked, result))
    return Played(result, table, events, called)


def _seat(seated: Mapping[int, Sitter], seat: int | None, user: User | None) -> int:
    """The seat to play for. Raises ``NotAllowed``."""
    if seat is None:
        assert user is not None, "only an account has a seat of its own"
        seat = next((n for n, sitter in seated.items() if sitter.user_id == user.pk), -1)
    if user is not None:
        require_seat(seated, seat, user)
    return seat


def _play_all(
    ledger: Ledger, seat: int, reader: Reader, actor: str, decision_id: str | None
) -> list[Event]:
    """Play up to the first outcome of chance. Raises ``OrdersRefused``."""
    _check_number(reader)
    events: list[Event] = []
    while reader.more() and not (events and events[-1].holds_chance):
        decision, order = reader.next(Table(ledger.state), seat, decision_id)
        decision_id = None
        try:
            events.append(ledger.play(seat, order, actor, decision.id))
        except Refused as refused:
            raise refusal(refused, reader.index - 1, show(order), type(order)) from refused
    return events


def _check_number(reader: Reader) -> None:
    if len(reader) > MOST_ORDERS:
        raise OrdersRefused(
            _("At most %(most)d orders can be sent at once.") % {"most": MOST_ORDERS}
        )


def preview(*, game: Game, seat: int, text: str, user: User) -> Preview:
    """What the orders would do, up to the first outcome of chance; nothing is stored.

    Raises as ``submit_orders`` does.
    """
    require_seat(tenants(game), seat, user)
    require_open(game)
    reader = Reader(orders=None, text=text)
    _check_number(reader)
    state = store.current_state(game)
    called = names(game)
    played: list[str] = []
    sentences: list[str] = []
    final = False
    while reader.more():
        table = Table(state)
        decision, order = reader.next(table, seat, None)
        shown = show(order)
        try:
            effects = engine.play(
                state, state.seq + 1, seat, order, RefusingChance(), decision.id or None
            )
        except ChanceRefused:
            return Preview(tuple(played), tuple(sentences), shown, reader.rest(), True)
        except Refused as refused:
            raise refusal(refused, reader.index - 1, shown, type(order)) from refused
        played.append(shown)
        event = Event.of(state.seq, seat, "player", order, effects)
        sentences += sentences_of(event, seat, table.catalog, called)
        final = final or seals(event)
    return Preview(tuple(played), tuple(sentences), final=final)


# --- once only -----------------------------------------------------------------------------------


def _fingerprint(seat: int, orders: Sequence[Order | Draft] | None, text: str | None) -> str:
    plain = (
        text
        if orders is None
        else [order_to_builtins(o) if isinstance(o, Order) else o.text for o in orders]
    )
    return hashlib.sha256(msgspec.json.encode([seat, plain])).hexdigest()


def replayed(earlier: Earlier, seat: int, asked: str) -> Submitted:
    """The first result under a key that was used.

    Raises ``KeyUsedElsewhere`` if it was used for something else.
    """
    if earlier.seat != seat or earlier.asked != asked:
        raise KeyUsedElsewhere(
            _("This was sent before with other orders. Look at the game and send it anew.")
        )
    return msgspec.convert({**earlier.result, "replayed": True}, Submitted)
