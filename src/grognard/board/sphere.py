"""Hexes on a sphere: the geodesic grid with its 12 five-neighbour cells, and small planets with joined poles."""

from math import asin, atan2, cos, degrees, pi, radians, sin, sqrt

from grognard.board.topology import Topology

Vector = tuple[float, float, float]
Point = tuple[float, float]
Key = tuple[tuple[int, int], ...]  # (corner of the icosahedron, weight) for each weight above 0; weights sum to n

_HIGH = sqrt(3) / 2
_APART = atan2(2, 1)  # angle between neighbouring corners of an icosahedron
NORTH, SOUTH = 0, 11
_LEVEL = (0, *[1] * 5, *[2] * 5, 3)  # corners 1-5 stand in the north, 6-10 in the south


class Sphere(Topology):
    """A geodesic grid of frequency n: 10 n^2 + 2 cells, poles on two of the 12 five-neighbour cells.

    Cells are numbered from the north pole southwards in rows, each from longitude `lon0` eastwards, and named row and
    place: 0001, 0101 ... Neighbours go clockwise from the north.

    five      the set of cells with five neighbours
    rows      the row of each cell, 0 to 3n
    centre    unit vectors; lat, lon in degrees
    corners   the corners of each cell as unit vectors; corner i lies between neighbour i and the next
    net       for the unfolded map: (face, polygon) pieces of each cell, cells on an edge having one a face; the
              lattice spacing is 1. `faces` are the net's 20 triangles
    """

    def __init__(self, frequency: int, lon0: float = 0.0) -> None:
        if frequency < 1:
            raise ValueError(f"a sphere of frequency {frequency}")
        self.frequency = frequency
        self.lon0 = lon0
        corners = _corners(lon0)
        lattice = _lattice(frequency)
        keys = {key for face in lattice for key in face.values()}
        spots = {key: _position(key, frequency, corners) for key in keys}
        row_of = {key: sum(_LEVEL[corner] * weight for corner, weight in key) for key in keys}
        order = sorted(keys, key=lambda key: (row_of[key], round((_lon(spots[key]) - lon0 + 1e-6) % 360, 6)))
        number = {key: place for place, key in enumerate(order)}
        self.rows = tuple(row_of[key] for key in order)
        self.centre = tuple(spots[key] for key in order)
        self.lat = tuple(degrees(asin(spot[2])) for spot in self.centre)
        self.lon = tuple(_lon(spot) for spot in self.centre)
        near: list[set[int]] = [set() for _ in order]
        for face in lattice:
            for (a, b), key in face.items():
                for da, db in ((1, 0), (0, 1), (1, -1)):
                    other = face.get((a + da, b + db))
                    if other is not None:
                        near[number[key]].add(number[other])
                        near[number[other]].add(number[key])
        neighbours = [self._clockwise(place, found) for place, found in enumerate(near)]
        self.faces = tuple(_net_faces(frequency))
        self.net = _net([{at: number[key] for at, key in face.items()} for face in lattice], self.faces, frequency)
        counts: dict[int, int] = {}
        names = []
        for row in self.rows:
            counts[row] = counts.get(row, 0) + 1
            names.append(f"{row:02d}{counts[row]:02d}")
        super().__init__(names, neighbours, [_middle(pieces) for pieces in self.net])
        self.five = sum(1 << place for place, found in enumerate(neighbours) if len(found) == 5)
        self.corners = tuple(
            tuple(
                _unit(_sum(self.centre[place], self.centre[a], self.centre[b]))
                for a, b in zip(found, found[1:] + found[:1], strict=True)
            )
            for place, found in enumerate(neighbours)
        )

    def _clockwise(self, place: int, found: set[int]) -> list[int]:
        return sorted(found, key=lambda other: self.bearing(place, other))

    def bearing(self, a: int, b: int) -> float:
        """The direction from one cell to another, degrees clockwise from north (at a pole: from the line of lon0)."""
        lat_a, lat_b = asin(self.centre[a][2]), asin(self.centre[b][2])
        start = self.lon0 if abs(self.centre[a][2]) > 1 - 1e-9 else self.lon[a]
        turn = radians(self.lon[b] - start)
        east = sin(turn) * cos(lat_b)
        north = cos(lat_a) * sin(lat_b) - sin(lat_a) * cos(lat_b) * cos(turn)
        return round(degrees(atan2(east, north)), 6) % 360

    def nearest(self, lat: float, lon: float) -> int:
        """The cell whose centre is nearest to this latitude and longitude."""
        x, y, z = _vector(lat, lon)
        best = 0
        highest = -2.0
        for place, spot in enumerate(self.centre):
            along = spot[0] * x + spot[1] * y + spot[2] * z
            if along > highest:
                best, highest = place, along
        return best


