"""A seat: one side's chair at the table. What a bot sees and may ask; the true state can't be reached from it."""

from __future__ import annotations

from typing import Any

from grognard.core.decision import Action, Decision, Events
from grognard.core.dice import Rng
from grognard.core.match import Match


class Seat:
    """Reads go through the same redacted channels as a person's client."""

    def __init__(self, match: Match, side: str, rng: Rng | None = None, seconds_left: float | None = None) -> None:
        self.__match = match
        self.side = side
        self.rng = rng if rng is not None else Rng(f"{side} {len(match.inputs)}")
        self.seconds_left = seconds_left

    @property
    def view(self) -> dict[str, Any]:
        return self.__match.view(self.side)

    @property
    def decision(self) -> Decision:
        return self.__match.decision(self.side)

    @property
    def events(self) -> Events:
        return self.__match.events(0, self.side)

    def odds(self, action: Action | str) -> dict[str, float] | None:
        return self.__match.odds(self.side, action)

    def determinize(self, seed: int | str) -> Match:
        return self.__match.determinize(self.side, seed)
