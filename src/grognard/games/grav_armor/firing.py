"""Fire before all moves, at any step of a move, after all moves. Chapter Combat, When to Fire."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core import Choice, Code, Frame, Modifier, Msg, Refusal, Step, rule
from grognard.games.grav_armor.combat import (
    BY_ORDER,
    fire_at,
    hit_value,
    hits_in_36,
    modifiers,
    salvo_chances,
    sighting,
    why_no_shot,
)
from grognard.games.grav_armor.equipment import MISSILES, ORTILLERY
from grognard.games.grav_armor.orders import give_orders
from grognard.games.grav_armor.sensors import line_of
from grognard.games.grav_armor.state import (
    ASK,
    FIRST_HEX,
    HOLD,
    ORBIT,
    PHASE_PASSED,
    UNIT_PASSED,
    WATCHFUL,
    GravState,
    is_ready,
    is_target,
)
from grognard.games.grav_armor.verbs import DONE, FIRE, NEXT, ORDERS, PASS, PASS_PHASE, PASS_UNIT


def targets(s: GravState, side: int) -> list[int]:
    """What a side may fire at, wherever it stands."""
    on, at = s.on, s.at
    return [p for p in s.ground.bodies[1 - side] if at[p] >= FIRST_HEX and on[p] < 0]


def shots(s: GravState, side: int, ortillery: bool = False) -> list[Code]:
    """Every shot that a side may take now."""
    line, enemies = line_of(s, side), targets(s, side)
    found: list[Code] = [(FIRE, f, t) for t in enemies for f in line.who_may_fire(s, t)]
    batteries = ready_batteries(s, side) if ortillery else []
    if batteries:
        found += [(FIRE, f, t) for t in enemies if line.range_to(s, t) for f in batteries]
    return found


def ready_batteries(s: GravState, side: int) -> list[int]:
    g = s.ground
    return [p for p in g.units[side] if g.move[p] == ORTILLERY and s.at[p] == ORBIT[side] and not s.fired[p]]


def who_can_shoot(s: GravState, side: int) -> set[int]:
    """The pieces that have a shot, ortillery apart."""
    line = line_of(s, side)
    return {firer for t in targets(s, side) for firer in line.who_may_fire(s, t)}


def can_shoot(s: GravState, side: int) -> bool:
    """Is there any shot at all, ortillery's included? Asked before a side is bothered."""
    line, enemies = line_of(s, side), targets(s, side)
    if any(line.who_may_fire(s, t) for t in enemies):
        return True
    return bool(ready_batteries(s, side)) and any(line.range_to(s, t) for t in enemies)


def why_not_fire(s: GravState, side: int, firer: int, target: int, ortillery: bool) -> Refusal | None:
    """The true reason why this piece can't fire at that target now."""
    g = s.ground
    if firer < 0 or g.side[firer] != side:
        return Refusal(rule("Combat/General"), "{piece} is not one of your units", piece=firer)
    if target < 0 or g.side[target] != 1 - side:
        return Refusal(rule("Combat/General"), "{piece} is not an enemy unit here", piece=target)
    if s.fired[firer]:
        return Refusal(rule("Combat/Rate of Fire"), "{piece} has already fired in this phase", piece=firer)
    if g.move[firer] == ORTILLERY and not ortillery:
        return Refusal(rule("Orbital/When Ortillery Fires"), "ortillery fires only after all moves")
    if s.disrupted[firer]:
        return Refusal(rule("Combat/Disruption"), "{piece} is disrupted and can't fire", piece=firer)
    if s.on[firer] >= 0:
        return Refusal(rule("Movement/Carriers/2"), "{piece} is inside another unit and can't fire", piece=firer)
    if g.move[firer] != ORTILLERY and not is_ready(s, firer):
        return Refusal(rule("Combat/General"), "{piece} has no weapon on the map", piece=firer)
    return why_no_shot(s, firer, target)


