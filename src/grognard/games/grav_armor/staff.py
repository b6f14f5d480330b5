"""The staff's judgement for bots: points, shots to come on both sides, the way to what must be held.

Cheap, and meant for one step ahead: some fifty microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core import Code
from grognard.games.grav_armor.combat import hits_in_36
from grognard.games.grav_armor.equipment import (
    FORT,
    GATLING,
    HOVER,
    INFANTRY,
    MAGBOLT,
    MISSILES,
    PARTICLE,
    unit_types,
)
from grognard.games.grav_armor.ground import Ground
from grognard.games.grav_armor.scenario import points
from grognard.games.grav_armor.state import ORBIT, GravState, fires_from, is_gone, occupied
from grognard.games.grav_armor.verbs import DIVE, FLY, GO, LAND

NOW, NEXT, LATER = 0.8, 0.5, 0.15  # what an expected loss counts: in this phase, in the next, in the turn after
WAY = 0.012  # what a hex nearer to the goal is worth, for each point of a unit's worth
AWAY = 16  # how far a unit in orbit or beyond the edge counts to be
DISRUPTED = 0.35
COVER = 1.5  # hexes of way that a point of terrain is worth
TO_HEXES = (GO, LAND, FLY, DIVE)
GAINS_KEPT = 4096  # rows of `Gains` remembered
_LOW, _HIGH = -30, 40
_HIT = [hits_in_36(value) / 36 for value in range(_LOW, _HIGH)]


class Gains(dict[int, float]):
    """What one gun in one cell may expect of a shot at each type of target in each cell, as far as asked for."""

    __slots__ = ("base", "close", "here", "known", "near", "seen", "worth")

    def __init__(self, g: Ground, known: Estimates, gun: int, here: int, ew: int) -> None:
        self.known = known
        self.worth = g.worth
        self.here = here
        self.near = g.map.masks[here]
        self.seen = g.sight(here, ew, g.range[gun])
        self.base = [value + ew - g.ew[gun] for value in known.base[gun]]
        self.close = known.close[gun]

    def __missing__(self, key: int) -> float:
        kind, cell = divmod(key, self.known.cells)
        gain = 0.0
        if self.seen >> cell & 1:
            value = self.base[kind] - self.worth[self.known.move[kind]][cell]
            gain = _HIT[value + (self.close if self.near >> cell & 1 else 0)] * self.known.prize[kind]
        self[key] = gain
        return gain


class Estimates:
    """What never changes: the hit value of each gun at each type of target, and what a hit is worth."""

    def __init__(self, g: Ground) -> None:
        total = len(g.pieces)
        kinds = sorted({g.kind[p].id for side in (0, 1) for p in g.bodies[side]})
        self.cells = g.map.n
        self.first = [0] * total  # of a target: the key of its type in cell 0
        self.prize = [0.0] * len(kinds)
        self.move = [0] * len(kinds)
        self.base: list[list[int]] = [[] for _ in range(total)]
        self.close = [0] * total  # what being adjacent adds
        self.many = [1.0] * total
        self.ways: dict[int, Sequence[int]] = {}
        self.gains: dict[tuple[int, int, int], Gains] = {}
        for side in (0, 1):
            for target in g.bodies[side]:
                number = kinds.index(g.kind[target].id)
                self.first[target] = number * self.cells
                self.move[number] = g.move[target]
                self.prize[number] = g.kind[target].worth * (0.5 if g.move[target] == INFANTRY else 1.0) + 0.3
        resist = [unit_types()[k].ew * (2 if unit_types()[k].enhanced else 1) + unit_types()[k].defense for k in kinds]
        for side in (0, 1):
            for gun in g.guns[side]:
                kind = g.kind[gun]
                self.close[gun] = (2 if kind.weapon == GATLING else 0) + (kind.defense if kind.active else 0)
                self.many[gun] = 1.2 if kind.weapon == MISSILES else 1.0
                for move, against in zip(self.move, resist, strict=True):
                    soft, hard = move <= HOVER, HOVER < move < FORT
                    bonus = (kind.weapon == PARTICLE and soft) or (kind.weapon == MAGBOLT and hard)
                    self.base[gun].append(kind.ew + kind.attack + bonus - against - _LOW)

    def gains_of(self, g: Ground, gun: int, here: int, ew: int) -> Gains:
        key = (gun, here, ew)
        found = self.gains.get(key)
        if found is None:
            if len(self.gains) > GAINS_KEPT:
                self.gains.clear()
            found = self.gains[key] = Gains(g, self, gun, here, ew)
        return found


def estimates(g: Ground) -> Estimates:
    found = g.estimates
    if found is None:
        found = g.estimates = Estimates(g)
    assert isinstance(found, Estimates)
    return found


def evaluate(s: GravState, side: int) -> float:
    score = points(s)
    value = float(score[0] - score[1])
    value += _shots(s, 0) + _stand(s, 0) - _shots(s, 1) - _stand(s, 1)
    return value if side == 0 else -value


def shortlist(s: GravState, side: int, codes: list[Code]) -> list[Code]:
    """The likely hexes of a long list first: nearer to the goal, or in better cover."""
    if s.mover < 0:
        return codes
    g = s.ground
    way, cover = _way(s, side), g.worth[g.move[s.mover]]
    hexes = [code for code in codes if code[0] in TO_HEXES]
    if not hexes:
        return codes
    return sorted(hexes, key=lambda code: way[g.cell[code[1]]] - COVER * cover[g.cell[code[1]]])


def _shots(s: GravState, side: int) -> float:
    """The best shot of each gun at what it sees now, weighed by when it may come. `combat` has the rule itself."""
    g = s.ground
    there = occupied(s, 1 - side)
    at, cell, on, disrupted, fired = s.at, g.cell, s.on, s.disrupted, s.fired
    known = estimates(g)
    many, gains, fort = known.many, known.gains, g.fort_of
    firing = _is_firing(s, side)
    total = 0.0
    targets: list[int] = []
    for gun in g.guns[side]:
        here = cell[at[gun]]
        if here < 0 or on[gun] >= 0 or disrupted[gun]:
            continue
        ew = g.ew[gun] if fort[gun] < 0 else fires_from(s, gun)
        row = gains.get((gun, here, ew)) or known.gains_of(g, gun, here, ew)
        if row.seen & there:
            if not targets:
                first = known.first
                targets = [first[t] + cell[at[t]] for t in g.bodies[1 - side] if on[t] < 0 and cell[at[t]] >= 0]
            best = max(map(row.__getitem__, targets))
            total += best * many[gun] * ((LATER if fired[gun] else NOW) if firing else NEXT)
    return total


def _is_firing(s: GravState, side: int) -> bool:
    phase = s.phase
    if not 0 <= phase < len(s.setup.sequence):
        return False
    return s.setup.sequence[phase].side != s.game.sides[side]


def _stand(s: GravState, side: int) -> float:
    """How near the units are to what their side must hold or hunt, and who is shaken."""
    g = s.ground
    way = _way(s, side)
    at, cell, disrupted, on, worth = s.at, g.cell, s.disrupted, s.on, g.points
    home = ORBIT[side]
    far = 0
    shaken = 0
    for piece in g.mobile[side]:
        here = cell[at[piece]]
        if here >= 0:
            far += worth[piece] * (way[here] + (2 if on[piece] >= 0 else 0))
            if disrupted[piece]:
                shaken += worth[piece]
        elif at[piece] == home or not is_gone(s, piece):
            far += worth[piece] * AWAY
    return -WAY * far - DISRUPTED * shaken


def _way(s: GravState, side: int) -> Sequence[int]:
    """The distance of each cell to the nearest goal: objectives not in hand, else those in hand, else the enemy."""
    g = s.ground
    wanted = key = 0
    for number, objective in enumerate(g.objectives):
        if objective.points[side] and s.holder[number] != side:
            wanted |= 1 << number
    key = wanted or (1 << len(g.objectives)) - 1
    ways = estimates(g).ways
    if key not in ways:
        goals = [g.map.distances(g.cell[o.places[0]]) for n, o in enumerate(g.objectives) if key >> n & 1]
        ways[key] = [min(row) for row in zip(*goals, strict=True)]
    if key:
        return ways[key]
    enemies = [g.cell[s.at[t]] for t in g.bodies[1 - side] if g.cell[s.at[t]] >= 0]
    return g.map.distances(enemies[0]) if enemies else [0] * g.map.n
