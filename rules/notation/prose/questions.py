"""What a decision asks, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from rules.content.schema import Catalog
from rules.decisions import Decision
from rules.notation.prose import parts as w
from rules.notation.prose.parts import Param, Phrase
from rules.orders import Colonize, Trade

TEXT = {
    "species": "Which board do you want to play?",
    "turn": "It is your turn: take an action or pass.",
    "reaction": "You have passed: react or pass again.",
    "end_turn": "Your action is finished: end the turn.",
    "end_turn colonize": "Your action is finished: use colony ships or end the turn.",
    "end_turn trade": "Your action is finished: trade or end the turn.",
    "end_turn both": "Your action is finished: use colony ships, trade, or end the turn.",
    "explore": "Explore: tiles you may still turn up: %(left)s.",
    "explored": "You turned up sector %(sectors)s for zone %(zone)s: place it or discard it.",
    "control": "Do you place an influence disc on sector %(sector)s?",
    "control one": "On which of these sectors do you place an influence disc: %(sectors)s?",
    "discovery": "You found a discovery in sector %(sector)s: %(discovery)s. Use it or keep it for its victory points?",
    "fit_part": "Where does %(part)s go: on a blueprint at once, or aside for a later upgrade?",
    "ancient_tech": "Which technology do you take for the Ancient Technology tile?",
    "influence": "Influence: disc moves left: %(left)s.",
    "research": "Research: technologies left: %(left)s.",
    "artifact": "Which resource do you take for an artifact? Each gives %(amount)s; artifacts left: %(left)s.",
    "bonus": "Which resource do you take for the discovery tile? You receive %(amount)s.",
    "portal": "To which of your sectors does the warp portal go? Points for whoever controls it at the end: %(vp)s.",
    "upgrade": "Upgrade: activations left: %(left)s.",
    "build": "Build: ships and structures left: %(left)s.",
    "move": "Move: movements left: %(left)s.",
    "return_cube": "To which track does a cube from sector %(sector)s return?",
    "return_cube graveyard": "To which graveyard does a cube from sector %(sector)s go?",
    "return_cube full": "Your %(track)s is full: to which track does a %(kind)s cube from the graveyard go?",
    "return_cube ambassador": "To which track does the cube of your ambassador return?",
    "battle": "Battle in sector %(sector)s: does your %(ship)s group attack or retreat?",
    "stalemate": "Nobody in sector %(sector)s can hurt anybody any more: your %(ship)s group retreats or is destroyed.",
    "assign": "Dice of your %(ship)s group in sector %(sector)s: choose the targets. Dice that can hit: %(dice)s.",
    "reputation": "You drew reputation tiles for sector %(sector)s: which one do you keep?",
    "reputation full": "You drew reputation tiles for sector %(sector)s and your track is full: which one do you keep, and which one goes back for it?",
    "bombard": "Do you attack the population of sector %(sector)s?",
    "destroy_cube": "Which cube in sector %(sector)s is destroyed? Points of damage left: %(left)s.",
    "upkeep": "Upkeep: end your upkeep.",
    "upkeep colonize": "Upkeep: use colony ships, then end your upkeep.",
    "upkeep trade": "Upkeep: trade, or end your upkeep.",
    "upkeep both": "Upkeep: use colony ships or trade, then end your upkeep.",
    "upkeep short": "You cannot pay your upkeep; money missing: %(short)s. Trade for money or give up a sector.",
    "treaties": "A disc just placed connects you with %(players)s: do you offer diplomatic relations?",
    "treaty": "%(player)s offers you diplomatic relations, with a cube from the %(track)s: do you accept?",
    "treaty returns": "%(player)s offers you diplomatic relations, with a cube from the %(track)s. You would give reputation tiles back to make room, the lowest first: %(returns)s. Do you accept?",
    "return_ship": "Your %(ship)s comes back at once from the black hole of sector %(source)s: to which sector?",
    "other": "You have a choice to make: %(kind)s.",
}


def _with(*names: str) -> Callable[[Decision, Catalog], Phrase]:
    """The sentence of the kind with figures of the context."""

    def ask(decision: Decision, catalog: Catalog) -> Phrase:
        params: dict[str, Param] = {name: decision.context[name] for name in names}
        return Phrase(TEXT[decision.kind], params)

    return ask


def _explored(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    return Phrase(TEXT["explored"], {"sectors": tuple(context["sectors"]), "zone": context["zone"]})


def _control(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    sectors = tuple(context["sectors"]) if "sectors" in context else (context["sector"],)
    if len(sectors) > 1:
        return Phrase(TEXT["control one"], {"sectors": sectors})
    return Phrase(TEXT["control"], {"sector": sectors[0]})


def _discovery(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    return Phrase(
        TEXT["discovery"],
        {
            "sector": context["sector"],
            "discovery": w.discovery(catalog, context["discovery"]),
        },
    )


def _fit(decision: Decision, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["fit_part"], {"part": w.part(catalog, decision.context["part"])})


def _return_cube(decision: Decision, catalog: Catalog) -> Phrase:
    if "sector" not in decision.context:
        kind = decision.context["kind"]
        return Phrase(
            TEXT["return_cube full"], {"track": w.TRACKS[kind], "kind": w.RESOURCES[kind]}
        )
    if not decision.context["sector"]:
        return Phrase(TEXT["return_cube ambassador"])
    grave = decision.context["to"] == "graveyard"
    key = "return_cube graveyard" if grave else "return_cube"
    return Phrase(TEXT[key], {"sector": decision.context["sector"]})


def _ships(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    return Phrase(
        TEXT[decision.kind],
        {"sector": context["sector"], "ship": w.ship_name(catalog, context["kind"])},
    )


def _assign(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    colours = tuple(die["colour"] for die in context["dice"])
    faces = tuple(die["face"] for die in context["dice"])
    return Phrase(
        TEXT["assign"],
        {
            "sector": context["sector"],
            "ship": w.ship_name(catalog, context["kind"]),
            "dice": w.dice(colours, faces),
        },
    )


def _reputation(decision: Decision, catalog: Catalog) -> Phrase:
    key = "reputation full" if decision.context["full"] else "reputation"
    return Phrase(TEXT[key], {"sector": decision.context["sector"]})


def _rights(decision: Decision, catalog: Catalog) -> Phrase:
    """Names the small rights that can be used now."""
    colonize, trade = (
        (choice := decision.choice(order)) is not None and choice.possible()
        for order in (Colonize, Trade)
    )
    use = "both" if colonize and trade else "colonize" if colonize else "trade" if trade else ""
    return Phrase(TEXT[f"{decision.kind} {use}".strip()])


def _upkeep(decision: Decision, catalog: Catalog) -> Phrase:
    if short := decision.context["short"]:
        return Phrase(TEXT["upkeep short"], {"short": short})
    return _rights(decision, catalog)


def _treaties(decision: Decision, catalog: Catalog) -> Phrase:
    players: tuple[Param, ...] = tuple(w.Seat(seat) for seat in decision.context["players"])
    return Phrase(TEXT["treaties"], {"players": players})


def _treaty(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    offer: dict[str, Param] = {
        "player": w.Seat(context["seat"]),
        "track": w.TRACKS[context["track"]],
    }
    if not context["returns"]:
        return Phrase(TEXT["treaty"], offer)
    return Phrase(TEXT["treaty returns"], {**offer, "returns": context["returns"]})


def _return_ship(decision: Decision, catalog: Catalog) -> Phrase:
    context = decision.context
    params: dict[str, Param] = {"ship": w.UNIT[context["kind"]], "source": context["source"]}
    return Phrase(TEXT["return_ship"], params)


QUESTIONS: dict[str, Callable[[Decision, Catalog], Phrase]] = {
    "species": _with(),
    "turn": _with(),
    "reaction": _with(),
    "end_turn": _rights,
    "explore": _with("left"),
    "explored": _explored,
    "control": _control,
    "discovery": _discovery,
    "fit_part": _fit,
    "ancient_tech": _with(),
    "influence": _with("left"),
    "research": _with("left"),
    "artifact": _with("left", "amount"),
    "bonus": _with("amount"),
    "portal": _with("vp"),
    "upgrade": _with("left"),
    "build": _with("left"),
    "move": _with("left"),
    "return_cube": _return_cube,
    "battle": _ships,
    "stalemate": _ships,
    "assign": _assign,
    "reputation": _reputation,
    "bombard": _with("sector"),
    "destroy_cube": _with("sector", "left"),
    "upkeep": _upkeep,
    "treaties": _treaties,
    "treaty": _treaty,
    "return_ship": _return_ship,
}


def decision_question(decision: Decision, catalog: Catalog) -> Phrase:
    """What is asked, as a sentence to the player."""
    ask = QUESTIONS.get(decision.kind)
    if ask is None:
        return Phrase(TEXT["other"], {"kind": decision.kind.replace("_", " ")})
    return ask(decision, catalog)
