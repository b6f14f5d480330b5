"""Several players on one side (32.0, 33.0, 34.0): permissions, loans, gifts, blockades.

A permission is asked when it is first needed in a turn; the answer holds for the turn, for the side that asked.
Landing, transport and the use of a Base are asked for each unit by itself, designs for each type, experience in combat
for each project. The question stands above the choice that needs it, and when the answer is yes that choice goes on as
if nothing had happened.
"""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Choice
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters.charts import MODIFIER, PREREQUISITE, PROJECT_OF, PROJECTS
from grognard.games.air_eaters.sides import CONSORTIUM, EARTH_SIDE, MARS_SIDE, MEMBERS
from grognard.games.air_eaters.state import State, industry_here
from grognard.games.air_eaters.units import ARMY, COST, KIND, MOTHERSHIPS, NEEDS_RESEARCH, SPACE, SUB
from grognard.games.air_eaters.verbs import V_ALLOW, V_REFUSE, Open
from grognard.games.air_eaters.world import HEX0, ON_EARTH, SURFACE

LAND_AT_HOME, LAND_AT_MINES, CARRY, USE_BASE, DEEDS_OF, DESIGNS, PUSH_WITH = range(7)
OF_UNITS = 4  # the first four are about a unit; then about a project, about a type, about nothing else
FIRST_GRANT = {DEEDS_OF: 0, DESIGNS: len(PROJECTS), PUSH_WITH: 2 * len(PROJECTS)}  # their places in `grants`

ALLOWED, REFUSED = 1, 2

GRANTED = EventKind("granted", "{side}, asked by {asker:side}: {what:text} is allowed")

DENIED = EventKind("denied", "{side}, asked by {asker:side}: {what:text} is refused")

UNIT_GRANTED = EventKind("unit_granted", "{side}, asked by {asker:side} for {piece}: {what:text} is allowed")

UNIT_DENIED = EventKind("unit_denied", "{side}, asked by {asker:side} for {piece}: {what:text} is refused")

QUESTIONS = (
    "landing on and lifting off from Earth",
    "landing on and lifting off from mining sites",
    "transport",
    "the use of this Base",
    "the use of combat experience for research",
    "building researched types",
    "pushing together",
)

QUESTION_RULES = (*(rule("33.5"),) * 3, rule("34.2"), *(rule("33.4"),) * 2, rule("34.2"))
COLONISTS_RULE = rule("32.3")


def question_rule(s: State, kind: int) -> str:
    """Two Terran players have one rule for landing and carrying (32.3), three another (33.5)."""
    return COLONISTS_RULE if kind <= CARRY and CONSORTIUM not in s.setup.sides else QUESTION_RULES[kind]


def carry_rule(s: State) -> str:
    return question_rule(s, CARRY)


def _place(kind: int, asker: int, of: int) -> int:
    """Where an answer is kept. Only about units can two sides ask one and the same partner, in the game of three."""
    if kind < OF_UNITS:
        return 2 * (kind + OF_UNITS * (asker == CONSORTIUM))
    return 2 * (FIRST_GRANT[kind] + (PROJECT_OF[of] if kind == DESIGNS else of))


def consent(s: State, asked: int, kind: int, asker: int, of: int = 0) -> int:
    """1: given, or not needed; -1: refused this turn; 0: not asked yet. Last comes the unit, project or type."""
    if asked == asker:
        return 1
    kept = s.leave[of] if kind < OF_UNITS else s.grants[asked]
    answer = kept >> _place(kind, asker, of) & 3
    return 1 if answer == ALLOWED else -1 if answer == REFUSED else 0


def ask(s: State, asked: int, kind: int, asker: int, code: Code, of: int = 0) -> bool:
    """Put the question where it is open; True if the choice must wait for the answer."""
    if consent(s, asked, kind, asker, of) == 1:
        return False
    s.push("permit", 1 << asked, kind, asker, of, *code)
    return True


