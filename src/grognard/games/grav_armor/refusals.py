"""Why a unit can't be moved, and why it can't take that step: the true reason, with its rule. Chapter Movement."""

from __future__ import annotations

from grognard.core import Code, Refusal, rule
from grognard.games.grav_armor.carriers import why_not_load, why_not_unload
from grognard.games.grav_armor.equipment import GRAV
from grognard.games.grav_armor.movement import is_spacecraft, why_not_enter
from grognard.games.grav_armor.orbital import is_in_orbit
from grognard.games.grav_armor.state import FLIGHT, FRESH, SETTLED, GravState, cell_of, is_gone
from grognard.games.grav_armor.verbs import (
    CLIMB,
    DIVE,
    DONE,
    FIRE,
    FLY,
    GO,
    LAND,
    LEAVE,
    LOAD,
    MOVE,
    OVER,
    STOP,
    TAKE_OFF,
    UNLOAD,
)


def why_not_move(s: GravState, side: int, piece: int) -> Refusal | None:
    """Why this unit can't be moved in this phase; None where it can."""
    g = s.ground
    if piece < 0 or g.side[piece] != side:
        return Refusal(rule("Movement/General Rule/1"), "{piece} is not one of your units", piece=piece)
    if is_gone(s, piece):
        return Refusal(rule("Movement/Map Exit"), "{piece} is out of the game", piece=piece)
    if s.moved[piece]:
        return Refusal(rule("Turn/Procedural Notes/2"), "{piece} has already moved in this phase", piece=piece)
    if s.disrupted[piece]:
        return Refusal(rule("Combat/Disruption"), "{piece} is disrupted and can't move", piece=piece)
    if s.on[piece] >= 0:
        return Refusal(rule("Movement/Carriers/1"), "{piece} is inside {into:piece}", piece=piece, into=s.on[piece])
    if s.ridden[piece]:
        return Refusal(rule("Movement/Carriers/1"), "{piece} has been carried and can't move as well", piece=piece)
    if not g.kind[piece].is_unit:
        return Refusal(rule("Movement/Movement Points/1"), "{piece} does not move", piece=piece)
    if piece not in g.mobile[side]:
        return Refusal(rule("Movement/Movement Points/1"), "{piece} has no movement points", piece=piece)
    return None


def not_firing() -> Refusal:
    return Refusal(rule("Turn/Procedural Notes/1"), "you are the moving side now: only the other side fires")


def why_not_step(s: GravState, piece: int, code: Code) -> Refusal:
    """Why the moving unit can't do that next."""
    verb = code[0]
    reason: Refusal | None = None
    if verb in (GO, LAND, OVER, FLY, DIVE):
        reason = why_not_enter(s, piece, code[1]) or _why_not_by(s, piece, verb, code[1])
    elif verb == LOAD:
        reason = why_not_load(s, piece, code[1]) if code[1] >= 0 else None
    elif verb == UNLOAD:
        reason = why_not_unload(s, piece, code[1])
    elif verb == CLIMB:
        reason = _why_not_climb(s, piece)
    elif verb == TAKE_OFF:
        reason = _why_not_take_off(s, piece)
    elif verb == LEAVE:
        reason = Refusal(rule("Movement/Map Exit"), "a unit leaves from an edge hex, with a movement point to spare")
    elif verb in (MOVE, DONE):
        reason = Refusal(
            rule("Movement/General Rule/1"), "{piece} must finish its move before another begins", piece=piece
        )
    elif verb == STOP:
        reason = Refusal(rule("Movement/Free Flight"), "{piece} is in the air and must land first", piece=piece)
    elif verb == FIRE:
        reason = not_firing()
    return reason or Refusal(rule("Movement/General Rule/2"), "{piece} can't do that now", piece=piece)


def _why_not_climb(s: GravState, piece: int) -> Refusal:
    where = rule("Movement/Climb and Dive/1")
    if not is_spacecraft(s, piece):
        return Refusal(where, "only spacecraft climb to orbit")
    if cell_of(s, piece) < 0:
        return Refusal(where, "a climb begins on the map")
    return Refusal(where, "a climb takes the place of the whole move")


def _why_not_take_off(s: GravState, piece: int) -> Refusal:
    where = rule("Movement/Free Flight")
    if s.ground.move[piece] != GRAV:
        return Refusal(where, "only grav units fly")
    if is_in_orbit(s, piece):
        return Refusal(rule("Movement/Climb and Dive/1"), "{piece} is in orbit: it dives or stays", piece=piece)
    if s.gait != FRESH:
        return Refusal(where, "free flight takes the place of the whole move")
    return Refusal(where, "there is no hex to which {piece} could fly", piece=piece)


def _why_not_by(s: GravState, piece: int, verb: int, place: int) -> Refusal:
    """Why the unit can't get to an open hex in that manner."""
    if verb == DIVE:
        return Refusal(rule("Movement/Climb and Dive/1"), "only a unit in orbit dives")
    if is_in_orbit(s, piece):
        return Refusal(rule("Movement/Climb and Dive/1"), "{piece} is in orbit: it dives or stays", piece=piece)
    if is_spacecraft(s, piece):
        return _why_not_flown(s, piece, verb, place)
    if verb == FLY:
        return Refusal(rule("Movement/Spacecraft/2"), "only spacecraft fly without limit of speed")
    if verb in (LAND, OVER) and s.gait != FLIGHT:
        return Refusal(rule("Movement/Free Flight"), "{piece} has not taken off", piece=piece)
    if verb == GO and s.gait == FLIGHT:
        return Refusal(rule("Movement/Free Flight"), "{piece} is in free flight: it flies or lands", piece=piece)
    if s.disrupted[piece]:
        return Refusal(rule("Combat/Disruption"), "{piece} is disrupted and can't move", piece=piece)
    if s.gait == SETTLED:
        return Refusal(rule("Movement/Free Flight"), "{piece} has come down: its move is over", piece=piece)
    if s.at[piece] == place:
        return Refusal(rule("Movement/General Rule/2"), "{piece} stands in {place} already", piece=piece, place=place)
    if cell_of(s, piece) < 0 and not s.ground.entry[s.at[piece]] >> s.ground.cell[place] & 1:
        return Refusal(
            rule("Movement/Map Entrance"), "{place} is no hex by which {piece} comes in", piece=piece, place=place
        )
    if verb == OVER and not s.ground.map.masks[cell_of(s, piece)] >> s.ground.cell[place] & 1:
        return Refusal(rule("Movement/Free Flight"), "{place} does not lie beside {piece}", piece=piece, place=place)
    return Refusal(
        rule("Movement/Movement Points/1"),
        "{piece} has {points:text|movement point|movement points} left and can't get to {place}",
        piece=piece,
        points=f"{s.left / 2:g}",
        place=place,
    )


def _why_not_flown(s: GravState, piece: int, verb: int, place: int) -> Refusal:
    where = rule("Movement/Spacecraft/2")
    if verb in (GO, LAND):
        return Refusal(where, "{piece} is a spacecraft: it flies over the map", piece=piece)
    if not (s.gait == FRESH or s.aloft or s.left):
        return Refusal(where, "{piece} has come down: its move is over", piece=piece)
    if s.at[piece] == place:
        return Refusal(where, "{piece} stands in {place} already", piece=piece, place=place)
    if verb == OVER and not s.ground.map.masks[cell_of(s, piece)] >> s.ground.cell[place] & 1:
        return Refusal(where, "{place} does not lie beside {piece}", piece=piece, place=place)
    return Refusal(where, "no way to {place} but through hexes that the enemy holds", place=place)
