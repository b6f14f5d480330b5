"""Land combat, third part: retreat and displacement (13.5, 13.6)."""

from __future__ import annotations

from grognard.board.bits import first, to_list
from grognard.core import Code, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import (
    WarChoice,
    WarStep,
    codes,
    destroy,
    enter,
    new_trail,
    overrun,
)
from grognard.games.invasion_america.events import DISPLACED, RETREATED, TRAPPED
from grognard.games.invasion_america.paths import ignores_zones
from grognard.games.invasion_america.state import (
    ATTACKER,
    DEFENDER,
    OUT_OF_IT,
    ROUTED,
    TRAIL,
    State,
)
from grognard.games.invasion_america.verbs import DISPLACE, RETREAT, WITHDRAW


def groups(s: State, side: int, role: int) -> list[tuple[int, bool]]:
    """The stacks that must still retreat: hex, and whether it is the ships of that hex."""
    forces = s.game.forces
    found = {(s.at[p], forces.is_naval[p]) for p in to_list(s.roles[role] & s.game.side_bits[side]) if s.aboard[p] < 0}
    return sorted(found)


class Retreats(WarStep):
    """Sends the stacks off one after another: frame (side, hexes, role)."""

    name = "retreats"

    def run(self, s: State, frame: Frame) -> None:
        side, distance, role = frame[1], frame[2], frame[3]
        waiting = groups(s, side, role)
        if not waiting:
            return
        s.push("retreats", side, distance, role)
        if in_turn(s, waiting, distance):
            s.push("retreat_order", side, distance, role)
        else:
            send_off(s, side, distance, role, *waiting[0])


def in_turn(s: State, waiting: list[tuple[int, bool]], distance: int) -> bool:
    """Could one stack be in another's way? Then it matters who goes first."""
    far = 2 * distance + 1
    return any(
        naval == other and place != spot and s.game.theatre.distance(place, spot) <= far
        for number, (place, naval) in enumerate(waiting)
        for spot, other in waiting[:number]
    )


class RetreatOrder(WarChoice):
    """Pick the stack that retreats first: frame (side, hexes, role)."""

    name = "retreat_order"
    rule = rule("13.5")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(WITHDRAW, place) for place in sorted({place for place, _ in groups(s, side, frame[3])})]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == WITHDRAW and code[1] >= 0:
            return Refusal(rule("13.5"), "no units must retreat from {place}", place=code[1])
        return Refusal(rule("13.5"), "say first which stack retreats")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        naval = next(naval for place, naval in groups(s, side, frame[3]) if place == code[1])
        send_off(s, side, frame[2], frame[3], code[1], naval)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Several stacks must retreat: choose which goes first.")


def send_off(s: State, side: int, distance: int, role: int, place: int, naval: bool) -> None:
    """The units of this part in a hex leave it: its ships, or all the others."""
    forces = s.game.forces
    for piece in s.units_in(place):
        mine = s.roles[role] >> piece & 1 and forces.side_of[piece] == side
        if mine and forces.is_naval[piece] == naval:
            s.cast(piece, ROUTED)
    abandon(s, [p for p in routed(s) if forces.is_supply[p]])
    slot = -1
    near = (role == ATTACKER and touches(s, place)) or s.targets >> place & 1
    if role == DEFENDER or (near and not naval):
        slot = new_trail(s)
        if slot >= 0:
            s.trail[slot * TRAIL] = place
    s.push("retreat_on", side, place, distance, 0, slot)


def abandon(s: State, supplies: list[int]) -> None:
    """Supplies can't be carried off over land and are lost where they lie (9.54, 13.5)."""
    if supplies:
        s.emit(TRAPPED, supplies)
    for piece in supplies:
        destroy(s, piece)


def touches(s: State, place: int) -> bool:
    masks = s.game.theatre.grid.masks[place]
    return bool(masks & s.targets)


def routed(s: State) -> list[int]:
    return to_list(s.roles[ROUTED])


def exits(s: State, units: list[int], place: int) -> int:
    """The neighbouring hexes that a stack as a whole could enter (13.52, 16.22, 16.24)."""
    game = s.game
    forces, theatre = game.forces, game.theatre
    if forces.is_naval[units[0]]:
        return theatre.lanes[place]
    if any(forces.is_supply[p] for p in units):
        return 0  # never moved over land, not even so (9.54)
    hovering = [forces.is_hover[p] for p in units]
    if all(hovering):
        return theatre.hover_trace[place]
    return theatre.trace[place] & theatre.hover_land if any(hovering) else theatre.trace[place]


def shelter(s: State, side: int, units: list[int]) -> tuple[int, int]:
    """Hexes that a stack may retreat into: those without friends, and those with (13.51, 13.53)."""
    naval = s.game.forces.is_naval[units[0]]
    allowed = s.game.ship_hexes if naval else s.game.theatre.land
    allowed &= ~s.barred(side)
    if not naval and not all(ignores_zones(s, p) for p in units):
        allowed &= ~s.enemy_zone(side)
    friends = s.presence.naval[side] if naval else s.presence.ground[side]
    return allowed & ~friends, allowed & friends


