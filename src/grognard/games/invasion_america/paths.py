"""Where a land or air unit gets to, and by which way: allowances, costs, zones of control (10.2, 11.1)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.bits import to_list
from grognard.games.invasion_america.special import is_snowed_in
from grognard.games.invasion_america.state import CLOSED, FREE, STOP, State
from grognard.games.invasion_america.theatre import Step

Found = bytearray
"""Movement points spent by hex; more than the budget where a unit does not get to."""


Ways = tuple[Found, int]
"""The same, with the set of hexes reached."""


WITHIN = [bytes(49 if spent <= budget else 48 for spent in range(256)) for budget in range(61)]  # points to "1" or "0"


LATER = [bytes(min(points + spent, 255) for points in range(256)) for spent in range(61)]  # who had spent some before


KEPT = 3000  # starts whose reach on an empty map is remembered
USUAL = 8  # points that most units have; who has more makes a wider search of a start, once
RECENT = 200  # reaches among enemies that are: the units of a stack ask the same in one phase, later ones hardly do


def allowance(s: State, piece: int) -> int:
    """Movement Allowance now: halved out of supply, halved again in winter, fractions up (9.31, 17.32)."""
    points: int = s.game.forces.move_of[piece]
    if s.short >> piece & 1:
        points = (points + 1) // 2
    if s.setup.weather and is_snowed_in(s, s.at[piece]):
        points = (points + 1) // 2
    return points


def ignores_zones(s: State, piece: int) -> bool:
    """Partisans do (17.21)."""
    return bool(s.partisans and s.game.forces.is_militia[piece])


def flood(
    steps: Sequence[Sequence[Step]],
    start: int,
    budget: int,
    spent: int,
    footing: Sequence[int],
    span: int,
) -> Ways:
    """Everything a unit reaches. It leaves its own hex freely and stops in the first controlled one (11.13).

    `footing`: what each hex is to it; `span`: how far apart the numbers of neighbours are at most.
    """
    best = bytearray([budget + 1]) * (len(steps) + 1)  # and the holding box
    best[start] = spent
    layers: list[list[int]] = [[] for _ in range(budget + 1)]
    layers[spent].append(start)
    for cost in range(spent, budget):
        for place in layers[cost]:
            if best[place] != cost:
                continue
            for other, toll in steps[place]:
                total = cost + toll
                if total < best[other]:
                    kind = footing[other]
                    if kind == FREE:
                        best[other] = total
                        layers[total].append(other)
                    elif kind == STOP:
                        best[other] = total
    return best, within(best, start, budget, span * (budget - spent))


def within(best: Found, start: int, budget: int, span: int) -> int:
    """The hexes reached with a budget, none of them with a number farther than `span` from the start's."""
    low = max(start - span, 0)
    digits = best[low : start + span + 1].translate(WITHIN[budget])
    digits.reverse()
    return int(digits, 2) << low


class Around:
    """What units reach from one hex on an empty map with up to `limit` points, and the hexes by points."""

    __slots__ = ("best", "limit", "places")

    def __init__(self, best: Found, limit: int) -> None:
        self.best = best
        self.limit = limit
        self.places: dict[int, int] = {}


def surroundings(s: State, start: int, points: int, hovering: bool) -> Ways:
    """What a unit with so many points would reach on an empty map, kept between calls."""
    game = s.game
    span = game.theatre.columns + 1
    key = start * 2 + hovering
    known = game.reaches.get(key)
    if known is None or known.limit < points:
        steps = game.theatre.hover if hovering else game.theatre.foot
        if len(game.reaches) > KEPT:
            game.reaches.clear()
        limit = max(points, USUAL)
        known = game.reaches[key] = Around(flood(steps, start, limit, 0, game.no_footing, span)[0], limit)
    places = known.places.get(points)
    if places is None:
        places = known.places[points] = within(known.best, start, points, span * points)
    return known.best, places


def open_ground(s: State, piece: int, start: int, points: int) -> int:
    """The hexes that a unit would reach on an empty map."""
    return surroundings(s, start, points, s.game.forces.is_hover[piece])[1]


def reach(s: State, piece: int, start: int, budget: int, spent: int = 0) -> Ways:
    """Where a unit gets to among friends and enemies (10.12, 11.0)."""
    game = s.game
    side = game.forces.side_of[piece]
    if start >= game.theatre.size or spent > budget:
        nowhere = bytearray([budget + 1]) * game.theatre.count
        nowhere[start] = spent
        return nowhere, 1 << start if spent <= budget else 0
    hovering = game.forces.is_hover[piece]
    best, places = surroundings(s, start, budget - spent, hovering)
    free = ignores_zones(s, piece)
    barred = s.barred(side)
    zone = 0 if free else s.enemy_zone(side)
    if not places & (barred | zone) & ~(1 << start):
        return best.translate(LATER[spent]) if spent else best, places
    key = (start, budget, spent, hovering)
    known = game.hindered.get(key)  # the units of a stack ask the same
    if known is not None and known[0] == barred and known[1] == zone:
        return known[2]
    if len(game.hindered) > RECENT:
        game.hindered.clear()
    steps = game.theatre.hover if hovering else game.theatre.foot
    ways = flood(steps, start, budget, spent, s.footing(side, free), game.theatre.columns + 1)
    game.hindered[key] = barred, zone, ways
    return ways


def detour(s: State, piece: int, start: int, budget: int, spent: int, shunned: int) -> Found:
    """The same by ways that keep out of some hexes."""
    game = s.game
    side = game.forces.side_of[piece]
    steps = game.theatre.hover if game.forces.is_hover[piece] else game.theatre.foot
    footing = s.footing(side, ignores_zones(s, piece))[:]
    for place in to_list(shunned & game.theatre.within(start, budget - spent)):
        footing[place] = CLOSED
    return flood(steps, start, budget, spent, footing, game.theatre.columns + 1)[0]


def path_to(s: State, piece: int, found: Found, start: int, goal: int) -> list[int]:
    """A cheapest way through what `reach` found, both ends included."""
    game = s.game
    back = game.theatre.hover_back if game.forces.is_hover[piece] else game.theatre.foot_back
    footing = s.footing(game.forces.side_of[piece], ignores_zones(s, piece))
    path = [goal]
    place = goal
    while place != start:
        spent = found[place]
        for other, toll in back[place]:
            if found[other] == spent - toll and (other == start or not footing[other]):
                path.append(other)
                place = other
                break
        else:
            raise AssertionError("a hex within reach has a way to it")
    path.reverse()
    return path
