"""What a table may lay over the board: reach, fire, beams and the places that count for victory.

Nothing is hidden in this game (18.1), so every viewer is told the same. Both questions are asked for, never in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.board.bits import from_list
from grognard.core.game import Area
from grognard.core.verbs import Code
from grognard.games.air_eaters.charts import COMBAT, INDEX_EARTH, SHOTS
from grognard.games.air_eaters.flight import space_codes
from grognard.games.air_eaters.ground import ground_codes
from grognard.games.air_eaters.lifting import LANDING_CODES
from grognard.games.air_eaters.movement_alien import beamable, stations, targets
from grognard.games.air_eaters.sides import ALIEN, COLONIST, CONSORTIUM, EARTH_SIDE, SIDES, SPACE_FLEET, STRIKE_FORCE
from grognard.games.air_eaters.state import State, space_of, standing
from grognard.games.air_eaters.targets import environment
from grognard.games.air_eaters.units import (
    ARMY,
    CRAWLERS,
    FTR,
    IS_ALIEN,
    KIND_OF,
    LANDERS,
    N_PIECES,
    SHIPS,
    SPACE,
    TERRANS,
    TYPE,
)
from grognard.games.air_eaters.world import (
    BASE_SITE,
    DROPS,
    EARTH_LAND,
    EARTH_ORBIT,
    HEX0,
    HEX_SITES,
    MARS_SITES,
    MINING_BASE,
    MOTHERSHIP_BOX,
    NEXT,
    ON_EARTH,
    ON_JUPITER,
    ON_MAP_BITS,
    OPEN,
    ORBIT,
    ORBIT0,
    SITE_PLACE,
    SPACE_COLONY,
    SURFACE,
)

DROP_BITS = [from_list(drops) for drops in DROPS]
EARTH_BITS = from_list(h for h in range(HEX0, len(SURFACE)) if SURFACE[h] == ON_EARTH)
ARMED = [[any(cell > 0 for cell in row) for row in table] for table in COMBAT]  # by environment and type


def areas(s: State) -> Iterator[Area]:
    """For every side: where it could get, what it could fire at, where victory is counted, and what beams connect."""
    for side in s.setup.sides:
        yield Area("reach", side, reach(s, side))
        yield Area("fire", side, fire(s, side))
        yield Area("victory", side, from_list(counted(s, side)))
        posts = stations(s)
        if s.setup.aliens >> side & 1 and len(posts) > 1:
            yield Area("connection", side, from_list(posts))
    if s.setup.solitaire:
        yield Area("fire", ALIEN, fire(s, ALIEN))


def threats(s: State, place: int) -> list[int]:
    """The pieces that could fire at or bombard a place if they were free to."""
    return [p for p in range(N_PIECES) if covers(s, p) >> place & 1]


# --- fire


def fire(s: State, side: int) -> int:
    bits = 0
    for piece in range(N_PIECES):
        if s.owner[piece] == side:
            bits |= covers(s, piece)
    return bits


def covers(s: State, piece: int) -> int:
    """What a piece could attack: its own place (8.1), the planets below (9.0), from afar by air (31.3, 36.6)."""
    place = s.at[piece]
    if place < 0 or s.carrier[piece] >= 0 or place == ON_JUPITER or MOTHERSHIP_BOX <= place < HEX0:
        return 0
    kind = TYPE[piece]
    bits = 1 << place if ARMED[environment(place)][kind] else 0
    if SHOTS[kind] and ORBIT0 <= place < ON_JUPITER:
        bits |= DROP_BITS[place - ORBIT0]
        if IS_ALIEN[piece] or s.setup.war:
            bits &= ~(1 << ON_JUPITER)  # where only Aliens are
    if kind == ARMY and (s.setup.air_forces or s.setup.revolt):
        bits |= EARTH_BITS
    return bits


# --- reach


def reach(s: State, side: int) -> int:
    """Where the units of a side could get in its next movement; if that comes in the next turn, everything in space has
    gone one space on by then (6.3)."""
    own = next(i for i, p in enumerate(s.setup.sequence) if p.node in _MOVEMENT and p.side in _movers(s, side))
    later = s.copy()
    if not 0 <= s.phase <= own:
        later.at = [NEXT[place] for place in later.at]
        later.body_at = [NEXT[place] for place in later.body_at]
    return _alien_reach(later, side) if s.setup.aliens >> side & 1 else _terran_reach(later, side)


_MOVEMENT = ("terrans_move", "aliens_move")


def _movers(s: State, side: int) -> tuple[str, ...]:
    if s.setup.war:
        return (SIDES.ids[side],)
    return ("alien",) if s.setup.aliens >> side & 1 else ("terran",)


def _places(codes: Iterable[Code]) -> int:
    return from_list(code[1] for code in codes)


def _terran_reach(s: State, side: int) -> int:
    """Ground movement, lift-offs, landings and flight (6.4 to 6.8, 20.0); passengers go with their Transports."""
    bits = 0
    for piece in TERRANS:
        here = s.at[piece]
        if s.owner[piece] != side or here < 0 or s.carrier[piece] >= 0:
            continue
        if not s.setup.solitaire:
            bits |= _places(ground_codes(s, piece))
        if KIND_OF[piece] != SPACE:
            continue
        bits |= _places(LANDING_CODES[here])
        if here >= HEX0:
            s.at[piece] = ORBIT[here]
            bits |= 1 << ORBIT[here]
        if TYPE[piece] != FTR and space_of(s, s.at[piece]) >= 0:  # planets have their place only after the set-up
            bits |= _places(space_codes(s, piece))
    return bits


def _alien_reach(s: State, side: int) -> int:
    """Crawlers by themselves, Landers in their orbit, ships anywhere (6.9 to 6.11), and what can be beamed (19.0)."""
    mine = [p for p in (*CRAWLERS, *LANDERS, *SHIPS) if s.owner[p] == side and s.at[p] >= 0]
    bits = 0
    for piece in mine:
        here = s.at[piece]
        if piece in SHIPS:
            bits |= ON_MAP_BITS | from_list(ORBIT0 + n for n in range(8) if s.body_at[n] >= 0)
        elif piece in CRAWLERS:
            bits |= from_list(OPEN[here]) if here >= HEX0 else 0
        elif ORBIT0 <= here < MOTHERSHIP_BOX or here >= HEX0:  # not those still to be set up
            orbit = here if here < ON_JUPITER else ORBIT[here]
            bits |= DROP_BITS[orbit - ORBIT0] | 1 << orbit
    s.beamed = [0] * N_PIECES
    posts = set(stations(s))
    for piece in beamable(s):
        if s.owner[piece] == side:
            bits |= from_list(targets(s, piece, posts))
    return bits


# --- victory


def place_of(s: State, site: int) -> int:
    """Where a site stands."""
    if site < HEX_SITES:
        return SITE_PLACE[site]
    return EARTH_ORBIT if site == SPACE_COLONY else s.body_at[MINING_BASE + site - BASE_SITE]


def counted(s: State, side: int) -> list[int]:
    """Where the industry stands that counts for or against a side (13.0, 24.0, 32.6, 33.8, 34.3, 35.8, 36.12, 37.13);
    for Aliens who settle, Earth's land as well, until it is converted."""
    sites = [i for i, there in enumerate(s.exists) if there and standing(s, i) and place_of(s, i) >= 0]
    if s.setup.revolt:
        sites = [i for i in sites if i in MARS_SITES]
    elif s.setup.expansion:
        sites = [i for i in sites if s.site_side[i] == side]
    elif s.setup.split_terrans and s.setup.terrans >> side & 1:
        sites = [i for i in sites if _has_points(side, SURFACE[place_of(s, i)] == ON_EARTH)]
    places = [place_of(s, i) for i in sites]
    if s.setup.bases and s.setup.aliens >> side & 1 and side != STRIKE_FORCE and s.index[INDEX_EARTH]:
        places += EARTH_LAND
    return places


def _has_points(side: int, on_earth: bool) -> bool:
    """Does a Terran player score by industry there (32.6, 33.8)?"""
    if side == SPACE_FLEET:
        return False
    return on_earth if side == EARTH_SIDE else side in (COLONIST, CONSORTIUM) and not on_earth
