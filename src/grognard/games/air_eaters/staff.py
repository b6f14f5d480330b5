"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules.

Counted in rough production points: industry that stands, units by use, research, conversion, fire that is to come, and
a little for standing where something can be won. Positive is good for the side that asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import to_list
from grognard.core.verbs import Code
from grognard.games.air_eaters.alien_production import need
from grognard.games.air_eaters.charts import (
    BOMBARDMENT,
    INDEX_START,
    INDEXES,
    INDUSTRY_COLUMN,
    PROJECT_TYPE,
    PROJECTS,
    SHOTS,
)
from grognard.games.air_eaters.reinforcements import RECEIVING
from grognard.games.air_eaters.research import highest
from grognard.games.air_eaters.sides import EARTH_SIDE
from grognard.games.air_eaters.staff_convoys import convoys
from grognard.games.air_eaters.staff_war import war
from grognard.games.air_eaters.state import State, free_pieces, space_of, standing
from grognard.games.air_eaters.units import (
    AC,
    BASE,
    BASES,
    CW,
    ESC,
    FTR,
    IS_ALIEN,
    ITR,
    KIND_OF,
    LN,
    MOTHERSHIPS,
    MOVE,
    MS,
    N_TYPES,
    NS,
    OF_TYPE,
    QS,
    SPACE,
    TERRAN_TYPES,
    TR,
    TYPE,
)
from grognard.games.air_eaters.verbs import V_TO
from grognard.games.air_eaters.victory import HALF_TIME
from grognard.games.air_eaters.world import (
    CERES,
    EARTH,
    EARTH_ORBIT,
    HEX0,
    INDUSTRY,
    JUPITER,
    MARS,
    MERCURY,
    MOTHERSHIP_BOX,
    ON_EARTH,
    ON_IO,
    ON_LUNA,
    ON_MARS,
    ORBIT,
    ORBIT0,
    SEA,
    SITE_AT,
    SITE_PLACE,
    SITES_OF_ORBIT,
    SURFACE,
    TERRAIN,
)
from grognard.games.air_eaters.worth import IU, PAID, POINT, READY, WORTH, hexes_to_industry, steps, volley

INDEX_IO = INDEXES.index["io"]
WANTED = {LN: (3, 14.5), CW: (7, 13.5), AC: (3, 12.0), BASE: (5, 12.5)}  # the first few are worth more,
SPARE = {LN: 3.0, BASE: 4.0, AC: 7.0}  # and the rest less than what they cost the Terrans
BENEFIT = {"dd": 42.0, "ftr": 26.0, "ca": 45.0, "bb": 45.0, "itr": 24.0, "bi": 28.0, "isf": 20.0}
INDEX_WORTH = (30.0, 160.0, 50.0, 50.0)  # venus, earth, mars, io, when converted
ABOARD = {  # cargo over a planet where it can be of use
    CW: {EARTH: 2.0, MARS: 2.5, JUPITER: 4.5, MERCURY: 1.5, CERES: 1.5},
    BASE: {EARTH: 3.0, MARS: 3.5, JUPITER: 4.5},
    AC: {EARTH: 3.0, MARS: 5.0},
}
COVER = (2.0, 0.0, 14.0, 5.0, 1.0, 0.0, 0.0, 1.5)  # what Terran guns are worth in each orbit, and
GUNS_ENOUGH = 40.0  # how many are half of it
PURSUIT = 0.35
HOPE = 0.8  # what the arrival of others counts before they have come
GUARDED, ON_SULFUR = 1.5, 8.0
YIELD = 0.7  # what the output of a Mothership's Base counts
DESERTED = 8.0


def evaluate(s: State, side: int) -> float:
    if s.result is not None:
        return _ended(s, side)
    table = s.setup
    if table.war:
        value = war(s) if side == EARTH_SIDE else -war(s)
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


# --- fire to come


def _battle(s: State, place: int, terrans: list[int], aliens: list[int], weight: float) -> float:
    """The Terrans' view of Terrans and Aliens in one place: the Aliens fire first, and only who is left fires back."""
    loss, silenced = volley(place, aliens, terrans)
    gain, _ = volley(place, terrans, aliens)
    return weight * (gain * (1.0 - silenced) - 1.3 * loss)


# --- the invasion


