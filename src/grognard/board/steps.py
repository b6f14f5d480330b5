"""A set of steps from place to place, compiled so that a whole set of places steps at once.

Steps are grouped by the difference of their place numbers: all steps from p to p + 58 are one shift of one int. Grids
numbered line by line have few differences, so one round of a flood costs a dozen operations however wide its front.
"""

from collections.abc import Iterable, Sequence

from grognard.board.bits import to_list

_FEW = 3  # a front of so few places steps faster one by one

Shifts = tuple[tuple[int, int], ...]  # (difference, the set of places that step by it)


class Steps:
    """Steps out of n places. `out[p]` is the set of places one step away from p.

    A window (see `window`) numbers its places from 0 and keeps `out` of the whole map, with `low` to tell them apart.
    """

    __slots__ = ("downs", "few", "longest", "low", "n", "out", "ups")

    def __init__(self, n: int, out: Sequence[int]) -> None:
        self.n = n
        self.low = 0
        self.out = tuple(out)
        self.ups, self.downs = shifts(self.out)
        self.few = max(_FEW, (len(self.ups) + len(self.downs)) // 3)
        self.longest = max((gap for gap, _ in self.ups + self.downs), default=0)

    def spread(self, mask: int) -> int:
        """All places one step away from any place of the set (which may include places of the set itself)."""
        return self.wave(mask)

    def wave(self, mask: int) -> int:
        """As `spread`; grids and windows may run past the last place here: the caller cuts it to a set of its own."""
        found = 0
        if mask.bit_count() <= self.few:
            out = self.out
            low = self.low
            while mask:
                top = mask.bit_length() - 1
                found |= out[top + low] >> low if low else out[top]
                mask ^= 1 << top
            return found
        for gap, sources in self.ups:
            found |= (mask & sources) << gap
        for gap, sources in self.downs:
            found |= (mask & sources) >> gap
        return found

    def window(self, low: int, high: int) -> "Steps":
        """The steps that start at the places from `low` up to `high`, those places numbered from 0."""
        if low == 0 and high == self.n:
            return self
        part = Steps(0, ())
        part.n, part.low, part.out, part.few = high - low, low, self.out, self.few
        part.ups, part.downs = _cut(self.ups, low, high), _cut(self.downs, low, high)
        part.longest = max((gap for gap, _ in part.ups + part.downs), default=0)
        return part

    def without(self, cut: Iterable[tuple[int, int]]) -> "Steps":
        """The same steps less the given pairs, each cut both ways."""
        out = list(self.out)
        for a, b in cut:
            out[a] &= ~(1 << b)
            out[b] &= ~(1 << a)
        return Steps(self.n, out)


class LineSteps(Steps):
    """Steps on a full hex grid numbered line by line: fewer operations than shift by shift.

    Along a line a hex has its two neighbours at 1 before and 1 after; in the two next lines it has the same position
    and, by the line's own stagger, the position before (`back`) or after (`forth`). Joins that do not follow the
    pattern (a wrap, a pole) are kept as plain shifts in `ups` and `downs`.
    """

    __slots__ = ("back", "everything", "forth", "line", "not_first", "not_last")

    def __init__(self, out: Sequence[int], line: int, lines: int, forth_parity: int) -> None:
        super().__init__(0, ())
        self.n = n = line * lines
        self.out = tuple(out)
        self.line = line
        self.everything = (1 << n) - 1
        full = (1 << line) - 1
        self.not_first = self.not_last = self.back = self.forth = 0
        for index in range(lines):
            base = index * line
            self.not_first |= (full ^ 1) << base
            self.not_last |= (full >> 1) << base
            if index % 2 == forth_parity:
                self.forth |= full << base
            else:
                self.back |= full << base
        self.ups, self.downs = shifts([mask & ~self.wave(1 << place) for place, mask in enumerate(self.out)])
        self.longest = max((line + 1, *(gap for gap, _ in self.ups + self.downs)))

    def spread(self, mask: int) -> int:
        """All places one step away from any place of the set."""
        return self.wave(mask) & self.everything

    def wave(self, mask: int) -> int:
        """As `spread`, but may run past the last place."""
        after = (mask & self.not_last) << 1
        before = (mask & self.not_first) >> 1
        beside = mask | (before & self.back) | (after & self.forth)
        found = after | before | beside << self.line | beside >> self.line
        for gap, sources in self.ups:
            found |= (mask & sources) << gap
        for gap, sources in self.downs:
            found |= (mask & sources) >> gap
        return found

    def window(self, low: int, high: int) -> Steps:
        """The steps that start at the places from `low` up to `high`, those places numbered from 0."""
        if low == 0 and high == self.n:
            return self
        part = LineSteps((), self.line, 0, 0)
        part.n, part.low, part.out = high - low, low, self.out
        part.everything = cut = (1 << (high - low)) - 1
        part.not_first, part.not_last = self.not_first >> low & cut, self.not_last >> low & cut
        part.back, part.forth = self.back >> low & cut, self.forth >> low & cut
        part.ups, part.downs = _cut(self.ups, low, high), _cut(self.downs, low, high)
        return part


def shifts(out: Sequence[int]) -> tuple[Shifts, Shifts]:
    """Steps grouped by difference: those to higher places, those to lower ones."""
    sources: dict[int, int] = {}
    for place, mask in enumerate(out):
        for other in to_list(mask):
            sources[other - place] = sources.get(other - place, 0) | 1 << place
    ups = tuple((gap, mask) for gap, mask in sorted(sources.items()) if gap > 0)
    downs = tuple((-gap, mask) for gap, mask in sorted(sources.items()) if gap < 0)
    return ups, downs


def _cut(all_shifts: Shifts, low: int, high: int) -> Shifts:
    cut = (1 << (high - low)) - 1
    return tuple((gap, mask >> low & cut) for gap, mask in all_shifts if mask >> low & cut)
