"""Rights that are open at any time of one's own turn: colony ships, trade, offers of relations,
preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.decisions import Choice, Menu, Prefix
from rules.effects.boards import Traded
from rules.effects.flow import PreferenceSet
from rules.effects.galaxy import CubePlaced
from rules.orders import Atom, Colonize, Order, Prefer, Propose, Trade
from rules.play import Play
from rules.state.frames_action import TurnFrame
from rules.state.model import RESOURCES
from rules.steps.diplomacy import is_played, propose, propose_choice
from rules.table import Table

PREFERENCES = {"reputation": ("best", "ask"), "reactions": ("skip", "threat", "ask")}
"""Standing preferences, the usual value first: whether the best reputation tile is kept without
asking; whether a seat that has passed is asked for reactions: never, while another player's ship
stands where it has a disc or a ship, or at each of its turns."""


def preference(table: Table, seat: int, name: str) -> str:
    """What the seat prefers, or else the table's option of that name, or else the usual value."""
    usual = str(table.rules.option(name, PREFERENCES[name][0]))
    return table.seat(seat).preferences.get(name, usual)


def allowed_tracks(square: str) -> tuple[str, ...]:
    """Population tracks that a square takes its cube from and gives it back to."""
    kind = square.rstrip("*")
    if kind == "gray":
        return RESOURCES
    if kind == "orbital":
        return ("money", "science")
    return (kind,)


def settling_tracks(table: Table, seat: int, square: str) -> tuple[str, ...]:
    """Tracks from which the technologies of the seat let a cube come to a square (CO-2)."""
    tracks = allowed_tracks(square)
    if not square.endswith("*") or table.has_ability(seat, "colonize_any_advanced"):
        return tracks
    if square == "gray*" and table.rules.edition.any_tech_settles_gray:
        return tracks if table.has_ability(seat, "colonize_advanced") else ()
    return tuple(t for t in tracks if table.has_ability(seat, "colonize_advanced", t))


def can_settle(table: Table, seat: int, square: str) -> bool:
    """Whether the seat has the technology for an advanced square."""
    return bool(settling_tracks(table, seat, square))


def reacting(table: Table, seat: int) -> bool:
    """Whether the seat is carrying out a reaction."""
    return table.seat(seat).passed and any(
        isinstance(frame, TurnFrame) and frame.seat == seat and frame.action
        for frame in table.state.frames
    )


def colonize_choice(table: Table, seat: int, beside_enemies: bool = True) -> Choice:
    """Colony ships: own discs, free squares, cubes from the square's track (CO-1, CO-2)."""

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if not table.seat(seat).colony_ships or _barred_by_reaction(table, seat):
            return ()
        if len(prefix) == 0:
            return tuple(_settled_next(table, seat, beside_enemies))
        if len(prefix) == 1:
            placed = table.state.sectors.get(prefix[0])
            if placed is None or placed.disc != seat:
                return ()
            if not beside_enemies and table.enemy_ships_in(seat, placed):
                return ()
            names = dict.fromkeys(table.free_squares(placed))
            return tuple(name for name in names if _tracks_with_cubes(table, seat, name))
        return _tracks_with_cubes(table, seat, prefix[1])

    def why(prefix: Prefix, value: Atom) -> str:
        return _why_not_colonize(table, seat, prefix, value, beside_enemies)

    return Choice(Colonize, ("sector", "square", "track"), candidates, why)


def can_colonize(table: Table, seat: int, beside_enemies: bool = True) -> bool:
    """Whether ``colonize_choice`` has anything to choose from."""
    if not table.seat(seat).colony_ships or _barred_by_reaction(table, seat):
        return False
    return next(_settled_next(table, seat, beside_enemies), None) is not None


def _settled_next(table: Table, seat: int, beside_enemies: bool) -> Iterator[str]:
    """Sectors with a square that a colony ship can settle, by number."""
    # Most squares of a kind are alike for all sectors.
    takes: dict[str, bool] = {}
    for sector in table.own_sectors(seat):
        if not beside_enemies and table.enemy_ships_in(seat, sector):
            continue
        for name in table.free_squares(sector):
            if name not in takes:
                takes[name] = bool(_tracks_with_cubes(table, seat, name))
            if takes[name]:
                yield sector.id
                break


def _tracks_with_cubes(table: Table, seat: int, square: str) -> tuple[str, ...]:
    cubes = table.seat(seat).cubes
    return tuple(t for t in settling_tracks(table, seat, square) if cubes.of(t) > 0)


def _barred_by_reaction(table: Table, seat: int) -> bool:
    return not table.rules.edition.colonize_in_reactions and reacting(table, seat)


def _why_not_colonize(
    table: Table, seat: int, prefix: Prefix, value: Atom, beside_enemies: bool
) -> str:
    if _barred_by_reaction(table, seat):
        return (
            "Colony ships are used during an action or when passing, not in a reaction "
            "(Colony Ships)."
        )
    if not table.seat(seat).colony_ships:
        return "All your colony ships have been used this round (Colony Ships)."
    if len(prefix) == 0:
        placed = table.state.sectors.get(value) if isinstance(value, str) else None
        if placed is None or placed.disc != seat:
            return "Colony ships only go to sectors with your influence disc (Colony Ships)."
        if not beside_enemies and table.enemy_ships_in(seat, placed):
            return "In upkeep no cube may go to a sector with enemy ships (Upkeep Phase)."
        free = dict.fromkeys(table.free_squares(placed))
        if not free:
            return f"Every square of sector {value} holds a cube already (Colony Ships)."
        reasons = " ".join(_why_not_square(table, seat, square) for square in free)
        return f"Nothing in sector {value} can be settled now. {reasons}"
    if len(prefix) == 1:
        if value in table.free_squares(table.state.sectors[prefix[0]]):
            return _why_not_square(table, seat, value)
        return f"Sector {prefix[0]} has no free square {value} (Types of Squares & Orbitals)."
    if value in allowed_tracks(prefix[1]) and value not in settling_tracks(table, seat, prefix[1]):
        needed = _settling_techs(table, value)
        return f"A {value} cube on the square {prefix[1]} needs {needed} (Advanced Squares)."
    if value in allowed_tracks(prefix[1]):
        return f"Your {value} track has no cube left (Colony Ships)."
    tracks = " or ".join(allowed_tracks(prefix[1]))
    return f"The square {prefix[1]} takes a cube from {tracks} (Types of Squares & Orbitals)."


