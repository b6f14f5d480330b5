"""The staff's judgement of the Aliens: what their units are worth, and what each gains by the place it stands in.

The plan behind the weights, in the games with Bases: settle where Terrans come late, on Jupiter's moons (a Base there
makes a Base each turn); let Crawlers convert Io, so that all produce twice and Quasarships can be built; then strike at
Earth with the fleet, and with Converters once so many can be landed that Earth's tanks don't get them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.air_eaters.alien_production import location, twice
from grognard.games.air_eaters.charts import (
    BOMBARDMENT,
    HEAVY,
    INDEX_START,
    INDEXES,
    INDUSTRY_COLUMN,
    PRODUCE,
    PRODUCED_TYPES,
    SHOTS,
)
from grognard.games.air_eaters.reinforcements import RECEIVING
from grognard.games.air_eaters.state import State, space_of, standing
from grognard.games.air_eaters.units import (
    AC,
    ALIENS,
    ARMY,
    BASE,
    BASES,
    BI,
    CONVERTERS,
    CRAWLERS,
    CW,
    DT,
    ESC,
    LANDERS,
    LN,
    MOTHERSHIPS,
    MS,
    NS,
    OF_TYPE,
    QS,
    TYPE,
)
from grognard.games.air_eaters.world import (
    CERES,
    EARTH,
    EARTH_ORBIT,
    HEX0,
    INDUSTRY,
    JUPITER,
    JUPITER_ORBIT,
    MARS,
    MERCURY,
    MOTHERSHIP_BOX,
    ON_EARTH,
    ON_IO,
    ON_JUPITER,
    ON_MARS,
    ORBIT,
    ORBIT0,
    SEA,
    SITE_AT,
    SITES_OF_ORBIT,
    SURFACE,
    SURFACES,
    TERRAIN,
)
from grognard.games.air_eaters.worth import WORTH, ship_weight

INDEX_EARTH, INDEX_MARS, INDEX_IO = (INDEXES.index[name] for name in ("earth", "mars", "io"))
INDEX_WORTH = (30.0, 400.0, 100.0, 120.0)  # venus, earth, mars, io, when converted
# the first few of a kind are worth most
MARGIN = {
    LN: (14.5,) * 4 + (5.0,) * 4,
    CW: (14.2,) * 2 + (13.5,) * 4 + (9.0,) * 7,
    BASE: (14.6,) * 3 + (3.0,) * 10,  # those not yet deployed: Landers must carry them to hexes of their own
    AC: (12.0,) * 7,
}
ABOARD = {  # cargo over a planet where it can be of use
    CW: {EARTH: 2.0, MARS: 2.5, JUPITER: 4.5, MERCURY: 1.5, CERES: 1.5},
    BASE: {EARTH: 2.0, MARS: 3.5, JUPITER: 6.0},
    AC: {EARTH: 3.0, MARS: 4.0},
}
POST = {  # a deployed Base, by what it can produce there and how long it may last
    SURFACES.index["europa"]: 8.0,
    SURFACES.index["ganymede"]: 7.0,
    SURFACES.index["callisto"]: 6.0,
    SURFACES.index["venus"]: 7.0,
    SURFACES.index["mercury"]: 6.0,
    SURFACES.index["luna"]: 6.0,
    ON_MARS: 7.0,
    SURFACE[ON_JUPITER]: 12.5,
}
ELSEWHERE, ON_LAND, UNDER_WATER = 4.0, 6.0, 7.0  # the same on asteroids and on Earth
ON_SULFUR_BASES = (14.0, 13.5, 13.0, 11.0, 10.0, 9.0, 9.0, 9.0)
GATE = 18.0  # the first Base in a sea of Earth: what others make is beamed to it (19.1)
AT_GATE = {CW: 5.0, AC: 4.0, LN: 4.0}  # the first few there
DEPLOYED = 15.0
JOVIAN = 3
WASTED = -6.0  # a Converter deployed where it does nothing and can't be fetched
STUCK = 1.5  # where another stands and it can't be deployed (18.4)
FACE_DOWN = 0.65  # the part of that before it is deployed
ON_SULFUR = 8.0
SMALL = [(PRODUCED_TYPES.index(t), t) for t in (CW, LN, ESC)]
YIELD = 0.7  # what the output of a Mothership's Base counts
OPENING = (JUPITER_ORBIT, EARTH_ORBIT)  # where Motherships are set up: a Base is landed on Earth before anybody fires
MANY = 5
CONVOY = 30.0  # of two Alien players: a Mothership over Earth that lands Converters, where there is no gateway
HARBOUR = 3.0  # a Mothership over Bases of its own
LANDED = 1.0  # turns that a Converter may hope to work, for each that it survives


def alien_worth(s: State, crowd: dict[int, tuple[list[int], list[int]]], near: Sequence[int]) -> float:
    """What the Aliens have and where it stands. `near`: hexes to industry that stands, by place."""
    value = 0.0
    spent = ship_weight(s)
    counts = dict.fromkeys(MARGIN, 0)
    ferries = _ferries(s)
    hold = _hold(s)
    pilots = JOVIAN  # Landers that Jupiter's moons still need
    gate = gateway(s)
    at = s.at
    for piece in ALIENS:
        place = at[piece]
        if place < 0:
            continue
        kind = TYPE[piece]
        if kind == BASE and s.deployed[piece]:
            value += DEPLOYED
        elif kind in counts:
            value += MARGIN[kind][counts[kind]]
            counts[kind] += 1
            if kind == LN and pilots and s.setup.bases and s.phase >= -1 and _jovian(place):
                pilots -= 1
                value += 3.0
        else:
            value += spent * WORTH[kind]
        if place >= HEX0 or place == ON_JUPITER:
            value += _on_the_ground(s, piece, kind, place, near[place], hold, gate)
        else:
            value += _in_space(s, piece, kind, place, ferries, gate, hold)
        if place < MOTHERSHIP_BOX or place >= HEX0:
            crowd.setdefault(place, ([], []))[1].append(piece)
    return value


def _jovian(place: int) -> bool:
    return place == JUPITER_ORBIT or ORBIT[place] == JUPITER_ORBIT


def _hold(s: State) -> float:
    """The chance that a Converter landed on Earth works for a turn: what can be landed there against what comes flying
    (6.4.1). A few landed one by one would be lost, so that they wait until there are many."""
    if not s.setup.bases:
        return 0.0
    at = s.at
    mass = len(CONVERTERS) - at[CONVERTERS[0] : CONVERTERS[-1] + 1].count(-1)
    mass += 0.5 * (len(CRAWLERS) - at[CRAWLERS[0] : CRAWLERS[-1] + 1].count(-1))
    tanks = 0.5
    for kind, share in ((DT, 1.0), (BI, 1.0), (ARMY, 0.35)):
        tanks += share * sum(SURFACE[place] == ON_EARTH for place in at[OF_TYPE[kind].start : OF_TYPE[kind].stop])
    return max(0.0, 1.6 * (mass / (mass + tanks) - 0.35))


def gateway(s: State) -> int:
    """A Base in a sea of Earth, deployed if there is one: its place. Else the Base aboard over Earth that may become
    it, as -2 less its number; else -1."""
    found = -1
    boxes = [MOTHERSHIP_BOX + i for i, m in enumerate(MOTHERSHIPS) if s.at[m] == EARTH_ORBIT]
    for b in BASES:
        place = s.at[b]
        if place >= HEX0 and SURFACE[place] == ON_EARTH and TERRAIN[place] == SEA:
            if s.deployed[b]:
                return place
            found = place
        elif found == -1 and place in boxes and not s.deployed[b]:
            found = -2 - b
    return found


def _ferries(s: State) -> int:
    """Orbits with Landers, as bits: in them, below them, or free to follow a Mothership there (6.11)."""
    bits = 0
    for lander in OF_TYPE[LN]:
        here = s.at[lander]
        if here < 0:
            continue
        if MOTHERSHIP_BOX <= here < HEX0:  # not yet set up
            return -1
        orbit = here if here < ORBIT0 + 8 else ORBIT[here]
        bits |= 1 << orbit
        for began, mothership in zip(s.began, MOTHERSHIPS, strict=True):
            if began == here and s.at[mothership] >= 0:
                bits |= 1 << s.at[mothership]
    return bits


def _in_space(s: State, piece: int, kind: int, place: int, ferries: int, gate: int, hold: float) -> float:
    """What an Alien unit gains by its place in space or aboard."""
    if kind == MS:
        here = space_of(s, place)
        value = 5.0 if not s.setup.bases and here in RECEIVING else 0.0
        if s.phase < 0 and s.setup.bases and place == OPENING[piece == MOTHERSHIPS[1]]:
            value += 15.0
        if place == EARTH_ORBIT and gate < 0 and hold > 0.3 and s.setup.split_aliens and not _ashore(s):
            value += CONVOY
        return value + (2.0 if place >= ORBIT0 and SITES_OF_ORBIT[place - ORBIT0] else 0.0)
    if place < ORBIT0:
        return 0.0
    if place < ORBIT0 + 8:
        shots = SHOTS[kind]
        if shots and any(s.devastated[i] < INDUSTRY[i] for i in SITES_OF_ORBIT[place - ORBIT0]):
            return 2.0 * int(shots) * BOMBARDMENT[kind][INDUSTRY_COLUMN] / 3
        if kind == LN and any(s.at[m] == place for m in MOTHERSHIPS):
            return 4.0 if place == EARTH_ORBIT and hold > 0.3 and s.setup.split_aliens else 2.0
        return 0.0
    mothership = s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]]
    if s.deployed[piece]:
        return 2.0 + YIELD * _yard(s, piece, mothership)
    if ORBIT0 <= mothership < ORBIT0 + 8:
        if piece == -2 - gate:
            return 9.0 if ferries >> mothership & 1 else 3.0
        if kind == CW and gate < -1 and s.phase < 0 and mothership == EARTH_ORBIT:
            return 4.8
        return _aboard(s, kind, mothership - ORBIT0) * (1.0 if ferries >> mothership & 1 else 0.3)
    return 0.0


def _ashore(s: State) -> bool:
    """Are most Converters on Earth already, or too few to be brought there?"""
    places = [s.at[p] for p in CONVERTERS if s.at[p] >= 0]
    return len(places) < MANY or 2 * sum(SURFACE[place] == ON_EARTH for place in places) >= len(places)


def _aboard(s: State, kind: int, planet: int) -> float:
    """What cargo can hope for below; Crawlers at Jupiter only while Io has air left (21.4)."""
    if kind == CW and planet == JUPITER and not (s.setup.bases and s.index[INDEX_IO]):
        return 0.5
    return ABOARD.get(kind, {}).get(planet, 0.5)


def _on_the_ground(s: State, piece: int, kind: int, place: int, near: int, hold: float, gate: int) -> float:
    """The same on a planet; `near`: hexes to industry, 9 where none is left."""
    surface = SURFACE[place]
    if place == gate and kind in AT_GATE:
        return AT_GATE[kind]
    if kind == CW:
        if near == 0 and standing(s, SITE_AT[place]):
            return 7.0
        return max(0.0, 4.0 - 0.7 * max(near, 1))
    if kind == BASE:
        if not s.deployed[piece] and any(s.deployed[b] and s.at[b] == place for b in BASES):
            return STUCK
        post = POST.get(surface, ELSEWHERE)
        if surface == ON_IO:
            post = ON_SULFUR_BASES[min(7, io_before(s, piece))]
        if surface == ON_EARTH:
            post = GATE if place == gate else UNDER_WATER if TERRAIN[place] == SEA else ON_LAND
        return post if s.deployed[piece] else FACE_DOWN * post
    if kind == LN and surface != ON_EARTH and s.at[LANDERS[0] : piece].count(place) < 2:
        stuck = {0, 1} == {s.deployed[b] for b in BASES if s.at[b] == place}
        return 2.5 if stuck else 0.5  # it can carry a new Base to another hex
    if kind == AC and surface in (ON_EARTH, ON_MARS) and TERRAIN[place] != SEA:
        return _converter(s, surface, bool(s.deployed[piece]), hold)
    return WASTED if s.deployed[piece] else 0.5


def io_before(s: State, base: int) -> int:
    """Bases on Io that come before this one."""
    return sum(1 for b in BASES[: base - BASES[0]] if SURFACE[s.at[b]] == ON_IO and s.at[b] >= 0)


def air_worth(s: State, number: int) -> float:
    """An index, when converted; of two Alien players the Settlers win by nothing else than Earth's (34.3)."""
    return INDEX_WORTH[number] * (2.0 if s.setup.split_aliens and number == INDEX_EARTH else 1.0)


