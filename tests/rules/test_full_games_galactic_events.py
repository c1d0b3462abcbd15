"""Whole games with pulsars, black holes, supernovae and nebulae: they end in time, lose no
component, replay and verify alike, and see everything happen that these sectors bring."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from rules.chance import LiveChance, commitment
from rules.codec import decode_event, encode_event
from rules.content import load_catalog
from rules.effects.base import Effect
from rules.effects.boards import DiscoveryRevealed
from rules.expansions.galactic_events.effects import (
    ShipLost,
    ShipReturned,
    ShipSwallowed,
    SlotActivated,
    SupernovaRolled,
)
from rules.fold import fold
from rules.invariants import conservation_faults
from rules.log import Event, fold_events, state_hash
from rules.logfile import BadGameFile, Header, read_game, verify, write_game
from rules.perft import sequences
from rules.simulate import seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec
from rules.table import Table
from tests.builders import HOME, Position

MODULES = ("black_holes", "nebulas", "pulsars", "supernovas")
MIXES = (
    ["varied"],
    ["random"],
    ["greedy", "varied"],
    ["varied", "random"],
    ["greedy"],
)
GAMES = range(34)
TELLING = (45, 46, 50, 76, 96, 99)
"""Games that see, between them, all that the sectors bring."""
SOAK = range(3000, 3000 + int(os.environ.get("SOAK_SEEDS", "0")))


def players(seed: int) -> int:
    return 2 + seed // 2 % 5


def ruleset(seed: int) -> RulesetSpec:
    """Both editions in turn, each with all four kinds; in Second Dawn some with warp portals and
    the small additions."""
    if seed % 2 == 0:
        return RulesetSpec("new_dawn", MODULES)
    portals = ("warp_portals",) if seed % 4 == 3 else ()
    extras = ("extras",) if seed % 8 > 5 else ()
    return RulesetSpec("second_dawn", (*MODULES, *portals, *extras))


def mixed_species(seed: int) -> tuple[str, ...]:
    """A side of a different board for each seat, mostly aliens."""
    spec, rng = ruleset(seed), random.Random(seed)
    catalog = load_catalog(spec.edition, spec.modules)
    boards = [s for s in catalog.species.values() if s.kind == "alien"]
    return tuple(
        board.id if rng.random() < 0.75 else board.other_board_side or board.id
        for board in rng.sample(boards, players(seed))
    )


def policies(seed: int) -> list[str]:
    mix = MIXES[seed // 5 % len(MIXES)]
    return [mix[seat % len(mix)] for seat in range(players(seed))]


def happening(effect: Effect) -> str:
    """What an effect is counted as; empty for what other games know too."""
    if isinstance(effect, SlotActivated):
        return f"pulsar activated for {effect.slot}"
    if isinstance(effect, SupernovaRolled):
        return "supernova exploded" if effect.explodes else "supernova held"
    if isinstance(effect, ShipSwallowed):
        return "ship swallowed"
    if isinstance(effect, ShipReturned):
        return "ship returned"
    if isinstance(effect, ShipLost):
        return "ship lost"
    if isinstance(effect, DiscoveryRevealed) and not effect.sector.isdecimal():
        return "discovery in a nebula"
    return ""


EVERYTHING = {
    "pulsar activated for move",
    "pulsar activated for upgrade",
    "pulsar activated for build",
    "supernova exploded",
    "supernova held",
    "ship swallowed",
    "ship returned",
    "ship lost",
    "discovery in a nebula",
}


def played(seed: int) -> tuple[GameState, list[Event], Header]:
    """A game whose components are counted after every event."""

    def watch(state: GameState, event: Event) -> None:
        faults = conservation_faults(Table(state))
        assert not faults, f"seed {seed}, event {event.seq} ({event.order}): {faults}"

    species, secret = mixed_species(seed), seed_bytes(seed)
    state, log = simulate(ruleset(seed), policies(seed), seed, species, watch=watch)
    header = Header(
        ruleset=ruleset(seed),
        seats=players(seed),
        species=species,
        seed=secret.hex(),
        commitment=commitment(secret),
    )
    return state, log, header


def check_game(seed: int) -> Counter[str]:
    """Play, fold and verify a game; what happened in it."""
    state, log, header = played(seed)
    assert state.finished
    rounds = Table(state).catalog.setup.rounds
    assert state.round == rounds or all(seat.out for seat in state.seats)
    stored = [decode_event(encode_event(event)) for event in log]
    assert state_hash(fold_events(stored)) == state_hash(state)
    assert state_hash(verify(header, stored)) == state_hash(state)
    return Counter(happening(effect) for event in log for effect in event.effects)


@pytest.mark.parametrize("seed", GAMES)
def test_game_ends_keeps_components_folds_and_verifies_alike(seed: int) -> None:
    """Eight or nine rounds unless every civilization is gone; no component is lost or made;
    folding the stored effects gives the state that play left, and so do the orders again."""
    check_game(seed)


def test_everything_happens() -> None:
    """Slots of all three kinds, ships inside, back and lost, supernovae that hold and that do
    not, tiles of nebulae: each in games of one edition or the other."""
    seen: Counter[str] = Counter()
    for seed in TELLING:
        seen += check_game(seed)
    assert EVERYTHING - seen.keys() == set()


def test_every_event_folds_to_the_state_that_play_left() -> None:
    """Not only at the end: ships inside, slots and flipped tiles come out alike after each event,
    which is what undoing goes back to."""
    left: list[str] = []
    species = mixed_species(76)
    _, log = simulate(
        ruleset(76),
        policies(76),
        76,
        species,
        watch=lambda state, event: left.append(state_hash(state)),
    )
    state = GameState(RulesetSpec(""))
    for event, expected in zip(log, left, strict=True):
        fold(state, event.seq, decode_event(encode_event(event)).effects)
        assert state_hash(state) == expected, f"event {event.seq}"


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK)
def test_many_games(seed: int) -> None:
    """The same over many more seeds."""
    check_game(seed)


# --- files ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of the file of a game in which ships travel and supernovae are rolled for."""
    _, log, header = played(76)
    path: Path = tmp_path_factory.mktemp("games") / "game.jsonl"
    with path.open("w") as out:
        write_game(out, header, log)
    return path.read_text().splitlines()


