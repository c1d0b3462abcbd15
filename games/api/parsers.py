"""What requests carry: JSON in bodies and parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class ShallowJSONParser(JSONParser):
    """JSON, of which no request needs more than a few levels."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The body as data. Raises ``ParseError``, also if it is nested too deeply to be read."""
        try:
            parsed: dict[str, Any] = super().parse(stream, media_type, parser_context)
            json.dumps(parsed, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError(_("The body is nested too deeply.")) from error
        except UnicodeEncodeError as error:
            raise ParseError(_("The body holds half a character.")) from error
        return parsed


def read_prefix(text: str) -> list[Any] | None:
    """The steps chosen so far: a list of plain values and of lists of such; ``None`` for anything
    else."""
    try:
        steps = json.loads(text)
        json.dumps(steps, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(steps, list):
        return None
    parts = [part for step in steps for part in (step if isinstance(step, list) else [step])]
    return None if any(isinstance(part, (list, dict)) for part in parts) else steps
