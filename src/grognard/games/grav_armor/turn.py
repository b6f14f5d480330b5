"""Recovery, then one side moves while the other fires; then the roles reverse. Chapter Turn Procedure."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import ACT, Choice, Code, EventKind, Frame, Msg, Phase, Refusal, Step, rule
from grognard.games.grav_armor.equipment import SIDES
from grognard.games.grav_armor.movement import why_not_enter
from grognard.games.grav_armor.moves import movable
from grognard.games.grav_armor.orders import give_orders
from grognard.games.grav_armor.state import WATCHFUL, GravState, occupied, put
from grognard.games.grav_armor.verbs import DONE, ORDERS, SET, SHIFT

RECOVERED = EventKind("recovered", "{piece} recovers", level=ACT, rule=rule("Turn/Disruption Recovery"))
SET_UP = EventKind("set_up", "{piece} is set up in {place}", level=ACT, rule=rule("Scenarios/Forces/3"))


def sequence(first: int) -> tuple[Phase, ...]:
    """The outline of a turn when that side moves first."""
    phases = []
    for half, side in enumerate((first, 1 - first)):
        under = ("First phase", "Second phase")[half]
        mover, firer = SIDES[side].capitalize(), SIDES[1 - side].capitalize()
        number = half + 1
        title = f"{mover} recovers"
        phases.append(
            Phase(f"recovery_{number}", title, rule("Turn/Disruption Recovery"), "recovery", under, SIDES[side])
        )
        title = f"{mover} moves, {firer} fires"
        phases.append(Phase(f"move_fire_{number}", title, rule("Turn/Move and Fire"), "fight", under, SIDES[side]))
    return tuple(phases)


def moving_side(s: GravState, phase: int) -> int:
    return SIDES.index(s.setup.sequence[phase].side)


class Recovery(Step[GravState]):
    """The moving side's disrupted units recover; the firing side's do not. [Turn/Disruption Recovery]"""

    name = "recovery"

    def run(self, s: GravState, frame: Frame) -> None:
        for piece in s.ground.bodies[moving_side(s, frame[1])]:
            if s.disrupted[piece]:
                s.disrupted[piece] = 0
                s.emit(RECOVERED, piece)


class Fight(Step[GravState]):
    """One phase of moves and fire: fire before, the moves, fire after. Each piece moves or fires once."""

    name = "fight"

    def run(self, s: GravState, frame: Frame) -> None:
        side = moving_side(s, frame[1])
        for marks in (s.moved, s.fired, s.ridden, s.lifted):
            marks[:] = bytes(len(marks))
        s.quiet = WATCHFUL
        s.push("close_phase", side)
        s.push("last_fire", 1 - side)
        s.push("moving", side)
        s.push("open_fire", 1 - side, 0)


class Moving(Step[GravState]):
    """Asks the moving side, where it has anything to move."""

    name = "moving"

    def run(self, s: GravState, frame: Frame) -> None:
        if movable(s, frame[1]):
            s.push("move", frame[1], 0)


class Muster(Choice[GravState]):
    """Set-up as the scenario suggests; what has an area may be shifted in it. Frame: side, orders given."""

    name = "muster"
    rule = rule("Scenarios/Forces/3")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        found: list[Code] = [(SHIFT, p) for p in shiftable(s, side)]
        return [*found, (DONE,)] if frame[2] else [*found, (ORDERS,), (DONE,)]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        elif code[0] == ORDERS:
            give_orders(s, frame, side)
        else:
            s.push("muster_unit", side, code[1])

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == ORDERS:
            return Refusal(rule("Turn/Move and Fire"), "orders have been given at this moment already")
        if code[0] == SHIFT:
            return _why_not_shift(s, side, code[1])
        return Refusal(self.rule, "during set-up you may shift those of your units that have an area to choose from")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("Set up: shift units within their areas, or begin")


def _why_not_shift(s: GravState, side: int, piece: int) -> Refusal:
    g = s.ground
    where = rule("Scenarios/Forces/3")
    if piece < 0 or g.side[piece] != side:
        return Refusal(where, "{piece} is not one of your units", piece=piece)
    if s.on[piece] >= 0:
        return Refusal(where, "{piece} is inside {into:piece}", piece=piece, into=s.on[piece])
    if not g.area_of[piece]:
        return Refusal(where, "{piece} begins where the scenario says: it has no area to choose from", piece=piece)
    return Refusal(where, "no hex of the area of {piece} is free", piece=piece)


class MusterUnit(Choice[GravState]):
    """Where to set one unit up. Frame: side, piece."""

    name = "muster_unit"
    rule = rule("Scenarios/Forces/3")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        g = s.ground
        return [(SET, g.place[c]) for c in to_list(set_up_cells(s, frame[2]))]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        put(s, frame[2], code[1])
        s.emit(SET_UP, frame[2], code[1])

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        reason = why_not_enter(s, frame[2], code[1]) if code[0] == SET else None
        return reason or Refusal(self.rule, "choose a hex of this unit's area")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("Where is {piece} set up?", piece=frame[2])


def shiftable(s: GravState, side: int) -> list[int]:
    g = s.ground
    free = ~occupied(s, 1 - side)
    return [
        d.piece
        for d in g.dealt
        if d.area and d.side == side and d.aboard < 0 and d.area & free & g.fit[g.move[d.piece]]
    ]


def set_up_cells(s: GravState, piece: int) -> int:
    g = s.ground
    return g.area_of[piece] & ~occupied(s, 1 - g.side[piece]) & g.fit[g.move[piece]]
