"""Gifts, loans and shares among partners, and blockades (32.2, 32.5, 33.2, 33.3, 33.7, 34.2)."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters.economy import site_besieged
from grognard.games.air_eaters.sides import COLONIST, CONSORTIUM, EARTH_SIDE, MEMBERS, SPACE_FLEET
from grognard.games.air_eaters.state import State, passenger, standing
from grognard.games.air_eaters.units import (
    ALIENS,
    ARMY,
    COST,
    KIND,
    KIND_OF,
    N_TYPES,
    SPACE,
    SUB,
    TERRAN_TYPES,
    TERRANS,
    TYPE,
)
from grognard.games.air_eaters.verbs import (
    DONE,
    GIVE,
    V_BLOCKADE,
    V_FOR,
    V_GIVE,
    V_LEND,
    V_PASS_ON,
    V_PAY,
    Open,
    Picked,
)
from grognard.games.air_eaters.world import HEX_SITES, MARS_SITES, ON_EARTH, SITE_PLACE, SURFACE

GAVE = EventKind("gave", "{piece} goes from {side} to {other:side}", rule="33.3")

TRADED = EventKind("traded", "{piece} goes from {side} to {other:side}", rule="34.2")

LENT = EventKind("lent", "{n:int} Industrial Units of {side} work for {other:side} this turn", rule="33.2")

PASSED_ON = EventKind("passed_on", "{n:int|IU|IUs} allocated to {type} go from {side} to {other:side}", rule="33.2")

BLOCKADES = EventKind(
    "blockades", "{side}: a blockade is declared, industry off Earth does not produce this turn", rule="32.5"
)

FLEET_BLOCKADES = EventKind("fleet_blockades", BLOCKADES.template, rule="33.7")

BLOCKADE_RULES = rule("32.5"), rule("33.7")  # two Terran players, and three


def owner_of_new(s: State, side: int, kind: int, place: int) -> int:
    """Colonists get all ships and what is placed on Mars (32.2); Earth never owns ships (33.3)."""
    if COLONIST in s.setup.sides:
        return COLONIST if KIND[kind] == SPACE or SURFACE[place] != ON_EARTH else side
    if side == EARTH_SIDE and SPACE_FLEET in s.setup.sides and KIND[kind] == SPACE:
        return SPACE_FLEET
    return side


def new_ship(s: State, side: int, piece: int) -> None:
    """Earth says which partner gets the ship it has built (33.2, 33.3)."""
    if side == EARTH_SIDE and SPACE_FLEET in s.setup.sides and KIND_OF[piece] == SPACE:
        s.push("recipient", side, piece)


class Recipient(Picked):
    name = "recipient"
    rule = rule("33.3")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Who gets {piece}?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_FOR, SPACE_FLEET), (V_FOR, CONSORTIUM)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "ships go to the Space Fleet or the Mining Consortium")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.owner[frame[2]] = code[1]
        s.emit(GAVE, frame[2], side, code[1])
        s.pop()


def partner(s: State, side: int, piece: int) -> int:
    """The one other side that may own this unit, or -1 (33.3, 34.2)."""
    if s.setup.aliens >> side & 1:
        return next((i for i in MEMBERS[s.setup.aliens] if i != side), -1)
    if CONSORTIUM not in s.setup.sides or KIND_OF[piece] == SUB or TYPE[piece] == ARMY:
        return -1
    pair = (SPACE_FLEET, CONSORTIUM) if KIND_OF[piece] == SPACE else (EARTH_SIDE, CONSORTIUM)
    return pair[1] if side == pair[0] else pair[0]


def gifts(s: State, side: int, pieces: range) -> list[Code]:
    """Units a side may give away; what changed hands in this phase stays (33.3, 34.2)."""
    return [
        GIVE[p]
        for p in pieces
        if s.owner[p] == side
        and s.at[p] >= 0
        and not s.given >> p & 1
        and s.carrier[p] < 0
        and partner(s, side, p) >= 0
        and not entrusted(s, side, p)
    ]


def entrusted(s: State, side: int, transport: int) -> bool:
    """Is a third side's unit aboard? Its owner has agreed to this owner of the Transport, not to another (33.5)."""
    rider = passenger(s, transport)
    return rider >= 0 and s.owner[rider] not in (side, partner(s, side, transport))


def trades(s: State, side: int) -> list[Code]:
    return gifts(s, side, ALIENS)


def other_producer(side: int) -> int:
    return CONSORTIUM if side == EARTH_SIDE else EARTH_SIDE


def passable(s: State, side: int) -> list[int]:
    """Types with IUs allocated that the other producer could use (33.2)."""
    other = other_producer(side)
    return [
        t
        for t in TERRAN_TYPES
        if s.paid[side * N_TYPES + t]
        and s.paid[side * N_TYPES + t] + s.paid[other * N_TYPES + t] < COST[t]
        and (other == EARTH_SIDE or (KIND[t] != SUB and t != ARMY))
    ]


def dealings(s: State, side: int) -> list[Code]:
    """Gifts, loans and progress passed on, in the game of three Terran players."""
    if CONSORTIUM not in s.setup.sides:
        return []
    out = gifts(s, side, TERRANS)
    if side != SPACE_FLEET:
        if s.points[side]:
            out.append((V_LEND, other_producer(side)))
        out += [(V_PASS_ON, t) for t in passable(s, side)]
    return out


