"""Ships and planetary surfaces: bombardment, planetary defense fire, landings (Planetary Surface/Space Interaction)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import defenses_at, is_open_box, warships
from grognard.games.imperium.counters import destroy, disembark, open_outposts
from grognard.games.imperium.facts import (
    ABOARD,
    CAPITALS,
    CHARTS,
    FIGHTERS,
    KIND,
    MISSILE_SHIPS,
    OF_SIDE,
    OF_TYPE,
    OUTPOSTS,
    SCREEN,
    SHIPS,
    STAR_BOXES,
    TRANSPORTS,
    WORLD,
    WORLDS,
    bombardment_result,
    pieces_in,
)
from grognard.games.imperium.facts import (
    JUMP as JUMP_TROOPS,
)
from grognard.games.imperium.gunnery import missiles
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.state import State
from grognard.games.imperium.words import (
    APPROACH,
    BOMBARD,
    BOMBARD_ALL,
    BOMBARDED,
    DONE,
    DROP,
    LANDED,
    NEUTRALIZED,
    SET_DOWN,
    SET_DOWN_ALL,
    SHOT_AT,
    SUBPHASE,
)

INTERACTION = rule("Combat/Interaction")
BOMBARDING = rule("Combat/Bombardment")
LANDING = rule("Combat/Landings")
JUMP_LANDING = rule("Combat/Landings/Jump Troops")
NO_SALVO = rule("Combat/Bombardment/Missile Factors")
JUMPS_BITS = OF_TYPE[JUMP_TROOPS]
FIRE_CHART = CHARTS["defense_fire"]
NEED = {WORLD: int(FIRE_CHART["world"])}
OTHER_NEED = int(FIRE_CHART["outpost"])
HEAVY_SCREEN = 7


# --- where, who


def approaching(s: State, side: int, star: int, reacting: int) -> int:
    """Ships in possession of the hex that may act on the surfaces there."""
    ships = s.here[star] & SHIPS & OF_SIDE[side]
    if not ships or warships(s, 1 - side, star) or (reacting and not ships & s.reaction):
        return 0
    return ships


def closed_boxes(s: State, side: int, star: int) -> list[int]:
    """Surfaces that are not friendly: landing there takes this subphase."""
    return [box for box in STAR_BOXES[star] if not is_open_box(s, side, box)]


def bombardiers(s: State, ships: int) -> list[int]:
    return [p for p in pieces_in(ships & MISSILE_SHIPS) if missiles(s, p) > 0 and s.aim[p] < 0]


def targets(s: State, side: int, star: int) -> list[int]:
    enemy = OF_SIDE[1 - side]
    return [p for box in STAR_BOXES[star] for p in pieces_in(s.here[box] & enemy & ~s.handled & ~s.conquered)]


def laden(s: State, ships: int) -> int:
    bits = 0
    for cargo in pieces_in(s.here[ABOARD]):
        bits |= 1 << s.on[cargo]
    return bits & ships


def systems_to_approach(s: State, side: int, reacting: int) -> list[int]:
    """Systems where there is something to bombard, or cargo to set down on a surface that is not friendly."""
    out = []
    seen = s.fought
    for piece in pieces_in(SHIPS & OF_SIDE[side] & s.in_space):
        star = s.at[piece]
        if seen >> star & 1:
            continue
        seen |= 1 << star
        ships = approaching(s, side, star, reacting)
        if not ships or not closed_boxes(s, side, star):
            continue
        if any(s.here[box] & OF_SIDE[1 - side] for box in STAR_BOXES[star]) or laden(s, ships):
            out.append(star)
    return out


class Interaction(Step[State]):
    """2. The surface and space subphase: one system after the other."""

    name = "interaction"

    def run(self, s: State, frame: Frame) -> None:
        _, side, reacting = frame
        s.fought = 0
        if reacting:
            for cargo in pieces_in(s.here[ABOARD]):
                if s.reaction >> s.on[cargo] & 1:
                    s.reaction |= 1 << cargo
        if systems_to_approach(s, side, reacting):
            s.emit(SUBPHASE, "Surface and space")
            s.push("approach", side, reacting)


class Approach(Choice[State]):
    """Which system's surfaces are bombarded or landed on."""

    name = "approach"
    rule = INTERACTION

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(DONE,), *place_codes(APPROACH, tuple(systems_to_approach(s, side, frame[2])))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == APPROACH:
            return Refusal(
                INTERACTION, "you do not possess the hex {place}, or nothing is to be done there", place=code[1]
            )
        return Refusal(INTERACTION, "first choose a system, or end the subphase")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            s.fought = 0
            return
        star = code[1]
        s.fought |= 1 << star
        s.handled = s.marked = s.joint = 0
        if not [x for x in systems_to_approach(s, side, frame[2]) if x != star]:
            s.pop()
            s.push("close_approach")
        for piece in pieces_in(s.here[star] & SHIPS & OF_SIDE[side]):
            s.aim[piece] = s.dest[piece] = -1
        s.push("landings", side, star)
        s.push("bombardment", side, star)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose a system to bombard or land on, or end the subphase")


