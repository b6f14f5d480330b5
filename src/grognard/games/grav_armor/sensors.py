"""Who sees whom, for many at once. Chapter Combat, Range & Detection; one firer and one target: `combat.sees`."""

from __future__ import annotations

from grognard.games.grav_armor.equipment import FORT
from grognard.games.grav_armor.state import ASK, FIRST_HEX, HOLD, WATCHFUL, GravState, fires_from

LINES_KEPT = 4096  # firing lines remembered on a ground


class Sensors:
    """What some pieces detect: worked out once for a stretch in which nobody fires or is hit."""

    __slots__ = ("_ground", "air", "looks")

    def __init__(self, s: GravState, pieces: list[int]) -> None:
        g, at = s.ground, s.at
        cell, length = g.cell, g.range
        self.looks = [(p, *g.senses(cell[at[p]], fires_from(s, p), length[p])) for p in pieces]
        self.air = 0  # where they have anything in the air in range [Combat/Automatic Detection]
        for _, near, _ in self.looks:
            self.air |= near
        self._ground = [-1] * (FORT + 1)

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
        here, move = s.ground.bit[s.at[unit]], s.ground.move[unit]
        if s.aloft and unit == s.mover:
            return [p for p, near, _ in self.looks if near & here]
        return [p for p, _, seen in self.looks if seen[move] & here]


def firing_line(s: GravState, side: int) -> Sensors:
    """The sensors of all pieces of a side that are ready to fire, remembered on the ground."""
    g = s.ground
    row = g.gun_row[side]
    key = (side, row(s.at), row(s.fired), row(s.on), row(s.disrupted), *[s.loss[fort] for fort in g.weapons_of])
    known = g.lines.get(key)
    if known is None:
        if len(g.lines) > LINES_KEPT:
            g.lines.clear()
        known = g.lines[key] = Sensors(s, ready(s, side))
    assert isinstance(known, Sensors)
    return known


def ready(s: GravState, side: int) -> list[int]:
    """The pieces of a side that `is_ready`, in one pass."""
    at, on, fired, disrupted = s.at, s.on, s.fired, s.disrupted
    return [p for p in s.ground.guns[side] if at[p] >= FIRST_HEX and not fired[p] and not disrupted[p] and on[p] < 0]


class Watchers:
    """Who looks at a unit on its way: all that could fire at it, and those of them that act on it."""

    __slots__ = ("acting", "all")

    def __init__(self, s: GravState, side: int) -> None:
        order = s.order
        quiet = s.quiet != WATCHFUL
        self.all = self.acting = firing_line(s, side)
        acting = [f for f, *_ in self.all.looks if order[f] != HOLD and not (quiet and order[f] == ASK)]
        if len(acting) < len(self.all.looks):
            self.acting = Sensors(s, acting)

    def halt(self, s: GravState, unit: int) -> bool:
        """Is the unit to be halted where it is now? Being seen tells of secret orders, halted or not."""
        if not self.all.see(s, unit):
            return False
        s.reveal()
        return self.acting is self.all or self.acting.see(s, unit)
