"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules.

Counted in rough production points: industry that stands, units by use, research, conversion, fire that is to come, and
a little for standing where something can be won. Positive is good for the side that asks.
"""

from __future__ import annotations

from functools import cache

from grognard.board.bits import to_list
from grognard.games.air_eaters.charts import (
    BOMBARDMENT,
    COMBAT,
    INDEX_START,
    INDUSTRY_COLUMN,
    PROJECT_TYPE,
    PROJECTS,
    SHOTS,
)
from grognard.games.air_eaters.expansion import undeveloped
from grognard.games.air_eaters.reinforcements import RECEIVING
from grognard.games.air_eaters.research import highest
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, space_of, standing
from grognard.games.air_eaters.targets import environment
from grognard.games.air_eaters.units import (
    AC,
    BASE,
    BASES,
    CW,
    DT,
    ITR,
    KIND_OF,
    LN,
    MOTHERSHIPS,
    MS,
    N_TYPES,
    SPACE,
    TERRAN_TYPES,
    TR,
    TYPE,
)
from grognard.games.air_eaters.victory import HALF_TIME
from grognard.games.air_eaters.world import (
    EARTH,
    EARTH_ORBIT,
    HEX0,
    INDUSTRY,
    MARS,
    MARS_ORBIT,
    MARS_SITES,
    MOTHERSHIP_BOX,
    NEAR,
    ON_EARTH,
    ON_LUNA,
    ON_MARS,
    ORBIT0,
    RING_PLACES,
    SITE_AT,
    SITE_PLACE,
    SITES_OF_ORBIT,
    SOLAR,
    SURFACE,
)

IU = 4.0
# army, dt, bi, sf, isf, tr, itr, corv, dd, ca, bb, ftr, ms, qs, ns, esc, ln, cw, base, ac
WORTH = (6.0, 5.0, 6.0, 4.0, 6.0, 2.5, 3.5, 8.0, 13.0, 20.0, 24.0, 13.0, 65.0, 60.0, 30.0, 10.0, 6.0, 9.0, 9.0, 9.0)
WANTED = {LN: (2, 14.0), CW: (5, 12.0), AC: (4, 12.5), BASE: (5, 12.0)}  # the first few are worth more
BENEFIT = {"dd": 42.0, "ftr": 26.0, "ca": 45.0, "bb": 45.0, "itr": 24.0, "bi": 28.0, "isf": 20.0}
INDEX_WORTH = (30.0, 160.0, 50.0, 50.0)  # venus, earth, mars, io, when converted
AC_ABOARD = {EARTH: 3.0, MARS: 2.5}  # a Converter over a planet it can work on
DESERTED = 8.0
POINT, PAID, READY = 0.05, 0.25, 0.9
IDLE_FLEET = 0.35  # what a unit counts in the Expansion, where nobody needs to fight


def evaluate(s: State, side: int) -> float:
    if s.result is not None:
        return _ended(s, side)
    table = s.setup
    if table.war:
        value = _war(s) if side == EARTH_SIDE else -_war(s)
    else:
        value = _invasion(s) if table.terrans >> side & 1 else -_invasion(s)
    return value - _idle_guns(s, side)


def _idle_guns(s: State, side: int) -> float:
    """A shot that is still to be fired is worth firing, however the dice of a look-ahead fell."""
    if not s.stack:
        return 0.0
    frame = s.stack[-1]
    name = s.game.nodes[frame[0]].name
    if name == "fire":
        idle = s.movable.bit_count()
    elif name == "bombard":
        idle = sum(s.shots[p] for p in to_list(s.movable))
    elif name == "produce":
        idle = sum(s.shots[b] for b in BASES if s.deployed[b])
    else:
        return 0.0
    return 0.3 * idle * (1 if frame[1] >> side & 1 else -1)


def _ended(s: State, side: int) -> float:
    assert s.result is not None
    winner = s.result.winner
    if winner is None:
        return 0.0
    name = s.game.sides[side]
    return 10000.0 if name in winner.split("+") else -10000.0


# --- near and far


@cache
def _hexes_to_industry() -> list[int]:
    """For each place, hexes to the nearest industry of the same planet; 9 where there is none."""
    away = [9] * len(SURFACE)
    edge = list(SITE_PLACE)
    for place in edge:
        away[place] = 0
    for place in edge:
        for other in NEAR[place]:
            if away[other] > away[place] + 1:
                away[other] = away[place] + 1
                edge.append(other)
    return away


@cache
def _steps(space: int) -> tuple[int, ...]:
    """Spaces from here to everywhere on the rings."""
    return tuple(SOLAR.distances(space))


# --- fire to come


def _exchange(s: State, place: int, here: list[int], foes: list[int]) -> float:
    """What `here` may expect to destroy of `foes` by one volley, at half weight: targets are shared."""
    table = COMBAT[environment(place)]
    total = 0.0
    for firer in here:
        row = table[TYPE[firer]]
        best = 0.0
        for foe in foes:
            worth = row[TYPE[foe]] * WORTH[TYPE[foe]]
            best = max(best, worth)
        if best > 0:
            total += best / 12
    return min(total, 0.5 * sum(WORTH[TYPE[foe]] for foe in foes))


# --- the invasion


def _invasion(s: State) -> float:
    """The Terrans' view."""
    value = 0.0
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    near = _hexes_to_industry()
    counts = [0] * N_TYPES
    at_earth = False
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        kind = TYPE[piece]
        if kind < MS:
            value += WORTH[kind]
            if KIND_OF[piece] != SPACE:
                value += 0.3 if place >= HEX0 and SITE_AT[place] >= 0 else 0.0
            elif ORBIT0 <= place < ORBIT0 + 8 and SITES_OF_ORBIT[place - ORBIT0]:
                value += 0.5
            crowd.setdefault(place, ([], []))[0].append(piece)
            continue
        counts[kind] += 1
        first, more = WANTED.get(kind, (0, 0.0))
        value -= more if counts[kind] <= first else WORTH[kind]
        value -= _alien_post(s, piece, kind, place, near)
        at_earth = at_earth or place == EARTH_ORBIT or SURFACE[place] in (ON_EARTH, ON_LUNA)
        if place < MOTHERSHIP_BOX or place >= HEX0:
            crowd.setdefault(place, ([], []))[1].append(piece)
    for place, (terrans, aliens) in crowd.items():
        if terrans and aliens:
            value += _exchange(s, place, terrans, aliens) - 1.3 * _exchange(s, place, aliens, terrans)
    value += _industry(s) + _plans(s)
    if s.setup.bases:
        for number, start in enumerate(INDEX_START):
            value -= INDEX_WORTH[number] * (1 - s.index[number] / start)
        if HALF_TIME - 5 <= s.turn <= HALF_TIME and not at_earth and all(s.index):
            value += DESERTED * (s.turn - HALF_TIME + 6)  # the Terrans win at half time if this stays so (24.0)
    return value


