"""Terran production (10.0), repair (28.0), shares (32.0, 33.0), Martian prices (36.0, 37.0)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Modifier, Msg, Refusal, rule
from grognard.games.air_eaters import dealings, expansion, players, research
from grognard.games.air_eaters.building import (
    buildable,
    cost,
    placeable,
    placement,
    quota_reached,
    remaining,
    repair_cost,
    repairable,
    scrap,
    why_not_build,
    why_not_place,
    why_not_repair,
)
from grognard.games.air_eaters.economy import income, producers
from grognard.games.air_eaters.sides import CONSORTIUM, MARS_SIDE
from grognard.games.air_eaters.state import (
    State,
    dismantle,
    enter_new,
)
from grognard.games.air_eaters.units import (
    N_TYPES,
    TERRAN_TYPES,
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
    ON_MARS,
    SURFACE,
)

INCOME = EventKind("income", "{side}: {n:int} Industrial Units to allocate", rule="10.1")
BUILT = EventKind("built", "{side}: one {type} is complete, {n:int|IU|IUs}", rule="10.3")
INVESTED = EventKind("invested", "{side}: {n:int|IU|IUs} go towards: {type}", rule="10.2")
PLACED = EventKind("placed", "{piece} is placed at {place}", rule="10.4")
REPAIRED = EventKind("repaired", "{side}: one Industrial Unit is repaired for {n:int|IU|IUs}: {site}", rule="28.0")


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
        s.given = s.completed = 0
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
        full = quota_reached(s, side)
        for kind in buildable(s, side):
            left = cost(s, side, kind) - paid[base + kind]
            if left <= points and not full:
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

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        """The rolls that allocated IUs buy for the research phase."""
        if code[0] == V_RESEARCH:
            return research.odds(s, side, code[1])
        return expansion.odds(s, side) if code[0] == V_PROSPECT else None

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return research.modifiers(s, side, code[1]) if code[0] == V_RESEARCH else []

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
            expansion.pay_for_survey(s, side)
        else:
            dealings.deal(s, side, code)


def build(s: State, side: int, kind: int) -> None:
    left = remaining(s, side, kind)
    s.points[side] -= left
    s.paid[side * N_TYPES + kind] = 0
    s.ready[side * N_TYPES + kind] += 1
    s.completed += side == CONSORTIUM
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
        return why_not_build(s, side, verb, code[1])
    if verb == V_RESEARCH:
        return research.why_not(s, side, code[1])
    if verb == V_PLACE:
        if code[1] not in TERRAN_TYPES or not s.ready[side * N_TYPES + code[1]]:
            return Refusal(rule("10.4"), "none is complete: {type}", type=code[1])
        if side == CONSORTIUM and s.placed[side] >= dealings.consortium_quota(s):
            return Refusal(rule("33.2"), "the Consortium has placed all it may this turn")
        return Refusal(rule("10.4"), "no hex can take a new unit now: {type}", type=code[1])
    if verb == V_REPAIR:
        return why_not_repair(s, side, code[1])
    if verb == V_DISMANTLE:
        return Refusal(rule("10.3"), "only own units whose counters have run out are dismantled")
    if verb == V_PROSPECT:
        return expansion.why_not_prospect(s, side)
    if verb in (V_GIVE, V_PASS_ON, V_LEND) or (verb == V_BLOCKADE and s.setup.split_terrans):
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
        return why_not_place(s, side, frame[2], code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        kind, place = frame[2], code[1]
        s.ready[side * N_TYPES + kind] -= 1
        owner = dealings.owner_of_new(s, side, kind, place)
        piece = enter_new(s, kind, place, owner)
        if side == CONSORTIUM or (side != MARS_SIDE and SURFACE[place] == ON_MARS):
            s.placed[side] += 1
        s.emit(PLACED, piece, place)
        s.pop()
        dealings.new_ship(s, side, piece)
