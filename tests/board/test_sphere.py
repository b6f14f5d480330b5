"""Geodesic grids and small planets."""

from math import dist, pi, sqrt

import pytest

from grognard.board import bits
from grognard.board.hexgrid import HexGrid
from grognard.board.sphere import Sphere, polar_joins


@pytest.fixture(scope="module")
def earth() -> Sphere:
    return Sphere(7, lon0=2.0)


def test_frequency_7_has_492_cells_12_of_them_with_five_neighbours(earth: Sphere) -> None:
    assert (earth.n, len(earth.sides)) == (492, 1470)
    assert bits.count(earth.five) == 12
    assert {len(near) for near in earth.neighbours} == {5, 6}


@pytest.mark.parametrize("frequency", [1, 2, 3, 4, 8])
def test_a_sphere_has_ten_n_squared_and_two_cells(frequency: int) -> None:
    sphere = Sphere(frequency)
    assert sphere.n == 10 * frequency**2 + 2
    assert len(sphere.sides) == 30 * frequency**2
    assert bits.count(sphere.five) == 12


def test_the_equator_is_35_cells_long_and_the_poles_21_steps_apart(earth: Sphere) -> None:
    assert [earth.rows.count(row) for row in (0, 1, 6, 7, 10, 14, 20, 21)] == [1, 5, 30, 35, 35, 35, 5, 1]
    assert earth.distance(0, earth.n - 1) == 21


def test_poles_and_first_corners_stand_where_they_should(earth: Sphere) -> None:
    assert (earth.lat[0], earth.lat[-1]) == (90, -90)
    corners = bits.to_list(earth.five)
    assert [round(earth.lat[place], 2) for place in corners[1:6]] == [26.57] * 5
    assert [round(earth.lon[place]) for place in corners[1:6]] == [2, 74, 146, -142, -70]
    assert [round(earth.lon[place]) for place in corners[6:11]] == [38, 110, -178, -106, -34]


def test_neighbours_are_the_nearest_cells_in_clockwise_order(earth: Sphere) -> None:
    for place, near in enumerate(earth.neighbours):
        order = sorted(range(earth.n), key=lambda other: dist(earth.centre[place], earth.centre[other]))
        assert set(near) == set(order[1 : len(near) + 1])
        bearings = [earth.bearing(place, other) for other in near]
        assert bearings == sorted(bearings)


def test_rows_count_eastwards_from_the_first_meridian(earth: Sphere) -> None:
    row = [place for place in range(earth.n) if earth.rows[place] == 9]
    east = [(earth.lon[place] - 2) % 360 for place in row]
    assert east == sorted(east)
    assert [earth.names[place] for place in row[:2]] == ["0901", "0902"]


def test_the_cells_of_the_net_cover_its_twenty_faces_exactly(earth: Sphere) -> None:
    def area(shape: tuple[tuple[float, float], ...]) -> float:
        return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, shape[1:] + shape[:1], strict=True))) / 2

    covered = [0.0] * 20
    for pieces in earth.net:
        for face, shape in pieces:
            covered[face] += area(shape)
    assert covered == pytest.approx([49 * sqrt(3) / 4] * 20, abs=1e-3)
    assert {len(pieces) for pieces in earth.net} == {1, 2, 5}


def test_drawing_spots_lie_on_the_net_and_apart(earth: Sphere) -> None:
    assert all(0 <= x <= 38.5 and 0 <= y <= 21 * sqrt(3) / 2 for x, y in earth.xy)
    assert min(dist(a, b) for i, a in enumerate(earth.xy) for b in earth.xy[:i]) > 0.3


def test_cell_corners_close_round_each_centre(earth: Sphere) -> None:
    for place in range(earth.n):
        assert len(earth.corners[place]) == len(earth.neighbours[place])
        reach = [dist(corner, earth.centre[place]) for corner in earth.corners[place]]
        assert 0.5 * 2 * pi / 35 / sqrt(3) < min(reach) <= max(reach) < 1.5 * 2 * pi / 35 / sqrt(3)


def test_the_nearest_cell_to_a_cells_centre_is_itself(earth: Sphere) -> None:
    for place in range(0, earth.n, 7):
        assert earth.nearest(earth.lat[place], earth.lon[place]) == place
    assert earth.nearest(89, 50) == 0


def test_a_small_planet_joins_all_hexes_of_each_polar_edge() -> None:
    mars = HexGrid(8, 5, wrap=True, joined=polar_joins(8, 5))
    north = [mars.at(col, 0) for col in range(8)]
    assert all(mars.adjacent(a, b) for a in north for b in north if a != b)
    assert not mars.adjacent(mars.at(0, 1), mars.at(4, 1))
    assert mars.distance(mars.at(0, 1), mars.at(4, 1)) == 3
    assert mars.distance(mars.at(0, 2), mars.at(4, 2)) == 4
    assert mars.distance(mars.at(0, 4), mars.at(4, 4)) == 1


def test_the_smallest_planets_hold_together() -> None:
    ceres = HexGrid(1, 1, wrap=True, joined=polar_joins(1, 1))
    assert (ceres.n, ceres.neighbours) == (1, ((),))
    luna = HexGrid(4, 2, wrap=True, joined=polar_joins(4, 2))
    assert max(luna.distances(0)) == 2
    assert all(luna.spread(1 << place) == luna.masks[place] for place in range(8))


def test_a_sphere_needs_a_frequency() -> None:
    with pytest.raises(ValueError, match="frequency 0"):
        Sphere(0)
