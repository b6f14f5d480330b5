"""What each side holds, reaches and can fire at: areas to lay over the star map, and who threatens a place.

Nothing here is secret, for Imperium hides nothing but the dice to come.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.game import Area
from grognard.games.imperium.control import (
    defenses_at,
    is_connected,
    markers,
    open_boxes,
    opposition,
    reached_by_worlds,
    warships,
)
from grognard.games.imperium.facts import (
    ABOARD,
    ARMED,
    BOX_STAR,
    BOXES,
    HEX_NEXT,
    IMPERIAL,
    IS_BOX,
    JUMPERS,
    MISSILE_SHIPS,
    OF_SIDE,
    OUTPOSTS,
    ROUTE_BITS,
    SHIPS,
    STAR_BOXES,
    STAR_OF,
    SUBLIGHTERS,
    SYSTEMS,
    TANKERS,
    TERRAN,
    TERTIARY,
    TROOPS,
    pieces_in,
)
from grognard.games.imperium.gunnery import armed_now, missiles
from grognard.games.imperium.interaction import approaching
from grognard.games.imperium.sequence import FACTS, MOVE_1, MOVE_2, REACT_MOVE, is_skipped
from grognard.games.imperium.state import FIRST, REACTION, SECOND, State

MOVEMENTS = {MOVE_1: FIRST, MOVE_2: SECOND, REACT_MOVE: REACTION}
REACTION_JUMPS = 3


def areas(s: State) -> Iterator[Area]:
    for side in (TERRAN, IMPERIAL):
        yield Area("connection", side, connected_places(s, side))
        yield Area("reach", side, reach(s, side))
        yield Area("fire", side, under_fire(s, side))
        yield Area("victory", side, prizes(s, side))


def connected_places(s: State, side: int) -> int:
    """Systems that an open path joins to a friendly world, and the side's own connected surfaces there."""
    reached = reached_by_worlds(s, side)
    out = reached
    for marker in pieces_in(markers(s, side)):
        box = s.at[marker]
        if is_connected(s, side, box, reached) if OUTPOSTS >> marker & 1 else reached >> BOX_STAR[box] & 1:
            out |= 1 << box
    return out


def prizes(s: State, side: int) -> int:
    """Surfaces whose conquest would move the glory index in this side's favour (Glory Points Table)."""
    boxes = sum(1 << box for box in {s.at[marker] for marker in pieces_in(markers(s, 1 - side))})
    return boxes & ~s.lost_here[IMPERIAL] if side == IMPERIAL else boxes


def under_fire(s: State, side: int) -> int:
    """Surfaces that its markers guard, those that its ships above can bombard, and hexes where it faces ships."""
    out = 0
    for box in BOXES:
        if defenses_at(s, side, box):
            out |= 1 << box
    for star in range(SYSTEMS):
        ships = approaching(s, side, star, 0)
        if any(missiles(s, p) for p in pieces_in(ships & MISSILE_SHIPS)):
            out |= sum(1 << box for box in STAR_BOXES[star] if opposition(s, side, box))
    for piece in pieces_in(SHIPS & OF_SIDE[1 - side] & (s.in_space | s.in_deep)):
        if armed_now(s, side, s.at[piece]):
            out |= 1 << s.at[piece]
    return out


# --- reach


def coming_movement(s: State, side: int) -> tuple[int, bool]:
    """What kind the side's present or next movement phase is, and whether it is the present one."""
    sequence = s.setup.sequence
    for ahead in range(len(sequence)):
        if s.phase + ahead < 0:
            continue
        phase = sequence[(s.phase + ahead) % len(sequence)]
        _, phasing, what = FACTS[phase.name]
        if phasing == side and what in MOVEMENTS and not is_skipped(s, phase):
            return MOVEMENTS[what], not ahead
    return FIRST, False


def reach(s: State, side: int) -> int:
    """Where the ships of a side can come to in their own present or next movement phase."""
    ships = SHIPS & OF_SIDE[side]
    out = sum(1 << place for place in {s.at[p] for p in pieces_in(ships & s.on_map)})
    held = held_against(s, side)
    for _, places in stacks_and_ranges(s, side):
        out |= places
    for star in pieces_in(out & ~held & (1 << SYSTEMS) - 1):
        out |= sum(1 << box for box in open_boxes(s, side, star))
    return out


def held_against(s: State, side: int) -> int:
    """Systems where enemy warships stop the ships of this side."""
    return sum(1 << star for star in range(SYSTEMS) if warships(s, 1 - side, star))


