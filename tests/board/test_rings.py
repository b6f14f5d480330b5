"""Ring maps: numbering, touching, turning, lines from the centre."""

from fractions import Fraction

import pytest

from grognard.board import bits
from grognard.board.rings import RingMap

SIZES = [1, 2, 4, 8, 12, 18, 24, 30, 36, 40, 44, 48]


@pytest.fixture(scope="module")
def solar() -> RingMap:
    return RingMap(SIZES, "ABCDEFGHIJKL")


def named(solar: RingMap, places: tuple[int, ...]) -> list[str]:
    return [solar.names[place] for place in places]


def test_spaces_are_named_by_ring_and_number_from_the_common_radius(solar: RingMap) -> None:
    assert solar.n == sum(SIZES)
    assert (solar.names[0], solar.names[1], solar.names[-1]) == ("A-1", "B-1", "L-48")
    assert solar.at(3, 8) == solar.place("D-1")
    assert bits.count(solar.ring_mask(4)) == 12


def test_turning_moves_every_space_one_on_and_round(solar: RingMap) -> None:
    assert solar.names[solar.turned[solar.place("L-48")]] == "L-1"
    assert solar.turned[0] == 0
    place = solar.place("E-5")
    for _ in range(12):
        place = solar.turned[place]
    assert place == solar.place("E-5")
    assert all(solar.turned_back[solar.turned[place]] == place for place in range(solar.n))


def test_spaces_touch_by_an_edge_or_a_corner(solar: RingMap) -> None:
    near = set(solar.named(solar.masks[solar.place("C-1")]))
    assert near == {"B-1", "B-2", "C-2", "C-4", "D-8", "D-1", "D-2", "D-3"}


def test_the_innermost_space_touches_its_whole_neighbour_ring(solar: RingMap) -> None:
    assert solar.named(solar.masks[0]) == ["B-1", "B-2"]


@pytest.mark.parametrize("sizes", [SIZES, [3, 5, 7, 4], [2, 2, 2], [6, 1, 5]])
def test_touching_agrees_with_exact_angles(sizes: list[int]) -> None:
    rings = RingMap(sizes, "ABCDEFGHIJKL"[: len(sizes)])

    def touch(a: int, b: int) -> bool:
        size, count = sizes[rings.ring_of[a]], sizes[rings.ring_of[b]]
        begin, end = Fraction(rings.space_of[a], size), Fraction(rings.space_of[a] + 1, size)
        start, stop = Fraction(rings.space_of[b], count), Fraction(rings.space_of[b] + 1, count)
        return any(begin <= stop + turn and start + turn <= end for turn in (-1, 0, 1))

    for a in range(rings.n):
        wanted = {b for b in range(rings.n) if b != a and abs(rings.ring_of[a] - rings.ring_of[b]) <= 1 and touch(a, b)}
        assert set(rings.neighbours[a]) == wanted


def test_a_line_outwards_on_a_border_leaves_the_choice_of_both_sides(solar: RingMap) -> None:
    assert named(solar, solar.radial(solar.place("C-1"), 1)) == ["D-1", "D-2"]
    assert named(solar, solar.radial(solar.place("B-2"), 1)) == ["C-3", "C-4"]


def test_a_line_through_the_middle_of_a_space_leaves_no_choice(solar: RingMap) -> None:
    assert named(solar, solar.radial(solar.place("E-2"), 1)) == ["F-3"]
    assert named(solar, solar.radial(solar.place("E-2"), -1)) == ["D-1", "D-2"]


def test_a_long_line_is_drawn_once_from_its_start_and_not_step_by_step(solar: RingMap) -> None:
    assert named(solar, solar.radial(solar.place("C-2"), 2)) == ["E-5"]
    assert named(solar, solar.radial(solar.place("L-48"), -11)) == ["A-1"]


def test_a_line_from_the_middle_of_the_innermost_disc_goes_half_a_turn_round(solar: RingMap) -> None:
    assert named(solar, solar.radial(0, 1)) == ["B-1", "B-2"]


def test_beyond_the_outermost_ring_there_is_nothing(solar: RingMap) -> None:
    assert solar.radial(solar.place("L-7"), 1) == ()
    assert solar.radial(solar.place("A-1"), -1) == ()
    assert named(solar, solar.radial(solar.place("L-7"), 0)) == ["L-7"]


@pytest.mark.parametrize("rings", range(-11, 12))
def test_lines_agree_with_exact_angles(solar: RingMap, rings: int) -> None:
    for place in range(solar.n):
        ring = solar.ring_of[place] + rings
        if not 0 <= ring < len(SIZES) or rings == 0:
            continue
        angle = Fraction(2 * solar.space_of[place] + 1, 2 * SIZES[solar.ring_of[place]])
        wanted = {
            solar.at(ring, space)
            for space in range(SIZES[ring])
            if Fraction(space, SIZES[ring]) <= angle <= Fraction(space + 1, SIZES[ring])
        }
        assert set(solar.radial(place, rings)) == wanted


def test_spaces_are_drawn_clockwise_from_the_top(solar: RingMap) -> None:
    x, y = solar.xy[solar.place("C-1")]
    assert x > 0 and y < 0
    x, y = solar.xy[solar.place("C-2")]
    assert x > 0 and y > 0
    assert solar.xy[0] == (0.0, -0.0)


def test_wrong_rings_are_named() -> None:
    with pytest.raises(ValueError, match="2 rings, 3 letters"):
        RingMap([1, 2], "ABC")
    with pytest.raises(ValueError, match="ring B: 0 spaces"):
        RingMap([1, 0], "AB")
