"""Control, victory points and the end of the game (18.4, 19.16 to 19.66, 19.84)."""

from __future__ import annotations

from grognard.core import Result, rule
from grognard.games.invasion_america.forces import SIDES, US
from grognard.games.invasion_america.state import State

CONTROL = rule("18.4")


def points(s: State) -> list[int]:
    """Victory points of each side by the hexes it controls."""
    totals = [0] * len(SIDES)
    for holder, value in zip(s.control, s.game.prize_points(s), strict=True):
        if holder >= 0:
            totals[holder] += value
    return totals


def names_of(sides: tuple[int, ...]) -> str:
    return "+".join(SIDES[side] for side in sides)


def judge(s: State) -> Result:
    """The result at the end of the last turn."""
    kind = s.setup.plan.victory["kind"]
    if kind == "conquest":
        return conquest(s)
    totals = points(s)
    if kind == "revolt":
        return revolt(s, totals)
    level = s.setup.plan.victory["points"]
    held = totals[US]
    if held >= level:
        return Result(SIDES[US], "victory", f"the US and Canada hold {held} victory points of the {level} they need")
    return best_aggressor(s, totals, f"the US and Canada hold only {held} victory points of the {level} they need")


def best_aggressor(s: State, totals: list[int], reason: str) -> Result:
    """The aggressor player with most points wins; several with as many share it (19.16)."""
    rivals = [held for held in s.setup.holders if US not in held]
    sums = [sum(totals[side] for side in held) for held in rivals]
    best = [held for held, total in zip(rivals, sums, strict=True) if total == max(sums)]
    winners = tuple(side for held in best for side in held)
    return Result(names_of(winners), "victory" if len(best) == 1 else "shared victory", reason)


def revolt(s: State, totals: list[int]) -> Result:
    """Scenario VI: the occupiers need points together, and in company one of them alone (19.66)."""
    victory = s.setup.plan.victory
    rivals = [held for held in s.setup.holders if US not in held]
    together = sum(totals[side] for held in rivals for side in held)
    best = max(sum(totals[side] for side in held) for held in rivals)
    enough = together >= victory["points"] if len(rivals) == 1 else together > victory["points"]
    if enough and (len(rivals) == 1 or best > victory["single"]):
        return best_aggressor(s, totals, f"the occupiers hold {together} points of cities")
    return Result(SIDES[US], "victory", f"the occupiers hold only {together} points of cities, {best} the strongest")


def conquest(s: State) -> Result:
    """The campaign: every urban and supply hex must be in the aggressors' hands (19.84)."""
    theatre = s.game.theatre
    cities = theatre.urban | theatre.supply
    free = sum(1 for prize, place in enumerate(theatre.prizes) if cities >> place & 1 and s.control[prize] in (US, -1))
    if free:
        return Result(SIDES[US], "victory", f"{free} cities are still out of the aggressors' hands")
    return best_aggressor(s, points(s), "the aggressors hold every city of the continent")
