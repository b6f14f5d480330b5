"""Orbital bombardment (9.0), of mining bases too (23.0)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import victory
from grognard.games.air_eaters.asteroids import bases_at
from grognard.games.air_eaters.charts import ALIEN_DESTROYED_UNDERWATER, BOMBARDMENT, INDUSTRY_COLUMN, SHOTS
from grognard.games.air_eaters.combat import chances, rolls
from grognard.games.air_eaters.economy import hostile
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, destroy, devastate, standing
from grognard.games.air_eaters.units import IS_ALIEN, N_PIECES, PIECES, TERRANS, TYPE
from grognard.games.air_eaters.verbs import (
    AT,
    BOMBARD,
    DONE,
    HIT,
    V_AT,
    V_BOMBARD,
    V_HIT,
    Eager,
    Picked,
    holders,
    own,
    settle,
)
from grognard.games.air_eaters.world import OFF_MAP, ON_JUPITER, ORBIT, ORBIT0, SEA, SITES, SITES_OF_ORBIT, TERRAIN

BOMBS = EventKind("bombs", "{firer:piece} bombards {target:piece} and hits with {roll:int}, needing {need:text}")
BOMBS_WIDE = EventKind(
    "bombs_wide", "{firer:piece} bombards {target:piece} and misses with {roll:int}, needing {need:text}"
)
BOMBS_SITE = EventKind("bombs_site", "{firer:piece} bombards {site} and hits with {roll:int}, needing {need:text}")
BOMBS_SITE_WIDE = EventKind(
    "bombs_site_wide", "{firer:piece} bombards {site} and misses with {roll:int}, needing {need:text}"
)


TERRAN_RULE = rule("9.2")


def unit_targets(s: State, ship: int) -> list[int]:
    """Enemy units on the planets connected to the ship's orbit box (9.1, 9.2)."""
    orbit = s.at[ship]
    if not ORBIT0 <= orbit < ON_JUPITER:
        return []
    if s.setup.war:
        pool, side = TERRANS, s.owner[ship]
        return [p for p in pool if s.at[p] >= 0 and ORBIT[s.at[p]] == orbit and s.owner[p] != side]
    pool = TERRANS if IS_ALIEN[ship] else range(TERRANS.stop, N_PIECES)
    return [p for p in pool if s.at[p] >= 0 and ORBIT[s.at[p]] == orbit]


def site_targets(s: State, ship: int) -> list[int]:
    """Industry on those planets, or the mining base in the ship's space (9.1, 23.0)."""
    place = s.at[ship]
    if ORBIT0 <= place < ON_JUPITER:
        sites = [i for i in SITES_OF_ORBIT[place - ORBIT0] if standing(s, i)]
    elif 0 <= place < OFF_MAP:
        sites = bases_at(s, place)
    else:
        return []
    if IS_ALIEN[ship]:
        return sites
    if not s.setup.war:
        return []
    return [i for i in sites if hostile(s, i, s.owner[ship])]


def able(s: State, ships: list[int]) -> int:
    bits = 0
    for p in ships:
        if s.at[p] >= 0 and s.shots[p] and (unit_targets(s, p) or site_targets(s, p)):
            bits |= 1 << p
    return bits


class BombardmentPhase(Step[State]):
    """Aliens first, then Terrans; in a war Earth, then Mars."""

    name = "bombardment"

    def run(self, s: State, frame: Frame) -> None:
        for p in range(N_PIECES):
            s.shots[p] = SHOTS[TYPE[p]] if s.at[p] >= 0 else 0
        s.push("bombarding", 1)
        s.push("bombarding", 0)


class Bombarding(Step[State]):
    name = "bombarding"

    def run(self, s: State, frame: Frame) -> None:
        second = frame[1]
        if s.setup.war:
            side = MARS_SIDE if second else EARTH_SIDE
            ships = [p for p in TERRANS if s.owner[p] == side]
        else:
            ships = [p for p in range(N_PIECES) if IS_ALIEN[p] != bool(second) and SHOTS[TYPE[p]]]
        s.movable = able(s, ships)
        if s.movable:
            s.push("bombard", holders(s, s.movable))


