"""What may be built, where it is placed, what is repaired, and why not (10.3, 10.4, 28.0, 33.2, 36.0, 37.0)."""

from __future__ import annotations

from grognard.core.words import Refusal, rule
from grognard.games.air_eaters import dealings, expansion, players
from grognard.games.air_eaters.charts import PROJECT_OF, REPAIR_ELSEWHERE, REPAIR_ON_EARTH
from grognard.games.air_eaters.economy import besieged, producers, site_besieged
from grognard.games.air_eaters.sides import CONSORTIUM, EARTH_SIDE, MARS_SIDE, SPACE_FLEET
from grognard.games.air_eaters.state import State, free_count, standing
from grognard.games.air_eaters.units import (
    ARMY,
    CORV,
    COST,
    DD,
    DT,
    ITR,
    KIND,
    N_TYPES,
    NEEDS_RESEARCH,
    OF_TYPE,
    SUB,
    TERRAN_TYPES,
    TR,
)
from grognard.games.air_eaters.verbs import V_INVEST
from grognard.games.air_eaters.world import (
    HEX_SITES,
    INDUSTRY,
    LAND,
    MARS_SITES,
    ON_EARTH,
    ON_EARTH_SITES,
    ON_MARS,
    SITE_AT,
    SITE_PLACE,
    SURFACE,
    TERRAIN,
)

MARTIAN_COST = {DD: 8, DT: 3, TR: 3, ITR: 3, CORV: 5}  # 36.7, 37.8
REVOLT_LIMITS = {EARTH_SIDE: {DT: 6, TR: 5}, MARS_SIDE: {DT: 6, TR: 3, CORV: 0}}  # 36.9
EXPANSION_LIMIT = {DT: 6, TR: 4, ITR: 4, CORV: 7, DD: 4}  # 37.10


def cost(s: State, side: int, kind: int) -> int:
    """IUs for a whole unit; less for Mars (36.7, 37.8)."""
    return MARTIAN_COST.get(kind, COST[kind]) if side == MARS_SIDE else COST[kind]


def remaining(s: State, side: int, kind: int) -> int:
    return cost(s, side, kind) - s.paid[side * N_TYPES + kind]


def known(s: State, side: int, kind: int) -> bool:
    """Needs no research, or it has been done (11.1); Mars builds Destroyers without (36.7, 37.8); 33.4."""
    if not NEEDS_RESEARCH[kind]:
        return True
    if side == MARS_SIDE and kind == DD:
        return True
    if side == CONSORTIUM:
        return players.designs(s, kind)
    return bool(s.researched[side] >> PROJECT_OF[kind] & 1)


def limit(s: State, side: int, kind: int) -> int:
    """How many of a type a side may have, its ready ones included (36.9, 37.10)."""
    if s.setup.revolt:
        return REVOLT_LIMITS[side].get(kind, 99)
    return EXPANSION_LIMIT.get(kind, 99) if s.setup.expansion else 99


def within_limit(s: State, side: int, kind: int) -> bool:
    """Has a side fewer than its own limit of a type (36.9, 37.10)?"""
    if not s.setup.war:
        return True
    own = sum(1 for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side)
    return own + s.ready[side * N_TYPES + kind] < limit(s, side, kind)


def room(s: State, side: int, kind: int) -> bool:
    """A counter is free, and the side's own limit is not reached (10.3)."""
    return free_count(s, kind) > 0 and within_limit(s, side, kind)


def buildable(s: State, side: int) -> list[int]:
    return [t for t in TERRAN_TYPES if known(s, side, t) and players.may_build(s, side, t) and room(s, side, t)]


def scrap(s: State, side: int) -> list[int]:
    """Own units that may be dismantled so that their counter can be built anew: where no counter is left (10.3)."""
    found: list[int] = []
    for kind in TERRAN_TYPES:
        if known(s, side, kind) and not room(s, side, kind):
            found += [p for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side]
    return found


def quota_reached(s: State, side: int) -> bool:
    """Has the Consortium completed all it may this turn (33.2)?"""
    return side == CONSORTIUM and s.completed >= dealings.consortium_quota(s)


def why_not_build(s: State, side: int, verb: int, kind: int) -> Refusal:
    if kind not in TERRAN_TYPES:
        return Refusal(rule("10.3"), "no Terran unit: {type}", type=kind)
    if side not in producers(s):
        return Refusal(rule("33.2") if s.setup.terrans >> SPACE_FLEET & 1 else rule("32.2"), "others produce for you")
    if not players.may_build(s, side, kind):
        return players.why_not_build(s, side, kind)
    if not known(s, side, kind):
        return Refusal(rule("11.1"), "it has not been researched yet: {type}", type=kind)
    if not within_limit(s, side, kind):
        return Refusal(rule("36.9") if s.setup.revolt else rule("37.10"), "the limit is reached: {type}", type=kind)
    if not room(s, side, kind):
        return Refusal(rule("10.3"), "there are no more counters: {type}", type=kind)
    if not s.points[side]:
        return Refusal(rule("10.2"), "no Industrial Units are left to allocate")
    left = remaining(s, side, kind)
    if verb == V_INVEST:
        return Refusal(rule("10.2"), "one more IU completes it: {type}", type=kind)
    if left <= s.points[side]:
        return Refusal(rule("33.2"), "the Consortium has completed all it may this turn")
    return Refusal(rule("10.3"), "{n:int|more IU is|more IUs are} needed: {type}", n=left, type=kind)


