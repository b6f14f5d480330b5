"""The moving side's choices: which unit, then where, step by step, and what it takes along. Chapter Movement."""

from __future__ import annotations

from grognard.board.bits import choose
from grognard.core import Choice, Code, Frame, Msg, Random, Refusal, Step, Way, rule
from grognard.games.grav_armor.carriers import load, loadable, unload, unloadable, why_not_load
from grognard.games.grav_armor.equipment import DROPSHIP
from grognard.games.grav_armor.movement import (
    begin_move,
    can_go_on,
    can_leave,
    can_take_off,
    end_move,
    ground_cells,
    halts,
    is_spacecraft,
    landing_cells,
    leave_map,
    over_cells,
    path_to,
    places,
)
from grognard.games.grav_armor.orbital import can_climb, climb, dive, dive_cells, fly_cells, is_in_orbit
from grognard.games.grav_armor.orders import give_orders
from grognard.games.grav_armor.refusals import not_firing, why_not_move, why_not_step
from grognard.games.grav_armor.state import FLIGHT, FRESH, GONE, SETTLED, GravState, cell_of
from grognard.games.grav_armor.verbs import (
    CLIMB,
    DIVE,
    DONE,
    FIRE,
    FLY,
    GO,
    LAND,
    LEAVE,
    LOAD,
    MOVE,
    ORDERS,
    OVER,
    STOP,
    TAKE_OFF,
    UNLOAD,
)


class Move(Choice[GravState]):
    """Choose a unit to move, or end the movement. Frame: side, orders given since the last move."""

    name = "move"
    rule = rule("Movement/General Rule/1")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        found: list[Code] = [(MOVE, p) for p in movable(s, side)]
        return [*found, (DONE,)] if frame[2] else [*found, (ORDERS,), (DONE,)]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        elif code[0] == ORDERS:
            give_orders(s, frame, side)
        else:
            s.stack[-1] = (*frame[:2], 0)
            begin_move(s, code[1])
            s.push("travel", side, code[1])
            s.push("watch", 1 - side, code[1])

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == MOVE:
            reason = why_not_move(s, side, code[1])
            if reason is not None:
                return reason
        if code[0] == ORDERS:
            return Refusal(rule("Turn/Move and Fire"), "orders have been given at this moment already")
        if code[0] == FIRE:
            return not_firing()
        return Refusal(self.rule, "you are the moving side now: first choose a unit to move")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("Choose a unit to move, or end your movement")


def movable(s: GravState, side: int) -> list[int]:
    """The units of a side for which `why_not_move` finds no reason, in one pass."""
    moved, on, ridden, disrupted, at = s.moved, s.on, s.ridden, s.disrupted, s.at
    return [
        p
        for p in s.ground.mobile[side]
        if not moved[p] and on[p] < 0 and not ridden[p] and not disrupted[p] and at[p] not in GONE
    ]


class Travel(Step[GravState]):
    """Between the steps of a move: ends it, or asks its owner for the next. Frame: side, piece."""

    name = "travel"

    def run(self, s: GravState, frame: Frame) -> None:
        _, side, piece = frame
        if (halts(s, piece) and not unloadable(s, piece)) or not has_options(s, piece):
            end_move(s)
        else:
            s.push("go", side, piece)


def has_options(s: GravState, piece: int) -> bool:
    """Is there anything but `stop` to choose? A quick look."""
    if is_in_orbit(s, piece):
        return s.gait == FRESH
    if s.aloft or (s.gait == FLIGHT and not is_spacecraft(s, piece)):
        return True
    if is_spacecraft(s, piece) and (s.gait == FRESH or s.left):
        return True
    if not s.disrupted[piece] and (can_go_on(s, piece) or can_leave(s, piece)):
        return True
    return bool(unloadable(s, piece) or loadable(s, piece))


