"""Expansion in the Solar System (37.4 to 37.7): development, prospecting, protests."""

from __future__ import annotations

from grognard.core.events import OUTCOME, EventKind
from grognard.core.result import Result
from grognard.games.air_eaters.charts import PLACEMENT
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import DT, ITR, OF_TYPE, TR
from grognard.games.air_eaters.world import (
    BASE_SITE,
    CERES,
    HEX_SITES,
    MAX_MINING_BASES,
    MINING_BASE,
    ON_EARTH,
    ON_MARS,
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

BARREN = EventKind("barren", "{side} prospect in vain with {roll:int}", rule="37.6")
CLAIMED = EventKind("claimed", "{side} find nothing new at {place}", rule="37.6.2")
FOUND = EventKind("found", "{side} build {site} at {place}", level=OUTCOME, rule="37.6.2")


def undeveloped(site: int) -> bool:
    """One of the sites of Mercury, Luna and Callisto, which either side may develop (37.5)."""
    return site < HEX_SITES and SURFACE[SITE_PLACE[site]] in UNDEVELOPED


def developer(s: State, site: int) -> int:
    """The only side with a Transport or tank in the site's hex, or -1 (37.5)."""
    sides = {
        s.owner[p] for kind in (TR, ITR, DT) for p in OF_TYPE[kind] if s.at[p] == SITE_PLACE[site] and s.carrier[p] < 0
    }
    return sides.pop() if len(sides) == 1 else -1


def prospect(s: State, side: int) -> None:
    """One roll for an Asteroid Mining Base, and two for its place (37.6, 37.6.2)."""
    roll = s.roll(6, "asteroid prospecting")
    if roll > 2:
        s.emit(BARREN, side, roll)
        return
    line = LINES[s.roll(6, "prospecting: line of the table") - 1]
    place = PLACEMENT[line][s.roll(6, "prospecting: column of the table") - 1]
    if place in s.body_at[MINING_BASE:] or place == s.body_at[CERES]:
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


def landed(s: State, tank: int) -> None:
    """A tank on the other side's home planet loses the game for its owner (37.4)."""
    surface = SURFACE[s.at[tank]]
    if s.owner[tank] == EARTH_SIDE and surface == ON_MARS:
        s.result = Result("mars", "victory", "an Earth tank has landed on Mars")
    elif s.owner[tank] == MARS_SIDE and surface == ON_EARTH:
        s.result = Result("earth", "victory", "a Martian tank has landed on Earth")
