"""The staff's judgement for bots: points, shots to come on both sides, the way to what must be held.

Cheap, and meant for one step ahead: a few dozen microseconds.
"""

from __future__ import annotations

from grognard.games.grav_armor.combat import hits_in_36
from grognard.games.grav_armor.equipment import GATLING, INFANTRY, MAGBOLT, MISSILES, PARTICLE
from grognard.games.grav_armor.ground import Ground
from grognard.games.grav_armor.scenario import points
from grognard.games.grav_armor.state import EVACUATED, ORBIT, GravState, fires_from, is_gone, occupied

NOW, NEXT, LATER = 0.8, 0.5, 0.15  # what an expected loss counts: in this phase, in the next, in the turn after
WAY = 0.012  # what a hex nearer to the goal is worth, for each point of a unit's worth
AWAY = 16  # how far a unit in orbit or beyond the edge counts to be
DISRUPTED = 0.35
_HIT = [hits_in_36(value) / 36 for value in range(-10, 11)]


def evaluate(s: GravState, side: int) -> float:
    score = points(s)
    value = float(score[0] - score[1]) + _side(s, 0) - _side(s, 1)
    return value if side == 0 else -value


def _side(s: GravState, side: int) -> float:
    """What a side has in hand beyond its points."""
    return _shots(s, side) + _stand(s, side)


def _shots(s: GravState, side: int) -> float:
    """The best shot of each gun at what it sees now, weighed by when it may come."""
    g = s.ground
    there = occupied(s, 1 - side)
    at, cell, bit, on = s.at, g.cell, g.bit, s.on
    firing = _is_firing(s, side)
    total = 0.0
    enemies: list[tuple[int, int]] = []
    for gun in g.guns[side]:
        here = cell[at[gun]]
        if here < 0 or on[gun] >= 0 or s.disrupted[gun]:
            continue
        seen = g.sight(here, fires_from(s, gun), g.range[gun])
        if not seen & there:
            continue
        if not enemies:
            enemies = [(t, bit[at[t]]) for t in g.bodies[1 - side] if bit[at[t]] and on[t] < 0]
        best = 0.0
        near = g.map.masks[here]
        for target, place in enemies:
            if seen & place:
                best = max(best, _expected(g, s, gun, target, bool(near & place)))
        total += best * ((LATER if s.fired[gun] else NOW) if firing else NEXT)
    return total


def _is_firing(s: GravState, side: int) -> bool:
    phase = s.phase
    if not 0 <= phase < len(s.setup.sequence):
        return False
    return s.setup.sequence[phase].side != s.game.sides[side]


def _expected(g: Ground, s: GravState, gun: int, target: int, adjacent: bool) -> float:
    """About what the shot is worth; `combat` has the rule itself."""
    kind, move, arms = g.kind[gun], g.move[target], g.arms[gun]
    value = kind.ew + kind.attack - g.resist[target] - g.worth[move][g.cell[s.at[target]]]
    if arms == PARTICLE:
        value += move <= 1
    elif arms == MAGBOLT:
        value += move == 2
    if adjacent:
        value += (2 if arms == GATLING else 0) + (kind.defense if kind.active else 0)
    chance = _HIT[min(max(value, -10), 10) + 10]
    worth = g.kind[target].worth * (0.5 if move == INFANTRY else 1.0) + 0.3
    return chance * worth * (1.2 if arms == MISSILES else 1.0)


def _stand(s: GravState, side: int) -> float:
    """How near the units are to what their side must hold or hunt, and who is shaken."""
    g = s.ground
    goals = _goals(s, side)
    at, cell, disrupted = s.at, g.cell, s.disrupted
    home = ORBIT[side]
    total = 0.0
    for piece in g.mobile[side]:
        place = at[piece]
        here = cell[place]
        worth = g.kind[piece].worth
        if here >= 0:
            away = min((goal[here] for goal in goals), default=0)
            total -= WAY * worth * away
            if disrupted[piece]:
                total -= DISRUPTED * worth
            if s.on[piece] >= 0:
                total -= WAY * worth * 2
        elif place == home or not is_gone(s, piece):
            total -= WAY * worth * AWAY
        elif place == EVACUATED:
            total -= WAY * worth * AWAY * 2
    return total


def _goals(s: GravState, side: int) -> list[tuple[int, ...]]:
    """Distances to the objectives that pay this side, those not in hand first; else to the enemy."""
    g = s.ground
    map_ = g.map
    wanted = [
        map_.distances(g.cell[o.places[0]])
        for n, o in enumerate(g.objectives)
        if o.points[side] and s.holder[n] != side
    ]
    if wanted:
        return wanted
    held = [map_.distances(g.cell[o.places[0]]) for o in g.objectives if any(o.points)]
    if held:
        return held
    found = [g.cell[s.at[t]] for t in g.bodies[1 - side]]
    return [map_.distances(c) for c in found if c >= 0][:6]
