"""The staff's judgement for bots: points, shots to come on both sides, the way to what must be held.

Cheap, and meant for one step ahead: some fifty microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

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
    bits_of,
)
from grognard.games.grav_armor.ground import Ground
from grognard.games.grav_armor.scenario import points
from grognard.games.grav_armor.state import FRESH, ORBIT, GravState, fires_from, is_gone, occupied
from grognard.games.grav_armor.verbs import DIVE, FLY, GO, LAND, LOAD, OVER, STOP, TAKE_OFF, UNLOAD

NOW, NEXT, LATER = 0.8, 0.5, 0.15  # what an expected loss counts: in this phase, in the next, in the turn after
WAY = 0.012  # what a hex nearer to the goal is worth, for each point of a unit's worth
AWAY = 16  # how far a unit in orbit or beyond the edge counts to be
DISRUPTED = 0.35
COVER = 1.5  # hexes of way that a point of terrain is worth
STACKED = 0.85  # what each further target of a salvo brings, against the one before
TAKEN, TAKEN_AT_LAST = 0.5, 0.9  # an objective in which one stands alone now, and in the last turn
TO_HEXES = (GO, LAND, FLY, DIVE)
GAINS_KEPT = 4096  # rows of `Gains` remembered
SCENES_KEPT = 2048
_LOW, _HIGH = -30, 40
_HIT = [hits_in_36(value) / 36 for value in range(_LOW, _HIGH)]


class Gains(dict[int, float]):
    """What one gun in one cell may expect of a shot at each type of target in each cell, as far as asked for."""

    __slots__ = ("base", "close", "here", "known", "near", "range", "seen", "worth")

    def __init__(self, g: Ground, known: Estimates, gun: int, here: int, ew: int) -> None:
        self.known = known
        self.worth = g.worth
        self.here = here
        self.near = g.map.masks[here]
        self.range, self.seen = g.senses(here, ew, g.range[gun])
        self.base = [value + ew - g.ew[gun] for value in known.base[gun]]
        self.close = known.close[gun]

    def __missing__(self, key: int) -> float:
        kind, cell = divmod(key, self.known.cells)
        gain = 0.0
        move = self.known.move[kind]
        if self.seen[move] >> cell & 1:
            value = self.base[kind] - self.worth[move][cell]
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
        self.missiles = [kind.weapon == MISSILES for kind in g.kind]
        self.objectives = [bits_of(g.cell[p] for p in o.places) for o in g.objectives]
        self.ways: dict[int, Sequence[int]] = {}
        self.gains: dict[tuple[int, int, int], Gains] = {}
        self.scenes: dict[tuple[object, ...], Scene] = {}
        self.of_side = [itemgetter(*g.bodies[side], *g.bodies[side][:1]) for side in (0, 1)]
        for side in (0, 1):
            for target in g.bodies[side]:
                number = kinds.index(g.kind[target].id)
                self.first[target] = number * self.cells
                self.move[number] = g.move[target]
                self.prize[number] = g.kind[target].worth * (0.5 if g.move[target] == INFANTRY else 1.0) + 0.3
        dealt = {g.kind[p].id: p for side in (0, 1) for p in g.bodies[side]}
        resist = [g.resist[dealt[kind]] for kind in kinds]
        for side in (0, 1):
            for gun in g.guns[side]:
                kind = g.kind[gun]
                self.close[gun] = (2 if kind.weapon == GATLING else 0) + (kind.defense if kind.active else 0)
                for move, against in zip(self.move, resist, strict=True):
                    soft, hard = move <= HOVER, HOVER < move < FORT
                    bonus = (kind.weapon == PARTICLE and soft) or (kind.weapon == MAGBOLT and hard)
                    self.base[gun].append(kind.ew + kind.attack + bonus - against - _LOW)

    def scene(self, s: GravState, side: int) -> Scene:
        """The scene of a side, kept as long as none of its units stirs."""
        get = self.of_side[side]
        key = (side, get(s.at), get(s.on), get(s.disrupted))
        found = self.scenes.get(key)
        if found is None:
            if len(self.scenes) > SCENES_KEPT:
                self.scenes.clear()
            found = self.scenes[key] = Scene(s, side, self)
        return found

    def gains_of(self, g: Ground, gun: int, here: int, ew: int) -> Gains:
        key = (gun, here, ew)
        found = self.gains.get(key)
        if found is None:
            if len(self.gains) > GAINS_KEPT:
                self.gains.clear()
            found = self.gains[key] = Gains(g, self, gun, here, ew)
        return found


class Scene:
    """How one side stands: its targets as keys of `Gains`, and what has been worked out about it."""

    __slots__ = ("best", "stacks", "stand", "targets", "there")

    def __init__(self, s: GravState, side: int, known: Estimates) -> None:
        g, at, on, cell, first = s.ground, s.at, s.on, s.ground.cell, known.first
        self.there = occupied(s, side)
        stacks: dict[int, list[int]] = {}
        for t in g.bodies[side]:
            if on[t] < 0 and cell[at[t]] >= 0:
                stacks.setdefault(cell[at[t]], []).append(first[t] + cell[at[t]])
        self.targets = [key for keys in stacks.values() for key in keys]
        self.stacks = [keys for keys in stacks.values() if len(keys) > 1]
        self.best: dict[tuple[int, int, int], float] = {}  # the best shot of a gun at this side
        self.stand: dict[int, float] = {}  # by the objectives that it wants


def estimates(g: Ground) -> Estimates:
    found = g.estimates
    if found is None:
        found = g.estimates = Estimates(g)
    assert isinstance(found, Estimates)
    return found


def evaluate(s: GravState, side: int) -> float:
    score = points(s)
    known = estimates(s.ground)
    imperial, league = known.scene(s, 0), known.scene(s, 1)
    value = float(score[0] - score[1])
    value += _shots(s, 0, league) + _stand(s, 0, imperial) - _shots(s, 1, imperial) - _stand(s, 1, league)
    value += _taken(s, imperial.there, league.there)
    return value if side == 0 else -value


def shortlist(s: GravState, side: int, codes: list[Code]) -> list[Code]:
    """Of a long list: cargo and flight where they may matter, then hexes nearer to the goal, or in better cover."""
    if s.mover < 0:
        return codes
    g, mover = s.ground, s.mover
    way, cover = _way(s, side), g.worth[g.move[mover]]
    hexes = [code for code in codes if code[0] in TO_HEXES]
    if not hexes:
        return codes
    here = g.cell[s.at[mover]]
    far = here < 0 or way[here] > g.mp[mover]
    others = [code for code in codes if code[0] in (LOAD, UNLOAD) or (code[0] == TAKE_OFF and far)]
    hexes.sort(key=lambda code: way[g.cell[code[1]]] - COVER * cover[g.cell[code[1]]])
    return others[:3] + hexes


def follow(s: GravState, codes: list[Code]) -> list[Code]:
    """Whoever went to a hex could have gone farther at once or flown there: no plan needs both. Orders can wait."""
    if s.stack[-1][0] in (s.game.node("orders"), s.game.node("order")):
        return []
    if s.mover < 0 or s.gait == FRESH:
        return codes
    found = [code for code in codes if code[0] not in (GO, OVER, STOP)]
    return [*found, (STOP,)] if found and (STOP,) in codes else found


def _shots(s: GravState, side: int, enemy: Scene) -> float:
    """The best shot of each gun at what it sees now, weighed by when it may come. `combat` has the rule itself."""
    g = s.ground
    at, cell, on, disrupted, fired = s.at, g.cell, s.on, s.disrupted, s.fired
    known = estimates(g)
    missiles, fort, best = known.missiles, g.fort_of, enemy.best
    firing = _is_firing(s, side)
    total = 0.0
    for gun in g.guns[side]:
        here = cell[at[gun]]
        if here < 0 or on[gun] >= 0 or disrupted[gun]:
            continue
        key = (gun, here, g.ew[gun] if fort[gun] < 0 else fires_from(s, gun))
        gain = best.get(key)
        if gain is None:
            row = known.gains.get(key) or known.gains_of(g, *key)
            gain = max(map(row.__getitem__, enemy.targets)) if row.range & enemy.there else 0.0
            if gain and missiles[gun]:
                gain = max([gain, *[_salvo(row, keys) for keys in enemy.stacks]])
            best[key] = gain
        if gain:
            total += gain * ((LATER if fired[gun] else NOW) if firing else NEXT)
    return total


def _salvo(row: Gains, keys: list[int]) -> float:
    """What missiles may expect of a whole hex: they attack everybody in it, each a little weaker."""
    total, share = 0.0, 1.0
    for gain in sorted([row[key] for key in keys], reverse=True):
        total += gain * share
        share *= STACKED
    return total


def _taken(s: GravState, imperial: int, league: int) -> float:
    """What the objectives will bring in which one side alone stands now and which the other holds as yet."""
    g = s.ground
    value = 0
    for number, hexes in enumerate(estimates(g).objectives):
        stands = bool(imperial & hexes)
        if stands == bool(league & hexes):
            continue
        side, holder = (0 if stands else 1), s.holder[number]
        if holder != side:
            points = g.objectives[number].points
            gain = points[side] + (points[holder] if holder >= 0 else 0)
            value += gain if side == 0 else -gain
    return value * (TAKEN_AT_LAST if s.turn >= s.setup.scenario.turns else TAKEN)


def _is_firing(s: GravState, side: int) -> bool:
    phase = s.phase
    if not 0 <= phase < len(s.setup.sequence):
        return False
    return s.setup.sequence[phase].side != s.game.sides[side]


def _stand(s: GravState, side: int, own: Scene) -> float:
    """How near the units are to what their side must hold or hunt, and who is shaken."""
    wanted = _wanted(s, side)
    known = own.stand.get(wanted)
    if known is not None:
        return known
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
    value = -WAY * far - DISRUPTED * shaken
    if wanted:  # else the way leads to the enemy, who moves
        own.stand[wanted] = value
    return value


def _wanted(s: GravState, side: int) -> int:
    """The objectives to go for, as bits: those not in hand, else those in hand; none where the scenario has none."""
    g = s.ground
    wanted = 0
    for number, objective in enumerate(g.objectives):
        if objective.points[side] and s.holder[number] != side:
            wanted |= 1 << number
    return wanted or (1 << len(g.objectives)) - 1


def _way(s: GravState, side: int) -> Sequence[int]:
    """The distance of each cell to the nearest objective wanted, else to the enemy."""
    g = s.ground
    key = _wanted(s, side)
    ways = estimates(g).ways
    if key and key not in ways:
        wanted = [p for n, o in enumerate(g.objectives) if key >> n & 1 for p in o.places]
        goals = [g.map.distances(g.cell[place]) for place in wanted]
        ways[key] = [min(row) for row in zip(*goals, strict=True)]
    if key:
        return ways[key]
    enemies = [g.cell[s.at[t]] for t in g.bodies[1 - side] if g.cell[s.at[t]] >= 0]
    return g.map.distances(enemies[0]) if enemies else [0] * g.map.n
