"""Who may fire at what (8.2 to 8.4, 23.0, 31.3, 36.6)."""

from __future__ import annotations

from grognard.games.air_eaters.charts import COMBAT, IN_SPACE, INDUSTRY_COLUMN, ON_LAND, UNDERWATER
from grognard.games.air_eaters.economy import hostile
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, industry_here, standing
from grognard.games.air_eaters.units import ARMY, CW, IS_ALIEN, LN, N_PIECES, TERRANS, TYPE
from grognard.games.air_eaters.world import (
    EARTH_ORBIT,
    HEX0,
    MOTHERSHIP_BOX,
    ON_EARTH,
    ON_JUPITER,
    SEA,
    SPACE_COLONY,
    SURFACE,
    TERRAIN,
)


def environment(place: int) -> int:
    """Space, land or underwater (8.2)."""
    if place < HEX0:
        return IN_SPACE
    return UNDERWATER if TERRAIN[place] == SEA else ON_LAND


def environment_of(s: State, firer: int, target: int) -> int:
    """Armies fight on land, whatever hex of Earth their aircraft reach (31.3, 36.6)."""
    return ON_LAND if TYPE[firer] == ARMY else environment(s.at[target])


def need(s: State, firer: int, target_type: int, env: int) -> int:
    """The highest roll that destroys; 0: none does; -1: no attack is possible (8.1, A8)."""
    value = COMBAT[env][TYPE[firer]][target_type]
    if target_type == ARMY and env == ON_LAND and TYPE[firer] == CW and s.setup.armies_fall:
        return 3
    return value


def is_enemy(s: State, firer: int, target: int) -> bool:
    if s.setup.war:
        return s.owner[firer] != s.owner[target]
    return IS_ALIEN[firer] != IS_ALIEN[target]


def range_of(s: State, firer: int) -> range:
    """The pieces among which enemies are found."""
    if s.setup.war or IS_ALIEN[firer]:
        return TERRANS
    return range(TERRANS.stop, N_PIECES)


def can_be_fired_at(s: State, target: int) -> bool:
    """Passengers are safe while their Transport is (6.7, 8.5); what is destroyed already is no target."""
    return s.carrier[target] < 0 and not s.doomed[target]


def targets(s: State, firer: int) -> list[int]:
    """Enemy units a unit may attack (8.1, 8.3). A hopeless shot counts where it may help research (11.2)."""
    place = s.at[firer]
    if place == ON_JUPITER or MOTHERSHIP_BOX <= place < HEX0:
        return []
    env = environment(place)
    row = COMBAT[env][TYPE[firer]]
    least = 1 if s.setup.war or IS_ALIEN[firer] else 0
    at = s.at
    found = [
        p
        for p in range_of(s, firer)
        if at[p] == place and is_enemy(s, firer, p) and row[TYPE[p]] >= 0 and can_be_fired_at(s, p)
    ]
    if least:
        found = [p for p in found if need(s, firer, TYPE[p], env) >= least]
    if TYPE[firer] == ARMY and (s.setup.air_forces or s.setup.revolt):
        found += air_targets(s, firer)
    return found


def air_targets(s: State, army: int) -> list[int]:
    """An Army may attack a Lander (31.3), in the Revolt any Martian unit (36.6), anywhere on Earth."""
    here = s.at[army]
    if s.setup.revolt:
        return [
            p
            for p in TERRANS
            if s.owner[p] == MARS_SIDE
            and s.at[p] != here
            and SURFACE[s.at[p]] == ON_EARTH
            and s.at[p] >= HEX0
            and need(s, army, TYPE[p], ON_LAND) > 0
            and can_be_fired_at(s, p)
        ]
    return [
        p
        for p in range(TERRANS.stop, N_PIECES)
        if TYPE[p] == LN and s.at[p] >= HEX0 and s.at[p] != here and SURFACE[s.at[p]] == ON_EARTH
    ]


def site_targets(s: State, firer: int) -> list[int]:
    """Industrial Units a unit may attack: in its hex (8.4), or the Space Colony in Earth's orbit box (23.0)."""
    place = s.at[firer]
    if s.setup.war and s.owner[firer] not in (EARTH_SIDE, MARS_SIDE):
        return []
    if place >= HEX0:
        site = industry_here(s, place)
        if site < 0 or COMBAT[environment(place)][TYPE[firer]][INDUSTRY_COLUMN] <= 0:
            return []
        return [site] if IS_ALIEN[firer] or _hostile_site(s, firer, site) else []
    if place == EARTH_ORBIT and standing(s, SPACE_COLONY) and COMBAT[IN_SPACE][TYPE[firer]][INDUSTRY_COLUMN] > 0:
        return [SPACE_COLONY] if IS_ALIEN[firer] or _hostile_site(s, firer, SPACE_COLONY) else []
    return []


def _hostile_site(s: State, firer: int, site: int) -> bool:
    return s.setup.war and hostile(s, site, s.owner[firer])


def shooters(s: State, pieces: tuple[int, ...] | range) -> int:
    """Those of these pieces that have something to fire at, as bits."""
    at = s.at
    mine = [p for p in pieces if at[p] >= 0 and s.carrier[p] < 0]
    if not mine:
        return 0
    afar = s.setup.air_forces or s.setup.revolt
    enemies = {at[p] for p in range_of(s, mine[0])}
    bits = 0
    for p in mine:
        here = at[p]
        near = here in enemies or (afar and TYPE[p] == ARMY)
        if (near and targets(s, p)) or ((here >= HEX0 or here == EARTH_ORBIT) and site_targets(s, p)):
            bits |= 1 << p
    return bits