def stacks_and_ranges(s: State, side: int) -> Iterator[tuple[int, int]]:
    """Ships that stand together and have as many jumps left, and all the places they can come to."""
    kind, now = coming_movement(s, side)
    ready = SHIPS & OF_SIDE[side] & s.on_map & ~(s.stuck | s.neutral)
    if now:
        ready &= ~s.stopped & (s.reaction if kind == REACTION and s.reaction else -1)
    tankers = _tanker_stops(s, side, ready)
    groups: dict[tuple[int, int], int] = {}
    for piece in pieces_in(ready):
        jumps = SYSTEMS
        if kind == REACTION:
            jumps = REACTION_JUMPS - (s.jumps[piece] if now and s.reaction else 0)
        key = s.at[piece], jumps
        groups[key] = groups.get(key, 0) | 1 << piece
    for (place, jumps), ships in groups.items():
        fuel = tankers
        if kind == REACTION:  # only the stack itself may bring a tanker along
            fuel = TERTIARY if ships & TANKERS else TERTIARY & _standing_tankers(s, side)
        jumpers, others = ships & JUMPERS, ships & ~JUMPERS
        if jumpers:
            places = _within(s, side, jumpers, place, jumps, fuel)
            yield jumpers, places | _cruises(s, jumpers, place, kind, now)
        if others:
            yield others, _within(s, side, others, place, 0, fuel) | _cruises(s, others, place, kind, now)


def _within(s: State, side: int, ships: int, place: int, jumps: int, fuel: int) -> int:
    """Systems within so many jumps: enemy warships stop ships, and so do tertiary stars without a tanker."""
    star = STAR_OF[place]
    if star < 0:
        return 1 << place
    out = 1 << place | 1 << star
    held = held_against(s, side)
    if IS_BOX[place] and held >> star & 1:
        return out  # who lifts off among enemies must stop
    if not ships & ~s.dry and not fuel >> star & 1:
        return out
    edge = 1 << star
    stops = held | TERTIARY & ~fuel
    while edge and jumps:
        spread = 0
        for one in pieces_in(edge):
            spread |= ROUTE_BITS[one]
        fresh = spread & ~out
        out |= fresh
        edge = fresh & ~stops
        jumps -= 1
    return out


def _cruises(s: State, ships: int, place: int, kind: int, now: bool) -> int:
    """The hexes next to ships that may still cruise."""
    if kind != FIRST or IS_BOX[place] or not ships & SUBLIGHTERS & ~(s.moved if now else 0):
        return 0
    return sum(1 << other for other in HEX_NEXT[place])


def _standing_tankers(s: State, side: int) -> int:
    return sum(1 << star for star in {s.at[p] for p in pieces_in(TANKERS & OF_SIDE[side] & s.in_space)})


def _tanker_stops(s: State, side: int, ready: int) -> int:
    """Tertiary stars where a tanker of the side stands or could come to."""
    out = _standing_tankers(s, side)
    for tanker in pieces_in(TANKERS & ready):
        out |= _within(s, side, 1 << tanker, s.at[tanker], SYSTEMS, TERTIARY)
    return out & TERTIARY


# --- threats


def threats(s: State, place: int) -> list[int]:
    """Counters of either side that could fight at a place: in a hex, armed ships that stand there or can come there,
    and the markers beside it; on a surface, ships to bombard it, troops to attack it, and its own guns."""
    star = STAR_OF[place]
    out = 0
    for side in (TERRAN, IMPERIAL):
        hostile = _can_bombard(s, side) if IS_BOX[place] else ARMED
        if not IS_BOX[place]:
            out |= armed_now(s, side, place)
        for ships, places in stacks_and_ranges(s, side):
            if (star >= 0 and places >> star & 1) or places >> place & 1:
                out |= ships & hostile
        if star >= 0:
            for box in (place,) if IS_BOX[place] else STAR_BOXES[star]:
                out |= defenses_at(s, side, box)
        if IS_BOX[place]:
            out |= s.here[place] & TROOPS & OF_SIDE[side] & ~s.neutral
            out |= sum(1 << p for p in pieces_in(s.here[ABOARD] & TROOPS & OF_SIDE[side]) if out >> s.on[p] & 1)
    return list(pieces_in(out))


def _can_bombard(s: State, side: int) -> int:
    """Ships with missiles, and those that carry troops."""
    laden = sum(1 << ship for ship in {s.on[p] for p in pieces_in(s.here[ABOARD] & TROOPS & OF_SIDE[side])})
    return sum(1 << p for p in pieces_in(MISSILE_SHIPS & OF_SIDE[side]) if missiles(s, p)) | laden
