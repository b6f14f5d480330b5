"""Who produces with which Industrial Units (10.1, 27.0, 32.5, 33.2, 33.7, 36.4, 37.4)."""

from __future__ import annotations

from grognard.games.air_eaters.sides import COLONIST, CONSORTIUM, EARTH_SIDE, MARS_SIDE, SPACE_FLEET, TERRAN
from grognard.games.air_eaters.state import State, standing
from grognard.games.air_eaters.units import (
    CORV,
    DD,
    ESC,
    IS_ALIEN,
    KIND_OF,
    N_PIECES,
    NS,
    OF_TYPE,
    QS,
    SPACE,
    TERRANS,
    TYPE,
)
from grognard.games.air_eaters.world import (
    BASE_SITE,
    EARTH_ORBIT,
    HEX_SITES,
    MARS_ORBIT,
    MINING_BASE,
    ON_EARTH,
    ON_MARS,
    SITE_PLACE,
    SPACE_COLONY,
    SURFACE,
    SURFACE_ORBIT,
)

DISPUTED = 1 << EARTH_SIDE | 1 << MARS_SIDE  # both hold a neutral site's orbit box or space
BESIEGERS = (*OF_TYPE[ESC], *OF_TYPE[NS], *OF_TYPE[QS])


def producers(s: State) -> tuple[int, ...]:
    """The sides that have IUs of their own to allocate."""
    return tuple(i for i in s.setup.sides if i in (TERRAN, EARTH_SIDE, CONSORTIUM, MARS_SIDE))


def besieged(s: State, surface: int, side: int) -> bool:
    """Is a planet besieged (27.1)? Earth never is, nor Mars in the Revolt (36.11)."""
    if not s.setup.besieged or surface == ON_EARTH or (s.setup.revolt and surface == ON_MARS):
        return False
    return _besieged_box(s, SURFACE_ORBIT[surface], side)


def _besieged_box(s: State, box: int, side: int) -> bool:
    """Enemy warships and none of one's own ships there; in a war the besiegers are Corvettes and Destroyers (27.1)."""
    if s.setup.war:
        here = [p for p in TERRANS if s.at[p] == box and KIND_OF[p] == SPACE]
        enemies = any(s.owner[p] != side and TYPE[p] in (CORV, DD) for p in here)
        return enemies and not any(s.owner[p] == side for p in here)
    if not any(s.at[p] == box for p in BESIEGERS):
        return False
    return not any(s.at[p] == box and KIND_OF[p] == SPACE for p in TERRANS)


def site_besieged(s: State, site: int, side: int) -> bool:
    """27.1 for one site; a mining base by any enemy unit in its space."""
    if not s.setup.besieged:
        return False
    if site == SPACE_COLONY:
        return _besieged_box(s, EARTH_ORBIT, side)
    if site < HEX_SITES:
        return besieged(s, SURFACE[SITE_PLACE[site]], side)
    space = s.body_at[MINING_BASE + site - BASE_SITE]
    here = [p for p in range(N_PIECES) if s.at[p] == space >= 0]
    friends = [s.owner[p] == side if s.setup.war else not IS_ALIEN[p] for p in here]
    return bool(friends) and not any(friends)


def on_earth(site: int) -> bool:
    return site < HEX_SITES and SURFACE[SITE_PLACE[site]] == ON_EARTH


def producer_of(s: State, site: int) -> int:
    """The side that counts a site's IUs; -1: nobody does."""
    if s.setup.war:
        return _war_producer(s, site)
    if CONSORTIUM in s.setup.sides:
        return EARTH_SIDE if on_earth(site) else CONSORTIUM
    return s.setup.home


def _war_producer(s: State, site: int) -> int:
    side = s.site_side[site]
    if not s.setup.revolt or on_earth(site) or site == SPACE_COLONY or (side == MARS_SIDE and _on_mars(site)):
        return side
    return -1 if presence(s, site) == DISPUTED else side


def hostile(s: State, site: int, side: int) -> bool:
    """In a war among Terrans: industry that works for the other side, or that is disputed (36.4, 37.7)."""
    holder = s.site_side[site]
    if holder < 0:
        return s.setup.revolt and presence(s, site) == DISPUTED
    return holder != side


def _on_mars(site: int) -> bool:
    return site < HEX_SITES and SURFACE[SITE_PLACE[site]] == ON_MARS


def presence(s: State, site: int) -> int:
    """The sides that hold a neutral site's orbit box or space (36.4); for Luna any unit counts, elsewhere warships."""
    if site >= BASE_SITE:
        place = s.body_at[MINING_BASE + site - BASE_SITE]
    else:
        place = SURFACE_ORBIT[SURFACE[SITE_PLACE[site]]]
    pieces = range(TERRANS.stop) if place == EARTH_ORBIT else (*OF_TYPE[CORV], *OF_TYPE[DD])
    mask = 0
    for p in pieces:
        if s.at[p] == place and place >= 0:
            mask |= 1 << s.owner[p]
    return mask


def take_neutral_sites(s: State) -> None:
    """In the Revolt a neutral site produces for the side that alone has warships there, or was the last to; while both
    are there, and after both have gone at once, for nobody (36.4)."""
    for site, there in enumerate(s.exists):
        if not there or on_earth(site) or site == SPACE_COLONY or _on_mars(site):
            continue
        mask = presence(s, site)
        if mask:
            s.site_side[site] = -1 if mask == DISPUTED else mask.bit_length() - 1


def protested(s: State, side: int) -> bool:
    """A Corvette or Destroyer of this side in orbit around the other's home planet stops its own production (37.4)."""
    home = MARS_ORBIT if side == EARTH_SIDE else EARTH_ORBIT
    return s.setup.expansion and any(s.at[p] == home and s.owner[p] == side for p in (*OF_TYPE[CORV], *OF_TYPE[DD]))


def income(s: State, side: int) -> int:
    """Undevastated IUs that count for a side this turn (10.1)."""
    if s.setup.war and protested(s, side):
        return 0
    if s.setup.revolt:
        take_neutral_sites(s)
    return sum(
        standing(s, site)
        for site, there in enumerate(s.exists)
        if there
        and producer_of(s, site) == side
        and not site_besieged(s, site, side)
        and not (s.blockade and not on_earth(site) and s.blockade & (1 << COLONIST | 1 << SPACE_FLEET))
    )
