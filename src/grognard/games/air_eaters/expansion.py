"""Expansion in the Solar System (37.4 to 37.7): development, prospecting, protests."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.events import OUTCOME, EventKind
from grognard.core.result import Result
from grognard.core.words import Refusal, rule
from grognard.games.air_eaters.charts import PLACEMENT
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, passenger
from grognard.games.air_eaters.units import DT, ITR, OF_TYPE, TR, TYPE
from grognard.games.air_eaters.verbs import NOT_NOW
from grognard.games.air_eaters.world import (
    BASE_SITE,
    CERES,
    EARTH_ORBIT,
    HEX0,
    HEX_SITES,
    MARS_ORBIT,
    MAX_MINING_BASES,
    MINING_BASE,
    ON_EARTH,
    ON_MARS,
    ORBIT,
    PALLAS,
    SITE_PLACE,
    SURFACE,
    SURFACES,
    VESTA,
)

DEVELOPMENT = {EARTH_SIDE: 15, MARS_SIDE: 10}  # 37.5
SURVEY = {EARTH_SIDE: 12, MARS_SIDE: 3}  # 37.6.1
UNDEVELOPED = [SURFACES.index[name] for name in ("mercury", "luna", "callisto")]
LINES = (PALLAS, VESTA, MINING_BASE, MINING_BASE + 1, MINING_BASE + 2, MINING_BASE + 3)  # 37.6.2

BARREN = EventKind("barren", "{side}: prospecting fails with {roll:int}", rule="37.6")
SURVEYED = EventKind("surveyed", "{side}: {n:int|IU|IUs} go to prospecting", rule="37.6.1")
CLAIMED = EventKind("claimed", "{side}: nothing new is found at {place}", rule="37.6.2")
FOUND = EventKind("found", "{side}: {site} is built at {place}", level=OUTCOME, rule="37.6.2")


def undeveloped(site: int) -> bool:
    """One of the sites of Mercury, Luna and Callisto, which either side may develop (37.5)."""
    return site < HEX_SITES and SURFACE[SITE_PLACE[site]] in UNDEVELOPED


def developer(s: State, site: int) -> int:
    """The only side with a Transport or tank in the site's hex, or -1 (37.5)."""
    sides = {
        s.owner[p] for kind in (TR, ITR, DT) for p in OF_TYPE[kind] if s.at[p] == SITE_PLACE[site] and s.carrier[p] < 0
    }
    return sides.pop() if len(sides) == 1 else -1


def pay_for_survey(s: State, side: int) -> None:
    s.points[side] -= SURVEY[side]
    s.surveys[side] += 1
    s.emit(SURVEYED, side, SURVEY[side])


def why_not_prospect(s: State, side: int) -> Refusal:
    if not s.setup.expansion:
        return Refusal(NOT_NOW, "there is no prospecting in this game")
    return Refusal(rule("37.6.1"), "a roll for a mining base takes {n:int|IU|IUs}", n=SURVEY[side])


def taken(s: State, place: int) -> bool:
    """A mining base or Ceres stands there (37.6.2)."""
    return place in s.body_at[MINING_BASE:] or place == s.body_at[CERES]


def odds(s: State, side: int) -> dict[str, Fraction]:
    """The chance of one more roll: the spaces still free now, fewer for each earlier roll that finds one."""
    cells = [place for line in LINES for place in PLACEMENT[line]]
    free = sum(1 for place in cells if not taken(s, place))
    chance = {free: Fraction(1)}  # of each number of free spaces when this roll is made
    for _ in range(sum(s.surveys)):
        after: dict[int, Fraction] = {}
        for n, p in chance.items():
            found = Fraction(n, 3 * len(cells))
            after[n] = after.get(n, Fraction(0)) + p * (1 - found)
            if n:
                after[n - 1] = after.get(n - 1, Fraction(0)) + p * found
        chance = after
    found = sum((p * Fraction(n, 3 * len(cells)) for n, p in chance.items()), Fraction(0))
    return {"a mining base": found, "nothing": 1 - found}


def prospect(s: State, side: int) -> None:
    """One roll for an Asteroid Mining Base, and two for its place (37.6, 37.6.2)."""
    roll = s.roll(6, "asteroid prospecting")
    if roll > 2:
        s.emit(BARREN, side, roll)
        return
    line = LINES[s.roll(6, "prospecting: line of the table") - 1]
    place = PLACEMENT[line][s.roll(6, "prospecting: column of the table") - 1]
    if taken(s, place):
        s.emit(CLAIMED, side, place)
        return
    slot = next((i for i in range(MAX_MINING_BASES) if s.body_at[MINING_BASE + i] < 0), -1)
    if slot < 0:
        s.emit(CLAIMED, side, place)
        return
    site = BASE_SITE + slot
    s.body_at[MINING_BASE + slot] = place
    s.exists[site] = 1
    s.devastated[site] = 0
    s.site_side[site] = side
    s.emit(FOUND, side, site, place)


def carries_defeat(s: State, transport: int) -> bool:
    """Is there a tank aboard that must not come down below, on the other side's home planet (37.4)?"""
    rider = passenger(s, transport)
    if not s.setup.expansion or rider < 0 or TYPE[rider] != DT:
        return False
    here = s.at[transport]
    orbit = ORBIT[here] if here >= HEX0 else here
    return orbit == (MARS_ORBIT if s.owner[rider] == EARTH_SIDE else EARTH_ORBIT)


def landed(s: State, tank: int) -> None:
    """A tank on the other side's home planet loses the game for its owner (37.4)."""
    surface = SURFACE[s.at[tank]]
    if s.owner[tank] == EARTH_SIDE and surface == ON_MARS:
        s.result = Result("mars", "victory", "an Earth tank has landed on Mars")
    elif s.owner[tank] == MARS_SIDE and surface == ON_EARTH:
        s.result = Result("earth", "victory", "a Martian tank has landed on Earth")
