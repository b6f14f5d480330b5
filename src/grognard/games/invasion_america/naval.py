"""Ships: movement, stacking of three, transports and what they carry (chapters 5 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.board.bits import choose, to_list
from grognard.core import Code, Msg, Random, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep, codes, enter, offer, overrun, wake
from grognard.games.invasion_america.events import SAILED, SUPPLY_LANDED, SUPPLY_LOADED
from grognard.games.invasion_america.state import STACK_LIMIT, State
from grognard.games.invasion_america.verbs import DONE, LOAD, SAIL, STAY, TO, UNLOAD

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica

CAPACITY = 3
HANDLING = 2  # movement points to go aboard or ashore in a port


def can_load(s: State, piece: int, ship: int) -> Refusal | None:
    """May this ship carry this unit at all, and has it room (7.0, 7.11 to 7.13, 7.21, 16.11)?"""
    forces = s.game.forces
    if not forces.carries[ship]:
        return Refusal(rule("7.13"), "{ship:piece} carries nothing", ship=ship)
    if forces.force_of[ship] != forces.force_of[piece]:
        return Refusal(rule("7.12"), "{ship:piece} carries its own force only", ship=ship)
    if forces.is_naval[piece] or forces.is_rail[piece]:
        return Refusal(rule("7.0"), "{unit:piece} can't be carried by ships", unit=piece)
    if forces.is_supply[piece] and not forces.is_landing[ship]:
        return Refusal(rule("7.21"), "only amphibious units carry supplies")
    if forces.is_air[piece] and forces.is_landing[ship]:
        return Refusal(rule("7.0"), "amphibious units carry no aircraft")
    if forces.is_special[piece] and forces.is_landing[ship]:
        return Refusal(rule("16.11"), "special infantry never boards amphibious units")
    if len(s.cargo(ship)) >= CAPACITY:
        return Refusal(rule("7.11"), "{ship:piece} carries three units already", ship=ship)
    return None


def is_depot(s: State, side: int, place: int) -> bool:
    """Does a supply unit of the side lie here?"""
    forces = s.game.forces
    return any(forces.is_supply[p] and forces.side_of[p] == side for p in s.units_in(place))


def is_quay(s: State, side: int, place: int) -> bool:
    """May any ship load and unload here: the box, a depot, a port that land or air units hold (7.0)?"""
    theatre = s.game.theatre
    if place == theatre.holding or is_depot(s, side, place):
        return True
    return bool(theatre.port & s.presence.ground[side] & 1 << place)


def may_hover(s: State, place: int) -> bool:
    """Hovercraft go ashore neither in towns nor on broken ground (16.22)."""
    theatre = s.game.theatre
    return bool((theatre.hover_land | 1 << theatre.holding) >> place & 1)


def landing_cost(s: State, piece: int) -> int:
    """Movement points to go ashore from the ship where it lies; -1 where that can't be (7.0, 15.15)."""
    theatre, forces = s.game.theatre, s.game.forces
    ship, place = s.aboard[piece], s.at[piece]
    side = forces.side_of[piece]
    if place != theatre.holding and (not theatre.coastal >> place & 1 or s.barred(side) >> place & 1):
        return -1
    if forces.is_hover[piece] and not may_hover(s, place):
        return -1
    if is_quay(s, side, place):
        return HANDLING
    if forces.is_landing[ship] and theatre.beach[place]:
        return theatre.beach[place]
    return -1


def water(s: State, side: int, starts: int) -> int:
    """The parts of the sea that the side's ships can use from any of these hexes (5.12, 5.21, 5.23).

    Only on the coast do others bar the way; at sea ships pass each other.
    """
    game = s.game
    allowed = game.ship_hexes & ~(s.barred(side) & game.theatre.coastal)
    known = game.seas.get(allowed)  # the parts found so far
    if known is None:
        if len(game.seas) > 64:
            game.seas.clear()
        known = game.seas[allowed] = []
    reach = 0
    starts &= allowed
    for part in known:
        if part & starts:
            reach |= part
    starts &= ~reach
    while starts:
        part = joined(game, starts & -starts, allowed)
        known.append(part)
        reach |= part
        starts &= ~part
    return reach


def joined(game: InvasionAmerica, start: int, allowed: int) -> int:
    """The connected part of these waters that holds a hex. A sea it touches belongs to it as a whole."""
    for whole in game.open_waters:
        if whole & start and not whole & ~allowed:
            return whole  # nobody bars its coasts
    part = front = start
    while front:
        if front & game.theatre.sea:
            for sea in game.open_seas:
                if sea & front:
                    front |= sea
        part |= front
        front = game.lane_steps.wave(front) & allowed & ~part
    return part


