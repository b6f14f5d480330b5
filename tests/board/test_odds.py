"""Exact chances."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from grognard.board import odds

F = Fraction


def test_two_dice_make_the_known_triangle() -> None:
    assert odds.dice("2d6") == {total: F(6 - abs(7 - total), 36) for total in range(2, 13)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("d6", {face: F(1, 6) for face in range(1, 7)}),
        ("1d6-1", {face: F(1, 6) for face in range(6)}),
        ("3", {3: F(1)}),
        ("D2 + 1d2", {2: F(1, 4), 3: F(1, 2), 4: F(1, 4)}),
        ("10-d2", {8: F(1, 2), 9: F(1, 2)}),
    ],
)
def test_dice_expressions(text: str, wanted: dict[int, Fraction]) -> None:
    assert odds.dice(text) == wanted


@pytest.mark.parametrize("text", ["", "6d", "2d6+", "1d6 2", "d0", "0d6", "2x6", "1d6*2", "999d6", "1d9999"])
def test_a_wrong_expression_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="expected terms like 2d6"):
        odds.dice(text)


def test_what_is_given_out_may_be_changed_without_harm() -> None:
    odds.dice("1d6").clear()
    assert len(odds.dice("1d6")) == 6


def test_a_result_gathers_all_rolls_that_give_it() -> None:
    assert odds.through(odds.dice("1d6"), lambda roll: "hit" if roll <= 2 else "miss") == {
        "hit": F(1, 3),
        "miss": F(2, 3),
    }


def test_independent_rolls_are_joined_pair_by_pair() -> None:
    assert odds.combine(odds.dice("1d6"), odds.dice("1d6"), max)[6] == F(11, 36)
    assert odds.add(odds.dice("1d6"), odds.dice("1d6")) == odds.dice("2d6")


def test_hits_are_binomial() -> None:
    assert odds.hits(F(1, 3), 3) == {0: F(8, 27), 1: F(12, 27), 2: F(6, 27), 3: F(1, 27)}
    assert odds.hits(F(1, 3), 0) == {0: F(1)}


def test_the_best_and_the_worst_of_several_rolls() -> None:
    assert odds.best_of(odds.dice("1d6"), 2)[6] == F(11, 36)
    assert odds.worst_of(odds.dice("1d6"), 2)[1] == F(11, 36)
    assert odds.best_of(odds.dice("2d6"), 1) == odds.dice("2d6")


def test_a_second_roll_may_depend_on_the_first() -> None:
    shots = odds.then(odds.dice("1d2"), lambda number: odds.hits(F(1, 2), number))
    assert shots == {0: F(3, 8), 1: F(4, 8), 2: F(1, 8)}


def test_a_mixture_weighs_its_parts() -> None:
    assert odds.mixture([(F(1, 4), odds.certain("a")), (F(3, 4), odds.certain("b"))]) == {"a": F(1, 4), "b": F(3, 4)}


def test_mean_and_chance() -> None:
    assert odds.mean(odds.dice("2d6")) == 7
    assert odds.chance_of(odds.dice("2d6"), lambda total: total >= 10) == F(1, 6)


def test_shown_chances_are_floats_likeliest_first() -> None:
    shown = odds.as_floats({"a": F(1, 4), "b": F(3, 4), "never": F(0)})
    assert list(shown.items()) == [("b", 0.75), ("a", 0.25)]


@pytest.mark.parametrize("seed", range(25))
def test_repeats_agree_with_counting_every_roll(seed: int) -> None:
    rng = Random(seed)
    weights = [rng.randint(1, 5) for _ in range(rng.randint(1, 4))]
    roll = {value: F(weight, sum(weights)) for value, weight in enumerate(weights)}
    times = rng.randint(0, 4)
    wanted: dict[int, Fraction] = {}
    for faces in product(roll, repeat=times):
        chance = F(1)
        for face in faces:
            chance *= roll[face]
        wanted[sum(faces)] = wanted.get(sum(faces), F(0)) + chance
    found = odds.repeat(roll, times)
    assert found == wanted
    assert sum(found.values()) == 1
    assert abs(sum(odds.as_floats(found).values()) - 1) < 1e-12
    if times:
        best: dict[int, Fraction] = {}
        for faces in product(roll, repeat=times):
            chance = F(1)
            for face in faces:
                chance *= roll[face]
            best[max(faces)] = best.get(max(faces), F(0)) + chance
        assert odds.best_of(roll, times) == best


@pytest.mark.parametrize("seed", range(40))
def test_sums_of_many_values_agree_with_adding_pair_by_pair(seed: int) -> None:
    rng = Random(seed)
    one, two = (
        {rng.randint(-60, 60) * step: F(rng.randint(0, 9) if rng.random() < 0.2 else 1, 7) for _ in range(count)}
        for count, step in ((rng.randint(1, 50), 1), (rng.randint(1, 50), rng.choice([1, 1, 1, 30])))
    )
    wanted: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in two.items():
            wanted[a + b] = wanted.get(a + b, F(0)) + p * q
    found = odds.add(one, two)
    assert {value: chance for value, chance in found.items() if chance} == {v: p for v, p in wanted.items() if p}


def test_large_expressions_are_exact() -> None:
    with pytest.raises(ValueError, match="none too large"):
        odds.dice("100d1000")
    assert odds.dice("2d1000")[1001] == F(1, 1000)
    assert odds.dice("20d100-20d100")[0] == max(odds.dice("20d100-20d100").values())
    assert odds.dice("30d20")[30] == F(1, 20**30)
    for text in ("30d20", "20d100", "10d10-5d8+3"):
        assert sum(odds.dice(text).values()) == 1


def test_wrong_repeats_are_told() -> None:
    with pytest.raises(ValueError, match="-1 times"):
        odds.repeat(odds.dice("1d6"), -1)
    with pytest.raises(ValueError, match="best of 0"):
        odds.best_of(odds.dice("1d6"), 0)
