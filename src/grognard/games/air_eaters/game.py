"""The Air-Eaters Strike Back: sides, scenarios, options, nodes and the kernel's questions (1.0, 14.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grognard.core.data import read_data, read_folder, read_text
from grognard.core.game import Area, Game, Option, OptionValue, Scenario, Setup
from grognard.core.nodes import Phase
from grognard.core.result import Result
from grognard.core.verbs import Code
from grognard.core.words import rule
from grognard.games.air_eaters import (
    alien_production,
    areas,
    asteroids,
    bombardment,
    charts,
    combat,
    conversion,
    dealings,
    flight,
    ground,
    landers,
    lifting,
    movement_alien,
    players,
    prepare,
    production,
    quasarship,
    reinforcements,
    research,
    rounds,
    sequence,
    ships,
    sides,
    staff,
    state,
    tablecloth,
    units,
    verbs,
    victory,
    view,
    words,
    world,
)
from grognard.games.air_eaters.sides import SIDES, Table

SCENARIOS = ("introductory", "intermediate", "advanced", "quasarship_assault", "martian_revolt", "expansion")
INVASIONS = ("introductory", "intermediate", "advanced")
WITH_BASES = ("intermediate", "advanced")
WARS = ("martian_revolt", "expansion")

OPTIONS = (
    Option(
        "terran_players",
        "Terran players",
        1,
        (1, 2, 3),
        rule("32.0"),
        "The Terrans are held by one to three sides.",
        INVASIONS,
    ),
    Option(
        "alien_players",
        "Alien players",
        1,
        (1, 2),
        rule("34.0"),
        "The Aliens are held by one or two sides.",
        WITH_BASES,
    ),
    Option(
        "simultaneous_combat",
        "Simultaneous combat",
        rule=rule("29.0"),
        about="Advanced Terran units and those with them fire before they are removed.",
        scenarios=WITH_BASES,
    ),
    Option(
        "continuing_combat",
        "Continuing combat",
        rule=rule("30.0"),
        about="Combat in orbit goes on until one side is left or retreats. Simultaneous combat comes with it.",
        scenarios=(*WITH_BASES, *WARS),
    ),
    Option(
        "air_forces",
        "Air forces",
        rule=rule("31.3"),
        about="An Army may attack a Lander anywhere on Earth.",
        scenarios=WITH_BASES,
    ),
    Option(
        "landing_ships",
        "Crashing Alien ships",
        rule=rule("31.5"),
        about="Novaships and Quasarships may crash on planets.",
        scenarios=WITH_BASES,
    ),
    Option(
        "inertia",
        "Inertia and solar gravity",
        rule=rule("20.0"),
        about="Terran ships move as in the Intermediate Game.",
        scenarios=("quasarship_assault", *WARS),
    ),
    Option(
        "besieged_planets",
        "Besieged planets",
        rule=rule("27.0"),
        about="Industry under siege does not produce.",
        scenarios=("quasarship_assault", *WARS),
    ),
    Option(
        "repair", "Repair of industry", rule=rule("28.0"), about="Devastated industry can be repaired.", scenarios=WARS
    ),
    Option(
        "beginners_balance",
        "A lighter start for new Alien players",
        rule=rule("14.0"),
        about="Eight Industrial Units on Earth begin devastated.",
        scenarios=WITH_BASES,
    ),
    Option(
        "set_aside_planets",
        "Leave Venus, Pallas and Vesta out",
        rule=rule("4.3"),
        about="They have little effect in the Introductory Game.",
        scenarios=("introductory",),
    ),
    Option(
        "crawlers_destroy_armies",
        "Crawlers destroy Armies on 1-3",
        rule=rule("8.1"),
        about="Another reading of the land combat table, whose Army column is empty.",
        scenarios=INVASIONS,
    ),
)


def load_scenarios() -> list[Scenario]:
    out = []
    for name in SCENARIOS:
        data = read_data("air_eaters", "scenarios", f"{name}.toml")
        low, high = data["players"]
        out.append(
            Scenario(
                name,
                data["title"],
                data["about"],
                data["rule"],
                (low, high),
                data["turns"],
                data["minutes"],
                data["weight"],
                data["aim"],
                data,
            )
        )
    return out


NODES = (
    prepare.Preparation,
    prepare.SetUpTerrans,
    prepare.SetUpAliens,
    prepare.SetUpInSpace,
    prepare.ChooseForces,
    sequence.SolarOrbit,
    ground.TerransMove,
    ground.GroundStage,
    ground.GroundMovement,
    ground.GroundTo,
    lifting.LiftStage,
    lifting.LiftAndLand,
    lifting.Load,
    lifting.LiftTo,
    lifting.LandAt,
    flight.SpaceStage,
    flight.SpaceMovement,
    flight.SpaceTo,
    flight.Drift,
    movement_alien.AliensMove,
    movement_alien.AlienStage,
    movement_alien.BeamTo,
    movement_alien.CrawlersMove,
    movement_alien.CrawlTo,
    landers.LandersMove,
    landers.TakeAboard,
    landers.LanderTo,
    ships.ShipsMove,
    ships.ShipTo,
    ships.CruiseTo,
    ships.CrashAt,
    asteroids.Pushing,
    asteroids.Push,
    asteroids.PushTo,
    asteroids.GuidanceBegins,
    asteroids.Guide,
    asteroids.GuidanceEnds,
    asteroids.HitBase,
    combat.CombatPhase,
    combat.Volley,
    combat.Fire,
    combat.FireAt,
    combat.Bury,
    rounds.MoreRounds,
    rounds.Retreat,
    rounds.Retreats,
    rounds.RetreatTo,
    bombardment.BombardmentPhase,
    bombardment.Bombarding,
    bombardment.Bombard,
    bombardment.BombardAt,
    production.ProductionPhase,
    production.Allocation,
    production.Production,
    production.Pay,
    production.PlaceUnit,
    research.ResearchPhase,
    reinforcements.ReinforcementPhase,
    reinforcements.Reinforcements,
    reinforcements.Arrival,
    conversion.ConversionPhase,
    alien_production.AlienProductionPhase,
    alien_production.Produce,
    alien_production.Make,
    alien_production.DeploymentPhase,
    alien_production.Deploy,
    players.Permit,
    dealings.Recipient,
    dealings.Lend,
    dealings.Blockade,
    quasarship.QuasarshipsMove,
    quasarship.QuasarshipsFire,
    quasarship.QuasarshipsBombard,
)


class AirEaters(Game[state.State]):
    name = "air_eaters"
    title = "The Air-Eaters Strike Back"
    about = "Aliens invade a Solar System whose planets move. Designed by Keith Gross, published by Metagaming in 1981."
    edition = 1
    State = state.State

    def sides_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[int]:
        return sides.sides_in(scenario, options)

    def sequence_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[Phase]:
        return sequence.sequence_in(scenario, options)

    def make_setup(
        self, scenario: Scenario, options: Mapping[str, OptionValue], seats: Mapping[str, Sequence[str]] | None
    ) -> Setup:
        return Table(self, scenario, options, seats)

    def setup_state(self, s: state.State) -> None:
        prepare.prepare(s)

    def skip_phase(self, s: state.State, index: int) -> bool:
        if s.setup.solitaire and victory.assault_is_over(s):
            return True
        return view.is_idle(s, s.setup.sequence[index].name)

    def end_turn(self, s: state.State) -> None:
        victory.end_of_turn(s)
        if s.result is None:
            for side in s.setup.sides:
                s.deeds[side] = 0
            players.forget_grants(s)
            super().end_turn(s)

    def view(self, s: state.State, mask: int) -> dict[str, Any]:
        return view.view(s)

    def figures(self, s: state.State) -> dict[str, float]:
        return view.figures(s)

    def areas(self, s: state.State, mask: int) -> Iterable[Area]:
        return areas.areas(s)

    def threats(self, s: state.State, mask: int, place: int) -> Iterable[int]:
        return areas.threats(s, place)

    def check(self, s: state.State) -> Iterator[str]:
        return view.check(s)

    def evaluate(self, s: state.State, side: int) -> float:
        return staff.evaluate(s, side)

    def shortlist(self, s: state.State, side: int, codes: list[Code]) -> list[Code]:
        return staff.shortlist(s, side, codes)

    def resigned(self, s: state.State, side: int) -> Result:
        if s.setup.solitaire:
            return Result("alien", "resignation", "the Terrans resigned")
        camp = s.setup.terrans if s.setup.terrans >> side & 1 and not s.setup.war else 1 << side
        if s.setup.aliens >> side & 1:
            camp = s.setup.aliens
        others = [self.sides[i] for i in s.setup.sides if not camp >> i & 1]
        return Result("+".join(others), "resignation", f"{SIDES.names[side]} resigned")

    def table(self, name: str) -> Any:
        return charts.CHARTS[name]

    def chart_names(self) -> tuple[str, ...]:
        return tuple(charts.CHARTS)

    def board(self, scenario: str = "") -> dict[str, Any]:
        return tablecloth.board(dict(self.scenario(scenario or SCENARIOS[0]).data))

    def lessons(self) -> list[dict[str, Any]]:
        return list(read_folder("air_eaters", "lessons").values())


def build() -> AirEaters:
    return AirEaters(
        sides=SIDES,
        places=world.PLACES,
        pieces=units.PIECES,
        types=units.TYPES,
        verbs=verbs.VERBS,
        nodes=[node() for node in NODES],
        scenarios=load_scenarios(),
        options=OPTIONS,
        sequence=sequence.ALL,
        vocab=(world.BODIES, world.SITES, charts.PROJECTS, charts.DEEDS, charts.INDEXES),
        catalogues={"de": words.german()},
        notes=read_text("air_eaters", "notes.md"),
    )
