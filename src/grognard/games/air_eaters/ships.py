"""Alien ships (6.11), and ships that crash on planets (31.5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.events import EventKind
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import asteroids
from grognard.games.air_eaters.ground import MOVED
from grognard.games.air_eaters.landers import DROP_CODES
from grognard.games.air_eaters.movement_alien import FLY, AlienChoice, escorts, go_on, stirred
from grognard.games.air_eaters.state import State, destroy
from grognard.games.air_eaters.units import KIND_OF, LN, QS, SPACE, TYPE, WARSHIPS
from grognard.games.air_eaters.verbs import CRUISE, DONE, TO, V_CRASH, V_TO, Picked
from grognard.games.air_eaters.world import HEX0, NEAR, OFF_MAP, ON_JUPITER, ORBIT0

CRASHED = EventKind("crashed", "{piece} crashes into {place}", rule="31.5")

OPEN_SPACE = [TO[p] for p in range(OFF_MAP)]


class ShipsMove(AlienChoice):
    name = "ships_move"
    rule = rule("6.11")
    stage = FLY

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        stray = asteroids.unguided(s)
        if stray >= 0:
            return Msg("Ships: choose one to move, or be done; {body} has no guide where it is going", body=stray)
        if not self.moving(s, side):
            return Msg("No ship can move: choose a unit to beam, or be done")
        if self.beaming(s, side):
            return Msg("Ships: choose one to move or a unit to beam, or be done")
        return Msg("Ships: choose one to move, or be done")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = super().actions(s, frame, side)
        if s.setup.landing_ships:
            out[-1:-1] = [(V_CRASH, p) for p in WARSHIPS if can_crash(s, p) and s.owner[p] == side]
        return out

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        """When all are done the guided asteroids hit (26.6)."""
        return asteroids.impact_odds(s) if code == DONE and frame[1] == 1 << side else None

    def move(self, s: State, side: int, code: Code) -> None:
        s.push("crash_at" if code[0] == V_CRASH else "ship_to", side, code[1])

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] == LN:
            return Refusal(self.rule, "Landers fly only along with a Mothership that began where they are")
        if KIND_OF[piece] != SPACE:
            return Refusal(self.rule, "only ships move in this stage")
        return Refusal(rule("25.1"), "{piece} stays in orbit: it has pushed a moon this turn", piece=piece)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_CRASH and s.owner[code[1]] == side:
            return why_not_crash(s, code[1])
        return super().unlisted(s, frame, side, code)


class ShipTo(Picked):
    """An orbit box, or open space: that is wide, and picked in a second step."""

    name = "ship_to"
    rule = rule("6.11")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if TYPE[frame[2]] == LN:
            return [TO[p] for p in escorts(s, frame[2])]
        here = s.at[frame[2]]
        return [*(TO[ORBIT0 + n] for n in range(8) if s.body_at[n] >= 0 and ORBIT0 + n != here), CRUISE]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        if TYPE[frame[2]] == LN:
            return Refusal(self.rule, "a Lander flies only to where its Mothership has gone")
        if code[1] >= HEX0 or code[1] == ON_JUPITER:
            return Refusal(self.rule, "{piece} must remain in space", piece=frame[2])
        if code[1] == s.at[frame[2]]:
            return Refusal(self.rule, "{piece} is there already", piece=frame[2])
        if code[1] < OFF_MAP:
            return Refusal(self.rule, "for open space choose `cruise` first")
        return Refusal(self.rule, "that is no place a ship can fly to")

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        return None if code == CRUISE else last_odds(s, frame[2], code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        if code == CRUISE:
            s.replace("cruise_to", side, piece)
            return
        arrive(s, piece, code[1])


def arrive(s: State, piece: int, place: int) -> None:
    s.emit(MOVED, piece, s.at[piece], place)
    s.at[piece] = place
    s.moved[piece] = 2 if TYPE[piece] == LN else 1
    stirred(s)
    s.pop()
    go_on(s)


def last_odds(s: State, piece: int, place: int) -> Mapping[str, Fraction] | None:
    """The chances of the guided asteroids where this is the last move, after which they hit (26.6)."""
    if all(hit < 0 for hit in s.impact):
        return None
    after = s.copy()
    arrive(after, piece, place)
    return asteroids.impact_odds(after) if len(after.stack) == len(s.stack) - 2 else None


class CruiseTo(Picked):
    name = "cruise_to"
    rule = rule("6.11")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("To which space does {piece} cruise?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return OPEN_SPACE

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "{to:place} is no open space of the Solar System map", to=code[1])
        return super().unlisted(s, frame, side, code)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        return last_odds(s, frame[2], code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        arrive(s, frame[2], code[1])


def can_crash(s: State, piece: int) -> bool:
    """A Novaship or Quasarship in orbit that has not moved may crash on a planet connected to that orbit."""
    return ORBIT0 <= s.at[piece] < ON_JUPITER and not s.moved[piece]


def why_not_crash(s: State, piece: int) -> Refusal:
    number = rule("31.5")
    if not s.setup.landing_ships:
        return Refusal(number, "ships do not crash in this game: that is an option")
    if piece not in WARSHIPS:
        return Refusal(number, "only Novaships and Quasarships crash")
    if s.moved[piece]:
        return Refusal(number, "{piece} has already moved", piece=piece)
    return Refusal(number, "{piece} must begin in orbit around a planet", piece=piece)


class CrashAt(Picked):
    name = "crash_at"
    rule = rule("31.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {piece} come down?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [c for c in DROP_CODES[s.at[frame[2]] - ORBIT0] if c[1] != ON_JUPITER]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "{to:place} is not on a planet of this orbit", to=code[1])
        return super().unlisted(s, frame, side, code)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction]:
        """Losses beside the ship itself."""
        here = asteroids.dice_for(s, code[1])
        if TYPE[frame[2]] != QS:
            return asteroids.losses(0, here)
        return asteroids.losses(here, sum(asteroids.dice_for(s, other) for other in NEAR[code[1]]))

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        quasar = TYPE[piece] == QS
        s.emit(CRASHED, piece, code[1])
        destroy(s, piece)
        s.pop()
        if quasar:
            asteroids.hit_by_asteroid(s, code[1])
        else:
            asteroids.hit_by_moon(s, code[1])
        if s.result is None:
            go_on(s)
