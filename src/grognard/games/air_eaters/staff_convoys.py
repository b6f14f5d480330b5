"""The staff's judgement of tanks off Earth: garrisons of other planets, and landings where Aliens have settled."""

from __future__ import annotations

from grognard.games.air_eaters.state import State, space_of, standing
from grognard.games.air_eaters.units import BASES, CONVERTERS, CRAWLERS, PASSENGERS
from grognard.games.air_eaters.world import EARTH, HEX0, ON_EARTH, ORBIT, ORBIT0, SITE_PLACE, SITES_OF_ORBIT, SURFACE
from grognard.games.air_eaters.worth import steps

GARRISON, LANDING = 1.6, 2.2  # for a tank beside lonely industry, and for one aboard over Aliens on the ground
HOME_GUARD = 4  # tanks that Earth keeps: they fly wherever Aliens land (6.4.1)


def convoys(s: State) -> float:
    """What Terran ground troops gain by where they are, or are carried, off Earth."""
    grounded = {s.at[p] for p in PASSENGERS if s.at[p] >= HEX0}
    value = GARRISON * sum(
        1
        for site, place in enumerate(SITE_PLACE)
        if place in grounded and SURFACE[place] != ON_EARTH and standing(s, site)
    )
    aboard = [p for p in PASSENGERS if s.carrier[p] >= 0]
    if not aboard or sum(s.at[p] >= HEX0 and SURFACE[s.at[p]] == ON_EARTH for p in PASSENGERS) < HOME_GUARD:
        return value
    goals = _goals(s, grounded)
    for p in aboard:
        here = s.at[p]
        space = space_of(s, here)
        if space >= 0 and goals:
            away = steps(space)
            arrived = [worth for goal, worth in goals.items() if here == goal]
            there = [worth - 0.15 - 0.1 * away[s.body_at[goal - ORBIT0]] for goal, worth in goals.items()]
            value += max(0.0, *arrived, *there)
    return value


def _goals(s: State, grounded: set[int]) -> dict[int, float]:
    """Orbit boxes worth flying to, and how much: over Aliens on the ground, or over industry without any tank."""
    out: dict[int, float] = {}
    for n, space in enumerate(s.body_at[:8]):
        if n != EARTH and space >= 0:
            lonely = any(standing(s, i) and SITE_PLACE[i] not in grounded for i in SITES_OF_ORBIT[n])
            if lonely:
                out[ORBIT0 + n] = 0.8 * GARRISON
    for p in (*CRAWLERS, *BASES, *CONVERTERS):
        if s.at[p] >= HEX0 and SURFACE[s.at[p]] != ON_EARTH:
            out[ORBIT[s.at[p]]] = LANDING
    return out
