"""The common shape of every map: places 0..n-1 with names, neighbours, sides between neighbours and a spot to draw."""

from collections.abc import Iterable, Mapping, Sequence

from grognard.board.bits import to_list
from grognard.board.steps import Steps

FAR = -1  # the distance between places that no path joins


class Topology:
    """A map as numbers. Immutable once made; what is computed on first use is kept.

    n            how many places; a place is an int from 0 to n - 1, a set of places an int used as bits
    names        the printed name of each place
    neighbours   the neighbours of each place, in the map's own order of directions
    masks        the same as sets
    everything   the set of all places
    sides        the pairs (a, b), a < b, of neighbouring places; a side is its number in this list
    xy           where each place is drawn, y downwards; the centres of adjacent places are about 1 apart
    steps        every step, compiled (see `steps`)
    """

    def __init__(
        self,
        names: Sequence[str],
        neighbours: Sequence[Sequence[int]],
        xy: Sequence[tuple[float, float]],
        steps: Steps | None = None,
    ) -> None:
        self.n = len(names)
        self.names = tuple(names)
        self.index: dict[str, int] = {name: place for place, name in enumerate(self.names)}
        if len(self.index) != self.n:
            twice = sorted({name for name in self.names if self.names.count(name) > 1})
            raise ValueError(f"place names used twice: {', '.join(twice[:5])}")
        if len(neighbours) != self.n or len(xy) != self.n:
            raise ValueError(f"{self.n} names, {len(neighbours)} neighbour lists, {len(xy)} drawing points")
        self.neighbours = tuple(tuple(near) for near in neighbours)
        self.xy = tuple(xy)
        self.everything = (1 << self.n) - 1
        masks = []
        for near in self.neighbours:
            mask = 0
            for other in near:
                mask |= 1 << other
            masks.append(mask)
        self.masks = tuple(masks)
        self.sides = tuple((a, b) for a, near in enumerate(self.neighbours) for b in sorted(near) if a < b)
        self._side_of: dict[tuple[int, int], int] = {}
        for side, (a, b) in enumerate(self.sides):
            if not self.masks[b] >> a & 1:
                raise ValueError(f"{self.names[a]} has neighbour {self.names[b]}, but not the other way round")
            self._side_of[a, b] = self._side_of[b, a] = side
        self.steps = steps if steps is not None else Steps(self.n, self.masks)
        self._distances: dict[int, tuple[int, ...]] = {}
        self._within: dict[tuple[int, int], int] = {}

    def place(self, name: str) -> int:
        """The place with this printed name."""
        found = self.index.get(name)
        if found is None:
            raise KeyError(f"no place {name!r} on this map of {self.n} places")
        return found

    def adjacent(self, a: int, b: int) -> bool:
        """Are these two places neighbours?"""
        return bool(self.masks[a] >> b & 1)

    def side(self, a: int, b: int) -> int:
        """The side between two places, or -1 when they are not neighbours."""
        return self._side_of.get((a, b), -1)

    def sides_of(self, place: int) -> tuple[int, ...]:
        """The sides round a place, in the order of its neighbours."""
        return tuple(self._side_of[place, other] for other in self.neighbours[place])

    def side_set(self, pairs: Iterable[tuple[int, int]]) -> int:
        """The set of sides between the given pairs of neighbours."""
        mask = 0
        for a, b in pairs:
            side = self.side(a, b)
            if side < 0:
                raise ValueError(f"no side between {self.names[a]} and {self.names[b]}: they are not neighbours")
            mask |= 1 << side
        return mask

    def steps_without(self, sides: int) -> Steps:
        """All steps but those across the given set of sides. Make it once per map and set, and keep it."""
        return self.steps.without(self.sides[side] for side in to_list(sides)) if sides else self.steps

    def spread(self, mask: int) -> int:
        """All neighbours of any place of the set."""
        return self.steps.spread(mask)

    def distances(self, place: int) -> tuple[int, ...]:
        """The distance from a place to every place, FAR where no path leads. Kept after the first call."""
        known = self._distances.get(place)
        if known is None:
            found = [FAR] * self.n
            room = self.everything
            front = 1 << place
            radius = 0
            while front:
                room &= ~front
                for other in to_list(front):
                    found[other] = radius
                front = self.steps.wave(front) & room
                radius += 1
            known = self._distances[place] = tuple(found)
        return known

    def distance(self, a: int, b: int) -> int:
        """Steps from one place to the other, FAR when no path leads."""
        return self.distances(a)[b]

    def within(self, place: int, radius: int) -> int:
        """The set of places at most `radius` steps away, the place itself included. Kept after the first call."""
        key = (place, radius)
        known = self._within.get(key)
        if known is None:
            known = front = 1 << place if radius >= 0 else 0
            while front and radius > 0:
                front = self.steps.spread(front) & ~known
                known |= front
                radius -= 1
            self._within[key] = known
        return known

    def ring(self, place: int, radius: int) -> int:
        """The set of places exactly `radius` steps away."""
        return self.within(place, radius) & ~self.within(place, radius - 1)

    def named(self, mask: int) -> list[str]:
        """The names of a set of places."""
        return [self.names[place] for place in to_list(mask)]

    def set_of(self, names: Iterable[str]) -> int:
        """The set of places with these names."""
        mask = 0
        for name in names:
            mask |= 1 << self.place(name)
        return mask


def from_edges(
    names: Sequence[str], edges: Iterable[tuple[str, str]], xy: Mapping[str, tuple[float, float]] | None = None
) -> Topology:
    """A map from names and the pairs of names that touch: boxes, tracks and other small displays."""
    index = {name: place for place, name in enumerate(names)}
    near: list[list[int]] = [[] for _ in names]
    for left, right in edges:
        for name in (left, right):
            if name not in index:
                raise ValueError(f"edge {left} - {right}: no place {name!r}")
        a, b = index[left], index[right]
        if a == b or b in near[a]:
            raise ValueError(f"edge {left} - {right}: a place can touch another once, and never itself")
        near[a].append(b)
        near[b].append(a)
    spots = [xy[name] if xy else (float(place), 0.0) for name, place in index.items()]
    return Topology(names, near, spots)
