"""What is fixed for one match: the plan, who is whose enemy, the months, the phases' sides (4.1, 19.91)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.core import Scenario, Setup
from grognard.core.game import OptionValue
from grognard.games.invasion_america.forces import ESC, PAL, SAU, SIDES, US
from grognard.games.invasion_america.scenarios import Plan

if TYPE_CHECKING:
    from grognard.games.invasion_america.deployment import Job
    from grognard.games.invasion_america.game import InvasionAmerica

# 19.91: who holds which forces, by the number of players, in the order in which they set up.
HOLDERS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((ESC, SAU, PAL), (US,)),
    3: ((ESC,), (PAL, SAU), (US,)),
    4: ((SAU,), (PAL,), (ESC,), (US,)),
}
MONTHS = 12
WINTER = (9, 10, 11, 12)  # November to February, the first turn being March (17.33, 19.81)


def plan_of(scenario: Scenario, options: Mapping[str, OptionValue], game: InvasionAmerica) -> Plan:
    """A scenario's plan; the campaign game takes orders and replacements from its opening (19.8)."""
    plan: Plan = scenario.data["plan"]
    if plan.orders:
        return plan
    opening: Plan = game.scenarios[str(options.get("opening", scenario.data["opening"]))].data["plan"]
    return Plan(
        plan.name,
        plan.turns,
        opening.orders,
        plan.victory,
        plan.variable or opening.variable,
        plan.waiting or opening.waiting,
        plan.revolt,
        plan.campaign,
    )


class WarSetup(Setup):
    """A match's fixed facts, ready for use."""

    def __init__(
        self,
        game: Any,
        scenario: Scenario,
        options: Mapping[str, OptionValue],
        seats: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(game, scenario, options, seats)
        self.plan = plan_of(scenario, self.options, game)
        holders = [tuple(s for s in held if s in self.sides) for held in HOLDERS[int(self.options["players"])]]
        self.holders = tuple(held for held in holders if held)
        holder_of = {side: number for number, held in enumerate(self.holders) for side in held}
        everyone = self.sides
        self.others = [tuple(o for o in everyone if o != side) for side in range(len(SIDES))]
        # Forces of one player are neither friends nor enemies: they keep apart and don't fight (4.1, 12.14).
        self.enemies = [
            tuple(o for o in everyone if side in holder_of and holder_of[o] != holder_of[side])
            for side in range(len(SIDES))
        ]
        self.holder_of = holder_of
        names = {side: number for number, side in enumerate(SIDES)}
        self.phase_side = [names[phase.side] for phase in self.sequence]
        self.weather = bool(self.options["weather"])
        self.jobs: tuple[Job, ...] = ()

    def is_winter(self, turn: int) -> bool:
        """Does the weather bite in this turn (17.33)?"""
        return self.weather and (turn - 1) % MONTHS + 1 in WINTER
