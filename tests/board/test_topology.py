"""The common shape of maps: names, sides, sets, small displays."""

import pytest

from grognard.board import bits
from grognard.board.hexgrid import HexGrid
from grognard.board.reach import flood
from grognard.board.topology import FAR, Topology, from_edges


def test_a_side_is_one_place_between_two_neighbours() -> None:
    grid = HexGrid(5, 5)
    middle, east = grid.at(2, 2), grid.at(3, 2)
    side = grid.side(middle, east)
    assert side == grid.side(east, middle)
    assert grid.sides[side] == (middle, east)
    assert side in grid.sides_of(middle)
    assert grid.side(middle, grid.at(0, 0)) == -1
    assert len(grid.sides) == len(set(grid.sides)) == sum(len(near) for near in grid.neighbours) // 2


def test_a_set_of_sides_closes_steps_both_ways() -> None:
    grid = HexGrid(3, 1)
    wall = grid.side_set([(1, 2)])
    assert flood(grid.steps_without(wall), 1 << 0, grid.everything) == 0b011
    assert flood(grid.steps_without(wall), 1 << 2, grid.everything) == 0b100
    assert grid.steps_without(0) is grid.steps


def test_a_side_needs_neighbours() -> None:
    grid = HexGrid(5, 5)
    with pytest.raises(ValueError, match="0101 and 0505"):
        grid.side_set([(grid.place("0101"), grid.place("0505"))])


def test_names_and_sets_are_inverse() -> None:
    grid = HexGrid(5, 5)
    assert grid.named(grid.set_of(["0303", "0101"])) == ["0101", "0303"]
    with pytest.raises(KeyError, match="no place '0606' on this map of 25"):
        grid.place("0606")


def test_no_path_is_told_from_every_distance() -> None:
    pair = from_edges(["here", "there"], [])
    assert pair.distance(0, 1) == FAR
    assert pair.distance(0, 0) == 0


def test_a_display_of_boxes_is_a_map_too() -> None:
    boxes = from_edges(["surface", "close", "far", "deep"], [("surface", "close"), ("close", "far"), ("far", "deep")])
    assert boxes.distance(boxes.place("surface"), boxes.place("deep")) == 3
    assert boxes.named(boxes.spread(1 << boxes.place("far"))) == ["close", "deep"]
    assert bits.count(boxes.within(0, 2)) == 3


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([("a", "x")], "edge a - x: no place 'x'"),
        ([("a", "a")], "never itself"),
        ([("a", "b"), ("b", "a")], "edge b - a"),
    ],
)
def test_a_wrong_edge_is_named(edges: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_edges(["a", "b"], edges)


def test_neighbours_must_agree() -> None:
    with pytest.raises(ValueError, match="a has neighbour b, but not the other way"):
        Topology(["a", "b"], [[1], []], [(0, 0), (1, 0)])
    with pytest.raises(ValueError, match="2 names, 1 neighbour lists"):
        Topology(["a", "b"], [[]], [(0, 0), (1, 0)])
