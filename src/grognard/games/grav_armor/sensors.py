"""Who sees whom, for many at once. Chapter Combat, Range & Detection; one firer and one target: `combat.sees`."""

from __future__ import annotations

from grognard.games.grav_armor.combat import spotters
from grognard.games.grav_armor.equipment import FORT
from grognard.games.grav_armor.state import ASK, FIRST_HEX, HOLD, WATCHFUL, GravState, fires_from

LINES_KEPT = 4096  # firing lines remembered on a ground
Look = tuple[int, int, tuple[int, ...]]  # a piece, and what it senses from where it stands


class Sensors:
    """What some pieces detect: worked out once for a stretch in which nobody fires or is hit."""

    __slots__ = ("_ground", "air", "looks")

    def __init__(self, looks: list[Look]) -> None:
        self.looks = looks
        self.air = 0  # where they have anything in the air in range [Combat/Automatic Detection]
        for _, near, _ in looks:
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

    def seen(self, s: GravState, units: list[int]) -> list[int]:
        """Those units that any of them `sees`."""
        bit, at, move = s.ground.bit, s.at, s.ground.move
        air, flyer = self.air, s.mover if s.aloft else -1
        return [u for u in units if air & bit[at[u]] and (u == flyer or self.ground(move[u]) & bit[at[u]])]

    def who_see(self, s: GravState, unit: int) -> list[int]:
        """Those of them that do."""
        here, move = s.ground.bit[s.at[unit]], s.ground.move[unit]
        if s.aloft and unit == s.mover:
            return [p for p, near, _ in self.looks if near & here]
        return [p for p, _, seen in self.looks if seen[move] & here]


def looks_of(s: GravState, pieces: list[int]) -> list[Look]:
    g, at = s.ground, s.at
    cell, length = g.cell, g.range
    return [(p, *g.senses(cell[at[p]], fires_from(s, p), length[p])) for p in pieces]


def firing_line(s: GravState, side: int) -> Sensors:
    """The sensors of all pieces of a side that are ready to fire, remembered on the ground."""
    g = s.ground
    row = g.gun_row[side]
    stand = (side, row(s.at), row(s.on), row(s.disrupted), *[s.loss[fort] for fort in g.weapons_of])
    key = (stand, row(s.fired))
    known = g.lines.get(key)
    if known is None:
        whole = g.lines.get(stand)
        if whole is None:  # the line as it is before anybody has fired
            guns = [p for p in g.guns[side] if s.at[p] >= FIRST_HEX and not s.disrupted[p] and s.on[p] < 0]
            whole = _keep(s, stand, Sensors(looks_of(s, guns)))
        fired = s.fired
        known = _keep(s, key, Sensors([look for look in whole.looks if not fired[look[0]]]))
    return known


def spotter_line(s: GravState, side: int) -> Sensors:
    """The sensors of all that range for ortillery, likewise."""
    g = s.ground
    row = g.gun_row[side]
    key = ("spot", side, row(s.at), row(s.on), row(s.disrupted), *[s.loss[fort] for fort in g.weapons_of])
    return g.lines.get(key) or _keep(s, key, Sensors(looks_of(s, spotters(s, side))))


def _keep(s: GravState, key: tuple[object, ...], line: Sensors) -> Sensors:
    lines = s.ground.lines
    if len(lines) > LINES_KEPT:
        lines.clear()
    lines[key] = line
    return line


class Watchers:
    """Who looks at a unit on its way: all that could fire at it, and whether any of them acts on it."""

    __slots__ = ("all", "quiet")

    def __init__(self, s: GravState, side: int) -> None:
        self.all = firing_line(s, side)
        self.quiet = s.quiet != WATCHFUL

    def halt(self, s: GravState, unit: int) -> bool:
        """Is the unit to be halted where it is now? Being seen tells of secret orders, halted or not."""
        if not self.all.see(s, unit):
            return False
        s.reveal()
        return any(self._acts(s.order[firer]) for firer in self.all.who_see(s, unit))

    def _acts(self, order: int) -> bool:
        return order != HOLD and not (self.quiet and order == ASK)
