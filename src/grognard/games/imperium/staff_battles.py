"""The staff's judgement of battles, bombardments and landings that are under way. Used by bots, never by the rules."""

from __future__ import annotations

from grognard.games.imperium.appraisal import clash, worth
from grognard.games.imperium.control import defenses_at, opposition
from grognard.games.imperium.facts import (
    ABOARD,
    BEAM,
    BOX_STAR,
    FORCE,
    MISSILE,
    OF_SIDE,
    OUTPOSTS,
    OWNER,
    SHIPS,
    STAR_BOXES,
    TROOPS,
    WORLDS,
    bombardment_result,
    pieces_in,
    surface_need,
    value_of,
)
from grognard.games.imperium.gunnery import chance, defense_factor, missiles, need_on_die
from grognard.games.imperium.landings import defense_need
from grognard.games.imperium.pairing import threat
from grognard.games.imperium.state import LONG, NONE, SALVO, SUICIDE, State

OUTPOST_WORTH = 9.0


def battle(s: State, side: int) -> float:
    """The battle on the table: matches, declared fire, range, and whether somebody is leaving."""
    value = 0.0
    for piece in pieces_in(s.engaged):
        sign = 1 if OWNER[piece] == side else -1
        if s.mode[piece] != NONE and s.aim[piece] >= 0:
            value += sign * _promise(s, piece)
        elif not s.declared >> piece & 1 and s.foe[piece] >= 0:
            value += sign * 0.4 * threat(s, piece, s.foe[piece])
    if s.ground:
        return value
    ships = s.here[s.battle] & SHIPS
    mine, theirs = ships & OF_SIDE[side], ships & OF_SIDE[1 - side]
    if s.breaking >> side & 1:
        value -= 0.2 * worth(mine)
    elif s.breaking >> (1 - side) & 1:
        value += 0.2 * worth(theirs)
    else:
        value += 2 * clash(mine, theirs)
        guns = MISSILE if s.range == LONG else BEAM
        value += 0.3 * (sum(guns[p] for p in pieces_in(mine)) - sum(guns[p] for p in pieces_in(theirs)))
    return value


def _promise(s: State, piece: int) -> float:
    """What a declared shot may be expected to destroy, less what it costs to fire it."""
    target = s.aim[piece]
    if s.ground:
        return surface_need(FORCE[piece] - defense_factor(s, target)) / 6 * _prize(target) + 0.05
    mode = s.mode[piece]
    value = float(chance(need_on_die(s, piece, target, mode))) * value_of(target) + 0.01
    if mode == SUICIDE:
        value -= 0.5 * threat(s, target, piece) * value_of(piece) / max(1, value_of(target))
    elif mode == SALVO:
        value -= 0.1 * value_of(piece)
    return value


def _prize(target: int) -> float:
    """What taking a counter on the ground is worth."""
    if WORLDS >> target & 1:
        return 40.0
    return 16.0 if OUTPOSTS >> target & 1 else float(value_of(target)) + 2


def landings(s: State, side: int) -> float:
    """Bombardments and landings that have been chosen, and troops that face an enemy on the ground."""
    value = 0.0
    for piece in pieces_in((s.in_space | s.here[ABOARD]) & OF_SIDE[side]):
        target, box = s.aim[piece], s.dest[piece]
        if target >= 0 and OWNER[target] != side:
            value += _bombardment(s, piece, target)
        if box >= 0:
            value += _landing(s, side, piece, box)
    for piece in pieces_in(TROOPS & OF_SIDE[side] & s.on_surface):
        enemies = opposition(s, side, s.at[piece])
        if enemies:
            value += 2.0 * FORCE[piece] - 1.0 * enemies.bit_count()
    return value


def _bombardment(s: State, ship: int, target: int) -> float:
    """A ship's share in a bombardment, less the fire it draws."""
    star = s.at[ship]
    total = sum(missiles(s, p) for p in pieces_in(s.here[star] & SHIPS) if s.aim[p] == target)
    hits = sum(bombardment_result(total, die) != "-" for die in range(1, 7)) / 6
    risk = _risk(s, OWNER[ship], ship, s.at[target])
    return hits * min(10.0, _prize(target)) * missiles(s, ship) / max(1, total) - risk * value_of(ship)


def _risk(s: State, side: int, piece: int, box: int) -> float:
    """The chance to be shot down on the way to a surface."""
    if box not in BOX_STAR:
        return 0.0
    alive = 1.0
    for marker in pieces_in(defenses_at(s, 1 - side, box)):
        alive *= 1 - max(0, defense_need(s, marker, piece)) / 6
    return 1 - alive


def _landing(s: State, side: int, piece: int, box: int) -> float:
    alive = 1 - _risk(s, side, piece, box)
    cargo = [piece] if TROOPS >> piece & 1 else s.cargo_of(piece)
    enemies = opposition(s, side, box)
    value = -(1 - alive) * value_of(piece)
    for one in cargo:
        if OUTPOSTS >> one & 1:
            value += alive * (OUTPOST_WORTH if not enemies and not _has_marker(s, side, box) else -4)
        elif TROOPS >> one & 1 and enemies:
            value += alive * (3.0 * FORCE[one] - 1.2 * enemies.bit_count()) - (1 - alive) * value_of(one)
    return value - (0.2 if not cargo else 0.0)


def _has_marker(s: State, side: int, box: int) -> bool:
    return bool(s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced) or not STAR_BOXES[BOX_STAR[box]]
