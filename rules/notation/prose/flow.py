"""Sentences for the flow of the game and what moderators do."""

from __future__ import annotations

from rules.content.schema import Catalog
from rules.effects import flow as e
from rules.notation.prose.parts import (
    Param,
    Phrase,
    Seat,
    Sentences,
    Silent,
    edition,
    npc,
    species,
)

TEXT = {
    "created": "A game of %(edition)s for %(number)s players was set up.",
    "start": "%(player)s begins.",
    "dealt": "Boards were dealt at random: %(species)s.",
    "pool": "These boards can be chosen: %(species)s.",
    "prepared": "%(player)s plays the %(species)s in sector %(sector)s.",
    "blueprints": "Blueprints in use: %(ships)s.",
    "guard sectors": "On starting places without a player lie these sectors: %(sectors)s.",
    "round": "Round %(round)s began; %(player)s has the first turn.",
    "phase action": "The action phase began.",
    "phase combat": "The combat phase began.",
    "phase upkeep": "The upkeep phase began.",
    "phase cleanup": "The cleanup phase began.",
    "passed": "%(player)s passed.",
    "passed first": "%(player)s passed first and will begin the next round.",
    "preference": "%(player)s set the preference %(name)s to %(value)s.",
    "collapsed": "The civilization of %(player)s collapsed with %(score)s victory points.",
    "eliminated": "The civilization of %(player)s was wiped out with %(score)s victory points.",
    "resigned": "%(player)s gave up with %(score)s victory points.",
    "won": "The game is over: %(player)s won with %(score)s victory points.",
    "shared": "The game is over: %(players)s share the victory with %(score)s victory points.",
    "over": "The game is over.",
    "rewound": "The game was taken back to event %(event)s; the same draws will come again.",
    "redrawn": "The game was taken back to event %(event)s; what comes next is drawn anew.",
    "paused": "The game was paused.",
    "resumed": "The game goes on.",
    "extended": "%(players)s got %(hours)s more hours.",
    "replaced": "Somebody else plays for %(player)s from now on.",
}

SILENT: Silent = frozenset(
    {e.SupplyPrepared, e.StepOpened, e.StepUpdated, e.StepClosed, e.DecisionsChanged}
)


def created(effect: e.GameCreated, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["created"], {"edition": edition(effect.ruleset.edition), "number": effect.seats}
    )


def start(effect: e.StartPlayerDrawn, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["start"], {"player": Seat(effect.seat)})


def dealt(effect: e.BoardsDealt, catalog: Catalog) -> Phrase:
    boards: tuple[Param, ...] = tuple(species(catalog, name) for name in effect.species)
    return Phrase(TEXT["pool" if effect.pool else "dealt"], {"species": boards})


def prepared(effect: e.SeatPrepared, catalog: Catalog) -> Phrase:
    boards = effect.boards
    return Phrase(
        TEXT["prepared"],
        {
            "player": Seat(effect.seat),
            "species": species(catalog, boards.species),
            "sector": boards.home,
        },
    )


def blueprints_chosen(effect: e.BlueprintsChosen, catalog: Catalog) -> Phrase:
    ships: tuple[Param, ...] = tuple(npc(catalog, name) for name in effect.blueprints.values())
    return Phrase(TEXT["blueprints"], {"ships": ships})


def guard_sectors_drawn(effect: e.GuardSectorsDrawn, catalog: Catalog) -> Phrase:
    sectors: tuple[Param, ...] = effect.sectors
    return Phrase(TEXT["guard sectors"], {"sectors": sectors})


def round_started(effect: e.RoundStarted, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["round"], {"round": effect.round, "player": Seat(effect.start_seat)})


def phase_started(effect: e.PhaseStarted, catalog: Catalog) -> Phrase | None:
    """Nothing for the end of the game, which has a sentence of its own."""
    text = TEXT.get(f"phase {effect.phase}")
    return Phrase(text) if text else None


def passed(effect: e.SeatPassed, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["passed first" if effect.first else "passed"], {"player": Seat(effect.seat)})


def preference(effect: e.PreferenceSet, catalog: Catalog) -> Phrase:
    return Phrase(
        TEXT["preference"],
        {"player": Seat(effect.seat), "name": effect.name, "value": effect.value},
    )


def left(effect: e.SeatLeft, catalog: Catalog) -> Phrase:
    return Phrase(TEXT[effect.reason], {"player": Seat(effect.seat), "score": effect.score})


def ended(effect: e.GameEnded, catalog: Catalog) -> Phrase:
    first = [score for score in effect.scores if score.place == 1]
    if not first:
        return Phrase(TEXT["over"])
    if len(first) == 1:
        return Phrase(TEXT["won"], {"player": Seat(first[0].seat), "score": first[0].total})
    winners = tuple(Seat(score.seat) for score in first)
    return Phrase(TEXT["shared"], {"players": winners, "score": first[0].total})


def rewound(effect: e.Rewound, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["redrawn" if effect.redraw else "rewound"], {"event": effect.to})


def paused(effect: e.Paused, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["paused"])


def resumed(effect: e.Resumed, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["resumed"])


def extended(effect: e.DeadlineExtended, catalog: Catalog) -> Phrase:
    players: tuple[Param, ...] = tuple(Seat(seat) for seat in effect.seats)
    return Phrase(TEXT["extended"], {"players": players, "hours": effect.hours})


def replaced(effect: e.SeatReplaced, catalog: Catalog) -> Phrase:
    return Phrase(TEXT["replaced"], {"player": Seat(effect.seat)})


SENTENCES: Sentences = {
    e.GameCreated: created,
    e.StartPlayerDrawn: start,
    e.BoardsDealt: dealt,
    e.SeatPrepared: prepared,
    e.BlueprintsChosen: blueprints_chosen,
    e.GuardSectorsDrawn: guard_sectors_drawn,
    e.RoundStarted: round_started,
    e.PhaseStarted: phase_started,
    e.SeatPassed: passed,
    e.PreferenceSet: preference,
    e.SeatLeft: left,
    e.GameEnded: ended,
    e.Rewound: rewound,
    e.Paused: paused,
    e.Resumed: resumed,
    e.DeadlineExtended: extended,
    e.SeatReplaced: replaced,
}
