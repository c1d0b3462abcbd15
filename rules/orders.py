"""What a seat may ask for. Orders are small and imperative; each answers one decision."""

from __future__ import annotations

from typing import ClassVar, Union

from rules.expansions.orders import ExpansionOrders
from rules.orders_base import END as END, Atom as Atom, Order as Order

# --- setup -------------------------------------------------------------------------------------


class ChooseSpecies(Order, frozen=True, tag="choose_species"):
    species: str


# --- anytime rights ------------------------------------------------------------------------------


class Colonize(Order, frozen=True, tag="colonize"):
    """A colony ship moves a cube from ``track`` to a ``square`` (``science``, ``gray*``,
    ``orbital``; a star means advanced)."""

    sector: str
    square: str
    track: str


class Trade(Order, frozen=True, tag="trade"):
    """Give up resources at the species' rate to gain ``amount`` of ``gain``."""

    give: str
    gain: str
    amount: int


class Prefer(Order, frozen=True, tag="prefer"):
    """Set a standing preference of the seat, such as choosing reputation tiles oneself."""

    secret: ClassVar[bool] = True
    name: str
    value: str


# --- diplomacy -----------------------------------------------------------------------------------


class Propose(Order, frozen=True, tag="propose"):
    """Offer diplomatic relations to ``seat``, with a cube from ``track`` on the ambassador."""

    seat: int
    track: str


class Accept(Order, frozen=True, tag="accept"):
    """Accept the offer of ``seat``; the own ambassador carries a cube from ``track``."""

    seat: int
    track: str


class Refuse(Order, frozen=True, tag="refuse"):
    """Refuse the offer of ``seat``."""

    seat: int


# --- turn --------------------------------------------------------------------------------------


class Pass(Order, frozen=True, tag="pass"):
    pass


class Done(Order, frozen=True, tag="done"):
    """Ends what the seat is doing: the rest of an action, the turn, its part of upkeep."""


class Explore(Order, frozen=True, tag="explore"):
    zone: str


class PlaceSector(Order, frozen=True, tag="place"):
    """Lay the explored tile; ``orientation`` is the number of sixths it is turned clockwise."""

    sector: str
    orientation: int


class DiscardSector(Order, frozen=True, tag="discard"):
    pass


class TakeControl(Order, frozen=True, tag="control"):
    """Place an influence disc on a sector just explored or conquered."""

    sector: str


class Decline(Order, frozen=True, tag="decline"):
    """Not to use what a decision offers."""


class UseDiscovery(Order, frozen=True, tag="use_discovery"):
    pass


class KeepDiscovery(Order, frozen=True, tag="keep_discovery"):
    """Keep a discovery tile for its victory points."""


class FitPart(Order, frozen=True, tag="fit"):
    """Place an ancient ship part just found on a blueprint at once."""

    ship: str
    slot: int


class SetAside(Order, frozen=True, tag="set_aside"):
    """Keep an ancient ship part beside the board for a later upgrade."""


class TakeTech(Order, frozen=True, tag="take_tech"):
    """Choose the tile of an Ancient Technology discovery."""

    tech: str


class Influence(Order, frozen=True, tag="influence"):
    """Move one influence disc; source and target are a sector or ``track``."""

    source: str
    target: str


class Refresh(Order, frozen=True, tag="refresh"):
    """Take the influence action without moving a disc (yet): colony ships are turned up."""


class Research(Order, frozen=True, tag="research"):
    tech: str


class ResearchRare(Order, frozen=True, tag="research_rare"):
    """Research a rare technology, which goes to the track that its owner chooses."""

    tech: str
    track: str


class TakeArtifact(Order, frozen=True, tag="artifact"):
    """Choose the resource for one artifact."""

    resource: str


class TakeBonus(Order, frozen=True, tag="bonus"):
    """Choose the resource that a discovery tile gives."""

    resource: str


class PlacePortal(Order, frozen=True, tag="portal"):
    """Put a warp portal tile on a sector."""

    sector: str


class Upgrade(Order, frozen=True, tag="upgrade"):
    """Return tiles, then place tiles; judged as a whole.

    ``returns``: (ship, slot); ``places``: (part, ship, slot). Slots count from 1. Both are kept
    sorted by ship and slot, so that one upgrade has one form.
    """

    variadic: ClassVar[bool] = True
    returns: tuple[tuple[str, int], ...] = ()
    places: tuple[tuple[str, str, int], ...] = ()

    def atoms(self) -> tuple[Atom, ...]:
        return (
            *(("return", *item) for item in self.returns),
            *(("place", *item) for item in self.places),
            END,
        )

    @classmethod
    def from_atoms(cls, atoms: tuple[Atom, ...]) -> Upgrade:
        return cls(
            tuple((a[1], a[2]) for a in atoms if a[0] == "return"),
            tuple((a[1], a[2], a[3]) for a in atoms if a[0] == "place"),
        )


class Build(Order, frozen=True, tag="build"):
    """Build a ship or a structure (``orbital``, ``monolith``) in a sector."""

    unit: str
    sector: str


class Move(Order, frozen=True, tag="move"):
    """One ship movement; the route is the shortest that is legal."""

    ship: str
    source: str
    target: str


class ReturnCube(Order, frozen=True, tag="return_cube"):
    """Choose the track (or its graveyard) for a cube that may go to several."""

    track: str


# --- combat ------------------------------------------------------------------------------------


class Attack(Order, frozen=True, tag="attack"):
    pass


class Retreat(Order, frozen=True, tag="retreat"):
    """All ships of the type whose turn it is start to retreat to ``sector``."""

    sector: str


class AssignDice(Order, frozen=True, tag="assign"):
    """Target ship ids, one for each die that can hit, in the order of the decision."""

    variadic: ClassVar[bool] = True
    targets: tuple[int, ...]

    def atoms(self) -> tuple[Atom, ...]:
        return (*self.targets, END)

    @classmethod
    def from_atoms(cls, atoms: tuple[Atom, ...]) -> AssignDice:
        return cls(tuple(a for a in atoms if a != END))


class Bombard(Order, frozen=True, tag="bombard"):
    """Attack the population of the sector."""


class Spare(Order, frozen=True, tag="spare"):
    """Do not attack the population of the sector."""


class DestroyCube(Order, frozen=True, tag="destroy_cube"):
    """Choose which cube one point of damage destroys, by its square."""

    square: str


class KeepReputation(Order, frozen=True, tag="keep_reputation"):
    """Keep a drawn tile of ``value``, giving back a tile of value ``instead`` from a full track
    (0: none). ``value`` 0 keeps none of the drawn tiles."""

    secret: ClassVar[bool] = True
    value: int
    instead: int


# --- upkeep ------------------------------------------------------------------------------------


class Abandon(Order, frozen=True, tag="abandon"):
    """Take the disc off a sector because money is short."""

    sector: str


class Resign(Order, frozen=True, tag="resign"):
    """Give up; allowed to a seat without discs and ships on the board."""


AnyOrder = Union[
    ChooseSpecies, Colonize, Trade, Prefer, Pass, Done, Explore, PlaceSector, DiscardSector,
    TakeControl, Decline, UseDiscovery, KeepDiscovery, FitPart, SetAside, TakeTech, Influence,
    Refresh, Research, TakeArtifact, Upgrade, Build, Move, ReturnCube, Attack, Retreat, AssignDice,
    Bombard, Spare, DestroyCube, KeepReputation, Abandon, Resign, Propose, Accept, Refuse, ResearchRare,
    TakeBonus, PlacePortal, ExpansionOrders,
]  # fmt: skip
"""Every order, for decoding."""
