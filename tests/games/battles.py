"""Stored games that stand in the midst of a battle or after one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.db import transaction

from eclipse_site.models import User
from games import seeds, statements
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.services import lobby
from rules.chance import commitment
from rules.effects.battle import BattleEnded, DiceRolled
from rules.log import Event
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec

SEED = 3
Moment = Callable[[GameState, Event], bool]


@lru_cache(maxsize=8)
def log_until(edition: str, seats: int, moment: Moment, seed: int = SEED) -> tuple[Event, ...]:
    """A game of greedy players up to the first event after which ``moment`` holds."""
    at: list[int] = []

    def watch(state: GameState, event: Event) -> None:
        if not at and moment(state, event):
            at.append(event.seq)

    _state, log = simulate(RulesetSpec(edition), ["greedy"] * seats, seed, watch=watch)
    assert at, "no such moment comes in this game"
    return tuple(log[: at[0] + 1])


def stored(users: list[User], moment: Moment, edition: str = "new_dawn", seed: int = SEED) -> Game:
    """The game of the accounts, by seat, up to that moment."""
    log = log_until(edition, len(users), moment, seed)
    species = default_species(RulesetSpec(edition), len(users))
    game = lobby.create_game(
        user=users[0], name="Battles", seats=len(users), species=species, edition=edition
    )
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(seed_bytes(seed)))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(seed_bytes(seed)))
    for user in users[1:]:
        lobby.join(game=game, user=user)
    lobby.start(game=game, user=users[0])
    with transaction.atomic():
        locked = statements.lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        for event in log[1:]:
            assert event.seat is not None
            assert event.order is not None
            ledger.play(event.seat, event.order, "player", event.decision)
        ledger.save()
    game.refresh_from_db()
    return game


def battle_asked(state: GameState, event: Event) -> bool:
    """A player has to choose between attack and retreat."""
    return any(pending.kind == "battle" for pending in state.pending)


def battle_fought(state: GameState, event: Event) -> bool:
    """Dice have been rolled in a battle, and a player is asked in it."""
    rolled = any(isinstance(effect, DiceRolled) for effect in event.effects)
    return rolled and battle_asked(state, event)


def battle_over(state: GameState, event: Event) -> bool:
    """All battles of a round are over with this event."""
    ended = any(isinstance(effect, BattleEnded) for effect in event.effects)
    return ended and state.phase != "combat"
