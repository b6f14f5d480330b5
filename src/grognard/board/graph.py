"""Maps of places joined by named routes: star charts, tracks, holding boxes."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.board.bits import to_list
from grognard.board.reach import flood
from grognard.board.supply import trace
from grognard.board.topology import Topology


class Route(NamedTuple):
    """One route between two places, open both ways."""

    a: str
    b: str
    name: str = ""
    length: int = 1


class Graph(Topology):
    """Places joined by routes. A route is a side: `route_names[side]`, `lengths[side]`."""

    def __init__(
        self,
        names: Sequence[str],
        routes: Iterable[Route | tuple[str, str]],
        xy: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        index = {name: place for place, name in enumerate(names)}
        near: list[list[int]] = [[] for _ in names]
        facts: dict[tuple[int, int], Route] = {}
        for given in routes:
            route = Route(*given)
            for name in (route.a, route.b):
                if name not in index:
                    raise ValueError(f"route {route.a} - {route.b}: no place {name!r}")
            a, b = sorted((index[route.a], index[route.b]))
            if a == b or (a, b) in facts:
                raise ValueError(f"route {route.a} - {route.b}: written twice, or from a place to itself")
            if route.length < 1:
                raise ValueError(f"route {route.a} - {route.b}: length {route.length}, expected 1 or more")
            facts[a, b] = route
            near[a].append(b)
            near[b].append(a)
        for name in names:
            if xy is not None and name not in xy:
                raise ValueError(f"place {name!r} has no drawing point")
        spots = [xy[name] if xy is not None else (float(place), 0.0) for place, name in enumerate(names)]
        super().__init__(names, near, spots)
        self.route_names = tuple(facts[pair].name for pair in self.sides)
        self.lengths = tuple(facts[pair].length for pair in self.sides)

    def reached(self, start: int, allowed: int = -1, closed: int = 0) -> int:
        """All places connected to the set `start` through allowed places; `closed` is a set of sides."""
        return flood(self.steps_without(closed), start, self.everything & allowed)

    def path(self, a: int, b: int, allowed: int = -1, closed: int = 0) -> list[int]:
        """A path of fewest routes, ends included; [] when there is none. The start need not be allowed."""
        return trace(self.steps_without(closed), a, 1 << b, self.everything & allowed)

    def shortest(self, a: int, b: int, allowed: int = -1, closed: int = 0) -> tuple[int, list[int]]:
        """The least summed length and its path; (-1, []) when there is none. The start need not be allowed."""
        done: dict[int, int] = {}
        heap = [(0, a, a)]
        while heap:
            spent, place, before = heappop(heap)
            if place in done:
                continue
            done[place] = before
            if place == b:
                path = [b]
                while path[-1] != a:
                    path.append(done[path[-1]])
                path.reverse()
                return spent, path
            for other in to_list(self.masks[place] & allowed):
                side = self.side(place, other)
                if other not in done and not closed >> side & 1:
                    heappush(heap, (spent + self.lengths[side], other, place))
        return -1, []
