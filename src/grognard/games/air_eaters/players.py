"""Several players on one side (32.0, 33.0, 34.0): permissions, loans, gifts, blockades.

A permission is asked when it is first needed in a turn; the answer holds for the turn. The question stands above the
choice that needs it, and when the answer is yes that choice goes on as if nothing had happened.
"""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Choice
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters.charts import MODIFIER, PREREQUISITE, PROJECT_OF
from grognard.games.air_eaters.sides import COLONIST, CONSORTIUM, EARTH_SIDE, MEMBERS, N_SIDES, SPACE_FLEET
from grognard.games.air_eaters.state import State, industry_here, standing
from grognard.games.air_eaters.units import (
    ALIENS,
    ARMY,
    COST,
    KIND,
    KIND_OF,
    MOTHERSHIPS,
    N_TYPES,
    NEEDS_RESEARCH,
    SPACE,
    SUB,
    TERRAN_TYPES,
    TERRANS,
    TYPE,
)
from grognard.games.air_eaters.verbs import (
    DONE,
    GIVE,
    V_ALLOW,
    V_BLOCKADE,
    V_FOR,
    V_GIVE,
    V_LEND,
    V_PASS_ON,
    V_PAY,
    V_REFUSE,
    Open,
    Picked,
)
from grognard.games.air_eaters.world import HEX0, HEX_SITES, MARS_SITES, ON_EARTH, SITE_PLACE, SURFACE

LAND_AT_HOME, LAND_AT_MINES, CARRY, DEEDS_OF, DESIGNS, USE_BASE, PUSH_WITH = range(7)
ALLOWED, REFUSED = 1, 2

GRANTED = EventKind("granted", "{side} allow {asker:side}: {what:text}")
DENIED = EventKind("denied", "{side} refuse {asker:side}: {what:text}")
GAVE = EventKind("gave", "{side} give {piece} to {other:side}", rule="33.3")
LENT = EventKind("lent", "{side} let {other:side} use {n:int} Industrial Units", rule="33.2")
PASSED_ON = EventKind("passed_on", "{side} pass {n:int} IUs towards a {type} on to {other:side}", rule="33.2")
BLOCKADES = EventKind("blockades", "{side} blockade: industry off Earth does not produce this turn", rule="32.5")

QUESTIONS = (
    "landing on and lifting off from Earth",
    "landing on and lifting off from mining sites",
    "carrying units",
    "the use of combat experience for research",
    "building researched types",
    "the use of a Base",
    "pushing together",
)
QUESTION_RULES = ("32.3", "33.5", "33.5", "33.4", "33.4", "34.2", "34.2")


# --- permissions


def consent(s: State, asked: int, kind: int, asker: int) -> int:
    """1: given, or not needed; -1: refused this turn; 0: not asked yet."""
    if asked == asker:
        return 1
    answer = s.grants[asked] >> 2 * (kind * N_SIDES + asker) & 3
    return 1 if answer == ALLOWED else -1 if answer == REFUSED else 0


def ask(s: State, asked: int, kind: int, asker: int, code: Code) -> bool:
    """Put the question where it is open; True if the choice must wait for the answer."""
    if consent(s, asked, kind, asker) == 1:
        return False
    s.push("permit", 1 << asked, kind, asker, *code)
    return True


