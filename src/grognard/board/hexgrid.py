"""Rectangular hex grids: both orientations, either stagger, east-west wrap, missing cells, printed numbers."""

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin, sqrt

from grognard.board.steps import LineSteps, Steps
from grognard.board.topology import Topology

POINTY = "pointy"  # hexes in straight rows, a corner at the top
FLAT = "flat"  # hexes in straight columns, a side at the top
DIRECTIONS = {
    POINTY: ("e", "se", "sw", "w", "nw", "ne"),  # clockwise
    FLAT: ("n", "ne", "se", "s", "sw", "nw"),
}
_HIGH = sqrt(3) / 2  # from line to line, when hexes of a line are 1 apart

NameOf = Callable[[int, int], str]


class HexGrid(Topology):
    """A hex grid of `width` columns and `height` rows, column 0 in the west and row 0 in the north.

    POINTY rows are straight and every second row (`shifted`: 0 even, 1 odd) stands half a hex east.
    FLAT columns are straight and every second column stands half a hex south. Places are numbered along the straight
    lines, row by row (POINTY) or column by column (FLAT), missing cells left out.
    """

    def __init__(
        self,
        width: int,
        height: int,
        name: NameOf | None = None,
        orientation: str = POINTY,
        shifted: int = 1,
        wrap: bool = False,
        missing: Iterable[tuple[int, int]] = (),
        joined: Iterable[tuple[tuple[int, int], tuple[int, int]]] = (),
    ) -> None:
        if orientation not in DIRECTIONS:
            raise ValueError(f"orientation {orientation!r}: expected {POINTY!r} or {FLAT!r}")
        if width < 1 or height < 1:
            raise ValueError(f"a grid of {width} by {height} hexes")
        if wrap and orientation == FLAT and width % 2:
            raise ValueError(f"{width} flat-topped columns can't be joined east to west: an even number is needed")
        self.width = width
        self.height = height
        self.orientation = orientation
        self.shifted = shifted
        self.wrap = wrap
        gone = frozenset(missing)
        self.cells = tuple(cell for cell in _cells(width, height, orientation) if cell not in gone)
        self._place_at: dict[tuple[int, int], int] = {cell: place for place, cell in enumerate(self.cells)}
        self._axials = tuple(self._axial(col, row) for col, row in self.cells)
        self.step = tuple(tuple(self._step(cell, way) for way in range(6)) for cell in self.cells)
        near = [list(dict.fromkeys(to for to in row if to >= 0)) for row in self.step]
        near = [[to for to in row if to != place] for place, row in enumerate(near)]
        self._plain = not gone
        for one, other in joined:
            a, b = self._place_at[one], self._place_at[other]
            if a != b and b not in near[a]:
                near[a].append(b)
                near[b].append(a)
                self._plain = False
        names = [(name or plain_number)(col, row) for col, row in self.cells]
        xy = [self.centre(col, row) for col, row in self.cells]
        super().__init__(names, near, xy, self._compile(near, bool(gone)))

    def _compile(self, near: Sequence[Sequence[int]], holes: bool) -> Steps | None:
        line, lines = (self.width, self.height) if self.orientation == POINTY else (self.height, self.width)
        if holes or line < 3 or lines < 3:
            return None
        out = []
        for row in near:
            mask = 0
            for other in row:
                mask |= 1 << other
            out.append(mask)
        return LineSteps(out, line, lines, self.shifted)

    def _step(self, cell: tuple[int, int], way: int) -> int:
        col, row = cell
        if self.orientation == POINTY:
            half = 1 if row % 2 == self.shifted else 0
            across, down = ((1, 0), (half, 1), (half - 1, 1), (-1, 0), (half - 1, -1), (half, -1))[way]
        else:
            half = 1 if col % 2 == self.shifted else 0
            across, down = ((0, -1), (1, half - 1), (1, half), (0, 1), (-1, half), (-1, half - 1))[way]
        col += across
        row += down
        if self.wrap:
            col %= self.width
        return self._place_at.get((col, row), -1)

    def at(self, col: int, row: int) -> int:
        """The place in this column and row, or -1 when there is none."""
        return self._place_at.get((col, row), -1)

    def centre(self, col: int, row: int) -> tuple[float, float]:
        """The centre of a cell, y downwards, neighbouring centres 1 apart."""
        if self.orientation == POINTY:
            return (col + (0.5 if row % 2 == self.shifted else 0.0), row * _HIGH)
        return (col * _HIGH, row + (0.5 if col % 2 == self.shifted else 0.0))

    def corners(self, place: int) -> list[tuple[float, float]]:
        """The six corners of a hex, clockwise; corner i and corner i + 1 end the side in direction i."""
        x, y = self.xy[place]
        radius = 1 / sqrt(3)
        turn = -30 if self.orientation == POINTY else -120  # first corner, degrees clockwise from east
        return [
            (x + radius * cos(pi * (turn + 60 * way) / 180), y + radius * sin(pi * (turn + 60 * way) / 180))
            for way in range(6)
        ]

    def side_line(self, a: int, b: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of the side between neighbours, drawn on the edge of `a`."""
        corners = self.corners(a)
        way = self.direction(a, b)
        if way < 0:
            raise ValueError(f"no hexside between {self.names[a]} and {self.names[b]}")
        return (corners[way], corners[(way + 1) % 6])

    def direction(self, a: int, b: int) -> int:
        """The direction (index into DIRECTIONS) from a place to its neighbour, or -1."""
        return self.step[a].index(b) if b in self.step[a] else -1

    def axial(self, place: int) -> tuple[int, int]:
        """Oblique coordinates (q, r): q + 1 is the next hex of a line, r the line; the six steps keep one form."""
        return self._axials[place]

    def _axial(self, col: int, row: int) -> tuple[int, int]:
        if self.orientation == POINTY:
            return (col - (row + 1 - self.shifted) // 2, row)
        return (row - (col + 1 - self.shifted) // 2, col)

    def distance(self, a: int, b: int) -> int:
        """Hexes from one to the other: by formula on a plain grid, else by the shortest path."""
        if not self._plain:
            return self.distances(a)[b]
        here = self._axials[a]
        if not self.wrap:
            there = self._axials[b]
            q = here[0] - there[0]
            r = here[1] - there[1]
            return max(abs(q), abs(r), abs(q + r))
        col, row = self.cells[b]
        return min(_axial_distance(here, self._axial(col + turn, row)) for turn in (-self.width, 0, self.width))

    def line(self, a: int, b: int) -> list[int]:
        """The hexes a straight line crosses from centre to centre, ends included (not across a wrap).

        Where the line runs along a side, it takes the hex a hair north and west of it if there is one.
        """
        (ax, ay), (bx, by) = self.xy[a], self.xy[b]
        steps = _axial_distance(self.axial(a), self.axial(b))
        found = [a]
        for i in range(1, steps + 1):
            x = ax + (bx - ax) * i / steps
            y = ay + (by - ay) * i / steps
            place = self.nearest(x - 1e-6, y - 2e-6)
            if place < 0:
                place = self.nearest(x + 1e-6, y + 2e-6)
            if place >= 0:
                found.append(place)
        return found

    def nearest(self, x: float, y: float) -> int:
        """The place whose hex holds this drawing point, or -1."""
        if self.orientation == POINTY:
            guess = [(round(x - 0.5 * half), row) for row in _around(y / _HIGH) for half in (0, 1)]
        else:
            guess = [(col, round(y - 0.5 * half)) for col in _around(x / _HIGH) for half in (0, 1)]
        best = -1
        least = 0.3334  # squared distance from centre to corner is a third
        for col, row in guess:
            place = self._place_at.get((col, row), -1)
            if place >= 0:
                cx, cy = self.xy[place]
                gap = (cx - x) ** 2 + (cy - y) ** 2
                if gap < least:
                    best, least = place, gap
        return best


def _around(value: float) -> tuple[int, int, int]:
    middle = round(value)
    return (middle - 1, middle, middle + 1)


def _cells(width: int, height: int, orientation: str) -> list[tuple[int, int]]:
    if orientation == POINTY:
        return [(col, row) for row in range(height) for col in range(width)]
    return [(col, row) for col in range(width) for row in range(height)]


def _axial_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    q = a[0] - b[0]
    r = a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def plain_number(col: int, row: int) -> str:
    """Column and row from 01, two figures each: 0101 in the north-west."""
    return f"{col + 1:02d}{row + 1:02d}"


def numbering(
    first: tuple[int, int] = (1, 1),
    order: str = "column-row",
    digits: int = 2,
    prefix: str = "",
    rows_from_south: int = 0,
) -> NameOf:
    """A printed numbering: the number of column 0 and row 0, which comes first, and how many figures each.

    `rows_from_south` is the row that counts as `first[1]` when rows are numbered upwards from the south edge.
    """
    if order not in ("column-row", "row-column"):
        raise ValueError(f"order {order!r}: expected 'column-row' or 'row-column'")

    def name(col: int, row: int) -> str:
        across = first[0] + col
        down = first[1] + (rows_from_south - row if rows_from_south else row)
        one, two = (across, down) if order == "column-row" else (down, across)
        return f"{prefix}{one:0{digits}d}{two:0{digits}d}"

    return name


def oblique_numbering(first: tuple[int, int] = (1, 1), width: int = 0, shifted: int = 1, digits: int = 2) -> NameOf:
    """Oblique numbering of POINTY rows: the same number runs down from north-west to south-east.

    The hexes of row y + 1 below hex (x, y) are (x, y + 1) and (x + 1, y + 1). `width` makes the count go round a wrap.
    """

    def name(col: int, row: int) -> str:
        across = col + (row + shifted) // 2
        if width:
            across %= width
        return f"{first[0] + across:0{digits}d}{first[1] + row:0{digits}d}"

    return name
