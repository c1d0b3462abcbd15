"""Django's cache in Valkey, but with one client object instead of a new one for each question."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

_COUNT = """
local number = redis.call('INCR', KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[1], 'NX')
return {number, redis.call('PTTL', KEYS[1])}
"""


class _Client(RedisCacheClient):
    @cached_property
    def _only(self) -> Any:
        return super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """The client; making one costs as much as asking."""
        return self._only


class ValkeyCache(RedisCache):
    """For one server, not for replicas."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client

    def count(self, key: str, seconds: int) -> tuple[int, float]:
        """Add one to a number that is forgotten ``seconds`` after it was one, and say how much it
        is now and in how many seconds it is forgotten: one question for all of it."""
        name = self.make_and_validate_key(key)
        number, left = self._cache.get_client().eval(_COUNT, 1, name, seconds)
        return number, left / 1000
