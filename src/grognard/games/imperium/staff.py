"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules."""

from __future__ import annotations

from grognard.games.imperium.facts import IMPERIAL, TERRAN
from grognard.games.imperium.state import State


def evaluate(s: State, side: int) -> float:
    """Positive where things stand well for `side`."""
    value = float(s.glory + s.glory_change)
    return value if side == IMPERIAL else -value if side == TERRAN else 0.0
