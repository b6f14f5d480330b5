"""Exact chances: dice expressions, charts and their combinations, as plain dicts from outcome to Fraction."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)

_WIDEST = 5000  # different totals of one term
_PAIRS = 300  # from so many pairs on, one product of long numbers is faster than pair by pair
_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d*)d(\d+)|(\d+))\s*")


def dice(text: str) -> dict[int, Fraction]:
    """The totals of a dice expression such as "2d6+1", "d6", "1d6-1d6" or "3"."""
    return dict(_dice(text))


@lru_cache(maxsize=256)
def _dice(text: str) -> dict[int, Fraction]:
    lower = text.lower()
    at = 0
    total: dict[int, int] = {0: 1}
    size = 1
    while at < len(lower):
        found = _TERM.match(lower, at)
        if not found or (at and not found.group(1)):
            break
        sign = -1 if found.group(1) == "-" else 1
        if found.group(4):
            total = {value + sign * int(found.group(4)): ways for value, ways in total.items()}
        else:
            number, faces = int(found.group(2) or 1), int(found.group(3))
            if not 1 <= faces <= 1000 or not 1 <= number <= 100 or faces * number > _WIDEST:
                break
            total = _add_counts(total, _power({sign * face: 1 for face in range(1, faces + 1)}, number))
            size *= faces**number
        at = found.end()
    if not lower or at < len(lower):
        raise ValueError(f"dice {text!r}: expected terms like 2d6, d10 or 3 joined by + or -, none too large")
    return {value: Fraction(ways, size) for value, ways in sorted(total.items())}


def _add_counts(one: Mapping[int, int], two: Mapping[int, int]) -> dict[int, int]:
    """In how many ways each sum comes about."""
    if len(one) * len(two) > _PAIRS and _is_dense(one) and _is_dense(two):
        return _multiply(one, two)
    total: dict[int, int] = {}
    for a, ways in one.items():
        for b, more in two.items():
            total[a + b] = total.get(a + b, 0) + ways * more
    return total


def _is_dense(counts: Mapping[int, int]) -> bool:
    return max(counts) - min(counts) < 4 * len(counts)


def _multiply(one: Mapping[int, int], two: Mapping[int, int]) -> dict[int, int]:
    """The same for many values: both written as one long number each, so that one product adds up all pairs."""
    width = (max(one.values()) * max(two.values()) * min(len(one), len(two))).bit_length() // 8 + 1
    product = _digits(one, width) * _digits(two, width)
    low, high = min(one) + min(two), max(one) + max(two)
    raw = product.to_bytes(width * (high - low + 1), "little")
    ways = (int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width))
    return {value: number for value, number in zip(range(low, high + 1), ways, strict=True) if number}


def _digits(counts: Mapping[int, int], width: int) -> int:
    places = range(min(counts), max(counts) + 1)
    return int.from_bytes(b"".join(counts.get(v, 0).to_bytes(width, "little") for v in places), "little")


def _power(counts: Mapping[int, int], times: int) -> dict[int, int]:
    """The sums of several equal rolls, by squaring: 40 rolls take six rounds."""
    total: dict[int, int] = {0: 1}
    power = dict(counts)
    left = times
    while left:
        if left & 1:
            total = _add_counts(total, power)
        left >>= 1
        if left:
            power = _add_counts(power, power)
    return total


def certain(outcome: A) -> dict[A, Fraction]:
    """One outcome that is sure."""
    return {outcome: Fraction(1)}


def through(chances: Mapping[A, Fraction], result: Callable[[A], B]) -> dict[B, Fraction]:
    """The chances of `result(outcome)`: read each roll on a chart."""
    found: dict[B, Fraction] = {}
    for outcome, chance in chances.items():
        value = result(outcome)
        found[value] = found[value] + chance if value in found else chance
    return found


def then(chances: Mapping[A, Fraction], after: Callable[[A], Mapping[B, Fraction]]) -> dict[B, Fraction]:
    """A second chance that depends on the first: `after(outcome)` gives its distribution."""
    return mixture((chance, after(outcome)) for outcome, chance in chances.items())


def mixture(parts: Iterable[tuple[Fraction, Mapping[B, Fraction]]]) -> dict[B, Fraction]:
    """Distributions weighted by the given chances, which should sum to 1."""
    found: dict[B, Fraction] = {}
    for weight, chances in parts:
        for outcome, chance in chances.items():
            share = weight * chance
            found[outcome] = found[outcome] + share if outcome in found else share
    return found


def combine(one: Mapping[A, Fraction], two: Mapping[B, Fraction], join: Callable[[A, B], C]) -> dict[C, Fraction]:
    """Two independent rolls joined by a function of both."""
    left, left_size = _counts(one)
    right, right_size = _counts(two)
    found: dict[C, int] = {}
    for a, ways in left.items():
        for b, more in right.items():
            value = join(a, b)
            found[value] = found.get(value, 0) + ways * more
    return _fractions(found, left_size * right_size)


def add(one: Mapping[int, Fraction], two: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The sum of two independent numbers."""
    left, left_size = _counts(one)
    right, right_size = _counts(two)
    return _fractions(_add_counts(left, right), left_size * right_size)


def repeat(chances: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """The sum of the same number rolled several times."""
    if times < 0:
        raise ValueError(f"a roll repeated {times} times")
    counts, size = _counts(chances)
    return _fractions(_power(counts, times), size**times)


def hits(chance: Fraction, shots: int) -> dict[int, Fraction]:
    """How many of several equal shots hit."""
    return repeat({0: 1 - chance, 1: chance}, shots)


def best_of(chances: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """The highest of several equal rolls."""
    if times < 1:
        raise ValueError(f"the best of {times} rolls")
    found: dict[int, Fraction] = {}
    below = Fraction(0)
    for value in sorted(chances):
        upto = below + chances[value]
        found[value] = upto**times - below**times
        below = upto
    return found


def worst_of(chances: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """The lowest of several equal rolls."""
    turned = best_of({-value: chance for value, chance in chances.items()}, times)
    return {-value: chance for value, chance in sorted(turned.items(), reverse=True)}


def chance_of(chances: Mapping[A, Fraction], wanted: Callable[[A], bool]) -> Fraction:
    """The chance that the outcome is one of those wanted."""
    return sum((chance for outcome, chance in chances.items() if wanted(outcome)), Fraction(0))


def mean(chances: Mapping[int, Fraction]) -> Fraction:
    """The average outcome."""
    return sum((outcome * chance for outcome, chance in chances.items()), Fraction(0))


def as_floats(chances: Mapping[A, Fraction]) -> dict[A, float]:
    """The same for showing: floats, likeliest first, impossible outcomes left out."""
    ordered = sorted(chances.items(), key=lambda item: -item[1])
    return {outcome: float(chance) for outcome, chance in ordered if chance}


def _counts(chances: Mapping[A, Fraction]) -> tuple[dict[A, int], int]:
    size = lcm(*(chance.denominator for chance in chances.values()))
    return {outcome: chance.numerator * (size // chance.denominator) for outcome, chance in chances.items()}, size


def _fractions(counts: Mapping[A, int], size: int) -> dict[A, Fraction]:
    return {outcome: Fraction(ways, size) for outcome, ways in counts.items()}
