"""Supply: sources, lines, judgment in its two phases and at the instant of combat (chapter 9)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.board.reach import flood
from grognard.board.steps import Steps
from grognard.core import rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarStep
from grognard.games.invasion_america.events import JUDGED
from grognard.games.invasion_america.forces import SIDE_OF_FORCE, US, USA
from grognard.games.invasion_america.state import State

BEACH_LINE = 3
SOON = 10  # hexes from the sources; most units stand no farther off
SOURCES = rule("9.11")
ROUTES = 16  # lines of a force that are remembered
SHORT = 2  # hexes; a line no longer than that is not


def sources(s: State, force: int) -> int:
    """The hexes that feed a force over any distance (9.11, 9.14, 9.61)."""
    theatre = s.game.theatre
    side = SIDE_OF_FORCE[force]
    if side == US:
        return theatre.supply & theatre.areas["usa" if force == USA else "canada"]
    found = s.presence
    places = theatre.port & found.ground[side]
    for place in to_list(theatre.coastal & found.ground[side] & ~places):
        if any(s.game.forces.is_supply[p] for p in s.units_in(place)):
            places |= 1 << place
    return places


def beachheads(s: State, force: int) -> int:
    """Beaches with a landing ship of the force: they feed no farther than three hexes (9.12).

    Enemy units there end that; their zones do not, as no zone touches a ship (7.3, 9.11).
    """
    side = SIDE_OF_FORCE[force]
    theatre, forces = s.game.theatre, s.game.forces
    places = 0
    for place in to_list(theatre.beaches & s.presence.naval[side] & ~s.enemy_ground(side)):
        if any(forces.is_landing[p] and forces.side_of[p] == side for p in s.units_in(place)):
            places |= 1 << place
    return places


def passable(s: State, side: int) -> int:
    """Hexes a line may run through: no enemy, and no enemy zone unless a friend stands there (9.4, 11.19)."""
    found = s.presence
    blocked = s.enemy_zone(side) & ~found.ground[side]
    for enemy in s.setup.enemies[side]:
        blocked |= found.ground[enemy] | found.naval[enemy]
    return s.game.theatre.land & ~blocked


def feeders(s: State, force: int) -> tuple[int, int, int, int]:
    """Where lines of a force may run, the open sources, the beaches that feed it, and hexes known to be fed."""
    known = s.presence.feeders.get(force)
    if known is None:
        room = passable(s, SIDE_OF_FORCE[force])
        near = starts = sources(s, force) & room
        routes = [route for route in s.presence.routes.get(force, ()) if not route & ~room and route & starts]
        del routes[:-ROUTES]
        s.presence.routes[force] = routes
        for route in routes:
            near |= route
        known = s.presence.feeders[force] = (room, starts, beachheads(s, force), near)
    return known


def pave(s: State, force: int, fronts: list[int], end: int) -> None:
    """Remember the way by which a source was found: whoever stands by it need not look as far."""
    room, starts, beaches, near = feeders(s, force)
    routes = s.presence.routes[force]
    wave = s.game.trace_steps.wave
    route = spot = end & -end
    if not route & starts:
        route |= next(other for other in routes if other & spot)
    for front in reversed(fronts):
        spot = wave(spot) & front
        spot &= -spot
        route |= spot
    routes.append(route)
    s.presence.feeders[force] = (room, starts, beaches, near | route)


def supply_lines(s: State, force: int, wanted: int = 0) -> int:
    """All hexes in supply; where only some are `wanted`, the search ends as soon as all of them are found."""
    room, starts, beaches, near = feeders(s, force)
    known = s.presence.lines.get(force)
    if known is not None and known[:3] == (room, starts, beaches):
        return known[3]
    steps = s.game.trace_steps
    lines = flood(steps, beaches, room, BEACH_LINE) if beaches else 0
    if wanted:
        return lines | search(steps, near, room, wanted & ~lines)
    lines |= flood(steps, near, room)
    s.presence.lines[force] = (room, starts, beaches, lines)
    return lines


def search(steps: Steps, start: int, room: int, wanted: int) -> int:
    """A flood that stops once it has been everywhere it is wanted.

    Who is not found soon looks out himself: cut off, he stands in a pocket that is soon gone round.
    """
    found = front = start
    wanted &= room & ~start
    room &= ~start
    wave = steps.wave
    for _ in range(SOON):
        if not front or not wanted:
            return found
        front = wave(front) & room
        room ^= front
        found |= front
        wanted &= ~front
    while wanted and found:
        front = pocket = wanted & -wanted
        room ^= pocket
        about = 0
        while front and not about & found:
            about = wave(front)
            front = about & room
            room ^= front
            pocket |= front
        wanted &= ~pocket
        if about & found:
            found |= pocket
    return found


def supplied_ground(s: State, force: int) -> int:
    """Hexes in supply, and those where a unit would be by standing there (19.42 with 9.4)."""
    lines = supply_lines(s, force)
    return lines | (s.game.trace_steps.spread(lines) & s.game.theatre.land & ~s.barred(SIDE_OF_FORCE[force]))


def is_fed(s: State, piece: int) -> bool:
    """Is this unit in supply at this instant (9.32)?"""
    if is_always_fed(s, piece):
        return True
    if is_cut_off(s, piece):
        return False
    place = s.at[piece]
    if place == s.game.theatre.holding:
        return True
    known = s.presence.fed
    key = (place, s.game.forces.force_of[piece])
    if key not in known:
        known[key] = has_line(s, *key)
    return known[key]


def has_line(s: State, place: int, force: int) -> bool:
    """Does a line lead from the hex to a source? Looks outward from it: the source is mostly near (9.11, 9.12)."""
    room, goal, beaches, near = feeders(s, force)
    front = 1 << place
    if not room & front and sources(s, force) & front:
        return True  # an assault is upon the source itself, and who stands there needs no way to it
    if not goal and not beaches:
        return False
    dry = s.presence.dry
    room &= ~front
    wave = s.game.trace_steps.wave
    distance = 0
    if front & beaches:
        return True
    if not beaches and not front & near and not wave(front) & room & ~dry.get(force, 0):
        return False
    fronts: list[int] = []
    while front:
        if front & near:
            if len(fronts) > SHORT:
                pave(s, force, fronts[1:], front & near)
            return True
        fronts.append(front)
        front = wave(front)
        distance += 1
        if distance <= BEACH_LINE and front & beaches:
            return True
        front &= room
        room ^= front
    dry[force] = dry.get(force, 0) | (feeders(s, force)[0] & ~room)
    return False


def is_always_fed(s: State, piece: int) -> bool:
    """Ships, rail units, whoever is at sea, and partisans need no line (9.13, 9.24, 17.22)."""
    forces = s.game.forces
    if forces.is_naval[piece] or forces.is_rail[piece] or s.aboard[piece] >= 0:
        return True
    return bool(s.partisans and forces.is_militia[piece])


def is_cut_off(s: State, piece: int) -> bool:
    """A US unit in an annexation that has risen (17.1)."""
    if not s.cut_off or s.game.forces.force_of[piece] != USA:
        return False
    return bool(s.game.theatre.areas["annexation"] >> s.at[piece] & 1)


class JudgeSupply(WarStep):
    """Primary and Secondary Supply Judgment: marks who is out of supply for movement (9.31)."""

    name = "judge_supply"

    def run(self, s: State, frame: Frame) -> None:
        side = s.setup.phase_side[frame[1]]
        force_of, at = self.forces.force_of, s.at
        units = to_list(s.presence.ashore[side])
        if s.partisans:
            units = [p for p in units if not is_always_fed(s, p)]
        places: dict[int, int] = {}
        for piece in units:
            places[force_of[piece]] = places.get(force_of[piece], 0) | 1 << at[piece]
        lines = {force: supply_lines(s, force, wanted) for force, wanted in places.items()}
        short = 0
        for piece in units:
            if not lines[force_of[piece]] >> at[piece] & 1 or is_cut_off(s, piece):
                short |= 1 << piece
        s.short = s.short & ~self.game.side_bits[side] | short
        if short:
            s.emit(JUDGED, short.bit_count(), len(units))


NODES = (JudgeSupply,)
