"""The board as text: what stands where, as a side sees it. Plain lines, so that a screen reader can follow."""

from __future__ import annotations

from typing import Any

from grognard.core import Match


def board_text(match: Match, side: str | None) -> str:
    view = match.view(side)
    game = match.game
    lines = [
        f"{game.title}, {game.scenarios[match.scenario].title}",
        f"turn {view['turn']}, {view['phase']['title']}"
        + (f"; to decide: {', '.join(view['to_act'])}" if view["to_act"] else ""),
        "  ".join(f"{name} {value:g}" for name, value in view["figures"].items()),
        "",
    ]
    names = dict(zip(game.vocab["place"].ids, game.vocab["place"].names, strict=True))
    stacks: dict[str, list[str]] = {}
    for piece in view.get("pieces", []):
        stacks.setdefault(str(piece.get("at")), []).append(piece_text(piece))
    for mark in view.get("marks", []):
        value = mark.get("value")
        stacks.setdefault(str(mark.get("at")), []).append(f"({mark['kind']}{'' if value is None else f' {value}'})")
    for place, what in stacks.items():
        lines.append(f"{names.get(place, place)}: {', '.join(what)}")
    if view["result"]:
        result = view["result"]
        lines += ["", f"over: {result['winner'] or 'nobody'} wins, {result['level']} ({result['reason']})"]
    return "\n".join(lines)


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