def shoot(s: GravState, side: int, firer: int, target: int, by_order: bool = False) -> None:
    """One shot; missiles then go on to every other unit in the hex, detected or not. [Combat/Missiles/1]"""
    s.fired[firer] = 1
    s.shots += 1
    s.due = 0
    for other in also_attacked(s, side, firer, target):
        s.due |= 1 << other
    if s.due:
        s.push("salvo", side, firer, 1, int(by_order))
    fire_at(s, firer, target)


def also_attacked(s: GravState, side: int, firer: int, target: int) -> list[int]:
    """The other units of the target's hex, where the weapon is missiles. [Combat/Missiles/1]"""
    if s.ground.arms[firer] != MISSILES:
        return []
    place = s.at[target]
    return [p for p in targets(s, side) if s.at[p] == place and p != target]


EVERYBODY = Modifier(0, "missiles attack every unit of the hex", rule("Combat/Missiles/1"))


class Firing(Choice[GravState]):
    """What the three moments of fire have in common."""

    rule = rule("Combat/When to Fire")
    ortillery = False
    extra: tuple[Code, ...] = ()
    after_orders: tuple[Code, ...] = ()  # the same when orders have been given at this moment

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        return [*shots(s, side, self.ortillery), *(self.after_orders if frame[-1] else self.extra)]

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == FIRE:
            reason = why_not_fire(s, side, code[1], code[2], self.ortillery)
            if reason is not None:
                return reason
        if code[0] == ORDERS:
            return Refusal(rule("Turn/Move and Fire"), "orders have been given at this moment already")
        return Refusal(self.rule, "you are the firing side now: fire, or let it pass")

    def odds(self, s: GravState, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        if code[0] != FIRE:
            return None
        return salvo_chances(s, code[1], code[2], also_attacked(s, side, code[1], code[2]))

    def ledger(self, s: GravState, frame: Frame, side: int, code: Code) -> list[Modifier]:
        if code[0] != FIRE:
            return []
        also = [EVERYBODY] if also_attacked(s, side, code[1], code[2]) else []
        return [*modifiers(s, code[1], code[2]), sighting(s, code[1], code[2]), *also]


class Before(Firing):
    """Fire before anything moves. Frame: side, orders given."""

    name = "before"
    rule = rule("Combat/Firing Before Moves")
    extra = ((ORDERS,), (DONE,))
    after_orders = ((DONE,),)

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        elif code[0] == ORDERS:
            give_orders(s, frame, side)
        else:
            s.pop()
            s.push("open_fire", side, 1)
            shoot(s, side, code[1], code[2])

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("Fire before the enemy moves, or let the moves begin")


class After(Firing):
    """Fire after all movement; ortillery fires only now. Frame: side, 0."""

    name = "after"
    rule = rule("Combat/Firing After Moves")
    ortillery = True
    extra = ((DONE,),)

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == FIRE:
            s.push("last_fire", side)
            shoot(s, side, code[1], code[2])

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("All moves are over: fire with what has not fired")


class OpenFire(Step[GravState]):
    """Asks the firing side before the moves, where a piece without standing orders has a shot.

    Frame: side, whether it has been asked already: then it may go on with all its pieces.
    """

    name = "open_fire"

    def run(self, s: GravState, frame: Frame) -> None:
        _, side, asked = frame
        firers = who_can_shoot(s, side)
        if firers:
            s.reveal()  # whether their owner is asked tells of secret orders
        if firers and (asked or any(s.order[firer] == ASK for firer in firers)):
            s.push("before", side, 0)


class LastFire(Step[GravState]):
    name = "last_fire"

    def run(self, s: GravState, frame: Frame) -> None:
        if can_shoot(s, frame[1]):
            s.push("after", frame[1], 0)


class Interrupt(Firing):
    """The firing side halts the moving unit. Frame: side, the unit, orders given."""

    name = "interrupt"
    rule = rule("Combat/Firing During Moves")
    extra = ((PASS,), (PASS_UNIT,), (PASS_PHASE,), (ORDERS,))
    after_orders = ((PASS,), (PASS_UNIT,), (PASS_PHASE,))

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        if code[0] == ORDERS:
            give_orders(s, frame, side)
            return
        s.pop()
        if code[0] == PASS_UNIT:
            s.quiet = UNIT_PASSED
        elif code[0] == PASS_PHASE:
            s.quiet = PHASE_PASSED
        elif code[0] == FIRE:
            s.push("watch", side, frame[2])
            shoot(s, side, code[1], code[2])

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("{unit:piece} is in {place}: fire now, or let it pass?", unit=frame[2], place=s.at[frame[2]])


class Salvo(Step[GravState]):
    """Missiles attack every unit in the hex. Frame: side, firer, attacks made, by standing order."""

    name = "salvo"

    def run(self, s: GravState, frame: Frame) -> None:
        _, _side, firer, spent, by_order = frame
        due = _due(s)
        if len(due) == 1 or by_order:
            go_on(s, frame, max(due, key=lambda t: (hits_in_36(hit_value(s, firer, t, spent)), -t)))
        else:
            s.push("missiles", *frame[1:])


class Missiles(Choice[GravState]):
    """Their owner chooses the order in which the units of the hex are attacked. Frame: as Salvo."""

    name = "missiles"
    rule = rule("Combat/Missiles/1")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        return [(NEXT, t) for t in _due(s)]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        go_on(s, frame, code[1])

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "name a unit of that hex which these missiles have not attacked yet")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("{firer:piece} goes on: which unit of the hex is attacked next?", firer=frame[2])

    def odds(self, s: GravState, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        return salvo_chances(s, frame[2], code[1], [t for t in _due(s) if t != code[1]], frame[3])

    def ledger(self, s: GravState, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return [*modifiers(s, frame[2], code[1], frame[3]), EVERYBODY]


def go_on(s: GravState, frame: Frame, target: int) -> None:
    """The next unit of the hex is attacked, at one less for each attack before it."""
    _, side, firer, spent, by_order = frame
    s.due &= ~(1 << target)
    if s.due:
        s.push("salvo", side, firer, spent + 1, by_order)
    fire_at(s, firer, target, spent)


def _due(s: GravState) -> list[int]:
    return [p for p in range(s.due.bit_length()) if s.due >> p & 1]


class Watch(Step[GravState]):
    """After each step of a move: standing orders act first, then the firing side is asked. Frame: side, the unit."""

    name = "watch"

    def run(self, s: GravState, frame: Frame) -> None:
        _, side, unit = frame
        if not is_target(s, unit):
            return
        firer, asks, seen = decided_fire(s, side, unit)
        if seen:  # what comes now, and what does not, tells of secret orders
            s.reveal()
        if firer >= 0:
            s.stack.append(frame)
            s.emit(BY_ORDER, firer)
            shoot(s, side, firer, unit, by_order=True)
        elif asks and s.quiet == WATCHFUL:
            s.push("interrupt", side, unit, 0)


def decided_fire(s: GravState, side: int, unit: int) -> tuple[int, bool, bool]:
    """The piece that fires at the unit by its standing orders (-1: none), whether another asks its owner, whether any
    sees the unit at all."""
    firers = line_of(s, side).who_may_fire(s, unit)
    best, best_ways, asks = -1, -1, False
    for firer in firers:
        order = s.order[firer]
        if order == HOLD or ((s.aim[firer] or s.zone[firer]) and not _is_meant(s, firer, unit)):
            continue
        if order == ASK:
            asks = True
            continue
        ways = hits_in_36(hit_value(s, firer, unit))
        if ways * 100 >= order * 36 and ways > best_ways:
            best, best_ways = firer, ways
    return best, asks, bool(firers)


def _is_meant(s: GravState, firer: int, unit: int) -> bool:
    """Do this piece's orders name the unit and its hex? Where nothing is named, all are meant."""
    aim, zone = s.aim[firer], s.zone[firer]
    return (not aim or bool(aim >> unit & 1)) and (not zone or bool(zone >> s.at[unit] & 1))
