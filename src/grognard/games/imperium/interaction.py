"""Ships above planetary surfaces: who holds the hex, and bombardment (Planetary Surface/Space Interaction)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import defenses_at, open_boxes, warships
from grognard.games.imperium.counters import destroy
from grognard.games.imperium.facts import (
    ABOARD,
    FIGHTERS,
    MISSILE_SHIPS,
    OF_SIDE,
    OUTPOSTS,
    SHIPS,
    STAR_BOXES,
    SYSTEMS,
    WORLDS,
    bombardment_result,
    pieces_in,
)
from grognard.games.imperium.gunnery import how_many, missiles
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.state import State
from grognard.games.imperium.words import (
    APPROACH,
    BOMBARD,
    BOMBARD_ALL,
    BOMBARDED,
    DONE,
    NEUTRALIZED,
    SUBPHASE,
)

INTERACTION = rule("Combat/Interaction")
BOMBARDING = rule("Combat/Bombardment")
REACTION_FIRE = rule("Combat/Reaction Fire")
NO_SALVO = rule("Combat/Bombardment/Missile Factors")


# --- where, who


def approaching(s: State, side: int, star: int, reacting: int) -> int:
    """Ships in possession of the hex that may act on the surfaces there."""
    ships = s.here[star] & SHIPS & OF_SIDE[side]
    if not ships or warships(s, 1 - side, star) or (reacting and not ships & s.reaction):
        return 0
    return ships


def has_closed_box(s: State, side: int, star: int) -> bool:
    """Is there a surface that is not friendly, so that landing there takes this subphase?"""
    return len(open_boxes(s, side, star)) < len(STAR_BOXES[star])


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
    """Systems where there is something to bombard, or to land that could not be landed in movement."""
    out = []
    seen = s.fought
    for piece in pieces_in(SHIPS & OF_SIDE[side] & s.in_space):
        star = s.at[piece]
        if seen >> star & 1:
            continue
        seen |= 1 << star
        ships = approaching(s, side, star, reacting)
        if not ships or not STAR_BOXES[star]:
            continue
        enemies = any(s.here[box] & OF_SIDE[1 - side] & ~s.conquered for box in STAR_BOXES[star])
        closed = has_closed_box(s, side, star) and ships & ~FIGHTERS
        if enemies or closed or laden(s, ships & s.stopped):
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
            return why_not_approach(s, side, code[1], frame[2])
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
        return Msg("Your ships hold these systems: choose one to bombard or land on, or end the subphase")


def why_not_approach(s: State, side: int, star: int, reacting: int) -> Refusal:
    if not 0 <= star < SYSTEMS or not STAR_BOXES[star]:
        return Refusal(INTERACTION, "{place} has no planetary surface", place=star)
    if s.fought >> star & 1:
        return Refusal(INTERACTION, "{place} has had its turn in this subphase", place=star)
    if not s.here[star] & SHIPS & OF_SIDE[side]:
        return Refusal(INTERACTION, "you have no ships in the hex {place}", place=star)
    if warships(s, 1 - side, star):
        return Refusal(INTERACTION, "enemy warships hold the hex {place} against you", place=star)
    if reacting and not s.here[star] & SHIPS & s.reaction:
        return Refusal(REACTION_FIRE, "the reaction force is not at {place}", place=star)
    return Refusal(INTERACTION, "nothing is left to bombard or to land at {place}", place=star)


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
        if code[0] == BOMBARD and code[2] >= 0 and s.aim[code[2]] >= 0 and s.at[code[2]] == frame[2]:
            return Refusal(BOMBARDING, "{piece} bombards already; a ship bombards once", piece=code[2])
        if code[0] == BOMBARD_ALL:
            return Refusal(BOMBARDING, "no ship is left to bombard")
        return Refusal(BOMBARDING, "{piece} has no missiles to bombard with, or is not in this hex", piece=code[2])

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
        if any(defenses_at(s, 1 - side, box) for box in STAR_BOXES[frame[2]]):
            return Msg(
                "Bombard {place}: point ships at targets; dice are rolled at the end, then the markers there fire back",
                place=frame[2],
            )
        return Msg("Bombard {place}: point ships at targets; dice are rolled at the end", place=frame[2])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] == DONE:
            return self._of_all(s, side, frame[2])
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

    @staticmethod
    def _of_all(s: State, side: int, star: int) -> dict[str, Fraction | float] | None:
        """How many of the targets that ships were pointed at are hit."""
        allocated = [f for t in targets(s, side, star) if (f := factors_on(s, star, side, t))]
        if not allocated:
            return None
        hits = [Fraction(sum(bombardment_result(f, die) != "-" for die in range(1, 7)), 6) for f in allocated]
        return {f"{n} hit": share for n, share in enumerate(how_many(hits)) if share}


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