def ways(s: State, units: list[int], origin: int, taken: int, distance: int, allowed: int) -> tuple[int, int]:
    """First steps of the longest ways outward through allowed hexes, and how long these are (13.54)."""
    grid = s.game.theatre.grid
    fronts = [1 << s.at[units[0]]]
    for step in range(taken + 1, distance + 1):
        ring = grid.ring(origin, step) & allowed
        front = 0
        for place in to_list(fronts[-1]):
            front |= exits(s, units, place)
        if not front & ring:
            break
        fronts.append(front & ring)
    length = len(fronts) - 1
    back = fronts[-1]
    for front in reversed(fronts[1:-1]):
        keep = 0
        for place in to_list(front):
            if exits(s, units, place) & back:
                keep |= 1 << place
        back = keep
    return (back if length else 0), length


def way_out(s: State, side: int, place: int, naval: bool, busy: int) -> tuple[int, int]:
    """Where the friends in a hex could step aside to: vacant hexes, and hexes of friends (13.61, 13.62)."""
    units = lodgers(s, side, place, naval)
    if not units:
        return 0, 0
    vacant, held = shelter(s, side, units)
    near = exits(s, units, place) & ~busy & ~(1 << place)
    return near & vacant, near & held


def can_give_way(s: State, side: int, place: int, naval: bool, busy: int) -> bool:
    """Could the friends in this hex be displaced without loss, in a chain if need be (13.62)?"""
    seen = busy
    front = [place]
    while front:
        here = front.pop()
        seen |= 1 << here
        vacant, held = way_out(s, side, here, naval, busy)
        if vacant:
            return True
        front.extend(to_list(held & ~seen))
    return False


def refuges(s: State, side: int, place: int, naval: bool, busy: int) -> int:
    """Where displaced units may go: vacant hexes; only where there are none, hexes whose units give way in turn."""
    vacant, held = way_out(s, side, place, naval, busy)
    if vacant:
        return vacant
    busy |= 1 << place
    out = 0
    for other in to_list(held):
        if can_give_way(s, side, other, naval, busy):
            out |= 1 << other
    return out & ~shoved(s, side) or out


def shoved(s: State, side: int) -> int:
    """Hexes of units displaced in this phase already: they are only where nobody else can give way (13.62)."""
    places = 0
    for piece in to_list(s.displaced & s.game.side_bits[side]):
        if s.at[piece] >= 0:
            places |= 1 << s.at[piece]
    return places


def lodgers(s: State, side: int, place: int, naval: bool) -> list[int]:
    """Who must give way in a hex: rail units take no room and stay (16.44)."""
    forces = s.game.forces
    mine = (p for p in s.units_in(place) if forces.side_of[p] == side and not forces.is_rail[p])
    return [p for p in mine if forces.is_naval[p] == naval]


class RetreatOn(WarStep):
    """One hex of a retreat: frame (side, origin, hexes, hexes done, line of the trail table)."""

    name = "retreat_on"

    def run(self, s: State, frame: Frame) -> None:
        _, side, origin, distance, taken, slot = frame
        units = routed(s)
        if not units:
            return
        if taken == distance:
            for piece in units:
                s.cast(piece, OUT_OF_IT)
            s.emit(RETREATED, s.at[units[0]], units)
            return
        options = retreat_options(s, side, units, origin, taken, distance)
        if not options:
            self.trap(s, units, taken, slot)
        elif options & (options - 1):
            s.push("retreat", *frame[1:])
        else:
            step(s, frame, first(options))

    def trap(self, s: State, units: list[int], taken: int, slot: int) -> None:
        """No way out: the stack is lost where it stands, and that hex too lies open (13.5, 13.54)."""
        s.emit(TRAPPED, units)
        if slot >= 0:
            s.trail[slot * TRAIL + taken] = s.at[units[0]]
        for piece in units:
            destroy(s, piece)


def retreat_options(s: State, side: int, units: list[int], origin: int, taken: int, distance: int) -> int:
    """The hexes for the next step: vacant ways first, then through friends, else as far as it goes (13.53, 13.54)."""
    naval = s.game.forces.is_naval[units[0]]
    vacant, held = shelter(s, side, units)
    steps, length = ways(s, units, origin, taken, distance, vacant)
    if taken + length == distance:
        return steps
    here = 1 << s.at[units[0]]
    soft = 0
    near = s.game.theatre.within(origin, distance)
    for place in to_list(held & near):
        if can_give_way(s, side, place, naval, here):
            soft |= 1 << place
    for yielding in (soft & ~shoved(s, side), soft) if soft else ():
        wide, longer = ways(s, units, origin, taken, distance, vacant | yielding)
        if taken + longer == distance:
            return wide
    return steps


def step(s: State, frame: Frame, place: int) -> None:
    """Enter the next hex; friends there give way first."""
    _, side, _, _, _, _ = frame
    naval = s.game.forces.is_naval[routed(s)[0]]
    s.push("retreat_into", *frame[1:], place)
    occupied = s.presence.naval[side] if naval else s.presence.ground[side]
    if occupied >> place & 1:
        s.push("give_way", side, place, int(naval), 1 << s.at[routed(s)[0]])


