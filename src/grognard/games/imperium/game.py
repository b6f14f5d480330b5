"""Imperium: sides, scenarios, options, nodes, and the end of a game turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.core import Code, Game, Option, Phase, Result, Rng, Scenario, Vocabulary, rule
from grognard.core.data import read_data, read_folder, read_text
from grognard.core.events import TURN_BEGINS
from grognard.core.game import Area, OptionValue
from grognard.games.imperium import (
    appeals,
    areas,
    attrition,
    board,
    breaking_off,
    civil_war,
    colonisation,
    deployment,
    economics,
    fire,
    glory,
    interaction,
    intervention,
    invariants,
    landings,
    movement,
    pairing,
    peace,
    production,
    sequence,
    setup,
    space_combat,
    staff,
    state,
    surface_combat,
    surface_fire,
    view,
)
from grognard.games.imperium.facts import (
    CHARTS,
    IMPERIAL,
    KIND,
    OWNER,
    PIECES,
    PLACES,
    SIDE_IDS,
    TERRAN,
    TYPES,
)
from grognard.games.imperium.words import verbs

WON_BY = (
    "the governor's glory has fallen to the foot of its window",
    "the governor's glory has risen to the top of its window",
)
LENGTH = rule("Peace/Campaign")

OPTIONS = (
    Option(
        "homeworlds",
        "Homeworlds",
        rule=rule("Options/Homeworlds"),
        about="Sol and Gashidda defend on the ground with a factor of 10.",
    ),
    Option(
        "terraforming",
        "Terraforming",
        rule=rule("Options/Terraforming"),
        about="An outpost at a secondary star that is not of class M may grow into a world, for 3 RU a turn.",
    ),
    Option(
        "restricted_ships",
        "Restricted ship construction",
        rule=rule("Options/Restricted Ship Construction"),
        about="Terra builds no battleship before it has lost a dreadnought in combat.",
    ),
    Option(
        "wars",
        "Length of the campaign",
        0,
        (0, 1, 2, 3, 4, 5, 7, 9),
        rule=LENGTH,
        about="After so many wars the side that has won more of them has won; 0: until one side holds all.",
        scenarios=("campaign",),
    ),
)

NODES = (
    sequence.Production(),
    sequence.Movement(),
    sequence.Combat(),
    sequence.EndCombat(),
    sequence.EndPlayerTurn(),
    setup.SetUp(),
    setup.BeginService(),
    setup.Settle(),
    movement.BeginMovement(),
    movement.React(),
    movement.Move(),
    movement.Group(),
    space_combat.Battles(),
    space_combat.WhichBattle(),
    space_combat.BattleRound(),
    space_combat.SetRange(),
    space_combat.Fighters(),
    breaking_off.BreakOff(),
    pairing.Pairing(),
    pairing.Forward(),
    pairing.Match(),
    pairing.Extras(),
    pairing.ExtraFoe(),
    fire.Declarations(),
    fire.Declare(),
    fire.Reply(),
    fire.ResolveSpace(),
    interaction.Interaction(),
    interaction.Approach(),
    interaction.CloseApproach(),
    interaction.Bombardment(),
    interaction.Bombard(),
    interaction.ResolveBombardment(),
    landings.Landings(),
    landings.Land(),
    landings.DefenseFire(),
    surface_combat.Assaults(),
    surface_combat.WhichAssault(),
    surface_combat.AssaultRound(),
    surface_fire.SurfaceFire(),
    surface_combat.ResolveSurface(),
    economics.Income(),
    economics.Maintenance(),
    economics.Maintain(),
    economics.Frontier(),
    production.Arrivals(),
    production.PlaceForces(),
    deployment.Deploy(),
    deployment.DeployNext(),
    production.Orders(),
    production.EndOrders(),
    production.Order(),
    production.Replacements(),
    intervention.Intervention(),
    civil_war.Faction(),
    civil_war.Commit(),
    civil_war.CivilWar(),
    intervention.Obtain(),
    appeals.Appeals(),
    appeals.Appeal(),
    peace.Repatriation(),
    peace.Exchange(),
    peace.InterwarIncome(),
    peace.PostwarProduction(),
    attrition.Attrition(),
    attrition.Preserve(),
    attrition.AttritionRolls(),
    peace.Favour(),
    peace.InterwarProduction(),
    peace.InterwarDelivery(),
    colonisation.Colonisation(),
    colonisation.ColonistsTurn(),
    colonisation.Colonise(),
    peace.Redistribution(),
    peace.Redistribute(),
    peace.Attack(),
)


class Imperium(Game[state.State]):
    name = "imperium"
    title = "Imperium"
    about = "Empires in conflict: Terra and the Ziru Sirka, worlds in the balance."
    State = state.State

    def sequence_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[Phase]:
        return sequence.CAMPAIGN if scenario.name == "campaign" else sequence.ONE_WAR

    def setup_state(self, s: state.State) -> None:
        setup.begin(s)

    def skip_phase(self, s: state.State, index: int) -> bool:
        return sequence.is_skipped(s, s.setup.sequence[index])

    def end_turn(self, s: state.State) -> None:
        """Conquests are final, glory is settled, and the war may be over."""
        glory.note_changes(s)
        glory.conquer_worlds(s)
        risen = glory.settle_glory(s)
        intervention.offensive_fails(s, risen)
        winner = glory.winner_of_war(s)
        beaten = [side for side in (TERRAN, IMPERIAL) if glory.holds_nothing(s, side)]
        if s.setup.scenario.name == "campaign" and beaten:
            s.result = Result(
                SIDE_IDS[1 - beaten[0]], "campaign", "all worlds and outposts of the other side are taken"
            )
        elif winner >= 0:
            self._end_war(s, winner)
        else:
            s.turn += 1
            s.emit(TURN_BEGINS, s.turn)

    @staticmethod
    def _end_war(s: state.State, winner: int) -> None:
        if s.setup.scenario.name != "campaign":
            s.wins[winner] += 1
            s.result = Result(SIDE_IDS[winner], "war", WON_BY[winner])
            return
        if s.war == s.setup.options["wars"]:
            s.wins[winner] += 1
            ahead = s.wins[TERRAN] - s.wins[IMPERIAL]
            first = None if not ahead else SIDE_IDS[TERRAN if ahead > 0 else IMPERIAL]
            s.result = Result(first, "wars won", "more wars won than the other side" if ahead else "as many wars won")
            return
        peace.begin_peace(s, winner)

    def view(self, s: state.State, mask: int) -> dict[str, Any]:
        return {"pieces": view.pieces(s), "marks": view.marks(s), "extra": view.extra(s)}

    def figures(self, s: state.State) -> dict[str, float]:
        return view.figures(s)

    def areas(self, s: state.State, mask: int) -> Iterable[Area]:
        return areas.areas(s)

    def threats(self, s: state.State, mask: int, place: int) -> Iterable[int]:
        return areas.threats(s, place)

    def redraw(self, s: state.State, mask: int, rng: Rng) -> None:
        """Nothing is hidden but the dice, and these the kernel redraws."""

    def evaluate(self, s: state.State, side: int) -> float:
        return staff.evaluate(s, side)

    def follow(self, s: state.State, side: int, codes: list[Code]) -> list[Code]:
        return staff.follow(s, codes)

    def shortlist(self, s: state.State, side: int, codes: list[Code]) -> list[Code]:
        return staff.shortlist(s, side, codes)

    def check(self, s: state.State) -> Iterator[str]:
        if not s.here:
            s.index()
        yield from invariants.problems(s)

    def table(self, name: str) -> Any:
        return CHARTS[name]

    def chart_names(self) -> tuple[str, ...]:
        return tuple(CHARTS)

    def board(self, scenario: str = "") -> dict[str, Any]:
        return board.board()

    def lessons(self) -> list[dict[str, Any]]:
        return list(read_folder("imperium", "lessons").values())


def _scenario(name: str) -> Scenario:
    data = read_data("imperium", "scenarios", f"{name}.toml")
    return Scenario(
        name,
        data["title"],
        data["about"],
        rule("First War"),
        turns=data["turns"],
        minutes=data["minutes"],
        weight=data["weight"],
        aim=data["aim"],
        data=data,
    )


def german() -> dict[str, str]:
    """The catalogue, with the names of counters and surfaces put together from its words."""
    words: dict[str, str] = dict(read_data("imperium", "words.de.toml"))
    out = dict(words)
    for piece, name in enumerate(PIECES.names):
        kind = TYPES.names[KIND[piece]]
        number = name.rsplit(" ", 1)[1]
        out[name] = f"{words[kind]} {number} ({'Terra' if OWNER[piece] == TERRAN else 'Imperium'})"
    for many in range(100):  # outcomes of several dice
        out[f"{many} jump"] = f"{many} springen"
        out[f"{many} land"] = f"{many} landen"
        out[f"{many} destroyed"] = f"{many} zerstört"
        out[f"{many} disrupted"] = f"{many} gestört"
        out[f"{many} hit"] = f"{many} getroffen"
        out[f"{many} worn out"] = f"{many} verschlissen"
        out[f"factor {many}"] = f"Faktor {many}"
    for name in PLACES.names:
        if name.endswith(" surface"):
            out.setdefault(name, f"{name.removesuffix(' surface')}, Oberfläche")
        elif name.startswith("hex "):
            out[name] = f"Feld {name[4:]}"
    return out


def build() -> Imperium:
    return Imperium(
        sides=Vocabulary("side", SIDE_IDS, ("Terra", "Imperium")),
        places=PLACES,
        pieces=PIECES,
        types=TYPES,
        verbs=verbs,
        nodes=NODES,
        scenarios=[_scenario("first_war"), _scenario("campaign")],
        options=OPTIONS,
        sequence=sequence.CAMPAIGN,
        catalogues={"de": german()},
        notes=read_text("imperium", "notes.md"),
    )
