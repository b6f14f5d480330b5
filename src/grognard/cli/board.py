"""The board as text: what stands where, as a side sees it. Plain lines, so that a screen reader can follow."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from grognard.core import Match


def width() -> int | None:
    """Of the terminal; None where the lines go into a file or another program, which wants them whole."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def board_text(match: Match, side: str | None, wide: int | None = None) -> str:
    """Who is to decide, the figures, then place by place what is there, no line longer than `wide`."""
    view = match.view(side)
    game = match.game
    title = f"{game.title}, {game.scenarios[match.scenario].title}"
    turn = f"turn {view['turn']}, {view['phase']['title']}"
    if view["to_act"]:
        turn += f"; to decide: {', '.join(view['to_act'])}"
    figures = [f"{name} {value:g}" for name, value in view["figures"].items()]
    lines = [title, turn, "  ".join(figures), "", *places(match, view)]
    if view["result"]:
        result = view["result"]
        lines += ["", f"over: {result['winner'] or 'nobody'} wins, {result['level']} ({result['reason']})"]
    return "\n".join(lines if wide is None else [folded(line, wide) for line in lines])


def places(match: Match, view: dict[str, Any]) -> list[str]:
    """A line for each place with something in it, in the order of the map."""
    words = match.game.vocab["place"]
    stacks: dict[str, list[str]] = {}
    for piece in view.get("pieces", []):
        stacks.setdefault(str(piece.get("at")), []).append(piece_text(piece))
    for mark in view.get("marks", []):
        stacks.setdefault(str(mark.get("at")), []).append(mark_text(mark))
    order = sorted(stacks, key=lambda place: words.index.get(place, len(words)))
    names = {place: words.names[words.index[place]] if place in words.index else place for place in order}
    return [f"{names[place]}: {', '.join(stacks[place])}" for place in order]


def folded(line: str, wide: int) -> str:
    return textwrap.fill(line, wide, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def columns(items: Sequence[str], wide: int | None) -> str:
    """A list in as many columns as there is room for, to be read downwards."""
    across = max((wide or 0) // (max(map(len, items), default=0) + 2), 1)
    down = -(-len(items) // across)
    size = max(map(len, items), default=0) + 2
    return "\n".join("".join(item.ljust(size) for item in items[row::down]).rstrip() for row in range(down))


def mark_text(mark: dict[str, Any]) -> str:
    """A marker with its side or, failing that, its value."""
    told = mark.get("side") or mark.get("value")
    if isinstance(mark.get("value"), str):
        told = mark["value"]
    return f"({mark['kind']}{'' if told is None else f' {told}'})"


def piece_text(piece: dict[str, Any]) -> str:
    text = str(piece["id"])
    factors = [str(f) for f in piece.get("factors", [])]
    if factors:
        text += f" {'-'.join(factors)}"
    marks = [str(m) for m in piece.get("marks", [])]
    if marks:
        text += f" [{', '.join(marks)}]"
    if piece.get("on"):
        text += f" on {piece['on']}"
    return text
