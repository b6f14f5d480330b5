"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules.

Counted in rough production points: industry that stands, units by use, research, conversion, fire that is to come, and
a little for standing where something can be won. Positive is good for the side that asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import to_list
from grognard.core.verbs import Code
from grognard.games.air_eaters.charts import (
    INDEX_START,
    PROJECT_TYPE,
    PROJECTS,
)
from grognard.games.air_eaters.conversion import rate
from grognard.games.air_eaters.research import highest
from grognard.games.air_eaters.sequence import INTERMEDIATE
from grognard.games.air_eaters.sides import EARTH_SIDE
from grognard.games.air_eaters.staff_alien import INDEX_IO, ON_SULFUR, air_worth, alien_worth
from grognard.games.air_eaters.staff_convoys import convoys
from grognard.games.air_eaters.staff_war import war
from grognard.games.air_eaters.state import State, space_of, standing, undevastated
from grognard.games.air_eaters.units import (
    AC,
    ALIENS,
    BASE,
    BASES,
    CW,
    ESC,
    FTR,
    IS_ALIEN,
    ITR,
    KIND_OF,
    MOVE,
    N_TYPES,
    NS,
    OF_TYPE,
    QS,
    SPACE,
    TERRAN_TYPES,
    TERRANS,
    TR,
    TYPE,
)
from grognard.games.air_eaters.verbs import V_TO
from grognard.games.air_eaters.victory import HALF_TIME
from grognard.games.air_eaters.world import (
    EARTH_ORBIT,
    HEX0,
    INDUSTRY,
    ON_EARTH,
    ON_IO,
    ON_LUNA,
    ORBIT0,
    SEA,
    SITE_AT,
    SITE_PLACE,
    SURFACE,
    TERRAIN,
)
from grognard.games.air_eaters.worth import (
    IU,
    PAID,
    POINT,
    READY,
    WORTH,
    hexes_to_living,
    ship_weight,
    stage,
    steps,
    volley,
)

BENEFIT = {"dd": 42.0, "ftr": 26.0, "ca": 45.0, "bb": 45.0, "itr": 24.0, "bi": 28.0, "isf": 20.0}
COVER = (2.0, 0.0, 14.0, 5.0, 1.0, 0.0, 0.0, 1.5)  # what Terran guns are worth in each orbit, and
GUNS_ENOUGH = 40.0  # how many are half of it
AT_SET_UP, PURSUIT = 0.05, 0.35  # the part of a battle in space that counts while ships can still fly elsewhere
EXPOSED = 0.65  # and of the Terrans' losses in it: they move first, and the Aliens there can stay
HOPE = 0.8  # what the arrival of others counts before they have come
GUARDED = 1.5  # a Base or Converter with a Crawler beside it
DESERTED = 120.0  # what it costs the Aliens to have nobody near Earth when half time comes
INDUSTRY_WORTH = (IU, 7.0, 11.0)  # early, late and at the end
FIRING = ("aliens_fire", "terrans_fire", "bombardment")
CONVERSION = [phase.name for phase in INTERMEDIATE].index("alien_conversion")


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
    risk = EXPOSED if weight == PURSUIT else weight
    if place < HEX0:
        weight *= ship_weight(s)
        risk *= ship_weight(s)
    return weight * gain * (1.0 - silenced) - 1.3 * risk * loss


# --- the invasion


def _invasion(s: State) -> float:
    """The Terrans' view."""
    crowd: dict[int, tuple[list[int], list[int]]] = {}
    value = _terran_worth(s, crowd) - alien_worth(s, crowd, _living_industry(s))
    value += _meetings(s, crowd)
    value += _industry(s) + _plans(s) + convoys(s)
    if s.setup.bases:
        pending = 0 <= s.phase < CONVERSION
        for number, start in enumerate(INDEX_START):
            left = s.index[number]
            if left and pending:  # what is sure to fall this turn has fallen
                left = max(0, left - rate(s, number))
            value -= air_worth(s, number) * (1 - left / start)
        value += _deserted(s)
    return value


def _deserted(s: State) -> float:
    """The Terrans win at half time if no planet is converted and no Alien near Earth (24.0): a few should be there."""
    if not HALF_TIME - 4 <= s.turn <= HALF_TIME or not all(s.index):
        return 0.0
    places = [place for place in s.at[ALIENS.start :] if place >= ORBIT0]
    near = sum(1 for place in places if place == EARTH_ORBIT or SURFACE[place] in (ON_EARTH, ON_LUNA))
    return DESERTED * max(0.0, 1.0 - near / 4)


def _living_industry(s: State) -> list[int]:
    """Hexes to industry, 9 on planets where none stands."""
    alive = 0
    for place, there, lost in zip(SITE_PLACE, INDUSTRY, s.devastated, strict=False):
        if there > lost:
            alive |= 1 << SURFACE[place]
    return hexes_to_living(alive)


def _terran_worth(s: State, crowd: dict[int, tuple[list[int], list[int]]]) -> float:
    """What the Terrans have and where it stands; all of it is put down in `crowd`."""
    value = 0.0
    spent = ship_weight(s)
    guns = [0.0] * 8  # Terran ships in each orbit
    at = s.at
    for piece in TERRANS:
        place = at[piece]
        if place < 0:
            continue
        kind = TYPE[piece]
        value += WORTH[kind] if KIND_OF[piece] != SPACE else spent * WORTH[kind]
        if KIND_OF[piece] != SPACE:
            value += 0.3 if place >= HEX0 and SITE_AT[place] >= 0 else 0.0
        elif ORBIT0 <= place < ORBIT0 + 8 and kind not in (TR, ITR):
            guns[place - ORBIT0] += WORTH[kind]
        crowd.setdefault(place, ([], []))[0].append(piece)
    return value + sum(share * g / (g + GUNS_ENOUGH) for share, g in zip(COVER, guns, strict=True))


def _meetings(s: State, crowd: Mapping[int, tuple[list[int], list[int]]]) -> float:
    """Fire to come, and Crawlers on Io, where one to a hex converts (21.4). While the Terrans move, Alien ships can
    still go where they like, so that little is won by coming close to them."""
    value = 0.0
    hopes = 0.0
    phase = s.setup.sequence[s.phase].name if s.phase >= 0 else ""
    coming = _reserves(s, phase)
    nearness = AT_SET_UP if s.phase < 0 else 1.0 if phase in ("aliens_move", *FIRING) else PURSUIT
    for place, (terrans, aliens) in crowd.items():
        if terrans and aliens:
            weight = 1.0 if place >= HEX0 else nearness
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
    """In the Introductory Game all of it must fall, and nothing is repaired (13.0)."""
    return INDUSTRY_WORTH[stage(s)] * undevastated(s) * (1.0 if s.setup.bases else 1.6)


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

    frame = s.stack[-1]
    landing = s.game.nodes[frame[0]].name == "lander_to" and frame[3] in BASES

    def rank(code: Code) -> float:
        place = code[1] if len(code) > 1 else -1
        if place < 0:
            return 100.0
        site = SITE_AT[place]
        value = seeks * foes[place] + min(friends[place], 3)
        value += 3 if site >= 0 and standing(s, site) else 0
        value += 8 if site >= 0 and s.setup.expansion and s.devastated[site] else 0  # to be developed (37.5)
        value += 6 if landing and (SURFACE[place] == ON_IO or TERRAIN[place] == SEA) else 0  # where Bases last longest
        value += 4 if ORBIT0 <= place < ORBIT0 + 8 else 0
        return -value

    return sorted(codes, key=rank)
