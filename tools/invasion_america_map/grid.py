"""The hex grid of the map and its place on the globe: numbering, projection, hex centres, corners and sides.

The numbering is the rulebook's (19.42): two sheets, rows counted from the south edge of each, places from the west.
The projection is fitted to the nine hexes that 19.42 names, each of which is known to lie on a certain coast.
"""

import math

import numpy as np
from numpy.typing import NDArray

COLUMNS, ROWS, SOUTH_ROWS = 58, 76, 38
HEX_KM = 120.9  # side to side
RADIUS_KM = 6371.0
PARALLELS = (33.0, 45.0)
ORIGIN = (45.0, -97.6)  # latitude, longitude
ANCHOR = (28, 30, 266.0, -1143.0)  # row, place, and where that hex's centre lies in km east and north of the origin

ROW_HEIGHT = math.sqrt(3) / 2  # in hex widths
CORNER = 1 / math.sqrt(3)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def code(place: int) -> str:
    """The short form of a hex's printed number: s2437 for (s)2437."""
    row, column = divmod(place, COLUMNS)
    if row < SOUTH_ROWS:
        return f"s{row + 1:02d}{column + 1:02d}"
    return f"n{row - SOUTH_ROWS + 1:02d}{column + 1:02d}"


def place_of(text: str) -> int:
    row = int(text[1:3]) - 1 + (SOUTH_ROWS if text[0] == "n" else 0)
    column = int(text[3:5]) - 1
    if text[0] not in "sn" or not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise ValueError(f"no such hex: {text}")
    return row * COLUMNS + column


def centres() -> tuple[Floats, Floats]:
    """Of every hex, east and north, in hex widths; row 0 is the southernmost and odd rows lie half a hex east."""
    row, column = np.divmod(np.arange(ROWS * COLUMNS), COLUMNS)
    return column + 0.5 * (row % 2), row * ROW_HEIGHT


def neighbours(place: int) -> tuple[int, ...]:
    """East, north-east, north-west, west, south-west, south-east; -1 off the map."""
    row, column = divmod(place, COLUMNS)
    east = row % 2
    steps = ((0, 1), (1, east), (1, east - 1), (0, -1), (-1, east - 1), (-1, east))
    return tuple(
        (row + down) * COLUMNS + column + over if 0 <= row + down < ROWS and 0 <= column + over < COLUMNS else -1
        for down, over in steps
    )


def all_sides() -> list[tuple[int, int]]:
    """Every hexside between two hexes of the map, the lower place first."""
    return [(place, other) for place in range(ROWS * COLUMNS) for other in neighbours(place)[:3] if other >= 0]


def side_ends(first: int, second: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two corners a hexside runs between."""
    x, y = centres()
    across = (x[second] - x[first], y[second] - y[first])
    middle = ((x[first] + x[second]) / 2, (y[first] + y[second]) / 2)
    along = (-across[1] * CORNER / 2, across[0] * CORNER / 2)
    return (middle[0] - along[0], middle[1] - along[1]), (middle[0] + along[0], middle[1] + along[1])


# Lambert's conformal conic on the sphere.
_N = math.log(math.cos(math.radians(PARALLELS[0])) / math.cos(math.radians(PARALLELS[1]))) / math.log(
    math.tan(math.pi / 4 + math.radians(PARALLELS[1]) / 2) / math.tan(math.pi / 4 + math.radians(PARALLELS[0]) / 2)
)
_F = math.cos(math.radians(PARALLELS[0])) * math.tan(math.pi / 4 + math.radians(PARALLELS[0]) / 2) ** _N / _N
_RHO0 = RADIUS_KM * _F / math.tan(math.pi / 4 + math.radians(ORIGIN[0]) / 2) ** _N
_EAST = ANCHOR[2] - (ANCHOR[1] - 1 + 0.5 * ((ANCHOR[0] - 1) % 2)) * HEX_KM
_NORTH = ANCHOR[3] - (ANCHOR[0] - 1) * ROW_HEIGHT * HEX_KM


def to_map(latitude: Floats, longitude: Floats) -> tuple[Floats, Floats]:
    """From the globe to the map, in hex widths from the centre of hex (s)0101."""
    rho = RADIUS_KM * _F / np.tan(np.pi / 4 + np.radians(np.clip(latitude, -80, 89.9)) / 2) ** _N
    turn = _N * np.radians((np.asarray(longitude) - ORIGIN[1] + 180) % 360 - 180)
    return (rho * np.sin(turn) - _EAST) / HEX_KM, (_RHO0 - rho * np.cos(turn) - _NORTH) / HEX_KM


def to_globe(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """From the map to latitude and longitude."""
    east, north = x * HEX_KM + _EAST, _RHO0 - (y * HEX_KM + _NORTH)
    rho = np.hypot(east, north)
    latitude = np.degrees(2 * np.arctan((RADIUS_KM * _F / rho) ** (1 / _N)) - np.pi / 2)
    longitude = ORIGIN[1] + np.degrees(np.arctan2(east, north)) / _N
    return latitude, longitude


def nearest(x: Floats, y: Floats) -> Ints:
    """The place of the hex each point lies in; -1 off the map."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    best = np.full(x.shape, np.inf)
    found = np.full(x.shape, -1, dtype=np.int64)
    low = np.floor(y / ROW_HEIGHT).astype(np.int64)
    for row in (low, low + 1):
        shift = 0.5 * (row % 2)
        column = np.rint(x - shift).astype(np.int64)
        away = (x - shift - column) ** 2 + (y - row * ROW_HEIGHT) ** 2
        inside = (row >= 0) & (row < ROWS) & (column >= 0) & (column < COLUMNS)
        # Outside hexes take part too, or the rim of the map would reach too far.
        found = np.where(away < best, np.where(inside, row * COLUMNS + column, -1), found)
        best = np.minimum(best, away)
    return found
