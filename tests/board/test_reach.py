"""Floods and reach, against a plain queue and by known cases."""

from itertools import pairwise
from random import Random

import pytest

from board import naive
from grognard.board import bits
from grognard.board.hexgrid import FLAT, POINTY, HexGrid
from grognard.board.reach import NEVER, Costs, components, costs, costs_from, flood, reach
from grognard.board.sphere import Sphere
from grognard.board.topology import Topology


def random_costs(rng: Random, topology: Topology) -> Costs:
    entry = [rng.choice([1, 1, 1, 2, 3, NEVER]) for _ in range(topology.n)]
    sides = {}
    if rng.random() < 0.6:
        share = rng.choice([0.02, 0.3])
        sides = {side: rng.choice([NEVER, 1, 2]) for side in range(len(topology.sides)) if rng.random() < share}
    return costs(topology, entry, sides)


def check(rng: Random, ways: Costs, start: int, budget: int) -> None:
    n = ways.topology.n
    limits = {
        "forbidden": naive.thin(rng, n),
        "stop": naive.thin(rng, n),
        "zone": rng.choice([0, naive.thin(rng, n) | naive.thin(rng, n)]),
        "leave": rng.choice([0, naive.thin(rng, n)]),
        "leave_cost": rng.randint(0, 2),
    }
    found = reach(ways, start, budget, **limits)
    wanted = naive.reach(ways, start, budget, **limits)
    assert found.by_cost() == wanted
    assert found.places == bits.from_list(wanted)
    for place in range(n):
        assert found.cost(place) == wanted.get(place, NEVER)
        path = found.path(place)
        if place not in wanted:
            assert path == []
            continue
        assert (path[0], path[-1]) == (start, place)
        steps = list(pairwise(path))
        extra = sum(limits["leave_cost"] for a, _ in steps if limits["leave"] >> a & 1)
        assert sum(ways.of(a, b) for a, b in steps) + extra == wanted[place]
        assert not any(limits["stop"] >> a & 1 for a in path[1:-1])
        assert not any(limits["zone"] >> a & limits["zone"] >> b & 1 for a, b in steps)


@pytest.mark.parametrize("seed", range(120))
def test_reach_agrees_with_a_plain_queue(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng)
    ways = random_costs(rng, grid)
    for _ in range(3):
        check(rng, ways, rng.randrange(grid.n), rng.randint(0, 12))


@pytest.mark.parametrize("seed", range(12))
def test_reach_agrees_with_a_plain_queue_on_a_large_map(seed: int) -> None:
    rng = Random(seed)
    grid = HexGrid(58, 76, orientation=rng.choice([POINTY, FLAT]), shifted=0, wrap=seed % 3 == 0)
    ways = random_costs(rng, grid)
    for start in (0, grid.n - 1, rng.randrange(grid.n)):
        check(rng, ways, start, rng.choice([4, 8, 10]))


@pytest.mark.parametrize("seed", range(8))
def test_reach_agrees_with_a_plain_queue_on_a_sphere(seed: int) -> None:
    rng = Random(seed)
    earth = Sphere(5)
    check(rng, random_costs(rng, earth), rng.randrange(earth.n), rng.randint(1, 9))


@pytest.mark.parametrize("seed", range(60))
def test_floods_agree_with_a_plain_queue(seed: int) -> None:
    rng = Random(seed)
    grid = naive.random_grid(rng)
    start = 1 << rng.randrange(grid.n) | naive.thin(rng, grid.n)
    allowed = rng.getrandbits(grid.n) | rng.getrandbits(grid.n)
    for rounds in (0, 1, 3, -1):
        wanted = naive.flood(grid, start, allowed, rounds if rounds >= 0 else 10**6)
        assert bits.to_list(flood(grid.steps, start, allowed, rounds)) == sorted(wanted)
    parts = components(grid.steps, allowed)
    assert sum(parts) == allowed
    for part in parts:
        assert bits.to_list(part) == sorted(naive.flood(grid, part & -part, allowed))


@pytest.fixture
def row() -> HexGrid:
    return HexGrid(6, 1)


