"""Two stored games that are alike but for the reputation tiles that one seat has drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db import transaction

from eclipse_site.models import User
from games import seeds, statements
from games.ledger import ledger_of
from games.models import Game, GameSeed
from games.services import lobby
from rules.chance import Chance, LiveChance, commitment
from rules.effects.boards import ReputationDrawn
from rules.engine import play
from rules.log import Event, fold_events
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import RulesetSpec
from rules.steps.reputation import STREAM

SEATS = 3
LATE = 5
"""The round from which on the difference may lie."""
QUIET = 30
"""Events after the difference in which nobody draws tiles, which the difference would change."""


@dataclass(frozen=True)
class Story:
    """A game that bots have played. In event ``drawn`` the seat ``keeper`` alone draws tiles, and
    nobody does in the ``QUIET`` events after it. With draws moved by ``shift`` it keeps others."""

    seed: bytes
    log: Sequence[Event]
    keeper: int
    drawn: int
    shift: int


class OtherTiles:
    """Chance as the seed has it, but for other tiles out of the reputation bag."""

    def __init__(self, seed: bytes, shift: int) -> None:
        self._live = LiveChance(seed)
        self._shift = shift

    def draw(self, stream: str, index: int, redraw: int, bound: int) -> int:
        outcome = self._live.draw(stream, index, redraw, bound)
        return (outcome + self._shift) % bound if stream == STREAM else outcome


def story() -> Story:
    """The first simulated game with a late draw of one seat alone, and quiet after it."""
    for number in range(30):
        rounds: dict[int, int] = {}
        _state, log = simulate(
            RulesetSpec("new_dawn"),
            ["greedy"] * SEATS,
            number,
            watch=lambda state, event, rounds=rounds: rounds.update({event.seq: state.round}),  # type: ignore[misc]
        )
        draws = [(event.seq, seats) for event in log if (seats := _drawing(event))]
        for (seq, seats), (following, _) in pairwise(draws):
            if rounds[seq] < LATE or len(seats) > 1 or following - seq <= QUIET:
                continue
            if shift := _telling_shift(log, seq, seats[0], seed_bytes(number)):
                return Story(seed_bytes(number), log, seats[0], seq, shift)
    raise AssertionError("greedy players hardly ever draw reputation tiles alone any more")


def _telling_shift(log: Sequence[Event], drawn: int, keeper: int, seed: bytes) -> int:
    """How far to move the draws so that the keeper ends with other tiles, though no more or less;
    0 if nothing does."""
    kept = []
    for shift in range(20):
        state, event = fold_events(log[:drawn]), log[drawn]
        assert event.order is not None
        assert event.seat is not None
        play(state, drawn, event.seat, event.order, OtherTiles(seed, shift), event.decision)
        kept.append(sorted(state.seats[keeper].reputation))
    others = (n for n, tiles in enumerate(kept) if tiles != kept[0] and len(tiles) == len(kept[0]))
    return next(others, 0)


def _drawing(event: Event) -> list[int]:
    return [effect.seat for effect in event.effects if isinstance(effect, ReputationDrawn)]


def stored(story: Story, users: Sequence[User], until: int, shift: int) -> Game:
    """The game up to event ``until``; its secret draw differs by ``shift`` tiles in the bag."""
    species = default_species(RulesetSpec("new_dawn"), SEATS)
    game = lobby.create_game(user=users[0], name="Secrets", seats=SEATS, species=species)
    GameSeed.objects.filter(game=game).update(sealed=seeds.seal(story.seed))
    Game.objects.filter(pk=game.pk).update(commitment=commitment(story.seed))
    for user in users[1:]:
        lobby.join(game=game, user=user)
    lobby.start(game=game, user=users[0])
    live: Chance = LiveChance(story.seed)
    other: Chance = OtherTiles(story.seed, shift)
    with transaction.atomic():
        locked = statements.lock(game.pk)
        assert locked is not None
        ledger = ledger_of(locked)
        for event in story.log[1 : until + 1]:
            assert event.seat is not None
            assert event.order is not None
            ledger._chance = other if event.seq == story.drawn else live  # type: ignore[assignment]
            ledger.play(event.seat, event.order, "player", event.decision)
        ledger.save()
    game.refresh_from_db()
    return game
