"""Terran movement (6.4 to 6.8) and, with inertia and solar gravity, 20.0.

Three stages: ground movement; loading, lift-offs and landings; movement through the Solar System. In each, units move
in any order: pick one, then its place. A stage in which nothing can move is passed over.
"""

from __future__ import annotations

from functools import cache

from grognard.board.bits import to_list
from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import expansion, players, world
from grognard.games.air_eaters.sides import MARS_SIDE
from grognard.games.air_eaters.state import (
    State,
    destroy,
    passenger,
    relocate,
    remove,
)
from grognard.games.air_eaters.units import (
    BI,
    DT,
    FTR,
    ITR,
    KIND_OF,
    PASSENGERS,
    SPACE,
    SUB,
    TERRAN_SPACE,
    TERRANS,
    TR,
    TYPE,
)
from grognard.games.air_eaters.units import (
    MOVE as MOVE_FACTOR,
)
from grognard.games.air_eaters.verbs import (
    DONE,
    EMPTY,
    LOAD,
    MOVE,
    TO,
    V_LOAD,
    V_MOVE,
    V_TO,
    Eager,
    Picked,
    holders,
    own,
    settle,
)
from grognard.games.air_eaters.world import (
    EARTH_LAND,
    EARTH_SEA,
    HEX0,
    LANDINGS,
    NEAR,
    ON_EARTH,
    OPEN,
    ORBIT,
    ORBIT0,
    PLACES,
    RING,
    RING_PLACES,
    SEA,
    SURFACE,
    TERRAIN,
)

MOVED = EventKind("moved", "{piece} moves from {from:place} to {to:place}")
LOADED = EventKind("loaded", "{piece} boards {transport:piece}", rule="6.7")
UNLOADED = EventKind("unloaded", "{piece} leaves {transport:piece} at {place}", rule="6.7")
DRIFTED = EventKind("drifted", "{piece} drifts from {from:place} to {to:place}", rule="20.0")
LOST = EventKind("lost", "{piece} leaves the map and is lost", level=OUTCOME, rule="20.0")

GROUND_RULE, SEA_RULE, AIR_RULE = rule("6.4.3"), rule("6.4.2"), rule("6.4.1")
MOVEMENT = rule("6.1")


class TerransMove(Step[State]):
    """Pushes the three stages for the sides that move in this phase."""

    name = "terrans_move"

    def run(self, s: State, frame: Frame) -> None:
        phase = s.setup.sequence[frame[1]]
        mask = 1 << s.game.vocab["side"].index[phase.side] if s.setup.war else s.setup.terrans
        for p in to_list(_owned(s, mask)):
            s.moved[p] = 0
        s.push("space_stage", mask)
        s.push("lift_stage", mask)
        s.push("ground_stage", mask)


def _owned(s: State, mask: int) -> int:
    bits = 0
    owner = s.owner
    for p in TERRANS:
        if owner[p] >= 0 and mask >> owner[p] & 1:
            bits |= 1 << p
    return bits


class _Stage(Step[State]):
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


# --- ground movement (6.4)


def by_air(s: State, piece: int) -> bool:
    """May this unit use air transport: on Earth, in any land hex (6.4.1); not Martian units (36.5)."""
    return (
        SURFACE[s.at[piece]] == ON_EARTH and KIND_OF[piece] != SUB and not (s.setup.war and s.owner[piece] == MARS_SIDE)
    )


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


class GroundStage(_Stage):
    name = "ground_stage"
    choice = "ground_movement"

    def can_move(self, s: State, piece: int) -> bool:
        return s.at[piece] >= HEX0 and not s.moved[piece] and bool(ground_codes(s, piece))


class _MoveChoice(Eager):
    """Pick a unit to move; `done` ends the stage."""

    follow = ""

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return own(s, MOVE, side)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            s.movable &= ~_owned(s, 1 << side)
            self.close(s, frame, side)
        else:
            self.picked(s, side, code[1])

    def picked(self, s: State, side: int, piece: int) -> None:
        s.push(self.follow, side, piece)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
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


class GroundMovement(_MoveChoice):
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


# --- loading, lift-offs and landings (6.5 to 6.7)


class LiftStage(_Stage):
    name = "lift_stage"
    choice = "lift_and_land"

    def can_move(self, s: State, piece: int) -> bool:
        return KIND_OF[piece] == SPACE and s.at[piece] >= ORBIT0 and s.carrier[piece] < 0

    def run(self, s: State, frame: Frame) -> None:
        for p in TERRAN_SPACE:
            if frame[1] >> s.owner[p] & 1 if s.owner[p] >= 0 else False:
                s.moved[p] = 0
        super().run(s, frame)