class Permit(Open):
    """Frame: who is asked, the question, who asks, about which unit, project or type, and the action that waits."""

    name = "permit"
    rule = rule("32.3")

    def cited(self, s: State, frame: Frame) -> str:
        return question_rule(s, frame[2])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        kind, asker, unit, action = frame[2], frame[3], frame[4], frame[5:]
        if kind == DEEDS_OF:
            return Msg(
                "Asked by {asker:side}: may your combat experience help to research {project}?",
                asker=asker,
                project=unit,
            )
        if kind == DESIGNS:
            return Msg("Asked by {asker:side}: may the type {type} be built?", asker=asker, type=unit)
        if kind == PUSH_WITH:
            return Msg("Asked by {asker:side}: is {what:text} allowed?", asker=asker, what=QUESTIONS[kind])
        if kind == CARRY:
            return Msg("Asked by {asker:side}: may {piece} be transported?", asker=asker, piece=unit)
        if kind == USE_BASE:
            return Msg("Asked by {asker:side}: may {piece} be used to produce?", asker=asker, piece=unit)
        if _ground_of(s, action[1]) == kind:
            return Msg("Asked by {asker:side}: may {piece} land at {place}?", asker=asker, piece=unit, place=action[1])
        here = s.at[unit]
        return Msg("Asked by {asker:side}: may {piece} lift off from {place}?", asker=asker, piece=unit, place=here)

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_ALLOW,), (V_REFUSE,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(question_rule(s, frame[2]), "another player waits for your answer: allow or refuse")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        kind, asker, of, action = frame[2], frame[3], frame[4], frame[5:]
        allowed = code[0] == V_ALLOW
        answer = (ALLOWED if allowed else REFUSED) << _place(kind, asker, of)
        if kind < OF_UNITS:
            s.leave[of] |= answer
            s.emit(UNIT_GRANTED if allowed else UNIT_DENIED, side, asker, of, QUESTIONS[kind])
        else:
            s.grants[side] |= answer
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
    if s.setup.split_terrans or s.setup.split_aliens:
        s.leave = [0] * len(s.leave)


def _ground_of(s: State, place: int) -> int:
    """The question that landing at a place, or lifting off from it, raises; -1: none."""
    if place < HEX0:
        return -1
    if SURFACE[place] == ON_EARTH:
        return LAND_AT_HOME
    return LAND_AT_MINES if CONSORTIUM in s.setup.sides and industry_here(s, place) >= 0 else -1


def _landlords(s: State, side: int, *places: int) -> list[tuple[int, int]]:
    """Whom a side must ask to use these hexes, and for what."""
    landlord = {LAND_AT_HOME: s.setup.home, LAND_AT_MINES: CONSORTIUM}
    kinds = [_ground_of(s, place) for place in places]
    return [(landlord[kind], kind) for kind in kinds if kind >= 0 and landlord[kind] != side]


def landing_consent(s: State, ship: int, there: int) -> int:
    side = s.owner[ship]
    answers = (consent(s, asked, kind, side, ship) for asked, kind in _landlords(s, side, s.at[ship], there))
    return min(answers, default=1)


def ask_to_land(s: State, ship: int, code: Code) -> bool:
    if not s.setup.split_terrans:
        return False
    side = s.owner[ship]
    return any(ask(s, asked, kind, side, code, ship) for asked, kind in _landlords(s, side, s.at[ship], code[1]))


def may_carry(s: State, transport: int, piece: int) -> bool:
    if s.owner[transport] == s.owner[piece]:
        return True
    return s.setup.split_terrans and consent(s, s.owner[piece], CARRY, s.owner[transport], piece) >= 0


def ask_to_carry(s: State, transport: int, code: Code) -> bool:
    return ask(s, s.owner[code[1]], CARRY, s.owner[transport], code, code[1])


def shared_deeds(s: State, side: int, project: int, hopeful: bool = True) -> int:
    """What counts for a side's research: its own deeds and those of its partners, who may be asked (33.4)."""
    if not s.setup.split_terrans:
        return s.deeds[side]
    deeds = 0
    least = 0 if hopeful else 1
    for other in MEMBERS[s.setup.terrans]:
        if CONSORTIUM not in s.setup.sides or consent(s, other, DEEDS_OF, side, project) >= least:
            deeds |= s.deeds[other]
    return deeds


def ask_for_deeds(s: State, side: int, code: Code) -> bool:
    """Ask the partner whose deeds this project needs, or could use for its modifier (33.4)."""
    if CONSORTIUM not in s.setup.sides:
        return False
    project = code[1]
    have = shared_deeds(s, side, project, hopeful=False)
    for _, deed in (PREREQUISITE[project], MODIFIER[project]):
        if not deed or have & deed:
            continue
        for other in MEMBERS[s.setup.terrans]:
            if s.deeds[other] & deed and consent(s, other, DEEDS_OF, side, project) == 0:
                return ask(s, other, DEEDS_OF, side, code, project)
    return False


def may_build(s: State, side: int, kind: int) -> bool:
    """Off Earth no submarines and Armies are built (10.4, 33.3), and the Consortium asks for designs (33.4); 35.3."""
    if s.setup.solitaire:
        return KIND[kind] == SPACE and TYPE_IS_WARSHIP[kind]
    if side not in (CONSORTIUM, MARS_SIDE):
        return True
    if KIND[kind] == SUB or kind == ARMY:
        return False
    if side == MARS_SIDE or not NEEDS_RESEARCH[kind] or s.gained[side] >> kind & 1:
        return True
    return consent(s, EARTH_SIDE, DESIGNS, side, kind) >= 0


def why_not_build(s: State, side: int, kind: int) -> Refusal:
    if s.setup.solitaire:
        return Refusal(rule("35.3"), "only warships are of use in this scenario")
    if KIND[kind] != SUB and kind != ARMY:
        return Refusal(rule("33.4"), "Earth has refused this design this turn")
    number = rule("10.4") if side == MARS_SIDE else rule("33.3")
    return Refusal(number, "Armies and submarines are built on Earth only")


TYPE_IS_WARSHIP = [cost > 5 and KIND[t] == SPACE for t, cost in enumerate(COST)]


def ask_for_design(s: State, side: int, kind: int, code: Code) -> bool:
    """The Consortium asks Earth once for each type; the leave is kept (33.4)."""
    if side != CONSORTIUM or not NEEDS_RESEARCH[kind] or s.gained[side] >> kind & 1:
        return False
    if ask(s, EARTH_SIDE, DESIGNS, side, code, kind):
        return True
    s.gained[side] |= 1 << kind
    return False


def designs(s: State, kind: int) -> bool:
    """Has Earth researched this type?"""
    return bool(s.researched[EARTH_SIDE] >> PROJECT_OF[kind] & 1)


def may_use_base(s: State, base: int, other: int) -> bool:
    return consent(s, s.owner[other], USE_BASE, s.owner[base], other) >= 0


def ask_for_base(s: State, base: int, code: Code) -> bool:
    return ask(s, s.owner[code[2]], USE_BASE, s.owner[base], code, code[2])


def push_consent(s: State, side: int) -> int:
    return min(consent(s, s.owner[m], PUSH_WITH, side) for m in MOTHERSHIPS)


def ask_to_push(s: State, side: int, code: Code) -> bool:
    return any(ask(s, s.owner[m], PUSH_WITH, side, code) for m in MOTHERSHIPS)
