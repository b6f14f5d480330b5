"""How a match ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """`winner`: a side's id, several joined by `+`, or None for a draw; `level`: the rulebook's word for it."""

    winner: str | None
    level: str
    reason: str

    def as_tuple(self) -> tuple[str | None, str, str]:
        return self.winner, self.level, self.reason

    def as_dict(self, word: Callable[[str], str] = str) -> dict[str, str | None]:
        """As JSON; `word` translates what people read."""
        return {"winner": self.winner, "level": word(self.level), "reason": word(self.reason)}