class CloseApproach(Step[State]):
    """After the last system."""

    name = "close_approach"

    def run(self, s: State, frame: Frame) -> None:
        s.fought = 0


# --- bombardment


class Bombardment(Step[State]):
    name = "bombardment"

    def run(self, s: State, frame: Frame) -> None:
        _, side, star = frame
        if bombardiers(s, s.here[star] & OF_SIDE[side]) and targets(s, side, star):
            s.push("resolve_bombardment", side, star)
            s.push("bombard", side, star)


class Bombard(Choice[State]):
    """Missile factors are allocated to targets; several ships may combine, none bombards twice."""

    name = "bombard"
    rule = BOMBARDING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        star = frame[2]
        aims = targets(s, side, star)
        out: list[Code] = [(DONE,), *((BOMBARD_ALL, t) for t in aims)]
        ships = bombardiers(s, s.here[star] & OF_SIDE[side])
        out.extend((BOMBARD, t, p) for t in aims for p in ships)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] not in (BOMBARD, BOMBARD_ALL):
            return Refusal(BOMBARDING, "first allocate the bombardment, or end it")
        if code[1] not in targets(s, side, frame[2]):
            return Refusal(BOMBARDING, "{piece} is no target here", piece=code[1])
        if code[0] == BOMBARD and code[2] >= 0 and missiles(s, code[2]) == 0:
            return Refusal(NO_SALVO, "{piece} has no missiles left", piece=code[2])
        return Refusal(BOMBARDING, "a ship bombards once, from the hex of the system")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        star = frame[2]
        if code[0] == BOMBARD_ALL:
            for ship in bombardiers(s, s.here[star] & OF_SIDE[side]):
                s.aim[ship] = code[1]
        elif code[0] == BOMBARD:
            s.aim[code[2]] = code[1]
        if code[0] == DONE or not bombardiers(s, s.here[star] & OF_SIDE[side]):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Allocate missile factors to targets at {place}", place=frame[2])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] == DONE:
            return None
        allocated = factors_on(s, frame[2], side, code[1])
        if code[0] == BOMBARD:
            allocated += missiles(s, code[2])
        else:
            allocated += sum(missiles(s, p) for p in bombardiers(s, s.here[frame[2]] & OF_SIDE[side]))
        out: dict[str, Fraction | float] = {}
        for die in range(1, 7):
            word = RESULTS[_softened(code[1], bombardment_result(allocated, die))]
            out[word] = out.get(word, Fraction(0)) + Fraction(1, 6)
        return out


RESULTS = {"D": "destroyed", "N": "neutralized", "-": "no effect"}


def _softened(target: int, result: str) -> str:
    """Worlds and outposts can't be destroyed from space."""
    return "N" if result == "D" and (WORLDS | OUTPOSTS) >> target & 1 else result


def factors_on(s: State, star: int, side: int, target: int) -> int:
    return sum(missiles(s, p) for p in pieces_in(s.here[star] & SHIPS & OF_SIDE[side]) if s.aim[p] == target)


