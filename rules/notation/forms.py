"""The grammar: one line for each order. It drives the parser, the printer and the help.

A pattern is read from left to right:

``build``          a word that begins the order; ``heads`` lists other beginnings
``{unit}``         a field; ``{source:place}`` a field with the kind of value it takes
``at {sector}``    a marker word, printed before its field; leaving it out is forgiven where the
                   kinds of the values tell the fields apart
``[at] {sector}``  a marker word that is understood but not printed
``for! {amount}``  a marker word that must be written before its field
``{part:part?}``   not a field of the order: a hint that narrows it down or must agree with it

A field may be left out if only one legal order remains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules import orders as o
from rules.expansions.galactic_events.orders import Activate, ReturnShip
from rules.orders import Atom, Order


def _keep_all(order: Order) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of order is written.

    ``says``: what the order does, for the help. ``items``: patterns of the parts of an order
    judged as a whole, by tag. ``drops(order)``: fields that the printer leaves out because the
    parser supplies them. ``assumes``: values taken for fields that are left out, if possible.
    """

    order: type[Order]
    pattern: str
    example: str
    says: str
    heads: tuple[str, ...] = ()
    items: Mapping[str, str] = field(default_factory=dict)
    drops: Callable[[Order], frozenset[str]] = _keep_all
    assumes: Mapping[str, Atom] = field(default_factory=dict)


def _plain_track(order: Order) -> frozenset[str]:
    """A coloured square takes a cube from one track only."""
    assert isinstance(order, o.Colonize)
    return frozenset({"track"}) if order.track == order.square.rstrip("*") else frozenset()


def _no_return(order: Order) -> frozenset[str]:
    assert isinstance(order, o.KeepReputation)
    return frozenset() if order.instead else frozenset({"instead"})


