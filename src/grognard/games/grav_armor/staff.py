"""The staff's judgement for bots: what is left, what is held, who stands well. Cheap, and meant for one step ahead."""

from __future__ import annotations

from grognard.games.grav_armor.scenario import points
from grognard.games.grav_armor.state import GravState


def evaluate(s: GravState, side: int) -> float:
    own, other = points(s)[side], points(s)[1 - side]
    return float(own - other)
