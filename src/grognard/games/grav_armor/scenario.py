"""Scenarios: setting them up, points and victory. Chapter Scenarios. Their documents are read in `documents`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.core import OUTCOME, EventKind, Frame, Result, Scenario, Setup, Step, rule
from grognard.games.grav_armor.equipment import SIDES
from grognard.games.grav_armor.state import DESTROYED, EVACUATED, GONE, LEFT_MAP, GravState, is_gone, occupied

if TYPE_CHECKING:
    from grognard.games.grav_armor.game import GravArmor
    from grognard.games.grav_armor.ground import Ground

COUNTED = EventKind(
    "counted",
    "Points at the end: Imperial {imperial:int}, League {league:int}",
    level=OUTCOME,
    rule=rule("Scenarios/Victory"),
)
HELD = EventKind("held", "{side:side} holds {title:text}", level=OUTCOME, rule=rule("Scenarios/Victory"))


class GravSetup(Setup):
    """A match's setup with the battlefield beside it."""

    def __init__(
        self,
        game: GravArmor,
        scenario: Scenario,
        options: Mapping[str, Any],
        seats: Mapping[str, Sequence[str]] | None,
    ) -> None:
        self.ground: Ground = game.ground(scenario.name)
        super().__init__(game, scenario, options, seats)


def set_up(s: GravState) -> None:
    """Everything where the scenario suggests. [Scenarios/Forces/3]"""
    g = s.ground
    for unit in g.dealt:
        s.at[unit.piece] = unit.at
        s.on[unit.piece] = unit.aboard
    for number, objective in enumerate(g.objectives):
        s.holder[number] = objective.holder


class ClosePhase(Step[GravState]):
    """After a phase: who holds what, and whether a side is beaten. Frame: the side that moved."""

    name = "close_phase"

    def run(self, s: GravState, frame: Frame) -> None:
        g = s.ground
        here = [occupied(s, 0), occupied(s, 1)]
        for number, objective in enumerate(g.objectives):
            hexes = 0
            for place in objective.places:
                hexes |= g.bit[place]
            holders = [side for side in (0, 1) if here[side] & hexes]
            if len(holders) == 1 and s.holder[number] != holders[0]:
                s.holder[number] = holders[0]
                s.emit(HELD, holders[0], objective.title)
        if any(all(s.at[p] in GONE for p in bodies) for bodies in g.bodies):
            end_by_points(s)


def points(s: GravState) -> tuple[int, int]:
    """Victory points of both sides: enemy units lost by their worth, objectives held, units brought off the map."""
    g = s.ground
    victory = g.data["victory"]
    score = list(victory.get("start", (0, 0)))
    rates = victory.get("losses", (1, 1))
    exits = victory.get("exit", {})
    at, worth = s.at, g.points
    for side in (0, 1):
        lost = sum([worth[p] for p in g.bodies[side] if at[p] == DESTROYED or at[p] == LEFT_MAP])
        score[1 - side] += lost * rates[1 - side]
        if exits.get("side") == SIDES[side]:
            score[side] += sum(worth[p] for p in g.bodies[side] if at[p] == EVACUATED) * int(exits.get("rate", 1))
    for number, objective in enumerate(g.objectives):
        if s.holder[number] >= 0:
            score[s.holder[number]] += objective.points[s.holder[number]]
    return score[0], score[1]


def end_by_points(s: GravState) -> None:
    """Who has won by points, and how clearly. [Scenarios/Victory]"""
    imperial, league = points(s)
    s.emit(COUNTED, imperial, league)
    victory = s.ground.data["victory"]
    lead = imperial - league
    if abs(lead) <= victory.get("draw", 0):
        s.result = Result(None, "draw", "the points are level, or nearly so")
        return
    level = "decisive victory" if abs(lead) >= victory.get("decisive", 20) else "victory"
    reason = "the Imperial side has more points" if lead > 0 else "the League has more points"
    s.result = Result(SIDES[0 if lead > 0 else 1], level, reason)


def figures(s: GravState) -> dict[str, float]:
    g = s.ground
    out: dict[str, float] = {"turn": s.turn}
    for side, name in enumerate(SIDES):
        out[f"{name}_units"] = sum(1 for p in g.bodies[side] if not is_gone(s, p))
    for side, name in enumerate(SIDES):
        out[f"{name}_destroyed"] = sum(1 for p in g.bodies[side] if s.at[p] in (DESTROYED, LEFT_MAP))
    out["imperial_points"], out["league_points"] = points(s)
    return out