def _invasion(s: State) -> float:
    """The Terrans' view."""
    value = 0.0
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    near = hexes_to_industry()
    counts = [0] * N_TYPES
    guns = [0.0] * 8  # Terran ships in each orbit
    ferries = _ferries(s)
    alive = 0  # planets with industry that stands
    for site, place in enumerate(SITE_PLACE):
        if INDUSTRY[site] > s.devastated[site]:
            alive |= 1 << SURFACE[place]
    at_earth = False
    for piece, place in enumerate(s.at):
        if place < 0:
            continue
        kind = TYPE[piece]
        if kind < MS:
            value += WORTH[kind]
            if KIND_OF[piece] != SPACE:
                value += 0.3 if place >= HEX0 and SITE_AT[place] >= 0 else 0.0
            elif ORBIT0 <= place < ORBIT0 + 8 and kind not in (TR, ITR):
                guns[place - ORBIT0] += WORTH[kind]
            crowd.setdefault(place, ([], []))[0].append(piece)
            continue
        counts[kind] += 1
        first, more = WANTED.get(kind, (0, 0.0))
        value -= more if counts[kind] <= first else SPARE.get(kind, WORTH[kind])
        if place >= HEX0:
            value -= _on_the_ground(s, piece, kind, place, near[place] if alive >> SURFACE[place] & 1 else 9)
        else:
            value -= _alien_post(s, piece, kind, place, ferries)
        at_earth = at_earth or place == EARTH_ORBIT or SURFACE[place] in (ON_EARTH, ON_LUNA)
        if place < MOTHERSHIP_BOX or place >= HEX0:
            crowd.setdefault(place, ([], []))[1].append(piece)
    value += sum(share * g / (g + GUNS_ENOUGH) for share, g in zip(COVER, guns, strict=True))
    value += _meetings(s, crowd)
    value += _industry(s) + _plans(s) + convoys(s)
    if s.setup.bases:
        for number, start in enumerate(INDEX_START):
            value -= INDEX_WORTH[number] * (1 - s.index[number] / start)
        if HALF_TIME - 5 <= s.turn <= HALF_TIME and not at_earth and all(s.index):
            value += DESERTED * (s.turn - HALF_TIME + 6)  # the Terrans win at half time if this stays so (24.0)
    return value


def _meetings(s: State, crowd: Mapping[int, tuple[list[int], list[int]]]) -> float:
    """Fire to come, and Crawlers on Io, where one to a hex converts (21.4). While the Terrans move, Alien ships can
    still go where they like, so that little is won by coming close to them."""
    value = 0.0
    hopes = 0.0
    phase = s.setup.sequence[s.phase].name if s.phase >= 0 else ""
    coming = _reserves(s, phase)
    for place, (terrans, aliens) in crowd.items():
        if terrans and aliens:
            weight = PURSUIT if phase == "terrans_move" and place < HEX0 else 1.0
            now = _battle(s, place, terrans, aliens, weight)
            value += now
            if coming and place < HEX0:
                hope = _reinforced(s, place, terrans, aliens, coming, weight) - now
                hopes = min(hopes, hope) if phase == "aliens_move" else max(hopes, hope)
        elif aliens and place >= HEX0 and len(aliens) > 1:
            kinds = {TYPE[p] for p in aliens}
            if CW in kinds and (BASE in kinds or AC in kinds):
                value -= GUARDED
        if aliens and s.setup.bases and SURFACE[place] == ON_IO and s.index[INDEX_IO]:
            value -= ON_SULFUR * any(TYPE[p] == CW for p in aliens)
    return value + HOPE * hopes


def _reserves(s: State, phase: str) -> list[int]:
    """Warships of the side that moves which have yet to do so: a first one in a place can count on them."""
    if phase == "aliens_move":
        return [p for kind in (QS, NS, ESC) for p in OF_TYPE[kind] if s.at[p] >= 0 and not s.moved[p]]
    if phase == "terrans_move":
        return [p for p in to_list(s.movable) if KIND_OF[p] == SPACE and TYPE[p] not in (TR, ITR, FTR)]
    return []


