"""Sums of small values along a path of limited length: detection, lines of fire, the cheapest look."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.board.bits import to_list
from grognard.board.topology import Topology


class BestPath(NamedTuple):
    """A path, both ends included, and the sum of the values of all its places but the first."""

    total: int
    places: list[int]


class Values:
    """A value from 0 up for every place of a map. Make it once per map and terrain key, and keep it."""

    __slots__ = ("masks", "of", "topology")

    def __init__(self, topology: Topology, values: Sequence[int]) -> None:
        if len(values) != topology.n:
            raise ValueError(f"{len(values)} values for {topology.n} places")
        masks: dict[int, int] = {}
        for place, value in enumerate(values):
            if value < 0:
                raise ValueError(f"{topology.names[place]}: value {value}, expected 0 or more")
            masks[value] = masks.get(value, 0) | 1 << place
        self.topology = topology
        self.of = tuple(values)
        self.masks = tuple(sorted(masks.items()))

    def along(self, path: Sequence[int]) -> int:
        """The sum over a path that somebody chose, its first place not counted."""
        for a, b in pairwise(path):
            if not self.topology.adjacent(a, b):
                raise ValueError(f"{self.topology.names[a]} and {self.topology.names[b]} are not neighbours")
        return sum(self.of[place] for place in path[1:])

    @property
    def highest(self) -> int:
        """The highest value on the map."""
        return self.masks[-1][0]


def _rounds(values: Values, start: int, length: int, limit: int) -> list[list[int]]:
    """rounds[k][s]: places first reached with a sum of s or less by k steps, at exactly s."""
    wave = values.topology.steps.wave
    masks = values.masks
    seen = [1 << start] * (limit + 1)  # seen[s]: reached so far with a sum of s or less
    front = [1 << start] + [0] * limit
    rounds = [front]
    for _ in range(length):
        after = [0] * (limit + 1)
        for total, places in enumerate(front):
            if places:
                spread = wave(places)
                for value, mask in masks:
                    if total + value > limit:
                        break
                    after[total + value] |= spread & mask
        for total, places in enumerate(after):
            fresh = places & ~seen[total]
            after[total] = fresh
            if fresh:
                for more in range(total, limit + 1):
                    seen[more] |= fresh
        if not any(after):
            break
        rounds.append(after)
        front = after
    return rounds


def sums_within(values: Values, start: int, length: int, limit: int = -1) -> dict[int, int]:
    """The least sum to every place at most `length` steps away; only sums up to `limit` (-1: any).

    The sum counts the place itself and not the start, as a firer counts it.
    """
    if limit < 0:
        limit = length * values.highest
    found: dict[int, int] = {}
    for front in _rounds(values, start, length, limit):
        for total, places in enumerate(front):
            for place in to_list(places):
                if place not in found or total < found[place]:
                    found[place] = total
    return found


def seen_within(values: Values, start: int, length: int, limit: int) -> int:
    """The set of places that `sums_within` tells the sums of, without the sums."""
    found = 0
    for front in _rounds(values, start, length, limit):
        for places in front:
            found |= places
    return found


def best_path(
    values: Values, start: int, goal: int, length: int, limit: int = -1, last: int | None = None
) -> BestPath | None:
    """A path of least sum with at most `length` steps, the shortest of those; None when there is none within `limit`.

    `last` is the goal's own value where it differs from the map's (a unit in cover, a target in the air).
    """
    if start == goal:
        return BestPath(0, [start])
    own = values.of[goal] if last is None else last
    if limit < 0:
        limit = length * values.highest + own
    if own > limit or length < 1:
        return None
    near = values.topology.masks[goal]
    rounds = _rounds(values, start, length - 1, limit - own)
    best: tuple[int, int] | None = None  # (sum before the goal, steps before it)
    for steps, front in enumerate(rounds):
        for total, places in enumerate(front):
            if places & near and (best is None or total < best[0]):
                best = (total, steps)
    if best is None:
        return None
    total, steps = best
    path = [goal]
    while steps >= 0:
        place = to_list(rounds[steps][total] & values.topology.masks[path[-1]])[0]
        path.append(place)
        total -= values.of[place]
        steps -= 1
    path.reverse()
    return BestPath(best[0] + own, path)


def richest_path(values: Values, start: int, goal: int) -> BestPath | None:
    """Of the shortest paths, one of greatest sum; None when no path leads."""
    topology = values.topology
    away = topology.distances(goal)
    if away[start] < 0:
        return None
    best = {start: BestPath(0, [start])}
    for left in range(away[start] - 1, -1, -1):
        after: dict[int, BestPath] = {}
        for place, so_far in best.items():
            for near in topology.neighbours[place]:
                if away[near] == left:
                    total = so_far.total + values.of[near]
                    if near not in after or total > after[near].total:
                        after[near] = BestPath(total, [*so_far.places, near])
        best = after
    return best[goal]
