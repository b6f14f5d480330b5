"""Sums along a path of limited length."""

from itertools import pairwise
from random import Random

import pytest

from board import naive
from grognard.board.bits import to_list
from grognard.board.hexgrid import HexGrid
from grognard.board.lines import BestPath, Values, best_path, richest_path, seen_within, sums_within


def slow_sums(values: Values, start: int, length: int) -> dict[int, int]:
    best = {start: 0}
    front = {start: 0}
    for _ in range(length):
        after: dict[int, int] = {}
        for place, total in front.items():
            for near in values.topology.neighbours[place]:
                after[near] = min(after.get(near, 10**9), total + values.of[near])
        for place, total in after.items():
            best[place] = min(best.get(place, 10**9), total)
        front = after
    return best


@pytest.mark.parametrize("seed", range(60))
def test_sums_agree_with_trying_every_step(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng, 10)
    values = Values(grid, [rng.choice([0, 0, 1, 2, 5]) for _ in range(grid.n)])
    start, length, limit = rng.randrange(grid.n), rng.randint(0, 6), rng.randint(0, 9)
    wanted = slow_sums(values, start, length)
    assert sums_within(values, start, length) == wanted
    assert sums_within(values, start, length, limit) == {p: total for p, total in wanted.items() if total <= limit}
    assert to_list(seen_within(values, start, length, limit)) == sorted(sums_within(values, start, length, limit))
    for goal in range(grid.n):
        found = best_path(values, start, goal, length)
        assert (found.total if found else None) == wanted.get(goal)
        if found:
            assert (found.places[0], found.places[-1]) == (start, goal)
            assert len(found.places) - 1 <= length
            assert sum(values.of[place] for place in found.places[1:]) == found.total
            assert all(grid.adjacent(a, b) for a, b in pairwise(found.places))


def test_the_target_counts_and_the_firer_does_not() -> None:
    row = HexGrid(4, 1)
    values = Values(row, [7, 1, 2, 3])
    assert sums_within(values, 0, 3) == {0: 0, 1: 1, 2: 3, 3: 6}
    assert best_path(values, 0, 3, 3) == BestPath(6, [0, 1, 2, 3])
    assert best_path(values, 0, 3, 2) is None


def test_a_chosen_path_is_summed_as_it_runs() -> None:
    row = HexGrid(4, 1)
    values = Values(row, [7, 1, 2, 3])
    assert values.along([0, 1, 2, 1]) == 4
    assert values.along([3]) == 0
    with pytest.raises(ValueError, match="0101 and 0301 are not neighbours"):
        values.along([0, 2])


def test_a_longer_way_round_may_be_cheaper_within_the_range() -> None:
    grid = HexGrid(3, 2)
    values = Values(grid, [0, 9, 0, 0, 0, 0])
    straight = best_path(values, grid.at(0, 0), grid.at(2, 0), 2)
    around = best_path(values, grid.at(0, 0), grid.at(2, 0), 3)
    assert straight is not None and straight.total == 9
    assert around == BestPath(0, [grid.at(0, 0), grid.at(0, 1), grid.at(1, 1), grid.at(2, 0)])


def test_the_goal_may_have_a_value_of_its_own() -> None:
    row = HexGrid(4, 1)
    values = Values(row, [0, 1, 2, 3])
    assert best_path(values, 0, 2, 3, last=0) == BestPath(1, [0, 1, 2])
    assert best_path(values, 0, 2, 3, limit=4, last=4) is None
    assert best_path(values, 0, 2, 3, limit=5, last=4) == BestPath(5, [0, 1, 2])


def test_a_limit_bounds_the_sum() -> None:
    row = HexGrid(4, 1)
    values = Values(row, [0, 1, 2, 3])
    assert best_path(values, 0, 3, 3, limit=5) is None
    assert best_path(values, 0, 3, 3, limit=6) == BestPath(6, [0, 1, 2, 3])
    assert best_path(values, 0, 0, 3, limit=0) == BestPath(0, [0])
    assert best_path(values, 0, 1, 0) is None


def test_the_richest_of_the_shortest_paths() -> None:
    grid = HexGrid(3, 3)
    values = Values(grid, [0, 1, 0, 5, 2, 0, 0, 0, 0])
    assert richest_path(values, grid.at(0, 0), grid.at(1, 2)) == BestPath(
        5, [grid.at(0, 0), grid.at(0, 1), grid.at(1, 2)]
    )
    apart = HexGrid(3, 1, missing=[(1, 0)])
    assert richest_path(Values(apart, [0, 0]), 0, 1) is None


def test_values_say_what_is_wrong() -> None:
    row = HexGrid(2, 1)
    with pytest.raises(ValueError, match="3 values for 2 places"):
        Values(row, [0, 0, 0])
    with pytest.raises(ValueError, match="0201: value -1"):
        Values(row, [0, -1])
