"""Preparation for play (4.0, 16.0, 34.1, 35.1, 36.1, 37.1): set-up, choice of the Alien forces, initial placement."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core.events import EventKind
from grognard.core.nodes import NEXT_PHASE, Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import charts, units, world
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE, MEMBERS, SPACE_FLEET
from grognard.games.air_eaters.state import State, devastate, enter, enter_new, free_pieces
from grognard.games.air_eaters.units import AC, BASE, CW, ESC, LN, MOTHERSHIPS, NS, TR, TYPES
from grognard.games.air_eaters.verbs import CRUISE, DONE, TAKE, TO, V_TO, Open, Picked
from grognard.games.air_eaters.world import (
    BODIES,
    EARTH_LAND,
    EARTH_ORBIT,
    EARTH_SEA,
    MARS_HEXES,
    MOTHERSHIP_BOX,
    PLACES,
)

ROLLED = EventKind("placed_body", "{body} is placed at {place} on a roll of {roll:int}", rule="4.3")
STANDS = EventKind("stands", "{body} stands at {place}", rule="4.3")
TAKEN = EventKind("taken", "{side}: one {type} is taken", rule="4.2")
SET_UP = EventKind("set_up", "{piece} is set up at {place}", rule="4.1")

SPACE_CODES = [TO[p] for p in range(world.OFF_MAP)]
EARTH_LAND_CODES = [TO[p] for p in EARTH_LAND]
EARTH_SEA_CODES = [TO[p] for p in EARTH_SEA]
MARS_CODES = [TO[p] for p in MARS_HEXES]
BOX_CODES = [TO[MOTHERSHIP_BOX], TO[MOTHERSHIP_BOX + 1]]
ARRIVAL = PLACES.index["l_48"]  # where the Motherships wait to be set up
STAGE_TERRAN, STAGE_FORCES, STAGE_PLANETS, STAGE_ALIEN, STAGE_PLAY = range(5)


def prepare(s: State) -> None:
    """Everything that asks nobody; then the stages of the set-up in the rulebook's order."""
    data = s.setup.scenario.data
    for site in range(world.HEX_SITES):
        s.exists[site] = 1
    if data.get("colony"):
        s.exists[world.SPACE_COLONY] = 1
    for body in map(BODIES.index.__getitem__, data["bodies"]):
        if body >= world.MINING_BASE:  # counted from the first (16.1), though the dice have yet to place it
            s.exists[world.BASE_SITE + body - world.MINING_BASE] = 1
    if s.opt("beginners_balance"):
        _surprise_bombardment(s)
    for number, start in enumerate(charts.INDEX_START):
        s.index[number] = start
    _place_terrans(s)
    _first_control(s)
    s.push("preparation", STAGE_TERRAN)


def _place_terrans(s: State) -> None:
    """Ships in orbit stand at once; what may choose its hex waits in the orbit box of its planet."""
    for kind, number, where, side in s.setup.scenario.data["terran"]:
        for _ in range(number):
            place = PLACES.index[where if where.endswith("_orbit") else f"{where.removesuffix('_ground')}_orbit"]
            piece = enter_new(s, TYPES.index[kind], place, _first_owner(s, TYPES.index[kind], where, side))
            if where.endswith("_ground"):
                s.movable |= 1 << piece


def _first_owner(s: State, kind: int, where: str, side: str) -> int:
    """Who controls a unit at the start (32.1, 33.1 as ruling A10 reads it, 36.2, 37.2)."""
    table = s.setup
    if table.war:
        return EARTH_SIDE if side == "earth" else MARS_SIDE
    if where == "earth_ground":
        return table.fleet if kind == TR and SPACE_FLEET in table.sides else table.home
    if where in ("mars_ground", "jupiter_orbit"):
        return table.mines
    return table.fleet


def _first_control(s: State) -> None:
    """For whom industry off Earth produces, where that can change (36.2, 36.4, 37.2)."""
    if not s.setup.war:
        return
    for site in world.MARS_SITES:
        s.site_side[site] = MARS_SIDE
    for site in [*world.ON_EARTH_SITES, world.SPACE_COLONY]:
        s.site_side[site] = EARTH_SIDE
    if s.setup.revolt:
        for site in world.LUNA_SITES:
            s.site_side[site] = EARTH_SIDE
        return
    for site in world.SITES_OF_ORBIT[world.CERES]:
        s.site_side[site] = MARS_SIDE
    for planet in (world.MERCURY, world.JUPITER):
        for site in world.SITES_OF_ORBIT[planet]:
            s.devastated[site] = world.INDUSTRY[site]
    for site in world.LUNA_SITES:
        s.devastated[site] = world.INDUSTRY[site]


