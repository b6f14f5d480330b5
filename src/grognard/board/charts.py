"""Charts as data: combat results tables with named, value or odds columns, and charts of the rolls that hit.

A chart is a plain dict, as TOML gives it:

    title = "Land combat"              # for people; may be left out
    kind = "odds"                      # "named" (default), "value", "odds": how a column is found
    die = "1d6"
    columns = ["1-2", "1-1", "2-1"]    # left out: one column, "result"
    rows = { 1 = "D D D", 2 = ["A", "-", "D"], 3-5 = "...", "6+" = "..." }

A hit chart has `hits` in place of `rows`: named rows whose cells are the rolls that hit, "1-3", "-" or "7,9-12".
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from grognard.board import odds

_RANGE = re.compile(r"(?:(<=)|(>=))?(-?\d+)(?:(\+)|(?:-|\.\.)(-?\d+))?")
_RATIO = re.compile(r"(\d+(?:\.\d+)?)[-:](\d+(?:\.\d+)?)")
KINDS = ("named", "value", "odds")
KEYS = ("title", "kind", "die", "columns", "rows", "hits", "below", "rounding")
LOW, HIGH = -(10**9), 10**9


class ChartError(ValueError):
    """A chart's data is wrong; names chart, row, column and what was expected."""


class Columns:
    """The columns of a chart and the ways to find one. A column is its number from 0."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name = name
        self.title = str(data.get("title", name))
        for key in data:
            if key not in KEYS:
                raise ChartError(f"chart {name!r}: unknown key {key!r}; expected one of {', '.join(KEYS)}")
        self.kind = _one_of(name, data, "kind", KINDS)
        self.below = _one_of(name, data, "below", ("first", "none"))
        self.rounding = _one_of(name, data, "rounding", ("down", "up"))
        self.die = str(data.get("die", "1d6"))
        try:
            self.rolls = odds.dice(self.die)
        except ValueError as wrong:
            raise ChartError(f"chart {name!r}, die: {wrong}") from wrong
        self.columns = tuple(_texts(name, "columns", data.get("columns", ["result"])))
        if len(set(self.columns)) < len(self.columns) or not self.columns:
            raise ChartError(f"chart {name!r}, columns: expected at least one, each with a name of its own")
        self._index = {column: number for number, column in enumerate(self.columns)}
        self.marks = tuple(self._mark(column) for column in self.columns) if self.kind != "named" else ()
        if any(one >= two for one, two in pairwise(self.marks)):
            raise ChartError(f"chart {name!r}, columns: expected ascending {self.kind} columns")

    def _mark(self, column: str) -> Fraction:
        if self.kind == "odds":
            ratio = _RATIO.fullmatch(column)
            if ratio and Fraction(ratio[1]) and Fraction(ratio[2]):
                return Fraction(ratio[1]) / Fraction(ratio[2])
            raise ChartError(f"chart {self.name!r}, column {column!r}: expected odds like 3-1 or 1:2")
        span = _span(column)
        if span is None:
            raise ChartError(f"chart {self.name!r}, column {column!r}: expected a number, 6-10, 84+ or <=-10")
        return Fraction(span[1] if span[0] == LOW else span[0])

    def column(self, name: str) -> int:
        """The column with this heading."""
        found = self._index.get(name)
        if found is None:
            raise KeyError(f"chart {self.name!r} has no column {name!r}; expected one of {', '.join(self.columns)}")
        return found

    def value_column(self, value: int | Fraction) -> int:
        """The column of a value: the highest that does not exceed it, or with `rounding = "up"` the lowest that
        reaches it. Past the last column the last. Below the first: the first, or -1 with `below = "none"`.
        """
        if self.kind == "named":
            raise ChartError(f"chart {self.name!r} has named columns: no value finds one")
        if value < self.marks[0] and self.below == "none":
            return -1
        found = sum(1 for mark in self.marks if mark <= value) - 1
        if self.rounding == "up" and (found < 0 or self.marks[found] < value):
            found += 1
        return min(max(found, 0), len(self.columns) - 1)

    def odds_column(self, attack: int | Fraction, defence: int | Fraction) -> int:
        """The column of the odds attack to defence; a defence of 0 or less reads the last column."""
        if self.kind != "odds":
            raise ChartError(f"chart {self.name!r} has {self.kind} columns, not odds")
        if defence <= 0:
            return len(self.columns) - 1
        return self.value_column(Fraction(attack) / Fraction(defence))

    def shift(self, column: int, by: int) -> int:
        """A column so many to the right (or left), no further than the ends."""
        return min(max(column + by, 0), len(self.columns) - 1)


class Chart(Columns):
    """A chart of results by die roll and column. A roll past either end reads the row at that end."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        super().__init__(name, data)
        spans: list[tuple[int, int, str]] = []
        cells: dict[str, tuple[str, ...]] = {}
        for key, given in _table(name, data, "rows").items():
            span = _span(str(key))
            if span is None:
                raise ChartError(f"chart {name!r}, row {key!r}: expected a roll: 3, 3-5, 8+ or <=2")
            cells[str(key)] = self._cells(str(key), given)
            spans.append((*span, str(key)))
        spans.sort()
        for (_, end, one), (begin, _, two) in pairwise(spans):
            if begin != end + 1:
                raise ChartError(f"chart {name!r}, rows {one!r} and {two!r}: expected each roll in exactly one row")
        self.first = spans[0][0] if spans[0][0] > LOW else spans[0][1]
        self.last = spans[-1][1] if spans[-1][1] < HIGH else spans[-1][0]
        if "die" in data and (spans[0][0] > min(self.rolls) or spans[-1][1] < max(self.rolls)):
            raise ChartError(
                f"chart {name!r}, rows: {self.first} to {self.last}, expected every roll of {self.die}, "
                f"{min(self.rolls)} to {max(self.rolls)}"
            )
        self.rows = tuple(
            next(cells[key] for begin, end, key in spans if begin <= roll <= end)
            for roll in range(self.first, self.last + 1)
        )
        self.lines = tuple((key, cells[key]) for _, _, key in spans)
        self.outcomes = tuple(dict.fromkeys(cell for row in self.rows for cell in row))
        self._odds: dict[tuple[int, int], dict[str, Fraction]] = {}

    def _cells(self, row: str, given: object) -> tuple[str, ...]:
        cells = tuple(_texts(self.name, f"row {row!r}", given))
        if len(cells) != len(self.columns):
            raise ChartError(
                f"chart {self.name!r}, row {row!r}: {len(cells)} cells, expected {len(self.columns)}, one a column"
            )
        return cells

    def table(self) -> dict[str, Any]:
        """The chart as printed, for showing: title, die, columns, and rows as (heading, cells)."""
        return _table_of(self, [[row, list(cells)] for row, cells in self.lines])

    def cell(self, column: int, roll: int) -> str:
        """The result of a roll in a column."""
        if not 0 <= column < len(self.columns):
            raise IndexError(f"chart {self.name!r}: column {column} of {len(self.columns)}")
        return self.rows[min(max(roll, self.first), self.last) - self.first][column]

    def odds(self, column: int, modifier: int = 0) -> dict[str, Fraction]:
        """The chance of each result in a column, the modifier added to the roll."""
        key = (column, modifier)
        known = self._odds.get(key)
        if known is None:
            known = odds.through(self.rolls, lambda roll: self.cell(column, roll + modifier))
            self._odds[key] = known
        return dict(known)


