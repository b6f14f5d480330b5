"""Decisions and what is listed in them; stretches of the log. What a side sees of a match at one moment.

These are what a seat hands to a bot, so nothing public in them leads to the match and its true state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from grognard.core.dice import Random
from grognard.core.events import Event, Raw, as_read_by
from grognard.core.nodes import Choice
from grognard.core.verbs import Code
from grognard.core.words import GrognardError, Lexicon, Msg

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.match import Match
    from grognard.core.state import FlatState, Frame


class Action:
    """One legal action as it was listed. `.text` is its stable form."""

    __slots__ = ("_text", "code", "decision")

    def __init__(self, decision: Decision, code: Code) -> None:
        self.decision = decision
        self.code = code
        self._text = ""

    @property
    def text(self) -> str:
        if not self._text:
            self._text = self.game.verbs.print(self.code, self.game.vocab)
        return self._text

    @property
    def game(self) -> Game[Any]:
        return self.decision.game

    @property
    def verb(self) -> str:
        return self.game.verbs.verbs[self.code[0]].pattern

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == (other.text if isinstance(other, Action) else other)

    def __hash__(self) -> int:
        return hash(self.text)


class Decision:
    """What one side must decide now. The list of actions is made when it is first asked for."""

    __slots__ = ("_codes", "_frame", "_match", "_node", "epoch", "game", "side", "side_number")

    def __init__(self, match: Match, side: int, node: Choice[Any], frame: Frame) -> None:
        self._match = match
        self.game: Game[Any] = match.game
        self.side_number = side
        self.side = match.game.sides[side]
        self.epoch = match.epoch
        self._node = node
        self._frame = frame
        self._codes: list[Code] | None = None

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def prompt(self) -> str:
        return self.render_prompt()

    @property
    def message(self) -> Msg:
        """The prompt as it is kept: a template and what it speaks of."""
        return self._node.prompt(self._match.state, self._frame, self.side_number)

    def render_prompt(self, locale: str = "en") -> str:
        return self.game.lexicon.msg(self.message, locale)

    @property
    def rule(self) -> str:
        return self._node.cited(self._match.state, self._frame)

    @property
    def inside(self) -> int:
        """How many open frames belong to the plan that this decision goes on with; 0 where one begins."""
        return self._node.inside

    @property
    def phase(self) -> str:
        return self.render_phase()

    def render_phase(self, locale: str = "en") -> str:
        return self._match.phase_title(locale)

    def is_now(self, match: Match, side: str) -> bool:
        """Whether this is still what `side` must decide in `match`, so that what is listed here is legal."""
        return self._match is match and self.epoch == match.epoch and self.side == side

    @property
    def codes(self) -> list[Code]:
        """The legal list as the engine has it: tuples of ints."""
        if self._codes is None:
            self._codes = self._node.actions(self._state(), self._frame, self.side_number)
        return self._codes

    def _state(self) -> FlatState:
        if self.epoch != self._match.epoch:
            raise GrognardError(f"{self.name}: the match has gone on since this decision was asked for")
        return self._match.state

    @property
    def actions(self) -> Actions:
        return Actions(self, self.codes)

    @property
    def draws_lazily(self) -> bool:
        """Whether `sample` has a way of its own, without the list."""
        return type(self._node).sample is not Choice.sample

    def sample(self, rng: Random) -> Action:
        """One legal action at random, without listing them all."""
        return Action(self, self._node.sample(self._state(), self._frame, self.side_number, rng))


class Actions(Sequence[Action]):
    """The legal actions; each is made when it is looked at, so that a long list costs little."""

    __slots__ = ("_codes", "_decision")

    def __init__(self, decision: Decision, codes: list[Code]) -> None:
        self._decision = decision
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            return [Action(self._decision, code) for code in self._codes[index]]
        return Action(self._decision, self._codes[index])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Events(Sequence[Event]):
    """A stretch of the log as one reader may read it; made when looked at."""

    __slots__ = ("_lexicon", "_log", "_made", "_mask", "_start", "_stop")

    def __init__(self, log: list[Raw], lexicon: Lexicon, start: int, stop: int, mask: int) -> None:
        self._log, self._lexicon, self._start, self._stop, self._mask = log, lexicon, start, stop, mask
        self._made: list[Event] | None = None

    def _events(self) -> list[Event]:
        if self._made is None:
            self._made = []
            for number in range(self._start, self._stop):
                told = as_read_by(self._log[number], self._mask)
                if told is not None:
                    self._made.append(Event(number, told[0], told[1], self._lexicon))
        return self._made

    def __len__(self) -> int:
        return len(self._events())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._events()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._events())