class Preparation(Step[State]):
    """Walks the stages: Terran set-up, choice of Alien forces, planets, Alien set-up, play."""

    name = "preparation"

    def run(self, s: State, frame: Frame) -> None:
        stage = frame[1]
        if stage == STAGE_PLAY:
            s.movable = 0
            s.push(NEXT_PHASE)
            return
        s.push("preparation", stage + 1)
        if stage == STAGE_TERRAN and s.movable:
            s.push("set_up_terrans", s.setup.terrans & _owners(s))
        elif stage == STAGE_FORCES:
            self._forces(s)
        elif stage == STAGE_PLANETS:
            self._planets(s)
        elif stage == STAGE_ALIEN and s.movable:
            s.push("set_up_aliens", s.setup.aliens & _owners(s))

    def _forces(self, s: State) -> None:
        """Motherships and what else is fixed; the rest is chosen (4.2, 16.2, 34.1, 35.1)."""
        table = s.setup
        aliens = table.scenario.data.get("aliens", {})
        if table.solitaire:
            for _ in range(2):
                enter_new(s, units.QS, world.SPACES_AND_ORBITS[world.OFF_MAP - 1], 1)
            return
        if not aliens:
            return
        for number, piece in enumerate(MOTHERSHIPS):
            side = table.settlers if number == 0 else table.strike_force
            enter(s, piece, ARRIVAL, side)
            s.movable |= 1 << piece
            if table.bases:
                base = enter_new(s, BASE, MOTHERSHIP_BOX + number, side)
                s.deployed[base] = 1
        if table.split_aliens:
            for _ in range(3):
                s.movable |= 1 << enter_new(s, NS, MOTHERSHIP_BOX + 1, table.strike_force)
        s.forces = 6 if table.split_aliens else 14
        s.push("choose_forces", 1 << table.settlers)

    def _planets(self, s: State) -> None:
        """Dice for the planets and mining bases; the rest stands where it must (4.3, 16.3)."""
        data = s.setup.scenario.data
        absent = ("venus", "pallas", "vesta") if s.opt("set_aside_planets") else ()
        for name in data["bodies"]:
            body = BODIES.index[name]
            if name in absent:
                continue
            if name in ("deimos", "phobos"):
                s.body_at[body] = world.MARS_ORBIT
                continue
            row = charts.PLACEMENT[body]
            if len(set(row)) == 1:
                s.body_at[body] = row[0]
                s.emit(STANDS, body, row[0])
            else:
                roll = s.roll(6, f"initial placement of {BODIES.names[body]}")
                s.body_at[body] = row[roll - 1]
                s.emit(ROLLED, body, row[roll - 1], roll)


def _surprise_bombardment(s: State) -> None:
    """Eight Industrial Units on Earth begin devastated (14.0): one at a time, the richest hexes first."""
    for _ in range(8):
        devastate(s, max(world.ON_EARTH_SITES, key=lambda i: (world.INDUSTRY[i] - s.devastated[i], -i)))


def _owners(s: State) -> int:
    mask = 0
    for piece in to_list(s.movable):
        mask |= 1 << s.owner[piece]
    return mask


CHOOSING = rule("4.2"), rule("16.2"), rule("34.1")
SETTING_UP = rule("4.4"), rule("16.4"), rule("34.1")


def _form(s: State) -> int:
    """The Introductory Game, the games with Bases, two Alien players: which of them has the rule for a choice."""
    return 2 if s.setup.split_aliens else int(s.setup.bases)


