"""Answers load balancers and health checks: is the process up and its two servers reachable?"""

from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis import Redis, RedisError


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 if PostgreSQL and the Redis-protocol server answer, else 503 naming the one that failed."""
    report = {"database": _database_answers(), "broker": _broker_answers()}
    healthy = all(report.values())
    return JsonResponse({"ok": healthy, **report}, status=200 if healthy else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() == (1,)
    except OperationalError:
        return False


def _broker_answers() -> bool:
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
        ) as client:
            return bool(client.ping())
    except RedisError:
        return False
