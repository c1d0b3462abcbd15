"""Policies: they answer a decision from what a seat may know.

A bot, a standing order and the default at the deadline are all policies.
"""

from __future__ import annotations

from rules.policies.base import Policy
from rules.policies.default import Default
from rules.policies.greedy import Greedy
from rules.policies.random import Random, Varied

_POLICIES: dict[str, Policy] = {
    "random": Random(),
    "varied": Varied(),
    "greedy": Greedy(),
    "default": Default(),
}


def policy_names() -> tuple[str, ...]:
    return tuple(_POLICIES)


def policy_named(name: str) -> Policy:
    """Raises ``ValueError`` for a policy that does not exist."""
    try:
        return _POLICIES[name]
    except KeyError:
        raise ValueError(
            f"no policy is called {name!r}; there are {', '.join(_POLICIES)}"
        ) from None


__all__ = ["Policy", "policy_named", "policy_names"]