LIFT_CODES = [
    [TO[ORBIT[place]]] + [TO[h] for h in LANDINGS[ORBIT[place] - ORBIT0] if h != place]
    if place >= HEX0
    else [TO[h] for h in LANDINGS[place - ORBIT0]]
    if ORBIT0 <= place < ORBIT0 + 8
    else []
    for place in range(len(PLACES))
]


def boarding(s: State, transport: int) -> list[int]:
    """Tanks and infantry that a Transport may take along from its hex (6.7)."""
    here = s.at[transport]
    if here < HEX0 or TYPE[transport] not in (TR, ITR):
        return []
    return [p for p in PASSENGERS if s.at[p] == here and s.carrier[p] < 0 and players.may_carry(s, transport, p)]


class LiftAndLand(_MoveChoice):
    name = "lift_and_land"
    rule = rule("6.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Lift-offs and landings: choose a ship, or be done")

    def picked(self, s: State, side: int, piece: int) -> None:
        s.push("lift_to", side, piece)
        if boarding(s, piece):
            s.push("load", side, piece)

    def cannot(self, s: State, piece: int) -> Refusal:
        if KIND_OF[piece] != SPACE:
            return Refusal(rule("6.7"), "{piece} leaves a planet only aboard a Transport", piece=piece)
        return Refusal(self.rule, "{piece} is not on a planet or in orbit", piece=piece)


