"""What a table may lay over the board: where units can get, what is seen, what is under fire, what counts in the end.

Everything here is open to all: only standing orders are secret, and they play no part. Chapters Movement and Combat.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.bits import to_list
from grognard.core.game import Area
from grognard.games.grav_armor.combat import sees, spotters
from grognard.games.grav_armor.equipment import GRAV, ORTILLERY, SIDES, bits_of
from grognard.games.grav_armor.firing import targets
from grognard.games.grav_armor.movement import barred, ground_cells, is_spacecraft, landing_cells
from grognard.games.grav_armor.orbital import dive_cells, fly_cells, is_in_orbit
from grognard.games.grav_armor.sensors import Sensors, looks_of
from grognard.games.grav_armor.state import FRESH, ORBIT, GravState, cell_of, is_gone


def areas(s: GravState) -> Iterator[Area]:
    for side in (0, 1):
        free = guns(s, side)
        spotted = Sensors(looks_of(s, spotters(s, side))).ground(GRAV)
        fire = Sensors(looks_of(s, free)).ground(GRAV)
        if batteries(s, side):
            fire |= spotted  # ortillery fires wherever a friend ranges [Orbital/Ranging Ortillery]
        for kind, cells in (
            ("reach", reach(s, side)),
            ("detection", spotted | fire),
            ("fire", fire),
            ("victory", victory(s, side)),
        ):
            yield Area(kind, side, bits_of(s.ground.place[c] for c in to_list(cells)))


def threats(s: GravState, place: int) -> Iterator[int]:
    """Who could fire into that hex: at the enemies that stand there, or at a vehicle that came there."""
    g = s.ground
    cell = g.cell[place]
    if cell < 0:
        return
    for side in (0, 1):
        standing = [t for t in targets(s, side) if s.at[t] == place]
        ranged = any(_covers(s, p, cell, standing) for p in spotters(s, side))
        yield from (p for p in guns(s, side) if _covers(s, p, cell, standing))
        if ranged:
            yield from batteries(s, side)


def guns(s: GravState, side: int) -> list[int]:
    """The pieces that could fire were it their turn to: on the map, fit, and not spent in this phase."""
    g = s.ground
    return [p for p in g.guns[side] if s.on[p] < 0 and cell_of(s, p) >= 0 and not s.disrupted[p] and not _spent(s, p)]


def batteries(s: GravState, side: int) -> list[int]:
    """The ortillery that could fire after the next moves."""
    g = s.ground
    return [p for p in g.units[side] if g.move[p] == ORTILLERY and s.at[p] == ORBIT[side] and not _spent(s, p)]


def _spent(s: GravState, piece: int) -> bool:
    """Has it fired in the phase that is on? What fired in the phase before fires again in its next."""
    phases = s.setup.sequence
    if not 0 <= s.phase < len(phases):
        return False
    return bool(s.fired[piece]) and phases[s.phase].side != SIDES[s.ground.side[piece]]


def _covers(s: GravState, piece: int, cell: int, standing: list[int]) -> bool:
    if standing:
        return any(sees(s, piece, target) for target in standing)
    return bool(Sensors(looks_of(s, [piece])).ground(GRAV) >> cell & 1)


def reach(s: GravState, side: int) -> int:
    """Where the units of a side could end their next move, each with all its points."""
    fresh = s.copy()
    fresh.gait, fresh.aloft = FRESH, 0
    g, cells = s.ground, 0
    for piece in g.mobile[side]:
        if not is_gone(s, piece) and s.on[piece] < 0:
            fresh.mover, fresh.left = piece, g.mp[piece] * 2
            cells |= _reach_of(fresh, piece)
    return cells


def _reach_of(s: GravState, piece: int) -> int:
    g = s.ground
    if is_in_orbit(s, piece):
        return dive_cells(s, piece)
    if is_spacecraft(s, piece):
        return fly_cells(s, piece)
    cells = ground_cells(s, piece)
    if g.move[piece] == GRAV:
        cells |= landing_cells(s, piece)
    if cell_of(s, piece) < 0:  # from beyond the edge: the first hex is paid for, and the rest from there
        move, shut = g.move[piece], barred(s, piece)
        for cell in to_list(cells & g.entry[s.at[piece]]):
            left = s.left - g.half_cost[move][cell]
            if left >= 2:
                cells |= g.reach_over(move, cell, left, shut)
    return cells


def victory(s: GravState, side: int) -> int:
    """The hexes that count for a side: objectives worth points to it, and the edge by which it brings units out."""
    g = s.ground
    cells = g.way_out[side]
    for objective in g.objectives:
        if objective.points[side]:
            cells |= bits_of(g.cell[p] for p in objective.places)
    return cells
