"""The staff's judgement where Terrans fight Terrans: the Martian Revolt (36.0) and the Expansion (37.0)."""

from __future__ import annotations

from grognard.games.air_eaters.charts import PROJECTS
from grognard.games.air_eaters.expansion import undeveloped
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import DT, ITR, KIND_OF, N_TYPES, SPACE, TERRAN_TYPES, TR, TYPE
from grognard.games.air_eaters.world import (
    HEX0,
    INDUSTRY,
    MARS,
    MARS_ORBIT,
    MARS_SITES,
    ON_EARTH,
    ON_MARS,
    ORBIT0,
    RING_PLACES,
    SITE_AT,
    SURFACE,
)
from grognard.games.air_eaters.worth import IU, PAID, POINT, READY, WORTH, hexes_to_industry, steps, volley

IDLE_FLEET = 0.35  # what a unit counts in the Expansion, where nobody needs to fight


def war(s: State) -> float:
    """Earth's view of the Martian Revolt and of the Expansion."""
    value = 0.0
    weight = IDLE_FLEET if s.setup.expansion else 1.0
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        earth = s.owner[piece] == EARTH_SIDE
        sign = 1 if earth else -1
        value += sign * (weight * WORTH[TYPE[piece]] + war_post(s, piece, place, earth))
        if s.carrier[piece] < 0:
            crowd.setdefault(place, ([], []))[0 if earth else 1].append(piece)
    for place, (ours, theirs) in crowd.items():
        if ours and theirs:
            value += volley(place, ours, theirs)[0] - volley(place, theirs, ours)[0]
        if s.setup.revolt and SURFACE[place] == ON_EARTH:  # tanks and Transports of Earth look for each other
            kinds = [TYPE[p] for p in ours]
            value += min(kinds.count(TR), kinds.count(DT))
    for site, there in enumerate(s.exists):
        if not there:
            continue
        left = INDUSTRY[site] - s.devastated[site]
        holder = s.site_side[site]
        worth = 8.0 if s.setup.expansion else IU
        if s.setup.revolt and site in MARS_SITES:
            worth = 25.0
        value += left * worth * ((holder == EARTH_SIDE) - (holder == MARS_SIDE))
    for side, sign in ((EARTH_SIDE, 1), (MARS_SIDE, -1)):
        base = side * N_TYPES
        value += sign * POINT * s.points[side]
        value += sign * 2.9 * s.surveys[side]
        for project in range(len(PROJECTS)):
            if s.researched[side] >> project & 1:
                value += sign * 16
            elif s.funded[side] >> project & 1:
                value += sign * 16 / 3
        for kind in TERRAN_TYPES:
            value += sign * (PAID * s.paid[base + kind] + weight * READY * WORTH[kind] * s.ready[base + kind])
    return value


def war_post(s: State, piece: int, place: int, earth: bool) -> float:
    """Earth draws towards Mars in the Revolt; Transports and tanks towards sites to develop in the Expansion."""
    kind = TYPE[piece]
    if s.setup.expansion:
        if place >= HEX0 and SITE_AT[place] >= 0 and undeveloped(SITE_AT[place]) and kind in (TR, ITR, DT):
            return 4.0
        home = MARS_ORBIT if earth else ORBIT0 + 2
        return -15.0 if place == home and KIND_OF[piece] == SPACE else 0.0
    if not earth:
        return 0.4 if place == MARS_ORBIT else 0.0
    if place >= HEX0:
        if SURFACE[place] != ON_MARS or KIND_OF[piece] == SPACE:
            return 0.0
        near = hexes_to_industry()[place]
        return 16.0 if near == 0 else 13.0 - near
    target = s.body_at[MARS]
    if target < 0:
        return 0.0
    zeal = 0.1 if kind in (TR, ITR) else 1.0  # an empty Transport gains nothing there
    if place == MARS_ORBIT:
        return 10.0 * zeal
    space = place if place < RING_PLACES else s.body_at[place - ORBIT0]
    return zeal * max(0.0, 5.0 - 0.5 * steps(space)[target]) if space >= 0 else 0.0