def harbours(s: State, piece: int) -> int:
    """Everywhere a ship may sail to: any hex it can reach with room for it, or an assault (5.12, 6.0, 15.0)."""
    game = s.game
    theatre, forces = game.theatre, game.forces
    side = forces.side_of[piece]
    place = s.at[piece]
    reach = water(s, side, theatre.box_lanes if place == theatre.holding else 1 << place)
    if s.game.holders_of_box[side] and reach & theatre.box_lanes:
        reach |= 1 << theatre.holding
    beaches = assault_hexes(s, piece)
    if beaches:
        reach |= game.lane_steps.spread(reach & ((1 << theatre.size) - 1)) & beaches
    return reach & ~(overfull(s, side) | s.barred(side) & theatre.sea | 1 << place)


def overfull(s: State, side: int) -> int:
    """Hexes with three ships of the side already (6.11); the holding box has no limit."""
    full = 0
    for place in to_list(s.presence.naval[side] & ~(1 << s.game.theatre.holding)):
        if len(s.units_in(place)) >= STACK_LIMIT and s.count_naval(side, place) >= STACK_LIMIT:
            full |= 1 << place
    return full


def assault_hexes(s: State, piece: int) -> int:
    """Enemy-held beaches that this ship may enter to assault (5.23, 7.22, 15.0, 15.11)."""
    forces, theatre = s.game.forces, s.game.theatre
    if not forces.is_landing[piece]:
        return 0
    cargo = s.cargo(piece)
    if not any(forces.is_land[p] for p in cargo) or any(forces.is_supply[p] for p in cargo):
        return 0
    side = forces.side_of[piece]
    enemies = s.enemy_ground(side) & theatre.beaches
    return enemies & ~s.presence.naval[side]


def is_assaulting(s: State, ship: int) -> bool:
    """Does this landing ship lie in a hex with enemies ashore (15.0)?"""
    forces = s.game.forces
    if not forces.is_landing[ship]:
        return False
    return bool(s.enemy_ground(forces.side_of[ship]) >> s.at[ship] & 1)


class Naval(WarStep):
    """Opens the Naval Movement Phase."""

    name = "naval"

    def run(self, s: State, frame: Frame) -> None:
        side = s.setup.phase_side[frame[1]]
        s.moved = 0
        s.busy = 0
        offer(s, "sail", side)


class Sail(WarChoice):
    """Pick a ship, or handle supplies."""

    name = "sail"
    rule = rule("5.11")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        forces = self.forces
        out: list[Code] = []
        supplies = [p for p in self.game.depots_of[side] if s.is_on_map(p) and not s.busy >> p & 1]
        for piece in self.game.ships_of[side]:
            if not s.is_on_map(piece):
                continue
            if not s.moved >> piece & 1 and not s.busy >> piece & 1:
                out.append((SAIL, piece))
            if forces.is_landing[piece] and not s.moved >> piece & 1:
                for supply in supplies:
                    if s.aboard[supply] == piece:
                        if self.can_set_ashore(s, supply) is None:
                            out.append((UNLOAD, supply))
                    elif s.aboard[supply] < 0 and s.at[supply] == s.at[piece] and can_load(s, supply, piece) is None:
                        out.append((LOAD, supply, piece))
        out.append((DONE,))
        return out

    def can_set_ashore(self, s: State, supply: int) -> Refusal | None:
        """May a supply unit be landed here (7.2, 12.13)?"""
        place, ship = s.at[supply], s.aboard[supply]
        if landing_cost(s, supply) < 0:
            return Refusal(rule("7.2"), "{ship:piece} lies at no beach, port or depot of its own", ship=ship)
        if s.presence.full[self.forces.side_of[supply]] >> place & 1:
            return Refusal(rule("9.51"), "three units stand in {place} already", place=place)
        return None

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        forces = self.forces
        if code[0] not in (SAIL, LOAD, UNLOAD):
            return Refusal(rule("5.11"), "only ships act in the Naval Movement Phase")
        if code[1] < 0:
            return Refusal(rule("5.11"), "name a unit")
        piece = code[1]
        if forces.side_of[piece] != side:
            return Refusal(rule("5.11"), "{unit:piece} is not yours to move now", unit=piece)
        if not s.is_on_map(piece):
            return Refusal(rule("8.11"), "{unit:piece} is not on the map", unit=piece)
        if code[0] == SAIL:
            if not forces.is_naval[piece]:
                return Refusal(rule("5.11"), "{unit:piece} is no ship", unit=piece)
            if s.busy >> piece & 1:
                return Refusal(rule("7.2"), "{unit:piece} handles supplies and stays for the whole phase", unit=piece)
            return Refusal(rule("5.11"), "{unit:piece} has sailed already", unit=piece)
        if not forces.is_supply[piece]:
            return Refusal(rule("7.0"), "land and air units board and land in the Land Movement Phase")
        ship = s.aboard[piece] if code[0] == UNLOAD else code[2]
        if ship < 0:
            return Refusal(rule("7.21"), "{unit:piece} is aboard no ship", unit=piece)
        if s.moved >> ship & 1:
            return Refusal(rule("7.2"), "{ship:piece} has sailed; supplies need a ship that stays", ship=ship)
        if s.busy >> piece & 1:
            return Refusal(rule("7.2"), "{unit:piece} was handled in this phase already", unit=piece)
        if code[0] == UNLOAD:
            return self.can_set_ashore(s, piece) or Refusal(rule("7.2"), "it can't be landed here")
        if s.aboard[piece] >= 0 or s.at[piece] != s.at[ship]:
            return Refusal(rule("7.2"), "{unit:piece} does not lie ashore beside {ship:piece}", unit=piece, ship=ship)
        return can_load(s, piece, ship) or Refusal(rule("7.2"), "it can't be loaded here")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        elif code[0] == SAIL:
            s.push("sail_to", side, code[1])
        elif code[0] == LOAD:
            s.board(code[1], code[2])
            s.busy |= 1 << code[1] | 1 << code[2]
            s.emit(SUPPLY_LOADED, code[1], code[2])
        else:
            ship = s.aboard[code[1]]
            place = s.at[ship]
            s.put(code[1], place)
            s.busy |= 1 << code[1] | 1 << ship
            s.emit(SUPPLY_LANDED, code[1], place)
            enter(s, side, [place])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Sail your ships, load or land supplies. Done ends the phase.")