class Bombard(Eager):
    name = "bombard"
    rule = rule("9.1")

    def cited(self, s: State, frame: Frame) -> str:
        return self.rule if frame[1] & s.setup.aliens else TERRAN_RULE

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Bombardment: choose a ship, or be done")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return own(s, BOMBARD, side)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_BOMBARD:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if s.at[piece] < 0 or s.owner[piece] != side:
            return Refusal(self.rule, "{piece} is not yours to fire", piece=piece)
        if not SHOTS[TYPE[piece]]:
            number = rule("9.1") if IS_ALIEN[piece] else rule("9.2")
            return Refusal(number, "{piece} can't bombard", piece=piece)
        if not s.shots[piece]:
            return Refusal(self.rule, "{piece} has made all its attacks this turn", piece=piece)
        return Refusal(self.rule, "{piece} has nothing to bombard", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            for p in range(N_PIECES):
                if s.movable >> p & 1 and s.owner[p] == side:
                    s.movable &= ~(1 << p)
            self.close(s, frame, side)
        else:
            s.push("bombard_at", side, code[1])


class BombardAt(Picked):
    name = "bombard_at"
    rule = rule("9.1")

    def cited(self, s: State, frame: Frame) -> str:
        return self.rule if IS_ALIEN[frame[2]] else TERRAN_RULE

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("{piece} bombards what? {n:int|attack|attacks} left", piece=frame[2], n=s.shots[frame[2]])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [AT[p] for p in unit_targets(s, frame[2])] + [HIT[i] for i in site_targets(s, frame[2])]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_AT:
            return Refusal(
                self.rule, "{target:piece} is no enemy on a planet below {piece}", target=code[1], piece=frame[2]
            )
        if code[0] == V_HIT:
            return Refusal(self.rule, "{piece} can't reach {site}", piece=frame[2], site=code[1])
        return super().unlisted(s, frame, side, code)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction]:
        row = BOMBARDMENT[TYPE[frame[2]]]
        if code[0] == V_HIT:
            return chances(row[INDUSTRY_COLUMN], "devastated")
        return chances(row[TYPE[code[1]]], "destroyed")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        ship = frame[2]
        s.pop()
        s.shots[ship] -= 1
        hit = bombard(s, ship, code[1]) if code[0] == V_AT else bombard_site(s, ship, code[1])
        if s.result is not None:
            return
        if hit:
            s.movable = able(s, [p for p in range(N_PIECES) if s.movable >> p & 1])
        elif not s.shots[ship]:
            s.movable &= ~(1 << ship)
        settle(s)


def bombard(s: State, ship: int, target: int) -> bool:
    highest = BOMBARDMENT[TYPE[ship]][TYPE[target]]
    roll = s.roll(6, f"{PIECES.ids[ship]} bombards {PIECES.ids[target]}")
    if roll > highest:
        s.emit(BOMBS_WIDE, ship, target, roll, rolls(highest))
        return False
    s.emit(BOMBS, ship, target, roll, rolls(highest))
    if IS_ALIEN[target] and TERRAIN[s.at[target]] == SEA:  # under water, whatever destroys it (11.4)
        s.deeds[s.owner[ship]] |= ALIEN_DESTROYED_UNDERWATER
    destroy(s, target)
    return True


def bombard_site(s: State, ship: int, site: int) -> bool:
    highest = BOMBARDMENT[TYPE[ship]][INDUSTRY_COLUMN]
    roll = s.roll(6, f"{PIECES.ids[ship]} bombards {SITES.ids[site]}")
    if roll > highest:
        s.emit(BOMBS_SITE_WIDE, ship, site, roll, rolls(highest))
        return False
    s.emit(BOMBS_SITE, ship, site, roll, rolls(highest))
    devastate(s, site)
    victory.check_industry(s)
    return True
