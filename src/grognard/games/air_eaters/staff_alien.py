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
MARGIN = {  # the first few of a kind are worth most
    LN: (17.5,) * 4 + (5.0,) * 4,
    CW: (20.0,) * 3 + (17.0,) * 4 + (9.0,) * 6,
    BASE: (18.0,) * 2 + (13.0,) + (3.0,) * 10,  # those not yet deployed: Landers must carry them to hexes of their own
    AC: (12.0,) * 7,
}
NOVAS_TAKEN = (30.0, 12.0)  # of the forces chosen: one Novaship costs as much as three Crawlers for Io (16.2)
RAIDERS = {LN: (11.0,) * 3 + (5.0,) * 5, CW: (11.0,) * 4 + (8.0,) * 9}  # without Bases a fleet does more than a landing
DEPLOYED = 15.0  # a Base that is
PILOT, PILOTS = 3.0, 3  # each of the Landers that Jupiter's moons need, and how many that is

# in space: the opening lands a Base in a sea of Earth before anybody fires
OPENING, BY_THE_BOOK = (JUPITER_ORBIT, EARTH_ORBIT), 15.0
IN_LINE = 5.0  # a Mothership that can receive reinforcements (12.0)
HARBOUR, SHIPYARD = 3.0, 14.0  # a Mothership over Bases of its own, and where the planet is converted (22.5)
CONVOY, MANY = 30.0, 5  # once Io is converted: a Mothership over Earth, where so many Converters can be landed from it
YIELD = 0.7  # what the output of a Mothership's Base counts
SMALL = [(PRODUCED_TYPES.index(t), t) for t in (CW, LN, ESC)]
ABOARD = {  # cargo over a planet where it can be of use
    CW: {EARTH: 2.0, MARS: 2.5, JUPITER: 4.5, MERCURY: 1.5, CERES: 1.5},
    BASE: {EARTH: 2.0, MARS: 3.5, JUPITER: 6.0},
    AC: {EARTH: 3.0, MARS: 4.0},
}
SEED, SEED_GUARD = 9.0, 4.8  # the Base aboard that is to be the gateway, and a Crawler set up with it

# on planets
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
ON_SULFUR_BASES = (14.0, 13.5, 13.0, 11.0, 10.0, 9.0, 9.0, 9.0)  # on Io, one after the other
ELSEWHERE, ON_LAND, UNDER_WATER = 4.0, 6.0, 7.0  # on asteroids and on Earth
GATE = 18.0  # the first Base in a sea of Earth: what others make is beamed to it (19.1)
AT_GATE = {CW: 5.0, AC: 4.0, LN: 4.0}
SENTRIES = 1  # Crawlers that guard it against submarines while Io has air left
FACE_DOWN = 0.65  # the part of that before it is deployed
STUCK = 1.5  # a new Base where another stands, so that it can't be deployed (18.4)
HAULER = 2.5  # a Lander that can carry it to another hex
ON_SULFUR, AT_WORK = 8.0, 5.5  # a hex of Io where a Crawler converts; each Crawler there: it can go on to another
WASTED = -6.0  # a Converter deployed where it does nothing and can't be fetched
GROUND = 0.5  # whatever else is on a planet
MARTIAN_HOLD = 0.6  # as `hold`, on Mars, where tanks are few and slow


class _Picture:
    """What the judgement of every unit needs of the whole position, found once."""

    def __init__(self, s: State, near: Sequence[int]) -> None:
        self.near = near  # hexes to industry that stands, by place; 9 where there is none
        self.sulfur = s.setup.bases and s.index[INDEX_IO] > 0  # Crawlers are wanted on Io
        self.ferries = _ferries(s)
        self.hold = _hold(s)
        self.gate, self.seed = _gateway(s)
        settled = s.setup.split_aliens or not self.sulfur  # two players: Settlers win by the air of Earth only (34.3)
        self.convoy = settled and self.hold > 0.3 and s.index[INDEX_EARTH] > 0


