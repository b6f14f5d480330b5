"""Landings on planetary surfaces and the fire of their markers (Planetary Defense Fire)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Modifier, Msg, Refusal, Step, rule
from grognard.games.imperium.control import defenses_at
from grognard.games.imperium.counters import destroy, disembark, open_outposts
from grognard.games.imperium.facts import (
    ABOARD,
    CAPITALS,
    CHARTS,
    FIGHTERS,
    KIND,
    OF_SIDE,
    OF_TYPE,
    SCREEN,
    SHIPS,
    STAR_BOXES,
    TRANSPORTS,
    WORLD,
    pieces_in,
)
from grognard.games.imperium.facts import (
    JUMP as JUMP_TROOPS,
)
from grognard.games.imperium.gunnery import either, how_many
from grognard.games.imperium.interaction import approaching, laden
from grognard.games.imperium.state import State
from grognard.games.imperium.transportation import REACTION_CARGO
from grognard.games.imperium.words import DONE, DROP, LANDED, SET_DOWN, SET_DOWN_ALL, SHOT_AT

LANDING = rule("Combat/Landings")
JUMP_LANDING = rule("Combat/Landings/Jump Troops")
DEFENSE_FIRE = rule("Combat/Planetary Defense Fire")
DISRUPTION = rule("Economics/Disruption")
JUMPS_BITS = OF_TYPE[JUMP_TROOPS]
FIRE_CHART = CHARTS["defense_fire"]
NEED = {WORLD: int(FIRE_CHART["world"])}
OTHER_NEED = int(FIRE_CHART["outpost"])
HEAVY_SCREEN = 7


def landers(s: State, side: int, star: int) -> list[int]:
    """Ships that may land and have not said so. Fighters need a base."""
    ships = s.here[star] & SHIPS & OF_SIDE[side] & ~FIGHTERS & ~s.declared
    return list(pieces_in(ships & ~no_landing(s, side)))


def droppers(s: State, side: int, star: int) -> list[int]:
    """Jump troops aboard transports and capital ships in the hex."""
    ships = s.here[star] & (TRANSPORTS | CAPITALS) & OF_SIDE[side] & ~s.declared & ~no_landing(s, side)
    return [p for p in pieces_in(s.here[ABOARD] & JUMPS_BITS & ~s.declared) if ships >> s.on[p] & 1]


def no_landing(s: State, side: int) -> int:
    """In the reaction phase what a ship has embarked stays aboard to its end."""
    return laden(s, s.embarked) if side != s.active else 0


class Landings(Step[State]):
    name = "landings"

    def run(self, s: State, frame: Frame) -> None:
        _, side, star = frame
        s.declared = 0
        s.push("defense_fire", side, star)
        if approaching(s, side, star, 0) and landers(s, side, star):
            s.push("land", side, star)


class Land(Choice[State]):
    """Which ships land, which jump troops are ejected."""

    name = "land"
    rule = LANDING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        star = frame[2]
        boxes = STAR_BOXES[star]
        ships = landers(s, side, star)
        out: list[Code] = [(DONE,)]
        if any(s.here[ABOARD] and s.cargo_of(p) for p in ships):
            out.extend((SET_DOWN_ALL, box) for box in boxes)
        out.extend((SET_DOWN, p, box) for p in ships for box in boxes)
        out.extend((DROP, p, box) for p in droppers(s, side, star) for box in boxes)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] not in (DROP, SET_DOWN, SET_DOWN_ALL):
            return Refusal(LANDING, "first say what lands, or end the landings")
        if code[-1] not in STAR_BOXES[frame[2]]:
            return Refusal(LANDING, "{place} is no surface of this system", place=code[-1])
        if code[0] == SET_DOWN_ALL:
            return Refusal(LANDING, "no ship here has cargo to land")
        piece = code[1]
        ship = s.on[piece] if piece >= 0 and s.on[piece] >= 0 else piece
        if ship >= 0 and no_landing(s, side) >> ship & 1:
            return Refusal(REACTION_CARGO, "in the reaction phase a ship embarks or disembarks, not both")
        if code[0] == DROP:
            return Refusal(JUMP_LANDING, "only jump troops aboard a transport or capital ship here are ejected")
        if piece >= 0 and s.declared >> piece & 1:
            return Refusal(LANDING, "{piece} is already to land", piece=piece)
        if piece >= 0 and FIGHTERS >> piece & 1:
            return Refusal(LANDING, "fighters land only where they have a base, and in movement")
        return Refusal(LANDING, "{piece} is no ship of yours in this hex", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        star = frame[2]
        if code[0] == DONE:
            s.pop()
            return
        if code[0] == SET_DOWN_ALL:
            for ship in landers(s, side, star):
                if s.cargo_of(ship):
                    self._choose(s, ship, code[1])
        else:
            self._choose(s, code[1], code[2])
        if not landers(s, side, star) and not droppers(s, side, star):
            s.pop()

    @staticmethod
    def _choose(s: State, piece: int, box: int) -> None:
        s.declared |= 1 << piece
        s.dest[piece] = box

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if any(defenses_at(s, 1 - side, box) for box in STAR_BOXES[frame[2]]):
            return Msg(
                "Choose what lands at {place}: the markers there fire first, at all that lands or has bombarded",
                place=frame[2],
            )
        return Msg("Choose what lands at {place}; nothing there can fire at it", place=frame[2])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        star = frame[2]
        if code[0] in (SET_DOWN, DROP):
            guns = guns_at(s, side, star, code[1], code[2])
            return either("lands", survival(s, code[1], guns), "destroyed") if guns else None
        if code[0] == SET_DOWN_ALL:
            ships = [p for p in landers(s, side, star) if s.cargo_of(p)]
            if not any(guns_at(s, side, star, p, code[1]) for p in ships):
                return None
            chances = [survival(s, p, guns_at(s, side, star, p, code[1])) for p in ships]
            return {f"{n} land": chance for n, chance in enumerate(how_many(chances)) if chance}
        risks = [1 - alive for p in all_under_fire(s, side, star) if (alive := self._survival(s, side, star, p)) < 1]
        return {f"{n} destroyed": chance for n, chance in enumerate(how_many(risks)) if chance} if risks else None

    @staticmethod
    def _survival(s: State, side: int, star: int, piece: int) -> Fraction:
        box = s.dest[piece] if s.declared >> piece & 1 else -1
        return survival(s, piece, guns_at(s, side, star, piece, box))

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return defense_modifiers(s, code[1]) if code[0] in (SET_DOWN, DROP) else []


def all_under_fire(s: State, side: int, star: int) -> list[int]:
    """Ships that land or have bombarded, and jump troops that are ejected."""
    ships = s.here[star] & SHIPS & OF_SIDE[side] & (s.declared | s.marked | s.joint)
    return [*pieces_in(s.here[ABOARD] & s.declared & OF_SIDE[side]), *pieces_in(ships)]


def defense_modifiers(s: State, target: int) -> list[Modifier]:
    """What is added to the die of a marker that fires at a ship or jump troop."""
    out: list[Modifier] = []
    if SCREEN[target] >= HEAVY_SCREEN:
        out.append(Modifier(1, "a screen of seven or more", DEFENSE_FIRE))
    if s.disrupted >> target & 1:
        out.append(Modifier(-1, "the target is disrupted", DISRUPTION))
    return out


def defense_need(s: State, marker: int, target: int) -> int:
    """The die must show this or less: what is added to the die makes it harder."""
    return NEED.get(KIND[marker], OTHER_NEED) - sum(m.value for m in defense_modifiers(s, target))


def guns_at(s: State, side: int, star: int, piece: int, box: int) -> int:
    """The markers that fire at a ship or jump troop: those where it lands, and those where the ship has bombarded."""
    guns = defenses_at(s, 1 - side, box) if box >= 0 else 0
    for number, other in enumerate(STAR_BOXES[star]):
        if (s.joint if number else s.marked) >> piece & 1:
            guns |= defenses_at(s, 1 - side, other)
    return guns


def survival(s: State, piece: int, guns: int) -> Fraction:
    alive = Fraction(1)
    for marker in pieces_in(guns):
        alive *= 1 - Fraction(max(0, defense_need(s, marker, piece)), 6)
    return alive


class DefenseFire(Step[State]):
    """Every working marker fires once at every ship that has bombarded or lands, and at every jump troop."""

    name = "defense_fire"
    rule = DEFENSE_FIRE

    def run(self, s: State, frame: Frame) -> None:
        _, side, star = frame
        for piece in pieces_in(s.here[ABOARD] & s.declared & OF_SIDE[side]):
            box = s.dest[piece]
            s.dest[piece] = -1
            self._fire_on(s, piece, defenses_at(s, 1 - side, box))
            if s.on[piece] >= 0:
                disembark(s, piece, box)
        for ship in pieces_in(s.here[star] & SHIPS & OF_SIDE[side]):
            box = s.dest[ship]
            self._fire_on(s, ship, guns_at(s, side, star, ship, box))
            s.dest[ship] = s.aim[ship] = -1
            if box >= 0 and s.at[ship] == star:
                set_down(s, ship, box)
        s.declared = s.marked = s.joint = s.handled = 0

    @staticmethod
    def _fire_on(s: State, target: int, guns: int) -> None:
        for marker in pieces_in(guns):
            need = defense_need(s, marker, target)
            roll = s.roll(6, "planetary defense fire")
            s.emit(SHOT_AT, marker, target, roll, need)
            if roll <= need:
                destroy(s, target)
                return


def set_down(s: State, ship: int, box: int) -> None:
    """A ship lands and its cargo disembarks."""
    s.put(ship, box)
    s.emit(LANDED, ship, box)
    for cargo in s.cargo_of(ship):
        disembark(s, cargo, box)
    open_outposts(s, box)
