"""Alien Landers (6.10), and what they carry of Bases and Converters (18.2)."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters.ground import MOVED
from grognard.games.air_eaters.movement_alien import BOX_OF, LAND_, AlienChoice, go_on, stirred
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import CARGO, LN, MOTHERSHIPS, TYPE
from grognard.games.air_eaters.verbs import EMPTY, LOAD, TO, V_LOAD, V_TO, Picked
from grognard.games.air_eaters.world import DROPS, HEX0, MOTHERSHIP_BOX, ON_JUPITER, ORBIT, ORBIT0

CARRIED = EventKind("carried", "{piece} carries {cargo:piece} from {from:place} to {to:place}", rule="6.10")

DROP_CODES = [[TO[h] for h in hexes] for hexes in DROPS]


class LandersMove(AlienChoice):
    name = "landers_move"
    rule = rule("6.10")
    stage = LAND_

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if not self.moving(s, side):
            return Msg("No Lander can move: choose a unit to beam, or be done")
        if self.beaming(s, side):
            return Msg("Landers: choose one to move or a unit to beam, or be done")
        return Msg("Landers: choose one to move, or be done")

    def move(self, s: State, side: int, code: Code) -> None:
        lander = code[1]
        if cargo_for(s, lander):
            s.push("take_aboard", side, lander)
        else:
            s.push("lander_to", side, lander, -1)

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] != LN:
            return Refusal(self.rule, "only Landers move in this stage")
        return Refusal(self.rule, "{piece} is not on a planet or in orbit", piece=piece)


def cargo_for(s: State, lander: int) -> list[int]:
    """What a Lander may load: in its hex, or from a Mothership in its orbit box (6.10, 18.2)."""
    here = s.at[lander]
    if here >= HEX0 or here == ON_JUPITER:
        if len(DROPS[ORBIT[here] - ORBIT0]) == 1 and not boxes_in(s, ORBIT[here]):
            return []
        return [p for p in CARGO if s.at[p] == here and not s.deployed[p] and s.owner[p] == s.owner[lander]]
    boxes = boxes_in(s, here)
    return [p for p in CARGO if s.at[p] in boxes and not s.deployed[p] and s.owner[p] == s.owner[lander]]


def boxes_in(s: State, orbit: int) -> list[int]:
    """The On Mothership boxes of the Motherships in an orbit box."""
    return [BOX_OF[m] for m in MOTHERSHIPS if s.at[m] == orbit]


def lander_codes(s: State, lander: int, cargo: int) -> list[Code]:
    """Where a Lander may go: a surface of its orbit, or the orbit box, its cargo onto a Mothership (6.10)."""
    here = s.at[lander]
    orbit = here if here < ON_JUPITER else ORBIT[here]
    out = [c for c in DROP_CODES[orbit - ORBIT0] if c[1] != here]
    if cargo >= 0:
        out += [TO[box] for box in boxes_in(s, orbit) if s.at[cargo] != box]
    elif here != orbit:
        out.append(TO[orbit])
    return out


class TakeAboard(Picked):
    name = "take_aboard"
    rule = rule("6.10")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("What does {piece} carry?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = [LOAD[p] for p in cargo_for(s, frame[2])]
        out.append(EMPTY)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_LOAD:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if piece not in CARGO:
            return Refusal(self.rule, "Landers carry Crawlers and undeployed Bases and Converters")
        if s.deployed[piece]:
            return Refusal(rule("18.2"), "{piece} is deployed and stays where it is", piece=piece)
        return Refusal(self.rule, "{piece} is not within reach of the Lander", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.replace("lander_to", side, frame[2], -1 if code == EMPTY else code[1])


class LanderTo(Picked):
    name = "lander_to"
    rule = rule("6.10")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[3] >= 0:
            return Msg("Where does {piece} take {cargo:piece}?", piece=frame[2], cargo=frame[3])
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return lander_codes(s, frame[2], frame[3])

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        here, place = s.at[frame[2]], code[1]
        orbit = here if here < ON_JUPITER else ORBIT[here]
        if frame[3] >= 0 and place == orbit:
            return Refusal(self.rule, "in orbit a passenger is unloaded onto a Mothership: name its box")
        if place == here or (frame[3] >= 0 and place == s.at[frame[3]]):
            return Refusal(self.rule, "{piece} is there already", piece=frame[2] if place == here else frame[3])
        if MOTHERSHIP_BOX <= place < HEX0:
            if frame[3] < 0:
                return Refusal(self.rule, "a Lander itself stays outside: it flies to the orbit box")
            return Refusal(self.rule, "that Mothership is not in this orbit")
        return Refusal(self.rule, "Landers do not cross between planets by themselves")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        lander, cargo, place = frame[2], frame[3], code[1]
        here = s.at[lander]
        if cargo >= 0:
            s.emit(CARRIED, lander, cargo, s.at[cargo], place)
            s.at[cargo] = place
        else:
            s.emit(MOVED, lander, here, place)
        in_box = MOTHERSHIP_BOX <= place < HEX0
        s.at[lander] = s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]] if in_box else place
        s.moved[lander] = 1
        stirred(s)
        s.pop()
        go_on(s)
