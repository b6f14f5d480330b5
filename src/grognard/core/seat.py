"""A seat: one side's chair at the table. All that a bot sees and may ask."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from grognard.core.decision import Action, Decision, Events
from grognard.core.dice import Rng
from grognard.core.game import Game
from grognard.core.match import Match
from grognard.core.words import Modifier, Refusal

_TABLES: WeakKeyDictionary[Seat, Match] = WeakKeyDictionary()
"""Where each seat stands. It is not kept in the seat, so that no way leads from a seat to the true match."""


class Seat:
    """Answers from a world redrawn from what the side knows, which it can't tell from the true one.

    So whatever a bot digs out of a seat, or of what a seat has handed to it, is a guess as good as its own.
    A seat keeps up with its match: it may be asked again after every action.
    """

    def __init__(self, match: Match, side: str, rng: Rng | None = None, seconds_left: float | None = None) -> None:
        self.side = side
        self.rng = rng if rng is not None else Rng(f"{side} {match.actions}")
        self.seconds_left = seconds_left
        self._world = match.determinize(side, "seat")
        self._epoch = match.epoch
        _TABLES[self] = match

    @property
    def world(self) -> Match:
        """The match as far as this side knows it; the rest is drawn anew after every action."""
        match = _TABLES[self]
        if self._epoch != match.epoch:
            self._world = match.determinize(self.side, "seat")
            self._epoch = match.epoch
        return self._world

    @property
    def game(self) -> Game[Any]:
        """The definition: sides, places, piece types, charts."""
        return self._world.game

    @property
    def view(self) -> dict[str, Any]:
        return self.world.view(self.side)

    @property
    def decision(self) -> Decision:
        return self.world.decision(self.side)

    @property
    def events(self) -> Events:
        return self.world.events(0, self.side)

    def odds(self, action: Action | str) -> dict[str, float] | None:
        return self.world.odds(self.side, action)

    def ledger(self, action: Action | str) -> list[Modifier]:
        return self.world.ledger(self.side, action)

    def why_not(self, action: Action | str) -> Refusal | None:
        return self.world.why_not(self.side, action)

    def determinize(self, seed: int | str) -> Match:
        """A match to try things in: all that this side can't know, the dice to come included, is drawn anew."""
        return self.world.determinize(self.side, seed)
