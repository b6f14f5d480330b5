"""A set of steps from place to place, compiled so that a whole set of places steps at once.

Steps are grouped by the difference of their place numbers: all steps from p to p + 58 are one shift of one int. Grids
numbered line by line have few differences, so one round of a flood costs a dozen operations however wide its front.
"""

from collections.abc import Iterable, Sequence

from grognard.board.bits import to_list

_FEW = 3  # a front of so few places steps faster one by one


class Steps:
    """Steps out of n places. `out[p]` is the set of places one step away from p."""

    __slots__ = ("n", "out", "ups", "downs", "few", "longest")

    def __init__(self, n: int, out: Sequence[int]) -> None:
        self.n = n
        self.out = tuple(out)
        sources: dict[int, int] = {}
        for place, mask in enumerate(self.out):
            for other in to_list(mask):
                sources[other - place] = sources.get(other - place, 0) | 1 << place
        self.ups = tuple((gap, mask) for gap, mask in sorted(sources.items()) if gap > 0)
        self.downs = tuple((-gap, mask) for gap, mask in sorted(sources.items()) if gap < 0)
        self.few = max(_FEW, len(sources) // 3)
        self.longest = max((abs(gap) for gap in sources), default=0)

    def spread(self, mask: int) -> int:
        """All places one step away from any place of the set (which may include places of the set itself)."""
        found = 0
        if mask.bit_count() <= self.few:
            out = self.out
            while mask:
                found |= out[mask.bit_length() - 1]
                mask ^= 1 << (mask.bit_length() - 1)
            return found
        for gap, sources in self.ups:
            found |= (mask & sources) << gap
        for gap, sources in self.downs:
            found |= (mask & sources) >> gap
        return found

    def wave(self, mask: int) -> int:
        """As `spread`; grids may run past the last place here, for callers that cut it to a set of their own."""
        return self.spread(mask)

    def window(self, low: int, high: int) -> "Steps":
        """The steps that start at the places from `low` up to `high`, those places numbered from 0."""
        if low == 0 and high == self.n:
            return self
        return Steps(high - low, [self.out[place] >> low for place in range(low, high)])

    def without(self, cut: Iterable[tuple[int, int]]) -> "Steps":
        """The same steps less the given pairs, each cut both ways."""
        out = list(self.out)
        for a, b in cut:
            out[a] &= ~(1 << b)
            out[b] &= ~(1 << a)
        return Steps(self.n, out)

    def limited(self, allowed: int) -> "Steps":
        """Only the steps that start and end inside the allowed set."""
        return Steps(self.n, [mask & allowed if allowed >> place & 1 else 0 for place, mask in enumerate(self.out)])


class LineSteps(Steps):
    """Steps on a full hex grid numbered line by line: fewer operations than shift by shift.

    Along a line a hex has its two neighbours at 1 before and 1 after; in the two next lines it has the same position
    and, by the line's own stagger, the position before (`back`) or after (`forth`). Joins that do not follow the
    pattern (a wrap, a pole) are kept as plain shifts in `ups` and `downs`.
    """

    __slots__ = ("line", "not_first", "not_last", "back", "forth", "plain_ups", "plain_downs", "everything")

    def __init__(self, out: Sequence[int], line: int, lines: int, forth_parity: int) -> None:
        n = line * lines
        super().__init__(n, out)
        full = (1 << line) - 1
        self.line = line
        self.not_first = self.not_last = self.back = self.forth = 0
        for index in range(lines):
            base = index * line
            self.not_first |= (full ^ 1) << base
            self.not_last |= (full >> 1) << base
            if index % 2 == forth_parity:
                self.forth |= full << base
            else:
                self.back |= full << base
        self.everything = (1 << n) - 1
        self.plain_ups = self.plain_downs = ()
        extra = [mask & ~self.wave(1 << place) for place, mask in enumerate(self.out)]
        rest = Steps(n, extra)
        self.plain_ups = rest.ups
        self.plain_downs = rest.downs

    def spread(self, mask: int) -> int:
        """All places one step away from any place of the set."""
        return self.wave(mask) & self.everything

    def wave(self, mask: int) -> int:
        """As `spread`, but may run past the last place: for callers that cut it to a set of their own."""
        after = (mask & self.not_last) << 1
        before = (mask & self.not_first) >> 1
        beside = mask | (before & self.back) | (after & self.forth)
        found = after | before | beside << self.line | beside >> self.line
        for gap, sources in self.plain_ups:
            found |= (mask & sources) << gap
        for gap, sources in self.plain_downs:
            found |= (mask & sources) >> gap
        return found

    def window(self, low: int, high: int) -> Steps:
        """The steps that start at the places from `low` up to `high`, those places numbered from 0."""
        if low == 0 and high == self.n:
            return self
        cut = (1 << (high - low)) - 1
        part = LineSteps.__new__(LineSteps)
        part.n = high - low
        part.out = tuple(self.out[place] >> low for place in range(low, high))
        part.few, part.longest, part.line, part.everything = self.few, self.longest, self.line, cut
        part.ups = part.downs = ()
        part.not_first, part.not_last = self.not_first >> low & cut, self.not_last >> low & cut
        part.back, part.forth = self.back >> low & cut, self.forth >> low & cut
        part.plain_ups = tuple((gap, mask >> low & cut) for gap, mask in self.plain_ups if mask >> low & cut)
        part.plain_downs = tuple((gap, mask >> low & cut) for gap, mask in self.plain_downs if mask >> low & cut)
        return part