class RetreatInto(WarStep):
    """The hex is free now: move in, leave the path open behind (13.71)."""

    name = "retreat_into"

    def run(self, s: State, frame: Frame) -> None:
        _, side, origin, distance, taken, slot, place = frame
        units = routed(s)
        if slot >= 0:
            s.trail[slot * TRAIL + taken] = s.at[units[0]]
        stranded = [p for p in units if self.forces.is_rail[p] and not self.theatre.rail_net >> place & 1]
        if stranded:  # forced over the boundary they are lost (10.22, 16.42)
            s.emit(TRAPPED, stranded)
        for piece in units:
            if piece in stranded:
                destroy(s, piece)
            else:
                s.put(piece, place)
        if not self.forces.is_naval[units[0]]:
            enter(s, side, [place])
        else:
            overrun(s, 1 << place)
        s.push("retreat_on", side, origin, distance, taken + 1, slot)


class Retreat(WarChoice):
    """Pick the next hex of a retreat."""

    name = "retreat"
    rule = rule("13.5")

    def options(self, s: State, frame: Frame) -> int:
        return retreat_options(s, frame[1], routed(s), frame[2], frame[4], frame[3])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return codes(RETREAT, self.options(s, frame))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != RETREAT or code[1] < 0:
            return Refusal(rule("13.5"), "the stack must retreat now")
        place, units = code[1], routed(s)
        if place >= self.theatre.size or not exits(s, units, s.at[units[0]]) >> place & 1:
            return Refusal(rule("13.52"), "the stack can't go to {place} from here", place=place)
        if s.barred(side) >> place & 1:
            return Refusal(rule("10.12"), "another force stands in {place}", place=place)
        vacant, held = shelter(s, side, units)
        if not (vacant | held) >> place & 1:
            return Refusal(rule("13.51"), "{place} is in an enemy zone of control", place=place)
        if self.theatre.distance(frame[2], place) != frame[4] + 1:
            return Refusal(rule("13.54"), "every step must lead farther from where the combat was")
        if held >> place & 1:
            return self.no_displacing(s, frame, place, held)
        return Refusal(rule("13.54"), "from {place} the full distance can't be reached", place=place)

    def no_displacing(self, s: State, frame: Frame, place: int, held: int) -> Refusal:
        """Why the friends in a hex need not give way."""
        if shoved(s, frame[1]) >> place & 1 and self.options(s, frame) & held:
            return Refusal(rule("13.62"), "the units in {place} have given way in this phase already", place=place)
        return Refusal(rule("13.53"), "vacant hexes come first; friends give way only where there are none")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        step(s, frame, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "{units:piece*} must retreat: choose hex {number:int} of {distance:int}.",
            units=routed(s),
            number=frame[4] + 1,
            distance=frame[3],
        )


# --- displacement


class GiveWay(WarStep):
    """Friends in the way are displaced: frame (side, hex, ships?, hexes that are taken)."""

    name = "give_way"

    def run(self, s: State, frame: Frame) -> None:
        _, side, place, naval, busy = frame
        options = refuges(s, side, place, bool(naval), busy)
        if options & (options - 1):
            s.push("displace", side, place, naval, busy)
        elif options:
            make_way(s, frame, first(options))


def make_way(s: State, frame: Frame, goal: int) -> None:
    """Move the displaced stack one hex; where friends stand, they give way before (13.62)."""
    _, side, place, naval, busy = frame
    occupied = s.presence.naval[side] if naval else s.presence.ground[side]
    if occupied >> goal & 1:
        s.push("give_way", side, place, naval, busy)
        s.push("give_way", side, goal, naval, busy | 1 << place)
        return
    units = lodgers(s, side, place, bool(naval))
    for piece in units:
        s.put(piece, goal)
        s.displaced |= 1 << piece
    s.emit(DISPLACED, goal, units)
    if not naval:
        enter(s, side, [goal])
    else:
        overrun(s, 1 << goal)


class Displace(WarChoice):
    """Pick where displaced units go."""

    name = "displace"
    rule = rule("13.61")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return codes(DISPLACE, refuges(s, side, frame[2], bool(frame[3]), frame[4]))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != DISPLACE or code[1] < 0:
            return Refusal(rule("13.61"), "the units in the way must be displaced now")
        if code[1] >= self.theatre.size or not self.theatre.grid.masks[frame[2]] >> code[1] & 1:
            return Refusal(rule("13.61"), "displaced units move one hex")
        return Refusal(rule("13.62"), "they can't go to {place}: the rules of retreat bind them too", place=code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        make_way(s, frame, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "{units:piece*} must give way: choose where they go.", units=lodgers(s, side, frame[2], bool(frame[3]))
        )


NODES = (Retreats, RetreatOrder, RetreatOn, RetreatInto, Retreat, GiveWay, Displace)
