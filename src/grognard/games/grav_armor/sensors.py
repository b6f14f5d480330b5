"""Who sees whom, for many at once. Chapter Combat, Range & Detection; one firer and one target: `combat.sees`."""

from __future__ import annotations

from grognard.games.grav_armor.combat import may_range
from grognard.games.grav_armor.equipment import FORT
from grognard.games.grav_armor.state import ASK, FIRST_HEX, HOLD, WATCHFUL, GravState, fires_from, is_ready

LINES_KEPT = 1024  # firing lines remembered on a ground
Look = tuple[int, int, tuple[int, ...]]  # a piece, and what it senses from where it stands


class Sensors:
    """What some pieces detect from where they stand, whatever has become of them otherwise."""

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

    def who_see(self, s: GravState, unit: int) -> list[int]:
        """Those of them that `sees` this unit where it is now."""
        g, place = s.ground, s.at[unit]
        here, move = g.bit[place], g.move[unit]
        if not self.air & here:
            return []
        if s.aloft and unit == s.mover:
            return [p for p, near, _ in self.looks if near & here]
        if not self.ground(move) & here:
            return []
        who = self._who.get((place, move))
        if who is None:
            who = self._who[place, move] = [p for p, _, seen in self.looks if seen[move] & here]
        return who

    def who_may_fire(self, s: GravState, unit: int) -> list[int]:
        """Those that see it and can fire at it now."""
        who = self.who_see(s, unit)
        if not who:
            return who
        fired, disrupted, on = s.fired, s.disrupted, s.on
        return [p for p in who if not fired[p] and not disrupted[p] and on[p] < 0]

    def range_to(self, s: GravState, unit: int) -> bool:
        """Does any of them see it that ranges for ortillery?"""
        return any(may_range(s, p) for p in self.who_see(s, unit))


def looks_of(s: GravState, pieces: list[int]) -> list[Look]:
    at, known = s.at, s.ground.looks
    return [known.get((p, at[p])) or _look(s, p) for p in pieces]


def _look(s: GravState, piece: int) -> Look:
    """What a piece senses; kept by where it stands, but for a fort's weapon, whose EW may go."""
    g, place = s.ground, s.at[piece]
    look = (piece, *g.senses(g.cell[place], fires_from(s, piece), g.range[piece]))
    if g.fort_of[piece] < 0:
        g.looks[piece, place] = look
    return look


def line_of(s: GravState, side: int) -> Sensors:
    """The sensors of all pieces of a side on the map, fit to fire or not, kept on the ground by where they are."""
    g = s.ground
    key: tuple[object, ...] = (side, g.gun_row[side](s.at))
    if g.weapons_of:
        key = (*key, *[s.loss[fort] for fort in g.weapons_of])
    line = g.lines.get(key)
    if line is None:
        line = _keep(s, key, Sensors(looks_of(s, [p for p in g.guns[side] if s.at[p] >= FIRST_HEX])))
    return line


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
        self.line = line_of(s, side)
        self.quiet = s.quiet != WATCHFUL

    def covered(self, s: GravState) -> int:
        """Where anything in the air could be fired at."""
        cells = 0
        for piece, near, _ in self.line.looks:
            if is_ready(s, piece):
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