def _industry(s: State) -> float:
    left = 0
    devastated = s.devastated
    for site, there in enumerate(s.exists):
        if there:
            left += INDUSTRY[site] - devastated[site]
    return IU * left


def _plans(s: State) -> float:
    """Research, units under way, points in hand; for all Terran sides together."""
    value = 0.0
    for side in s.setup.sides:
        if not s.setup.terrans >> side & 1:
            continue
        value += POINT * s.points[side]
        for project, kind in enumerate(PROJECT_TYPE):
            benefit = BENEFIT[PROJECTS.ids[project]]
            if s.researched[side] >> project & 1:
                value += benefit
            elif s.funded[side] >> project & 1:
                value += benefit * highest(s, side, project) / 6
            if s.gained[side] >> kind & 1:
                value += 3
        base = side * N_TYPES
        for kind in TERRAN_TYPES:
            value += PAID * s.paid[base + kind] + READY * WORTH[kind] * s.ready[base + kind]
    return value


def _alien_post(s: State, piece: int, kind: int, place: int, near: list[int]) -> float:
    """What an Alien unit gains by standing where it stands."""
    if place >= HEX0:
        if kind == CW:
            return 2.2 if near[place] == 0 and standing(s, SITE_AT[place]) else max(0.0, 1.2 - 0.3 * near[place])
        if kind in (BASE, AC):
            value = 6.0 if s.deployed[piece] else 2.0
            if kind == AC and SURFACE[place] == ON_EARTH:
                value += 5.0
            return value
        return -1.0
    if kind == MS:
        here = space_of(s, place)
        value = 5.0 if not s.setup.bases and here in RECEIVING else 0.0
        return value + (2.0 if place >= ORBIT0 and SITES_OF_ORBIT[place - ORBIT0] else 0.0)
    if place < ORBIT0:
        return 0.0
    if place < ORBIT0 + 8:
        shots = SHOTS[kind]
        if shots and any(s.devastated[i] < INDUSTRY[i] for i in SITES_OF_ORBIT[place - ORBIT0]):
            return 0.5 * IU * int(shots) * BOMBARDMENT[kind][INDUSTRY_COLUMN] / 3
        return 2.0 if kind == LN and any(s.at[m] == place for m in MOTHERSHIPS) else 0.0
    if MOTHERSHIP_BOX <= place < HEX0:
        mothership = s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]]
        if s.deployed[piece]:
            return 4.0
        if ORBIT0 <= mothership < ORBIT0 + 8:
            planet = mothership - ORBIT0
            if kind == CW:
                return 1.0 if SITES_OF_ORBIT[planet] else 0.0
            return AC_ABOARD.get(planet, 0.0) if kind == AC else 1.2
    return 0.0


# --- Terran against Terran


def _war(s: State) -> float:
    """Earth's view of the Martian Revolt and of the Expansion."""
    value = 0.0
    weight = IDLE_FLEET if s.setup.expansion else 1.0
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        earth = s.owner[piece] == EARTH_SIDE
        sign = 1 if earth else -1
        value += sign * (weight * WORTH[TYPE[piece]] + _war_post(s, piece, place, earth))
        if s.carrier[piece] < 0:
            crowd.setdefault(place, ([], []))[0 if earth else 1].append(piece)
    for place, (ours, theirs) in crowd.items():
        if ours and theirs:
            value += _exchange(s, place, ours, theirs) - _exchange(s, place, theirs, ours)
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


def _war_post(s: State, piece: int, place: int, earth: bool) -> float:
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
        near = _hexes_to_industry()[place]
        return 16.0 if near == 0 else 13.0 - near
    target = s.body_at[MARS]
    if target < 0:
        return 0.0
    zeal = 0.1 if kind in (TR, ITR) else 1.0  # an empty Transport gains nothing there
    if place == MARS_ORBIT:
        return 10.0 * zeal
    space = place if place < RING_PLACES else s.body_at[place - ORBIT0]
    return zeal * max(0.0, 5.0 - 0.5 * _steps(space)[target]) if space >= 0 else 0.0
