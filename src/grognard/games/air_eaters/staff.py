"""The staff's judgement for bots: material, industry, threats. Positive is good for the side that asks."""

from __future__ import annotations

from grognard.games.air_eaters.state import State


def evaluate(s: State, side: int) -> float:
    return 0.0