class Load(Picked):
    name = "load"
    rule = rule("6.7")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("What does {piece} carry?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*(LOAD[p] for p in boarding(s, frame[2])), EMPTY]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_LOAD:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if TYPE[piece] not in (DT, BI):
            return Refusal(self.rule, "Transports carry tanks and bounce infantry only")
        if s.at[piece] != s.at[frame[2]]:
            return Refusal(self.rule, "{piece} is not in the Transport's hex", piece=piece)
        if s.carrier[piece] >= 0:
            return Refusal(self.rule, "{piece} is aboard another Transport", piece=piece)
        return Refusal(rule("33.5"), "the owner of {piece} does not agree", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code != EMPTY:
            if players.ask_to_carry(s, frame[2], code):
                return
            s.carrier[code[1]] = frame[2]
            s.emit(LOADED, code[1], frame[2])
        s.pop()


class LiftTo(Picked):
    name = "lift_to"
    rule = rule("6.6")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {piece} lift off or land?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        codes = LIFT_CODES[s.at[frame[2]]]
        if s.setup.split_terrans:
            return [c for c in codes if players.landing_consent(s, side, s.at[frame[2]], c[1]) >= 0] or [DONE]
        return codes

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        piece, place = frame[2], code[1]
        here = s.at[piece]
        if code in LIFT_CODES[here]:
            return Refusal(rule("32.3"), "leave to land or lift off there was refused this turn")
        if here < HEX0 and place < HEX0:
            return Refusal(self.rule, "{piece} can land on a planet connected to this orbit", piece=piece)
        if place >= HEX0 and TERRAIN[place] == SEA:
            return Refusal(self.rule, "ships land in land or part-land hexes")
        return Refusal(self.rule, "{to:place} is not connected to this orbit", to=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        if code == DONE:
            _undo_load(s, piece)
        elif players.ask_to_land(s, side, s.at[piece], code):
            return
        else:
            lift(s, piece, code[1])
        if s.result is not None:
            return
        s.moved[piece] = 1
        s.movable &= ~(1 << piece)
        s.pop()
        settle(s)


def _undo_load(s: State, piece: int) -> None:
    rider = passenger(s, piece)
    if rider >= 0:
        s.carrier[rider] = -1


def lift(s: State, piece: int, place: int) -> None:
    """Lift off, land, or both; what lands unloads (6.7)."""
    s.emit(MOVED, piece, s.at[piece], place)
    relocate(s, piece, place)
    if place < HEX0:
        return
    rider = passenger(s, piece)
    if rider >= 0:
        s.carrier[rider] = -1
        s.moved[rider] = 1
        s.emit(UNLOADED, rider, piece, place)
        if s.setup.expansion and TYPE[rider] == DT:
            expansion.landed(s, rider)


# --- movement through the Solar System (6.8, 20.0)


class SpaceStage(_Stage):
    name = "space_stage"
    choice = "space_movement"

    def can_move(self, s: State, piece: int) -> bool:
        return MOVE_FACTOR[TYPE[piece]] > 0 and KIND_OF[piece] == SPACE and s.at[piece] < ORBIT0 + 8

    def run(self, s: State, frame: Frame) -> None:
        for p in TERRANS:
            s.moved[p] = 0
        s.push("drift", frame[1])
        super().run(s, frame)


@cache
def reach(space: int, inertia: int, factor: int, gravity: bool) -> int:
    """Every space where one move can end, as bits: inertia, acceleration and, in that order, the Sun's pull."""
    bits = 0
    for start in world.drift(space, inertia) if inertia else (space,):
        bits |= world.pulled_disc(start, factor) if gravity else world.disc(start, factor)
    return bits & world.ON_MAP_BITS


@cache
def reach_codes(space: int, inertia: int, factor: int, gravity: bool) -> list[Code]:
    return [TO[p] for p in to_list(reach(space, inertia, factor, gravity))]


def space_codes(s: State, piece: int) -> list[Code]:
    here = s.at[piece]
    space = s.body_at[here - ORBIT0] if here >= ORBIT0 else here
    inertia = s.inertia[piece] if here < ORBIT0 else 0
    key = (space, inertia, MOVE_FACTOR[TYPE[piece]], s.setup.inertia)
    bits = reach(*key)
    codes = reach_codes(*key)
    orbits = [TO[ORBIT0 + n] for n, at in enumerate(s.body_at[:8]) if at >= 0 and bits >> at & 1 and ORBIT0 + n != here]
    return codes + orbits


class SpaceMovement(_MoveChoice):
    name = "space_movement"
    rule = rule("6.8")
    follow = "space_to"

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        adrift = sum(1 for p in to_list(s.movable) if s.inertia[p] and s.owner[p] == side)
        if adrift:
            return Msg("Space movement: choose a ship, or be done and let {n:int} drift", n=adrift)
        return Msg("Space movement: choose a ship, or be done")

    def picked(self, s: State, side: int, piece: int) -> None:
        if space_codes(s, piece):
            s.push(self.follow, side, piece)
            return
        fly(s, piece, -1)
        settle(s)

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] == FTR:
            return Refusal(self.rule, "Fighters do not move through the Solar System")
        if s.at[piece] >= HEX0:
            return Refusal(self.rule, "{piece} is on a planet's surface", piece=piece)
        return Refusal(self.rule, "{piece} does not move through space", piece=piece)


class SpaceTo(Picked):
    name = "space_to"
    rule = rule("6.8")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return space_codes(s, frame[2])

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        place = code[1]
        if place >= HEX0:
            return Refusal(self.rule, "a ship that moved through space may not land this turn")
        if place == s.at[frame[2]]:
            return Refusal(self.rule, "{piece} is in that orbit already", piece=frame[2])
        if place >= RING_PLACES and (place >= ORBIT0 + 8 or s.body_at[place - ORBIT0] < 0):
            return Refusal(self.rule, "that is no place a ship can fly to")
        if world.OFF_MAP <= place < RING_PLACES:
            return Refusal(rule("20.0"), "what is off the map after solar gravity is lost")
        return Refusal(
            rule("20.0") if s.setup.inertia else self.rule,
            "{to:place} is out of reach of {piece}",
            to=place,
            piece=frame[2],
        )

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        fly(s, frame[2], code[1])
        settle(s)


def fly(s: State, piece: int, place: int) -> None:
    """One unit's move through space, from boosting out of orbit to the new inertia (20.0 A to F); -1: off the map."""
    here = s.at[piece]
    s.movable &= ~(1 << piece)
    if place < 0:
        s.emit(LOST, piece)
        remove_lost(s, piece)
        return
    s.emit(MOVED, piece, here, place)
    s.moved[piece] = 1
    relocate(s, piece, place)
    if s.setup.inertia:
        start = s.body_at[here - ORBIT0] if here >= ORBIT0 else here
        s.inertia[piece] = RING[place] - RING[start] if 0 < place < RING_PLACES else 0


def remove_lost(s: State, piece: int) -> None:
    rider = passenger(s, piece)
    if rider >= 0:
        destroy(s, rider)
    remove(s, piece)


class Drift(Step[State]):
    """Units that did not use their move follow their inertia (20.0 A)."""

    name = "drift"

    def run(self, s: State, frame: Frame) -> None:
        s.movable = 0
        if not s.setup.inertia:
            return
        for piece in TERRAN_SPACE:
            here = s.at[piece]
            k = s.inertia[piece]
            if not k or s.moved[piece] or not 0 <= here < RING_PLACES or not frame[1] >> s.owner[piece] & 1:
                continue
            end = world.drift(here, k)
            if not end or end[0] >= world.OFF_MAP:
                s.emit(LOST, piece)
                remove_lost(s, piece)
                continue
            s.emit(DRIFTED, piece, here, end[0])
            relocate(s, piece, end[0])
            if end[0] == 0:
                s.inertia[piece] = 0
