"""Command line of the rules engine. The last line of standard output is JSON.

``simulate``, ``replay``, ``verify``, ``odds``, ``perft`` and ``position``; ``python -m rules --help`` explains
them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from rules.chance import commitment
from rules.editions import edition_names
from rules.logfile import BadGameFile, Header, read_game, replay, verify, write_game
from rules.odds import BattleError, odds
from rules.perft import perft
from rules.policies import policy_names
from rules.position import dump, faults, load, report, report_lines
from rules.position.text import read_value
from rules.simulate import default_species, seed_bytes, simulate
from rules.state.model import GameState, RulesetSpec


class UsageFault(Exception):
    """The command was not given what it needs; the message says what would be right."""


class ImpossiblePosition(Exception):
    """A position that can be read but cannot arise."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(f"the position is impossible: {'; '.join(faults)}")
        self.faults = faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it succeeded, 1 when its input was refused, 2 for wrong usage."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], dict[str, Any]] = options.command
    try:
        answer = command(options)
    except ImpossiblePosition as fault:
        print(json.dumps({"error": str(fault), "faults": fault.faults}))
        print("\n".join(f"impossible: {line}" for line in fault.faults), file=sys.stderr)
        return 1
    except (UsageFault, BadGameFile, BattleError, ValueError, OSError) as fault:
        print(json.dumps({"error": str(fault)}))
        print(f"error: {fault}", file=sys.stderr)
        return 1
    print(json.dumps(answer))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    game = commands.add_parser("simulate", help="play a game between policies")
    _add_game(game)
    game.add_argument(
        "--policy",
        default="random",
        help=f"one for all, or one a seat separated by commas: {', '.join(policy_names())}",
    )
    game.add_argument("--species", default="", help="one a seat, separated by commas")
    game.add_argument("--out", help="write the game to this file, one JSON object a line")
    game.set_defaults(command=_simulate)

    for name, function, text in (
        ("replay", _replay, "fold the effects of a stored game"),
        ("verify", _verify, "run the orders of a stored game again and compare everything"),
    ):
        stored = commands.add_parser(name, help=text)
        stored.add_argument("file")
        stored.add_argument("--edition", choices=edition_names(), help="what the game must be")
        stored.set_defaults(command=function)

    battle = commands.add_parser("odds", help="winning chances of a battle read from input")
    battle.add_argument("--edition", choices=edition_names(), help="if the battle names none")
    battle.set_defaults(command=_odds)

    count = commands.add_parser("perft", help="count sequences of orders")
    _add_game(count)
    count.add_argument("--depth", type=int, default=2)
    count.set_defaults(command=_perft)

    place = commands.add_parser("position", help="check and explain a position file")
    place.add_argument("file")
    place.add_argument("--edition", choices=edition_names(), help="if the file names none")
    place.add_argument("--orders", type=int, default=10, help="legal orders shown of each kind")
    place.add_argument("--out", help="write the completed position to this file")
    place.set_defaults(command=_position)
    return parser


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edition", choices=edition_names(), default=edition_names()[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", default="", help="added to the edition, separated by commas")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the table, the value a word or JSON; may be given several times",
    )


def _spec(options: argparse.Namespace) -> RulesetSpec:
    modules = tuple(sorted(set(_names(options.modules))))
    given: dict[str, Any] = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise UsageFault(f"--option takes name=value, not {text!r}")
        given[name] = read_value(value)
    return RulesetSpec(options.edition, modules, given)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _policies(text: str, players: int) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageFault(
            f"--policy names {len(names)} policies for {players} players; give one or {players}"
        )
    return names


def _simulate(options: argparse.Namespace) -> dict[str, Any]:
    spec = _spec(options)
    policies = _policies(options.policy, options.players)
    species = tuple(_names(options.species)) or default_species(spec, options.players)
    began = time.perf_counter()
    state, log = simulate(spec, policies, options.seed, species)
    seconds = time.perf_counter() - began
    if options.out:
        seed = seed_bytes(options.seed)
        header = Header(
            ruleset=spec,
            seats=options.players,
            species=species,
            seed=seed.hex(),
            commitment=commitment(seed),
        )
        with open(options.out, "w", encoding="utf-8") as out:
            write_game(out, header, log)
    effects = sum(len(event.effects) for event in log)
    return _summary(state, len(log), effects) | {"seconds": round(seconds, 3)}


def _summary(state: GameState, events: int, effects: int) -> dict[str, Any]:
    from rules.log import state_hash

    return {
        "edition": state.ruleset.edition,
        "players": len(state.seats),
        "rounds": state.round,
        "events": events,
        "effects": effects,
        "scores": [score.total for score in state.scores],
        "winner": _winner(state),
        "state_hash": state_hash(state),
    }


def _winner(state: GameState) -> int | list[int] | None:
    """The winning seat; several when the tie-break leaves them level; none while it goes on."""
    first = [score.seat for score in state.scores if score.place == 1]
    return first[0] if len(first) == 1 else first or None


def _read(options: argparse.Namespace) -> tuple[Header, list[Any]]:
    with open(options.file, encoding="utf-8") as lines:
        header, events = read_game(lines)
    _must_be(options.edition, header.ruleset.edition)
    return header, events


def _must_be(wanted: str | None, edition: str) -> None:
    if wanted and wanted != edition:
        raise UsageFault(f"the file is one of {edition!r}, not of {wanted!r}")


def _replay(options: argparse.Namespace) -> dict[str, Any]:
    _, events = _read(options)
    return _stored(replay(events), events)


def _verify(options: argparse.Namespace) -> dict[str, Any]:
    header, events = _read(options)
    return _stored(verify(header, events), events) | {"seed_checked": header.seed is not None}


def _stored(state: GameState, events: list[Any]) -> dict[str, Any]:
    return _summary(state, len(events), sum(len(event.effects) for event in events))


def _odds(options: argparse.Namespace) -> dict[str, Any]:
    try:
        battle = json.load(sys.stdin)
    except json.JSONDecodeError as error:
        raise UsageFault(f"standard input is no JSON: {error}") from error
    if not isinstance(battle, dict):
        raise UsageFault("standard input must hold one JSON object with attacker and defender")
    named = battle.setdefault("edition", options.edition)
    if options.edition and named != options.edition:
        raise UsageFault(f"the battle is one of {named!r}, not of {options.edition!r}")
    if named is None:
        del battle["edition"]
    return odds(battle)


def _perft(options: argparse.Namespace) -> dict[str, Any]:
    if options.depth < 0:
        raise UsageFault("--depth counts orders: 0 or more")
    spec = _spec(options)
    count = perft(spec, options.players, options.seed, options.depth)
    return {
        "edition": options.edition,
        "players": options.players,
        "seed": options.seed,
        "depth": options.depth,
        "sequences": count,
    }


def _position(options: argparse.Namespace) -> dict[str, Any]:
    if options.orders < 0:
        raise UsageFault("--orders counts orders: 0 or more")
    with open(options.file, encoding="utf-8") as file:
        state = load(file.read(), options.edition or "")
    _must_be(options.edition, state.ruleset.edition)
    if found := faults(state):
        raise ImpossiblePosition(found)
    if options.out:
        with open(options.out, "w", encoding="utf-8") as out:
            out.write(dump(state))
    told = report(state, options.orders)
    print("\n".join(report_lines(told)))
    return told


if __name__ == "__main__":
    sys.exit(main())
