"""Leaving a battle: who can, where to, and what stays behind (Combat, Terminating Combat)."""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, rule
from grognard.games.imperium.control import is_friendly_system
from grognard.games.imperium.facts import IS_STAR, JUMPERS, OF_SIDE, ROUTES, SHIPS, STAR_BOXES, SYSTEMS, pieces_in
from grognard.games.imperium.jumps import disrupted_ship_jumps, refuel
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.pairing import RANGE_NAMES
from grognard.games.imperium.sequence import FACTS, REACT_COMBAT
from grognard.games.imperium.state import State
from grognard.games.imperium.words import BREAKS, RETREAT, STAND, WITHDRAWS

BREAKING = rule("Combat/Breaking Off")


def leavers(s: State, side: int) -> int:
    """Ships that may jump out of the battle."""
    ships = s.here[s.battle] & JUMPERS & OF_SIDE[side] & ~s.dry & ~s.stuck
    if side == s.mover and FACTS[s.setup.sequence[s.phase].name][2] == REACT_COMBAT:
        for piece in pieces_in(ships & s.reaction):
            if s.jumps[piece] >= 3:
                ships &= ~(1 << piece)
    return ships


def exits(s: State, side: int) -> list[int]:
    """Where a side may break off to: friendly systems without enemy ships; failing these, empty ones."""
    if not IS_STAR[s.battle] or not leavers(s, side):
        return []
    near = {star: enemies_in(s, side, star) for star in ROUTES[s.battle]}
    friendly = [star for star, enemies in near.items() if not enemies & SHIPS and is_friendly_system(s, side, star)]
    return friendly or [star for star, enemies in near.items() if not enemies]


def enemies_in(s: State, side: int, star: int) -> int:
    """Enemy counters in a system, in space or on a surface, and those that are about to break off to it."""
    here = s.here[star]
    for box in STAR_BOXES[star]:
        here |= s.here[box]
    if s.breaking >> (1 - side) & 1 and s.exit[1 - side] == star:
        here |= s.here[s.battle] & JUMPERS
    return here & OF_SIDE[1 - side]


class BreakOff(Choice[State]):
    """Right after the range is known either side may break off."""

    name = "break_off"
    rule = BREAKING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(STAND,), *place_codes(RETREAT, tuple(exits(s, side)))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == RETREAT:
            return Refusal(
                BREAKING,
                "{place} is no exit: one jump to a friendly system without enemy ships, failing that an empty one",
                place=code[1],
            )
        return Refusal(BREAKING, "first say whether you stand or break off")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == RETREAT:
            s.breaking |= 1 << side
            s.exit[side] = code[1]
            s.emit(BREAKS, side, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Battle at {place}, round {round:int} at {range:text}: stand, or break off? Who breaks off holds fire, and "
            "jumps away if still alive",
            place=s.battle,
            round=s.round,
            range=RANGE_NAMES[s.range],
        )


def withdraw(s: State, side: int) -> None:
    """At the end of the round the survivors that can jump leave; the others carry on alone."""
    going = leavers(s, side)
    for piece in pieces_in(going & s.disrupted):
        if not disrupted_ship_jumps(s, piece):
            going &= ~(1 << piece)
            s.stuck |= 1 << piece
    star = s.exit[side]
    for piece in pieces_in(going):
        s.put(piece, star)
    if going:
        if star < SYSTEMS:
            refuel(s, side, star, going)
        s.stopped |= going
        s.entered &= ~going
        s.emit(WITHDRAWS, star, pieces_in(going))
