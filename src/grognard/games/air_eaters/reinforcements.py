"""Alien reinforcements of the Introductory Game (12.0)."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters.charts import SMALL, SPECIAL
from grognard.games.air_eaters.state import State, dismantle, enter_new, free_pieces, space_of
from grognard.games.air_eaters.units import CW, MOTHERSHIPS, OF_TYPE
from grognard.games.air_eaters.verbs import DISMANTLE, DONE, V_ABOARD, V_DISMANTLE, V_RECEIVE, Eager, Picked
from grognard.games.air_eaters.world import MOTHERSHIP_BOX, PLACES

RECEIVED = EventKind("received", "{piece} arrives at {place}", rule="12.0")
RECEIVING = [PLACES.index[p] for p in ("b_1", "c_1", "d_1", "e_1")]


def in_line(s: State) -> list[int]:
    """Motherships in line with Altair that have not received a unit this turn."""
    return [m for m in MOTHERSHIPS if s.at[m] >= 0 and not s.moved[m] and space_of(s, s.at[m]) in RECEIVING]


class ReinforcementPhase(Step[State]):
    """Two units a turn, one for each Mothership in line."""

    name = "alien_reinforcements"

    def run(self, s: State, frame: Frame) -> None:
        for mothership in MOTHERSHIPS:
            s.moved[mothership] = 0
        s.special = int(s.turn in SPECIAL)
        s.small = 2 - s.special
        if in_line(s):
            s.push("reinforcements", s.setup.aliens)


def offered(s: State) -> list[int]:
    """The types that may be received now."""
    return ([SPECIAL[s.turn]] if s.special else []) + (SMALL if s.small else [])


class Reinforcements(Eager):
    name = "reinforcements"
    rule = rule("12.0")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose a reinforcement: {n:int} may arrive", n=len(in_line(s)))

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = []
        for kind in offered(s):
            if free_pieces(s, kind):
                out.append((V_RECEIVE, kind))
            else:
                out += [DISMANTLE[p] for p in OF_TYPE[kind] if s.at[p] >= 0]
        out.append(DONE)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_RECEIVE:
            if code[1] not in offered(s):
                return Refusal(self.rule, "{type} does not arrive this turn", type=code[1])
            return Refusal(self.rule, "there are no more counters: {type}", type=code[1])
        if code[0] == V_DISMANTLE:
            return Refusal(self.rule, "a unit is dismantled only to free its counter for a reinforcement")
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            self.close(s, frame, side)
        elif code[0] == V_DISMANTLE:
            dismantle(s, code[1])
        elif len(in_line(s)) > 1:
            s.push("arrival", side, code[1])
        else:
            receive(s, code[1], in_line(s)[0])


class Arrival(Picked):
    """Which Mothership receives it. Frame argument 2 is the type."""

    name = "arrival"
    rule = rule("12.0")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Which Mothership receives the {type}?", type=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_ABOARD, m) for m in in_line(s)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "name a Mothership in B-1, C-1, D-1 or E-1 that has received nothing this turn")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        receive(s, frame[2], code[1])


def receive(s: State, kind: int, mothership: int) -> None:
    """The unit appears with the Mothership, a Crawler aboard it."""
    place = MOTHERSHIP_BOX + MOTHERSHIPS.index(mothership) if kind == CW else s.at[mothership]
    piece = enter_new(s, kind, place, s.owner[mothership])
    s.emit(RECEIVED, piece, place)
    s.moved[mothership] = 1
    if s.special and kind == SPECIAL[s.turn]:
        s.special = 0
    else:
        s.small -= 1
    if not in_line(s):
        s.pop()