def test_stored_file_is_read_and_verified(stored: list[str]) -> None:
    header, events = read_game(stored)
    assert header.ruleset.modules == MODULES
    assert verify(header, events).finished


def test_a_line_that_was_tampered_with_is_refused(stored: list[str]) -> None:
    """A supernova that holds after all does not fit the hashes of the file."""
    at = next(n for n, line in enumerate(stored) if '"explodes":true' in line)
    lines = [*stored]
    lines[at] = lines[at].replace('"explodes":true', '"explodes":false')
    with pytest.raises(BadGameFile, match=f"event {at - 1}"):
        read_game(lines)


@pytest.mark.parametrize(
    ("tag", "field", "forged"),
    [
        ("ship_swallowed", "back", lambda back: back + 1),
        ("ship_swallowed", "draws", lambda draws: [(draws[0] + 1) % 6]),
        ("ship_returned", "sector", lambda sector: "001"),
        ("supernova_rolled", "total", lambda total: total + 1),
        ("supernova_rolled", "draws", lambda draws: [(draw + 1) % 6 for draw in draws]),
        ("supernova_exploded", "ships", lambda ships: [*ships, 1]),
        ("sectors_left_out", "draws", lambda draws: [1 - draws[0]]),
    ],
)
def test_a_forged_outcome_is_refused_although_the_hashes_fit(
    stored: list[str], tag: str, field: str, forged: object
) -> None:
    """Whoever changes what the dice did or where a ship came back, and computes all hashes anew,
    fails against the rules or the seed."""
    assert callable(forged)
    header, events = read_game(stored)
    at = next(
        n
        for n, event in enumerate(events)
        if any(effect.__struct_config__.tag == tag for effect in event.effects)
    )
    raw = json.loads(encode_event(events[at]))
    effect = next(e for e in raw["effects"] if e["effect"] == tag)
    effect[field] = forged(effect.get(field, []))
    events[at] = decode_event(json.dumps(raw))
    with pytest.raises(BadGameFile, match=f"event {at}"):
        verify(header, events)


# --- counts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "depth", "count"),
    [
        ("new_dawn", 1, 1860),
        ("new_dawn", 2, 14945),
        ("second_dawn", 1, 82),
        ("second_dawn", 2, 7580),
    ],
)
def test_reference_counts_beside_special_sectors(edition: str, depth: int, count: int) -> None:
    """Sequences of orders of a seat with a pulsar, a black hole and a nebula beside its home, and
    a ship that comes back this round: a guard against accidental changes."""
    position = Position(edition=edition, modules=MODULES)
    for sector, disc in (("393", 0), ("396", None), ("295", None)):
        position.join(sector, HOME, disc)
    position.lay("101", "1.3")
    ship = position.ship(0, "cruiser", HOME)
    position.fact(ShipSwallowed(ship.id, 0, "cruiser", "396", 0, position.state.round))
    assert sequences(position.state, LiveChance(seed_bytes(1)), depth) == count
