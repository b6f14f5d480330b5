"""Land movement, zones of control, stacking, mechanised movement (chapters 10 to 12; boarding and landing of 7.0)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, Msg, Refusal, Way, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep, codes, destroy, enter, offer, runs, tracks
from grognard.games.invasion_america.events import BOARDED, LANDED, MOVED
from grognard.games.invasion_america.forces import ESC
from grognard.games.invasion_america.naval import CAPACITY, HANDLING, can_load, is_quay, landing_cost, may_hover
from grognard.games.invasion_america.paths import (
    Found,
    Ways,
    allowance,
    detour,
    ignores_zones,
    open_ground,
    path_to,
    reach,
)
from grognard.games.invasion_america.special import asleep, is_asleep, raise_militia, recruiting_cities
from grognard.games.invasion_america.state import State
from grognard.games.invasion_america.verbs import BOARD, DONE, MOVE, STAY, TO, VIA


class Movement(WarStep):
    """Opens the Land Movement Phase."""

    name = "movement"

    def run(self, s: State, frame: Frame) -> None:
        s.moved = 0
        s.push("end_movement")
        offer(s, "move", s.setup.phase_side[frame[1]], 0)


class Mechanized(WarStep):
    """Opens the Mechanized Movement Phase, the last of a player-turn: no zone of the mover matters in it."""

    name = "mechanized"

    def run(self, s: State, frame: Frame) -> None:
        s.moved = 0
        if s.stormed:
            s.regain_zones()
        offer(s, "move", s.setup.phase_side[frame[1]], 1)


class EndMovement(WarStep):
    """Who was held back for one Land Movement Phase is free again (8.26, 16.41)."""

    name = "end_movement"

    def run(self, s: State, frame: Frame) -> None:
        s.pinned = 0


class Move(WarChoice):
    """Pick a unit to move: frame (side, 1 in the Mechanized Movement Phase)."""

    name = "move"
    rule = rule("10.11")

    def may_move(self, s: State, piece: int, mechanized: int) -> Refusal | None:
        """None where the unit may still move in this phase."""
        forces = self.forces
        if not forces.is_land[piece] and not forces.is_air[piece]:
            return Refusal(rule("10.11"), "only land and air units move now")
        if not s.is_on_map(piece):
            return Refusal(rule("8.11"), "{unit:piece} is not on the map", unit=piece)
        if mechanized and not forces.is_mechanized[piece]:
            return Refusal(rule("10.0"), "only armor and mechanized infantry move now")
        if s.moved >> piece & 1:
            return Refusal(rule("10.14"), "{unit:piece} has moved already", unit=piece)
        if s.pinned >> piece & 1 and not mechanized:
            if s.enemy_zone(forces.side_of[piece]) >> s.at[piece] & 1:  # where no rail unit comes
                return Refusal(rule("8.26"), "{unit:piece} returned in a controlled hex: it stays there", unit=piece)
            return Refusal(rule("16.41"), "{unit:piece} came by rail and stays for this phase", unit=piece)
        if is_asleep(s, piece):
            return Refusal(rule("19.35"), "{unit:piece} does not take part yet", unit=piece)
        if s.aboard[piece] >= 0:
            toll = landing_cost(s, piece)
            if toll < 0 and forces.is_hover[piece] and not may_hover(s, s.at[piece]):
                return Refusal(rule("16.22"), "hovercraft can't enter {place}", place=s.at[piece])
            if toll < 0:
                return Refusal(rule("7.0"), "{unit:piece} can't go ashore where it lies", unit=piece)
            if toll > allowance(s, piece):
                return Refusal(rule("10.13"), "{unit:piece} has too few movement points to land", unit=piece)
        return None

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        mechanized = frame[2]
        game = self.game
        free = game.mechanized_bits[side] & ~s.moved if mechanized else game.mover_bits[side] & ~(s.moved | s.pinned)
        free &= ~asleep(s)
        out = codes(MOVE, s.presence.ashore[side] & free | self.afloat(s, side, free))
        out.append((DONE,))
        return out

    def afloat(self, s: State, side: int, free: int) -> int:
        """Units that may land, and those in the box that may board."""
        out = 0
        coastal, holding = self.theatre.coastal, self.theatre.holding
        for ship, units in s.presence.cargo.items() if s.presence.loaded[side] & free else ():
            mine = units and self.forces.side_of[ship] == side
            if not mine or not (coastal >> s.at[ship] & 1 or s.at[ship] == holding):
                continue
            tolls: dict[bool, int] = {}
            for piece in units:
                hovering = self.forces.is_hover[piece]
                if hovering not in tolls:
                    tolls[hovering] = landing_cost(s, piece)
                if free >> piece & 1 and 0 <= tolls[hovering] <= allowance(s, piece):
                    out |= 1 << piece
        if s.presence.ground[side] >> holding & 1:
            here = s.units_in(holding)
            ships = [p for p in here if self.forces.carries[p] and len(s.cargo(p)) < CAPACITY]
            for piece in here if ships else ():
                if free >> piece & 1 and any(can_load(s, piece, ship) is None for ship in ships):
                    out |= 1 << piece
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != MOVE or code[1] < 0:
            return Refusal(rule("10.11"), "choose one of your units to move")
        if self.forces.side_of[code[1]] != side:
            return Refusal(rule("10.11"), "{unit:piece} is not yours to move now", unit=code[1])
        no = self.may_move(s, code[1], frame[2])
        return no or Refusal(rule("7.0"), "no ship in the box has room for {unit:piece}", unit=code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        piece = code[1]
        spent = landing_cost(s, piece) if s.aboard[piece] >= 0 else 0
        s.push("move_to", side, piece, allowance(s, piece), spent)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[2]:
            return Msg("Move armor and mechanized infantry again. Done ends the phase.")
        return Msg("Move your land and air units. Done ends the phase.")


class MoveTo(WarChoice):
    """Pick where the unit goes: frame (side, unit, allowance, points spent so far)."""

    name = "move_to"
    rule = rule("10.21")

    def found(self, s: State, frame: Frame) -> Ways:
        """Where it gets to; kept until somebody moves, as the list and the move both ask."""
        known = s.presence.ways
        if known is None or known[0] is not frame:
            known = s.presence.ways = (frame, self.search(s, frame))
        return known[1]

    def search(self, s: State, frame: Frame) -> Ways:
        piece = frame[2]
        here = s.at[piece]
        landing = s.aboard[piece] >= 0 and not ignores_zones(s, piece)
        if landing and s.enemy_zone(self.forces.side_of[piece]) >> here & 1:
            # it enters a controlled hex by landing there (11.13)
            only = bytearray([frame[3] + 1]) * self.theatre.count
            only[here] = frame[4]
            return only, 1 << here
        return reach(s, piece, here, frame[3], frame[4])

    def ends(self, s: State, frame: Frame, places: int) -> int:
        """Where it may stop: not on top of three friends, hovercraft not at sea (12.0, 16.23)."""
        piece = frame[2]
        places &= ~s.presence.full[self.forces.side_of[piece]]
        if self.forces.is_hover[piece]:
            places &= ~self.theatre.sea
        return places if s.aboard[piece] >= 0 else places & ~(1 << s.at[piece])

    def prizes(self, s: State, frame: Frame, found: Found, places: int) -> list[int]:
        """Hexes on the way that matter: to be taken, to raise militia in, to catch rail units (18.4, 19.64, 16.43)."""
        piece, budget = frame[2], frame[3]
        side = self.forces.side_of[piece]
        wanted = s.foreign_prizes(side) | tracks(s, side)
        if s.setup.plan.revolt:
            wanted |= recruiting_cities(s, piece)
        places &= wanted
        if not places:
            return []
        places &= ~(s.presence.full[side] | 1 << s.at[piece])
        if not ignores_zones(s, piece):
            places &= ~s.enemy_zone(side)
        return [p for p in to_list(places) if found[p] < budget]

    def ships(self, s: State, frame: Frame, found: Found, places: int) -> list[int]:
        """Ships it may board at the end of its move (7.0)."""
        piece, budget = frame[2], frame[3]
        side = self.forces.side_of[piece]
        if s.aboard[piece] >= 0:
            return []
        fleet = s.presence.naval[side] & places
        if not fleet:
            return []
        zone = 0 if ignores_zones(s, piece) else s.enemy_zone(side)
        out: list[int] = []
        for ship in self.game.carriers_of[side]:
            place = s.at[ship]
            if place < 0 or not fleet >> place & 1 or found[place] + HANDLING > budget:
                continue
            if place != s.at[piece] and (zone >> place & 1):
                continue
            if can_load(s, piece, ship) is None and self.is_loading_place(s, piece, ship):
                out.append(ship)
        return out

    def is_loading_place(self, s: State, piece: int, ship: int) -> bool:
        place, side = s.at[ship], self.forces.side_of[piece]
        if self.theatre.port >> place & 1 or is_quay(s, side, place):
            return True
        return self.forces.is_landing[ship] and self.theatre.beach[place] > 0

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        found, places = self.found(s, frame)
        out = runs(TO, self.ends(s, frame, places))
        out += [(VIA, p) for p in self.prizes(s, frame, found, places)]
        out += [(BOARD, ship) for ship in self.ships(s, frame, found, places)]
        out.append((STAY,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        piece = frame[2]
        if code[0] == BOARD and code[1] >= 0:
            return self.no_boarding(s, frame, code[1])
        if code[0] not in (TO, VIA) or code[1] < 0:
            return Refusal(rule("10.11"), "choose where {unit:piece} goes", unit=piece)
        place = code[1]
        if place >= self.theatre.size:
            return Refusal(rule("10.22"), "units can't go to {place}", place=place)
        if s.at[piece] == self.theatre.holding:
            return Refusal(rule("7.0"), "{unit:piece} leaves the box by ship only", unit=piece)
        if s.barred(side) >> place & 1:
            return Refusal(rule("10.12"), "another force stands in {place}", place=place)
        if self.found(s, frame)[1] >> place & 1:
            return self.no_stop(s, frame, place, code[0] == VIA)
        if self.forces.is_hover[piece]:
            if not (self.theatre.hover_land | self.theatre.sea) >> place & 1:
                return Refusal(rule("16.22"), "hovercraft can't enter {place}", place=place)
        elif not self.theatre.land >> place & 1:
            return Refusal(rule("10.22"), "{place} is water", place=place)
        if not open_ground(s, piece, s.at[piece], frame[3] - frame[4]) >> place & 1:
            return Refusal(
                rule("10.13"),
                "{place} is farther than {points:int|movement point|movement points}",
                place=place,
                points=frame[3],
            )
        return Refusal(rule("11.13"), "enemies and their zones of control bar the way to {place}", place=place)

    def no_stop(self, s: State, frame: Frame, place: int, via: bool) -> Refusal:
        if via:
            return Refusal(rule("18.4"), "on the way name only a hex where something is won and that it may leave")
        if self.forces.is_hover[frame[2]] and self.theatre.sea >> place & 1:
            return Refusal(rule("16.23"), "hovercraft can't end their move at sea")
        if place == s.at[frame[2]]:
            return Refusal(rule("10.11"), "it stands there already; stay ends its move")
        return Refusal(rule("12.13"), "three units stand in {place} already", place=place)

    def no_boarding(self, s: State, frame: Frame, ship: int) -> Refusal:
        piece = frame[2]
        no = can_load(s, piece, ship)
        if no is not None:
            return no
        if s.aboard[piece] >= 0:
            return Refusal(rule("7.0"), "{unit:piece} is aboard a ship", unit=piece)
        if not s.is_on_map(ship):
            return Refusal(rule("8.11"), "{ship:piece} is not on the map", ship=ship)
        if not self.is_loading_place(s, piece, ship):
            return Refusal(rule("7.0"), "{ship:piece} lies at no place to load", ship=ship)
        place = s.at[ship]
        zone = 0 if ignores_zones(s, piece) else s.enemy_zone(self.forces.side_of[piece])
        if place != s.at[piece] and zone & self.found(s, frame)[1] & 1 << place:
            return Refusal(
                rule("11.13"), "an enemy zone of control stops {unit:piece} in {place}", unit=piece, place=place
            )
        return Refusal(rule("7.0"), "boarding takes two movement points once there", ship=ship)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        s.pop()
        verb = code[0]
        if verb == STAY:
            s.moved |= 1 << piece
            if s.aboard[piece] < 0 and self.forces.is_hover[piece] and self.theatre.sea >> s.at[piece] & 1:
                destroy(s, piece)  # it was named a hex at sea on its way and goes no further (16.23)
            return
        found, goal = self.chosen(s, frame, code)
        self.go(s, piece, found, goal)
        if verb == VIA:
            s.push("move_to", side, piece, frame[3], found[goal])
            return
        s.moved |= 1 << piece
        if verb == BOARD:
            s.board(piece, code[1])
            s.emit(BOARDED, piece, code[1])

    def chosen(self, s: State, frame: Frame, code: Code) -> tuple[Found, int]:
        """The ways and the goal. While Canada stands by, nobody wakes it unless the goal asks for that (19.35)."""
        piece, budget, spent = frame[2:5]
        found, _ = self.found(s, frame)
        goal, start = code[1] if code[0] != BOARD else s.at[code[1]], s.at[piece]
        if s.canada_awake or self.forces.side_of[piece] != ESC or start >= self.theatre.size:
            return found, goal
        canada = self.theatre.areas["canada"]
        if canada & (1 << start | 1 << goal) or not any(canada >> p & 1 for p in path_to(s, piece, found, start, goal)):
            return found, goal
        most = {TO: budget, VIA: found[goal], BOARD: budget - HANDLING}[code[0]]
        around = detour(s, piece, start, budget, spent, canada)
        return (around if around[goal] <= most else found), goal

    def way(self, s: State, frame: Frame, side: int, code: Code) -> Way | None:
        if code[0] not in (TO, VIA, BOARD):
            return None
        piece = frame[2]
        found, goal = self.chosen(s, frame, code)
        spent = found[goal] - frame[4] + (HANDLING if code[0] == BOARD else 0)
        start = s.at[piece]
        return Way(spent, path_to(s, piece, found, start, goal) if goal != start else (start,))

    def go(self, s: State, piece: int, found: Found, goal: int) -> None:
        """Walk the way: landing, taking victory hexes, catching rail units, raising militia."""
        start, ship = s.at[piece], s.aboard[piece]
        side = self.forces.side_of[piece]
        path = path_to(s, piece, found, start, goal) if goal != start else [start]
        s.put(piece, goal)
        if ship >= 0:
            s.emit(LANDED, piece, ship)
            path = [start, *path] if start < self.theatre.size else path
        if goal != start:
            s.emit(MOVED, piece, start, goal)
        if s.setup.plan.revolt:
            for place in path[1:]:
                raise_militia(s, piece, place)
        enter(s, side, path[1:])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Where does {unit:piece} go? {left:int|movement point|movement points} left.",
            unit=frame[2],
            left=frame[3] - frame[4],
        )


NODES = (Movement, Mechanized, EndMovement, Move, MoveTo)