class Placing(Open):
    """Units are set up one by one, in the order of their counters."""

    def piece(self, s: State, side: int) -> int:
        return next(p for p in to_list(s.movable) if s.owner[p] == side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Set up {piece}", piece=self.piece(s, side))

    def sides(self, s: State, frame: Frame) -> tuple[int, ...]:
        return MEMBERS[frame[1] & _owners(s)]

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        settle_in(s, self.piece(s, side), code[1])


def settle_in(s: State, piece: int, place: int) -> None:
    s.at[piece] = place
    s.movable &= ~(1 << piece)
    s.emit(SET_UP, piece, place)
    if not s.movable:
        s.pop()


class SetUpTerrans(Placing):
    name = "set_up_terrans"
    rule = rule("4.1")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        piece = self.piece(s, side)
        if s.at[piece] != EARTH_ORBIT:
            return MARS_CODES
        return EARTH_SEA_CODES if units.KIND_OF[piece] == units.SUB else EARTH_LAND_CODES

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return Refusal(self.rule, "units are set up before play begins")
        piece = self.piece(s, side)
        if s.at[piece] != EARTH_ORBIT:
            return Refusal(self.rule, "{piece} is set up on Mars", piece=piece)
        if units.KIND_OF[piece] == units.SUB:
            return Refusal(self.rule, "{piece} is set up in a sea or part-sea hex of Earth", piece=piece)
        return Refusal(self.rule, "{piece} is set up in a land or part-land hex of Earth", piece=piece)


class SetUpAliens(Placing):
    name = "set_up_aliens"
    rule = rule("4.4")

    def cited(self, s: State, frame: Frame) -> str:
        return SETTING_UP[_form(s)]

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if units.KIND_OF[self.piece(s, side)] != units.SPACE:
            return BOX_CODES
        there = {s.at[m] for m in MOTHERSHIPS if not s.movable >> m & 1 and s.at[m] < world.OFF_MAP}
        orbits = [TO[world.ORBIT0 + n] for n in range(8) if s.body_at[n] >= 0]
        return [*orbits, *(TO[p] for p in sorted(there) if p >= 0), CRUISE]

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == CRUISE:
            s.push("set_up_in_space", side, self.piece(s, side))
        else:
            super().apply(s, frame, side, code)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return Refusal(self.cited(s, frame), "units are set up before play begins")
        piece = self.piece(s, side)
        if units.KIND_OF[piece] != units.SPACE:
            return Refusal(self.cited(s, frame), "{piece} is set up on a Mothership", piece=piece)
        if code[1] < world.OFF_MAP:
            return Refusal(self.cited(s, frame), "for open space choose `cruise` first")
        return Refusal(self.cited(s, frame), "{piece} is set up in a Solar System space or an orbit box", piece=piece)


class SetUpInSpace(Picked):
    """Any space of the map, for a unit that starts in none of the orbit boxes."""

    name = "set_up_in_space"
    rule = rule("4.4")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Set up {piece} in which space?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return SPACE_CODES

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        settle_in(s, frame[2], code[1])


class ChooseForces(Open):
    """14 units, a Novaship counting as three (4.2, 16.2); six for the Settlers (34.1)."""

    name = "choose_forces"
    rule = rule("4.2")

    def cited(self, s: State, frame: Frame) -> str:
        return CHOOSING[_form(s)]

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose the invasion force: {n:int|unit|units} to go", n=s.forces)

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        kinds = [ESC, LN, CW, *((BASE, AC) if s.setup.bases else ())]
        if not s.setup.split_aliens and s.novaships < 2 and s.forces >= 3:
            kinds.append(NS)
        return [TAKE[t] for t in kinds if free_pieces(s, t)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code == DONE:
            return Refusal(self.cited(s, frame), "{n:int|unit is|units are} still to be chosen", n=s.forces)
        if code[0] != TAKE[0][0]:
            return Refusal(self.cited(s, frame), "the invasion force is chosen first")
        kind = code[1]
        if kind == NS and not s.setup.split_aliens:
            return Refusal(self.cited(s, frame), "at most two Novaships, and each counts as three units")
        if kind in (ESC, LN, CW, BASE, AC) and not free_pieces(s, kind):
            return Refusal(self.cited(s, frame), "there are no more counters of that type")
        return Refusal(self.cited(s, frame), "{type} can't be taken at the start", type=kind)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        kind = code[1]
        piece = enter_new(s, kind, MOTHERSHIP_BOX, side)
        s.movable |= 1 << piece
        s.forces -= 3 if kind == NS else 1
        s.novaships += kind == NS
        s.emit(TAKEN, side, kind)
        if not s.forces:
            s.pop()
