"""Terran research and development (11.0), and whose permission it takes (33.4); prices and limits of 37.11."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Modifier, Refusal, rule
from grognard.games.air_eaters import expansion, players
from grognard.games.air_eaters.charts import DEEDS, MODIFIER, PREREQUISITE, PROJECT_TYPE, PROJECTS
from grognard.games.air_eaters.sides import CONSORTIUM, EARTH_SIDE, MARS_SIDE, TERRAN
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import DD, ITR
from grognard.games.air_eaters.verbs import V_RESEARCH

COST = 10  # IUs a project a turn (11.3)
MARTIAN_COST = 5  # 37.11
FUND = EventKind("funded", "{side}: {n:int|IU|IUs} go to research: {project}", rule="11.3")
SUCCESS = EventKind("success", "Research succeeds with {roll:int}: {project}", level=OUTCOME, rule="11.4")
FAILURE = EventKind("failure", "Research fails with {roll:int}: {project}", level=OUTCOME, rule="11.4")

RESEARCH: list[Code] = [(V_RESEARCH, i) for i in range(len(PROJECTS))]


def cost(side: int) -> int:
    return MARTIAN_COST if side == MARS_SIDE else COST


def open_projects(s: State, side: int) -> list[int]:
    """The projects that this form of play lets a side attempt (33.4, 36.10, 37.11)."""
    if s.setup.revolt or side not in (TERRAN, EARTH_SIDE, MARS_SIDE):
        return []
    if s.setup.solitaire:  # 35.3
        return [i for i, t in enumerate(PROJECT_TYPE) if players.TYPE_IS_WARSHIP[t]]
    if s.setup.expansion:
        wanted = (ITR,) if side == MARS_SIDE else (DD, ITR)
        return [i for i, t in enumerate(PROJECT_TYPE) if t in wanted]
    return list(range(len(PROJECTS)))


def fulfilled(
    s: State, side: int, project: int, table: list[tuple[int, int]] = PREREQUISITE, hopeful: bool = True
) -> bool:
    """A prerequisite or modifier: earlier research, and a deed of this turn that counts (11.2, 33.4)."""
    after, deed = table[project]
    if after >= 0 and not s.researched[side] >> after & 1:
        return False
    return not deed or bool(players.shared_deeds(s, side, project, hopeful) & deed)


def fundable(s: State, side: int) -> list[Code]:
    """Projects that may be researched this turn."""
    if s.points[side] < cost(side):
        return []
    done = s.researched[side] | s.funded[side]
    return [RESEARCH[i] for i in open_projects(s, side) if not done >> i & 1 and fulfilled(s, side, i)]


def fund(s: State, side: int, project: int) -> None:
    s.points[side] -= cost(side)
    s.funded[side] |= 1 << project
    s.emit(FUND, side, cost(side), project)


def why_not(s: State, side: int, project: int) -> Refusal:
    if project not in open_projects(s, side):
        return Refusal(_closed(s), "that research is not open to you")
    if s.researched[side] >> project & 1:
        return Refusal(rule("11.1"), "{project} has been researched already", project=project)
    if s.funded[side] >> project & 1:
        return Refusal(rule("11.3"), "{project} has its IUs for this turn", project=project)
    after, deed = PREREQUISITE[project]
    if after >= 0 and not s.researched[side] >> after & 1:
        return Refusal(rule("11.2"), "{after:project} must be researched first", after=after)
    if deed and not players.shared_deeds(s, side, project) & deed:
        return Refusal(rule("11.2"), "this needs {deed:text}", deed=DEEDS.names[deed.bit_length() - 1])
    return Refusal(rule("11.3"), "research takes {n:int|IU|IUs}", n=cost(side))


def _closed(s: State) -> str:
    """The rule that closes a project to a side."""
    if s.setup.solitaire:
        return rule("35.3")
    if s.setup.war:
        return rule("36.10") if s.setup.revolt else rule("37.11")
    return rule("33.4") if CONSORTIUM in s.setup.sides else rule("32.2")


def highest(s: State, side: int, project: int) -> int:
    """The highest roll that succeeds: 2, or 3 with the die roll modifier (11.4), which Expansion never has (37.11)."""
    return 2 + len(modifiers(s, side, project))


def modifiers(s: State, side: int, project: int) -> list[Modifier]:
    after, deed = MODIFIER[project]
    if s.setup.expansion or (after < 0 and not deed) or not fulfilled(s, side, project, MODIFIER, hopeful=False):
        return []
    return [Modifier(1, DEEDS.names[deed.bit_length() - 1] if deed else "Destroyers researched before", rule("11.4"))]


def odds(s: State, side: int, project: int) -> Mapping[str, Fraction]:
    limit = highest(s, side, project)
    return {"success": Fraction(limit, 6), "failure": Fraction(6 - limit, 6)}


class ResearchPhase(Step[State]):
    """A die for each project that has its IUs (11.4); in Expansion prospecting follows (37.6)."""

    name = "terran_research"

    def run(self, s: State, frame: Frame) -> None:
        for side in s.setup.sides:
            limits = [(i, highest(s, side, i)) for i in range(len(PROJECTS)) if s.funded[side] >> i & 1]
            for project, limit in limits:
                roll = s.roll(6, f"research: {PROJECTS.ids[project]}")
                s.emit(SUCCESS if roll <= limit else FAILURE, roll, project)
                if roll <= limit:
                    s.researched[side] |= 1 << project
            s.funded[side] = 0
            for _ in range(s.surveys[side]):
                expansion.prospect(s, side)
            s.surveys[side] = 0