def _converter(s: State, surface: int, deployed: bool, hold: float) -> float:
    number = INDEX_EARTH if surface == ON_EARTH else INDEX_MARS
    if not s.index[number]:
        return 0.5
    point = air_worth(s, number) / INDEX_START[number]
    if surface == ON_MARS:
        hold = 0.6
    return (LANDED if deployed else 0.9 * LANDED) * point * hold


def _yard(s: State, base: int, orbit: int) -> float:
    """What the Base of a Mothership there may expect to produce in a turn (22.1, 22.4)."""
    row = PRODUCE[location(s, base)]
    best = max(row[column] * WORTH[t] for column, t in SMALL if _free(s, t) or t == ESC)
    if not (ORBIT0 <= orbit < ORBIT0 + 8):
        return best / 6
    again = twice(s, base)
    best *= 1 + again
    if not any(s.deployed[b] and s.at[b] >= ON_JUPITER and ORBIT[s.at[b]] == orbit for b in BASES):
        return best / 6
    if _free(s, NS):
        best = max(best, (1 + again) * row[HEAVY] * WORTH[NS])
    if again and _free(s, QS):
        best = max(best, row[HEAVY] * WORTH[QS])
    return best / 6 + HARBOUR


def _free(s: State, kind: int) -> bool:
    pieces = OF_TYPE[kind]
    return -1 in s.at[pieces.start : pieces.stop]
