"""Spacecraft, climbing, diving, descents and jumps. Chapters Movement, Spacecraft, and Orbital Assault & Support."""

from __future__ import annotations

from grognard.core import ACT, EventKind, Frame, Step, rule
from grognard.games.grav_armor.equipment import GRAV
from grognard.games.grav_armor.movement import FLEW, barred, enter, halts, is_spacecraft
from grognard.games.grav_armor.sensors import Watchers
from grognard.games.grav_armor.state import (
    EVACUATED,
    FRESH,
    ORBIT,
    SETTLED,
    GravState,
    cell_of,
    is_gone,
    put,
    riders,
)
from grognard.games.grav_armor.verbs import FLY

DIVED = EventKind("dived", "{piece} dives from orbit to {place}", level=ACT, rule=rule("Movement/Climb and Dive/1"))
LANDED = EventKind("landed", "{piece} comes down in {place}", level=ACT, rule=rule("Movement/Spacecraft/2"))
CLIMBED = EventKind("climbed", "{piece} climbs towards orbit", level=ACT, rule=rule("Movement/Climb and Dive/1"))
IN_ORBIT = EventKind("in_orbit", "{piece} is in orbit", level=ACT, rule=rule("Movement/Climb and Dive/2"))
SHAKEN = EventKind("shaken", "{piece} is disrupted by the descent", level=ACT, rule=rule("Orbital/Grav Descent"))
TAKEN_OFF = EventKind("evacuated", "{piece} is evacuated for good", level=ACT, rule=rule("Orbital/Drop-ships/5"))


def is_in_orbit(s: GravState, piece: int) -> bool:
    return s.at[piece] == ORBIT[s.ground.side[piece]]


def fly_cells(s: GravState, piece: int) -> int:
    """Speed has no limit: every cell that a path without enemy units leads to. [Movement/Spacecraft/2]"""
    g = s.ground
    here = cell_of(s, piece)
    cells = g.open_from(here, barred(s, piece))
    return cells if s.aloft else cells & ~(1 << here)


def dive_cells(s: GravState, piece: int) -> int:
    """Any hex but those the enemy holds, and those that kill who lands there. [Orbital/Jump Assault]"""
    g = s.ground
    return g.map.everything & ~barred(s, piece) & ~g.closed[g.move[piece]]


def can_climb(s: GravState, piece: int) -> bool:
    return is_spacecraft(s, piece) and s.gait == FRESH and cell_of(s, piece) >= 0


def space_path(s: GravState, piece: int, goal: int, covered: int) -> list[int]:
    """The shortest path out of the range that the enemy covers, where there is one; else the shortest."""
    g = s.ground
    here, there = cell_of(s, piece), g.cell[goal]
    if here == there:
        return []
    room = g.map.everything & ~barred(s, piece)
    return g.path_through(here, there, room & ~covered | 1 << there) or g.path_through(here, there, room)


class Flight(Step[GravState]):
    """Over the map by spacecraft, in the air in each hex, the last included. Frame: piece, goal, verb, shots."""

    name = "flight"

    def run(self, s: GravState, frame: Frame) -> None:
        _, piece, goal, verb, shots = frame
        if s.shots != shots or halts(s, piece):
            return
        firers = 1 - s.ground.side[piece]
        watch = Watchers(s, firers)
        path = [s.ground.cell[goal]] if verb != FLY else space_path(s, piece, goal, watch.covered(s))
        place, within = s.ground.place, watch.line.air
        for cell in path:
            if place[cell] != goal and not within >> cell & 1:
                s.emit(FLEW, piece, place[cell])  # nobody can halt it here, and it goes on at once
                continue
            enter(s, piece, cell, goal, verb)
            if watch.halt(s, piece):
                self._halt(s, frame, firers)
                return
        if verb == FLY:
            s.push("touch_down", piece)

    @staticmethod
    def _halt(s: GravState, frame: Frame, firers: int) -> None:
        _, piece, goal, verb, _ = frame
        if s.at[piece] != goal:
            s.stack.append(frame)
        elif verb == FLY:
            s.push("touch_down", piece)
        s.push("watch", firers, piece)


class TouchDown(Step[GravState]):
    """Down on the surface: terrain counts again. Frame: piece."""

    name = "touch_down"

    def run(self, s: GravState, frame: Frame) -> None:
        piece = frame[1]
        if is_gone(s, piece):
            return
        s.aloft = 0
        s.emit(LANDED, piece, s.at[piece])
        g = s.ground
        if g.move[piece] == GRAV:
            for shaken in (piece, *riders(s, piece)):
                s.disrupted[shaken] = 1
                s.emit(SHAKEN, shaken)
        s.push("watch", 1 - g.side[piece], piece)


def dive(s: GravState, piece: int, place: int) -> None:
    """Straight down into one hex: in the air until it is down. [Movement/Climb and Dive/2]"""
    s.aloft = 1
    s.gait = SETTLED
    put(s, piece, place)
    s.emit(DIVED, piece, place)
    s.push("touch_down", piece)
    s.push("watch", 1 - s.ground.side[piece], piece)


def climb(s: GravState, piece: int) -> None:
    s.aloft = 1
    s.gait = SETTLED
    s.emit(CLIMBED, piece)
    s.push("to_orbit", piece)
    s.push("watch", 1 - s.ground.side[piece], piece)


class ToOrbit(Step[GravState]):
    """Out of everybody's range. Whoever was taken along is out of the game. Frame: piece."""

    name = "to_orbit"

    def run(self, s: GravState, frame: Frame) -> None:
        piece = frame[1]
        if halts(s, piece):
            return
        s.aloft = 0
        for rider in riders(s, piece):
            s.emit(TAKEN_OFF, rider)
            put(s, rider, EVACUATED)
            s.on[rider] = -1
        put(s, piece, ORBIT[s.ground.side[piece]])
        s.emit(IN_ORBIT, piece)