class Permit(Open):
    """Frame: who is asked, the question, who asks, and the action that waits for the answer."""

    name = "permit"
    rule = rule("32.3")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("{asker:side} ask you to allow {what:text}", asker=frame[3], what=QUESTIONS[frame[2]])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_ALLOW,), (V_REFUSE,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(QUESTION_RULES[frame[2]], "another player waits for your answer: allow or refuse")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        kind, asker, action = frame[2], frame[3], frame[4:]
        allowed = code[0] == V_ALLOW
        s.grants[side] |= (ALLOWED if allowed else REFUSED) << 2 * (kind * N_SIDES + asker)
        s.emit(GRANTED if allowed else DENIED, side, asker, QUESTIONS[kind])
        s.pop()
        if allowed:
            below = s.stack[-1]
            node = s.game.nodes[below[0]]
            assert isinstance(node, Choice)
            node.apply(s, below, asker, action)


def forget_grants(s: State) -> None:
    """Permissions hold for one turn."""
    for side in s.setup.sides:
        s.grants[side] = 0


# --- landing, lifting off, carrying (32.3, 33.5)


def _landlords(s: State, side: int, *places: int) -> list[tuple[int, int]]:
    """Whom a side must ask to use these hexes, and for what."""
    out = []
    for place in places:
        if place < HEX0:
            continue
        if SURFACE[place] == ON_EARTH:
            out.append((s.setup.home, LAND_AT_HOME))
        elif CONSORTIUM in s.setup.sides and industry_here(s, place) >= 0:
            out.append((CONSORTIUM, LAND_AT_MINES))
    return [(asked, kind) for asked, kind in out if asked != side]


def landing_consent(s: State, side: int, here: int, there: int) -> int:
    return min((consent(s, asked, kind, side) for asked, kind in _landlords(s, side, here, there)), default=1)


def ask_to_land(s: State, side: int, here: int, code: Code) -> bool:
    if not s.setup.split_terrans:
        return False
    return any(ask(s, asked, kind, side, code) for asked, kind in _landlords(s, side, here, code[1]))


def may_carry(s: State, transport: int, piece: int) -> bool:
    if s.owner[transport] == s.owner[piece]:
        return True
    return s.setup.split_terrans and consent(s, s.owner[piece], CARRY, s.owner[transport]) >= 0


def ask_to_carry(s: State, transport: int, code: Code) -> bool:
    return ask(s, s.owner[code[1]], CARRY, s.owner[transport], code)


# --- research and designs (32.2, 33.4)


def shared_deeds(s: State, side: int, hopeful: bool = True) -> int:
    """What counts for a side's research: its own deeds and those of its partners, who may be asked (33.4)."""
    if not s.setup.split_terrans:
        return s.deeds[side]
    deeds = 0
    least = 0 if hopeful else 1
    for other in MEMBERS[s.setup.terrans]:
        if CONSORTIUM not in s.setup.sides or consent(s, other, DEEDS_OF, side) >= least:
            deeds |= s.deeds[other]
    return deeds


def ask_for_deeds(s: State, side: int, code: Code) -> bool:
    """Ask the partner whose deeds this project needs, or could use for its modifier (33.4)."""
    if CONSORTIUM not in s.setup.sides:
        return False
    have = shared_deeds(s, side, hopeful=False)
    for _, deed in (PREREQUISITE[code[1]], MODIFIER[code[1]]):
        if not deed or have & deed:
            continue
        for other in MEMBERS[s.setup.terrans]:
            if s.deeds[other] & deed and consent(s, other, DEEDS_OF, side) == 0:
                return ask(s, other, DEEDS_OF, side, code)
    return False


def may_build(s: State, side: int, kind: int) -> bool:
    """The Consortium builds no submarines and Armies (33.3), and researched types by leave of Earth (33.4); 35.3."""
    if s.setup.solitaire:
        return KIND[kind] == SPACE and TYPE_IS_WARSHIP[kind]
    if side != CONSORTIUM:
        return True
    if KIND[kind] == SUB or kind == ARMY:
        return False
    if not NEEDS_RESEARCH[kind] or s.gained[side] >> kind & 1:
        return True
    return consent(s, EARTH_SIDE, DESIGNS, side) >= 0


TYPE_IS_WARSHIP = [cost > 5 and KIND[t] == SPACE for t, cost in enumerate(COST)]


def ask_for_design(s: State, side: int, kind: int, code: Code) -> bool:
    """The Consortium asks Earth once for each type; the leave is kept (33.4)."""
    if side != CONSORTIUM or not NEEDS_RESEARCH[kind] or s.gained[side] >> kind & 1:
        return False
    if ask(s, EARTH_SIDE, DESIGNS, side, code):
        return True
    s.gained[side] |= 1 << kind
    return False


def designs(s: State, kind: int) -> bool:
    """Has Earth researched this type?"""
    return bool(s.researched[EARTH_SIDE] >> PROJECT_OF[kind] & 1)


# --- new units, gifts and loans (32.2, 33.2, 33.3)


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
        s.emit(GAVE, side, frame[2], code[1])
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
        if s.owner[p] == side and s.at[p] >= 0 and not s.moved[p] and s.carrier[p] < 0 and partner(s, side, p) >= 0
    ]


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
        other = partner(s, side, code[1])
        s.owner[code[1]] = other
        s.moved[code[1]] = 1
        s.emit(GAVE, side, code[1], other)
    elif code[0] == V_PASS_ON:
        other = other_producer(side)
        n = s.paid[side * N_TYPES + code[1]]
        s.paid[side * N_TYPES + code[1]] = 0
        s.paid[other * N_TYPES + code[1]] += n
        s.emit(PASSED_ON, side, n, code[1], other)
    else:
        s.push("lend", side, code[1])


