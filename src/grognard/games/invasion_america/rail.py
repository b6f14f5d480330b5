"""Rail units: they carry land and air units about the rail net, one at a time (16.4)."""

from __future__ import annotations

from grognard.board.bits import choose, to_list
from grognard.board.reach import flood
from grognard.core import Code, Msg, Random, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep, codes, enter, offer
from grognard.games.invasion_america.events import CARRIED, RAIL_MOVED
from grognard.games.invasion_america.forces import US
from grognard.games.invasion_america.special import is_asleep, is_snowed_in
from grognard.games.invasion_america.state import State
from grognard.games.invasion_america.verbs import CARRY, DONE, DROP, RAIL, STAY, TO

RAIL_POINTS = 60


def line(s: State, piece: int) -> int:
    """The hexes a rail unit may use: the net, free of enemies and their zones (16.4, 16.42)."""
    return s.game.theatre.rail_net & ~s.barred(US) & ~s.enemy_zone(US)


def rail_reach(s: State, piece: int, spare: int = 0) -> int:
    """Where it gets to with the points it has left, less the spare ones; its own hex included."""
    place = s.at[piece]
    room = line(s, piece)
    if not room >> place & 1:
        return 1 << place
    return flood(s.game.trace_steps, 1 << place, room, RAIL_POINTS - s.spent[piece] - spare)


def distance(s: State, piece: int, goal: int) -> int:
    """Hexes by rail from where it stands."""
    room = line(s, piece)
    front = 1 << s.at[piece]
    steps = 0
    while not front >> goal & 1:
        room &= ~front
        front = s.game.trace_steps.wave(front) & room
        steps += 1
    return steps


def freight(s: State, piece: int, near: int) -> list[int]:
    """The land and air units that the rail unit can fetch and carry a hex at least; one may change trains (16.41).

    `near`: where it gets to with a point to spare.
    """
    forces = s.game.forces
    out = []
    for place in to_list(near & s.presence.ground[US] & line(s, piece)):
        for unit in s.units_in(place):
            if (forces.is_land[unit] or forces.is_air[unit]) and not is_asleep(s, unit):
                out.append(unit)
    return out


class Railroads(WarStep):
    """Opens the Rail Movement Phase."""

    name = "railroads"

    def run(self, s: State, frame: Frame) -> None:
        s.spent = [0] * self.forces.count
        for piece in self.game.rails:
            if s.is_on_map(piece) and is_snowed_in(s, s.at[piece]):
                s.spent[piece] = RAIL_POINTS // 2  # winter takes half of the allowance (17.32)
        s.moved = 0
        offer(s, "rail", US)


