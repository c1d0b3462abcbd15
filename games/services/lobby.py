"""From the wish to play to the first event."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import seeds
from games.errors import LobbyError, NotAllowed
from games.ledger import Ledger
from games.models import Audit, Game, GameSeed, Tenancy
from games.tenants import Account, lock_game, tenants, wake_bots
from rules.chance import LiveChance, commitment
from rules.content.loader import modules_of
from rules.editions import edition_named, edition_names
from rules.engine import new_game
from rules.policies import policy_names
from rules.ruleset import get_ruleset
from rules.state.model import RulesetSpec

LONGEST_DEADLINE = 24 * 60
"""Hours: sixty days."""


def create_game(
    *,
    user: Account,
    name: str,
    seats: int,
    edition: str = "new_dawn",
    species: tuple[str, ...] = (),
    deadline_hours: int = 48,
    private: bool = False,
    options: dict[str, Any] | None = None,
    modules: tuple[str, ...] = (),
) -> Game:
    """Open a lobby; its creator takes seat 0 and the commitment to the seed is published.

    ``species`` gives the boards by seat; without it the seats choose once the game has started.
    ``options`` go to the rules, ``modules`` are added to the edition. Raises ``LobbyError``.
    """
    name = " ".join(name.split())
    if not name or len(name) > 60:
        raise LobbyError(_("A game needs a name of at most 60 characters."))
    if not 1 <= deadline_hours <= LONGEST_DEADLINE:
        raise LobbyError(
            _("The time for a decision is 1 to %(most)d hours.") % {"most": LONGEST_DEADLINE}
        )
    spec = RulesetSpec(edition, tuple(sorted(set(modules))), options or {})
    seed = seeds.new_seed()
    _check_rules(spec, seats, species, seed)
    with transaction.atomic():
        game = Game.objects.create(
            name=name,
            ruleset=msgspec.to_builtins(spec),
            seats=seats,
            creator=user,
            deadline_hours=deadline_hours,
            private=private,
            options={"species": list(species)} if species else {},
            commitment=commitment(seed),
        )
        GameSeed.objects.create(game=game, sealed=seeds.seal(seed))
        Tenancy.objects.create(game=game, seat=0, user=user)
    return game


def _check_rules(spec: RulesetSpec, seats: int, species: tuple[str, ...], seed: bytes) -> None:
    if spec.edition not in edition_names():
        raise LobbyError(
            _("There is no edition %(name)s; there are: %(names)s.")
            % {"name": spec.edition, "names": ", ".join(edition_names())}
        )
    known = modules_of(spec.edition)
    for module in spec.modules:
        if module not in known:
            raise LobbyError(
                _("%(edition)s has no module %(name)s; there are: %(names)s.")
                % {
                    "edition": edition_named(spec.edition).title,
                    "name": module,
                    "names": ", ".join(known) or _("none"),
                }
            )
    counts = get_ruleset(spec).catalog.setup.players
    if seats not in counts:
        raise LobbyError(
            _("%(least)d to %(most)d players can play.")
            % {"least": min(counts), "most": max(counts)}
        )
    try:
        new_game(spec, seats, LiveChance(seed), species)
    except ValueError as error:
        if species:
            raise LobbyError(_("These boards cannot be played together: %s.") % error) from error
        raise LobbyError(_("Nobody can play so: %s.") % error) from error


def join(*, game: Game | str, user: Account, seat: int | None = None) -> Tenancy:
    """Take a free seat, the first one unless ``seat`` is given. Raises ``LobbyError``."""
    with transaction.atomic():
        locked = _lock_lobby(game)
        seated = tenants(locked)
        if any(tenancy.user_id == user.pk for tenancy in seated.values()):
            raise LobbyError(_("You have a seat in this game already."))
        if Audit.objects.filter(game=locked, moderator=user.pk).exists():
            raise NotAllowed(_("You have read secrets of this game as a moderator."))
        return Tenancy.objects.create(game=locked, seat=_free(locked, seated, seat), user=user)


def add_bot(*, game: Game | str, user: Account, policy: str, seat: int | None = None) -> Tenancy:
    """Let a policy play a free seat; the creator's right. Raises ``LobbyError``, ``NotAllowed``."""
    if policy not in policy_names():
        raise LobbyError(
            _("No bot is called %(name)s; there are: %(names)s.")
            % {"name": policy, "names": ", ".join(policy_names())}
        )
    with transaction.atomic():
        locked = _lock_lobby(game)
        _require_creator(locked, user)
        seated = tenants(locked)
        return Tenancy.objects.create(game=locked, seat=_free(locked, seated, seat), policy=policy)


def remove_bot(*, game: Game | str, user: Account, seat: int) -> None:
    """Free the seat of a bot; the creator's right. Raises ``LobbyError``, ``NotAllowed``."""
    with transaction.atomic():
        locked = _lock_lobby(game)
        _require_creator(locked, user)
        bots = Tenancy.objects.filter(game=locked, seat=seat, closed_at=None).exclude(policy="")
        if not bots.delete()[0]:
            raise LobbyError(_("No bot has that seat."))


def leave(*, game: Game | str, user: Account) -> None:
    """Give the seat back before the game starts. Raises ``LobbyError``."""
    with transaction.atomic():
        locked = _lock_lobby(game)
        if not Tenancy.objects.filter(game=locked, user=user.pk, closed_at=None).delete()[0]:
            raise LobbyError(_("You have no seat in this game."))


def cancel(*, game: Game | str, user: Account) -> None:
    """Close a lobby for good; the creator's right. Raises ``LobbyError``, ``NotAllowed``."""
    with transaction.atomic():
        locked = _lock_lobby(game)
        _require_creator(locked, user)
        locked.status = Game.Status.ABANDONED
        locked.save(update_fields=["status", "updated_at"])


def start(*, game: Game | str, user: Account) -> Game:
    """Set the game up and ask the first decisions; the creator's right.

    Raises ``LobbyError`` while a seat is free, ``NotAllowed``.
    """
    with transaction.atomic():
        locked = _lock_lobby(game)
        _require_creator(locked, user)
        seated = tenants(locked)
        if free := locked.seats - len(seated):
            raise LobbyError(
                _("%(free)d seats are still free. Invite players or add bots.") % {"free": free}
            )
        seed = seeds.unseal(locked.gameseed.sealed)
        species = tuple(locked.options.get("species", ()))
        state, event = new_game(locked.spec, locked.seats, LiveChance(seed), species)
        locked.status, locked.started_at = Game.Status.RUNNING, timezone.now()
        ledger = Ledger(locked, seed, state, None)
        ledger.begin(event)
        ledger.save()
        wake_bots(ledger, seated)
    return locked


def _lock_lobby(game: Game | str) -> Game:
    locked = lock_game(game).game
    if locked.status != Game.Status.LOBBY:
        raise LobbyError(_("That is only possible before the game starts."))
    return locked


def _require_creator(game: Game, user: Account) -> None:
    if user.pk is None or game.creator_id != user.pk:
        raise NotAllowed(_("Only the one who created the game may do this."))


def _free(game: Game, seated: dict[int, Tenancy], wanted: int | None) -> int:
    free = [seat for seat in range(game.seats) if seat not in seated]
    if not free:
        raise LobbyError(_("All seats are taken."))
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise LobbyError(
            _("Seat %(seat)d is not free; free are: %(free)s.")
            % {"seat": wanted, "free": ", ".join(map(str, free))}
        )
    return wanted
