"""Continuing combat (30.0): further rounds in orbit boxes, and retreats between them."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import expansion, players
from grognard.games.air_eaters.charts import IN_SPACE
from grognard.games.air_eaters.combat import firing, shield
from grognard.games.air_eaters.lifting import LANDING_CODES, allowed, no_leave, unload
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE
from grognard.games.air_eaters.state import State, relocate
from grognard.games.air_eaters.targets import need, targets
from grognard.games.air_eaters.units import FTR, IS_ALIEN, N_PIECES, TERRANS, TYPE
from grognard.games.air_eaters.verbs import TO, V_RETREAT, V_STAND, V_TO, Open, Picked
from grognard.games.air_eaters.world import HEX0, ORBIT0

ROUND = EventKind("round", "A further round of combat: {place}", rule="30.3")
RETREATS = EventKind("retreats", "{piece} retreats to {place}", rule="30.2")


def side_units(s: State, box: int, second: bool) -> list[int]:
    """Units of one side in an orbit box: first who fires first (Aliens or Earth), then the other."""
    here = [p for p in range(N_PIECES) if s.at[p] == box and s.carrier[p] < 0]
    if s.setup.war:
        side = MARS_SIDE if second else EARTH_SIDE
        return [p for p in here if s.owner[p] == side]
    return [p for p in here if IS_ALIEN[p] != second]


def shared(s: State, box: int) -> bool:
    """Are both sides there at the end of a round? Then either may retreat (30.2)."""
    return bool(side_units(s, box, False)) and bool(side_units(s, box, True))


def contested(s: State, box: int) -> bool:
    """Can somebody in a shared box still harm somebody?"""
    return any(
        s.at[p] == box and any(need(s, p, TYPE[t], IN_SPACE) > 0 for t in targets(s, p))
        for second in (False, True)
        for p in firing(s, second)
    )


class MoreRounds(Step[State]):
    """Goes through the orbit boxes; in a shared one the Terrans (in a war, Earth) decide first (30.2)."""

    name = "more_rounds"

    def run(self, s: State, frame: Frame) -> None:
        planet = frame[1] if len(frame) > 1 else 0
        while planet < 8 and not shared(s, ORBIT0 + planet):
            planet += 1
        if planet < 8:
            ask(s, planet, not s.setup.war, 0)


def ask(s: State, planet: int, second: bool, asked: int) -> None:
    mask = 0
    for piece in side_units(s, ORBIT0 + planet, second):
        mask |= 1 << s.owner[piece]
    s.push("retreat", mask, planet, int(second), asked)


class Retreat(Open):
    """Frame: the owners, the planet, which side, how many sides have been asked before."""

    name = "retreat"
    rule = rule("30.2")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if not contested(s, ORBIT0 + frame[2]):
            return Msg("Retreat from {place}, or stay? Nobody there can harm anybody", place=ORBIT0 + frame[2])
        return Msg("Retreat from {place}, or stand and fight another round?", place=ORBIT0 + frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(V_RETREAT,), (V_STAND,)]

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        _, mask, planet, second, asked = frame
        if code[0] == V_RETREAT:
            s.pop()
            s.push("more_rounds", planet + 1)
            s.movable = 0
            for piece in side_units(s, ORBIT0 + planet, bool(second)):
                s.movable |= 1 << piece
            s.push("retreats")
            return
        self.close(s, frame, side)
        if mask & ~(1 << side):
            return
        if not asked:
            ask(s, planet, not second, 1)
            return
        if not contested(s, ORBIT0 + planet):
            s.push("more_rounds", planet + 1)
            return
        s.emit(ROUND, ORBIT0 + planet)
        shield(s, always=True)
        s.push("more_rounds", planet)
        s.push("bury")
        s.push("volley", 1, ORBIT0 + planet)
        s.push("volley", 0, ORBIT0 + planet)


class Retreats(Step[State]):
    """Asks for each retreating unit in turn; Alien units have one place to go."""

    name = "retreats"

    def run(self, s: State, frame: Frame) -> None:
        if not s.movable:
            return
        piece = (s.movable & -s.movable).bit_length() - 1
        s.movable &= s.movable - 1
        s.push("retreats")
        if piece in TERRANS:
            s.push("retreat_to", s.owner[piece], piece)
        else:
            retreat(s, piece, s.body_at[s.at[piece] - ORBIT0])


class RetreatTo(Picked):
    name = "retreat_to"
    rule = rule("30.2")
    inside = 0  # each unit by itself

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if expansion.carries_defeat(s, frame[2]):
            return Msg("Where does {piece} retreat? Its tank on the enemy's home planet loses the game", piece=frame[2])
        return Msg("Where does {piece} retreat?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        here = s.at[frame[2]]
        out = allowed(s, frame[2], LANDING_CODES[here])
        if TYPE[frame[2]] != FTR or not out:
            out = [*out, TO[s.body_at[here - ORBIT0]]]
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO and code in LANDING_CODES[s.at[frame[2]]]:
            return no_leave(s)
        if code[0] == V_TO:
            return Refusal(self.rule, "{piece} retreats to the surface or to the planet's space", piece=frame[2])
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if not players.ask_to_land(s, frame[2], code):
            s.pop()
            retreat(s, frame[2], code[1])


def retreat(s: State, piece: int, place: int) -> None:
    s.emit(RETREATS, piece, place)
    relocate(s, piece, place)
    s.inertia[piece] = 0
    if place >= HEX0:
        unload(s, piece, place)
