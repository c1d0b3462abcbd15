"""Which tiles a game is played with (Setup)."""

from __future__ import annotations

import pytest

from tests.builders import Position
from tests.rulings.galactic_events.boards import EDITIONS, MODULES, both_editions

SPECIES = (
    "terran_directorate", "terran_federation", "terran_union", "terran_republic",
    "terran_conglomerate", "terran_alliance",
)  # fmt: skip
TILES = {
    "pulsars": {"393", "394"},
    "black_holes": {"396", "399"},
    "supernovas": {"397", "398"},
    "nebulas": {"295", "395"},
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", range(2, 7))
def test_se_outer_count(edition: str, players: int) -> None:
    """However many tiles are shuffled in, as many outer sectors are used as without them."""
    species = SPECIES[:players]
    usual = Position(species, edition).state.supply.stacks["outer"]
    for modules in (("pulsars", "supernovas"), MODULES):
        supply = Position(species, edition, modules).state.supply
        assert supply.stacks["outer"] == usual
        assert len(supply.unseen["outer"]) > usual


@both_editions
def test_se_nebula_stacks(edition: str) -> None:
    """One of them is a tile of the middle ring, the other one may come to the outer stack."""
    plain = Position(edition=edition).state.supply
    supply = Position(edition=edition, modules=("nebulas",)).state.supply
    assert supply.stacks["middle"] == plain.stacks["middle"] + 1
    assert supply.stacks["inner"] == plain.stacks["inner"]
    assert set(supply.unseen["middle"]) - set(plain.unseen["middle"]) == {"295"}
    assert set(supply.unseen["outer"]) - set(plain.unseen["outer"]) == {"395"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("module", MODULES)
def test_each_kind_can_be_chosen_alone(edition: str, module: str) -> None:
    """Its tiles come into the stacks and nothing of the others, but for one of the black holes."""
    plain = Position(edition=edition).state.supply.unseen
    unseen = Position(edition=edition, modules=(module,)).state.supply.unseen
    added = {tile for ring in unseen for tile in set(unseen[ring]) - set(plain[ring])}
    assert added <= TILES[module]
    assert len(added) == (1 if module == "black_holes" else 2)
