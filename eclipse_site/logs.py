"""What the log says of requests."""

from __future__ import annotations

import logging


class RefusalsInOneLine(logging.Filter):
    """Takes the traceback off requests that were refused: their path and status say it all.

    Django gives every answer 403 or 404 with the exception that led to it. Errors of the site
    (500 and above) keep theirs.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record through."""
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = record.exc_text = None
        return True
