"""Base of all frames."""

from __future__ import annotations

import msgspec


class FrameBase(msgspec.Struct, frozen=True, tag_field="frame", gc=False):
    """A frame is never changed: ``StepUpdated`` replaces the innermost one."""