def test_each_hex_costs_what_its_terrain_says(row: HexGrid) -> None:
    found = reach(costs(row, [1, 1, 2, 1, 3, 1]), 0, 5)
    assert found.by_cost() == {0: 0, 1: 1, 2: 3, 3: 4}


def test_a_hexside_adds_to_the_cost_of_the_hex_entered_both_ways(row: HexGrid) -> None:
    river = costs(row, [1] * 6, {row.side(1, 2): 2})
    assert reach(river, 0, 5).cost(3) == 5
    assert reach(river, 3, 5).cost(0) == 5


def test_a_step_can_cost_more_one_way(row: HexGrid) -> None:
    uphill = costs(row, [1] * 6, step_extra={(2, 3): 3})
    assert reach(uphill, 2, 9).cost(3) == 4
    assert reach(uphill, 3, 9).cost(2) == 1


def test_a_blocked_hexside_is_gone_round() -> None:
    grid = HexGrid(3, 2)
    wall = costs(grid, [1] * 6, {grid.side(grid.at(0, 0), grid.at(1, 0)): NEVER})
    assert reach(wall, grid.at(0, 0), 4).path(grid.at(1, 0)) == [grid.at(0, 0), grid.at(0, 1), grid.at(1, 0)]


def test_entering_a_zone_of_control_ends_the_move(row: HexGrid) -> None:
    found = reach(costs(row, [1] * 6), 0, 5, stop=1 << 3)
    assert bits.to_list(found.places) == [0, 1, 2, 3]


def test_a_move_may_begin_in_a_zone_of_control_and_leave_it(row: HexGrid) -> None:
    found = reach(costs(row, [1] * 6), 0, 5, stop=0b001001)
    assert bits.to_list(found.places) == [0, 1, 2, 3]


def test_no_step_goes_from_zone_to_zone(row: HexGrid) -> None:
    found = reach(costs(row, [1] * 6), 0, 5, zone=0b000011)
    assert bits.to_list(found.places) == [0]


def test_leaving_a_held_place_costs_more(row: HexGrid) -> None:
    found = reach(costs(row, [1] * 6), 0, 5, leave=0b000001, leave_cost=2)
    assert found.by_cost() == {0: 0, 1: 3, 2: 4, 3: 5}


def test_no_points_go_nowhere(row: HexGrid) -> None:
    found = reach(costs(row, [1] * 6), 2, 0)
    assert (found.places, found.path(2), found.path(3)) == (1 << 2, [2], [])


def test_a_start_that_could_not_be_entered_can_be_left(row: HexGrid) -> None:
    found = reach(costs(row, [NEVER, 1, 1, 1, 1, 1]), 0, 2, forbidden=1)
    assert bits.to_list(found.places) == [0, 1, 2]


def test_a_rule_for_each_step_gives_the_same_costs(row: HexGrid) -> None:
    ways = costs_from(row, lambda a, b: NEVER if b == 5 else 1 + b % 2 + (3 if (a, b) == (1, 2) else 0))
    assert [ways.of(a, a + 1) for a in range(5)] == [2, 4, 2, 1, NEVER]
    assert [ways.of(a, a - 1) for a in range(1, 6)] == [1, 2, 1, 2, 1]
    assert ways.of(0, 5) == NEVER


def test_costs_say_what_is_wrong(row: HexGrid) -> None:
    with pytest.raises(ValueError, match="5 entry costs for 6 places"):
        costs(row, [1] * 5)
    with pytest.raises(ValueError, match="0201: entry cost 0, expected 1 or more"):
        costs(row, [1, 0, 1, 1, 1, 1])
    with pytest.raises(ValueError, match="no step from 0101 to 0301"):
        costs(row, [1] * 6, step_extra={(0, 2): 1})
    with pytest.raises(ValueError, match="step 0101 to 0201: extra cost -3"):
        costs(row, [1] * 6, {0: -3})


def test_a_reach_from_nowhere_is_told(row: HexGrid) -> None:
    with pytest.raises(ValueError, match="reach from place 6 with 3 points on a map of 6 places"):
        reach(costs(row, [1] * 6), 6, 3)
    with pytest.raises(ValueError, match="with -1 points"):
        reach(costs(row, [1] * 6), 0, -1)