def _why_not_square(table: Table, seat: int, square: str) -> str:
    """Why the seat cannot settle a free square."""
    if not can_settle(table, seat, square):
        names = _settling_techs(table, square.rstrip("*"))
        return f"The advanced square {square} needs {names} (Advanced Squares)."
    tracks = " or ".join(settling_tracks(table, seat, square))
    return (
        f"No track that the square {square} takes from ({tracks}) has a cube left (Colony Ships)."
    )


def _settling_techs(table: Table, kind: str) -> str:
    """Names of the technologies that open an advanced square to cubes of a kind."""
    return " or ".join(
        tech.name
        for tech in table.catalog.techs.values()
        if tech.effect.ability == "colonize_any_advanced"
        or (tech.effect.ability == "colonize_advanced" and kind in ("gray", tech.effect.resource))
    )


def trade_choice(table: Table, seat: int) -> Choice:
    """Trade at the species' rate, not below zero (TR-1)."""
    give_units, gain_units = table.trade_rate(seat)
    storage = table.seat(seat).storage

    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            return tuple(kind for kind in RESOURCES if storage.of(kind) >= give_units)
        if len(prefix) == 1:
            return tuple(kind for kind in RESOURCES if kind != prefix[0])
        times = storage.of(prefix[0]) // give_units
        return tuple(gain_units * n for n in range(1, times + 1))

    def why(prefix: Prefix, value: Atom) -> str:
        rate = f"Trade gives {gain_units} for {give_units}"
        if len(prefix) == 0:
            return f"{rate}; you do not have {give_units} {value} (Trade)."
        if len(prefix) == 1:
            return f"{rate} of another kind: {prefix[0]} is not traded for {value} (Trade)."
        have = storage.of(prefix[0])
        most = have // give_units * gain_units
        return f"{rate}; your {have} {prefix[0]} give at most {most} {prefix[1]} (Trade)."

    return Choice(Trade, ("give", "gain", "amount"), candidates, why)


def after_trade(table: Table, seat: int, kind: str) -> int:
    """Units of ``kind`` that the seat could have if it traded everything else for it (TR-1)."""
    give_units, gain_units = table.trade_rate(seat)
    storage = table.seat(seat).storage
    others = sum(storage.of(other) // give_units for other in RESOURCES if other != kind)
    return storage.of(kind) + others * gain_units


def trade_hint(table: Table, seat: int, kind: str, needed: int) -> str:
    """Added to the refusal of something too dear: whether trading could pay for it."""
    if after_trade(table, seat, kind) < needed:
        return ""
    missing = needed - table.seat(seat).storage.of(kind)
    return f" Trade for {missing} more first, at any time of your turn (Trade)."


def preference_choice(table: Table, seat: int) -> Choice:
    def candidates(prefix: Prefix) -> tuple[Atom, ...]:
        if len(prefix) == 0:
            return tuple(PREFERENCES)
        now = preference(table, seat, prefix[0])
        return tuple(value for value in PREFERENCES[prefix[0]] if value != now)

    def why(prefix: Prefix, value: Atom) -> str:
        if len(prefix) == 0:
            return f"There is no preference {value}; there are {', '.join(PREFERENCES)}."
        if value in PREFERENCES[prefix[0]]:
            return f"Your preference {prefix[0]} is {value} already."
        return f"{prefix[0]} can be {' or '.join(PREFERENCES[prefix[0]])}."

    return Choice(Prefer, ("name", "value"), candidates, why)


Makers = dict[type[Order], Callable[[], Choice | None]]


def free_makers(table: Table, seat: int) -> Makers:
    """What a seat may do at any time of its own turn beside what it is asked, made on demand."""
    makers: Makers = {
        Colonize: lambda: colonize_choice(table, seat),
        Trade: lambda: trade_choice(table, seat),
    }
    if is_played(table):
        makers[Propose] = lambda: propose_choice(table, seat)
    makers[Prefer] = lambda: preference_choice(table, seat)
    return makers


def free_choices(table: Table, seat: int) -> tuple[Choice, ...]:
    """The same, made at once."""
    return tuple(Menu(free_makers(table, seat)))


def play_free(play: Play, seat: int, order: Order) -> bool:
    """Carry out ``order`` if it is a free right; says whether it was one."""
    if isinstance(order, Colonize):
        play.emit(CubePlaced(seat, order.sector, order.square, order.track))
    elif isinstance(order, Trade):
        give_units, gain_units = play.trade_rate(seat)
        gave = order.amount // gain_units * give_units
        play.emit(Traded(seat, order.give, gave, order.gain, order.amount))
    elif isinstance(order, Propose):
        propose(play, seat, order)
    elif isinstance(order, Prefer):
        play.emit(PreferenceSet(seat, order.name, order.value))
    else:
        return False
    return True
