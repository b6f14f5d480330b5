"""Invasion: America: what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from grognard.board.bits import from_list, to_list
from grognard.board.charts import Chart, load_charts
from grognard.board.reach import components
from grognard.board.steps import Steps
from grognard.core import Area, Code, Game, Phase, Result, Rng, Scenario, Setup, Vocabulary, rule
from grognard.core.data import read_data, read_folder, read_text
from grognard.core.game import OptionValue
from grognard.games.invasion_america import (
    advance,
    areas,
    attack,
    backs,
    check,
    deployment,
    display,
    movement,
    naval,
    paths,
    rail,
    replacements,
    result,
    retreat,
    scenarios,
    special,
    staff,
    summits,
    supply,
    victory,
)
from grognard.games.invasion_america.events import AWAKE, WINTER
from grognard.games.invasion_america.forces import (
    CAN,
    ESC,
    FORCE_NAMES,
    FORCES,
    PAL,
    SAU,
    SIDE_NAMES,
    SIDES,
    US,
    Forces,
)
from grognard.games.invasion_america.options import OPTIONS
from grognard.games.invasion_america.setup import HOLDERS, WarSetup
from grognard.games.invasion_america.state import State as WarState
from grognard.games.invasion_america.theatre import Theatre
from grognard.games.invasion_america.verbs import VERBS

TITLES = {ESC: "E.S.C. Player-Turn", SAU: "S.A.U. Player-Turn", PAL: "P.A.L. Player-Turn", US: "US/Canada Player-Turn"}


def _aggressor(side: int) -> tuple[Phase, ...]:
    """4.2, A to C."""
    key, under = SIDES[side], TITLES[side]
    return (
        Phase(f"{key}_diplomacy", "Diplomacy", rule("19.92"), "summit", under, key),
        Phase(f"{key}_naval", "Naval Movement", rule("5.11"), "naval", under, key),
        Phase(f"{key}_replacements", "Replacements", rule("8.2"), "replacements", under, key),
        Phase(f"{key}_supply", "Primary Supply Judgment", rule("9.31"), "judge_supply", under, key),
        Phase(f"{key}_movement", "Land Movement", rule("10.11"), "movement", under, key),
        Phase(f"{key}_combat", "Combat", rule("13.0"), "combat", under, key),
        Phase(f"{key}_secondary", "Secondary Supply Judgment", rule("9.31"), "judge_supply", under, key),
        Phase(f"{key}_mechanized", "Mechanized Movement", rule("10.0"), "mechanized", under, key),
    )


SEQUENCE = (
    *_aggressor(SAU),
    *_aggressor(ESC),
    *_aggressor(PAL),
    Phase("us_partisans", "Partisan Call", rule("19.83"), "partisan_call", TITLES[US], "us"),
    Phase("us_diplomacy", "Diplomacy", rule("19.92"), "summit", TITLES[US], "us"),
    Phase("us_replacements", "Replacements", rule("8.2"), "replacements", TITLES[US], "us"),
    Phase("us_supply", "Primary Supply Judgment", rule("9.31"), "judge_supply", TITLES[US], "us"),
    Phase("us_rail", "Rail Movement", rule("16.4"), "railroads", TITLES[US], "us"),
    Phase("us_movement", "Land Movement", rule("10.11"), "movement", TITLES[US], "us"),
    Phase("us_combat", "Combat", rule("13.0"), "combat", TITLES[US], "us"),
    Phase("us_secondary", "Secondary Supply Judgment", rule("9.31"), "judge_supply", TITLES[US], "us"),
    Phase("us_mechanized", "Mechanized Movement", rule("10.0"), "mechanized", TITLES[US], "us"),
)

CHAPTERS = (deployment, naval, replacements, supply, rail, movement, attack, result, retreat, advance, special, summits)


def _catalogue(name: str, forces: Forces) -> dict[str, str]:
    """A language's words; a counter's name is its kind's and a number."""
    words: dict[str, str] = dict(read_data("invasion_america", name))
    for pool, members in enumerate(forces.members):
        kind = forces.pool.names[pool]
        for number, piece in enumerate(members, start=1):
            words[forces.vocabulary.names[piece]] = f"{words.get(kind, kind)} {number}"
    return words


