"""The staff's judgement where Terrans fight Terrans: the Martian Revolt (36.0) and the Expansion (37.0)."""

from __future__ import annotations

from functools import cache

from grognard.games.air_eaters.charts import PROJECTS
from grognard.games.air_eaters.expansion import undeveloped
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, space_of
from grognard.games.air_eaters.units import CORV, DD, DT, ITR, KIND_OF, N_TYPES, OF_TYPE, SPACE, TERRAN_TYPES, TR, TYPE
from grognard.games.air_eaters.world import (
    EARTH,
    EARTH_ORBIT,
    HEX0,
    HEX_SITES,
    INDUSTRY,
    MARS,
    MARS_ORBIT,
    MARS_SITES,
    ON_EARTH,
    ON_MARS,
    ORBIT,
    ORBIT0,
    RING_PLACES,
    SITE_PLACE,
    SURFACE,
)
from grognard.games.air_eaters.worth import IU, PAID, POINT, READY, WORTH, hexes_from, steps, volley

ON_SITE, ON_THE_WAY = 5.0, 3.0
ENOUGH = 1.0  # Corvettes to each Destroyer, and one more: Earth can replace them, Mars its Destroyers hardly
ARRIVED, ALOFT, DELAYED = 0.3, 0.6, 1.5  # an empty Transport of Earth: over Earth, in space, on other ground
GROUNDED = -8.0  # a ship on the ground of Mars, where tanks hit it with every shot
NOW_OR_NEVER = 7  # the turn from which Earth attacks Mars with whatever has come (36.12)
LIFT = 6.0  # a Transport for a tank of Earth: nothing else devastates industry on Mars
IDLE_FLEET = 0.15  # what a unit counts in the Expansion, where nobody needs to fight


def war(s: State) -> float:
    """Earth's view of the Martian Revolt and of the Expansion."""
    value = 0.0
    weight = IDLE_FLEET if s.setup.expansion else 1.0
    storm = s.setup.revolt and _storm(s)
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        earth = s.owner[piece] == EARTH_SIDE
        sign = 1 if earth else -1
        value += sign * (weight * WORTH[TYPE[piece]] + war_post(s, piece, place, earth, storm))
        if s.carrier[piece] < 0:
            crowd.setdefault(place, ([], []))[0 if earth else 1].append(piece)
    if s.setup.expansion:
        value += surveyors(s, EARTH_SIDE) - surveyors(s, MARS_SIDE)
    for place, (ours, theirs) in crowd.items():
        if ours and theirs:
            value += volley(place, ours, theirs)[0] - volley(place, theirs, ours)[0]
        if s.setup.revolt and SURFACE[place] == ON_EARTH:  # tanks and Transports of Earth look for each other
            kinds = [TYPE[p] for p in ours]
            value += min(kinds.count(TR), kinds.count(DT))
    if s.setup.revolt:
        value += LIFT * min(_mustered(s, TR), _mustered(s, DT))
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


def _storm(s: State) -> bool:
    """Are enough Corvettes of Earth close to Mars to beat what is in orbit there? Until then they gather in space."""
    mars = s.body_at[MARS]
    if mars < 0 or s.turn >= NOW_OR_NEVER:
        return True
    away = steps(mars)
    near = 0
    for p in OF_TYPE[CORV]:
        space = space_of(s, s.at[p]) if s.at[p] >= 0 and s.owner[p] == EARTH_SIDE else -1
        near += space >= 0 and away[space] <= 1
    guard = sum(s.at[p] == MARS_ORBIT for p in OF_TYPE[DD])
    return near >= ENOUGH * guard + 1


def _alive(s: State) -> tuple[int, ...]:
    """Where industry on Mars still stands."""
    return tuple(SITE_PLACE[i] for i in MARS_SITES if s.devastated[i] < INDUSTRY[i])


@cache
def _hexes_to_sites(places: tuple[int, ...]) -> list[int]:
    return hexes_from(places)


def _mustered(s: State, kind: int) -> int:
    """Units of a type that Earth has, complete ones off the map included."""
    ready = s.ready[EARTH_SIDE * N_TYPES + kind]
    return ready + sum(s.at[p] >= 0 and s.owner[p] == EARTH_SIDE for p in OF_TYPE[kind])


def surveyors(s: State, side: int) -> float:
    """In the Expansion one Transport or tank to each undeveloped site, the others on their way to the next (37.5)."""
    units = [p for kind in (TR, ITR, DT) for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side]
    places = {s.at[p] for p in units}
    sites = [i for i in range(HEX_SITES) if undeveloped(i) and s.devastated[i]]
    goals = {s.body_at[ORBIT[SITE_PLACE[i]] - ORBIT0] for i in sites if SITE_PLACE[i] not in places} - {-1}
    value = ON_SITE * sum(1 for i in sites if SITE_PLACE[i] in places)
    held = {SITE_PLACE[i] for i in sites}
    for p in units:
        here = s.at[p]
        space = space_of(s, here)
        if TYPE[p] == DT or here in held or not goals or space < 0:
            continue
        away = min(steps(space)[goal] for goal in goals)
        detained = here >= HEX0 if away else here < ORBIT0  # on the ground elsewhere, or not yet in orbit there
        value += max(0.0, ON_THE_WAY - 0.3 * (away + detained))
    return value


def _delay(place: int) -> float:
    """An empty Transport should lift off, fly to Earth, enter its orbit and land: each step is worth something."""
    if place >= HEX0:
        return 0.0 if SURFACE[place] == ON_EARTH else DELAYED
    return ARRIVED if place == EARTH_ORBIT else ALOFT


def war_post(s: State, piece: int, place: int, earth: bool, storm: bool) -> float:
    """Earth draws towards Mars in the Revolt; Transports and tanks towards sites to develop in the Expansion."""
    kind = TYPE[piece]
    if s.setup.expansion:
        home = MARS_ORBIT if earth else ORBIT0 + 2
        return -15.0 if place == home and kind in (CORV, DD) else 0.0  # it would stop one's own production (37.4)
    if not earth:
        return 0.4 if place == MARS_ORBIT else 0.0
    if kind == TR and piece not in s.carrier:  # back to Earth for another tank
        space = space_of(s, place)
        if space < 0:
            return 0.0
        return 3.0 - 0.5 * steps(space)[s.body_at[EARTH]] - _delay(place)
    if place >= HEX0:
        if SURFACE[place] != ON_MARS:
            return 0.0
        if KIND_OF[piece] == SPACE:
            return GROUNDED
        near = _hexes_to_sites(_alive(s))[place]
        return 16.0 if near == 0 else 13.0 - near
    target = s.body_at[MARS]
    if target < 0:
        return 0.0
    zeal = 0.1 if kind in (TR, ITR) else 1.0  # a Transport itself gains nothing there
    if place == MARS_ORBIT:
        return (10.0 if kind == DT else 18.0 if storm else -4.0) * zeal
    space = place if place < RING_PLACES else s.body_at[place - ORBIT0]
    return zeal * max(0.0, 5.0 - 0.5 * steps(space)[target]) if space >= 0 else 0.0
