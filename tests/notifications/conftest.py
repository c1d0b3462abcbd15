"""Games for the tests of mails. Imports wait until Django is set up."""

from __future__ import annotations

import pytest


@pytest.fixture
def ada(db):
    from tests.games.helpers import account

    return account("ada")


@pytest.fixture
def ben(db):
    from tests.games.helpers import account

    return account("ben")


@pytest.fixture
def game(ada, ben):
    """A running game of two: Ada in seat 0, Ben in seat 1; one of them begins."""
    from tests.games.helpers import TWO, started

    return started(ada, ben, species=TWO)
