"""Bases of all effects."""

from __future__ import annotations

import msgspec


class Effect(msgspec.Struct, frozen=True, tag_field="effect", gc=False, omit_defaults=True):
    """A fact, in the past tense. Folding effects gives the state; nothing else changes it.

    Effects are public unless ``audience`` says otherwise; a private one has a public ``shadow``.
    """

    @property
    def audience(self) -> int | None:
        """The only seat that may read this effect, or ``None`` for everybody."""
        return None

    def shadow(self) -> Effect | None:
        """What everybody else learns of a private effect."""
        return self


class ChanceEffect(Effect, frozen=True, kw_only=True):
    """An effect that holds outcomes of chance: ``draws`` are the raw numbers from ``stream``."""

    stream: str = ""
    draws: tuple[int, ...] = ()
