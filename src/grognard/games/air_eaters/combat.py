"""Combat (8.0), simultaneous combat (29.0), continuing combat (30.0), air forces (31.3, 36.6).

One side fires, then the other: pick a unit, then its target. A unit fires once in its phase.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.board.bits import to_list
from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import economy, victory
from grognard.games.air_eaters.charts import (
    ALIEN_DESTROYED_IN_SPACE,
    ALIEN_DESTROYED_UNDERWATER,
    COMBAT,
    CRAWLER_DESTROYED,
    ESCORT_DESTROYED,
    IN_SPACE,
    INDUSTRY_COLUMN,
    LAND_COMBAT,
    ON_LAND,
    SPACE_COMBAT,
    UNDERWATER_COMBAT,
    WARSHIP_ATTACKED,
    WARSHIP_DESTROYED,
)
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, destroy, devastate
from grognard.games.air_eaters.targets import (
    environment,
    environment_of,
    is_enemy,
    need,
    shooters,
    site_targets,
    targets,
)
from grognard.games.air_eaters.units import (
    ALIEN_SHOOTERS,
    BB,
    BI,
    CA,
    CW,
    DT,
    ESC,
    IS_ALIEN,
    ISF,
    ITR,
    NS,
    PIECES,
    QS,
    TERRANS,
    TR,
    TYPE,
)
from grognard.games.air_eaters.verbs import (
    AT,
    DONE,
    FIRE,
    HIT,
    V_AT,
    V_FIRE,
    V_HIT,
    Eager,
    Picked,
    holders,
    own,
    settle,
)
from grognard.games.air_eaters.world import SEA, SITES, SPACE_COLONY, TERRAIN

HIT_BY = EventKind("hit_by", "{firer:piece} fires at {target:piece} and hits with {roll:int}, needing {need:text}")

MISSED = EventKind("missed", "{firer:piece} fires at {target:piece} and misses with {roll:int}, needing {need:text}")

HIT_SITE = EventKind("hit_site", "{firer:piece} fires at {site} and hits with {roll:int}, needing {need:text}")

MISSED_SITE = EventKind("missed_site", "{firer:piece} fires at {site} and misses with {roll:int}, needing {need:text}")

DOOMED = EventKind("doomed", "{piece} is destroyed, but fires before it goes", level=OUTCOME, rule="29.1")


def note_attack(s: State, firer: int, target: int, env: int) -> None:
    """What this attack means for research (11.2): it marks the Terran side that made or suffered it."""
    side = s.owner[target if IS_ALIEN[firer] else firer]
    types = (TYPE[firer], TYPE[target])
    deeds = (SPACE_COMBAT, 0, UNDERWATER_COMBAT)[env]
    if env == ON_LAND and DT in types:
        deeds |= LAND_COMBAT
    if TYPE[target] in (NS, QS):
        deeds |= WARSHIP_ATTACKED
    s.deeds[side] |= deeds


def note_kill(s: State, firer: int, target: int, env: int) -> None:
    """What a destroyed Alien unit means for the die roll modifiers of research (11.4)."""
    if IS_ALIEN[firer]:
        return
    deeds = 0
    if TYPE[target] == ESC:
        deeds |= ESCORT_DESTROYED
    if TYPE[target] in (NS, QS):
        deeds |= WARSHIP_DESTROYED
    if env == IN_SPACE:
        deeds |= ALIEN_DESTROYED_IN_SPACE
    elif TERRAIN[s.at[target]] == SEA:  # by aircraft of an Army too (31.3)
        deeds |= ALIEN_DESTROYED_UNDERWATER
    elif TYPE[target] == CW:
        deeds |= CRAWLER_DESTROYED
    s.deeds[s.owner[firer]] |= deeds


UNARMED = [-1] * len(COMBAT[0][0])  # a type without a line in a table


def rolls(highest: int) -> str:
    return "-" if highest <= 0 else "1" if highest == 1 else f"1-{highest}"


def attack(s: State, firer: int, target: int) -> bool:
    """One attack at a unit; returns whether it was destroyed."""
    env = environment_of(s, firer, target)
    highest = need(s, firer, TYPE[target], env)
    note_attack(s, firer, target, env)
    roll = s.roll(6, f"{PIECES.ids[firer]} at {PIECES.ids[target]}")
    if roll > highest:
        s.emit(MISSED, firer, target, roll, rolls(highest))
        return False
    s.emit(HIT_BY, firer, target, roll, rolls(highest))
    note_kill(s, firer, target, env)
    if s.shielded[target]:
        s.doomed[target] = 1
        s.emit(DOOMED, target)
    else:
        destroy(s, target)
    return True


def attack_site(s: State, firer: int, site: int) -> bool:
    """One attack at Industrial Units (8.4) or the Space Colony."""
    highest = COMBAT[environment(s.at[firer])][TYPE[firer]][INDUSTRY_COLUMN]
    if site == SPACE_COLONY and IS_ALIEN[firer]:
        s.deeds[s.setup.mines] |= SPACE_COMBAT
    roll = s.roll(6, f"{PIECES.ids[firer]} at {SITES.ids[site]}")
    if roll > highest:
        s.emit(MISSED_SITE, firer, site, roll, rolls(highest))
        return False
    s.emit(HIT_SITE, firer, site, roll, rolls(highest))
    devastate(s, site)
    victory.check_industry(s)
    return True


class CombatPhase(Step[State]):
    """One side's fire. Argument: the phase; its side fires first where it is `alien` or `earth`."""

    name = "combat"

    def run(self, s: State, frame: Frame) -> None:
        second = s.setup.sequence[frame[1]].name in ("terrans_fire", "mars_fires")
        if second:
            if s.setup.continuing:
                s.push("more_rounds")
            s.push("bury")
            s.push("volley", 1, -1)
        else:
            if s.setup.revolt:
                economy.take_neutral_sites(s)
            shield(s, always=s.setup.war)
            s.push("volley", 0, -1)


