"""Settings: ``base`` for all, then ``development``, ``production`` and ``test``."""
