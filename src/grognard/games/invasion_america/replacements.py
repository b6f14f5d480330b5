"""Replacements: constant, variable and yearly, drawn from the Destroyed Units Box (chapter 8, 19.64, 19.81)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.backs import note_return
from grognard.games.invasion_america.base import WarChoice, WarStep, codes, enter, offer
from grognard.games.invasion_america.events import REPLACED, REPLACED_ABOARD
from grognard.games.invasion_america.forces import CAN, FORCES_OF_SIDE, SIDE_OF_FORCE, US
from grognard.games.invasion_america.naval import can_load, is_depot
from grognard.games.invasion_america.paths import ignores_zones
from grognard.games.invasion_america.state import STACK_LIMIT, State
from grognard.games.invasion_america.verbs import ABOARD, AT, DONE, REPLACE


def supply_hexes(s: State, country: str = "") -> int:
    """How many supply hexes the US/Canadian player controls (19.14, 19.44)."""
    theatre = s.game.theatre
    area = theatre.areas[country] if country else -1
    return sum(1 for prize, place in theatre.supply_prizes if s.control[prize] == US and area >> place & 1)


def entries(s: State, side: int) -> int:
    """The hexes where units of a side return (8.23, 8.24), those with strangers left out."""
    theatre = s.game.theatre
    ground = s.presence.ground[side]
    if side == US:
        places = 0
        for prize, place in theatre.supply_prizes:
            if s.control[prize] == US:
                places |= 1 << place
    else:
        places = theatre.port & ground
        for place in to_list(theatre.coastal & ground & ~places):
            if is_depot(s, side, place):
                places |= 1 << place
        if s.game.holders_of_box[side]:
            places |= 1 << theatre.holding
        if is_reinforced(s, side):
            places |= home_ports(s, side)
    return places & ~s.barred(side)


def entry_hexes(s: State, piece: int, places: int) -> int:
    """Those of the hexes where this unit may stand and finds room (8.2, 12.13, 6.11, 16.22, 16.42)."""
    theatre, forces = s.game.theatre, s.game.forces
    side = forces.side_of[piece]
    if forces.is_naval[piece]:
        for place in to_list(places):
            if place != theatre.holding and s.count_naval(side, place) >= STACK_LIMIT:
                places &= ~(1 << place)
        return places
    if forces.is_hover[piece]:
        places &= theatre.hover_land | 1 << theatre.holding
    return places & theatre.rail_net if forces.is_rail[piece] else places & ~s.presence.full[side]


def is_reinforced(s: State, side: int) -> bool:
    """Is this the turn in which the occupiers of scenario VI get fresh troops (19.64)?"""
    return side != US and s.setup.plan.revolt.get("reinforced") == s.turn


def home_ports(s: State, side: int) -> int:
    """The ports of a force's own country, or the box: where its fresh troops embark (19.64)."""
    theatre = s.game.theatre
    area = theatre.areas[("", "cuba", "sau", "pal_box")[side]]
    return area & (theatre.port | 1 << theatre.holding)


def is_available(s: State, piece: int) -> bool:
    """Lies in the box; in the turn of fresh troops also what has not been in the game."""
    if s.at[piece] == s.box_of(piece):
        return True
    side = s.game.forces.side_of[piece]
    return s.at[piece] < 0 and is_reinforced(s, side) and not s.tried >> piece & 1


def first_available(s: State, pool: int) -> int:
    """The first unit of a kind that may come back; -1 where there is none."""
    forces = s.game.forces
    members = forces.members[pool]
    at = s.at
    box = s.box_of(members[0])
    for piece in members:
        if at[piece] == box:
            return piece
    if is_reinforced(s, forces.side_of[members[0]]):
        return next((p for p in members if is_available(s, p)), -1)
    return -1


def is_owed(s: State, piece: int) -> bool:
    """Is a unit of this kind due as such? Fixed replacements lie in the box; the ships of the third turn need not."""
    forces = s.game.forces
    return s.due[forces.pool_of[piece]] > 0 and (s.at[piece] >= 0 or forces.is_transport[piece])


class Replacements(WarStep):
    """Counts what is due to the side in this phase (8.28, 19.13, 19.14, 19.81)."""

    name = "replacements"

    def run(self, s: State, frame: Frame) -> None:
        side = s.setup.phase_side[frame[1]]
        forces, plan = self.forces, s.setup.plan
        s.due = [0] * len(forces.values)
        s.due_any = 0
        for order in plan.orders:
            asleep = order.force == CAN and not s.canada_awake
            if SIDE_OF_FORCE[order.force] == side and not asleep:
                for pool, count in order.constant.items():
                    s.due[pool] += count
        variable = plan.variable
        if side == US and variable and s.turn % variable["every"] == 0:
            s.due_any += supply_hexes(s, variable.get("country", "")) // variable["per"]
        year = plan.campaign.get("year", 0)
        if side != US and year and s.turn > 1 and s.turn % year == 1:
            s.due_any += plan.campaign["yearly"]
        if is_reinforced(s, side):
            s.due_any += plan.revolt["units"]
            pool = forces.pool_number(FORCES_OF_SIDE[side][0], "transport")
            s.due[pool] += plan.revolt["transports"]
        if not offer(s, "replace", side):
            s.due = [0] * len(forces.values)
            s.due_any = 0
        if side == US:
            s.push("check_garrison")


