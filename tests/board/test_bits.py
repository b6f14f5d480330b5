"""Sets of places as bits."""

from random import Random

import pytest

from grognard.board import bits


def test_a_set_lists_its_places_in_ascending_order() -> None:
    assert bits.to_list(0b101001) == [0, 3, 5]
    assert bits.to_list(0) == []


@pytest.mark.parametrize("size", [1, 5, 30, 64, 500, 4096])
@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 1.0])
def test_lists_and_sets_are_inverse_at_every_density(size: int, share: float) -> None:
    rng = Random(size)
    places = [place for place in range(size) if rng.random() < share]
    mask = bits.from_list(places)
    assert bits.to_list(mask) == places
    assert bits.pick([f"item {place}" for place in range(size)], mask) == [f"item {place}" for place in places]
    assert bits.count(mask) == len(places)
    assert [bits.nth(mask, index) for index in range(len(places))] == places
    assert (bits.first(mask), bits.last(mask)) == ((places[0], places[-1]) if places else (-1, -1))


def test_has_tells_members_from_others() -> None:
    assert bits.has(0b100, 2)
    assert not bits.has(0b100, 1)
    assert not bits.has(0b100, 400)


def test_flags_are_set_where_a_place_is_a_member() -> None:
    assert list(bits.flags(0b1011, 6)) == [1, 1, 0, 1, 0, 0]
    assert list(bits.flags(0, 3)) == [0, 0, 0]


def test_choose_draws_every_place_of_the_set_and_no_other() -> None:
    mask = bits.from_list([3, 700, 4000])
    rng = Random(1)
    assert {bits.choose(mask, rng.randrange) for _ in range(100)} == {3, 700, 4000}


def test_choose_takes_the_place_whose_number_is_drawn() -> None:
    assert bits.choose(0b1010100, lambda size: size - 1) == 6


def test_an_empty_set_has_nothing_to_choose() -> None:
    with pytest.raises(IndexError, match="empty"):
        bits.choose(0, lambda size: 0)
    with pytest.raises(IndexError):
        bits.nth(0b11, 2)


def test_a_negative_number_is_no_set() -> None:
    with pytest.raises(ValueError, match="negative"):
        bits.to_list(-1)
