"""Ring maps: spaces on rings round a centre, which turn, and touch by an edge or a corner.

Every ring starts on one common radius and counts clockwise, so space i (from 0) of a ring of N covers the angles from
i/N to (i+1)/N of a turn. All comparisons are of whole numbers: a border is met exactly or not at all.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from grognard.board.topology import Topology


class RingMap(Topology):
    """Rings of the given sizes, innermost first, named by letter and number from 1: A-1, B-1, B-2 ..."""

    def __init__(self, sizes: Sequence[int], letters: Sequence[str]) -> None:
        if len(sizes) != len(letters):
            raise ValueError(f"{len(sizes)} rings, {len(letters)} letters")
        for letter, size in zip(letters, sizes, strict=True):
            if size < 1:
                raise ValueError(f"ring {letter}: {size} spaces, expected 1 or more")
        self.sizes = tuple(sizes)
        self.letters = tuple(letters)
        starts = [0]
        for size in sizes:
            starts.append(starts[-1] + size)
        self.starts = tuple(starts)
        self.ring_of = tuple(ring for ring, size in enumerate(sizes) for _ in range(size))
        self.space_of = tuple(space for size in sizes for space in range(size))
        spots = tuple(zip(self.ring_of, self.space_of, strict=True))
        names = [f"{letters[ring]}-{space + 1}" for ring, space in spots]
        near = [self._near(place) for place in range(starts[-1])]
        super().__init__(names, near, [self.spot(ring, space) for ring, space in spots])
        self.turned = tuple(self.at(ring, space + 1) for ring, space in spots)
        self.turned_back = tuple(self.at(ring, space - 1) for ring, space in spots)

    def at(self, ring: int, space: int) -> int:
        """The place on a ring, both counted from 0; the space goes round."""
        return self.starts[ring] + space % self.sizes[ring]

    def ring_mask(self, ring: int) -> int:
        """All places of a ring."""
        return ((1 << self.sizes[ring]) - 1) << self.starts[ring]

    def spot(self, ring: int, space: int) -> tuple[float, float]:
        """The middle of a space: rings 1 apart, space 1 just clockwise of straight up, y downwards."""
        angle = 2 * pi * (2 * space + 1) / (2 * self.sizes[ring])
        radius = ring + 0.5 if ring or self.sizes[0] > 1 else 0.0
        return (radius * sin(angle), -radius * cos(angle))

    def radial(self, place: int, rings: int) -> tuple[int, ...]:
        """Where the line from the centre through the middle of this space meets the ring `rings` further out.

        Negative `rings` go inwards. Two places when the line runs exactly along their border, the anticlockwise one
        first; () beyond the outermost ring and inside the innermost.
        """
        ring = self.ring_of[place] + rings
        if not 0 <= ring < len(self.sizes):
            return ()
        if rings == 0:
            return (place,)
        # the middle is at (2 space + 1) / 2N of a turn: in units of one space of the other ring
        turn = (2 * self.space_of[place] + 1) * self.sizes[ring]
        unit = 2 * self.sizes[self.ring_of[place]]
        space, rest = divmod(turn, unit)
        if rest or self.sizes[ring] == 1:
            return (self.at(ring, space),)
        return (self.at(ring, space - 1), self.at(ring, space))

    def _near(self, place: int) -> list[int]:
        ring, space = self.ring_of[place], self.space_of[place]
        near: list[int] = []
        for other in (ring - 1, ring, ring + 1):
            if other == ring:
                near.extend(self.at(ring, space + step) for step in (-1, 1))
            elif 0 <= other < len(self.sizes):
                near.extend(self._touching(ring, space, other))
        return [found for found in dict.fromkeys(near) if found != place]

    def _touching(self, ring: int, space: int, other: int) -> list[int]:
        size, count = self.sizes[ring], self.sizes[other]
        if size == 1 or count == 1:
            return [self.at(other, step) for step in range(count)]
        low = -(-space * count // size) - 1  # the last space to end at or after our start, a corner included
        high = (space + 1) * count // size  # the first to start at or before our end
        return [self.at(other, step) for step in range(low, high + 1)]
