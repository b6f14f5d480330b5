"""Moving unit by unit: costs, reach, free flight, the step from hex to hex that fire may halt. Chapter Movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.board.bits import pick, to_list
from grognard.core import ACT, Code, EventKind, Frame, Refusal, Step, rule
from grognard.games.grav_armor.equipment import DROPSHIP, GRAV
from grognard.games.grav_armor.land import air_path
from grognard.games.grav_armor.sensors import Watchers
from grognard.games.grav_armor.state import (
    EVACUATED,
    FLIGHT,
    FRESH,
    GROUND,
    LEFT_MAP,
    SETTLED,
    UNIT_PASSED,
    WATCHFUL,
    GravState,
    cell_of,
    is_gone,
    occupied,
    put,
    riders,
)
from grognard.games.grav_armor.verbs import GO, LAND

if TYPE_CHECKING:
    from grognard.games.grav_armor.ground import Ground

BEGAN = EventKind("began", "{piece} begins to move", level=ACT, rule=rule("Movement/General Rule/1"))
WENT = EventKind("went", "{piece} moves to {place}", level=ACT, rule=rule("Movement/Movement Points/1"))
FLEW = EventKind("flew", "{piece} flies over {place}", level=ACT, rule=rule("Movement/Free Flight"))
LEFT = EventKind("left", "{piece} leaves the map", level=ACT, rule=rule("Movement/Map Exit"))


def is_spacecraft(s: GravState, piece: int) -> bool:
    return s.ground.is_spacecraft(piece)


def barred(s: GravState, piece: int) -> int:
    """Cells this unit may never enter: held by the enemy, or deadly to it. [Movement/Enemy Units]"""
    g = s.ground
    return occupied(s, 1 - g.side[piece]) | g.lethal[g.move[piece]]


def why_not_enter(s: GravState, piece: int, place: int) -> Refusal | None:
    """Why no move of this unit may end in or pass through that hex; None where it is open to it."""
    g = s.ground
    cell = g.cell[place] if place >= 0 else -1
    if cell < 0:
        return Refusal(rule("Scenarios/Mapboard Configuration"), "{place} is no hex of this map", place=place)
    if occupied(s, 1 - g.side[piece]) >> cell & 1:
        return Refusal(rule("Movement/Enemy Units"), "an enemy unit stands in {place}", place=place)
    if g.lethal[g.move[piece]] >> cell & 1:
        return Refusal(rule("Scenarios/Terrain Key/1"), "{place} would destroy {piece}", place=place, piece=piece)
    if g.closed[g.move[piece]] >> cell & 1:
        return Refusal(rule("Scenarios/Terrain Key/1"), "{place} is closed to {piece}", place=place, piece=piece)
    return None


# --- where a unit can get to


def one_hex(s: GravState, piece: int, shut: int) -> int:
    """The neighbours that a unit which has not moved may always enter, whatever they cost. [Movement/Minimum Moves]"""
    g = s.ground
    if s.gait not in (FRESH, FLIGHT) or s.left != g.mp[piece] * 2:
        return 0
    here = cell_of(s, piece)
    near = g.map.masks[here] if here >= 0 else g.entry[s.at[piece]]
    return near & ~shut & ~g.closed[g.move[piece]]


def ground_cells(s: GravState, piece: int) -> int:
    """The cells a unit can go to over the ground."""
    g = s.ground
    shut = barred(s, piece)
    cells = one_hex(s, piece, shut)
    if s.left >= 2 and cell_of(s, piece) >= 0:  # from beyond the edge the first hex is entered by itself
        cells |= g.reach_over(g.move[piece], cell_of(s, piece), s.left, shut)
    return cells & ~g.bit[s.at[piece]]


def flight_layers(s: GravState, piece: int) -> list[int]:
    """Cells by the number of hexes flown to get there; the first layer is where the unit is."""
    g = s.ground
    here = cell_of(s, piece)
    shut = occupied(s, 1 - g.side[piece])
    if here >= 0:
        return g.flight_from(here, s.left, shut)
    front = g.entry[s.at[piece]] & ~shut
    layers, seen = [0], 0
    while front and len(layers) <= s.left:
        layers.append(front)
        seen |= front
        front = g.map.spread(front) & ~seen & ~shut
    return layers


def landing_cells(s: GravState, piece: int) -> int:
    """Where a flight may end: half a point a hex flown over, the full cost of the last. [Movement/Free Flight]"""
    g = s.ground
    shut = barred(s, piece)
    cells = one_hex(s, piece, shut) | _within_points(g, flight_layers(s, piece), s.left)
    return cells & ~shut & ~g.bit[s.at[piece]]


def _within_points(g: Ground, layers: list[int], left: int) -> int:
    """The cells of these layers of a flight where that many half points are enough to land."""
    cells = 0
    for flown, layer in enumerate(layers):
        if flown:
            for cost, mask in g.landings:
                if flown - 1 + cost <= left:
                    cells |= layer & mask
    return cells


def over_cells(s: GravState, piece: int) -> int:
    """Next hexes to fly over such that the flight can still land somewhere."""
    g = s.ground
    here = cell_of(s, piece)
    near = g.map.masks[here] if here >= 0 else g.entry[s.at[piece]]
    open_cells = 0
    shut, held = barred(s, piece), occupied(s, 1 - g.side[piece])
    for cell in to_list(near & ~held):
        around = g.map.masks[cell] & ~shut
        if any(around & mask and 1 + cost <= s.left for cost, mask in g.landings) or (
            s.left > 1 and _within_points(g, g.flight_from(cell, s.left - 1, held), s.left - 1) & ~shut
        ):
            open_cells |= 1 << cell
    return open_cells


def can_take_off(s: GravState, piece: int) -> bool:
    if s.gait != FRESH or s.ground.move[piece] != GRAV or not s.left:
        return False
    return bool(one_hex(s, piece, barred(s, piece)) or landing_cells(s, piece))


def can_leave(s: GravState, piece: int) -> bool:
    """From an edge hex a unit may go off the map, for one point like a clear hex. [Movement/Map Exit]"""
    cell = cell_of(s, piece)
    if cell < 0 or not s.ground.rim >> cell & 1:
        return False
    if is_spacecraft(s, piece):
        return bool(s.gait == FRESH or s.aloft or s.left)
    if s.gait == FLIGHT:
        return s.left >= 1
    return s.gait in (FRESH, GROUND) and s.left >= 2


# --- the move itself


def begin_move(s: GravState, piece: int) -> None:
    g = s.ground
    s.mover = piece
    s.left = g.mp[piece] * 2
    s.gait = FRESH
    s.aloft = 0
    if g.move[piece] == DROPSHIP:
        s.lifted[piece] = len(riders(s, piece))  # who is aboard already is carried too [Orbital/Drop-ships/4]
    s.emit(BEGAN, piece)


def end_move(s: GravState) -> None:
    """A move that has ended is over for good: no clock is turned back. [Combat/Clock]"""
    s.moved[s.mover] = 1
    s.mover = -1
    s.left = s.gait = s.aloft = 0
    if s.quiet == UNIT_PASSED:
        s.quiet = WATCHFUL


def leave_map(s: GravState, piece: int) -> None:
    """Off the map is lost, but for the edge by which a scenario wants units brought out. [Movement/Map Exit]"""
    g = s.ground
    safe = g.way_out[g.side[piece]] >> cell_of(s, piece) & 1
    s.emit(LEFT, piece)
    s.aloft = 0
    put(s, piece, EVACUATED if safe else LEFT_MAP)
    for rider in riders(s, piece):
        s.on[rider] = -1


def halts(s: GravState, piece: int) -> bool:
    """Has something happened that ends this unit's move: gone from the map, or disrupted?"""
    return bool(is_gone(s, piece) or s.disrupted[piece])