def _reinforced(s: State, place: int, terrans: list[int], aliens: list[int], coming: list[int], weight: float) -> float:
    """The same battle if all came that can: Aliens from anywhere, Terrans as far as they fly."""
    if IS_ALIEN[coming[0]]:
        if not any(TYPE[p] in (QS, NS, ESC) for p in aliens):
            return _battle(s, place, terrans, aliens, weight)
        return _battle(s, place, terrans, aliens + [p for p in coming if s.at[p] != place], weight)
    away = steps(space_of(s, place))
    near = [p for p in coming if s.at[p] != place and away[space_of(s, s.at[p])] <= MOVE[TYPE[p]]]
    return _battle(s, place, terrans + near, aliens, weight)


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


def _alien_post(s: State, piece: int, kind: int, place: int, ferries: int) -> float:
    """What an Alien unit gains by its place in space or aboard."""
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
            return 2.0 + YIELD * _yard(s, piece, mothership)
        if ORBIT0 <= mothership < ORBIT0 + 8:
            return _aboard(s, kind, mothership - ORBIT0) * (1.0 if ferries >> mothership & 1 else 0.3)
    return 0.0


def _aboard(s: State, kind: int, planet: int) -> float:
    """What cargo can hope for below; Crawlers at Jupiter only while Io has air left (21.4)."""
    if kind == CW and planet == JUPITER and not (s.setup.bases and s.index[INDEX_IO]):
        return 0.5
    return ABOARD.get(kind, {}).get(planet, 0.5)


def _on_the_ground(s: State, piece: int, kind: int, place: int, near: int) -> float:
    """The same on a planet; `near`: hexes to industry, 9 where none is left."""
    surface = SURFACE[place]
    if kind == CW:
        if near == 0 and standing(s, SITE_AT[place]):
            return 7.0
        return max(0.0, 4.0 - 0.7 * max(near, 1))
    if kind == BASE:
        if not s.deployed[piece] and any(s.deployed[b] and s.at[b] == place for b in BASES):
            return 4.0  # it can't be deployed here (18.4)
        if surface == ON_EARTH and TERRAIN[place] != SEA:  # where every tank of Earth comes flying
            return 8.0 if s.deployed[piece] else 5.0
        return 10.0 if s.deployed[piece] else 7.0
    if kind == AC and surface in (ON_EARTH, ON_MARS) and TERRAIN[place] != SEA:
        return (10.0 if s.deployed[piece] else 7.0) - (2.0 if surface == ON_EARTH else 0.0)
    return 0.5


def _yard(s: State, base: int, orbit: int) -> float:
    """What the Base of a Mothership there may expect to produce in a turn (22.1, 22.4)."""
    kinds = [CW, LN, ESC]
    if ORBIT0 <= orbit < ORBIT0 + 8 and _base_below(s, orbit):
        kinds.append(NS)
    return max((need(s, base, t) / 6 * WORTH[t] for t in kinds if free_pieces(s, t)), default=0.0)


def _base_below(s: State, orbit: int) -> bool:
    """Is a deployed Base on a planet of this orbit, for Novaships and Quasarships (22.4)?"""
    return any(s.deployed[b] and s.at[b] >= HEX0 and ORBIT[s.at[b]] == orbit for b in BASES)


# --- what is worth looking at


def shortlist(s: State, side: int, codes: list[Code]) -> list[Code]:
    """Places best first: where something can be done to the enemy, then industry, orbits and friends."""
    if not codes or codes[0][0] != V_TO:
        return codes
    friends = [0] * len(SURFACE)
    foes = [0] * len(SURFACE)
    aliens = s.setup.aliens
    for piece, place in enumerate(s.at):
        if place >= 0:
            owner = s.owner[piece]
            ours = owner == side if s.setup.war else bool(aliens >> owner & 1) == bool(aliens >> side & 1)
            (friends if ours else foes)[place] += 1
    seeks = 4 if s.setup.war or not aliens >> side & 1 else -1  # Aliens look for undefended places

    def rank(code: Code) -> float:
        place = code[1] if len(code) > 1 else -1
        if place < 0:
            return 100.0
        site = SITE_AT[place]
        value = seeks * foes[place] + min(friends[place], 3)
        value += 3 if site >= 0 and standing(s, site) else 0
        value += 8 if site >= 0 and s.setup.expansion and s.devastated[site] else 0  # to be developed (37.5)
        value += 4 if ORBIT0 <= place < ORBIT0 + 8 else 0
        return -value

    return sorted(codes, key=rank)
