"""Terran production (10.0), repair (28.0), shares (32.0, 33.0), Martian prices (36.0, 37.0)."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import dealings, expansion, players, research
from grognard.games.air_eaters.charts import PROJECT_OF, REPAIR_ELSEWHERE, REPAIR_ON_EARTH
from grognard.games.air_eaters.economy import besieged, income, producers
from grognard.games.air_eaters.sides import CONSORTIUM, EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import (
    State,
    dismantle,
    enter_new,
    free_count,
    standing,
)
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
from grognard.games.air_eaters.verbs import (
    BUILD,
    DISMANTLE,
    DONE,
    INVEST,
    PLACE,
    REPAIR,
    TO,
    V_BLOCKADE,
    V_BUILD,
    V_DISMANTLE,
    V_GIVE,
    V_INVEST,
    V_LEND,
    V_PASS_ON,
    V_PAY,
    V_PLACE,
    V_PROSPECT,
    V_REPAIR,
    V_RESEARCH,
    V_TO,
    Open,
    Picked,
)
from grognard.games.air_eaters.world import (
    HEX_SITES,
    LAND,
    MARS_SITES,
    ON_EARTH,
    ON_EARTH_SITES,
    ON_MARS,
    SITE_PLACE,
    SURFACE,
    TERRAIN,
)

INCOME = EventKind("income", "{side} have {n:int} Industrial Units to allocate", rule="10.1")
BUILT = EventKind("built", "{side} complete one {type} for {n:int} IUs", rule="10.3")
INVESTED = EventKind("invested", "{side} allocate {n:int} IUs towards a {type}", rule="10.2")
PLACED = EventKind("placed", "{piece} is placed at {place}", rule="10.4")
REPAIRED = EventKind("repaired", "{side} repair one Industrial Unit for {n:int} IUs: {site}", rule="28.0")

MARTIAN_COST = {DD: 8, DT: 3, TR: 3, ITR: 3, CORV: 5}  # 36.7, 37.8
REVOLT_LIMITS = {EARTH_SIDE: {DT: 6, TR: 5}, MARS_SIDE: {DT: 6, TR: 3, CORV: 0}}  # 36.9
EXPANSION_LIMIT = {DT: 6, TR: 4, ITR: 4, CORV: 7, DD: 4}  # 37.10


# --- what may be built


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


def room(s: State, side: int, kind: int) -> bool:
    """A counter is free, and the side's own limit is not reached (10.3)."""
    if free_count(s, kind) <= 0:
        return False
    if not s.setup.war:
        return True
    own = sum(1 for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side)
    return own + s.ready[side * N_TYPES + kind] < limit(s, side, kind)


def buildable(s: State, side: int) -> list[int]:
    return [t for t in TERRAN_TYPES if known(s, side, t) and players.may_build(s, side, t) and room(s, side, t)]


def scrap(s: State, side: int) -> list[int]:
    """Own units that may be dismantled so that their counter can be built anew: where no counter is left (10.3)."""
    found: list[int] = []
    for kind in TERRAN_TYPES:
        if known(s, side, kind) and not room(s, side, kind):
            found += [p for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side]
    return found


# --- placing


def placement(s: State, side: int, kind: int) -> list[int]:
    """Hexes where a new unit of a type may be placed now (10.4, 27.2, 33.2, 36.8, 37.9)."""
    places: list[int] = []
    if side not in (CONSORTIUM, MARS_SIDE):
        places += [SITE_PLACE[i] for i in ON_EARTH_SITES if standing(s, i)]
        if KIND[kind] == SUB:
            places = [p for p in places if TERRAIN[p] != LAND]
    if side == EARTH_SIDE and (s.setup.war or CONSORTIUM in s.setup.sides):
        return places
    if KIND[kind] == SUB or kind == ARMY or besieged(s, ON_MARS, side):
        return places
    if side == CONSORTIUM:
        return dealings.consortium_places(s)
    if side == MARS_SIDE or not s.placed[side]:
        places += [SITE_PLACE[i] for i in MARS_SITES if standing(s, i)]
    return places


