"""Hex grids: orientation, stagger, wrap, numbering, distance, drawing."""

from itertools import pairwise
from math import dist, sqrt
from random import Random

import pytest

from board import naive
from grognard.board import bits
from grognard.board.hexgrid import DIRECTIONS, FLAT, POINTY, HexGrid, numbering, oblique_numbering


@pytest.mark.parametrize(
    ("orientation", "shifted", "around"),
    [
        (POINTY, 1, {"e": (3, 2), "se": (2, 3), "sw": (1, 3), "w": (1, 2), "nw": (1, 1), "ne": (2, 1)}),
        (POINTY, 0, {"e": (3, 2), "se": (3, 3), "sw": (2, 3), "w": (1, 2), "nw": (2, 1), "ne": (3, 1)}),
        (FLAT, 1, {"n": (2, 1), "ne": (3, 1), "se": (3, 2), "s": (2, 3), "sw": (1, 2), "nw": (1, 1)}),
        (FLAT, 0, {"n": (2, 1), "ne": (3, 2), "se": (3, 3), "s": (2, 3), "sw": (1, 3), "nw": (1, 2)}),
    ],
)
def test_the_six_neighbours_of_column_2_row_2(
    orientation: str, shifted: int, around: dict[str, tuple[int, int]]
) -> None:
    grid = HexGrid(5, 5, orientation=orientation, shifted=shifted)
    middle = grid.at(2, 2)
    found = {way: grid.cells[to] for way, to in zip(DIRECTIONS[orientation], grid.step[middle], strict=True) if to >= 0}
    assert found == around


@pytest.mark.parametrize("seed", range(40))
def test_neighbours_are_those_drawn_one_apart(seed: int) -> None:
    grid = naive.random_grid(Random(seed), 9, may_wrap=False)  # across a wrap neighbours are drawn far apart
    for a in range(grid.n):
        assert set(grid.neighbours[a]) == {
            b for b in range(grid.n) if b != a and abs(dist(grid.xy[a], grid.xy[b]) - 1) < 1e-9
        }


@pytest.mark.parametrize("seed", range(60))
def test_distance_by_formula_is_the_length_of_the_shortest_path(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng)
    for _ in range(30):
        a, b = rng.randrange(grid.n), rng.randrange(grid.n)
        assert grid.distance(a, b) == grid.distances(a)[b]


@pytest.mark.parametrize("seed", range(60))
def test_a_set_spreads_to_the_neighbours_of_its_places(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng)
    for mask in (naive.thin(rng, grid.n), rng.getrandbits(grid.n), 1 << rng.randrange(grid.n), 0, grid.everything):
        wanted = 0
        for place in bits.to_list(mask):
            wanted |= grid.masks[place]
        assert grid.spread(mask) == wanted


def test_rings_hold_six_hexes_for_each_step_out() -> None:
    grid = HexGrid(21, 21)
    middle = grid.at(10, 10)
    assert [bits.count(grid.ring(middle, radius)) for radius in range(6)] == [1, 6, 12, 18, 24, 30]
    assert bits.count(grid.within(middle, 5)) == 91
    assert grid.within(middle, -1) == 0


def test_a_wrap_joins_the_east_edge_to_the_west() -> None:
    grid = HexGrid(15, 8, wrap=True)
    assert grid.adjacent(grid.at(14, 0), grid.at(0, 0))
    assert grid.distance(grid.at(13, 3), grid.at(1, 3)) == 3
    assert all(len(grid.neighbours[grid.at(col, 4)]) == 6 for col in range(15))


def test_flat_columns_wrap_only_in_even_number() -> None:
    with pytest.raises(ValueError, match="15 flat-topped columns"):
        HexGrid(15, 8, orientation=FLAT, wrap=True)


def test_missing_cells_are_no_places() -> None:
    grid = HexGrid(4, 4, missing=[(1, 1), (3, 3)])
    assert grid.n == 14
    assert grid.at(1, 1) == -1
    assert grid.at(9, 9) == -1
    assert "0202" not in grid.index


