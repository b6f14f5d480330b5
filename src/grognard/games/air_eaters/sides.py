"""Sides and forms of play (1.0, 32.0 to 37.0): who plays, and which rules a scenario and its options bring in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.core.game import Game, OptionValue, Scenario, Setup
from grognard.core.vocab import Vocabulary

SIDES = Vocabulary(
    "side",
    (
        "terran",
        "alien",
        "earth",
        "colonist",
        "space_fleet",
        "mining_consortium",
        "settlers",
        "strike_force",
        "mars",
    ),
    (
        "Terrans",
        "Aliens",
        "Earth",
        "Colonists",
        "Space Fleet",
        "Mining Consortium",
        "Settlers",
        "Strike Force",
        "Mars",
    ),
)
TERRAN, ALIEN, EARTH_SIDE, COLONIST, SPACE_FLEET, CONSORTIUM, SETTLERS, STRIKE_FORCE, MARS_SIDE = range(9)
N_SIDES = 9
TERRAN_FORMS = {1: (TERRAN,), 2: (EARTH_SIDE, COLONIST), 3: (EARTH_SIDE, SPACE_FLEET, CONSORTIUM)}
ALIEN_FORMS = {1: (ALIEN,), 2: (SETTLERS, STRIKE_FORCE)}


def mask_of(sides: Sequence[int]) -> int:
    mask = 0
    for side in sides:
        mask |= 1 << side
    return mask


MEMBERS = [tuple(i for i in range(N_SIDES) if mask >> i & 1) for mask in range(1 << N_SIDES)]
TERRAN_SIDES = mask_of((TERRAN, EARTH_SIDE, COLONIST, SPACE_FLEET, CONSORTIUM, MARS_SIDE))


def sides_in(scenario: Scenario, options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    form = scenario.data["form"]
    if form == "invasion":
        return TERRAN_FORMS[int(options["terran_players"])] + ALIEN_FORMS[int(options["alien_players"])]
    return (TERRAN,) if form == "quasarship" else (EARTH_SIDE, MARS_SIDE)


class Table(Setup):
    """What is fixed for a match, with the rules in force as plain flags."""

    def __init__(
        self,
        game: Game[Any],
        scenario: Scenario,
        options: Mapping[str, OptionValue],
        seats: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(game, scenario, options, seats)
        rules = set(scenario.data.get("rules", ()))
        rules.update(name for name, value in options.items() if value is True)
        self.form: str = scenario.data["form"]
        self.war = self.form in ("revolt", "expansion")  # Terran against Terran
        self.revolt = self.form == "revolt"
        self.expansion = self.form == "expansion"
        self.solitaire = self.form == "quasarship"
        self.bases = "bases" in rules  # 18.0, 19.0, 21.0, 22.0
        self.bombs = "asteroids" in rules  # 25.0, 26.0
        self.inertia = "inertia" in rules  # 20.0
        self.besieged = "besieged_planets" in rules  # 27.0
        self.repair = "repair" in rules  # 28.0
        self.continuing = "continuing_combat" in rules  # 30.0, which takes 29.0 along
        self.simultaneous = self.war or self.continuing or "simultaneous_combat" in rules  # 29.0
        self.air_forces = "air_forces" in rules  # 31.3
        self.landing_ships = "landing_ships" in rules  # 31.5
        self.armies_fall = "crawlers_destroy_armies" in rules
        in_play = mask_of(self.sides)
        self.terrans = in_play & TERRAN_SIDES
        self.aliens = in_play & ~TERRAN_SIDES
        self.split_terrans = not self.war and self.terrans.bit_count() > 1
        self.split_aliens = self.aliens.bit_count() > 1
        self.home = EARTH_SIDE if in_play >> EARTH_SIDE & 1 else TERRAN  # who holds Earth and its production
        # who holds ships, and the industry off Earth, at the start (32.1, 33.1)
        self.fleet = next((i for i in (SPACE_FLEET, COLONIST, MARS_SIDE) if in_play >> i & 1), TERRAN)
        self.mines = next((i for i in (CONSORTIUM, COLONIST, MARS_SIDE) if in_play >> i & 1), TERRAN)
        if in_play >> TERRAN & 1:
            self.home = self.fleet = self.mines = TERRAN
        self.settlers = SETTLERS if self.split_aliens else ALIEN
        self.strike_force = STRIKE_FORCE if self.split_aliens else ALIEN
