"""Who sees whom, for many at once. Chapter Combat, Range & Detection; one firer and one target: `combat.sees`."""

from __future__ import annotations

from grognard.games.grav_armor.combat import spotters
from grognard.games.grav_armor.equipment import FORT
from grognard.games.grav_armor.state import ASK, FIRST_HEX, HOLD, WATCHFUL, GravState, fires_from

LINES_KEPT = 1024  # firing lines remembered on a ground
Look = tuple[int, int, tuple[int, ...]]  # a piece, and what it senses from where it stands


class Sensors:
    """What some pieces detect from where they stand, whether they have fired or not."""

    __slots__ = ("_ground", "_who", "air", "looks")

    def __init__(self, looks: list[Look]) -> None:
        self.looks = looks
        self.air = 0  # where they have anything in the air in range [Combat/Automatic Detection]
        for _, near, _ in looks:
            self.air |= near
        self._ground = [-1] * (FORT + 1)
        self._who: dict[tuple[int, int], list[int]] = {}

    def ground(self, move: int) -> int:
        """Where they detect a target of that class on the ground."""
        cells = self._ground[move]
        if cells < 0:
            cells = 0
            for _, _, seen in self.looks:
                cells |= seen[move]
            self._ground[move] = cells
        return cells

    def see(self, s: GravState, unit: int) -> bool:
        """Does any of them `sees` this unit where it is now?"""
        g = s.ground
        here = g.bit[s.at[unit]]
        if not self.air & here:
            return False
        return (s.aloft and unit == s.mover) or bool(self.ground(g.move[unit]) & here)

    def who_see(self, s: GravState, unit: int) -> list[int]:
        """Those of them that do."""
        if not self.see(s, unit):
            return []
        g, place = s.ground, s.at[unit]
        here, move = g.bit[place], g.move[unit]
        if s.aloft and unit == s.mover:
            return [p for p, near, _ in self.looks if near & here]
        who = self._who.get((place, move))
        if who is None:
            who = self._who[place, move] = [p for p, _, seen in self.looks if seen[move] & here]
        return who

    def who_may_fire(self, s: GravState, unit: int) -> list[int]:
        """Those that see it and have not fired yet."""
        who = self.who_see(s, unit)
        if not who:
            return who
        fired = s.fired
        return [p for p in who if not fired[p]]


def looks_of(s: GravState, pieces: list[int]) -> list[Look]:
    g, at = s.ground, s.at
    cell, length = g.cell, g.range
    return [(p, *g.senses(cell[at[p]], fires_from(s, p), length[p])) for p in pieces]


def firing_line(s: GravState, side: int) -> Sensors:
    """The sensors of all pieces of a side that stand fit to fire, remembered on the ground by how they stand."""
    key = _stand(s, side, 0)
    line = s.ground.lines.get(key)
    if line is None:
        guns = [p for p in s.ground.guns[side] if s.at[p] >= FIRST_HEX and not s.disrupted[p] and s.on[p] < 0]
        line = _keep(s, key, Sensors(looks_of(s, guns)))
    return line


def spotter_line(s: GravState, side: int) -> Sensors:
    """The sensors of all that range for ortillery, likewise."""
    key = _stand(s, side, 1)
    return s.ground.lines.get(key) or _keep(s, key, Sensors(looks_of(s, spotters(s, side))))


def _stand(s: GravState, side: int, ranging: int) -> tuple[object, ...]:
    """All that what a side's pieces detect depends on."""
    g = s.ground
    row = g.gun_row[side]
    if g.weapons_of:
        return side, ranging, row(s.at), row(s.on), row(s.disrupted), *[s.loss[fort] for fort in g.weapons_of]
    return side, ranging, row(s.at), row(s.on), row(s.disrupted)


def _keep(s: GravState, key: tuple[object, ...], line: Sensors) -> Sensors:
    lines = s.ground.lines
    if len(lines) > LINES_KEPT:
        lines.clear()
    lines[key] = line
    return line


class Watchers:
    """Who looks at a unit on its way: all that could fire at it, and whether any of them acts on it."""

    __slots__ = ("line", "quiet")

    def __init__(self, s: GravState, side: int) -> None:
        self.line = firing_line(s, side)
        self.quiet = s.quiet != WATCHFUL

    def covered(self, s: GravState) -> int:
        """Where anything in the air could be fired at."""
        cells = 0
        for piece, near, _ in self.line.looks:
            if not s.fired[piece]:
                cells |= near
        return cells

    def halt(self, s: GravState, unit: int) -> bool:
        """Is the unit to be halted where it is now? Being seen tells of secret orders, halted or not."""
        firers = self.line.who_may_fire(s, unit)
        if not firers:
            return False
        s.reveal()
        return any(self._acts(s.order[firer]) for firer in firers)

    def _acts(self, order: int) -> bool:
        return order != HOLD and not (self.quiet and order == ASK)
