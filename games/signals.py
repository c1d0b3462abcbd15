"""What other apps may listen to. `games` itself never imports them."""

from __future__ import annotations

from django.dispatch import Signal

events_recorded = Signal()
"""Sent once for each recorded batch, inside its transaction: what a receiver writes is committed
with the events or not at all.

``sender`` is ``Game``. Arguments: ``game``; ``events``, the new ``rules.log.Event`` objects;
``state``, the newest ``GameState`` (secret: make a view before showing any of it); ``opened`` and
``closed``, the ``PendingDecision`` rows that opened (or were restored) and closed;
``sealed_before``, the newest sealed event before the batch (``game.sealed_seq`` is the one now).
"""