def why_no_deal(s: State, side: int, code: Code) -> Refusal:
    if code[0] == V_GIVE:
        piece = code[1]
        if s.at[piece] < 0 or s.owner[piece] != side:
            return Refusal(rule("33.3"), "{piece} is not yours to give", piece=piece)
        if s.moved[piece]:
            return Refusal(rule("33.3"), "{piece} has changed hands this turn", piece=piece)
        return Refusal(rule("33.3"), "no partner may own {piece}", piece=piece)
    return Refusal(rule("33.2"), "there is nothing to lend or pass on")


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
        s.emit(LENT, side, other, code[1])
        s.pop()
        top = s.stack[-1]
        if not top[1] >> other & 1:  # a partner who was done may allocate what came in since
            s.stack[-1] = (top[0], top[1] | 1 << other, *top[2:])


def consortium_places(s: State) -> list[int]:
    """Two units a turn on Mars; one on any off-Earth industry when Mars has none left (33.2)."""
    mars = [SITE_PLACE[i] for i in MARS_SITES if standing(s, i)]
    if mars:
        return mars if s.placed[CONSORTIUM] < 2 else []
    if s.placed[CONSORTIUM]:
        return []
    return [SITE_PLACE[i] for i in range(HEX_SITES) if SURFACE[SITE_PLACE[i]] != ON_EARTH and standing(s, i)]


def may_repair(s: State, side: int, site: int) -> bool:
    """Among three Terrans each producer repairs the industry it controls; in a war, its own (36.11, 37.12)."""
    if s.setup.war:
        return s.site_side[site] == side
    if CONSORTIUM not in s.setup.sides:
        return True
    return (SURFACE[SITE_PLACE[site]] == ON_EARTH) == (side == EARTH_SIDE)


# --- blockade (32.5, 33.7)


class Blockade(Open):
    name = "blockade"
    rule = rule("32.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Blockade the industry off Earth this turn, or be done?")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_BLOCKADE,), DONE]

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code != DONE:
            s.blockade = 1 << side
            s.emit(BLOCKADES, side)
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


# --- two Alien players (34.2)


def may_use_base(s: State, base: int, other: int) -> bool:
    return consent(s, s.owner[other], USE_BASE, s.owner[base]) >= 0


def ask_for_base(s: State, base: int, code: Code) -> bool:
    return ask(s, s.owner[code[2]], USE_BASE, s.owner[base], code)


def push_consent(s: State, side: int) -> int:
    return min(consent(s, s.owner[m], PUSH_WITH, side) for m in MOTHERSHIPS)


def ask_to_push(s: State, side: int, code: Code) -> bool:
    return any(ask(s, s.owner[m], PUSH_WITH, side, code) for m in MOTHERSHIPS)