class Leg(Step[GravState]):
    """Moves the unit hex by hex to where it was sent; at each hex the firing side may halt it.

    Frame: piece, goal, verb, shots fired so far. A shot ends the leg, and the moving side decides anew from there.
    """

    name = "leg"

    def run(self, s: GravState, frame: Frame) -> None:
        _, piece, goal, verb, shots = frame
        if s.shots != shots or halts(s, piece):
            return
        firers = 1 - s.ground.side[piece]
        watch = Watchers(s, firers)
        for cell in path_to(s, piece, goal, verb):
            enter(s, piece, cell, goal, verb)
            if watch.halt(s, piece):
                if s.at[piece] != goal:
                    s.stack.append(frame)
                s.push("watch", firers, piece)
                return


def path_to(s: GravState, piece: int, goal: int, verb: int) -> list[int]:
    """The cells to enter, in order: the cheapest way over the ground, the shortest through the air."""
    g = s.ground
    here, there = cell_of(s, piece), g.cell[goal]
    if (here < 0 and verb == GO) or (here >= 0 and g.map.masks[here] >> there & 1):
        return [there]  # no way to a neighbour is cheaper than the step itself
    if verb == GO:
        return g.way_over(g.move[piece], here, s.left, barred(s, piece), there)
    return air_path(flight_layers(s, piece), there, g.map.masks)


def enter(s: GravState, piece: int, cell: int, goal: int, verb: int) -> None:
    """One hex further: pay, go up or down, be there."""
    g = s.ground
    place = g.place[cell]
    if verb == GO or (verb == LAND and place == goal):
        s.left = max(0, s.left - g.half_cost[g.move[piece]][cell])
        s.aloft = 0
        s.gait = GROUND if verb == GO else SETTLED
        put(s, piece, place)
        s.emit(WENT, piece, place)
        return
    if g.move[piece] == GRAV:
        s.left -= 1
    s.aloft = 1
    s.gait = FLIGHT
    put(s, piece, place)
    s.emit(FLEW, piece, place)


def can_go_on(s: GravState, piece: int) -> bool:
    """May there be a hex left to enter over the ground? Only a look at the neighbours."""
    g = s.ground
    here = cell_of(s, piece)
    if here < 0 or s.gait == FRESH:
        return True
    if s.gait != GROUND or s.left < 2:
        return False
    near = g.map.masks[here] & ~barred(s, piece)
    return any(cost <= s.left and near & mask for cost, mask in g.costs[g.move[piece]].classes)


def places(s: GravState, verb: int, cells: int) -> list[Code]:
    """The action for each of these cells."""
    g = s.ground
    codes = g.codes_of(verb)
    if cells.bit_count() * 2 < g.map.n:
        return pick(codes, cells)
    found = codes.copy()
    for hole in reversed(to_list(g.map.everything & ~cells)):
        del found[hole]
    return found
