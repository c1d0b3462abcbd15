"""Checking stored games: numbers, hashes, fold, orders, chance and the caches."""

from __future__ import annotations

import msgspec
from django.db import transaction

from games import seeds, store
from games.export import header_of
from games.models import Game, Snapshot
from rules.codec import CODEC_VERSION, decode_state
from rules.log import fold_events, state_hash
from rules.logfile import BadGameFile, verify


def check_game(game_id: str) -> str:
    """Check everything about one stored game and return the hash of its state.

    The chain of hashes, the commitment, every order run again with the draws of the seed, the
    fold, the current state and all snapshots must agree. Raises ``store.BrokenLog`` at the first
    fault.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
        seed = seeds.unseal(game.gameseed.sealed)
        log = store.rows(game)
        store.check_chain(game, log, seeds.log_key(seed))
        events = [store.decode(row) for row in log]
        header = msgspec.structs.replace(header_of(game, events[0]), seed=seed.hex())
        try:
            proved = state_hash(verify(header, events))
        except BadGameFile as error:
            raise store.BrokenLog(str(error)) from error
        if state_hash(fold_events(events)) != proved:
            raise store.BrokenLog("folding the log and playing its orders again differ")
        if state_hash(store.current_state(game)) != proved:
            raise store.BrokenLog("the stored state is not what the log says")
        _check_snapshots(game)
    return proved


def _check_snapshots(game: Game) -> None:
    """Every snapshot is what the log says about its moment, without the help of others."""
    for taken in Snapshot.objects.filter(game=game, codec=CODEC_VERSION).order_by("seq"):
        live = store.live_spans(game, taken.seq)
        events = [store.decode(r) for r in store.rows(game, -1, taken.seq)]
        folded = fold_events([event for event in events if store.counts(event.seq, live)])
        if state_hash(folded) != state_hash(decode_state(bytes(taken.state))):
            raise store.BrokenLog(f"the snapshot of event {taken.seq} is not what the log says")