class SailTo(WarChoice):
    """Pick where the ship goes. Its cargo goes with it."""

    name = "sail_to"
    rule = rule("5.12")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = codes(TO, harbours(s, frame[2]))
        out.append((STAY,))
        return out

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        reach = harbours(s, frame[2])
        return (TO, choose(reach, rng.randrange)) if reach else (STAY,)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        piece = frame[2]
        theatre = self.theatre
        if code[0] != TO or code[1] < 0:
            return Refusal(rule("5.12"), "choose where {unit:piece} sails", unit=piece)
        place = code[1]
        if place == s.at[piece]:
            return Refusal(rule("5.12"), "{unit:piece} lies there already", unit=piece)
        if place >= theatre.size:
            return Refusal(rule("5.21"), "ships can't go to {place}", place=place)
        if not self.game.ship_hexes >> place & 1:
            return Refusal(rule("5.21"), "{place} has no sea", place=place)
        if s.barred(side) >> place & 1 and theatre.sea >> place & 1:
            return Refusal(rule("4.1"), "ships of another force lie in {place}; pass them by", place=place)
        if s.barred(side) >> place & 1:
            return self.no_assault(s, side, piece, place)
        if overfull(s, side) >> place & 1:
            return Refusal(rule("6.11"), "three ships lie in {place} already", place=place)
        return Refusal(rule("5.21"), "no water leads to {place}", place=place)

    def no_assault(self, s: State, side: int, piece: int, place: int) -> Refusal:
        """Why a ship may not enter this hex of the enemy."""
        forces = self.forces
        enemies = s.setup.enemies[side]
        if not any(forces.side_of[p] in enemies for p in s.units_in(place)):
            return Refusal(rule("4.1"), "another force of yours holds {place}; yours keep apart", place=place)
        if not forces.is_landing[piece]:
            return Refusal(rule("5.23"), "enemies hold {place}; only an assault may enter", place=place)
        if not self.theatre.beach[place]:
            return Refusal(rule("15.0"), "{place} has no beach to assault", place=place)
        cargo = s.cargo(piece)
        if any(forces.is_supply[p] for p in cargo):
            return Refusal(rule("7.22"), "{unit:piece} carries supplies and can't assault", unit=piece)
        if not any(forces.is_land[p] for p in cargo):
            return Refusal(rule("15.0"), "{unit:piece} carries no troops to assault with", unit=piece)
        if s.presence.naval[side] >> place & 1:
            return Refusal(rule("15.11"), "another amphibious unit assaults {place} already", place=place)
        if not s.enemy_ground(side) >> place & 1:
            return Refusal(rule("5.23"), "only enemy ships lie in {place}: there is nobody to assault", place=place)
        return Refusal(rule("5.21"), "no water leads to {place}", place=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        piece = frame[2]
        s.moved |= 1 << piece
        if code[0] == TO:
            s.put(piece, code[1])
            s.emit(SAILED, piece, code[1])
            overrun(s, 1 << code[1])
            if is_assaulting(s, piece):
                wake(s, side, [code[1]])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {unit:piece} sail?", unit=frame[2])


NODES = (Naval, Sail, SailTo)
