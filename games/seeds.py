"""Secret seeds: made, encrypted for the database, and what is derived from them."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from cryptography.fernet import Fernet
from django.conf import settings

SEED_BYTES = 32


def new_seed() -> bytes:
    """A fresh secret from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seal(seed: bytes) -> bytes:
    """The seed encrypted with SEED_KEY."""
    return Fernet(settings.SEED_KEY).encrypt(seed)


def unseal(sealed: bytes | memoryview) -> bytes:
    """The seed again. Raises ``cryptography.fernet.InvalidToken`` if SEED_KEY is another one."""
    return Fernet(settings.SEED_KEY).decrypt(bytes(sealed))


def log_key(seed: bytes) -> bytes:
    """The key of a game's chain of hashes; known to all once the seed is published."""
    return hmac.digest(seed, b"eclipse-log", "sha256")


def salt(seed: bytes, seq: int, seat: int) -> int:
    """A number for a policy that wants to vary its play: the same each time it is asked."""
    digest = hmac.digest(seed, f"policy|{seq}|{seat}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big")