def test_plain_numbers_are_column_then_row_from_0101() -> None:
    grid = HexGrid(12, 9, orientation=FLAT)
    assert grid.place("0101") == grid.at(0, 0)
    assert grid.place("1209") == grid.at(11, 8)


def test_numbers_can_count_rows_from_the_south_edge_with_a_sheet_prefix() -> None:
    name = numbering(order="row-column", prefix="s", rows_from_south=37)
    grid = HexGrid(58, 38, name, shifted=0)
    assert grid.place("s0101") == grid.at(0, 37)
    assert grid.place("s2730") == grid.at(29, 11)


def test_oblique_numbers_give_the_six_neighbours_of_1716() -> None:
    grid = HexGrid(15, 9, oblique_numbering(first=(11, 11), width=15), wrap=True)
    assert sorted(grid.named(grid.masks[grid.place("1716")])) == ["1615", "1616", "1715", "1717", "1816", "1817"]


@pytest.mark.parametrize("shifted", [0, 1])
def test_oblique_numbers_step_the_same_way_from_every_row(shifted: int) -> None:
    grid = HexGrid(20, 12, oblique_numbering(first=(30, 30), shifted=shifted), shifted=shifted)
    for a in range(grid.n):
        for b in grid.neighbours[a]:
            across = int(grid.names[b][:2]) - int(grid.names[a][:2])
            down = int(grid.names[b][2:]) - int(grid.names[a][2:])
            assert (across, down) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)}


def test_a_line_runs_straight_from_centre_to_centre() -> None:
    grid = HexGrid(9, 9)
    row = [grid.at(col, 4) for col in range(1, 6)]
    assert grid.line(row[0], row[-1]) == row
    assert grid.line(row[-1], row[0]) == row[::-1]
    assert grid.line(row[0], row[0]) == [row[0]]


@pytest.mark.parametrize("seed", range(20))
def test_a_line_is_a_shortest_path(seed: int) -> None:
    rng = Random(seed)
    grid = HexGrid(15, 15, orientation=rng.choice([POINTY, FLAT]), shifted=rng.randint(0, 1))
    a, b = rng.randrange(grid.n), rng.randrange(grid.n)
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(grid.adjacent(one, two) for one, two in pairwise(line))


@pytest.mark.parametrize("orientation", [POINTY, FLAT])
def test_a_hexside_is_drawn_at_one_spot_from_both_of_its_hexes(orientation: str) -> None:
    grid = HexGrid(6, 6, orientation=orientation)
    for a, b in grid.sides:
        one, two = grid.side_line(a, b)
        other_two, other_one = grid.side_line(b, a)
        assert dist(one, other_one) < 1e-9
        assert dist(two, other_two) < 1e-9
        assert abs(dist(one, two) - 1 / sqrt(3)) < 1e-9


@pytest.mark.parametrize("orientation", [POINTY, FLAT])
def test_every_point_of_a_hex_finds_it_again(orientation: str) -> None:
    grid = HexGrid(7, 6, orientation=orientation, shifted=0)
    for place in range(grid.n):
        x, y = grid.xy[place]
        assert grid.nearest(x, y) == place
        for cx, cy in grid.corners(place):
            assert grid.nearest(x + 0.95 * (cx - x), y + 0.95 * (cy - y)) == place
    assert grid.nearest(-5, -5) == -1


def test_a_grid_says_what_is_wrong_with_its_shape() -> None:
    with pytest.raises(ValueError, match="orientation 'round'"):
        HexGrid(3, 3, orientation="round")
    with pytest.raises(ValueError, match="0 by 3"):
        HexGrid(0, 3)
    with pytest.raises(ValueError, match="used twice: x"):
        HexGrid(2, 2, lambda col, row: "x")
    with pytest.raises(ValueError, match="'sideways'"):
        numbering(order="sideways")
    with pytest.raises(ValueError, match="no hexside between 0101 and 0303"):
        HexGrid(5, 5).side_line(0, 12)
