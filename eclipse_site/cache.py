"""Django's cache in Valkey, but with one client object instead of a new one for each question."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


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