class Replace(WarChoice):
    """Pick a unit to bring back; those of one kind are alike."""

    name = "replace"
    rule = rule("8.2")

    def waiting(self, s: State, side: int) -> list[int]:
        """The first unit of each kind that is due, destroyed, and has somewhere to appear."""
        out: list[int] = []
        places = -1
        for pool in self.game.pools_of_side[side]:
            if not s.due[pool] and not s.due_any:
                continue
            piece = first_available(s, pool)
            if piece < 0 or not (is_owed(s, piece) or (s.due_any and self.is_choice(s, pool))):
                continue
            if places < 0:
                places = entries(s, side)
            if entry_hexes(s, piece, places) or self.ships(s, piece):
                out.append(piece)
        return out

    def is_choice(self, s: State, pool: int) -> bool:
        """May a unit of the player's choice be of this kind (19.14, 19.64, 19.81)?"""
        forces = self.forces
        piece = forces.members[pool][0]
        if forces.force_of_pool[pool] == CAN and not s.canada_awake:
            return False
        if is_reinforced(s, forces.side_of[piece]):
            return not forces.is_naval[piece]  # land units, supplies among them (3.36), or air units
        return True

    def ships(self, s: State, piece: int) -> list[int]:
        """Fresh troops may appear aboard ships in their home ports (19.64)."""
        forces = self.forces
        side = forces.side_of[piece]
        if not is_reinforced(s, side) or forces.is_naval[piece]:
            return []
        ports = home_ports(s, side)
        return [
            p
            for p in self.game.carriers_of[side]
            if s.at[p] >= 0 and ports >> s.at[p] & 1 and can_load(s, piece, p) is None
        ]

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*((REPLACE, p) for p in self.waiting(s, side)), (DONE,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != REPLACE or code[1] < 0:
            return Refusal(rule("8.2"), "choose a unit to bring back")
        piece = code[1]
        forces = self.forces
        if forces.side_of[piece] != side:
            return Refusal(rule("8.2"), "{unit:piece} is not yours", unit=piece)
        if not is_available(s, piece):
            return Refusal(rule("8.21"), "{unit:piece} is not in the Destroyed Units Box", unit=piece)
        pool = forces.pool_of[piece]
        if not is_owed(s, piece) and not (s.due_any and self.is_choice(s, pool)):
            return Refusal(rule("8.22"), "no more units of that kind are due")
        if not entry_hexes(s, piece, entries(s, side)):
            return Refusal(rule("8.27"), "there is no hex where it may appear")
        return Refusal(rule("8.12"), "destroyed units of a kind are alike: take the first of them")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            s.due = [0] * len(s.due)
            s.due_any = 0
        else:
            s.push("replace_at", side, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        left = sum(s.due[pool] for pool in self.game.pools_of_side[side])
        return Msg(
            "Bring units back: {count:int} of fixed kinds, {free:int} of your choice.", count=left, free=s.due_any
        )


class ReplaceAt(WarChoice):
    """Pick where it appears."""

    name = "replace_at"
    rule = rule("8.23")

    def ships(self, s: State, piece: int) -> list[int]:
        node = self.game.nodes[self.game.node("replace")]
        assert isinstance(node, Replace)
        return node.ships(s, piece)

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        piece = frame[2]
        return [*codes(AT, entry_hexes(s, piece, entries(s, side))), *((ABOARD, p) for p in self.ships(s, piece))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        piece = frame[2]
        if code[0] == ABOARD:
            return Refusal(rule("19.64"), "only fresh troops of the third turn appear aboard, in a home port")
        if code[0] != AT or code[1] < 0:
            return Refusal(rule("8.2"), "choose where {unit:piece} appears", unit=piece)
        place = code[1]
        if s.barred(side) >> place & 1:
            return Refusal(rule("10.12"), "another force stands in {place}", place=place)
        if entries(s, side) >> place & 1:
            return self.no_room(s, piece, place)
        if side == US:
            return Refusal(rule("8.23"), "units return in supply hexes that you control")
        return Refusal(rule("8.24"), "units return in a port that you hold or beside supplies on the coast")

    def no_room(self, s: State, piece: int, place: int) -> Refusal:
        """Why this unit can't stand in a hex where others may return."""
        if self.forces.is_naval[piece]:
            return Refusal(rule("6.11"), "three ships lie in {place} already", place=place)
        if self.forces.is_rail[piece]:
            return Refusal(rule("16.42"), "{place} lies outside the rail net", place=place)
        if s.presence.full[self.forces.side_of[piece]] >> place & 1:
            return Refusal(rule("12.13"), "three units stand in {place} already", place=place)
        return Refusal(rule("16.22"), "hovercraft can't enter {place}", place=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        s.pop()
        pool = self.forces.pool_of[piece]
        if is_owed(s, piece):
            s.due[pool] -= 1
        else:
            s.due_any -= 1
        note_return(s, piece)
        if code[0] == ABOARD:
            s.board(piece, code[1])
            s.emit(REPLACED_ABOARD, piece, code[1])
            return
        place = code[1]
        s.put(piece, place)
        if s.enemy_zone(side) >> place & 1 and not ignores_zones(s, piece):
            s.pinned |= 1 << piece
        if self.forces.is_ground[piece]:
            enter(s, side, [place])
        s.emit(REPLACED, piece, place)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {unit:piece} return?", unit=frame[2])


NODES = (Replacements, Replace, ReplaceAt)
