"""The flat state: fields declared once, from which copy, equality, hash, saved form and document follow."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from grognard.core.dice import Dice
from grognard.core.events import EVERYONE, EventKind, Raw

if TYPE_CHECKING:
    from grognard.core.game import Game, Setup
    from grognard.core.result import Result

Frame = tuple[int, ...]
"""What stands on the decision stack: a node's number and its arguments."""

Roll = tuple[int, int, int, str]
"""A draw as it was made: its number, the number of faces, the value 0.., what it was for."""

T = TypeVar("T")


class Field:
    """One field of a state: `of` says what its values are, `per` by what it is indexed (None: a single value)."""

    __slots__ = ("default", "high", "low", "name", "of", "per")

    def __init__(self, name: str, of: str, per: str | int | None, low: int, high: int, default: int) -> None:
        self.name = name
        self.of = of
        self.per = per
        self.low = low
        self.high = high
        self.default = default

    @property
    def is_array(self) -> bool:
        return self.per is not None


def scalar(name: str, *, of: str = "int", low: int = 0, high: int = 1 << 30, default: int | None = None) -> Field:
    """A single value: `of` is `int`, `flag`, a vocabulary, or `bits:<vocabulary>`."""
    return Field(name, of, None, low, high, _default(of, low, default))


def array(
    name: str, *, per: str | int, of: str = "int", low: int = 0, high: int = 1 << 30, default: int | None = None
) -> Field:
    """A list of values, one for each entry of the vocabulary `per` (or a plain number of them)."""
    return Field(name, of, per, low, high, _default(of, low, default))


def _default(of: str, low: int, default: int | None) -> int:
    if default is not None:
        return default
    if of == "int":
        return max(low, 0)
    return 0 if of == "flag" or of.startswith("bits:") else -1


class FlatState:
    """The base of every game's state. Values are ints and lists of ints; nothing else is copied."""

    FIELDS: ClassVar[tuple[Field, ...]] = ()

    game: Game[Any]
    setup: Setup
    dice: Dice
    log: list[Raw] | None
    rolls: list[Roll] | None
    stack: list[Frame]
    forced: list[int]
    turn: int
    phase: int
    draws: int
    reveals: int
    result: Result | None

    def __init__(self, game: Game[Any], setup: Setup, dice: Dice, log: list[Raw] | None = None) -> None:
        self.game = game
        self.setup = setup
        self.dice = dice
        self.log = log
        self.rolls = None if log is None else []
        self.stack = []
        self.forced = []
        self.turn = 1
        self.phase = -1
        self.draws = 0
        self.reveals = 0
        self.result = None
        for field in self.FIELDS:
            if field.per is None:
                setattr(self, field.name, field.default)
            else:
                setattr(self, field.name, [field.default] * game.count(field.per))

    def copy(self) -> Self:
        """An independent state without a log."""
        new = object.__new__(type(self))
        values = new.__dict__
        values.update(self.__dict__)
        for name in self.game.array_names:
            values[name] = values[name][:]
        values["stack"] = self.stack[:]
        values["forced"] = self.forced[:]
        values["log"] = None
        values["rolls"] = None
        return new

    def values(self) -> Iterator[tuple[str, Any]]:
        """Everything that makes this state what it is, in a fixed order."""
        for name in ("stack", "forced", "turn", "phase", "draws", "reveals"):
            yield name, getattr(self, name)
        yield "result", self.result.as_tuple() if self.result else None
        for field in self.FIELDS:
            yield field.name, getattr(self, field.name)

    def same_as(self, other: FlatState) -> bool:
        return all(a == b for a, b in zip(self.values(), other.values(), strict=True))

    def digest(self) -> str:
        return hashlib.blake2b(repr(list(self.values())).encode(), digest_size=16).hexdigest()

    # --- the stack

    def push(self, node: str, *args: int) -> None:
        self.stack.append((self.game.node_numbers[node], *args))

    def push_number(self, number: int, *args: int) -> None:
        self.stack.append((number, *args))

    def pop(self) -> Frame:
        return self.stack.pop()

    def replace(self, node: str, *args: int) -> None:
        """Take the top frame away and push another in its place."""
        self.stack[-1] = (self.game.node_numbers[node], *args)

    # --- dice

    def draw(self, limit: int, purpose: str = "") -> int:
        """A number in 0..limit-1. `purpose` says in plain words what it is for."""
        counter = self.draws
        self.draws = counter + 1
        value = (self.forced.pop(0) - 1) % limit if self.forced else self.dice.below(counter, limit)
        if self.rolls is not None:
            self.rolls.append((counter, limit, value, purpose))
        return value

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        """A die: 1..sides."""
        return self.draw(sides, purpose) + 1

    def shuffle(self, items: list[T], purpose: str = "") -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1, purpose)
            items[i], items[j] = items[j], items[i]

    def reveal(self) -> None:
        """Something hidden has come to light: nobody may undo past this point."""
        self.reveals += 1

    # --- the log

    def emit(self, kind: EventKind, *args: Any) -> None:
        if self.log is not None:
            self.log.append((kind, args, EVERYONE, None))

    def emit_to(
        self, mask: int, kind: EventKind, *args: Any, public: tuple[EventKind, tuple[Any, ...]] | None = None
    ) -> None:
        """Tell the sides in `mask`; the others read `public`, or nothing."""
        if self.log is not None:
            self.log.append((kind, args, mask, public))

    # --- options

    def opt(self, name: str) -> Any:
        return self.setup.options[name]