def placeable(s: State, side: int) -> list[int]:
    base = side * N_TYPES
    return [t for t in TERRAN_TYPES if s.ready[base + t] and placement(s, side, t)]


# --- repair


def repair_cost(s: State, side: int, site: int) -> int:
    """IUs to repair one Industrial Unit (28.0, 37.5)."""
    if s.setup.expansion and expansion.undeveloped(site):
        return expansion.DEVELOPMENT[side]
    return int(REPAIR_ON_EARTH if SURFACE[SITE_PLACE[site]] == ON_EARTH else REPAIR_ELSEWHERE)


def repairable(s: State, side: int) -> list[int]:
    """Sites this side may repair and can pay for (28.0); in Expansion also undeveloped ones (37.5)."""
    found = []
    for site in range(HEX_SITES):
        if not s.devastated[site] or s.points[side] < repair_cost(s, side, site):
            continue
        if s.setup.expansion and expansion.undeveloped(site):
            if expansion.developer(s, site) == side:
                found.append(site)
        elif s.setup.repair and dealings.may_repair(s, side, site) and not besieged(s, SURFACE[SITE_PLACE[site]], side):
            found.append(site)
    return found


# --- the phase


class ProductionPhase(Step[State]):
    """A blockade may be declared first (32.5, 33.7)."""

    name = "terran_production"

    def run(self, s: State, frame: Frame) -> None:
        s.blockade = 0
        s.push("allocation", frame[1])
        if s.setup.split_terrans and dealings.blockader(s) >= 0:
            s.push("blockade", 1 << dealings.blockader(s))


class Allocation(Step[State]):
    """Counts the IUs and opens the allocation for the sides that produce; in a war one side after the other."""

    name = "allocation"

    def run(self, s: State, frame: Frame) -> None:
        phase = s.setup.sequence[frame[1]]
        mask = 1 << s.game.vocab["side"].index[phase.side] if s.setup.war else s.setup.terrans
        for side in s.setup.sides:
            if not mask >> side & 1:
                continue
            s.funded[side] = s.placed[side] = s.surveys[side] = 0
            s.points[side] = income(s, side) if side in producers(s) else 0
            if side in producers(s):
                s.emit(INCOME, side, s.points[side])
        for p in range(OF_TYPE[TERRAN_TYPES[0]].start, OF_TYPE[TERRAN_TYPES[-1]].stop):
            s.moved[p] = 0
        open_for = 0
        for side in s.setup.sides:
            if mask >> side & 1 and len(choices(s, side)) > 1:
                open_for |= 1 << side
        if open_for:
            s.push("production", open_for)


def choices(s: State, side: int) -> list[Code]:
    """All that a side may do in production now, `done` last."""
    out: list[Code] = []
    points = s.points[side]
    base = side * N_TYPES
    if points:
        out += research.fundable(s, side)
        paid = s.paid
        for kind in buildable(s, side):
            left = cost(s, side, kind) - paid[base + kind]
            if left <= points:
                out.append(BUILD[kind])
            if left > 1:
                out.append(INVEST[kind])
        if s.setup.repair or s.setup.expansion:
            out += [REPAIR[i] for i in repairable(s, side)]
        if s.setup.expansion and points >= expansion.SURVEY[side]:
            out.append((V_PROSPECT,))
    out += [PLACE[t] for t in placeable(s, side)]
    if side in producers(s):
        out += [DISMANTLE[p] for p in scrap(s, side)]
    if s.setup.split_terrans:
        out += dealings.dealings(s, side)
    out.append(DONE)
    return out


class Production(Open):
    name = "production"
    rule = rule("10.2")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Production: {n:int} Industrial Units to allocate", n=s.points[side])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return choices(s, side)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return why_not(s, side, code) or super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if code == DONE:
            s.points[side] = 0
            self.close(s, frame, side)
        elif verb == V_RESEARCH:
            if not players.ask_for_deeds(s, side, code):
                research.fund(s, side, code[1])
        elif verb == V_BUILD:
            if not players.ask_for_design(s, side, code[1], code):
                build(s, side, code[1])
        elif verb == V_INVEST:
            if not players.ask_for_design(s, side, code[1], code):
                s.push("pay", side, code[1])
        elif verb == V_PLACE:
            s.push("place_unit", side, code[1])
        elif verb == V_REPAIR:
            repair(s, side, code[1])
        elif verb == V_DISMANTLE:
            dismantle(s, code[1])
        elif verb == V_PROSPECT:
            s.points[side] -= expansion.SURVEY[side]
            s.surveys[side] += 1
        else:
            dealings.deal(s, side, code)