class InvasionAmerica(Game[WarState]):
    name: ClassVar[str] = "invasion_america"
    title: ClassVar[str] = "Invasion: America"
    about: ClassVar[str] = "Three coalitions invade North America; corps, fleets and bombers on 4,408 hexes."
    State: ClassVar[type[WarState]] = WarState

    def __init__(self, documents: Sequence[str] = (), land: dict[str, Any] | None = None) -> None:
        self.forces = forces = Forces()
        self.theatre = theatre = Theatre(land)
        prizes = theatre.prizes
        places = theatre.vocabulary
        super().__init__(
            sides=Vocabulary("side", SIDES, SIDE_NAMES),
            places=places,
            pieces=forces.vocabulary,
            types=forces.types,
            verbs=VERBS,
            nodes=[kind() for chapter in CHAPTERS for kind in chapter.NODES],
            scenarios=scenarios.everything(documents, forces, theatre),
            options=OPTIONS,
            sequence=SEQUENCE,
            vocab=[
                Vocabulary("force", FORCES, FORCE_NAMES),
                forces.pool,
                Vocabulary("prize", [places.ids[p] for p in prizes], [places.names[p] for p in prizes]),
                Vocabulary("topic", summits.TOPICS, summits.TOPIC_NAMES),
            ],
            catalogues={"de": _catalogue("words.de.toml", forces)},
            notes=read_text("invasion_america", "notes.md"),
        )
        self.charts = load_charts(read_data("invasion_america", "charts.toml"))
        self._tables()
        self._lists()
        self.staff = staff.Staff(self)

    def _tables(self) -> None:
        """What the rules ask of the map in a form that answers at once."""
        theatre = self.theatre
        chart = self.charts["combat_results"]
        assert isinstance(chart, Chart)
        self.results = [[chart.cell(column, roll) for roll in range(1, 7)] for column in range(len(chart.columns))]
        self.outcomes = tuple(sorted(chart.outcomes))
        self.ship_hexes = theatre.sea | theatre.coastal
        self.lane_steps = Steps(theatre.size, theatre.lanes)
        self.open_seas = components(self.lane_steps, theatre.sea)
        self.open_waters = components(self.lane_steps, self.ship_hexes)
        self.trace_steps = Steps(theatre.size, theatre.trace)
        self.strike = [0] * theatre.size
        self.strike_hover = [0] * theatre.size
        for a in range(theatre.size):
            for b in theatre.near[a]:
                if theatre.is_attackable(a, b, False):
                    self.strike[a] |= 1 << b
                if theatre.is_attackable(a, b, True):
                    self.strike_hover[a] |= 1 << b
        index = self.vocab["place"].index
        self.destroyed = [index[f"destroyed_{force}"] for force in FORCES]
        cities = theatre.urban | theatre.supply
        self.cities = cities & (theatre.areas["usa"] | theatre.areas["canada"])
        self.city_points = [
            0 if theatre.resource >> p & 1 and not cities >> p & 1 else theatre.points[p] for p in theatre.prizes
        ]
        self.all_points = [theatre.points[p] for p in theatre.prizes]
        self.faces = display.faces(self)
        # Computed when first asked for, kept while the program runs; never part of a state.
        self.reaches: dict[int, paths.Around] = {}
        self.hindered: dict[tuple[int, ...], tuple[int, int, paths.Ways]] = {}
        self.no_footing = bytes(theatre.count)
        self.suburbs: dict[int, int] = {}
        self.seas: dict[int, list[int]] = {}

    def _lists(self) -> None:
        """The units of each side by what they can do."""
        forces = self.forces

        def having(flags: Sequence[bool]) -> list[list[int]]:
            return [[p for p in units if flags[p]] for units in forces.of_side]

        self.movers_of = having([a or b for a, b in zip(forces.is_land, forces.is_air, strict=True)])
        self.mechanized_of = having(forces.is_mechanized)
        self.mover_bits = [from_list(units) for units in self.movers_of]
        self.mechanized_bits = [from_list(units) for units in self.mechanized_of]
        self.side_bits = [from_list(units) for units in forces.of_side]
        self.force_bits = [from_list(range(forces.count)[units]) for units in forces.of_force]
        self.carriers_of = having(forces.carries)
        self.depots_of = having(forces.is_supply)
        self.landers_of = having(forces.is_landing)
        self.fliers_of = having(forces.is_flier)
        self.flier_bits = [from_list(units) for units in self.fliers_of]
        self.disputers_of = having(forces.disputes)
        self.attackers_of = having(forces.attacks)
        self.rails = having(forces.is_rail)[US]
        self.ships_of = having(forces.is_naval)
        self.pools_of_side = [
            [n for n in range(len(forces.values)) if forces.side_of[forces.members[n][0]] == side]
            for side in range(len(SIDES))
        ]
        self.holders_of_box = [side == PAL for side in range(len(SIDES))]

    # --- set-up

    def sides_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[int]:
        from grognard.games.invasion_america.setup import plan_of

        return plan_of(scenario, options, self).sides

    def sequence_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[Phase]:
        sides = {SIDES[side] for side in self.sides_in(scenario, options)}
        talks = bool(options["summits"]) and int(options["players"]) > 2
        campaign = bool(scenario.data["plan"].campaign)
        ships = {SIDES[ESC], SIDES[SAU], SIDES[PAL]}
        for phase in self.sequence:
            if phase.side not in sides or (phase.node == "summit" and not talks):
                continue
            if phase.node == "partisan_call" and not campaign:
                continue
            if phase.node == "naval" and phase.side not in ships:
                continue
            yield phase

    def default_seats(self, setup: Setup) -> dict[str, tuple[int, ...]]:
        out = {}
        for held in HOLDERS[int(setup.options["players"])]:
            present = tuple(side for side in held if side in setup.sides)
            if present:
                out["_".join(self.sides[side] for side in present)] = present
        return out

    def in_one_hand(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Nobody is there to talk to in secret or in the open: no summits (19.92)."""
        return {**options, "summits": False}

    def make_setup(
        self, scenario: Scenario, options: Mapping[str, OptionValue], seats: Mapping[str, Sequence[str]] | None
    ) -> WarSetup:
        setup = WarSetup(self, scenario, options, seats)
        setup.jobs = deployment.jobs_of(setup, self.forces)
        return setup

    def setup_state(self, s: WarState) -> None:
        forces, plan = self.forces, s.setup.plan
        for pool, values in enumerate(forces.values):
            dealt = values[:]
            if forces.hidden_pool[pool]:
                s.shuffle(dealt, "mix the untried units")
            for piece, strength in zip(forces.members[pool], dealt, strict=True):
                s.strength[piece] = strength
        present = {order.force for order in plan.orders}
        waiting = {p for job in s.setup.jobs for p in job.pieces}
        for piece in range(forces.count):
            absent = forces.force_of[piece] not in present or (plan.revolt and not forces.is_militia[piece])
            if piece not in waiting and not absent:
                s.at[piece] = s.box_of(piece)
        self._control(s)
        if plan.waiting:
            together = s.setup.holder_of.get(ESC) == s.setup.holder_of.get(SAU)
            s.sau_awake = int(not (plan.waiting.get("sau") and together))
            s.canada_awake = int(not plan.waiting.get("canada"))
        s.partisans = int(bool(s.opt("partisans")))
        s.push("deploy_next", 0)

    def _control(self, s: WarState) -> None:
        """Who holds the victory hexes at the start: the defenders, the aggressors round their depots, in VI nobody."""
        plan, theatre = s.setup.plan, self.theatre
        s.control = [-1 if plan.revolt else US] * len(theatre.prizes)
        for prize, place in enumerate(theatre.prizes):
            near = [
                (theatre.distance(depot, place), order.side)
                for order in plan.orders
                for depot in order.depots
                if theatre.distance(depot, place) <= order.radius
            ]
            if near:
                s.control[prize] = min(near)[1]

    # --- the turn

    def skip_phase(self, s: WarState, index: int) -> bool:
        """Player-turns in which a force does not act (19.35, 19.65)."""
        side = s.setup.phase_side[index]
        if side == SAU and not s.sau_awake:
            return True
        return side != US and s.turn < s.setup.plan.revolt.get("first_aggressor_turn", 0)

    def end_turn(self, s: WarState) -> None:
        if s.turn >= s.setup.plan.turns:
            s.result = victory.judge(s)
            return
        super().end_turn(s)
        if s.setup.is_winter(s.turn) and not s.setup.is_winter(s.turn - 1):
            s.emit(WINTER)

    def check_waiting(self, s: WarState) -> None:
        """Do the forces that stand by join in now (19.35)?"""
        waiting = s.setup.plan.waiting
        if not waiting:
            return
        watched = SIDES.index(waiting["watched"])
        total = supplies = 0
        for prize, place in enumerate(self.theatre.prizes):
            if s.control[prize] == watched:
                total += self.theatre.points[place]
                supplies += 5 if self.theatre.supply >> place & 1 else 0
        if total >= waiting["points"] and supplies >= waiting["supply_points"]:
            if not s.canada_awake:
                self.awaken(s, CAN)
            if not s.sau_awake:
                self.awaken(s, FORCES.index("sau"))

    def awaken(self, s: WarState, force: int) -> None:
        if force == CAN:
            s.canada_awake = 1
        else:
            s.sau_awake = 1
        s.emit(AWAKE, force)

    # --- questions

    def prize_points(self, s: WarState) -> list[int]:
        """What each victory hex counts in this scenario: resources count nothing where the cities decide (19.66)."""
        return self.city_points if s.setup.plan.victory["kind"] == "revolt" else self.all_points

    def points(self, s: WarState) -> list[int]:
        return victory.points(s)

    def near_cities(self, radius: int) -> int:
        """Land within so many hexes of an urban or supply hex of the US or Canada (19.62)."""
        known = self.suburbs.get(radius)
        if known is None:
            known = 0
            for place in to_list(self.cities):
                known |= self.theatre.within(place, radius)
            known = self.suburbs[radius] = known & self.theatre.land
        return known

    def figures(self, s: WarState) -> dict[str, float]:
        totals = victory.points(s)
        out: dict[str, float] = {"turn": s.turn}
        for side, name in enumerate(SIDES):
            out[f"vp_{name}"] = totals[side]
        out["supply_us"] = replacements.supply_hexes(s)
        limit = self.theatre.holding
        for force, name in enumerate(FORCES):
            places = s.at[self.forces.of_force[force]]
            out[f"units_{name}"] = sum(0 <= place <= limit for place in places)
            out[f"destroyed_{name}"] = places.count(self.destroyed[force])
        return out

    def view(self, s: WarState, mask: int) -> dict[str, Any]:
        return display.view(s, mask)

    def board(self, scenario: str = "") -> dict[str, Any]:
        return display.board(self)

    def areas(self, s: WarState, mask: int) -> Iterator[Area]:
        return areas.areas(s)

    def threats(self, s: WarState, mask: int, place: int) -> list[int]:
        return areas.threats(s, place)

    def evaluate(self, s: WarState, side: int) -> float:
        return staff.evaluate(s, side)

    def shortlist(self, s: WarState, side: int, codes: list[Code]) -> list[Code]:
        return staff.shortlist(s, side, codes)

    def table(self, name: str) -> Any:
        return self.charts[name].table()

    def follow(self, s: WarState, side: int, codes: list[Code]) -> list[Code]:
        return staff.follow(s, side, codes)

    def chart_names(self) -> tuple[str, ...]:
        return tuple(self.charts)

    def lessons(self) -> list[dict[str, Any]]:
        return list(read_folder("invasion_america", "lessons").values())

    def resigned(self, s: WarState, side: int) -> Result:
        """When the US and Canada give up, the aggressor with most points wins (19.16); else all others do."""
        if side == US:
            return victory.best_aggressor(s, victory.points(s), "the US and Canada resigned")
        return super().resigned(s, side)

    def redraw(self, s: WarState, mask: int, rng: Rng) -> None:
        """Deal the strengths nobody has seen anew, each way as likely as it is (18.32)."""
        backs.redraw(s, rng)
        summits.redraw(s, mask, rng)

    def confidants(self, s: WarState, side: int) -> int:
        return summits.confidants(s, side)

    def check(self, s: WarState) -> Iterator[str]:
        return check.problems(s)


def build(documents: Sequence[str] = (), land: dict[str, Any] | None = None) -> InvasionAmerica:
    """The game; `documents`: the texts of scenarios of your own (19.7); `land`: another map in the form of map.json."""
    return InvasionAmerica(documents, land)
