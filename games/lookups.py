"""Statements written by hand that only read: what pages ask of every reader and game."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from eclipse_site.models import User
from games.models import Game, GameEvent, Profile, StandingOrder
from games.statements import columns

_EVENT_FIELDS, _EVENT_SELECTED = columns(GameEvent)
_STANDING_FIELDS, _STANDING_SELECTED = columns(StandingOrder)
_USER_FIELDS, _USER_SELECTED = columns(User, "u")
_PROFILE_FIELDS, _PROFILE_SELECTED = columns(Profile, "p")

_ACCOUNT = f"""
SELECT {_USER_SELECTED}, {_PROFILE_SELECTED}
FROM eclipse_site_user u LEFT JOIN games_profile p ON p.user_id = u.id WHERE u.id = %s
"""  # noqa: S608 - names of our own columns

_STOPPED = f"""
SELECT {_STANDING_SELECTED} FROM games_standingorder g
WHERE tenancy_id = %s AND ended_at >= %s
AND ended IN ('{StandingOrder.End.IMPOSSIBLE.value}', '{StandingOrder.End.CHANCE.value}')
ORDER BY ended_at DESC LIMIT 1
"""  # noqa: S608 - names of our own columns and reasons

_EVENTS = f"""
SELECT {_EVENT_SELECTED} FROM games_gameevent g
WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq
"""  # noqa: S608 - names of our own columns


def account(number: int) -> User | None:
    """An account with its profile, if it has one; every request of somebody logged in asks."""
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNT, [number])
        row = cursor.fetchone()
    if row is None:
        return None
    split = len(_USER_FIELDS)
    user = User.from_db("default", _USER_FIELDS, row[:split])
    profile = None
    if row[split] is not None:
        profile = Profile.from_db("default", _PROFILE_FIELDS, row[split:])
        profile.user = user
    User._meta.get_field("profile").set_cached_value(user, profile)
    return user


def events(game: Game, since: int, until: int) -> list[GameEvent]:
    """Rows after event ``since`` up to event ``until``, abandoned branches included."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [game.pk, since, until])
        return [GameEvent.from_db("default", _EVENT_FIELDS, row) for row in cursor.fetchall()]


def plan_stopped_since(tenancy: int, since: datetime) -> StandingOrder | None:
    """The latest standing order of a tenancy that could not be carried out to its end, if that
    was not before ``since``."""
    with connection.cursor() as cursor:
        cursor.execute(_STOPPED, [tenancy, since])
        row = cursor.fetchone()
    return None if row is None else StandingOrder.from_db("default", _STANDING_FIELDS, row)
