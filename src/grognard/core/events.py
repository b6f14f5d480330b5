"""Events: what happened, kept as data and told to each reader as that reader may know it."""

from __future__ import annotations

from typing import Any

from grognard.core.words import Lexicon, Slot, slots

EVERYONE = -1  # a mask with all bits: every side, and spectators
TURN, PHASE, ACT, OUTCOME = 0, 1, 2, 3  # levels: how deep a line stands in the log


class EventKind:
    """`FIRED = EventKind("fired", "{firer:piece} fires at {target:piece}: {roll:int}", level=ACT, rule=rule("8.1"))`"""

    __slots__ = ("level", "name", "rule", "slots", "template")

    def __init__(self, name: str, template: str, level: int = ACT, rule: str = "") -> None:
        self.name = name
        self.template = template
        self.level = level
        self.rule = rule
        self.slots: tuple[Slot, ...] = slots(template)


Raw = tuple[EventKind, tuple[Any, ...], int, tuple[EventKind, tuple[Any, ...]] | None]
"""kind, arguments, mask of the sides that may read it, and what the others read instead (or nothing)."""


class Event:
    """One line of the log as one reader may have it."""

    __slots__ = ("_lexicon", "args", "kind", "number")

    def __init__(self, number: int, kind: EventKind, args: tuple[Any, ...], lexicon: Lexicon) -> None:
        self.number = number
        self.kind = kind
        self.args = args
        self._lexicon = lexicon

    @property
    def text(self) -> str:
        return self.render()

    def render(self, locale: str = "en") -> str:
        return self._lexicon.render(self.kind.template, self.args, locale)

    def as_dict(self, locale: str = "en") -> dict[str, Any]:
        return {
            "n": self.number,
            "kind": self.kind.name,
            "level": self.kind.level,
            "rule": self.kind.rule,
            "args": self._lexicon.ids(self.kind.template, self.args),
            "slots": {s.name: s.kind for s in self.kind.slots},
            "text": self.render(locale),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (self.number, self.kind, self.args) == (other.number, other.kind, other.args)

    def __hash__(self) -> int:
        return hash((self.number, self.kind))

    def __repr__(self) -> str:
        return f"Event({self.number}, {self.text!r})"


def as_read_by(raw: Raw, mask: int) -> tuple[EventKind, tuple[Any, ...]] | None:
    """What a reader with this mask gets of an event; None where that is nothing."""
    kind, args, readers, public = raw
    if readers == EVERYONE or readers & mask:
        return kind, args
    return public


UNTOLD: Raw = (EventKind("untold", ""), (), 0, None)
"""Stands in the log of a redrawn copy for what its side did not read."""

TURN_BEGINS = EventKind("turn_begins", "Turn {turn:int}", level=TURN)
PHASE_BEGINS = EventKind("phase_begins", "{title:text}", level=PHASE)
RESIGNED = EventKind("resigned", "{side:side} resigns", level=PHASE)
DRAW_OFFERED = EventKind("draw_offered", "{side:side} offers a draw", level=PHASE)
GAME_ENDS = EventKind("game_ends", "The game ends: {reason:text}", level=TURN)