class Go(Choice[GravState]):
    """The next step of the unit that moves. Frame: side, piece."""

    name = "go"
    rule = rule("Movement/General Rule/2")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        piece = frame[2]
        found: list[Code]
        if is_in_orbit(s, piece):
            found = places(s, DIVE, dive_cells(s, piece))
            found.append((STOP,))
            return found
        if is_spacecraft(s, piece):
            return _spacecraft_steps(s, piece)
        found = []
        if s.gait == FLIGHT:
            return [
                *places(s, LAND, landing_cells(s, piece)),
                *places(s, OVER, over_cells(s, piece)),
                *([(LEAVE,)] if can_leave(s, piece) else []),
            ]
        if s.gait != SETTLED and not s.disrupted[piece]:
            found = places(s, GO, ground_cells(s, piece))
            if can_take_off(s, piece):
                found.append((TAKE_OFF,))
            if can_leave(s, piece):
                found.append((LEAVE,))
        found += _cargo_steps(s, piece)
        found.append((STOP,))
        return found

    def way(self, s: GravState, frame: Frame, side: int, code: Code) -> Way | None:
        """Half points paid, never more than there are: a minimum move takes what is left. [Movement/Minimum Moves]"""
        piece, verb = frame[2], code[0]
        if verb not in (GO, LAND):
            return None
        g = s.ground
        cells = path_to(s, piece, code[1], verb)
        if verb == GO:
            paid = sum(g.half_cost[g.move[piece]][c] for c in cells)
        else:
            paid = len(cells) - 1 + g.half_cost[g.move[piece]][cells[-1]]
        return Way(min(paid, s.left) / 2, [s.at[piece], *(g.place[c] for c in cells)])

    def sample(self, s: GravState, frame: Frame, side: int, rng: Random) -> Code:
        """Long lists are drawn from by their set of hexes; the chances need not be even."""
        piece = frame[2]
        cells = dive_cells(s, piece) if is_in_orbit(s, piece) else 0
        if cells and rng.random() < 0.9:
            return (DIVE, s.ground.place[choose(cells, rng.randrange)])
        return rng.choice(self.actions(s, frame, side))

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        piece, verb = frame[2], code[0]
        if verb == STOP:
            end_move(s)
            return
        s.push("travel", side, piece)
        if verb in (GO, LAND) or (verb == OVER and not is_spacecraft(s, piece)):
            s.push("leg", piece, code[1], verb, s.shots)
        elif verb in (FLY, OVER):
            s.left = 0
            s.push("flight", piece, code[1], verb, s.shots)
        elif verb == TAKE_OFF:
            s.gait = FLIGHT
        elif verb == DIVE:
            dive(s, piece, code[1])
        elif verb == CLIMB:
            climb(s, piece)
        elif verb == LEAVE:
            leave_map(s, piece)
        else:
            _handle_cargo(s, side, piece, code)

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        return why_not_step(s, frame[2], code)

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        piece = frame[2]
        if is_in_orbit(s, piece):
            return Msg("Where does {piece} dive?", piece=piece)
        if s.gait == FLIGHT:
            return Msg("{piece} is in free flight: where does it fly or land?", piece=piece)
        if is_spacecraft(s, piece):
            return Msg("Where does {piece} fly?", piece=piece)
        points = f"{s.left / 2:g}"
        return Msg(
            "Where does {piece} go? It has {points:text|movement point|movement points} left",
            piece=piece,
            points=points,
        )


def _spacecraft_steps(s: GravState, piece: int) -> list[Code]:
    """Fly, climb or stay; a drop-ship that has taken up or set down somebody may fly on. [Orbital/Drop-ships/4]"""
    found: list[Code] = []
    if s.gait == FRESH or s.aloft or s.left:
        cells = fly_cells(s, piece)
        found = places(s, FLY, cells)
        found += places(s, OVER, s.ground.map.masks[cell_of(s, piece)] & cells)
    if can_leave(s, piece):
        found.append((LEAVE,))
    if s.aloft:
        return found
    if can_climb(s, piece):
        found.append((CLIMB,))
    found += _cargo_steps(s, piece)
    found.append((STOP,))
    return found


def _cargo_steps(s: GravState, piece: int) -> list[Code]:
    if not s.ground.carrier[piece]:
        return []
    return [*((LOAD, p) for p in loadable(s, piece)), *((UNLOAD, p) for p in unloadable(s, piece))]


def _handle_cargo(s: GravState, side: int, piece: int, code: Code) -> None:
    """Before a unit gets in, and after one gets out, it can be fired at by itself. [Movement/Carriers/4]"""
    if s.ground.move[piece] == DROPSHIP and s.gait == FLIGHT:
        s.left = 1
    if code[0] == LOAD:
        s.push("load", piece, code[1])
    else:
        unload(s, piece, code[1])
    s.push("watch", 1 - side, code[1])


class Load(Step[GravState]):
    """The unit gets in, if it still can. Frame: carrier, unit. [Movement/Carriers/2]"""

    name = "load"

    def run(self, s: GravState, frame: Frame) -> None:
        _, carrier, unit = frame
        if why_not_load(s, carrier, unit) is None:
            load(s, carrier, unit)
            s.push("watch", 1 - s.ground.side[carrier], carrier)  # both can now be hit together where they are
