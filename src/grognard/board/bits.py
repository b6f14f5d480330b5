"""Sets of places held as the bits of one int: place p is in the set when bit p is 1."""

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import TypeVar

T = TypeVar("T")

_DIGITS = bytes(1 if code == 49 else 0 for code in range(256))  # "1" to 1, all else to 0
_FEW = 6  # up to here taking the lowest bit again and again is fastest


def from_list(places: Iterable[int]) -> int:
    """The set that holds these places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def to_list(mask: int) -> list[int]:
    """The places of a set, ascending. Turn a set into a list late: it costs more than any set operation."""
    if mask <= 0:
        if mask:
            raise ValueError("a set of places is not negative")
        return []
    rest = mask & mask - 1
    if not rest:
        return [mask.bit_length() - 1]
    low = (mask ^ rest).bit_length() - 1
    mask >>= low
    size = mask.bit_count()
    if size <= _FEW:
        few = []
        while mask:
            few.append(low + (mask & -mask).bit_length() - 1)
            mask &= mask - 1
        return few
    digits = bin(mask)[:1:-1]
    if size * 6 > len(digits):
        return list(compress(range(low, low + len(digits)), digits.encode().translate(_DIGITS)))
    found = []
    at = digits.find("1")
    while at >= 0:
        found.append(low + at)
        at = digits.find("1", at + 1)
    return found


def flags(mask: int, size: int) -> bytearray:
    """One byte for each of the first `size` places, 1 where it is in the set; for sets asked place by place."""
    return bytearray(bin(mask | 1 << size)[:2:-1].encode().translate(_DIGITS))


def pick(items: Sequence[T], mask: int) -> list[T]:
    """Those of the items, one for each place, whose places are in the set; quicker than by `to_list`."""
    size = mask.bit_count()
    if size <= _FEW:
        return [items[place] for place in to_list(mask)]
    low = (mask & -mask).bit_length() - 1
    digits = bin(mask >> low)[:1:-1]
    return list(compress(items[low : low + len(digits)], digits.encode().translate(_DIGITS)))


def count(mask: int) -> int:
    """How many places the set holds."""
    return mask.bit_count()


def has(mask: int, place: int) -> bool:
    """Is this place in the set?"""
    return bool(mask >> place & 1)


def first(mask: int) -> int:
    """The lowest place of a set, or -1 when it is empty."""
    return (mask & -mask).bit_length() - 1


def last(mask: int) -> int:
    """The highest place of a set, or -1 when it is empty."""
    return mask.bit_length() - 1


def nth(mask: int, index: int) -> int:
    """The place with `index` lower places before it in the set; finds one without listing all."""
    if not 0 <= index < mask.bit_count():
        raise IndexError(f"place {index} of a set of {mask.bit_count()}")
    base = 0
    width = mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        below = low.bit_count()
        if index < below:
            mask = low
            width = half
        else:
            index -= below
            mask >>= half
            base += half
            width -= half
    return base


def choose(mask: int, below: Callable[[int], int]) -> int:
    """One place of the set by chance; `below(k)` draws a number from 0 to k - 1."""
    size = mask.bit_count()
    if not size:
        raise IndexError("no place to choose from an empty set")
    return nth(mask, below(size))
