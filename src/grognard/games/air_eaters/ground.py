"""Terran ground movement (6.4), and what the three stages of Terran movement share.

The stages: ground movement; loading, lift-offs and landings (lifting.py); flight through the Solar System (flight.py).
In each, units move in any order: pick one, then its place. A stage in which nothing can move is passed over.
"""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import dealings, economy
from grognard.games.air_eaters.sides import CONSORTIUM, MARS_SIDE
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import BI, DT, KIND_OF, SPACE, SUB, TERRANS, TYPE
from grognard.games.air_eaters.verbs import DONE, MOVE, TO, V_GIVE, V_MOVE, V_TO, Eager, Picked, holders, own, settle
from grognard.games.air_eaters.world import EARTH_LAND, EARTH_SEA, HEX0, NEAR, ON_EARTH, OPEN, SEA, SURFACE, TERRAIN

MOVED = EventKind("moved", "{piece} moves from {from:place} to {to:place}")

GROUND_RULE, SEA_RULE, AIR_RULE = rule("6.4.3"), rule("6.4.2"), rule("6.4.1")

MOVEMENT = rule("6.1")


class TerransMove(Step[State]):
    """Pushes the three stages for the sides that move in this phase."""

    name = "terrans_move"

    def run(self, s: State, frame: Frame) -> None:
        phase = s.setup.sequence[frame[1]]
        mask = 1 << s.game.vocab["side"].index[phase.side] if s.setup.war else s.setup.terrans
        for p in to_list(owned_by(s, mask)):
            s.moved[p] = 0
        s.given = 0
        if s.setup.revolt:  # who is left where the side that moved before has gone (36.4)
            economy.take_neutral_sites(s)
        s.push("space_stage", mask)
        s.push("lift_stage", mask)
        if not s.setup.solitaire:  # there the ships are alone (35.2, 35.3)
            s.push("ground_stage", mask)


def owned_by(s: State, mask: int) -> int:
    bits = 0
    owner = s.owner
    for p in TERRANS:
        if owner[p] >= 0 and mask >> owner[p] & 1:
            bits |= 1 << p
    return bits


class Stage(Step[State]):
    """Finds who can move and asks their owners."""

    choice = ""

    def run(self, s: State, frame: Frame) -> None:
        movable = 0
        at, owner, mask = s.at, s.owner, frame[1]
        for p in TERRANS:
            if at[p] >= 0 and mask >> owner[p] & 1 and self.can_move(s, p):
                movable |= 1 << p
        s.movable = movable
        if movable:
            s.push(self.choice, holders(s, movable))

    def can_move(self, s: State, piece: int) -> bool:
        raise NotImplementedError


def by_air(s: State, piece: int) -> bool:
    """May this unit use air transport: on Earth, in any land hex (6.4.1); not Martian tanks (36.5)."""
    if SURFACE[s.at[piece]] != ON_EARTH or KIND_OF[piece] == SUB:
        return False
    return not (s.setup.revolt and s.owner[piece] == MARS_SIDE and TYPE[piece] == DT)


AIR_CODES = {here: [TO[h] for h in EARTH_LAND if h != here] for here in EARTH_LAND}

SEA_CODES = {here: [TO[h] for h in EARTH_SEA if h != here] for here in EARTH_SEA}

STEP_CODES = [[TO[h] for h in near] for near in OPEN]

JUMP_CODES = [[TO[h] for h in near] for near in NEAR]

DRY_CODES = [[TO[h] for h in near if TERRAIN[h] != SEA] for near in OPEN]


def ground_codes(s: State, piece: int) -> list[Code]:
    """Where ground movement may take a unit."""
    here = s.at[piece]
    if here < HEX0:
        return []
    if KIND_OF[piece] == SUB:
        return SEA_CODES[here]
    if by_air(s, piece):
        return AIR_CODES[here]
    if TYPE[piece] == DT:
        return DRY_CODES[here]
    return [c for c in JUMP_CODES[here] if TERRAIN[c[1]] != SEA] if TYPE[piece] == BI else []


class GroundStage(Stage):
    name = "ground_stage"
    choice = "ground_movement"

    def can_move(self, s: State, piece: int) -> bool:
        return s.at[piece] >= HEX0 and not s.moved[piece] and bool(ground_codes(s, piece))


class MoveChoice(Eager):
    """Pick a unit to move; `done` ends the stage. Partners may give units away at any time (33.3)."""

    follow = ""

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = own(s, MOVE, side)
        if s.setup.split_terrans and CONSORTIUM in s.setup.sides:
            out[-1:-1] = dealings.gifts(s, side, TERRANS)
        return out

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            s.movable &= ~owned_by(s, 1 << side)
            self.close(s, frame, side)
        elif code[0] == V_GIVE:
            other = dealings.give(s, side, code[1])
            if s.movable >> code[1] & 1:
                s.stack[-1] = (frame[0], frame[1] | 1 << other)
            settle(s)
        else:
            self.picked(s, side, code[1])

    def picked(self, s: State, side: int, piece: int) -> None:
        s.push(self.follow, side, piece)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_GIVE:
            return dealings.why_no_gift(s, side, code[1])
        if code[0] != V_MOVE:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if s.at[piece] < 0:
            return Refusal(MOVEMENT, "{piece} is not in play", piece=piece)
        if s.owner[piece] != side:
            return Refusal(MOVEMENT, "{piece} is not yours to move", piece=piece)
        if s.carrier[piece] >= 0:
            return Refusal(rule("6.7"), "{piece} travels as a passenger", piece=piece)
        if s.moved[piece]:
            return Refusal(MOVEMENT, "{piece} has already moved", piece=piece)
        return self.cannot(s, piece)

    def cannot(self, s: State, piece: int) -> Refusal:
        return Refusal(MOVEMENT, "{piece} does not move in this stage", piece=piece)


class GroundMovement(MoveChoice):
    name = "ground_movement"
    rule = rule("6.4")
    follow = "ground_to"

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Ground movement: choose a unit, or be done")

    def cannot(self, s: State, piece: int) -> Refusal:
        if s.at[piece] < HEX0:
            return Refusal(self.rule, "{piece} is in space; ground movement is on planets", piece=piece)
        if KIND_OF[piece] == SPACE:
            return Refusal(GROUND_RULE, "only tanks and bounce infantry move on planets other than Earth")
        return Refusal(GROUND_RULE, "{piece} has no hex it may move to", piece=piece)


class GroundTo(Picked):
    name = "ground_to"
    rule = rule("6.4")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return ground_codes(s, frame[2])

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        return why_not_ground(s, frame[2], code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece, place = frame[2], code[1]
        s.emit(MOVED, piece, s.at[piece], place)
        s.at[piece] = place
        s.moved[piece] = 1
        s.movable &= ~(1 << piece)
        s.pop()
        settle(s)


def why_not_ground(s: State, piece: int, place: int) -> Refusal:
    here = s.at[piece]
    if place == here:
        return Refusal(MOVEMENT, "{piece} is there already", piece=piece)
    if KIND_OF[piece] == SUB:
        return Refusal(SEA_RULE, "submarines move to sea and part-sea hexes of Earth")
    if by_air(s, piece):
        return Refusal(AIR_RULE, "air transport goes to land and part-land hexes of Earth")
    if place not in NEAR[here]:
        return Refusal(GROUND_RULE, "{to:place} is not adjacent", to=place)
    if TERRAIN[place] == SEA:
        return Refusal(rule("36.5"), "{piece} can't cross the sea", piece=piece)
    return Refusal(GROUND_RULE, "tanks can't cross the mountains into {to:place}", to=place)
