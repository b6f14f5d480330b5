"""Who holds what: friendly systems, ships in the way, connection (Game Board; Economics, Income Terms)."""

from __future__ import annotations

from grognard.games.imperium.facts import (
    ARMED,
    BOX_STAR,
    BOXES,
    DEFENSES,
    FIGHTERS,
    LUURU,
    MOTHERSHIPS,
    OF_SIDE,
    OUTPOSTS,
    ROUTE_BITS,
    SHIPS,
    STAR_BOXES,
    SYSTEMS,
    TANKERS,
    TERTIARY,
    TRANSPORTS,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.state import State

BLOCKERS = SHIPS & ~TRANSPORTS & ~TANKERS


def markers(s: State, side: int) -> int:
    """The worlds and operational outposts of a side."""
    return s.on_surface & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced & ~s.conquered


def worlds(s: State, side: int) -> int:
    return s.on_surface & OF_SIDE[side] & WORLDS & ~s.conquered


def is_friendly_box(s: State, side: int, box: int) -> bool:
    return bool(s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced & ~s.conquered)


def is_friendly_system(s: State, side: int, star: int) -> bool:
    """It contains a friendly world or outpost."""
    own = OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced & ~s.conquered
    here = s.here
    for box in STAR_BOXES[star]:  # noqa: SIM110 - asked all the time, and this is quicker
        if here[box] & own:
            return True
    return False


def opposition(s: State, side: int, box: int) -> int:
    """Enemy counters in the box that still count: all but a neutralized world."""
    return s.here[box] & OF_SIDE[1 - side] & ~(WORLDS & s.neutral)


def is_open_box(s: State, side: int, box: int) -> bool:
    """Landings and cargoes need no fighting here: a working friendly marker stands in the box, or one in the system
    and no enemy in the box."""
    return box in open_boxes(s, side, BOX_STAR[box])


def open_boxes(s: State, side: int, star: int) -> list[int]:
    """The boxes of a friendly system that are friendly themselves, besieged or not, or without enemies."""
    if not is_friendly_system(s, side, star):
        return []
    here = s.here
    enemy = OF_SIDE[1 - side] & ~(WORLDS & s.neutral)
    own = OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~(s.unplaced | s.neutral)
    return [box for box in STAR_BOXES[star] if here[box] & own or not here[box] & enemy]


def warships(s: State, side: int, place: int) -> int:
    """Ships of a side in a hex that can fight: all but transports, tankers and motherships."""
    return s.here[place] & ARMED & OF_SIDE[side]


def has_base(s: State, side: int, star: int) -> bool:
    """Fighters operate from a friendly world or outpost of the system or from a mothership in the hex."""
    if s.here[star] & MOTHERSHIPS & OF_SIDE[side]:
        return True
    return star < SYSTEMS and is_friendly_system(s, side, star)


def free_systems(s: State, side: int) -> int:
    """Systems through which a path of this side may run."""
    enemy = BLOCKERS & OF_SIDE[1 - side]
    tankers = TANKERS & OF_SIDE[side]
    here = s.here
    free = 0
    for star in range(SYSTEMS):
        if not here[star] & enemy and (not TERTIARY >> star & 1 or here[star] & tankers):
            free |= 1 << star
    return free


def flood(start: int, allowed: int) -> int:
    """All systems that routes reach from `start` through allowed systems; the start must be allowed too."""
    seen = edge = start & allowed
    while edge:
        spread = 0
        for star in pieces_in(edge):
            spread |= ROUTE_BITS[star]
        edge = spread & allowed & ~seen
        seen |= edge
    return seen


def world_systems(s: State, side: int) -> int:
    stars = 0
    for world in pieces_in(worlds(s, side)):
        stars |= 1 << BOX_STAR[s.at[world]]
    return stars


def reached_by_worlds(s: State, side: int) -> int:
    """Systems connected to a friendly world."""
    return flood(world_systems(s, side), free_systems(s, side))


def is_connected(s: State, side: int, box: int, reached: int) -> bool:
    star = BOX_STAR[box]
    return star == LUURU or bool(reached >> star & 1)


def arrival_boxes(s: State, side: int) -> list[int]:
    """Boxes where new forces may appear: friendly worlds that are not down, and outposts connected to one."""
    reached = reached_by_worlds(s, side)
    own = worlds(s, side) & ~s.neutral
    out = []
    for box in BOXES:
        here = s.here[box] & ~s.neutral
        outpost = here & OUTPOSTS & OF_SIDE[side] & ~s.unplaced
        if here & own or (outpost and reached >> BOX_STAR[box] & 1):
            out.append(box)
    return out


def defenses_at(s: State, side: int, box: int) -> int:
    """Markers that can fire at ships: not neutralized, not unplaced."""
    return s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS | DEFENSES) & ~s.neutral & ~s.unplaced


def grounded(s: State, side: int, place: int) -> int:
    """Fighters in the hex that have no base to operate from."""
    fighters = s.here[place] & FIGHTERS & OF_SIDE[side]
    return fighters if fighters and not has_base(s, side, place) else 0