class HitChart(Columns):
    """A chart of the rolls that hit, by a named row (who fires) and a column (at what)."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        super().__init__(name, data)
        cells: list[tuple[frozenset[int], ...]] = []
        lines: list[list[Any]] = []
        self.row_names = tuple(str(key) for key in _table(name, data, "hits"))
        for key, given in _table(name, data, "hits").items():
            texts = _texts(name, f"row {key!r}", given)
            if len(texts) != len(self.columns):
                raise ChartError(
                    f"chart {name!r}, row {key!r}: {len(texts)} cells, expected {len(self.columns)}, one a column"
                )
            cells.append(tuple(self._rolls(str(key), at, text) for at, text in enumerate(texts)))
            lines.append([str(key), texts])
        self.cells = tuple(cells)
        self._lines = lines
        self._rows = {row: number for number, row in enumerate(self.row_names)}

    def _rolls(self, row: str, column: int, text: str) -> frozenset[int]:
        hit: set[int] = set()
        for part in () if text in ("-", "") else text.split(","):
            span = _span(part)
            if span is None or not any(span[0] <= roll <= span[1] for roll in self.rolls):
                raise ChartError(
                    f"chart {self.name!r}, row {row!r}, column {self.columns[column]!r}: {text!r}, "
                    f"expected rolls of {self.die} like 1-3, 7,9-12 or -"
                )
            hit.update(roll for roll in self.rolls if span[0] <= roll <= span[1])
        return frozenset(hit)

    def table(self) -> dict[str, Any]:
        """The chart as printed, for showing: title, die, columns, and rows as (heading, cells)."""
        return _table_of(self, self._lines)

    def row(self, name: str) -> int:
        """The row with this heading."""
        found = self._rows.get(name)
        if found is None:
            raise KeyError(f"chart {self.name!r} has no row {name!r}; expected one of {', '.join(self.row_names)}")
        return found

    def rolls_that_hit(self, row: int, column: int) -> frozenset[int]:
        """The rolls that hit; empty when nothing can."""
        return self.cells[row][column]

    def is_hit(self, row: int, column: int, roll: int) -> bool:
        """Does this roll hit?"""
        return roll in self.cells[row][column]

    def chance(self, row: int, column: int) -> Fraction:
        """The chance to hit."""
        return sum((self.rolls[roll] for roll in self.cells[row][column]), Fraction(0))


def load_chart(name: str, data: Mapping[str, Any]) -> Chart | HitChart:
    """One chart from its dict."""
    if not isinstance(data, Mapping):
        raise ChartError(f"chart {name!r}: expected a table, not {data!r}")
    if ("rows" in data) == ("hits" in data):
        raise ChartError(f"chart {name!r}: expected either rows or hits")
    return HitChart(name, data) if "hits" in data else Chart(name, data)


def load_charts(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Chart | HitChart]:
    """All charts of a file."""
    return {name: load_chart(name, chart) for name, chart in data.items()}


def _table_of(chart: Columns, rows: list[list[Any]]) -> dict[str, Any]:
    return {"title": chart.title, "die": chart.die, "columns": list(chart.columns), "rows": rows}


def _one_of(chart: str, data: Mapping[str, Any], key: str, choices: Sequence[str]) -> str:
    value = data.get(key, choices[0])
    if value not in choices:
        raise ChartError(f"chart {chart!r}, {key}: {value!r}, expected {' or '.join(choices)}")
    return str(value)


def _table(chart: str, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = data.get(key)
    if not isinstance(table, Mapping) or not table:
        raise ChartError(f"chart {chart!r}, {key}: expected a table with at least one row")
    return table


def _texts(chart: str, where: str, given: object) -> list[str]:
    if isinstance(given, str):
        return given.split()
    if isinstance(given, list | tuple) and all(isinstance(cell, str | int) for cell in given):
        return [str(cell) for cell in given]
    raise ChartError(f"chart {chart!r}, {where}: {given!r}, expected a list of cells or one string of them")


def _span(text: str) -> tuple[int, int] | None:
    """Lowest and highest number of "3", "3-5", "-10..-5", "8+" or "<=2"."""
    found = _RANGE.fullmatch(text.strip())
    if not found:
        return None
    low = int(found[3])
    if found[1] or found[2] or found[4]:
        if found[5] or (found[1] and found[4]):
            return None
        return (LOW, low) if found[1] else (low, HIGH)
    high = int(found[5]) if found[5] else low
    return (low, high) if low <= high else None