def firing(s: State, second: bool) -> tuple[int, ...] | range:
    if s.setup.war:
        side = MARS_SIDE if second else EARTH_SIDE
        return tuple(p for p in TERRANS if s.owner[p] == side)
    return TERRANS if second else ALIEN_SHOOTERS


class Volley(Step[State]):
    """Lets every unit that has a target fire once; argument 2 limits it to one orbit box (30.1)."""

    name = "volley"

    def run(self, s: State, frame: Frame) -> None:
        pieces = firing(s, bool(frame[1]))
        box = frame[2]
        if box >= 0:
            pieces = tuple(p for p in pieces if s.at[p] == box)
        s.movable = shooters(s, pieces)
        if s.movable:
            s.push("fire", holders(s, s.movable), int(box >= 0))


class Fire(Eager):
    """Frame argument 2: in later rounds every unit must fire (30.3)."""

    name = "fire"
    rule = rule("8.1")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose a unit to fire, or be done")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        codes = own(s, FIRE, side)
        return codes[:-1] if frame[2] else codes

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code == DONE:
            return Refusal(rule("30.3"), "in further rounds every unit fires")
        if code[0] != V_FIRE:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if s.at[piece] < 0 or s.owner[piece] != side:
            return Refusal(self.rule, "{piece} is not yours to fire", piece=piece)
        if TYPE[piece] in (TR, ITR):
            return Refusal(rule("8.6"), "Transports do not attack")
        if all(table[TYPE[piece]] == UNARMED for table in COMBAT):
            return Refusal(self.rule, "{piece} has no weapons", piece=piece)
        if COMBAT[environment(s.at[piece])][TYPE[piece]] == UNARMED:
            return Refusal(rule("8.2"), "{piece} can't attack where it is", piece=piece)
        if not targets(s, piece) and not site_targets(s, piece):
            return Refusal(self.rule, "{piece} has no target where it is", piece=piece)
        return Refusal(rule("8.3"), "{piece} has fired in this phase", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            for p in to_list(s.movable):
                if s.owner[p] == side:
                    s.movable &= ~(1 << p)
            self.close(s, frame, side)
        else:
            s.push("fire_at", side, code[1])


class FireAt(Picked):
    name = "fire_at"
    rule = rule("8.3")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("{piece} fires at what?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [AT[p] for p in targets(s, frame[2])] + [HIT[i] for i in site_targets(s, frame[2])]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        firer = frame[2]
        if code[0] == V_HIT:
            return Refusal(rule("8.4"), "{piece} can't attack that industry from where it is", piece=firer)
        if code[0] != V_AT:
            return super().unlisted(s, frame, side, code)
        target = code[1]
        if s.doomed[target]:
            return Refusal(rule("29.1"), "{target:piece} is destroyed already", target=target)
        if s.at[target] != s.at[firer]:
            return Refusal(self.rule, "{target:piece} is not where {piece} is", target=target, piece=firer)
        if not is_enemy(s, firer, target):
            number = rule("32.4") if s.setup.split_terrans else self.rule
            return Refusal(number, "{target:piece} is no enemy", target=target)
        if s.carrier[target] >= 0:
            return Refusal(rule("8.5"), "{target:piece} is a passenger", target=target)
        return Refusal(rule("8.1"), "{piece} can't harm {target:piece}", piece=firer, target=target)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction]:
        firer = frame[2]
        if code[0] == V_HIT:
            highest = COMBAT[environment(s.at[firer])][TYPE[firer]][INDUSTRY_COLUMN]
            return chances(highest, "devastated")
        return chances(need(s, firer, TYPE[code[1]], environment_of(s, firer, code[1])), "destroyed")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        firer = frame[2]
        s.pop()
        s.movable &= ~(1 << firer)
        hit = attack(s, firer, code[1]) if code[0] == V_AT else attack_site(s, firer, code[1])
        if s.result is not None:
            return
        if hit:
            s.movable &= shooters(s, tuple(to_list(s.movable)))
        settle(s)


def chances(highest: int, word: str) -> dict[str, Fraction]:
    """The outcomes of one die against the highest roll that succeeds."""
    highest = max(highest, 0)
    out = {word: Fraction(highest, 6), "no effect": Fraction(6 - highest, 6)}
    return {k: v for k, v in out.items() if v}


ADVANCED = ({CA, BB}, {BI}, {ISF})


def shield(s: State, always: bool = False) -> None:
    """Marks the units that may fire before they are removed: all in a war among Terrans and in later rounds; else
    advanced units and those stacked with them as combat begins (29.2)."""
    if not s.setup.simultaneous:
        return
    places = {
        s.at[p] for p in TERRANS if s.at[p] >= 0 and TYPE[p] in ADVANCED[environment(s.at[p])] and s.carrier[p] < 0
    }
    for p in TERRANS:
        if s.at[p] >= 0 and s.carrier[p] < 0 and (always or s.at[p] in places):
            s.shielded[p] = int(COMBAT[environment(s.at[p])][TYPE[p]] != UNARMED)
    if s.setup.war:
        for p in TERRANS:
            if s.owner[p] == EARTH_SIDE:
                s.shielded[p] = 0


class Bury(Step[State]):
    """Units that were destroyed but fired all the same are removed (29.1)."""

    name = "bury"

    def run(self, s: State, frame: Frame) -> None:
        for p in TERRANS:
            s.shielded[p] = 0
            if s.doomed[p]:
                s.doomed[p] = 0
                destroy(s, p)