FORMS: tuple[Form, ...] = (
    Form(
        o.ChooseSpecies,
        "choose {species}",
        "choose terran union",
        "Take this board at setup.",
        ("pick", "species", "play", "choose species"),
    ),
    Form(
        o.Explore,
        "explore [at] {zone}",
        "explore 2.11",
        "Explore the empty zone.",
        ("exp", "discover"),
    ),
    Form(
        o.PlaceSector,
        "place [at] {sector} turn {orientation:sixths}",
        "place 203 turn 2",
        "Lay the explored sector, turned clockwise by so many sixths.",
        ("place sector", "lay", "put"),
    ),
    Form(
        o.DiscardSector,
        "discard",
        "discard",
        "Discard the explored sector.",
        ("discard sector", "discard tile", "throw away"),
    ),
    Form(
        o.TakeControl,
        "control {sector}",
        "control 207",
        "Place an influence disc on the sector.",
        ("take control", "take control of", "claim", "disc", "take"),
    ),
    Form(
        o.Decline,
        "decline",
        "decline",
        "Do not use what is offered.",
        ("no", "skip", "refuse", "no thanks", "no control"),
    ),
    Form(
        o.UseDiscovery,
        "use discovery",
        "use discovery",
        "Use the discovery tile just found.",
        ("use", "use tile", "use it"),
    ),
    Form(
        o.KeepDiscovery,
        "keep discovery",
        "keep discovery",
        "Keep the discovery tile for its victory points.",
        ("keep", "keep tile", "keep it", "keep vp", "keep points", "vp"),
    ),
    Form(
        o.FitPart,
        "fit [on] {ship} [slot] {slot}",
        "fit cruiser 2",
        "Put the ancient part just found on this square of the blueprint.",
        ("fit part", "install", "mount"),
    ),
    Form(
        o.SetAside,
        "set aside",
        "set aside",
        "Keep the ancient part for a later upgrade.",
        ("aside", "save part", "store"),
    ),
    Form(
        o.TakeTech,
        "take {tech}",
        "take fusion drive",
        "Choose the technology an Ancient Technology tile gives.",
        ("choose", "get"),
    ),
    Form(
        o.Influence,
        "influence from {source:place} to {target:place}",
        "influence from track to 106",
        "Move an influence disc; each end is a sector or the track.",
        ("inf", "move disc", "disc"),
    ),
    Form(
        o.Refresh,
        "refresh",
        "refresh",
        "Turn colony ships up again, without moving a disc first.",
        ("refresh colony ships", "influence nothing", "influence none"),
    ),
    Form(
        o.Research,
        "research {tech:common}",
        "research fusion drive",
        "Buy the technology.",
        ("res", "learn", "buy", "tech"),
    ),
    Form(
        o.ResearchRare,
        "research {tech:rare} on {track:tech_track}",
        "research cloaking device on nano",
        "Buy a rare technology and put it on a track of your choice.",
        ("res", "learn", "buy", "tech"),
    ),
    Form(
        o.TakeArtifact,
        "artifact [as] {resource}",
        "artifact money",
        "Choose the resource one artifact gives.",
        ("artefact", "artifact key"),
    ),
    Form(
        o.TakeBonus,
        "gain {resource}",
        "gain science",
        "Choose the resource that a discovery tile gives.",
        ("receive", "bonus"),
    ),
    Form(
        o.PlacePortal,
        "portal [at] {sector}",
        "portal 221",
        "Put a warp portal on a sector of yours.",
        ("warp portal", "place portal"),
    ),
    Form(
        o.Upgrade,
        "upgrade",
        "upgrade return interceptor 1, place hull on cruiser 2",
        "Change blueprints, all at once: lift part tiles, place part tiles on numbered squares.",
        ("upg", "refit"),
        {
            "return": "return {part:part?} [from] {ship} [slot] {slot}",
            "place": "place [as] {part} on {ship} [slot] {slot}",
        },
    ),
    Form(
        o.Build,
        "build {unit} at {sector}",
        "build cruiser at 221",
        "Build a ship or a structure in the sector.",
        ("construct", "make"),
    ),
    Form(
        o.Move,
        "move {ship} from {source:sector} to {target:sector}",
        "move cruiser from 221 to 103",
        "Move one ship by the shortest legal way.",
        ("mv", "fly", "send"),
    ),
    Form(
        o.Colonize,
        "colony [at] {sector} [on] {square} from {track:resource}",
        "colony 221 orbital from money",
        "Use a colony ship: a cube goes from a track to a population square.",
        ("colonise", "colonize", "settle", "colony ship", "populate", "use colony ship"),
        drops=_plain_track,
    ),
    Form(
        o.Trade,
        "trade {paid:amount?} [with] {give:resource} for! {amount} [for] {gain:resource}",
        "trade money for 2 science",
        "Trade at your species' rate; the number is what you get.",
        ("exchange", "convert", "swap"),
    ),
    Form(
        o.Propose,
        "propose to {seat:player} from {track:resource}",
        "propose to player 2 from money",
        "Offer diplomatic relations; your ambassador carries a cube from that track.",
        ("offer", "offer treaty", "propose treaty", "treaty"),
    ),
    Form(
        o.Accept,
        "accept [from] {seat:player} with {track:resource}",
        "accept player 2 with science",
        "Accept an offer; your ambassador carries a cube from that track.",
        ("agree", "yes", "accept treaty"),
    ),
    Form(
        o.Refuse,
        "refuse [from] {seat:player}",
        "refuse player 2",
        "Refuse an offer of diplomatic relations.",
        ("reject", "decline", "no"),
    ),
    Form(
        Activate,
        "activate {sector} for {slot:action}",
        "activate 393 for build",
        "Move the disc of a pulsar sector to another slot and act there instead of taking an action.",
        ("pulsar", "activate pulsar", "activate sector"),
    ),
    Form(
        ReturnShip,
        "bring {ship} to {sector}",
        "bring cruiser to 104",
        "Bring a ship back from a black hole.",
        ("bring back", "return ship", "come back"),
    ),
    Form(
        o.ReturnCube,
        "cube [to] {track:resource}",
        "cube money",
        "Choose the track a returning cube goes to.",
        ("return cube", "cube home", "return"),
    ),
    Form(o.Attack, "attack", "attack", "Fight on.", ("fire", "shoot", "fight")),
    Form(
        o.Retreat,
        "retreat to {sector}",
        "retreat to 221",
        "All ships of the type whose turn it is start to retreat.",
        ("flee", "withdraw", "ret"),
    ),
    Form(
        o.AssignDice,
        "assign {targets:target}",
        "assign 6 7",
        "Target of each die that can hit, in the order shown, by ship number.",
        ("target", "targets", "hit", "assign dice"),
    ),
    Form(
        o.Bombard,
        "bombard",
        "bombard",
        "Attack the population of the sector.",
        ("attack population", "bomb"),
    ),
    Form(
        o.Spare,
        "spare",
        "spare",
        "Leave the population of the sector alone.",
        ("spare population", "do not bombard"),
    ),
    Form(
        o.DestroyCube,
        "destroy {square}",
        "destroy science*",
        "Choose the cube a point of damage destroys, by its square.",
        ("destroy cube", "kill"),
    ),
    Form(
        o.KeepReputation,
        "keep {value:tile} for {instead:tile}",
        "keep 2 for 1",
        "Keep a reputation tile drawn, giving back one of your own from a full track.",
        ("keep reputation", "keep tile"),
        drops=_no_return,
        assumes={"instead": 0},
    ),
    Form(
        o.Abandon,
        "abandon {sector}",
        "abandon 103",
        "Take your disc off the sector because money is short.",
        ("leave", "give up sector", "drop"),
    ),
    Form(
        o.Prefer,
        "prefer {name:word} [as] {value:word}",
        "prefer reputation ask",
        "Set a standing preference.",
        ("preference", "set preference"),
    ),
    Form(o.Pass, "pass", "pass", "Pass, or pass again after a reaction.", ("pass turn", "p")),
    Form(
        o.Done,
        "done",
        "done",
        "End what you are doing: the rest of the action, the turn, the upkeep.",
        ("end", "finish", "finished", "end turn", "end action", "stop", "ok", "ready"),
    ),
    Form(
        o.Resign,
        "resign",
        "resign",
        "Give up the game.",
        ("give up", "concede", "surrender"),
    ),
)

FORM_OF: dict[type[Order], Form] = {form.order: form for form in FORMS}