class Rail(WarChoice):
    """Pick a rail unit."""

    name = "rail"
    rule = rule("16.4")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = []
        for piece in self.game.rails:
            if s.is_on_map(piece) and s.spent[piece] < RAIL_POINTS and self.no_service(s, piece) is None:
                out.append((RAIL, piece))
        out.append((DONE,))
        return out

    def no_service(self, s: State, piece: int) -> Refusal | None:
        if is_asleep(s, piece):
            return Refusal(rule("19.35"), "{unit:piece} does not take part yet", unit=piece)
        if not self.theatre.rail_net >> s.at[piece] & 1:
            return Refusal(rule("16.42"), "{unit:piece} stands outside the rail net", unit=piece)
        if not line(s, piece) >> s.at[piece] & 1:
            return Refusal(rule("16.4"), "{unit:piece} can't leave an enemy zone of control", unit=piece)
        return None

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != RAIL or code[1] < 0:
            return Refusal(rule("16.4"), "choose one of your rail units")
        piece = code[1]
        if not self.forces.is_rail[piece]:
            return Refusal(rule("16.4"), "{unit:piece} is no rail unit", unit=piece)
        if not s.is_on_map(piece):
            return Refusal(rule("8.11"), "{unit:piece} is not on the map", unit=piece)
        no = self.no_service(s, piece)
        return no or Refusal(rule("16.45"), "{unit:piece} has used all its movement points", unit=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        else:
            s.push("rail_order", side, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Use your rail units. Done ends the phase.")


class RailOrder(WarChoice):
    """Fetch a unit with it, or just move it."""

    name = "rail_order"
    rule = rule("16.41")
    inside = 1

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        piece = frame[2]
        near = rail_reach(s, piece, 1)
        reach = near | s.game.trace_steps.wave(near) & line(s, piece)
        out: list[Code] = [(CARRY, unit) for unit in freight(s, piece, near)]
        out.extend(codes(TO, reach & ~(1 << s.at[piece])))
        out.append((STAY,))
        return out

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        piece = frame[2]
        units = freight(s, piece, rail_reach(s, piece, 1))
        draw = rng.randrange(4)
        if units and draw:
            return (CARRY, rng.choice(units))
        reach = rail_reach(s, piece)
        reach &= ~(1 << s.at[piece])
        return (TO, choose(reach, rng.randrange)) if reach and draw < 3 else (STAY,)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        piece = frame[2]
        if code[0] == CARRY and code[1] >= 0:
            unit = code[1]
            if self.forces.side_of[unit] != US or not (self.forces.is_land[unit] or self.forces.is_air[unit]):
                return Refusal(rule("16.41"), "rail units carry friendly land and air units only")
            if is_asleep(s, unit):
                return Refusal(rule("19.35"), "{unit:piece} does not take part yet", unit=unit)
            if s.is_on_map(unit) and not line(s, piece) >> s.at[unit] & 1:
                return off_the_line(s, piece, s.at[unit])
            return Refusal(rule("16.42"), "{rail:piece} can't fetch {unit:piece} and go on", rail=piece, unit=unit)
        if code[0] != TO or code[1] < 0:
            return Refusal(rule("16.41"), "choose a unit to carry, or where {rail:piece} goes", rail=piece)
        return off_the_line(s, piece, code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        s.pop()
        if code[0] == STAY:
            s.spent[piece] = RAIL_POINTS
            return
        goal = code[1] if code[0] == TO else s.at[code[1]]
        s.spent[piece] += distance(s, piece, goal)
        if goal != s.at[piece]:
            s.put(piece, goal)
            if code[0] == TO:
                s.emit(RAIL_MOVED, piece, goal)
        if code[0] == CARRY:
            s.push("rail_drop", side, piece, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "What does {rail:piece} do? {left:int|movement point|movement points} left.",
            rail=frame[2],
            left=RAIL_POINTS - s.spent[frame[2]],
        )


def off_the_line(s: State, piece: int, place: int) -> Refusal:
    """Why a rail unit can't go to a hex."""
    theatre = s.game.theatre
    if place == s.at[piece]:
        return Refusal(rule("16.41"), "{rail:piece} stands there already", rail=piece)
    if place >= theatre.size or not theatre.rail_net >> place & 1:
        return Refusal(rule("16.42"), "{place} lies outside the rail net", place=place)
    if s.barred(US) >> place & 1:
        return Refusal(rule("10.12"), "another force stands in {place}", place=place)
    if s.enemy_zone(US) >> place & 1:
        return Refusal(rule("16.4"), "{place} is in an enemy zone of control", place=place)
    return Refusal(rule("16.45"), "{place} is out of reach by rail", place=place)


class RailDrop(WarChoice):
    """Where the freight gets off."""

    name = "rail_drop"
    rule = rule("16.41")
    inside = 1

    def stops(self, s: State, frame: Frame) -> int:
        here = 1 << s.at[frame[2]]
        return rail_reach(s, frame[2]) & ~(s.presence.full[US] | here) or here

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return codes(DROP, self.stops(s, frame))

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        return (DROP, choose(self.stops(s, frame), rng.randrange))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != DROP or code[1] < 0:
            return Refusal(rule("16.41"), "choose where {unit:piece} gets off", unit=frame[3])
        if code[1] != s.at[frame[2]] and s.presence.full[US] >> code[1] & 1:
            return Refusal(rule("12.13"), "three units stand in {place} already", place=code[1])
        return off_the_line(s, frame[2], code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        rail, unit = frame[2], frame[3]
        s.pop()
        goal = code[1]
        if goal == s.at[rail]:  # nowhere to go: it gets off again
            s.spent[rail] = RAIL_POINTS
            return
        s.spent[rail] += distance(s, rail, goal)
        s.moved |= 1 << unit
        s.pinned |= 1 << unit
        s.put(rail, goal)
        s.put(unit, goal)
        enter(s, US, [goal])
        s.emit(CARRIED, rail, unit, goal)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {rail:piece} set {unit:piece} down?", rail=frame[2], unit=frame[3])


NODES = (Railroads, Rail, RailOrder, RailDrop)
