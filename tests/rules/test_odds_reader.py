"""What is refused as the description of a battle, and what the refusal says."""

from typing import Any

import pytest

from rules.odds import BattleError, odds

SHIPS = {"type": "interceptor", "count": 1, "initiative": 2, "hull": 0, "computer": 0, "shield": 0}


def battle(ships: Any = None, **more: Any) -> dict[str, Any]:
    attacker = {"ships": [{**SHIPS, "cannons": {"yellow": 1}} if ships is None else ships]}
    return {"edition": "new_dawn", "attacker": attacker, "defender": {"ships": [SHIPS]}, **more}


def test_weapons_and_policy_may_be_left_out() -> None:
    assert odds(battle())["p_attacker"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({}, "missing required field `edition`.*A battle has the keys edition"),
        (battle({"type": "cruiser"}), r"missing required field `count` - at `\$.attacker.ships"),
        (battle({**SHIPS, "sheild": 1}), "unknown field `sheild`.*hull, computer, shield"),
        (battle({**SHIPS, "count": -1}), r"`int` >= 0 - at `\$.attacker.ships\[0\].count`"),
        (battle({**SHIPS, "count": 21}), "`int` <= 20"),
        (
            battle({**SHIPS, "count": 20, "missiles": {"orange": 5}}),
            r"attacker.ships\[0\].missiles: 20 ships roll 100 dice together; at most 96",
        ),
        (battle({**SHIPS, "count": "2"}), "Expected `int`, got `str`"),
        (battle({**SHIPS, "cannons": {"yellow": -1}}), "`int` >= 0"),
        (battle({**SHIPS, "cannons": ["yellow"]}), "Expected `object`, got `array`"),
        (
            battle({**SHIPS, "missiles": {"violet": 1}}),
            r"attacker.ships\[0\].missiles: no die is 'violet'; the dice are: yellow, orange, red",
        ),
        (
            battle({**SHIPS, "type": "corvette"}),
            r"attacker.ships\[0\].type: there is no 'corvette'; there are: dreadnought, cruiser, "
            "starbase, interceptor, ancient, gcds",
        ),
        (battle(edition="third_dawn"), "edition: .*there is no such edition; there are: new_dawn"),
        (battle(policy="kind"), "policy: there is no 'kind'; there are: npc, most_kills"),
        (battle(policy={"attacker": "npc", "defender": "x"}), "policy: there is no 'x'"),
        (battle({**SHIPS, "count": 0}), "attacker.ships: expected at least one ship"),
        (battle(defender={"ships": []}), "defender.ships: expected at least one ship"),
        (battle(defender={"ships": [SHIPS, SHIPS]}), "interceptor has an entry already"),
    ],
)
def test_wrong_descriptions_are_refused(described: dict[str, Any], message: str) -> None:
    with pytest.raises(BattleError, match=message):
        odds(described)
