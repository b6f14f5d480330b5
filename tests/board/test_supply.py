"""Supply lines."""

from itertools import pairwise
from random import Random

import pytest

from board import naive
from grognard.board import bits
from grognard.board.hexgrid import HexGrid
from grognard.board.supply import supplied, trace


def test_a_line_is_cut_by_a_place_that_is_not_allowed() -> None:
    row = HexGrid(6, 1)
    assert bits.to_list(supplied(row.steps, 1 << 0, 0b110111)) == [0, 1, 2]
    assert trace(row.steps, 4, 1 << 0, 0b110111) == []
    assert trace(row.steps, 2, 1 << 0, 0b110111) == [2, 1, 0]


def test_a_line_has_a_longest_length() -> None:
    row = HexGrid(6, 1)
    assert bits.to_list(supplied(row.steps, 1 << 0, row.everything, 3)) == [0, 1, 2, 3]
    assert trace(row.steps, 4, 1 << 0, row.everything, 3) == []
    assert trace(row.steps, 3, 1 << 0, row.everything, 3) == [3, 2, 1, 0]


def test_a_blocked_hexside_cuts_a_line() -> None:
    row = HexGrid(6, 1)
    steps = row.steps_without(row.side_set([(2, 3)]))
    assert bits.to_list(supplied(steps, 1 << 0, row.everything)) == [0, 1, 2]


def test_a_source_that_is_not_allowed_feeds_nobody() -> None:
    row = HexGrid(6, 1)
    assert supplied(row.steps, 1 << 0, 0b111110) == 0
    assert trace(row.steps, 2, 1 << 0, 0b111110) == []


def test_a_unit_on_a_source_is_supplied_where_it_stands() -> None:
    row = HexGrid(6, 1)
    assert trace(row.steps, 2, 1 << 2, row.everything) == [2]


@pytest.mark.parametrize("seed", range(60))
def test_the_line_shown_is_a_shortest_one_and_exists_where_supply_does(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng)
    allowed = rng.getrandbits(grid.n) | rng.getrandbits(grid.n)
    sources = naive.thin(rng, grid.n) & allowed
    fed = supplied(grid.steps, sources, allowed)
    for place in bits.to_list(allowed)[:40]:
        line = trace(grid.steps, place, sources, allowed)
        assert bool(line) == bits.has(fed, place)
        if line:
            assert line[0] == place and bits.has(sources, line[-1])
            assert all(grid.adjacent(a, b) for a, b in pairwise(line))
            assert all(bits.has(allowed, p) for p in line)
            assert bits.has(supplied(grid.steps, sources, allowed, len(line) - 1), place)
            assert len(line) == 1 or not bits.has(supplied(grid.steps, sources, allowed, len(line) - 2), place)
