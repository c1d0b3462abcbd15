"""What Celery beat starts, and how often in seconds.

Each entry is a sweep: it looks for rows whose time has come, so a missed or doubled run does no harm.
"""

BEAT_SCHEDULE: dict[str, dict[str, object]] = {
    "expire-deadlines": {"task": "games.tasks.expire_deadlines", "schedule": 30.0},
    "play-policies": {"task": "games.tasks.play_policies", "schedule": 30.0},
    "play-standing-orders": {"task": "games.tasks.play_standing_orders", "schedule": 30.0},
    "sweep-outbox": {"task": "notifications.tasks.sweep_outbox", "schedule": 60.0},
}