def polar_joins(width: int, height: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """For HexGrid's `joined`: every hex of the northern edge touches every other, and likewise the southern."""
    rows = {0, height - 1}
    return [((a, row), (b, row)) for row in sorted(rows) for a in range(width) for b in range(a + 1, width)]


def _corners(lon0: float) -> list[Vector]:
    lat = degrees(pi / 2 - _APART)
    north = [_vector(lat, lon0 + 72 * i) for i in range(5)]
    south = [_vector(-lat, lon0 + 36 + 72 * i) for i in range(5)]
    return [(0.0, 0.0, 1.0), *north, *south, (0.0, 0.0, -1.0)]


def _face_corners() -> list[tuple[int, int, int]]:
    """The 20 faces by their corners: five round the north pole, ten round the middle, five round the south."""
    up = [1 + i for i in range(5)] + [1]
    low = [6 + i for i in range(5)] + [6]
    return [
        *((NORTH, up[i], up[i + 1]) for i in range(5)),
        *((low[i], up[i], up[i + 1]) for i in range(5)),
        *((up[i + 1], low[i], low[i + 1]) for i in range(5)),
        *((SOUTH, low[i], low[i + 1]) for i in range(5)),
    ]


def _net_faces(n: int) -> list[tuple[Point, Point, Point]]:
    """The same faces on the unfolded net, in the same order of corners."""
    up = [(i * n, n * _HIGH) for i in range(6)]
    low = [((i + 0.5) * n, 2 * n * _HIGH) for i in range(6)]
    return [
        *((((i + 0.5) * n, 0.0), up[i], up[i + 1]) for i in range(5)),
        *((low[i], up[i], up[i + 1]) for i in range(5)),
        *((up[i + 1], low[i], low[i + 1]) for i in range(5)),
        *((((i + 1.0) * n, 3 * n * _HIGH), low[i], low[i + 1]) for i in range(5)),
    ]


def _lattice(n: int) -> list[dict[tuple[int, int], Key]]:
    """For each face the key of the cell at every lattice point (a, b): weights n - a - b, a and b of its corners."""
    return [
        {
            (a, b): tuple(
                sorted((corner, weight) for corner, weight in zip(face, (n - a - b, a, b), strict=True) if weight)
            )
            for a in range(n + 1)
            for b in range(n + 1 - a)
        }
        for face in _face_corners()
    ]


def _position(key: Key, n: int, corners: list[Vector]) -> Vector:
    x = y = z = 0.0
    for corner, weight in key:
        part = sin(weight / n * _APART)
        x += part * corners[corner][0]
        y += part * corners[corner][1]
        z += part * corners[corner][2]
    return _unit((x, y, z))


def _net(
    cells: list[dict[tuple[int, int], int]], faces: tuple[tuple[Point, Point, Point], ...], n: int
) -> tuple[tuple[tuple[int, tuple[Point, ...]], ...], ...]:
    pieces: dict[int, list[tuple[int, tuple[Point, ...]]]] = {}
    for face, (lattice, triangle) in enumerate(zip(cells, faces, strict=True)):
        for (a, b), place in lattice.items():
            weights = (n - a - b, a, b)
            x = sum(weight * corner[0] for weight, corner in zip(weights, triangle, strict=True)) / n
            y = sum(weight * corner[1] for weight, corner in zip(weights, triangle, strict=True)) / n
            pieces.setdefault(place, []).append((face, _hex_inside(x, y, triangle)))
    return tuple(tuple(pieces[place]) for place in range(len(pieces)))


def _hex_inside(x: float, y: float, triangle: tuple[Point, Point, Point]) -> tuple[Point, ...]:
    """The hex round a lattice point, cut to the triangle."""
    radius = 1 / sqrt(3)
    shape = [(x + radius * cos(pi * (60 * i - 30) / 180), y + radius * sin(pi * (60 * i - 30) / 180)) for i in range(6)]
    middle = (sum(corner[0] for corner in triangle) / 3, sum(corner[1] for corner in triangle) / 3)
    for i in range(3):
        one, two = triangle[i], triangle[(i + 1) % 3]
        inner = _side_of(middle, one, two)
        cut: list[Point] = []
        for at, here in enumerate(shape):
            before = shape[at - 1]
            now, then = _side_of(here, one, two) * inner, _side_of(before, one, two) * inner
            if (now > 1e-9) != (then > 1e-9) and abs(now - then) > 1e-9:
                share = then / (then - now)
                cut.append((before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share))
            if now > 1e-9:
                cut.append(here)
        shape = cut
    return tuple((round(px, 6), round(py, 6)) for px, py in shape)


def _side_of(point: Point, one: Point, two: Point) -> float:
    return (two[0] - one[0]) * (point[1] - one[1]) - (two[1] - one[1]) * (point[0] - one[0])


def _middle(pieces: tuple[tuple[int, tuple[Point, ...]], ...]) -> Point:
    """The middle of a cell's largest piece: a spot that is surely on the cell."""
    shape = max((shape for _, shape in pieces), key=len)
    return (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))


def _vector(lat: float, lon: float) -> Vector:
    north, east = radians(lat), radians(lon)
    return (cos(north) * cos(east), cos(north) * sin(east), sin(north))


def _lon(spot: Vector) -> float:
    """Longitude in degrees from -180 up to 180; 0 at the poles."""
    if abs(spot[2]) > 1 - 1e-12:
        return 0.0
    return degrees(atan2(spot[1], spot[0]))


def _sum(a: Vector, b: Vector, c: Vector) -> Vector:
    return (a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2])


def _unit(vector: Vector) -> Vector:
    size = sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)
    return (vector[0] / size, vector[1] / size, vector[2] / size)
