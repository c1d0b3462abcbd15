"""What is known of a battle after computing it."""

from typing import Any

import msgspec

from rules.odds.reader import SIDES, Battle


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Chances of a battle, and how they were found.

    `defender` includes `stalemate`; `mutual` is the chance that no ship of either side is left. `survivors` holds the mean number of ships left, by side in
    the order of `SIDES` and by group of that side. `standard_error` is that of `attacker`.
    """

    attacker: float
    defender: float
    stalemate: float
    survivors: tuple[tuple[float, ...], tuple[float, ...]]
    method: str
    mutual: float = 0.0
    standard_error: float = 0.0

    def as_dict(self, battle: Battle) -> dict[str, Any]:
        """The answer to the question in the form of JSON."""
        return {
            "p_attacker": self.attacker,
            "p_defender": self.defender,
            "p_mutual": self.mutual,
            "p_stalemate": self.stalemate,
            "expected_survivors": {
                side: {
                    group.type: mean for group, mean in zip(fleet.groups, survivors, strict=True)
                }
                for side, fleet, survivors in zip(SIDES, battle.fleets, self.survivors, strict=True)
            },
            "method": self.method,
            "standard_error": self.standard_error,
        }
