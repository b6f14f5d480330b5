"""Terran movement through the Solar System (6.8) and, with inertia and solar gravity, 20.0."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from grognard.board.bits import to_list
from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step, Way
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import quasarship, world
from grognard.games.air_eaters.ground import MOVED, MoveChoice, Stage
from grognard.games.air_eaters.state import State, destroy, passenger, relocate, remove
from grognard.games.air_eaters.units import FTR, KIND_OF, SPACE, TERRAN_SPACE, TERRANS, TYPE
from grognard.games.air_eaters.units import MOVE as MOVE_FACTOR
from grognard.games.air_eaters.verbs import DONE, TO, V_TO, Picked, settle
from grognard.games.air_eaters.world import HEX0, ORBIT0, RING, RING_PLACES

DRIFTED = EventKind("drifted", "{piece} drifts from {from:place} to {to:place}", rule="20.0")

LOST = EventKind("lost", "{piece} leaves the map and is lost", level=OUTCOME, rule="20.0")


WITH_INERTIA = rule("20.0")


class SpaceStage(Stage):
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


class SpaceMovement(MoveChoice):
    name = "space_movement"
    rule = rule("6.8")
    follow = "space_to"

    def cited(self, s: State, frame: Frame) -> str:
        return WITH_INERTIA if s.setup.inertia else self.rule

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        adrift = [p for p in to_list(s.movable) if s.inertia[p] and s.owner[p] == side]
        lost = sum(1 for p in adrift if drifts_away(s, p))
        if lost:
            return Msg(
                "Space movement: choose a ship, or be done and let {n:int} drift, {lost:int} off the map for good",
                n=len(adrift),
                lost=lost,
            )
        if adrift:
            return Msg("Space movement: choose a ship, or be done and let {n:int} drift", n=len(adrift))
        return Msg("Space movement: choose a ship, or be done")

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        """Where each Quasarship will go when the Terrans are done (35.4)."""
        if code != DONE or not s.setup.solitaire:
            return None
        return quasarship.chances(s, held(s, -1))

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

    def cited(self, s: State, frame: Frame) -> str:
        return WITH_INERTIA if s.setup.inertia else self.rule

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} where?", piece=frame[2])

    def way(self, s: State, frame: Frame, side: int, code: Code) -> Way | None:
        """The spaces flown by its own power; drifting before (20.0 A) and falling after it (20.0 C) cost nothing."""
        if code[0] != V_TO:
            return None
        drifted, path, fall = legs(s, frame[2], code[1])
        return Way(len(path) - 1, [*drifted, *path, *fall])

    def notes(self, s: State, frame: Frame, side: int, code: Code) -> list[Msg]:
        """With inertia: what the move leaves the ship with, and the three steps that bring it there (20.0)."""
        if code[0] != V_TO or not s.setup.inertia:
            return []
        piece = frame[2]
        drifted, path, fall = legs(s, piece, code[1])
        told = [left_with(s, piece, code[1])]
        if drifted:
            told.append(Msg("drifts to {to:place} first", to=path[0]))
        told.append(Msg("boosts {n:int} of {of:int}", n=len(path) - 1, of=MOVE_FACTOR[TYPE[piece]]))
        if fall:
            told.append(Msg("the Sun pulls it in by 1"))
        return told

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
        if world.OFF_MAP <= place < RING_PLACES and s.setup.inertia:
            return Refusal(WITH_INERTIA, "what is off the map after solar gravity is lost")
        return Refusal(
            self.cited(s, frame),
            "{to:place} is out of reach of {piece}",
            to=place,
            piece=frame[2],
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        """The same after the last move of all."""
        if not s.setup.solitaire or s.movable != 1 << frame[2]:
            return None
        return quasarship.chances(s, held(s, frame[2]) | {code[1]})

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        fly(s, frame[2], code[1])
        settle(s)


def legs(s: State, piece: int, place: int) -> tuple[list[int], list[int], list[int]]:
    """A cheapest flight: where drifting begins (if it drifts), the spaces boosted through, where it falls to (20.0)."""
    here, goal = (s.body_at[at - ORBIT0] if at >= ORBIT0 else at for at in (s.at[piece], place))
    inertia = s.inertia[piece] if s.at[piece] < ORBIT0 else 0
    starts = world.drift(here, inertia) if inertia else (here,)
    ends = [goal, *(p for p in world.SOLAR.neighbours[goal] if s.setup.inertia and goal in world.inwards(p))]
    path = min((flight(start, end) for start in starts for end in ends), key=len)
    return [here] if path[0] != here else [], path, [goal] if path[-1] != goal else []


def left_with(s: State, piece: int, place: int) -> Msg:
    """In words, the inertia that a move ends with, and where that takes the ship next turn (20.0 A, F)."""
    if place >= ORBIT0:
        return Msg("enters orbit: no inertia left")
    after = inertia_after(s, piece, place)
    if not after:
        return Msg("no inertia: stays in its ring")
    ring = RING[place] + after
    if ring <= 0:
        return Msg("inertia {n:int} inwards: drifts on to A-1 next turn", n=-after)
    letter = world.RING_LETTERS[ring].upper() if ring < world.RINGS_ON_MAP else ""
    if after < 0:
        return Msg("inertia {n:int} inwards: drifts on to ring {ring:letter} next turn", n=-after, ring=letter)
    if letter:
        return Msg("inertia {n:int} outwards: drifts on to ring {ring:letter} next turn", n=after, ring=letter)
    if reach(place, after, MOVE_FACTOR[TYPE[piece]], True):
        return Msg("inertia {n:int} outwards: drifts off the map next turn, lost unless it comes back at once", n=after)
    return Msg("inertia {n:int} outwards: drifts off the map next turn and is lost", n=after)


def flight(start: int, goal: int) -> list[int]:
    """A shortest way through the rings, both ends included."""
    path = [goal]
    far = world.SOLAR.distances(start)
    while path[-1] != start:
        path.append(next(p for p in world.SOLAR.neighbours[path[-1]] if far[p] == far[path[-1]] - 1))
    return path[::-1]


def held(s: State, but: int) -> set[int]:
    """Where Terran ships, but for one, are when those with inertia have drifted."""
    ends = (world.drift(s.at[p], s.inertia[p])[:1] if drifting(s, p) else (s.at[p],) for p in TERRAN_SPACE if p != but)
    return {place for end in ends for place in end}


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
    after = inertia_after(s, piece, place) if s.setup.inertia else 0
    relocate(s, piece, place)
    if s.setup.inertia:
        s.inertia[piece] = after


def inertia_after(s: State, piece: int, place: int) -> int:
    """The rings moved this turn, outwards above 0 (20.0 F)."""
    here = s.at[piece]
    start = RING[s.body_at[here - ORBIT0] if here >= ORBIT0 else here]
    if start + s.inertia[piece] <= 0:  # what it had was lost in A-1
        start = 0
    return RING[place] - start if 0 < place < RING_PLACES else 0


def remove_lost(s: State, piece: int) -> None:
    rider = passenger(s, piece)
    if rider >= 0:
        destroy(s, rider)
    remove(s, piece)


def drifts_away(s: State, piece: int) -> bool:
    """Does inertia alone take a unit off the map for good (20.0 A)?"""
    end = world.drift(s.at[piece], s.inertia[piece])
    return not end or end[0] >= world.OFF_MAP


def drifting(s: State, piece: int) -> bool:
    """Has this unit inertia that it has not yet followed?"""
    return bool(s.inertia[piece]) and not s.moved[piece] and 0 <= s.at[piece] < RING_PLACES


class Drift(Step[State]):
    """Units that did not use their move follow their inertia (20.0 A)."""

    name = "drift"

    def run(self, s: State, frame: Frame) -> None:
        s.movable = 0
        if not s.setup.inertia:
            return
        for piece in TERRAN_SPACE:
            if not drifting(s, piece) or not frame[1] >> s.owner[piece] & 1:
                continue
            if drifts_away(s, piece):
                s.emit(LOST, piece)
                remove_lost(s, piece)
                continue
            end = world.drift(s.at[piece], s.inertia[piece])
            s.emit(DRIFTED, piece, s.at[piece], end[0])
            relocate(s, piece, end[0])
            if end[0] == 0:
                s.inertia[piece] = 0
