"""Maps of sections: shared hexes, numbers, turned sections, gaps."""

import pytest

from grognard.board.sections import TURNED, SectionMap


def test_one_section_has_nine_columns_of_12_and_13_by_turns() -> None:
    board = SectionMap([[1]])
    assert board.n == 5 * 12 + 4 * 13
    assert board.place("1-0101") == board.at(0, 0)
    assert board.place("1-0912") == board.at(8, 11)
    assert board.place("1-0213") == board.at(1, 12)


def test_even_columns_stand_half_a_hex_higher() -> None:
    board = SectionMap([[1]])
    near = board.named(board.masks[board.place("1-0303")])
    assert sorted(near) == ["1-0203", "1-0204", "1-0302", "1-0304", "1-0403", "1-0404"]


def test_six_sections_share_their_joints() -> None:
    board = SectionMap([[1, 2, 3], [4, 5, 6]])
    assert board.n == 13 * 24 + 12 * 25
    assert max(col for col, _ in board.cells) == 24


def test_a_joint_hex_carries_the_number_of_the_lower_section() -> None:
    board = SectionMap([[2, 1], [3, 4]])
    edge = board.at(8, 4)
    assert board.names[edge] == "1-0105"
    assert board.printed[edge] == ((1, 1, 5), (2, 9, 5))
    half = board.at(1, 12)
    assert board.names[half] == "2-0213"
    assert board.printed[half] == ((2, 2, 13), (3, 2, 1))


def test_a_turned_section_counts_from_the_far_corner() -> None:
    board = SectionMap([[1, (2, TURNED)]])
    assert board.printed[board.at(8, 0)] == ((1, 9, 1), (2, 9, 12))
    assert board.names[board.at(9, 0)] == "2-0813"
    assert board.names[board.at(16, 11)] == "2-0101"
    near = board.named(board.masks[board.place("2-0303")])
    assert sorted(near) == ["2-0203", "2-0204", "2-0302", "2-0304", "2-0403", "2-0404"]


def test_a_gap_holds_no_hexes() -> None:
    board = SectionMap([[1, None], [2, 3]])
    assert board.at(12, 3) == -1
    assert board.n == 3 * 112 - 4 - 12
    assert board.distance(board.place("1-0901"), board.place("3-0901")) > 12


def test_every_section_hex_is_found_on_the_map() -> None:
    board = SectionMap([[5, (3, TURNED)], [1, 6]])
    marks = [mark for marks in board.printed for mark in marks]
    assert len(marks) == len(set(marks)) == 4 * 112
    assert all(marks == tuple(sorted(marks)) for marks in board.printed)


@pytest.mark.parametrize(
    ("layout", "columns", "message"),
    [
        ([[1, 2], [3]], 9, "rows of equal length"),
        ([[1, 1]], 9, "section 1: laid twice"),
        ([[(1, "sideways")]], 9, "sideways"),
        ([[1]], 8, "odd number of columns"),
        ([], 9, "rows of equal length"),
    ],
)
def test_a_wrong_layout_is_named(layout: list[list[object]], columns: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SectionMap(layout, columns)
