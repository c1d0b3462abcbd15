"""Damage outside of battles: it lies on the hulls of a ship, and goes with them."""

from __future__ import annotations

from rules.effects.battle import ShipRepaired
from rules.play import Play


def shed_damage(play: Play, seat: int) -> None:
    """Take damage that the hulls of a blueprint have no room for any more off ships on the board:
    a hull that is replaced takes its damage with it, so that no ship is destroyed by it and one
    more point still destroys it."""
    for number in sorted(play.state.ships):
        ship = play.state.ships[number]
        if ship.owner != seat or not ship.damage:
            continue
        beyond = ship.damage - play.stats(seat, ship.kind).hull
        if beyond > 0:
            play.emit(ShipRepaired(number, seat, ship.kind, ship.sector, beyond))