def alien_worth(s: State, crowd: dict[int, tuple[list[int], list[int]]], near: Sequence[int]) -> float:
    """What the Aliens have and where it stands; those that can be fired at are put down in `crowd`."""
    value = 0.0
    spent = ship_weight(s)
    margin = MARGIN if s.setup.bases else RAIDERS
    counts = dict.fromkeys(margin, 0)
    picture = _Picture(s, near)
    pilots = PILOTS if s.setup.bases else 0
    novas = 0
    at = s.at
    for piece in ALIENS:
        place = at[piece]
        if place < 0:
            continue
        kind = TYPE[piece]
        if kind == BASE and s.deployed[piece]:
            value += DEPLOYED
        elif kind in counts:
            value += margin[kind][counts[kind]]
            counts[kind] += 1
            if kind == LN and pilots and _jovian(place):
                pilots -= 1
                value += PILOT
        elif kind == NS and s.phase < 0 and s.setup.bases:
            value += NOVAS_TAKEN[min(1, novas)]
            novas += 1
        else:
            value += spent * WORTH[kind]
        if place >= HEX0 or place == ON_JUPITER:
            value += _on_the_ground(s, piece, kind, place, picture)
        elif place >= MOTHERSHIP_BOX:
            value += _aboard(s, piece, kind, s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]], picture)
        else:
            value += _in_space(s, piece, kind, place, picture)
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
    mass: float = len(CONVERTERS) - at[CONVERTERS[0] : CONVERTERS[-1] + 1].count(-1)
    mass += 0.5 * (len(CRAWLERS) - at[CRAWLERS[0] : CRAWLERS[-1] + 1].count(-1))
    tanks = 0.5
    for kind, share in ((DT, 1.0), (BI, 1.0), (ARMY, 0.35)):
        tanks += share * sum(SURFACE[place] == ON_EARTH for place in at[OF_TYPE[kind].start : OF_TYPE[kind].stop])
    return max(0.0, 1.6 * (mass / (mass + tanks) - 0.35))


def _gateway(s: State) -> tuple[int, int]:
    """Where a Base stands in a sea of Earth, deployed if there is one; or else the Base aboard over Earth that may be
    landed there. -1: there is none."""
    gate = seed = -1
    boxes = [MOTHERSHIP_BOX + i for i, m in enumerate(MOTHERSHIPS) if s.at[m] == EARTH_ORBIT]
    for b in BASES:
        place = s.at[b]
        if place >= HEX0 and SURFACE[place] == ON_EARTH and TERRAIN[place] == SEA:
            gate = place
            if s.deployed[b]:
                break
        elif seed < 0 and place in boxes and not s.deployed[b]:
            seed = b
    return gate, seed if gate < 0 else -1


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


def _in_space(s: State, piece: int, kind: int, place: int, picture: _Picture) -> float:
    """What an Alien ship gains by its place."""
    if kind == MS:
        return _mothership(s, piece, place, picture)
    if place < ORBIT0:
        return 0.0
    shots = SHOTS[kind]
    if shots and any(s.devastated[i] < INDUSTRY[i] for i in SITES_OF_ORBIT[place - ORBIT0]):
        return 2.0 * int(shots) * BOMBARDMENT[kind][INDUSTRY_COLUMN] / 3
    if kind == LN and any(s.at[m] == place for m in MOTHERSHIPS):
        if place == EARTH_ORBIT and (picture.convoy or s.phase < 0):  # for the opening one is enough: see PILOT
            return 4.0
        return 2.0
    return 0.0


def _mothership(s: State, piece: int, place: int, picture: _Picture) -> float:
    value = 0.0
    if not s.setup.bases:
        value += IN_LINE * (space_of(s, place) in RECEIVING)
    elif s.phase < 0:
        value += BY_THE_BOOK * (place == OPENING[MOTHERSHIPS.index(piece)])
    if place == EARTH_ORBIT and picture.convoy and picture.gate < 0 and not _ashore(s):
        value += CONVOY
    return value + (2.0 if place >= ORBIT0 and SITES_OF_ORBIT[place - ORBIT0] else 0.0)


def _ashore(s: State) -> bool:
    """Are most Converters on Earth already, or too few to be brought there?"""
    places = [s.at[p] for p in CONVERTERS if s.at[p] >= 0]
    return len(places) < MANY or 2 * sum(SURFACE[place] == ON_EARTH for place in places) >= len(places)


