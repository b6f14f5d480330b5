"""Maps laid out of rectangular sections that share the hexes along their joints.

A section has an odd number of straight columns. Counted from 1, odd columns hold `rows` whole hexes; even columns stand
half a hex higher and hold one more, the first and last of them half hexes on the edge. Sections side by side share
their edge columns; sections one above the other share the half hexes, which join to whole ones. A joint hex carries the
number of the lower-numbered section.
"""

from collections.abc import Sequence

from grognard.board.hexgrid import FLAT, HexGrid

TURNED = "turned"
Laid = int | tuple[int, str] | None


class SectionMap(HexGrid):
    """A map from a layout: rows of section numbers, `(number, TURNED)` for one upside down, None for a gap.

    `printed[p]` lists all the (section, column, row) that a hex has, lowest section first; its name is the first,
    written "1-0905".
    """

    def __init__(self, layout: Sequence[Sequence[Laid]], columns: int = 9, rows: int = 12) -> None:
        if columns % 2 == 0 or columns < 3 or rows < 1:
            raise ValueError(f"sections of {columns} columns and {rows} rows: expected an odd number of columns")
        if not layout or len({len(line) for line in layout}) != 1:
            raise ValueError("a layout of sections needs rows of equal length; fill gaps with None")
        self.columns = columns
        self.rows = rows
        printed: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        seen: set[int] = set()
        for down, line in enumerate(layout):
            for across, laid in enumerate(line):
                if laid is None:
                    continue
                number, turned = (laid, False) if isinstance(laid, int) else (laid[0], laid[1] == TURNED)
                if number in seen or (not isinstance(laid, int) and not turned):
                    raise ValueError(f"section {laid!r}: laid twice, or not a number or (number, {TURNED!r})")
                seen.add(number)
                for column in range(columns):
                    longest = rows + column % 2
                    for row in range(longest):
                        cell = (across * (columns - 1) + column, down * rows + row)
                        at = (columns - column, longest - row) if turned else (column + 1, row + 1)
                        printed.setdefault(cell, []).append((number, *at))
        for marks in printed.values():
            marks.sort()
        width = len(layout[0]) * (columns - 1) + 1
        height = len(layout) * rows + 1
        missing = [(col, row) for col in range(width) for row in range(height) if (col, row) not in printed]

        def name(col: int, row: int) -> str:
            section, column, line = printed[col, row][0]
            return f"{section}-{column:02d}{line:02d}"

        super().__init__(width, height, name, FLAT, 0, False, missing)
        self.printed = tuple(tuple(printed[cell]) for cell in self.cells)