def build(s: State, side: int, kind: int) -> None:
    left = remaining(s, side, kind)
    s.points[side] -= left
    s.paid[side * N_TYPES + kind] = 0
    s.ready[side * N_TYPES + kind] += 1
    s.emit(BUILT, side, kind, left)


def repair(s: State, side: int, site: int) -> None:
    price = repair_cost(s, side, site)
    s.points[side] -= price
    s.devastated[site] -= 1
    if s.setup.expansion and expansion.undeveloped(site):
        s.site_side[site] = side
    s.emit(REPAIRED, side, price, site)


def why_not(s: State, side: int, code: Code) -> Refusal | None:
    """The true reason why something can't be done in production now."""
    verb = code[0]
    if verb in (V_BUILD, V_INVEST):
        kind = code[1]
        if kind not in TERRAN_TYPES:
            return Refusal(rule("10.3"), "{type} is no Terran unit", type=kind)
        if not known(s, side, kind) or not players.may_build(s, side, kind):
            return Refusal(rule("11.1"), "{type} may not be produced yet", type=kind)
        if not room(s, side, kind):
            return Refusal(rule("10.3"), "there are no more counters: {type}", type=kind)
        return Refusal(rule("10.3"), "{type} needs {n:int} more IUs", type=kind, n=remaining(s, side, kind))
    if verb == V_RESEARCH:
        return research.why_not(s, side, code[1])
    if verb == V_PLACE:
        if not s.ready[side * N_TYPES + code[1]]:
            return Refusal(rule("10.4"), "no {type} is complete", type=code[1])
        return Refusal(rule("10.4"), "no hex can take a new {type} now", type=code[1])
    if verb == V_REPAIR:
        return Refusal(rule("28.0"), "{site} can't be repaired now", site=code[1])
    if verb == V_DISMANTLE:
        return Refusal(rule("10.3"), "only own units whose counters have run out are dismantled")
    if verb in (V_GIVE, V_PASS_ON, V_LEND, V_BLOCKADE):
        return dealings.why_no_deal(s, side, code)
    return None


class Pay(Picked):
    """How many IUs go towards a unit that will be finished on a later turn (10.2). Frame argument 2 is the type."""

    name = "pay"
    rule = rule("10.2")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("How many IUs towards a later {type}?", type=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        most = min(s.points[side], remaining(s, side, frame[2]) - 1)
        return [(V_PAY, n) for n in range(1, most + 1)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "name a number of IUs that you have and that leaves the unit unfinished")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.points[side] -= code[1]
        s.paid[side * N_TYPES + frame[2]] += code[1]
        s.emit(INVESTED, side, code[1], frame[2])
        s.pop()


class PlaceUnit(Picked):
    """Frame argument 2 is the type."""

    name = "place_unit"
    rule = rule("10.4")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Place the new {type} where?", type=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [TO[p] for p in placement(s, side, frame[2])]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return Refusal(self.rule, "a unit is to be placed first")
        if SURFACE[code[1]] == ON_MARS:
            return Refusal(self.rule, "{type} can't be placed there on Mars this turn", type=frame[2])
        return Refusal(self.rule, "new units are placed on undevastated Industrial Units")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        kind, place = frame[2], code[1]
        s.ready[side * N_TYPES + kind] -= 1
        owner = dealings.owner_of_new(s, side, kind, place)
        piece = enter_new(s, kind, place, owner)
        if side == CONSORTIUM or SURFACE[place] == ON_MARS:
            s.placed[side] += 1
        s.emit(PLACED, piece, place)
        s.pop()
        dealings.new_ship(s, side, piece)