# --- placing


def placement(s: State, side: int, kind: int) -> list[int]:
    """Hexes where a new unit of a type may be placed now (10.4, 27.2, 33.2, 36.8, 37.9)."""
    places: list[int] = []
    if side not in (CONSORTIUM, MARS_SIDE):
        devastated = s.devastated
        places += [SITE_PLACE[i] for i in ON_EARTH_SITES if devastated[i] < INDUSTRY[i]]
        if KIND[kind] == SUB:
            places = [p for p in places if TERRAIN[p] != LAND]
    if side == EARTH_SIDE and (s.setup.war or CONSORTIUM in s.setup.sides):
        return places
    if KIND[kind] == SUB or kind == ARMY:
        return places
    if side == CONSORTIUM:
        return dealings.consortium_places(s)
    if besieged(s, ON_MARS, side):
        return places
    if side == MARS_SIDE or not s.placed[side]:
        places += [SITE_PLACE[i] for i in MARS_SITES if standing(s, i)]
    return places


def placeable(s: State, side: int) -> list[int]:
    base = side * N_TYPES
    return [t for t in TERRAN_TYPES if s.ready[base + t] and placement(s, side, t)]


def why_not_place(s: State, side: int, kind: int, place: int) -> Refusal:
    """Why a new unit of a type can't be placed in this hex now."""
    if SITE_AT[place] < 0 or not standing(s, SITE_AT[place]):
        return Refusal(rule("10.4"), "new units are placed on undevastated Industrial Units")
    on_mars = SURFACE[place] == ON_MARS
    if side == CONSORTIUM:
        if site_besieged(s, SITE_AT[place], side):
            return Refusal(rule("27.2"), "that planet is besieged")
        return Refusal(rule("33.2"), "the Consortium places on Mars, elsewhere off Earth only when Mars lies waste")
    if s.setup.war:
        number = rule("36.8") if s.setup.revolt else rule("37.9")
        if (side == MARS_SIDE) != on_mars:
            return Refusal(number, "each side places new units on its own planet")
        return Refusal(rule("27.2"), "that planet is besieged")
    if SURFACE[place] == ON_EARTH:
        return Refusal(rule("10.4"), "submarines are placed in part-sea hexes")
    if CONSORTIUM in s.setup.sides:
        return Refusal(rule("33.2"), "all units that Earth produces are placed on Earth")
    if not on_mars:
        return Refusal(rule("10.4"), "new units are placed on Earth, and one a turn on Mars")
    if KIND[kind] == SUB or kind == ARMY:
        return Refusal(rule("10.4"), "Armies and submarines are not placed on Mars")
    if besieged(s, ON_MARS, side):
        return Refusal(rule("27.2"), "that planet is besieged")
    return Refusal(rule("10.4"), "one unit has been placed on Mars this turn, and no more may be")


# --- repair


def repair_cost(s: State, side: int, site: int) -> int:
    """IUs to repair one Industrial Unit (28.0, 37.5)."""
    if s.setup.expansion and expansion.undeveloped(site):
        return expansion.DEVELOPMENT[side]
    return int(REPAIR_ON_EARTH if SURFACE[SITE_PLACE[site]] == ON_EARTH else REPAIR_ELSEWHERE)


def repairable(s: State, side: int) -> list[int]:
    """Sites this side may repair and can pay for (28.0); in Expansion also undeveloped ones (37.5)."""
    points = s.points[side]
    return [
        site
        for site in range(HEX_SITES)
        if s.devastated[site] and points >= repair_cost(s, side, site) and why_not_repair(s, side, site) is None
    ]


def why_not_repair(s: State, side: int, site: int) -> Refusal | None:
    """None where one Industrial Unit of a site can be repaired now (28.0); else the reason."""
    development = s.setup.expansion and expansion.undeveloped(site)
    if not (s.setup.repair or development):
        return Refusal(rule("28.0"), "industry is not repaired in this game")
    if site >= HEX_SITES:
        return Refusal(rule("28.0"), "the Space Colony and the mining bases can't be repaired")
    if not s.devastated[site]:
        return Refusal(rule("28.0"), "nothing is devastated there: {site}", site=site)
    if development:
        if expansion.developer(s, site) != side:
            return Refusal(rule("37.5"), "this takes a Transport or tank there, and none of the other side")
    elif not dealings.may_repair(s, side, site):
        return Refusal(rule("28.0"), "that industry is not yours to repair: {site}", site=site)
    if besieged(s, SURFACE[SITE_PLACE[site]], side):
        return Refusal(rule("28.0"), "that planet is besieged: {site}", site=site)
    price = repair_cost(s, side, site)
    if s.points[side] < price:
        return Refusal(rule("28.0"), "this repair takes {n:int|IU|IUs}", n=price)
    return None