def _aboard(s: State, piece: int, kind: int, orbit: int, picture: _Picture) -> float:
    """What is on a Mothership: its Base, and cargo that can hope for a planet below and a Lander."""
    if s.deployed[piece]:
        return 2.0 + YIELD * _yard(s, piece, orbit)
    if not ORBIT0 <= orbit < ORBIT0 + 8:
        return 0.0
    ferried = picture.ferries >> orbit & 1
    if piece == picture.seed:
        return SEED if ferried else SEED / 3
    if kind == CW and picture.seed >= 0 and s.phase < 0 and orbit == EARTH_ORBIT:
        return SEED_GUARD
    if kind == CW and orbit == JUPITER_ORBIT and not picture.sulfur:
        hope = GROUND  # it was wanted there while Io had air left (21.4)
    else:
        hope = ABOARD.get(kind, {}).get(orbit - ORBIT0, GROUND)
    return hope if ferried else 0.3 * hope


def _on_the_ground(s: State, piece: int, kind: int, place: int, picture: _Picture) -> float:
    """What an Alien unit gains by its place on a planet."""
    surface = SURFACE[place]
    if place == picture.gate and kind in AT_GATE:
        if kind == CW and picture.sulfur and s.at[CRAWLERS[0] : piece].count(place) >= SENTRIES:
            return GROUND
        return AT_GATE[kind]
    if kind == CW:
        if surface == ON_IO and picture.sulfur:
            return AT_WORK
        near = picture.near[place]
        if near == 0 and standing(s, SITE_AT[place]):
            return 7.0
        return max(0.0, 4.0 - 0.7 * max(near, 1))
    if kind == BASE:
        return _base(s, piece, place, picture.gate)
    if kind == LN and surface != ON_EARTH and s.at[LANDERS[0] : piece].count(place) < 2:
        return HAULER if {0, 1} == {s.deployed[b] for b in BASES if s.at[b] == place} else GROUND
    if kind == AC:
        return _converter(s, place, bool(s.deployed[piece]), picture.hold)
    return GROUND


def _base(s: State, base: int, place: int, gate: int) -> float:
    surface, deployed = SURFACE[place], s.deployed[base]
    if not deployed and any(s.deployed[b] and s.at[b] == place for b in BASES):
        return STUCK
    if surface == ON_IO:
        before = sum(1 for b in BASES[: base - BASES[0]] if SURFACE[s.at[b]] == ON_IO and s.at[b] >= 0)
        post = ON_SULFUR_BASES[min(7, before)]
    elif surface == ON_EARTH:
        post = GATE if place == gate else UNDER_WATER if TERRAIN[place] == SEA else ON_LAND
    else:
        post = POST.get(surface, ELSEWHERE)
    return post if deployed else FACE_DOWN * post


def air_worth(s: State, number: int) -> float:
    """An index, when converted; of two Alien players the Settlers win by nothing else than Earth's (34.3)."""
    return INDEX_WORTH[number] * (2.0 if s.setup.split_aliens and number == INDEX_EARTH else 1.0)


def _converter(s: State, place: int, deployed: bool, hold: float) -> float:
    """A Converter on a planet: what it may lower an index by before it is lost."""
    surface = SURFACE[place]
    if surface not in (ON_EARTH, ON_MARS) or TERRAIN[place] == SEA:
        return WASTED if deployed else GROUND
    number = INDEX_EARTH if surface == ON_EARTH else INDEX_MARS
    if not s.index[number]:
        return GROUND
    point: float = air_worth(s, number) / INDEX_START[number]
    return (1.0 if deployed else 0.9) * point * (MARTIAN_HOLD if surface == ON_MARS else hold)


def _yard(s: State, base: int, orbit: int) -> float:
    """What the Base of a Mothership there may expect to produce in a turn (22.1, 22.4)."""
    row = PRODUCE[location(s, base)]
    best: float = max(row[column] * WORTH[t] for column, t in SMALL if _free(s, t) or t == ESC)
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
    return best / 6 + (SHIPYARD if again else HARBOUR)


def _free(s: State, kind: int) -> bool:
    pieces = OF_TYPE[kind]
    return -1 in s.at[pieces.start : pieces.stop]
