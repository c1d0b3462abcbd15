"""Chances of battles, worked out once for each constellation of ships and kept for everybody.

A constellation that was not met before takes a millisecond as a rule and about twenty-five at
worst: where the exact way would take longer, the battle is played some hundred times.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
from django.core.cache import cache

from games.rendering.reports import Bar
from games.speech import gettext as _
from rules.odds.reader import Battle
from rules.odds.sectors import Chances, Fight, chances, chances_of, fight_in
from rules.state.model import Sector
from rules.table import Table

CACHED_SECONDS = 7 * 24 * 3600
VERSION = 2
"""Raised when the same constellation gets other chances."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Chances)


def sector_chances(table: Table, sector: Sector) -> Chances | None:
    """The chances of the battles that the ships in a sector would fight; ``None``: of none."""
    fight = fight_in(table, sector)
    return None if fight is None else fight_chances(fight)


def fight_chances(fight: Fight) -> Chances:
    """The chances of all battles of a sector."""
    return _kept(fight.key, lambda: chances(fight))


def battle_chances(battle: Battle, owners: tuple[int, int]) -> Chances:
    """The chances of one battle by the owners of its sides, attacker first."""
    key = msgspec.json.encode((battle, owners), order="deterministic")
    return _kept(key, lambda: chances_of(battle, owners))


def _kept(described: bytes, work_out: Callable[[], Chances]) -> Chances:
    key = f"odds:{VERSION}:{hashlib.sha256(described).hexdigest()}"
    found: bytes | None = cache.get(key)
    if found is not None:
        return _decoder.decode(found)
    worked_out = work_out()
    cache.set(key, _encoder.encode(worked_out), CACHED_SECONDS)
    return worked_out


def bar(found: Chances, owners: tuple[int, int]) -> Bar:
    """The chances of two parties as a bar with words."""
    first, second = (found.by_owner[owner].chance for owner in owners)
    return Bar(round(first * 100), percent(first, found.exact), percent(second, found.exact))


def percent(chance: float, exact: bool = True) -> str:
    """``73 %``; ``about 73 %`` for an estimate; what is not sure never reads as sure."""
    if 0 < chance < 0.005:
        return _("under 1 %")
    if 0.995 < chance < 1:
        return _("over 99 %")
    said = _("%(number)d %%") % {"number": round(chance * 100)}
    return said if exact or chance in (0, 1) else _("about %(chance)s") % {"chance": said}
