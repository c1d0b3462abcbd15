"""Games for the tests of the service. Imports wait until Django is set up."""

from __future__ import annotations

import pytest


@pytest.fixture
def north(db):
    from tests.games.helpers import account

    return account("north")


@pytest.fixture
def south(db):
    from tests.games.helpers import account

    return account("south")


@pytest.fixture
def game(north, south):
    """A running game of two: North in seat 0, South in seat 1; one of them begins."""
    from tests.games.helpers import TWO, started

    return started(north, south, species=TWO)
