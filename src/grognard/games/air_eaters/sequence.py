"""The sequence of play (5.1, 17.0, 35.2, 36.3, 37.3), and the Solar Orbit phase (6.3)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.events import EventKind
from grognard.core.game import OptionValue, Scenario
from grognard.core.nodes import Phase, Step
from grognard.core.state import Frame
from grognard.core.words import rule
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.world import NEXT

ORBITED = EventKind("orbited", "Everything in space moves one space clockwise", rule="6.3")

ORBIT_PHASE = Phase("solar_orbit", "Solar Orbit", rule("6.3"), "solar_orbit")
MOVES, FIGHTS, GROWS = "Movement", "Combat", "Reinforcements"

TERRANS_MOVE = Phase("terrans_move", "Terrans move", rule("6.4"), "terrans_move", MOVES, "terran")
ALIENS_MOVE = Phase("aliens_move", "Aliens move", rule("6.9"), "aliens_move", MOVES, "alien")
ALIENS_FIRE = Phase("aliens_fire", "Aliens fire", rule("8.1"), "combat", FIGHTS, "alien")
TERRANS_FIRE = Phase("terrans_fire", "Terrans fire", rule("8.1"), "combat", FIGHTS, "terran")
BOMBARDMENT = Phase("bombardment", "Orbital bombardment", rule("9.1"), "bombardment")
PRODUCTION = Phase("terran_production", "Terran production", rule("10.1"), "terran_production", GROWS, "terran")
RESEARCH = Phase("terran_research", "Terran research and development", rule("11.1"), "terran_research", GROWS, "terran")

INTRODUCTORY = (
    ORBIT_PHASE,
    TERRANS_MOVE,
    ALIENS_MOVE,
    ALIENS_FIRE,
    TERRANS_FIRE,
    BOMBARDMENT,
    PRODUCTION,
    RESEARCH,
    Phase("alien_reinforcements", "Alien reinforcements", rule("12.0"), "alien_reinforcements", GROWS, "alien"),
)
INTERMEDIATE = (
    *INTRODUCTORY[:-1],
    Phase("alien_conversion", "Atmospheric conversion", rule("21.1"), "alien_conversion", GROWS, "alien"),
    Phase("alien_production", "Alien production", rule("22.1"), "alien_production", GROWS, "alien"),
    Phase("alien_deployment", "Deployment of Bases and Converters", rule("18.1"), "alien_deployment", GROWS, "alien"),
)
QUASARSHIP = (
    ORBIT_PHASE,
    TERRANS_MOVE,
    Phase("quasarships_move", "Quasarships move", rule("35.4"), "quasarships_move", MOVES, "alien"),
    Phase("quasarships_fire", "Quasarships fire", rule("35.5"), "quasarships_fire", FIGHTS, "alien"),
    TERRANS_FIRE,
    Phase("quasarships_bombard", "Orbital bombardment", rule("35.6"), "quasarships_bombard", "", "alien"),
    PRODUCTION,
    RESEARCH,
)
REVOLT = (
    ORBIT_PHASE,
    Phase("earth_moves", "Earth moves", rule("36.3"), "terrans_move", MOVES, "earth"),
    Phase("mars_moves", "Mars moves", rule("36.3"), "terrans_move", MOVES, "mars"),
    Phase("earth_fires", "Earth fires", rule("36.3"), "combat", FIGHTS, "earth"),
    Phase("mars_fires", "Mars fires", rule("36.3"), "combat", FIGHTS, "mars"),
    BOMBARDMENT,
    Phase("earth_produces", "Earth produces", rule("36.8"), "terran_production", "Production", "earth"),
    Phase("mars_produces", "Mars produces", rule("36.8"), "terran_production", "Production", "mars"),
)
EXPANSION = (
    *REVOLT,
    Phase("research", "Research and prospecting", rule("37.6"), "terran_research", "Production"),
)
ALL = tuple({p.name: p for p in (*INTERMEDIATE, *INTRODUCTORY, *QUASARSHIP, *EXPANSION)}.values())


def sequence_in(scenario: Scenario, options: Mapping[str, OptionValue]) -> tuple[Phase, ...]:
    form = scenario.data["form"]
    if form == "invasion":
        return INTERMEDIATE if "bases" in scenario.data.get("rules", ()) else INTRODUCTORY
    return {"quasarship": QUASARSHIP, "revolt": REVOLT, "expansion": EXPANSION}[form]


class SolarOrbit(Step[State]):
    """Every planet, asteroid and unit on the map moves one space clockwise (6.3)."""

    name = "solar_orbit"

    def run(self, s: State, frame: Frame) -> None:
        after = NEXT
        s.at = [after[place] for place in s.at]
        s.body_at = [after[place] for place in s.body_at]
        s.emit(ORBITED)
