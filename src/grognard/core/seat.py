"""A seat: one side's chair at the table. What a bot sees and may ask; nothing public in it leads to the true state."""

from __future__ import annotations

from typing import Any

from grognard.core.decision import Action, Decision, Events
from grognard.core.dice import Rng
from grognard.core.game import Game
from grognard.core.match import Match
from grognard.core.words import Modifier, Refusal


class Seat:
    """Reads go through the same redacted channels as a person's client."""

    def __init__(self, match: Match, side: str, rng: Rng | None = None, seconds_left: float | None = None) -> None:
        self.__match = match
        self.side = side
        self.rng = rng if rng is not None else Rng(f"{side} {len(match.inputs)}")
        self.seconds_left = seconds_left

    @property
    def game(self) -> Game[Any]:
        """The definition: sides, places, piece types, charts."""
        return self.__match.game

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

    def ledger(self, action: Action | str) -> list[Modifier]:
        return self.__match.ledger(self.side, action)

    def why_not(self, action: Action | str) -> Refusal | None:
        return self.__match.why_not(self.side, action)

    def determinize(self, seed: int | str) -> Match:
        """A match to try things in: all that this side can't know, the dice to come included, is drawn anew."""
        return self.__match.determinize(self.side, seed)
