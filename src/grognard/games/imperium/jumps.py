"""How ships get from hex to hex: jumps, cruising, fuel, and where they must stop (Movement)."""

from __future__ import annotations

from grognard.games.imperium.control import warships
from grognard.games.imperium.facts import IS_STAR, JUMPERS, KEEP, OF_SIDE, SUBLIGHTERS, TANKERS, TERTIARY, pieces_in
from grognard.games.imperium.state import FIRST, REACTION, State
from grognard.games.imperium.words import CRUISES, JUMP_FAILS, MOVES


def can_sublight(s: State, kind: int) -> int:
    """Ships that may still cruise: one hex, in the first movement phase, and only if they have not jumped."""
    return SUBLIGHTERS & ~s.moved if kind == FIRST else 0


def can_jump(s: State, kind: int) -> int:
    ships = JUMPERS & s.in_space & ~s.dry
    if kind == REACTION:
        for piece in pieces_in(ships & s.reaction):
            if s.jumps[piece] >= 3:
                ships &= ~(1 << piece)
    return ships


def jump(s: State, side: int, kind: int, to: int) -> None:
    ready = s.group & can_jump(s, kind)
    for piece in pieces_in(ready & s.disrupted):
        if not disrupted_ship_jumps(s, piece):
            ready &= ~(1 << piece)
            s.stuck |= 1 << piece
    if kind == REACTION:
        for piece in pieces_in(ready):
            s.jumps[piece] += 1
    s.group = ready
    if ready:
        arrive(s, side, ready, to, fuel_needed=True)


def disrupted_ship_jumps(s: State, piece: int) -> bool:
    """A disrupted ship must roll its maintenance number or more before each jump."""
    roll = s.roll(6, "a disrupted ship tries to jump")
    if roll >= KEEP[piece]:
        return True
    s.emit(JUMP_FAILS, piece, roll, KEEP[piece])
    return False


def cruise(s: State, side: int, ships: int, to: int) -> None:
    s.group = 0
    for piece in pieces_in(ships):
        s.put(piece, to)
    s.moved |= ships
    s.stopped |= ships
    if IS_STAR[to]:
        refuel(s, side, to, 0)
    s.emit(CRUISES, to, pieces_in(ships))
    if warships(s, 1 - side, to):
        s.entered |= ships


def arrive(s: State, side: int, ships: int, star: int, fuel_needed: bool = False) -> None:
    """Ships come into a stellar hex: they refuel if they can, and stop where enemy ships await them."""
    for piece in pieces_in(ships):
        s.put(piece, star)
    if fuel_needed:
        s.moved |= ships
    refuel(s, side, star, ships if fuel_needed else 0)
    s.emit(MOVES, star, pieces_in(ships))
    if warships(s, 1 - side, star):
        s.stopped |= ships
        s.entered |= ships
        s.group &= ~ships


def refuel(s: State, side: int, star: int, arriving: int) -> None:
    """Everywhere but at a tertiary star without a tanker."""
    here = s.here[star] & OF_SIDE[side]
    if TERTIARY >> star & 1 and not here & TANKERS:
        s.dry |= arriving & JUMPERS
    else:
        s.dry &= ~here