class ResolveBombardment(Step[State]):
    """One die for each target; ships that have bombarded will be fired on."""

    name = "resolve_bombardment"

    def run(self, s: State, frame: Frame) -> None:
        _, side, star = frame
        for target in targets(s, side, star):
            factors = factors_on(s, star, side, target)
            if not factors:
                continue
            ships = sum(1 << p for p in pieces_in(s.here[star] & SHIPS & OF_SIDE[side]) if s.aim[p] == target)
            if s.at[target] == STAR_BOXES[star][0]:
                s.marked |= ships
            else:
                s.joint |= ships
            roll = s.roll(6, "bombardment")
            s.emit(BOMBARDED, factors, target, roll)
            s.handled |= 1 << target
            result = _softened(target, bombardment_result(factors, roll))
            if result == "D":
                destroy(s, target)
            elif result == "N":
                s.neutral |= 1 << target
                s.emit(NEUTRALIZED, target)


# --- landings and planetary defense fire


def landers(s: State, side: int, star: int) -> list[int]:
    """Ships that may land and have not said so. Fighters need a base."""
    ships = s.here[star] & SHIPS & OF_SIDE[side] & ~FIGHTERS & ~s.declared
    return list(pieces_in(ships))


def droppers(s: State, side: int, star: int) -> list[int]:
    """Jump troops aboard transports and capital ships in the hex."""
    ships = s.here[star] & (TRANSPORTS | CAPITALS) & OF_SIDE[side] & ~s.declared
    return [p for p in pieces_in(s.here[ABOARD] & JUMPS_BITS & ~s.declared) if ships >> s.on[p] & 1]


class Landings(Step[State]):
    name = "landings"

    def run(self, s: State, frame: Frame) -> None:
        _, side, star = frame
        s.declared = 0
        s.push("defense_fire", side, star)
        if approaching(s, side, star, 0) and closed_boxes(s, side, star):
            s.push("land", side, star)


class Land(Choice[State]):
    """Which ships land, which jump troops are ejected."""

    name = "land"
    rule = LANDING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        star = frame[2]
        boxes = closed_boxes(s, side, star)
        ships = landers(s, side, star)
        out: list[Code] = [(DONE,)]
        if any(s.here[ABOARD] and s.cargo_of(p) for p in ships):
            out.extend((SET_DOWN_ALL, box) for box in boxes)
        out.extend((SET_DOWN, p, box) for p in ships for box in boxes)
        out.extend((DROP, p, box) for p in droppers(s, side, star) for box in boxes)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == DROP:
            return Refusal(JUMP_LANDING, "only jump troops aboard a transport or capital ship here are ejected")
        if code[0] in (SET_DOWN, SET_DOWN_ALL) and code[-1] not in closed_boxes(s, side, frame[2]):
            return Refusal(LANDING, "{place} is no surface of this system to land on now", place=code[-1])
        return Refusal(LANDING, "first say what lands, or end the landings")

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
        return Msg("Choose what lands at {place}; it will be fired on first", place=frame[2])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] not in (SET_DOWN, DROP):
            return None
        alive = Fraction(1)
        for marker in pieces_in(defenses_at(s, 1 - side, code[2])):
            alive *= 1 - Fraction(max(0, defense_need(s, marker, code[1])), 6)
        return {"lands": alive, "destroyed": 1 - alive}


def defense_need(s: State, marker: int, target: int) -> int:
    """The die must show this or less: heavy screens add one to it, disruption takes one off."""
    need = NEED.get(KIND[marker], OTHER_NEED)
    if SCREEN[target] >= HEAVY_SCREEN:
        need -= 1
    if s.disrupted >> target & 1:
        need += 1
    return need


class DefenseFire(Step[State]):
    """Every working marker fires once at every ship that has bombarded or lands, and at every jump troop."""

    name = "defense_fire"
    rule = rule("Combat/Planetary Defense Fire")

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
            guns = defenses_at(s, 1 - side, box) if box >= 0 else 0
            for number, other in enumerate(STAR_BOXES[star]):
                if (s.joint if number else s.marked) >> ship & 1:
                    guns |= defenses_at(s, 1 - side, other)
            self._fire_on(s, ship, guns)
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