def deal(s: State, side: int, code: Code) -> None:
    if code[0] == V_GIVE:
        give(s, side, code[1])
    elif code[0] == V_PASS_ON:
        other = other_producer(side)
        n = s.paid[side * N_TYPES + code[1]]
        s.paid[side * N_TYPES + code[1]] = 0
        s.paid[other * N_TYPES + code[1]] += n
        s.emit(PASSED_ON, n, code[1], side, other)
    else:
        s.push("lend", side, code[1])


def give(s: State, side: int, piece: int) -> int:
    """Hands a unit to the partner who may own it; returns that side."""
    other = partner(s, side, piece)
    s.owner[piece] = other
    s.given |= 1 << piece
    s.leave[piece] = 0  # what its old owner allowed, or was allowed
    s.emit(TRADED if s.setup.aliens >> side & 1 else GAVE, piece, side, other)
    return other


def why_no_gift(s: State, side: int, piece: int) -> Refusal:
    number = rule("34.2") if s.setup.aliens >> side & 1 else rule("33.3")
    if s.at[piece] < 0 or s.owner[piece] != side:
        return Refusal(number, "{piece} is not yours to give", piece=piece)
    if s.given >> piece & 1:
        return Refusal(number, "{piece} has changed hands in this phase", piece=piece)
    if partner(s, side, piece) < 0:
        return Refusal(number, "no partner may own {piece}", piece=piece)
    if entrusted(s, side, piece):
        return Refusal(rule("33.5"), "{piece} carries a unit of a third side, which has not agreed", piece=piece)
    return Refusal(number, "{piece} travels as a passenger", piece=piece)


def why_no_deal(s: State, side: int, code: Code) -> Refusal:
    """Why something can't be given, lent or passed on in production."""
    if code[0] == V_GIVE:
        return why_no_gift(s, side, code[1])
    if code[0] == V_BLOCKADE:
        return Refusal(BLOCKADE_RULES[CONSORTIUM in s.setup.sides], "a blockade is declared before production begins")
    if CONSORTIUM not in s.setup.sides:
        return Refusal(rule("33.2"), "IUs are lent and passed on among three Terran players only")
    if side == SPACE_FLEET:
        return Refusal(rule("33.2"), "the Space Fleet has no IUs of its own")
    if code[0] == V_LEND:
        if code[1] != other_producer(side):
            return Refusal(rule("33.2"), "IUs are lent between Earth and the Mining Consortium")
        return Refusal(rule("33.2"), "no IUs are left to lend")
    if not s.paid[side * N_TYPES + code[1]]:
        return Refusal(rule("33.2"), "no IUs are allocated towards: {type}", type=code[1])
    return Refusal(rule("33.3"), "the partner can't take IUs towards: {type}", type=code[1])


class Lend(Picked):
    """How many IUs the other producer may use this turn. Frame argument 2 is that side."""

    name = "lend"
    rule = rule("33.2")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("How many IUs may {side} use?", side=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_PAY, n) for n in range(1, s.points[side] + 1)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "name a number of IUs that you have")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        other = frame[2]
        s.points[side] -= code[1]
        s.points[other] += code[1]
        s.emit(LENT, code[1], side, other)
        s.pop()
        top = s.stack[-1]
        if not top[1] >> other & 1:  # a partner who was done may allocate what came in since
            s.stack[-1] = (top[0], top[1] | 1 << other, *top[2:])


def consortium_quota(s: State) -> int:
    """Units the Consortium may complete, and place, in a turn: two, but one when Mars has no industry left (33.2)."""
    return 2 if any(standing(s, i) for i in MARS_SITES) else 1


def consortium_places(s: State) -> list[int]:
    """On Mars, or on any off-Earth industry when Mars has none left (33.2); not under siege (27.2)."""
    if s.placed[CONSORTIUM] >= consortium_quota(s):
        return []
    sites = [i for i in MARS_SITES if standing(s, i)]
    if not sites:
        sites = [i for i in range(HEX_SITES) if SURFACE[SITE_PLACE[i]] != ON_EARTH and standing(s, i)]
    return [SITE_PLACE[i] for i in sites if not site_besieged(s, i, CONSORTIUM)]


def may_repair(s: State, side: int, site: int) -> bool:
    """Among three Terrans each producer repairs the industry it controls; in a war, its own (36.11, 37.12)."""
    if s.setup.war:
        return s.site_side[site] == side
    if CONSORTIUM not in s.setup.sides:
        return True
    return (SURFACE[SITE_PLACE[site]] == ON_EARTH) == (side == EARTH_SIDE)


class Blockade(Open):
    name = "blockade"
    rule = rule("32.5")

    def cited(self, s: State, frame: Frame) -> str:
        return BLOCKADE_RULES[CONSORTIUM in s.setup.sides]

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Blockade the industry off Earth this turn, or be done?")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_BLOCKADE,), DONE]

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code != DONE:
            s.blockade = 1 << side
            s.emit(FLEET_BLOCKADES if side == SPACE_FLEET else BLOCKADES, side)
        self.close(s, frame, side)


def blockader(s: State) -> int:
    """The side that may declare a blockade, if any industry stands off Earth; else -1."""
    for side in (COLONIST, SPACE_FLEET):
        if side in s.setup.sides and any(
            standing(s, i)
            for i, there in enumerate(s.exists)
            if there and not (i < HEX_SITES and SURFACE[SITE_PLACE[i]] == ON_EARTH)
        ):
            return side
    return -1
